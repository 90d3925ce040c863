"""A node on the bus, with pyzmq alone: it introduces itself, publishes, subscribes, answers, and ends when it is told to."""

import json, os, re, secrets, signal, struct, sys, time

try:
    import zmq
except ImportError:
    sys.exit(f"error: {sys.executable} has no pyzmq: install Debian's python3-zmq, or put an environment that has it first on the PATH")

VERSION = 1  # of the contract


class Parameters(dict):
    """The parameters of plugin.yaml; who asks for one that is not there is told so."""

    def __missing__(self, name):
        fail(f"there is no '{name}'")

    def number(self, name):
        value = self[name]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            fail(f"'{name}' is no number")
        return value

    @classmethod
    def from_environment(cls):
        text = os.environ.get("BINNACLE_PARAMETERS") or "{}"
        try:
            found = json.loads(text)
        except ValueError as error:
            fail(str(error))
        if not isinstance(found, dict):
            fail(f"'{text}' is no JSON object")
        return cls(found)


def fail(why):
    print(f"error: BINNACLE_PARAMETERS: {why}; start the plugin with 'binnacle run'", file=sys.stderr)
    sys.exit(2)


def take_key(socket, path):
    """Gives a socket the key in a file, for a bus that asks for one."""
    try:
        with open(path, encoding="utf-8") as file:
            key = json.load(file)
        socket.curve_publickey, socket.curve_secretkey = key["public"].encode(), key["secret"].encode()
        socket.curve_serverkey = key["bus"].encode()
    except OSError as error:
        sys.exit(f"error: BINNACLE_KEY: cannot read {path}: {error.strerror}")
    except (ValueError, TypeError, KeyError, AttributeError, zmq.ZMQError) as error:
        sys.exit(f"error: BINNACLE_KEY: {path} is no key of a client ({error}); make one with 'binnacle keys new' at the bus")


