"""Check a Non-player's move: is it the move that its flowchart dictates with the recorded dice?

The log supplies the dice for the procedure of `decide`, and the result is compared with the written move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from fitl_core.asking.budgets import Budget, ends
from fitl_core.errors import FitlError
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.rule_readings import readings
from fitl_core.players.non_players.dice_search import (
    UNTRIED,
    DiceSearch,
    NonPlayerMove,
    Way,
    changes_position,
)
from fitl_core.players.non_players.events.instructions import may_hide_instruction, unknown_symbol
from fitl_core.players.non_players.trace import Decision, TraceStep
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol, with_symbol
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import Said, flatten, spoken
from fitl_core.state.position_digest import digested
from fitl_core.state.state import State
from fitl_core.strict_play import play_canonical

VerdictName = Literal[
    "dictated",
    "one-of-several",
    "departs",
    "rolls-missing",
    "other-reading",
    "not-decidable",
    "not-examined",
]
RIGHT: tuple[VerdictName, ...] = ("dictated", "one-of-several")
MOST_PLAYED = 10_000
"""The most clauses that are played for the verdict on one move, after the first way for each reading."""
MOST_DUE = 20
"""The most right moves that are kept."""


class MoveVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The verdict of section 8 on a Non-player's move.

    `node` is the node that decided. If the move departs, it is the first node that differs. If dice are
    missing or unused, it is the node that waits, or the line. `due` are the right moves. `reading` is the
    open question by whose other reading the move is right. `cards` are those whose unknown symbol or
    instruction matters, and `symbols` says what is unknown. A move is "not-examined" if the budget ended
    before every way was tried.
    """

    faction: Faction
    verdict: VerdictName
    node: str
    due: tuple[Event, ...] = ()
    trace: tuple[TraceStep, ...] = ()
    readings: tuple[str, ...] = ()
    reading: str = ""
    cards: tuple[int, ...] = ()
    needs: str = ""
    symbols: tuple[UnknownSymbol, ...] = ()


def verdict_on(played: NonPlayerMove) -> MoveVerdict:
    """Return the verdict on a Non-player's move. Raises nothing."""
    work = Budget(MOST_PLAYED)
    with work:
        move_verdict = _verdict_by(played, played.before)
    if move_verdict.verdict in ("dictated", "one-of-several", "not-decidable"):
        return move_verdict
    for reading in move_verdict.readings:
        if reading not in readings():
            continue
        lacks_dice = move_verdict.verdict == "rolls-missing"
        if ends(UNTRIED):  # the budget of the whole game is spent
            unread = "not every reading was tried"
            return _not_examined(move_verdict, unread) if move_verdict.verdict == "departs" else move_verdict
        if lacks_dice and work.left <= 0:
            return move_verdict
        with work:
            other = _verdict_by(played, _read_otherwise(played.before, reading))
        by_default = (
            other.verdict == "not-decidable" and not other.due
        )  # the card's unknown symbol has its default
        is_right = other.verdict in RIGHT and (other.verdict == "dictated" or not lacks_dice)
        if is_right or by_default:
            return msgspec.structs.replace(
                move_verdict,
                verdict="other-reading",
                reading=reading,
                cards=other.cards,
                symbols=other.symbols,
            )
        if other.verdict == "not-examined" and move_verdict.verdict == "departs":
            move_verdict = _not_examined(move_verdict, other.needs)
    return move_verdict


def _not_examined(found: MoveVerdict, why: str) -> MoveVerdict:
    return msgspec.structs.replace(found, verdict="not-examined", needs=why)


def _read_otherwise(state: State, reading: str) -> State:
    """Return the position with a reading chosen, or dropped if it was chosen."""
    chosen = state.readings
    if reading in chosen:
        return msgspec.structs.replace(state, readings=tuple([one for one in chosen if one != reading]))
    return msgspec.structs.replace(state, readings=(*chosen, reading))


def _verdict_by(played: NonPlayerMove, before: State) -> MoveVerdict:
    """Return the verdict by the readings of a position."""
    due: dict[Event, bool] = {}
    first: Decision | None = None
    lacking: Decision | None = None
    left_over: Way | None = None
    search = DiceSearch(played, before)
    for way in search:
        decision = way.decision
        if decision.needs:
            lacking = lacking or decision
            continue
        first = first or decision
        move = decision.lines[-1]
        if move not in due:
            due[move] = _is_same(played, move)
        if due[move] and not way.unused_lines:
            return _right(played, way, tuple(due))
        if due[move]:
            left_over = left_over or way
    unstated = _unstated(played, before)
    declines = DiceSearch(played, _declining(before, unstated))
    if left_over is not None:
        return _missing(played, left_over.decision, _left_over(played, left_over))
    if unstated is not None and (declined := _if_declined(played, unstated, declines)) is not None:
        return declined
    if first is None:
        assert lacking is not None
        return _missing(played, lacking, lacking.needs[0].what)
    kind: VerdictName = "not-decidable" if _may_be(played.move, first, before) else "departs"
    node = _where_it_departs(played.move, first)
    shared = (tuple(due)[:MOST_DUE], first.trace, first.readings)
    verdict = MoveVerdict(played.faction, kind, node, *shared, cards=first.unknown, symbols=first.symbols)
    tried = search.tried + declines.tried
    if kind == "departs" and (search.cut or declines.cut):
        return _not_examined(verdict, f"the dice could fall in more ways than were tried ({tried})")
    return verdict


