"""Random games on trial: every law held against them, listed answers tried, and moves gone wrong.

tally = Tally()
for seed in range(100):
    try_game(Setup("short"), Dice(seed), tally)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fitl_core.engine import apply
from fitl_core.errors import Violation
from fitl_core.facts.codes import codes
from fitl_core.facts.readings import readings
from fitl_core.game.replays import Replay, replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import Played, deal, random_game, random_options, random_players
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.state.digest import digest
from fitl_core.state.laws import BrokenLaw, insist_on_deck, insist_on_laws
from fitl_core.state.state import State
from fitl_core.testing.laws_of_games import Law, hold_laws
from fitl_core.testing.mistakes import altered, out_of_place
from fitl_core.testing.tally import Tally

ALTERED = 2
"""How many times its move is altered and tried in a position, besides an earlier move of the game."""
READ_OTHERWISE = 0.25
"""How often a reading is taken the other way, in a game that takes any so."""


def drawn(setup: Setup, dice: Dice) -> Setup:
    """A Setup with players, options and, in every other game, some of the readings drawn by the dice."""
    players = random_players((), dice)
    options = random_options(players, dice)
    read_otherwise = (
        tuple([name for name in readings() if dice.chance(READ_OTHERWISE)]) if dice.chance(0.5) else ()
    )
    return msgspec.structs.replace(setup, players=players, options=options, readings=read_otherwise)


def try_game(
    setup: Setup,
    dice: Dice,
    tally: Tally,
    cards: int | None = None,
    laws: Sequence[Law] | None = None,
    tried: float = 1,
) -> tuple[Setup, Replay]:
    """Play a random game, to its end or for so many `cards`, and hold every law, or those named, against it.

    Mistakes are tried in every position, or in the share of them that `tried` says (0 to 1).
    Returns the Setup with its deal, and the game. Raises `BrokenLaw` or `DeadEnd` (`FitlError`) where the
    engine is at fault.
    """
    dealt, deck = deal(setup, dice)
    played: list[Played] = []
    actions: list[Action] = []
    for step in random_game(dealt, deck, dice, cards):
        played.append(step)
        tally.count(step.before, step.event, step.after)
        if isinstance(step.event, Action):
            actions.append(step.event)
        if tried < 1 and not dice.chance(tried):
            continue
        wrong = [out_of_place(dice)]
        if isinstance(step.event, Action):
            moves = (*[step.event] * ALTERED, dice.draw(actions))
            wrong += [altered(action, actions, dice) for action in moves]
        _try_mistakes(step.before, wrong, tally)
    if played:
        _try_mistakes(played[-1].after, [out_of_place(dice)], tally)
    game = replay(dealt, [step.event for step in played])
    if played and (game.error is not None or game.state != played[-1].after):
        raise BrokenLaw(f"the game does not replay: {game.error}")
    hold_laws(dealt, game, dice, laws)
    tally.games += 1
    return dealt, game


def _try_mistakes(state: State, events: Iterable[Event], tally: Tally) -> None:
    """Each is refused with a rule, or leads to a lawful position; the position itself stays as it was."""
    before = digest(state)
    for event in events:
        try:
            after = apply(state, event)
            insist_on_laws(after)
            insist_on_deck(after)
        except Violation as refused:
            tally.count_refusal(refused, event)
            if not refused.rule or not refused.message:
                raise BrokenLaw(f"a refusal without a rule or reason: {refused.code}") from refused
            if refused.code not in codes().violations:
                raise BrokenLaw(f"a refusal with a code that is not listed: {refused.code}") from refused
    if digest(state) != before:
        raise BrokenLaw("a refused move has changed the position")
