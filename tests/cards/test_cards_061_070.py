"""Events 61 to 70: every side, its clarifications and its refusals."""

import msgspec
import pytest
from table import position, refuses

from fitl_core.state.state import Effort

# -- 61 Armored Cavalry ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_61_is_a_capability(side):
    """Either side comes out as a Capability and stays in effect."""
    game = position(card=61).play(f"ARVN event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(61, side)]


# -- 62 Cambodian Civil War ------------------------------------------------------------------------

CAMBODIA = "Sai: 4ut; Tay: 2ut; Par: 2vg vb; Fis: nb"


def test_card_62_unshaded_lift_sweep_and_bases():
    """The US lifts in, even in Monsoon; its Troops Sweep; ARVN, executing, removes 2 Bases."""
    game = position(CAMBODIA, card=62, next=125)
    game.play(
        "ARVN event unshaded US: airlift Sai>Par:4ut ARVN: US US: sweep Par, Par>Fis:2ut Par*vg"
        " ARVN: Par-vb, Fis-nb"
    )
    assert (game["Sai"], game["Par"], game["Fis"]) == ("", "2ut vg vg*", "2ut")


def test_card_62_unshaded_only_into_cambodia_and_from_there():
    """The lift has no other destination, and no Troops Sweep in from outside."""
    game = position(CAMBODIA, card=62)
    with refuses("card 62", because="not in Cambodia"):
        game.play("ARVN event unshaded US: airlift Sai>Tay:ut")
    with refuses("card 62", because="Tay Ninh is not in Cambodia"):
        game.play("ARVN event unshaded US US: Tay>Fis:2ut")


def test_card_62_unshaded_without_lift_arvn_sweeps():
    """The lift may be left out; the Bases go all the same, Tunneled ones stay, even for their owner."""
    game = position("Par: 3at vg vb; Fis: vb^", card=62).play("ARVN event unshaded ARVN Par Par*vg")
    assert (game["Par"], game["Fis"]) == ("3at vg*", "vb^")
    game = position("Fis: vb^", card=62, eligible="VC").play("VC event unshaded ARVN ARVN: Fis")
    assert game["Fis"] == "vb^"


@pytest.mark.parametrize("momentum", [(115, "unshaded"), (15, "shaded")])
def test_card_62_unshaded_prevails_over_momentum(momentum):
    """5.1.2: neither Typhoon Kate nor Medevac stops the Air Lift that the Event names."""
    game = position("Sai: ut", card=62, momentum=(momentum,))
    assert game.play("ARVN event unshaded US: airlift Sai>Par:ut ARVN: US US: sweep Par")["Par"] == "ut"


def test_card_62_shaded_twelve_nva_pieces():
    """NVA decide the mix and the spaces, all in Cambodia."""
    game = position(card=62).play("ARVN event shaded NVA: Par+6nt, Sih+2nt+4ng")
    assert (game["Par"], game["Sih"]) == ("6nt", "2nt 4ng")
    with refuses("card 62", code="space-not-allowed"):
        position(card=62).play("ARVN event shaded NVA: CLa+6nt")
    with refuses("card 62", code="missing-choice"):
        position(card=62).play("ARVN event shaded NVA: Par+11nt")


def test_card_62_shaded_as_many_as_available():
    """If another Faction executes, only Available pieces are placed."""
    game = position("Hue: 2nt", card=62, available="2nt 0ng").play("ARVN event shaded NVA: Par+2nt")
    assert (game["Par"], game["Hue"]) == ("2nt", "2nt")


# -- 63 Fact Finding -------------------------------------------------------------------------------


def test_card_63_unshaded_pieces():
    """2 pieces, or all if fewer, go to the South, LoCs included; Aid +6."""
    game = position(card=63, oop="2ut ub").play("ARVN event unshaded Hue+ub<oop, HuDN+ut<oop")
    assert (game["Hue"], game["HuDN"], game["oop"], game.state.aid) == ("ub", "ut", "ut", 26)
    with refuses("card 63", code="missing-choice"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded Hue+ub<oop")
    with refuses("card 63", code="space-not-allowed"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded CLa+2ut<oop")
    with refuses("1.4.2", code="stacking"):
        position(card=63, oop="2ut ub").play("ARVN event unshaded HuDN+ub<oop")


@pytest.mark.parametrize(("patronage", "moved"), [(20, 5), (3, 3)])
def test_card_63_unshaded_patronage(patronage, moved):
    """A die of Patronage, or all if less, becomes ARVN Resources; Aid +6 as well."""
    game = position(card=63, patronage=patronage).play("ARVN event unshaded patronage {5}")
    assert (game.state.patronage, game.resources("ARVN")) == (patronage - moved, 20 + moved)
    assert game.state.aid == 26


@pytest.mark.parametrize(("option", "result"), [("patronage", (24, 20)), ("resources", (20, 24))])
def test_card_63_shaded_city_to_neutral(option, result):
    """A COIN-Controlled City with Support becomes Neutral; then Patronage or VC Resources change."""
    game = position("Hue: at AS; DaN: at 2vg PS; Sai: at AS", card=63)
    game.play(f"ARVN event shaded Hue=N {option}")
    assert (game.level("Hue"), game.level("DaN"), game.level("Sai")) == ("N", "PS", "AS")
    assert (game.state.patronage, game.resources("VC")) == result


def test_card_63_shaded_without_such_a_city():
    """Without a City that qualifies, the second part is still carried out (5.1.3)."""
    game = position("Hue: at PO", card=63).play("ARVN event shaded resources")
    assert (game.level("Hue"), game.resources("VC")) == ("PO", 24)
    with refuses("card 63", code="space-not-allowed"):
        position("Hue: at AS; DaN: vg PS", card=63).play("ARVN event shaded DaN resources")


# -- 64 Honolulu Conference ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ("aid+10 patronage+3", (30, 23)),
        ("aid+10 patronage-5", (30, 15)),
        ("aid-10 patronage+3", (10, 23)),
        ("aid-10 patronage-5", (10, 15)),
    ],
)
def test_card_64_changes_and_insurgents_stay_eligible(changes, result):
    """All four combinations are legal; VC, executing, stays Eligible and Agitates nothing."""
    game = position(card=64, eligible="VC").play(f"VC event unshaded {changes}")
    assert (game.state.aid, game.state.patronage) == result
    assert "VC" in game.state.eligible
    with refuses("card 64", code="wrong-amount"):
        position(card=64, eligible="VC").play("VC event unshaded aid+5")


def test_card_64_coin_pacifies_alone():
    """As in a Support Phase: its own Troops, Police, Control; 3 Resources a step; Ineligible then."""
    game = position("Hue: 2at ap PO terror 1; Sai: ut ap", card=64, ARVN=30, patronage=70)
    game.play("ARVN event unshaded aid+10 patronage+3 pacify Hue:terror-1 Hue=N")
    assert (game.level("Hue"), game.space("Hue").terror, game.resources("ARVN")) == ("N", 0, 24)
    assert game.state.pacified == ()
    with refuses("6.3.1", code="pieces-needed"):
        position("Sai: ut ap", card=64).play("ARVN event unshaded aid+10 patronage+3 Sai=PS")


def test_card_64_pacification_forgets_the_last_coup_round():
    """The limit of 4 spaces is this Event's own."""
    game = position("Hue: ut ap", card=64, ARVN=30, eligible="US")
    game.state = msgspec.structs.replace(
        game.state, pacified=tuple(Effort(name, 2) for name in ("saigon", "da-nang", "kontum", "can-tho"))
    )
    assert game.play("US event unshaded aid+10 patronage-5 Hue=AS").level("Hue") == "AS"


# -- 65 International Forces -----------------------------------------------------------------------


def test_card_65_unshaded_four_pieces():
    """Exactly 4 pieces from Out of Play go where COIN may enter; an executing Insurgent chooses them."""
    game = position(card=65, oop="3ut ub 2ui", casualties="2ut", eligible="VC")
    game.play("VC event unshaded CLa+2ut<oop, Hue+ub+ui<oop")
    assert (game["CLa"], game["Hue"], game["oop"], game["casualties"]) == ("2ut", "ui ub", "ut ui", "2ut")


def test_card_65_unshaded_refusals():
    """Fewer pieces, North Vietnam and a Base on a LoC are refused."""
    game = position(card=65, oop="3ut ub 2ui")
    with refuses("card 65", code="missing-choice"):
        game.play("ARVN event unshaded CLa+3ut<oop")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("ARVN event unshaded NVn+2ut<oop")
    with refuses("1.4.2", code="stacking"):
        game.play("ARVN event unshaded HuDN+ub<oop")


def test_card_65_shaded_us_pieces_go_out_of_play():
    """The US chooses a die of its pieces, Bases too, whoever executes; not Casualties."""
    game = position("Hue: 3ut ub; Ple: ui*", card=65).play("ARVN event shaded {3} US: Hue-ut-ub, Ple-ui*")
    assert (game["Hue"], game["Ple"], game["oop"], game["casualties"]) == ("2ut", "", "ut ui ub", "")
    assert position("Hue: 3ut", card=65).play("ARVN event shaded {6}")["oop"] == "3ut"


# -- 66 Ambassador Taylor --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "hue", "patronage"),
    [("", "", 20), ("patronage", "", 17), ("Hue+ut<oop", "ut", 20), ("pieces Hue+ut+ub<oop", "ut ub", 20)],
)
def test_card_66_unshaded_aid_resources_and_one_more(answer, hue, patronage):
    """Aid and Resources +9; then nothing, up to 2 pieces, or Patronage -3."""
    game = position(card=66, oop="3ut ub", ARVN=70).play(f"ARVN event unshaded {answer}")
    assert (game.state.aid, game.resources("ARVN")) == (29, 75)
    assert (game["Hue"], game.state.patronage) == (hue, patronage)


