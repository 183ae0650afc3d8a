"""Events 91 to 95: every side, the clarifications that bear on it, and what it refuses."""

import pytest
from table import position, refuses

# -- 91 Bob Hope -----------------------------------------------------------------------------------


def test_card_91_unshaded_troops_to_a_city():
    """From 1 Province to 1 COIN-Controlled City; a Casualty back for every 2 of them."""
    game = position("Ple: 5ut; Hue: ap", card=91, casualties="2ut ub ui")
    game.play("VC event unshaded Ple>Hue:5ut casualties>available:ut+ub")
    assert (game["Ple"], game["Hue"], game["casualties"]) == ("", "5ut ap", "ut ui")


def test_card_91_unshaded_any_number():
    """None, or 1, or with no Casualties to return."""
    game = position("Ple: 3ut; Hue: ap", card=91, casualties="ut")
    assert game.play("VC event unshaded")["Ple"] == "3ut"
    game = position("Ple: 3ut; Hue: ap", card=91, casualties="ut").play("VC event unshaded Ple>Hue:ut")
    assert (game["Hue"], game["casualties"]) == ("ut ap", "ut")
    assert position("Ple: 3ut; Hue: ap", card=91).play("VC event unshaded Ple>Hue:3ut")["Hue"] == "3ut ap"


def test_card_91_unshaded_refusals():
    """1 Province, 1 City under COIN Control, Troops alone."""
    game = position("Ple: 2ut ui; QTr: 2ut; Hue: ap; DaN: vg; HuDN: ut", card=91)
    assert game.refused("VC event unshaded Ple>DaN:2ut").code == "space-not-allowed"
    assert game.refused("VC event unshaded HuDN>Hue:ut").code == "space-not-allowed"
    assert game.refused("VC event unshaded Ple>Hue:ui").code == "wrong-pieces"
    assert game.refused("VC event unshaded Ple>Hue:2ut QTr>Hue:2ut").code == "answered-already"


def test_card_91_shaded_guerrillas_come_for_troops():
    """The Faction named moves up to 3 to any Cities; a Guerrilla of its own comes for each."""
    game = position("Ple: 2ut; QTr: ut; Hue: vb", card=91)
    game.play("VC event shaded NVA NVA: Ple>Hue:2ut QTr>DaN:ut")
    assert [game[w] for w in ("Ple", "QTr", "Hue", "DaN")] == ["2ng", "ng", "2ut vb", "ut"]
    assert game["casualties"] == ""
    assert position("Ple: ut", card=91).play("VC event shaded VC Ple>Sai:ut")["Ple"] == "vg"


def test_card_91_shaded_limits_and_supply():
    """At most 3; they may move when no Guerrilla is left; who executes may take its own up."""
    game = position("Ple: 4ut; Hue: 2vg", card=91, available="0ng 0vg")
    assert game.refused("VC event shaded NVA NVA: Ple>Hue:4ut").code == "too-many"
    assert game.refused("VC event shaded NVA NVA: Ple>QTr:ut").code == "space-not-allowed"
    game.play("VC event shaded VC Ple>Sai:2ut Ple+vg<Hue")
    assert (game["Ple"], game["Sai"], game["Hue"]) == ("2ut vg", "2ut", "vg")
    game = position("Ple: 4ut", card=91, available="0ng").play("VC event shaded NVA NVA: Ple>Hue:ut")
    assert (game["Ple"], game["Hue"]) == ("3ut", "ut")


def test_card_91_shaded_other_reading():
    """By reading card-91 each Guerrilla is NVA or VC."""
    game = position("Ple: 2ut", card=91, readings=("card-91",))
    assert game.play("VC event shaded VC Ple>Sai:2ut Ple+ng+vg")["Ple"] == "ng vg"


# -- 92 SEALORDS -----------------------------------------------------------------------------------


