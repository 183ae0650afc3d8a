"""The tag `Symbols`: the symbols of cards for Non-players, as the holder of the cards states them (8.4.1).

`fitl_core.facts.card_symbols` says which symbols can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from fitl_core.facts.card_symbols import (
    ALWAYS,
    PLAYS,
    SYMBOLS,
    CardSymbol,
    decline_conditions,
    in_order,
    refusals_of_symbols,
    shaded_conditions,
)
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import Players
from notation.decode import TextLine, plain
from notation.errors import NotationError
from notation.lexer import LogicalLine, shown
from notation.log import Span
from notation.space_names import nearest

EXAMPLE = "4 US none"


class SymbolFault(NamedTuple):
    """A fault in the value of the tag: a message, where it starts and ends, and accepted words."""

    message: str
    start: int
    end: int
    candidates: tuple[str, ...] = ()


class GameOfHeader(NamedTuple):
    """The tags of a header on which the cards of the game depend."""

    scenario: str
    options: tuple[str, ...]
    players: Players


class StatedSymbol(NamedTuple):
    """A symbol, and where its words start and end in the value."""

    symbol: CardSymbol
    start: int
    end: int


def read_symbols(text: str) -> tuple[CardSymbol, ...]:
    """Return the symbols of a value, in order. Raises `NotationError` for the first fault of its words.

    >>> [one.words for one in read_symbols("91 vc rifle; #37 VC None")]
    ['37 VC none', '91 VC rifle']
    """
    stated, faults = _scanned(text)
    if faults:
        raise _error_in(_line_of(text), faults[0])
    return in_order([one.symbol for one in stated])


def write_symbols(symbols: Iterable[CardSymbol]) -> str:
    """Return the canonical value of symbols."""
    return ", ".join([one.words for one in in_order(tuple(symbols))])


def faults_of_symbols(text: str, game: GameOfHeader | None) -> list[SymbolFault]:
    """Return all faults of a value. Without a game, only its words are checked, not its cards."""
    stated, faults = _scanned(text)
    if faults or game is None:
        return faults
    refusals = refusals_of_symbols(tuple([one.symbol for one in stated]), *game)
    return [
        SymbolFault(f"{refusal.message} ({refusal.rule})", stated[at].start, stated[at].end)
        for refusal, at in refusals
    ]


def placed_faults(line: LogicalLine, game: GameOfHeader | None, whole: NotationError) -> list[NotationError]:
    """Return each fault of a value at its place in the file, or the fault of the `whole` tag without one."""
    return [_error_in(line, fault) for fault in faults_of_symbols(line.plain, game)] or [whole]


def symbols_in_json(line: str, value: Span) -> LogicalLine | None:
    """Return a value in a line of JSON with the places of its characters, or None if it has escapes."""
    written = line[value.column : value.end - 2]
    return None if "\\" in written else _line_of(written, value.line, value.column)


def _line_of(text: str, number: int = 1, column: int = 0) -> LogicalLine:
    flat = text.replace("\n", " ")
    return LogicalLine("tag", TextLine(number, flat, plain(flat), column))


def _error_in(line: LogicalLine, fault: SymbolFault) -> NotationError:
    message = f"Symbols: {fault.message}"
    return line.error("tag-value", message, fault.start, fault.end, candidates=fault.candidates)


def _scanned(text: str) -> tuple[list[StatedSymbol], list[SymbolFault]]:
    """Return the symbols of a value with their places, and the faults of its words."""
    stated: list[StatedSymbol] = []
    faults: list[SymbolFault] = []
    for item in _item().finditer(text):
        words = list(_word().finditer(text, item.start(), item.end()))
        start, end = words[0].start(), words[-1].end()
        read = _read_item(words)
        if isinstance(read, SymbolFault):
            faults.append(read)
        else:
            stated.append(StatedSymbol(read, start, end))
    if not stated and not faults:
        faults.append(SymbolFault("no symbol is stated here", 0, max(1, len(text)), (EXAMPLE,)))
    return stated, faults


def _read_item(words: list[re.Match[str]]) -> CardSymbol | SymbolFault:
    """Read the words of one symbol: card, Faction, symbol and what the instruction of a halo is."""
    number = words[0][0].removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        return _unlike(words[0], "is not the number of a card", ())
    if len(words) < 3:
        missing = "the Faction and the symbol are" if len(words) == 1 else "the symbol is"
        start, end = words[0].start(), words[-1].end()
        return SymbolFault(f"{missing} missing after {shown(words[-1][0])}", start, end, (EXAMPLE,))
    faction = next((one for one in FACTIONS if one == words[1][0].upper()), None)
    if faction is None:
        return _unlike(words[1], "is no Faction", tuple([str(one) for one in FACTIONS]))
    symbol = next((one for one in SYMBOLS if one == words[2][0].lower()), None)
    if symbol is None:
        return _unlike(words[2], "is no symbol", SYMBOLS)
    found = CardSymbol(int(number), Faction(faction), symbol)
    return _with_text(found, words[3:]) if words[3:] else found


def _with_text(found: CardSymbol, words: list[re.Match[str]]) -> CardSymbol | SymbolFault:
    """Return a symbol with what the words after it say of its instruction."""
    decline: list[str] = []
    shaded, plays, part, last = "", False, "", words[0]
    for match in words:
        word = match[0].lower()
        if word in ("declines", "shaded", PLAYS) and word != part:
            part = word
            shaded, plays = (ALWAYS if word == "shaded" else shaded), plays or word == PLAYS
        elif part == "declines" and word in decline_conditions():
            decline.append(word)
        elif part == "shaded" and word in shaded_conditions() and shaded == ALWAYS:
            shaded = word
        else:
            known = ("declines", "shaded", PLAYS)
            of_part = {"declines": decline_conditions(), "shaded": shaded_conditions()}.get(part, ())
            return _unlike(match, "says nothing of an instruction", (*known, *of_part))
        last = match
    if part == "declines" and not decline:
        return SymbolFault("declines needs a condition", last.start(), last.end(), decline_conditions())
    return CardSymbol(found.card, found.faction, found.symbol, tuple(decline), shaded, plays)


def _unlike(match: re.Match[str], why: str, known: tuple[str, ...]) -> SymbolFault:
    """Return the fault of a word, with the known words that are most like it."""
    word = match[0]
    candidates = nearest(word, known) or known
    return SymbolFault(f'"{shown(word)}" {why}', match.start(), match.end(), candidates)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\s,;]+")


@cache
def _item() -> re.Pattern[str]:
    """Return the pattern of the words between two separators, at least one."""
    return re.compile(r"[^,;]*[^,;\s][^,;]*")