def test_card_66_unshaded_not_both():
    """Pieces and Patronage together, and a third piece, are refused."""
    game = position(card=66, oop="3ut ub")
    assert game.refused("ARVN event unshaded Hue+2ut<oop patronage").code == "answered-already"
    assert game.refused("ARVN event unshaded Hue+3ut<oop").code == "too-many"


def test_card_66_shaded_support_becomes_neutral():
    """3 spaces with Support, except Saigon, become Neutral; Patronage -3."""
    game = position("Hue: AS; Ple: PS; QTr: PO; DaN: PS; QNa: PS; Sai: AS", card=66)
    game.play("ARVN event shaded Hue, Ple=N, DaN")
    assert [game.level(w) for w in ("Hue", "Ple", "DaN", "QNa", "Sai")] == ["N", "N", "N", "PS", "AS"]
    assert game.state.patronage == 17
    for where in ("Sai", "QTr"):
        with refuses("card 66", code="space-not-allowed"):
            position("Hue: AS; Ple: PS; QTr: PO; Sai: AS", card=66).play(f"ARVN event shaded {where}")


def test_card_66_shaded_without_support():
    """Without a space at Support, Patronage still falls."""
    assert position(card=66, patronage=2).play("ARVN event shaded").state.patronage == 0


# -- 67 Amphib Landing -----------------------------------------------------------------------------


