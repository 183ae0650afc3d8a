"""Logs of the Scala program, line by line."""

from __future__ import annotations

import json

import pytest

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import ARVN, US, VC
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.imports.scala_items import (
    CardIn,
    CardOut,
    Deed,
    EventHeading,
    Flipped,
    Heading,
    Item,
    LeaderCard,
    LevelSet,
    Marker,
    OtherChange,
    Pieces,
    ScalaDie,
    TrackSet,
    Tunnel,
)
from fitl_core.imports.scala_lines import read_log_text

LINES: dict[str, Item] = {
    "Place 2 VC Underground Guerrillas from AVAILABLE into Hue": Pieces(
        (Count(2, Kind.VG),), "available", "hue"
    ),
    "Place 1 US Troop from OUT OF PLAY into Saigon": Pieces((Count(1, Kind.UT),), "oop", "saigon"),
    "Remove 1 VC Tunneled Base from Tay Ninh to AVAILABLE": Pieces(
        (Count(1, Kind.VB_TUNNELED),), "tay-ninh", "available"
    ),
    "Remove 2 ARVN Troops and 1 ARVN Police from Hue to AVAILABLE": Pieces(
        (Count(2, Kind.AT), Count(1, Kind.AP)), "hue", "available"
    ),
    "Move 3 US Troops from CASUALTIES to Saigon": Pieces((Count(3, Kind.UT),), "casualties", "saigon"),
    "Move 2 ARVN Police from Saigon to LOC Saigon -- Can Tho": Pieces(
        (Count(2, Kind.AP),), "saigon", "loc-saigon-can-tho"
    ),
    "Flip 2 US Active Irregulars in Hue to UNDERGROUND": Flipped(Count(2, Kind.UI_ACTIVE), "hue"),
    "Flip 1 NVA Underground Guerrilla in Hue to ACTIVE": Flipped(Count(1, Kind.NG), "hue"),
    "Add 2 terror markers to Binh Dinh": Marker("binh-dinh", 2),
    "Remove 1 sabotage marker from LOC Hue -- Khe Sanh": Marker("loc-hue-khe-sanh", -1),
    "Add a tunnel marker to 1 VC Base in Tay Ninh": Tunnel(Kind.VB, "tay-ninh"),
    "Remove a tunnel marker from 1 NVA Tunneled Base in Tay Ninh": Tunnel(Kind.NB_TUNNELED, "tay-ninh"),
    "Place Passive Support marker in Hue": LevelSet("hue", Level.PASSIVE_SUPPORT),
    "Remove Active Opposition marker from Hue": LevelSet("hue", Level.NEUTRAL),
    "Flip Active Support marker in Hue to Passive Support": LevelSet("hue", Level.PASSIVE_SUPPORT),
    "Replace Passive Support marker in Hue with Passive Opposition marker": LevelSet(
        "hue", Level.PASSIVE_OPPOSITION
    ),
    "Increase Patronage by +3 to 21": TrackSet("patronage", 21),
    "Decrease NVA resources by -9 to 5": TrackSet("NVA", 5),
    "Improve the trail by 1 box to 3": TrackSet("trail", 3),
    "Degrade the trail by 2 boxes to 0": TrackSet("trail", 0),
    "Set Econ marker to 13": TrackSet("econ", 13),
    "Set Agitate Total (VC resources cylinder) to 2": TrackSet("agitate", 2),
    "Capability: '#31 AAA (shaded)' is now in effect": CardIn(31, "shaded"),
    "Remove capability: '#8 Arc Light (unshaded)' from play": CardOut(8),
    "Flip capability: '#8 Arc Light (unshaded)' to its shaded side": CardIn(8, "shaded", True),
    "Momentum: '#22 Da Nang' is now in play": CardIn(22, "shaded"),
    "Remove Momentum: '#15 Medevac (shaded)' from play": CardOut(15),
    "Place #127 - Coup! Nguyen Cao Ky on top of the stack": LeaderCard(127, False),
    "Place #125 - Coup! Nguyen Khanh in the RVN Leader Box": LeaderCard(125, False),
    "Place #129 - Coup! Failed Attempt beneath the other cards in the RVN Leader Box": LeaderCard(129, True),
    "Flip RVN Leader face down [Young Turks]": OtherChange("leader-down"),
    f'Place the "Peace Talks" marker on the {cards()[121].title} pivotal event card': OtherChange(
        "peace-talks"
    ),
    "Return the Tet Offensive pivotal event card to VC": OtherChange("tet-back"),
    "US executes the Unshaded Event: Rolling Thunder": EventHeading(US),
    "VC executes the Shaded Event: Booby Traps": EventHeading(VC, "shaded"),
    "VC executes its Pivotal Event: Tet Offensive": EventHeading(VC),
    "ARVN chooses Train operation": Heading(verb="train"),
    "US chooses Air Strike special activity": Heading(verb="airstrike"),
    "ARVN selects Saigon for Training": Heading(space="saigon", of="train"),
    "NVA selects Quang Tri-Thua Thien as a March destination": Heading(
        space="quang-tri-thua-thien", of="march"
    ),
    "Hue selected for Sweep": Heading(space="hue", of="sweep"),
    "US selects Hue to Sweep in Place": Heading(space="hue", of="sweep"),
    "US Pacifies 1 level in Hue": Heading(space="hue", faction=US),
    "ARVN Pacifies 2 levels in Hue": Heading(space="hue", faction=ARVN),
    "ARVN Governs in Can Tho (population: 1)": Heading(space="can-tho", of="govern"),
    "NVA Attacks in Hue using Troops": Heading(space="hue", of="attack"),
    "VC + NVA Attack in Hue": Heading(space="hue", of="attack"),
    "Advise in Hue using US Underground Irregular": Heading(space="hue"),
    "Die roll (3 Guerrillas): 2 [Success!]": ScalaDie(2),
    "Die roll 3 Guerrillas): 5 [Failure]": ScalaDie(5),
    "Die roll to determine the number of hits = 4": ScalaDie(4),
    "Die roll (#4 Top Gun (shaded)): 5 [Failure]": ScalaDie(5),
    "Die roll is: 6 [Tunnel destroyed!]": ScalaDie(6),
    "Rolling d6 to determine number of pieces: 3": ScalaDie(3),
    "Move the US cylinder to the Event box": Deed(US, "Event"),
    "Move the VC cylinder to the LimOp or Event box": Deed(VC, "LimOp or Event"),
}
NO_NEWS = (
    "", "----------", "Sequence of Play", "Current card  : #10 - Rolling Thunder (US, NVA, VC, ARVN)",
    "Move all faction cylinders to the Eligible Factions box.",
    "Move the US and VC cylinders to the Eligible box",
    "Remove a base first [#11 Abrams (unshaded)]", "Place COIN Control marker in Hue",
    "Move the 'Support + Avail US' marker from 3 to 5", "Adjust eligiblity",
    "Rolling 2d6 to determine max pacification: 7", "Rolling d6 to determine new US Policy: 3",
    "US Air Strikes The Trail", "Trung: VC - U", "US is ineligible through the next card",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_says_what_it_says(line: str) -> None:
    """Every form of a line is read, alone and with line breaks around it."""
    assert read_log_text(f"\n{line}\n".encode()).items == (LINES[line],)


@pytest.mark.parametrize("line", NO_NEWS)
def test_lines_that_change_nothing(line: str) -> None:
    """Some lines change nothing: headings, notes, effects of other lines, chatter of the bots."""
    found = read_log_text(line.encode())
    assert found.items == () and found.strange == ()


def test_an_ambush_from_a_loc_names_two_spaces() -> None:
    """The clause names the space of the Ambush and its target."""
    found = read_log_text(b"VC Ambushes in LOC Hue -- Da Nang, targeting Hue").items
    assert found == (Heading(space="loc-hue-da-nang"), Heading(space="hue"))


def test_lines_that_are_not_understood_are_kept() -> None:
    """A line that is not understood is kept, also a known form with an unknown name."""
    text = "Something new happens\r\nPlace 1 US Tank from AVAILABLE into Hue\r\nSet Econ marker to 9\r\n"
    found = read_log_text(text.encode())
    assert found.is_text and found.items == (TrackSet("econ", 9),)
    assert found.strange == ("Something new happens", "Place 1 US Tank from AVAILABLE into Hue")


def test_logs_are_json_or_text() -> None:
    """From version 1.14 on a log is JSON, and one of its texts may have several lines."""
    log = {"file-version": 1, "log": [{"text": "\nSet Econ marker to 9\n", "color": "Blue"}, {"text": ""}]}
    found = read_log_text(json.dumps(log).encode())
    assert not found.is_text and found.items == (TrackSet("econ", 9),)