def _unstated(played: NonPlayerMove, before: State) -> UnknownSymbol | None:
    """Return the Faction's symbol on the card of its own move, if it is unknown and may decline the Event."""
    card = before.card
    return unknown_symbol(before, card, played.faction) if played.is_own and card is not None else None


def _declining(before: State, unstated: UnknownSymbol | None) -> State:
    """Return the position with a rifle in place of the unknown symbol: it declines the Event (8.4.1)."""
    if unstated is None:
        return before
    return with_symbol(before, CardSymbol(unstated.card, unstated.faction, "rifle"))


def _if_declined(played: NonPlayerMove, unstated: UnknownSymbol, ways: DiceSearch) -> MoveVerdict | None:
    """Return the verdict on a move that is right if the card's unknown symbol declines the Event,
    else None.
    """
    for way in ways:
        decision = way.decision
        if not way.unused_lines and decision.lines and _is_same(played, decision.lines[-1]):
            shared = (decision.node, (), decision.trace, decision.readings)
            cards, symbols = (unstated.card,), (unstated,)
            return MoveVerdict(played.faction, "not-decidable", *shared, cards=cards, symbols=symbols)
    return None


def _may_be(move: Event, decision: Decision, before: State) -> bool:
    """Check whether a different Event may be right by an instruction whose text no source has."""
    if not isinstance(move, Action) or Verb("event") not in flatten(move.segments):
        return False
    cards, stated = decision.unknown, before.symbols
    return any(may_hide_instruction(card, faction, stated) for card in cards for faction in FACTIONS)


def _right(played: NonPlayerMove, way: Way, due: tuple[Event, ...]) -> MoveVerdict:
    """Return the verdict on a move to which a way leads."""
    decision = way.decision
    for node in way.open_nodes:
        if changes_position(played.faction, node):  # without these dice the log has another position
            return msgspec.structs.replace(_missing(played, decision, node), node=node)
    several = bool(way.open_nodes)
    kind: VerdictName = "not-decidable" if decision.unknown else "one-of-several" if several else "dictated"
    shared = (due[-MOST_DUE:] if several else (), decision.trace, decision.readings)
    return MoveVerdict(
        played.faction, kind, decision.node, *shared, cards=decision.unknown, symbols=decision.symbols
    )


def _left_over(played: NonPlayerMove, way: Way) -> str:
    """Return in words which dice nobody asked for."""
    lines = zip(played.dice_numbers or [0] * len(played.dice), played.dice, strict=True)
    unused = [(number, line) for number, line in lines if any(line is one for one in way.unused_lines)]
    named = [
        (f"event {number}, " if number else "") + f"the dice of {line.at or line.node}"
        for number, line in unused
    ]
    return f"nobody asked for {' and '.join(named)}"


def _missing(played: NonPlayerMove, decision: Decision, what: str) -> MoveVerdict:
    node = decision.trace[-1].node if decision.trace else ""
    return MoveVerdict(
        played.faction,
        "rolls-missing",
        decision.node or node,
        (),
        decision.trace,
        decision.readings,
        needs=what,
    )


def _is_same(played: NonPlayerMove, due: Event) -> bool:
    """Check whether two moves lead to the same position, such as by another order, path or equal pieces."""
    if due == played.move:
        return True
    if type(due) is not type(played.move):
        return False
    try:
        return digested(play_canonical(played.at, due).state) == digested(played.after)
    except FitlError:
        return False


def _where_it_departs(move: Event, decision: Decision) -> str:
    """Return the first node at which a move differs from the decision's move."""
    due = decision.lines[-1]
    if not isinstance(move, Action) or not isinstance(due, Action):
        return decision.node
    done, right = (spoken(one.segments, one.faction) for one in (move, due))
    same = _first_missing(done, right)
    if same == 0:
        return decision.node
    if same + 1 < len(right) and isinstance(right[same][1], Verb):
        same += 1  # the clause after a verb shows why it was chosen
    marks = [length for place, length in decision.marks if place <= same]
    steps = decision.trace[: marks[-1]] if marks else decision.trace
    return steps[-1].node if steps else decision.node


def _first_missing(done: Sequence[Said], right: Sequence[Said]) -> int:
    """Return the place of the first clause due that is missing in the move; if none is, the first in another
    place.
    """
    unmatched = list(done)
    for i, due in enumerate(right):
        if due not in unmatched:
            return i
        unmatched.remove(due)
    if unmatched:
        return len(right)
    return next((i for i, pair in enumerate(zip(done, right, strict=True)) if pair[0] != pair[1]), 0)
