"""Writes every message of a bus to a file as JSON lines, with pyzmq alone.

usage: BINNACLE_BUS=... collect.py FILE [PREFIX ...]
Says "ready" on standard output when its subscriptions are in force; ends on SIGTERM, after what is under way has come.
"""
import json, os, signal, struct, sys, zmq

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
ending = []
signal.signal(signal.SIGTERM, lambda *_: ending.append(True))
with open(sys.argv[1], "w") as file:
    while True:
        if not subscriber.poll(500 if ending else 100):
            if ending:
                break
            continue
        topic, rest = subscriber.recv().split(b"|", 1)
        publisher, sequence, published, flags, length, version, encoding = struct.unpack("<QQqIHBB", rest[:32])
        if topic.startswith(b"~"):
            if topic.startswith(nonce) and flags & 8:
                print("ready", flush=True)
            continue
        payload = rest[length:]
        line = {"topic": topic.decode(), "publisher": publisher, "sequence": sequence, "published": published, "flags": flags}
        line["payload"] = json.loads(payload) if payload and encoding == 0 else None
        file.write(json.dumps(line) + "\n")
