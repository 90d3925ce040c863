"""Writes down where each message of a bus stands in its sequence, with pyzmq alone.

usage: BINNACLE_BUS=... witness.py FILE
Says "waiting" on standard output once it can be asked, and "ready" when its subscriptions are in force. A line of the file is: arrival and time of publishing
in nanoseconds of the monotonic and of the real-time clock, topic, publisher, sequence, flags. Of "status/bus" it keeps how far the bus
says each topic is, as lines with "@" for the arrival. On SIGUSR1 it says how many messages of each topic have come so far, as a JSON object.
SIGTERM ends it after all that was under way.
"""
import collections, json, os, signal, struct, sys, time, zmq

subscriber = zmq.Context().socket(zmq.SUB)
subscriber.set_hwm(0)
subscriber.connect(os.environ["BINNACLE_BUS"] + "/subscribe")
nonce = b"~witness" + os.urandom(6).hex().encode()
subscriber.subscribe(b"")
subscriber.subscribe(nonce + b"/!")
asked, ending, counts, ready = [], [], collections.Counter(), False
signal.signal(signal.SIGUSR1, lambda *_: asked.append(1))
signal.signal(signal.SIGTERM, lambda *_: ending.append(time.monotonic()))
print("waiting", flush=True)
with open(sys.argv[1], "w") as file:
    while True:
        came = subscriber.poll(300 if ending else 50)
        if asked:
            asked.pop()
            print(json.dumps(counts), flush=True)
        if ending and (not came or time.monotonic() > ending[0] + 2):
            break
        for _ in range(1000 if came else 0):
            try:
                topic, rest = subscriber.recv(zmq.NOBLOCK).split(b"|", 1)
            except zmq.Again:
                break
            publisher, sequence, published, flags, length, version, encoding = struct.unpack_from("<QQqIHBB", rest)
            if topic.startswith(b"~"):
                # The answer comes again when the bus has been restarted.
                if topic.startswith(nonce) and flags & 8 and not ready:
                    print("ready", flush=True)
                    ready = True
                continue
            topic = topic.decode()
            counts[topic] += 1
            print(time.monotonic_ns(), published, topic, publisher, sequence, flags, file=file)
            if topic == "status/bus":
                for name, place in json.loads(rest[length:])["topics"].items():
                    print("@", 0, name, place["publisher"], place["sequence"], 0, file=file)
