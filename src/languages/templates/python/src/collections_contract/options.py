"""What can never work is refused where it is given, not at each delivery or call."""

from __future__ import annotations

import inspect
import math
from functools import partial
from typing import Any


def check_positive(name: str, value: Any, *, whole: bool = False) -> None:
    """Raises ``ValueError`` for anything but a finite number above 0; ``whole``: or one with a fraction."""
    is_number = isinstance(value, int) or (isinstance(value, float) and not whole)
    if isinstance(value, bool) or not is_number or not 0 < value < math.inf:
        raise ValueError(f"option_invalid: {name} is a {'whole ' if whole else ''}number above 0")


def check_handler(name: str, function: Any, arguments: int) -> None:
    """Raises ``TypeError`` for a handler that could never run, or not with so many arguments."""
    if not callable(function):
        raise TypeError(f"{name} is not a function")
    if any(inspect.isgeneratorfunction(one) or inspect.isasyncgenfunction(one) for one in _functions(function)):
        raise TypeError(f"{name} is a generator, and calling it runs nothing: remove the yield")
    try:
        # A decorator that hands over more arguments has those of the wrapper.
        taken = inspect.signature(function, follow_wrapped=False)
    except (TypeError, ValueError):
        return  # Some functions in C do not say what they take.
    try:
        taken.bind(*[None] * arguments)
    except TypeError:
        raise TypeError(f"{name} is called with {arguments} arguments, which it does not take") from None


def check_plain(name: str, function: Any, arguments: int) -> None:
    """Raises ``TypeError`` for a function that nobody would await."""
    check_handler(name, function, arguments)
    if any(inspect.iscoroutinefunction(one) for one in _functions(function)):
        raise TypeError(f"{name} is asynchronous, and nothing awaits it: pass a plain function")


def _functions(function: Any) -> tuple[Any, ...]:
    plain = function.func if isinstance(function, partial) else function
    return plain, getattr(plain, "__call__", None)  # noqa: B004
