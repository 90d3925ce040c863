"""Requests and their answers as they go over the bus. Pure."""

from __future__ import annotations

from typing import Any

from .jsontext import describe, read_json, write_json


class RequestError(Exception):
    """Why a request was not answered with a result, or why the node cannot go on.

    ``code`` is ``unknown-node``, ``unknown-method``, ``bad-request``, ``refused``, ``timeout``, ``failed`` or a node's
    own.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message

    def renewed(self) -> RequestError:
        """The same error once more: one that several raise collects the traces of all."""
        error = RequestError(self.code, self.message)
        error.__cause__ = self.__cause__
        return error


def write_result(result: Any) -> bytes:
    """The answer with a result; raises what JSON has no form for."""
    return write_json({"result": result})


def write_error(error: BaseException) -> bytes:
    """The answer with an error; one that is no RequestError has the code ``failed``."""
    code = error.code if isinstance(error, RequestError) else "failed"
    message = error.message if isinstance(error, RequestError) else in_words(error)
    return write_json({"error": {"code": _whole(code), "message": _whole(message)}})


def in_words(error: BaseException) -> str:
    """The type of an error and what it says, whatever it is."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # one that cannot even say what it is
        return type(error).__name__


def read_answer(data: bytes) -> Any:
    """The result of an answer, or raises the error that it is."""
    try:
        answer = read_json(data)
    except ValueError as problem:
        raise RequestError("bad-request", f"the answer cannot be read: {problem}") from problem
    if isinstance(answer, dict) and "error" not in answer and "result" in answer:
        return answer["result"]
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict):
        code, message = error.get("code"), error.get("message")
        if isinstance(code, str) and isinstance(message, str):
            raise RequestError(code, message)
    raise RequestError("bad-request", "the answer cannot be read: it is neither a result nor an error")


def read_body(method: str, data: bytes) -> dict[str, Any]:
    """The body of a request, an object; an empty one is an empty object."""
    try:
        body = read_json(data or b"{}")
    except ValueError as problem:
        raise RequestError("bad-request", f"{method}: the body cannot be read: {problem}") from problem
    _check_object(method, body)
    return body


def write_body(method: str, body: Any) -> bytes:
    """The body of a request; a RequestError says why it can be none."""
    _check_object(method, body)
    try:
        method.encode()
        return write_json(body)
    except (ValueError, TypeError) as problem:
        raise RequestError("bad-request", f"{method}: {problem}") from problem


def _check_object(method: str, body: Any) -> None:
    if not isinstance(body, dict):
        raise RequestError("bad-request", f"{method}: the body is {describe(body)}, not an object")


def _whole(text: str) -> str:
    return str(text).encode(errors="replace").decode()
