"""The tables: medians, spread, and ratios to the baseline in the same round."""

from statistics import median

from .contenders import BASELINE


def number(value):
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


class Results:
    """Figures by contender, measurement and name, a value a round; the rounds that failed are left out."""

    def __init__(self, records):
        self.records = records
        self.names = list(dict.fromkeys(record["name"] for record in records if record["name"] != "codec"))

    def values(self, name, measurement, figure):
        return {
            record["round"]: record["figures"][figure]
            for record in self.records
            if (record["name"], record["measurement"]) == (name, measurement)
            and figure in (record["figures"] or {})
        }

    def spread(self, name, measurement, figure, scale=1.0):
        values = [value * scale for value in self.values(name, measurement, figure).values()]
        if not values:
            return "–"
        return f"{number(median(values))} ({number(min(values))}–{number(max(values))})"

    def middle(self, name, measurement, figure):
        values = self.values(name, measurement, figure).values()
        return number(median(values)) if values else "–"

    def ratio(self, name, measurement, figure, to=BASELINE):
        ours, theirs = self.values(name, measurement, figure), self.values(to, measurement, figure)
        ratios = [ours[round] / theirs[round] for round in ours if theirs.get(round)]
        return f"{median(ratios):.2f}" if ratios else "–"

    def memory(self, name):
        roles = [role for role in ("pub", "sub", "bus") if self.values(name, "delay1000", f"rss_{role}")]
        return ", ".join(
            f"{role} {self.middle(name, 'delay1000', f'rss_{role}')}/{self.middle(name, 'delay1000', f'own_{role}')}"
            for role in roles
        )


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|-" * len(header) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def tables(results):
    delays = [
        [
            name,
            results.spread(name, "delay100", "p50"),
            results.spread(name, "delay100", "p99"),
            results.spread(name, "delay1000", "p50"),
            results.ratio(name, "delay1000", "p50"),
            results.spread(name, "delay1000", "p99"),
            results.ratio(name, "delay1000", "p99"),
        ]
        for name in results.names
    ]
    costs = [
        [
            name,
            results.spread(name, "throughput", "rate", 1e-3),
            results.ratio(name, "throughput", "rate"),
            results.spread(name, "throughput", "cpu"),
            results.ratio(name, "throughput", "cpu"),
            results.spread(name, "delay1000", "cpu"),
            results.ratio(name, "delay1000", "cpu"),
            results.spread(name, "start", "ms"),
            results.ratio(name, "start", "ms"),
            results.memory(name),
        ]
        for name in results.names
    ]
    codecs = [
        [
            what,
            results.spread("codec", "codec", f"{key}encode_ns"),
            codec_ratio(results, f"{key}encode_ns", "yyjson_encode_ns"),
            results.spread("codec", "codec", f"{key}decode_ns"),
            codec_ratio(results, f"{key}decode_ns", "yyjson_decode_ns"),
        ]
        for what, key in (("Messages", ""), ("yyjson", "yyjson_"), ("C by hand", "hand_"))
    ]
    return "\n\n".join(
        [
            "One-way delay, µs",
            markdown(["", "100 Hz, p50", "100 Hz, p99", "1 kHz, p50", "×", "1 kHz, p99", "×"], delays),
            "Rate, cost and size",
            markdown(
                [
                    "", "highest rate without loss, 1000/s", "×", "CPU s per million there", "×",
                    "CPU s per million at 1 kHz", "×", "start to first message, ms", "×",
                    "resident/own MiB at 1 kHz",
                ],
                costs,
            ),
            "A fix as JSON, ns",
            markdown(["", "encode", "× yyjson", "decode", "× yyjson"], codecs),
        ]
    )


def codec_ratio(results, figure, reference):
    ours, theirs = results.values("codec", "codec", figure), results.values("codec", "codec", reference)
    ratios = [ours[round] / theirs[round] for round in ours if round in theirs]
    return f"{median(ratios):.2f}" if ratios else "–"
