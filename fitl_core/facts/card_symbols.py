"""The symbols on the printed cards for Non-players (8.4.1), as far as the data know them.

The holder of the cards can state a symbol that the data lack. Read next `record.setup`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.data import once, read
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.options import ANY_DECK, PERIOD_EVENTS
from fitl_core.facts.players import Players
from fitl_core.facts.scenario_list import Scenario, scenario, set_out

LISTED = 93
"""The last card of the list with all instructions. An unlisted unknown symbol up to this card can only be a
rifle.
"""
Symbol = Literal["none", "rifle", "halo"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
PLAYS = "plays"
"""The word for an instruction with which the Faction plays the Event as without an instruction."""
ALWAYS = "always"


class CardSymbol(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The symbol of a card below a Faction, as the holder of the cards states it (8.4.1).

    `decline` and `shaded` say what the instruction of a halo is: the conditions by which the Faction declines
    the Event, and the condition by which it takes the shaded text. `plays` says that the instruction has
    neither. Without these three, the text of the instruction stays unknown.
    """

    card: int
    faction: Faction
    symbol: Symbol
    decline: tuple[str, ...] = ()
    shaded: str = ""
    plays: bool = False

    @property
    def words(self) -> str:
        """The symbol as the header has it.

        >>> CardSymbol(97, Faction.US, "halo", ("us-is-a-player",), "always").words
        '97 US halo declines us-is-a-player shaded always'
        """
        decline = ["declines", *self.decline] if self.decline else []
        shaded = ["shaded", self.shaded] if self.shaded else []
        rest = [*decline, *shaded, *([PLAYS] if self.plays else [])]
        return " ".join([str(self.card), str(self.faction), self.symbol, *rest])

    @property
    def has_text(self) -> bool:
        """Whether it says what the instruction of a halo is."""
        return bool(self.decline or self.shaded or self.plays)


class _Cell(msgspec.Struct, frozen=True):
    symbol: str
    known: bool = True
    decline: tuple[str, ...] = ()
    shaded: str = ""


class _CardCells(msgspec.Struct, frozen=True):
    number: int
    factions: dict[Faction, _Cell]


class _File(msgspec.Struct, frozen=True):
    cards: tuple[_CardCells, ...]


@once
def _cells() -> dict[tuple[int, Faction], _Cell]:
    listed = read("non-player-events.json", _File).cards
    return {(card.number, faction): cell for card in listed for faction, cell in card.factions.items()}


@once
def decline_conditions() -> tuple[str, ...]:
    """Return the names of the conditions by which an instruction can decline an Event."""
    return tuple(sorted({name for cell in _cells().values() for name in cell.decline}))


@once
def shaded_conditions() -> tuple[str, ...]:
    """Return the names of the conditions by which an instruction can take the shaded text."""
    return tuple(sorted({cell.shaded for cell in _cells().values() if cell.shaded} | {ALWAYS}))


def possible_symbols(card: int, faction: Faction) -> tuple[Symbol, ...]:
    """Return the symbols that the card can have below the Faction, as far as the data know.

    One if they know it, and none if the card has no symbol below this Faction.

    >>> possible_symbols(4, Faction.US), possible_symbols(5, Faction.VC), possible_symbols(125, Faction.US)
    (('none', 'rifle'), ('rifle',), ())
    """
    cell = _cells().get((card, faction))
    if cell is None:
        return ()
    if cell.symbol == "unknown":
        return SYMBOLS if card > LISTED else ("none", "rifle")
    return tuple([symbol for symbol in SYMBOLS if symbol == cell.symbol])


def lacks_text(card: int, faction: Faction) -> bool:
    """Check whether the card has an instruction for the Faction whose text the data lack."""
    cell = _cells().get((card, faction))
    return cell is not None and not cell.known


def in_order(symbols: Sequence[CardSymbol]) -> tuple[CardSymbol, ...]:
    """Return symbols in the order of the header: by card, then in the order of the Factions."""
    return tuple(sorted(symbols, key=lambda one: (one.card, FACTIONS.index(one.faction))))


def with_stated(symbols: Sequence[CardSymbol], stated: CardSymbol) -> tuple[CardSymbol, ...]:
    """Return symbols with one more, in place of an earlier one of the same card and Faction."""
    cell = stated.card, stated.faction
    return in_order([*[one for one in symbols if (one.card, one.faction) != cell], stated])


def refuse_symbols(
    symbols: tuple[CardSymbol, ...], name: str, options: tuple[str, ...], players: Players
) -> Refusal | None:
    """Refuse a symbol that cannot be, in a game of the scenario called `name`; None if all can be."""
    return next((refusal for refusal, _ in refusals_of_symbols(symbols, name, options, players)), None)


