"""Read one line of a game: the event, then a glyph, then claims. Read `notation.clause_reader` next."""

from __future__ import annotations

from typing import get_args

from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import told
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import ANY_HANDS, refuse_players
from fitl_core.record.claims import Claim
from fitl_core.record.clauses import By, Clause
from fitl_core.record.events import (
    Action,
    Amend,
    AnyMove,
    Correct,
    DigestLine,
    Event,
    Hold,
    JudgedMove,
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
from notation.claim_reader import read_claims
from notation.clause_reader import read_clauses, read_verb
from notation.dice_lines import read_dice
from notation.errors import Faults, NotationError, TooManyFaults
from notation.lexer import Cursor, shown
from notation.log import EntryPlace, Span
from notation.parts import LAST_EVENT, faction_of, read_number
from notation.position_reader import scan_parts
from notation.tag_values import players_of
from notation.titles import read_last_card
from notation.writer import DECEPTION_MARKERS, GLYPHS, is_digest

_KINDS: dict[str, type[Pass | Waive | Hold]] = {"pass": Pass, "waive": Waive, "hold": Hold}
_KINDS |= {told(word): kind for word, kind in _KINDS.items()}
_CLOSING = ("=>", "end")
USE_NOTE = "free text goes after note"


class EntryReader:
    """Reads one entry, and collects its faults in `faults`."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.faults: Faults = Faults()
        self.claims: list[Claim] = []
        self.glyph: str = ""
        self._clause_places: list[Span] = []
        self._claim_places: list[Span] = []

    def event(self) -> Event | None:
        """Read the whole line and return its event, or None if the event has a fault."""
        try:
            return self._line()
        except TooManyFaults:
            return None

    def _line(self) -> Event | None:
        event: Event | None = None
        try:
            event = self._head()
            self._glyph()
            if not self.faults and self.cursor.now.kind not in _CLOSING:
                what = "the end of the line, => or a comment"
                raise self.cursor.expected(what, hint="each entry needs its own line")
        except NotationError as fault:
            self.faults.append(fault)
        sound = not self.faults
        while self.cursor.now.kind not in _CLOSING:
            self.cursor.take()
        if self.cursor.skip("=>"):
            for claim, span in read_claims(self.cursor, self.faults):
                self.claims.append(claim)
                self._claim_places.append(span)
        stand = event.move if isinstance(event, Amend) else event
        if isinstance(stand, Stand):  # its figures belong to the event, not to the entry
            stand = Stand(stand.move, tuple(self.claims))
            event = Amend(event.number, stand) if isinstance(event, Amend) else stand
            sound = not self.faults
            self.claims = []
        return event if sound else None

    def place(self, whole: Span) -> EntryPlace:
        """Return the places of the parts that were read."""
        return EntryPlace(whole, tuple(self._clause_places), tuple(self._claim_places))

    def _glyph(self) -> None:
        token = self.cursor.now
        if token.kind != "glyph":
            return
        if token.text not in GLYPHS:
            message = f'"{shown(token.text)}" is not a glyph'
            raise self.cursor.fault("glyph-unknown", message, candidates=GLYPHS)
        self.glyph = token.text
        self.cursor.take()

    def _head(self) -> Event:
        cursor = self.cursor
        if (move := self._move()) is not None:
            return move
        word = cursor.take().low
        if word == "void":
            number = _number_of_event(cursor) if cursor.now.kind == "number" else None
            if cursor.now.kind not in (*_CLOSING, "glyph"):
                raise cursor.expected("the number of an event", hint=f"as in void 12; {USE_NOTE}")
            return Void(number)
        if word == "amend":
            number = _number_of_event(cursor, f"as in amend 12 VC pass; {USE_NOTE}")
            if cursor.skip_word("ruling"):
                return Amend(number, self._stand())
            if (move := self._move()) is None:
                raise cursor.expected("a move", hint="as in amend 12 VC pass")
            return Amend(number, move)
        if word == "ruling":
            return self._stand()
        return self._correct() if word == "correct" else self._digest()

    def _move(self) -> AnyMove | None:
        """Read a move. Return None, and read nothing, if no move begins here."""
        cursor = self.cursor
        faction = faction_of(cursor.now)
        if faction:
            cursor.take()
            cursor.skip(":")
            return self._of_faction(faction)
        if cursor.now.kind == "#":
            return PlayCard(read_last_card(cursor))
        if cursor.skip_word("dice"):
            return read_dice(cursor)
        if cursor.skip_word("players"):
            return self._players()
        if cursor.skip_word("next"):
            if cursor.skip_word("none"):
                return Reveal(0)
            return Reveal(read_last_card(cursor))
        return None

    def _players(self) -> ShareOut:
        """Read the Factions of each player, written as in the header's tag."""
        cursor = self.cursor
        cursor.skip(":")
        first = cursor.at
        while cursor.now.kind not in (*_CLOSING, "glyph"):
            cursor.take()
        text = "".join([f"{' ' * token.gap}{token.text}" for token in cursor.tokens[first : cursor.at]])
        players = players_of(text)
        if players is None or refuse_players(players, (ANY_HANDS,)) is not None:
            cursor.go(first)
            what = "the players by their Factions (1.5)"
            raise cursor.expected(what, hint="as in players US+ARVN NVA, or players none")
        return ShareOut(players)

    def _stand(self) -> Stand:
        """Read a move let stand, without the figures after `=>`."""
        cursor = self.cursor
        hint = f"as in ruling stand VC tax Sai => VC 9; {USE_NOTE}"
        if not cursor.skip_word("stand"):
            raise cursor.expected("stand and a move", hint=hint)
        first = cursor.at
        move = self._move()
        if not isinstance(move, get_args(JudgedMove)):
            cursor.go(first)
            raise cursor.expected("an action, a Pass, a card revealed or a Pivotal Event", hint=hint)
        return Stand(move)

    def _correct(self) -> Correct:
        """Read parts of a position between quotes."""
        cursor = self.cursor
        first = cursor.at
        hint = 'as in correct "Hue 2at PS; aid 9"'
        if not cursor.skip('"'):
            raise cursor.expected("a quotation with the parts of a position", hint=hint)
        while cursor.now.kind not in ('"', "end"):
            cursor.take()
        start, end = cursor.tokens[first].end, cursor.now.start
        if not cursor.skip('"'):
            raise cursor.expected("the closing quote", hint=hint)
        parts = scan_parts(cursor.line.stretch(start, end))
        self.faults.extend(parts.faults)
        if not (parts.named or parts.faults):
            raise cursor.fault("unfinished", "the quotation names no part of a position", first, hint=hint)
        self._clause_places += [parts.places[name] for name in parts.named]
        return Correct(parts.named, parts.position)

    def _digest(self) -> DigestLine:
        cursor = self.cursor
        first = cursor.at
        while cursor.now.kind in ("word", "number", ":") and (cursor.at == first or not cursor.now.gap):
            cursor.take()
        text = "".join([token.low for token in cursor.tokens[first : cursor.at]])
        if not is_digest(text):
            cursor.go(first)
            raise cursor.expected("a digest", hint="a digest is written in the digits 0-9 and a-f")
        return DigestLine(text)

    def _of_faction(self, faction: Faction) -> AnyMove:
        cursor = self.cursor
        simple = _KINDS.get(cursor.now.low) if cursor.now.kind == "word" else None
        if simple:
            cursor.take()
            return simple(faction)
        if cursor.skip_word("reveal", "reveals"):
            return RevealMarker(faction, self._marker())
        if cursor.skip_word("pivotal"):
            return Pivotal(faction, read_last_card(cursor, pivotal_cards().values()))
        limop = cursor.skip_word("limop")
        segments = [self._segment(faction)]
        while cursor.skip("|"):
            segments.append(self._segment(faction))
        return Action(faction, tuple(segments), limop)

    def _marker(self) -> DeceptionMarker:
        named_marker = next((marker for marker in DECEPTION_MARKERS if self.cursor.skip_word(marker)), None)
        if named_marker is None:
            raise self.cursor.expected("a Deception marker", candidates=DECEPTION_MARKERS)
        return named_marker

    def _segment(self, speaker: Faction) -> Segment:
        """Read a verb and its clauses.

        They are the speaker's, or those of a Faction whose tag stands among them.
        """
        cursor = self.cursor
        first = cursor.at
        try:
            verb = read_verb(cursor)
        except NotationError as fault:
            self.faults.append(fault)
            verb = ""
            self._recover(first)
        self._clause_places.append(cursor.span_from(first))
        clauses: list[Clause] = []
        while cursor.now.kind not in ("|", "=>", "glyph", "end"):
            if cursor.skip(","):
                continue
            first = cursor.at
            try:
                for clause in read_clauses(cursor, verb, speaker):
                    speaker = clause.faction if isinstance(clause, By) else speaker
                    clauses.append(clause)
                    self._clause_places.append(cursor.span_from(first))
            except NotationError as fault:
                self.faults.append(fault)
                self._recover(first)
        return Segment(verb, tuple(clauses))

    def _recover(self, first: int) -> None:
        """Go on at the next word after white space, a comma or a bar, but not at the start of the fault."""
        cursor = self.cursor
        if cursor.at == first:
            cursor.take()
        while cursor.now.kind not in ("|", ",", "=>", "end", "glyph"):
            if cursor.now.gap and cursor.now.kind in ("word", "{", "#"):
                return
            cursor.take()


def _number_of_event(cursor: Cursor, hint: str = "") -> int:
    if cursor.now.kind != "number":
        raise cursor.expected("the number of an event", hint=hint)
    return read_number(cursor, 1, LAST_EVENT, "the number of an event")
