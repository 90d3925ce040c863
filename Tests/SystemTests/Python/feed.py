"""Publishes a fix twenty times a second, as fix/feed, with a stamp that only a reader by the rules gets past.

usage: BINNACLE_BUS=... feed.py
The stamp is eight bytes longer than those of this version, and it and the payload are full of bars. The time in the payload is
the sequence and a half, so that each line that a subscriber prints can be checked by itself.
"""
import json, os, struct, time, zmq

push = zmq.Context().socket(zmq.PUSH)
address = os.environ["BINNACLE_BUS"]
push.connect(address if address.startswith("tcp://") else address + "/publish")
sequence = 0
while True:
    stamp = struct.pack("<QQqIHBB8s", 0x7C7C7C7C7C7C, sequence, time.time_ns(), 0, 40, 1, 0, b"||||||||")
    fix = {"time": sequence + 0.5, "latitude": 54.5, "longitude": 10.25, "source": "a|b ü"}
    push.send(b"fix/feed|" + stamp + json.dumps(fix, ensure_ascii=False).encode())
    sequence += 1
    time.sleep(0.05)
