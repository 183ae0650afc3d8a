"""`fitl reply`: read a mail, check its lines and add them to the game, or print the ruling to send back."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

import notation
from fitl_cli.adjudicate import ruling_lines
from fitl_cli.desk import GameDesk, put_lines
from fitl_cli.next_block import block, block_lines, go_on
from fitl_cli.opened_files import bytes_of, name_of, open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UnreadableFile, leave, paint, say, say_json
from fitl_core.game.adjudications import AdjudicationView, view_adjudication
from fitl_core.mail.accepted_lines import Withheld
from fitl_core.mail.letters import BadLetter, letters_in
from fitl_core.mail.replies import MailReply, Trouble, reply_to
from fitl_core.mail.turn_words import fenced
from fitl_core.mail.turns import TurnSummary
from fitl_core.tell.words import standing


class Replied(msgspec.Struct, frozen=True):
    """The output of `fitl reply --json`: the added lines, or the faults with the ruling."""

    file: str
    mail: str
    event: int
    lines: tuple[str, ...]
    remarks: tuple[str, ...]
    standing: str
    trouble: Trouble | None = None
    ruling: AdjudicationView | None = None
    withheld: tuple[Withheld, ...] = ()
    turn: TurnSummary | None = None


@click.command("reply")
@click.argument("file", metavar="FILE")
@click.argument("mail", metavar="[MAIL]", required=False)
@click.option(
    "--stand", is_flag=True, help="The table agrees: to corrections, and to moves that the rules refuse."
)
@shared("--by", "In place of the name in From.")
@shared("--secret", "Missing dice are rolled.")
@shared("--next", "Print the block to send.")
@click.option("--watch", "folder", default=None, metavar="DIR", help="Take each mail of a folder, once.")
@click.option("--once", is_flag=True, help="With --watch: only the mails that are there now.")
@shared("--json", "One object for each mail.")
def command(
    file: str,
    mail: str | None,
    stand: bool,
    by: str,
    secret: str | None,
    next_: bool,
    folder: str | None,
    once: bool,
    as_json: bool,
) -> None:
    """Read MAIL (a mail, a mailbox, a forum's page, or pasted text; - for standard input) into FILE.

    The command finds lines of the notation anywhere, except in signatures and quotes. If all are legal, it
    adds them to FILE with their writer and time. Else it prints the ruling with a line to send back, and
    FILE does not change (exit code 1). If a mail has a fence (```), only its content counts. A quoted
    digest shows for which position the mail was written. If the header names players ([VC "Cy
    <cy@example.org>"], [Moderator "Mo"]), no player can send another's move.
    """
    if (mail is None) == (folder is None) or (once and folder is None):
        raise click.UsageError("name a MAIL, or a folder with --watch; --once goes with --watch")
    if file == "-":
        raise click.UsageError("moves are added to a file, not to standard input")
    by = " ".join(by.split())
    if mail is not None:
        leave(take(file, bytes_of(mail), name_of(mail), stand, by, secret, as_json, next_))
        return
    from fitl_cli.watching import watch

    watch(
        Path(folder or ""),
        lambda raw, name: take(file, raw, name, stand, by, secret, as_json, next_, addresses_only=True),
        once=once,
    )


def take(
    file: str,
    raw: bytes,
    name: str,
    stand: bool,
    by: str,
    secret: str | None,
    as_json: bool,
    next_: bool,
    addresses_only: bool = False,
) -> int:
    """Take one mail and return its exit code. With `addresses_only` no name binds its sender.

    With `next_` the command also turns up cards, lets Non-players act, and prints the block to send.
    """
    try:
        letters = letters_in(raw)
    except BadLetter as bad:
        raise UnreadableFile(f"{name}: {bad.message}", bad.code) from None
    game, _ = open_game(file)
    leave(tell_unsound(game))
    desk = GameDesk(file, game, secret)
    cast = desk.cast if desk.dealer is not None else None
    reply = reply_to(
        game,
        letters,
        by=by,
        stand=stand,
        cast=cast,
        prove=desk.prove,
        addresses_only=addresses_only,
    )
    if reply.entries:
        desk.put(reply.entries)
    if next_ and reply.trouble is None:
        stopped = go_on(desk)
        reply = msgspec.structs.replace(reply, remarks=(*reply.remarks, *([stopped] if stopped else [])))
    _tell(desk, reply, name, game.sound, len(letters), as_json, next_)
    return ILLEGAL if reply.trouble is not None else 0


def _tell(
    desk: GameDesk, reply: MailReply, mail: str, before: int, mails: int, as_json: bool, next_: bool
) -> None:
    """Print the result of a mail."""
    game, trouble = desk.game, reply.trouble
    assert game.replay is not None
    stands = standing(game.replay.state)
    if as_json:
        lines = tuple([notation.write_entry(entry)[0] for entry in game.entries[before:]])
        turn = block(desk)[0] if next_ and trouble is None else None
        ruling = view_adjudication(reply.ruled) if reply.ruled is not None else None
        common = (game.log.name, mail, game.replay.sound, lines, reply.remarks, stands)
        say_json(Replied(*common, trouble, ruling, reply.withheld, turn))
        return
    for remark in reply.remarks:
        say(f"{mail}: {remark}")
    for one in reply.withheld:
        if trouble is not None and (one.mail, one.line) == (trouble.mail, trouble.line):
            continue
        of_mail = f" of mail {one.mail}" if mails > 1 else ""
        say(f"{mail}, line {one.line}{of_mail}: {one.message}")
    if trouble is None:
        say("\n".join([*put_lines(game, before), stands]))
        if next_:
            say("\n".join(["", *block_lines(desk)]))
        return
    which = f"mail {trouble.mail}" if mails > 1 else "the mail"
    place = f", line {trouble.line} of {which}" if trouble.line else ""
    say(f"{paint().bold(f'{mail}{place}:')} {paint().red(trouble.message)}")
    for line in trouble.text.splitlines():
        say(f"    {line}")
    if reply.ruled is not None:
        say("\n".join(ruling_lines(reply.ruled)))
    for i, line in enumerate(trouble.corrected):
        say("\n".join(["or:" if i else "perhaps it was to be:", *fenced([line])]))
        for assumed in trouble.proposals[i].assumes if trouble.proposals else ():
            say(f"    assumes: {assumed}")
    say(f"nothing is added to {game.log.name}")
