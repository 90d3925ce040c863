"""Publishes at a rate, with pyzmq alone and stamps of its own.

usage: BINNACLE_BUS=... flood.py TOPIC COUNT RATE
"""
import os, random, struct, sys, time, zmq

push = zmq.Context().socket(zmq.PUSH)
push.set_hwm(0)
push.connect(os.environ["BINNACLE_BUS"] + "/publish")
publisher, count, rate = random.getrandbits(52), int(sys.argv[2]), float(sys.argv[3])
start = time.monotonic()
for sequence in range(count):
    stamp = struct.pack("<QQqIHBB", publisher, sequence, time.time_ns(), 0, 32, 1, 0)
    push.send(sys.argv[1].encode() + b"|" + stamp + b'{"text":"%s"}' % (b"x" * 200))
    ahead = start + sequence / rate - time.monotonic()
    if ahead > 0.005:
        time.sleep(ahead)
push.close()
zmq.Context.instance().term()
