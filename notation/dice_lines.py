"""Read and write lines of dice for a Non-player: `dice VC 8.5.3/if-2 {1 3 5}`, `dice VC even 3 {5}`."""

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
_HINT = "as in dice VC 8.5.3/if-2 {1 3 5}, dice VC space {2 6} or dice VC even 3 {5}"


def read_dice(cursor: Cursor) -> DecisionDice:
    """Read the rest of the line after the word `dice`. Raises the first fault (`NotationError`)."""
    faction = faction_of(cursor.now)
    if faction is None:
        raise cursor.expected("a Faction", hint=_HINT)
    cursor.take()
    cursor.skip(":")
    node, among = _node(cursor), 0
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
    return DecisionDice(faction, node, tuple(dice), among)


def write_dice(event: DecisionDice) -> str | None:
    """Return the canonical text of the line, or None if the event cannot be written."""
    node, among, dice = event.node, event.among, event.dice
    sound = bool(_form().fullmatch(node)) and 1 <= len(dice) <= MOST_DICE
    if not sound or any(not 1 <= die <= FACES for die in dice):
        return None
    if not (2 <= among <= MOST_CANDIDATES if node == EQUAL_CHANCES else among == 0):
        return None
    candidates = f" {among}" if among else ""
    return f"dice {event.faction} {node}{candidates} {{{' '.join([str(die) for die in dice])}}}"


def _node(cursor: Cursor) -> str:
    """Read the subject of the dice: a node of section 8, a random space, or equal chances."""
    first = cursor.at
    while cursor.now.kind not in ("{", "end") and (cursor.at == first or not cursor.now.gap):
        cursor.take()
    node = "".join([token.low for token in cursor.tokens[first : cursor.at]])
    if _form().fullmatch(node):
        return node
    cursor.go(first)
    raise cursor.expected("the decision of the dice", hint=_HINT)


@cache
def _form() -> re.Pattern[str]:
    """Return the pattern of a node: a rule of section 8, and a step of it."""
    return re.compile(
        rf"8(?:\.[0-9]{{1,2}}){{1,3}}(?:/[a-z]{{1,8}}(?:-[0-9]{{1,2}})?)?|{RANDOM_SPACE}|{EQUAL_CHANCES}"
    )
