"""pyzmq_sub.py ENDPOINT COUNT TIMEOUT: what one writes by hand, SUB with two parts and the json module."""

import time

import measure
import zmq

subscriber = measure.Subscriber()
context = zmq.Context()
sub = context.socket(zmq.SUB)
sub.subscribe(b"fix/")
sub.rcvtimeo = 200
sub.connect(measure.ENDPOINT)
# The bus has the subscription a few milliseconds after the connection.
time.sleep(0.1)
subscriber.ready()
while True:
    try:
        topic, payload = sub.recv_multipart()
    except zmq.Again:
        if subscriber.is_over():
            break
        continue
    if subscriber.take(payload):
        break
subscriber.report()
context.destroy(linger=0)
