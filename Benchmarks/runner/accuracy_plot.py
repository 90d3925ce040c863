"""Draws the error of the heading over time, with the accuracy that was told."""

import numpy as np

from . import accuracy_contenders as contenders
from . import accuracy_metrics as metrics

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 400, 60, 20, 52, 44
# Degrees at the upper edge; what is beyond is drawn at the edge.
LIMIT = 20.0
# A point for every so many samples: more than there are pixels say nothing.
EVERY = 5


def plot(trial, program, path):
    run = contenders.binnacle(program, trial, np.zeros(3))
    time = trial.time - trial.time[0]
    curves = [("error of Binnacle", np.where(run.valid, metrics.twist(trial, run.orientation), np.nan), "#0057b8", 1.5)]
    others = contenders.others()
    if "vqf" in others:
        curves.insert(0, ("error of VQF", metrics.twist(trial, others["vqf"](trial, np.zeros(3))), "#d06000", 1.2))

    def x(t):
        return LEFT + t / time[-1] * (WIDTH - LEFT - RIGHT)

    def y(value):
        return TOP + (LIMIT - np.clip(value, -LIMIT, LIMIT)) / (2 * LIMIT) * (HEIGHT - TOP - BOTTOM)

    def stretches(values):
        """The runs of samples that are there, thinned out, as lists of times and values."""
        there = np.flatnonzero(np.isfinite(values))
        for part in np.split(there, np.flatnonzero(np.diff(there) > 1) + 1):
            if len(part) > 1:
                part = part[np.unique(np.append(np.arange(0, len(part), EVERY), len(part) - 1))]
                yield time[part], values[part]

    def points(times, values):
        return " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x(times), y(values)))

    body = []
    for times, bounds in stretches(np.where(run.valid, run.accuracy, np.nan)):
        body.append(f'<polygon fill="#cfe0f5" points="{points(times, bounds)} {points(times[::-1], -bounds[::-1])}"/>')
    for value in range(int(-LIMIT), int(LIMIT) + 1, 10):
        body.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#999" '
                    f'stroke-width="{1 if value == 0 else 0.4}"/>'
                    f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}°</text>')
    for name, values, colour, width in curves:
        body += [f'<polyline fill="none" stroke="{colour}" stroke-width="{width}" points="{points(*each)}"/>'
                 for each in stretches(values)]
    for t in range(0, int(time[-1]) + 1, 20):
        body.append(f'<text x="{x(t):.1f}" y="{HEIGHT - BOTTOM + 26}" text-anchor="middle">{t} s</text>')
    for times, _ in stretches(np.where(trial.moving, 1.0, np.nan)):
        body.append(f'<rect x="{x(times[0]):.1f}" width="{x(times[-1]) - x(times[0]):.1f}" y="{HEIGHT - BOTTOM + 6}" '
                    'height="4" fill="#777"/>')
    legend = [(name, f'<line x1="0" x2="22" y1="-4" y2="-4" stroke="{colour}" stroke-width="3"/>')
              for name, _, colour, _ in reversed(curves)]
    legend += [("accuracy told (95 %)", '<rect width="22" height="10" y="-9" fill="#cfe0f5"/>'),
               ("moving", '<rect width="22" height="4" y="-6" fill="#777"/>')]
    for index, (name, sign) in enumerate(legend):
        body.append(f'<g transform="translate({LEFT + 180 * index},40)">{sign}<text x="28">{name}</text></g>')
    with open(path, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
                   f'font-size="12"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="18" '
                   f'font-size="14">{trial.name}: degrees from the reference, over time</text>{"".join(body)}</svg>\n')
    print(path)
