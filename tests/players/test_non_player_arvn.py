"""Non-player ARVN: Train, Patrol, Assault, Sweep and Coup Rounds (8.7.2 to 8.7.7, 8.1.2)."""

from __future__ import annotations

import msgspec
import pytest
from non_player_table import decision, table
from players.arvn_decides import MONSOON, arvn, in_phase

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decide import decide
from fitl_core.state.control import control_in
from fitl_core.state.state import resources
from notation import write_event

NVA_HOLD_FIVE = "Hue nt; DaN nt; QNh nt; CRa nt; Kon nt"
ONLY_AN_LOC = f"{NVA_HOLD_FIVE}; Sai 7nt; CaT nt"


def test_8_7_2_if_1_12_pieces_available_call_for_train() -> None:
    """Troops, Police, Rangers and Bases all count: 12 are enough, 11 are not."""
    enough = arvn(f"Sai 24at 30ap; AnL 3ar; {NVA_HOLD_FIVE}; CaT nt", [6, 4])
    assert enough.node == "8.7.2/if-1"
    assert arvn(f"Sai 24at 30ap; AnL 4ar; {NVA_HOLD_FIVE}; CaT nt").node == "8.7.5"


def test_8_7_2_do_1_rangers_once_fewer_than_6_cubes_are_available() -> None:
    """2 Rangers in each of 3 Cities that come under COIN Control so; Saigon does not (NP-C65)."""
    found = arvn("Sai 30at 25ap", [1, 1, 2, 6, 6, 4, 3, 5])
    assert found.node == "8.7.2/if-1"
    assert found.move.startswith("train CaT+2ar, Hue+2ar, QNh+2ar |")
    assert found.dice[:2] == ["dice ARVN 8.7.2/do-1 space {1 1}", "dice ARVN 8.7.2/do-1 space {2 6}"]


def test_8_7_2_do_1_exactly_6_cubes_in_turn_and_transport_where_control_changes() -> None:
    """Three Cities, 3 Troops and 3 Police each; 6 Troops by road into a Province of 2 Population (NP-C93)."""
    found = arvn(f"{NVA_HOLD_FIVE}; Sai 3at 3ap; ARVN 9", [6, 4])
    assert found.move == "train AnL+3at+3ap, CaT+3at+3ap, Sai+3at+3ap | transport Sai>KPh:6at"
    assert found.dice == ["dice ARVN 8.7.2/sa-4 space {6 4}"]


def test_8_7_2_do_1_the_third_space_may_get_rangers() -> None:
    """6 cubes are Available once: Saigon gets Rangers."""
    found = arvn(f"Sai 24at 30ap; AnL 3ar; {NVA_HOLD_FIVE}; CaT nt", [6, 4])
    assert found.move.startswith("train AnL+6at, Sai+2ar |")


def test_8_7_2_do_1_cubes_come_in_turn_or_level_out() -> None:
    """With 1 Troop and 4 Police there 3 and 3 come (NP-C64); by the other reading 5 and 1 (NP-Q27)."""
    position = f"AnL at 4ap; {ONLY_AN_LOC}; ARVN 3"
    assert arvn(position).move.startswith("train AnL+3at+3ap |")
    assert arvn(position, readings=("NP-Q27",)).move.startswith("train AnL+5at+ap |")


def test_8_7_2_do_1_b_a_space_without_police_comes_first() -> None:
    """Both are under COIN Control; only An Loc lacks a type."""
    found = arvn(f"Sai 7nt; {NVA_HOLD_FIVE}; AnL 2at; CaT 2at ap; ARVN 3")
    assert found.move.startswith("train AnL+3at+3ap |")
    assert found.says("8.7.2/do-1")[0] == "An Loc"


def test_8_7_2_if_2_a_base_calls_for_train() -> None:
    """5 units with 3 ARVN cubes in a Province without Base: at most 2 spaces come before it; it costs 3."""
    base = "Sai 24at 27ap 5ar; PhB 2at ap 2ut; AnL nt; CaT nt"
    found = arvn(f"{base}; {NVA_HOLD_FIVE}", [1, 1, 2, 6])
    assert found.node == "8.7.2/if-2"
    assert found.move.endswith("| train PhB base PhB-2at-ap+ab")
    assert resources(found.after, ARVN) == 24


