#!/usr/bin/env python3
"""Measures the heading's accuracy on recordings with a reference, beside other filters on the same data."""

import argparse
import glob
import gzip
import json
import os
import re
import subprocess
import sys

import numpy as np

from runner import accuracy_contenders as contenders
from runner import accuracy_metrics as metrics
from runner import accuracy_trips as simulated
from runner.accuracy_plot import plot

HERE = os.path.dirname(os.path.abspath(__file__))
SWIFT = f"{HERE}/.build/release/bench-accuracy"
TRIPS = f"{HERE}/.build/release/bench-trips"
C = f"{HERE}/.build/c/wmm"
IRON = np.array([30.0, -25.0, 20.0])
GROUPS = (("magnet in the room", range(28, 32)), ("magnet on the board", range(32, 40)))


def recordings(folder):
    """The trials of a folder: CSV, plain or packed, with the columns of the reference data."""
    paths = sorted(glob.glob(f"{folder}/*.csv.gz") + glob.glob(f"{folder}/*.csv"))
    if not paths:
        sys.exit(f"no *.csv.gz or *.csv in {folder}: set DATA to a folder of recordings (docs/accuracy.md)")
    for path in paths:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
            table = np.genfromtxt(file, delimiter=",", names=True)
        name = os.path.basename(path).split(".")[0]
        columns = lambda *names: np.stack([table[each] for each in names], 1).copy()
        yield contenders.Trial(
            name, table["t_s"], columns("gx_rad_s", "gy", "gz"), columns("ax_m_s2", "ay", "az"),
            columns("mx_uT", "my", "mz"), columns("ref_qw", "ref_qx", "ref_qy", "ref_qz"), table["moving"] == 1)


def group_of(name):
    number = int(re.match(r"\d*", name).group() or 0)
    return next((group for group, numbers in GROUPS if number in numbers), None)


def mean(values):
    values = [value for value in values if np.isfinite(value)]
    return float(np.mean(values)) if values else float("nan")


def summary(rows):
    """The mean over trials, the worst of them, and the means of the groups."""
    found = {"mean": mean(row["rmse"] for row in rows.values()), "worst": max(row["rmse"] for row in rows.values())}
    for group, _ in GROUPS:
        found[group] = mean(row["rmse"] for name, row in rows.items() if group_of(name) == group)
    return found


def show_headings(result):
    print("\n### Heading RMSE while moving, degrees\n")
    print("| | hard iron | mean | worst | " + " | ".join(group for group, _ in GROUPS) + " | said, of the time |")
    print("|-|-|-|-|-|-|-|")
    for key, rows in result["headings"].items():
        name, iron = key.split("|")
        s = summary(rows)
        share = mean(row["share"] for row in rows.values())
        print(f"| {name} | {iron} | {s['mean']:.2f} | {s['worst']:.1f} | "
              + " | ".join(f"{s[group]:.2f}" for group, _ in GROUPS) + f" | {100 * share:.1f} % |")
    ours = {key.split("|")[1]: rows for key, rows in result["headings"].items() if key.startswith("Binnacle")}
    vqf = {key.split("|")[1]: rows for key, rows in result["headings"].items() if key.startswith("vqf")}
    print("\n### Each trial\n\n| trial | Binnacle | with iron | VQF | with iron |\n|-|-|-|-|-|")
    for name in ours["none"]:
        cells = [rows[name]["rmse"] if name in rows else float("nan")
                 for rows in (ours["none"], ours["added"], vqf.get("none", {}), vqf.get("added", {}))]
        print(f"| {name} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |")


