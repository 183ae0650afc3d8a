"""Write the page on how well written moves are understood.

    PYTHONPATH=.:tests python tests/reading/reading_page.py --page docs/evidence/reading-before.md

The page is of one commit. CI does not compare it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from textwrap import fill

import corrections
import left_out
import random_wordings
from actions_of_games import LONGEST, MOST_CARDS
from commit import measured_at

WIDTH = 110
SEED = 100


def page(command: str, games: int) -> str:
    """Return the page, from so many random games; corrections are made in half of them."""
    wordings = random_wordings.run(games, each=2, seed=SEED, actions=10)
    shortened = left_out.run(games, SEED, actions=10)
    corrected = corrections.run(games // 2, SEED, actions=6)
    paragraphs = (
        f"`{command}` writes this page. {measured_at()}.",
        f"The moves come from {games} random games of {MOST_CARDS} cards, from seed {SEED} on. The games have"
        " every scenario by both editions, with and without Non-players. Moves of more than"
        f" {LONGEST} clauses are left out. Each script prints examples of failures, and takes `--games`,"
        " `--seed` and `--examples`.",
    )
    of_wordings = (
        "`tests/reading/random_wordings.py` writes each move otherwise, in ways that must mean the same. A"
        " wording is right if it is read as the same canonical action, up to the order of sets and forced"
        " answers. `another meaning`: it is accepted, and the position after it differs."
    )
    of_shortened = (
        "`tests/reading/left_out.py` leaves out one clause. The rest may be legal as it is written. If"
        " not, the verdict must be incomplete, and the refusal must ask for the clause or its space. Some of"
        " these moves are truly illegal: a later clause needs what the clause brought."
    )
    of_corrected = (
        "`tests/reading/corrections.py` makes one mistake in a move, so that it is refused. `few"
        f" suggestions`: 1 to {corrections.FEW} of the near moves have the least cost. `ties`: more have it."
        " In the second table"
        " `listed` means that the refusal lists the right clause among the legal values. Costs are those of"
        " the search for three suggestions: the median, nine of ten, the worst."
    )
    return "\n".join(
        [
            "# How written moves are understood\n",
            *[f"{_filled(one)}\n" for one in paragraphs],
            "## In other words\n",
            f"{_filled(of_wordings)}\n",
            *wordings.lines(),
            "\n## With a clause left out\n",
            f"{_filled(of_shortened)}\n",
            *shortened.lines(),
            "\n## With one mistake\n",
            f"{_filled(of_corrected)}\n",
            *corrected.goal_lines(),
            "",
            *corrected.table.lines(),
            "",
            *corrected.cost_lines(),
            "",
        ]
    )


def _filled(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=30, help="random games")
    parser.add_argument("--page", type=Path, help="the page to write")
    asked = parser.parse_args()
    command = "python tests/reading/reading_page.py"
    command += f" --games {asked.games}" if asked.games != parser.get_default("games") else ""
    made = page(command + (f" --page {asked.page}" if asked.page else ""), asked.games)
    if asked.page:
        asked.page.write_text(made, encoding="utf-8")
    else:
        print(made)


if __name__ == "__main__":
    main()
