import bus, signal, zmq
signal.signal(signal.SIGINT, signal.SIG_DFL)
sub = zmq.Context().socket(zmq.SUB)
bus.connect(sub, "subscribe")
sub.subscribe("fix/")  # every fix; "fix/fusion|" is the one that fusion chose
while True:
    topic, rest = sub.recv().split(b"|", 1)
    sequence, length = int.from_bytes(rest[8:16], "little"), int.from_bytes(rest[28:30], "little")  # of the stamp
    if rest[30] == 1:  # its version
        print(topic.decode(), sequence, rest[length:].decode(errors="replace"), flush=True)  # an empty payload: no fix any more
