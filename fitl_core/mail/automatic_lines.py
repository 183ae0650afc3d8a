"""Automatic lines of a game file: the next card of a sealed deck, and the moves of Non-players."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import msgspec

from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.game.bots import BotDecision, decide_next
from fitl_core.game.replays import ReplayedGame
from fitl_core.mail.chance import Cup
from fitl_core.mail.symbol_questions import SymbolQuestions
from fitl_core.players.non_players.decide import answer_move, next_non_player
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.unknown_symbols import SymbolNeeded, UnknownSymbol, with_symbol
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.proofs.decided import proven_lines
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, DecisionDice, PlayCard, Reveal
from fitl_core.rules.waiting import next_step
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion
from notation import Entry

Chooser = Callable[[OpenedQuestion], Clause | None]
"""A player's answer to a question inside a Non-player's move; None skips the question."""
Announce = Callable[[Wanted], None]
"""Tells whoever types the dice what they decide."""


def _in_silence(_: Wanted) -> None:
    """Announce nothing, because nobody types the dice."""


class DecidedLines(msgspec.Struct, frozen=True):
    """The decision of a Non-player, and its lines with the proofs of their dice.

    There are no lines if dice lines at the end of the file are not the required ones.
    """

    decided: BotDecision
    entries: tuple[Entry, ...]


def headed(state: State, entry: Entry) -> tuple[Entry, ...]:
    """Return the line that turns up a card, and the heading of the card that is then played.

    Raises `Violation` if that card cannot come up.
    """
    assert entry.event is not None
    after = play(state, entry.event).state
    if isinstance(entry.event, Reveal) and after.card != state.card and next_step(after).what != "reveal":
        return (entry, Entry(PlayCard(after.card or 0)))
    return (entry,)


class Answers:
    """The answers of Non-players in one move of a player (8.4.1, 8.4.4).

    Dice that were rolled for them are kept while the move grows. `symbols` asks for unknown symbols;
    without it their defaults are played. `unknown` are those that stayed unknown and mattered.
    """

    def __init__(
        self,
        state: State,
        cup: Cup,
        choose: Chooser,
        announce: Announce = _in_silence,
        symbols: SymbolQuestions | None = None,
    ) -> None:
        self._state = state
        self._symbols = symbols
        self.unknown: tuple[UnknownSymbol, ...] = ()
        self._announce = announce
        self._cup = cup
        self._choose = choose
        self._lines: tuple[DecisionDice, ...] = ()
        self._fallen: list[tuple[str, str]] = []
        self._faction: Faction | None = None

    @property
    def fallen(self) -> int:
        """Return how many dice were rolled for them."""
        return len(self._fallen)

    def take(self, action: Action) -> Action:
        """Return the action with their answers so far, or the action itself if it asks for none.

        Raises `Violation` if the action is illegal.
        """
        before = len(self._fallen)

        def decide(needed: SymbolNeeded | None, cup: Cup) -> Decision | None:
            del self._fallen[before:]
            return self._decided(action, cup, needed)

        if self._symbols is None:
            decision = decide(None, self._cup)
        else:
            decision = self._symbols.decided(decide, self._cup)
        if decision is None or not decision.lines:
            return action
        *lines, answered = decision.lines
        self._faction, self.unknown = decision.faction, decision.symbols
        self._lines = tuple([line for line in lines if isinstance(line, DecisionDice)])
        assert isinstance(answered, Action)
        return answered

    def _decided(self, action: Action, cup: Cup, needed: SymbolNeeded | None) -> Decision | None:
        recorded = RecordedChance(self._lines)
        stated = self._symbols.stated if self._symbols is not None else ()
        state = reduce(with_symbol, stated, self._state)

        def chance(wanted: Wanted) -> Any:
            given = recorded(wanted) if wanted.kind in ("decision", "space", "even") else None
            if given is not None:
                return given
            self._announce(wanted)
            return _rolled_or_chosen(wanted, state, cup, self._choose, self._fallen)

        return answer_move(state, action, chance, needed)

    def written(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the lines of a move: the dice of their decisions, then the move with its proofs."""
        assert isinstance(entry.event, Action)
        if self._faction is None:
            return (entry,)
        lines = [*proven_lines(self._faction, (*self._lines, entry.event), self._fallen)]
        own = next(line for line in lines if line.event is entry.event)
        whole = msgspec.structs.replace(entry, proof=(*entry.proof, *own.proof))
        return tuple([whole if line is own else line for line in lines])


def non_players_move(
    game: ReplayedGame,
    cup: Cup,
    choose: Chooser,
    announce: Announce = _in_silence,
    symbol_needed: SymbolNeeded | None = None,
) -> DecidedLines:
    """Return the move of the Non-player to act (section 8), with the cup's dice and players' choices (8.4.1).

    `symbol_needed` is called with each unknown symbol of a card that matters. Raises `Violation` if no
    Non-player is to act.
    """
    fallen: list[tuple[str, str]] = []

    def chance(wanted: Wanted) -> Any:
        announce(wanted)
        return _rolled_or_chosen(wanted, game.state, cup, choose, fallen)

    decided = decide_next(game, chance, symbol_needed)
    lines = proven_lines(decided.decision.faction, decided.events, fallen) if decided.events else ()
    return DecidedLines(decided, tuple(lines))


def _rolled_or_chosen(
    wanted: Wanted, state: State, cup: Cup, choose: Chooser, fallen: list[tuple[str, str]]
) -> Any:
    """Return what a decision wants: a player's answer or dice; record the dice with their kind."""
    if wanted.asked is not None:
        answer = choose(wanted.asked)
        return () if answer is None else answer
    who = wanted.who or next_non_player(state)
    dice = [cup(f"{who}: {wanted.what}") for _ in range(wanted.dice)]
    fallen.extend([(wanted.kind, die.proof) for die in dice])
    return tuple([die.die for die in dice])
