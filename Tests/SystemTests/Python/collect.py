"""Writes every message of a bus to a file as JSON lines, with pyzmq alone.

usage: BINNACLE_BUS=... collect.py FILE [PREFIX ...]
Says "ready" on standard output when its subscriptions are in force. On SIGUSR1, and on SIGTERM, which ends it, it waits
for what is under way, at most a second, and says what has come since it last did, as a JSON object: how many messages of each topic, and
where a sequence was not the one that was due. The first of a publisher on a topic is due at 0, but for states and
logs, which may have begun before.
"""
import collections, json, os, signal, struct, sys, time, zmq

prefixes = [p.encode() for p in sys.argv[2:]] or [b""]
subscriber = zmq.Context().socket(zmq.SUB)
subscriber.set_hwm(0)
address = os.environ["BINNACLE_BUS"]
if address.startswith("tcp://"):
    host, port = address.rsplit(":", 1)
    subscriber.connect(f"{host}:{int(port) + 1}")
else:
    subscriber.connect(address + "/subscribe")
nonce = b"~collect" + os.urandom(6).hex().encode()
for prefix in prefixes:
    subscriber.subscribe(prefix)
subscriber.subscribe(nonce + b"/!")
asked = []
for number in signal.SIGTERM, signal.SIGUSR1:
    signal.signal(number, lambda number, _: asked.append((number, time.monotonic())))
counts, faults, due, ready = collections.Counter(), [], {}, False
with open(sys.argv[1], "w") as file:
    while True:
        quiet = not subscriber.poll(300 if asked else 100)
        if asked and (quiet or time.monotonic() > asked[0][1] + 1):
            file.flush()
            # Forgotten before they are answered: the next question may follow the answer at once.
            answered = [asked.pop(0)[0] for _ in range(len(asked))]
            print(json.dumps({"counts": counts, "faults": faults}), flush=True)
            if signal.SIGTERM in answered:
                break
            counts, faults = collections.Counter(), []
        if quiet:
            continue
        topic, rest = subscriber.recv().split(b"|", 1)
        publisher, sequence, published, flags, length, version, encoding = struct.unpack("<QQqIHBB", rest[:32])
        if topic.startswith(b"~"):
            # Once: the answer comes again when the bus has been restarted.
            if topic.startswith(nonce) and flags & 8 and not ready:
                print("ready", flush=True)
                ready = True
            continue
        payload, topic = rest[length:], topic.decode()
        first = sequence if topic.startswith(("status/", "log/")) else 0
        if sequence != due.get((topic, publisher), first):
            faults.append(f"{topic}: {sequence} where {due.get((topic, publisher), first)} was due")
        due[topic, publisher] = sequence + 1
        counts[topic] += 1
        line = {"topic": topic, "publisher": publisher, "sequence": sequence, "published": published, "flags": flags}
        line["payload"] = json.loads(payload) if payload and encoding == 0 else None
        file.write(json.dumps(line) + "\n")