@pytest.mark.parametrize(
    "province", ["PhB 2at 3ut", "PhB 2at ap ut", "PhB 2at ap ut ub", "PhB 2at ap 2ut 6ng"]
)
def test_8_7_2_if_2_what_keeps_a_base_from_being_placed(province: str) -> None:
    """Fewer than 3 ARVN cubes, fewer than 5 units, a COIN Base, NVA Control."""
    found = arvn(f"Sai 25at 28ap 4ar; {province}; AnL nt; CaT nt; {NVA_HOLD_FIVE}", None)
    assert found.says("8.7.2/if-2")[0] == "no"


def test_8_7_2_do_3_the_base_by_the_other_reading_needs_a_train_space() -> None:
    """The Province of the Base is one more Train space, or one of those selected already (NP-Q28)."""
    position = f"Sai 23at 26ap 3ar; PhB 2at 2ap ut; {NVA_HOLD_FIVE}; AnL nt; CaT nt"
    usual = arvn(position, [1, 1, 2, 6])
    assert usual.move == "train Sai+4at+2ap | transport Sai>KHo:6at | train PhB base PhB-2at-ap+ab"
    other = arvn(position, [1, 1], readings=("NP-Q28",))
    assert other.move == "train Sai+4at+2ap | transport Sai>KHo:6at | train pacify Sai=PS"


def test_8_7_2_none_a_pass_where_nothing_is_possible() -> None:
    """NVA hold every City, no cube is anywhere: 3 Resources."""
    found = arvn(f"{ONLY_AN_LOC}; AnL nt; ARVN 3")
    assert (found.node, found.move) == ("8.7.2/none", "pass")
    assert resources(found.after, ARVN) == 6


def test_8_7_2_none_train_for_nothing_behind_govern() -> None:
    """Nothing can be placed, but Quang Tin is Governed: Train is free and places nothing."""
    found = arvn(f"{ONLY_AN_LOC}; AnL nt; QTi 2at ap AS; aid 10; ARVN 3")
    assert found.node == "8.7.2/none"
    assert found.move.startswith("train | govern QTi patronage | train ")
    assert resources(found.after, ARVN) == 3


# -- Govern ---------------------------------------------------------------------------------------

GOVERNED = "Sai 7nt; AnL 4ap; CaT nt; Hue nt; DaN nt; CRa nt; QNh nt; ARVN 3"


def test_8_7_2_sa_1_patronage_everywhere_while_the_us_leads() -> None:
    """The US is a player with more than 50: the highest Population, Passive Support too (NP-C66)."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap AS; aid 10; patronage 10; {GOVERNED}", players="US")
    assert found.move == "train AnL+3at+3ap | govern QTr patronage, Kon patronage"
    assert (found.after.patronage, found.after.aid) == (13, 7 + 5)  # Duong Van Minh adds 5


def test_8_7_2_sa_2_no_space_is_to_turn_neutral() -> None:
    """The US is a Non-player: Patronage at Active Support, Aid from the other space (NP-C94)."""
    found = arvn(f"Kon 2at ap AS; BDi 2at ap PS; aid 10; patronage 10; {GOVERNED}")
    assert found.move.endswith("| govern Kon patronage, BDi aid")
    assert (found.after.patronage, found.after.aid) == (11, 15 + 5)  # Duong Van Minh adds 5


def test_8_7_2_sa_2_a_us_player_at_50_does_not_count() -> None:
    """50 is not beyond 50: the US has 46 Available and 4 of Support."""
    found = arvn(f"Kon 2at ap N; QTr 3at ap AS; aid 10; {GOVERNED}", players="US")
    assert found.says("8.7.2/sa-1")[0] == "no"


def test_8_7_2_sa_2_mandate_of_heaven_spares_a_space() -> None:
    """Unshaded: Patronage at Passive Support without a shift, once; then Aid (card 86)."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap PS; aid 10; {GOVERNED}; capabilities 86:unshaded")
    assert found.move.endswith("| govern QTr patronage mandate, Kon aid")


def test_8_7_2_sa_3_shaded_mandate_leaves_one_space() -> None:
    """Shaded Mandate of Heaven: Patronage in 1 space, and no Aid from another."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap AS; aid 10; {GOVERNED}; capabilities 86:shaded")
    assert found.move.endswith("| govern QTr patronage")


def test_8_7_2_sa_3_without_aid_there_is_no_patronage() -> None:
    """Aid 0: two spaces give Aid, highest Population first."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap AS; aid 0; {GOVERNED}")
    assert found.move.endswith("| govern QTr aid, Kon aid")


