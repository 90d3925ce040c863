"""Subscribers that come and go: each asks for the last values, reads on for a moment, and leaves without a word.

usage: BINNACLE_BUS=... visit.py HOW_MANY_AT_ONCE [SEED]
Ends on SIGTERM and then says, as a JSON object, how many visits there were, how many messages came, and what was wrong with them: an answer that
was not complete, or a sequence that was not the one that was due.
"""
import json, os, random, signal, struct, sys, time, zmq

random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
context, poller = zmq.Context(), zmq.Poller()
visits, messages, faults, ending = 0, 0, [], []
signal.signal(signal.SIGTERM, lambda *_: ending.append(True))


class Visitor:
    def __init__(self):
        self.socket = context.socket(zmq.SUB)
        self.socket.set_hwm(0)
        self.socket.linger = 0
        self.socket.connect(os.environ["BINNACLE_BUS"] + "/subscribe")
        self.nonce = b"~visit" + os.urandom(6).hex().encode()
        prefix = random.choice([b"", b"fix/", b"magnetic-field/", b"status/"])
        self.socket.subscribe(prefix)
        self.socket.subscribe(self.nonce + b"/" + prefix)
        self.due, self.answers = {}, 0
        self.complete = False
        self.until = time.monotonic() + random.uniform(0.1, 2)
        poller.register(self.socket, zmq.POLLIN)

    def take(self, message):
        global messages
        messages += 1
        topic, rest = message.split(b"|", 1)
        publisher, sequence, published, flags, length, version, encoding = struct.unpack_from("<QQqIHBB", rest)
        if topic.startswith(b"~"):
            if not topic.startswith(self.nonce):
                return
            if flags & 8:
                count = json.loads(rest[length:])["count"]
                self.complete = True
                if count != self.answers:
                    faults.append(f"{self.answers} last values of {count}")
            else:
                self.answers += 1
                if not flags & 1:
                    faults.append(f"a last value without its flag on {topic}")
            return
        if sequence != self.due.get((topic, publisher), sequence):
            faults.append(f"{topic.decode()}: {sequence} where {self.due[topic, publisher]} was due")
        self.due[topic, publisher] = sequence + 1

    def leave(self):
        global visits
        visits += 1
        poller.unregister(self.socket)
        self.socket.close()


visitors = {}
while not ending:
    while len(visitors) < int(sys.argv[1]):
        visitor = Visitor()
        visitors[visitor.socket] = visitor
    for socket, _ in poller.poll(50):
        try:
            while True:
                visitors[socket].take(socket.recv(zmq.NOBLOCK))
        except zmq.Again:
            pass
    now = time.monotonic()
    for visitor in [v for v in visitors.values() if now > v.until]:
        # One that has no answer yet waits for it: it must come.
        if visitor.complete or now > visitor.until + 10:
            if not visitor.complete:
                faults.append("no answer for 10 s")
            del visitors[visitor.socket]
            visitor.leave()
print(json.dumps({"visits": visits, "messages": messages, "faults": faults[:20], "wrong": len(faults)}))