def test_card_67_unshaded_in_monsoon():
    """Case 2.3.9-07: in Monsoon no Troops relocate, but adjacent Troops Sweep in and then Assault."""
    game = position("DaN: 3ut PS; QTi: ut 2vg", card=67, eligible="US", next=125)
    game.play("US event unshaded US QTi sweep DaN>QTi:2ut QTi*2vg assault QTi-2vg*")
    assert (game["DaN"], game["QTi"]) == ("ut", "3ut")


def test_card_67_unshaded_relocation_along_the_coast():
    """Any Troops from any coastal spaces to any others, no path needed; free for ARVN."""
    game = position("Sai: 4at ap; Hue: 2at; KHo: 2vg", card=67, ARVN=0)
    game.play("ARVN event unshaded ARVN Sai>KHo:4at Hue>DaN:2at KHo KHo*2vg, KHo-2vg*")
    assert (game["KHo"], game["DaN"], game["Sai"], game.resources("ARVN")) == ("4at", "2at", "ap", 0)


def test_card_67_unshaded_on_a_loc_only_an_assault():
    """A coastal LoC is not Swept; the free US Assault may be followed by a free one of ARVN."""
    game = position("DaN: 2ut; HuDN: 2ap 3vg*", card=67, ARVN=0)
    game.play("ARVN event unshaded US US: DaN>HuDN:2ut HuDN assault HuDN-2vg* arvn HuDN-vg*")
    assert (game["HuDN"], game.resources("ARVN")) == ("2ut 2ap", 0)


