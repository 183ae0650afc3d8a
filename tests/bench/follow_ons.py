"""The false faults that `validate --continue` reports: `PYTHONPATH=. python tests/bench/follow_ons.py [GAMES]
[-v]`.

Random games of 14 cards are written with 2 to 4 of their moves wrong as people do (`near.py`): once without
figures, once with the tracks after each move, once with every figure. The dice are always the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from near import SLIPS, wrong

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.game.files import read_log
from fitl_core.game.surveys import changed_figures, survey
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.claims import Claim, TrackClaim
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from notation import Entry, Log, Tag

GAMES = 36
CARDS = 14
SCENARIOS = ("short", "medium", "full")
Written = Callable[[Claim], bool]
FIGURES: dict[str, Written] = {
    "no figures": lambda claim: False,
    "tracks": lambda claim: isinstance(claim, TrackClaim),
    "all figures": lambda claim: True,
}


def broken(seed: int, written: Written) -> tuple[str, set[int]]:
    """A game with wrong moves in it, and their numbers."""
    dice = Dice(f"follow-ons {seed}")
    setup = Setup(SCENARIOS[seed % 3], list(Edition)[seed // 3 % 2])
    dealt, deck = deal(setup, dice)
    steps = list(random_game(dealt, deck, dice, cards=CARDS))
    instead: dict[int, Event] = {}
    for at in dice.shuffled([at for at, step in enumerate(steps) if isinstance(step.event, Action)]):
        move = steps[at].event
        assert isinstance(move, Action)
        slipped = wrong(move, dice.draw(tuple(SLIPS)), dice)
        if slipped is None or len(instead) == 2 + seed % 3:
            continue
        try:
            play(steps[at].before, slipped)
        except FitlError:
            instead[at] = slipped
    entries = []
    for at, step in enumerate(steps):
        claims = tuple(filter(written, changed_figures(step.before, step.after)))
        entries.append(Entry(instead.get(at, step.event), claims=claims))
    tags = [Tag("FITL", "2"), Tag("Rules", dealt.rules.value), Tag("Scenario", dealt.scenario)]
    if dealt.cards is not None:
        tags.append(Tag("Cards", " ".join(map(str, dealt.cards))))
    return notation.write(Log(tuple(tags), tuple(entries))), {at + 1 for at in instead}


def counted(games: int, written: Written, verbose: bool = False) -> tuple[int, int, int]:
    """Count the wrong moves, those of them that were reported, and the others that were reported."""
    wrong_moves = told = others = 0
    for seed in range(games):
        text, numbers = broken(seed, written)
        refused = {one.number for one in survey(read_log(text.encode())).refused}
        wrong_moves, told = wrong_moves + len(numbers), told + len(numbers & refused)
        others += len(refused - numbers)
        if verbose and refused != numbers:
            print(f"game {seed}: wrong {sorted(numbers)}, told {sorted(refused)}")
    return wrong_moves, told, others


if __name__ == "__main__":
    games = next((int(word) for word in sys.argv[1:] if word.isdigit()), GAMES)
    for name, written in FIGURES.items():
        wrong_moves, told, others = counted(games, written, "-v" in sys.argv)
        print(f"{name:12} {wrong_moves} wrong moves, {told} told, {others} false faults behind them")
