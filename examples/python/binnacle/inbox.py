"""What a subscribing socket brings, sorted: to whom a message goes, what is lost, a repeat or a last value. Pure."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .loss import LossCounter
from .message import END, Message, WireError
from .requests import RequestError

# The bus tells on this topic each second how far every topic has come, which shows a lost tail.
_BUS_STATUS = "status/bus"
# Last values that do not all arrive are asked for again so many times.
_ATTEMPTS = 10
# So many publishers of a topic are remembered, to tell what has been given before.
_REMEMBERED = 5


@dataclass(frozen=True)
class Received:
    """A message that a subscription was given."""

    message: Message
    #: How many messages of its publisher and topic were lost since the one before.
    lost: int
    #: When it came, on the monotonic clock, seconds. How old a live message is, this says.
    arrival: float

    @property
    def topic(self) -> str:
        """The topic."""
        return self.message.topic

    @property
    def payload(self) -> bytes:
        """The payload; empty when there is nothing on the topic any more."""
        return self.message.payload

    @property
    def value(self) -> Any:
        """The payload as Python's values, None where it is empty; a ValueError if it is not JSON."""
        return self.message.value

    @property
    def is_last_value(self) -> bool:
        """Whether it is not live: kept by the bus, or sent again after a gap."""
        return self.message.is_last_value


class Interest:
    """What somebody wants to hear, and how far the question for its last values is."""

    def __init__(
        self,
        prefix: str,
        deliver: Callable[[Received], None],
        last_values: bool = True,
        in_force: Callable[[], None] = lambda: None,
        end: Callable[[RequestError | None], None] = lambda error: None,
    ) -> None:
        self.prefix = prefix
        self.deliver = deliver
        #: Is called when the subscription is in force, and its last values have come.
        self.in_force = in_force
        #: Is called when no more messages come: with the reason, where nobody asked for it.
        self.end = end
        self.last_values = last_values
        self.nonce = secrets.token_hex(8)
        #: Whether the subscription is in force, and its last values have come.
        self.is_in_force = False
        self.answers = 0
        self.attempts = 0
        # The first status of the bus that came while it was in force: by which start of the bus, and its sequence.
        self.first_status: tuple[int, int] | None = None
        # How far it was given the last publishers of each topic: sequences, the newest publisher last.
        self.given: dict[str, dict[int, int]] = {}

    @property
    def question(self) -> bytes:
        """What to subscribe to for the answer; no topic begins with ``!``, so its answer is the end alone."""
        return f"~{self.nonce}/{self.prefix if self.last_values else '!'}".encode()

    def note_status(self, bus: int, sequence: int) -> None:
        """Notes a status of the bus."""
        if self.is_in_force and (self.first_status is None or self.first_status[0] != bus):
            self.first_status = (bus, sequence)

    def saw(self, began: int, bus: int) -> bool:
        """Whether it was in force when a publisher began, which the bus's status ``began`` was the first to tell."""
        return self.first_status is not None and self.first_status[0] == bus and began > self.first_status[1]

    def matches(self, topic: str) -> bool:
        """Whether messages of a topic go to it."""
        return f"{topic}|".startswith(self.prefix)


