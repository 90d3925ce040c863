"""Publishes messages that were measured and published some time ago, as their stamps say, at a steady rate.

usage: BINNACLE_BUS=... stream.py TOPIC COUNT HZ READERS
Waits until so many subscriptions match. Message n was published 1 + n / COUNT seconds before it is sent, and measured 2 s
before that; every other payload is longer by 100 bytes.
"""
import json, os, struct, sys, time, zmq

topic, count, hz, readers = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
context = zmq.Context()
push, request = context.socket(zmq.PUSH), context.socket(zmq.REQ)
push.connect(os.environ["BINNACLE_BUS"] + "/publish")
request.connect(os.environ["BINNACLE_BUS"] + "/request")
while True:
    request.send_multipart([b"bus/listeners", json.dumps({"topics": [topic]}).encode()])
    if json.loads(request.recv())["result"]["topics"][topic]["count"] >= readers:
        break
    time.sleep(0.02)
publisher = int.from_bytes(os.urandom(6), "little")
start = time.monotonic()
for n in range(count):
    time.sleep(max(0, start + n / hz - time.monotonic()))
    published = time.time_ns() - 10**9 - n * 10**9 // count
    payload = b'{"time":%.6f,"note":"%s"}' % (published / 1e9 - 2, b"x" * (100 * (n % 2)))
    stamp = struct.pack("<QQqIHBB", publisher, n, published, 0, 32, 1, 0)
    push.send(topic.encode() + b"|" + stamp + payload)
