"""The thread of a node: it alone uses the sockets."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any

import zmq

from .address import BusAddress
from .bell import Bell
from .caller import Caller
from .connection import Connection
from .inbox import Inbox
from .keys import Keys
from .membership import Membership
from .outbox import Outbox
from .requests import RequestError, read_body, write_error, write_result

# How long what waits is still handed over when the node closes, seconds.
_CLOSING_PATIENCE = 1.0
# What waits in a sending socket cannot be taken back, so it is little.
_SEND_LIMIT = 64
_RECEIVE_LIMIT = 10_000
_LOG = logging.getLogger("binnacle")
CLOSED = RequestError("refused", "the node has been closed")


class Engine:
    """Sends, receives, answers and tells the bus that the node lives, until it is closed."""

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
        self._bell = Bell()
        self._closing: float | None = None
        #: Is called once a second by the thread.
        self.every_second: Callable[[], None] = lambda: None
        #: Is called by the thread when the bus has said what it thinks of this node.
        self.standing_changed: Callable[[], None] = lambda: None
        self._flushing: list[Future[None]] = []
        # Topics that the key may not publish, as the bus has said.
        self._refused: list[str] = []
        self._next_second = time.monotonic() + 1
        # Keys are for the network: on this machine the folder's owner is the lock.
        keys = keys if address.is_tcp else None
        self._context = zmq.Context()
        self._sub = self._socket(zmq.SUB, keys)
        self._sub.rcvhwm = _RECEIVE_LIMIT
        self._sub.connect(address.subscribe)
        self._push = self._socket(zmq.PUSH, keys)
        self._push.sndhwm = _SEND_LIMIT
        self._push_connection = Connection(self._push, address.publish, keys)
        dealer = self._socket(zmq.DEALER, keys)
        self._caller = Caller(dealer, address, keys)
        self._caller.methods = {"ping": self._ping, "received": self._received}
        self._push.connect(address.publish)
        dealer.connect(address.request)
        self.inbox = Inbox(self._sub.subscribe, self._sub.unsubscribe)
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

    def request(self, method: str, body: Any, timeout: float) -> Future[Any]:
        """Sends a request; from any thread."""
        future: Future[Any] = Future()
        if not self.perform(lambda: self._caller.send(method, body, timeout, future)):
            future.set_exception(CLOSED)
        return future

    def flush(self) -> Future[None]:
        """Returns what is done when nothing waits in the outbox any more."""
        future: Future[None] = Future()
        if not self.perform(lambda: self._flushing.append(future)):
            future.set_result(None)
        return future

    def answer(self, name: str, handle: Callable[[Any, Callable[[bytes], None]], None]) -> None:
        """Answers a method; ``handle`` takes the body and what to call, from any thread, with the answer."""

        def method(data: bytes, reply: Callable[[bytes], None]) -> None:
            try:
                body = read_body(name, data)
            except RequestError as error:
                reply(write_error(error))
                return

            def later(answer: bytes) -> None:
                self.perform(lambda: reply(answer))

            handle(body, later)

        self.perform(lambda: self._caller.methods.__setitem__(name, method))

    def close(self) -> None:
        """Hands over what waits, for a second at most, says goodbye and ends the thread."""
        self.perform(self._begin_closing)
        self._thread.join()

    def _begin_closing(self) -> None:
        self._closing = self._closing or time.monotonic() + _CLOSING_PATIENCE

    def _run(self) -> None:
        poller = zmq.Poller()
        for source in self._bell.descriptor, self._sub, self._caller.socket:
            poller.register(source, zmq.POLLIN)
        for monitor in self._push_connection.monitor, self._caller.connection.monitor:
            poller.register(monitor, zmq.POLLIN)
        has_unsent = False
        while True:
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
                return self._end()

    def _obey(self) -> None:
        while not self._commands.empty():
            self._commands.get()()

    def _tell_flushed(self) -> None:
        if self._flushing and not len(self._outbox):
            flushing, self._flushing = self._flushing, []
            for future in flushing:
                future.set_result(None)

    def _wait(self) -> int:
        moments = [self._next_second, self._caller.next_deadline]
        moments += [self._membership.next_sign] if self._membership else []
        moments += [self._closing] if self._closing else []
        return max(0, int((min(moments) - time.monotonic()) * 1000) + 1)

    def _follow_connections(self) -> None:
        for is_up in self._push_connection.changes():
            with self.lock:
                self._outbox.connected() if is_up else self._outbox.disconnected()
        for is_up in self._caller.connection.changes():
            self._caller.flush() if is_up else self._caller.disconnected()
            if self._membership:
                self._membership.connected() if is_up else self._membership.disconnected()

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
            self._caller.send(method, body, 5, future)

    def _take_standing(self, method: str, done: Future[Any]) -> None:
        error = done.exception()
        refused = None if error else done.result().get("refused")
        if refused and refused != self._refused:
            _LOG.warning("the key may not publish %s: the bus drops what is sent there", ", ".join(refused))
        self._refused = refused or self._refused
        if (membership := self._membership) and error is not CLOSED:
            membership.take(method, error if isinstance(error, RequestError) else None)
            if membership.refusal:
                _LOG.error("%s", membership.refusal)
            self.standing_changed()

    def _ping(self, body: bytes, reply: Callable[[bytes], None]) -> None:
        reply(write_result({}))

    def _received(self, body: bytes, reply: Callable[[bytes], None]) -> None:
        try:
            question = json.loads(body)
            publisher = question.get("publisher")
            newest = {topic: self.inbox.loss.newest(topic, publisher) for topic in question["topics"][:1000]}
        except (ValueError, TypeError, KeyError, AttributeError):
            reply(write_error(RequestError("bad-request", 'received takes {"topics": ["fix/gps"]}')))
            return
        known = {topic: {"publisher": at[0], "sequence": at[1]} for topic, at in newest.items() if at}
        reply(write_result({"topics": known}))

    def _end(self) -> None:
        if (membership := self._membership) and membership.is_welcome:
            self._caller.transmit([b"\0", b"", b"bus/goodbye", json.dumps({"name": membership.name}).encode()])
        with self._gate:
            self._has_ended = True
        self._bell.close()
        self._obey()
        self._caller.abandon(CLOSED)
        for future in self._flushing:
            future.set_result(None)
        for socket in self._push, self._caller.socket:
            socket.disable_monitor()
        for connection in self._push_connection, self._caller.connection:
            connection.monitor.close()
        for socket in self._sub, self._push, self._caller.socket:
            socket.close()
        self._context.term()
