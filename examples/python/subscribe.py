import json, os, signal, zmq
signal.signal(signal.SIGINT, signal.SIG_DFL)
run = os.environ.get("XDG_RUNTIME_DIR")
bus = os.environ.get("BINNACLE_BUS") or (f"ipc://{run}/binnacle" if run else f"ipc:///tmp/binnacle-{os.getuid()}")
sub = zmq.Context().socket(zmq.SUB)
sub.connect(f"{bus}/subscribe" if bus.startswith("ipc:") else f"{bus[:bus.rindex(':')]}:{int(bus.split(':')[-1]) + 1}")
sub.subscribe("fix/")  # every fix; "fix/fusion|" is the one that fusion chose
for topic, rest in iter(lambda: sub.recv().split(b"|", 1), None):
    if fix := json.loads(rest[int.from_bytes(rest[28:30], "little"):] or b"{}"):  # after the stamp; empty: no fix any more
        print(topic.decode(), fix["time"], fix["latitude"], fix["longitude"], flush=True)