def test_8_7_2_sa_1_aid_below_the_population() -> None:
    """The Aid that remains becomes Patronage; by the other reading none does (NP-Q29)."""
    position = f"Kon 2at ap PS; QTr 3at ap AS; aid 1; {GOVERNED}"
    assert arvn(position).move.endswith("| govern QTr patronage, Kon aid")
    assert "govern" not in arvn(position, [2, 6], readings=("NP-Q29",)).move


# -- Transport ------------------------------------------------------------------------------------


def test_8_7_2_sa_4_transport_comes_first_from_laos_and_cambodia() -> None:
    """The Fishhook keeps COIN Control: 3 of its 4 pieces go, though An Loc has more Troops."""
    found = arvn(f"Fis 3at ar; AnL 8at 2ap; {ONLY_AN_LOC}; ARVN 3")
    assert found.move == "train AnL+3at+3ap | transport Fis>Tay:3at"


def test_8_7_2_sa_4_a_province_with_police_alone_comes_first() -> None:
    """Kien Hoa, of equal Population, has no Police."""
    found = arvn(f"Sai 8at 2ap; KPh ap; {NVA_HOLD_FIVE}; CaT nt; AnL 7nt; ARVN 3")
    assert found.move == "train Sai+3at+3ap | transport Sai>KPh:6at"


def test_8_7_2_sa_4_shaded_armored_cavalry_leaves_rangers() -> None:
    """Shaded Armored Cavalry (card 61) lets only Rangers be Transported."""
    found = arvn(f"Fis 3at 2ar* ng; Tay 2ap; AnL 8at 2ap; {ONLY_AN_LOC}; ARVN 3; capabilities 61:shaded")
    assert found.move == "train AnL+3at+3ap | transport Fis>Tay:2ar*"


def test_8_7_2_sa_4_what_a_sweep_does_by_itself_comes_before_armored_cavalry() -> None:
    """Cobras (card 13) take one of two Guerrillas; the Assault (card 61) takes the other and the Base."""
    found = arvn(
        "Hue ut ap; DaN 2at ap; Kon at 2ap PS; QNh 2at ap PS; CRa 2at ap PS; AnL ut at ap PS; Sai ub 4ap"
        " PS; CaT 2at ap PS; NVn 8nt 5ng 2nb; CLa 2ng; SLa ng; NEC ui ng; Fis 2vg; Par 5ng 2nb; Sih ui;"
        " QTr 3nt; QNa at ap AO; QTi 22nt 2nb vg PO; BDi 2nt vb^ PO; Ple at ap AO; PhB ap AO; KhH ut ap;"
        " QDu ar PO; BTu ut 3at 2vg vb AO; Tay 2ng* vb^ AO; KPh ar* PO; KHo ub ap AS; BXu 3ut ub ap AS;"
        " KGi vg AO; HuDN ap; DNQN 3ap; CRDL 3ap; SaBM 3ap; casualties 7ut; oop 11ut 4ui 3ub 10at 3ar"
        " 2ab; ARVN 14; NVA 1; VC 14; aid 20; patronage 29; econ 15; capabilities 61:unshaded 13:unshaded",
        [1, 1],
    )
    assert found.move == "sweep BTu moved | transport CaT>SaCT>Sai>BTu:at | sweep BTu*2vg cavalry BTu-vg*-vb"


def test_8_7_2_sa_4_unshaded_armored_cavalry_assaults() -> None:
    """After the Operation, a free Assault in the Transport's destination (card 61)."""
    found = arvn(f"Tay 2ap vg* vb; Fis 4at; AnL 2ap; {ONLY_AN_LOC}; ARVN 3; capabilities 61:unshaded")
    assert found.move == "train AnL+3at+3ap | transport Fis>Tay:3at cavalry Tay-vg*"


def test_8_7_2_sa_4_no_transport_by_typhoon_kate() -> None:
    """Typhoon Kate (card 115) bars Transport: the Operation has no Special Activity."""
    found = arvn(f"AnL 8at 2ap; {ONLY_AN_LOC}; ARVN 3; momentum 115:unshaded")
    assert found.move == "train AnL+3at+3ap"
    assert found.says("8.7.2/sa-4") == ["no Transport is possible: no Special Activity"]


NVA_HOLD = "Hue nt; DaN nt; QNh nt; CRa nt; Kon nt; AnL nt; CaT nt"
GARRISONS = "Hue at 2ap; DaN at 2ap; QNh at 2ap; CRa at 2ap; Kon at 2ap; AnL at 2ap; CaT at 2ap"
"""Nothing is lacking in these Cities, and nothing of theirs may leave but onto LoCs."""


