"""What is measured of a trial."""

import dataclasses

import numpy as np

from . import accuracy_contenders as contenders


def product(a, b):
    w, x, y, z = a.T
    W, X, Y, Z = b.T
    return np.stack([w * W - x * X - y * Y - z * Z, w * X + x * W + y * Z - z * Y,
                     w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W], 1)


def matrices(q):
    w, x, y, z = q.T
    return np.stack([np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 1),
                     np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 1),
                     np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1)], 1)


def twist(trial, orientation):
    """The error of the heading, degrees: the rotation about the vertical from the estimate to the reference."""
    error = product(trial.reference, orientation * [1, -1, -1, -1])
    return (np.degrees(2 * np.arctan2(error[:, 3], error[:, 0])) + 180) % 360 - 180


def heading(trial, orientation, valid=None):
    """The root mean square error while moving, of the headings that are told, and how often one is."""
    error = twist(trial, orientation)
    use = trial.scored & np.isfinite(error) & (True if valid is None else valid)
    rmse = float(np.sqrt(np.mean(error[use] ** 2))) if use.any() else float("nan")
    return {"rmse": rmse, "share": float(use.sum() / trial.scored.sum())}


def true_iron(trial):
    """The hard iron by the reference orientation, least squares over the whole trial, µT."""
    use = np.isfinite(trial.reference).all(1)
    turn = np.transpose(matrices(trial.reference[use]), (0, 2, 1))
    system = np.concatenate([turn, np.tile(np.eye(3), (use.sum(), 1, 1))], 2).reshape(-1, 6)
    return np.linalg.lstsq(system, trial.field[use].reshape(-1), rcond=None)[0][3:]


def resampled(trial, rate):
    """The trial at another rate, by means of the samples between or by interpolation."""
    time = np.arange(trial.time[0], trial.time[-1], 1 / rate)
    if rate < 1 / trial.step:
        width = int(round(1 / (rate * trial.step)))
        smooth = lambda v: np.stack([np.convolve(v[:, i], np.ones(width) / width, "same") for i in range(3)], 1)
    else:
        smooth = lambda v: v
    along = lambda v: np.stack([np.interp(time, trial.time, smooth(v)[:, i]) for i in range(v.shape[1])], 1)
    nearest = np.clip(np.searchsorted(trial.time, time), 0, len(trial.time) - 1)
    return contenders.Trial(trial.name, time, along(trial.gyro), along(trial.acceleration), along(trial.field),
                            trial.reference[nearest], trial.moving[nearest])


def calibration(trials, program, iron, rate):
    """How long a device has to move until it says that it is calibrated, and how far off it is then."""
    times, errors = [], []
    for trial in trials:
        # The hard iron of trials with magnets on the board is not one.
        if trial.name[:2] in ("32", "33", "34", "35", "36", "37"):
            continue
        here = trial if rate is None else resampled(trial, rate)
        run = contenders.binnacle(program, here, iron)
        moved = np.cumsum(here.moving) * here.step
        known = run.calibrated & (run.uncertainty <= 2)
        first = int(np.argmax(known)) if known.any() else len(moved) - 1
        times.append(float(moved[first]))
        errors.append(float(np.linalg.norm(run.iron[first] - iron - true_iron(trial)) / np.sqrt(3)))
    return {"rate": rate or 1 / trials[0].step, "median": float(np.median(times)), "slowest": max(times),
            "error": float(np.median(errors))}


def disturbance(trials, program):
    """What becomes of the accuracy when the room's field changes by 40 µT in the middle of an undisturbed trial."""
    before, after, noticed = [], [], 0
    chosen = [trial for trial in trials if not trial.name[:2] in ("28", "29", "30", "31", "32", "33", "34", "35", "36")]
    for trial in chosen:
        moment = trial.time[0] + 0.6 * (trial.time[-1] - trial.time[0])
        on = trial.time >= moment
        reference = np.where(np.isfinite(trial.reference), trial.reference, [1, 0, 0, 0])
        added = np.einsum("nji,j->ni", matrices(reference), [30.0, -20.0, 17.3])
        field = trial.field + on[:, None] * added
        run = contenders.binnacle(program, dataclasses.replace(trial, field=field), np.zeros(3))
        bound = np.where(run.valid, run.accuracy, 180)
        earlier = bound[(trial.time < moment) & (trial.time > moment - 5)]
        later = bound[on & (trial.time < moment + 2)]
        before.append(float(np.median(earlier)))
        after.append(float(np.max(later)))
        noticed += bool(np.max(later) >= 2 * np.median(earlier))
    return {"trials": len(chosen), "before": float(np.median(before)), "after": float(np.median(after)), "noticed": noticed}
