"""A participant of the bus, for asyncio: what ``binnacle.Node`` is, with ``await``.

    async with aio.Node("phone") as node:
        async for received in node.subscribe("fix/fusion"):
            print(received.topic, received.value)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from . import node as threads
from .buffer import Buffer
from .engine import Engine
from .inbox import Interest, Received
from .loss import Loss
from .message import subscription
from .publisher import Publisher
from .requests import RequestError, write_error, write_result


class Subscription:
    """Messages of some topics, as they come; ``async for`` waits for the next.

    Once all that came has been read it ends with the node, or raises the RequestError that says why no more comes.
    """

    def __init__(self, prefix: str, buffer: Buffer, last_values: bool, engine: Engine) -> None:
        self._buffer = buffer
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._news = asyncio.Event()
        self._in_force = asyncio.Event()
        self._has_ended = False
        self._failure: RequestError | None = None
        self.interest = Interest(
            prefix, self._deliver, last_values, lambda: self._tell(self._in_force), self._end_from_thread
        )
        engine.subscribe(self.interest)

    def __aiter__(self) -> AsyncIterator[Received]:
        return self

    async def __anext__(self) -> Received:
        while True:
            with self._lock:
                if received := self._buffer.take():
                    return received
                if self._has_ended:
                    break
                self._news.clear()
            await self._news.wait()
        self._raise_failure()
        raise StopAsyncIteration

    async def wait_in_force(self) -> bool:
        """Waits until no message is missed any more, and the last values have come; whether that is so.

        A RequestError says why they will not.
        """
        await self._in_force.wait()
        self._raise_failure()
        return self.interest.is_in_force

    @property
    def overflowed(self) -> int:
        """How many messages were given up, because their reader was too slow."""
        return self._buffer.overflowed

    def cancel(self) -> None:
        """Ends it: no more messages come."""
        self._engine.perform(lambda: self._engine.inbox.remove(self.interest))
        self._has_ended = True
        self._news.set()
        self._in_force.set()

    def _end_from_thread(self, failure: RequestError | None) -> None:
        with self._lock:
            self._has_ended, self._failure = True, failure
        self._tell(self._news)
        self._tell(self._in_force)

    def _raise_failure(self) -> None:
        if self._failure:
            raise self._failure.renewed()

    def _deliver(self, received: Received) -> None:
        with self._lock:
            self._buffer.add(received)
            is_known = len(self._buffer) > 1
        if not is_known:
            self._tell(self._news)

    def _tell(self, event: asyncio.Event) -> None:
        try:
            self._loop.call_soon_threadsafe(event.set)
        except RuntimeError:
            # The loop has been closed: nobody waits.
            return


class Node:
    """Joins the bus under a name; the arguments are those of ``binnacle.Node``."""

    def __init__(self, name: str | None = None, address: str | None = None, **choices: Any) -> None:
        self._node = threads.Node(name, address, **choices)

    async def __aenter__(self) -> Node:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def name(self) -> str:
        """The source of the node's topics."""
        return self._node.name

    def publisher(self, kind: str, instance: str | None = None, *, is_event: bool = False) -> Publisher:
        """The topic ``kind/name`` or ``kind/name/instance``; publishing never blocks."""
        return self._node.publisher(kind, instance, is_event=is_event)

    def subscribe(
        self, pattern: str = "", *, last_values: bool = True, limit: int = 1000, newest_only: bool = False
    ) -> Subscription:
        """Messages of some topics, as ``binnacle.Node.subscribe`` takes them; last values first."""
        return Subscription(subscription(pattern), Buffer(limit, newest_only), last_values, self._node.engine)

    async def request(self, method: str, body: Any = None, timeout: float = 5) -> Any:
        """Asks ``node/method``, or the bus, and returns the result; a RequestError says why there is none."""
        return await asyncio.wrap_future(self._node.request_later(method, body, timeout))

    def answer(
        self, method: str
    ) -> Callable[[Callable[[Any], Awaitable[Any]]], Callable[[Any], Awaitable[Any]]]:
        """A decorator: the coroutine answers a method of this node; it takes and returns JSON."""
        loop = asyncio.get_running_loop()

        def register(function: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
            async def work(body: Any, reply: Callable[[bytes], None]) -> None:
                try:
                    reply(write_result(await function(body)))
                except Exception as error:  # whatever it is, the caller is told
                    reply(write_error(error))
                except BaseException as error:
                    reply(write_error(error))
                    raise

            def handle(body: Any, reply: Callable[[bytes], None]) -> None:
                working = work(body, reply)
                try:
                    asyncio.run_coroutine_threadsafe(working, loop)
                except RuntimeError as problem:
                    working.close()
                    raise RequestError("refused", "the event loop of the node has been closed") from problem

            self._node.answer_later(method, handle)
            return function

        return register

    async def wait_welcome(self, timeout: float | None = None) -> bool:
        """Waits until the bus knows this node; a RequestError when it will not have it."""
        return await asyncio.to_thread(self._node.wait_welcome, timeout)

    def change_state(self, state: str, note: str | None = None) -> None:
        """Says where the node is in its life: ``starting``, ``ready`` or ``degraded``, and why."""
        self._node.change_state(state, note)

    def now(self) -> float:
        """Unix seconds, of the bus's clock when a replay owns it."""
        return self._node.now()

    @property
    def losses(self) -> list[Loss]:
        """What did not arrive, by topic and publisher."""
        return self._node.losses

    async def close(self) -> None:
        """Hands over what waits, says goodbye and ends the subscriptions."""
        await asyncio.to_thread(self._node.close)
