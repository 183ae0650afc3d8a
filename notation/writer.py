"""Write the canonical text of a log, entry, event or clause. `notation.claim_writer` writes claims.

`notation.reader` reads each text back as an equal value. A value that cannot be written, such as pieces in an
unknown space or a count of 0, raises `UnwritableError`.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import get_args

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import EVENT_OPTIONS, VERBS, options_of
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.pieces import Count
from fitl_core.facts.players import ANY_HANDS, players_words, refuse_players
from fitl_core.record.clauses import (
    Activate,
    At,
    By,
    ChooseCard,
    ChooseFaction,
    Clause,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    SetLevel,
    Track,
    Verb,
)
from fitl_core.record.events import (
    Action,
    Amend,
    AnyMove,
    Correct,
    DecisionDice,
    DigestLine,
    Event,
    Hold,
    JudgedMove,
    Note,
    Pass,
    Pivotal,
    PlayCard,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from notation.claim_writer import write_claims
from notation.decode import MAX_LINE, TextLine
from notation.dice_lines import write_dice
from notation.errors import NotationError, UnwritableError
from notation.header import flaw_of, is_tag_name
from notation.lexer import LogicalLine
from notation.log import READ_VERSIONS, Entry, Log, Tag, Variation, version_for
from notation.parts import LAST_EVENT, MAX_NUMBER, MAX_PIECES
from notation.position_reader import read_parts, write_parts
from notation.quoting import escape, write_text
from notation.remarks import seems_a_field, write_remark
from notation.writing_parts import code_of, demand, number_of_card, place_of

LONGEST_NAME = 100
"""The greatest length of a variation's name, in characters."""
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""The annotation glyphs of a move."""
DECEPTION_MARKERS: tuple[DeceptionMarker, ...] = get_args(DeceptionMarker)
"""The Deception markers that a player may reveal."""
_TRACKS = get_args(Track)
_APART = "   "
_CHUNK_LINES = 2_000
"""The number of lines that `write` joins at a time."""


def write(log: Log) -> str:
    """Return the canonical text of a log. Raise `UnwritableError` for a value that cannot be written."""
    flaw = flaw_of(log.tags)
    if flaw:
        raise UnwritableError(flaw[1])
    parts: list[str] = []
    lines = [*[write_tag(tag) for tag in written_tags(log)], ""]
    for entry in log.entries:
        if isinstance(entry.event, PlayCard) and lines[-1]:
            lines.append("")
        lines += write_entry(entry)
        if len(lines) > _CHUNK_LINES:  # joined chunks need less memory than a list of all lines
            parts.append("\n".join(lines[:-1]) + "\n")
            del lines[:-1]
    return "".join([*parts, "\n".join(lines).rstrip("\n"), "\n"])


def written_tags(log: Log) -> tuple[Tag, ...]:
    """Return the header of a log as it is written: with the version that its tags and entries need.

    Raises `UnwritableError` for a log of an older version.
    """
    first, *others = log.tags
    demand(first.value in READ_VERSIONS[1:], "a log is not written in version", first.value)
    return Tag(first.name, version_for(log.tags, log.entries)), *others


def write_tag(tag: Tag) -> str:
    """Return the line of a header tag: `[Scenario "full"]`."""
    demand(is_tag_name(tag.name), "not a name of a tag:", tag.name)
    return _short(f'[{tag.name} "{escape(tag.value)}"]')


def write_entry(entry: Entry) -> list[str]:
    """Return the lines of an entry: the line of its event, its computed lines, then its variations."""
    event, claims = entry.event, entry.claims
    alone = event is None or isinstance(event, Note)
    demand(
        not (alone and (claims or entry.glyph)), "a note or comment has no claims and no glyph, unlike", entry
    )
    if event is None:
        demand(entry.comment is not None, "a line without an event is a comment, not", entry)
        line = _opened("; ", write_remark(entry, entry.comment, alone=True))
    elif isinstance(event, Note):
        demand(entry.comment is None, "a note cannot have a comment:", event)
        line = _opened("note ", write_remark(entry, event.text, alone=True))
    else:
        line = _line_of(entry, event)
    computed = [_short(f";= {write_text(text)}".rstrip(" ")) for text in entry.computed]
    return [_short(line), *computed, *[line for one in entry.variations for line in _lines_of(one)]]


def is_name_of_variation(name: str) -> bool:
    """Check whether a text can name a variation: it is short, begins like no move and ends in no bracket."""
    moves = any(name.lower().startswith(f"{faction.lower()} ") for faction in Faction)
    return len(name) <= LONGEST_NAME and not name.endswith(")") and not moves


def _lines_of(variation: Variation) -> list[str]:
    """Return the lines of a variation: `(` and its name, its entries, `)`."""
    demand(is_name_of_variation(variation.name), "not a name of a variation:", variation.name)
    demand(
        any(entry.event is not None for entry in variation.entries),
        "a variation has at least one event, unlike",
        variation.name,
    )
    for entry in variation.entries:
        demand(not isinstance(entry.event, Void | Amend), "a variation cannot contain", entry.event)
    inside = [line for entry in variation.entries for line in write_entry(entry)]
    return [_opened("( ", write_text(variation.name)), *inside, ")"]


def _line_of(entry: Entry, event: Event) -> str:
    """Return the line of an event with its glyph, claims and comment."""
    claims = entry.claims
    if isinstance(event, Stand):
        demand(not claims, "the claims of a move let stand belong to the event, not to the entry:", claims)
        line, claims = f"ruling stand {_move(event.move, JudgedMove)}", event.claims
    else:
        line = write_event(event)
    if entry.glyph:
        demand(entry.glyph in GLYPHS, "not a glyph:", entry.glyph)
        line += f" {entry.glyph}"
    if claims:
        line += f"{_APART}=> {write_claims(claims)}"
    remark = write_remark(entry, entry.comment)
    return line if remark is None else line + _APART + _opened("; ", remark)


def _opened(opening: str, remark: str | None) -> str:
    return f"{opening}{remark or ''}".rstrip(" ")


def write_event(event: Event) -> str:
    """Return the canonical text of an event. Raise `UnwritableError` for a value that cannot be written.

    >>> from fitl_core.facts.factions import US
    >>> write_event(Action(US, (Segment("train", (At("saigon"),)),), limop=True))
    'US   limop train Sai'
    >>> write_event(Amend(12, Pass(US))), write_event(Void(12)), write_event(Void())
    ('amend 12 US   pass', 'void 12', 'void')
    """
    match event:
        case DigestLine(recorded):
            demand(is_digest(recorded), "not a digest:", recorded)
            return f"digest {recorded}"
        case Note(text):
            return f"note {write_text(text, seems_a_field)}".rstrip(" ")
        case Void(number):
            return "void" if number is None else f"void {_number_of_event(number)}"
        case Amend(number, move):
            replacing = write_event(move) if isinstance(move, Stand) else _move(move, AnyMove)
            return f"amend {_number_of_event(number)} {replacing}"
        case Correct():
            return f'correct "{_parts(event)}"'
        case Stand(move, claims):
            figures = f"{_APART}=> {write_claims(claims)}" if claims else ""
            return f"ruling stand {_move(move, JudgedMove)}{figures}"
        case _:
            return _move(event, AnyMove)


def _move(event: AnyMove, kinds: UnionType) -> str:
    """Return the text of a move. Raise `UnwritableError` unless it is of one of these kinds."""
    demand(isinstance(event, kinds), "not a move that can stand here:", event)
    match event:
        case Action(faction, parts, limop):
            demand(bool(parts), "an action has a verb, unlike", event)
            segments = " | ".join([write_segment(segment) for segment in parts])
            return f"{faction:<4} {'limop ' if limop else ''}{segments}"
        case PlayCard(card):
            return f"#{number_of_card(card)}"
        case Reveal(card):
            return f"next #{number_of_card(card)}" if card else "next none"
        case RevealMarker(faction, marker):
            demand(marker in DECEPTION_MARKERS, "not a Deception marker:", marker)
            return f"{faction:<4} reveal {marker}"
        case Pivotal(faction, card):
            return f"{faction:<4} pivotal #{number_of_card(card)}"
        case DecisionDice():
            text = write_dice(event)
            if text is None:
                raise UnwritableError(f"not the dice of a decision: {event!r}"[:300])
            return text
        case ShareOut(players):
            demand(
                refuse_players(players, (ANY_HANDS,)) is None,
                "the Factions cannot be shared out as",
                players,
            )
            return f"players {players_words(players)}"
        case Pass(faction) | Waive(faction) | Hold(faction):
            return f"{faction:<4} {type(event).__name__.lower()}"


def _parts(event: Correct) -> str:
    """Return the text of the parts that a correction names.

    Raise `UnwritableError` if its position has other parts than those, or if it names none.
    """
    try:
        text = write_parts(event.named, event.position)
        read = read_parts(LogicalLine("tag", TextLine(1, text, text)))
    except (NotationError, AttributeError, KeyError):
        read = None
    if read is None or read != (event.named, event.position) or not event.named:
        raise UnwritableError(f"not parts of a position: {event.named!r}"[:300])
    return text


def write_segment(segment: Segment) -> str:
    """Return the text of a verb with its clauses.

    A comma precedes a clause that names another space than the clause before. No comma follows
    a Faction's tag or an option that is also a verb (`pacify`): they open the next clause.
    """
    demand(segment.verb in VERBS, "not a verb:", segment.verb)
    out = [segment.verb]
    last = ""
    opened = False
    for clause in segment.clauses:
        demand(not isinstance(clause, Verb), "a verb cannot stand among clauses:", clause)
        fits = not isinstance(clause, Option) or clause.name in options_of(segment.verb)
        demand(fits, f"not an option of {segment.verb}:", clause)
        space = _space_of(clause)
        out.append(", " if last and space and space[0] != last and not opened else " ")
        out.append(write_clause(clause))
        last = space[1] if space else last
        opened = isinstance(clause, By) or (isinstance(clause, Option) and clause.name in VERBS)
    return "".join(out)


def is_digest(text: str) -> bool:
    """Check whether a text is a digest: hexadecimal digits in small letters, with or without a version.

    >>> is_digest("2:9f86d081884c7d65"), is_digest("9f86d081884c7d65"), is_digest("2:")
    (True, True, False)
    """
    version, colon, digits = text.rpartition(":")
    versioned = (version.isascii() and version.isdecimal() and len(version) <= 3) if colon else True
    return versioned and 0 < len(digits) <= 128 and all(char in "0123456789abcdef" for char in digits)


def write_clause(clause: Clause) -> str:
    """Return the canonical text of a clause. Raise `UnwritableError` for a value that cannot be written.

    >>> from fitl_core.facts.pieces import Kind
    >>> write_clause(Replace("saigon", (Count(2, Kind.VG_ACTIVE),), (Count(1, Kind.VB),)))
    'Sai-2vg*+vb'
    """
    if isinstance(clause, At):
        return code_of(clause.space)
    if isinstance(clause, Place):
        source = "" if clause.source == "available" else f"<{place_of(clause.source)}"
        return code_of(clause.space) + _groups("+", clause.pieces) + source
    if isinstance(clause, Remove):
        to = f">{place_of(clause.to)}" if clause.to else ""
        return code_of(clause.space) + _groups("-", clause.pieces) + to
    if isinstance(clause, Move):
        demand(len(clause.path) > 1, "a path has two spaces or more, not", clause.path)
        return ">".join([code_of(space) for space in clause.path]) + ":" + _groups("+", clause.pieces)[1:]
    if isinstance(clause, Rebox):
        return f"{place_of(clause.source)}>{place_of(clause.to)}:" + _groups("+", clause.pieces)[1:]
    if isinstance(clause, Replace):
        return code_of(clause.space) + _groups("-", clause.pieces) + _groups("+", clause.by)
    if isinstance(clause, Activate):
        return code_of(clause.space) + _groups("*", clause.pieces)
    if isinstance(clause, Hide):
        return code_of(clause.space) + _groups("~", clause.pieces)
    if isinstance(clause, SetLevel):
        return f"{code_of(clause.space)}={clause.level}"
    if isinstance(clause, Number):
        demand(
            clause.track in _TRACKS and abs(clause.change) <= MAX_NUMBER,
            "not a change of a track:",
            clause,
        )
        where = f"{code_of(clause.space)}:" if clause.space else ""
        return f"{where}{clause.track}{clause.change:+d}"
    if isinstance(clause, Option):
        demand(clause.name in EVENT_OPTIONS, "not an option:", clause.name)
        return clause.name
    if isinstance(clause, Roll):
        demand(1 <= clause.die <= 6, "a die cannot show", clause.die)
        return f"{{{clause.die}}}"
    if isinstance(clause, ChooseCard):
        return f"#{number_of_card(clause.card)}"
    if isinstance(clause, ChooseFaction):
        return str(clause.faction)
    if isinstance(clause, By):
        return f"{clause.faction}:"
    return clause.name


def _space_of(clause: Clause) -> tuple[str, str] | None:
    """Return the first and the last space that a clause names, or None if it names none."""
    if isinstance(clause, Move):
        return (clause.path[0], clause.path[-1]) if clause.path else None
    space = getattr(clause, "space", "")
    return (space, space) if space else None


def _groups(sign: str, counts: Iterable[Count]) -> str:
    text = "".join([sign + _count(count) for count in counts])
    demand(bool(text), "a clause about pieces names at least one, not", counts)
    return text


def _count(count: Count) -> str:
    demand(1 <= count.number <= MAX_PIECES, "not a number of pieces:", count.number)
    return f"{count.number if count.number > 1 else ''}{count.kind.code}"


def _number_of_event(number: int) -> int:
    demand(1 <= number <= LAST_EVENT, "not a number of an event:", number)
    return number


def _short(line: str) -> str:
    if len(line) > MAX_LINE:
        raise UnwritableError(
            f"a line has at most {MAX_LINE:,} characters; this one would have {len(line):,}"
        )
    return line
