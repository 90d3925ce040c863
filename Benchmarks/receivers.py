#!/usr/bin/env python3
"""Measures the plugin gps beside gpsd on the same bytes: from a receiver's bytes to a fix at a subscriber, in interleaved rounds."""

import argparse
import json
import os
import pty
import select
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import tty

import zmq

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


def sealed(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


def epoch(tenths, digits):
    """What a receiver sends of one epoch: five sentences, at a tenth of a second of the day."""
    second = tenths // 10
    clock = f"{second // 3600 % 24:02}{second // 60 % 60:02}{second % 60:02}.{tenths % 10}0"
    place = f"51{30 + tenths % 9000 * 0.0001:08.5f},N,005{30 + tenths % 9000 * 0.0002:08.5f},E"
    return "".join(map(sealed, [
        f"GPRMC,{clock},A,{place},22.4,84.4,{digits},,,A",
        "GPVTG,84.4,T,,M,22.4,N,41.5,K,A",
        f"GPGGA,{clock},{place},1,08,0.90,545.4,M,46.9,M,,",
        "GPGSA,A,3,04,05,09,12,24,25,29,31,,,,,1.80,0.90,1.50",
        f"GPGLL,{place},{clock},A,A",
    ])).encode()


def processor_seconds(processes):
    total = 0
    for process in processes:
        with open(f"/proc/{process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


class Contender:
    """A program that reads a receiver, and a subscriber of its fixes."""

    def __init__(self):
        self.processes = []

    def start(self, words, environment=None):
        process = subprocess.Popen(
            words, env=os.environ | (environment or {}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.processes.append(process)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()


class Binnacle(Contender):
    def __init__(self, programs, source):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="bench-receivers-")
        bus = f"ipc://{self.folder.name}/bus"
        environment = {"BINNACLE_BUS": bus, "BINNACLE_NODE": "gps", "XDG_RUNTIME_DIR": self.folder.name}
        self.start([f"{programs}/binnacle-bus", "--address", bus, "--quiet"])
        while not os.path.exists(f"{self.folder.name}/bus/subscribe"):
            time.sleep(0.01)
        self.socket = zmq.Context.instance().socket(zmq.SUB)
        self.socket.set_hwm(0)
        self.socket.connect(bus + "/subscribe")
        self.socket.subscribe(b"fix/gps|")
        time.sleep(0.5)
        source = {"source": f"{source}?baud=115200" if source.startswith("/dev/") else source}
        self.start([f"{programs}/binnacle-gps"], environment | {"BINNACLE_PARAMETERS": json.dumps(source)})

    def times(self, seconds):
        """The times of the fixes that come within so many seconds of silence."""
        while self.socket.poll(seconds * 1000):
            now = time.monotonic()
            message = self.socket.recv()
            body = message.index(b"|") + 1
            length, = struct.unpack_from("<H", message, body + 28)
            if message[body + length:]:
                start = message.index(b'"time":', body + length) + 7
                yield now, float(message[start:message.index(b",", start)])

    def stop(self):
        super().stop()
        self.socket.close(0)
        self.folder.cleanup()


class GPSD(Contender):
    def __init__(self, source):
        super().__init__()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.start([shutil.which("gpsd") or "/usr/sbin/gpsd", "-N", "-n", "-S", str(port), source])
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.01)
        self.socket.sendall(b'?WATCH={"enable":true,"json":true};\n')
        self.rest = b""

    def times(self, seconds):
        while select.select([self.socket], [], [], seconds)[0]:
            now = time.monotonic()
            chunk = self.socket.recv(1 << 20)
            if not chunk:
                return
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            for line in lines:
                if b'"class":"TPV"' in line and b'"lat"' in line and b'"time":"' in line:
                    start = line.index(b'"time":"') + 19
                    hours, minutes, rest = line[start:line.index(b"Z", start)].split(b":")
                    yield now, int(hours) * 3600 + int(minutes) * 60 + float(rest)

    def stop(self):
        self.socket.close()
        super().stop()


def rate(make, epochs):
    """Sends epochs as fast as they are read, over TCP, and returns fixes a second and processor time a fix."""
    day = time.strftime("%d%m%y", time.gmtime())
    content = [b"".join(epoch(10 * n, day) for n in range(first, min(first + 100, epochs)))
               for first in range(0, epochs, 100)]
    with socket.create_server(("127.0.0.1", 0)) as server:
        contender = make(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        device, _ = server.accept()
        # Both have learnt what the receiver is, and gpsd which sentence ends its cycles, before the clock starts.
        for n in range(20):
            device.sendall(epoch(864_000 - 1000 + 10 * n, day))
            time.sleep(0.05)
        for _ in contender.times(1):
            pass
        before, begin = processor_seconds(contender.processes), time.monotonic()

        def feed():
            for block in content:
                device.sendall(block)

        feeder = threading.Thread(target=feed)
        feeder.start()
        seen, end = set(), begin
        for now, moment in contender.times(2):
            seen.add(round(moment % 86_400))
            end = now
        feeder.join()
        spent = processor_seconds(contender.processes) - before
        device.close()
        contender.stop()
    return {"fixes": len(seen), "rate": len(seen) / (end - begin), "processor": spent / max(len(seen), 1) * 1e6}


def delay(make, seconds):
    """Sends an epoch every tenth of a second into a terminal, and returns how long after its last byte each fix came."""
    day = time.strftime("%d%m%y", time.gmtime())
    master, slave = pty.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    os.chmod(name, 0o666)
    os.set_blocking(master, False)
    contender = make(name)
    # A whole hour, so that neither midnight nor a week comes between.
    sent, stop, begin = {}, threading.Event(), int(time.time()) // 3600 % 24 * 36_000

    def feed():
        due, n = time.monotonic(), 0
        while not stop.is_set():
            block = epoch(begin + n, day)
            try:
                os.write(master, block)
                sent[(begin + n) % 864_000] = time.monotonic()
            except BlockingIOError:
                pass
            n, due = n + 1, due + 0.1
            time.sleep(max(0, due - time.monotonic()))

    feeder = threading.Thread(target=feed)
    feeder.start()
    delays, first = {}, None
    for now, moment in contender.times(5):
        first = first or now
        key = round(moment * 10) % 864_000
        # The first seconds go to finding the receiver, and to learning its cycle.
        if now - first > 3 and key in sent:
            delays.setdefault(key, (now - sent[key]) * 1e3)
        if now - first > 3 + seconds:
            break
    stop.set()
    feeder.join()
    contender.stop()
    os.close(master)
    os.close(slave)
    return sorted(delays.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=30_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--programs", default=f"{HERE}/../.build/release")
    arguments = parser.parse_args()
    contenders = {"Binnacle": lambda source: Binnacle(arguments.programs, source)}
    if shutil.which("gpsd") or os.path.exists("/usr/sbin/gpsd"):
        contenders["gpsd"] = GPSD
    else:
        print("gpsd is left out: it is not installed", file=sys.stderr)
    rates, delays = {name: [] for name in contenders}, {name: [] for name in contenders}
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
        for name, make in contenders.items():
            rates[name].append(rate(make, arguments.epochs))
            print(name, rates[name][-1], file=sys.stderr)
            delays[name] += delay(make, arguments.seconds)
    print("| | fixes of epochs sent | fixes/s | µs of processor a fix | delay at 10 Hz, p50 | p99 |")
    print("|-|-|-|-|-|-|")
    for name in contenders:
        fixes, speed, spent = (
            statistics.median(each[key] for each in rates[name]) for key in ("fixes", "rate", "processor")
        )
        values = sorted(delays[name])
        at = [values[int(len(values) * share)] for share in (0.5, 0.99)] if values else [float("nan")] * 2
        print(
            f"| {name} | {fixes:,.0f} of {arguments.epochs:,} | {speed:,.0f} | {spent:,.1f} "
            f"| {at[0]:.2f} ms | {at[1]:.2f} ms |"
        )


if __name__ == "__main__":
    main()
