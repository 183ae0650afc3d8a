"""The tokens of a script in JavaScript: enough to find its texts. Comments and patterns are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

WORD = re.compile(r"[\w$]+")
PATTERN = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
BEFORE_A_VALUE = frozenset("(,=:[!&|?{};+-*%<>~^")
"""Signs after which a slash begins a pattern, and divides nothing."""


class Token(NamedTuple):
    """A name, a sign, or a text; the holes of a template are `{}`."""

    kind: str
    text: str
    line: int


class Unreadable(ValueError):
    """A script that ends within a text."""


def tokens(script: str) -> list[Token]:
    """Return all tokens of a script; those in the holes of a template come after its text."""
    return list(_read(script, 0, len(script), 1))


def _read(script: str, start: int, end: int, line: int) -> Iterator[Token]:
    at, before = start, Token("sign", ";", line)
    while at < end:
        sign = script[at]
        line = script.count("\n", 0, at) + 1
        if sign.isspace():
            at += 1
            continue
        if found := COMMENT.match(script, at):
            at = found.end()
            continue
        if sign == "`":
            holes, text, at = _template(script, at, end)
            before = Token("text", text, line)
            yield before
            for first, last in holes:
                yield from _read(script, first, last, line)
            continue
        elif found := STRING.match(script, at):
            at, before = found.end(), Token("text", found[0][1:-1], line)
        elif sign == "/" and _may_be_pattern(before) and (found := PATTERN.match(script, at)):
            at, before = found.end(), Token("pattern", found[0], line)
        elif found := WORD.match(script, at):
            at, before = found.end(), Token("name", found[0], line)
        else:
            at, before = at + 1, Token("sign", sign, line)
        yield before


def _may_be_pattern(before: Token) -> bool:
    return before.text == "return" or (before.kind == "sign" and before.text in BEFORE_A_VALUE)


def _template(script: str, start: int, end: int) -> tuple[list[tuple[int, int]], str, int]:
    """Return the holes of a template, its text, and the place after it."""
    holes, text, at = [], "", start + 1
    while at < end:
        if script[at] == "\\":
            text, at = text + script[at : at + 2], at + 2
        elif script[at] == "`":
            return holes, text, at + 1
        elif script.startswith("${", at):
            last = _hole_end(script, at + 2, end)
            holes.append((at + 2, last))
            text, at = text + "{}", last + 1
        else:
            text, at = text + script[at], at + 1
    raise Unreadable(f"a template does not end: {script[start : start + 40]}")


def _hole_end(script: str, start: int, end: int) -> int:
    """Return the place of the bracket that closes a hole."""
    at, depth = start, 0
    while at < end:
        if script[at] == "`":
            _, _, at = _template(script, at, end)
            continue
        if found := STRING.match(script, at):
            at = found.end()
            continue
        if script[at] == "}" and depth == 0:
            return at
        depth += {"{": 1, "}": -1}.get(script[at], 0)
        at += 1
    raise Unreadable(f"a hole does not end: {script[start : start + 40]}")