def test_card_67_unshaded_refusals():
    """Refused: spaces off the coast or not selected, North Vietnam, and pieces other than Troops."""
    game = position("Kon: 2ut; DaN: 2ut ui; QTi: vg", card=67, eligible="US")
    assert game.refused("US event unshaded US Kon>DaN:2ut").code == "space-not-allowed"
    assert game.refused("US event unshaded US DaN>Hue:ui").code == "wrong-pieces"
    assert game.refused("US event unshaded US DaN>NVn:ut").code == "north-vietnam"
    assert game.refused("US event unshaded US Kon").code == "space-not-allowed"
    assert game.refused("US event unshaded US Hue sweep DaN>QTi:ut").code == "space-not-allowed"


def test_card_67_shaded_vc_slip_away():
    """Up to 3 VC pieces leave 1 coastal space for any spaces, in their state; US and ARVN are Ineligible."""
    game = position("QTi: vg vg* vb^ ng; Hue: vg", card=67, eligible="VC")
    game.play("VC event shaded QTi>HuDN:vg* QTi>NVn:vg+vb^")
    assert (game["QTi"], game["HuDN"], game["NVn"]) == ("ng", "vg*", "vg vb^")
    assert game.state.eligible == ("NVA",)


def test_card_67_shaded_one_origin_and_three_pieces():
    """A second origin, an inland origin, a fourth piece and a Base on a LoC are refused."""
    game = position("QTi: 4vg vb; Hue: vg; Kon: vg", card=67, eligible="VC")
    assert game.refused("VC event shaded QTi>Sai:vg Hue>Sai:vg").code == "space-not-allowed"
    assert game.refused("VC event shaded Kon>Sai:vg").code == "space-not-allowed"
    assert game.refused("VC event shaded QTi>Sai:2vg QTi>Ple:2vg").code == "too-many"
    assert game.refused("VC event shaded QTi>HuDN:vb").code == "stacking"


def test_card_67_shaded_tunnel_marker():
    """The Tunnel marker moves with its Base; by reading card-67 it does not."""
    fields = {"card": 67, "eligible": "VC"}
    assert position("Hue: vb^", **fields).play("VC event shaded Hue>Ple:vb^")["Ple"] == "vb^"
    game = position("Hue: vb^", readings=("card-67",), **fields).play("VC event shaded Hue>Ple:vb^")
    assert game["Ple"] == "vb"


def test_card_67_shaded_bars_them_at_once():
    """Case 2.3.6-04: even if no piece moves, ARVN cannot become 2nd Eligible."""
    game = position(card=67, eligible="ARVN NVA VC").play("ARVN pass\nVC event shaded")
    assert game.to_act == "NVA"
    game.play("NVA rally Ple+ng")
    assert game.state.eligible == ()


