"""Read the names of cards: `#50`, `#50 Uncle Ho`, or a title alone in a place for a card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from unicodedata import normalize

from fitl_core.facts.card_list import cards
from notation.errors import NotationError
from notation.lexer import Cursor, shown, tokens_of
from notation.parts import LAST_CARD, read_number
from notation.space_names import nearest

_CLOSING = ("=>", "end", "glyph")
_LONGEST = 60
"""A number of letters that is greater than the length of every title."""


def read_card(cursor: Cursor) -> int:
    """Read a card's number after its `#`, and its whole title if that follows."""
    card = read_number(cursor, 1, LAST_CARD, "the number of a card")
    title = tokens_of(cards()[card].title)[:-1]
    if all(_folded(cursor.ahead(i).low) == _folded(token.low) for i, token in enumerate(title)):
        cursor.go(cursor.at + len(title))
    return card


def read_last_card(cursor: Cursor, known: Iterable[int] = range(1, LAST_CARD + 1)) -> int:
    """Read a card at the end of a move: `#50`, `50`, `#50 Uncle Ho`, `#50: Uncle`, or a title alone.

    A title may be cut short. A title alone names one of the `known` cards. Raises `NotationError` if number
    and title do not match.
    """
    if cursor.skip("#") or cursor.now.kind == "number":
        card = read_number(cursor, 1, LAST_CARD, "the number of a card")
        first = cursor.at
        words = _rest(cursor)
        if cursor.at > first and not (words and _title(card).startswith(words)):
            raise _wrong_title(cursor, first, card, words)
        return card
    first = cursor.at
    words = _rest(cursor)
    matching_cards = [card for card in known if words and _title(card).startswith(words)]
    if len(matching_cards) == 1:
        return matching_cards[0]
    likely = matching_cards or _likest(words, known)
    cursor.go(first)
    near = tuple([_named(card) for card in likely[:4]])
    raise cursor.expected("a card", hint="as in #124", candidates=near)


def cards_called(name: str) -> tuple[int, ...]:
    """Return the cards that a number or words name: the whole title, beginnings of its words, or like it.

    >>> cards_called("sihanouk"), cards_called("green ber"), cards_called("68")
    ((75,), (68,), (68,))
    """
    if name.isdecimal():
        return (int(name),) if 1 <= int(name[:9]) <= LAST_CARD else ()
    sought = " ".join([_folded(token.low) for token in tokens_of(name[: 2 * _LONGEST]) if token.text])
    known = range(1, LAST_CARD + 1)
    whole = tuple([card for card in known if _title(card) == sought])
    return (
        whole
        or tuple([card for card in known if _begun(sought.split(), _title(card))])
        or tuple(_likest(sought, known))
    )


def _begun(words: list[str], title: str) -> bool:
    """Check whether each of the words begins a word of the title."""
    return bool(words) and all(any(one.startswith(word) for one in title.split()) for word in words)


def _rest(cursor: Cursor) -> str:
    """Read everything up to the end of the move.

    Return its words and numbers in the form for comparing titles.
    """
    words: list[str] = []
    while cursor.now.kind not in _CLOSING:
        token = cursor.take()
        if token.kind in ("word", "number") and len(words) <= _LONGEST:
            words.append(_folded(token.low))
    return " ".join(words)


def _wrong_title(cursor: Cursor, first: int, card: int, words: str) -> NotationError:
    """Return the fault of the words after a card's number that are not its title."""
    last = cursor.at - 1
    likely = [other for other in _likest(words, range(1, LAST_CARD + 1)) if other != card]
    near = tuple([_named(one) for one in (card, *likely[:2])])
    if not likely and not nearest(words, [_title(card)]):
        cursor.go(first)
        hint = f"each entry needs its own line; only its title can follow a card: {near[0]}"
        return cursor.expected("the end of the line, => or a comment", hint=hint)
    start, end = cursor.tokens[first].start, cursor.tokens[last].end
    message = f'card {card} is {cards()[card].title}, not "{shown(cursor.line.text[start:end])}"'
    return cursor.fault("card-title", message, first, last, candidates=near)


def _likest(words: str, known: Iterable[int]) -> list[int]:
    """Return the cards with titles most like these words, best first."""
    titles = {_title(card): card for card in reversed(list(known))}
    return [titles[title] for title in nearest(words, titles)]


def _named(card: int) -> str:
    return f"#{card} {cards()[card].title}"


@cache
def _title(card: int) -> str:
    """Return a title in the form for comparing titles."""
    tokens = tokens_of(cards()[card].title)
    return " ".join([_folded(token.low) for token in tokens if token.kind in ("word", "number")])


def _folded(word: str) -> str:
    """Return a word without accents and apostrophes."""
    plain = word.replace("'", "")
    if plain.isascii():
        return plain
    return "".join([char for char in normalize("NFKD", plain) if char.isascii()])
