"""Random games with Non-players: these decide by section 8 with dice (8.0), and the players play at random.

for played in mixed_game(setup, deck, dice):
    ...
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decide import Chance, decide, next_non_player, run_decision
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.players.random_play import (
    DeadEnd,
    PlayedEvent,
    is_done,
    play_events,
    random_event,
    random_step,
    random_walk,
)
from fitl_core.record.events import Action, DecisionDice, Event
from fitl_core.record.setup import Setup
from fitl_core.state.state import State

FACES = (1, 2, 3, 4, 5, 6)


def cup(dice: Dice) -> Chance:
    """Return a chance for decisions: it rolls dice, and draws a random answer for another
    Faction's player.
    """

    def roll(wanted: Wanted) -> Any:
        if (asked := wanted.asked) is None:
            return tuple([dice.draw(FACES) for _ in range(wanted.dice)])
        if asked.optional and not wanted.owed and dice.chance(0.3):
            return ()
        answers = asked.answers(most=20)
        return dice.draw(answers) if answers else ()

    return roll


def mixed_game(setup: Setup, deck: list[int], dice: Dice, cards: int | None = None) -> Iterator[PlayedEvent]:
    """Play from a dealt deck until the game is over, the deck is empty or `cards` (1 or more) are finished.

    Factions with a player play at random. The same setup, deck and dice give the same game. Raises the errors
    of `start`. Raises `DeadEnd` if the engine has a fault, or if the rules refuse the move of a decision.
    """
    rest_of_deck = list(deck)
    return play_events(setup, lambda state: _events(state, rest_of_deck, dice), cards)


def _events(state: State, deck: list[int], dice: Dice) -> tuple[Event, ...]:
    """Return the next events: the lines of a Non-player, or the event of a random player."""
    faction = next_non_player(state)
    if faction is not None:
        return _decided(state, faction, dice)
    lines: list[DecisionDice] = []
    event = random_event(state, deck, dice, partial(random_players_action, lines=lines))
    return (*lines, event)


def random_players_action(
    state: State, faction: Faction, dice: Dice, lines: list[DecisionDice]
) -> Action | None:
    """Return a player's random action in which Non-players answer; None if no verb is open.

    The dice rolled for Non-players are added to `lines`.
    """
    walk = random_walk(state, faction, dice)
    if not walk.questions:
        return None
    move = PlayersMove(state, faction, walk.limop)
    finish_action(move, dice)
    lines += move.decider.lines
    return move.action


def finish_action(move: PlayersMove, dice: Dice) -> None:
    """Continue a player's action to a random end. Non-players answer their questions."""
    walk = move.walk
    while True:
        own, theirs = move.split_questions(walk)
        if theirs is not None and (not own or dice.chance(0.5)):
            run_decision(move.answer(theirs), cup(dice))
            walk = move.walk
        elif theirs is None and is_done(walk, own, dice):
            return
        else:
            walk = random_step(walk, dice, own)
            move.extend(walk.said)


def _decided(state: State, faction: Faction, dice: Dice) -> tuple[Event, ...]:
    decision = decide(state, faction, cup(dice))
    if not decision.lines:
        needs = ", ".join([need.what for need in decision.needs])
        raise DeadEnd(f"{faction} reaches no decision: {f'it needs {needs}' if needs else 'it has no lines'}")
    return decision.lines