# -- 68 Green Berets -------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "kind"), [("irregulars", "ui"), ("rangers", "ar")])
def test_card_68_unshaded_three_and_active_support(option, kind):
    """3 pieces of one type come, Underground, and the Province goes to Active Support from any level."""
    game = position("Ple: vg AO", card=68).play(f"ARVN event unshaded Ple {option} Ple+3{kind}")
    assert (game["Ple"].split()[0], game.level("Ple")) == (f"3{kind}", "AS")


def test_card_68_unshaded_pieces_tell_space_and_type():
    """Placed pieces select their space and type."""
    assert position(card=68).play("ARVN event unshaded Ple+3ui")["Ple"] == "3ui"


def test_card_68_unshaded_no_mix_and_no_fewer():
    """Exactly 3 pieces of one type are due."""
    assert position(card=68).refused("ARVN event unshaded Ple+2ui+ar").rule == "card 68"
    with refuses("card 68", code="too-few"):
        position(card=68).play("ARVN event unshaded Ple+2ui")
    with refuses("card 68", code="too-many"):
        position(card=68).play("ARVN event unshaded Ple+4ui")


def test_card_68_unshaded_space():
    """The Province must be open to COIN and not under NVA Control."""
    for where in ("Hue", "SaCT", "KPh"):
        with refuses("card 68", code="space-not-allowed"):
            position("KPh: 3nt", card=68).play(f"ARVN event unshaded {where} irregulars")
    with refuses("1.4.2", code="north-vietnam"):
        position(card=68).play("ARVN event unshaded NVn irregulars")


def test_card_68_unshaded_province_without_population():
    """Case 1.6.2-02: a Province without Population stays Neutral; one with Population comes first."""
    won = ("QTr", "QNa", "QTi", "BDi", "Ple", "PhB", "KhH", "QDu", "BTu", "Tay", "KPh", "KHo", "BXu", "KGi")
    held = "; ".join(f"{where}: ap AS" for where in won)
    game = position(held, card=68).play("ARVN event unshaded PLo irregulars")
    assert (game["PLo"], game.level("PLo"), game.control("PLo")) == ("3ui", "N", "coin")
    with refuses("5.1.3", code="whole-effect"):
        position(card=68).play("ARVN event unshaded PLo irregulars")


def test_card_68_unshaded_fewer_available():
    """If fewer are Available, all are placed; NVA cannot take up the rest from the map."""
    game = position("Hue: 2ui", card=68, available="1ui", eligible="NVA")
    assert game.play("NVA event unshaded Ple irregulars")["Ple"] == "ui"
    with refuses("1.4.1", code="not-available"):
        position("Hue: 2ui", card=68, available="1ui", eligible="NVA").play(
            "NVA event unshaded Ple+ui Ple+2ui<Hue"
        )


def test_card_68_unshaded_us_and_arvn_may_lift():
    """The US its Irregulars and ARVN forces, ARVN its Rangers only, once none is Available."""
    fields = {"card": 68, "available": "1ui 0ar"}
    game = position("Hue: 2ui* 3ar", eligible="US", **fields)
    assert game.play("US event unshaded Ple+ui Ple+2ui*<Hue")["Ple"] == "3ui"
    game = position("Hue: 2ui* 3ar", eligible="US", **fields)
    assert game.play("US event unshaded Ple rangers Ple+3ar<Hue")["Ple"] == "3ar"
    with refuses("1.4.1", code="not-available"):
        position("Hue: 2ui* 3ar", **fields).play("ARVN event unshaded Ple+ui Ple+2ui*<Hue")
    refused = position("Hue: ui", card=68, eligible="US").refused(
        "US event unshaded Ple irregulars Ple+ui<Hue"
    )
    assert refused.rule == "1.4.1"


