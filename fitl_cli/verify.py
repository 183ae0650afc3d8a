"""`fitl verify`: whether chain, dice, deck, markers and orders of a game hold."""

from __future__ import annotations

import re

import click

from fitl_cli.excerpts import notice_lines
from fitl_cli.opening import open_log, sound_document
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_core.game.files import LogFile
from fitl_core.proofs.findings import Verified
from fitl_core.proofs.reports import fault_notices, report_of, result_lines, where_of
from fitl_core.proofs.verify import verified


@click.command("verify")
@click.argument("file", metavar="FILE")
@click.option("--head", metavar="HASH", default=None, help="A head of the chain published during the game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, head: str | None, as_json: bool) -> None:
    """Check what a game proves: its chain, its dice, its sealed deck and orders.

    Names the first entry that is wrong, and what cannot be checked: dice before the seed is opened, for one.
    Whoever writes a file anew can make its whole chain anew; --head, which others kept, gives him away.
    Exit code 0 if something is proven and nothing wrong, 1 if not. No rule is asked: that is fitl validate.
    """
    if head is not None and re.fullmatch(r"[0-9a-f]{64}", head := head.strip().lower()) is None:
        raise click.BadParameter("a head of a chain has 64 digits 0-9 a-f", param_hint="--head")
    log = open_log(file)
    found = verified(sound_document(log).log, head)
    if as_json:
        say_json(report_of(log, found))
    else:
        say("\n".join(_lines(log, found)))
    leave(0 if found.sound else ILLEGAL)


def _lines(log: LogFile, found: Verified) -> list[str]:
    color = paint()
    lines = [line for notice in fault_notices(log, found) for line in notice_lines(log.name, notice)]
    if found.sound:
        verdict = color.green("verified")
    elif found.first is None:
        verdict = color.red("not verified: nothing in it is proven")
    else:
        verdict = color.red(f"not verified: the first that is wrong is {where_of(found.first)}")
    return [*lines, f"{log.name}: {verdict}", *result_lines(found)]
