"""Where a bus is."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

# A socket's path has room for 107 bytes; the longest of the three names takes 10 of them.
_LONGEST_FOLDER = 97
_HOST = re.compile(r"tcp://(\[[^\]/]+\]|[^:/\[\]]+)(?::(\d+))?", re.ASCII)


@dataclass(frozen=True)
class BusAddress:
    """One address that stands for the three sockets of a bus: ``ipc:///FOLDER`` or ``tcp://HOST:PORT``."""

    #: Where messages go in.
    publish: str
    #: Where messages come out.
    subscribe: str
    #: Where requests go.
    request: str

    @classmethod
    def parse(cls, text: str) -> BusAddress:
        """Reads an address; a ValueError says what is wrong with it."""
        form = "it is ipc:///FOLDER or tcp://HOST:PORT"
        if any(ord(letter) < 32 or ord(letter) == 127 for letter in text):
            raise ValueError(f"{text!r} is not the address of a bus: it has a control character; {form}")
        if text.startswith("ipc:///"):
            folder = text[6:].rstrip("/")
            if len(folder.encode()) > _LONGEST_FOLDER:
                raise ValueError(f"{text!r}: the folder's path may have {_LONGEST_FOLDER} bytes")
            return cls(*(f"ipc://{folder}/{name}" for name in ("publish", "subscribe", "request")))
        match = _HOST.fullmatch(text)
        if not match:
            raise ValueError(f"{text!r} is not the address of a bus; {form}")
        port = int(match[2] or 7750)
        if not 1 <= port <= 65533:
            raise ValueError(f"{text!r}: the port is a number from 1 to 65533, for two more ports follow it")
        return cls(*(f"tcp://{match[1]}:{port + offset}" for offset in range(3)))

    @classmethod
    def from_environment(cls) -> BusAddress:
        """The bus of this user: ``BINNACLE_BUS``, else a folder in ``XDG_RUNTIME_DIR``, else one in ``/tmp``."""
        if bus := os.environ.get("BINNACLE_BUS"):
            return cls.parse(bus)
        run = os.environ.get("XDG_RUNTIME_DIR", "")
        return cls.parse(f"ipc://{run}/binnacle" if run.startswith("/") else f"ipc:///tmp/binnacle-{os.getuid()}")

    def __str__(self) -> str:
        return self.publish.removesuffix("/publish")

    @property
    def is_tcp(self) -> bool:
        """Whether messages go over the network."""
        return self.publish.startswith("tcp:")

    @property
    def is_ipv6(self) -> bool:
        """Whether the host is given by its IPv6 address."""
        return self.publish.startswith("tcp://[")

    def check_owner(self) -> None:
        """Raises a PermissionError when the folder of the bus is there and is not ours alone."""
        if self.is_tcp:
            return
        folder = os.path.dirname(self.publish.removeprefix("ipc://"))
        try:
            status = os.stat(folder)
        except FileNotFoundError:
            return
        if status.st_uid != os.geteuid() and os.geteuid() != 0:
            raise PermissionError(f"the folder {folder} belongs to user {status.st_uid}; set BINNACLE_BUS to another")
        if status.st_mode & 0o077:
            raise PermissionError(f"the folder {folder} is open to others; run: chmod 700 {folder}")