def test_card_68_shaded_three_irregulars_and_active_opposition():
    """3 Irregulars of any state go to Available from anywhere; one of their Provinces shifts."""
    game = position("Ple: ui PS; CLa: ui*; Hue: 2ui", card=68, available="0ui")
    game.play("ARVN event shaded Ple-ui, CLa-ui*, Hue-ui Ple")
    assert (game["Ple"], game["CLa"], game["Hue"], game["casualties"]) == ("", "", "ui", "")
    assert (game.level("Ple"), game.count("available", "ui")) == ("AO", 3)


def test_card_68_shaded_fewer_than_three():
    """With fewer than 3 Irregulars on the map, all of them leave."""
    game = position("Ple: ui", card=68).play("ARVN event shaded")
    assert (game["Ple"], game.level("Ple")) == ("", "AO")


def test_card_68_shaded_one_must_come_from_a_province_that_can_be_set():
    """Whole effect first (5.1.3), wherever such a choice exists."""
    game = position("Ple: ui; CLa: 3ui", card=68)
    with refuses("5.1.3", code="whole-effect"):
        game.play("ARVN event shaded CLa-3ui")
    assert game.play("ARVN event shaded CLa-2ui, Ple-ui").level("Ple") == "AO"


def test_card_68_shaded_without_such_a_province():
    """Irregulars in Cities and outside the South leave all the same."""
    game = position("Hue: ui PS; CLa: 2ui", card=68).play("ARVN event shaded Hue-ui, CLa-2ui CLa")
    assert (game["CLa"], game.level("Hue"), game.level("CLa")) == ("", "PS", "N")


def test_card_68_shaded_only_a_province_they_left():
    """A City, and a Province that no Irregular left, are refused."""
    game = position("Ple: 2ui; QTr: ui; Hue: ui", card=68)
    for where in ("Hue", "KPh"):
        assert game.refused(f"ARVN event shaded Ple-ui, QTr-ui, Hue-ui {where}").code == "space-not-allowed"


# -- 69 MACV ---------------------------------------------------------------------------------------


def test_card_69_us_and_arvn():
    """Each one Special Activity without an Operation; NVA, executing, stays Eligible."""
    game = position("Hue: 2at PS; Sai: 3ut", card=69, eligible="NVA")
    game.play("NVA event unshaded US US: airlift Sai>Hue:ut ARVN: govern Hue aid")
    assert (game["Hue"], game.state.aid) == ("ut 2at", 26)
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}


def test_card_69_nva_and_vc():
    """A free Ambush needs no Attack, but an Underground Guerrilla."""
    game = position("Hue: ng 2at; Sai: vg", card=69, VC=20)
    game.play("ARVN event unshaded NVA NVA: ambush Hue-at VC: tax Sai")
    assert (game["Hue"], game["Sai"], game.resources("VC")) == ("at ng*", "vg*", 32)
    game = position("Hue: ng* 2at; QTr: nb", card=69)
    assert game.refused("ARVN event unshaded NVA NVA: ambush Hue-at").code == "no-answer"


def test_card_69_procedures_remain():
    """Case 5.5-01: a free Raid needs an Underground Ranger."""
    game = position("QNa: ar* 2vg; Hue: ut", card=69, eligible="US")
    with refuses("4.3.3", because="Underground Ranger"):
        game.play("US event unshaded US airlift Hue>DaN:ut ARVN: raid QNa-2vg")


def test_card_69_second_acts_if_the_first_cannot():
    """If NVA has no possible Activity, VC still acts; only the two pairs can be named."""
    game = position("Sai: vg", card=69, available="0nt 0ng 0nb").play("ARVN event unshaded NVA VC: tax Sai")
    assert game["Sai"] == "vg*"
    with refuses("card 69", code="wrong-faction"):
        position(card=69).play("ARVN event unshaded VC")


def test_card_69_prevails_over_momentum():
    """5.1.2: Typhoon Kate does not stop the Air Lift of the Event."""
    game = position("Hue: ut", card=69, momentum=((115, "unshaded"),), eligible="US")
    game.play("US event unshaded US airlift Hue>DaN:ut ARVN: transport")
    assert game["DaN"] == "ut"


