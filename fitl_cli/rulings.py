"""`fitl rulings`: rulings, dispute cases and cards for a rule, a card or a word."""

from __future__ import annotations

import click

from fitl_cli.card import command as card_command
from fitl_cli.cases import command as cases_command
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, Failure, paint, say, say_json
from fitl_core.tell.rulings import Rulings, rulings_lines, rulings_on
from notation.lexer import shown


@click.command("rulings")
@click.argument("wanted", metavar="[RULE|CARD|ID|WORDS]", nargs=-1)
@click.option(
    "--cases", "only_cases", is_flag=True, help="Only the dispute cases: all, those on a rule, or one."
)
@click.option(
    "--show-card",
    "one_card",
    is_flag=True,
    help="One card, by number or title: order, sides, clarifications.",
)
@formerly("--card", "--show-card", "one_card", is_flag=True)
@shared("--game", "It goes with --show-card.")
@shared("--at", "It goes with --game.")
@shared("--json")
@click.pass_context
def command(
    ctx: click.Context,
    wanted: tuple[str, ...],
    only_cases: bool,
    one_card: bool,
    file: str | None,
    at: int | None,
    as_json: bool,
) -> None:
    """Search by a rule (3.2.4, a section like 3.2), a card ("card 107"), an id, or words.

    The result has our reading of points that the rules leave open, the readings that a group may choose,
    dispute cases, and cards in our own words.
    """
    if only_cases and one_card:
        raise click.UsageError("--cases and --show-card exclude each other")
    if file is not None and not one_card:
        raise click.UsageError("--game goes with --show-card")
    if only_cases:
        ctx.invoke(cases_command, wanted=" ".join(wanted) or None, as_json=as_json)
        return
    if not wanted:
        raise click.UsageError("name a rule, a card, an id or words; --cases alone lists all dispute cases")
    if one_card:
        ctx.invoke(card_command, name=wanted, file=file, at=at, as_json=as_json)
        return
    sought = " ".join(wanted)
    rulings = rulings_on(sought)
    if as_json:
        say_json(rulings)
    if rulings == Rulings():
        hint = 'try a rule, as 2.3.9, a card, as "card 107", or another word'
        raise Failure(f'nothing is known about "{shown(sought)}"; {hint}', ILLEGAL)
    if not as_json:
        say("\n".join(rulings_lines(rulings, paint().bold)))