def test_8_7_3_if_1_a_guerrilla_beside_saigon_calls_for_patrol() -> None:
    """First 3 Police go from Saigon to the LoC, and Assault it (NP-C68)."""
    found = arvn("Sai 28at 30ap 4ar; SaCT vg", None)
    assert found.node == "8.7.3/if-1"
    assert found.move.startswith("patrol Sai>SaCT:3ap, ")
    assert "SaCT*vg assault SaCT-vg*" in found.move


def test_8_7_3_if_2_a_unit_on_a_loc_that_bars_a_city() -> None:
    """Kontum is reached from Saigon over one LoC only, where a Guerrilla stands."""
    found = arvn(f"Sai 22at 12ap 4ar; {GARRISONS}; KoBM vg; DNDT ng; KoQN ng", None)
    assert found.node == "8.7.3/if-2"
    assert found.says("8.7.3/if-1") == ["no"]


def test_8_7_3_if_2_behind_a_barred_city_nothing_counts() -> None:
    """Enemies in Cities bar the way; a LoC beyond them does not call for Patrol."""
    found = arvn(f"Sai 26at 30ap 4ar; {NVA_HOLD}; HuDN vg", None)
    assert found.says("8.7.3/if-2")[0] == "no"


def test_8_7_3_do_1_twice_the_enemies_or_none_at_all() -> None:
    """2 Guerrillas want 4 cubes; with 3 in reach nobody goes there."""
    enough = arvn(f"Sai 16at 8ap 3ar; {GARRISONS}; SaCT 2vg*; oop 7at 8ap 3ar", None)
    assert "Sai>SaCT:4ap" in enough.move
    few = arvn("Sai ap 2at; SaCT 2vg*; oop 28at 25ap 6ar 3ab", None)
    assert few.says("8.7.3/if-1") == ["yes"]
    assert (few.node, few.move) == ("8.7.2/none", "train | transport Sai>KHo:2at | train Hue")


def test_8_7_3_do_1_nearest_to_saigon_first_then_underground() -> None:
    """Of two LoCs beside Saigon that with an Underground Guerrilla comes first."""
    found = arvn(f"Sai 16at 8ap 3ar; {GARRISONS}; SaCT vg*; SaBM vg; KoQN vg; oop 7at 8ap 3ar", None)
    first, second = found.move.split(", ")[:2]
    assert (first, second) == ("patrol Sai>SaBM:3ap", "Sai>SaCT:3ap")


def test_8_7_3_do_1_cities_may_be_emptied_but_provinces_may_not() -> None:
    """Can Tho gives its last Police; Kien Phong, with fewer to spare, keeps its Control of 3 cubes."""
    rest = "Sai vb; oop 28at 25ap 6ar 3ab"
    assert arvn(f"CaT 3ap; KPh 2at 2ap; SaCT vg*; {rest}", None).move.startswith("patrol CaT>SaCT:3ap, ")
    assert "SaCT:" not in arvn(f"CaT 2ap; KPh 2at ap; SaCT vg*; {rest}", None).move


def test_8_7_3_do_2_control_of_cities_by_population_then_garrisons() -> None:
    """Hue (2) before An Loc (1); 3 COIN cubes with Troop and Police then."""
    found = arvn("Sai 27at 26ap 4ar; DaN at 2ap; QNh at 2ap; SaCT vg*; Kon ub; CRa ub; CaT ub", None)
    going = [part.split(":")[0].split(">")[-1] for part in found.move.split(" assault")[0].split(", ")]
    assert going[:5] == ["SaCT", "Hue", "AnL", "Hue", "Hue"]
    hue = found.after.spaces[spaces_by_id()["hue"].index].pieces
    assert (hue[Kind.AT.slot], hue[Kind.AP.slot]) == (1, 2)


def test_8_7_3_do_3_the_free_assault_is_where_most_pieces_go() -> None:
    """4 cubes remove 2 on one LoC, 3 remove 1 on the other."""
    found = arvn(f"Sai 12at 8ap 3ar; {GARRISONS}; SaCT 2vg*; SaBM vg*; oop 11at 8ap 3ar", None)
    assert "assault SaCT-2vg*" in found.move


def test_8_7_3_sa_govern_comes_behind_patrol() -> None:
    """Govern follows Patrol: Patronage from Kontum at Active Support."""
    garrisons = GARRISONS.replace("Kon at 2ap", "Kon at 2ap AS")
    found = arvn(f"Sai 22at 12ap 4ar; {garrisons}; SaCT vg; aid 10", None)
    assert "| govern Kon patronage" in found.move


