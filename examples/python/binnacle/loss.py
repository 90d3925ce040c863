"""What did not arrive, as the sequences show. Pure."""

from __future__ import annotations

from dataclasses import dataclass

# Publishers of a topic that are remembered at once, the last used ones.
_MEMORY = 16


@dataclass(frozen=True)
class Loss:
    """Messages of one publisher and topic that did not arrive."""

    topic: str
    publisher: int
    count: int


@dataclass
class _Track:
    next: int
    # The sequence of the first message that came, until the bus has said whether there were others before it.
    first: int | None = None
    lost: int = 0
    # What of it has not been told with a message yet.
    untold: int = 0


class LossCounter:
    """How far each publisher of each topic has come."""

    def __init__(self) -> None:
        self._topics: dict[str, dict[int, _Track]] = {}
        self._newest: dict[str, tuple[int, int]] = {}
        #: How many messages are lost in all.
        self.total = 0

    def advance(self, topic: str, publisher: int, sequence: int) -> int | None:
        """Notes a live message.

        Returns how many were lost before it that no message has told of yet, or None for a repeat.
        """
        self._newest[topic] = (publisher, sequence)
        track = self._topics.setdefault(topic, {}).get(publisher)
        if not track:
            self._add(topic, publisher, sequence)
            return 0
        if sequence < track.next:
            return None
        self._lose(track, sequence - track.next)
        told, track.untold, track.next = track.untold, 0, sequence + 1
        # The last used one comes last.
        self._topics[topic][publisher] = self._topics[topic].pop(publisher)
        return told

    def begin(self, topic: str, publisher: int, first: int) -> int:
        """Notes the first message of a publisher that began while somebody was subscribed.

        Returns how many before those that came are lost; where none came, ``catch_up`` tells.
        """
        tracks = self._topics.setdefault(topic, {})
        track = tracks.get(publisher)
        if not track:
            self._make_room(tracks)
            tracks[publisher] = _Track(first)
            return 0
        seen, track.first = track.first, None
        missed = max(0, seen - first) if seen is not None else 0
        self._lose(track, missed)
        return missed

    def catch_up(
        self, topic: str, publisher: int, sequence: int, settled: bool = False, former: bool = False
    ) -> int:
        """Notes the newest message that the bus has passed on; returns how many are lost that were not known to be.

        ``settled`` says that the subscription is in force and its last values have come, ``former`` that somebody else
        has published since.
        """
        track = self._topics.get(topic, {}).get(publisher)
        if not track:
            if settled and not former:
                # Nothing of it is to come any more up to there: who joined late has handled that.
                self._newest[topic] = (publisher, sequence)
            return 0
        if sequence < track.next:
            return 0
        if not former:
            self._newest[topic] = (publisher, sequence)
        tail = sequence + 1 - track.next
        self._lose(track, tail)
        track.next = sequence + 1
        return tail

    def note(self, topic: str, publisher: int, sequence: int) -> int | None:
        """Notes a last value that was asked for: a publisher that was not known begins with it.

        Returns the same as ``advance`` where its live message was lost, else None.
        """
        track = self._topics.setdefault(topic, {}).get(publisher)
        if not track:
            self._newest[topic] = (publisher, sequence)
            self._add(topic, publisher, sequence)
            return None
        return self.advance(topic, publisher, sequence) if sequence >= track.next else None

    def forget(self, topic: str) -> None:
        """Begins anew with a topic that nobody reads any more: what comes until somebody does is not asked for."""
        self._topics.pop(topic, None)
        self._newest.pop(topic, None)

    @property
    def topics(self) -> list[str]:
        """The topics of which something has come."""
        return list(self._topics)

    def newest(self, topic: str) -> tuple[int, int] | None:
        """Publisher and sequence of the newest live message of a topic."""
        return self._newest.get(topic)

    @property
    def losses(self) -> list[Loss]:
        """What was lost, by topic and publisher."""
        return [
            Loss(topic, publisher, track.lost)
            for topic, tracks in self._topics.items()
            for publisher, track in tracks.items()
            if track.lost
        ]

    def _lose(self, track: _Track, count: int) -> None:
        track.lost += count
        track.untold += count
        self.total += count

    def _add(self, topic: str, publisher: int, sequence: int) -> None:
        tracks = self._topics[topic]
        self._make_room(tracks)
        tracks[publisher] = _Track(sequence + 1, first=sequence)

    @staticmethod
    def _make_room(tracks: dict[int, _Track]) -> None:
        if len(tracks) >= _MEMORY:
            del tracks[next(iter(tracks))]
