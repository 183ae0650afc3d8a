"""Writing: the canonical text of a log, entry, event, clause or claim.

Everything written here is read back as the same thing; what no text can say (pieces in an unknown
space, a count of 0) raises UnwritableError.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import get_args

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.pieces import Count
from fitl_core.facts.players import ANY_HANDS, players_words, refuse_players
from fitl_core.facts.vocabulary import EVENT_OPTIONS, VERBS, options_of
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
    Digest,
    Event,
    Hold,
    JudgedMove,
    Note,
    Pass,
    Pivotal,
    Play,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from notation.claim_writer import write_claims
from notation.decision_dice import write_dice
from notation.decode import MAX_LINE, Line
from notation.errors import NotationError, UnwritableError
from notation.header import flaw_of, is_tag_name
from notation.lexer import LogicalLine
from notation.log import FORMAT_VERSION, Entry, Log, Tag, Variation
from notation.parts import LAST_EVENT, MAX_NUMBER, MAX_PIECES
from notation.position import read_parts, write_parts
from notation.quoting import escape, write_text
from notation.remarks import seems_a_field, write_remark
from notation.written import code_of, demand, number_of_card, place_of

LONGEST_NAME = 100
"""So many letters has the name of a variation at most."""
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""The annotation glyphs of a move."""
DECEPTION_MARKERS: tuple[DeceptionMarker, ...] = get_args(DeceptionMarker)
"""The Deception markers that a player may reveal."""
_TRACKS = get_args(Track)
_APART = "   "
_AT_ONCE = 2_000
"""So many lines are put together at a time."""


def write(log: Log) -> str:
    """The canonical text of a log. Raises `UnwritableError` for a value that no text can say."""
    flaw = flaw_of(log.tags)
    if flaw:
        raise UnwritableError(flaw[1])
    version = log.tags[0].value
    demand(version == FORMAT_VERSION, f"a log is written in version {FORMAT_VERSION}, not", version)
    parts: list[str] = []
    lines = [*[write_tag(tag) for tag in log.tags], ""]
    for entry in log.entries:
        if isinstance(entry.event, Play) and lines[-1]:
            lines.append("")
        lines += write_entry(entry)
        if len(lines) > _AT_ONCE:  # a part is one text: a million lines take their letters, and no more
            parts.append("\n".join(lines[:-1]) + "\n")
            del lines[:-1]
    return "".join([*parts, "\n".join(lines).rstrip("\n"), "\n"])


def write_tag(tag: Tag) -> str:
    """A header tag: `[Scenario "full"]`."""
    demand(is_tag_name(tag.name), "no tag is called", tag.name)
    return _short(f'[{tag.name} "{escape(tag.value)}"]')


def write_entry(entry: Entry) -> list[str]:
    """The lines of an entry: the event with what stands beside it, its computed lines, its variations."""
    event, claims = entry.event, entry.claims
    alone = event is None or isinstance(event, Note)
    demand(not (alone and (claims or entry.glyph)), "nothing but fields stands beside", entry)
    if event is None:
        demand(entry.comment is not None, "a line without an event is a comment, not", entry)
        line = _behind("; ", write_remark(entry, entry.comment, alone=True))
    elif isinstance(event, Note):
        demand(entry.comment is None, "no comment stands beside", event)
        line = _behind("note ", write_remark(entry, event.text, alone=True))
    else:
        line = _line_of(entry, event)
    computed = [_short(f";= {write_text(text)}".rstrip(" ")) for text in entry.computed]
    return [_short(line), *computed, *[line for one in entry.variations for line in _lines_of(one)]]


def is_name_of_variation(name: str) -> bool:
    """Whether a variation can be called so: a short text that is no move and closes no bracket."""
    moves = any(name.lower().startswith(f"{faction.lower()} ") for faction in Faction)
    return len(name) <= LONGEST_NAME and not name.endswith(")") and not moves


def _lines_of(variation: Variation) -> list[str]:
    """A variation: ( and its name, its entries, )."""
    demand(is_name_of_variation(variation.name), "no variation is called", variation.name)
    demand(any(entry.event is not None for entry in variation.entries), "no variation is without", "an event")
    for entry in variation.entries:
        demand(not isinstance(entry.event, Void | Amend), "in no variation stands", entry.event)
    inside = [line for entry in variation.entries for line in write_entry(entry)]
    return [_behind("( ", write_text(variation.name)), *inside, ")"]


def _line_of(entry: Entry, event: Event) -> str:
    """The line of an event with glyph, claims and comment."""
    claims = entry.claims
    if isinstance(event, Stand):
        demand(not claims, "the figures of a move let stand are its own; beside it stand no", claims)
        line, claims = f"ruling stand {_move(event.move, JudgedMove)}", event.claims
    else:
        line = write_event(event)
    if entry.glyph:
        demand(entry.glyph in GLYPHS, "no glyph is", entry.glyph)
        line += f" {entry.glyph}"
    if claims:
        line += f"{_APART}=> {write_claims(claims)}"
    remark = write_remark(entry, entry.comment)
    return line if remark is None else line + _APART + _behind("; ", remark)


def _behind(opening: str, remark: str | None) -> str:
    return f"{opening}{remark or ''}".rstrip(" ")


