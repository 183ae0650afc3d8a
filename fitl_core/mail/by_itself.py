"""What happens in a game file by itself: the next card of a sealed deck, and what Non-players do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.game.bots import Decided, decide_next
from fitl_core.game.replays import Replay
from fitl_core.mail.chance import Cup
from fitl_core.players.non_players.decide import answer_move, next_non_player
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.proofs.decided import proven_lines
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, DecisionDice, Play, Reveal
from fitl_core.rules.awaited import awaited
from fitl_core.state.state import State
from fitl_core.walks import Asked
from notation import Entry

Chooser = Callable[[Asked], Clause | None]
"""A player's answer to a question in the midst of a Non-player's move; None leaves it out."""


class Done(msgspec.Struct, frozen=True):
    """What a Non-player has decided, and the lines of it with the proofs of their dice.

    There are none where dice lines at the end of the file are not those that are asked for.
    """

    decided: Decided
    entries: tuple[Entry, ...]


def headed(state: State, entry: Entry) -> tuple[Entry, ...]:
    """The line that turns up a card in a position, and the heading of the card that then is played.

    Raises `Violation` where that card cannot come up.
    """
    assert entry.event is not None
    after = play(state, entry.event).state
    if isinstance(entry.event, Reveal) and after.card != state.card and awaited(after).what != "reveal":
        return (entry, Entry(Play(after.card or 0)))
    return (entry,)


class Answers:
    """What Non-players answer in one move of a player's (8.4.1, 8.4.4); what has fallen for them stands."""

    def __init__(self, state: State, cup: Cup, choose: Chooser) -> None:
        self._state = state
        self._cup = cup
        self._choose = choose
        self._lines: tuple[DecisionDice, ...] = ()
        self._fallen: list[tuple[str, str]] = []
        self._faction: Faction | None = None

    @property
    def fallen(self) -> int:
        """How many dice have fallen for them."""
        return len(self._fallen)

    def take(self, action: Action) -> Action:
        """The action with what they answer as far as it is said; itself where none is asked.

        Raises `Violation` where it is illegal.
        """
        recorded = RecordedChance(self._lines, (), pick=False)

        def chance(wanted: Wanted) -> Any:
            given = recorded(wanted) if wanted.kind in ("decision", "space", "even") else None
            return self._chance(wanted) if given is None else given

        decision = answer_move(self._state, action, chance)
        if decision is None or not decision.lines:
            return action
        *lines, answered = decision.lines
        self._faction = decision.faction
        self._lines = tuple([line for line in lines if isinstance(line, DecisionDice)])
        assert isinstance(answered, Action)
        return answered

    def _chance(self, wanted: Wanted) -> Any:
        return _rolled_or_chosen(wanted, self._state, self._cup, self._choose, self._fallen)

    def written(self, entry: Entry) -> tuple[Entry, ...]:
        """The lines of a move: the dice of their decisions, then its own with the proofs of theirs in it."""
        assert isinstance(entry.event, Action)
        if self._faction is None:
            return (entry,)
        lines = [*proven_lines(self._faction, (*self._lines, entry.event), self._fallen)]
        own = next(line for line in lines if line.event is entry.event)
        whole = msgspec.structs.replace(entry, proof=(*entry.proof, *own.proof))
        return tuple([whole if line is own else line for line in lines])


def non_players_move(game: Replay, cup: Cup, choose: Chooser) -> Done:
    """What the Non-player to act does (section 8), by dice of the cup and choices of players (8.4.1).

    Raises `Violation` where none is to act.
    """
    fallen: list[tuple[str, str]] = []

    def chance(wanted: Wanted) -> Any:
        return _rolled_or_chosen(wanted, game.state, cup, choose, fallen)

    decided = decide_next(game, chance)
    lines = proven_lines(decided.decision.faction, decided.events, fallen) if decided.events else ()
    return Done(decided, tuple(lines))


def _rolled_or_chosen(
    wanted: Wanted, state: State, cup: Cup, choose: Chooser, fallen: list[tuple[str, str]]
) -> Any:
    """What a decision wants: a player's answer, or dice, which are noted with their kind."""
    if wanted.asked is not None:
        answer = choose(wanted.asked)
        return () if answer is None else answer
    who = wanted.who or next_non_player(state)
    dice = [cup(f"{who}: {wanted.what}") for _ in range(wanted.dice)]
    fallen.extend([(wanted.kind, die.proof) for die in dice])
    return tuple([die.die for die in dice])
