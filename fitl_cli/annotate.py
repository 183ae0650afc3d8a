"""`fitl annotate`: a game with its figures and the effects of each move."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.excerpts import notice_lines
from fitl_cli.jobs import each, jobs_option
from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_game
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, say_data, say_json, warn
from fitl_cli.policy_options import insist_on_policies
from fitl_cli.progress_bar import with_bar
from fitl_cli.writing import is_same_file, write_file
from fitl_core.errors import FitlError, UnknownName
from fitl_core.game.annotation import (
    Annotated,
    EntryRemark,
    annotate,
    entry_of_event,
    entry_on_line,
    remarked,
    sound_part,
)
from fitl_core.game.fault_notices import notices
from fitl_core.game.files import Game, false_claims
from fitl_core.game.non_player_verdicts import trace_in_words, traces
from fitl_core.game.replays import ReplayedGame
from notation.quoting import visible, visible_json

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")


class AnnotateOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The output of `fitl annotate --json`: the number of added claims, and the text or its file."""

    file: str
    events: int
    added: int
    out: str = ""
    text: str = ""


@click.command("annotate")
@click.argument("file", metavar="FILE")
@shared("--output")
@shared("--digests")
@shared("--explain", "They stand below each move.")
@formerly("--trace", "--explain", "explain", is_flag=True)
@click.option("--sound", is_flag=True, help="Annotate the sound part of an unsound game; the rest stays.")
@shared("--event", "For a comment or glyph.")
@formerly("--at", "--event", "event", type=int)
@click.option("--line", type=int, default=None, metavar="N", help="The same event, by its line in the file.")
@click.option("--comment", default=None, help="Add a comment after any that is there.")
@click.option("--replace", is_flag=True, help="With --comment: replace the comment that is there.")
@click.option("--glyph", default=None, type=click.Choice(GLYPHS), help="Set the glyph.")
@click.option("--delete", multiple=True, type=click.Choice(("comment", "glyph")), help="Take it away.")
@click.option(
    "--evaluate",
    "policy",
    default=None,
    metavar="POLICY",
    help="Play each position on by this policy: chances to win, and ? or ?! beside bad moves.",
)
@click.option(
    "--playouts",
    "games",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    help="The play-outs of each position.",
)
@jobs_option
@shared("--json")
def command(
    file: str,
    out: str | None,
    digests: bool,
    explain: bool,
    sound: bool,
    event: int | None,
    line: int | None,
    comment: str | None,
    replace: bool,
    glyph: str | None,
    delete: tuple[str, ...],
    policy: str | None,
    games: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Write a legal game with its figures and the effects of each move.

    Each event gets claims for the figures that changed, and `;=` lines below it with its effects. The first
    of these has the move in full, if the move left something out. Moves, claims, glyphs and comments of
    people stay. Nothing is written unless the game is legal and its claims are true. With --sound the game is
    annotated up to its first bad event, and the rest stays (exit code 1 or 3; hidden characters are coded on
    standard output). JSON Lines stay JSON Lines. With --event or --line only the comment or glyph is written.

    --evaluate adds chances to win as a field [%_win ...], which replay --html draws as curves. It takes long.
    """
    remark = _remark(comment, replace, glyph, delete)
    if (remark is None) != (event is None and line is None) or (event is not None and line is not None):
        raise click.UsageError("--event or --line goes with --comment, --glyph or --delete")
    if sound and digests:
        raise click.UsageError("--digests renumbers the events; it does not go with --sound")
    game, replay = open_game(file)
    wrong, code = _wrong(game)
    if wrong and not sound:
        raise Failure("\n".join([f"{game.log.name} is not annotated:", *wrong]), code)
    log, rest = _cut(game)
    if remark is not None:
        log = _with_remark(game, log, event, line, remark)
    log = _evaluated(log, replay, policy, games, jobs, as_json)
    why = {number: trace_in_words(one) for number, one in traces(replay).items()} if explain else {}
    in_full = remark is None or digests or explain
    result = annotate(log, replay, digests=digests, why=why) if in_full else Annotated(log, 0)
    _write(file, game, replay, result, rest, None if out == "-" else out, as_json)
    if wrong:
        warn("\n".join(wrong))
    leave(code)


def _write(
    file: str,
    game: Game,
    replay: ReplayedGame,
    result: Annotated,
    rest: str,
    out: str | None,
    as_json: bool,
) -> None:
    """Write the annotated game with the rest of its file, or print it."""
    text = log_text(game.log.name, result.log, game.log.jsonl) + rest
    if out is not None:
        write_file(out, text, game.log.raw if is_same_file(file, out) else None)
    if as_json:
        where, shown = (click.format_filename(out), "") if out is not None else ("", text)
        say_json(AnnotateOutput(game.log.name, replay.sound, result.added, where, shown))
    elif out is None:
        say_data(text.removesuffix(rest) + _seen(rest, game.log.jsonl))


def _evaluated(
    log: notation.Log, replay: ReplayedGame, policy: str | None, games: int, jobs: int, as_json: bool
) -> notation.Log:
    """Return a log with the chances to win after each move, and glyphs; without a policy the log itself."""
    if policy is None:
        return log
    from fitl_core.laboratory.branching import play_out
    from fitl_core.laboratory.evaluating import evaluated_moves, play_outs, with_evaluation

    insist_on_policies(policy)
    try:
        todo = list(play_outs(replay, policy, range(1, games + 1)))
        results = list(with_bar(each(play_out, todo, jobs), len(todo), as_json))
        if faults := [one.fault for one in results if one.fault]:
            warn(f"{len(faults)} of {len(todo)} games came to no end, and are left out: {faults[0]}")
        return with_evaluation(log, evaluated_moves(replay, results, games), policy, games)
    except ValueError as error:
        raise Failure(str(error), ILLEGAL) from None


def _remark(
    comment: str | None, replace: bool, glyph: str | None, delete: tuple[str, ...]
) -> EntryRemark | None:
    """Return the comment or glyph to set or remove beside an entry; None for nothing."""
    if replace and comment is None:
        raise click.UsageError("--replace goes with --comment")
    if (comment is not None and "comment" in delete) or (glyph is not None and "glyph" in delete):
        raise click.UsageError(
            "--delete excludes setting the same: use --comment TEXT --replace, or --glyph G"
        )
    if comment is None and glyph is None and not delete:
        return None
    try:
        (comment or "").encode()
    except UnicodeEncodeError:
        why = "this is no text in the terminal's encoding"
        raise click.BadParameter(why, param_hint="--comment") from None
    gone = "comment" in delete
    return EntryRemark("" if gone else comment, "" if "glyph" in delete else glyph, instead=replace or gone)


def _cut(game: Game) -> tuple[notation.Log, str]:
    """Return the sound part of a game, and the rest of the file."""
    document = game.log.document
    assert document is not None
    end, line = sound_part(game)
    log = msgspec.structs.replace(document.log, entries=document.log.entries[:end])
    rest = "\n".join(document.source[line - 1 :])
    blank = "\n" if rest and not game.log.jsonl and not document.source[line - 2].strip() else ""
    return log, f"{blank}{rest}" if not rest or rest.endswith("\n") else f"{blank}{rest}\n"


def _seen(rest: str, jsonl: bool) -> str:
    """Return the rest of the file in a form that a terminal can show safely."""
    return visible_json(rest) if jsonl else "\n".join([_seen_line(line) for line in rest.split("\n")])


def _seen_line(line: str) -> str:
    if visible(line) == line:
        return line
    try:
        return "\n".join(notation.write_entry(notation.read_line(line)))
    except FitlError:
        return visible(line.replace("\t", " "))


def _wrong(game: Game) -> tuple[list[str], int]:
    """Return every fault, the first illegal event, the false claims, and the exit code for them."""
    lines = [
        line for notice in notices(game, false_claims(game)) for line in notice_lines(game.log.name, notice)
    ]
    return lines, 0 if not lines else UNREADABLE if game.log.faults else ILLEGAL


def _with_remark(
    game: Game, log: notation.Log, event: int | None, line: int | None, remark: EntryRemark
) -> notation.Log:
    """Return the sound part with a remark. End the command if it cannot stand there."""
    document = game.log.document
    assert document is not None
    try:
        entry = (
            entry_of_event(document.log, event) if event is not None else entry_on_line(document, line or 0)
        )
        if entry >= len(log.entries):
            raise UnknownName("remarks can stand only beside sound events")
        return remarked(log, entry, remark)
    except (UnknownName, ValueError) as error:
        raise click.BadParameter(str(error), param_hint="--line" if event is None else "--event") from None
