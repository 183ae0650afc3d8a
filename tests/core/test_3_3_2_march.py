"""March (3.3.2), the Trail, and Claymores (card 17)."""

import pytest
from table import position, refuses

CLAYMORES = ((17, "unshaded"),)

# -- pieces that move, and prices -----------------------------------------------------------------


def test_3_3_2_price_by_destination():
    """March costs 1 Resource for each Province or City, once for all groups. LoCs are free."""
    game = position("Par: 2vg; Fis: 2vg", to_act="VC", VC=5)
    game.play("VC march Par>Tay:vg, Fis>Tay:vg, Par>KPh:vg, Fis>SaBM:vg")
    assert game.resources("VC") == 3


def test_3_3_2_cannot_pay():
    """A destination that cannot be paid is refused; the LoC is still open."""
    game = position("Tay: 2vg", to_act="VC", VC=0)
    with refuses("3.1", because="VC Resources 0; 1 needed"):
        game.play("VC march Tay>Par:vg")
    assert game.play("VC march Tay>SaBM:2vg")["SaBM"] == "2vg"


def test_3_3_2_bases_and_vc_pieces_stay():
    """NVA March with Guerrillas and Troops, not with Bases nor with VC pieces."""
    game = position("Fis: nb vg nt", to_act="NVA")
    for piece in ("nb", "vg"):
        with refuses("3.3.2", because="does not March", code="piece-not-allowed"):
            game.play(f"NVA march Fis>Tay:{piece}")


def test_3_3_2_not_in_monsoon():
    """No March in Monsoon (2.3.9)."""
    with refuses("2.3.9", because="next card"):
        position("Fis: 2ng", to_act="NVA", next=126).play("NVA march Fis>Tay:2ng")


def test_3_3_2_not_more_than_there_are():
    """The facts count pieces that have not Marched, or all present pieces if the Trail lets them go on."""
    violation = position("Tay: 2ng", to_act="NVA").refused("NVA march Tay>Fis:3ng")
    assert violation.facts == ("Tay Ninh: 2 NVA Guerrillas that have not Marched",)
    with refuses("3.3.2", because="The Fishhook has 2 NVA Guerrillas", code="no-such-pieces"):
        position("Fis: 2ng", to_act="NVA").play("NVA march Fis>Tay:3ng")


# -- Activation -----------------------------------------------------------------------------------


def test_3_3_2_example_seen():
    """3.3.2-01, the rulebook's example: Support, 2 Guerrillas and 2 Police make 4: Active."""
    game = position("Par: 2vg; KPh: 2ap PS", to_act="VC", VC=3).play("VC march Par>KPh:2vg")
    assert (game["KPh"], game.resources("VC")) == ("2ap 2vg*", 2)


def test_3_3_2_three_on_an_empty_loc():
    """Case 3.3.2-02: a group of 3 on an empty LoC does not exceed 3."""
    game = position("Tay: 3vg AO", to_act="VC", VC=0).play("VC march Tay>SaBM:3vg")
    assert game["SaBM"] == "3vg"


def test_3_3_2_four_on_an_empty_loc():
    """A group of 4 on an empty LoC exceeds 3 and is Activated."""
    assert position("Tay: 4vg", to_act="VC").play("VC march Tay>SaBM:4vg")["SaBM"] == "4vg*"


def test_3_3_2_groups_are_counted_apart():
    """Case 3.3.2-03: each origin makes a group, and pieces in the destination belong to none."""
    game = position("KPh: 2vg; KHo: 2vg; SaCT: ap", to_act="VC", VC=0)
    game.play("VC march KPh>SaCT:2vg, KHo>SaCT:2vg")
    assert game["SaCT"] == "ap 4vg"


def test_3_3_2_a_group_in_two_parts():
    """A group written in two parts is one group: the second part may Activate the first."""
    game = position("Tay: 4vg; SaBM: ap", to_act="VC")
    assert game.play("VC march Tay>SaBM:2vg, Tay>SaBM:2vg")["SaBM"] == "ap 4vg*"


def test_3_3_2_parts_apart():
    """Other moves between the parts do not make two groups of one."""
    game = position("Tay: 4vg; SaBM: ap", to_act="VC")
    assert game.play("VC march Tay>SaBM:2vg, Tay>Par:vg, Tay>SaBM:vg")["SaBM"] == "ap 3vg*"


