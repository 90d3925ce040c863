"""Checks what collect.py has collected of a replayed drive, against the recording, pygeomag and GeographicLib.

usage: check_drive.py COLLECTED RECORDING.csv [LATITUDE,LONGITUDE of the pin]
Prints what was found as one JSON object; the exit code is 1 when something is wrong.
"""
import collections, csv, datetime, json, math, sys
from geographiclib.geodesic import Geodesic
from pygeomag import GeoMag

messages = [json.loads(line) for line in open(sys.argv[1])]
rows = list(csv.DictReader(open(sys.argv[2])))
faults = []


def check(condition, text):
    if not condition and len(faults) < 20:
        faults.append(text)


def of(topic):
    return [m for m in messages if m["topic"] == topic]


def seconds(text):
    return datetime.datetime.fromisoformat(text).timestamp()


expected = collections.defaultdict(int)
for m in messages:
    key = m["topic"], m["publisher"]
    if m["topic"].startswith("status/") and key not in expected:
        expected[key] = m["sequence"]  # it may have begun before we did
    check(m["sequence"] == expected[key], f"{key}: sequence {m['sequence']} where {expected[key]} was due")
    expected[key] = m["sequence"] + 1

fixes = [m["payload"] for m in of("fix/replay")]
chosen = [m["payload"] for m in of("fix/fusion")]
check(len(fixes) == len(rows), f"{len(fixes)} fixes of {len(rows)} rows")
check(len(chosen) == len(rows), f"{len(chosen)} chosen fixes of {len(rows)} rows")
for name, list_ in (("fix/replay", fixes), ("fix/fusion", chosen)):
    for fix, row in zip(list_, rows):
        for key, column in (("latitude", "latitude"), ("longitude", "longitude"), ("speed", "speed"), ("course", "bearing")):
            value = float(row[column]) if row[column] else None
            # Android writes a bearing of 0 with an accuracy of 0 where it knows none.
            if column == "bearing" and value == 0 and float(row["bearingAccuracy"] or 0) == 0:
                value = None
            check(fix.get(key) == value, f"{name} at {row['time']}: {key} is {fix.get(key)}, not {value}")
        check(abs(fix["time"] - seconds(row["time"])) < 1e-6, f"{name} at {row['time']}: time {fix['time']}")

# Declination: of the newest fix's place and time, as pygeomag has it.
models = {}
headings = [m["payload"] for m in of("heading/fusion")]
worst = 0.0
valid = 0
place = None
for m in messages:
    if m["topic"] == "fix/fusion":
        place = m["payload"]
    elif m["topic"] == "heading/fusion" and "trueHeading" in m["payload"]:
        heading = m["payload"]
        valid += 1
        moment = datetime.datetime.fromtimestamp(heading["time"], datetime.timezone.utc)
        start = datetime.datetime(moment.year, 1, 1, tzinfo=datetime.timezone.utc)
        end = datetime.datetime(moment.year + 1, 1, 1, tzinfo=datetime.timezone.utc)
        year = moment.year + (moment - start) / (end - start)
        base = 2025 if year >= 2025 else 2020
        model = models.setdefault(base, GeoMag(base_year=base))
        want = model.calculate(place["latitude"], place["longitude"], place.get("altitude", 0) / 1000, year).d
        turn = (heading["trueHeading"] - heading["magneticHeading"] + 540) % 360 - 180
        worst = max(worst, abs(turn - want))
check(worst <= 0.01, f"declination differs from pygeomag's by {worst} degrees")

# Arrows: from the fix of the same time to the pin.
arrows = [m["payload"] for m in messages if m["topic"].startswith("arrow/") and m["payload"]]
worst_distance = worst_bearing = 0.0
if len(sys.argv) > 3:
    latitude, longitude = map(float, sys.argv[3].split(","))
    by_time = {fix["time"]: fix for fix in chosen}
    check(arrows, "there is no arrow")
    for arrow in arrows:
        fix = by_time.get(arrow["time"])
        if fix is None:
            check(False, f"an arrow at {arrow['time']}, when there was no fix")
            continue
        line = Geodesic.WGS84.Inverse(fix["latitude"], fix["longitude"], latitude, longitude)
        worst_distance = max(worst_distance, abs(line["s12"] - arrow["distance"]))
        if "bearing" in arrow:
            worst_bearing = max(worst_bearing, abs((line["azi1"] - arrow["bearing"] + 540) % 360 - 180))
        else:
            check(line["s12"] < 0.001, f"no bearing at a distance of {line['s12']} m")
    check(worst_distance <= 0.001, f"distance differs by {worst_distance} m")
    check(worst_bearing <= 1e-6, f"bearing differs by {worst_bearing} degrees")

# The first arrow of each fix turns from the newest direction before it: fusion tells what goes with a fix ahead of it.
expected_directions = {}
newest = {}
for m in messages:
    if m["topic"] == "direction/fusion":
        newest = m["payload"]
    elif m["topic"] == "fix/fusion":
        time = m["payload"]["time"]
        expected_directions[time] = newest
worst_turn = 0.0
turns = set()
for arrow in arrows:
    if arrow["time"] in turns or arrow["time"] not in expected_directions:
        continue
    turns.add(arrow["time"])
    direction = expected_directions[arrow["time"]]
    known = "direction" in direction and direction.get("reference") == "true" and "bearing" in arrow
    check(("relative" in arrow) == known, f"the arrow at {arrow['time']} has {'a' if 'relative' in arrow else 'no'} turn")
    if known and "relative" in arrow:
        turn = arrow["bearing"] - direction["direction"]
        worst_turn = max(worst_turn, abs((arrow["relative"] - turn + 540) % 360 - 180))
check(worst_turn <= 1e-6, f"the turn differs by {worst_turn} degrees")
if len(sys.argv) > 3:
    check(len(turns) == len(chosen), f"{len(turns)} of {len(chosen)} fixes have an arrow")

# Direction: the course, when it goes faster than 3 m/s.
fast = [m["payload"] for m in of("direction/fusion") if m["payload"].get("speed", 0) > 3]
by_course = sum(1 for d in fast if d.get("source") == "course")
check(not fast or by_course >= 0.99 * len(fast), f"the direction is the course in {by_course} of {len(fast)} messages")

print(json.dumps({
    "rows": len(rows), "fixes": len(fixes), "chosen": len(chosen), "headings": len(headings), "true headings": valid,
    "worst declination": worst, "arrows": len(arrows), "worst distance": worst_distance, "worst bearing": worst_bearing, "turns": len(turns), "worst turn": worst_turn,
    "fast directions": len(fast), "by course": by_course, "faults": faults,
}))
sys.exit(1 if faults else 0)
