"""docs/trials-non-players.md: random games with Non-players: `python tests/non_player_trials.py GAMES >
docs/trials-non-players.md`.

GAMES is how many games each scenario has; who has a player is drawn for each.
"""

from __future__ import annotations

import sys
from functools import partial

from non_player_nodes_page import nodes

from fitl_cli.jobs import each
from fitl_core.errors import FitlError
from fitl_core.facts.scenarios import scenarios
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import NonPlayerTally, drawn_players, try_non_players

NEVER = "never"
WHY_NEVER = {
    "8.5.4/do-3": "do-2 takes all who can reach a space with Population; of the South only Phuoc Long has"
    " none. It is left for VC beside it of whom only a few can go unseen to each of their other neighbours,"
    " with the NVA a player and in Control of it. A test has that position.",
    "8.5.3/none": "it is a Pass of VC who can neither Rally nor March nor Attack, which is seldom: 3 times in"
    " 510 earlier games. Tests have such positions.",
    "8.7.2/none": "ARVN can nearly always Train, Govern or Transport: twice in 510 earlier games it could"
    " not. A test has such a position.",
    "8.6.6/do-3": "do-2 takes the Troops first, and searches for most Control; of 510 earlier games 3 had"
    " some left for a space that NVA could not Control. Tests have such positions.",
}
"""Why a node may fire in no game."""

HEAD = """# Random games with Non-players

{games} games of all scenarios, one to four Factions left to section 8, {events:,} events, {decisions:,}
decisions: every move legal by the ordinary procedures; verdicts of `validate`: {verdicts}. Made by `python
tests/non_player_trials.py {each}`.

How often each node fired (tests by their result), and how many moves it decided:

| node | fired | decided |
|---|---|---|
"""


def try_one(scenario: str, seed: int) -> tuple[NonPlayerTally, str]:
    """The game of a seed, and what is at fault in it."""
    tally, dice = NonPlayerTally(), Dice(f"{scenario} {seed}")
    try:
        try_non_players(Setup(scenario, players=drawn_players(dice)), dice, tally)
    except FitlError as error:
        return tally, f"{scenario} {seed}: {error}"
    return tally, ""


def page(games: int, jobs: int = 2) -> tuple[str, list[str]]:
    """The page, and what is at fault."""
    tally, faults = NonPlayerTally(), []
    for scenario in scenarios():
        for one, fault in each(partial(try_one, scenario), range(games), jobs):
            tally.add(one)
            faults += [fault] if fault else []
    rows = [f"| {node.id} | {_fired(tally, node.id)} | {tally.decided[node.id] or ''} |" for node in nodes()]
    verdicts = ", ".join([f"{number:,} {name}" for name, number in tally.verdicts.most_common()])
    head = HEAD.format(
        each=games, verdicts=verdicts, **{n: getattr(tally, n) for n in ("games", "events", "decisions")}
    )
    idle = [node.id for node in nodes() if _fired(tally, node.id) == NEVER]
    why = [f"\nWhy {node} never fired: {WHY_NEVER.get(node, 'not known')}" for node in idle]
    return head + "\n".join([*rows, *why]) + "\n", faults


def _fired(tally: NonPlayerTally, node: str) -> str:
    parts = [(node, ""), (f"{node} yes", " yes"), (f"{node} no", " no")]
    told = ", ".join([f"{tally.nodes[name]:,}{said}" for name, said in parts if tally.nodes[name]])
    return told or (NEVER if "/" in node else "by its steps")


if __name__ == "__main__":
    text, wrong = page(int(sys.argv[1]) if sys.argv[1:] else 10)
    print(text, end="")
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))
