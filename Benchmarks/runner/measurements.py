"""What is measured of each contender."""

import json
import os
import subprocess

from .contenders import C, SWIFT
from .processes import run

# A rate without loss is looked for downwards from what arrived of a flood.
STEPS = [0.82] * 4 + [0.6] * 8


def delay(contender, rate, seconds):
    figures = run(contender, rate, max(20, int(rate * seconds)))
    sent, got = figures["pub"]["sent"], figures["sub"]["got"]
    result = {name: figures["sub"][name] for name in ("p50", "p90", "p99", "max")}
    result["lost"] = sent - got
    result["cpu"] = processor_microseconds(figures)
    for role in ("pub", "sub", "bus"):
        if role in figures:
            result[f"rss_{role}"] = figures[role]["rss_kb"] / 1024
            result[f"own_{role}"] = figures[role]["own_kb"] / 1024
    return result


def throughput(contender):
    """The highest rate at which nothing is lost."""
    figures = run(contender, 0, contender.flood)
    sent, got = figures["pub"]["sent"], figures["sub"]["got"]
    result = {"flood_lost": 1 - got / sent}
    pace = 0.9 * rate_of(figures)
    for step in STEPS:
        if got >= sent:
            break
        figures = run(contender, int(pace), max(500, int(pace * 0.6)))
        sent, got = figures["pub"]["sent"], figures["sub"]["got"]
        pace *= step
    result["rate"] = rate_of(figures) if got >= sent else 0
    result["cpu"] = processor_microseconds(figures)
    return result


def start(contender):
    """From the exec of a publisher to its first message at a subscriber that runs, milliseconds."""
    figures = run(contender, 2000, 2000, first_only=True)
    return {"ms": (figures["sub"]["first_ns"] - figures["exec_ns"]) * 1e-6}


def codec():
    """Nanoseconds to encode and to decode a fix; without yyjson where its source could not be had."""
    result = {}
    for program in filter(os.path.exists, (f"{SWIFT}/bench-codec", f"{C}/yyjson_codec")):
        output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        result |= {name: value for name, value in json.loads(output).items() if name.endswith("_ns")}
    return result


def rate_of(figures):
    return figures["sub"]["got"] / ((figures["sub"]["last_ns"] - figures["pub"]["start_ns"]) * 1e-9)


def processor_microseconds(figures):
    """For each message, of all processes together: seconds for a million."""
    got = max(1, figures["sub"]["got"])
    bus = figures.get("bus", {"cpu_s": 0})["cpu_s"]
    return (figures["pub"]["cpu_s"] + figures["sub"]["cpu_s"] + bus) / got * 1e6
