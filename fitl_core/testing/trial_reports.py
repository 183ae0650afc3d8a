"""Summary of many random games: the counts, and the games in which a law did not hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.phases import Phase
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.tell.wrapping import wrapped
from fitl_core.testing.tally import Tally, all_sides
from fitl_core.testing.trials import draw_setup, try_game

MOST_UNSEEN = 20


class Broken(msgspec.Struct, frozen=True):
    """A game with a fault: its seed and the fault."""

    seed: int
    message: str


class TrialReport(msgspec.Struct, frozen=True):
    """The counts of many games, the verbs, sides and phases that did not occur, and the games with
    a fault.
    """

    scenario: str
    rules: str
    games: int
    events: int
    verbs: dict[str, int]
    sides: dict[str, int]
    phases: dict[str, int]
    codes: dict[str, int]
    unseen: tuple[str, ...]
    broken: tuple[Broken, ...]
    altered: dict[str, int] = {}
    unexplained: int = 0


class Tried(msgspec.Struct, frozen=True):
    """A tried game: its counts, and its fault if any."""

    tally: Tally
    broken: Broken | None


def try_one(setup: Setup, cards: int | None, seed: int) -> Tried:
    """Try the game of a seed with its own players, options and readings."""
    tally, dice = Tally(), Dice(seed)
    try:
        try_game(draw_setup(setup, dice), dice, tally, cards)
    except FitlError as error:
        return Tried(tally, Broken(seed, str(error)))
    return Tried(tally, None)


def sum_up(setup: Setup, games: Iterable[Tried]) -> TrialReport:
    """Return the report on all these games."""
    tally = Tally()
    broken: list[Broken] = []
    for game in games:
        tally.add(game.tally)
        if game.broken is not None:
            broken.append(game.broken)
    return TrialReport(
        setup.scenario,
        setup.rules,
        tally.games,
        tally.events,
        dict(tally.verbs),
        dict(tally.sides),
        dict(tally.phases),
        dict(tally.codes),
        unseen(tally),
        tuple(broken),
        dict(tally.altered),
        tally.unexplained,
    )


def unseen(tally: Tally) -> tuple[str, ...]:
    """Return the verbs, card sides and phases that did not occur."""
    return (
        *[verb for verb in VERBS if verb not in tally.verbs],
        *[f"card {side}" for side in all_sides() if side not in tally.sides],
        *[phase for phase in get_args(Phase) if phase not in tally.phases],
    )


def report_lines(report: TrialReport) -> list[str]:
    """Return the report as lines: what occurred, what did not, and each game with a fault."""
    lines = [
        f"  {len(report.verbs)} of {len(VERBS)} verbs, {len(report.sides)} of {len(all_sides())} card sides,",
        f"  {len(report.phases)} of {len(get_args(Phase))} phases, {len(report.codes)} codes of violation",
    ]
    if report.unseen:
        more = len(report.unseen) - MOST_UNSEEN
        rest = [f"and {more} more"] if more > 0 else []
        lines += wrapped(["not seen: " + report.unseen[0], *report.unseen[1:MOST_UNSEEN], *rest], "  ")
    lines.append(f"  {refusals_line(report.altered, report.unexplained)}")
    return [*lines, *[f"  seed {broken.seed}: {broken.message}" for broken in report.broken]]


def refusals_line(altered: dict[str, int], unexplained: int) -> str:
    """Return a line with the refused moves, the share of surplus clauses and the unexplained refusals."""
    number = sum(altered.values())
    share = altered.get("surplus-clause", 0) / max(number, 1)
    return (
        f"{number:,} moves refused, {share:.2%} of them for a clause that no question accepts "
        f"(surplus-clause); refusals without rule or last question: {unexplained}"
    )
