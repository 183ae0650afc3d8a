"""Check a Non-player's move: is it the move that its flowchart dictates with the recorded dice?

The log supplies the dice for the procedure of `decide`, and the result is compared with the written move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from fitl_core.asking.budgets import Budget, ends
from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.rule_readings import readings
from fitl_core.players.non_players.decide import answer_move, decide
from fitl_core.players.non_players.events.instructions import instruction_for, may_hide_instruction
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision, TraceStep
from fitl_core.record.clauses import Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice, Event
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
MOST_PLAYED = 8_000
"""The most clauses that are played for the verdict on one move, after the first way for each reading."""
MOST_OF_READING = 4_000
"""The most clauses for one reading: half with picks among the move's spaces, half with picks among all
spaces.
"""
UNTRIED = "other ways in which the dice of a Non-player could fall"
MOST_DUE = 20
"""The most right moves that are kept."""


class MoveVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The verdict of section 8 on a Non-player's move.

    `node` is the node that decided. If the move departs, it is the first node that differs. If dice are
    missing or unused, it is the node that waits, or the line. `due` are the right moves. `reading` is the
    open question by whose other reading the move is right. `cards` are those whose unknown symbol or
    instruction matters. A move is "not-examined" if the budget ended before every way was tried.
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


class NonPlayerMove(msgspec.Struct, frozen=True):
    """A Non-player's move in a log: the position before its dice lines, the dice, the move and the result.

    If `move` belongs to a player, the verdict is about the Non-player's choices in it.
    """

    faction: Faction
    before: State
    dice: tuple[DecisionDice, ...]
    at: State
    move: Event
    after: State
    effects: tuple[Effect, ...]


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
        if ends(UNTRIED):  # the budget of the whole game is spent
            unread = "not every reading was tried"
            return _not_examined(move_verdict, unread) if move_verdict.verdict == "departs" else move_verdict
        if move_verdict.verdict == "rolls-missing" and work.left <= 0:
            return move_verdict
        with work:
            other = _verdict_by(played, _read_otherwise(played.before, reading))
        by_default = (
            other.verdict == "not-decidable" and not other.due
        )  # the card's unknown symbol has its default
        if other.verdict in RIGHT or by_default:
            return msgspec.structs.replace(
                move_verdict, verdict="other-reading", reading=reading, cards=other.cards
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
    due: list[Event] = []
    first: Decision | None = None
    lacking: Decision | None = None
    several, ways = False, _Ways(played, before)
    for decision, chance in ways:
        if decision.needs:
            lacking = lacking or decision
            continue
        first = first or decision
        several |= bool(chance.ways)
        move = decision.lines[-1]
        if _is_same(played, move):
            if chance.unused_lines:
                return _missing(
                    played, decision, f"nobody asked for the dice of {chance.unused_lines[0].node}"
                )
            return _right(played, decision, several, (*due, move))
        if move not in due and len(due) < MOST_DUE:
            due.append(move)
        if type(move) is not type(played.move):
            break  # no pick of a space decides about a Pass
    declines = _Ways(played, before, declines=True)
    if (declined := _if_declined(played, before, declines)) is not None:
        return declined
    if lacking is not None:
        return _missing(played, lacking, lacking.needs[0].what)
    assert first is not None
    kind: VerdictName = "not-decidable" if _may_be(played.move, first.unknown) else "departs"
    node = _where_it_departs(played.move, first)
    shared = (tuple(due), first.trace, first.readings)
    verdict = MoveVerdict(played.faction, kind, node, *shared, cards=first.unknown)
    tried = ways.tried + declines.tried
    if kind == "departs" and (ways.cut or declines.cut):
        return _not_examined(verdict, f"the dice could fall in more ways than were tried ({tried})")
    return verdict


def _if_declined(played: NonPlayerMove, before: State, ways: _Ways) -> MoveVerdict | None:
    """Return the verdict on a move that is right if the card's unknown symbol declines the Event,
    else None.
    """
    card, move = before.card, played.move
    own = not isinstance(move, Action) or move.faction is played.faction
    if card is None or not own or instruction_for(card, played.faction).symbol != "unknown":
        return None
    for decision, chance in ways:
        if not chance.unused_lines and decision.lines and _is_same(played, decision.lines[-1]):
            shared = (decision.node, (), decision.trace, decision.readings)
            return MoveVerdict(played.faction, "not-decidable", *shared, cards=(card,))
    return None


def _may_be(move: Event, unknown: tuple[int, ...]) -> bool:
    """Check whether a different Event may be right by an instruction whose text no source has."""
    if not isinstance(move, Action) or Verb("event") not in flatten(move.segments):
        return False
    return any(may_hide_instruction(card, faction) for card in unknown for faction in FACTIONS)


def _right(played: NonPlayerMove, decision: Decision, several: bool, due: tuple[Event, ...]) -> MoveVerdict:
    kind: VerdictName = "not-decidable" if decision.unknown else "one-of-several" if several else "dictated"
    due = due if several else ()
    shared = (decision.trace, decision.readings)
    return MoveVerdict(played.faction, kind, decision.node, due, *shared, cards=decision.unknown)


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


class _Ways:
    """The decisions for each way in which the unwritten random picks could fall.

    Picks among the spaces of the move come first, then picks among all spaces. Each part has a budget, but
    the first decision is always made. `cut` says whether a way was left out, `tried` how many ways were
    tried.
    """

    def __init__(self, played: NonPlayerMove, before: State, declines: bool = False) -> None:
        self.cut = False
        self.tried = 0
        self._played = played
        self._before = before
        self._declines = declines

    def __iter__(self) -> Iterator[tuple[Decision, RecordedChance]]:
        played, move = self._played, self._played.move
        others_clauses: Sequence[Said] = ()
        named: set[str] = set()
        if isinstance(move, Action):
            clauses = spoken(move.segments, move.faction)
            if move.faction is played.faction:
                others_clauses = [one for one in clauses if one[0] is not played.faction]
            named = {name for _, clause in clauses for name in spaces_of(clause)}
        for among in (named, ()):
            forced: list[int] | None = []
            chance, work = None, Budget(MOST_OF_READING // 2)
            while forced is not None:
                with work:
                    self.cut = self.tried > 0 and work.ends(UNTRIED)
                    if self.cut:
                        break
                    chance = RecordedChance(played.dice, played.effects, others_clauses, forced, named=among)
                    decision = _decision(played, self._before, chance, self._declines)
                self.tried += 1
                yield decision, chance
                forced = _next(forced, chance.ways)
            if chance is None or not chance.ways:
                return  # no pick was open


def _decision(played: NonPlayerMove, before: State, chance: RecordedChance, declines: bool) -> Decision:
    """Return the decision: the Non-player's move, or its part in a player's move."""
    move = played.move
    if not isinstance(move, Action) or move.faction is played.faction:
        return decide(before, played.faction, chance, declines)
    answered = answer_move(before, move, chance)
    assert answered is not None, "a Non-player is asked in it"
    return answered


def _next(forced: list[int], ways: list[int]) -> list[int] | None:
    """Return the next combination of picks: the last pick with another choice takes it."""
    places = [*forced, *[0] * (len(ways) - len(forced))][: len(ways)]
    while places:
        if places[-1] + 1 < ways[len(places) - 1]:
            return [*places[:-1], places[-1] + 1]
        places.pop()
    return None


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