class Inbox:
    """The subscriptions of one socket. ``subscribe`` and ``unsubscribe`` are the socket's."""

    def __init__(self, subscribe: Callable[[bytes], None], unsubscribe: Callable[[bytes], None]) -> None:
        self._subscribe = subscribe
        self._unsubscribe = unsubscribe
        self._interests: dict[str, Interest] = {}
        self.loss = LossCounter()
        # Topics that are read again, or may be: what is missing counts once the subscription is in force.
        # Whether a last value has told meanwhile how far they are.
        self._resuming: dict[str, bool] = {}
        self.received = 0
        self.received_bytes = 0
        #: Messages that could not be read.
        self.unreadable = 0

    def add(self, interest: Interest) -> None:
        """Subscribes, and asks for the last values after that, so that nothing is missed between them."""
        if not self._interests:
            self._subscribe(f"{_BUS_STATUS}|".encode())
        self._subscribe(interest.prefix.encode())
        self._ask(interest)

    def remove(self, interest: Interest) -> None:
        """Ends a subscription."""
        if self._interests.pop(interest.nonce, None):
            self._unsubscribe(interest.question)
            self._unsubscribe(interest.prefix.encode())
            for topic in self.loss.topics:
                if topic != _BUS_STATUS and not self._wants(topic):
                    self.loss.forget(topic)
                    self._resuming[topic] = False
            if not self._interests:
                self._unsubscribe(f"{_BUS_STATUS}|".encode())

    @property
    def interests(self) -> list[Interest]:
        """The subscriptions."""
        return list(self._interests.values())

    @property
    def reads(self) -> list[str] | None:
        """What is subscribed to, or None while some of it is not in force yet."""
        if not all(interest.is_in_force for interest in self._interests.values()):
            return None
        return sorted({interest.prefix for interest in self._interests.values()})

    def _wants(self, topic: str) -> bool:
        return any(interest.matches(topic) for interest in self._interests.values())

    def _is_settled(self, topic: str) -> bool:
        """Whether somebody reads a topic, and has all last values of it."""
        reading = [interest for interest in self._interests.values() if interest.matches(topic)]
        return bool(reading) and all(interest.is_in_force for interest in reading)

    def take(self, data: bytes, now: float) -> None:
        """Handles a message that has come at a moment of the monotonic clock."""
        self.received += 1
        self.received_bytes += len(data)
        try:
            message = Message.decode(data)
        except WireError:
            self.unreadable += 1
            return
        if message.nonce is not None:
            self._take_answer(message, now)
            return
        if message.topic != _BUS_STATUS and not self._wants(message.topic):
            # What was under way when nobody wanted it any more.
            return
        if not self._resuming.get(message.topic, True):
            # Perhaps of the subscription before: what is missing after it was not asked for.
            self.loss.forget(message.topic)
        lost = self.loss.advance(message.topic, message.publisher, message.sequence)
        if lost is None:
            return
        if message.topic == _BUS_STATUS:
            self._catch_up(message)
        for interest in list(self._interests.values()):
            if interest.matches(message.topic):
                self._deliver(interest, message, lost, now)

    def _take_answer(self, message: Message, now: float) -> None:
        interest = self._interests.get(message.nonce or "")
        if not interest:
            return
        if message.flags & END:
            self._close(interest, message)
            return
        interest.answers += 1
        if message.topic in self._resuming:
            self.loss.forget(message.topic)
            self._resuming[message.topic] = True
        lost = self.loss.note(message.topic, message.publisher, message.sequence)
        if lost is not None:
            # Its live message did not come, to nobody here.
            for other in list(self._interests.values()):
                if other.matches(message.topic):
                    self._deliver(other, message, lost, now)
            return
        if interest.given.get(message.topic, {}).get(message.publisher, -1) < message.sequence:
            self._deliver(interest, message, 0, now)

    def _close(self, interest: Interest, message: Message) -> None:
        try:
            count = int(message.value["count"])
        except (ValueError, TypeError, KeyError):
            count = 0
        complete, interest.answers = interest.answers >= count, 0
        interest.attempts += 1
        if complete or interest.attempts >= _ATTEMPTS:
            interest.is_in_force = True
            for topic in [topic for topic in self._resuming if interest.matches(topic)]:
                if not self._resuming.pop(topic):
                    self.loss.forget(topic)
            interest.in_force()
            return
        # A subscriber that was too slow for its own answer.
        self._ask_again(interest)

    def _ask_again(self, interest: Interest) -> None:
        self._unsubscribe(interest.question)
        del self._interests[interest.nonce]
        interest.nonce = secrets.token_hex(8)
        self._ask(interest)

    def _ask(self, interest: Interest) -> None:
        self._interests[interest.nonce] = interest
        self._subscribe(interest.question)

    def _catch_up(self, message: Message) -> None:
        for interest in self._interests.values():
            interest.note_status(message.publisher, message.sequence)
        behind: set[Interest] = set()
        try:
            for topic, newest in message.value["topics"].items():
                if topic in self._resuming:
                    continue
                # Who published before may have had an end that was lost, too.
                for place in newest.get("formers", []):
                    self._catch_up_with(topic, place, message.publisher, former=True)
                if self._catch_up_with(topic, newest, message.publisher):
                    behind |= {interest for interest in self._interests.values() if interest.matches(topic)}
                if "count" in newest and self._is_settled(topic):
                    self.loss.audit(topic, int(newest["count"]), message.publisher)
        except (ValueError, TypeError, KeyError, AttributeError):
            pass  # A bus that does not say it: no tail is seen then.
        for interest in behind:
            # The message is lost, but the bus has kept its value.
            if interest.last_values and interest.is_in_force:
                interest.attempts = interest.answers = 0
                self._ask_again(interest)

    def _catch_up_with(self, topic: str, place: dict[str, Any], bus: int, former: bool = False) -> int:
        publisher, sequence = int(place["publisher"]), int(place["sequence"])
        if "began" in place and any(
            interest.matches(topic) and interest.saw(int(place["began"]), bus)
            for interest in self._interests.values()
        ):
            self.loss.begin(topic, publisher, int(place["first"]))
        return self.loss.catch_up(topic, publisher, sequence, self._is_settled(topic), former)

    @staticmethod
    def _deliver(interest: Interest, message: Message, lost: int, now: float) -> None:
        given = interest.given.setdefault(message.topic, {})
        given.pop(message.publisher, None)
        given[message.publisher] = message.sequence
        if len(given) > _REMEMBERED:
            del given[next(iter(given))]
        interest.deliver(Received(message, lost, now))
