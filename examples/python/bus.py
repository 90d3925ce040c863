"""Where the bus is: at BINNACLE_BUS, else in the folder of this user."""
import os, re, sys


def address():
    run = os.environ.get("XDG_RUNTIME_DIR")
    return os.environ.get("BINNACLE_BUS") or (f"ipc://{run}/binnacle" if run else f"ipc:///tmp/binnacle-{os.getuid()}")


def connect(socket, name):
    """Connects a socket to the bus's endpoint of a name: publish, subscribe or request."""
    bus, offset = address(), ("publish", "subscribe", "request").index(name)
    tcp = re.fullmatch(r"(tcp://(?:\[[^][/]+\]|[^][:/]+))(?::(\d{1,5}))?", bus, re.ASCII)
    port = int(tcp[2] or 7750) if tcp else 0
    if bus.startswith("ipc:///"):
        socket.connect(f"{bus}/{name}")
    elif 1 <= port <= 65533:
        socket.ipv6 = "[" in bus
        socket.connect(f"{tcp[1]}:{port + offset}")
    else:
        sys.exit(f"BINNACLE_BUS: '{bus}' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT")
