"""Open questions on section 8 (NP-Q…): each other reading changes the decision as stated."""

from __future__ import annotations

from typing import Any

import pytest
from arvn_decides import arvn, in_phase
from insurgents_decide import MONSOON, nva, vc
from non_player_table import Cup, driven, table
from test_non_player_arvn import GARRISONS
from test_non_player_us_flow import decided
from us_decides import phase, us

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.trace import Decision

COUP = "played 125; next 68"


def test_8_3_which_cities_are_drawn() -> None:
    """NP-Q05: Saigon is rolled. The arrows lead to a City beside one of the LoCs; or equal chances decide."""
    roads = [spaces_by_id()["loc-hue-da-nang"], spaces_by_id()["loc-kontum-qui-nhon"]]
    for readings, dice, found in (((), (1, 1), roads[1]), (("NP-Q05",), (1, 1, 2), roads[0])):
        d = Decider(table("played 68; next 70; eligible VC", readings=readings), Faction.VC, CONDUCT)
        assert driven(d.random_space("8.3", roads), Cup(dice)) is found


def _with_threes(faction: str, words: str, *readings: str, players: str = "US+ARVN") -> Decision:
    """Return the decision of a Faction when every die shows 3."""
    state = table(f"{words}; eligible {faction}", players, readings)
    return decide(state, Faction[faction], lambda wanted: (3,) * wanted.dice)


def _rolled(found: Decision) -> list[str]:
    """Return the nodes at which dice were compared."""
    return [step.node for step in found.trace if step.step == "roll"]


def test_8_5_2_what_bars_a_pass_for_its_own_capability() -> None:
    """NP-Q07: an NVA Capability is played, a VC one is next: VC Pass; or that card is for the Event."""
    words = "NVn 20vg; VC 5; Sai 4ut; leaders 126; played 31; next 101"
    assert _with_threes("VC", words).node == "8.5.2/if-1"
    assert _with_threes("VC", words, "NP-Q07").node == "8.5.2/if-2"


def test_8_5_4_how_often_the_way_to_a_base_is_cleared() -> None:
    """NP-Q11: one Ambush clears the way to a Base, the other takes Special Forces; or both clear."""
    there = "HuDN vg; CTLP vg; Hue ub ap 3vg*; BXu ab ap 3vg*; SaCT vg; Sai ui; NVn 18vg; VC 6"
    one, two = (vc(there, None, card=MONSOON, readings=readings).move for readings in ((), ("NP-Q11",)))
    assert one.startswith("attack CTLP, SaCT | ambush CTLP, BXu-ap, SaCT, Sai-ui | attack Hue")
    assert two.startswith("attack CTLP, HuDN | ambush CTLP, BXu-ap, HuDN, Hue-ap | attack Hue")


def test_8_5_4_a_second_guerrilla_onto_a_loc() -> None:
    """NP-Q12: a LoC that has an Underground Guerrilla is left alone; or gets another."""
    there = "KPh 3vg; NVn 25vg; HuKS vg; VC 0"
    assert vc(there, None).move.startswith("march KPh>SaCT:vg, KPh>CTCD:vg |")
    again = vc(there, None, readings=("NP-Q12",)).move
    assert again.startswith("march NVn>HuKS:vg, KPh>SaCT:vg, KPh>CTCD:vg |")


def test_8_6_5_in_how_many_spaces_pieces_gather_for_a_base() -> None:
    """NP-Q22: 4 units in one space beyond the border; or in as many as can be."""
    there = "NVn 2nb 6nt 4ng; CLa 2ng nt; SLa 2ng nt; NEC 2nb 2nt; Fis 2nb 2nt; trail 3; NVA 6"
    assert nva(there, None).move.startswith("march CLa>SLa:nt, CLa>HuKS:ng")
    assert nva(there, None, readings=("NP-Q22",)).move.startswith("march CLa>SLa:nt, NVn>CLa:2nt")


def test_8_6_5_what_is_in_south_vietnam() -> None:
    """NP-Q53: Troops go beside a space of the South under COIN Control; or into the South beside any."""
    bases = "NEC 2nb 4nt; Fis 2nb 2nt; NVn 2nb 2nt; CLa 2nb 2nt; SLa nb 2nt"
    there = f"{bases}; Ple 5vg; Tay 2at; BDi 2at; trail 3; NVA 6"
    assert nva(there, None).move.startswith("march NEC>SLa:2nt |")
    assert nva(there, None, readings=("NP-Q53",)).move.startswith("march NEC>Ple:2nt |")


