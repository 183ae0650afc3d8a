"""Trials of random games: every law is checked, listed answers are followed, and altered moves are tried.

tally = Tally()
for seed in range(100):
    try_game(Setup("short"), Dice(seed), tally)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fitl_core.engine import apply
from fitl_core.errors import Violation
from fitl_core.facts.code_lists import codes
from fitl_core.facts.rule_readings import readings
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import PlayedEvent, deal, random_game, random_options, random_players
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.state.laws import BrokenLaw, insist_on_deck, insist_on_laws
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from fitl_core.testing.laws_of_games import Law, hold_laws
from fitl_core.testing.mistakes import altered, out_of_place
from fitl_core.testing.tally import Tally

ALTERED = 2
"""The number of altered versions of each move. One earlier move is altered too."""
READ_OTHERWISE = 0.25
"""The probability of the other reading, in a game that uses any."""


def draw_setup(setup: Setup, dice: Dice) -> Setup:
    """Return a Setup with random players and options and, in half of the games, some other readings."""
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
) -> tuple[Setup, ReplayedGame]:
    """Play a random game, to its end or for `cards` cards, and check every law, or the given ones.

    Mistakes are tried in every position, or in a share `tried` of them (0 to 1). Return the Setup with its
    deal, and the game. Raises `BrokenLaw` or `DeadEnd` (`FitlError`) if the engine has a fault.
    """
    dealt, deck = deal(setup, dice)
    played: list[PlayedEvent] = []
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
    """Check that each event is refused with a rule or leads to a lawful position, and that the position stays
    as it was.
    """
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
                raise BrokenLaw(f"a refusal with an unlisted code: {refused.code}") from refused
    if digest(state) != before:
        raise BrokenLaw("a refused move has changed the position")
