"""What the Scala program calls Factions, pieces, spaces and cards, and what they are called here."""

from __future__ import annotations

import re
from functools import cache

from fitl_core.facts.board import board
from fitl_core.facts.cards import Side, cards, pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.phases import Deed
from fitl_core.facts.pieces import Kind

KIND_NAMES: dict[str, Kind] = {
    "US Troop": Kind.UT,
    "US Underground Irregular": Kind.UI,
    "US Active Irregular": Kind.UI_ACTIVE,
    "US Base": Kind.UB,
    "ARVN Troop": Kind.AT,
    "ARVN Police": Kind.AP,
    "ARVN Underground Ranger": Kind.AR,
    "ARVN Active Ranger": Kind.AR_ACTIVE,
    "ARVN Base": Kind.AB,
    "NVA Troop": Kind.NT,
    "NVA Underground Guerrilla": Kind.NG,
    "NVA Active Guerrilla": Kind.NG_ACTIVE,
    "NVA Base": Kind.NB,
    "NVA Tunneled Base": Kind.NB_TUNNELED,
    "VC Underground Guerrilla": Kind.VG,
    "VC Active Guerrilla": Kind.VG_ACTIVE,
    "VC Base": Kind.VB,
    "VC Tunneled Base": Kind.VB_TUNNELED,
}
"""One piece of each kind, as saves have them; in logs several have an `s` behind."""

SCENARIOS = {"Short: 1965-1967": "short", "Medium: 1968-1972": "medium", "Full: 1964-1972": "full"}
LEVELS = {level.words: level for level in Level}
DEEDS: dict[str, Deed] = {
    "event": "event",
    "op only": "operation",
    "op/special activity": "operation+activity",
    "limited op": "limop",
    "pass": "pass",
}
SPACE_TYPES = ("City", "Highland Province", "Lowland Province", "Jungle Province", "LOC")

LEADERS = {
    "Nguyen Khanh": 125,
    "Young Turks": 126,
    "Nguyen Cao Ky": 127,
    "Nguyen Van Thieu": 128,
    "Failed Coup (#129)": 129,
    "Failed Coup (#130)": 130,
}
ON_THE_BOARD = "Duong Van Minh"
"""The Leader printed on the map, at the end of every list of them."""

_CARD = re.compile(r"#(\d{1,3})\b")
_SIDE = re.compile(r"\((shaded|unshaded)\)$")


@cache
def space_names() -> dict[str, str]:
    """The ids of the spaces by the program's names, older ones too."""
    names = {}
    for space in board().spaces:
        name = f"LOC {space.name.replace(' - ', ' -- ')}" if space.is_loc else space.name
        names[name] = space.id
    names["Quang Tin Quang Ngai"] = names["Quang Tin-Quang Ngai"]
    return names


def space_type(space: str) -> str:
    """What the program calls the type of a space, by its id."""
    here = next(one for one in board().spaces if one.id == space)
    return "LOC" if here.is_loc else "City" if here.is_city else f"{str(here.terrain).title()} Province"


def faction(name: str) -> Faction | None:
    """The Faction of a name in any case; None where there is none."""
    return next((one for one in Faction if one.value == name.upper()), None)


def card_number(name: str) -> int | None:
    """The card of `#10 - Rolling Thunder`, by its number alone; None where there is none."""
    found = _CARD.match(name.strip())
    number = int(found[1]) if found else 0
    return number if number and number in cards() else None


def side_of(name: str) -> Side | None:
    """The side that stands behind a card's name in brackets, if one does."""
    found = _SIDE.search(name.strip())
    return None if found is None else "shaded" if found[1] == "shaded" else "unshaded"


def momentum(name: str) -> tuple[int, Side] | None:
    """The card and side of a Momentum's name; None for one that is none."""
    number = card_number(name)
    sides = [side for side, what in cards()[number or 0].lasting.items() if what == "momentum"]
    if number is None or not sides:
        return None
    return number, side_of(name) or sides[0]


def pivotal_of(number: int) -> Faction | None:
    """Whose Pivotal Event a card is, if it is one."""
    return next((faction for faction, card in pivotal_cards().items() if card == number), None)
