"""Simplify and check the values of the tags that mean something to `fitl`. `notation.header` uses both."""

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
from fitl_core.facts.rule_readings import readings, refuse_readings
from notation.lexer import shown
from notation.log import READ_VERSIONS, Tag
from notation.parts import LAST_CARD
from notation.position_reader import flaw_of_position, read_position, write_position
from notation.seals import canonical_seal, flaw_of_seal
from notation.space_names import nearest
from notation.stated_symbols import faults_of_symbols, read_symbols, write_symbols
from notation.tag_names import KNOWN, SEALS

SCENARIOS = ("short", "medium", "full")
EDITIONS = tuple(str(edition) for edition in Edition)

_RELEASE = re.compile(r"[1-9][0-9]{0,5}")

Flaw = tuple[str, str, tuple[str, ...]]
"""A flaw of a value: code, message, and values that would be accepted."""


def canonical_value(name: str, value: str) -> str:
    """Return the value of a known tag in its simple form. Return the value of any other tag unchanged.

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
    if name == "Symbols":
        return value.strip() if faults_of_symbols(value, None) else write_symbols(read_symbols(value))
    value = value.strip().lower()
    match name:
        case "Cards":
            numbers = value.replace("#", " ").replace(",", " ").split()
            return " ".join([number.lstrip("0") or "0" for number in numbers])
        case "Rules-Release":
            return value.lstrip("0") or value
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
    """Return the players that a value names, in order, or None if it is not a list of Factions.

    Without a value there are four players.

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
    """Return the words of a list: options, or the ids of readings."""
    return tuple((value or "").split())


def flaw_of_value(tag: Tag) -> Flaw | None:
    """Return the flaw in the value of a known tag, or None if it is sound."""
    value = shown(tag.value)
    if tag.name in KNOWN and tag.name != "FITL" and canonical_value(tag.name, tag.value) != tag.value:
        why = f'{tag.name} "{value}" is not in canonical form'
        return "tag-value", why, (canonical_value(tag.name, tag.value),)
    if tag.name in SEALS and (message := flaw_of_seal(tag.name, tag.value)):
        return "tag-value", message, ()
    match tag.name:
        case "FITL" if tag.value not in READ_VERSIONS:
            known = ", ".join([f'"{version}"' for version in READ_VERSIONS])
            return "version-unknown", f'this is format "{value}"; this program reads {known}', ()
        case "Rules" if tag.value not in EDITIONS:
            return _unknown(tag, EDITIONS)
        case "Rules-Release" if _RELEASE.fullmatch(tag.value) is None:
            return "tag-value", f'{tag.name} is the number of a rules release, not "{value}"', ("1",)
        case "Scenario" if tag.value not in SCENARIOS:
            return _unknown(tag, SCENARIOS)
        case "Cards":
            return _flaw_of_cards(tag.value)
        case "Players" if (players := players_of(tag.value)) is None or refuse_players(players, (ANY_HANDS,)):
            readable = tuple([players_words(others) for others in (*SHARED_OUT, *WITH_NON_PLAYERS)])
            return "tag-value", f'Players "{value}" does not share out the Factions as in 1.5', readable
        case "Options":
            return _flaw_of_list(tag, ALL_OPTIONS, _refuse_for_any(words_of(tag.value)))
        case "Readings":
            return _flaw_of_list(tag, tuple(readings()), refuse_readings(words_of(tag.value)))
        case "Symbols" if faults := faults_of_symbols(tag.value, None):
            return "tag-value", f"Symbols: {faults[0].message}", faults[0].candidates
        case "Position" if fault := flaw_of_position(tag.value):
            return "tag-value", f"Position: {fault.message}", fault.candidates
    return None


def flaw_of_pair(options: str, players: str | None) -> Flaw | None:
    """Return the flaw if options and players are sound but cannot be combined, else None."""
    refusal = refuse_options(words_of(options), players_of(players) or ())
    return _refused(refusal) if refusal else None


def flaw_of_hands(players: str | None, chosen: str) -> Flaw | None:
    """Return the flaw if the chosen readings refuse players that another reading accepts (1.5), else None."""
    refusal = refuse_players(players_of(players) or (), words_of(chosen))
    return _refused(refusal) if refusal else None


def _refuse_for_any(options: tuple[str, ...]) -> Refusal | None:
    """Return a refusal if these options cannot be combined with any number of players, else None."""
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
    """Return the flaw of the first unknown word in a list, else that of the `refusal`, else None."""
    unknown = next((word for word in words_of(tag.value) if word not in known), None)
    if unknown is not None:
        message = f'"{shown(unknown)}" is not known in {tag.name}'
        return "tag-value", message, nearest(unknown, known) or known
    return _refused(refusal) if refusal else None


def _refused(refusal: Refusal) -> Flaw:
    return "tag-value", f"{refusal.message} ({refusal.rule})", ()


def _in_order(value: str, known: tuple[str, ...]) -> list[str]:
    """Return the words of a list in the order of `known`, unknown ones last."""
    words = value.replace(",", " ").split()
    return sorted(words, key=lambda word: known.index(word) if word in known else len(known))
