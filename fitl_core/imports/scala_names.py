"""Names of Factions, pieces, spaces and cards in the Scala program, with their names here."""

from __future__ import annotations

import re
from functools import cache

from fitl_core.facts.card_list import Side, cards, pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import board
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
"""One piece of each kind, as saves have them. In logs plural names end in `s`."""

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
"""The Leader printed on the map, at the end of every list of Leaders."""

_CARD = re.compile(r"#(\d{1,3})\b")
_SIDE = re.compile(r"\((shaded|unshaded)\)$")


@cache
def space_names() -> dict[str, str]:
    """Return the ids of the spaces by the program's names, including older names."""
    names = {}
    for space in board().spaces:
        name = f"LOC {space.name.replace(' - ', ' -- ')}" if space.is_loc else space.name
        names[name] = space.id
    names["Quang Tin Quang Ngai"] = names["Quang Tin-Quang Ngai"]
    return names


def space_type(space: str) -> str:
    """Return the program's name for the type of a space, by its id."""
    here = next(one for one in board().spaces if one.id == space)
    return "LOC" if here.is_loc else "City" if here.is_city else f"{str(here.terrain).title()} Province"


def faction(name: str) -> Faction | None:
    """Return the Faction of a name in any case, or None."""
    return next((one for one in Faction if one.value == name.upper()), None)


def card_number(name: str) -> int | None:
    """Return the card of `#10 - Rolling Thunder`, by its number alone, or None."""
    match = _CARD.match(name.strip())
    number = int(match[1]) if match else 0
    return number if number and number in cards() else None


def side_of(name: str) -> Side | None:
    """Return the side in brackets after a card's name, or None."""
    match = _SIDE.search(name.strip())
    return None if match is None else "shaded" if match[1] == "shaded" else "unshaded"


def momentum(name: str) -> tuple[int, Side] | None:
    """Return the card and side of a Momentum's name, or None."""
    number = card_number(name)
    sides = [side for side, what in cards()[number or 0].lasting.items() if what == "momentum"]
    if number is None or not sides:
        return None
    return number, side_of(name) or sides[0]


def pivotal_of(number: int) -> Faction | None:
    """Return the Faction whose Pivotal Event a card is, or None."""
    return next((faction for faction, card in pivotal_cards().items() if card == number), None)
