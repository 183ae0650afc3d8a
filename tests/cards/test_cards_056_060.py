"""Events 56 to 60: every side, the clarifications that bear on it, and what it refuses."""

from table import position, refuses

# -- 56 Vo Nguyen Giap -------------------------------------------------------------------------------


def test_card_56_unshaded_guerrillas_for_troops():
    """In 3 spaces 2 Guerrillas of either Faction, in any state, give way to 1 NVA Troop."""
    game = position("Ple: 2vg ng*; Hue: 2ng; CLa: vg* ng; Tay: 3vg", card=56, eligible="US")
    game.play("US event unshaded Ple-vg-ng*+nt, Hue-2ng+nt, CLa-vg*-ng+nt")
    assert (game["Ple"], game["Hue"], game["CLa"], game["Tay"]) == ("nt vg", "nt", "nt", "3vg")


def test_card_56_unshaded_fewer_spaces_or_troops():
    """A space with 1 Guerrilla is none; without Troops the Guerrillas simply leave."""
    game = position("Ple: 2vg; Hue: ng", card=56, eligible="US", available="0nt").play("US event unshaded")
    assert (game["Ple"], game["Hue"]) == ("", "ng")
    with refuses("card 56", code="space-not-allowed"):
        position("Ple: 2vg; Hue: ng", card=56, eligible="US").play("US event unshaded Hue-ng")
    assert (
        position("Ple: 4vg; Hue: 2ng", card=56).refused("NVA event unshaded Ple-4vg+2nt").code
        == "wrong-pieces"
    )


def test_card_56_unshaded_by_nva_a_troop_from_the_map():
    """If none is Available, and if they like (1.4.1)."""
    fields = {"card": 56, "available": "0nt"}
    game = position("Ple: 2vg; CLa: 2nt", **fields).play("NVA event unshaded Ple Ple+nt<CLa")
    assert (game["Ple"], game["CLa"]) == ("nt", "nt")
    assert position("Ple: 2vg; CLa: 2nt", **fields).play("NVA event unshaded")["CLa"] == "2nt"


def test_card_56_shaded_march_and_go_on():
    """A free March into 3 spaces, even in Monsoon; in each another action, or none, free."""
    game = position("CLa: 8nt 3ng; QTr: 2ut vg; QNa: at 2ap", card=56, NVA=0, trail=1, next=125)
    game.play(
        "NVA event shaded march CLa>QTr:6nt+ng, CLa>HuKS:ng, CLa>QNa:ng"
        " QTr attack troops QTr-2ut HuKS terror QNa ambush QNa-at"
    )
    assert (game["QTr"], game["HuKS"], game["QNa"]) == ("4nt ng vg", "ng*", "2ap ng*")
    assert (game.space("HuKS").sabotage, game.resources("NVA")) == (True, 0)


def test_card_56_shaded_follow_up_only_within_its_space():
    """Not elsewhere, each space once, and only where the March led."""
    game = position("CLa: 4nt; QTr: 2ut; QNa: at; Ple: 2ng nb", card=56)
    march = "NVA event shaded march CLa>QTr:2nt, CLa>QNa:2nt"
    with refuses("card 56", code="space-not-allowed"):
        game.play(f"{march} Ple rally Ple+ng")
    assert game.refused(f"{march} QTr attack troops QTr-ut QNa infiltrate Ple+nt").rule == "card 56"
    again = f"{march} QTr attack troops QTr-ut QTr attack troops QTr-ut"
    assert game.refused(again).code == "space-twice"


def test_card_56_shaded_three_spaces_at_most():
    """Spaces moved into along the Trail count too."""
    game = position("CLa: 4nt", card=56, trail=1)
    with refuses("3.3.2", code="too-many-spaces"):
        game.play("NVA event shaded march CLa>SLa>NEC:2nt, CLa>QTr:nt, CLa>NVn:nt")
    assert game.play("NVA event shaded march CLa>SLa>NEC:2nt, CLa>QTr:nt")["NEC"] == "2nt"


def test_card_56_shaded_no_second_march_in_monsoon():
    """Case 2.3.9-08: only the first March is named; in the other reading it is free to choose."""
    line = "NVA event shaded march CLa>QTr:2nt QTr march CLa>QTr:nt"
    with refuses("2.3.9", code="monsoon"):
        position("CLa: 4nt", card=56, next=125).play(line)
    game = position("CLa: 4nt", card=56, next=125, readings=("2.3.9-08",)).play(line)
    assert game["QTr"] == "3nt"


def test_card_56_shaded_may_be_left_out():
    """Up to 3 spaces; NVA decide, whoever executes."""
    assert position("CLa: 4nt", card=56, eligible="VC").play("VC event shaded")["CLa"] == "4nt"
    game = position("CLa: 4nt", card=56, eligible="VC").play("VC event shaded NVA: march CLa>QTr:nt")
    assert game["QTr"] == "nt"


