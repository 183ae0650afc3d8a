"""`fitl reply`: a mail read, its lines checked and put into the game, or the ruling to send back."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

import notation
from fitl_cli.adjudicate import ruling_lines
from fitl_cli.desk import Desk, put_lines
from fitl_cli.opening import bytes_of, name_of, open_game, tell_unsound
from fitl_cli.output import ILLEGAL, Unreadable, leave, paint, say, say_json
from fitl_core.game.adjudications import AdjudicationView, adjudication_view
from fitl_core.mail.letters import BadLetter, letters_in
from fitl_core.mail.replies import Answered, Trouble, answered
from fitl_core.mail.turn_words import fenced
from fitl_core.tell.words import standing


class Replied(msgspec.Struct, frozen=True):
    """What `fitl reply --json` prints: the lines put behind a game, or what is wrong, with the ruling."""

    file: str
    mail: str
    event: int
    lines: tuple[str, ...]
    remarks: tuple[str, ...]
    standing: str
    trouble: Trouble | None = None
    ruling: AdjudicationView | None = None


@click.command("reply")
@click.argument("file", metavar="FILE")
@click.argument("mail", metavar="[MAIL]", required=False)
@click.option("--stand", is_flag=True, help="The table agrees: to corrections, to what the rules refuse.")
@click.option("--by", default="", metavar="WHO", help="Who wrote it, in place of the name in From.")
@click.option("--secret", default=None, metavar="SECRET", help="The dealer's file: dice left out are rolled.")
@click.option("--watch", "folder", default=None, metavar="DIR", help="Take each mail of a folder, once.")
@click.option("--once", is_flag=True, help="With --watch: those that are there now, and no more.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each mail.")
def command(
    file: str,
    mail: str | None,
    stand: bool,
    by: str,
    secret: str | None,
    folder: str | None,
    once: bool,
    as_json: bool,
) -> None:
    """Read MAIL (a mail, a mailbox, a forum's page, or pasted text; - for standard input) into FILE.

    Its lines of the notation are found wherever they stand; signatures and quotes are passed over. They are
    put at the end of FILE if all are legal, with who wrote them and when; else the ruling is printed with a
    line to send back, and FILE stays as it was (exit code 1). Where a mail has a fence (```) only what is in
    it counts. A digest that is quoted says for which position the mail was written. Where the header says who
    plays ([VC "Cy <cy@example.org>"], [Moderator "Mo"]) no player sends the move of another.
    """
    if (mail is None) == (folder is None) or (once and folder is None):
        raise click.UsageError("say a MAIL, or a folder with --watch; --once goes with --watch")
    if file == "-":
        raise click.UsageError("moves are put into a file, not into standard input")
    by = " ".join(by.split())
    if mail is not None:
        leave(take(file, bytes_of(mail), name_of(mail), stand, by, secret, as_json))
        return
    from fitl_cli.watching import watch

    watch(
        Path(folder or ""),
        lambda raw, name: take(file, raw, name, stand, by, secret, as_json),
        once=once,
    )


def take(file: str, raw: bytes, name: str, stand: bool, by: str, secret: str | None, as_json: bool) -> int:
    """Take one mail; the exit code for it."""
    try:
        letters = letters_in(raw)
    except BadLetter as bad:
        raise Unreadable(f"{name}: {bad.message}", bad.code) from None
    game, _ = open_game(file)
    leave(tell_unsound(game))
    desk = Desk(file, game, secret)
    cast = desk.cast if desk.dealer is not None else None
    found = answered(game, letters, by=by, stand=stand, cast=cast)
    if found.trouble is None:
        desk.put(found.entries)
    _tell(desk, found, name, game.sound, len(letters), as_json)
    return ILLEGAL if found.trouble is not None else 0


def _tell(desk: Desk, found: Answered, mail: str, before: int, mails: int, as_json: bool) -> None:
    """Say what a mail has come to."""
    game, trouble = desk.game, found.trouble
    assert game.replay is not None
    stands = standing(game.replay.state)
    if as_json:
        lines = tuple([notation.write_entry(entry)[0] for entry in found.entries])
        ruling = adjudication_view(found.ruled) if found.ruled is not None else None
        told = (game.log.name, mail, game.replay.sound, lines, found.remarks, stands)
        say_json(Replied(*told, trouble, ruling))
        return
    for remark in found.remarks:
        say(f"{mail}: {remark}")
    if trouble is None:
        say("\n".join([*put_lines(game, before), stands]))
        return
    which = f"mail {trouble.mail}" if mails > 1 else "the mail"
    place = f", line {trouble.line} of {which}" if trouble.line else ""
    say(f"{paint().bold(f'{mail}{place}:')} {paint().red(trouble.message)}")
    for line in trouble.text.splitlines():
        say(f"    {line}")
    if found.ruled is not None:
        say("\n".join(ruling_lines(found.ruled)))
    if trouble.corrected:
        say("\n".join(["perhaps it was to be:", *fenced(trouble.corrected)]))
    say(f"nothing is put into {game.log.name}")
