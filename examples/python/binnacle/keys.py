"""Keys for a bus over the network (CurveZMQ)."""

from __future__ import annotations

import os
from dataclasses import dataclass

import zmq

from .jsontext import read_json


@dataclass(frozen=True, repr=False)
class Keys:
    """A key pair of ours and the public key of the bus, each 40 letters of Z85: what ``binnacle keys new`` makes."""

    public: str
    secret: str
    bus: str
    #: The file that they are from, for what is said of them.
    path: str = ""
    #: The name by which the bus knows them.
    name: str = ""

    @property
    def title(self) -> str:
        """The key in words."""
        return f"the key '{self.name}'" if self.name else "the key"

    @property
    def file(self) -> str:
        """The file in words."""
        return self.path or "the key file"

    @classmethod
    def load(cls, path: str) -> Keys:
        """Reads a key file: JSON with ``public``, ``secret`` and ``bus``; a ValueError says what is wrong."""
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise ValueError(f"{path} is open to others; run: chmod 600 {path}")
            try:
                content = read_json(file.read())
                name = content.get("name")
                keys = cls(
                    content["public"], content["secret"], content["bus"], path, name if isinstance(name, str) else ""
                )
            except (ValueError, TypeError, KeyError, AttributeError) as problem:
                raise ValueError(f"{path} is no key file, JSON with public, secret and bus: {problem!r}") from problem
        for name in "public", "secret", "bus":
            key = content[name]
            if not isinstance(key, str) or len(key) != 40:
                raise ValueError(f"{path}: {name} is not a key, which has 40 letters")
        try:
            belongs = zmq.curve_public(keys.secret.encode()).decode() == keys.public
        except (zmq.ZMQError, UnicodeError):
            belongs = False
        if not belongs:
            raise ValueError(f"{path}: public is not the public key of secret")
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
