"""The methods that a node answers."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

from .caller import Method
from .loss import LossCounter
from .message import LARGEST
from .requests import RequestError, read_body, write_error, write_result

_LOG = logging.getLogger("binnacle")
_NAME = re.compile(r"[^\x00-\x20\x7f/]{1,255}")


def guarded(
    name: str,
    handle: Callable[[Any, Callable[[bytes], None]], None],
    perform: Callable[[Callable[[], None]], bool],
) -> Method:
    """A method of a user's, which does no harm to the thread that calls it, whatever it is asked and does.

    ``perform`` has the node's thread run something. A ValueError says what the name of a method is.
    """
    if not _NAME.fullmatch(name) or len(name.encode()) > 255:
        raise ValueError(f"{name!r} is no name of a method: without space or slash, 255 bytes at most")

    def method(data: bytes, reply: Callable[[bytes], None]) -> None:
        try:
            body = read_body(name, data)
        except RequestError as error:
            reply(write_error(error))
            return

        def later(answer: bytes) -> None:
            data = bytes(answer)
            if len(data) > LARGEST:
                data = write_error(RequestError("failed", f"the answer has {len(data)} bytes, more than {LARGEST}"))
            perform(lambda: reply(data))

        try:
            handle(body, later)
        except Exception as problem:  # whatever it is, the caller is told, and the node goes on
            if not isinstance(problem, RequestError):
                _LOG.exception("answering %s failed", name)
            reply(write_error(problem))

    return method


def ping(body: bytes, reply: Callable[[bytes], None]) -> None:
    """Says that the node is there."""
    reply(write_result({}))


def received(loss: LossCounter) -> Method:
    """The method that says how far the node has come with topics."""

    def method(body: bytes, reply: Callable[[bytes], None]) -> None:
        try:
            question = read_body("received", body)
        except RequestError as error:
            reply(write_error(error))
            return
        topics, publisher = question.get("topics"), question.get("publisher")
        if (
            not isinstance(topics, list)
            or not all(isinstance(topic, str) for topic in topics)
            or not (publisher is None or isinstance(publisher, int))
        ):
            reply(write_error(RequestError("bad-request", 'received takes {"topics": ["fix/gps"], "publisher"?}')))
            return
        newest = {topic: loss.newest(topic, publisher) for topic in topics[:1000]}
        known = {topic: {"publisher": at[0], "sequence": at[1]} for topic, at in newest.items() if at}
        reply(write_result({"topics": known}))

    return method
