#!/usr/bin/env python3
"""Measures all contenders in interleaved rounds, and prints medians, spread and ratios to the baseline."""

import argparse
import json
import os
import signal
import sys
import tempfile

from runner import contenders, machine, measurements
from runner.table import Results, tables

DEFAULT_OUTPUT = os.path.join(contenders.HERE, ".build", "results.json")


def main():
    arguments = parse()
    # Told to stop, it ends what it started, as it does after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if arguments.table:
        with open(arguments.table) as file:
            print(tables(Results(json.load(file)["records"])))
        return
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, machine.multicast():
        chosen = choose(contenders.all_contenders(folder, machine.LCM_URL), arguments.only)
        outcome = {"machine": machine.description(), "load": [], "records": []}
        for number in range(arguments.rounds):
            outcome["load"].append(machine.load())
            print(f"round {number + 1} of {arguments.rounds}, load {machine.load()}", file=sys.stderr, flush=True)
            outcome["records"] += measure_round(number, chosen, arguments.seconds)
            with open(arguments.output, "w") as file:
                json.dump(outcome, file, indent=1)
    print(json.dumps(outcome["machine"]), "load at each round:", *outcome["load"])
    print(tables(Results(outcome["records"])))


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("ROUNDS") or 5))
    parser.add_argument("--only", help="names, separated by commas; the baseline is always among them")
    parser.add_argument("--seconds", type=float, default=2, help="how long delays are measured at each rate")
    parser.add_argument("--output", default=DEFAULT_OUTPUT, help="a file for all figures, as JSON")
    parser.add_argument("--table", help="only print the tables of such a file")
    return parser.parse_args()


def choose(everyone, only):
    names = only.split(",") + [contenders.BASELINE] if only else [contender.name for contender in everyone]
    chosen = [contender for contender in everyone if contender.name in names]
    for contender in chosen:
        if contender.missing:
            print(f"{contender.name} is left out: it needs {contender.missing}", file=sys.stderr)
    if not os.path.exists(f"{contenders.C}/yyjson_codec"):
        print("yyjson is left out: it needs the source package yyjson of PyPI", file=sys.stderr)
    return [contender for contender in chosen if not contender.missing]


def measure_round(number, chosen, seconds):
    """Contenders take turns within each measurement, so that the machine's drift meets all alike."""
    plan = [
        ("delay100", lambda contender: measurements.delay(contender, 100, seconds)),
        ("delay1000", lambda contender: measurements.delay(contender, 1000, seconds)),
        ("throughput", measurements.throughput),
        ("start", measurements.start),
    ]
    records = []
    for measurement, measure in plan:
        for contender in chosen:
            try:
                figures = measure(contender)
            except Exception as error:  # A contender that fails is not to end the run of the others.
                print(f"{contender.name}, {measurement}: {error}", file=sys.stderr)
                figures = None
            records.append({"round": number, "name": contender.name, "measurement": measurement, "figures": figures})
    records.append({"round": number, "name": "codec", "measurement": "codec", "figures": measurements.codec()})
    return records


if __name__ == "__main__":
    main()
