"""The phrases of sentences with their meanings, from `data/vocabulary.json` and the board."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from unicodedata import combining, normalize

import msgspec

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BY_CODE
from fitl_core.prose.units import Meaning
from notation.space_names import OTHER_MEANINGS, space_keys

LONGEST_PHRASE = 6
LEAST_OF_BEGINNING = 4
"""The least letters with which a space's name may be abbreviated."""
CODES = tuple([code for code in BY_CODE if code.isalpha() and code != "at"])
"""The codes of pieces that are not English words."""
PLAIN_FLAGS = (
    *("each", "all", "both", "nothing", "there", "others", "limop", "full", "sa", "die"),
    *("after", "before"),
    *("card-word", "loc-word", "level-word", "cost", "links", "noise", "doubt", "resources"),
    *("same", "taken-back", "either-side", "filler", "raises"),
    *(
        "denies",
        "denied-before",
        "wished",
        "withdraws",
        "people",
        "as-many",
        "as-many-tails",
        "ordinary",
        "turns",
    ),
)


def key(word: str) -> str:
    """Return a word in the form used for comparison: small letters, no accents, no apostrophes."""
    plain = normalize("NFKD", word.lower().replace("'", "").replace("\u2019", ""))
    return "".join([char for char in plain if not combining(char)])


def inflected(stem: str) -> tuple[str, ...]:
    """Return the regular forms of a word, of which a sentence may use any.

    >>> inflected("rally"), inflected("tax")
    (('rally', 'rallies', 'rallied', 'rallying'), ('tax', 'taxes', 'taxed', 'taxing'))
    >>> inflected("skip")
    ('skip', 'skips', 'skiped', 'skiping', 'skipped', 'skipping')
    """
    if stem.endswith("y") and stem[-2] not in "aeiou":
        return stem, f"{stem[:-1]}ies", f"{stem[:-1]}ied", f"{stem}ing"
    if stem.endswith("e"):
        return stem, f"{stem}s", f"{stem}d", f"{stem[:-1]}ing"
    many = f"{stem}es" if stem.endswith(("ch", "sh", "ss", "x")) else f"{stem}s"
    if len(stem) > 2 and stem[-1] not in "aeiouwxy" and stem[-2] in "aeiou" and stem[-3] not in "aeiou":
        return stem, many, f"{stem}ed", f"{stem}ing", f"{stem}{stem[-1]}ed", f"{stem}{stem[-1]}ing"
    return stem, many, f"{stem}ed", f"{stem}ing"


def _phrases(pattern: str) -> Iterator[str]:
    """Yield a pattern with each form of its starred word."""
    words = pattern.split()
    starred = next((i for i, word in enumerate(words) if word.endswith("*")), None)
    if starred is None:
        yield pattern
        return
    for form in inflected(words[starred][:-1]):
        yield " ".join([*words[:starred], form, *words[starred + 1 :]])


class _Table:
    """Meanings collected by phrase. Several meanings of a phrase are merged."""

    def __init__(self) -> None:
        self.fields: dict[str, dict[str, Any]] = {}

    def add(self, pattern: str, **values: Any) -> None:
        """Add one more meaning of a phrase."""
        for phrase in _phrases(pattern):
            there = self.fields.setdefault(phrase, {})
            for name, value in values.items():
                if isinstance(value, tuple):
                    there[name] = tuple(dict.fromkeys((*there.get(name, ()), *value)))
                elif isinstance(value, frozenset):
                    there[name] = there.get(name, frozenset()) | value
                else:
                    there.setdefault(name, value)

    def meanings(self) -> dict[str, Meaning]:
        """Return the phrases and their meanings."""
        return {phrase: Meaning(**fields) for phrase, fields in self.fields.items()}


@cache
def phrases() -> dict[str, Meaning]:
    """Return every known phrase, in the form of `key`, with its meaning."""
    with open(os.path.join(os.path.dirname(__file__), "data", "vocabulary.json"), "rb") as file:
        raw: dict[str, Any] = msgspec.json.decode(file.read())
    table = _Table()
    _add_words(table, raw)
    for phrase, spaces in space_phrases().items():
        table.add(phrase, spaces=spaces)
    for number, card in cards().items():
        title = " ".join([key(word) for word in card.title.replace("-", " ").split()])
        if number and (len(title) > LEAST_OF_BEGINNING or card.kind == "pivotal"):
            table.add(title, card=number)
        if card.kind == "pivotal":
            table.add(title.split(" ")[0], card=number)
    return table.meanings()


