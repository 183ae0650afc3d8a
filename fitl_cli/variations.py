"""`fitl variations`: what might have come instead, listed, checked, and written as games of their own."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from fitl_cli.excerpts import notice_lines
from fitl_cli.fmt import log_text
from fitl_cli.opening import open_log, sound_document
from fitl_cli.output import ILLEGAL, USAGE, Failure, leave, paint, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.files import play_log
from fitl_core.game.notices import notices
from fitl_core.game.reports import variation_report
from fitl_core.game.variations import Branch, branches
from fitl_core.game.verdicts import summary


@click.command("variations")
@click.argument("file", metavar="FILE")
@click.argument("wanted", metavar="[NUMBER|NAME]", required=False)
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write the game to this file.")
@click.option("--json", "as_json", is_flag=True, help="A JSON list of the variations, or the text of one.")
def command(file: str, wanted: str | None, out: str | None, as_json: bool) -> None:
    """List the variations of a game with the verdict on each; or write one as a game of its own.

    That has the events before the one that the variation replaces, then the variation's. Exit code 1: one is
    not legal.
    """
    log = open_log(file)
    sound_document(log)
    found = branches(play_log(log))
    if wanted is None:
        if out is not None:
            raise click.UsageError("-o goes with the number or name of a variation")
        if as_json:
            say_json([variation_report(branch) for branch in found])
        else:
            say("\n".join([line for branch in found for line in branch_lines(branch)] or ["no variations"]))
        leave(ILLEGAL if any(branch.verdict != "legal" for branch in found) else 0)
        return
    branch = _named(found, wanted)
    text = log_text(log.name, branch.log, log.jsonl)
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, log.raw if is_same_file(file, out) else None)
    if as_json:
        say_json({**msgspec.to_builtins(variation_report(branch)), "text": text if out is None else ""})
    elif out is None:
        say_data(text)


def branch_lines(branch: Branch) -> Iterator[str]:
    """All that is wrong in a variation, and a line with the verdict on it."""
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
    """The variation of this number, or the one of this name."""
    of_number = [branch for branch in found if branch.number == wanted]
    of_name = [branch for branch in found if branch.name == wanted]
    for named in (of_number, of_name):
        if len(named) == 1:
            return named[0]
    if of_name:
        numbers = ", ".join([branch.number for branch in of_name])
        raise Failure(f'the variations {numbers} are called "{wanted}"; say which by its number', USAGE)
    there = "; ".join([f"{one.number} {one.name}".strip() for one in found[:12]]) or "there are none"
    raise Failure(f'no variation has the number or name "{wanted[:60]}": {there}', USAGE)
