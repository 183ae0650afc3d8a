"""Read the parts of a position one by one. A fault in one part does not hide the faults of later parts.

Read `notation.position_reader` next.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.position import InSpace
from notation.claim_reader import CONTROL
from notation.errors import Faults, NotationError, TooManyFaults
from notation.lexer import Cursor, shown
from notation.parts import LAST_CARD, MAX_NUMBER, exact_space, read_count, read_number, read_space
from notation.position_words import (
    BOXES,
    FIELD_OF,
    FLAGS,
    KEYS,
    PAIRS,
    SAME_PHASE,
    TRACKS,
    WORDS,
)
from notation.position_words import (
    FACTIONS as OF_FACTIONS,
)
from notation.space_names import nearest

Found = TypeVar("Found")
_LEVELS = {level.lower(): level for level in Level}
_EXAMPLES = {"done": "VC:event", "revealed": "VC:agenda"}


class PartReader:
    """Reads one part, and collects its faults in `faults`."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.faults: Faults = Faults()

    def read(self) -> tuple[str, Any] | None:
        """Return the name of the part (a space's id, a track, a field) and its value.

        Return None if a fault leaves them open.
        """
        try:
            key = self._key()
            if key is None:
                in_space = self._space()
                return in_space.space, in_space
            value = self._value(key)
            if self.cursor.now.kind != "end":
                raise self.cursor.expected("a semicolon")
        except TooManyFaults:
            return None
        except NotationError as fault:
            with suppress(TooManyFaults):
                self.faults.append(fault)
            return None
        return FIELD_OF.get(key, key), value

    def _key(self) -> str | None:
        """Read the word that opens the part. Return None, and read nothing, if it is not one of `KEYS`."""
        first = self.cursor.at
        key = self._word()[0].lower()
        if key in KEYS:
            return key
        self.cursor.go(first)
        return None

    def _value(self, key: str) -> Any:
        if self._skip_none(key):
            return None if key in ("next", "held", "winner", "ended") else ()
        if key in ("available", *BOXES):
            return self._pieces(least=0 if key == "available" else 1)
        if key in TRACKS or key == "withdrawn":
            what = "a number of pieces" if key == "withdrawn" else f"the figure of {key}"
            return read_number(self.cursor, 0, MAX_NUMBER, what)
        if key in FLAGS:
            return not self.cursor.skip_word("no")
        if key in OF_FACTIONS:
            return self._each(self._faction)
        if key in PAIRS:
            return self._each(lambda: self._pair(key))
        if key in ("leaders", "played"):
            return self._each(self._card)
        if key == "next":
            return self._single(self._card)
        if key in WORDS:
            return self._single(lambda: self._one_of(WORDS[key]))
        return self._each(self._effort) if key == "pacified" else self._held()

    def _skip_none(self, key: str) -> bool:
        """Read the word `none` if it empties this part, and return whether it does."""
        alone = self.cursor.ahead().kind == "end"
        if key in (*TRACKS, *FLAGS, "withdrawn", "phase", "policy") or not alone:
            return False
        return self.cursor.skip_word("none")

    def _each(self, read: Callable[[], Found]) -> tuple[Found, ...]:
        """Read all items up to the end of the part, without those that have a fault."""
        items = []
        while self.cursor.now.kind != "end":
            if self.cursor.skip(","):
                continue
            first = self.cursor.at
            try:
                items.append(read())
            except NotationError as fault:
                self.faults.append(fault)
                self._recover(first)
        return tuple(items)

    def _recover(self, first: int) -> None:
        """Go on at the next word after white space or a comma, but not at the start of the fault."""
        if self.cursor.at == first:
            self.cursor.take()
        while self.cursor.now.kind not in (",", "end") and not self.cursor.now.gap:
            self.cursor.take()

    def _single(self, read: Callable[[], Found]) -> Found | None:
        first = self.cursor.at
        items = self._each(read)
        if len(items) == 1 or self.faults:
            return items[0] if items else None
        last = max(first, self.cursor.at - 1)
        raise self.cursor.fault("unexpected", f"one word is expected here, not {len(items)}", first, last)

    # -- a space ------------------------------------------------------------------------------------

    def _space(self) -> InSpace:
        space = self._name()
        self.cursor.skip(":")
        pieces: list[Count] = []
        figures: dict[str, Any] = {}

        def read_item() -> None:
            cursor, first = self.cursor, self.cursor.at
            value: Any
            if cursor.skip_word("terror"):
                figure, value = "terror", read_number(cursor, 1, MAX_NUMBER, "a number of markers")
            elif cursor.skip_word("sabotage"):
                figure, value = "sabotage", True
            elif cursor.skip_word("control"):
                figure, value = "control", self._control()
            elif cursor.now.kind == "word" and cursor.now.low in _LEVELS and cursor.now.text.isupper():
                figure, value = "level", _LEVELS[cursor.take().low]
            else:
                pieces.append(read_count(cursor))
                return
            if figure in figures:
                message = f"the {figure} of {spaces_by_id()[space].name} stands here a second time"
                raise cursor.fault("position-twice", message, first, cursor.at - 1)
            figures[figure] = value

        self._each(read_item)
        return InSpace(space, in_kind_order(pieces), **figures)

    def _name(self) -> str:
        """Read the name of a space. The fault of an unknown name suggests words that open a part, too."""
        first = self.cursor.at
        if self.cursor.now.kind != "word" or exact_space(self.cursor) is not None:
            self.cursor.go(first)
            return read_space(self.cursor)
        word = self._word()[0]
        last = self.cursor.at - 1
        self.cursor.go(first)
        try:
            return read_space(self.cursor)
        except NotationError as fault:
            keys = nearest(word, KEYS)
            if fault.code != "space-unknown" or not keys:
                raise
            message = f'no space and no part of a position is called "{shown(word)}"'
            near = (*keys, *fault.candidates)
            raise self.cursor.fault("word-unknown", message, first, last, candidates=near) from None

    def _control(self) -> ControlName:
        control = CONTROL.get(self.cursor.now.low)
        if control is None:
            raise self.cursor.expected("COIN, NVA or none")
        self.cursor.take()
        return control

    # -- lists --------------------------------------------------------------------------------------

    def _pieces(self, least: int) -> tuple[Count, ...]:
        counts = self._each(lambda: read_count(self.cursor, least=least))
        return in_kind_order(counts, keep_none=least == 0)

    def _effort(self) -> tuple[str, int]:
        space = read_space(self.cursor)
        if not self.cursor.skip(":"):
            raise self.cursor.expected('":" and the levels', hint="as in pacified Hue:2 QTr:0")
        return space, read_number(self.cursor, 0, 2, "levels")

    def _held(self) -> tuple[tuple[str, ControlName], ...]:
        control: ControlName = "none"
        named: set[str] = set()

        def read_item() -> tuple[str, ControlName] | None:
            nonlocal control
            for whose in ("coin", "nva"):
                if self.cursor.skip_word(whose):
                    control = CONTROL[whose]
                    return None
            if control == "none":
                hint = "as in held COIN Sai Hue NVA QTr"
                raise self.cursor.expected("COIN or NVA and its spaces", hint=hint)
            first = self.cursor.at
            space = read_space(self.cursor)
            if space in named:
                message = f"{spaces_by_id()[space].name} stands here a second time"
                raise self.cursor.fault("position-twice", message, first, self.cursor.at - 1)
            named.add(space)
            return space, control

        order = list(spaces_by_id())
        entries = [entry for entry in self._each(read_item) if entry is not None]
        return tuple(sorted(entries, key=lambda entry: order.index(entry[0])))

    # -- words --------------------------------------------------------------------------------------

    def _word(self) -> tuple[str, int]:
        """Read the text up to white space or a comma. Return it with the index of its first token."""
        cursor, first = self.cursor, self.cursor.at
        while cursor.now.kind not in (",", "end") and (cursor.at == first or not cursor.now.gap):
            cursor.take()
        tokens = cursor.tokens[first : cursor.at]
        return cursor.line.plain[tokens[0].start : tokens[-1].end] if tokens else "", first

    def _pair(self, key: str) -> tuple[Any, str]:
        text, first = self._word()
        what, colon, second = text.partition(":")
        if not colon:
            example = _EXAMPLES.get(key, "17:unshaded")
            message = f'"{shown(text)}" has no colon'
            raise self.cursor.fault(
                "unexpected", message, first, self.cursor.at - 1, hint=f"as in {key} {example}"
            )
        of_cards = key in ("capabilities", "momentum")
        named = self._card_of(what, first) if of_cards else self._faction_of(what, first)
        return named, self._known(second.lower(), PAIRS[key], first)

    def _faction(self) -> Faction:
        return self._faction_of(*self._word())

    def _faction_of(self, word: str, first: int) -> Faction:
        return Faction(self._known(word.upper(), tuple(Faction), first))

    def _one_of(self, known: tuple[str, ...]) -> str:
        word, first = self._word()
        word = next((one for one in known if one.lower() == word.lower()), word.lower())
        return self._known(SAME_PHASE.get(word, word) if known == WORDS["phase"] else word, known, first)

    def _known(self, word: str, known: tuple[str, ...], first: int) -> str:
        if word not in known:
            near = nearest(word, known)
            others = [other for other in known if other not in near]
            message = f'"{shown(word)}" is not known here'
            candidates = (*near, *others)
            raise self.cursor.fault("word-unknown", message, first, self.cursor.at - 1, candidates=candidates)
        return word

    def _card(self) -> int:
        return self._card_of(*self._word())

    def _card_of(self, word: str, first: int) -> int:
        digits = word.removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and 1 <= int(digits) <= LAST_CARD):
            message = f'"{shown(word)}" is not a card from 1 to {LAST_CARD}'
            raise self.cursor.fault("number-range", message, first, self.cursor.at - 1)
        return int(digits)


def in_kind_order(counts: list[Count] | tuple[Count, ...], keep_none: bool = False) -> tuple[Count, ...]:
    """Return pieces in the order of the kinds, each kind once. `keep_none` keeps counts of 0."""
    numbers = {kind: [count.number for count in counts if count.kind is kind] for kind in KINDS}
    return tuple([Count(sum(of), kind) for kind, of in numbers.items() if sum(of) or (of and keep_none)])