def test_8_7_3_none_a_patrol_without_moves_behind_a_raid() -> None:
    """Raid removes the only enemy, nothing is left to Assault or to Patrol: it is paid for all the same."""
    found = arvn(f"Sai 9at 12ap 4ar; {GARRISONS}; KPh vg; oop 14at 4ap 2ar 3ab", None, card=MONSOON)
    assert found.node == "8.7.3/none"
    assert found.move == "raid Sai>KPh:ar KPh-vg | patrol"
    assert resources(found.after, ARVN) == 27
    line = decide(found.d.start, ARVN, lambda wanted: (1,) * wanted.dice).lines[-1]
    assert write_event(line) == f"ARVN {found.move}"


def test_8_9_easy_a_limited_patrol_has_one_destination() -> None:
    """do-1, do-2: a Limited Patrol goes to the LoC beside Saigon alone; no dice are rolled for Cities."""
    there = "Sai 28at 30ap 2ar; SaCT vg; CTCD vg; ARVN 30"
    state = table(f"{there}; played 68; next 70; eligible NVA ARVN; done NVA:operation", "NVA+VC")
    easy = decision(msgspec.structs.replace(state, options=("easy",)), "ARVN")
    assert [write_event(line) for line in easy.lines] == ["ARVN patrol Sai>SaCT:3ap SaCT*vg assault SaCT-vg*"]


def test_8_7_4_if_2_an_nva_troop_calls_for_assault_behind_transport() -> None:
    """No Ranger can Raid; 6 Troops more remove both Troops (NP-C69)."""
    found = arvn("Sai 27at 30ap; Tay 3at 2nt")
    assert (found.node, found.move) == ("8.7.4/if-2", "transport Sai>Tay:6at | assault Tay-2nt")


def test_8_7_4_if_1_control_that_would_change_calls_for_assault() -> None:
    """4 Troops against 4 Active Guerrillas: 2 go, COIN Control comes."""
    found = arvn("Sai 20at 28ap 6ar; Tay 4at 4vg*")
    assert (found.node, found.move) == ("8.7.4/if-1", "raid Sai>Tay:ar Tay-2vg* | assault Tay-2vg*")


def test_8_7_4_if_3_pieces_beside_a_base_without_hidden_guerrillas() -> None:
    """if-3 counts pieces beside a Base, but not if an Underground Guerrilla is there."""
    exposed = arvn("Sai 20at 28ap 6ar; Tay 4at vb 2vg*")
    assert (exposed.node, exposed.move) == ("8.7.4/if-3", "raid Sai>Tay:ar Tay-2vg* | assault Tay-vb")
    assert arvn("Sai 20at 28ap 6ar; Tay 4at vb vg vg*", None).says("8.7.4/if-3") == ["no"]


def test_8_7_4_sa_1_raid_with_one_ranger_then_assault() -> None:
    """The Base is out of reach of the Raid: a Guerrilla and a Troop go, then the rest (NP-C96)."""
    found = arvn("Sai 26at 30ap 2ar; Tay 4at 2nt vg* vb")
    assert found.move == "raid Sai>Tay:ar Tay-vg*-nt | assault Tay-nt-vb"


def test_8_7_4_sa_1_bases_first_then_as_many_rangers_as_control_takes() -> None:
    """A Base alone goes first; into Tay Ninh 2 Rangers move, as COIN Control then comes."""
    found = arvn("Sai 26at 28ap 3ar 2ab; Tay 3nt; KPh 2vg; BTu vb", None)
    assert found.move.startswith("raid Sai>BTu:ar BTu-vb, Sai>Tay:2ar Tay-2nt |")


def test_8_7_4_sa_1_an_active_ranger_cannot_strike() -> None:
    """An Active Ranger cannot Raid, so Sweep has no Special Activity."""
    found = arvn("Sai 26at 28ap 3ar* 2ab; Tay 3nt; KPh 2vg", None)
    assert found.move.startswith("sweep ")


def test_8_7_4_sa_1_no_origin_loses_coin_control() -> None:
    """The only Ranger of An Loc holds it against a Guerrilla: it does not leave."""
    found = arvn("Sai 10at 4ap; AnL ar ap vg; KPh vg; Tay vg*; oop 20at 25ap 3ab", None, card=MONSOON)
    assert "AnL>" not in found.move.split("|")[0]


