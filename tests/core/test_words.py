"""Effects of a game, in words."""

from __future__ import annotations

import pytest
from table import position

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.board_effects import (
    Activated,
    ControlChanged,
    Hidden,
    LevelChanged,
    Moved,
    Placed,
    Removed,
    Replaced,
    SabotageChanged,
    TerrorChanged,
    TrackChanged,
    TunnelPlaced,
    TunnelRemoved,
)
from fitl_core.record.effects import Effect, Remark, Rolled
from fitl_core.record.play_effects import (
    Acted,
    CapabilityGone,
    CapabilityOut,
    CardReturned,
    EligibilityAdjusted,
    LeaderInstalled,
    MadeEligible,
    MomentumGone,
    MomentumOut,
    PivotalPlaced,
)
from fitl_core.tell.effects_in_words import effect_words, narrate
from fitl_core.tell.words import pieces_words, scores_words, standing, tracks_words

WORDS: list[tuple[Effect, str]] = [
    (Placed("", "saigon", (Count(6, Kind.AT),)), "6 ARVN Troops placed in Saigon from Available"),
    (Placed("", "hue", (Count(1, Kind.UB),), "oop"), "1 US Base placed in Hue from Out of Play"),
    (Removed("", "hue", (Count(1, Kind.UT),), "casualties"), "1 US Troop removed from Hue to Casualties"),
    (Moved("", ("hue", "da-nang"), (Count(1, Kind.UT),)), "1 US Troop moves from Hue to Da Nang"),
    (
        Moved("", ("hue", "loc-hue-da-nang", "da-nang"), (Count(2, Kind.UT),)),
        "2 US Troops move from Hue to Da Nang by way of Hue/Da Nang",
    ),
    (
        Replaced("", "hue", (Count(2, Kind.VG),), (Count(1, Kind.VB),)),
        "2 VC Guerrillas in Hue replaced by 1 VC Base",
    ),
    (Activated("", "hue", (Count(2, Kind.VG),)), "2 VC Guerrillas in Hue become Active"),
    (Hidden("", "hue", (Count(1, Kind.VG),)), "1 VC Guerrilla in Hue goes Underground"),
    (TunnelPlaced("", "hue", Kind.VB), "the VC Base in Hue gets a Tunnel marker"),
    (TunnelRemoved("", "hue", Kind.VB), "the Tunnel marker of the VC Base in Hue is removed"),
    (TerrorChanged("", "hue", 0, 1), "1 Terror marker placed in Hue"),
    (TerrorChanged("", "hue", 3, 1), "2 Terror markers removed from Hue"),
    (SabotageChanged("", "loc-hue-da-nang", True), "1 Sabotage marker placed in Hue/Da Nang"),
    (ControlChanged("1.7", "hue", "coin", "none"), "Hue comes under nobody's Control"),
    (PivotalPlaced("", VC, 124, 1), "VC places card 124 Tet Offensive: it cancels card 1 Gulf of Tonkin"),
    (
        PivotalPlaced("", VC, 124, 121, trumps=True),
        "VC places card 124 Tet Offensive: it trumps card 121 Linebacker II, which returns to US",
    ),
    (CardReturned("", 124, VC), "card 124 Tet Offensive returns to VC"),
    (CapabilityOut("", 101, "shaded"), "Capability 101 (Booby Traps) is in effect, shaded"),
    (CapabilityGone("", 101), "Capability 101 (Booby Traps) is out of play"),
    (
        MomentumOut("", 39, "shaded"),
        "Momentum 39 (Oriskany) is in effect, shaded, until the Reset of a Coup Round",
    ),
    (MomentumGone("", 39), "Momentum 39 (Oriskany) ends"),
    (LeaderInstalled("", 125), "Nguyen Khanh becomes RVN Leader"),
    (EligibilityAdjusted("", (), (NVA, VC)), "Eligible for the next card: NVA, VC"),
    (EligibilityAdjusted("", (NVA, VC), ()), "Eligible for the next card: none"),
    (MadeEligible("", VC), "VC is Eligible"),
    (Rolled("", "the Tunnel in Hue", 4), "the Tunnel in Hue: the die shows 4"),
    (Acted("", VC, "limop"), ""),
]


@pytest.mark.parametrize(("effect", "words"), WORDS, ids=[words for _, words in WORDS])
def test_an_effect_in_words(effect: Effect, words: str) -> None:
    assert effect_words(effect) == words


def test_levels_and_tracks_are_told_with_what_they_were() -> None:
    """Changes of one track under one rule form one line with every figure. Effects without news form none."""
    effects = [
        LevelChanged("3.2.1", "hue", Level.PASSIVE_SUPPORT, Level.NEUTRAL),
        TrackChanged("3.2.1", "aid", 14, 17),
        Acted("2.3.4", VC, "operation"),
        TrackChanged("3.2.1", "aid", 17, 20),
        TrackChanged("2.4.1", "aid", 20, 15),
        TrackChanged("3.2.1", "aid", 15, 16),
        LevelChanged("3.2.1", "hue", Level.NEUTRAL, Level.ACTIVE_OPPOSITION),
        Remark("5.3", "a remark"),
    ]
    assert [str(told) for told in narrate(effects)] == [
        "Hue shifts from Passive Support to Neutral [3.2.1]",
        "Aid 14 -> 17 -> 20 [3.2.1]",
        "Aid 20 -> 15 [2.4.1]",
        "Aid 15 -> 16 [3.2.1]",
        "Hue shifts from Neutral to Active Opposition [3.2.1]",
        "a remark [5.3]",
    ]


def test_where_a_game_stands() -> None:
    assert standing(position(to_act="NVA").state) == "card 55 Trucks: NVA is to act (2.3.2)"
    commitment = position(card=125, phase="commitment").state
    assert standing(commitment) == "card 125 Nguyen Khanh, Commitment Phase: US is to act (6.5)"
    assert standing(position(phase="finished").state).endswith("the next card is to be revealed (2.3.7)")
    over = position(phase="over", ended="check", winner="ARVN", patronage=51).state
    places = "1st ARVN +1, 2nd US -4, 3rd NVA -18, 4th VC -35 (7.1)"
    assert standing(over) == f"the game is over: ARVN won; {places}"


def test_pieces_tracks_and_scores_on_a_line() -> None:
    game = position("Hue: 3ut ub 2at vg* PS", ARVN=9, aid=1, patronage=2)
    assert pieces_words(game.space("Hue").pieces) == "3ut ub, 2at, vg*"
    assert tracks_words(game.state).startswith("Resources NVA 20, ARVN 9, VC 20; Aid 1, Patronage 2")
    assert "ARVN 4 (-46)" in scores_words(game.state)
