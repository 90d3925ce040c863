"""Compares what a client says that it has lost with what is missing from what it has shown, and with what a foreign subscriber has seen.

usage: audit.py WITNESS CLIENT ...
WITNESS is a file of witness.py, CLIENT.out and CLIENT.err are what 'binnacle topic echo --json' has written to its two
outputs; a plus before the name says that the client lived until the end and was up to date then. Prints a JSON object; the exit code is 1
when something was lost unseen, or something old was passed off as live.
"""
import collections, json, re, sys

Place = collections.namedtuple("Place", "arrival topic publisher sequence flags")
faults = []


def fault(text):
    if len(faults) < 20:
        faults.append(text)


def gaps(places, who):
    """How many are missing of each publisher and topic, as the sequences show; what comes again must say so."""
    due, missing = {}, collections.Counter()
    for place in places:
        key = place.topic, place.publisher
        wanted = due.get(key, place.sequence)
        if place.sequence >= wanted:
            missing[key] += place.sequence - wanted
            due[key] = place.sequence + 1
        elif not place.flags & 1:
            fault(f"{who}: {place.topic} {place.sequence} came again as if it were live, {wanted} was due")
    return due, +missing


def witness(path):
    places, said = [], {}
    for line in open(path):
        arrival, published, topic, publisher, sequence, flags = line.split()
        if arrival == "@":
            said[topic, int(publisher)] = int(sequence)
        else:
            places.append(Place(int(arrival), topic, int(publisher), int(sequence), int(flags)))
    return places, said


def client(path):
    places = []
    for line in open(path + ".out"):
        # Who is killed may leave half a line.
        if line.endswith("\n"):
            m = json.loads(line)
            places.append(Place(0, m["topic"], m["publisher"], m["sequence"], int(m["lastValue"])))
    told = collections.Counter()
    for line in open(path + ".err"):
        if match := re.fullmatch(r"(\S+): (\d+) messages lost\n", line):
            told[match[1]] += int(match[2])
    return places, told


def beginnings(seen, places, ends):
    """What a client that lived lacks of the beginnings of publishers that began while it was subscribed.

    Returns the least and the most by topic: of who began at the time when it or the bus came, it cannot know.
    """
    firsts, starts, mine = {}, [], {}
    for place in seen:
        key = place.topic, place.publisher
        if key not in firsts:
            firsts[key] = place
            if place.topic == "status/bus":
                starts.append(place.arrival)
    for place in places:
        mine.setdefault((place.topic, place.publisher), place.sequence)
    if not places:
        return collections.Counter(), collections.Counter()
    arrivals = {(place.topic, place.publisher, place.sequence): place.arrival for place in seen}
    joined = next(
        (arrivals[p.topic, p.publisher, p.sequence] for p in places if (p.topic, p.publisher, p.sequence) in arrivals),
        seen[-1].arrival,
    )
    least, most = collections.Counter(), collections.Counter()
    for key, first in firsts.items():
        if first.arrival < joined or key[0] == "status/bus":
            continue
        missed = max(0, mine[key] - first.sequence) if key in mine else ends[key] - first.sequence
        most[key[0]] += missed
        if all(first.arrival > start + 3e9 for start in [joined] + [s for s in starts if s <= first.arrival]):
            least[key[0]] += missed
    return least, most


seen, said = witness(sys.argv[1])
due, missing = gaps(seen, "witness")
# What the bus has passed on, but the witness has not got: its own lost tail.
for key, sequence in said.items():
    if key in due and sequence >= due[key]:
        missing[key] += sequence + 1 - due[key]
        due[key] = sequence + 1
figures = {"messages": len(seen), "missing": sum(missing.values()), "clients": []}
for name in sys.argv[2:]:
    lives, name = name.startswith("+"), name.lstrip("+")
    places, told = client(name)
    ends, lacks = gaps(places, name)
    by_topic = collections.Counter()
    for (topic, publisher), count in lacks.items():
        by_topic[topic] += count
    if lives:
        for key, end in due.items():
            # What the bus itself says while the client ends, it may not have got.
            if key in ends and ends[key] < end and key[0] != "status/bus":
                by_topic[key[0]] += end - ends[key]
    unsure = collections.Counter()
    if lives:
        least, most = beginnings(seen, places, due)
        by_topic += least
        unsure = most - least
    for topic in set(by_topic) | set(told):
        # Who is killed may have told a loss, and not shown any more what came after it.
        if told[topic] < by_topic[topic] or (lives and told[topic] > by_topic[topic] + unsure[topic]):
            fault(f"{name}: {topic} lacks {by_topic[topic]}, and {told[topic]} were told")
    figures["clients"].append({"messages": len(places), "lost": sum(by_topic.values()), "told": sum(told.values())})
print(json.dumps(figures | {"faults": faults}))
sys.exit(1 if faults else 0)
