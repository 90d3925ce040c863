"""Many subscribers that join at once, each asking for the last values, with pyzmq alone.

usage: BINNACLE_BUS=... crowd.py HOW_MANY TOPIC
Each reads one topic, and asks for the last values of all.
Prints, as a JSON object, how many answers were complete, how many values the smallest and the largest had, and what was wrong.
"""
import json, os, struct, sys, time, zmq

wanted = sys.argv[2].encode() + b"|"
context, poller = zmq.Context(), zmq.Poller()
context.set(zmq.MAX_SOCKETS, 65536)
waiting, faults, counts = {}, [], []
for _ in range(int(sys.argv[1])):
    socket = context.socket(zmq.SUB)
    socket.set_hwm(0)
    socket.linger = 0
    socket.connect(os.environ["BINNACLE_BUS"] + "/subscribe")
    nonce = b"~crowd" + os.urandom(6).hex().encode()
    socket.subscribe(wanted)
    socket.subscribe(nonce + b"/")
    waiting[socket] = [nonce, 0]
    poller.register(socket, zmq.POLLIN)
end = time.monotonic() + 30
while waiting and time.monotonic() < end:
    for socket, _ in poller.poll(100):
        while socket in waiting:
            try:
                topic, rest = socket.recv(zmq.NOBLOCK).split(b"|", 1)
            except zmq.Again:
                break
            nonce, got = waiting[socket]
            flags, length = struct.unpack_from("<IH", rest, 24)
            if topic.startswith(b"~") and not topic.startswith(nonce):
                faults.append("somebody else's answer")
            if not topic.startswith(nonce):
                continue
            if not flags & 8:
                waiting[socket][1] += 1
                continue
            count = json.loads(rest[length:])["count"]
            counts.append(count)
            if count != got:
                faults.append(f"{got} values of {count}")
            poller.unregister(socket)
            del waiting[socket]
            socket.close()
if waiting:
    faults.append(f"{len(waiting)} have no answer")
print(json.dumps({"complete": len(counts), "least": min(counts, default=0), "most": max(counts, default=0), "faults": faults[:20]}))
