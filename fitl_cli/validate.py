"""`fitl validate`: is a game legal, and do the figures that its players wrote hold?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from fitl_cli.clusters import cluster, on_option
from fitl_cli.jobs import jobs_option
from fitl_cli.output import ILLEGAL, UNREADABLE, Unreadable, leave, paint, say, say_json, warn
from fitl_cli.progress import with_bar
from fitl_cli.sources import Source, each_source
from fitl_core.facts.counting import some_of
from fitl_core.facts.players import non_players
from fitl_core.game.doubts import doubts_of
from fitl_core.game.files import FalseClaim, Game, false_claims, play_log
from fitl_core.game.variations import Branch, branches
from fitl_core.game.verdicts import Verdict, summary, verdict_of
from notation.errors import MAX_FAULTS

if TYPE_CHECKING:
    from fitl_core.game.non_players import Judged
    from fitl_core.game.reports import Report

EXIT_CODES: dict[Verdict, int] = {
    "legal": 0,
    "illegal": ILLEGAL,
    "incomplete": ILLEGAL,
    "claims": ILLEGAL,
    "unreadable": UNREADABLE,
}

FAULTS = ("departs", "rolls-missing")
"""Verdicts on Non-players' moves for which --strict gives exit code 1."""


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@click.option("--all", "everything", is_flag=True, help="Go on behind what is illegal, from what is assumed.")
@click.option(
    "--strict",
    is_flag=True,
    help="Exit code 1 also for what the table let stand or corrected, and where a Non-player departs.",
)
@jobs_option
@on_option
def command(
    files: tuple[str, ...], as_json: bool, everything: bool, strict: bool, jobs: int, on: str | None
) -> None:
    """Check games: notation, rules, and the figures claimed.

    FILE is a log in the notation or in JSON Lines; - reads standard input. Exit code 0: all legal, or let
    stand by the table, with warnings or without; 1: an illegal or incomplete move, or a false claim; 3: a
    file that cannot be read. The highest code wins.

    A game is checked up to the first move that is refused. With --all the check goes on behind it: from the
    move without what is refused in it, from the figures that the table wrote, or without it; each is told.
    """
    options = _Options(as_json, everything, strict)
    code = 0
    with cluster(on, jobs) as executor:
        side_by_side = each_source(executor, partial(_validate, options), files, jobs)
        for validated in with_bar(side_by_side, len(files), as_json):
            if validated.unreadable:
                warn(validated.unreadable)
            if isinstance(validated.told, str):
                say(validated.told)
            elif validated.told is not None:
                say_json(validated.told)
            code = max(code, validated.code)
    leave(code)


class _Options(NamedTuple):
    """How a file is looked at, and told of."""

    as_json: bool
    everything: bool
    strict: bool


class _Validated(NamedTuple):
    """What is printed about a file, as text or JSON or on stderr, and its exit code."""

    code: int
    told: str | Report | None
    unreadable: str = ""


def _validate(options: _Options, source: Source) -> _Validated:
    try:
        log = source.log()
    except Unreadable as failure:
        if not options.as_json:
            return _Validated(failure.exit_code, None, failure.message)
        from fitl_core.game.reports import unreadable

        fault = (failure.fault, failure.message, failure.line, failure.column)
        return _Validated(failure.exit_code, unreadable(source.name, *fault))
    if options.everything:
        from fitl_core.game.surveys import survey

        game = survey(log)
    else:
        game = play_log(log)
    claims = false_claims(game)
    verdict = verdict_of(game, claims)
    without_players = _non_players(game)
    agreed = game.replay is not None and (game.replay.stands or game.replay.corrections)
    doubtful = agreed or any(one.verdict.verdict in FAULTS for one in without_players)
    code = ILLEGAL if options.strict and doubtful and verdict == "legal" else EXIT_CODES[verdict]
    found = branches(game)
    if any(branch.verdict != "legal" for branch in found):
        code = max(code, ILLEGAL)  # what is unreadable weighs more
    if options.as_json:
        from fitl_core.game.reports import report

        return _Validated(code, report(game, claims, without_players, found))
    told = [*_problems(game, claims), *_told_of(game, without_players), *_told_of_variations(found)]
    told.append(_verdict_line(game, claims))
    return _Validated(code, "\n".join(told))


def _non_players(game: Game) -> tuple[Judged, ...]:
    """What section 8 says of the moves of Factions without a player."""
    if game.replay is None:
        return ()
    shared_out = {step.state.players for step in game.replay.steps}
    if not any(non_players(players) for players in shared_out):
        return ()
    from fitl_core.game.non_players import judged

    return judged(game.replay)


def _told_of(game: Game, without_players: tuple[Judged, ...]) -> Iterator[str]:
    """The Non-players' moves that are not dictated, a line each, and how many are."""
    if not without_players:
        return
    from fitl_core.game.non_players import tally, verdict_line

    told = []
    for one in without_players:
        if one.verdict.verdict != "dictated":
            line = game.places[one.number - 1].whole.line
            told.append(f"{game.log.name}:{line}: {verdict_line(one)}")
    yield from some_of(told, MAX_FAULTS)
    yield f"Non-players: {tally(without_players)}"


def _told_of_variations(found: tuple[Branch, ...]) -> Iterator[str]:
    if found:
        from fitl_cli.variations import branch_lines

        yield from [line for branch in found for line in branch_lines(branch)]


def _problems(game: Game, claims: tuple[FalseClaim, ...]) -> Iterator[str]:
    """All that is wrong or odd, each as a block of lines, in the order of the file."""
    doubts = doubts_of(game)
    if doubts or claims or game.log.faults or game.error is not None or game.assumed:
        from fitl_cli.excerpts import notice_lines
        from fitl_core.game.notices import doubt_notices, notices

        found = [*notices(game, claims), *doubt_notices(game, doubts)]
        for notice in sorted(found, key=lambda notice: (notice.span.line, notice.span.column)):
            yield "\n".join(notice_lines(game.log.name, notice)) + "\n"


def _verdict_line(game: Game, claims: tuple[FalseClaim, ...]) -> str:
    """One line: what is so, and where the game stands."""
    color, (sound, what, where) = paint(), summary(game, claims)
    return f"{color.bold(game.log.name)}: {color.green(what) if sound else color.red(what)}{where}"
