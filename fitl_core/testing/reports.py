"""Many random games, every law held against each of their positions: what occurred in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.phases import Phase
from fitl_core.facts.vocabulary import VERBS
from fitl_core.players.dice import Dice
from fitl_core.record.setup import Setup
from fitl_core.tell.lines import wrapped
from fitl_core.testing.tally import Tally, all_sides
from fitl_core.testing.trials import drawn, try_game

MOST_UNSEEN = 20


class Broken(msgspec.Struct, frozen=True):
    """A game at fault: its seed, and what is wrong."""

    seed: int
    message: str


class Report(msgspec.Struct, frozen=True):
    """The tally of many games: what occurred, what did not, and the games at fault."""

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
    """A game that was tried: what occurred in it, and whether it is at fault."""

    tally: Tally
    broken: Broken | None


def try_one(setup: Setup, cards: int | None, seed: int) -> Tried:
    """The game of a seed, with players, options and readings of its own."""
    tally, dice = Tally(), Dice(seed)
    try:
        try_game(drawn(setup, dice), dice, tally, cards)
    except FitlError as error:
        return Tried(tally, Broken(seed, str(error)))
    return Tried(tally, None)


def summed_up(setup: Setup, games: Iterable[Tried]) -> Report:
    """What occurred in all these games."""
    tally = Tally()
    broken: list[Broken] = []
    for game in games:
        tally.add(game.tally)
        if game.broken is not None:
            broken.append(game.broken)
    return Report(
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
    """The verbs, card sides and phases that have not occurred."""
    return (
        *[verb for verb in VERBS if verb not in tally.verbs],
        *[f"card {side}" for side in all_sides() if side not in tally.sides],
        *[phase for phase in get_args(Phase) if phase not in tally.phases],
    )


def report_lines(report: Report) -> list[str]:
    """What occurred and what did not, and each game at fault."""
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
    """How many moves were refused, what share of them as asked for by nothing, how many without reason."""
    number = sum(altered.values())
    share = altered.get("surplus-clause", 0) / max(number, 1)
    return (
        f"{number:,} moves refused, {share:.2%} of them as asked for by nothing (surplus-clause); "
        f"refusals without rule or last question: {unexplained}"
    )
