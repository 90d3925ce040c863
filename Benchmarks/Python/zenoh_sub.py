"""zenoh_sub.py tcp/127.0.0.1:PORT COUNT TIMEOUT."""

import threading

import measure
from zenoh_session import open_session

subscriber = measure.Subscriber()
is_done = threading.Event()
session = open_session("subscriber")


def handle(sample):
    if subscriber.take(sample.payload.to_bytes()):
        is_done.set()


subscription = session.declare_subscriber("fix/**", handle)
subscriber.ready()
while not is_done.wait(0.2):
    if subscriber.is_over():
        break
subscriber.report()
session.close()
