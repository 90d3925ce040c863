"""Who is measured: for each a publisher, a subscriber, and what stands between them."""

import os
import shutil
import socket
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
C = f"{HERE}/.build/c"
SWIFT = f"{HERE}/.build/release"
PYTHON = f"{HERE}/.build/python/bin/python"
BUS = f"{os.path.dirname(HERE)}/.build/release/binnacle"

OURS = "binnacle"
BASELINE = "libzmq"


@dataclass
class Contender:
    name: str
    what: str
    publisher: list
    subscriber: list
    # How many messages a run at full speed has: a second's worth, about.
    flood: int
    bus: list = None
    # What tells that the bus is up: a line that it prints, or a port.
    bus_line: str = None
    bus_port: int = None
    environment: dict = field(default_factory=dict)
    # Seconds from READY until the subscriber is known to all: peers without a bus find each other first.
    settling: float = 0.05
    # Why it does not run here, with the package that brings it.
    missing: str = None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def python(script, *words):
    return [PYTHON, f"{HERE}/Python/{script}", *words]


def all_contenders(folder, lcm_url):
    """`folder`: an empty one, for sockets."""
    ports = [free_port() for _ in range(3)]
    front, back = f"ipc://{folder}/in", f"ipc://{folder}/out"
    address = f"ipc://{folder}/bus"
    mqtt = f"127.0.0.1:{ports[1]}"
    mosquitto = f"{folder}/mosquitto.conf"
    with open(mosquitto, "w") as file:
        file.write(f"listener {ports[1]} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n")
        file.write("max_queued_messages 0\npersistence false\nlog_type error\n")
    nats = f"nats://127.0.0.1:{ports[0]}"
    zenoh = f"tcp/127.0.0.1:{ports[2]}"
    contenders = [
        Contender(
            OURS, "typed Swift nodes through the bus",
            [f"{SWIFT}/bench-publish", address], [f"{SWIFT}/bench-subscribe", address], 300_000,
            bus=[BUS, "bus", "--address", address], bus_line="ipc://",
            # Readers are let in 300 ms before senders.
            settling=0.3,
        ),
        Contender(
            BASELINE, "C, the same one part through a bare PULL-XPUB forwarder, JSON by hand",
            [f"{C}/zmq_pub", front], [f"{C}/zmq_sub", back], 500_000,
            bus=[f"{C}/zmq_forward", front, back], bus_line="READY",
        ),
        Contender(
            "libzmq-binnacle", "the programs in C of the baseline through our bus",
            [f"{C}/zmq_pub", f"{address}/publish"], [f"{C}/zmq_sub", f"{address}/subscribe"], 300_000,
            bus=[BUS, "bus", "--address", address], bus_line="ipc://", settling=0.3,
        ),
        Contender(
            "nats", "C, JSON by hand",
            [f"{C}/nats_pub", nats], [f"{C}/nats_sub", nats], 400_000,
            bus=["nats-server", "-a", "127.0.0.1", "-p", str(ports[0])], bus_port=ports[0],
        ),
        Contender(
            "lcm", "C, typed, multicast",
            [f"{C}/lcm_pub", lcm_url], [f"{C}/lcm_sub", lcm_url], 150_000, settling=0.15,
        ),
        Contender(
            "cyclonedds", "C, typed, reliable, all kept",
            [f"{C}/dds_pub", "Fix"], [f"{C}/dds_sub", "Fix"], 200_000, settling=0.15,
            environment={"CYCLONEDDS_URI": f"file://{HERE}/Config/cyclone.xml"},
        ),
        Contender(
            "mosquitto", "C, MQTT of quality 0, JSON by hand",
            [f"{C}/mqtt_pub", mqtt], [f"{C}/mqtt_sub", mqtt], 100_000,
            bus=["mosquitto", "-c", mosquitto], bus_port=ports[1],
            missing=lacks("mosquitto", f"{C}/mqtt_pub", "Debian's mosquitto and libmosquitto-dev"),
        ),
        Contender(
            "zenoh", "Python, peer to peer, the json module",
            python("zenoh_pub.py", zenoh), python("zenoh_sub.py", zenoh), 40_000, settling=0.15,
            missing=lacks_module("zenoh", "PyPI's eclipse-zenoh"),
        ),
        Contender(
            "pyzmq", "Python, two parts through a PULL-XPUB forwarder, the json module",
            python("pyzmq_pub.py", front), python("pyzmq_sub.py", back), 40_000,
            bus=python("pyzmq_forward.py", front, back), bus_line="READY",
            missing=lacks_module("zmq", "PyPI's pyzmq"),
        ),
    ]
    return contenders


def lacks(program, built, packages):
    has_program = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    return None if has_program and os.path.exists(built) else packages


def lacks_module(module, package):
    libraries = f"{HERE}/.build/python/lib"
    versions = os.listdir(libraries) if os.path.isdir(libraries) else []
    found = any(os.path.isdir(f"{libraries}/{version}/site-packages/{module}") for version in versions)
    return None if found else package
