"""A participant of the bus, for programs with threads."""

from __future__ import annotations

import atexit
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .address import BusAddress
from .buffer import Buffer
from .clock import BusClock
from .engine import Engine
from .inbox import Inbox, Interest, Received
from .keys import Keys
from .loss import Loss
from .membership import Membership
from .message import JSON, OPAQUE, check_topic, subscription
from .outbox import Outbox, Overflow
from .requests import write_error, write_result

_NAME = re.compile(r"[a-z0-9_-]{1,64}")


class Publisher:
    """A topic of a node. ``publish`` never blocks and may be called from any thread."""

    def __init__(self, topic: str, is_event: bool, engine: Engine, outbox: Outbox) -> None:
        self.topic = check_topic(topic)
        self._is_event, self._engine, self._outbox = is_event, engine, outbox

    def publish(self, value: Any) -> None:
        """Publishes a value that JSON can write, or bytes as they are; raises what ``json.dumps`` does, without NaN."""
        is_bytes = isinstance(value, bytes)
        payload = value if is_bytes else json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
        with self._engine.lock:
            self._outbox.publish(
                self.topic, payload, time.time_ns(), encoding=OPAQUE if is_bytes else JSON, is_event=self._is_event
            )
        self._engine.send_soon()

    def erase(self) -> None:
        """Says that there is no value any more; the bus keeps none."""
        with self._engine.lock:
            self._outbox.publish(self.topic, b"", time.time_ns(), encoding=JSON, is_event=self._is_event)
        self._engine.send_soon()


class Subscription:
    """Messages of some topics, as they come; iterating waits for the next."""

    def __init__(self, prefix: str, buffer: Buffer, last_values: bool, engine: Engine) -> None:
        self._buffer = buffer
        self._engine = engine
        #: Whether no more messages come.
        self.has_ended = False
        self._change = threading.Condition()
        self._in_force = threading.Event()
        self.interest = Interest(prefix, self._deliver, last_values, self._in_force.set)
        engine.perform(lambda: engine.inbox.add(self.interest))

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
            return self._buffer.take()

    def wait_in_force(self, timeout: float | None = None) -> bool:
        """Waits until no message is missed any more, and the last values have come; whether that is so."""
        return self._in_force.wait(timeout)

    @property
    def overflowed(self) -> int:
        """How many messages were given up, because their reader was too slow."""
        return self._buffer.overflowed

    def cancel(self) -> None:
        """Ends it: no more messages come."""
        self._engine.perform(lambda: self._engine.inbox.remove(self.interest))
        self.end()

    def end(self) -> None:
        """Lets who waits go on."""
        with self._change:
            self.has_ended = True
            self._change.notify_all()

    def _deliver(self, received: Received) -> None:
        with self._change:
            self._buffer.add(received)
            self._change.notify()


class Node:
    """Joins the bus under a name, which is the source of its topics; use it in a ``with``, or close it.

    It may start before the bus, and stays while the bus is restarted. Without a name it is ``BINNACLE_NODE``, without
    an address the bus of this user, without keys those that ``BINNACLE_KEY`` names. One that is no member does not
    introduce itself, and cannot be asked. ``queue`` is how many messages wait for the bus; beyond it the oldest or the
    newest is given up, as ``overflow`` says.
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
        self.parameters: dict[str, Any] = json.loads(os.environ.get("BINNACLE_PARAMETERS") or "{}")
        where = BusAddress.parse(address) if address else BusAddress.from_environment()
        self._started = time.monotonic()
        self._clock: BusClock | None = None
        self._subscriptions: list[Subscription] = []
        # What overflowed in subscriptions that have ended.
        self._overflowed = 0
        self._outbox = Outbox(queue, overflow)
        provides = [word for word in os.environ.get("BINNACLE_PROVIDES", "").split(",") if word]
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
                except Exception as error:  # whatever it is, the caller is told
                    reply(write_error(error))

            self.answer_later(method, lambda body, reply: self._workers.submit(work, body, reply))
            return function

        return register

    def answer_later(self, method: str, handle: Callable[[Any, Callable[[bytes], None]], Any]) -> None:
        """Answers a method on the node's thread, which must not wait: ``handle`` takes the body and what to call."""
        self.engine.answer(method, handle)

    def change_state(self, state: str, note: str | None = None) -> None:
        """Says where the node is in its life: ``starting``, ``ready`` or ``degraded``, and why."""
        if membership := self._membership:
            self.engine.perform(lambda: membership.change(state, note))

    def wait_welcome(self, timeout: float | None = None) -> bool:
        """Waits until the bus knows this node; a RequestError when it will not have it."""
        if not (membership := self._membership):
            return True
        with self._standing:
            self._standing.wait_for(lambda: membership.is_welcome or membership.refusal, timeout)
        if membership.refusal:
            raise membership.refusal
        return membership.is_welcome

    def now(self) -> float:
        """Unix seconds, of the bus's clock when a replay owns it. The first call subscribes to it."""
        if not self._clock:
            clock = self._clock = BusClock()
            self.engine.perform(lambda: self.engine.inbox.add(Interest("clock/", clock.take, False)))
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
        """Waits until nothing waits for the bus any more; whether that is so."""
        try:
            self.engine.flush().result(timeout)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Hands over what waits, says goodbye and ends the subscriptions; once more does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        atexit.unregister(self.close)
        self.engine.close()
        self._workers.shutdown(wait=False)
        for subscribed in self._subscriptions:
            subscribed.end()

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
        self._status.publish(status)
