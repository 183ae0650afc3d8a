"""`fitl annotate`: a game with the figures that result and what every move did."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.excerpts import notice_lines
from fitl_cli.fmt import log_text
from fitl_cli.opening import open_game
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, say_data, say_json, warn
from fitl_cli.writing import is_same_file, write_file
from fitl_core.errors import FitlError
from fitl_core.game.annotation import (
    Annotated,
    Remark,
    annotated,
    entry_of_event,
    entry_on_line,
    remarked,
    sound_part,
)
from fitl_core.game.files import Game, false_claims
from fitl_core.game.non_players import told_trace, traces
from fitl_core.game.notices import notices
from notation.quoting import visible, visible_json

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")


class Written(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `fitl annotate --json` prints: how many claims were added, and the text or where it went."""

    file: str
    events: int
    added: int
    out: str = ""
    text: str = ""


@click.command("annotate")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--digests", is_flag=True, help="Record the digest of the position behind each Coup Round.")
@click.option("--trace", is_flag=True, help="Write under a Non-player's move why it is made (section 8).")
@click.option("--sound", is_flag=True, help="Of a game that is not sound the sound part; the rest stays.")
@click.option("--at", type=int, default=None, metavar="N", help="The event for a comment or glyph.")
@click.option("--line", type=int, default=None, metavar="N", help="The same, by its line in the file.")
@click.option("--comment", default=None, help="A comment to stand there, behind what is there.")
@click.option("--replace", is_flag=True, help="With --comment: in place of what is there.")
@click.option("--glyph", default=None, type=click.Choice(GLYPHS), help="A glyph to stand there.")
@click.option("--delete", multiple=True, type=click.Choice(("comment", "glyph")), help="Take it away.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    file: str,
    out: str | None,
    digests: bool,
    trace: bool,
    sound: bool,
    at: int | None,
    line: int | None,
    comment: str | None,
    replace: bool,
    glyph: str | None,
    delete: tuple[str, ...],
    as_json: bool,
) -> None:
    """Write a legal game with what its moves led to.

    Behind every event come claims for the figures that changed, under it `;=` lines with what it
    did, the first of them the move in full where it left something unsaid. What people wrote (moves,
    claims, glyphs, comments) stays. Nothing is written unless the game is legal and its claims hold; with
    --sound all of it up to the first event that is not, what is behind it as it stands (exit code 1 or 3; on
    standard output with hidden characters coded).
    JSON Lines stay JSON Lines. With --at or --line only the comment or glyph is written.
    """
    remark = _remark(comment, replace, glyph, delete)
    if (remark is None) != (at is None and line is None) or (at is not None and line is not None):
        raise click.UsageError("--at or --line goes with --comment, --glyph or --delete")
    if sound and digests:
        raise click.UsageError("--digests numbers the events anew; it does not go with --sound")
    game, replay = open_game(file)
    wrong, code = _wrong(game)
    if wrong and not sound:
        raise Failure("\n".join([f"{game.log.name} is not annotated:", *wrong]), code)
    log, rest = _cut(game)
    if remark is not None:
        log = _with_remark(game, log, at, line, remark)
    why = {number: told_trace(one) for number, one in traces(replay).items()} if trace else {}
    in_full = remark is None or digests or trace
    result = annotated(log, replay, digests=digests, why=why) if in_full else Annotated(log, 0)
    text = log_text(game.log.name, result.log, game.log.jsonl) + rest
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, game.log.raw if is_same_file(file, out) else None)
    if as_json:
        where = click.format_filename(out) if out is not None else ""
        say_json(Written(game.log.name, replay.sound, result.added, where, text if out is None else ""))
    elif out is None:
        say_data(text.removesuffix(rest) + _seen(rest, game.log.jsonl))
    if wrong:
        warn("\n".join(wrong))
    leave(code)


def _remark(comment: str | None, replace: bool, glyph: str | None, delete: tuple[str, ...]) -> Remark | None:
    """What is to be said beside an entry, or taken away there; None: nothing."""
    if replace and comment is None:
        raise click.UsageError("--replace goes with --comment")
    if (comment is not None and "comment" in delete) or (glyph is not None and "glyph" in delete):
        raise click.UsageError("what is deleted is not written: --comment TEXT --replace, or --glyph G")
    if comment is None and glyph is None and not delete:
        return None
    try:
        (comment or "").encode()
    except UnicodeEncodeError:
        why = "this is no text in the terminal's encoding"
        raise click.BadParameter(why, param_hint="--comment") from None
    gone = "comment" in delete
    return Remark("" if gone else comment, "" if "glyph" in delete else glyph, instead=replace or gone)


def _cut(game: Game) -> tuple[notation.Log, str]:
    """The sound part of a game, and what stands behind it in the file."""
    document = game.log.document
    assert document is not None
    end, line = sound_part(game)
    log = msgspec.structs.replace(document.log, entries=document.log.entries[:end])
    rest = "\n".join(document.source[line - 1 :])
    blank = "\n" if rest and not game.log.jsonl and not document.source[line - 2].strip() else ""
    return log, f"{blank}{rest}" if not rest or rest.endswith("\n") else f"{blank}{rest}\n"


def _seen(rest: str, jsonl: bool) -> str:
    """What stands behind the sound part, as a terminal may have it: nothing in it is obeyed."""
    return visible_json(rest) if jsonl else "\n".join([_seen_line(line) for line in rest.split("\n")])


def _seen_line(line: str) -> str:
    if visible(line) == line:
        return line
    try:
        return "\n".join(notation.write_entry(notation.read_line(line)))
    except FitlError:
        return visible(line.replace("\t", " "))


def _wrong(game: Game) -> tuple[list[str], int]:
    """Every fault, the first illegal event and the claims that do not hold, and the exit code for them."""
    lines = [
        line for notice in notices(game, false_claims(game)) for line in notice_lines(game.log.name, notice)
    ]
    return lines, 0 if not lines else UNREADABLE if game.log.faults else ILLEGAL


def _with_remark(
    game: Game, log: notation.Log, at: int | None, line: int | None, remark: Remark
) -> notation.Log:
    """The sound part with a remark. Ends the command where it cannot stand there."""
    document = game.log.document
    assert document is not None
    try:
        entry = entry_of_event(document.log, at) if at is not None else entry_on_line(document, line or 0)
        if entry >= len(log.entries):
            raise IndexError("only beside what is sound something can be written")
        return remarked(log, entry, remark)
    except (IndexError, ValueError) as error:
        raise click.BadParameter(str(error), param_hint="--line" if at is None else "--at") from None
