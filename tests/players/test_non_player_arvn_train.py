"""Non-player ARVN Train, Govern and Transport (8.7.2)."""

from __future__ import annotations

import pytest
from players.arvn_decides import arvn

from fitl_core.facts.factions import ARVN
from fitl_core.state.state import resources

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
    assert found.dice[:2] == ["dice ARVN space {1 1}", "dice ARVN space {2 6}"]


def test_8_7_2_do_1_exactly_6_cubes_in_turn_and_transport_where_control_changes() -> None:
    """Three Cities, 3 Troops and 3 Police each; 6 Troops by road into a Province of 2 Population (NP-C93)."""
    found = arvn(f"{NVA_HOLD_FIVE}; Sai 3at 3ap; ARVN 9", [6, 4])
    assert found.move == "train AnL+3at+3ap, CaT+3at+3ap, Sai+3at+3ap | transport Sai>KPh:6at"
    assert found.dice == ["dice ARVN space {6 4}"]


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
    """Patronage in 1 space, and no Aid from another."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap AS; aid 10; {GOVERNED}; capabilities 86:shaded")
    assert found.move.endswith("| govern QTr patronage")


def test_8_7_2_sa_3_without_aid_there_is_no_patronage() -> None:
    """Aid 0: two spaces give Aid, highest Population first."""
    found = arvn(f"Kon 2at ap PS; QTr 3at ap AS; aid 0; {GOVERNED}")
    assert found.move.endswith("| govern QTr aid, Kon aid")


def test_8_7_2_sa_1_aid_below_the_population() -> None:
    """What Aid there is becomes Patronage; by the other reading nothing does (NP-Q29)."""
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
    """Only Rangers are Transported (card 61)."""
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
    """Behind the Operation a free Assault where the Transport went (card 61)."""
    found = arvn(f"Tay 2ap vg* vb; Fis 4at; AnL 2ap; {ONLY_AN_LOC}; ARVN 3; capabilities 61:unshaded")
    assert found.move == "train AnL+3at+3ap | transport Fis>Tay:3at cavalry Tay-vg*"


def test_8_7_2_sa_4_no_transport_by_typhoon_kate() -> None:
    """The Operation stands alone (card 115)."""
    found = arvn(f"AnL 8at 2ap; {ONLY_AN_LOC}; ARVN 3; momentum 115:unshaded")
    assert found.move == "train AnL+3at+3ap"
    assert found.says("8.7.2/sa-4") == ["no Transport is possible: no Special Activity"]