def test_8_7_3_nearest_to_saigon() -> None:
    """NP-Q30: Can Tho/Chau Doc is nearer by any spaces; by roads both are as far, and one has hidden VC."""
    there = f"Sai 16at 8ap 3ar; {GARRISONS}; SaCT vg; CTBL vg; CTCD vg*; oop 7at 8ap 3ar"
    assert arvn(there, None).move.startswith("patrol Sai>SaCT:3ap, CaT>CTCD:2ap")
    assert arvn(there, None, readings=("NP-Q30",)).move.startswith("patrol Sai>SaCT:3ap, CaT>CTBL:2ap")


def test_8_8_3_sa_2_nearest_to_saigon() -> None:
    """NP-Q30: Hue/Khe Sanh and Hue/Da Nang are as far by any spaces, but not by roads."""
    there = "HuKS at vg*; HuDN at vg*; trail 0"
    assert us(there, "airstrike", [1, 3, 3, 1]) == "airstrike {1} HuKS-vg*"
    assert us(there, "airstrike", [1], readings="NP-Q30") == "airstrike {1} HuDN-vg*"


@pytest.mark.parametrize(
    ("die", "by_default", "by_the_reading"),
    [
        (4, "airstrike {4} trail-1", "airstrike {4} trail-1 CaT"),
        (2, "airstrike {2} trail-1", "airstrike {2} trail-1 CaT"),
        (1, "airstrike {1}", "airstrike {1} CaT"),
    ],
)
def test_4_2_3_a_strike_on_the_trail_alone_selects_a_space(
    die: int, by_default: str, by_the_reading: str
) -> None:
    """4.2.3-09: a strike selects at least 1 space. Which one without a target changes nothing, so no roll."""
    board = "CaT ut; Tay ui; trail 3"
    assert us(board, "airstrike", dice=(die,)) == by_default
    assert us(board, "airstrike", dice=(die,), readings="4.2.3-09") == by_the_reading


def test_8_8_3_do_1_what_only_arvn_could_clear() -> None:
    """NP-Q37: by Abrams in 2 spaces, first where ARVN help to clear; or only what the US clear alone."""
    there = "KPh ub 1ut 6at 3nt; KHo 2ut 2nt; BXu 2ut 2nt; ARVN 18; econ 15; trail 0; capabilities 11:shaded"
    helped = us(there, "assault", [1])
    assert helped == "assault KPh-2nt arvn KPh-nt, KHo-2nt | airstrike {1} BXu-nt"
    alone = us(there, "assault", [1], readings="NP-Q37")
    assert alone == "assault KHo-2nt, BXu-2nt | airstrike {1} KPh-nt"


def test_6_5_where_vc_shift_for_the_withdrawal() -> None:
    """NP-Q41: most Opposition comes of Neutral spaces; or any space at random, here one at Support."""
    coup: dict[str, Any] = {"phase": "withdrawal", "card": COUP}
    assert vc("KHo AS; leaders 127; withdrawn 4", (1, 1), **coup).move == "withdraw KGi"
    assert vc("KHo AS; leaders 127; withdrawn 4", (1, 1), readings=("NP-Q41",), **coup).move == "withdraw KHo"


def test_6_2_1_which_locs_are_sabotaged() -> None:
    """NP-Q42: after the LoC of most Econ, one beside a random City; by the other reading any of them."""
    coup: dict[str, Any] = {"phase": "sabotage", "card": COUP}
    there = "HuKS vg; HuDN vg; SaCT vg; Hue terror 1; DaN terror 1"
    found = vc(there, None, **coup)
    assert found.move.startswith("sabotage SaCT, SaCR") and found.dice[0] == "dice VC 6.2.1 space {1 1}"
    other = vc(there, None, readings=("NP-Q42",), **coup)
    assert other.move.startswith("sabotage SaCT, HuKS") and other.dice[0] == "dice VC 6.2.1 even 13 {1 1}"


def test_8_4_1_a_rifle_on_a_capability() -> None:
    """NP-Q47: the NVA decline a VC Capability without a roll; or roll, and then decline."""
    words = "NVn nb 3nt; trail 3; NVA 5; leaders 126; played 116; next 68"
    for readings, rolled in (((), False), (("NP-Q47",), True)):
        found = _with_threes("NVA", words, *readings)
        assert ("8.6.2/if-2" in _rolled(found), found.kind) == (rolled, "operation")


