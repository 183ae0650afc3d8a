"""`fitl deal`: the sealed deck of a game by mail, its cards one by one, and its seed at the end."""

from __future__ import annotations

import os
import secrets

import click

import notation
from fitl_cli.game_options import game_asked, game_options
from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import formerly, shared
from fitl_cli.output import ILLEGAL, Failure, say, say_data, say_json
from fitl_cli.secrets import dealer_in, insist_on_apart, keep_dealer
from fitl_cli.writing import is_same_file, write_file
from fitl_core.errors import FitlError
from fitl_core.game.written_logs import with_rules_release
from fitl_core.proofs import dealer as dealers
from fitl_core.proofs.seeds import SIZE
from fitl_core.record.setup import Setup
from notation.writer import write_tag


@click.command("deal")
@click.argument("secret", metavar="SECRET")
@click.argument("file", metavar="[FILE]", required=False)
@game_options()
@click.option("--commit", is_flag=True, help="Only draw the seed; others may add to it.")
@click.option(
    "--add", "added", metavar="SEAT=WORDS", multiple=True, help="Words that a seat adds: US=Tuesday."
)
@shared("--next", "Print its line.")
@click.option("--open-seed", "open_", is_flag=True, help="Write FILE with the seed in its header.")
@formerly("--open", "--open-seed", "open_", is_flag=True)
@shared("--output", "It gets the game.")
@shared("--json")
def command(
    secret: str,
    file: str | None,
    commit: bool,
    added: tuple[str, ...],
    next_: bool,
    open_: bool,
    out: str | None,
    as_json: bool,
    **asked: str,
) -> None:
    """Deal a sealed deck: write the dealer's file SECRET, and print the beginning of the game for all.

    Nobody can see the deck in it, and the dealer can no longer change it. To show that the dealer did not
    choose the deck either, use --commit first: it makes SECRET and prints the commitment to its seed. Then
    each player says words of his own, and the deck is dealt with one --add for each. Only the dealer has
    SECRET until --open-seed. Dice that were rolled last and stand in no line are published with the seed,
    in a note. The same command prints the same again.
    """
    if (next_ or open_) != (file is not None) or next_ + open_ + commit > 1:
        raise click.UsageError(
            "FILE goes with --next or --open-seed; --commit, --next and --open-seed exclude each other"
        )
    if added and (commit or next_ or open_):
        raise click.UsageError("--add goes with dealing")
    insist_on_apart(secret, out)
    try:
        if file is not None:
            (_turn_up if next_ else _open)(secret, file, out, as_json)
        elif commit:
            dealer = dealers.new_dealer(secrets.token_bytes(SIZE))
            keep_dealer(secret, dealer)
            tag = dealers.commitment(dealer)
            say_json({"commitment": tag.value}) if as_json else say(write_tag(tag))
        else:
            _deal(secret, game_asked(**asked), [_words_of(one) for one in added], out, as_json)
    except FitlError as error:
        raise Failure(error.message, ILLEGAL) from None


def _deal(secret: str, setup: Setup, added: list[tuple[str, bytes]], out: str | None, as_json: bool) -> None:
    """Deal with a seed drawn before, or a new one, and write the beginning of the game."""
    if os.path.isfile(secret) or os.path.isdir(secret):
        dealer, raw = dealer_in(secret)
    else:
        if added:
            why = "words need a commitment to the seed first: fitl deal SECRET --commit"
            raise click.UsageError(why)
        dealer, raw = dealers.new_dealer(secrets.token_bytes(SIZE)), None
    dealer = dealers.dealt(dealer, setup, added)
    keep_dealer(secret, dealer, raw)
    write_game("the game", with_rules_release(dealers.first_lines(dealer)), out, as_json, False, b"")


def _turn_up(secret: str, file: str, out: str | None, as_json: bool) -> None:
    """Print the line of the next card."""
    if out is not None:
        raise click.UsageError("--next prints a line: add it to the game as any other")
    dealer, _ = dealer_in(secret)
    entry = dealers.next_card(dealer, sound_document(open_log(file)).log)
    (line,) = notation.write_entry(entry)
    if as_json:
        say_json({"line": line, "entry": entry})
    else:
        say(line)


def _open(secret: str, file: str, out: str | None, as_json: bool) -> None:
    """Write the game with the dealer's seed in its header."""
    dealer, _ = dealer_in(secret)
    log = open_log(file)
    whole = dealers.opened(dealer, sound_document(log).log)
    same = out is not None and is_same_file(file, out)
    write_game(log.name, whole, out, as_json, log.jsonl, log.raw if same else None)


def write_game(
    name: str, log: notation.Log, out: str | None, as_json: bool, jsonl: bool, read: bytes | None = None
) -> None:
    """Write a game to a file (`read` as in `write_file`), or to standard output, as text or JSON."""
    text = log_text(name, log, jsonl)
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, read)
    if as_json:
        say_json({"tags": log.tags, "text": text if out is None else ""})
    elif out is None:
        say_data(text)


def _words_of(added: str) -> tuple[str, bytes]:
    """Return a seat and the words that it adds."""
    seat, sign, words = added.partition("=")
    if not sign or not words.strip():
        raise click.BadParameter(f'"{added}" is not written as in US=Tuesday', param_hint="--add")
    return seat.strip().upper(), words.strip().encode(errors="surrogateescape")
