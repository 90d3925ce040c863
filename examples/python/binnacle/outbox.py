"""What goes out: stamps, and a queue in front of the socket. Pure, and not safe by itself: used under a lock."""

from __future__ import annotations

import secrets
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from .message import EVENT, LAST_VALUE, Message

Overflow = Literal["oldest", "newest"]

# How long a message may wait for the first connection and still be live, seconds.
_LIVE_FOR = 2.0
# How long before the end of a connection an erasure may have been lost with it, seconds: a bus may hang first.
_IN_DOUBT = 60.0


@dataclass
class _Topic:
    count: int = 0
    newest: Message | None = None
    #: When it was published, seconds of the monotonic clock.
    moment: float = 0.0


class Outbox:
    """The messages of one sending socket. Beyond the limit the oldest or the newest that waits is given up."""

    def __init__(self, limit: int = 1000, overflow: Overflow = "oldest") -> None:
        if limit < 1 or overflow not in ("oldest", "newest"):
            raise ValueError(f"a queue of {limit} that gives up the {overflow}: at least 1, and 'oldest' or 'newest'")
        self.publisher = secrets.randbelow(1 << 53)
        self._limit = limit
        self._overflow = overflow
        self._queue: deque[tuple[float, bytes]] = deque()
        self._topics: dict[str, _Topic] = {}
        self._was_connected = False
        self._disconnected = float("-inf")
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

    def publish(
        self, topic: str, payload: bytes, published: int, *, encoding: int, is_event: bool, now: float | None = None
    ) -> None:
        """Stamps a message, at a moment in Unix nanoseconds and in seconds of the monotonic clock, and lets it wait.

        It is counted before anything can be given up, so that whatever is lost is missed.
        """
        now = time.monotonic() if now is None else now
        known = self._topics.setdefault(topic, _Topic())
        flags = EVENT if is_event else 0
        message = Message(topic, payload, self.publisher, known.count, published, flags, encoding)
        known.count += 1
        known.newest, known.moment = message, now
        data = message.encode()
        self.published += 1
        self.published_bytes += len(data)
        if len(self._queue) >= self._limit:
            self.dropped += 1
            if self._overflow == "newest":
                return
            self._queue.popleft()
        self._queue.append((now, data))

    def disconnected(self, now: float | None = None) -> None:
        """Notes the end of a connection, at a moment of the monotonic clock."""
        self._disconnected = time.monotonic() if now is None else now

    def connected(self, now: float | None = None) -> None:
        """Lets all that waited go out the first time, what is old by then marked as such; later the newest of each topic.

        Old messages would pass for live ones. An erasure is sent again where it may have been lost with the connection.
        """
        now = time.monotonic() if now is None else now
        if not self._was_connected:
            self._was_connected = True
            self._queue = deque(
                (since, _old(Message.decode(data)) if since < now - _LIVE_FOR else data) for since, data in self._queue
            )
            return
        self.dropped += len(self._queue)
        self._queue.clear()
        for topic in self._topics.values():
            if not (newest := topic.newest) or newest.flags & EVENT:
                continue
            if newest.payload or topic.moment > self._disconnected - _IN_DOUBT:
                self._queue.append((now, _old(newest)))

    def first(self) -> bytes | None:
        """The message that goes out next."""
        return self._queue[0][1] if self._queue else None

    def sent(self) -> None:
        """Takes off the message that has gone out."""
        self._queue.popleft()


def _old(message: Message) -> bytes:
    return replace(message, flags=message.flags | LAST_VALUE).encode()
