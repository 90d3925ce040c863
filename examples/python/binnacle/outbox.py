"""What goes out: stamps, and a queue in front of the socket. Pure, and not safe by itself: used under a lock."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from .message import EVENT, LAST_VALUE, Message

Overflow = Literal["oldest", "newest"]


@dataclass
class _Topic:
    count: int = 0
    newest: Message | None = None


class Outbox:
    """The messages of one sending socket. Beyond the limit the oldest or the newest that waits is given up."""

    def __init__(self, limit: int = 1000, overflow: Overflow = "oldest") -> None:
        if limit < 1 or overflow not in ("oldest", "newest"):
            raise ValueError(f"a queue of {limit} that gives up the {overflow}: at least 1, and 'oldest' or 'newest'")
        self.publisher = secrets.randbelow(1 << 53)
        self._limit = limit
        self._overflow = overflow
        self._queue: deque[bytes] = deque()
        self._topics: dict[str, _Topic] = {}
        self._was_connected = False
        self.published = 0
        self.published_bytes = 0
        #: Messages given up before they reached the bus.
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def topics(self) -> list[str]:
        """The topics that have a value."""
        return sorted(name for name, topic in self._topics.items() if topic.newest and topic.newest.payload)

    def publish(self, topic: str, payload: bytes, published: int, *, encoding: int, is_event: bool) -> None:
        """Stamps a message, at a moment in Unix nanoseconds, and lets it wait.

        It is counted before anything can be given up, so that whatever is lost is missed.
        """
        known = self._topics.setdefault(topic, _Topic())
        flags = EVENT if is_event else 0
        message = Message(topic, payload, self.publisher, known.count, published, flags, encoding)
        known.count += 1
        known.newest = message
        data = message.encode()
        self.published += 1
        self.published_bytes += len(data)
        if len(self._queue) >= self._limit:
            self.dropped += 1
            if self._overflow == "newest":
                return
            self._queue.popleft()
        self._queue.append(data)

    def connected(self) -> None:
        """Lets all that waited go out the first time, later the newest of each topic: old ones would pass for live."""
        if not self._was_connected:
            self._was_connected = True
            return
        self.dropped += len(self._queue)
        self._queue.clear()
        for topic in self._topics.values():
            if (newest := topic.newest) and newest.payload and not newest.flags & EVENT:
                self._queue.append(replace(newest, flags=newest.flags | LAST_VALUE).encode())

    def first(self) -> bytes | None:
        """The message that goes out next."""
        return self._queue[0] if self._queue else None

    def sent(self) -> None:
        """Takes off the message that has gone out."""
        self._queue.popleft()
