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

from runner.processes import processor_seconds

HERE = os.path.dirname(os.path.abspath(__file__))


def sealed(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


# Which satellites of four systems a receiver sees, in the nine sentences that u-blox's order puts behind GGA.
SKY = "".join(map(sealed, [
    "GNGSA,A,3,05,07,13,14,15,22,30,,,,,,1.21,0.62,1.04,1",
    "GNGSA,A,3,65,72,81,88,,,,,,,,,1.21,0.62,1.04,2",
    "GNGSA,A,3,03,05,13,15,,,,,,,,,1.21,0.62,1.04,3",
    "GPGSV,3,1,10,05,62,123,44,07,42,118,41,13,55,281,43,14,21,311,38,1",
    "GPGSV,3,2,10,15,28,180,40,22,14,064,35,30,33,105,41,01,05,020,,1",
    "GPGSV,3,3,10,17,08,240,29,19,02,330,,1",
    "GLGSV,2,1,06,65,41,088,38,72,55,020,40,81,33,250,36,88,72,300,42,1",
    "GLGSV,2,2,06,66,10,140,,71,12,330,27,1",
    "GAGSV,1,1,04,03,40,150,39,05,61,070,42,13,25,290,36,15,30,210,37,7",
])).encode()


def epoch(tenths, digits, sky=b""):
    """What a receiver sends of one epoch: five sentences, and nine of the sky, at a tenth of a second of the day."""
    second = tenths // 10
    clock = f"{second // 3600 % 24:02}{second // 60 % 60:02}{second % 60:02}.{tenths % 10}0"
    place = f"51{30 + tenths % 9000 * 0.0001:08.5f},N,005{30 + tenths % 9000 * 0.0002:08.5f},E"
    first = "".join(map(sealed, [
        f"GNRMC,{clock},A,{place},22.4,84.4,{digits},,,A",
        "GNVTG,84.4,T,,M,22.4,N,41.5,K,A",
        f"GNGGA,{clock},{place},1,08,0.90,545.4,M,46.9,M,,",
    ])).encode()
    last = "".join(map(sealed, [f"GNGST,{clock},15,,,,1.2,1.5,2.4", f"GNGLL,{place},{clock},A,A"])).encode()
    return first + sky + last


class Contender:
    """A program that reads a receiver, and a subscriber of its fixes."""

    def __init__(self):
        self.processes = []
        self.counted = 0

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
    def start(self, words, environment=None):
        # The priority that gpsd gives itself where it may: on a busy machine it would decide.
        super().start((["nice", "-n", "-10"] if os.geteuid() == 0 else []) + words, environment)

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

    def count(self, seconds):
        """Counts fixes until so many seconds of silence, and says when the last came."""
        last = 0
        while self.socket.poll(seconds * 1000):
            try:
                while True:
                    self.socket.recv(zmq.NOBLOCK)
                    self.counted += 1
            except zmq.Again:
                last = time.monotonic()
        return last

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

    def count(self, seconds):
        last, text = 0, self.rest
        while select.select([self.socket], [], [], seconds)[0]:
            chunk = self.socket.recv(1 << 20)
            if not chunk:
                break
            last = time.monotonic()
            head, _, text = (text + chunk).rpartition(b"\n")
            self.counted += head.count(b'"class":"TPV"')
        return last

    def stop(self):
        self.socket.close()
        super().stop()


def rate(make, epochs, sky):
    """Sends epochs as fast as they are read, over TCP, and returns fixes a second and processor time a fix."""
    day = time.strftime("%d%m%y", time.gmtime())
    with socket.create_server(("127.0.0.1", 0)) as server, tempfile.NamedTemporaryFile() as content:
        for n in range(epochs):
            content.write(epoch(10 * n, day, sky))
        content.flush()
        contender = make(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        device, _ = server.accept()
        # Both have learnt what the receiver is, and gpsd which sentence ends its cycles, before the clock starts.
        for n in range(20):
            device.sendall(epoch(864_000 - 1000 + 10 * n, day, sky))
            time.sleep(0.05)
        for _ in contender.times(1):
            pass
        before, begin = sum(map(processor_seconds, contender.processes)), time.monotonic()
        # A process of its own: a thread would take turns with the one that counts.
        feeder = subprocess.Popen(["cat", content.name], stdout=device)
        end = contender.count(2)
        fixes = contender.counted
        spent = sum(map(processor_seconds, contender.processes)) - before
        device.close()
        contender.stop()
        # Whoever has not read all of it is no more.
        feeder.wait()
    return {"fixes": fixes, "rate": fixes / (end - begin), "processor": spent / max(fixes, 1) * 1e6}


def delay(make, seconds):
    """Sends an epoch every tenth of a second into a terminal, and returns how long after it was written each fix came."""
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
            key = (begin + n) % 864_000
            # Before it is written: on a busy machine a fix may be here before this thread goes on.
            sent[key] = time.monotonic()
            try:
                os.write(master, block)
            except BlockingIOError:
                del sent[key]
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
    parser.add_argument("--epochs", type=int, default=40_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--programs", default=f"{HERE}/../.build/release")
    arguments = parser.parse_args()
    contenders = {"Binnacle": lambda source: Binnacle(arguments.programs, source)}
    if shutil.which("gpsd") or os.path.exists("/usr/sbin/gpsd"):
        contenders["gpsd"] = GPSD
    else:
        print("gpsd is left out: it is not installed", file=sys.stderr)
    skies = {"5": b"", "14": SKY}
    rates, delays = {(name, sky): [] for sky in skies for name in contenders}, {name: [] for name in contenders}
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
        for name, make in contenders.items():
            for count, sky in skies.items():
                rates[name, count].append(rate(make, arguments.epochs, sky))
            delays[name] += delay(make, arguments.seconds)
    show(arguments.epochs, rates, delays)


def show(epochs, rates, delays):
    print("| | sentences an epoch | fixes of epochs sent | fixes/s | µs of processor a fix |")
    print("|-|-|-|-|-|")
    for (name, sky), found in rates.items():
        fixes, speed, spent = (
            statistics.median(each[key] for each in found) for key in ("fixes", "rate", "processor")
        )
        print(f"| {name} | {sky} | {fixes:,.0f} of {epochs:,} | {speed:,.0f} | {spent:,.1f} |")
    print()
    print("| delay at 10 Hz, ms | fixes | median | 99th percentile |")
    print("|-|-|-|-|")
    for name, values in delays.items():
        values = sorted(values)
        middle, high = ((values[int(len(values) * share)] for share in (0.5, 0.99)) if values else (0, 0))
        print(f"| {name} | {len(values)} | {middle:.2f} | {high:.2f} |")


if __name__ == "__main__":
    main()
