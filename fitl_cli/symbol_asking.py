"""Ask the holder of the cards for a symbol that a decision of a Non-player needs (8.4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_cli.desk import GameDesk
from fitl_cli.output import paint, say
from fitl_cli.prompts import Ended, Prompt
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import cards
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.mail.symbol_questions import AskSymbol
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from notation.stated_symbols import read_symbols

MEANING = {
    "none": "nothing below its symbol",
    "rifle": "a gray rifle",
    "halo": "a light halo: an instruction on the sheet",
}
HALO_TEXT = (
    "plays: with no other instruction than to play it; declines CONDITION ...; shaded CONDITION; "
    "or nothing: not known"
)


def symbol_asker(desk: GameDesk, prompt: Prompt) -> AskSymbol:
    """Return a function that asks for a symbol until the answer can be, and writes it into the file."""

    def ask(unknown: UnknownSymbol) -> CardSymbol | None:
        where = f"card {unknown.card} ({cards()[unknown.card].title})"
        if unknown.is_text:
            say(f"{where}: what does the instruction for {unknown.faction} say?")
            say(f"   {HALO_TEXT}")
            words: tuple[str, ...] = ("plays", "declines", "shaded")
        else:
            say(f"{where}: which symbol is printed below {unknown.faction}?")
            say("\n".join([f"   {name}: {MEANING[name]}" for name in unknown.possible]))
            words = unknown.possible
        while True:
            typed = prompt.ask(f"{', '.join(words)}, or nothing if you do not know", words)
            if typed == "stop":
                raise Ended
            if not typed:
                return None
            symbol = f"halo {typed}" if unknown.is_text else typed
            try:
                (stated,) = read_symbols(f"{unknown.card} {unknown.faction} {symbol}")
                desk.state_symbol(stated)
            except (FitlError, ValueError) as error:
                say(f"{paint().red('no')}: {error}")
                continue
            return stated

    return ask


def say_unknown(symbols: Sequence[UnknownSymbol]) -> None:
    """Say which symbols were unknown, so that the default was played."""
    for unknown in symbols:
        say(unknown.line)
