"""pyzmq_forward.py IN OUT: PULL to XPUB."""

import sys

import zmq

context = zmq.Context()
pull, xpub = context.socket(zmq.PULL), context.socket(zmq.XPUB)
xpub.xpub_nodrop = True
pull.bind(sys.argv[1])
xpub.bind(sys.argv[2])
print("READY", flush=True)
poller = zmq.Poller()
poller.register(pull, zmq.POLLIN)
poller.register(xpub, zmq.POLLIN)
while True:
    for socket, _ in poller.poll():
        parts = socket.recv_multipart()
        if socket is pull:
            xpub.send_multipart(parts)
