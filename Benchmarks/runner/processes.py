"""One run: a bus, a subscriber, a publisher, and what they said."""

import json
import os
import select
import socket
import subprocess
import time


class RunFailed(Exception):
    pass


def run(contender, rate, count, first_only=False, timeout=20):
    """Starts all, waits for the end, and returns the figures of `pub`, `sub` and `bus`."""
    environment = os.environ | contender.environment
    environment["PATH"] = environment.get("PATH", "") + ":/usr/sbin"
    started = []

    def start(command):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        started.append(process)
        return process

    try:
        bus = None
        if contender.bus:
            bus = start(contender.bus)
            wait_for_bus(contender, bus)
            time.sleep(0.1)
        subscriber = start(contender.subscriber + [str(1 if first_only else count), str(timeout)])
        wait_for_line(subscriber, "READY", 10)
        time.sleep(contender.settling)
        before = processor_seconds(bus)
        moment = time.monotonic_ns()
        publisher = start(contender.publisher + [str(rate), str(count)])
        heard = last_line(subscriber, timeout + 5)
        if first_only:
            return {"sub": heard, "exec_ns": moment}
        said = last_line(publisher, timeout + 5)
        figures = {"pub": said, "sub": heard, "exec_ns": moment}
        if bus:
            figures["bus"] = {"cpu_s": processor_seconds(bus) - before} | memory(bus)
        return figures
    finally:
        # The bus last, so that nobody waits for it in vain.
        for process in reversed(started):
            end(process)


def wait_for_bus(contender, bus):
    if contender.bus_line:
        wait_for_line(bus, contender.bus_line, 10)
        return
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", contender.bus_port), 0.2).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RunFailed("the bus did not start")


def wait_for_line(process, beginning, timeout):
    ready, _, _ = select.select([process.stdout], [], [], timeout)
    line = process.stdout.readline().decode() if ready else ""
    if not line.startswith(beginning):
        raise RunFailed(f"{process.args[0]} is not ready: {line.strip() or 'silence'}")


def last_line(process, timeout):
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        raise RunFailed(f"{process.args[0]} does not end") from None
    lines = output.decode().strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        raise RunFailed(f"{process.args[0]} failed: {errors.decode().strip()[-200:]}")
    return json.loads(lines[-1])


def end(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    process.stdout.close()
    process.stderr.close()


def processor_seconds(process):
    """Of all threads so far, to the nanosecond."""
    if process is None:
        return 0
    total = 0
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/schedstat") as file:
            total += int(file.read().split()[0])
    return total * 1e-9


def memory(process):
    figures = {}
    with open(f"/proc/{process.pid}/smaps_rollup") as file:
        for line in file:
            words = line.split()
            if words[0] in ("Rss:", "Anonymous:"):
                figures[{"Rss:": "rss_kb", "Anonymous:": "own_kb"}[words[0]]] = int(words[1])
    return figures