class Bus:
    """The way onto the bus. Everything happens in ``wait``: call it again and again."""

    def __init__(self):
        self.name = os.environ.get("BINNACLE_NODE") or os.path.splitext(os.path.basename(sys.argv[0]))[0]
        #: The parameters of plugin.yaml, checked and with their defaults.
        self.parameters = Parameters.from_environment()
        #: False once the plugin is asked to stop.
        self.is_running = True
        #: "ready", or "degraded" and why.
        self.state, self.note = "ready", None
        #: Methods by name: each takes a dictionary and returns one. Others call them as <node>/<method>.
        self.answers = {"ping": lambda body: {}, "received": self._tell_received}
        self._publishes, self._reads, self._told = [], [], None
        self._handlers, self._received, self._next_sign = [], {}, 0.0
        self._nonce = secrets.token_hex(8)
        # When to say that no bus has answered; None once one has, or that has been said.
        self._complaint = time.monotonic() + 2
        self._context = zmq.Context()
        self._push = self._open(zmq.PUSH, "publish", 0)
        self._sub = self._open(zmq.SUB, "subscribe", 1)
        self._dealer = self._open(zmq.DEALER, "request", 2)
        # A signal, and the end of the launcher, wake up whoever waits.
        self._bell, ringer = os.pipe()
        os.set_blocking(ringer, False)
        signal.set_wakeup_fd(ringer)
        for number in signal.SIGINT, signal.SIGTERM:
            signal.signal(number, lambda *_: self.stop())
        self._poller = zmq.Poller()
        for waited in self._sub, self._dealer, self._bell:
            self._poller.register(waited, zmq.POLLIN)
        self._lifeline = int(os.environ.get("BINNACLE_LIFELINE") or -1)
        if self._lifeline >= 0:
            self._poller.register(self._lifeline, zmq.POLLIN)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._request("goodbye", {"name": self.name})
        self._context.destroy(linger=1000)

    def stop(self):
        """Ends ``wait``."""
        self.is_running = False

    def publish(self, kind, value):
        """Publishes a dictionary on <kind>/<name>; None says that there is no value any more."""
        topic = f"{kind}/{self.name}"
        payload = b"" if value is None else json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
        if topic not in self._publishes:
            self._publishes.append(topic)
        try:
            self._push.send_multipart([topic.encode(), payload], zmq.NOBLOCK)
        except zmq.Again:
            pass  # No bus, and its queue is full: the newest is given up.

    def subscribe(self, topic, handler):
        """Calls ``handler(topic, value)`` for a topic ("fix/fusion"), all below one ("fix/"), or everything ("")."""
        prefix = topic if not topic or topic.endswith("/") else topic + "|"
        self._handlers.append((prefix, handler))
        self._sub.subscribe(prefix)
        # Asks for the last values; what closes them says that both subscriptions are in force.
        self._sub.subscribe(f"~{self._nonce}/{prefix}")

    def wait(self, seconds):
        """Lets the bus come and go, calls handlers, and returns after so long, or when the plugin is to end."""
        if not isinstance(seconds, (int, float)):
            fail(f"{seconds!r} is no number of seconds to wait")
        end, has_looked = time.monotonic() + seconds, False
        while self.is_running:
            self._give_sign()
            now = time.monotonic()
            if self._complaint and now > self._complaint:
                print(f"warning: no bus answers at {self._address}; waiting for one", file=sys.stderr)
                self._complaint = None
            # Once at least, however short: who never looks hears nothing.
            if now >= end and has_looked:
                break
            has_looked = True
            for ready, _ in self._poller.poll(max(0, min(end, self._next_sign) - now) * 1000 + 1):
                if ready is self._sub:
                    self._deliver(self._sub.recv())
                elif ready is self._dealer:
                    self._take(self._dealer.recv_multipart())
                elif ready == self._bell:
                    os.read(self._bell, 64)
                else:
                    self.stop()

    def _open(self, kind, name, offset):
        run = os.environ.get("XDG_RUNTIME_DIR")
        bus = os.environ.get("BINNACLE_BUS") or (f"ipc://{run}/binnacle" if run else f"ipc:///tmp/binnacle-{os.getuid()}")
        self._address = bus
        socket = self._context.socket(kind)
        socket.sndhwm = 64
        # An IPv6 address stands in brackets, in which there are colons.
        tcp = re.fullmatch(r"(tcp://(?:\[[^][/]+\]|[^][:/]+))(?::(\d{1,5}))?", bus, re.ASCII)
        port = int(tcp[2] or 7750) if tcp else 0
        if bus.startswith("ipc:///"):
            socket.connect(f"{bus}/{name}")
        elif 1 <= port <= 65533:
            socket.ipv6 = "[" in bus
            if path := os.environ.get("BINNACLE_KEY"):
                take_key(socket, path)
            socket.connect(f"{tcp[1]}:{port + offset}")
        else:
            sys.exit(f"error: BINNACLE_BUS: '{bus}' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT")
        return socket

    def _request(self, method, body):
        try:
            self._dealer.send_multipart([method.encode(), b"", f"bus/{method}".encode(), json.dumps(body).encode()], zmq.NOBLOCK)
        except zmq.Again:
            pass

    def _give_sign(self):
        """Says hello to the bus, and again when something has changed; else that the node lives, once a second."""
        hello = {"name": self.name, "pid": os.getpid(), "version": VERSION, "publishes": list(self._publishes),
                 "reads": list(self._reads), "answers": list(self.answers),
                 "provides": [word for word in os.environ.get("BINNACLE_PROVIDES", "").split(",") if word]}
        if hello == self._told and time.monotonic() < self._next_sign:
            return
        if hello != self._told:
            self._request("hello", hello)
        self._told = hello
        self._request("heartbeat", {"name": self.name, "state": self.state, **({"note": self.note} if self.note else {})})
        self._next_sign = time.monotonic() + 1

    def _take(self, parts):
        self._complaint = None
        if parts[0]:  # An answer of the bus.
            error = json.loads(parts[-1]).get("error")
            if error and error["code"] == "unknown-node":
                self._told = None  # The bus has been restarted: hello again.
            elif error and parts[0] == b"hello":
                print(f"error: {error['message']}", file=sys.stderr)
                sys.exit(1)
            return
        _, caller, method, body = parts
        name = method.decode()
        if name not in self.answers:
            answer = {"error": {"code": "unknown-method", "message": f"{self.name} does not answer '{name}'"}}
        else:
            try:
                answer = {"result": self.answers[name](json.loads(body))}
            except Exception as error:
                answer = {"error": {"code": "failed", "message": f"{type(error).__name__}: {error}"}}
        self._dealer.send_multipart([b"", caller, json.dumps(answer).encode()])

    def _deliver(self, message):
        topic, _, rest = message.partition(b"|")
        if len(rest) < 32 or rest[30] != VERSION:
            return
        publisher, sequence, _, flags, length, _, _ = struct.unpack_from("<QQqIHBB", rest)
        name, own = topic.decode(), f"~{self._nonce}/"
        if name.startswith(own):
            name = name[len(own):]
            if flags & 8:  # The end of the last values of a subscription.
                self._reads += [prefix for prefix, _ in self._handlers if prefix.rstrip("|") == name and prefix not in self._reads]
                return
        elif name.startswith("~"):
            return
        known = self._received.get(name)
        if known and known[0] == publisher and known[1] >= sequence:
            return  # A last value that had come before.
        self._received[name] = publisher, sequence
        payload = rest[length:]
        try:
            value = json.loads(payload) if payload else None
        except ValueError:
            return  # Whoever publishes may send what is no JSON.
        for prefix, handler in self._handlers:
            if f"{name}|".startswith(prefix):
                handler(name, value)

    def _tell_received(self, body):
        known = {topic: self._received[topic] for topic in body["topics"] if topic in self._received}
        return {"topics": {topic: {"publisher": place[0], "sequence": place[1]} for topic, place in known.items()}}
