"""What the tests share: the vectors of the protocol, and a bus of a test's own."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

import zmq

_VECTORS = pathlib.Path(__file__).resolve().parents[3] / "docs" / "protocol-vectors.json"


def vectors(name):
    """A list of the vectors."""
    with open(_VECTORS, encoding="utf-8") as file:
        return json.load(file)[name]


class BusTestCase(unittest.TestCase):
    """Has a bus in a fresh folder; ``BINNACLE_PROGRAM`` is the program ``binnacle``."""

    place = "ipc://{folder}/bus"

    def setUp(self):
        program = os.environ.get("BINNACLE_PROGRAM") or shutil.which("binnacle")
        if not program:
            self.skipTest("BINNACLE_PROGRAM does not name the program 'binnacle'")
        self.program = program
        folder = tempfile.TemporaryDirectory(prefix="binnacle-")
        self.addCleanup(folder.cleanup)
        self.address = self.place.format(folder=folder.name)
        self.start_bus()
        self.addCleanup(self.end_bus)

    def start_bus(self):
        """Starts the bus, and waits until it says where it is."""
        arguments = [self.program, "bus", "--address", self.address]
        self.bus = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.address = self.bus.stdout.readline().strip()
        self.assertTrue(self.address, "the bus did not start")

    def end_bus(self, number=signal.SIGTERM):
        """Ends it."""
        self.bus.send_signal(number)
        self.bus.wait(20)
        self.bus.stdout.close()

    def bare(self, kind, endpoint):
        """A bare socket, which a test does as it pleases with."""
        socket = zmq.Context.instance().socket(kind)
        self.addCleanup(socket.close, 0)
        socket.connect(endpoint)
        return socket
