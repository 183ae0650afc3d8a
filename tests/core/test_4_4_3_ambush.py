"""Ambush of NVA and VC (4.4.3, 4.5.3), with Booby Traps (card 101)."""

from table import position, refuses


def test_4_4_3_from_a_loc_into_a_city():
    """4.4.3-01, the rulebook's example: from the empty Mekong a US Troop in Saigon is removed."""
    game = position("KPh: 2ng ap; Sai: ut 4ap PS", to_act="NVA", NVA=0)
    game.play("NVA march KPh>SaCT:ng | ambush SaCT Sai-ut")
    assert (game["SaCT"], game["Sai"], game["casualties"]) == ("ng*", "4ap", "ut")
    assert game.resources("NVA") == 0


def test_4_4_3_reach_of_the_mekong():
    """An Ambush from the Mekong reaches the LoC and its four neighbours, as the rulebook lists."""
    where = "SaCT: ap; KPh: 2ng ap; KHo: ap; CaT: ap; Sai: ap; Tay: ap"
    game = position(where, to_act="NVA")
    reach = {"CaT-ap", "KHo-ap", "KPh-ap", "Sai-ap", "SaCT-ap"}
    assert set(game.answers("NVA march KPh>SaCT:ng | ambush SaCT")) == reach
    with refuses("4.4.3"):
        game.play("NVA march KPh>SaCT:ng | ambush SaCT Tay-ap")


def test_4_4_3_a_target_may_be_struck_twice():
    """Kien Phong may be Ambushed itself and be struck from the LoC as well."""
    game = position("Par: ng; KHo: ng; KPh: 2ap", to_act="NVA")
    game.play("NVA march Par>KPh:ng, KHo>SaCT:ng | ambush KPh-ap, SaCT KPh-ap")
    assert (game["KPh"], game["SaCT"]) == ("ng*", "ng*")


def test_4_4_3_in_an_attack():
    """Case 4.4.3-02: an Ambush in an Attack removes 1 piece and Activates 1 Guerrilla, and rolls no die."""
    game = position("QTr: 3ng 2ut", to_act="NVA", NVA=1).play("NVA attack QTr | ambush QTr-ut")
    assert (game["QTr"], game["casualties"], game.resources("NVA")) == ("ut 2ng ng*", "ut", 0)


def test_4_4_3_part_of_an_attack():
    """Some Attack spaces are Ambushed, others rolled for, in any order."""
    where = "QTr: 3ng 2ut; Hue: 3ng at; DaN: 2nt ap"
    lines = (
        "NVA attack Hue {2} Hue-at, DaN troops DaN-ap, QTr | ambush QTr-ut",
        "NVA attack QTr | ambush QTr-ut | attack Hue {2} Hue-at, DaN troops DaN-ap",
        "NVA attack QTr, Hue | ambush QTr-ut | attack Hue {2} Hue-at, DaN troops DaN-ap",
        "NVA attack Hue, QTr | ambush QTr-ut | attack DaN troops DaN-ap, Hue guerrillas {2} Hue-at",
    )
    states = [position(where, to_act="NVA").play(line).state for line in lines]
    assert states.count(states[0]) == 4


def test_4_4_3_no_second_attack():
    """A space with an Ambush has no other Attack."""
    game = position("QTr: 3ng 2ut", to_act="NVA")
    with refuses("3.1", because="selected already"):
        game.play("NVA attack QTr | ambush QTr-ut | attack QTr {2} QTr-ut")
    with refuses("4.4.3", because="the Attack in Quang Tri-Thua Thien is resolved"):
        game.play("NVA attack QTr {1} QTr-ut | ambush QTr-ut")


def test_4_4_3_a_loc_without_enemy():
    """A LoC without enemies is selected for Ambush only: the plain Attack is refused."""
    game = position("SaCT: 2ng; Sai: ut", to_act="NVA", NVA=1)
    assert game.play("NVA attack SaCT | ambush SaCT Sai-ut")["SaCT"] == "ng ng*"
    game = position("SaCT: 2ng; Sai: ut", to_act="NVA")
    assert game.refused("NVA attack SaCT").rule == "3.3.3"
    with refuses("3.3.3", because="only an Ambush needs no enemy"):
        game.play("NVA attack SaCT guerrillas {1}")
    with refuses("3.3.3", because="no enemy"):
        game.play("NVA limop attack SaCT {1}")


def test_4_4_3_a_loc_selected_for_ambush_is_ambushed():
    """A LoC selected for Ambush must have its Ambush, not another space instead."""
    game = position("SaCT: ng; Sai: ut ap; Hue: ng at; QTr: ng at", to_act="NVA")
    with refuses("4.4.3", because="Saigon - Can Tho", code="ambush-due"):
        game.play("NVA attack SaCT, Hue, QTr | ambush Hue-at, QTr-at")
    assert game.refused("NVA attack SaCT, Hue | ambush Hue-at | attack").rule == "4.4.3"


def test_4_4_3_an_attack_whose_target_is_gone():
    """A City emptied by an Ambush from a LoC is still Attacked, without effect."""
    game = position("HuDN: ng; Hue: ng at", to_act="NVA")
    game.play("NVA attack Hue, HuDN | ambush HuDN Hue-at | attack Hue {1}")
    assert (game["HuDN"], game["Hue"]) == ("ng*", "ng*")


