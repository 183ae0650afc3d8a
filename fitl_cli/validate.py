"""`fitl validate`: check whether games are legal, and whether their claims are true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from fitl_cli.clusters import cluster, on_option
from fitl_cli.jobs import jobs_option
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, UNREADABLE, UnreadableFile, leave, paint, say, say_json, warn
from fitl_cli.progress_bar import with_bar
from fitl_cli.sources import FileSource, each_source
from fitl_core.asking.budgets import Budget
from fitl_core.facts.counting import some_of
from fitl_core.facts.players import non_players
from fitl_core.game.files import FalseClaim, Game, false_claims, play_log, release_of
from fitl_core.game.game_verdicts import Verdict, summary, verdict_of
from fitl_core.game.log_warnings import warnings_of
from fitl_core.game.variations import Branch, branches
from notation.errors import MAX_FAULTS

if TYPE_CHECKING:
    from fitl_core.game.file_reports import FileReport
    from fitl_core.game.non_player_verdicts import JudgedMove

EXIT_CODES: dict[Verdict, int] = {
    "legal": 0,
    "illegal": ILLEGAL,
    "incomplete": ILLEGAL,
    "claims": ILLEGAL,
    "unreadable": UNREADABLE,
}

MOST_PLAYED = 40_000
"""The most clauses that are played in one file to find reasons and assumptions."""
FAULTS = ("departs", "rolls-missing")
"""Verdicts on Non-players' moves for which --strict gives exit code 1."""


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@shared("--json", "One object for each file.")
@click.option(
    "--continue", "everything", is_flag=True, help="Go on after an illegal move, from an assumption."
)
@formerly("--all", "--continue", "everything", is_flag=True)
@shared("--strict", "They are moves that the table let stand or corrected, and Non-players that depart.")
@jobs_option
@on_option
def command(
    files: tuple[str, ...], as_json: bool, everything: bool, strict: bool, jobs: int, on: str | None
) -> None:
    """Check games: notation, rules, and claimed figures.

    FILE is a log in the notation or in JSON Lines; - reads standard input. Exit code 0: all legal, or let
    stand by the table, with or without warnings; 1: an illegal or incomplete move, or a false claim; 3: a
    file that cannot be read. The highest code wins.

    A game is checked up to the first refused move. With --continue the check goes on from an assumption,
    which is shown: the move without its refused part, the figures that the table wrote, or no move.
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
    """The options for checking and reporting a file."""

    as_json: bool
    everything: bool
    strict: bool


class _Validated(NamedTuple):
    """The output for a file, as text or JSON and on stderr, and its exit code."""

    code: int
    told: str | FileReport | None
    unreadable: str = ""


def _validate(options: _Options, source: FileSource) -> _Validated:
    try:
        log = source.log()
    except UnreadableFile as failure:
        if not options.as_json:
            return _Validated(failure.exit_code, None, failure.message)
        from fitl_core.game.file_reports import unreadable

        fault = (failure.fault, failure.message, failure.line, failure.column)
        return _Validated(failure.exit_code, unreadable(source.name, *fault))
    with Budget(MOST_PLAYED) as work:
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
    variations = branches(game)
    if any(branch.verdict != "legal" for branch in variations):
        code = max(code, ILLEGAL)  # an unreadable file weighs more
    if options.as_json:
        import msgspec

        from fitl_core.game.file_reports import report

        found_out = report(game, claims, without_players, variations)
        return _Validated(code, msgspec.structs.replace(found_out, unexamined=tuple(work.unexamined)))
    lines = [*_problems(game, claims), *_told_of(game, without_players), *_told_of_variations(variations)]
    lines += _told_of_older_rules(game)
    if work.unexamined:
        from fitl_core.tell.wrapping import paragraph, unexamined_words

        lines += paragraph(unexamined_words(work.unexamined), "")
    lines.append(_verdict_line(game, claims))
    return _Validated(code, "\n".join(lines))


def _non_players(game: Game) -> tuple[JudgedMove, ...]:
    """Return the verdicts of section 8 on the moves of Non-players."""
    if game.replay is None:
        return ()
    shared_out = {step.state.players for step in game.replay.steps}
    if not any(non_players(players) for players in shared_out):
        return ()
    from fitl_core.game.non_player_verdicts import judge_non_players

    return judge_non_players(game.replay)


def _told_of(game: Game, without_players: tuple[JudgedMove, ...]) -> Iterator[str]:
    """Return a line for each Non-player's move that is not dictated, and the number of dictated ones."""
    if not without_players:
        return
    from fitl_core.game.non_player_verdicts import tally, verdict_line

    lines: list[str] = []
    for one in without_players:
        if one.verdict.verdict != "dictated":
            line = game.places[one.number - 1].whole.line
            told = verdict_line(one, has_ways=len(lines) < MAX_FAULTS)
            lines.append(f"{game.log.name}:{line}: {told}")
    yield from some_of(lines, MAX_FAULTS)
    yield f"Non-players: {tally(without_players)}"


def _told_of_older_rules(game: Game) -> list[str]:
    """Return lines about the events that today's rules judge otherwise than those of the file's writer."""
    if release_of(game.log) is None and game.error is None and not game.assumed:
        return []
    from fitl_core.game.release_reports import difference_lines
    from fitl_core.game.settling import judged_by_older_rules

    judged_events = judged_by_older_rules(game)
    if not judged_events:
        return []
    way_out = f"  fitl settle {game.log.name} writes these lines after you confirm them, and the game goes on"
    return [*difference_lines(game.log, judged_events), way_out, ""]


def _told_of_variations(found: tuple[Branch, ...]) -> Iterator[str]:
    if found:
        from fitl_cli.variations import branch_lines

        yield from [line for branch in found for line in branch_lines(branch)]


def _problems(game: Game, claims: tuple[FalseClaim, ...]) -> Iterator[str]:
    """Return all faults and warnings as blocks of lines, in the order of the file."""
    doubts = warnings_of(game)
    if doubts or claims or game.log.faults or game.error is not None or game.assumed:
        from fitl_cli.excerpts import notice_lines
        from fitl_core.game.fault_notices import notices, warning_notices

        all_notices = [*notices(game, claims), *warning_notices(game, doubts)]
        for notice in sorted(all_notices, key=lambda notice: (notice.span.line, notice.span.column)):
            yield "\n".join(notice_lines(game.log.name, notice)) + "\n"


def _verdict_line(game: Game, claims: tuple[FalseClaim, ...]) -> str:
    """Return the verdict in one line, with the current position."""
    color, (sound, what, where) = paint(), summary(game, claims)
    return f"{color.bold(game.log.name)}: {color.green(what) if sound else color.red(what)}{where}"
