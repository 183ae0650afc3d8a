"""Events 66 to 70: every side, the clarifications that bear on it, and what it refuses."""

import pytest
from table import position, refuses

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
    """One of the two, and 2 pieces at the most."""
    game = position(card=66, oop="3ut ub")
    assert game.refused("ARVN event unshaded Hue+2ut<oop patronage").code == "answered-already"
    assert game.refused("ARVN event unshaded Hue+3ut<oop").code == "too-many"


def test_card_66_shaded_support_becomes_neutral():
    """3 spaces with Support, not Saigon; Patronage -3."""
    game = position("Hue: AS; Ple: PS; QTr: PO; DaN: PS; QNa: PS; Sai: AS", card=66)
    game.play("ARVN event shaded Hue, Ple=N, DaN")
    assert [game.level(w) for w in ("Hue", "Ple", "DaN", "QNa", "Sai")] == ["N", "N", "N", "PS", "AS"]
    assert game.state.patronage == 17
    for where in ("Sai", "QTr"):
        with refuses("card 66", code="space-not-allowed"):
            position("Hue: AS; Ple: PS; QTr: PO; Sai: AS", card=66).play(f"ARVN event shaded {where}")


def test_card_66_shaded_without_support():
    """The Patronage falls all the same."""
    assert position(card=66, patronage=2).play("ARVN event shaded").state.patronage == 0


# -- 67 Amphib Landing -----------------------------------------------------------------------------


def test_card_67_unshaded_in_monsoon():
    """Case 2.3.9-07: no relocation, Troops Sweep in from beside, then Assault."""
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
    """Only the coast, only Troops, never North Vietnam, only the space selected."""
    game = position("Kon: 2ut; DaN: 2ut ui; QTi: vg", card=67, eligible="US")
    assert game.refused("US event unshaded US Kon>DaN:2ut").code == "space-not-allowed"
    assert game.refused("US event unshaded US DaN>Hue:ui").code == "wrong-pieces"
    assert game.refused("US event unshaded US DaN>NVn:ut").code == "north-vietnam"
    assert game.refused("US event unshaded US Kon").code == "space-not-allowed"
    assert game.refused("US event unshaded US Hue sweep DaN>QTi:ut").code == "space-not-allowed"


def test_card_67_shaded_vc_slip_away():
    """Up to 3 VC pieces of 1 coastal space, each to where VC like, in their state; US and ARVN out."""
    game = position("QTi: vg vg* vb^ ng; Hue: vg", card=67, eligible="VC")
    game.play("VC event shaded QTi>HuDN:vg* QTi>NVn:vg+vb^")
    assert (game["QTi"], game["HuDN"], game["NVn"]) == ("ng", "vg*", "vg vb^")
    assert game.state.eligible == ("NVA",)


def test_card_67_shaded_one_origin_and_three_pieces():
    """Not from a second space, nor from inland, nor a fourth piece, nor a Base to a LoC."""
    game = position("QTi: 4vg vb; Hue: vg; Kon: vg", card=67, eligible="VC")
    assert game.refused("VC event shaded QTi>Sai:vg Hue>Sai:vg").code == "space-not-allowed"
    assert game.refused("VC event shaded Kon>Sai:vg").code == "space-not-allowed"
    assert game.refused("VC event shaded QTi>Sai:2vg QTi>Ple:2vg").code == "too-many"
    assert game.refused("VC event shaded QTi>HuDN:vb").code == "stacking"


def test_card_67_shaded_tunnel_marker():
    """It goes with its Base; by reading card-67 it does not."""
    fields = {"card": 67, "eligible": "VC"}
    assert position("Hue: vb^", **fields).play("VC event shaded Hue>Ple:vb^")["Ple"] == "vb^"
    game = position("Hue: vb^", readings=("card-67",), **fields).play("VC event shaded Hue>Ple:vb^")
    assert game["Ple"] == "vb"


def test_card_67_shaded_bars_them_at_once():
    """Case 2.3.6-04: even if nothing moves; ARVN cannot become 2nd Eligible."""
    game = position(card=67, eligible="ARVN NVA VC").play("ARVN pass\nVC event shaded")
    assert game.to_act == "NVA"
    game.play("NVA rally Ple+ng")
    assert game.state.eligible == ()


# -- 68 Green Berets -------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "kind"), [("irregulars", "ui"), ("rangers", "ar")])
def test_card_68_unshaded_three_and_active_support(option, kind):
    """3 of one type, Underground, and the Province jumps to Active Support from any level."""
    game = position("Ple: vg AO", card=68).play(f"ARVN event unshaded Ple {option} Ple+3{kind}")
    assert (game["Ple"].split()[0], game.level("Ple")) == (f"3{kind}", "AS")


def test_card_68_unshaded_pieces_tell_space_and_type():
    """What is placed says where and which."""
    assert position(card=68).play("ARVN event unshaded Ple+3ui")["Ple"] == "3ui"


