"""The machine, and what has to be set up on it for a run."""

import os
import platform
import re
import subprocess
from contextlib import contextmanager

LCM_GROUP = "239.255.76.67"
LCM_URL = f"udpm://{LCM_GROUP}:7667?ttl=0&recv_buf_size=4194304"
SUDO = [] if os.geteuid() == 0 else ["sudo"]


def description():
    with open("/proc/cpuinfo") as file:
        text = file.read()
    model = re.search(r"model name\s*: (.*)", text)
    with open("/etc/os-release") as file:
        system = re.search(r'PRETTY_NAME="(.*)"', file.read())
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) / 1024 / 1024
    return {
        "processor": model[1] if model else platform.machine(),
        "processors": os.cpu_count(),
        "memory_gib": round(memory),
        "system": system[1] if system else platform.system(),
        "kernel": platform.release(),
    }


def load():
    with open("/proc/loadavg") as file:
        return float(file.read().split()[0])


@contextmanager
def multicast():
    """Lets LCM's multicast through the loopback interface, and takes that back at the end."""
    route = ["route", "show", LCM_GROUP]
    if subprocess.run(["ip", *route], capture_output=True, text=True).stdout.strip():
        yield
        return
    subprocess.run([*SUDO, "ip", "link", "set", "lo", "multicast", "on"], check=False)
    subprocess.run([*SUDO, "ip", "route", "add", f"{LCM_GROUP}/32", "dev", "lo"], check=False)
    try:
        yield
    finally:
        subprocess.run([*SUDO, "ip", "route", "del", f"{LCM_GROUP}/32", "dev", "lo"], check=False)
        subprocess.run([*SUDO, "ip", "link", "set", "lo", "multicast", "off"], check=False)
