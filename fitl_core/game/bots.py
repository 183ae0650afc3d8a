"""Decide for the Non-player to act in a game: lines to append, steps in words, and reasons (section 8).

`fitl_core.players.non_players.decide` makes the decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.game.open_moves import NoMove, begun_move
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.non_players.decide import Chance, answer_move, decide, next_non_player
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision, DeedKind, Need, TraceStep
from fitl_core.players.non_players.unknown_symbols import SymbolNeeded, UnknownSymbol
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.clauses import By, Move
from fitl_core.record.events import Action, DecisionDice, Event
from fitl_core.rules.sequence import to_act
from fitl_core.state.position_digest import digested
from fitl_core.state.state import State
from fitl_core.tell.effects_in_words import narrate
from fitl_core.wording.canonical_form import canonical_action, typed_beside
from fitl_core.wording.joined_clauses import one_of


class BotMove(msgspec.Struct, frozen=True):
    """A decision of a Non-player for programs, the output of `fitl bot --json`.

    `lines` are in the notation, dice lines first. `steps` are the changes on the board, in words. If dice are
    missing, `needs` names them with their purpose, and there are no lines. `unknown` are the cards on whose
    unknown symbol or instruction it relies, and `symbols` says of each what is unknown.
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
    symbols: tuple[UnknownSymbol, ...]


class BotDecision(msgspec.Struct, frozen=True):
    """A decision at the end of a game: its new events, and their effects in words.

    `unasked` are dice lines at the end of the game that are not the first dice of this decision, in this
    order. With such lines there are no new events. `typed` is the beginning of a player's move as it was
    typed, if the rules ask for other clauses.
    """

    decision: Decision
    events: tuple[Event, ...]
    steps: tuple[str, ...]
    unasked: tuple[DecisionDice, ...] = ()
    typed: str = ""

    @property
    def view(self) -> BotMove:
        """The decision for programs."""
        decision = self.decision
        lines = tuple([notation.write_event(event) for event in self.events])
        return BotMove(
            decision.faction,
            decision.kind,
            decision.node,
            lines,
            self.steps,
            decision.trace,
            decision.needs,
            decision.readings,
            decision.unknown,
            decision.symbols,
        )


class FixedDice:
    """Dice rolled at a table, in the order of the questions for them. `unused` are the dice not used yet."""

    def __init__(self, dice: Sequence[int]) -> None:
        self.unused: list[int] = list(dice)

    def __call__(self, wanted: Wanted) -> tuple[int, ...] | None:
        if wanted.kind == "choice" or len(self.unused) < wanted.dice:
            return None
        taken, self.unused = tuple(self.unused[: wanted.dice]), self.unused[wanted.dice :]
        return taken


class WrittenChoices:
    """The written choices of players during a decision, in the order of the questions.

    Dice come from `chance`.

    "-" skips an optional question. `unused` are the choices not used yet. Raises `Violation` or
    `NotationError` for a choice that the question does not accept.
    """

    def __init__(self, written: Sequence[str], chance: Chance) -> None:
        self.unused: list[str] = list(written)
        self._chance = chance

    def __call__(self, wanted: Wanted) -> Any:
        if (asked := wanted.asked) is None:
            return self._chance(wanted)
        if not self.unused:
            return None
        text = self.unused.pop(0)
        if text.strip() == "-" and asked.optional and not wanted.owed:
            return ()
        event = notation.read_line(f"{asked.who} event {text}").event
        written = event.segments[0].clauses if isinstance(event, Action) else ()
        clauses = [clause for clause in written if not isinstance(clause, By)]
        if len(clauses) == 1 and asked.accepts(clauses[0]):
            return clauses[0]
        why = f'"{text}" is not an answer of {asked.who} to: {asked.prompt}'
        raise Violation(Refusal("no-answer", asked.rule, why))


def decide_next(
    replay: ReplayedGame, chance: Chance, symbol_needed: SymbolNeeded | None = None
) -> BotDecision:
    """Decide for the Non-player to act at the end of a game. Dice lines at the end of the game count.

    `symbol_needed` is called with each unknown symbol that matters. Raises `Violation` if no Non-player is to
    act.
    """
    state, lines = _before_dice_lines(replay)
    faction = next_non_player(state)
    if faction is None:
        raise Violation(_nobody(state))
    recorded = RecordedChance(lines)
    decision = decide(state, faction, _recorded_first(recorded, chance), symbol_needed)
    return _decided(replay, lines, decision, recorded)


