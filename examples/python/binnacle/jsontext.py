"""JSON as the contract has it: UTF-8, numbers that a double holds, whole characters. Pure.

Whatever bytes are read, a ValueError is all that is raised.
"""

from __future__ import annotations

import json
import math
from typing import Any

# A whole number of fewer digits is in the range of a double.
_LONG = 300


def _constant(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{_excerpt(text)} is too large for a number")
    return value


def _int(text: str) -> int:
    if len(text) > _LONG and math.isinf(float(text)):
        raise ValueError(f"{_excerpt(text)} is too large for a number")
    return int(text)


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_float, parse_int=_int)
_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"), ensure_ascii=False)


def read_json(data: bytes) -> Any:
    """Reads a JSON text; a ValueError says what is wrong with it, nothing else is raised."""
    try:
        text = data.decode()
        value = _DECODER.decode(text)
        if "\\u" in text:
            # Half of a surrogate pair is no character, and could not be written, nor shown.
            _ENCODER.encode(value).encode()
    except UnicodeDecodeError as problem:
        raise ValueError(f"it is not UTF-8 at byte {problem.start}") from None
    except UnicodeEncodeError:
        raise ValueError("it has half of a surrogate pair") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except MemoryError:
        raise ValueError(f"there is no memory for its {len(data)} bytes") from None
    return value


def write_json(value: Any) -> bytes:
    """Writes a value; a ValueError or TypeError says which key JSON has no form for."""
    try:
        return _ENCODER.encode(value).encode()
    except RecursionError:
        raise ValueError("it is nested too deep for JSON") from None
    except (ValueError, TypeError) as problem:
        kind = TypeError if isinstance(problem, TypeError) else ValueError
        raise kind(_fault(value) or str(problem)) from None


def describe(value: Any) -> str:
    """What a value that was read is in JSON, in words."""
    if isinstance(value, bool) or value is None:
        return "null" if value is None else "true" if value else "false"
    names = {dict: "an object", list: "an array", tuple: "an array", str: "a text", int: "a number", float: "a number"}
    return names.get(type(value)) or f"of the type {type(value).__name__}"


def _fault(value: Any) -> str | None:
    """Where a value cannot be written, and why; None when it is not found, as of one that contains itself."""
    places: list[tuple[str, Any]] = [("", value)]
    seen: set[int] = set()
    while places:
        path, at = places.pop()
        at_path = f"{path}: " if path else ""
        if isinstance(at, float) and not math.isfinite(at):
            return f"{at_path}{at} is no number of JSON: leave out what is not known"
        if isinstance(at, str) and not _is_whole(at):
            return f"{at_path}the text has half of a surrogate pair"
        if isinstance(at, (dict, list, tuple)):
            if id(at) in seen:
                continue
            seen.add(id(at))
            if isinstance(at, dict):
                for key in at:
                    if isinstance(key, str) and not _is_whole(key):
                        return f"{at_path}the key {key!r} has half of a surrogate pair"
                    if not isinstance(key, (str, int, float, bool, type(None))):
                        return f"{at_path}the key {key!r} is no text"
                members = [(f"{path}.{key}" if path else f"{key}", member) for key, member in at.items()]
            else:
                members = [(f"{path}[{index}]", member) for index, member in enumerate(at)]
            places += reversed(members)
        elif not isinstance(at, (str, int, float, bool, type(None))):
            return f"{at_path}JSON has no form for a value of the type {type(at).__name__}"
    return None


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _excerpt(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
