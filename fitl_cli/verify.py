"""`fitl verify`: verify the chain, signatures, dice, deck, markers and orders of a game."""

from __future__ import annotations

import re

import click

from fitl_cli.excerpts import notice_lines
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_core.game.files import LogFile
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.verification import verify
from fitl_core.proofs.verify_reports import fault_notices, report_of, result_lines, verdict_words


@click.command("verify")
@click.argument("file", metavar="FILE")
@click.option("--head", metavar="HASH", default=None, help="A head of the chain published during the game.")
@click.option("--ask-rules", is_flag=True, help="Compare the purposes of dice with the rules, too.")
@formerly("--rules", "--ask-rules", "ask_rules", is_flag=True)
@shared("--strict", "They are the open points.")
@shared("--json")
def command(file: str, head: str | None, ask_rules: bool, strict: bool, as_json: bool) -> None:
    """Check the proofs of a game: its chain, signatures, dice, sealed deck and orders.

    The command names the first wrong entry, and the parts that cannot be checked yet, such as dice before the
    seed is opened. A forger of a whole file can make a new chain: compare it with --head, a link that others
    kept. Open points are for you to judge: dice not used or replaced, and orders never opened. Exit code 0 if
    something is proven and nothing is wrong, else 1.

    The rules of the game are not asked, so an old game stays verified whatever today's rules say of its
    moves. With --ask-rules dice that were rolled for a purpose of other words are open points, too. Use
    `fitl validate` to check the moves.
    """
    if head is not None and re.fullmatch(r"[0-9a-f]{64}", head := head.strip().lower()) is None:
        raise click.BadParameter("a head of a chain has 64 digits 0-9 a-f", param_hint="--head")
    log = open_log(file)
    verification = verify(sound_document(log).log, head, ask_rules=ask_rules)
    if as_json:
        say_json(report_of(log, verification))
    else:
        say("\n".join(_lines(log, verification)))
    leave(0 if verification.sound and not (strict and verification.open_points) else ILLEGAL)


def _lines(log: LogFile, found: Verification) -> list[str]:
    color = paint()
    lines = [line for notice in fault_notices(log, found) for line in notice_lines(log.name, notice)]
    verdict = (color.green if found.sound else color.red)(verdict_words(found))
    return [*lines, f"{log.name}: {verdict}", *result_lines(found)]