def test_8_7_4_sa_1_typhoon_kate_leaves_one_space() -> None:
    """Typhoon Kate (card 115) limits the Raid to one space."""
    found = arvn("Sai 26at 28ap 4ar ab; Tay nt vb^; KPh 2vg; momentum 115:unshaded", None)
    assert found.move.startswith("raid Sai>KPh:ar KPh-2vg |")


def test_8_7_4_if_4_in_monsoon_a_tunnel_is_rolled_for() -> None:
    """No condition holds, no Sweep in Monsoon: Assault where a Tunnel roll comes (do-1)."""
    found = arvn("Sai 24at 28ap 2ar; KPh 3at vg; AnL ap; Tay 2at vb^", [4], card=MONSOON)
    assert (found.node, found.move) == ("8.7.4/if-4", "raid Sai>KPh:ar KPh-vg | assault Tay {4}")


def test_8_7_4_do_1_to_do_4_in_this_order() -> None:
    """A Base, then Population that changes Control, then last enemies, then 2 or more; 3 spaces in all."""
    spaces = "DaN 4at vg*; Hue 4at 5vg*; KHo 4at vb; CaT 4at ap 4vg*"
    found = arvn(f"{spaces}; Sai 3ap; oop 14at 26ap 6ar 3ab", None)
    assert found.move.split("assault ")[1].startswith("KHo-vb, Hue-2vg*, DaN-vg*")


def test_8_7_4_do_4_most_pieces_first() -> None:
    """With Resources for 1 space: 3 pieces before 2."""
    found = arvn("Hue 6at 4vg*; DaN 4at 3vg*; oop 20at 28ap 6ar 3ab; ARVN 3", card=MONSOON)
    assert found.move == "assault Hue-3vg*"
    assert found.says("8.7.4/do-4")[0] == "Hue"


def test_8_7_4_none_is_patrol_and_a_transport_for_nothing_is_not_made() -> None:
    """1 of 2 Troops could go, which no step wants, and nothing can be Transported there: Patrol instead."""
    found = arvn("Fis 3at 2nt; Sai 6ap; oop 27at 24ap 6ar 3ab", None)
    assert found.says("8.7.4/if-2") == ["yes"]
    assert found.node == "8.7.3/if-3"
    assert found.move.startswith("patrol Sai>")


@pytest.mark.parametrize(("troops", "moves"), [("2nt", True), ("4ng", False)])
def test_8_7_4_transport_only_where_it_enables_an_assault(troops: str, moves: bool) -> None:
    """6 Troops more clear 2 enemies, which the 3 there cannot; against hidden ones they are of no use."""
    found = arvn(f"Sai 20at 28ap 6ar*; Tay 3at {troops}; AnL 2ab", None, card=MONSOON)
    assert ("transport Sai>Tay:6at | assault Tay-2nt" in found.move) == moves


def test_8_7_5_do_2_control_in_the_two_spaces_of_most_population() -> None:
    """Kien Phong has Troops enough; one each goes on to Tay Ninh and Kien Hoa (NP-C97)."""
    found = arvn("Sai 27at 30ap; KPh 3at 2vg PS")
    assert (found.node, found.move) == ("8.7.5", "sweep KPh, Sai>Tay:at, Sai>KHo:at, KPh*2vg")


def test_8_7_5_as_far_as_resources_go() -> None:
    """ARVN Sweep only the spaces that they can pay: 1 space with 3 Resources."""
    assert arvn("Sai 27at 30ap; KPh 3at 2vg PS; ARVN 3").move == "sweep KPh KPh*2vg"


def test_8_7_5_do_1_support_then_vc_then_population() -> None:
    """Kien Phong at Support, then Tay Ninh (2) and Quang Duc (1) with VC; Binh Tuy with NVA is left out."""
    found = arvn("Sai 24at 28ap; Tay 2at 4vg; KPh ap 2ng PS; QDu at vg; BTu 3at ng", None)
    assert found.move.startswith("sweep KPh, Tay, QDu, ")


def test_8_7_5_do_2_most_guerrillas_first_then_control() -> None:
    """In Jungle 2 find 1: 6 Troops for 4 in Tay Ninh, 1 for Kien Phong, where 1 more brings Control."""
    found = arvn("Sai 24at 28ap; Tay 2at 4vg; KPh ap 2ng PS; QDu at vg; BTu 3at ng", None)
    assert "Sai>Tay:6at, Sai>KPh:at, Sai>KPh:at" in found.move
    assert found.move.endswith("KPh*2ng, Tay*4vg, QDu*vg")


