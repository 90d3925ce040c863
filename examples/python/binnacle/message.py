"""Messages as they go over the bus: topic, bar, stamp, payload. Pure: no input, no output."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Any

from .jsontext import read_json

VERSION = 1
#: The bytes of a message, or of an answer, at most: the bus hangs up on who sends more.
LARGEST = 16 << 20
#: Encodings of a payload.
JSON, CBOR, OPAQUE = 0, 1, 255
#: Flags of a stamp.
LAST_VALUE, STAMPED_BY_BUS, EVENT, END = 1, 2, 4, 8

_STAMP = struct.Struct("<QQqIHBB")
_TOPIC = re.compile(rb"[a-z0-9_-]+(?:/[a-z0-9_-]+)+")
_NONCE = re.compile(rb"~([a-z0-9_-]{1,64})/")
_BEGINNING = re.compile(r"[a-z0-9_-]+(?:/[a-z0-9_-]+)*/?")
_LONGEST = 255


class WireError(ValueError):
    """Why bytes are no message: ``code`` is ``no-bar``, ``bad-topic``, ``short``, ``length`` or ``version``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Message:
    """A message of one part."""

    topic: str
    payload: bytes
    publisher: int
    sequence: int
    #: Unix nanoseconds.
    published: int
    flags: int = 0
    encoding: int = JSON
    #: Of an answer of last values, which is only for who asked with it.
    nonce: str | None = field(default=None)

    @classmethod
    def decode(cls, data: bytes) -> Message:
        """Reads the bytes of a message; a WireError says which rule they break."""
        nonce = _NONCE.match(data) if data[:1] == b"~" else None
        if data[:1] == b"~" and not nonce:
            raise WireError("bad-topic", "a nonce is 1 to 64 of a-z, 0-9, _ and -")
        start = nonce.end() if nonce else 0
        bar = data.find(b"|", start, start + _LONGEST + 1)
        if bar < 0:
            raise WireError("no-bar", f"no bar within the {_LONGEST + 1} bytes in which a topic ends")
        topic = data[start:bar]
        if not nonce and not _TOPIC.fullmatch(topic):
            raise WireError("bad-topic", f"{topic!r} is not of the form kind/source")
        if len(data) - bar - 1 < _STAMP.size:
            raise WireError("short", f"the stamp has {len(data) - bar - 1} of {_STAMP.size} bytes")
        publisher, sequence, published, flags, length, version, encoding = _STAMP.unpack_from(data, bar + 1)
        if version != VERSION:
            raise WireError("version", f"version {version} of the contract, not {VERSION}")
        if not _STAMP.size <= length <= len(data) - bar - 1:
            raise WireError("length", f"a stamp of {length} bytes in a message that has {len(data) - bar - 1} left")
        # The end of an answer repeats what was asked for, which may be the beginning of a topic only.
        if nonce and not flags & END and not _TOPIC.fullmatch(topic):
            raise WireError("bad-topic", f"{topic!r} is not of the form kind/source")
        payload = data[bar + 1 + length :]
        name = nonce[1].decode() if nonce else None
        return cls(topic.decode(errors="replace"), payload, publisher, sequence, published, flags, encoding, name)

    def encode(self) -> bytes:
        """The bytes of the message."""
        head = f"~{self.nonce}/{self.topic}|" if self.nonce else f"{self.topic}|"
        stamp = _STAMP.pack(
            self.publisher, self.sequence, self.published, self.flags, _STAMP.size, VERSION, self.encoding
        )
        return head.encode() + stamp + self.payload

    @property
    def is_last_value(self) -> bool:
        """Whether it is not live: it was asked for, or its publisher sent it again after a gap."""
        return bool(self.flags & LAST_VALUE)

    @property
    def value(self) -> Any:
        """The payload as Python's values, None where it is empty; a ValueError if it is not JSON."""
        if self.encoding != JSON:
            raise ValueError(f"the payload of {self.topic} is not JSON, its encoding is {self.encoding}")
        try:
            return read_json(self.payload) if self.payload else None
        except ValueError as problem:
            raise ValueError(f"the payload of {self.topic} cannot be read: {problem}") from problem


def check_topic(topic: str) -> str:
    """Returns a topic, or raises a ValueError that says the rule."""
    if len(topic) > _LONGEST or not _TOPIC.fullmatch(topic.encode()):
        raise ValueError(f"{topic!r} is no topic: kind/source, segments of a-z, 0-9, _ and -, {_LONGEST} bytes at most")
    return topic


def subscription(pattern: str) -> str:
    """What to subscribe to.

    ``fix/gps`` is that topic, ``fix`` or ``fix/`` every fix, ``pin/pins/`` or ``fix/g*`` what begins so, nothing
    or ``*`` everything.
    """
    stem = pattern.removesuffix("*")
    if not stem:
        return ""
    if not _BEGINNING.fullmatch(stem):
        raise ValueError(f"{pattern!r} is no topic, kind or beginning of a topic")
    if pattern != stem or stem.endswith("/"):
        return stem
    return f"{stem}|" if "/" in stem else f"{stem}/"