# -- 57 International Unrest -------------------------------------------------------------------------


def test_card_57_unshaded_two_of_any_kind():
    """Case 5.1.3-01: 2, of any kind, not fewer."""
    game = position(card=57, casualties="2ut ub", eligible="US")
    before = game.score("US")
    game.play("US event unshaded casualties>available:ut+ub")
    assert (game["casualties"], game.score("US")) == ("ut", before + 2)
    with refuses("card 57", code="too-few"):
        position(card=57, casualties="3ut", eligible="US").play("US event unshaded casualties>available:ut")


def test_card_57_shaded():
    """2 Available US Troops leave play; NVA gain a die, Troops or not."""
    game = position(card=57, available="5ut", NVA=10).play("NVA event shaded {4}")
    assert (game["oop"], game.count("available", "ut"), game.resources("NVA")) == ("2ut", 3, 14)
    game = position(card=57, available="0ut", NVA=10).play("NVA event shaded {4}")
    assert (game["oop"], game.resources("NVA")) == ("", 14)


# -- 58 Pathet Lao -----------------------------------------------------------------------------------


def test_card_58_unshaded_six_nva_pieces():
    """From North Vietnam and Laos, at the choice of NVA; Tunneled Bases are not forced."""
    game = position("NVn: 3nt; CLa: 2ng nb^; SLa: nb ng*; Fis: nt", card=58, eligible="US")
    game.play("US event unshaded NVA: NVn-3nt, CLa-2ng, SLa-ng*")
    assert (game["NVn"], game["CLa"], game["SLa"], game["Fis"]) == ("", "nb^", "nb", "nt")
    assert position("NVn: nt nb^", card=58).play("NVA event unshaded")["NVn"] == "nb^"
    with refuses("card 58", code="space-not-allowed"):
        position("NVn: 6nt; Fis: nt; CLa: nt", card=58).play("NVA event unshaded NVn-5nt, Fis-nt")


def test_card_58_shaded_no_cubes_in_laos():
    """The Trail +2; Special Forces and Bases do not count."""
    game = position("CLa: ui ar ub; Fis: ut", card=58, trail=1).play("NVA event shaded")
    assert (game.state.trail, game["Fis"]) == (3, "ut")


def test_card_58_shaded_cubes_go_home():
    """Each Faction places its own; only cubes leave; the Trail stays."""
    game = position("CLa: 2ut ui at ap; SLa: at; Ple: ub; Hue: 3ap", card=58, trail=1)
    game.play("NVA event shaded US: CLa>SaCT:2ut ARVN: CLa>Ple:at, SLa>Sai:at, CLa>Hue:ap")
    assert (game["CLa"], game["SLa"], game.state.trail) == ("ui", "", 1)
    assert (game["SaCT"], game["Ple"], game["Sai"], game["Hue"]) == ("2ut", "ub at", "at", "4ap")


def test_card_58_shaded_destinations():
    """ARVN as in Redeployment: Troops to Cities and Bases, Police to LoCs and COIN Control."""
    with refuses("card 58", code="space-not-allowed"):
        position("CLa: ut", card=58).play("NVA event shaded US: CLa>Fis:ut")
    for place in ("Tay", "Hue"):
        with refuses("card 58", code="space-not-allowed"):
            position("CLa: at; Hue: nt", card=58).play(f"NVA event shaded ARVN: CLa>{place}:at")
    with refuses("card 58", code="space-not-allowed"):
        position("CLa: ap; Tay: ap vg", card=58).play("NVA event shaded ARVN: CLa>Tay:ap")
    with refuses("card 58", code="missing-choice"):
        position("CLa: 2ut", card=58).play("NVA event shaded US: CLa>Sai:ut")


# -- 59 Plei Mei -------------------------------------------------------------------------------------


def test_card_59_unshaded_three_nva_pieces_near_a_base():
    """All 3 from 1 space, foreign ones and LoCs too; a Tunneled Base stays."""
    game = position("Ple: ab; SLa: 2nt ng nb; BDi: ng vg", card=59, eligible="US")
    game.play("US event unshaded SLa-nt-ng-nb")
    assert (game["SLa"], game["BDi"]) == ("nt", "ng vg")
    game = position("Ple: ub nb^ ng", card=59).play("NVA event unshaded")
    assert game["Ple"] == "ub nb^"


def test_card_59_unshaded_spaces():
    """At or beside a COIN Base; one that can lose 3 comes first."""
    game = position("Ple: ab; SLa: 3nt; BDi: ng; Tay: 3nt", card=59, eligible="US")
    with refuses("card 59", code="space-not-allowed"):
        game.play("US event unshaded Tay-3nt")
    with refuses("5.1.3", code="whole-effect"):
        game.play("US event unshaded BDi-ng")


