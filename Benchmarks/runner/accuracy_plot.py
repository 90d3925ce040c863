"""Draws the error of the heading over time, with the accuracy that was told."""

import numpy as np

from . import accuracy_contenders as contenders
from . import accuracy_metrics as metrics

WIDTH, HEIGHT, LEFT, TOP = 900, 360, 50, 30


def plot(trial, program, path):
    run = contenders.binnacle(program, trial, np.zeros(3))
    time = trial.time - trial.time[0]
    error = np.where(run.valid, metrics.twist(trial, run.orientation), np.nan)
    curves = [("error of Binnacle", error, "#06c", 1.4)]
    others = contenders.others()
    if "vqf" in others:
        curves.insert(0, ("error of VQF", metrics.twist(trial, others["vqf"](trial, np.zeros(3))), "#c60", 1))
    top = 20.0

    def point(t, value):
        return f"{LEFT + t / time[-1] * (WIDTH - LEFT - 10):.1f},{TOP + (top - value) / (2 * top) * (HEIGHT - 2 * TOP):.1f}"

    def line(values, colour, width):
        shapes, points = [], []
        for t, value in list(zip(time, values))[::5] + [(0, np.nan)]:
            if np.isfinite(value) and abs(value) <= top:
                points.append(point(t, value))
            elif points:
                shapes.append(f'<polyline fill="none" stroke="{colour}" stroke-width="{width}" points="{" ".join(points)}"/>')
                points = []
        return "".join(shapes)

    bound = np.where(run.valid, run.accuracy, np.nan)
    body = [line(bound, "#9bd", 1), line(-bound, "#9bd", 1)]
    body += [line(values, colour, width) for _, values, colour, width in curves]
    for value in (-20, -10, 0, 10, 20):
        start, end = point(0, value), point(time[-1], value)
        (x, y), (x2, y2) = start.split(","), end.split(",")
        body.append(f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" stroke="#ccc" stroke-width="0.5"/>'
                    f'<text x="4" y="{float(y) + 4:.1f}">{value}°</text>')
    for t in range(0, int(time[-1]) + 1, 20):
        x = point(t, -top).split(",")[0]
        body.append(f'<text x="{x}" y="{HEIGHT - 8}">{t} s</text>')
    moving = "".join(f'<rect x="{point(t, 0).split(",")[0]}" y="{HEIGHT - TOP}" width="2" height="4" fill="#888"/>'
                     for t in time[trial.moving][::20])
    names = "; ".join(f"{colour} {name}" for name, _, colour, _ in curves) + "; #9bd accuracy told; grey: moving"
    with open(path, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
                   f'font-size="11"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="16">'
                   f'{trial.name}: {names}</text>{"".join(body)}{moving}</svg>\n')
    print(path)
