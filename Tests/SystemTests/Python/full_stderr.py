"""Starts a bus whose standard error is a full pipe that nobody reads, gives it cause to complain, and asks it something.

usage: full_stderr.py BINNACLE FOLDER
Says on standard output, as a JSON object: what the bus answered, and what it wrote once the pipe was read.
"""
import fcntl, json, os, socket, subprocess, sys, zmq

binnacle, folder = sys.argv[1:]
reading, writing = os.pipe()
fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
os.write(writing, b"." * 4096)
bus = subprocess.Popen([binnacle, "bus", "--address", f"ipc://{folder}"], stdout=subprocess.PIPE, stderr=writing)
os.close(writing)
assert bus.stdout.readline()


def complaint(words):
    stranger = socket.socket(socket.AF_UNIX)
    stranger.connect(f"{folder}/subscribe")
    stranger.sendall(words)
    while stranger.recv(4096):
        pass
    stranger.close()


def ping():
    requester = zmq.Context.instance().socket(zmq.REQ)
    requester.linger = 0
    requester.connect(f"ipc://{folder}/request")
    requester.send_multipart([b"bus/ping", b"{}"])
    return requester.recv().decode() if requester.poll(10_000) else None


complaint(b"GET / HTTP/1.1\r\n\r\n")
answer = ping()
os.read(reading, 4096)
# Of another kind: each is told once a minute.
complaint(b"\xff" + b"\0" * 8 + b"\x01\x7f\x02" + b"\0" * 64)
second = ping()
said = os.read(reading, 4096).decode()
bus.terminate()
print(json.dumps({"answers": [answer, second], "said": said, "status": bus.wait()}))