@pytest.mark.parametrize(
    ("faction", "words", "node"),
    [
        ("VC", "KPh vg AO; VC 5; leaders 126; played 41; next 68", "8.5.1/if-2"),
        ("VC", "KPh vg AO; VC 5; played 41; next 101", "8.5.2/if-1"),
        ("VC", "KPh vg AO; VC 5; played 41; next 68", "8.5.3/if-2"),
        ("NVA", "NVn nb 3nt; trail 3; NVA 5; played 41; next 68", "8.6.1/if-2"),
        ("NVA", "NVn nb 3nt; trail 3; NVA 5; played 41; next 68", "8.6.3/if-1"),
        ("NVA", "NVn nb 3nt; trail 3; NVA 5; played 41; next 68", "8.6.4/if-3"),
    ],
)
def test_8_0_a_die_that_cannot_matter(faction: str, words: str, node: str) -> None:
    """NP-Q50: no die is rolled where every result, or none, meets the condition; or it is all the same."""
    assert node not in _rolled(_with_threes(faction, words))
    assert node in _rolled(_with_threes(faction, words, "NP-Q50"))


def test_8_8_1_the_policy_without_leaders() -> None:
    """NP-Q50: with no Coup card in the Leader box LBJ comes without a die; or by one."""
    there = "Sai 10ut ub; oop 25ut 5ub; leaders none; played 125; phase commitment"
    assert phase(there, [], "JFK") == ["US   pass"]
    assert phase(there, [1], "JFK", "NP-Q50") == ["dice US 8.8.1 {1}", "US   pass"]


def test_8_8_6_a_capability_behind_a_failed_roll() -> None:
    """NP-Q55: 8.8.6 may play a Capability whose die failed in 8.8.2; by the other reading it may not."""
    there = "Sai ub 4ut 2ap AS; oop 5at; ARVN 15; econ 15; trail 0; leaders 126"
    assert decided(f"{there}; played 13; next 68; eligible US", 1)[1] == "8.8.6"
    trained = decided(f"{there}; played 13; next 68; eligible US", 1, 1, 1, readings="NP-Q55")
    assert trained[1] == "8.8.7"


def test_8_5_2_what_a_failed_roll_says_of_the_card_that_is_played() -> None:
    """NP-Q04, NP-Q03: a VC Capability is next and the roll has failed: both bear on the Event now."""
    words = "KPh 2vg; VC 5; leaders 126 127 128; played 68; next 101"
    assert {"NP-Q03", "NP-Q04"} <= set(_with_threes("VC", words).readings)


@pytest.mark.parametrize(
    ("faction", "words", "node"),
    [
        ("VC", "Ple 2vg PS; VC 5", "8.5.1/if-1"),
        ("VC", "Tay 4vg; KPh 4vg; NVn 20vg; VC 5", "8.5.3/if-1"),
        ("NVA", "QTr ab at 6nt; NVA 5", "8.6.1/if-1"),
        ("NVA", "NVn nb 3nt; trail 1; NVA 5", "8.6.4/if-1"),
        ("NVA", "SLa nb; NVn nb 3nt; trail 3; NVA 5", "8.6.4/if-2"),
    ],
)
def test_8_0_an_earlier_condition_spares_the_dice_of_a_later_one(faction: str, words: str, node: str) -> None:
    """NP-Q50 is named when an earlier condition holds and a later one would roll dice."""
    found = _with_threes(faction, f"{words}; played 41; next 68")
    assert found.node == node and "NP-Q50" in found.readings
    assert f"{node[:-1]}{int(node[-1]) + 1}" not in _rolled(found)


def test_8_1_2_the_last_police_of_ones_own() -> None:
    """NP-Q06: of 5 Troops and 1 Police a third leaves in turn; or the last Police stays beside Troops."""
    there = "Hue 5at ap; DaN 2at 4ap"
    card = "leaders 126; played 129; next 68"
    assert in_phase("desert", there, card=card).move == "desert Hue-at-ap, DaN-ap-at"
    other = in_phase("desert", there, card=card, readings=("NP-Q06",))
    assert other.move == "desert Hue-2at, DaN-ap-at" and "NP-Q06" in other.d.readings


def test_8_2_a_random_space_relies_on_the_table() -> None:
    """NP-Q48, NP-Q51: dice of the Random Spaces sheet name both; where all equals fit, NP-Q50 is named."""
    there = "QTr 6nt 6at; BDi 6nt 6at; trail 2; NVA 9"
    assert "NP-Q50" in nva(there).decision.readings
    assert {"NP-Q48", "NP-Q51"} <= set(nva(f"{there}; KPh 6nt 6at", None).decision.readings)
