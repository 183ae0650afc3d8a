"""`fitl annotate`: a game with the figures that result and what every move did."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.excerpts import notice_lines
from fitl_cli.fmt import log_text
from fitl_cli.opening import open_game, sound_document
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.annotation import Remark, annotated, remarked
from fitl_core.game.files import Game, false_claims
from fitl_core.game.non_players import told_trace, traces
from fitl_core.game.notices import notices

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
@click.option("--at", type=int, default=None, help="The event for --comment and --glyph.")
@click.option("--comment", default=None, help="A comment to stand beside that event.")
@click.option("--glyph", default=None, type=click.Choice(GLYPHS), help="A glyph for that event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    file: str,
    out: str | None,
    digests: bool,
    trace: bool,
    at: int | None,
    comment: str | None,
    glyph: str | None,
    as_json: bool,
) -> None:
    """Write a legal game with what its moves led to.

    Behind every event come claims for the figures that changed, under it `;=` lines with what it
    did, the first of them the move in full where it left something unsaid. What people wrote (moves,
    claims, glyphs, comments) stays. Nothing is written unless the game is legal and its claims hold. JSON
    Lines stay JSON Lines.
    """
    if (at is None) != (comment is None and glyph is None):
        raise click.UsageError("--at goes with --comment or --glyph")
    game, replay = open_game(file)
    _insist_on_sound(game)
    log = sound_document(game.log).log
    if at is not None:
        log = _with_remark(log, Remark(at, comment, glyph))
    why = {number: told_trace(one) for number, one in traces(replay).items()} if trace else {}
    result = annotated(log, replay, digests=digests, why=why)
    text = log_text(game.log.name, result.log, game.log.jsonl)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter(
            "this is no text in the terminal's encoding", param_hint="--comment"
        ) from None
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, game.log.raw if is_same_file(file, out) else None)
    if as_json:
        where = click.format_filename(out) if out is not None else ""
        say_json(Written(game.log.name, replay.sound, result.added, where, text if out is None else ""))
    elif out is None:
        say_data(text)


def _insist_on_sound(game: Game) -> None:
    """End the command unless the game is legal to its end and every claim holds."""
    wrong = notices(game, false_claims(game))
    if wrong:
        lines = [line for notice in wrong for line in notice_lines(game.log.name, notice)]
        code = UNREADABLE if game.log.faults else ILLEGAL
        raise Failure("\n".join([f"{game.log.name} is not annotated:", *lines]), code)


def _with_remark(log: notation.Log, remark: Remark) -> notation.Log:
    try:
        return remarked(log, remark)
    except (IndexError, ValueError) as error:
        raise click.BadParameter(str(error), param_hint="--at") from None
