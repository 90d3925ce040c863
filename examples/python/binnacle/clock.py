"""The time of the bus: a recording's, while a replay owns the clock, else the wall clock's. Pure."""

from __future__ import annotations

import time
from typing import Any

from .inbox import Received

# An owner that is silent for so many seconds has ended: it speaks once a second.
_PATIENCE = 3.0


class BusClock:
    """Follows the topics ``clock/…``."""

    def __init__(self) -> None:
        self._owner: int | None = None
        self._time = self._rate = self._arrival = 0.0

    def now(self, monotonic: float) -> float:
        """Unix seconds at a moment of the monotonic clock that is this one."""
        if self._owner is None or monotonic - self._arrival >= _PATIENCE:
            return time.time()
        # Played as fast as its readers confirm, it stands still between two readings.
        return self._time + self._rate * (monotonic - self._arrival)

    def take(self, received: Received) -> None:
        """Takes a reading; one of another than the owner is passed over, and so is a kept one: it has stood still."""
        if received.is_last_value or not received.payload:
            return
        publisher = received.message.publisher
        if self._owner not in (None, publisher) and received.arrival - self._arrival < _PATIENCE:
            return
        try:
            reading = received.value
        except ValueError:
            return
        if not isinstance(reading, dict):
            return
        # A rate that is null counts as absent.
        moment, rate = reading.get("time"), reading.get("rate") or 0
        if not _is_number(moment) or not _is_number(rate):
            return
        self._owner, self._time, self._rate, self._arrival = publisher, float(moment), float(rate), received.arrival


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
