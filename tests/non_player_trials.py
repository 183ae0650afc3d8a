"""docs/evidence/trials-non-players.md, made of random games: `python tests/non_player_trials.py GAMES WHOLE`.

GAMES is the number of games of each scenario; the Factions with a player are drawn for each. WHOLE is the
number of whole games through the command line (`tests/non_player_whole_games.py`).
"""

from __future__ import annotations

import sys
from functools import partial

from commit import measured_at
from non_player_nodes_page import nodes
from non_player_whole_games import counted, faults_of, lines_of
from symbol_trials import symbol_lines, verdicts

from fitl_cli.jobs import each
from fitl_core.errors import FitlError
from fitl_core.facts.scenario_list import scenarios
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import NonPlayerTally, draw_players, try_non_players

SYMBOL_GAMES = 10
"""The number of games in which every symbol is stated."""
NEVER = "never"
SELDOM = 10
"""A node that fired less often stands in the table."""
WHY_NEVER = {
    "8.5.4/do-3": "do-2 takes all who can reach a space with Population, and only Phuoc Long in the South has"
    " none. A test has a position.",
    "8.5.3/none": "VC can nearly always Rally, March or Attack. Tests have such positions.",
    "8.7.2/none": "ARVN can nearly always Train, Govern or Transport. A test has such a position.",
    "8.6.6/do-3": "do-2 takes the Troops first, and searches for most Control. Tests have such positions.",
}
"""Why a node may fire in no game."""

HEAD = """# Random games with Non-players

`.ci/long` writes this page with `python tests/non_player_trials.py {each} {whole}`.
{measured_at}.

{games} games of all scenarios had one to four Non-players, with {events:,} events and {decisions:,}
decisions. Every move was legal. Verdicts of `validate`: {verdicts}.

Of {nodes} nodes of section 8, {often} fired {seldom} times or more. The table has the others; a condition is
counted with its result.

| node | fired | moves decided |
|---|---|---|
"""


def try_one(scenario: str, seed: int) -> tuple[NonPlayerTally, str]:
    """Play the game of a seed; return it with its faults."""
    tally, dice = NonPlayerTally(), Dice(f"{scenario} {seed}")
    try:
        try_non_players(Setup(scenario, players=draw_players(dice)), dice, tally)
    except FitlError as error:
        return tally, f"{scenario} {seed}: {error}"
    return tally, ""


def tried(games: int, jobs: int = 2) -> tuple[NonPlayerTally, list[str]]:
    """Play this number of games of each scenario; return their counts and faults."""
    tally, faults = NonPlayerTally(), []
    for scenario in scenarios():
        for one, fault in each(partial(try_one, scenario), range(games), jobs):
            tally.add(one)
            faults += [fault] if fault else []
    return tally, faults


def page(tally: NonPlayerTally, whole: int) -> str:
    """Return the page of these counts, without its part on whole games."""
    steps = [node.id for node in nodes() if "/" in node.id]
    few = [node for node in steps if _number(tally, node) < SELDOM]
    rows = [f"| {node} | {_fired(tally, node)} | {tally.decided[node] or ''} |" for node in few]
    verdicts = ", ".join([f"{number:,} {name}" for name, number in tally.verdicts.most_common()])
    head = HEAD.format(
        each=tally.games // len(scenarios()),
        whole=whole,
        measured_at=measured_at(),
        verdicts=verdicts,
        nodes=len(steps),
        often=len(steps) - len(few),
        seldom=SELDOM,
        **{name: getattr(tally, name) for name in ("games", "events", "decisions")},
    )
    idle = [node.id for node in nodes() if _fired(tally, node.id) == NEVER]
    why = [f"\nWhy {node} never fired: {WHY_NEVER.get(node, 'not known')}" for node in idle]
    return head + "\n".join([*rows, *why]) + "\n"


def _number(tally: NonPlayerTally, node: str) -> int:
    return sum([tally.nodes[name] for name in (node, f"{node} yes", f"{node} no")])


def _fired(tally: NonPlayerTally, node: str) -> str:
    parts = [(node, ""), (f"{node} yes", " yes"), (f"{node} no", " no")]
    told = ", ".join([f"{tally.nodes[name]:,}{said}" for name, said in parts if tally.nodes[name]])
    return told or (NEVER if "/" in node else "by its steps")


def main(arguments: list[str]) -> int:
    """Print the page; return 1 if a game is at fault."""
    games, whole = map(int, arguments or ("10", "10"))
    tally, faults = tried(games)
    by_form = counted(whole)
    stated, unstated, undecided = verdicts(SYMBOL_GAMES)
    parts = [*lines_of(whole, by_form), "", *symbol_lines(SYMBOL_GAMES, stated, unstated)]
    print("\n".join([page(tally, whole), *parts]))
    faults += [*faults_of(by_form), *undecided]
    for line in faults:
        print(line, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
