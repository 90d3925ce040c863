"""The requests of a node, in both directions."""

from __future__ import annotations

import contextlib
import struct
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import Any

import zmq

from .address import BusAddress
from .connection import Connection
from .keys import Keys
from .requests import RequestError, read_answer, write_error

#: Answers a request: takes its body and what to call with the answer.
Method = Callable[[bytes, Callable[[bytes], None]], None]
_ID = struct.Struct("<Q")
# How long an answer may take that has come before its connection ended, seconds.
_PATIENCE_FOR_LOST = 0.5


@dataclass
class _Waiting:
    future: Future[Any]
    method: str
    deadline: float
    #: Whether the connection ended by which it was sent.
    is_lost: bool = False


class Caller:
    """A DEALER with who waits for its answers. It belongs to the node's thread."""

    def __init__(self, socket: zmq.Socket[bytes], address: BusAddress, keys: Keys | None) -> None:
        self.socket = socket
        self.connection = Connection(socket, address, keys)
        #: Is put in the place of the one before, never changed: any thread may read it.
        self.methods: dict[str, Method] = {}
        self._bus = address
        self._waiting: dict[bytes, _Waiting] = {}
        self._unsent: list[list[bytes]] = []
        self._count = 0

    @property
    def next_deadline(self) -> float:
        """When the next request runs out of time, seconds of the monotonic clock."""
        return min((waiting.deadline for waiting in self._waiting.values()), default=float("inf"))

    def send(self, method: str, data: bytes, deadline: float, future: Future[Any]) -> None:
        """Sends a request; the result comes to the future, until a moment of the monotonic clock."""
        self._count += 1
        number = _ID.pack(self._count)
        self._waiting[number] = _Waiting(future, method, deadline)
        self.transmit([number, b"", method.encode(), data])

    def transmit(self, parts: list[bytes]) -> None:
        """Sends parts, or keeps them until the bus is there."""
        try:
            self.socket.send_multipart(parts, zmq.NOBLOCK)
        except zmq.Again:
            if len(self._unsent) < 1000:
                self._unsent.append(parts)

    def flush(self) -> None:
        """Sends what has waited for the bus and is still wanted."""
        unsent, self._unsent = self._unsent, []
        for parts in unsent:
            if not parts[0] or parts[0] in self._waiting:
                self.transmit(parts)

    def receive(self) -> None:
        """Passes answers to who waits for them, and requests to their methods."""
        while self.socket.poll(0):
            parts = self.socket.recv_multipart()
            if len(parts) == 4 and not parts[0]:
                self._answer(parts[1], parts[2].decode(errors="replace"), parts[3])
            elif len(parts) == 3 and not parts[1] and (waiting := self._waiting.pop(parts[0], None)):
                self._finish(waiting.future, parts[2])

    def disconnected(self) -> None:
        """What was asked by a connection that has ended is not answered any more, but for what has come already."""
        unsent = {parts[0] for parts in self._unsent}
        end = time.monotonic() + _PATIENCE_FOR_LOST
        for number, waiting in self._waiting.items():
            if number not in unsent:
                waiting.deadline, waiting.is_lost = min(waiting.deadline, end), True

    def expire(self, now: float) -> None:
        """Tells those who have waited too long."""
        for number, waiting in list(self._waiting.items()):
            if waiting.deadline <= now:
                del self._waiting[number]
                refusal = self.connection.refusal
                why = (
                    f"the bus ended, or the connection to it, before {waiting.method} was answered: it may have been carried out"
                    if waiting.is_lost
                    else f"no answer to {waiting.method} came in time"
                    if self.connection.is_up
                    else refusal.message
                    if refusal
                    else f"no bus answers at {self._bus}; start one with: binnacle bus --address {self._bus}"
                )
                self._fail(waiting.future, RequestError("timeout", why))

    def abandon(self, error: RequestError) -> None:
        """Tells all who wait that no answer will come."""
        waiting, self._waiting = self._waiting, {}
        for one in waiting.values():
            self._fail(one.future, error.renewed())

    def _answer(self, caller: bytes, name: str, body: bytes) -> None:
        if method := self.methods.get(name):
            method(body, lambda answer: self.transmit([b"", caller, answer]))
            return
        known = ", ".join(sorted(self.methods))
        error = RequestError("unknown-method", f"this node does not answer {name!r}; it answers {known}")
        self.transmit([b"", caller, write_error(error)])

    def _finish(self, future: Future[Any], answer: bytes) -> None:
        try:
            result = read_answer(answer)
        except RequestError as error:
            self._fail(future, error)
            return
        with contextlib.suppress(InvalidStateError):  # who asked has given up
            future.set_result(result)

    @staticmethod
    def _fail(future: Future[Any], error: RequestError) -> None:
        with contextlib.suppress(InvalidStateError):
            future.set_exception(error)
