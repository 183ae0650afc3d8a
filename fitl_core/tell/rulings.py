"""Find clarifications, readings, dispute cases and cards on a rule, a card or a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import log
from typing import TypeVar

import msgspec

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.clarifications import Clarification, clarifications
from fitl_core.facts.rule_readings import Reading, readings
from fitl_core.tell.cases import DisputeCase, case_lines, cases
from fitl_core.tell.wrapping import paragraph
from notation.titles import cards_called

_A_RULE = re.compile(r"[1-8](\.\d+)*|\d+(\.\d+)+")
_A_CARD = re.compile(r"(?:(?:card\s*#?|#)\s*|(?=\d+$))(.+)", re.IGNORECASE)
"""A card by number or title. A number alone is a card unless it is a section of the rules, 1 to 8."""
STEMS = range(4, 16)
"""The lengths of a stem that matches a longer search word: `sweep` matches `sweeping`."""
SHARE_OF_BEST = 0.7
"""The least weight of a partial match, as a share of the best match."""
MOST_PARTIAL = 20
"""The most partial matches that are returned."""

T = TypeVar("T")


class CardWords(msgspec.Struct, frozen=True):
    """A card with the effects of its sides in words."""

    number: int
    title: str
    sides: dict[Side, str]


class Rulings(msgspec.Struct, frozen=True):
    """The clarifications, readings, cases and cards on a point.

    A clarification with a reading that a group may choose appears only as that reading.
    """

    clarifications: tuple[Clarification, ...] = ()
    readings: tuple[Reading, ...] = ()
    cases: tuple[DisputeCase, ...] = ()
    cards: tuple[CardWords, ...] = ()


def rulings_lines(found: Rulings, heading: Callable[[str], str] = str) -> list[str]:
    """Return the lines of rulings. `heading` marks the headings, as for a terminal."""
    if len(found.cases) == 1 and found == Rulings(cases=found.cases):
        first, *rest = case_lines(found.cases[0])
        return [heading(first), *rest]
    lines = []
    for card in found.cards:
        lines.append(heading(f"card {card.number} {card.title}"))
        for side, text in card.sides.items():
            lines += paragraph(f"{side}: {text}")
    for one in found.clarifications:
        on = ", ".join([f"card {of}" if of.isdecimal() else of for of in one.on])
        lines += [f"{heading(on)}  {one.question}", *paragraph(one.answer)]
    for reading in found.readings:
        lines += [f"{heading(reading.rule)}  {reading.question}", *paragraph(reading.default)]
        lines += paragraph(f'Or, with [Readings "{reading.id}"]: {reading.alternative}')
    for case in found.cases:
        verdict = case.verdict.partition(" ")[0]
        lines.append(f"{heading(f'case {case.id}')}  {verdict}: {case.question}")
    return lines


def rulings_on(wanted: str) -> Rulings:
    """Return the rulings on a rule (3.2.4), a section (3.2), a card ("card 107", "card Sihanouk") or an id.

    Any other text is searched by its words. Entries with all words come first, then the best partial
    matches. A rare word has more weight than a common one.

    >>> rulings_on("card 75") == rulings_on("card sihanouk")
    True
    """
    wanted = " ".join(wanted.split())
    if wanted in readings():
        return Rulings(readings=(readings()[wanted],))
    if wanted in cases():
        return Rulings(cases=(cases()[wanted],))
    if _A_RULE.fullmatch(wanted):
        return _found(lambda on: any(one == wanted or one.startswith(f"{wanted}.") for one in on))
    if (card := _A_CARD.fullmatch(wanted)) is not None:
        called = cards_called(card[1])
        if len(called) == 1:
            return _found(lambda on: f"card {called[0]}" in on)
        if card[1].isdecimal():
            return Rulings()
    return _searched(_words(wanted))


class _Known(msgspec.Struct, frozen=True):
    """One entry that can be found: its rules and cards ("3.2.4", "card 68"), and its words."""

    one: Clarification | Reading | DisputeCase | CardWords
    on: tuple[str, ...]
    words: frozenset[str]


def _everything() -> list[_Known]:
    """Return all entries, each kind in its own order."""
    known: list[_Known] = []

    def add(one: Clarification | Reading | DisputeCase | CardWords, on: tuple[str, ...], *texts: str) -> None:
        titles = [cards()[int(of[5:])].title for of in on if of.startswith("card ")]
        known.append(_Known(one, on, _words(" ".join([*texts, *titles]))))

    for clear in clarifications():
        on = tuple([f"card {of}" if of.isdecimal() else of for of in clear.on])
        add(clear, on, clear.question, clear.answer)
    for reading in readings().values():
        add(reading, (reading.rule,), reading.question, reading.default, reading.alternative)
    for case in cases().values():
        add(case, case.rules, case.question, case.reason, case.move)
    for number, sides in card_words().items():
        words = CardWords(number, cards()[number].title, dict(sides))
        add(words, (f"card {number}",), *sides.values())
    return known


def _found(hit: Callable[[tuple[str, ...]], bool]) -> Rulings:
    """Return the entries whose rules and cards match."""
    return _sorted_out([known for known in _everything() if hit(known.on)])


def _searched(sought: frozenset[str]) -> Rulings:
    """Return the entries with all words, and the best of those with some words."""
    everything = _everything()
    has = [frozenset([word for word in sought if _matches(word, known.words)]) for known in everything]
    weights = {word: log(1 + len(has) / (1 + sum(word in words for words in has))) for word in sought}
    weighed = [
        (sum([weights[word] for word in words]), known)
        for known, words in zip(everything, has, strict=True)
        if words
    ]
    weighed.sort(key=lambda each: -each[0])
    whole = sum(words == sought for words in has)
    return _sorted_out(
        [
            known
            for place, (weight, known) in enumerate(weighed)
            if place < whole or (place < whole + MOST_PARTIAL and weight >= SHARE_OF_BEST * weighed[0][0])
        ]
    )


def _sorted_out(found: list[_Known]) -> Rulings:
    """Return entries by kind, in their order. A clarification that is also a reading is left out."""
    chosen = _of_sort(found, Reading)
    twins = [f"`Readings` {one.id} " for one in chosen]
    clear = [one for one in _of_sort(found, Clarification) if not any(twin in one.answer for twin in twins)]
    return Rulings(
        tuple(clear),
        tuple(chosen),
        tuple(_of_sort(found, DisputeCase)),
        tuple(_of_sort(found, CardWords)),
    )


def _of_sort(found: list[_Known], sort: type[T]) -> list[T]:
    return [known.one for known in found if isinstance(known.one, sort)]


def _matches(word: str, words: frozenset[str]) -> bool:
    """Check whether a search word begins one of these words, or one of them is its stem."""
    stems = [word[:end] for end in STEMS if end < len(word)]
    return not words.isdisjoint(stems) or any(other.startswith(word) for other in words)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower().replace("'", "")))
