"""Read and write lines of dice for a Non-player: `dice VC 8.5.3/if-2 {1 3 5}`.

A random pick names the node of section 8 that picks: `dice VC 8.5.3/do-2 space {2 4}`. Lines of older logs do
not: `dice VC space {2 4}`.
"""

from __future__ import annotations

import re
from functools import cache

from fitl_core.facts.non_player_nodes import EQUAL_CHANCES, FACES, RANDOM_SPACE
from fitl_core.record.events import DecisionDice
from notation.lexer import Cursor
from notation.parts import faction_of, read_number

MOST_DICE = 24
"""The most dice in a line."""
MOST_CANDIDATES = 999
"""The most candidates among which dice choose with equal chances."""
_HINT = "as in dice VC 8.5.3/if-2 {1 3 5}, dice VC 8.5.3/do-2 space {2 6} or dice VC 8.4.7 even 3 {5}"
_PICKS = (RANDOM_SPACE, EQUAL_CHANCES)


def read_dice(cursor: Cursor) -> DecisionDice:
    """Read the rest of the line after the word `dice`. Raises the first fault (`NotationError`)."""
    faction = faction_of(cursor.now)
    if faction is None:
        raise cursor.expected("a Faction", hint=_HINT)
    cursor.take()
    cursor.skip(":")
    at, node, among = "", _word(cursor, _form(), _picks_at()), 0
    if not _form().fullmatch(node) or (node not in _PICKS and cursor.now.kind not in ("{", "end")):
        at, node = node, _word(cursor, _pick())
    if node == EQUAL_CHANCES:
        among = read_number(cursor, 2, MOST_CANDIDATES, "a number of candidates")
    if not cursor.skip("{"):
        raise cursor.expected("dice in braces", hint=_HINT)
    dice: list[int] = []
    while not cursor.skip("}"):
        if cursor.skip(","):
            continue
        if len(dice) == MOST_DICE:
            raise cursor.fault("number-range", f"a line has at most {MOST_DICE} dice")
        dice.append(read_number(cursor, 1, FACES, "a die"))
    if not dice:
        raise cursor.fault("unexpected", "there are no dice between the braces", cursor.at - 1, hint=_HINT)
    return DecisionDice(faction, node, tuple(dice), among, at)


def write_dice(event: DecisionDice) -> str | None:
    """Return the canonical text of the line, or None if the event cannot be written."""
    node, among, dice, at = event.node, event.among, event.dice, event.at
    sound = bool(_form().fullmatch(node)) and 1 <= len(dice) <= MOST_DICE
    if not sound or any(not 1 <= die <= FACES for die in dice):
        return None
    if at and (node not in _PICKS or not _picks_at().fullmatch(at)):
        return None
    if not (2 <= among <= MOST_CANDIDATES if node == EQUAL_CHANCES else among == 0):
        return None
    candidates = f" {among}" if among else ""
    picks_at = f"{at} " if at else ""
    return f"dice {event.faction} {picks_at}{node}{candidates} {{{' '.join([str(die) for die in dice])}}}"


def _word(cursor: Cursor, *forms: re.Pattern[str]) -> str:
    """Read a word of the subject of the dice, in one of these forms."""
    first = cursor.at
    while cursor.now.kind not in ("{", "end") and (cursor.at == first or not cursor.now.gap):
        cursor.take()
    word = "".join([token.low for token in cursor.tokens[first : cursor.at]])
    if any(form.fullmatch(word) for form in forms):
        return word
    cursor.go(first)
    raise cursor.expected("the decision of the dice", hint=_HINT)


_STEP = r"(?:\.[0-9]{1,2}){1,3}(?:/[a-z]{1,8}(?:-[0-9]{1,2})?)?"


@cache
def _form() -> re.Pattern[str]:
    """Return the pattern of a decision: a rule of section 8 and a step of it, or a random pick."""
    return re.compile(rf"8{_STEP}|{'|'.join(_PICKS)}")


@cache
def _pick() -> re.Pattern[str]:
    """Return the pattern of a random pick."""
    return re.compile("|".join(_PICKS))


@cache
def _picks_at() -> re.Pattern[str]:
    """Return the pattern of a node that picks: of section 8, or of a phase of a Coup Round."""
    return re.compile(rf"[68]{_STEP}")
