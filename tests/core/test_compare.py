"""The differences between positions, figure by figure."""

from __future__ import annotations

import msgspec
from table import position

from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import SHARED_OUT
from fitl_core.state.state import Revealed, State
from fitl_core.tell.position_differences import Difference, differences


def test_equal_positions_do_not_differ() -> None:
    assert differences(position("Hue: 3ut").state, position("Hue: 3ut").state) == ()


def test_pieces_levels_control_and_scores() -> None:
    found = differences(position("Hue: 3ut PS").state, position("Hue: 2ut vg").state)
    assert found == (
        Difference("Hue", "level", "Passive Support", "Neutral"),
        Difference("Hue", "US Troops", "3", "2"),
        Difference("Hue", "VC Guerrillas", "0", "1"),
        Difference("Available", "US Troops", "37", "38"),
        Difference("Available", "VC Guerrillas", "30", "29"),
        Difference("Scores", "US", "45", "44"),
    )


def test_every_field_of_a_state_is_looked_at() -> None:
    """States that differ in one field never compare as equal."""
    here = position("Hue: 3ut", ARVN=9).state
    there = position(
        "Hue: 3ut",
        rules="original",
        scenario="short",
        card=2,
        next=3,
        phase="finished",
        eligible="US",
        leader=(126,),
        capabilities=((101, "shaded"),),
        momentum=((17, "shaded"),),
        casualties="ut",
        oop="at",
        ARVN=8,
        aid=1,
        patronage=1,
        econ=1,
        trail=2,
    ).state
    extra = {
        "spaces": position("Hue: 2ut").state.spaces,
        "leader_face_down": True,
        "done": position().play("US pass").state.done,
        "stays": ("US",),
        "barred": ("US",),
        "played": (1, 2),
        "held_control": ("coin",) * len(here.spaces),
        "withdrawn": 2,
        "winner": "VC",
        "players": SHARED_OUT[1],
        "options": ("deception",),
        "readings": ("7.3-02",),
        "symbols": (CardSymbol(33, Faction.NVA, "rifle"),),
        "revealed": (Revealed("VC", "agenda"),),
        "full_option": True,
        "policy": "LBJ",
        "promises": ("VC",),
        "ended": "check",
        "waived": ("VC",),
        "holds": ("VC",),
        "peace_talks": True,
    }
    for name in State.__struct_fields__:
        value = extra[name] if name in extra else getattr(there, name)
        if name == "pacified":
            continue
        other = msgspec.structs.replace(here, **{name: value})
        assert other != here, name
        assert differences(here, other), name
