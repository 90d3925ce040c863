"""Simulated trips, whose truth is known, through the estimator of the fusion: what the accuracy covers of them."""

import collections
import concurrent.futures
import os
import subprocess

import numpy as np

KINDS = (("walk", "city-walk steady"), ("walk, swung and pocketed", "city-walk varied"), ("run", "city-run steady"),
         ("run, swung and pocketed", "city-run varied"), ("bicycle ride", "city-bicycle-ride steady"),
         ("drive", "freeway-drive steady"))
LATITUDES = (0, 45, 65)
# Seconds, samples a second, and seeds.
LENGTHS = ((120, (20, 50), range(1, 7)), (600, (20, 100), range(1, 4)), (1200, (20,), range(1, 4)))


def lines():
    return [f"{kind} {latitude} {rate} {seconds} {seed}" for _, kind in KINDS for latitude in LATITUDES
            for seconds, rates, seeds in LENGTHS for rate in rates for seed in seeds]


def one(program, line):
    """A trip: how many headings there were, were valid and were within their bound, squared errors, median bound."""
    output = subprocess.run([program], input=line + "\n", check=True, capture_output=True, text=True).stdout
    return [float(word) for word in output.split()]


def run(program):
    """The figures of each trip, by its line."""
    plans = lines()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(plans, pool.map(lambda line: one(program, line), plans)))


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def show(results):
    groups = collections.defaultdict(list)
    for line, figures in results.items():
        kind, handling, latitude, _, seconds, _ = line.split()
        groups[f"{kind} {handling}", int(latitude)].append((int(seconds), figures))
    lengths = [seconds for seconds, _, _ in LENGTHS]
    print("\n### Simulated trips\n\n| trip | latitude | covers: " + " | ".join(f"{s // 60} min" for s in lengths)
          + " | least of a trip | median, degrees | RMSE | said, of the time |\n|-|-|" + "-|" * (len(lengths) + 4))
    for name, kind in KINDS:
        for latitude in LATITUDES:
            trips = groups[kind, latitude]
            cells = [share(sum(f[2] for s, f in trips if s == length), sum(f[1] for s, f in trips if s == length))
                     for length in lengths]
            said = [figures for _, figures in trips if figures[1]]
            if said:
                cells += [share(*min(((f[2], f[1]) for f in said), key=lambda pair: pair[0] / pair[1])),
                          f"{np.median([f[4] for f in said]):.1f}",
                          f"{np.sqrt(sum(f[3] for f in said) / sum(f[1] for f in said)):.2f}"]
            else:
                cells += ["–", "–", "–"]
            cells.append(share(sum(f[1] for _, f in trips), sum(f[0] for _, f in trips)))
            print(f"| {name} | {latitude}° | " + " | ".join(cells) + " |")
