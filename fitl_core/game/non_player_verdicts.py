"""The verdicts by section 8 on the Non-players' moves in a game.

`fitl_core.players.non_players.move_verdicts` judges a single move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

import notation
from fitl_core.asking.budgets import Budget
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import TRUNG
from fitl_core.facts.players import non_players
from fitl_core.game.replays import ReplayedGame
from fitl_core.game.unrecorded_dice import UnrecordedDice
from fitl_core.players.non_players.decide import next_non_player
from fitl_core.players.non_players.decision_reasons import explanation
from fitl_core.players.non_players.dice_search import NonPlayerMove, left_over
from fitl_core.players.non_players.events.pivotal_events import places_pivotal
from fitl_core.players.non_players.in_players_moves import first_asked
from fitl_core.players.non_players.move_verdicts import MoveVerdict, VerdictName, verdict_on
from fitl_core.players.non_players.symbol_alternatives import alternatives
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.record.events import Action, DecisionDice, Event, Pass, Pivotal, Reveal, ShareOut
from fitl_core.state.state import State

MOST_PLAYED = 30_000
"""The most clauses that are played for the verdicts on all moves, in addition to one decision for each."""
MOST_OF_FIRST_WAY = 250
"""The usual number of clauses in a decision. Each move gets the work for one decision."""
MOST_SHOWN = 3
_Moved = Action | Pass | Pivotal | Reveal | ShareOut
"""Events that end a run of dice lines. The dice before them decide for a Non-player, or are left over."""
WORDS: dict[VerdictName, str] = {
    "dictated": "dictated",
    "one-of-several": "one of several that section 8 leaves open",
    "departs": "departs",
    "rolls-missing": "rolls missing or left over",
    "other-reading": "by another reading only",
    "not-decidable": "not decidable",
    "not-examined": "not examined",
}
"""The verdicts in words, in the order in which they are counted."""


class JudgedMove(msgspec.Struct, frozen=True):
    """The verdict on a move. `number` is the number of its event.

    `played` is the move with its dice and positions; None for dice, and for an Event that was due.
    """

    number: int
    move: Event
    verdict: MoveVerdict
    played: NonPlayerMove | None = None


def verdict_line(judged: JudgedMove, has_ways: bool = False) -> str:
    """Return a verdict in one line: the event, the Faction, the verdict, and the node.

    If it `has_ways`, an undecidable move is shown with what each possible symbol of the card would lead to.
    """
    verdict, move = judged.verdict, notation.write_event(judged.move)
    line = f"event {judged.number}: {verdict.faction}, a Non-player: {WORDS[verdict.verdict]}"
    if verdict.verdict == "departs" and verdict.due:
        shown = " or ".join([notation.write_event(event) for event in verdict.due[:MOST_SHOWN]])
        cut = f" ({verdict.needs})" if verdict.needs else ""
        return f"{line} at {verdict.node}: {move}; due: {shown}{cut}"
    if verdict.verdict == "other-reading":
        return f'{line} {verdict.reading}; the tag [Readings "{verdict.reading}"] would make it dictated'
    if verdict.verdict == "not-decidable":
        return f"{line}: {'; '.join(symbol_lines(judged, has_ways))}"
    elsewhere = verdict.needs not in ("", verdict.node)
    return f"{line} at {verdict.node} ({verdict.needs})" if elsewhere else f"{line} ({verdict.node})"


def symbol_lines(judged: JudgedMove, has_ways: bool) -> Iterator[str]:
    """Yield each unknown symbol on which a verdict relies: its Faction, its card, and the alternatives."""
    for unknown in judged.verdict.symbols:
        named = f"{unknown.faction}, card {unknown.card}"
        is_own = has_ways and judged.verdict.faction is getattr(judged.move, "faction", None)
        played = judged.played if is_own else None
        if unknown.is_text:
            yield f"{named}: the text of its instruction is unknown"
        elif played is None or unknown.card != played.before.card or unknown.faction is not played.faction:
            yield f"{named}: the symbol is unknown, {' or '.join(unknown.possible)}"
        else:
            ways = alternatives(played.before, unknown, played.dice, played.effects)
            yield f"{named}: {'; '.join(ways)}"


def tally(verdicts: Iterable[JudgedMove]) -> str:
    """Return the number of moves with each verdict: "12 dictated, 1 departs"."""
    counts = Counter([judged.verdict.verdict for judged in verdicts])
    return ", ".join([f"{counts[name]} {WORDS[name]}" for name in WORDS if counts[name]])


class NonPlayerTrace(msgspec.Struct, frozen=True):
    """The decision for a Non-player's move: the verdict on the move, and each step of the decision."""

    event: int
    faction: Faction
    verdict: VerdictName
    node: str
    trace: tuple[TraceStep, ...]
    symbols: tuple[UnknownSymbol, ...] = ()


