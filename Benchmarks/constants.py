#!/usr/bin/env python3
"""Says what each constant of the heading is worth: multiplies it, one at a time, in a copy of the sources, and measures.

The copy reads the factors from its environment, so that it is built once; the sources themselves know nothing of this.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import tempfile

import numpy as np

from accuracy import IRON, recordings
from runner import accuracy_metrics as metrics

HERE = os.path.dirname(os.path.abspath(__file__))
COPY = f"{HERE}/.build/varied"
PROGRAM = f"{COPY}/.build/release/bench-accuracy"
# Where the constants of a device with a gyro are.
FILES = ("Attitude/AttitudeFilter", "Attitude/GyroBias", "Attitude/RestDetector", "Calibration/FieldFilter",
         "Calibration/HardIronCalibration", "Calibration/DirectionCoverage", "Calibration/SoftIronStage",
         "Compass/HeadingBound")
CONSTANT = re.compile(r"^( *(?:public |private )?static let (\w+) = )([-0-9a-z_.* /()pi]+)$", re.M)
FACTORS = (0.7, 1.3)

PACKAGE = """// swift-tools-version: 6.3
import PackageDescription
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(name: "varied", products: [.executable(name: "bench-accuracy", targets: ["AccuracyBenchmark"])], targets: [
    .target(name: "CGeodesic", linkerSettings: [.linkedLibrary("GeographicLib")]),
    .target(name: "Navigation", dependencies: ["CGeodesic"], swiftSettings: settings),
    .executableTarget(name: "AccuracyBenchmark", dependencies: ["Navigation"], swiftSettings: settings),
], swiftLanguageModes: [.v6])
"""
FACTOR = """internal import Glibc
/// The factor of a constant: VARY names it and says by how much, as in FieldFilter.noise=1.3.
func factor(_ name: String) -> Double {
    guard let text = getenv("VARY") else { return 1 }
    let parts = String(cString: text).split(separator: "=")
    return parts.count == 2 && parts[0] == name ? Double(parts[1]) ?? 1 : 1
}
"""


def build():
    """Makes the copy and builds it; gives the names of its constants."""
    shutil.rmtree(f"{COPY}/Sources", ignore_errors=True)
    for name, folder in (("CGeodesic", "../Sources"), ("Navigation", "../Sources"), ("AccuracyBenchmark", "Sources")):
        shutil.copytree(f"{HERE}/{folder}/{name}", f"{COPY}/Sources/{name}")
    names = []
    for file in FILES:
        path, owner = f"{COPY}/Sources/Navigation/{file}.swift", os.path.basename(file)

        def varied(match):
            names.append(f"{owner}.{match[2]}")
            return f'{match[1]}({match[3]}) * factor("{names[-1]}")'

        with open(path) as source:
            text = CONSTANT.sub(varied, source.read())
        with open(path, "w") as source:
            source.write(text)
    for path, text in ((f"{COPY}/Sources/Navigation/Factor.swift", FACTOR), (f"{COPY}/Package.swift", PACKAGE)):
        with open(path, "w") as file:
            file.write(text)
    subprocess.run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", COPY], check=True)
    return names


def prepared(trials, folder):
    """The trials as the program reads them, without and with the added iron."""
    for added in (0, 1):
        for trial in trials:
            path = f"{folder}/{trial.name}.{added}"
            np.savetxt(path, np.column_stack([trial.time + 1.7e9, trial.gyro, trial.acceleration,
                                              trial.field + added * IRON]), fmt="%.17g")
            yield trial, path


def errors(inputs, vary):
    """The heading RMSE of each trial without the iron, and then of each with it."""
    found = []
    for trial, path in inputs:
        with open(path) as file:
            output = subprocess.run([PROGRAM, "trial"], stdin=file, check=True, capture_output=True, text=True,
                                    env=os.environ | {"VARY": vary}).stdout
        rows = np.array([line.split()[:7] for line in output.split("\n")[:len(trial.time)]], dtype=float)
        found.append(metrics.heading(trial, rows[:, 1:5], rows[:, 6] == 1)["rmse"])
    return np.array(found).reshape(2, -1)


def show(base, results):
    print("| constant | × 0.7: none | added | worst | × 1.3: none | added | worst |\n|-|-|-|-|-|-|-|")

    def cells(rmse):
        return f"{rmse[0].mean():.2f} | {rmse[1].mean():.2f} | {rmse.max():.1f}"

    print(f"| as it is | {cells(base)} | | | |")
    changes = {name: max(abs(rmse.mean(1) - base.mean(1)).max() for rmse in each) for name, each in results.items()}
    for name in sorted(results, key=changes.get, reverse=True):
        print(f"| {name} | " + " | ".join(cells(rmse) for rmse in results[name]) + " |")


def show_halves(base, results):
    """Chooses the best single change on one half of the trials, and says what it does to the other half."""
    halves = {"odd": slice(0, None, 2), "even": slice(1, None, 2)}
    for chosen, other in (("odd", "even"), ("even", "odd")):
        def gain(rmse, half):
            return (rmse[:, halves[half]] - base[:, halves[half]]).mean()

        name, factor, rmse = min(((name, factor, rmse) for name, each in results.items()
                                  for factor, rmse in zip(FACTORS, each)), key=lambda entry: gain(entry[2], chosen))
        print(f"\nBest for the {chosen} trials of the list: {name} × {factor}, {gain(rmse, chosen):+.3f} degrees on these "
              f"and {gain(rmse, other):+.3f} on the others.")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", help="a folder of recordings")
    arguments = parser.parse_args()
    names = build()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        inputs = list(prepared(list(recordings(arguments.data)), folder))
        base = pool.submit(errors, inputs, "")
        runs = {name: [pool.submit(errors, inputs, f"{name}={factor}") for factor in FACTORS] for name in names}
        results = {name: [run.result() for run in each] for name, each in runs.items()}
    show(base.result(), results)
    show_halves(base.result(), results)


if __name__ == "__main__":
    main()
