"""What the Non-player to act in a game does next: lines to append, their steps, and why (section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.game.next_moves import NoMove, begun_move
from fitl_core.game.replays import Replay
from fitl_core.players.non_players.decide import Chance, answer_move, decide, next_non_player
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision, DeedKind, Need, TraceStep
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import By, Move
from fitl_core.record.events import Action, DecisionDice, Event
from fitl_core.rules.sequence import to_act
from fitl_core.state.digest import digested
from fitl_core.state.state import State
from fitl_core.tell.effects import narrate
from fitl_core.wording.as_one import one_of


class BotMove(msgspec.Struct, frozen=True):
    """What `fitl bot --json` prints.

    `lines` are in the notation, dice lines first; `steps` is what somebody at a table would do, in
    words. Where dice are missing, `needs` says which and for what, and there are no lines.
    """

    faction: Faction
    kind: DeedKind
    node: str
    lines: tuple[str, ...]
    steps: tuple[str, ...]
    trace: tuple[TraceStep, ...]
    needs: tuple[Need, ...]
    readings: tuple[str, ...]
    unknown: tuple[int, ...]


class Decided(msgspec.Struct, frozen=True):
    """A decision at the end of a game: its new events, and what they come to in words.

    `unasked` are dice lines that stand at the end of the game already and are not those that are asked for
    first, in this order: then there are no new events.
    """

    decision: Decision
    events: tuple[Event, ...]
    steps: tuple[str, ...]
    unasked: tuple[DecisionDice, ...] = ()

    @property
    def view(self) -> BotMove:
        """It as data."""
        it = self.decision
        lines = tuple([notation.write_event(event) for event in self.events])
        told = (it.trace, it.needs, it.readings, it.unknown)
        return BotMove(it.faction, it.kind, it.node, lines, self.steps, *told)


class FixedDice:
    """Dice that were rolled at a table, in the order in which they are asked for; `left` are those not
    used.
    """

    def __init__(self, dice: Sequence[int]) -> None:
        self.left: list[int] = list(dice)

    def __call__(self, wanted: Wanted) -> tuple[int, ...] | None:
        if wanted.kind == "choice" or len(self.left) < wanted.dice:
            return None
        taken, self.left = tuple(self.left[: wanted.dice]), self.left[wanted.dice :]
        return taken


class Choices:
    """What players chose in the midst of a decision, as written, in the order asked; else another chance.

    "-" leaves out what may be left out; `left` are those not used. Raises `Violation` or `NotationError`
    where one is no answer.
    """

    def __init__(self, written: Sequence[str], chance: Chance) -> None:
        self.left: list[str] = list(written)
        self._chance = chance

    def __call__(self, wanted: Wanted) -> Any:
        if (asked := wanted.asked) is None:
            return self._chance(wanted)
        if not self.left:
            return None
        text = self.left.pop(0)
        if text.strip() == "-" and asked.optional and not wanted.owed:
            return ()
        event = notation.read_line(f"{asked.who} event {text}").event
        said = event.segments[0].clauses if isinstance(event, Action) else ()
        clauses = [clause for clause in said if not isinstance(clause, By)]
        if len(clauses) == 1 and asked.accepts(clauses[0]):
            return clauses[0]
        why = f'"{text}" is no answer of {asked.who} to: {asked.prompt}'
        raise Violation(Refusal("no-answer", asked.rule, why))


def decide_next(replay: Replay, chance: Chance) -> Decided:
    """What the Non-player to act does at the end of a game; dice lines that stand there already count.

    Raises `Violation` where no Non-player is to act.
    """
    state, lines = _begun(replay)
    faction = next_non_player(state)
    if faction is None:
        raise Violation(_nobody(state))
    recorded = RecordedChance(lines, (), pick=False)
    return _decided(replay, lines, decide(state, faction, _behind(recorded, chance)), recorded)


def answer_in(replay: Replay, text: str, chance: Chance) -> Decided:
    """A player's next move, as far as he has said it, with what Non-players answer in it (8.4.1, 8.4.4).

    Raises `Violation` where it is illegal, none is asked in it, or its player has more to say; another
    `FitlError` where the text cannot be read, or is no move of anybody's.
    """
    state, lines = _begun(replay)
    move = begun_move(text, to_act(state))
    if move is None or not move.segments:
        raise NoMove("this is no move that has begun")
    recorded = RecordedChance(lines, (), pick=False)
    decision = answer_move(state, move, _behind(recorded, chance))
    if decision is None:
        play(replay.state, move)  # it may be illegal
        raise Violation(Refusal("not-your-turn", "8.4.1", "no Non-player is asked anything in this move"))
    try:
        return _decided(replay, lines, decision, recorded)
    except Violation as violation:
        if violation.incomplete:
            line = notation.write_event(decision.lines[-1])
            why = f"its player has more to say behind what Non-players answer: {line}: {violation.message}"
            raise Violation(Refusal("missing-choice", violation.rule, why)) from None
        raise


def _behind(recorded: RecordedChance, chance: Chance) -> Chance:
    """Dice of lines that stand there first, then another chance."""

    def first_recorded(wanted: Wanted) -> Any:
        given = recorded(wanted) if wanted.kind in ("decision", "space", "even") else None
        return chance(wanted) if given is None else given

    return first_recorded


def _decided(
    replay: Replay, lines: tuple[DecisionDice, ...], decision: Decision, recorded: RecordedChance
) -> Decided:
    """A decision at the end of a game, whose last `lines` are its first dice."""
    if unasked := _unasked(lines, decision, recorded):
        return Decided(decision, (), (), unasked)
    events = decision.lines[len(lines) :] if decision.lines else ()
    if events and isinstance(move := events[-1], Action):
        before = _behind_all(replay.state, events[:-1])
        outcome = digested(play(before, move).state)
        events = (*events[:-1], _with_joined_moves(before, move, outcome))
    return Decided(decision, events, tuple(_steps(replay.state, events)))


def _with_joined_moves(state: State, move: Action, outcome: str) -> Action:
    """The same move with pieces that go one path written once, where that comes to the same `outcome`."""
    for place, segment in enumerate(move.segments):
        clauses = segment.clauses
        for at, on in combinations(range(len(clauses)), 2):
            one = one_of(clauses[at], clauses[on]) if isinstance(clauses[at], Move) else None
            if one is None:
                continue
            fewer = (*clauses[:at], one, *clauses[at + 1 : on], *clauses[on + 1 :])
            written = msgspec.structs.replace(segment, clauses=fewer)
            shorter = msgspec.structs.replace(
                move, segments=(*move.segments[:place], written, *move.segments[place + 1 :])
            )
            if _comes_to(state, shorter, outcome):
                return _with_joined_moves(state, shorter, outcome)
    return move


def _comes_to(state: State, move: Action, outcome: str) -> bool:
    try:
        return digested(play(state, move).state) == outcome
    except Violation:
        return False


def _behind_all(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = play(state, event).state
    return state


def _unasked(
    lines: tuple[DecisionDice, ...], decision: Decision, recorded: RecordedChance
) -> tuple[DecisionDice, ...]:
    """Of the lines that stand there those for which nobody asks, or not yet."""
    if recorded.left or not decision.lines:
        return recorded.left
    asked = decision.lines[: len(lines)]
    return tuple([line for line, due in zip(lines, asked, strict=True) if line != due])


def _begun(replay: Replay) -> tuple[State, tuple[DecisionDice, ...]]:
    """The position before the dice lines at the end of the game, and these."""
    lines: list[DecisionDice] = []
    place = len(replay.links)
    while place and isinstance(event := replay.links[place - 1].event, DecisionDice):
        lines.insert(0, event)
        place -= 1
    if not place:
        return replay.steps[0].state, tuple(lines)
    outcomes = replay.outcomes  # a game until some event has none: nothing in it is taken back
    step = outcomes[place - 1] if outcomes else replay.steps[replay.links[place - 1].number]
    return step.state, tuple(lines)


def _nobody(state: State) -> Refusal:
    acting = to_act(state)
    why = f"{acting} is to act, and has a player" if acting is not None else "nobody is to act"
    return Refusal("not-your-turn", "8.1", f"no Non-player decides now: {why}")


def _steps(state: State, events: Sequence[Event]) -> list[str]:
    """What the events change, in words."""
    told: list[str] = []
    for event in events:
        step = play(state, event)
        told += [line.text for line in narrate(step.effects)]
        state = step.state
    return told