def test_card_92_unshaded_arvn_then_us():
    """In each space next to Can Tho where there is something to do, even in Monsoon; all free."""
    spaces = "KPh: 2at 2vg; SaCT: 2ap vg*; BXu: 2ut 2vg; CaT: 2ut vg*"
    game = position(spaces, card=92, next=125, ARVN=0)
    game.play("VC event unshaded ARVN: KPh sweep, SaCT assault SaCT-vg* US: BXu sweep BXu*2vg")
    assert [game[w] for w in ("KPh", "SaCT", "BXu")] == ["2at 2vg*", "2ap", "2ut 2vg*"]
    assert (game["CaT"], game.resources("ARVN")) == ("2ut vg*", 0)


def test_card_92_unshaded_each_acts_in_the_same_space():
    """What ARVN finds the US may hit, General Lansdale or not (5.1.2)."""
    game = position("KPh: at ut vg", card=92, momentum=((78, "shaded"),))
    game.play("VC event unshaded ARVN: KPh sweep US: KPh assault KPh-vg*")
    assert game["KPh"] == "ut at"


def test_card_92_unshaded_arvn_may_follow_a_us_assault():
    """As in 3.2.4, in 1 space, free; by reading card-92 it may not."""
    spaces = "KHo: 2at ut 3vg*"
    line = "VC event unshaded ARVN: KHo assault KHo-vg* US: KHo assault KHo-vg* arvn KHo-vg*"
    game = position(spaces, card=92, ARVN=0).play(line)
    assert (game["KHo"], game.resources("ARVN")) == ("ut 2at", 0)
    assert position(spaces, card=92, readings=("card-92",)).refused(line).code == "option-not-open"


def test_card_95_unshaded_assaults_are_one_operation():
    """Abrams (card 11) let a Base go first in 1 of its Assaults, not in both."""
    game = position("Sai: ut; Tay: ut vg* vb; QDu: ut vg* vb", card=95, capabilities=((11, "unshaded"),))
    line = "VC event unshaded US: airlift Sai>DaN:ut Tay assault Tay-vb QDu assault QDu-"
    assert game.refused(f"{line}vb airstrike {{1}}").rule == "3.2.4"
    assert game.play(f"{line}vg* airstrike {{1}}")["Tay"] == "ut vg*"


def test_card_92_unshaded_patton_in_two_spaces():
    """M-48 Patton (card 14) helps the US in 2 of the spaces next to Can Tho, not in 3."""
    spaces = "SaCT: ut 3vg*; CTCD: ut 3vg*; CTLP: ut 3vg*"
    line = "VC event unshaded US: SaCT assault SaCT-3vg* CTCD assault CTCD-3vg* CTLP assault CTLP-"
    game = position(spaces, card=92, capabilities=((14, "unshaded"),))
    assert game.refused(f"{line}3vg*").rule == "3.2.4"
    assert game.play(f"{line}vg*")["CTLP"] == "ut 2vg*"


def test_card_92_unshaded_cobras_in_two_spaces():
    """Cobras (card 13) strike in 2 of the spaces that a Faction Sweeps, behind all of them."""
    spaces = "KPh: at vg; KHo: at vg; BXu: at vg; KGi: at vg"
    line = "VC event unshaded ARVN: KPh sweep KHo sweep BXu sweep KGi sweep KPh-vg* BXu-vg*"
    game = position(spaces, card=92, capabilities=((13, "unshaded"),)).play(line)
    assert [game[where] for where in ("KPh", "KHo", "BXu", "KGi")] == ["at", "at vg*", "at", "at vg*"]
    game = position(spaces, card=92, capabilities=((13, "unshaded"),))
    assert game.refused(f"{line} KHo-vg*").code == "answered-already"


def test_card_92_unshaded_refusals():
    """Not Can Tho itself; a LoC is not Swept; nobody moves in."""
    game = position("KPh: 2at 2vg; SaCT: 2ap 2vg*; CaT: 2at 2vg", card=92)
    assert game.refused("VC event unshaded ARVN: CaT sweep").code == "space-not-allowed"
    assert game.refused("VC event unshaded ARVN: KPh sweep CaT>KPh:2at").code == "surplus-clause"
    game = position("SaCT: 2ap 2vg*", card=92)
    assert game.refused("VC event unshaded ARVN: SaCT sweep").code == "no-answer"


