"""`fitl roll`: dice of a game by mail, with their proofs."""

from __future__ import annotations

import click

from fitl_cli.options import formerly, shared
from fitl_cli.output import USAGE, Failure, say, say_json
from fitl_cli.secrets import dealer_in, keep_dealer
from fitl_core.proofs.dealer import rolled, rolls_of
from fitl_core.proofs.errors import ProofError

MOST_DICE = 100
"""The most dice for one purpose in one command."""


@click.command("roll")
@click.argument("secret", metavar="SECRET")
@click.argument("purposes", metavar="[PURPOSE]...", nargs=-1)
@click.option(
    "--each",
    type=click.IntRange(1, MOST_DICE),
    default=1,
    show_default=True,
    help="The number of dice for each PURPOSE.",
)
@formerly("--dice", "--each", "each", type=click.IntRange(1, MOST_DICE))
@shared("--json")
def command(secret: str, purposes: tuple[str, ...], each: int, as_json: bool) -> None:
    """Roll a die for each PURPOSE, in the order in which the dice stand in the move.

    SECRET is the dealer's file (fitl deal). It counts the dice of the game, so that none is used twice. The
    player names a PURPOSE before the roll: "VC: Attack in Hue". The command prints the dice for the move,
    and their proofs for the end of its line. fitl verify computes them again after the seed is opened.
    Without a PURPOSE it prints all dice rolled so far, one a line.
    """
    dealer, raw = dealer_in(secret)
    try:
        if not purposes:
            fallen = rolls_of(dealer)
        else:
            dealer, fallen = rolled(dealer, [purpose for purpose in purposes for _ in range(each)])
    except ProofError as error:
        raise Failure(error.message, USAGE) from None
    if purposes:
        keep_dealer(secret, dealer, raw)
    if as_json:
        say_json({"dice": fallen})
    elif purposes:
        shown = " ".join([f"{{{die.die}}}" for die in fallen])
        say(f"{shown}   ; {' '.join([f'[%proof {die.proof}]' for die in fallen])}")
    else:
        for die in fallen:
            say(f"{{{die.die}}}   ; [%proof {die.proof}]")
