"""Publishes a fixed position."""

import time

from bus import Bus

with Bus() as bus:
    here = {"latitude": bus.parameters["latitude"], "longitude": bus.parameters["longitude"]}
    while bus.is_running:
        bus.publish("fix", {"time": time.time(), **here})
        bus.wait(bus.parameters["interval"])