def test_3_3_2_those_there_stay_hidden():
    """A March Activates only the moving group, not Guerrillas in the destination."""
    game = position("Tay: 3vg; SaBM: 2vg ap", to_act="VC").play("VC march Tay>SaBM:3vg")
    assert game["SaBM"] == "ap 2vg 3vg*"


def test_3_3_2_neutral_does_not_see():
    """Case 3.3.2-04: a March into a Neutral Province Activates nothing, whatever COIN pieces it has."""
    game = position("BXu: 3vg; KGi: 6at ab", to_act="VC", VC=2).play("VC march BXu>KGi:3vg")
    assert (game["KGi"], game.resources("VC")) == ("6at ab 3vg", 1)


def test_3_3_2_troops_count_bases_do_not():
    """Case 3.3.2-05: a Troop and a Guerrilla against 1 Irregular and 2 Bases: 3."""
    game = position("SLa: nt ng; Ple: ub ab ui PS", to_act="NVA", NVA=2).play("NVA march SLa>Ple:nt+ng")
    assert game["Ple"] == "ui ub ab nt ng"


def test_3_3_2_rangers_and_irregulars_see():
    """Special Forces of either state count, as does every cube."""
    game = position("SLa: 2ng; Ple: ui* ar PS", to_act="NVA").play("NVA march SLa>Ple:2ng")
    assert game["Ple"] == "ui* ar 2ng*"


# -- the Trail ------------------------------------------------------------------------------------


def test_3_3_2_vc_do_not_move_on():
    """Case 3.3.2-06: only NVA march on along the Trail."""
    with refuses("3.3.2", because="only NVA", code="trail"):
        position("CLa: 2vg", to_act="VC", VC=5, trail=3).play("VC march CLa>SLa>Ple:2vg")


@pytest.mark.parametrize("trail, left", [(2, 0), (4, 3)])
def test_3_3_2_chain(trail, left):
    """Case 3.3.2-07: 3 destinations cost 3, or 0 at Trail 4. COIN Control in Laos does not stop a March."""
    game = position("NVn: 4nt; SLa: 2at", to_act="NVA", NVA=3, trail=trail)
    game.play("NVA march NVn>CLa>SLa>Ple:4nt")
    assert (game["Ple"], game.resources("NVA")) == ("4nt", left)


def test_3_3_2_each_destination_is_paid_once():
    """A second group through the same Laotian Province pays only for its new spaces."""
    game = position("NVn: 4nt", to_act="NVA", NVA=9, trail=1)
    game.play("NVA march NVn>CLa:nt, NVn>CLa>SLa:nt, NVn>CLa>SLa>Ple:2nt")
    assert (game["CLa"], game["SLa"], game["Ple"], game.resources("NVA")) == ("nt", "nt", "2nt", 6)


def test_3_3_2_trail_4_is_free_only_there():
    """At Trail 4 destinations off the Trail still cost 1 each, once for all groups."""
    game = position("NVn: 2nt; CLa: nt; Hue: ng; QNa: ng", to_act="NVA", NVA=9, trail=4)
    game.play("NVA march CLa>QTr:nt")
    assert game.resources("NVA") == 9
    game = position("NVn: 2nt; CLa: nt; Hue: ng; QNa: ng", to_act="NVA", NVA=9, trail=4)
    game.play("NVA march CLa>QTr:nt, NVn>QTr:nt, QNa>QTr:ng, NVn>CLa:nt")
    assert game.resources("NVA") == 8


def test_3_3_2_trail_0():
    """At Trail 0 no piece Marches on from its first destination."""
    with refuses("3.3.2", because="Trail 0"):
        position("NVn: 2nt", to_act="NVA", trail=0).play("NVA march NVn>CLa>SLa:2nt")


def test_3_3_2_no_chain_in_a_limop():
    """Case 3.3.2-09: a Limited March does not move on."""
    with refuses("3.3.2", because="Limited Operation"):
        position("NVn: 4nt", to_act="NVA", NVA=3, trail=3).play("NVA limop march NVn>CLa>SLa:4nt")


