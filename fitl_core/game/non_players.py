"""What section 8 says of the Non-players' moves in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

import notation
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import TRUNG
from fitl_core.facts.players import non_players
from fitl_core.game.replays import Replay
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.players.non_players.events.pivotal import places_pivotal
from fitl_core.players.non_players.in_players_moves import first_asked
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.telling import trace_lines
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.players.non_players.verdicts import MoveVerdict, Played, VerdictName, verdict_on
from fitl_core.record.events import Action, DecisionDice, Event, Pass, Pivotal, Reveal, ShareOut
from fitl_core.state.state import State

MOST_SHOWN = 3
_Moved = Action | Pass | Pivotal | Reveal | ShareOut
"""Events before which dice lines are for what a Non-player decides, or for nothing."""
WORDS: dict[VerdictName, str] = {
    "dictated": "dictated",
    "one-of-several": "one of several that section 8 leaves open",
    "departs": "departs",
    "rolls-missing": "rolls missing or left over",
    "other-reading": "by another reading only",
    "not-decidable": "not decidable",
}
"""The verdicts in words, in the order in which they are counted."""


class Judged(msgspec.Struct, frozen=True):
    """The verdict on a move, by the number of its line."""

    number: int
    move: Event
    verdict: MoveVerdict


def verdict_line(one: Judged) -> str:
    """A verdict in one line: the event, who, what, where."""
    it, move = one.verdict, notation.write_event(one.move)
    told = f"event {one.number}: {it.faction}, a Non-player: {WORDS[it.verdict]}"
    if it.verdict == "departs" and it.due:
        shown = " or ".join([notation.write_event(event) for event in it.due[:MOST_SHOWN]])
        cut = f" ({it.needs})" if it.needs else ""
        return f"{told} at {it.node}: {move}; due: {shown}{cut}"
    if it.verdict == "other-reading":
        return f'{told} {it.reading}: it would settle it to write [Readings "{it.reading}"]'
    if it.verdict == "not-decidable":
        return f"{told}: card {', '.join(map(str, it.cards))}"
    elsewhere = it.needs not in ("", it.node)
    return f"{told} at {it.node} ({it.needs})" if elsewhere else f"{told} ({it.node})"


def tally(verdicts: Iterable[Judged]) -> str:
    """How many moves have each verdict: "12 dictated, 1 departs"."""
    counts = Counter([one.verdict.verdict for one in verdicts])
    return ", ".join([f"{counts[name]} {WORDS[name]}" for name in WORDS if counts[name]])


class NonPlayerTrace(msgspec.Struct, frozen=True):
    """Why a Non-player did what it did: the verdict on its move, and each step of the decision."""

    event: int
    faction: Faction
    verdict: VerdictName
    node: str
    trace: tuple[TraceStep, ...]


def traces(replay: Replay) -> dict[int, NonPlayerTrace]:
    """The decisions behind the moves of Non-players that are in force, by the numbers of their lines."""
    found = {}
    for one in judged(replay):
        it = one.verdict
        found[one.number] = NonPlayerTrace(one.number, it.faction, it.verdict, it.node, it.trace)
    return found


def told_trace(found: NonPlayerTrace) -> list[str]:
    """A decision in words, one step a line, the verdict first."""
    return [f"section 8: {WORDS[found.verdict]}, by {found.node}", *trace_lines(found.trace)]


def judged(replay: Replay) -> tuple[Judged, ...]:
    """The verdicts on all moves of Non-players that are in force, in order.

    () where all have players, and where the Trung cards led the Non-players in the place of section 8.
    """
    return () if TRUNG in replay.steps[0].state.options else tuple(_judged(replay))


def _judged(replay: Replay) -> Iterator[Judged]:
    pending: list[tuple[int, DecisionDice]] = []
    first: State | None = None
    before = replay.steps[0].state
    for link, step in zip(replay.links, replay.outcomes, strict=True):
        event, without = link.event, non_players(before.players)
        if isinstance(event, DecisionDice):
            first = first if pending else before
            pending.append((link.number, event))
        elif isinstance(event, _Moved):
            start = first if pending and first is not None else before
            who = _decider(start, event, without)
            if who is None:
                yield from [_left_over(*line) for line in pending]
            if not isinstance(event, Reveal | ShareOut):
                yield from _too_late(link.number, event, without, before)
            if who is not None and not isinstance(event, Reveal | ShareOut):
                dice = tuple([line for _, line in pending])
                played = Played(who, start, dice, before, event, step.state, step.effects)
                yield Judged(link.number, event, _verdict(played))
            pending, first = [], None
        before = step.state
    if pending and first is not None:
        yield from _at_the_end(pending, first)


def _at_the_end(pending: Sequence[tuple[int, DecisionDice]], before: State) -> Iterator[Judged]:
    """Dice lines with nothing behind them yet: those for which nobody will ask, as far as can be told."""
    faction = next_non_player(before)
    left: tuple[DecisionDice, ...] = tuple([line for _, line in pending])
    if faction is not None:
        recorded = RecordedChance(left, ())
        decision = decide(before, faction, recorded)
        if decision.needs and not decision.needs[0].what.startswith("8."):
            return  # the dice of the move come first
        left = recorded.left
    yield from [_left_over(*line) for line in pending[len(pending) - len(left) :]]


def _left_over(number: int, line: DecisionDice) -> Judged:
    """Dice before something that is no move of a Non-player: nobody asked for them."""
    needs = "nobody asked for these dice"
    return Judged(number, line, MoveVerdict(line.faction, "rolls-missing", line.node, needs=needs))


def _decider(state: State, event: _Moved, without: tuple[Faction, ...]) -> Faction | None:
    """The Non-player that decides in a move: its own, or in a player's the first that is asked."""
    if isinstance(event, Reveal | ShareOut):
        return None
    if event.faction in without:
        return event.faction
    return first_asked(state, event) if isinstance(event, Action) else None


def _too_late(
    number: int, event: Action | Pass | Pivotal, without: tuple[Faction, ...], before: State
) -> Iterator[Judged]:
    """Where a player moves, that a Non-player's Pivotal Event was due before (8.4.6)."""
    if event.faction not in without and (late := places_pivotal(before)) is not None:
        yield Judged(number, event, MoveVerdict(late, "departs", "8.4.6"))


def _verdict(played: Played) -> MoveVerdict:
    own = not isinstance(played.move, Action) or played.move.faction is played.faction
    if own and next_non_player(played.before) is not played.faction:
        return MoveVerdict(played.faction, "departs", "8.4.6")
    return verdict_on(played)
