"""What all models share: reading JSON, writing it again, and keeping what is not known."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal
from sys import float_info
from typing import Any, TypeVar

M = TypeVar("M", bound="Model")
Reader = Callable[[Any], Any]
_NUMBER = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:[eE](.+))?")
# Any escape; the group is there if it is half a surrogate pair.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


class Rounded(float):
    """
    A number that a float rounds to another integer, such as ``4503599627370496.5``, or to infinity, which is not JSON:
    the largest float stands for it. It is the id of nothing.
    """


def parse_json(text: str | bytes) -> Any:
    """
    As ``json.loads``, but refuses NaN and Infinity, which JSON does not have, tells fractions from integers, and reads
    half a surrogate pair, which no database takes, as U+FFFD. Raises ``ValueError``, and ``RecursionError`` for JSON
    that is nested too deeply.
    """
    decoded = text if isinstance(text, str) else text.decode("utf-8-sig")
    whole = _ESCAPE.sub(lambda one: "\\ufffd" if one[1] else one[0], decoded) if "\\u" in decoded else decoded
    # NaN and Infinity are no integers, so that this raises.
    return json.loads(whole, parse_constant=int, parse_float=_float, parse_int=_integer)


def _integer(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return _float(text)


def _float(text: str) -> int | float:
    value = float(text)
    if abs(value) > float_info.max or (value.is_integer() and not _is_whole(text)):
        return Rounded(max(-float_info.max, min(float_info.max, value)))
    return value if abs(value) < 2**53 else int(Decimal(text))


def _is_whole(number: str) -> bool:
    """Is a JSON number an integer? By its digits: ``1.0`` and ``1e2`` are, ``1.00000000000000000001`` is not."""
    found = _NUMBER.fullmatch(number)
    whole, fraction, exponent = found.groups("") if found else ("", "", "")
    behind_the_point = len(fraction) - float(exponent or 0)
    digits = whole + fraction
    return behind_the_point <= 0 or not digits[-int(min(behind_the_point, len(digits))) :].strip("0")


class ModelError(ValueError):
    """A payload that does not fit its model. Says where and what is expected, never a value."""

    code = "payload_invalid"

    def __init__(self, path: str, expected: str) -> None:
        super().__init__(f"{path or '/'} must be {expected}")
        self.path = path
        self.expected = expected


@dataclass(kw_only=True)
class Model:
    """
    Base of the payloads. ``extra`` holds the members that this version does not know; they are
    written again, and left out of ``repr`` because nobody knows what is in them.
    """

    extra: dict[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def from_json(cls: type[M], value: Any, *, lenient: bool = False) -> M:
        """
        Takes what ``parse_json`` returned. What ``json.loads`` returns will do, but that has rounded fractions already.
        ``lenient`` keeps an optional member of another type in ``extra``. Raises ``ModelError``.
        """
        if not isinstance(value, dict):
            raise ModelError("", "an object")
        extra = dict(value)
        known: dict[str, Any] = {}
        for one in fields(cls):
            if "json" not in one.metadata:
                continue
            name = one.metadata["json"]
            is_optional = one.default is not MISSING
            given = extra.pop(name, None)
            if given is None and is_optional:
                continue
            if name not in value:
                raise ModelError(f"/{name}", "there")
            try:
                known[one.name] = one.metadata["read"](given)
            except ModelError as error:
                if not (lenient and is_optional):
                    raise ModelError(f"/{name}{error.path}", error.expected) from None
                extra[name] = given
        return cls(**known, extra=extra)

    def to_json(self) -> dict[str, Any]:
        """What ``json.dumps`` takes. Members that are ``None`` are left out."""
        result: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if "json" in one.metadata and value is not None:
                result[one.metadata["json"]] = _plain(value)
        return {**self.extra, **result}


def member(name: str, read: Reader) -> dict[str, Any]:
    """The metadata of a field: its name in JSON, and what reads its value."""
    return {"json": name, "read": read}


def string(value: Any) -> str:
    if not isinstance(value, str):
        raise ModelError("", "a string")
    return value


def integer(value: Any) -> int:
    """Of any size. ``1.0`` is an integer in JSON, ``true`` is none."""
    is_exact = isinstance(value, float) and not isinstance(value, Rounded)
    if is_exact and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ModelError("", "an integer")
    return value


def number(value: Any) -> int | float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ModelError("", "a number")
    return value


def anything(value: Any) -> Any:
    return value


def boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ModelError("", "a boolean")
    return value


def list_of(read: Reader) -> Reader:
    def read_list(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ModelError("", "a list")
        return [_below(index, one, read) for index, one in enumerate(value)]

    return read_list


def map_of(read: Reader) -> Reader:
    def read_map(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ModelError("", "an object")
        return {name: _below(name, one, read) for name, one in value.items()}

    return read_map


def _below(name: object, value: Any, read: Reader) -> Any:
    try:
        return read(value)
    except ModelError as error:
        raise ModelError(f"/{name}{error.path}", error.expected) from None


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value
