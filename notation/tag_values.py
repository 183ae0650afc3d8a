"""The values of the tags that mean something to `fitl`: their simple form, and what is wrong with them."""

from __future__ import annotations

import re

from fitl_core.errors import Refusal
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import ALL_OPTIONS, refuse_options
from fitl_core.facts.players import (
    ANY_HANDS,
    FOUR_PLAYERS,
    NOBODY,
    SHARED_OUT,
    WITH_NON_PLAYERS,
    Players,
    players_words,
    refuse_players,
)
from fitl_core.facts.readings import readings, refuse_readings
from notation.lexer import shown
from notation.log import READ_VERSIONS, Tag
from notation.names import nearest
from notation.parts import LAST_CARD
from notation.position import flaw_of_position, read_position, write_position
from notation.seals import canonical_seal, flaw_of_seal
from notation.tag_names import KNOWN, SEALS

SCENARIOS = ("short", "medium", "full")
EDITIONS = tuple(str(edition) for edition in Edition)

Flaw = tuple[str, str, tuple[str, ...]]
"""What is wrong with a value: code, message, and what would do."""


def canonical_value(name: str, value: str) -> str:
    """The value of a known tag in its simple form, as far as it has one.

    >>> canonical_value("Cards", " #107, 55"), canonical_value("Rules", "Second")
    ('107 55', 'second')
    >>> canonical_value("Players", "vc + nva, us, arvn"), canonical_value("Options", "deception, high-winds")
    ('US ARVN NVA+VC', 'high-winds deception')
    """
    if name not in KNOWN:
        return value
    if name in SEALS:
        return canonical_seal(name, value)
    if name == "Position":
        return value.strip() if flaw_of_position(value) else write_position(read_position(value))
    value = value.strip().lower()
    match name:
        case "Cards":
            numbers = value.replace("#", " ").replace(",", " ").split()
            return " ".join([number.lstrip("0") or "0" for number in numbers])
        case "Players":
            players = players_of(value)
            return players_words(players) if players is not None else value
        case "Options":
            return " ".join(_in_order(value, ALL_OPTIONS))
        case "Readings":
            ids = {one.lower(): one for one in readings()}
            return " ".join([ids.get(word, word) for word in _in_order(value, tuple(ids))])
    return value


def players_of(value: str | None) -> Players | None:
    """The players that a value names, in order; 4 without a value, None for what is no list of Factions.

    >>> players_of("nva+vc us+arvn") == SHARED_OUT[3]
    True
    """
    if value is None:
        return FOUR_PLAYERS
    if value.strip().lower() == NOBODY:
        return ()
    groups = re.sub(r"\s*\+\s*", "+", value.upper().replace(",", " ")).split()
    order = {str(faction): i for i, (faction,) in enumerate(FOUR_PLAYERS)}
    named = [group.split("+") for group in groups]
    if not named or not all(word in order for group in named for word in group):
        return None
    sorted_groups = sorted(
        [sorted(group, key=order.__getitem__) for group in named], key=lambda g: order[g[0]]
    )
    return tuple([tuple([Faction(word) for word in group]) for group in sorted_groups])


def words_of(value: str | None) -> tuple[str, ...]:
    """The words of a list: options, or the ids of readings."""
    return tuple((value or "").split())


def flaw_of_value(tag: Tag) -> Flaw | None:
    """What is wrong with a known tag's value; None if it is sound."""
    value = shown(tag.value)
    if tag.name in KNOWN and tag.name != "FITL" and canonical_value(tag.name, tag.value) != tag.value:
        return "tag-value", f'{tag.name} "{value}" is not written so', (canonical_value(tag.name, tag.value),)
    if tag.name in SEALS and (message := flaw_of_seal(tag.name, tag.value)):
        return "tag-value", message, ()
    match tag.name:
        case "FITL" if tag.value not in READ_VERSIONS:
            both = " and ".join([f'"{version}"' for version in READ_VERSIONS])
            return "version-unknown", f'this is format "{value}"; this program reads {both}', ()
        case "Rules" if tag.value not in EDITIONS:
            return _unknown(tag, EDITIONS)
        case "Scenario" if tag.value not in SCENARIOS:
            return _unknown(tag, SCENARIOS)
        case "Cards":
            return _flaw_of_cards(tag.value)
        case "Players" if (players := players_of(tag.value)) is None or refuse_players(players, (ANY_HANDS,)):
            known = tuple([players_words(others) for others in (*SHARED_OUT, *WITH_NON_PLAYERS)])
            return "tag-value", f'Players "{value}" does not share out the Factions by 1.5', known
        case "Options":
            return _flaw_of_list(tag, ALL_OPTIONS, _refuse_for_any(words_of(tag.value)))
        case "Readings":
            return _flaw_of_list(tag, tuple(readings()), refuse_readings(words_of(tag.value)))
        case "Position" if fault := flaw_of_position(tag.value):
            return "tag-value", f"Position: {fault.message}", fault.candidates
    return None


def flaw_of_pair(options: str, players: str | None) -> Flaw | None:
    """Whether options and players, each sound, do not go together."""
    refusal = refuse_options(words_of(options), players_of(players) or ())
    return _refused(refusal) if refusal else None


def flaw_of_hands(players: str | None, chosen: str) -> Flaw | None:
    """Whether players who are sound by some reading are not so by those that are chosen (1.5)."""
    refusal = refuse_players(players_of(players) or (), words_of(chosen))
    return _refused(refusal) if refusal else None


def _refuse_for_any(options: tuple[str, ...]) -> Refusal | None:
    """Whether no number of players can play these options together."""
    refusals = [refuse_options(options, players) for players in (FOUR_PLAYERS, FOUR_PLAYERS[:1])]
    return None if None in refusals else refusals[0]


def _unknown(tag: Tag, known: tuple[str, ...]) -> Flaw:
    return "tag-value", f'{tag.name} "{shown(tag.value)}" is not known', nearest(tag.value, known) or known


def _flaw_of_cards(value: str) -> Flaw | None:
    numbers = value.split(" ")
    sound = [n for n in numbers if n.isascii() and n.isdigit() and len(n) < 4 and 1 <= int(n) <= LAST_CARD]
    if len(numbers) == 2 and sound == numbers and numbers[0] != numbers[1]:
        return None
    message = f'Cards "{shown(value)}" is not two numbers of cards from 1 to {LAST_CARD}'
    return "tag-value", message, ("107 55",)


def _flaw_of_list(tag: Tag, known: tuple[str, ...], refusal: Refusal | None) -> Flaw | None:
    """A list's first unknown word with what is like it, else why it cannot stand so."""
    stranger = next((word for word in words_of(tag.value) if word not in known), None)
    if stranger is not None:
        message = f'"{shown(stranger)}" is not known in {tag.name}'
        return "tag-value", message, nearest(stranger, known) or known
    return _refused(refusal) if refusal else None


def _refused(refusal: Refusal) -> Flaw:
    return "tag-value", f"{refusal.message} ({refusal.rule})", ()


def _in_order(value: str, known: tuple[str, ...]) -> list[str]:
    """The words of a list in their order, unknown ones last."""
    words = value.replace(",", " ").split()
    return sorted(words, key=lambda word: known.index(word) if word in known else len(known))
