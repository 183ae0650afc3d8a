"""`fitl new`: the beginning of a game file."""

from __future__ import annotations

import secrets

import click

import notation
from fitl_cli.agreed import game_asked, game_options
from fitl_cli.deal import write_game
from fitl_cli.output import ILLEGAL, Failure
from fitl_cli.secrets import insist_on_apart, insist_on_new, keep_dealer, secret_beside
from fitl_core.errors import FitlError
from fitl_core.proofs.dealer import dealt, first_lines, new_dealer
from fitl_core.proofs.seeds import SIZE, seed_of


@click.command("new")
@game_options("as in a header without them")
@click.option("--deal", is_flag=True, help="Deal a sealed deck, from real randomness unless --seed is given.")
@click.option("--seed", type=int, default=None, help="With --deal: the same number deals the same deck.")
@click.option("--secret", default=None, metavar="FILE", help="With --deal: where deck and dice are kept.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write the game to this new file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    deal: bool, seed: int | None, secret: str | None, out: str | None, as_json: bool, **asked: str
) -> None:
    """Begin a game: its header, and with --deal the two cards face up.

    With --deal the deck lies sealed in a file that nobody looks into, OUT with the ending .secret unless
    --secret names another: `fitl play` turns up its cards and rolls the dice by it, with proofs. Without it
    the deck is your own: say which cards come up. Whoever knows the number of --seed knows the deck.
    """
    if not deal and (seed is not None or secret is not None):
        raise click.UsageError("--seed and --secret go with --deal")
    out = None if out == "-" else out
    setup = game_asked(**asked)
    if out is not None:
        insist_on_new(out, "a game is not begun over another file")
    if not deal:
        log = notation.Log(notation.tags_of(setup), ())
    else:
        if secret is None and out is None:
            raise click.UsageError("say with -o or --secret where deck and dice are kept")
        secret = secret or secret_beside(out or "")
        insist_on_apart(secret, out)
        try:
            dealer = dealt(
                new_dealer(seed_of(seed) if seed is not None else secrets.token_bytes(SIZE)), setup
            )
        except FitlError as error:
            raise Failure(error.message, ILLEGAL) from None
        keep_dealer(secret, dealer)
        log = first_lines(dealer)
    write_game("the game", log, out, as_json, False, b"")
