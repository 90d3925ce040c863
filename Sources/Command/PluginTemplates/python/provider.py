"""Publishes a fixed position."""

import time

from bus import Bus

with Bus() as bus:
    here = {name: bus.parameters.number(name) for name in ("latitude", "longitude")}
    interval = bus.parameters.number("interval")
    while bus.is_running:
        bus.publish("fix", {"time": time.time(), **here})
        bus.wait(interval)