def traces(replay: ReplayedGame) -> dict[int, NonPlayerTrace]:
    """Return the decisions for the Non-players' moves in force, by the numbers of their events."""
    traces_by_event = {}
    for judged in judge_non_players(replay):
        verdict = judged.verdict
        traces_by_event[judged.number] = NonPlayerTrace(
            judged.number, verdict.faction, verdict.verdict, verdict.node, verdict.trace, verdict.symbols
        )
    return traces_by_event


def trace_in_words(trace: NonPlayerTrace) -> list[str]:
    """Return a decision in words: the verdict, the reasons in sentences, then one line for each step.

    Unknown symbols of cards come last.
    """
    verdict = f"section 8: {WORDS[trace.verdict]}, by {trace.node}"
    unknown = [unknown.line for unknown in trace.symbols]
    return [verdict, *explanation(trace.node, trace.trace), *unknown]


def judge_non_players(replay: ReplayedGame) -> tuple[JudgedMove, ...]:
    """Return the verdicts on all moves of Non-players that are in force, in order.

    Empty if all Factions have players, or if the Trung cards lead the Non-players instead of section 8.
    """
    return () if TRUNG in replay.steps[0].state.options else tuple(_judged(replay))


def _judged(replay: ReplayedGame) -> Iterator[JudgedMove]:
    work = Budget(MOST_PLAYED + MOST_OF_FIRST_WAY * len(replay.links))
    pending: list[tuple[int, DecisionDice]] = []
    first: State | None = None
    before, unrecorded = replay.steps[0].state, UnrecordedDice(_verdict)
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
                numbers = tuple([number for number, _ in pending])
                played = NonPlayerMove(who, start, dice, before, event, step.state, step.effects, numbers)
                with work:
                    verdict = unrecorded.excuse(played)
                unrecorded.learn(link.number, played, verdict)
                yield JudgedMove(link.number, event, verdict, played)
            pending, first = [], None
        before = step.state
    if pending and first is not None:
        yield from _at_the_end(pending, first)


def _at_the_end(pending: Sequence[tuple[int, DecisionDice]], before: State) -> Iterator[JudgedMove]:
    """Yield verdicts on the dice lines at the end of a game for which nobody will ask.

    Dice that may still be asked for get no verdict.
    """
    faction = next_non_player(before)
    unasked: tuple[DecisionDice, ...] = tuple([line for _, line in pending])
    if faction is not None:
        unasked = left_over(before, faction, unasked)
    yield from [_left_over(*line) for line in pending if any(line[1] is one for one in unasked)]


def _left_over(number: int, line: DecisionDice) -> JudgedMove:
    """Return the verdict on dice for which nobody asked."""
    needs, node = "nobody asked for these dice", line.at or line.node
    return JudgedMove(number, line, MoveVerdict(line.faction, "rolls-missing", node, needs=needs))


def _decider(state: State, event: _Moved, without: tuple[Faction, ...]) -> Faction | None:
    """Return the Non-player that decides in a move: its own, or the first one asked in a player's move."""
    if isinstance(event, Reveal | ShareOut):
        return None
    if event.faction in without:
        return event.faction
    return first_asked(state, event) if isinstance(event, Action) else None


def _too_late(
    number: int, event: Action | Pass | Pivotal, without: tuple[Faction, ...], before: State
) -> Iterator[JudgedMove]:
    """Yield a verdict if a Non-player's Pivotal Event was due before a player's move (8.4.6)."""
    if event.faction not in without and (late := places_pivotal(before)) is not None:
        yield JudgedMove(number, event, MoveVerdict(late, "departs", "8.4.6"))


def _verdict(played: NonPlayerMove) -> MoveVerdict:
    own = not isinstance(played.move, Action) or played.move.faction is played.faction
    if own and next_non_player(played.before) is not played.faction:
        return MoveVerdict(played.faction, "departs", "8.4.6")
    return verdict_on(played)
