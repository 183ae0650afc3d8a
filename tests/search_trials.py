"""docs/evidence/search.md: the strength of `search`. `python tests/search_trials.py 100 --jobs 2` prints it.

Each game is played twice on the same deck, with `search` and with `section-8` in the same seat, against three
Factions that are Non-players.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool

from commit import measured_at

from fitl_core import Setup
from fitl_core.laboratory.comparing import PolicyComparison, compared, contender_of, pairs_of
from fitl_core.laboratory.other_versions import play_in_version

COMMAND = "python tests/search_trials.py"
USUAL = "section-8"
GOAL = 15
"""Points more than section 8, in each seat."""
TRIED = (
    "**Random moves, six moves ahead, judged as `greedy` judges** (margin of the moment, Resources): -1.9 ±"
    " 0.7 over all seats. Random moves of others are noise, and the margin of the moment misleads.",
    "**Variations of good moves, none ahead, judged as before**: US +6.5, ARVN +0.7, NVA -2.3, VC -6.3 (6"
    " games each). The own move gets better, but for the wrong aim.",
    "**The same, judged by foreseen margins**, learned from games of section 8 alone: US +8.3 ± 1.7, ARVN"
    " +4.4 ± 1.9, NVA +0.6 ± 1.0, VC +0.9 ± 1.4 (16 games each, 100 plays). Weights of another 400 games, in"
    " which this search held a seat, led to the table above.",
    "**More plays** gain some: 150 plays, a third of half a second, gave +4.2 ± 0.9 (16 games in each seat).",
    "**Looking two moves ahead** with foreseen margins, in the same time (50 plays, not 150): +1.9 ± 1.3, and"
    " +3.7 ± 1.1 without (8 games each).",
    "**Weights of more games**, 3,000 of section 8 and 2,000 of `search`: +4.2 ± 0.8, and +5.3 ± 0.7 with"
    " those that stand (200 plays, 24 games each). The figures do not say more, however many games are"
    " counted.",
    "**The others decide by section 8 ahead**, for the best 3 or 4 moves in half of the time: two decisions"
    " +6.9 ± 1.2, four +7.7 ± 1.2, six +5.8 ± 0.9, none +7.0 ± 1.3 (10 games each). Chance alone can"
    " make such differences.",
)
"""What was tried, in the short scenario, and the points more than section 8."""


def table(found: PolicyComparison) -> list[str]:
    """Return the rows of a comparison."""
    lines = [
        "| seat | more than section 8 | margin | margin of section 8 | won | won by section 8 | games |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for one in found.seats:
        seat = "all" if one.seat is None else str(one.seat)
        more = f"{one.margin.mean:+.2f} ± {one.margin.error:.2f}"
        margins = f"{one.first.mean:+.1f} | {one.second.mean:+.1f}"
        lines.append(
            f"| {seat} | {more} | {margins} | {one.first_wins:.0%} | {one.second_wins:.0%} | {one.pairs} |"
        )
    return lines


def trial(policy: str, games: int, jobs: int) -> list[str]:
    """Play the games of a policy and return its table."""
    todo = list(pairs_of(Setup("short"), contender_of(policy), contender_of(USUAL), range(1, games + 1)))
    with Pool(jobs) as pool:
        results = pool.imap(play_in_version, todo)
        found = compared(results, policy, USUAL, USUAL, "short")
    assert not found.faults, found.faults
    return table(found)


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--policy", default="search:0.5s")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    print("# The strength of search\n")
    print(f"{measured_at()}: `{COMMAND} {given.games} --policy {given.policy} --jobs {given.jobs}`.\n")
    print(f"`{given.policy}` against `{USUAL}` in the same seat, on the same decks of the short scenario:\n")
    print("\n".join(trial(given.policy, given.games, given.jobs)))
    print(f"\nThe goal is +{GOAL} points in each seat. All tries, with their points more than section 8:\n")
    print("\n".join([f"- {line}" for line in TRIED]))


if __name__ == "__main__":
    main()
