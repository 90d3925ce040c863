"""Who is measured: each takes a trial and a hard iron, and gives orientations, device to east, north, up."""

import dataclasses
import importlib
import subprocess
import sys

import numpy as np


@dataclasses.dataclass
class Trial:
    name: str
    time: np.ndarray
    gyro: np.ndarray
    acceleration: np.ndarray
    field: np.ndarray
    reference: np.ndarray
    moving: np.ndarray

    @property
    def scored(self):
        return self.moving & np.isfinite(self.reference).all(1)

    @property
    def step(self):
        return float(np.median(np.diff(self.time)))


@dataclasses.dataclass
class Run:
    orientation: np.ndarray
    accuracy: np.ndarray
    valid: np.ndarray
    iron: np.ndarray
    uncertainty: np.ndarray
    calibrated: np.ndarray
    nanoseconds: float


def binnacle(program, trial, iron):
    table = np.column_stack([trial.time + 1.7e9, trial.gyro, trial.acceleration, trial.field + iron])
    text = "\n".join(" ".join(map(repr, map(float, row))) for row in table)
    output = subprocess.run([program, "trial"], input=text, check=True, capture_output=True, text=True).stdout.split("\n")
    rows = np.array([line.split() for line in output[:len(table)]], dtype=float)
    return Run(rows[:, 1:5], rows[:, 5], rows[:, 6] == 1, rows[:, 7:10], rows[:, 10], rows[:, 11] == 1,
               float(output[len(table)]))


def others():
    """The filters of PyPI that are installed; who is not is said and left out."""
    found = {}
    for name, run in (("vqf", _vqf), ("imufusion", _imufusion), ("ahrs", _madgwick)):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        found[{"ahrs": "ahrs, Madgwick"}.get(name, name)] = run
    return found


def _vqf(trial, iron):
    import vqf
    return vqf.VQF(trial.step).updateBatch(trial.gyro, trial.acceleration, trial.field + iron)["quat9D"]


def _imufusion(trial, iron):
    import imufusion
    rate = round(1 / trial.step)
    filter = imufusion.Ahrs()
    settings = imufusion.AhrsSettings()
    for name, value in (("sample_rate", 1 / trial.step), ("convention", imufusion.CONVENTION_ENU), ("gain", 0.5),
                        ("gyroscope_range", 2000), ("acceleration_rejection", 10), ("magnetic_rejection", 10),
                        ("rejection_timeout", 5 * rate)):
        setattr(settings, name, value)
    filter.set_settings(settings)
    result = np.empty((len(trial.field), 4))
    for index, field in enumerate(trial.field + iron):
        filter.update(np.degrees(trial.gyro[index]), trial.acceleration[index] / 9.80665, field)
        result[index] = filter.get_quaternion()
    return result


def _madgwick(trial, iron):
    import ahrs
    field = trial.field + iron
    filter = ahrs.filters.Madgwick(Dt=trial.step)
    # Its level frame is north, west, up; it is begun where the first sample points, and then turned to east, north, up.
    up = trial.acceleration[0] / np.linalg.norm(trial.acceleration[0])
    west = np.cross(up, field[0])
    west /= np.linalg.norm(west)
    q = _quaternion(np.array([np.cross(west, up), west, up]))
    quarter = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    result = np.empty((len(field), 4))
    for index in range(len(field)):
        q = filter.updateMARG(q, gyr=trial.gyro[index], acc=trial.acceleration[index], mag=field[index])
        result[index] = _product(quarter, q)
    return result


def _quaternion(matrix):
    """Of a rotation matrix: the eigenvector of the largest eigenvalue (Bar-Itzhack, 2000)."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    k = np.array([[a + e + i, h - f, c - g, d - b], [h - f, a - e - i, b + d, c + g],
                  [c - g, b + d, e - a - i, f + h], [d - b, c + g, f + h, i - a - e]])
    return np.linalg.eigh(k)[1][:, -1]


def _product(a, b):
    w, x, y, z = a
    W, X, Y, Z = b
    return np.array([w * W - x * X - y * Y - z * Z, w * X + x * W + y * Z - z * Y,
                     w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W])