def test_card_92_shaded_boats():
    """Any pieces of the Faction named from Cambodia and Tay Ninh to spaces next to Can Tho."""
    game = position("Par: 2nt ng* nb nb^; Tay: ng; Sih: vg", card=92)
    game.play("VC event shaded NVA NVA: Par>KPh:2nt+nb, Par>SaCT:ng*, Tay>CTBL:ng")
    assert [game[w] for w in ("Par", "KPh", "SaCT", "CTBL")] == ["nb^", "2nt nb", "ng*", "ng"]
    assert position("Sih: vg", card=92).play("VC event shaded VC")["Sih"] == "vg"


def test_card_92_shaded_refusals():
    """No Tunneled Base, no other Faction's piece, no other origin, not to Can Tho, Bases within 2."""
    game = position("Par: nb^ nb vg; CLa: nt; KPh: 2ub", card=92)
    assert game.refused("VC event shaded NVA NVA: Par>BXu:nb^").code == "wrong-pieces"
    assert game.refused("VC event shaded NVA NVA: Par>BXu:vg").code == "wrong-pieces"
    assert game.refused("VC event shaded NVA NVA: CLa>BXu:nt").code == "space-not-allowed"
    assert game.refused("VC event shaded NVA NVA: Par>CaT:nb").code == "space-not-allowed"
    for there in ("KPh", "SaCT"):
        assert game.refused(f"VC event shaded NVA NVA: Par>{there}:nb").code == "stacking"


# -- 93 Senator Fulbright --------------------------------------------------------------------------


def test_card_93_unshaded_us_goes_home():
    """The US takes exactly 4 pieces off the map, to Available."""
    game = position("Ple: 3ut ui ub; Sai: 2ut", card=93)
    game.play("VC event unshaded US: Ple-2ut-ub Sai-ut")
    assert (game["Ple"], game["Sai"], game["casualties"]) == ("ut ui", "ut", "")
    game = position("Ple: 3ut ui ub; Sai: 2ut", card=93)
    assert game.refused("VC event unshaded US: Ple-3ut").code == "missing-choice"
    assert game.refused("VC event unshaded Ple-3ut-ub").code == "wrong-speaker"
    assert position("Ple: ui; Sai: 2ut", card=93).play("VC event unshaded US: Ple-ui Sai-2ut")["Sai"] == ""


@pytest.mark.parametrize(("available", "gone"), [("2ub", "ub"), ("0ub", "")])
def test_card_93_shaded(available, gone):
    """A Base, if one is Available, goes Out of Play; Aid falls anyway."""
    game = position(card=93, available=available, aid=5).play("VC event shaded")
    assert (game["oop"], game.state.aid) == (gone, 0)


# -- 94 Tunnel Rats --------------------------------------------------------------------------------


def test_card_94_unshaded_tunnels():
    """A marker on 1 Base in each of 2 Provinces, any country; no Cities."""
    game = position("Tay: 2vb; NVn: nb; Hue: vb", card=94)
    game.play("VC event unshaded tunnels Tay-vb+vb^ NVn-nb+nb^")
    assert (game["Tay"], game["NVn"], game["Hue"]) == ("vb vb^", "nb^", "vb")
    game = position("Tay: 2vb; NVn: nb; Hue: vb", card=94)
    assert game.refused("VC event unshaded tunnels Tay-vb+vb^ Tay-vb+vb^").code == "space-twice"
    assert game.refused("VC event unshaded tunnels Hue-vb+vb^").code == "space-not-allowed"
    assert game.refused("VC event unshaded tunnels Tay-vb+vb^").code == "missing-choice"


