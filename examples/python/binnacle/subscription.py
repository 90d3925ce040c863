"""The messages of a subscription, for programs with threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from .buffer import Buffer
from .engine import Engine
from .inbox import Interest, Received
from .requests import RequestError


class Subscription:
    """Messages of some topics, as they come; iterating waits for the next.

    Once all that came has been read it ends with the node, or raises the RequestError that says why no more comes: the
    key may not read, the bus will not have the node, the node has ended by a fault of its own.
    """

    def __init__(self, prefix: str, buffer: Buffer, last_values: bool, engine: Engine) -> None:
        self._buffer = buffer
        self._engine = engine
        #: Whether no more messages come.
        self.has_ended = False
        self._failure: RequestError | None = None
        self._change = threading.Condition()
        self._is_in_force = False
        self.interest = Interest(prefix, self._deliver, last_values, self._note_in_force, self.end)
        engine.subscribe(self.interest)

    def __iter__(self) -> Iterator[Received]:
        return self

    def __next__(self) -> Received:
        if received := self.get():
            return received
        raise StopIteration

    def get(self, timeout: float | None = None) -> Received | None:
        """Waits for a message, so many seconds at most; None when none came, or the subscription has ended."""
        with self._change:
            self._change.wait_for(lambda: len(self._buffer) or self.has_ended, timeout)
            if received := self._buffer.take():
                return received
        self._raise_failure()
        return None

    def wait_in_force(self, timeout: float | None = None) -> bool:
        """Waits until no message is missed any more, and the last values have come; whether that is so.

        A RequestError says why they will not.
        """
        with self._change:
            self._change.wait_for(lambda: self._is_in_force or self.has_ended, timeout)
        self._raise_failure()
        return self._is_in_force

    @property
    def overflowed(self) -> int:
        """How many messages were given up, because their reader was too slow."""
        return self._buffer.overflowed

    def cancel(self) -> None:
        """Ends it: no more messages come."""
        self._engine.perform(lambda: self._engine.inbox.remove(self.interest))
        self.end()

    def end(self, failure: RequestError | None = None) -> None:
        """Lets who waits go on."""
        with self._change:
            self.has_ended, self._failure = True, failure
            self._change.notify_all()

    def _raise_failure(self) -> None:
        if self._failure:
            raise self._failure.renewed()

    def _note_in_force(self) -> None:
        with self._change:
            self._is_in_force = True
            self._change.notify_all()

    def _deliver(self, received: Received) -> None:
        with self._change:
            self._buffer.add(received)
            self._change.notify()
