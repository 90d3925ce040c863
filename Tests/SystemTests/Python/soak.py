"""Reads everything that comes over a bus for a while, with pyzmq alone, and measures the memory of processes meanwhile.

usage: BINNACLE_BUS=... soak.py SECONDS NAME=PID ...
Says "ready" on standard output when its subscriptions are in force. At the end it says, as a JSON object: how many messages came, of
which topics; how many are missing by their sequences, and how many at the ends, where "status/bus" has got further; and
the resident memory of each process in KiB, second by second. A minute's figures go to standard error.
"""
import collections, json, os, struct, sys, time, zmq

seconds = float(sys.argv[1])
processes = dict(argument.split("=") for argument in sys.argv[2:])
page = os.sysconf("SC_PAGE_SIZE") // 1024
subscriber = zmq.Context().socket(zmq.SUB)
subscriber.set_hwm(0)
subscriber.connect(os.environ["BINNACLE_BUS"] + "/subscribe")
nonce = b"~soak" + os.urandom(6).hex().encode()
subscriber.subscribe(b"")
subscriber.subscribe(nonce + b"/!")
counts, gaps, repeats, due = collections.Counter(), collections.Counter(), 0, {}
memory = {name: [] for name in processes}
positions, start, sampled, told = {}, None, 0, 0


def resident(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * page


def take(message):
    global repeats, positions, start
    topic, rest = message.split(b"|", 1)
    publisher, sequence, published, flags, length, version, encoding = struct.unpack_from("<QQqIHBB", rest)
    if topic.startswith(b"~"):
        if topic.startswith(nonce) and flags & 8 and start is None:
            print("ready", flush=True)
            start = time.monotonic()
        return
    key = topic, publisher
    wanted = due.get(key, sequence)
    if sequence > wanted:
        gaps[topic.decode()] += sequence - wanted
    if sequence < wanted:
        repeats += 1
        return
    due[key] = sequence + 1
    counts[topic.decode()] += 1
    if topic == b"status/bus":
        positions = json.loads(rest[length:])["topics"]


def tails():
    """How far the bus has got beyond what came before its status."""
    return {
        topic: place["sequence"] + 1 - due[key]
        for topic, place in positions.items()
        if (key := (topic.encode(), place["publisher"])) in due and place["sequence"] >= due[key]
    }


while start is None or time.monotonic() < start + seconds:
    if subscriber.poll(100):
        before = counts["status/bus"]
        take(subscriber.recv())
        # What the bus says comes by the same way as the messages: what is missing then, is.
        if counts["status/bus"] != before:
            for topic, missing in tails().items():
                gaps[topic] += missing
                due[topic.encode(), positions[topic]["publisher"]] += missing
    if start is not None and time.monotonic() >= start + sampled:
        sampled += 1
        for name, pid in processes.items():
            memory[name].append(resident(pid))
        if time.monotonic() >= start + 60 * (told + 1):
            told += 1
            now = {name: values[-1] for name, values in memory.items()}
            print(f"{told} min: {sum(counts.values())} messages, gaps {dict(gaps)}, KiB {now}", file=sys.stderr, flush=True)
print(json.dumps({
    "messages": sum(counts.values()), "counts": counts, "gaps": gaps, "repeats": repeats, "memory": memory,
}))
