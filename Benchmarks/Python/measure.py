"""The loops of C/measure.h for publishers and subscribers in Python: the same command line, the same lines."""

import json
import resource
import signal
import sys
import time

ENDPOINT = sys.argv[1]
WORDS = sys.argv[2:]
# After so long without a message nothing more is waited for, nanoseconds.
PATIENCE = 700_000_000
# Runs of more messages than this are about rates, and delays are not kept.
LONGEST_TIMED_RUN = 20_000

now = time.monotonic_ns


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory():
    """Resident memory, and how much of it is the process's own and not of a file, KiB."""
    with open("/proc/self/smaps_rollup") as file:
        figures = {words[0]: int(words[1]) for words in map(str.split, file) if words[1].isdigit()}
    return {"rss_kb": figures["Rss:"], "own_kb": figures["Anonymous:"]}


def fix(number, moment):
    return {
        "time": moment / 1e9,
        "latitude": (48117301234 + number % 1000 * 1000) / 1e9,
        "longitude": (11516667890 + number % 777 * 1000) / 1e9,
        "altitude": (5454 + number % 10) / 10,
        "horizontalAccuracy": 3.25,
        "verticalAccuracy": 5.75,
        "course": 84.4,
        "courseAccuracy": 1.5,
        "speed": (1152 + number % 7) / 100,
        "speedAccuracy": 0.4,
        "mode": 3,
        "satellites": 8,
        "source": "gps0",
    }


def encode(number, moment):
    return json.dumps(fix(number, moment), separators=(",", ":")).encode()


def publish_all(publish, flush=lambda: None):
    """Calls `publish` with the number of the message and the moment, at a rate."""
    rate, count = float(WORDS[0]), int(WORDS[1])
    is_stopped = []
    signal.signal(signal.SIGTERM, lambda *_: is_stopped.append(True))
    processor, start, sent = processor_seconds(), now(), 0
    while sent < count and not is_stopped:
        if rate > 0:
            wait = start + int(sent * 1e9 / rate) - now()
            if wait > 0:
                time.sleep(wait * 1e-9)
        publish(sent, now())
        sent += 1
    end = now()
    flush()
    figures = {"role": "pub", "sent": sent, "start_ns": start, "end_ns": end}
    print(json.dumps(figures | {"cpu_s": processor_seconds() - processor} | memory()), flush=True)


class Subscriber:
    def __init__(self):
        self.count = int(WORDS[0])
        self.deadline = now() + int(float(WORDS[1]) * 1e9)
        self.got = self.first = self.last = 0
        self.sum = 0.0
        self.delays = []
        self.is_stopped = False
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, *_):
        self.is_stopped = True

    def ready(self):
        self.processor = processor_seconds()
        print("READY", flush=True)

    def take(self, payload):
        """Notes a message; returns whether it was the last one."""
        message = json.loads(payload)
        self.sum += message["latitude"]
        self.last = now()
        self.first = self.first or self.last
        self.got += 1
        if self.count <= LONGEST_TIMED_RUN:
            self.delays.append(self.last - round(message["time"] * 1e9))
        return self.got >= self.count

    def is_over(self):
        is_silent = self.got and now() - self.last > PATIENCE
        return self.is_stopped or self.got >= self.count or now() > self.deadline or bool(is_silent)

    def report(self):
        figures = {"role": "sub", "got": self.got, "want": self.count, "first_ns": self.first, "last_ns": self.last}
        figures["cpu_s"] = processor_seconds() - self.processor
        delays = sorted(self.delays) or [0]
        for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)):
            figures[name] = delays[int(share * (len(delays) - 1) + 0.5)] * 1e-3
        print(json.dumps(figures | {"sum": self.sum} | memory()), flush=True)
