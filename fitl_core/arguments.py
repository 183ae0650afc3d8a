"""Compare arguments with type hints: errors name the argument that does not fit.

Successful calls are not checked, so that a fold costs nothing more. Only a failed call is examined: see
`fitl_core.front_door`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, wraps
from types import GeneratorType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from fitl_core.errors import FitlError, Portable, UnknownName

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 60
"""The most characters of a wrong value, or of a type, in a message."""
MOST_TYPES = 4
"""The most types of a union that are named."""
DEEPEST = 10
"""The most levels of a value that are examined. A number of pieces in an amendment is on the ninth."""


class WrongArgument(Portable, TypeError):
    """An argument of a type that the function does not take. The message names the argument."""


def shown(value: object) -> str:
    """Return a value for a message: its type and, if it is short, the value.

    >>> shown("VC pass"), shown(None), shown(int)
    ("a str, 'VC pass'", 'None', 'the class int')
    """
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name = type(value).__name__
    kind = f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"
    if not isinstance(value, str | bytes | int | float | complex):
        return kind
    text = repr(value)
    return f"{kind}, {text if len(text) <= LONGEST else text[:LONGEST] + '…'}"


def misfit(value: object, hint: Any, name: str, *, lenient: bool = False) -> str:
    """Name the first part of a value that is not of the hinted type; "" if all parts fit.

    `lenient`: text may stand for the member of an enumeration, a list for a tuple.

    >>> misfit(("US", 3), tuple[str, ...], "options")
    'options[1] takes a str, not an int, 3'
    """
    return _Fitting(lenient).misfit(value, hint, name)


def converted(value: Any, hint: Any, name: str) -> Any:
    """Return the value in its hinted type: an enumeration from its text, a tuple from a list.

    Raises `UnknownName` for text that names no member, `TypeError` for another type.
    """
    try:
        return msgspec.convert(value, hint)
    except (msgspec.ValidationError, TypeError) as error:
        message = misfit(value, hint, name, lenient=True)
        message = message or f"{name} takes {words_of(hint)}, not {shown(value)}"
        if "enum value" in str(error):
            raise UnknownName(message) from error
        raise WrongArgument(message) from error


def naming_arguments(
    function: Callable[P, T], home: str, look_into: Callable[[Any], object] | None = None
) -> Callable[P, T]:
    """Return a function that names the wrong argument if a call fails because of one.

    `home` is the package that offers it. `look_into` raises for a wrong value of the right type.
    """

    def examined(error: Exception, args: Any, kwargs: Any) -> None:
        if not isinstance(error, FitlError):
            _insist_on_fit(function, args, kwargs, error, look_into)

    def watched(made: Iterator[Any], args: Any, kwargs: Any) -> Iterator[Any]:
        try:
            yield from made
        except Exception as error:
            examined(error, args, kwargs)
            raise

    @wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            made = function(*args, **kwargs)
        except Exception as error:
            examined(error, args, kwargs)
            raise
        if type(made) is GeneratorType:
            return watched(made, args, kwargs)  # type: ignore[arg-type, return-value]
        return made

    named.__module__ = home
    return named


def _insist_on_fit(
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    error: Exception,
    look_into: Callable[[Any], object] | None,
) -> None:
    """Raise if a failed call had a wrong argument."""
    from inspect import signature  # only a failed call needs it

    try:
        given = signature(function).bind(*args, **kwargs).arguments
        hints = _hints(function)
    except (TypeError, NameError):
        return
    if isinstance(error, WrongArgument) and str(error).startswith(tuple(given)):
        return
    for name, value in given.items():
        if message := misfit(value, hints.get(name, Any), name):
            raise WrongArgument(f"{function.__name__}: {message}") from error
        if look_into is not None:
            look_into(value)


def words_of(hint: Any) -> str:
    """Return a type for a message.

    >>> words_of(tuple[int, int]), words_of(str | None)
    ('a tuple[int, int]', 'a str or None')
    """
    if get_origin(hint) in (Union, UnionType):
        among = [words_of(one) for one in get_args(hint)]
        more = [f"another of {len(among)} types"] if len(among) > MOST_TYPES else []
        return " or ".join([*(among[: MOST_TYPES - 1] if more else among), *more])
    if hint is type(None):
        return "None"
    name = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
    name = re.sub(r"\w[\w.]*\.(?=\w)", "", name)
    name = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"
    return f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"


class _Fitting:
    """One examination of a value. Parts that occur several times are examined once."""

    def __init__(self, lenient: bool) -> None:
        self._lenient = lenient
        self._seen: set[tuple[int, str]] = set()

    def misfit(self, value: Any, hint: Any, name: str, depth: int = 0) -> str:
        """Name the first part that does not fit; "" if all parts fit."""
        kind, inner = get_origin(hint) or hint, get_args(hint)
        if kind in (Union, UnionType):
            return self._of_union(value, hint, name, depth)
        if kind is Literal:
            return "" if isinstance(value, str | int) and value in inner else _no_such(value, inner, name)
        if kind in (Any, object) or not isinstance(kind, type):
            return ""
        if getattr(kind, "_is_protocol", False):
            fits = all(hasattr(value, member) for member in vars(kind) if not member.startswith("_"))
            return "" if fits else f"{name} takes {words_of(hint)}, not {shown(value)}"
        if issubclass(kind, Enum) and isinstance(value, str) and not isinstance(value, kind):
            return self._of_member(value, kind, name)
        if isinstance(value, type) and kind not in (type, Callable):
            return f"{name} takes {words_of(hint)}, not {shown(value)}"
        row = (tuple, list) if self._lenient and kind is tuple else (kind, int) if kind is float else kind
        if not isinstance(value, row) or (kind is int and isinstance(value, bool)) or _is_text(value, kind):
            return f"{name} takes {words_of(hint)}, not {shown(value)}"
        seen = (id(value), str(hint))
        if depth == DEEPEST or seen in self._seen:
            return ""
        self._seen.add(seen)
        return next(filter(None, self._within(value, kind, inner, name, depth + 1)), "")

    def _of_union(self, value: Any, union: Any, name: str, depth: int) -> str:
        """Return the misfit of the union's member for which the value is meant, or of all."""
        members = get_args(union)
        meant = [one for one in members if isinstance(one, type) and isinstance(value, one)]
        named = [one for one in members if one is not type(None)]
        if meant or (len(named) == 1 and value is not None):
            return self.misfit(value, (meant or named)[0], name, depth)
        if any(not self.misfit(value, one, name, depth) for one in members):
            return ""
        return f"{name} takes {words_of(union)}, not {shown(value)}"

    def _of_member(self, value: str, kind: type[Enum], name: str) -> str:
        members = [member.value for member in kind]
        if value not in members:
            return _no_such(value, members, name)
        return "" if self._lenient else f"{name} takes {words_of(kind)}, not its name, {value!r}"

    def _within(self, value: Any, kind: type, inner: tuple[Any, ...], name: str, depth: int) -> Iterator[str]:
        """Yield the misfits of the parts of a value of the right kind."""
        if isinstance(value, msgspec.Struct):
            hints = _hints(type(value))
            for field in value.__struct_fields__:
                yield self.misfit(getattr(value, field), hints[field], f"{name}.{field}", depth)
        elif issubclass(kind, tuple) and inner and inner[-1] is not Ellipsis:
            if len(value) != len(inner):
                yield f"{name} takes {len(inner)} things, not {len(value)}"
            for i, (part, hint) in enumerate(zip(value, inner, strict=False)):
                yield self.misfit(part, hint, f"{name}[{i}]", depth)
        elif isinstance(value, Mapping) and len(inner) == 2:
            for key, part in value.items():
                yield self.misfit(key, inner[0], f"a key of {name}", depth)
                yield self.misfit(part, inner[1], f"{name}[{key!r}]", depth)
        elif (
            isinstance(value, Sequence | Mapping | set | frozenset)
            and not isinstance(value, str | bytes)
            and inner
        ):
            for i, part in enumerate(value):
                yield self.misfit(part, inner[0], f"{name}[{i}]", depth)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _no_such(value: object, known: Iterable[object], name: str) -> str:
    return f"{name} takes one of {', '.join(map(str, known))}; not {shown(value)}"


def _is_text(value: object, kind: type) -> bool:
    """Check whether text takes the place of another sequence: text is a sequence of letters, too."""
    return isinstance(value, str | bytes) and not issubclass(kind, str | bytes)
