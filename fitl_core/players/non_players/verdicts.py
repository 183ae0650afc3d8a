"""The verdict of section 8 on a Non-player's move: is it what its flowchart gives with the dice that
were rolled?

One procedure plays, explains and checks: here it is fed by the log, and what it comes to is compared
with the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.readings import readings
from fitl_core.players.non_players.decide import answer_move, decide
from fitl_core.players.non_players.events.instructions import instruction_for, may_hide_instruction
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision, TraceStep
from fitl_core.record.clauses import Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice, Event
from fitl_core.record.spoken import Said, flatten, spoken
from fitl_core.state.digest import digested
from fitl_core.state.state import State

VerdictName = Literal[
    "dictated", "one-of-several", "departs", "rolls-missing", "other-reading", "not-decidable"
]
RIGHT: tuple[VerdictName, ...] = ("dictated", "one-of-several")
MOST_WAYS = 100
"""So many ways in which picks without dice could fall are tried, twice: among the spaces that the move names,
then among all.
"""
MOST_DUE = 20
"""So many moves that would have been right are kept."""


class MoveVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What section 8 says of a Non-player's move.

    `node` is the node that decided; where the move departs, the first at which it does; where dice are
    missing or
    nobody asked for them, that which waits, or the line. `due` are the moves that would have been right,
    `reading`
    the open question by whose other reading it is, `cards` those on which it leans though their symbol or
    instruction is not known.
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


class Played(msgspec.Struct, frozen=True):
    """A Non-player's move as it stands in a log: the position before its dice lines, these, and what it
    came to. A player's `move` is on trial for what the Non-player chose in it.
    """

    faction: Faction
    before: State
    dice: tuple[DecisionDice, ...]
    at: State
    move: Event
    after: State
    effects: tuple[Effect, ...]


def verdict_on(played: Played) -> MoveVerdict:
    """The verdict on a Non-player's move. Raises nothing."""
    found = _by(played, played.before)
    if found.verdict in ("dictated", "one-of-several", "not-decidable"):
        return found
    for reading in found.readings:
        if reading not in readings():
            continue
        other = _by(played, _read_otherwise(played.before, reading))
        by_default = (
            other.verdict == "not-decidable" and not other.due
        )  # the card's unknown cell at its default
        if other.verdict in RIGHT or by_default:
            return msgspec.structs.replace(found, verdict="other-reading", reading=reading, cards=other.cards)
    return found


def _read_otherwise(state: State, reading: str) -> State:
    """The position with a reading chosen, or given up if it was."""
    chosen = state.readings
    if reading in chosen:
        return msgspec.structs.replace(state, readings=tuple([one for one in chosen if one != reading]))
    return msgspec.structs.replace(state, readings=(*chosen, reading))


def _by(played: Played, before: State) -> MoveVerdict:
    """The verdict by the readings of a position."""
    due: list[Event] = []
    first: Decision | None = None
    lacking: Decision | None = None
    several, tried = False, 0
    for decision, chance in _ways(played, before):
        tried += 1
        if decision.needs:
            lacking = lacking or decision
            continue
        first = first or decision
        several |= bool(chance.ways)
        move = decision.lines[-1]
        if _is_same(played, move):
            if chance.left:
                return _missing(played, decision, f"nobody asked for the dice of {chance.left[0].node}")
            return _right(played, decision, several, (*due, move))
        if move not in due and len(due) < MOST_DUE:
            due.append(move)
        if type(move) is not type(played.move):
            break  # whether to Pass no pick of a space decides
    if (declined := _if_declined(played, before)) is not None:
        return declined
    if lacking is not None and not due:
        return _missing(played, lacking, lacking.needs[0].what)
    assert first is not None
    kind: VerdictName = "not-decidable" if _may_be(played.move, first.unknown) else "departs"
    node = _where_it_departs(played.move, first)
    cut = f"only {tried} ways in which the dice could fall were tried" if tried >= MOST_WAYS else ""
    shared = (tuple(due), first.trace, first.readings)
    return MoveVerdict(played.faction, kind, node, *shared, cards=first.unknown, needs=cut)


