"""A node's standing with the bus: hello, a sign of life each second, hello again after the bus has come back. Pure."""

from __future__ import annotations

from typing import Any

from .message import VERSION
from .requests import RequestError

_INTERVAL = 1.0


class Membership:
    """Says what is to be told to the bus, and when. Times are seconds of the monotonic clock."""

    def __init__(self, name: str, pid: int, publisher: int, provides: list[str] | None = None) -> None:
        self.name = name
        self._hello: dict[str, Any] = {"name": name, "pid": pid, "publisher": publisher, "version": VERSION}
        if provides:
            self._hello["provides"] = provides
        self._told: dict[str, Any] | None = None
        self._is_waiting = False
        self._is_connected = False
        self.is_welcome = False
        #: Why the bus will not have this node.
        self.refusal: RequestError | None = None
        self.state = "ready"
        self.note: str | None = None
        #: When the next sign is due at the latest.
        self.next_sign = 0.0

    def connected(self) -> None:
        """A bus is there, perhaps another than before."""
        self._is_connected, self._is_waiting, self.next_sign = True, False, 0.0

    def disconnected(self) -> None:
        """The bus is away."""
        self._is_connected = self.is_welcome = False

    def change(self, state: str, note: str | None) -> None:
        """Changes where the node is in its life; the bus is told at once."""
        self.state, self.note, self.next_sign = state, note, 0.0

    def due(
        self, now: float, publishes: list[str], reads: list[str] | None, answers: list[str]
    ) -> tuple[str, dict[str, Any]] | None:
        """The method and body to send to the bus now, if any. ``reads`` is None while some is not in force yet."""
        if not self._is_connected or self.refusal:
            self.next_sign = max(self.next_sign, now + _INTERVAL)
            return None
        if reads is None:
            reads = self._told["reads"] if self._told else []
        hello = {**self._hello, "publishes": publishes, "reads": reads, "answers": answers}
        is_news = not self.is_welcome or hello != self._told
        if now < self.next_sign and not (is_news and self.is_welcome and not self._is_waiting):
            return None
        self.next_sign, self._is_waiting = now + _INTERVAL, True
        if is_news:
            self._told = hello
            return "bus/hello", hello
        heartbeat = {"name": hello["name"], "state": self.state}
        if self.note:
            heartbeat["note"] = self.note
        return "bus/heartbeat", heartbeat

    def take(self, method: str, error: RequestError | None) -> None:
        """Takes the bus's answer to a sign."""
        self._is_waiting = False
        if error is None:
            if method == "bus/hello":
                # The state travels with the heartbeat.
                self.is_welcome, self.next_sign = True, 0.0
            return
        self.is_welcome = False
        if error.code == "unknown-node":
            self._told, self.next_sign = None, 0.0
        elif method == "bus/hello" and error.code != "timeout":
            self.refusal = error
