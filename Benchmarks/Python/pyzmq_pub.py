"""pyzmq_pub.py ENDPOINT RATE COUNT: what one writes by hand, PUSH with two parts and the json module."""

import measure
import zmq

context = zmq.Context()
push = context.socket(zmq.PUSH)
push.linger = 10000
push.connect(measure.ENDPOINT)


def flush():
    push.close()
    context.term()


measure.publish_all(lambda number, moment: push.send_multipart([b"fix/gps0", measure.encode(number, moment)]), flush)