# -- 70 ROKs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faction", "tag"), [("ARVN", ""), ("US", "US: ")])
def test_card_70_unshaded_all_cubes_as_us_troops(faction, tag):
    """Cubes of both Sweep, in Monsoon, and Assault as the US, who decides being all one: no Aid."""
    game = position("PhB: at ap 3vg vb; QNh: ut 3ar ap", card=70, next=125, ARVN=0)
    game.play(f"ARVN event unshaded {faction} {tag}sweep QNh>PhB:ut+ap PhB*3vg assault PhB-3vg*-vb")
    assert (game["PhB"], game["QNh"]) == ("ut at 2ap", "3ar")
    assert (game.state.aid, game.resources("ARVN")) == (20, 0)


def test_card_70_unshaded_ratios_of_a_us_assault():
    """In Highland 1 for 2 cubes, with a US Base 2 for each; no ARVN Assault is added."""
    game = position("KhH: 2at ap 3vg*; PhB: ap ub 3vg*", card=70)
    assert game.refused("ARVN event unshaded US US: KhH assault KhH-2vg*").code == "too-many"
    refused = game.refused("ARVN event unshaded US US: KhH assault KhH-vg*, PhB-2vg* arvn PhB-vg*")
    assert refused.code == "option-not-open"
    game.play("ARVN event unshaded US US: KhH assault KhH-vg*, PhB-2vg*")
    assert (game["KhH"], game["PhB"]) == ("2at ap 2vg*", "ub ap vg*")


def test_card_70_unshaded_spaces():
    """The Assault may be on a LoC beside Phu Bon; Cam Ranh is out, for Sweep and Assault."""
    game = position("QNCR: ap 2vg*; CRa: 2ut 2vg*", card=70)
    game.play("ARVN event unshaded ARVN sweep PhB assault QNCR-vg*")
    assert game["QNCR"] == "ap vg*"
    for moves in ("sweep CRa", "sweep PhB assault CRa-2vg*"):
        assert position("CRa: 2ut 2vg*", card=70).refused(f"ARVN event unshaded ARVN {moves}").code


def test_card_70_unshaded_irregulars_help_and_rangers_do_not():
    """Irregulars of the US count in the Sweep, as in 3.2.3; Rangers do not."""
    game = position("PhB: ap ui ar 3vg", card=70)
    assert game.refused("ARVN event unshaded ARVN sweep PhB PhB*3vg assault PhB-vg*").code == "too-many"
    game.play("ARVN event unshaded ARVN sweep PhB PhB*2vg assault PhB-vg*")
    assert game["PhB"] == "ui ap ar vg vg*"


def test_card_70_unshaded_booby_traps():
    """Card 101: VC choose the Troop that is lost, US or ARVN, never Police."""
    game = position("PhB: ut at ap vg", card=70, capabilities=((101, "shaded"),))
    game.play("ARVN event unshaded ARVN sweep PhB {1} VC: PhB-ut ARVN: assault PhB-vg*")
    assert (game["PhB"], game["casualties"]) == ("at ap", "ut")
    game = position("PhB: ut at ap vg", card=70, capabilities=((101, "shaded"),))
    assert game.refused("ARVN event unshaded ARVN sweep PhB {1} VC: PhB-ap").code == "piece-not-allowed"


@pytest.mark.parametrize(
    ("capability", "moves"),
    [
        (11, "sweep PhB assault PhB-vg*, KhH-vg*, QNh-vg*"),
        (18, "sweep PhB, KhH, Kon assault PhB-vg*"),
    ],
)
def test_card_70_unshaded_limits_of_us_capabilities(capability, moves):
    """Shaded Abrams and Combined Action Platoons hold it to 2 spaces, with ARVN acting too."""
    spaces = "PhB: ap vg*; KhH: 2ap vg*; QNh: ap vg*"
    line = f"ARVN event unshaded ARVN {moves}"
    assert position(spaces, card=70).play(line)["PhB"] == "ap"
    refused = position(spaces, card=70, capabilities=((capability, "shaded"),)).refused(line)
    assert (refused.code, refused.rule) == ("too-many-spaces", f"card {capability}")