def test_4_4_3_a_loc_whose_last_target_another_attack_removes():
    """A LoC selected for Ambush whose last target another Attack removes has an Attack without effect."""
    game = position("KoDT: ng; Ple: ng ap; QTr: ng 2at", to_act="NVA", NVA=3)
    game.play("NVA attack KoDT, Ple {1} Ple-ap, QTr | ambush QTr-at")
    assert (game["KoDT"], game["Ple"], game["QTr"], game.resources("NVA")) == ("ng", "ng*", "at ng*", 0)
    with refuses("4.4.3", because="no enemy"):
        position("KoDT: ng; Ple: ng ap", to_act="NVA").play("NVA attack KoDT, Ple {1} Ple-ap | ambush KoDT")


def test_4_4_3_two_locs_with_one_target():
    """Of two LoCs with one target, the first Ambush takes the target. The second Attack has no effect."""
    game = position("CTLP: ng; CTCD: 2ng; CaT: at", to_act="NVA", NVA=2)
    game.play("NVA attack CTLP, CTCD | ambush CTLP CaT-at")
    assert (game["CTLP"], game["CTCD"], game["CaT"], game.resources("NVA")) == ("ng*", "2ng", "", 0)


def test_4_4_3_only_who_marched():
    """Case 4.4.3-03: Guerrillas that Marched in Active, or were there before, cannot Ambush."""
    game = position("HuDN: ng 2ap; QTr: 3ng", to_act="NVA", NVA=0)
    with refuses("4.4.3", because="must have Marched"):
        game.play("NVA march QTr>HuDN:3ng | ambush HuDN-ap")


def test_4_4_3_an_underground_guerrilla_of_several():
    """One Underground Guerrilla among those that Marched is enough for an Ambush."""
    game = position("QTr: ng 2ng*; Hue: 2at", to_act="NVA")
    game.play("NVA march QTr>Hue:ng+2ng* | ambush Hue-at")
    assert game["Hue"] == "at 3ng*"


def test_4_4_3_troops_do_not_ambush():
    """NVA Troops alone do not Ambush."""
    with refuses("4.4.3", because="an Underground NVA Guerrilla"):
        position("QTr: 2nt; Hue: 2at", to_act="NVA").play("NVA march QTr>Hue:2nt | ambush Hue-at")


def test_4_4_3_not_elsewhere():
    """An Ambush is only in March destinations and Attack spaces."""
    with refuses("4.4.3", because="no March destination"):
        position("QTr: 2ng at; Par: ng", to_act="NVA").play("NVA march Par>KPh:ng | ambush QTr-at")


def test_4_4_3_bases_last():
    """A Base waits for the other pieces in its space, also from a LoC."""
    with refuses("4.4.3", code="bases-last"):
        position("KPh: ng; Sai: ub ap", to_act="NVA").play("NVA march KPh>SaCT:ng | ambush SaCT Sai-ub")
    game = position("KPh: ng; Sai: ub", to_act="NVA").play("NVA march KPh>SaCT:ng | ambush SaCT Sai-ub")
    assert game["casualties"] == "ub"


def test_4_4_3_one_piece():
    """An Ambush removes just 1 piece."""
    with refuses("4.4.3", code="too-many"):
        position("QTr: 3ng 2ut", to_act="NVA").play("NVA attack QTr | ambush QTr-2ut")


def test_4_4_3_the_march_goes_on():
    """After an Ambush one piece of the space may March on, Underground or Active, but not both."""
    where, ambush = "KPh: ng; SaCT: ng; Sai: ap", "NVA march KPh>SaCT:ng | ambush SaCT Sai-ap"
    for gone, left in (("ng", "ng*"), ("ng*", "ng")):
        game = position(where, to_act="NVA").play(f"{ambush} | march SaCT>KHo:{gone}")
        assert (game["SaCT"], game["KHo"]) == (left, gone)
    with refuses("3.3.2", because="have not Marched", code="no-such-pieces"):
        position(where, to_act="NVA").play(f"{ambush} | march SaCT>KHo:ng+ng*")


def test_4_4_3_two_spaces():
    """Ambush selects at most 2 spaces."""
    game = position("Hue: vg at; QTr: vg at; QNa: vg at", to_act="VC")
    with refuses("4.4.3", because="at most 2 spaces"):
        game.play("VC attack Hue, QTr, QNa | ambush Hue-at, QTr-at, QNa-at")


def test_4_5_3_booby_traps():
    """Case 4.5.3-02: under unshaded Booby Traps NVA and VC Ambush in 1 space only."""
    traps = ((101, "unshaded"),)
    game = position("Hue: 2vg 3at; QTr: 2vg 2ut", to_act="VC", VC=2, capabilities=traps)
    with refuses("card 101", because="at most 1 space"):
        game.play("VC attack Hue, QTr | ambush Hue-at, QTr-ut")
    game = position("Hue: 2ng 3at; QTr: 2ng 2ut", to_act="NVA", capabilities=traps)
    with refuses("card 101"):
        game.play("NVA attack Hue, QTr | ambush Hue-at, QTr-ut")


def test_4_5_3_own_guerrillas():
    """Case 4.5.3-03: VC need an Underground Guerrilla of their own."""
    game = position("Hue: vg* ng 3at", to_act="VC", VC=2)
    with refuses("4.4.3", because="an Underground VC Guerrilla"):
        game.play("VC attack Hue | ambush Hue-at")


def test_4_5_3_same_as_nva():
    """VC Ambush on the March just as NVA do."""
    game = position("KPh: vg; Sai: 2ap", to_act="VC", VC=0).play("VC march KPh>SaCT:vg | ambush SaCT Sai-ap")
    assert (game["SaCT"], game["Sai"]) == ("vg*", "ap")
