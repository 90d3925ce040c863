"""Measures a topic with pyzmq alone: rate, bytes and delays of so many messages, as a JSON object.

usage: BINNACLE_BUS=... measure.py TOPIC COUNT
Says "ready" when its subscription is in force.
"""
import json, os, statistics, struct, sys, time, zmq

topic, count = sys.argv[1], int(sys.argv[2])
subscriber = zmq.Context().socket(zmq.SUB)
subscriber.set_hwm(0)
subscriber.connect(os.environ["BINNACLE_BUS"] + "/subscribe")
nonce = b"~measure" + os.urandom(6).hex().encode()
subscriber.subscribe(topic.encode() + b"|")
subscriber.subscribe(nonce + b"/!")
while not subscriber.recv().startswith(nonce):
    pass
print("ready", flush=True)
arrivals, sizes, published, measured = [], [], [], []
while len(arrivals) < count:
    message = subscriber.recv()
    now, wall = time.monotonic_ns(), time.time_ns()
    stamp = struct.unpack("<QQqIHBB", message.split(b"|", 1)[1][:32])
    arrivals.append(now / 1e9)
    sizes.append(len(message))
    published.append((wall - stamp[2]) / 1e9)
    measured.append(wall / 1e9 - json.loads(message.split(b"|", 1)[1][stamp[4]:])["time"])


def summary(values):
    return {"mean": statistics.fmean(values), "min": min(values), "max": max(values), "stdDev": statistics.pstdev(values)}


seconds = arrivals[-1] - arrivals[0]
print(json.dumps({
    "rate": (count - 1) / seconds, "bytesPerSecond": sum(sizes[1:]) / seconds, "sizes": summary(sizes),
    "intervals": summary([later - earlier for earlier, later in zip(arrivals, arrivals[1:])]),
    "published": summary(published), "time": summary(measured),
}))