def test_card_94_unshaded_tunnels_run_short():
    """One Province, or one marker left: that one."""
    assert position("Tay: vb; Hue: vb", card=94).play("VC event unshaded tunnels")["Tay"] == "vb^"
    full = "PLo: 2vb^; Par: 2nb^; Sih: nb^"
    game = position(f"{full}; Tay: vb; NVn: nb", card=94).play("VC event unshaded tunnels Tay-vb+vb^")
    assert (game["Tay"], game["NVn"]) == ("vb^", "nb")


def test_card_94_unshaded_remove():
    """A Tunneled Base goes where US Troops are, whatever guards it; it leaves its marker."""
    game = position("Tay: ut vb^ 2vg; Par: nb^ ui", card=94).play("VC event unshaded remove")
    assert (game["Tay"], game["Par"], game.count("available", "vb")) == ("ut 2vg", "ui nb^", 9)
    game = position("Tay: ut vb^ vb; Par: nb^ ui; QTi: ut nb^", card=94)
    assert game.refused("VC event unshaded remove Par-nb^").code == "space-not-allowed"
    assert game.refused("VC event unshaded remove Tay-vb").code == "wrong-pieces"


# -- 95 Westmoreland -------------------------------------------------------------------------------


def test_card_95_unshaded_lift_fight_strike():
    """Air Lift, then 2 spaces Swept in place or Assaulted, then an Air Strike; even in Monsoon."""
    game = position("Sai: 2ut; Hue: ut vg; BXu: ut vg*; QTi: ap nt", card=95, next=125)
    game.play("VC event unshaded US: airlift Sai>Hue:2ut Hue sweep BXu assault BXu-vg* airstrike {2} QTi-nt")
    assert (game["Hue"], game["BXu"], game["QTi"], game.level("QTi")) == ("3ut vg*", "ut", "ap", "PO")


def test_card_95_unshaded_is_no_arvn_affair():
    """No ARVN Assault follows; each space once; 2 spaces if they can be found."""
    game = position("Sai: ut; Hue: 2at ut 2vg*; BXu: ut vg*; CaT: ut vg*", card=95)
    line = "VC event unshaded US: airlift Sai>DaN:ut Hue assault Hue-vg*"
    assert game.refused(f"{line} arvn Hue-vg*").code == "option-not-open"
    assert game.refused(f"{line} Hue assault").code == "space-twice"
    assert game.refused(f"{line} airstrike {{1}} Hue-vg*").code == "missing-choice"


def test_card_95_unshaded_momentum_yields():
    """What forbids Air Lift, Air Strike or US Assault does not stop it (5.1.2)."""
    bans = ((15, "shaded"), (10, "shaded"), (78, "shaded"))
    game = position("Sai: ut; BXu: ut 2vg*", card=95, momentum=bans)
    game.play("VC event unshaded US: airlift Sai>DaN:ut BXu assault BXu-vg* airstrike {1} BXu-vg*")
    assert (game["BXu"], game["DaN"]) == ("ut", "ut")


def test_card_95_shaded_countryside():
    """3 Provinces without Police shift 2 levels, as far as they go; those that can shift first."""
    game = position("QTr: ap AS; Ple: AS; BDi: PO; Tay: AO", card=95)
    for where in ("Tay", "PLo"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"VC event shaded {where}")
    assert game.refused("VC event shaded QTr").code == "space-not-allowed"
    assert game.refused("VC event shaded Hue").code == "space-not-allowed"
    game.play("VC event shaded Ple, BDi, KPh")
    assert [game.level(w) for w in ("QTr", "Ple", "BDi", "KPh")] == ["AS", "N", "AO", "AO"]


def test_card_92_shaded_another_factions_pieces():
    """Pieces that would have implied the other Faction are none of those that are asked for."""
    game = position("Tay: 2vg vb; Fis: 3nt", card=92)
    with refuses("card 92", because="asked for: VC pieces to move next to Can Tho, no NVA Troop"):
        game.play("VC event shaded VC Tay>KPh:2vg+vb Fis>KPh:nt")
