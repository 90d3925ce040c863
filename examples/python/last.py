import bus, secrets, struct, sys, zmq

sub = zmq.Context().socket(zmq.SUB)
bus.connect(sub, "subscribe")
prefix = sys.argv[1] if len(sys.argv) > 1 else ""  # "" is everything, "fix/" every fix, "fix/fusion|" one topic
sub.subscribe(f"~{secrets.token_hex(8)}/{prefix}")
while sub.poll(5000):
    topic, rest = sub.recv().split(b"|", 1)
    publisher, sequence, published, flags, length, version, encoding = struct.unpack("<QQqIHBB", rest[:32])
    if flags & 8:  # the end of the answer
        sys.exit()
    print(topic.split(b"/", 1)[1].decode(), rest[length:].decode(errors="replace"), flush=True)
sys.exit(f"no bus answers at {bus.address()}")