def refusals_of_symbols(
    symbols: tuple[CardSymbol, ...], name: str, options: tuple[str, ...], players: Players
) -> Iterator[tuple[Refusal, int]]:
    """Yield a refusal for each symbol that cannot be, with its place among the symbols."""
    seen: dict[tuple[int, Faction], CardSymbol] = {}
    for place, one in enumerate(symbols):
        refusal = (
            _refuse_twice(one, seen.get((one.card, one.faction)))
            or _refuse_symbol(one)
            or _refuse_text(one)
            or _refuse_card(one.card, scenario(name), options, players)
        )
        if refusal is not None:
            yield refusal, place
        seen.setdefault((one.card, one.faction), one)


def _refuse_twice(one: CardSymbol, before: CardSymbol | None) -> Refusal | None:
    if before is None:
        return None
    where = f"card {one.card}'s symbol for {one.faction} is stated twice"
    why = where if before == one else f"{where}: {_after_faction(before)}, and {_after_faction(one)}"
    return Refusal("symbol-twice", "8.4.1", why)


def _after_faction(one: CardSymbol) -> str:
    return one.words.split(" ", 2)[2]


def _refuse_symbol(one: CardSymbol) -> Refusal | None:
    """Refuse a symbol that the card cannot have, or a card without symbols."""
    card = cards().get(one.card)
    if card is None or one.card == 0:
        why = f"there is no card {one.card}; cards with symbols run from 1 to 124"
        return Refusal("no-such-card", "2.1", why)
    possible = possible_symbols(one.card, one.faction)
    where = f"card {one.card} ({card.title})"
    if not possible:
        what = "a Coup card" if card.is_coup else f"the Pivotal Event of {card.order[0]}"
        return Refusal("symbol-impossible", "8.4.1", f"{where} is {what}: it has no symbol for {one.faction}")
    if one.symbol in possible:
        return None
    if len(possible) == 1:
        why = f"{where} has another symbol for {one.faction}: {possible[0]}, not {one.symbol}"
        return Refusal("symbol-known", "8.4.1", why)
    why = f"{where} has no halo for {one.faction}: the instructions for cards 1 to {LISTED} are all known"
    return Refusal("symbol-impossible", "8.4.1", f"{why}; it is {' or '.join(possible)}")


def _refuse_text(one: CardSymbol) -> Refusal | None:
    """Refuse an instruction if the card has none, its text is known, or it names an unknown condition."""
    if not one.has_text:
        return None
    where = f"card {one.card}, {one.faction}"
    if one.symbol != "halo":
        why = f"{where}: only a halo has an instruction, {one.symbol} has none"
        return Refusal("symbol-impossible", "8.4.1", why)
    if len(possible_symbols(one.card, one.faction)) == 1 and not lacks_text(one.card, one.faction):
        return Refusal("symbol-known", "8.4.1", f"{where}: the data have the text of this instruction")
    if one.shaded and cards()[one.card].sides == "single":
        return Refusal("symbol-impossible", "8.4.1", f"{where}: the card has no shaded text")
    if one.plays and (one.decline or one.shaded):
        why = f"{where}: {PLAYS} stands alone, without declines and shaded"
        return Refusal("symbol-impossible", "8.4.1", why)
    if len(set(one.decline)) < len(one.decline):
        return Refusal("symbol-twice", "8.4.1", f"{where}: a condition is stated twice")
    checked = [(name, decline_conditions()) for name in one.decline]
    checked += [(one.shaded, shaded_conditions())] if one.shaded else []
    unknown = next(((name, names) for name, names in checked if name not in names), None)
    if unknown is None:
        others = [name for name in one.decline if "-own-" in name and one.faction.is_coin]
        why = f"{where}: {one.faction} has no pieces of the condition {', '.join(others)}"
        return Refusal("symbol-impossible", "8.4.1", why) if others else None
    facts = (f"known: {', '.join(unknown[1])}",)
    return Refusal("symbol-impossible", "8.4.1", f'{where}: no condition is called "{unknown[0]}"', facts)


def _refuse_card(number: int, start: Scenario, options: tuple[str, ...], players: Players) -> Refusal | None:
    """Refuse a card that no deck or hand of this game has."""
    card = cards()[number]
    where = f"card {number} ({card.title})"
    if card.kind == "pivotal" and not start.pivotal_events:
        why = f"{where} is a Pivotal Event: the {start.id} scenario has none"
        return Refusal("symbol-impossible", "2.1", why)
    if any(number == laid_out for laid_out, _ in set_out(start, options, players)):
        return Refusal("symbol-impossible", "2.1", f"{where} is in effect from the start, not in the deck")
    periods = [period for _, period in start.piles]
    strange = card.kind == "event" and PERIOD_EVENTS in options and ANY_DECK not in options
    if strange and card.period not in periods:
        why = f"{where} is of {card.period}; the deck has Events of {', '.join(dict.fromkeys(periods))} only"
        return Refusal("symbol-impossible", "2.1", why)
    return None
