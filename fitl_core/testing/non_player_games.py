"""Trials of random games with Non-players (8.0).

Each of their moves must be legal, dictated, and explained the same way twice.

    tally = NonPlayerTally()
    for seed in range(100):
        try_non_players(Setup("short", players=()), Dice(seed), tally)
"""

from __future__ import annotations

from collections import Counter

import msgspec

from fitl_core.facts.players import WITH_NON_PLAYERS, Players
from fitl_core.game.non_player_verdicts import JudgedMove, judge_non_players
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup
from fitl_core.state.laws import BrokenLaw

LAWFUL = ("dictated", "not-decidable")
"""The possible verdicts on a Non-player's move if all its dice are written.

A move is not decidable if a symbol or instruction is unknown. Its default has been played then.
"""


class NonPlayerTally(msgspec.Struct):
    """Counts of games, events, decisions, verdicts, and nodes.

    `nodes` counts steps by node and, for a test, its result ("8.6.4/if-1 yes"). `decided` counts the nodes
    that decided on moves, `readings` the open questions used, and `unknown` the cards with an unknown symbol.
    """

    games: int = 0
    events: int = 0
    decisions: int = 0
    verdicts: Counter[str] = msgspec.field(default_factory=Counter)
    nodes: Counter[str] = msgspec.field(default_factory=Counter)
    decided: Counter[str] = msgspec.field(default_factory=Counter)
    readings: Counter[str] = msgspec.field(default_factory=Counter)
    unknown: Counter[int] = msgspec.field(default_factory=Counter)

    def add(self, other: NonPlayerTally) -> None:
        """Add the counts of another tally."""
        for name in ("games", "events", "decisions", "verdicts", "nodes", "decided", "readings", "unknown"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def count(self, one: JudgedMove) -> None:
        """Count a decision."""
        it = one.verdict
        self.decisions += 1
        self.verdicts[it.verdict] += 1
        self.decided[it.node] += 1
        self.readings.update(it.readings)
        self.unknown.update(it.cards)
        for step in it.trace:
            node = step.node.split(" ")[0]
            self.nodes[f"{node} {step.result}" if step.step == "test" else node] += 1


def draw_players(dice: Dice) -> Players:
    """Return a random way to leave Factions to section 8, with three players to none."""
    return dice.draw(WITH_NON_PLAYERS)


def try_non_players(
    setup: Setup, dice: Dice, tally: NonPlayerTally, cards: int | None = None
) -> ReplayedGame:
    """Play a random game with Non-players and check the laws of section 8; return the game.

    Every move must be legal by the ordinary procedures and dictated by its own dice. Explained again, it must
    have the same trace. Raises `BrokenLaw` or `DeadEnd` if a law does not hold.
    """
    dealt, deck = deal(setup, dice)
    played = list(mixed_game(dealt, deck, dice, cards))
    game = replay(dealt, [step.event for step in played])
    if played and (game.error is not None or game.state != played[-1].after):
        raise BrokenLaw(f"the game does not replay: {game.error}")
    tally.games += 1
    tally.events += len(played)
    first, again = judge_non_players(game), judge_non_players(game) if dice.chance(0.2) else None
    if again is not None and first != again:
        raise BrokenLaw("explained again, a decision has another trace")
    for one in first:
        tally.count(one)
        if one.verdict.verdict not in LAWFUL or one.verdict.due:
            raise BrokenLaw(f"event {one.number}: {one.verdict.verdict} at {one.verdict.node}")
    return game
