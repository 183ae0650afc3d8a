"""`fitl settle`: let stand what older rules allowed and today's rules refuse."""

from __future__ import annotations

import sys

import click
import msgspec

from fitl_cli.log_text import log_text
from fitl_cli.opened_files import error_lines, open_log, sound_document, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, USAGE, Failure, leave, say, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.facts.counting import counted
from fitl_core.game.files import LogFile, play_log, read_log, release_of
from fitl_core.game.release_reports import ReleaseDifference, difference_lines, release_differences
from fitl_core.game.settling import judged_otherwise
from fitl_core.proofs.settled_logs import settled, unsigned
from fitl_core.rules.release import RULES_RELEASE


class SettleOutput(msgspec.Struct, frozen=True):
    """The output of `fitl settle --json`: releases, events, and the file with the new lines.

    `out` is empty if nothing is written. `unsigned` are the seats that have to sign new lines.
    """

    file: str
    release: int | None
    today: int
    differences: tuple[ReleaseDifference, ...]
    out: str = ""
    unsigned: tuple[str, ...] = ()


@click.command("settle")
@click.argument("file", metavar="FILE")
@click.option("--yes", is_flag=True, help="Ask no question.")
@shared("--output", "It gets the game, and FILE stays.")
@shared("--json", "Nothing is written without --yes.")
def command(file: str, yes: bool, out: str | None, as_json: bool) -> None:
    """Let the moves of a game stand that older rules allowed and today's rules judge otherwise.

    Rules get fixed while games run. This command lists such moves with the release note that explains each,
    and the lines that let them stand (amend 12 ruling stand …), with the figures that FILE recorded. You
    confirm them, and they are written into FILE. From then on the game is legal and goes on by today's rules.
    No written line is changed: chain, signatures and proofs of earlier lines stay valid.

    Figures that no claim and no digest of FILE confirms are the program's best reading of the move. Compare
    them with the board, and correct the position if they are wrong. Exit code 1: a game stays illegal.
    """
    if file == "-":
        raise click.UsageError("lines are written into a file, not to standard input")
    log = open_log(file)
    document = sound_document(log)
    events = judged_otherwise(log)
    output = SettleOutput(log.name, release_of(log), RULES_RELEASE, release_differences(log, events))
    if not events:
        if as_json:
            say_json(output)
        else:
            say(_nothing_to_settle(log))
        leave(tell_unsound(play_log(log)))
        return
    if not as_json:
        say("\n".join(difference_lines(log, events)))
    after = settled(document.log, events)
    text = log_text(log.name, after, log.jsonl)
    game = play_log(read_log(text.encode(), log.name))
    if game.error is not None:
        lines = [f"{log.name} stays illegal with these lines, so nothing is written:", *error_lines(game)]
        raise Failure("\n".join(lines), ILLEGAL)
    target, is_confirmed = out or file, yes or (not as_json and _is_confirmed(len(events), out or file))
    if is_confirmed:
        write_file(target, text, log.raw if is_same_file(file, target) else None)
        output = msgspec.structs.replace(output, out=click.format_filename(target), unsigned=unsigned(after))
    if as_json:
        say_json(output)
    else:
        say("\n".join(_written(output) if is_confirmed else ["nothing is written"]))
    leave(0)


def _is_confirmed(number: int, target: str) -> bool:
    """Ask at the terminal whether the lines shall be written."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise Failure("this is no terminal to ask on: --yes writes the lines without a question", USAGE)
    from fitl_cli.prompts import Ended, Prompt

    question = f"write {counted(number, 'line')} into {click.format_filename(target)}? yes or no"
    try:
        return Prompt().ask(question, ("yes", "no")).lower() in ("y", "yes")
    except Ended:
        return False


def _written(told: SettleOutput) -> list[str]:
    seats = " and ".join(told.unsigned)
    signed = [f"{seats} still has to sign new lines: fitl sign"] if told.unsigned else []
    return [f"{told.out}: written; the game goes on by rules release {told.today}", *signed]


def _nothing_to_settle(log: LogFile) -> str:
    written = release_of(log)
    if written is not None and written >= RULES_RELEASE:
        return (
            f"{log.name}: nothing to settle: rules release {written} wrote it, and today's is {RULES_RELEASE}"
        )
    return f"{log.name}: nothing to settle: today's rules judge no event otherwise"
