"""A participant of the bus, for programs with threads."""

from __future__ import annotations

import atexit
import logging
import os
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

from .address import BusAddress
from .buffer import Buffer
from .clock import BusClock
from .engine import Engine
from .inbox import Inbox, Interest
from .jsontext import describe, read_json, write_json
from .keys import Keys
from .loss import Loss
from .membership import Membership
from .message import subscription
from .outbox import Outbox, Overflow
from .publisher import Publisher
from .requests import write_error, write_result
from .subscription import Subscription

_NAME = re.compile(r"[a-z0-9_-]{1,64}")
_CAPABILITY = re.compile(r"[a-z0-9_-]+")
_STATES = ("starting", "ready", "degraded")
_LOG = logging.getLogger("binnacle")


class Node:
    """Joins the bus under a name, which is the source of its topics; use it in a ``with``, or close it.

    It may start before the bus, and stays while the bus is restarted. Without a name it is ``BINNACLE_NODE``, without
    an address the bus of this user, without keys those that ``BINNACLE_KEY`` names. One that is no member does not
    introduce itself, and cannot be asked.

    ``queue`` is how many messages wait while they cannot be sent; beyond it the oldest or the newest is given up, as
    ``overflow`` says. What waits before the bus is there for the first time goes out then, marked as a last value where
    it has waited for more than 2 s. What waits when the bus has come back is given up, for it would pass for live: the
    newest message of each topic, events aside, goes out again in its place, marked as a last value. All that is given
    up is in ``dropped``, and its readers find it lost.

    When the bus will not have the node, because another has its name or its key is not let in, and when the node ends by
    a fault of its own, that is logged, and whoever waits, publishes or asks gets it as a RequestError: nothing more is
    sent or received, and the program should end, or close the node and make another.
    """

    def __init__(
        self,
        name: str | None = None,
        address: str | None = None,
        *,
        keys: Keys | None = None,
        queue: int = 1000,
        overflow: Overflow = "oldest",
        is_member: bool = True,
    ) -> None:
        self.name = name or os.environ.get("BINNACLE_NODE") or f"python-{os.getpid()}"
        if not _NAME.fullmatch(self.name) or self.name == "bus":
            raise ValueError(f"{self.name!r} cannot be the name of a node: 1 to 64 of a-z, 0-9, _ and -, and not 'bus'")
        #: What a launch file says, by name.
        self.parameters = _parameters()
        where = BusAddress.parse(address) if address else BusAddress.from_environment()
        self._started = time.monotonic()
        self._clock: BusClock | None = None
        self._subscriptions: list[Subscription] = []
        # What overflowed in subscriptions that have ended.
        self._overflowed = 0
        self._outbox = Outbox(queue, overflow)
        provides = [word for word in os.environ.get("BINNACLE_PROVIDES", "").split(",") if word]
        for word in provides:
            if not _CAPABILITY.fullmatch(word):
                raise ValueError(f"BINNACLE_PROVIDES: {word!r} is no capability: one or more of a-z, 0-9, _ and -")
        self._membership = (
            Membership(self.name, os.getpid(), self._outbox.publisher, provides) if is_member else None
        )
        #: The node's thread.
        self.engine = Engine(where, keys or Keys.from_environment(), self._outbox, self._membership)
        self._standing = threading.Condition()
        self._workers = ThreadPoolExecutor(4, "binnacle-answer")
        if is_member:
            self._status = self.publisher("status")
            self.engine.every_second = self._publish_status
            self.engine.standing_changed = self._tell_standing
        self._is_closed = False
        self._has_told_of_parameters = False
        atexit.register(self.close)

    def __enter__(self) -> Node:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def publisher(self, kind: str, instance: str | None = None, *, is_event: bool = False) -> Publisher:
        """The topic ``kind/name`` or ``kind/name/instance``; the bus does not keep events."""
        topic = f"{kind}/{self.name}" + (f"/{instance}" if instance else "")
        return Publisher(topic, is_event, self.engine, self._outbox)

    def subscribe(
        self, pattern: str = "", *, last_values: bool = True, limit: int = 1000, newest_only: bool = False
    ) -> Subscription:
        """Messages of ``fix/fusion``, of every ``fix/``, of ``pin/pins/`` or ``fix/g*``, or all; last values first."""
        subscribed = Subscription(subscription(pattern), Buffer(limit, newest_only), last_values, self.engine)
        ended = [old for old in self._subscriptions if old.has_ended]
        self._overflowed += sum(old.overflowed for old in ended)
        self._subscriptions = [old for old in self._subscriptions if not old.has_ended] + [subscribed]
        return subscribed

    def request(self, method: str, body: Any = None, timeout: float = 5) -> Any:
        """Asks ``node/method``, or the bus, and returns the result; a RequestError says why there is none."""
        return self.request_later(method, body, timeout).result()

    def request_later(self, method: str, body: Any = None, timeout: float = 5) -> Future[Any]:
        """Asks, and returns at once what the result comes to."""
        return self.engine.request(method, {} if body is None else body, timeout)

    def answer(self, method: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
        """A decorator: the function answers a method, on a thread of its own; it takes and returns JSON's values."""

        def register(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
            def work(body: Any, reply: Callable[[bytes], None]) -> None:
                try:
                    reply(write_result(function(body)))
                except BaseException as error:  # whatever it is, the caller is told
                    reply(write_error(error))

            self.answer_later(method, lambda body, reply: self._workers.submit(work, body, reply))
            return function

        return register

    def answer_later(self, method: str, handle: Callable[[Any, Callable[[bytes], None]], Any]) -> None:
        """Answers a method on the node's thread, which must not wait: ``handle`` takes the body and what to call."""
        self.engine.answer(method, handle)

    def change_state(self, state: str, note: str | None = None) -> None:
        """Says where the node is in its life: ``starting``, ``ready`` or ``degraded``, and why."""
        if state not in _STATES or not isinstance(note, (str, type(None))):
            raise ValueError(f"a state is one of {', '.join(_STATES)}, its note a text: not {state!r}, {note!r}")
        write_json(note)
        self.engine.check()
        if membership := self._membership:
            self.engine.perform(lambda: membership.change(state, note))

    def wait_welcome(self, timeout: float | None = None) -> bool:
        """Waits until the bus knows this node; whether it does. A RequestError when it will not have it."""
        if not (membership := self._membership):
            self.engine.check()
            return True
        with self._standing:
            self._standing.wait_for(lambda: membership.is_welcome or self.engine.has_ended, timeout)
        self.engine.check()
        return membership.is_welcome

    def now(self) -> float:
        """Unix seconds, of the bus's clock when a replay owns it. The first call subscribes to it."""
        self.engine.check()
        if not self._clock:
            clock = BusClock()
            self.engine.subscribe(Interest("clock/", clock.take, False))
            self._clock = clock
        return self._clock.now(time.monotonic())

    @property
    def losses(self) -> list[Loss]:
        """What did not arrive, by topic and publisher."""
        return self._inbox.loss.losses

    @property
    def dropped(self) -> int:
        """Messages of ours that were given up before they reached the bus."""
        return self._outbox.dropped

    def flush(self, timeout: float = 5) -> bool:
        """Waits until nothing waits for the bus any more; whether that is so. A RequestError where it cannot be."""
        try:
            return self.engine.flush().result(timeout)
        except FutureTimeoutError:
            return False

    def close(self) -> None:
        """Hands over what waits, says goodbye and ends the subscriptions; once more does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        atexit.unregister(self.close)
        self.engine.close()
        self._workers.shutdown(wait=False)

    @property
    def _inbox(self) -> Inbox:
        return self.engine.inbox

    def _tell_standing(self) -> None:
        with self._standing:
            self._standing.notify_all()

    def _publish_status(self) -> None:
        if not (membership := self._membership) or not membership.is_welcome:
            return
        with self.engine.lock:
            sent = {
                "published": self._outbox.published,
                "publishedBytes": self._outbox.published_bytes,
                "dropped": self._outbox.dropped,
                "queued": len(self._outbox),
            }
        status = {
            "time": time.time(),
            "state": membership.state,
            **({"note": membership.note} if membership.note else {}),
            "pid": os.getpid(),
            "uptime": time.monotonic() - self._started,
            **sent,
            "received": self._inbox.received,
            "receivedBytes": self._inbox.received_bytes,
            "lost": self._inbox.loss.total,
            "overflowed": self._overflowed + sum(subscribed.overflowed for subscribed in self._subscriptions),
            **({"parameters": self.parameters} if self.parameters else {}),
        }
        try:
            self._status.publish(status)
        except (ValueError, TypeError) as problem:
            # The program may have put into its parameters what JSON has no form for.
            if not self._has_told_of_parameters:
                _LOG.warning("the parameters are left out of %s", problem)
            self._has_told_of_parameters = True
            status.pop("parameters", None)
            self._status.publish(status)


def _parameters() -> dict[str, Any]:
    try:
        parameters = read_json(os.environ.get("BINNACLE_PARAMETERS", "").encode(errors="surrogateescape") or b"{}")
    except ValueError as problem:
        raise ValueError(f"BINNACLE_PARAMETERS cannot be read: {problem}") from problem
    if not isinstance(parameters, dict):
        raise ValueError(f"BINNACLE_PARAMETERS is {describe(parameters)}, not an object")
    return parameters