def test_3_3_2_not_on_from_the_south():
    """Case 3.3.2-10: the space just reached decides whether a March may go on, not the origin."""
    game = position("SLa: 3ng", to_act="NVA", NVA=3, trail=3)
    with refuses("3.3.2", because="Pleiku-Darlac: it is not in Laos or Cambodia"):
        game.play("NVA march SLa>Ple>PhB:3ng")


def test_3_3_2_going_on_leg_by_leg():
    """A path along the Trail may be written leg by leg, with the outcome and price of one path."""
    lines = ("NVn>CLa>SLa>Ple:2nt", "NVn>CLa:2nt, CLa>SLa:2nt, SLa>Ple:2nt", "NVn>CLa>SLa:2nt, SLa>Ple:2nt")
    states = [position("NVn: 2nt", to_act="NVA", trail=2).play(f"NVA march {line}").state for line in lines]
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize(
    "line, why",
    [
        ("NVA march NVn>QTr:2nt, QTr>Hue:2nt", "it is not in Laos or Cambodia"),
        ("VC march Tay>Fis:2vg, Fis>Par:2vg", "only NVA may continue"),
        ("NVA limop march NVn>CLa:2nt, CLa>SLa:2nt", "does not continue moving"),
    ],
)
def test_3_3_2_no_second_leg(line, why):
    """A March past its first destination is refused leg by leg as in one path. The facts say why."""
    with refuses("3.3.2", because=why, code="no-such-pieces"):
        position("NVn: 2nt; Tay: 2vg", to_act=line.split()[0], trail=2).play(line)


def test_3_3_2_chains_join_in_one_group():
    """Pieces that enter from the same Laotian Province are one group, wherever they started."""
    game = position("NVn: 2ng; SLa: 2ng; QTr: PS", to_act="NVA", trail=2)
    game.play("NVA march NVn>CLa>QTr:2ng, SLa>CLa>QTr:2ng")
    assert game["QTr"] == "4ng*"


def test_3_3_2_who_was_there_may_march():
    """Guerrillas that were in a space March on though others, now Active, have arrived."""
    game = position("Par: 2vg; KPh: 2vg 2ap PS; CaT: at", to_act="VC")
    game.play("VC march Par>KPh:2vg, KPh>CaT:2vg")
    assert (game["KPh"], game["CaT"]) == ("2ap 2vg*", "at 2vg")
    with refuses("3.3.2", because="that have not Marched"):
        position("Par: 2vg; KPh: 2vg 2ap PS", to_act="VC").play("VC march Par>KPh:2vg, KPh>CaT:2vg*")


# -- Claymores ------------------------------------------------------------------------------------


def test_3_3_2_claymores():
    """Case 3.3.2-11: a group that is Activated loses 1."""
    game = position("Tay: 4vg AO", to_act="VC", VC=1, momentum=CLAYMORES).play("VC march Tay>SaBM:4vg")
    assert game["SaBM"] == "3vg*"
    assert game.count("available", "vg") == 27


def test_3_3_2_claymores_once_a_group():
    """Claymores remove 1 from each Activated group, even if the group is written in two parts."""
    game = position("Tay: 4vg; Fis: 3vg; SaBM: ap", to_act="VC", momentum=CLAYMORES)
    game.play("VC march Tay>SaBM:3vg, Tay>SaBM:vg, Fis>SaBM:3vg")
    assert game["SaBM"] == "ap 5vg*"


def test_3_3_2_claymores_not_for_active_groups():
    """A group that is Active already loses nothing."""
    game = position("Tay: 4vg*", to_act="VC", momentum=CLAYMORES).play("VC march Tay>SaBM:4vg*")
    assert game["SaBM"] == "4vg*"


def test_3_3_2_claymores_stop_ambush():
    """Under Claymores no Ambush is open."""
    game = position("Tay: vg; Sai: at", to_act="VC", momentum=CLAYMORES)
    with refuses("card 17", because="no Ambush"):
        game.play("VC march Tay>SaBM:vg | ambush SaBM Sai-at")


def test_3_3_2_who_is_there_to_march():
    """If all Guerrillas are in the other state, the refusal counts Underground and Active ones."""
    with refuses("3.3.2", because="Tay Ninh: 0 Underground and 2 Active VC Guerrillas"):
        position("Tay: 2vg*", to_act="VC").play("VC march Tay>Sai:vg")