def test_card_59_shaded_march_and_attack_in_monsoon():
    """Case 5.1.1-01: 3 Troops from Laos, then a free Attack; no Resources spent."""
    game = position("CLa: 3nt; QTr: 2at", card=59, NVA=0, next=125)
    game.play("NVA event shaded march CLa>QTr:3nt attack QTr troops QTr-at")
    assert (game["QTr"], game.resources("NVA")) == ("at 3nt", 0)


def test_card_59_shaded_only_from_outside():
    """Pieces in the South do not March; one Attack space; the Attack is not optional."""
    game = position("QTr: 2ng ut; Hue: 2nt ut; CLa: 2nt", card=59)
    with refuses("card 59", code="space-not-allowed"):
        game.play("NVA event shaded march QTr>QNa:ng")
    with refuses("card 59", code="missing-choice"):
        game.play("NVA event shaded march CLa>QTr:nt")
    assert (
        game.refused("NVA event shaded march CLa>QTr:nt attack Hue troops Hue-ut, QTr {1} QTr-ut").code
        == "too-many-spaces"
    )


def test_card_59_shaded_ambush_without_march():
    """Case 5.5-02: no March is possible, the Ambush comes all the same, and Claymores give way."""
    game = position("QTr: 2ng 2ut", card=59, NVA=0, momentum=((17, "unshaded"),))
    game.play("NVA event shaded ambush QTr-ut")
    assert (game["QTr"], game["casualties"], game.resources("NVA")) == ("ut ng ng*", "ut", 0)


def test_card_59_shaded_ambush_by_an_active_guerrilla():
    """It need not be Underground for this Event; a LoC reaches the spaces beside it."""
    game = position("HuKS: ng*; QTr: 2ut", card=59).play("NVA event shaded ambush HuKS QTr-ut")
    assert (game["HuKS"], game["QTr"], game["casualties"]) == ("ng*", "ut", "ut")
    with refuses("4.4.3", code="pieces-needed"):
        position("HuKS: 2ng; QTr: 2ut vg; Hue: ng* ut", card=59).play("NVA event shaded ambush QTr-ut")


def test_card_59_unshaded_own_tunneled_base():
    """NVA, executing, may give up a Tunneled Base as one of the 3 (5.1.1)."""
    spaces = "QTr: ub; CLa: nb^ 2nt ng"
    game = position(spaces, card=59, eligible="NVA").play("NVA event unshaded CLa-nb^-2nt")
    assert game["CLa"] == "ng"
    with refuses("5.1.1"):
        position(spaces, card=59, eligible="US").play("US event unshaded CLa-nb^-2nt")


def test_card_59_unshaded_tunneled_base_instead_of_3():
    """Where 3 others could go elsewhere, a Tunneled Base given up here makes up the 3 (5.1.3)."""
    spaces = "QTr: ub 3nt; CLa: nb^ 2nt"
    game = position(spaces, card=59, eligible="NVA").play("NVA event unshaded CLa-nb^-2nt")
    assert (game["CLa"], game["QTr"]) == ("", "ub 3nt")
    position(spaces, card=59, eligible="NVA").refused("NVA event unshaded CLa-2nt")
    spaces = "QTr: ub; CLa: nb^"
    assert position(spaces, card=59, eligible="NVA").play("NVA event unshaded")["CLa"] == "nb^"


# -- 60 War Photographer -----------------------------------------------------------------------------


def test_card_60_unshaded_three_us_pieces():
    """Of any kinds, all if fewer."""
    game = position(card=60, oop="2ut ui 2ub", eligible="US").play("US event unshaded oop>available:ut+2ub")
    assert game["oop"] == "ut ui"
    assert position(card=60, oop="ut ub", eligible="US").play("US event unshaded")["oop"] == ""


def test_card_60_shaded_six_troops_and_eligible():
    """Outside the South; Resources +6; NVA stay Eligible."""
    game = position(card=60, NVA=72).play("NVA event shaded NVn+4nt, CLa+2nt")
    assert (game["NVn"], game["CLa"], game.resources("NVA")) == ("4nt", "2nt", 75)
    game.play("VC pass\nARVN pass\nUS pass")
    assert "NVA" in game.state.eligible


def test_card_60_shaded_by_vc():
    """NVA place their Troops, VC is Ineligible as usual; all that are Available, none in the South."""
    game = position(card=60, eligible="VC NVA", done=(), available="4nt")
    game.play("NVA pass\nVC event shaded NVA: Fis+4nt")
    assert (game["Fis"], game.state.eligible) == ("4nt", ("US", "NVA", "ARVN"))
    with refuses("card 60", code="space-not-allowed"):
        position(card=60).play("NVA event shaded QTr+6nt")
    with refuses("card 60", code="missing-choice"):
        position(card=60).play("NVA event shaded NVn+5nt")
