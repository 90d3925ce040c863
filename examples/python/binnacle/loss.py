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
    # Whether one of its messages has come, or is known not to.
    has_begun: bool = True
    lost: int = 0
    # What of it has not been told with a message yet.
    untold: int = 0


@dataclass
class _Tally:
    """What of a topic the bus has passed on, beside what has come and what is known to be lost, whoever published it."""

    # By which start of the bus, and how many it had passed on when that began; None before.
    base: tuple[int, int] | None = None
    came: int = 0
    lost: int = 0


class LossCounter:
    """How far each publisher of each topic has come."""

    def __init__(self) -> None:
        self._topics: dict[str, dict[int, _Track]] = {}
        self._newest: dict[str, tuple[int, int]] = {}
        # By publisher up to where nothing is to come any more of what nothing came of.
        self._settled: dict[str, dict[int, int]] = {}
        self._tallies: dict[str, _Tally] = {}
        # Lost messages that no message has told of yet, and of which nobody knows the publisher.
        self._untold: dict[str, int] = {}
        #: How many messages are lost in all.
        self.total = 0

    def advance(self, topic: str, publisher: int, sequence: int) -> int | None:
        """Notes a live message.

        Returns how many were lost before it that no message has told of yet, or None for a repeat.
        """
        self._newest[topic] = (publisher, sequence)
        self._tally(topic).came += 1
        track = self._topics.setdefault(topic, {}).get(publisher)
        if not track:
            self._add(topic, publisher, sequence)
            return self._untold.pop(topic, 0)
        if sequence < track.next:
            return None
        self._lose(topic, track, sequence - track.next)
        track.has_begun = True
        told, track.untold, track.next = track.untold + self._untold.pop(topic, 0), 0, sequence + 1
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
            tracks[publisher] = _Track(first, has_begun=False)
            return 0
        seen, track.first = track.first, None
        missed = max(0, seen - first) if seen is not None else 0
        self._lose(topic, track, missed)
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
            if settled:
                # Nothing of it is to come any more up to there: who joined late has handled that.
                places = self._settled.setdefault(topic, {})
                places.pop(publisher, None)
                self._make_room(places)
                places[publisher] = sequence
                if not former:
                    self._newest[topic] = (publisher, sequence)
            return 0
        if sequence < track.next:
            return 0
        if not former:
            self._newest[topic] = (publisher, sequence)
        tail = sequence + 1 - track.next
        self._lose(topic, track, tail)
        track.next, track.has_begun = sequence + 1, True
        return tail

    def audit(self, topic: str, count: int, bus: int) -> int:
        """Notes how many messages of a topic a start of the bus has passed on, after ``catch_up`` of all it tells of.

        Returns how many are lost that were not known to be: of publishers that came and went unheard. What is lost on
        the way to the bus sequences show too, so it may find too few, and never too many.
        """
        tally = self._tally(topic)
        if not tally.base or tally.base[0] != bus or count < tally.base[1]:
            tally.base, tally.came, tally.lost = (bus, count), 0, 0
            return 0
        missing = max(0, count - tally.base[1] - tally.came - tally.lost)
        tally.lost += missing
        self._untold[topic] = self._untold.get(topic, 0) + missing
        self.total += missing
        return missing

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
        for known in (self._topics, self._newest, self._settled, self._tallies, self._untold):
            known.pop(topic, None)

    @property
    def topics(self) -> list[str]:
        """The topics of which something has come."""
        return list(self._topics)

    def newest(self, topic: str, publisher: int | None = None) -> tuple[int, int] | None:
        """Publisher and sequence of the newest message of a topic: of a publisher where one of it has been, else of all."""
        track = self._topics.get(topic, {}).get(publisher)
        if track and track.has_begun:
            return publisher, track.next - 1
        settled = self._settled.get(topic, {}).get(publisher)
        return self._newest.get(topic) if settled is None else (publisher, settled)

    @property
    def losses(self) -> list[Loss]:
        """What was lost, by topic and publisher; ``total`` has also what nobody knows the publisher of."""
        return [
            Loss(topic, publisher, track.lost)
            for topic, tracks in self._topics.items()
            for publisher, track in tracks.items()
            if track.lost
        ]

    def _tally(self, topic: str) -> _Tally:
        return self._tallies.setdefault(topic, _Tally())

    def _lose(self, topic: str, track: _Track, count: int) -> None:
        self._tally(topic).lost += count
        track.lost += count
        track.untold += count
        self.total += count

    def _add(self, topic: str, publisher: int, sequence: int) -> None:
        tracks = self._topics[topic]
        self._make_room(tracks)
        tracks[publisher] = _Track(sequence + 1, first=sequence)

    @staticmethod
    def _make_room(publishers: dict[int, _Track] | dict[int, int]) -> None:
        if len(publishers) >= _MEMORY:
            del publishers[next(iter(publishers))]
