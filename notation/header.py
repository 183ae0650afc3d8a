"""Read and check the header, tags such as `[Name "value"]`, and convert it to a `Setup`.

`notation.tag_names` and `notation.tag_values` know the tags.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from fitl_core.facts.editions import Edition
from fitl_core.facts.players import FOUR_PLAYERS, players_words
from fitl_core.record.setup import Setup
from notation.errors import UnwritableError
from notation.lexer import CommentText, LogicalLine, shown
from notation.log import FORMAT_VERSION, Log, Span, Tag
from notation.position_reader import read_position, write_position
from notation.quoting import BadEscape, unescape
from notation.stated_symbols import GameOfHeader, faults_of_symbols, read_symbols, write_symbols
from notation.tag_names import known_name, likely_tag
from notation.tag_values import (
    SCENARIOS,
    canonical_value,
    flaw_of_hands,
    flaw_of_pair,
    flaw_of_value,
    players_of,
    words_of,
)

MAX_TAGS = 1_000
"""The most tags in a header."""
TOO_MANY_TAGS = f"a header has at most {MAX_TAGS:,} tags"


def setup_of(log: Log) -> Setup:
    """Return the setup that the header describes. Raises `UnwritableError` for a header with a flaw.

    >>> from notation.log import Log, Tag
    >>> setup = setup_of(Log((Tag("FITL", "2"), Tag("Scenario", "full"), Tag("Cards", "107 55")), ()))
    >>> setup.scenario, str(setup.rules), setup.cards, setup.options
    ('full', 'second', (107, 55), ())
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
        players=players_of(log.tag("Players")) or (),
        options=words_of(log.tag("Options")),
        readings=words_of(log.tag("Readings")),
        symbols=read_symbols(stated) if (stated := log.tag("Symbols")) is not None else (),
        position=read_position(written) if (written := log.tag("Position")) is not None else None,
    )


def tags_of(setup: Setup) -> tuple[Tag, ...]:
    """Return the header of a setup. Most defaults get no tag.

    >>> [tag.value for tag in tags_of(Setup("short", options=("high-winds",)))]
    ['2', 'second', 'short', 'high-winds']
    """
    tags = [Tag("FITL", FORMAT_VERSION), Tag("Rules", str(setup.rules)), Tag("Scenario", setup.scenario)]
    if setup.cards is not None:
        tags.append(Tag("Cards", f"{setup.cards[0]} {setup.cards[1]}"))
    if setup.players != FOUR_PLAYERS:
        tags.append(Tag("Players", players_words(setup.players)))
    if setup.options:
        tags.append(Tag("Options", " ".join(setup.options)))
    if setup.readings:
        tags.append(Tag("Readings", " ".join(setup.readings)))
    if setup.symbols:
        tags.append(Tag("Symbols", write_symbols(setup.symbols)))
    if setup.position is not None:
        tags.append(Tag("Position", write_position(setup.position)))
    return tuple([Tag(tag.name, canonical_value(tag.name, tag.value)) for tag in tags])


def read_tag(line: LogicalLine) -> tuple[Tag, Span]:
    """Read a header line and return its tag with the span of the value.

    A comment after the tag is added to the comments of the line.
    """
    text, plain = line.text, line.plain
    match = _opening().match(plain)
    if match is None:
        start = plain.index("[")
        raise line.error(
            "tag-form", "this is not a header tag", start, len(plain), hint='as in [Scenario "full"]'
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
            "tag-escape", "this backslash begins no known escape", at, at + 2, hint=hint
        ) from None
    rest = plain[end + 1 :].lstrip()
    rest_start = len(plain) - len(rest)
    if not rest.startswith("]"):
        message = '"]" expected after the value'
        raise line.error("tag-form", message, rest_start, max(len(plain), rest_start + 1))
    rest = rest[1:].lstrip()
    if rest and not rest.startswith(";"):
        rest_start = len(plain) - len(rest)
        raise line.error("unexpected", "only a comment can follow a tag", rest_start, len(plain))
    if rest:
        at = len(plain) - len(rest) + 1
        place = line.span(at, at)
        line.comments.append(CommentText(text[at:], place.line, place.column))
    name = known_name(name)
    return Tag(name, canonical_value(name, value)), line.span(start, end)


