import os, secrets, struct, sys, zmq

run = os.environ.get("XDG_RUNTIME_DIR")
bus = os.environ.get("BINNACLE_BUS") or (f"ipc://{run}/binnacle" if run else f"ipc:///tmp/binnacle-{os.getuid()}")
sub = zmq.Context().socket(zmq.SUB)
sub.connect(f"{bus}/subscribe" if bus.startswith("ipc:") else f"{bus[:bus.rindex(':')]}:{int(bus.split(':')[-1]) + 1}")
prefix = sys.argv[1] if len(sys.argv) > 1 else ""  # "" is everything, "fix/" every fix, "fix/fusion|" one topic
sub.subscribe(f"~{secrets.token_hex(8)}/{prefix}")
while sub.poll(5000):
    topic, rest = sub.recv().split(b"|", 1)
    publisher, sequence, published, flags, length, version, encoding = struct.unpack("<QQqIHBB", rest[:32])
    if flags & 8:  # the end of the answer
        sys.exit()
    print(topic.split(b"/", 1)[1].decode(), rest[length:].decode(errors="replace"), flush=True)
sys.exit(f"no bus answers at {bus}")