def answer_in(replay: ReplayedGame, text: str, chance: Chance) -> BotDecision:
    """Add the answers of Non-players to the beginning of a player's move (8.4.1, 8.4.4).

    Raises `Violation` if the move is illegal, asks no Non-player, or lacks an answer of its player. Raises
    another `FitlError` if the text cannot be read or is not a move.
    """
    state, lines = _before_dice_lines(replay)
    move = begun_move(text, to_act(state))
    if move is None or not move.segments:
        raise NoMove("this is not the beginning of a move")
    recorded = RecordedChance(lines)
    decision = answer_move(state, move, _recorded_first(recorded, chance))
    if decision is None:
        play(replay.state, move)  # it may be illegal
        raise Violation(Refusal("not-your-turn", "8.4.1", "this move asks no Non-player"))
    try:
        decided = _decided(replay, lines, decision, recorded)
        is_asked_for = canonical_action(state, move) == move and decided.events[-1:] == decision.lines[-1:]
        typed = "" if is_asked_for or not decided.events else typed_beside(move, decided.events[-1])
        return msgspec.structs.replace(decided, typed=typed)
    except Violation as violation:
        if violation.incomplete:
            line = notation.write_event(decision.lines[-1])
            why = f"after the answers of Non-players, its player must go on: {line}: {violation.message}"
            raise Violation(Refusal("missing-choice", violation.rule, why)) from None
        raise


def _recorded_first(recorded: RecordedChance, chance: Chance) -> Chance:
    """Return a chance that uses the recorded dice first, then another chance."""

    def first_recorded(wanted: Wanted) -> Any:
        given = recorded(wanted) if wanted.kind in ("decision", "space", "even") else None
        return chance(wanted) if given is None else given

    return first_recorded


def _decided(
    replay: ReplayedGame, lines: tuple[DecisionDice, ...], decision: Decision, recorded: RecordedChance
) -> BotDecision:
    """Return the decision at the end of a game whose last `lines` are its first dice."""
    if unasked := _unasked(lines, decision, recorded):
        return BotDecision(decision, (), (), unasked)
    events = decision.lines[len(lines) :] if decision.lines else ()
    if events and isinstance(move := events[-1], Action):
        before = _after_all(replay.state, events[:-1])
        outcome = digested(play(before, move).state)
        joined = _with_joined_moves(before, move, outcome)
        events = (*events[:-1], canonical_action(before, joined))
    return BotDecision(decision, events, tuple(_steps(replay.state, events)))


def _with_joined_moves(state: State, move: Action, outcome: str) -> Action:
    """Return the move with one clause for all pieces on the same path, if it leads to the same `outcome`."""
    for place, segment in enumerate(move.segments):
        clauses = segment.clauses
        for at, later in combinations(range(len(clauses)), 2):
            joined = one_of(clauses[at], clauses[later]) if isinstance(clauses[at], Move) else None
            if joined is None:
                continue
            fewer = (*clauses[:at], joined, *clauses[at + 1 : later], *clauses[later + 1 :])
            written = msgspec.structs.replace(segment, clauses=fewer)
            shorter = msgspec.structs.replace(
                move, segments=(*move.segments[:place], written, *move.segments[place + 1 :])
            )
            if _leads_to(state, shorter, outcome):
                return _with_joined_moves(state, shorter, outcome)
    return move


def _leads_to(state: State, move: Action, outcome: str) -> bool:
    try:
        return digested(play(state, move).state) == outcome
    except Violation:
        return False


def _after_all(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = play(state, event).state
    return state


def _unasked(
    lines: tuple[DecisionDice, ...], decision: Decision, recorded: RecordedChance
) -> tuple[DecisionDice, ...]:
    """Return the written dice lines for which nobody asks, or nobody asks yet."""
    if recorded.unused_lines or not decision.lines:
        return recorded.unused_lines
    asked = decision.lines[: len(lines)]
    return tuple([line for line, due in zip(lines, asked, strict=True) if line not in (due, _older(due))])


def _older(due: Event) -> Event:
    """Return a dice line as older logs have it, without the node of a random pick."""
    return msgspec.structs.replace(due, at="") if isinstance(due, DecisionDice) else due


def _before_dice_lines(replay: ReplayedGame) -> tuple[State, tuple[DecisionDice, ...]]:
    """Return the position before the dice lines at the end of the game, and these lines."""
    lines: list[DecisionDice] = []
    place = len(replay.links)
    while place and isinstance(event := replay.links[place - 1].event, DecisionDice):
        lines.insert(0, event)
        place -= 1
    if not place:
        return replay.steps[0].state, tuple(lines)
    outcomes = replay.outcomes  # empty for a game from `until`, in which no event is taken back
    step = outcomes[place - 1] if outcomes else replay.steps[replay.links[place - 1].number]
    return step.state, tuple(lines)


def _nobody(state: State) -> Refusal:
    acting = to_act(state)
    why = f"{acting} is to act, and has a player" if acting is not None else "nobody is to act"
    return Refusal("not-your-turn", "8.1", f"no Non-player decides now: {why}")


def _steps(state: State, events: Sequence[Event]) -> list[str]:
    """Return the effects of the events in words."""
    lines: list[str] = []
    for event in events:
        step = play(state, event)
        lines += [line.text for line in narrate(step.effects)]
        state = step.state
    return lines
