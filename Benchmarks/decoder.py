#!/usr/bin/env python3
"""Measures the decoder beside other parsers of NMEA 0183 on the same bytes, in interleaved rounds."""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SWIFT = f"{HERE}/.build/release/bench-decoder"
C = f"{HERE}/.build/c/nmea"
PYTHON = f"{HERE}/.build/python/bin/python"
EPOCHS = 600


def sealed(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


def recording():
    """What a receiver of four systems sends in ten minutes: 14 sentences a second, as u-blox orders them."""
    text = []
    for second in range(EPOCHS):
        time = f"12{second // 60:02}{second % 60:02}.00"
        place = f"51{30 + second * 0.0017:08.5f},N,005{30 + second * 0.0031:08.5f},E"
        text += map(sealed, [
            f"GNRMC,{time},A,{place},3.{second % 1000:03},{second % 360}.25,230326,,,A,V",
            f"GNVTG,{second % 360}.25,T,,M,3.{second % 1000:03},N,5.556,K,A",
            f"GNGGA,{time},{place},1,12,0.62,{10 + second % 50}.3,M,46.9,M,,",
            "GNGSA,A,3,05,07,13,14,15,22,30,,,,,,1.21,0.62,1.04,1",
            "GNGSA,A,3,65,72,81,88,,,,,,,,,1.21,0.62,1.04,2",
            "GNGSA,A,3,03,05,13,15,,,,,,,,,1.21,0.62,1.04,3",
            f"GPGSV,3,1,10,05,62,{second % 360:03},44,07,42,118,41,13,55,281,43,14,21,311,38,1",
            "GPGSV,3,2,10,15,28,180,40,22,14,064,35,30,33,105,41,01,05,020,,1",
            "GPGSV,3,3,10,17,08,240,29,19,02,330,,1",
            "GLGSV,2,1,06,65,41,088,38,72,55,020,40,81,33,250,36,88,72,300,42,1",
            "GLGSV,2,2,06,66,10,140,,71,12,330,27,1",
            "GAGSV,1,1,04,03,40,150,39,05,61,070,42,13,25,290,36,15,30,210,37,7",
            f"GNGST,{time},15,,,,1.2,1.5,2.4",
            f"GNGLL,{place},{time},A,A",
        ])
    return "".join(text)


def run(words):
    """Runs a program that reports itself; with the clock of the system for one that does not."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, seconds


def gpsdecode(path, sentences):
    """gpsd's own parser, which makes JSON of what it reads; its file is fed in through standard input."""
    with open(path, "rb") as file:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(["gpsdecode"], stdin=file, check=True, capture_output=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"sentences": sentences, "fixes": output.count(b'"class":"TPV"'), "seconds": seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--log", help="a recording of your own; its sentences are counted by the first contender")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-decoder-") as folder:
        path = arguments.log or f"{folder}/receiver.nmea"
        long_path = f"{folder}/long.nmea"
        if not arguments.log:
            with open(path, "w") as file:
                file.write(recording())
        with open(path, "rb") as file:
            content = file.read()
        copies = max(1, 40_000_000 // len(content))
        with open(long_path, "wb") as file:
            file.write(content * copies)
        sentences = content.count(b"$") * copies

        def self_reported(words):
            return lambda: json.loads(run(words)[0])

        contenders = {
            "C, checksums and fields": self_reported([C, "split", path]),
            "C, written for it": self_reported([C, "fix", path]),
            "Binnacle, NMEA": self_reported([SWIFT, "sentences", path]),
            "Binnacle, receiver": self_reported([SWIFT, "receiver", path]),
        }
        if shutil.which("gpsdecode"):
            contenders["gpsd 3.22, gpsdecode"] = lambda: gpsdecode(long_path, sentences)
        for library in ("pynmeagps", "pynmea2"):
            if subprocess.run([PYTHON, "-c", f"import {library}"], capture_output=True).returncode == 0:
                contenders[library] = self_reported([PYTHON, f"{HERE}/Python/nmea_parse.py", library, path])
            else:
                print(f"{library} is left out: it is not installed", file=sys.stderr)
        figures = {name: [] for name in contenders}
        for number in range(arguments.rounds):
            print(f"round {number + 1} of {arguments.rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
            for name, measure in contenders.items():
                found = measure()
                found["per_sentence"] = found["seconds"] / found["sentences"] * 1e9
                found["per_fix"] = found["seconds"] / max(found["fixes"], 1) * 1e9
                figures[name].append(found)
    show(figures)


def show(figures):
    reference = statistics.median(found["per_sentence"] for found in figures["C, written for it"])
    print("| parser | ns a sentence | sentences/s | ns of processor a fix | times the C parser |")
    print("|-|-|-|-|-|")
    for name, found in figures.items():
        values = sorted(each["per_sentence"] for each in found)
        median = statistics.median(values)
        fix = statistics.median(each["per_fix"] for each in found)
        per_fix = "" if name.startswith("C, checksums") else f"{fix:,.0f}"
        print(
            f"| {name} | {median:,.0f} ({values[0]:,.0f}–{values[-1]:,.0f}) | {1e9 / median:,.0f} | {per_fix} "
            f"| {median / reference:.2f} |"
        )


if __name__ == "__main__":
    main()