def test_card_70_unshaded_in_every_space():
    """By reading card-70 both are carried out wherever they are open."""
    line = "ARVN event unshaded ARVN sweep PhB assault PhB-vg*"
    spaces = "PhB: ap vg*; KhH: 2ap vg*; Kon: 2ap vg*"
    assert position(spaces, card=70).play(line)["KhH"] == "2ap vg*"
    every = {"card": 70, "readings": ("card-70",)}
    assert position(spaces, **every).refused(line).code == "missing-choice"
    assert position(spaces, **every).play(f"{line}, KhH-vg*")["Kon"] == "2ap"


def test_card_70_unshaded_lansdale_does_not_stop_it():
    """5.1.2: General Lansdale does not stop the Assault as the US."""
    game = position("PhB: ut vg*", card=70, momentum=((78, "shaded"),), eligible="US")
    assert game.play("US event unshaded US sweep PhB assault PhB-vg*")["PhB"] == "ut"


def test_card_70_shaded_three_spaces_shift():
    """Each of 3 spaces shifts one level; a space at Active Opposition stays."""
    game = position("PhB: PS; QNh: AO; BDi: PS", card=70).play("ARVN event shaded")
    assert [game.level(w) for w in ("PhB", "QNh", "KhH", "BDi")] == ["N", "AO", "PO", "PS"]


# -- free Operations, and the space of the Event -----------------------------------------------------


def test_card_67_unshaded_the_space_of_what_is_executed_free():
    """Sweep and Assault share one space of the Event, which may be written after either, once or twice."""
    written = (
        "Hue>QTr:2ut QTr sweep assault QTr-vg*",
        "Hue>QTr:2ut sweep QTr assault QTr QTr-vg*",
        "Hue>QTr:2ut sweep QTr assault QTr-vg*",
        "Hue>QTr:2ut assault QTr-vg*",
    )
    game = "Hue: 3ut; QTr: 2vg*"
    ends = {position(game, card=67).play(f"ARVN event unshaded US US: {way}")["QTr"] for way in written}
    assert ends == {"2ut vg*"}
    both = position(game, card=67).play(
        "ARVN event unshaded US US: Hue>QTr:2ut sweep Hue>QTr:ut QTr assault QTr-vg*"
    )
    assert both["QTr"] == "3ut vg*"
    refused = position("Sai: 2at; SaCT: 2vg* 2at", card=67).refused(
        "ARVN event unshaded ARVN ARVN: assault SaCT-vg*"
    )
    assert (refused.rule, refused.code) == ("card 67", "space-not-allowed")


def test_card_67_unshaded_an_assault_without_targets():
    """A free Assault without targets in the Event's space is refused with that reason."""
    game = position("Hue: 3ut; QTr: 2vg*", card=67)
    refused = game.refused("ARVN event unshaded US US: Hue>DaN:2ut sweep DaN assault DaN")
    assert (refused.rule, refused.message) == ("card 67", "no Assault is possible here")
    assert "Assault needs Insurgents; Da Nang has none" in refused.facts


def test_card_67_shaded_not_from_inland():
    """The space that VC pieces leave is on the coast."""
    with refuses("card 67", because="Tay Ninh is not coastal"):
        position("Tay: 3vg", card=67).play("ARVN event shaded VC: Tay>Hue:3vg")


def test_card_70_unshaded_the_space_of_the_assault_is_none_of_the_sweep():
    """A space written for the Assault does not select the Sweep space, which is still required."""
    game = position("Ple: 2at ap vg* ng nt", card=70)
    assert game.refused("ARVN event unshaded US US: assault Ple-nt").incomplete
    with refuses("3.2.3"):
        game.play("ARVN event unshaded US US: assault Ple Ple-nt")
