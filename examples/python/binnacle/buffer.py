"""Where messages wait for their reader. Pure, and not safe by itself: used under a lock, or by one thread."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import replace

from .inbox import Received


class Buffer:
    """First in, first out; beyond its limit the oldest message is given up and counted.

    With ``newest_only`` one message of each topic waits, and a newer one takes its place: nothing is counted then.
    """

    def __init__(self, limit: int = 1000, newest_only: bool = False) -> None:
        if limit < 1:
            raise ValueError(f"a buffer has room for one message at least, not {limit}")
        self._limit = limit
        self._newest_only = newest_only
        self._queue: deque[Received] = deque()
        self._newest: OrderedDict[str, Received] = OrderedDict()
        self._untold: dict[str, int] = {}
        #: How many messages were given up, because their reader was too slow.
        self.overflowed = 0

    def __len__(self) -> int:
        return len(self._queue) + len(self._newest)

    def add(self, received: Received) -> None:
        """Lets a message wait."""
        if self._newest_only:
            self._newest[received.topic] = received
            return
        if len(self._queue) >= self._limit:
            oldest = self._queue.popleft()
            self.overflowed += 1
            self._untold[oldest.topic] = self._untold.get(oldest.topic, 0) + oldest.lost + 1
        self._queue.append(received)

    def take(self) -> Received | None:
        """Takes the oldest message; what was given up before it on its topic is in its ``lost``."""
        if self._newest:
            return self._newest.popitem(last=False)[1]
        if not self._queue:
            return None
        received = self._queue.popleft()
        untold = self._untold.pop(received.topic, 0)
        return replace(received, lost=received.lost + untold) if untold else received