def write_event(event: Event) -> str:
    """The canonical text of an event. Raises `UnwritableError` for a value that no text can say.

    >>> from fitl_core.facts.factions import US
    >>> write_event(Action(US, (Segment("train", (At("saigon"),)),), limop=True))
    'US   limop train Sai'
    >>> write_event(Amend(12, Pass(US))), write_event(Void(12)), write_event(Void())
    ('amend 12 US   pass', 'void 12', 'void')
    """
    match event:
        case Digest(recorded):
            demand(is_digest(recorded), "no digest is", recorded)
            return f"digest {recorded}"
        case Note(text):
            return f"note {write_text(text, seems_a_field)}".rstrip(" ")
        case Void(number):
            return "void" if number is None else f"void {_number_of_event(number)}"
        case Amend(number, move):
            return f"amend {_number_of_event(number)} {_move(move, AnyMove)}"
        case Correct():
            return f'correct "{_parts(event)}"'
        case Stand(move, claims):
            figures = f"{_APART}=> {write_claims(claims)}" if claims else ""
            return f"ruling stand {_move(move, JudgedMove)}{figures}"
        case _:
            return _move(event, AnyMove)


def _move(event: AnyMove, kinds: UnionType) -> str:
    """The text of a move that is of one of these kinds."""
    demand(isinstance(event, kinds), "no move that could stand there is", event)
    match event:
        case Action(faction, parts, limop):
            demand(bool(parts), "an action has a verb, not", event)
            told = " | ".join([write_segment(segment) for segment in parts])
            return f"{faction:<4} {'limop ' if limop else ''}{told}"
        case Play(card):
            return f"#{number_of_card(card)}"
        case Reveal(card):
            return f"next #{number_of_card(card)}" if card else "next none"
        case RevealMarker(faction, marker):
            demand(marker in DECEPTION_MARKERS, "no marker is called", marker)
            return f"{faction:<4} reveal {marker}"
        case Pivotal(faction, card):
            return f"{faction:<4} pivotal #{number_of_card(card)}"
        case DecisionDice():
            text = write_dice(event)
            if text is None:
                raise UnwritableError(f"no dice of a decision are {event!r}"[:300])
            return text
        case ShareOut(players):
            demand(
                refuse_players(players, (ANY_HANDS,)) is None, "the Factions are not shared out as", players
            )
            return f"players {players_words(players)}"
        case Pass(faction) | Waive(faction) | Hold(faction):
            return f"{faction:<4} {type(event).__name__.lower()}"


def _parts(event: Correct) -> str:
    """The parts of a position that a correction names; they must be just those that it has."""
    try:
        text = write_parts(event.named, event.position)
        read = read_parts(LogicalLine("tag", Line(1, text, text)))
    except (NotationError, AttributeError, KeyError):
        read = None
    if read is None or read != (event.named, event.position) or not event.named:
        raise UnwritableError(f"no parts of a position are {event.named!r}"[:300])
    return text


def write_segment(segment: Segment) -> str:
    """A verb with its clauses.

    A comma stands before a clause that names another space than the last one named, unless what
    stands directly before it opens it: a Faction's tag, or an option that is also a verb (`pacify`).
    """
    demand(segment.verb in VERBS, "no verb is called", segment.verb)
    out = [segment.verb]
    last = ""
    opened = False
    for clause in segment.clauses:
        demand(not isinstance(clause, Verb), "no verb stands among clauses:", clause)
        fits = not isinstance(clause, Option) or clause.name in options_of(segment.verb)
        demand(fits, f"no option of {segment.verb} is", clause)
        space = _space_of(clause)
        out.append(", " if last and space and space[0] != last and not opened else " ")
        out.append(write_clause(clause))
        last = space[1] if space else last
        opened = isinstance(clause, By) or (isinstance(clause, Option) and clause.name in VERBS)
    return "".join(out)


def is_digest(text: str) -> bool:
    """Whether a text is a digest: hexadecimal digits in small letters, perhaps behind a version.

    >>> is_digest("2:9f86d081884c7d65"), is_digest("9f86d081884c7d65"), is_digest("2:")
    (True, True, False)
    """
    version, colon, digits = text.rpartition(":")
    versioned = (version.isascii() and version.isdecimal() and len(version) <= 3) if colon else True
    return versioned and 0 < len(digits) <= 128 and all(char in "0123456789abcdef" for char in digits)


def write_clause(clause: Clause) -> str:
    """The canonical text of a clause. Raises `UnwritableError` for a value that no text can say.

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
            clause.track in _TRACKS and abs(clause.change) <= MAX_NUMBER, "no change of a track is", clause
        )
        where = f"{code_of(clause.space)}:" if clause.space else ""
        return f"{where}{clause.track}{clause.change:+d}"
    if isinstance(clause, Option):
        demand(clause.name in EVENT_OPTIONS, "no option is called", clause.name)
        return clause.name
    if isinstance(clause, Roll):
        demand(1 <= clause.die <= 6, "no die shows", clause.die)
        return f"{{{clause.die}}}"
    if isinstance(clause, ChooseCard):
        return f"#{number_of_card(clause.card)}"
    if isinstance(clause, ChooseFaction):
        return str(clause.faction)
    if isinstance(clause, By):
        return f"{clause.faction}:"
    return clause.name


def _space_of(clause: Clause) -> tuple[str, str] | None:
    """The first and the last space that a clause names."""
    if isinstance(clause, Move):
        return (clause.path[0], clause.path[-1]) if clause.path else None
    space = getattr(clause, "space", "")
    return (space, space) if space else None


def _groups(sign: str, counts: Iterable[Count]) -> str:
    text = "".join([sign + _count(count) for count in counts])
    demand(bool(text), "a clause about pieces names some, not", counts)
    return text


def _count(count: Count) -> str:
    demand(1 <= count.number <= MAX_PIECES, "no number of pieces is", count.number)
    return f"{count.number if count.number > 1 else ''}{count.kind.code}"


def _number_of_event(number: int) -> int:
    demand(1 <= number <= LAST_EVENT, "no event has the number", number)
    return number


def _short(line: str) -> str:
    if len(line) > MAX_LINE:
        raise UnwritableError(
            f"a line has at most {MAX_LINE:,} characters; this one would have {len(line):,}"
        )
    return line