def _add_words(table: _Table, raw: dict[str, Any]) -> None:
    for code in CODES:
        table.add(code, kinds=(BY_CODE[code],))
    for name, patterns in raw["heads"].items():
        _add_all(table, patterns, heads=(name,))
    for pattern, codes in raw["pieces"].items():
        table.add(pattern, kinds=tuple([BY_CODE[code] for code in codes]))
    for name, patterns in raw["states"].items():
        _add_all(table, patterns, state=name)
    for name, patterns in raw["factions"].items():
        _add_all(table, patterns, faction=Faction(name))
    for name, patterns in raw["levels"].items():
        _add_all(table, patterns, level=Level(name))
    for name, patterns in raw["tracks"].items():
        _add_all(table, patterns, track=name)
    for name, patterns in raw["options"].items():
        _add_all(table, patterns, options=(name,))
    for name, patterns in raw["boxes"].items():
        _add_all(table, patterns, box=name)
    for name, patterns in raw["acts"].items():
        _add_all(table, patterns, acts=(name,))
    for name, patterns in raw["roles"].items():
        _add_all(table, patterns, role=name)
    for word, number in raw["numbers"].items():
        table.add(word, number=number)
    for flag in PLAIN_FLAGS:
        _add_all(table, raw[flag], flags=frozenset({flag}))


def _add_all(table: _Table, patterns: Iterable[str], **values: Any) -> None:
    for pattern in patterns:
        table.add(pattern, **values)


def meaning_of(words: Iterable[str]) -> Meaning | None:
    """Return the meaning of a phrase, given word by word in the form of `key`."""
    return phrases().get(" ".join(words))


@cache
def space_phrases() -> dict[str, tuple[str, ...]]:
    """Return every name of a space in a sentence, with the ids of the spaces that it can mean."""
    spaces_of: dict[str, dict[str, None]] = {}
    for space in board().spaces:
        for phrase in _names(space):
            spaces_of.setdefault(phrase, {})[space.id] = None
    exact = {_words(name): space for name, space in space_keys().items()}
    return {phrase: (exact[phrase],) if phrase in exact else tuple(ids) for phrase, ids in spaces_of.items()}


def _words(name: str) -> str:
    return " ".join(key(name).replace("/", " ").replace("-", " ").split())


def _names(space: BoardSpace) -> Iterator[str]:
    """Yield the names of a space, the names of its halves, and abbreviations of its names."""
    yield from {_words(text) for text in (space.code, space.name, space.short)}
    yield _words(space.name).removeprefix("the ")
    if space.in_north_vietnam:
        yield from ("the north", "up north")
    if space.is_loc:
        towns = [_words(town) for town in space.name.split(" - ")]
        towns += ["".join([word[0] for word in town.split()]) for town in towns if len(town.split()) > 2]
        for first in towns:
            for second in towns:
                if first != second:
                    yield f"{first} {second}"
                    yield f"{first.replace(' ', '')} {second.replace(' ', '')}"
            if first not in _lands():
                yield from (first, first.replace(" ", ""))
        return
    for half in space.name.split("-"):
        yield _words(half)
        yield _words(half).replace(" ", "")
        for word in _words(half).split():
            if len(word) >= LEAST_OF_BEGINNING and word not in OTHER_MEANINGS:
                yield word
        yield from _shortened(_words(half).split())
    shorter = {"north ": ("n ",), "northeast ": ("ne ", "n e ", "north east "), "central ": ("c ", "cen ")}
    shorter |= {"southern ": ("s ", "south "), "south ": ("s ",)}
    for long, shorts in shorter.items():
        if _words(space.name).startswith(long):
            for short in shorts:
                yield short + _words(space.name).removeprefix(long)


def _shortened(words: list[str]) -> Iterator[str]:
    """Yield a name of two words with one as a letter: "b dinh", "bdinh", "tay n"; "a loc" is left out."""
    if len(words) == 2 and words[0] != "the":
        first, second = words
        yield from {f"{first[0]} {second}", f"{first[0]}{second}", f"{first} {second[0]}"} - {"a loc"}


@cache
def _lands() -> frozenset[str]:
    """Return the names of the Provinces and Cities. A LoC is not named by one of its ends alone."""
    return frozenset(
        [_words(half) for space in board().spaces if not space.is_loc for half in space.name.split("-")]
    )


@cache
def initials() -> dict[str, tuple[str, ...]]:
    """Return the first letters of names of two words or more, with the spaces that have them: "QT"."""
    spaces_of: dict[str, dict[str, None]] = {}
    for space in board().spaces:
        if not space.is_loc:
            words = _words(space.short).removeprefix("the ").split()
            if len(words) > 1:
                spaces_of.setdefault("".join([word[0] for word in words]), {})[space.id] = None
    return {letters: tuple(ids) for letters, ids in {**spaces_of, "nvn": {"north-vietnam": None}}.items()}
