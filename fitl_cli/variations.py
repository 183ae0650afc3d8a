"""`fitl variations`: list, check and extract variations ("what if")."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from fitl_cli.excerpts import notice_lines
from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, USAGE, Failure, leave, paint, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.fault_notices import notices
from fitl_core.game.file_reports import variation_report
from fitl_core.game.files import play_log
from fitl_core.game.game_verdicts import summary
from fitl_core.game.variations import Branch, branches


@click.command("variations")
@click.argument("file", metavar="FILE")
@click.argument("wanted", metavar="[NUMBER|NAME]", required=False)
@shared("--output", "It gets the variation as a game.")
@shared("--json", "A list of the variations, or the text of one.")
def command(file: str, wanted: str | None, out: str | None, as_json: bool) -> None:
    """List the variations of a game with their verdicts; or write one as a game.

    That game has the events before the replaced one, then those of the variation. Exit code 1: a variation is
    not legal.
    """
    log = open_log(file)
    sound_document(log)
    variations = branches(play_log(log))
    if wanted is None:
        if out is not None:
            raise click.UsageError("-o goes with the number or name of a variation")
        if as_json:
            say_json([variation_report(branch) for branch in variations])
        else:
            say(
                "\n".join(
                    [line for branch in variations for line in branch_lines(branch)] or ["no variations"]
                )
            )
        leave(ILLEGAL if any(branch.verdict != "legal" for branch in variations) else 0)
        return
    branch = _named(variations, wanted)
    text = log_text(log.name, branch.log, log.jsonl)
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, log.raw if is_same_file(file, out) else None)
    if as_json:
        say_json({**msgspec.to_builtins(variation_report(branch)), "text": text if out is None else ""})
    elif out is None:
        say_data(text)


def branch_lines(branch: Branch) -> Iterator[str]:
    """Return all faults of a variation, and a line with its verdict."""
    color = paint()
    called = f' "{branch.name}"' if branch.name else ""
    head = f"variation {branch.number}{called} in place of event {branch.at} (line {branch.opening.line})"
    if branch.game is None:
        yield f"{color.bold(head)}: not checked: the game is not sound up to there"
        return
    claims = branch.claims
    for notice in notices(branch.game, claims):
        yield from [*notice_lines(branch.game.log.name, notice), ""]
    sound, what, where = summary(branch.game, claims)
    yield f"{color.bold(head)}: {color.green(what) if sound else color.red(what)}{where}"


def _named(found: tuple[Branch, ...], wanted: str) -> Branch:
    """Return the variation of this number or name."""
    of_number = [branch for branch in found if branch.number == wanted]
    of_name = [branch for branch in found if branch.name == wanted]
    for named in (of_number, of_name):
        if len(named) == 1:
            return named[0]
    if of_name:
        numbers = ", ".join([branch.number for branch in of_name])
        raise Failure(f'the variations {numbers} are called "{wanted}"; choose one by its number', USAGE)
    there = "; ".join([f"{one.number} {one.name}".strip() for one in found[:12]]) or "there are none"
    raise Failure(f'no variation has the number or name "{wanted[:60]}": {there}', USAGE)
