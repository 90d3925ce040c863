"""A provider that waits for nothing: thirty messages at once, by pyzmq alone, then silence."""

import os
import signal

import zmq

signal.signal(signal.SIGINT, signal.SIG_DFL)
push = zmq.Context().socket(zmq.PUSH)
push.connect(os.environ["BINNACLE_BUS"] + "/publish")
for number in range(30):
    push.send_multipart([b"burst/" + os.environ["BINNACLE_NODE"].encode(), b'{"number":%d}' % number])
signal.pause()
