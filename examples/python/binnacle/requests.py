"""Requests and their answers as they go over the bus. Pure."""

from __future__ import annotations

import json
from typing import Any


class RequestError(Exception):
    """Why a request was not answered with a result.

    ``code`` is ``unknown-node``, ``unknown-method``, ``bad-request``, ``refused``, ``timeout``, ``failed`` or a node's
    own.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message


def write_result(result: Any) -> bytes:
    """The answer with a result."""
    return json.dumps({"result": result}, allow_nan=False).encode()


def write_error(error: BaseException) -> bytes:
    """The answer with an error; one that is no RequestError has the code ``failed``."""
    code = error.code if isinstance(error, RequestError) else "failed"
    message = error.message if isinstance(error, RequestError) else f"{type(error).__name__}: {error}"
    return json.dumps({"error": {"code": code, "message": message}}).encode()


def read_answer(data: bytes) -> Any:
    """The result of an answer, or raises the error that it is."""
    try:
        answer = json.loads(data)
        if "error" in answer:
            error = RequestError(str(answer["error"]["code"]), str(answer["error"]["message"]))
        else:
            return answer["result"]
    except (ValueError, TypeError, KeyError) as problem:
        raise RequestError("bad-request", f"the answer cannot be read: {problem!r}") from problem
    raise error


def read_body(method: str, data: bytes) -> Any:
    """The body of a request; an empty one is an empty object."""
    try:
        return json.loads(data or b"{}")
    except ValueError as problem:
        raise RequestError("bad-request", f"{method}: {problem}") from problem
