"""State the symbol of a card in the header of a game file (8.4.1). The rest of the file does not change."""

from __future__ import annotations

import notation
from fitl_core.errors import Violation
from fitl_core.facts.card_symbols import CardSymbol, refuse_symbols, with_stated
from fitl_core.game.files import Game, LogFile, play_log, read_log
from notation import Log, Tag
from notation.old import new_tags
from notation.stated_symbols import write_symbols
from notation.writer import write_tag

TAG = "Symbols"
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def symbol_stated(game: Game, stated: CardSymbol) -> Game:
    """Return a game whose header also has this symbol. `log.raw` of the result is the new file.

    An earlier symbol of the same card and Faction is replaced. Raises `Violation` if the symbol cannot be,
    and `NotationError` if the file has a fault.
    """
    log = game.log
    sound = log.sound.log
    setup = notation.setup_of(sound)
    symbols = with_stated(setup.symbols, stated)
    refusal = refuse_symbols(symbols, setup.scenario, setup.options, setup.players)
    if refusal is not None:
        raise Violation(refusal)
    value = write_symbols(symbols)
    wanted = _with_tag(sound, Tag(TAG, value))
    raw = _edited(log, wanted, Tag(TAG, value))
    after = read_log(raw, log.name) if raw is not None else None
    if after is None or after.faults or after.sound.log != wanted:
        text = notation.dump(wanted) if log.jsonl else notation.write(wanted)
        after = read_log(text.encode(), log.name)
    return play_log(after)


def _with_tag(log: Log, tag: Tag) -> Log:
    """Return a log with a tag in place of its tag of that name, or as the last one of its header."""
    if log.tag(tag.name) is None:
        tags = (*log.tags, tag)
    else:
        tags = tuple([tag if one.name == tag.name else one for one in log.tags])
    return Log(new_tags(tags, log.entries), log.entries)


def _edited(log: LogFile, wanted: Log, tag: Tag) -> bytes | None:
    """Return the bytes of a file with another header line; None if its lines cannot be told apart."""
    document = log.sound
    encoding = _UTF_16.get(log.raw[:2], "utf-8")
    lines = log.raw.decode(encoding).split("\n")
    if len(lines) != len(log.source):
        return None
    if log.jsonl:
        place = next(i for i, line in enumerate(lines) if line.strip())
        return _with_lines(lines, place, [notation.dump(wanted).split("\n")[0]], encoding)
    names = [one.name for one in document.log.tags]
    stands = tag.name in names
    place = document.tag_places[names.index(tag.name) if stands else len(names) - 1].line - 1
    kept = [] if stands else [lines[place].removesuffix("\r")]
    return _with_lines(lines, place, [*kept, write_tag(tag)], encoding)


def _with_lines(lines: list[str], place: int, new: list[str], encoding: str) -> bytes:
    """Return a text with new lines in place of one, with its line ends."""
    end = "\r" if lines[place].endswith("\r") else ""
    return "\n".join([*lines[:place], *[line + end for line in new], *lines[place + 1 :]]).encode(encoding)
