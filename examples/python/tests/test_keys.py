import os
import subprocess
import tempfile

import zmq

from binnacle import Keys, Node, RequestError

from .support import BusTestCase


class KeyedBusTests(BusTestCase):
    """A bus on the loopback that lets in who has a key."""

    place = "tcp://127.0.0.1:*"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="binnacle-")
        self.addCleanup(self.folder.cleanup)
        environment = {**os.environ, "BINNACLE_KEYS": f"{self.folder.name}/keys"}
        # The bus beside it that needs no key is in the same folder.
        environment["BINNACLE_BUS"] = f"ipc://{self.folder.name}/bus"
        self.environment = environment
        super().setUp()

    def start_bus(self):
        self.key = self.make_key("phone", "--publish", "fix", "--call", "*")
        arguments = [self.program, "bus", "--secure", self.address]
        self.bus = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=self.environment)
        while "(with keys)" not in (line := self.bus.stdout.readline()):
            self.assertTrue(line, "the bus did not start")
        self.address = line.split()[0]

    def make_key(self, name, *permissions):
        made = subprocess.run(
            [self.program, "keys", "new", name, *permissions], env=self.environment, capture_output=True, text=True
        )
        if made.returncode == 2:
            self.skipTest("this bus has no keys")
        self.assertEqual(made.returncode, 0, made.stderr)
        return Keys.load(made.stdout.strip())

    def node(self, name, keys):
        node = Node(name, self.address, keys=keys)
        self.addCleanup(node.close)
        return node

    def test_who_has_a_key_publishes_reads_and_asks(self):
        node = self.node("phone", self.key)
        self.assertTrue(node.wait_welcome(10))
        subscribed = node.subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        node.publisher("fix").publish({"time": 1})
        self.assertEqual(subscribed.get(10).value, {"time": 1})
        self.assertEqual(node.request("bus/ping")["version"], 1)

    def test_who_publishes_what_the_key_does_not_permit_is_told_so(self):
        with self.assertLogs("binnacle", "WARNING") as log:
            node = self.node("phone", self.key)
            node.publisher("imu").publish({"time": 1})
            self.assertTrue(node.wait_welcome(10))
            # The answer to the hello with that topic comes before that of the second of these.
            for _ in range(2):
                node.request("bus/ping")
        told = "WARNING:binnacle:the key may not publish imu/phone: the bus drops what is sent there"
        self.assertEqual(log.output, [told])

    def refused(self, node, code):
        """The error with that code that a request comes to; who has the wrong sort of keys may be cut off before."""
        while True:
            with self.assertRaises(RequestError) as caught:
                node.request("bus/ping", timeout=30)
            if caught.exception.code == code:
                return caught.exception

    def test_who_has_none_or_a_wrong_one_is_told_so(self):
        public, secret = (key.decode() for key in zmq.curve_keypair())
        stranger = Keys(public, secret, self.key.bus)
        for keys, words, code in (
            (None, "lets in who has a key alone; set BINNACLE_KEY", "refused"),
            (stranger, "does not let the key in (the key file): it is unknown there", "refused"),
            (Keys(self.key.public, self.key.secret, stranger.public), "the key of the bus in the key file is not", "timeout"),
        ):
            with self.subTest(words), self.assertLogs("binnacle", "ERROR") as log:
                node = self.node("phone", keys)
                error = self.refused(node, code)
                if code == "refused":
                    # It is not tried again, so nobody waits for a better answer.
                    for call in node.subscribe, lambda: node.publisher("fix").publish({}), node.wait_welcome:
                        with self.assertRaises(RequestError) as again:
                            call()
                        self.assertIn(words, again.exception.message)
                else:
                    with self.assertRaises(RequestError) as again:
                        node.request("bus/ping", timeout=0.1)
                    self.assertIn(words, again.exception.message)
                node.close()
            self.assertIn(words, error.message)
            self.assertIn(words, log.output[-1])
            self.assertLessEqual(len(log.output), 2, log.output)

    def test_who_brings_a_key_where_none_is_asked_for_is_told_so(self):
        plain = subprocess.Popen(
            [self.program, "bus", "--address", "tcp://127.0.0.1:*"],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        try:
            address = plain.stdout.readline().strip()
            with self.assertLogs("binnacle", "ERROR"):
                node = Node("phone", address, keys=self.key)
                self.addCleanup(node.close)
                error = self.refused(node, "refused")
            self.assertIn(f"asks for no key, but was given {self.key.path}", error.message)
        finally:
            plain.terminate()
            plain.wait(20)
            plain.stdout.close()

    def test_who_may_not_read_is_told_so_where_it_subscribes_and_does_the_rest(self):
        mute = self.make_key("mute", "--no-read", "--publish", "fix", "--call", "*")
        reader = self.node("reader", self.key).subscribe("fix")
        self.assertTrue(reader.wait_in_force(10))
        with self.assertNoLogs("binnacle", "WARNING"):
            node = self.node("mute", mute)
            self.assertTrue(node.wait_welcome(10))
            node.publisher("fix").publish({"time": 1})
            self.assertEqual(reader.get(10).value, {"time": 1})
        words = "the key 'mute' may not read: what is subscribed to does not come"
        with self.assertLogs("binnacle", "ERROR") as log:
            first = node.subscribe("fix")
            for call in lambda: next(first), first.wait_in_force, lambda: node.subscribe("pin").get(10):
                with self.assertRaises(RequestError) as caught:
                    call()
                self.assertEqual((caught.exception.code, caught.exception.message), ("refused", words))
        self.assertEqual(log.output, [f"ERROR:binnacle:{words}"])
        self.assertEqual(node.request("bus/ping")["version"], 1)
        node.publisher("fix").publish({"time": 2})
        self.assertEqual(reader.get(10).value, {"time": 2})

    def test_whose_key_is_revoked_is_told_so(self):
        node = self.node("phone", self.key)
        subscribed = node.subscribe("fix")
        self.assertTrue(node.wait_welcome(10) and subscribed.wait_in_force(10))
        with self.assertLogs("binnacle", "ERROR") as log:
            revoked = subprocess.run([self.program, "keys", "revoke", "phone"], env=self.environment, capture_output=True)
            self.assertEqual(revoked.returncode, 0, revoked.stderr)
            with self.assertRaises(RequestError) as caught:
                next(subscribed)
        self.assertIn("does not let the key 'phone' in", caught.exception.message)
        self.assertEqual(len(log.output), 1, log.output)