def show_rest(result):
    print("\n### The accuracy that is told (95 %)\n\n| hard iron | covers | median, degrees |\n|-|-|-|")
    for iron, bound in result["bounds"].items():
        print(f"| {iron} | {100 * bound['covers']:.1f} % | {bound['median']:.1f} |")
    d = result["disturbance"]
    print(f"\n40 µT of the room, switched on in {d['trials']} undisturbed trials: the median accuracy goes from "
          f"{d['before']:.1f} to {d['after']:.1f} degrees within 2 s; {d['noticed']} noticed (twice as wide, or invalid).")
    print("\n### Seconds of motion until calibrated, with an added hard iron\n")
    print("| samples/s | median | slowest | error then, µT (median) |\n|-|-|-|-|")
    for row in result["calibration"]:
        print(f"| {row['rate']:.0f} | {row['median']:.1f} | {row['slowest']:.1f} | {row['error']:.2f} |")
    print(f"\nProcessor time of a sample of gyro, accelerometer and magnetometer: {result['sample_ns'] / 1000:.2f} µs")
    m = result["magnetic"]
    print(f"Magnetic model, an evaluation: {m['binnacle_ns']:.0f} ns; a plain C loop: {m['c_ns']:.0f} ns; "
          f"{m['binnacle_ns'] / m['c_ns']:.2f} times that")


def magnetic():
    """Both evaluate the same release at the same places, five times in turn; the least counts."""
    source = open(f"{HERE}/../Sources/Navigation/Magnetism/MagneticModel+Releases.swift").read()
    text = re.search(r'coefficients2025: StaticString = """\n(.*?)"""', source, re.S).group(1)
    runs = {"binnacle_ns": [], "c_ns": []}
    for _ in range(5):
        runs["binnacle_ns"].append(float(subprocess.run([SWIFT, "magnetic"], check=True, capture_output=True, text=True)
                                         .stdout.split()[0]))
        runs["c_ns"].append(float(subprocess.run([C], input=text, check=True, capture_output=True, text=True)
                                  .stdout.split()[0]))
    return {name: min(values) for name, values in runs.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", help="a folder of recordings")
    parser.add_argument("--json", help="where to leave every figure")
    parser.add_argument("--plot", help="a trial whose error over time to draw")
    parser.add_argument("--svg", default="accuracy.svg", help="where to draw it")
    parser.add_argument("--only-ours", action="store_true", help="leave the others out")
    arguments = parser.parse_args()
    trials = list(recordings(arguments.data))
    if arguments.plot:
        chosen = [trial for trial in trials if trial.name.startswith(arguments.plot)]
        if not chosen:
            sys.exit(f"no trial begins with {arguments.plot}: " + ", ".join(trial.name for trial in trials))
        plot(chosen[0], SWIFT, arguments.svg)
        return
    result = {"headings": {}, "bounds": {}, "calibration": []}
    costs = []
    for iron_name, iron in (("none", 0 * IRON), ("added", IRON)):
        errors, bounds = [], []
        rows = {}
        for trial in trials:
            run = contenders.binnacle(SWIFT, trial, iron)
            rows[trial.name] = metrics.heading(trial, run.orientation, run.valid)
            error = metrics.twist(trial, run.orientation)
            use = trial.scored & run.valid & np.isfinite(error) & np.isfinite(run.accuracy)
            errors.append(np.abs(error[use]))
            bounds.append(run.accuracy[use])
            costs.append(run.nanoseconds)
        result["headings"][f"Binnacle|{iron_name}"] = rows
        errors, bounds = np.concatenate(errors), np.concatenate(bounds)
        result["bounds"][iron_name] = {"covers": float(np.mean(errors <= bounds)), "median": float(np.median(bounds))}
        if arguments.only_ours:
            continue
        for name, run in contenders.others().items():
            result["headings"][f"{name}|{iron_name}"] = {
                trial.name: metrics.heading(trial, run(trial, iron)) for trial in trials}
    result["sample_ns"] = float(np.median(costs))
    result["disturbance"] = metrics.disturbance(trials, SWIFT)
    for rate in (20, 50, None, 100, 200):
        result["calibration"].append(metrics.calibration(trials, SWIFT, IRON, rate))
    result["magnetic"] = magnetic()
    result["trips"] = simulated.run(TRIPS)
    show_headings(result)
    show_rest(result)
    simulated.show(result["trips"])
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
