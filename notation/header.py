"""The header: tags `[Name "value"]`, what their values may be, and the Setup they say."""

from __future__ import annotations

import re
from functools import cache

from fitl_core.events import Edition, Setup
from notation.errors import UnwritableError
from notation.lexer import LogicalLine, shown
from notation.log import FORMAT_VERSION, Log, Span, Tag
from notation.names import nearest
from notation.parts import LAST_CARD
from notation.quoting import BadEscape, unescape

SCENARIOS = ("short", "medium", "full")
EDITIONS = tuple(str(edition) for edition in Edition)
KNOWN = ("FITL", "Rules", "Scenario", "Cards")
"""The tags that mean something to `fitl`, in canonical spelling; all others are kept as they are."""


def setup_of(log: Log) -> Setup:
    """What the header says a game starts from.

    >>> from notation.log import Log, Tag
    >>> setup_of(Log((Tag("FITL", "1"), Tag("Scenario", "full"), Tag("Cards", "107 55")), ()))
    Setup(scenario='full', rules=<Edition.SECOND: 'second'>, cards=(107, 55))
    """
    bad = flaw_of(log.tags)
    if bad:
        raise UnwritableError(bad[1])
    cards = log.tag("Cards")
    pair = tuple(int(number) for number in cards.split()) if cards is not None else ()
    return Setup(
        scenario=log.tag("Scenario") or "",
        rules=Edition(log.tag("Rules") or Edition.SECOND),
        cards=(pair[0], pair[1]) if pair else None,
    )


def read_tag(line: LogicalLine) -> tuple[Tag, Span]:
    """Read a header line; the span is that of the value. A comment behind it goes to the line's."""
    text, plain = line.text, line.plain
    match = _opening().match(plain)
    if match is None:
        start = plain.index("[")
        raise line.error(
            "tag-form", "this is no header tag", start, len(plain), hint='as in [Scenario "full"]'
        )
    name, start = match["name"], match.end()
    smart = text[start - 1] != '"'
    end = _closing(text, plain, start, smart)
    if end < 0:
        hint = 'a quote inside a value is written \\"'
        raise line.error("tag-form", "the value has no closing quote", start - 1, len(plain), hint=hint)
    try:
        value = text[start:end] if smart else unescape(text[start:end])
    except BadEscape as bad:
        at = start + bad.at
        hint = 'a backslash is written \\\\, a quote \\"'
        raise line.error(
            "tag-escape", "nothing is written with this backslash", at, at + 2, hint=hint
        ) from None
    rest = plain[end + 1 :].lstrip()
    behind = len(plain) - len(rest)
    if not rest.startswith("]"):
        raise line.error("tag-form", '"]" expected behind the value', behind, max(len(plain), behind + 1))
    rest = rest[1:].lstrip()
    if rest and not rest.startswith(";"):
        behind = len(plain) - len(rest)
        raise line.error("unexpected", "nothing but a comment stands behind a tag", behind, len(plain))
    if rest:
        line.comments.append(text[len(plain) - len(rest) + 1 :])
    name = {known.lower(): known for known in KNOWN}.get(name.lower(), name)
    return Tag(name, canonical_value(name, value)), line.span(start, end)


def canonical_value(name: str, value: str) -> str:
    """The value of a known tag in its simple form, as far as it has one.

    >>> canonical_value("Cards", " #107, 55"), canonical_value("Rules", "Second")
    ('107 55', 'second')
    """
    if name not in KNOWN:
        return value
    value = value.strip().lower()
    if name == "Cards":
        return " ".join(
            [number.lstrip("0") or "0" for number in value.replace("#", " ").replace(",", " ").split()]
        )
    return value


def flaw_of(tags: tuple[Tag, ...]) -> tuple[str, str, tuple[str, ...], int] | None:
    """What is wrong with a header: code, message, the values that would do, and which tag; None if sound."""
    return next(iter(flaws_of(tags)), None)


def flaws_of(tags: tuple[Tag, ...]) -> list[tuple[str, str, tuple[str, ...], int]]:
    """Everything that is wrong with a header, as `flaw_of` says it."""
    flaws: list[tuple[str, str, tuple[str, ...], int]] = []
    if not tags or tags[0].name != "FITL":
        flaws.append(("version-missing", f'the first tag must be [FITL "{FORMAT_VERSION}"]', (), 0))
    if tags and tags[0].name == "FITL" and (unknown := _flaw_of_value(tags[0])):
        return [(*unknown, 0)]
    seen: set[str] = set()
    for i, tag in enumerate(tags):
        if tag.name.lower() in seen:
            flaws.append(("tag-duplicate", f"the tag {tag.name} stands here a second time", (), i))
            continue
        seen.add(tag.name.lower())
        flaw = _flaw_of_value(tag)
        if flaw:
            flaws.append((*flaw, i))
    if "scenario" not in seen:
        message = "the header does not say which Scenario is played"
        flaws.append(
            ("tag-missing", message, tuple(f'[Scenario "{name}"]' for name in SCENARIOS), len(tags) - 1)
        )
    return flaws


def is_tag_name(name: str) -> bool:
    """Whether a tag can be called so."""
    return _tag_name().fullmatch(name) is not None


def _flaw_of_value(tag: Tag) -> tuple[str, str, tuple[str, ...]] | None:
    value = shown(tag.value)
    if tag.name == "FITL" and tag.value != FORMAT_VERSION:
        return "version-unknown", f'this is format "{value}"; this program reads "{FORMAT_VERSION}"', ()
    for name, known in (("Rules", EDITIONS), ("Scenario", SCENARIOS)):
        if tag.name == name and tag.value not in known:
            return "tag-value", f'{name} "{value}" is not known', nearest(tag.value, known) or known
    if tag.name == "Cards":
        numbers = tag.value.split(" ")
        sound = [
            n for n in numbers if n.isascii() and n.isdigit() and len(n) < 4 and 1 <= int(n) <= LAST_CARD
        ]
        if (
            len(numbers) != 2
            or sound != numbers
            or numbers[0] == numbers[1]
            or canonical_value(tag.name, tag.value) != tag.value
        ):
            return (
                "tag-value",
                f'Cards "{value}" is not two numbers of cards from 1 to {LAST_CARD}',
                ("107 55",),
            )
    return None


def _closing(text: str, plain: str, start: int, smart: bool) -> int:
    """Where the closing quote stands, or -1. Behind a typographic quote it is the first before a bracket."""
    if smart:
        ends = (at for at in range(start, len(plain)) if plain[at] == '"')
        return next((at for at in ends if plain[at + 1 : at + 9].lstrip().startswith("]")), -1)
    at = start
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == '"':
            return at
        at += 1
    return -1


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(r'\s*\[\s*(?P<name>[A-Za-z][A-Za-z0-9_-]*)\s*"')


@cache
def _tag_name() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
