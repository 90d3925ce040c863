"""The thread of a node: it alone uses the sockets."""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from queue import SimpleQueue
from typing import Any

import zmq

from .address import BusAddress
from .bell import Bell
from .caller import Caller
from .connection import Connection
from .inbox import Inbox, Interest
from .jsontext import write_json
from .keys import Keys
from .membership import Membership
from .outbox import Outbox
from .refusal import Refusal, may_not_read
from .requests import RequestError, in_words, write_body
from .services import guarded, ping, received

# How long what waits is still handed over when the node closes, seconds.
_CLOSING_PATIENCE = 1.0
# What waits in a sending socket cannot be taken back, so it is little.
_SEND_LIMIT = 64
_RECEIVE_LIMIT = 10_000
_LOG = logging.getLogger("binnacle")


class Engine:
    """Sends, receives, answers and tells the bus that the node lives, until it is closed.

    It ends by itself when the bus will not have the node, and by a fault of its own: then ``failure`` says why, and
    whoever waits, or calls later, is told so.
    """

    def __init__(self, address: BusAddress, keys: Keys | None, outbox: Outbox, membership: Membership | None) -> None:
        address.check_owner()
        self._address = address
        self._outbox = outbox
        self._membership = membership
        #: Guards the outbox.
        self.lock = threading.Lock()
        self._commands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        # Whoever has put a command before the end has it obeyed.
        self._gate = threading.Lock()
        self._has_ended = False
        #: Why the node has ended, where nobody closed it.
        self.failure: RequestError | None = None
        # Why the bus will not have the node, until the thread has ended for it.
        self._refusal: RequestError | None = None
        # Whether the key was not let in where messages come out.
        self._is_reading_refused = False
        # What has been said of the connections.
        self._told: set[str] = set()
        self._bell = Bell()
        self._closing: float | None = None
        #: Is called once a second by the thread.
        self.every_second: Callable[[], None] = lambda: None
        #: Is called by the thread when the bus has said what it thinks of this node.
        self.standing_changed: Callable[[], None] = lambda: None
        self._flushing: list[Future[bool]] = []
        # Topics that the key may not publish, as the bus has said.
        self._refused: list[str] = []
        # Keys are for the network: on this machine the folder's owner is the lock.
        self._keys = keys = keys if address.is_tcp else None
        self._next_second = time.monotonic() + 1
        self._context = zmq.Context()
        self._sub = self._socket(zmq.SUB, keys)
        self._sub.rcvhwm = _RECEIVE_LIMIT
        self._sub_connection = Connection(self._sub, address, keys)
        self._sub.connect(address.subscribe)
        self._push = self._socket(zmq.PUSH, keys)
        self._push.sndhwm = _SEND_LIMIT
        self._push_connection = Connection(self._push, address, keys)
        dealer = self._socket(zmq.DEALER, keys)
        self._caller = Caller(dealer, address, keys)
        self.inbox = Inbox(self._sub.subscribe, self._sub.unsubscribe)
        self._caller.methods = {"ping": ping, "received": received(self.inbox.loss)}
        self._push.connect(address.publish)
        dealer.connect(address.request)
        self._thread = threading.Thread(target=self._run, name="binnacle", daemon=True)
        self._thread.start()

    def _socket(self, kind: int, keys: Keys | None) -> zmq.Socket[bytes]:
        socket = self._context.socket(kind)
        socket.linger = 1000
        socket.reconnect_ivl_max = 1000
        # A silent peer on the network swallows messages without an error.
        socket.heartbeat_ivl, socket.heartbeat_timeout = 1000, 3000
        if kind != zmq.SUB:
            # What waits for a bus that is away waits with us, where it can be taken back.
            socket.immediate = True
        socket.ipv6 = self._address.is_ipv6
        if keys:
            keys.apply(socket)
        return socket

    def perform(self, command: Callable[[], None]) -> bool:
        """Has the thread run something; False when it has ended, and nothing happens."""
        with self._gate:
            if self._has_ended:
                return False
            self._commands.put(command)
        self._bell.ring()
        return True

    def send_soon(self) -> None:
        """Has the thread send what waits in the outbox."""
        self._bell.ring()

    def check(self) -> None:
        """Raises the RequestError that says why the node has ended, where nobody closed it."""
        if failure := self.failure:
            raise failure.renewed()

    @property
    def has_ended(self) -> bool:
        """Whether the thread does nothing more."""
        return self._has_ended

    def subscribe(self, interest: Interest) -> None:
        """Subscribes, from any thread; a RequestError when the node has ended."""
        if not self.perform(lambda: self.inbox.add(interest)):
            raise self._ended()

    def request(self, method: str, body: Any, timeout: float) -> Future[Any]:
        """Sends a request; from any thread."""
        future: Future[Any] = Future()
        deadline = time.monotonic() + timeout
        if math.isnan(deadline):
            raise ValueError("a timeout is a number of seconds, not nan")
        try:
            # Here, and not in the thread: what cannot be written concerns who asks alone.
            data = write_body(method, body)
        except RequestError as problem:
            future.set_exception(problem)
            return future
        if not self.perform(lambda: self._caller.send(method, data, deadline, future)):
            future.set_exception(self._ended())
        return future

    def flush(self) -> Future[bool]:
        """Returns what is done when nothing waits in the outbox any more: whether that is so, for the node may end."""
        future: Future[bool] = Future()
        if not self.perform(lambda: self._flushing.append(future)):
            self._tell_flushed_one(future)
        return future

    def answer(self, name: str, handle: Callable[[Any, Callable[[bytes], None]], None]) -> None:
        """Answers a method; ``handle`` takes the body and what to call, from any thread, with the answer."""
        method = guarded(name, handle, self.perform)
        # At once, and not by a command: who hears of it by another way may ask before the thread has come to that.
        with self._gate:
            if self._has_ended:
                raise self._ended()
            self._caller.methods = {**self._caller.methods, name: method}
        self._bell.ring()

    def close(self) -> None:
        """Hands over what waits, for a second at most, says goodbye and ends the thread."""
        self.perform(self._begin_closing)
        self._thread.join()

    def _begin_closing(self) -> None:
        self._closing = self._closing or time.monotonic() + _CLOSING_PATIENCE

    def _ended(self) -> RequestError:
        return self.failure.renewed() if self.failure else RequestError("refused", "the node has been closed")

    def _run(self) -> None:
        try:
            self._serve()
            failure = self._refusal
        except BaseException as problem:  # else whoever waits for this thread would do so for ever
            _LOG.critical("the node ends, by a fault of its own", exc_info=True)
            failure = RequestError("failed", f"the node has ended by a fault of its own: {in_words(problem)}")
            failure.__cause__ = problem
        self._end(failure)

    def _serve(self) -> None:
        poller = zmq.Poller()
        for source in self._bell.descriptor, self._sub, self._caller.socket:
            poller.register(source, zmq.POLLIN)
        for connection in self._connections:
            poller.register(connection.monitor, zmq.POLLIN)
        has_unsent = False
        while not self._refusal:
            poller.register(self._push, zmq.POLLOUT if has_unsent else 0)
            poller.poll(self._wait())
            self._bell.answer()
            self._obey()
            self._follow_connections()
            self._receive()
            self._caller.receive()
            now = time.monotonic()
            self._caller.expire(now)
            if now >= self._next_second:
                self._next_second = now + 1
                self.every_second()
            self._keep_membership(now)
            has_unsent = self._flush()
            self._tell_flushed()
            if self._closing and (now >= self._closing or not len(self._outbox)):
                return

    def _obey(self) -> None:
        while not self._commands.empty():
            self._commands.get()()

    def _tell_flushed(self) -> None:
        if self._flushing and not len(self._outbox):
            flushing, self._flushing = self._flushing, []
            for future in flushing:
                self._tell_flushed_one(future)

    def _tell_flushed_one(self, future: Future[bool]) -> None:
        with contextlib.suppress(InvalidStateError):  # who asked has given up
            future.set_exception(self._ended()) if self.failure else future.set_result(not len(self._outbox))

    def _wait(self) -> int:
        moments = [self._next_second, self._caller.next_deadline]
        moments += [self._membership.next_sign] if self._membership else []
        moments += [self._closing] if self._closing else []
        return max(0, int((min(moments) - time.monotonic()) * 1000) + 1)

    @property
    def _connections(self) -> tuple[Connection, ...]:
        return self._push_connection, self._sub_connection, self._caller.connection

    def _follow_connections(self) -> None:
        for news in self._push_connection.changes():
            if isinstance(news, Refusal):
                self._say(news)
                continue
            with self.lock:
                self._outbox.connected() if news else self._outbox.disconnected()
        for news in self._sub_connection.changes():
            if isinstance(news, Refusal):
                self._is_reading_refused = news.is_of_key
        for news in self._caller.connection.changes():
            if isinstance(news, Refusal):
                self._say(news)
                if news.is_final:
                    # Who waits is told when the node has ended: what is called after that is told as well.
                    self._refusal = RequestError("refused", news.message)
                else:
                    self._caller.abandon(RequestError("timeout", news.message))
                continue
            if news:
                self._told.clear()
            self._caller.flush() if news else self._caller.disconnected()
            if self._membership:
                self._membership.connected() if news else self._membership.disconnected()
        # A key that is let in elsewhere, and not here, may not read.
        if self._is_reading_refused and self._caller.connection.is_up:
            self._stop_reading()

    def _say(self, refusal: Refusal) -> None:
        if refusal.message not in self._told:
            self._told.add(refusal.message)
            _LOG.error("%s", refusal.message)

    def _stop_reading(self) -> None:
        for interest in self.inbox.interests:
            refusal = Refusal(may_not_read(self._keys), is_final=True)
            self._say(refusal)
            self.inbox.remove(interest)
            interest.end(RequestError("refused", refusal.message))

    def _receive(self) -> None:
        # So many at once, that requests and signs of life are not kept waiting.
        for _ in range(256):
            try:
                data = self._sub.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            self.inbox.take(data, time.monotonic())

    def _flush(self) -> bool:
        """Sends what waits; returns whether something does still, although the bus is there."""
        with self.lock:
            while self._push_connection.is_up and (data := self._outbox.first()) is not None:
                try:
                    self._push.send(data, zmq.NOBLOCK)
                except zmq.Again:
                    return True
                self._outbox.sent()
        return False

    def _keep_membership(self, now: float) -> None:
        if not (membership := self._membership):
            return
        with self.lock:
            publishes = self._outbox.topics
        answers = sorted(self._caller.methods.keys() - {"ping", "received"})
        if sign := membership.due(now, publishes, self.inbox.reads, answers):
            method, body = sign
            future: Future[Any] = Future()
            future.add_done_callback(lambda done: self._take_standing(method, done))
            self._caller.send(method, write_json(body), now + 5, future)

    def _take_standing(self, method: str, done: Future[Any]) -> None:
        if self._has_ended or self._refusal or not (membership := self._membership):
            # What it waited for will not come, and that is no answer of the bus.
            return
        error = done.exception()
        standing = None if error else done.result()
        refused = standing.get("refused") if isinstance(standing, dict) else None
        if refused and isinstance(refused, list) and refused != self._refused:
            _LOG.warning("the key may not publish %s: the bus drops what is sent there", ", ".join(map(str, refused)))
            self._refused = refused
        membership.take(method, error if isinstance(error, RequestError) else None)
        if membership.refusal:
            _LOG.error("%s", membership.refusal)
            self._refusal = membership.refusal
        self.standing_changed()

    def _end(self, failure: RequestError | None) -> None:
        with self._gate:
            self.failure, self._has_ended = failure, True
        # Each of these by itself: that one fails keeps nobody waiting.
        for step in self._say_goodbye, self._bell.close, self._obey_all, self._tell_all, self._close_sockets:
            try:
                step()
            except Exception:
                _LOG.exception("a node does not end as it should")

    def _say_goodbye(self) -> None:
        if (membership := self._membership) and membership.is_welcome:
            self._caller.transmit([b"\0", b"", b"bus/goodbye", write_json({"name": membership.name})])
            membership.disconnected()

    def _obey_all(self) -> None:
        while not self._commands.empty():
            try:
                self._obey()
            except Exception:
                _LOG.exception("a node does not end as it should")

    def _tell_all(self) -> None:
        self._caller.abandon(self._ended())
        for future in self._flushing:
            self._tell_flushed_one(future)
        for interest in self.inbox.interests:
            interest.end(self.failure)
        self.standing_changed()

    def _close_sockets(self) -> None:
        for connection in self._connections:
            connection.close()
        for socket in self._sub, self._push, self._caller.socket:
            socket.close()
        self._context.term()
