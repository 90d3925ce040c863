"""A topic of a node, to publish on."""

from __future__ import annotations

import time
from typing import Any

from .engine import Engine
from .jsontext import write_json
from .message import JSON, LARGEST, OPAQUE, check_topic
from .outbox import Outbox

# What is not payload of the largest message: its topic, a bar and its stamp.
_HEAD = 288


class Publisher:
    """A topic of a node. ``publish`` never blocks and may be called from any thread."""

    def __init__(self, topic: str, is_event: bool, engine: Engine, outbox: Outbox) -> None:
        self.topic = check_topic(topic)
        self._is_event, self._engine, self._outbox = is_event, engine, outbox

    def publish(self, value: Any) -> None:
        """Publishes a value that JSON can write, or bytes as they are.

        A ValueError or TypeError says which key JSON has no form for: leave out a number that is not finite. A
        RequestError says why the node has ended by itself; after ``close`` nothing is published.
        """
        self._engine.check()
        is_bytes = isinstance(value, bytes)
        try:
            payload = value if is_bytes else write_json(value)
        except (ValueError, TypeError) as problem:
            raise type(problem)(f"{self.topic}: {problem}") from None
        if len(payload) > LARGEST - _HEAD:
            raise ValueError(f"{self.topic}: {len(payload)} bytes, and the bus takes {LARGEST - _HEAD} at most")
        with self._engine.lock:
            self._outbox.publish(
                self.topic, payload, time.time_ns(), encoding=OPAQUE if is_bytes else JSON, is_event=self._is_event
            )
        self._engine.send_soon()

    def erase(self) -> None:
        """Says that there is no value any more; the bus keeps none. Raises a RequestError as ``publish`` does."""
        self._engine.check()
        with self._engine.lock:
            self._outbox.publish(self.topic, b"", time.time_ns(), encoding=JSON, is_event=self._is_event)
        self._engine.send_soon()
