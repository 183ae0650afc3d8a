"""The refusals of altered moves: `python tests/bench/reasons.py [--games N] [--cards N]`.

It prints the share of each code among the refused moves, the number of refusals that name neither a rule nor
the last question, and the number of moves that are only incomplete.
"""

from __future__ import annotations

import argparse
from collections import Counter

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.scenario_list import scenarios
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.testing.mistakes import altered
from fitl_core.testing.tally import Tally
from fitl_core.testing.trial_reports import refusals_line
from fitl_core.testing.trials import draw_setup


def refusals(games: int, cards: int, tally: Tally) -> Counter[str]:
    """Alter each move of a number of games twice; return the verdicts, and in the tally the refusals."""
    verdicts: Counter[str] = Counter()
    kinds = [(scenario, rules) for scenario in scenarios() for rules in ("original", "second")]
    for seed in range(games):
        dice = Dice(seed)
        setup, deck = deal(draw_setup(Setup(*kinds[seed % len(kinds)]), dice), dice)
        actions: list[Action] = []
        for step in random_game(setup, deck, dice, cards):
            if not isinstance(step.event, Action):
                continue
            actions.append(step.event)
            for move in (step.event, step.event, dice.draw(actions)):
                wrong = altered(move, actions, dice)
                try:
                    play(step.before, wrong)
                    verdicts["legal"] += 1
                except Violation as refused:
                    tally.count_refusal(refused, wrong)
                    verdicts[refused.verdict] += 1
    return verdicts


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--cards", type=int, default=25)
    options = parser.parse_args()
    tally = Tally()
    verdicts = refusals(options.games, options.cards, tally)
    print(", ".join([f"{number} {verdict}" for verdict, number in verdicts.most_common()]))
    print(refusals_line(tally.altered, tally.unexplained))
    for code, number in tally.altered.most_common():
        print(f"{code:26} {number:6} {number / tally.altered.total():.2%}")


if __name__ == "__main__":
    main()