def test_card_68_unshaded_no_mix_and_no_fewer():
    """One type only, and all 3 of it."""
    assert position(card=68).refused("ARVN event unshaded Ple+2ui+ar").rule == "card 68"
    with refuses("card 68", code="too-few"):
        position(card=68).play("ARVN event unshaded Ple+2ui")
    with refuses("card 68", code="too-many"):
        position(card=68).play("ARVN event unshaded Ple+4ui")


def test_card_68_unshaded_space():
    """A Province that COIN may enter and NVA do not Control."""
    for where in ("Hue", "SaCT", "KPh"):
        with refuses("card 68", code="space-not-allowed"):
            position("KPh: 3nt", card=68).play(f"ARVN event unshaded {where} irregulars")
    with refuses("1.4.2", code="north-vietnam"):
        position(card=68).play("ARVN event unshaded NVn irregulars")


def test_card_68_unshaded_province_without_population():
    """Case 1.6.2-02: it gets pieces and stays Neutral, if no Province can be won instead."""
    won = ("QTr", "QNa", "QTi", "BDi", "Ple", "PhB", "KhH", "QDu", "BTu", "Tay", "KPh", "KHo", "BXu", "KGi")
    held = "; ".join(f"{where}: ap AS" for where in won)
    game = position(held, card=68).play("ARVN event unshaded PLo irregulars")
    assert (game["PLo"], game.level("PLo"), game.control("PLo")) == ("3ui", "N", "coin")
    with refuses("5.1.3", code="whole-effect"):
        position(card=68).play("ARVN event unshaded PLo irregulars")


def test_card_68_unshaded_fewer_available():
    """As many as there are; NVA cannot lift the rest from the map."""
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
    """From anywhere, in any state, to Available; one of their Provinces is set."""
    game = position("Ple: ui PS; CLa: ui*; Hue: 2ui", card=68, available="0ui")
    game.play("ARVN event shaded Ple-ui, CLa-ui*, Hue-ui Ple")
    assert (game["Ple"], game["CLa"], game["Hue"], game["casualties"]) == ("", "", "ui", "")
    assert (game.level("Ple"), game.count("available", "ui")) == ("AO", 3)


def test_card_68_shaded_fewer_than_three():
    """All that there are."""
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
    """Not a City, nor a Province elsewhere."""
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
    """With nothing open to NVA, VC still act; only the two pairs can be named."""
    game = position("Sai: vg", card=69, available="0nt 0ng 0nb").play("ARVN event unshaded NVA VC: tax Sai")
    assert game["Sai"] == "vg*"
    with refuses("card 69", code="wrong-faction"):
        position(card=69).play("ARVN event unshaded VC")


def test_card_69_prevails_over_momentum():
    """5.1.2: Typhoon Kate does not stop its Air Lift."""
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
    """Acting as the US (3.2.3)."""
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
    """5.1.2: nor its US Assault."""
    game = position("PhB: ut vg*", card=70, momentum=((78, "shaded"),), eligible="US")
    assert game.play("US event unshaded US sweep PhB assault PhB-vg*")["PhB"] == "ut"


def test_card_70_shaded_three_spaces_shift():
    """One level each; what is at Active Opposition stays."""
    game = position("PhB: PS; QNh: AO; BDi: PS", card=70).play("ARVN event shaded")
    assert [game.level(w) for w in ("PhB", "QNh", "KhH", "BDi")] == ["N", "AO", "PO", "PS"]


# -- free Operations, and the space of the Event -----------------------------------------------------


def test_card_67_unshaded_the_space_of_what_is_executed_free():
    """One space of the Event for the Sweep and the Assault: written behind either of them, once or twice."""
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
    """What cannot be executed free where the Event is says why, and is not told of something else."""
    game = position("Hue: 3ut; QTr: 2vg*", card=67)
    refused = game.refused("ARVN event unshaded US US: Hue>DaN:2ut sweep DaN assault DaN")
    assert (refused.rule, refused.message) == ("card 67", "no Assault is possible here")
    assert "Assault needs Insurgents; Da Nang has none" in refused.facts


def test_card_67_shaded_not_from_inland():
    """The space that VC pieces leave is on the coast."""
    with refuses("card 67", because="Tay Ninh is not coastal"):
        position("Tay: 3vg", card=67).play("ARVN event shaded VC: Tay>Hue:3vg")


def test_card_70_unshaded_the_space_of_the_assault_is_none_of_the_sweep():
    """A space written for the Assault does not say where the Sweep is, which is still open."""
    game = position("Ple: 2at ap vg* ng nt", card=70)
    assert game.refused("ARVN event unshaded US US: assault Ple-nt").incomplete
    with refuses("3.2.3"):
        game.play("ARVN event unshaded US US: assault Ple Ple-nt")