def test_8_7_5_do_2_origins_keep_3_cubes_and_control() -> None:
    """Saigon with 4 cubes gives 1 to the Sweep, Binh Tuy with 3 none; Control alone binds a Transport."""
    found = arvn("Sai 3at ap; BTu 3at; KPh at 3vg PS; oop 22at 28ap 6ar 3ab", None)
    assert found.move == "sweep KPh, Sai>KPh:at moved | transport Sai>KPh:at | sweep KPh*3vg"


def test_8_7_5_do_2_troops_that_find_guerrillas_stay() -> None:
    """2 Troops find 2 Guerrillas in Kien Phong; they stay, though 3 US Troops would hold the space."""
    found = arvn("KPh 3ut 2at 2vg PS; Tay at 4vg PS; oop 27at 30ap 6ar 3ab")
    assert found.move == "sweep Tay, KPh KPh*2vg"


def test_8_7_5_do_2_a_space_that_shall_gain_control_gives_no_troops() -> None:
    """Binh Dinh gets the 2 Troops that it lacks for Control. It gives none of its 5 to Phu Bon."""
    police = "; ".join([f"{name} ap" for name in ("QNa", "DaN", "Kon", "QNh", "Ple")])
    found = arvn(f"BDi 5at 6vg*; QTi 5at; {police}; oop 20at 25ap 6ar 3ab")
    assert found.move == "sweep QTi>BDi:2at"
    assert control_in(found.after, spaces_by_id()["binh-dinh"]) == "coin"


def test_8_7_5_do_3_transport_finds_more() -> None:
    """Troops in Binh Dinh reach more Guerrillas by road than by Sweep."""
    found = arvn("BDi 10at 2ap; KPh at 4vg PS; oop 18at 28ap 6ar 3ab", None)
    assert "moved | transport BDi" in found.move
    assert "| sweep KPh*4vg" in found.move


def test_8_7_5_do_4_vc_before_nva() -> None:
    """Sweep finds VC before NVA: of 4 Guerrillas 3 are found, both VC first."""
    found = arvn("KPh 3at 2vg 2ng PS; oop 27at 30ap 6ar 3ab", None)
    assert found.move == "sweep KPh KPh*2vg*ng"


def test_8_7_5_none_in_monsoon() -> None:
    """In Monsoon ARVN Assault instead of Sweep (2.3.9)."""
    found = arvn("KPh 3at 2vg PS; oop 27at 30ap 6ar 3ab", None, card="played 41; next 127; eligible ARVN")
    assert not found.move.startswith("sweep")
    assert found.says("8.7.4/if-4") == ["yes"]


def test_8_7_5_booby_traps_and_cobras() -> None:
    """Shaded Booby Traps roll a die in each searched space; unshaded Cobras remove a piece afterwards."""
    found = arvn(
        "Sai 24at 28ap; Tay 2at 2vg 2ng; KPh 4at; capabilities 101:shaded 13:unshaded", [1, 1, 2, 6, 6]
    )
    assert found.move == "sweep Tay, Sai>Tay:6at, Sai>KHo:at, KPh>KGi:at, Tay*2vg*2ng {2} {6} {6} Tay-vg*"


def test_8_7_6_pacify_without_terror_then_opposition_then_most_shift() -> None:
    """Pacify: no Terror first, then Opposition, then most shift; equal Cities that both fit need no dice."""
    found = in_phase(
        "support-arvn",
        "Hue 2at ap PS; DaN at ap PO terror 1; Kon at ap N; QNh at ap PO; Sai ap at; oop 20ut; ARVN 30",
    )
    assert found.move == "pacify QNh=PS, Sai=AS, Hue=AS, Kon=AS"


@pytest.mark.parametrize(("out_of_play", "move"), [(1, "pass"), (2, "pass"), (5, "pacify Hue=AS")])
def test_8_7_6_to_active_support_only_up_to_45(out_of_play: int, move: str) -> None:
    """46 Available less those out of play, and 2 of Support: 2 more must not go beyond 45."""
    assert in_phase("support-arvn", f"Hue 2at ap PS; oop {out_of_play}ut; ARVN 30").move == move


def test_8_7_6_to_passive_support_at_any_score() -> None:
    """Nothing limits a shift to Passive Support where there is no Terror."""
    assert in_phase("support-arvn", "Hue 2at ap N; ARVN 30").move == "pacify Hue=PS"


