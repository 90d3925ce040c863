"""Keys for a bus over the network (CurveZMQ)."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

import zmq


@dataclass(frozen=True, repr=False)
class Keys:
    """A key pair of ours and the public key of the bus, each 40 letters of Z85."""

    public: str
    secret: str
    bus: str

    @classmethod
    def load(cls, path: str) -> Keys:
        """Reads a key file: JSON with ``public``, ``secret`` and ``bus``; a ValueError says what is wrong."""
        with open(path, encoding="utf-8") as file:
            try:
                content = json.load(file)
                keys = cls(*(content[name] for name in ("public", "secret", "bus")))
            except (ValueError, TypeError, KeyError) as problem:
                raise ValueError(f"{path} is no key file, JSON with public, secret and bus: {problem!r}") from problem
        for name, key in vars(keys).items():
            if not isinstance(key, str) or len(key) != 40:
                raise ValueError(f"{path}: {name} is not a key, which has 40 letters")
        return keys

    @classmethod
    def from_environment(cls) -> Keys | None:
        """The keys in the file that ``BINNACLE_KEY`` names, or None."""
        path = os.environ.get("BINNACLE_KEY")
        return cls.load(path) if path else None

    def apply(self, socket: zmq.Socket[bytes]) -> None:
        """Has a socket use the keys, before it connects."""
        socket.curve_publickey = self.public.encode()
        socket.curve_secretkey = self.secret.encode()
        socket.curve_serverkey = self.bus.encode()
