"""`fitl new`: the beginning of a game file."""

from __future__ import annotations

import secrets

import click

import notation
from fitl_cli.deal import write_game
from fitl_cli.game_options import game_asked, game_options
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, Failure
from fitl_cli.secrets import insist_on_apart, insist_on_new, keep_dealer, secret_beside
from fitl_core.errors import FitlError
from fitl_core.game.written_logs import with_rules_release
from fitl_core.proofs.dealer import dealt, first_lines, new_dealer
from fitl_core.proofs.seeds import SIZE, seed_of


@click.command("new")
@game_options()
@click.option("--deal", is_flag=True, help="Deal a sealed deck, from real randomness unless --seed is given.")
@shared("--seed", "It goes with --deal.")
@shared("--secret", "It goes with --deal.")
@shared("--output", "The file must be new.")
@shared("--json")
def command(
    deal: bool, seed: int | None, secret: str | None, out: str | None, as_json: bool, **asked: str
) -> None:
    """Begin a game: its header, and with --deal the two cards face up.

    With --deal the deck lies sealed in a file that nobody reads: OUT with the ending .secret, unless --secret
    names another. `fitl play` turns up its cards and rolls the dice by it, with proofs. Without --deal the
    deck is your own: you say which cards come up. Anybody who knows the number of --seed knows the deck.
    """
    if not deal and (seed is not None or secret is not None):
        raise click.UsageError("--seed and --secret go with --deal")
    out = None if out == "-" else out
    setup = game_asked(**asked)
    if out is not None:
        insist_on_new(out, "choose another name for the new game")
    if not deal:
        log = notation.Log(notation.tags_of(setup), ())
    else:
        if secret is None and out is None:
            raise click.UsageError("name the file for deck and dice with -o or --secret")
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
    write_game("the game", with_rules_release(log), out, as_json, False, b"")
