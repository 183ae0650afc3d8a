"""What is known about a rule, a card or a word: clarifications, readings, dispute cases, cards."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from fitl_core.facts.card_words import card_words
from fitl_core.facts.cards import Side, cards
from fitl_core.facts.clarifications import Clarification, clarifications
from fitl_core.facts.readings import Reading, readings
from fitl_core.tell.cases import DisputeCase, cases
from notation.titles import cards_called

_A_RULE = re.compile(r"[1-8](\.\d+)*|\d+(\.\d+)+")
_A_CARD = re.compile(r"(?:(?:card\s*#?|#)\s*|(?=\d+$))(.+)", re.IGNORECASE)
"""Also a number alone that is none of the rules' sections, 1 to 8."""


class CardWords(msgspec.Struct, frozen=True):
    """A card by what its sides do."""

    number: int
    title: str
    sides: dict[Side, str]


class Rulings(msgspec.Struct, frozen=True):
    """How `fitl` reads a point, what a group may choose, the cases about it, and what cards do.

    A clarification of which a group may choose the other reading is told as that reading.
    """

    clarifications: tuple[Clarification, ...] = ()
    readings: tuple[Reading, ...] = ()
    cases: tuple[DisputeCase, ...] = ()
    cards: tuple[CardWords, ...] = ()


def rulings_on(wanted: str) -> Rulings:
    """All on a rule (3.2.4, or a section: 3.2) or a card ("card 107", "107", "card Sihanouk"), or of an id.

    Anything else is searched for: each of its words begins one of theirs.

    >>> rulings_on("card 75") == rulings_on("card sihanouk")
    True
    """
    wanted = " ".join(wanted.split())
    if wanted in readings():
        return Rulings(readings=(readings()[wanted],))
    if wanted in cases():
        return Rulings(cases=(cases()[wanted],))
    if _A_RULE.fullmatch(wanted):
        return _found(lambda on, _: any(one == wanted or one.startswith(f"{wanted}.") for one in on))
    if (card := _A_CARD.fullmatch(wanted)) is not None and len(called := cards_called(card[1])) == 1:
        return _found(lambda on, _: f"card {called[0]}" in on)
    sought = _words(wanted)
    return _found(lambda _, said: bool(sought) and all(_begins(word, said) for word in sought))


def _found(hit: Callable[[tuple[str, ...], frozenset[str]], bool]) -> Rulings:
    """All that is hit, each by what it is on ("3.2.4", "card 68") and by its words."""

    def is_hit(on: tuple[str, ...], *texts: str) -> bool:
        titles = [cards()[int(of[5:])].title for of in on if of.startswith("card ")]
        return hit(on, _words(" ".join([*texts, *titles])))

    chosen = [
        one for one in readings().values() if is_hit((one.rule,), one.question, one.default, one.alternative)
    ]
    twins = {f"`Readings` {one.id} " for one in chosen}
    clear = [
        one
        for one in clarifications()
        if is_hit(tuple([f"card {of}" if of.isdecimal() else of for of in one.on]), one.question, one.answer)
        and not any(twin in one.answer for twin in twins)
    ]
    disputed = [one for one in cases().values() if is_hit(one.rules, one.question, one.reason, one.move)]
    played = [
        CardWords(number, cards()[number].title, dict(sides))
        for number, sides in card_words().items()
        if is_hit((f"card {number}",), *sides.values())
    ]
    return Rulings(tuple(clear), tuple(chosen), tuple(disputed), tuple(played))


def _begins(word: str, said: frozenset[str]) -> bool:
    return any(one.startswith(word) for one in said)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower().replace("'", "")))
