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
    convention = getattr(imufusion, "CONVENTION_ENU", None)
    filter = imufusion.Ahrs()
    rate = round(1 / trial.step)
    settings = [imufusion.CONVENTION_ENU if convention is not None else imufusion.Convention.ENU, 0.5, 2000, 10, 10, 5 * rate]
    try:
        filter.settings = imufusion.Settings(*settings)
    except TypeError:
        # From 1.3 on the settings are named, and the rate is one of them.
        filter.settings = imufusion.AhrsSettings(
            convention=settings[0], gain=0.5, gyroscope_range=2000, acceleration_rejection=10, magnetic_rejection=10,
            recovery_trigger_period=5 * rate)
    field = trial.field + iron
    result = np.empty((len(field), 4))
    for index in range(len(field)):
        filter.update(np.degrees(trial.gyro[index]), trial.acceleration[index] / 9.80665, field[index], trial.step)
        q = filter.quaternion
        result[index] = getattr(q, "wxyz", q)
    return result


def _madgwick(trial, iron):
    import ahrs
    field = trial.field + iron
    filter = ahrs.filters.Madgwick(Dt=trial.step)
    q = ahrs.common.orientation.ecompass(trial.acceleration[0], field[0], frame="ENU", representation="quaternion")
    # Its level frame has magnetic north along x: turned a quarter, it is east, north, up.
    quarter = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    result = np.empty((len(field), 4))
    q = _product(quarter * [1, -1, -1, -1], np.asarray(q))
    for index in range(len(field)):
        q = filter.updateMARG(q, gyr=trial.gyro[index], acc=trial.acceleration[index], mag=field[index])
        result[index] = _product(quarter, q)
    return result


def _product(a, b):
    w, x, y, z = a
    W, X, Y, Z = b
    return np.array([w * W - x * X - y * Y - z * Z, w * X + x * W + y * Z - z * Y,
                     w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W])