def _if_declined(played: Played, before: State) -> MoveVerdict | None:
    """The verdict on a move that is due if the card, whose symbol no source tells, declines the Event."""
    card, move = before.card, played.move
    own = not isinstance(move, Action) or move.faction is played.faction
    if card is None or not own or instruction_for(card, played.faction).symbol != "unknown":
        return None
    for found, chance in _ways(played, before, declines=True):
        if not chance.left and found.lines and _is_same(played, found.lines[-1]):
            told = (found.node, (), found.trace, found.readings)
            return MoveVerdict(played.faction, "not-decidable", *told, cards=(card,))
    return None


def _may_be(move: Event, unknown: tuple[int, ...]) -> bool:
    """Whether an Event carried out otherwise may be due by an instruction that no source tells."""
    if not isinstance(move, Action) or Verb("event") not in flatten(move.segments):
        return False
    return any(may_hide_instruction(card, faction) for card in unknown for faction in FACTIONS)


def _right(played: Played, decision: Decision, several: bool, due: tuple[Event, ...]) -> MoveVerdict:
    kind: VerdictName = "not-decidable" if decision.unknown else "one-of-several" if several else "dictated"
    due = due if several else ()
    shared = (decision.trace, decision.readings)
    return MoveVerdict(played.faction, kind, decision.node, due, *shared, cards=decision.unknown)


def _missing(played: Played, decision: Decision, what: str) -> MoveVerdict:
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


def _ways(played: Played, before: State, declines: bool = False) -> Iterator[tuple[Decision, RecordedChance]]:
    """The decision for each way in which the picks could fall for which no dice were written: first with
    spaces that the move names, then with all; each up to a bound.
    """
    move = played.move
    said: Sequence[Said] = ()
    named: set[str] = set()
    if isinstance(move, Action):
        clauses = spoken(move.segments, move.faction)
        if move.faction is played.faction:
            said = [one for one in clauses if one[0] is not played.faction]
        named = {name for _, clause in clauses for name in spaces_of(clause)}
    for among in (named, ()):
        forced: list[int] | None = []
        chance = None
        for _ in range(MOST_WAYS):
            if forced is None:
                break
            chance = RecordedChance(played.dice, played.effects, said, forced, named=among)
            yield _decision(played, before, chance, declines), chance
            forced = _next(forced, chance.ways)
        if chance is None or not chance.ways:
            return  # nothing was left open


def _decision(played: Played, before: State, chance: RecordedChance, declines: bool) -> Decision:
    """What is decided: the Non-player's move, or its part in a player's."""
    move = played.move
    if not isinstance(move, Action) or move.faction is played.faction:
        return decide(before, played.faction, chance, declines)
    answered = answer_move(before, move, chance)
    assert answered is not None, "a Non-player is asked in it"
    return answered


def _next(forced: list[int], ways: list[int]) -> list[int] | None:
    """The way to try next: the last pick that has another outcome takes it."""
    places = [*forced, *[0] * (len(ways) - len(forced))][: len(ways)]
    while places:
        if places[-1] + 1 < ways[len(places) - 1]:
            return [*places[:-1], places[-1] + 1]
        places.pop()
    return None


def _is_same(played: Played, due: Event) -> bool:
    """Whether two moves are the same, or come to the same by another order, other equal pieces, another
    path.
    """
    if due == played.move:
        return True
    if type(due) is not type(played.move):
        return False
    try:
        return digested(play(played.at, due).state) == digested(played.after)
    except FitlError:
        return False


def _where_it_departs(move: Event, decision: Decision) -> str:
    """The first node at which a move is another than the decision's."""
    due = decision.lines[-1]
    if not isinstance(move, Action) or not isinstance(due, Action):
        return decision.node
    done, right = (spoken(one.segments, one.faction) for one in (move, due))
    same = _first_missing(done, right)
    if same == 0:
        return decision.node
    if same + 1 < len(right) and isinstance(right[same][1], Verb):
        same += 1  # what is done behind a verb tells why it is
    marks = [length for place, length in decision.marks if place <= same]
    steps = decision.trace[: marks[-1]] if marks else decision.trace
    return steps[-1].node if steps else decision.node


def _first_missing(done: Sequence[Said], right: Sequence[Said]) -> int:
    """The place of the first thing due that was not done; where all was, of one that stands elsewhere."""
    left = list(done)
    for i, said in enumerate(right):
        if said not in left:
            return i
        left.remove(said)
    if left:
        return len(right)
    return next((i for i, pair in enumerate(zip(done, right, strict=True)) if pair[0] != pair[1]), 0)
