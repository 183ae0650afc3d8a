"""What happened, in words."""

from __future__ import annotations

import pytest
from table import position

from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.clauses import Activate, Clause, Hide, Move, Number, Place, Remove, Replace, SetLevel
from fitl_core.record.effects import Effect
from fitl_core.tell.words import clause_words, narrate, pieces_words, scores_words, standing, tracks_words

WORDS: list[tuple[Clause, str]] = [
    (Place("saigon", (Count(6, Kind.AT),)), "6 ARVN Troops placed in Saigon from Available"),
    (Place("hue", (Count(1, Kind.UB),), "oop"), "1 US Base placed in Hue from Out of Play"),
    (Remove("hue", (Count(1, Kind.UT),), "casualties"), "1 US Troop removed from Hue to Casualties"),
    (Move(("hue", "da-nang"), (Count(1, Kind.UT),)), "1 US Troop moves from Hue to Da Nang"),
    (
        Move(("hue", "loc-hue-da-nang", "da-nang"), (Count(2, Kind.UT),)),
        "2 US Troops move from Hue to Da Nang by way of Hue/Da Nang",
    ),
    (
        Replace("hue", (Count(2, Kind.VG),), (Count(1, Kind.VB),)),
        "2 VC Guerrillas in Hue replaced by 1 VC Base",
    ),
    (Activate("hue", (Count(2, Kind.VG),)), "2 VC Guerrillas in Hue become Active"),
    (Hide("hue", (Count(1, Kind.VG),)), "1 VC Guerrilla in Hue goes Underground"),
    (Number("terror", 1, "hue"), "1 Terror marker placed in Hue"),
    (Number("terror", -2, "hue"), "2 Terror markers removed from Hue"),
]


@pytest.mark.parametrize(("clause", "words"), WORDS, ids=[words for _, words in WORDS])
def test_a_consequence_in_words(clause: Clause, words: str) -> None:
    assert clause_words(clause) == words


def test_levels_and_tracks_are_told_with_what_they_were() -> None:
    before = position("Hue: PS", aid=14).state
    effects = [
        Effect("3.2.1", SetLevel("hue", Level.NEUTRAL)),
        Effect("3.2.1", Number("aid", 3)),
        Effect("3.2.1", Number("aid", 3)),
        Effect("2.4.1", Number("aid", -5)),
        Effect("3.2.1", Number("aid", 1)),
        Effect("3.2.1", SetLevel("hue", Level.ACTIVE_OPPOSITION)),
        Effect("5.3", note="a note"),
    ]
    assert [str(told) for told in narrate(before, effects)] == [
        "Hue shifts from Passive Support to Neutral [3.2.1]",
        "Aid 14 -> 20 [3.2.1]",
        "Aid 20 -> 15 [2.4.1]",
        "Aid 15 -> 16 [3.2.1]",
        "Hue shifts from Neutral to Active Opposition [3.2.1]",
        "a note [5.3]",
    ]


def test_where_a_game_stands() -> None:
    assert standing(position(to_act="NVA").state) == "card 55 Trucks: NVA is to act (2.3.2)"
    commitment = position(card=125, phase="commitment").state
    assert standing(commitment) == "card 125 Nguyen Khanh, Commitment Phase: US is to act (6.5)"
    assert standing(position(phase="finished").state).endswith("the next card is to be revealed (2.3.7)")
    assert standing(position(phase="over", winner="VC").state) == "the game is over: VC won"


def test_pieces_tracks_and_scores_on_a_line() -> None:
    game = position("Hue: 3ut ub 2at vg* PS", ARVN=9, aid=1, patronage=2)
    assert pieces_words(game.space("Hue").pieces) == "3ut ub, 2at, vg*"
    assert tracks_words(game.state).startswith("Resources NVA 20, ARVN 9, VC 20; Aid 1, Patronage 2")
    assert "ARVN 4 (-46)" in scores_words(game.state)
