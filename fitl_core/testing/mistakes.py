"""Altered moves and misplaced events, as a log with a mistake has them.

Everything here can be written in the notation. The engine decides whether it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from fitl_core.facts.card_list import cards, pivotal_cards
from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.move_words import OPTIONS, VERBS
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.facts.players import SHARED_OUT
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import By, Clause
from fitl_core.record.events import (
    Action,
    DecisionDice,
    DigestLine,
    Event,
    Hold,
    Pass,
    Pivotal,
    PlayCard,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Waive,
)
from fitl_core.rules.deception import NAMES
from fitl_core.state.state import BOXES

NO_DIGEST = "0" * 16


def out_of_place(dice: Dice) -> Event:
    """Return an event that is not an action, of any Faction and card."""
    faction, card = dice.draw(FACTIONS), _card(dice)
    pivotal = dice.draw(tuple(pivotal_cards().values()))
    events: tuple[Event, ...] = (
        PlayCard(card),
        Reveal(card),
        Reveal(0),
        Pass(faction),
        DigestLine(NO_DIGEST),
        Waive(faction),
        Hold(faction),
        RevealMarker(faction, dice.draw(tuple(NAMES))),
        Pivotal(faction, card),
        DecisionDice(faction, "8.8.1", (dice.draw(range(1, 7)),)),
        Pivotal(faction, pivotal),
        ShareOut(dice.draw(SHARED_OUT)),
    )
    return dice.draw(events)


def altered(action: Action, others: Sequence[Action], dice: Dice) -> Action:
    """Return an action with one mistake, which may use parts of `others`."""
    faction, limop, segments = action.faction, action.limop, list(action.segments)
    at = dice.draw(range(len(segments)))
    match dice.draw(range(9)):
        case 0:
            faction = dice.draw(FACTIONS)
        case 1:
            limop = not limop
        case 2:
            segments = _moved_about(segments, dice)
        case 3:
            segments[at] = Segment(dice.draw(tuple(VERBS)), segments[at].clauses)
        case 4:
            segments.insert(at, dice.draw(dice.draw(others).segments))
        case 5 | 6 if segments[at].clauses:
            where = dice.draw(range(len(segments[at].clauses)))
            wrong = _altered_clause(segments[at].clauses[where], dice)
            segments[at] = _with(segments[at], where, wrong)
        case 7 if segments[at].clauses:
            segments[at] = _with(segments[at], dice.draw(range(len(segments[at].clauses))))
        case _:
            strangers = dice.draw(dice.draw(others).segments).clauses
            where = dice.draw(range(len(segments[at].clauses) + 1))
            more = [dice.draw(strangers)] if strangers else [By(dice.draw(FACTIONS))]
            clauses = (*segments[at].clauses[:where], *more, *segments[at].clauses[where:])
            segments[at] = Segment(segments[at].verb, clauses)
    return Action(faction, tuple(segments), limop)


def _card(dice: Dice) -> int:
    """Return any card but 0, the Leader at the start."""
    return dice.draw([number for number in cards() if number])


def _with(segment: Segment, at: int, *instead: Clause) -> Segment:
    """Return a segment with one clause replaced, or left out."""
    return Segment(segment.verb, (*segment.clauses[:at], *instead, *segment.clauses[at + 1 :]))


def _moved_about(segments: Sequence[Segment], dice: Dice) -> list[Segment]:
    """Return the same clauses in another order, each after its own verb."""
    return [Segment(part.verb, tuple(dice.sample(part.clauses, len(part.clauses)))) for part in segments]


def _altered_clause(clause: Clause, dice: Dice) -> Clause:
    """Return a clause with another space, other pieces, another number, or another of its fields."""
    fields = [name for name in clause.__struct_fields__ if name in _OTHER and getattr(clause, name)]
    name = dice.draw(fields)
    changed: Clause = msgspec.structs.replace(clause, **{name: _OTHER[name](getattr(clause, name), dice)})
    return changed


def _other_pieces(pieces: tuple[Count, ...], dice: Dice) -> tuple[Count, ...]:
    at = dice.draw(range(len(pieces)))
    number, kind = pieces[at].number, pieces[at].kind
    wrong = Count(number + 1, kind) if dice.chance(0.5) else Count(number, dice.draw(KINDS))
    return (*pieces[:at], wrong, *pieces[at + 1 :])


def _other_path(path: tuple[str, ...], dice: Dice) -> tuple[str, ...]:
    """Return the path reversed, through or to another space, or one space longer."""
    spaces = board().spaces
    at = dice.draw(range(1, len(path)))
    match dice.draw(range(3)):
        case 0:
            return path[::-1]
        case 1:
            return (*path[:at], dice.draw(spaces).id, *path[at + 1 :])
        case _:
            near = sorted(spaces_by_id()[path[-1]].adjacent)
            return (*path, dice.draw(near))


_OTHER: dict[str, Callable[[Any, Dice], Any]] = {
    "space": lambda _, dice: dice.draw(board().spaces).id,
    "path": _other_path,
    "pieces": _other_pieces,
    "by": _other_pieces,
    "source": lambda _, dice: dice.draw(tuple(BOXES)),
    "to": lambda _, dice: dice.draw(tuple(BOXES)),
    "level": lambda _, dice: dice.draw(tuple(Level)),
    "change": lambda change, dice: dice.draw((-change, change + 1 or 1, change - 1 or -1)),
    "name": lambda _, dice: dice.draw(sorted(OPTIONS)),
    "die": lambda _, dice: dice.draw(range(1, 7)),
    "card": lambda _, dice: _card(dice),
    "faction": lambda _, dice: dice.draw(FACTIONS),
}
"""A different value for each field of a clause."""
