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

    def test_who_has_none_or_a_wrong_one_is_told_so(self):
        public, secret = (key.decode() for key in zmq.curve_keypair())
        stranger = Keys(public, secret, self.key.bus)
        for keys, words in (
            (None, "lets in who has a key alone"),
            (stranger, "does not let the key in"),
            (Keys(self.key.public, self.key.secret, stranger.public), "its key is not the one in"),
        ):
            with self.subTest(words), self.assertLogs("binnacle", "ERROR") as log:
                node = self.node("phone", keys)
                with self.assertRaises(RequestError) as caught:
                    node.request("bus/ping", timeout=3)
                node.close()
            self.assertEqual(caught.exception.code, "timeout")
            self.assertIn(words, log.output[0])
            self.assertLessEqual(len(log.output), 2, "once for each socket that tells")