def test_8_7_6_terror_goes_only_for_a_shift_that_keeps_to_45() -> None:
    """From Neutral the score would rise beyond 45; from Passive Opposition it does not (NP-Q32)."""
    position = "Hue 2at ap N terror 1; oop 1ut; ARVN 30"
    assert in_phase("support-arvn", position).move == "pass"
    other = in_phase("support-arvn", position, readings=("NP-Q32",))
    assert other.move == "pacify Hue:terror-1 Hue=PS"
    below = in_phase("support-arvn", "Hue 2at ap PO terror 1; oop 1ut; ARVN 30")
    assert below.move == "pacify Hue:terror-1 Hue=PS"


def test_8_7_6_no_terror_goes_if_money_ends_before_the_shift() -> None:
    """3 Resources pay only for a Terror marker, so nothing is Pacified."""
    assert in_phase("support-arvn", "Hue 2at ap PO terror 1; ARVN 5").move == "pass"


def test_8_1_2_deserting_cubes_go_in_turn_from_the_more_numerous() -> None:
    """A third of 7: a Troop, then a Police; 2 Police first where Police are more."""
    found = in_phase("desert", "Hue 5at 2ap; DaN 2at 4ap; SaCT 3ap", card="leaders 126; played 129; next 68")
    assert found.move == "desert Hue-at-ap, DaN-ap-at, SaCT-ap"


def test_8_7_7_troops_leave_for_control_then_3_cubes_in_cities() -> None:
    """4 Troops and what Hue and Saigon can spare hold all Cities, then fill some."""
    found = in_phase("redeploy-arvn", "Hue 5at 2ap; Sai 3at 3ap; KPh 4at 2ap", [1, 1, 2, 6, 6, 4, 3, 5])
    assert found.move.startswith("redeploy KPh>DaN:at, KPh>Kon:at, KPh>QNh:at, KPh>CRa:at, Hue>AnL:at,")


def test_8_7_7_exactly_3_police_to_route_13() -> None:
    """Exactly 3 Police go to Route 13, even if Police are there; none if Insurgents are there (NP-C72).

    If fewer than 3 can leave their spaces, these go.
    """
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaBM ap")
    assert found.move == "redeploy Sai>SaBM:3ap"
    assert in_phase("redeploy-arvn", f"{cities}; Sai 3at 2ap").move == "redeploy Sai>SaBM:ap"
    held = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaBM vg")
    assert held.move == "pass"


def test_8_7_7_police_leave_locs_with_insurgents_first() -> None:
    """Can Tho's road has a Guerrilla: its 2 Police go before Saigon's."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaCT 2ap vg")
    assert found.move == "redeploy SaCT>SaBM:2ap, Sai>SaBM:ap"


def test_8_7_7_police_keep_the_control_that_troops_gave() -> None:
    """Kien Phong loses 2 Troops against a Guerrilla: 1 Police more keeps it."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; KPh 2at ap vg; SaBM vg", None)
    assert "Sai>KPh:ap" in found.move


def test_8_7_7_troops_without_a_task_go_to_one_random_space() -> None:
    """All Cities are held: 2 Troops go where 11 leads."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 3ap; KPh 2at ap; SaBM vg", [1, 1])
    assert found.move == "redeploy KPh>Sai:2at"


def test_8_7_7_one_police_in_each_province_under_coin_control() -> None:
    """A US Base holds Binh Dinh: 1 Police goes there."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; BDi 2ut ub; SaBM vg")
    assert found.move == "redeploy Sai>BDi:ap"


HELD = "; ".join([f"{code} 2at ap" for code in ("DaN", "Kon", "QNh", "CRa")])


def test_8_7_7_a_space_that_shall_gain_control_gives_no_troops() -> None:
    """Hue lacks 5 Troops, An Loc 1. An Loc could spare the most, but then it would lack more."""
    others = HELD.replace("DaN", "Hue 4vg; DaN")
    found = in_phase("redeploy-arvn", f"{others}; AnL 9at 9vg; Sai 7at ap; CaT 3at ap; SaBM vg")
    assert found.move == "redeploy Sai>Hue:5at, CaT>AnL:at"


def test_8_7_7_troops_of_a_space_that_cannot_gain_control_help_elsewhere() -> None:
    """An Loc lacks 7 Troops and keeps 3 cubes: the others bring Can Tho under COIN Control."""
    found = in_phase("redeploy-arvn", f"{HELD}; Hue 2at ap; AnL 9at 15vg; Sai 2at ap; CaT 4vg; SaBM vg")
    assert found.move == "redeploy AnL>CaT:5at"