def flaw_of(tags: tuple[Tag, ...]) -> tuple[str, str, tuple[str, ...], int] | None:
    """Return the first flaw of a header: code, message, accepted values, index of the tag.

    None if it is sound.
    """
    return next(iter(flaws_of(tags)), None)


def tags_with(setup: Setup, values: Mapping[str, str]) -> tuple[Tag, ...]:
    """Return the tags of a setup, with other values, as somebody gave them, for the tags of these names."""
    kept = [tag for tag in tags_of(setup) if tag.name not in values]
    return (*kept, *[Tag(name, canonical_value(name, value)) for name, value in values.items()])


def flaws_of(tags: tuple[Tag, ...]) -> list[tuple[str, str, tuple[str, ...], int]]:
    """Return all flaws of a header, each in the form of `flaw_of`."""
    flaws: list[tuple[str, str, tuple[str, ...], int]] = []
    if len(tags) > MAX_TAGS:
        return [("too-many", TOO_MANY_TAGS, (), MAX_TAGS)]
    if not tags or tags[0].name != "FITL":
        flaws.append(("version-missing", f'the first tag must be [FITL "{FORMAT_VERSION}"]', (), 0))
    if tags and tags[0].name == "FITL" and (unknown := flaw_of_value(tags[0])):
        return [(*unknown, 0)]
    seen: set[str] = set()
    for i, tag in enumerate(tags):
        if tag.name.lower() in seen:
            flaws.append(("tag-duplicate", f"the tag {tag.name} stands here a second time", (), i))
            continue
        seen.add(tag.name.lower())
        right = likely_tag(tag.name, tag.value) or known_name(tag.name)
        if right != tag.name:
            why = f"no tag is called {shown(tag.name)}, and an unknown tag changes nothing"
            flaws.append(("tag-unknown", why, (f'[{right} "{shown(tag.value)}"]',), i))
            continue
        flaw = flaw_of_value(tag)
        if flaw:
            flaws.append((*flaw, i))
    if not flaws:
        values = {tag.name: tag.value for tag in tags}
        if flaw := flaw_of_pair(values.get("Options", ""), values.get("Players")):
            flaws.append((*flaw, [tag.name for tag in tags].index("Options")))
        elif flaw := flaw_of_hands(values.get("Players"), values.get("Readings", "")):
            flaws.append((*flaw, [tag.name for tag in tags].index("Players")))
        elif "Symbols" in values and (wrong := faults_of_symbols(values["Symbols"], game_of(tags))):
            flaw = "tag-value", f"Symbols: {wrong[0].message}", ()
            flaws.append((*flaw, [tag.name for tag in tags].index("Symbols")))
    if {"cards", "position"} <= seen:
        message = "a Position already says which cards are played and shown; leave out the tag Cards"
        flaws.append(("tag-pair", message, (), [tag.name for tag in tags].index("Cards")))
    if "scenario" not in seen:
        message = "the header does not say which Scenario is played"
        flaws.append(
            ("tag-missing", message, tuple(f'[Scenario "{name}"]' for name in SCENARIOS), len(tags) - 1)
        )
    return flaws


def game_of(tags: tuple[Tag, ...]) -> GameOfHeader | None:
    """Return the tags on which the cards of the game depend, or None if one of them has a flaw."""
    values = {tag.name: tag.value for tag in tags}
    named = [tag for tag in tags if tag.name in ("Scenario", "Options", "Players")]
    if "Scenario" not in values or any(flaw_of_value(tag) for tag in named):
        return None
    players = players_of(values.get("Players")) or ()
    return GameOfHeader(values["Scenario"], words_of(values.get("Options")), players)


def is_tag_name(name: str) -> bool:
    """Check whether a text can be the name of a tag."""
    return _tag_name().fullmatch(name) is not None


def _closing(text: str, plain: str, start: int, smart: bool) -> int:
    """Return the index of the closing quote, or -1.

    After a typographic (`smart`) quote it is the first quote before a closing bracket.
    """
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
