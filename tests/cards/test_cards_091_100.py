"""Events 91 to 100: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 91 Bob Hope -----------------------------------------------------------------------------------


def test_card_91_unshaded_troops_to_a_city():
    """Troops move from 1 Province to 1 COIN-Controlled City; every 2 of them return a Casualty."""
    game = position("Ple: 5ut; Hue: ap", card=91, casualties="2ut ub ui")
    game.play("VC event unshaded Ple>Hue:5ut casualties>available:ut+ub")
    assert (game["Ple"], game["Hue"], game["casualties"]) == ("", "5ut ap", "ut ui")


def test_card_91_unshaded_any_number():
    """Any number of Troops is legal, even none, also without Casualties to return."""
    game = position("Ple: 3ut; Hue: ap", card=91, casualties="ut")
    assert game.play("VC event unshaded")["Ple"] == "3ut"
    game = position("Ple: 3ut; Hue: ap", card=91, casualties="ut").play("VC event unshaded Ple>Hue:ut")
    assert (game["Hue"], game["casualties"]) == ("ut ap", "ut")
    assert position("Ple: 3ut; Hue: ap", card=91).play("VC event unshaded Ple>Hue:3ut")["Hue"] == "3ut ap"


def test_card_91_unshaded_refusals():
    """Only Troops move, from 1 Province to 1 City under COIN Control."""
    game = position("Ple: 2ut ui; QTr: 2ut; Hue: ap; DaN: vg; HuDN: ut", card=91)
    assert game.refused("VC event unshaded Ple>DaN:2ut").code == "space-not-allowed"
    assert game.refused("VC event unshaded HuDN>Hue:ut").code == "space-not-allowed"
    assert game.refused("VC event unshaded Ple>Hue:ui").code == "wrong-pieces"
    assert game.refused("VC event unshaded Ple>Hue:2ut QTr>Hue:2ut").code == "answered-already"


def test_card_91_shaded_guerrillas_come_for_troops():
    """The named Faction moves up to 3 Troops to any Cities; 1 of its Guerrillas comes for each."""
    game = position("Ple: 2ut; QTr: ut; Hue: vb", card=91)
    game.play("VC event shaded NVA NVA: Ple>Hue:2ut QTr>DaN:ut")
    assert [game[w] for w in ("Ple", "QTr", "Hue", "DaN")] == ["2ng", "ng", "2ut vb", "ut"]
    assert game["casualties"] == ""
    assert position("Ple: ut", card=91).play("VC event shaded VC Ple>Sai:ut")["Ple"] == "vg"


def test_card_91_shaded_limits_and_supply():
    """At most 3 Troops move, with or without Guerrillas Available; VC, executing, may take up its own."""
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
    """Guerrillas found by ARVN are targets of the US, even under General Lansdale (5.1.2)."""
    game = position("KPh: at ut vg", card=92, momentum=((78, "shaded"),))
    game.play("VC event unshaded ARVN: KPh sweep US: KPh assault KPh-vg*")
    assert game["KPh"] == "ut at"


def test_card_92_unshaded_arvn_may_follow_a_us_assault():
    """ARVN may add a free Assault in 1 space, as in 3.2.4; by reading card-92 it may not."""
    spaces = "KHo: 2at ut 3vg*"
    line = "VC event unshaded ARVN: KHo assault KHo-vg* US: KHo assault KHo-vg* arvn KHo-vg*"
    game = position(spaces, card=92, ARVN=0).play(line)
    assert (game["KHo"], game.resources("ARVN")) == ("ut 2at", 0)
    assert position(spaces, card=92, readings=("card-92",)).refused(line).code == "option-not-open"


def test_card_95_unshaded_assaults_are_one_operation():
    """Abrams (card 11) lets a Base go first in 1 of the Event's Assaults, not in both."""
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
    """Cobras (card 13) removes pieces in 2 of the Sweep spaces of a Faction, after all Sweeps."""
    spaces = "KPh: at vg; KHo: at vg; BXu: at vg; KGi: at vg"
    line = "VC event unshaded ARVN: KPh sweep KHo sweep BXu sweep KGi sweep KPh-vg* BXu-vg*"
    game = position(spaces, card=92, capabilities=((13, "unshaded"),)).play(line)
    assert [game[where] for where in ("KPh", "KHo", "BXu", "KGi")] == ["at", "at vg*", "at", "at vg*"]
    game = position(spaces, card=92, capabilities=((13, "unshaded"),))
    assert game.refused(f"{line} KHo-vg*").code == "answered-already"


def test_card_92_unshaded_refusals():
    """Can Tho and a Sweep of a LoC are refused, and no piece moves in."""
    game = position("KPh: 2at 2vg; SaCT: 2ap 2vg*; CaT: 2at 2vg", card=92)
    assert game.refused("VC event unshaded ARVN: CaT sweep").code == "space-not-allowed"
    assert game.refused("VC event unshaded ARVN: KPh sweep CaT>KPh:2at").code == "surplus-clause"
    game = position("SaCT: 2ap 2vg*", card=92)
    assert game.refused("VC event unshaded ARVN: SaCT sweep").code == "no-answer"


def test_card_92_shaded_boats():
    """Any pieces of the named Faction move from Cambodia and Tay Ninh to spaces next to Can Tho."""
    game = position("Par: 2nt ng* nb nb^; Tay: ng; Sih: vg", card=92)
    game.play("VC event shaded NVA NVA: Par>KPh:2nt+nb, Par>SaCT:ng*, Tay>CTBL:ng")
    assert [game[w] for w in ("Par", "KPh", "SaCT", "CTBL")] == ["nb^", "2nt nb", "ng*", "ng"]
    assert position("Sih: vg", card=92).play("VC event shaded VC")["Sih"] == "vg"


def test_card_92_shaded_refusals():
    """Refused: a Tunneled Base, another Faction's piece, another origin, Can Tho, a third Base."""
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
    """1 Base in each of 2 Provinces of any country gets a marker; Cities are refused."""
    game = position("Tay: 2vb; NVn: nb; Hue: vb", card=94)
    game.play("VC event unshaded tunnels Tay-vb+vb^ NVn-nb+nb^")
    assert (game["Tay"], game["NVn"], game["Hue"]) == ("vb vb^", "nb^", "vb")
    game = position("Tay: 2vb; NVn: nb; Hue: vb", card=94)
    assert game.refused("VC event unshaded tunnels Tay-vb+vb^ Tay-vb+vb^").code == "space-twice"
    assert game.refused("VC event unshaded tunnels Hue-vb+vb^").code == "space-not-allowed"
    assert game.refused("VC event unshaded tunnels Tay-vb+vb^").code == "missing-choice"


def test_card_94_unshaded_tunnels_run_short():
    """With only one Province or one marker left, only 1 Base gets a marker."""
    assert position("Tay: vb; Hue: vb", card=94).play("VC event unshaded tunnels")["Tay"] == "vb^"
    full = "PLo: 2vb^; Par: 2nb^; Sih: nb^"
    game = position(f"{full}; Tay: vb; NVn: nb", card=94).play("VC event unshaded tunnels Tay-vb+vb^")
    assert (game["Tay"], game["NVn"]) == ("vb^", "nb")


def test_card_94_unshaded_remove():
    """A Tunneled Base in a space with US Troops goes, even if guarded, and its marker leaves."""
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
    """No ARVN Assault follows; each space is named once, and 2 spaces are due if 2 qualify."""
    game = position("Sai: ut; Hue: 2at ut 2vg*; BXu: ut vg*; CaT: ut vg*", card=95)
    line = "VC event unshaded US: airlift Sai>DaN:ut Hue assault Hue-vg*"
    assert game.refused(f"{line} arvn Hue-vg*").code == "option-not-open"
    assert game.refused(f"{line} Hue assault").code == "space-twice"
    assert game.refused(f"{line} airstrike {{1}} Hue-vg*").code == "missing-choice"


def test_card_95_unshaded_momentum_yields():
    """Momentum that forbids Air Lift, Air Strike or US Assault does not stop the Event (5.1.2)."""
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
    """Pieces that would imply the other Faction are refused if VC is already named."""
    game = position("Tay: 2vg vb; Fis: 3nt", card=92)
    with refuses("card 92", because="asked for: VC pieces to move next to Can Tho, no NVA Troop"):
        game.play("VC event shaded VC Tay>KPh:2vg+vb Fis>KPh:nt")


# -- 96 APC ----------------------------------------------------------------------------------------


def test_card_96_unshaded_free_pacification():
    """The US, then ARVN, each space 1 level at most, all Terror away first, at no cost."""
    spaces = "Hue: ut ap PO; Sai: ut at ap terror 2; DaN: at ap"
    game = position(spaces, card=96, ARVN=3, leader=(127,))
    game.play("VC event unshaded US: pacify Hue=N, Sai:terror-2 ARVN: pacify Sai=PS, DaN=PS")
    assert [game.level(w) for w in ("Hue", "Sai", "DaN")] == ["N", "PS", "PS"]
    assert (game.space("Sai").terror, game.resources("ARVN"), game.state.pacified) == (0, 3, ())


def test_card_96_unshaded_one_level_for_both():
    """A second level in one space is refused, for one Faction or for both together."""
    game = position("Hue: ut at ap PO", card=96)
    assert game.refused("VC event unshaded US: Hue=PS").code == "too-many-levels"
    assert game.refused("VC event unshaded US: Hue=N ARVN: Hue=PS").code == "too-many-levels"


def test_card_96_unshaded_active_support_with_terror():
    """Such a space may be selected to remove Terror; without Terror it may not."""
    game = position("Hue: ut ap AS terror 1", card=96).play("VC event unshaded US: Hue:terror-1")
    assert (game.space("Hue").terror, game.level("Hue")) == (0, "AS")
    assert position("Hue: ut ap AS", card=96).refused("VC event unshaded US: Hue").code == "wrong-level"


def test_card_96_unshaded_four_spaces_together():
    """4 spaces are the limit for both; shaded Mandate of Heaven limits ARVN to 1; neither need Pacify."""
    spaces = "Hue: ut ap; DaN: ut ap; Kon: ut ap; QNh: at ap; CRa: at ap"
    line = "VC event unshaded US: Hue=PS, DaN=PS, Kon=PS ARVN: QNh=PS, CRa=PS"
    assert position(spaces, card=96).refused(line).code == "too-many-spaces"
    line = "VC event unshaded US: Hue=PS ARVN: QNh=PS, CRa=PS"
    assert position(spaces, card=96, capabilities=((86, "shaded"),)).refused(line).rule == "card 86"
    assert position(spaces, card=96).play("VC event unshaded").level("Hue") == "N"


def test_card_96_shaded_returns_tet():
    """Case 5.1.3-06: if Tet was executed, card 124 goes back to VC, who may place it again."""
    game = position("Tay: vg PS", card=96, played=(5, 124, 96)).play("VC event shaded")
    assert (game.state.played, game["Tay"], game.level("Tay")) == ((5, 96), "vg", "PS")
    fields = {"card": 5, "leader": (125, 126), "eligible": "VC"}
    game = position("KPh: 21vg", **fields, played=(124, 5))
    assert game.refused("VC pivotal #124").code == "pivotal-used"
    assert position("KPh: 21vg", **fields, played=(5,)).play("VC pivotal #124").state.card == 124


@pytest.mark.parametrize("scenario", ["full", "short"])
def test_card_96_shaded_tet_by_itself(scenario):
    """If Tet was not executed, VC carry out its text, whichever Faction executes, and keep the card."""
    game = position("Hue: vg 2at PS", card=96, eligible="US", scenario=scenario)
    game.play("US event shaded VC: terror Hue+vg, Sai+5vg attack {1} Hue-2at")
    assert (game["Hue"], game["Sai"], game.level("Hue")) == ("2vg*", "5vg", "N")
    assert game.state.played == (96,)
    assert game.resources("VC") == 20


# -- 97 Brinks Hotel -------------------------------------------------------------------------------


def test_card_97_unshaded_aid_and_leader_face_down():
    """Aid +10; the Leader's text is ignored, the card stays in the box."""
    game = position(card=97, leader=(126,), aid=70).play("VC event unshaded aid")
    assert (game.state.aid, game.state.leader_box) == (75, (126,))
    assert (game.state.leader, game.state.leader_in_effect) == ("young-turks", "none")


@pytest.mark.parametrize(("before", "moved"), [(15, 4), (3, 3)])
def test_card_97_unshaded_patronage(before, moved):
    """4 Patronage, or all if less, become ARVN Resources."""
    game = position(card=97, patronage=before, ARVN=20).play("VC event unshaded patronage")
    assert (game.state.patronage, game.resources("ARVN")) == (before - moved, 20 + moved)


@pytest.mark.parametrize(("box", "leader"), [((), "duong-van-minh"), ((129,), "none")])
def test_card_97_unshaded_minh_and_failed_attempts_stay(box, leader):
    """A Leader card turns face down; Minh and failed attempts stay."""
    game = position(card=97, leader=box).play("VC event unshaded aid")
    assert (game.state.leader_in_effect, game.state.leader_face_down) == (leader, False)


def test_card_97_unshaded_silences_young_turks():
    """Govern earns nothing extra with the card face down."""
    spaces = "CaT: 2ap PS; Sai: 3ap"
    game = position(spaces, to_act="ARVN", leader=(126,), leader_face_down=True, patronage=10)
    assert game.play("ARVN train Sai+at | govern CaT aid").state.patronage == 10


def test_card_97_unshaded_needs_its_choice():
    """A choice between Aid and Patronage is required."""
    assert position(card=97).refused("VC event unshaded").code == "missing-choice"


def test_card_97_shaded_city():
    """A City shifts 2 levels toward Active Opposition and gets a Terror marker; no Guerrilla is Activated."""
    game = position("Sai: vg ap PS terror; Hue: vb", card=97).play("VC event shaded Sai")
    assert (game.level("Sai"), game.space("Sai").terror, game["Sai"]) == ("PO", 2, "ap vg")


def test_card_97_shaded_shift_as_far_as_it_goes():
    """From Passive Opposition a City shifts only one level."""
    assert position("Hue: vb PO", card=97).play("VC event shaded").level("Hue") == "AO"


def test_card_97_shaded_no_marker_left():
    """With all 15 Terror markers on the map, only the level shifts."""
    game = position("Sai: vg; KPh: terror 15", card=97).play("VC event shaded")
    assert (game.level("Sai"), game.space("Sai").terror) == ("AO", 0)


def test_card_97_shaded_a_city_that_can_shift_comes_first():
    """A City at Active Opposition is legal only if no other City has VC (5.1.3)."""
    with refuses("5.1.3", code="whole-effect"):
        position("Sai: vg AO; Hue: vg", card=97).play("VC event shaded Sai")
    game = position("Sai: vg AO", card=97).play("VC event shaded")
    assert (game.level("Sai"), game.space("Sai").terror) == ("AO", 1)


def test_card_97_shaded_refusals():
    """A space other than a City, or a City without VC, is refused."""
    game = position("Sai: ng; Tay: 2vg; Hue: vg; CaT: vg", card=97)
    with refuses("card 97", code="space-not-allowed"):
        game.play("VC event shaded Sai")
    with refuses("card 97", code="space-not-allowed"):
        game.play("VC event shaded Tay")
    assert position("Sai: ng", card=97).play("VC event shaded").level("Sai") == "N"


# -- 98 Long Tan -----------------------------------------------------------------------------------


def test_card_98_unshaded_troops():
    """2 US Troops from Out of Play, or 1 if alone, enter 1 Province, also in Laos, not in North Vietnam."""
    game = position(card=98, oop="3ut ub").play("VC event unshaded troops CLa+2ut<oop")
    assert (game["CLa"], game["oop"]) == ("2ut", "ut ub")
    game = position(card=98, oop="3ut")
    assert game.refused("VC event unshaded troops NVn+2ut<oop").rule == "1.4.2"
    assert game.refused("VC event unshaded troops Hue+2ut<oop").code == "space-not-allowed"
    assert game.refused("VC event unshaded troops Ple+ut<oop, QTr+ut<oop").code == "too-few"
    assert position(card=98, oop="ut").play("VC event unshaded troops Ple")["Ple"] == "ut"
    assert position(card=98).play("VC event unshaded troops").state.card == 98


def test_card_98_unshaded_guerrillas():
    """All Guerrillas leave all Jungle spaces with US Troops; Troops and Bases stay."""
    game = position("Tay: ut vg vg* ng nb^; Sih: ut nt ng*; BTu: ui vg; QTi: ut vg", card=98)
    game.play("VC event unshaded guerrillas")
    assert [game[w] for w in ("Tay", "Sih", "BTu", "QTi")] == ["ut nb^", "ut nt", "ui vg", "ut vg"]


def test_card_98_shaded_base_and_troop():
    """A Jungle space with 2 VC Guerrillas loses a US Base and a Troop as Casualties, or the Troop alone."""
    game = position("Tay: 2vg* 2ut ub; BTu: 2vg 3ut", card=98).play("VC event shaded")
    assert (game["Tay"], game["casualties"]) == ("ut 2vg*", "ut ub")
    game = position("BTu: vg vg* 3ut; Sih: vg 2ut ub", card=98).play("VC event shaded BTu")
    assert (game["BTu"], game["casualties"]) == ("2ut vg vg*", "ut")


def test_card_98_shaded_which_space_comes_first():
    """5.1.3: a space with both Base and Troop comes first, then one with either, then any."""
    spaces = "Tay: 2vg ut ub; BTu: 2vg ut; QDu: 2vg"
    with refuses("5.1.3", code="whole-effect"):
        position(spaces, card=98).play("VC event shaded BTu")
    with refuses("5.1.3", code="whole-effect"):
        position("BTu: 2vg ut; QDu: 2vg", card=98).play("VC event shaded QDu")
    assert position("QDu: 2vg", card=98).play("VC event shaded")["QDu"] == "2vg"
    assert position("KPh: 2vg ut ub", card=98).play("VC event shaded")["KPh"] == "ut ub 2vg"


# -- 99 Masher/White Wing --------------------------------------------------------------------------


@pytest.mark.parametrize(("faction", "tag"), [("US", "US: "), ("ARVN", "ARVN: ")])
def test_card_99_unshaded_troops_of_both(faction, tag):
    """Troops of both Sweep, in Monsoon, then Assault as the US: no Aid, no cost, no ARVN Assault."""
    game = position("QTi: at 4vg vb; DaN: 2ut; BDi: at ap", card=99, next=125, ARVN=0)
    game.play(f"VC event unshaded {faction} {tag}sweep DaN>QTi:2ut BDi>QTi:at QTi*4vg assault QTi-4vg*")
    assert (game["QTi"], game["BDi"], game.state.aid, game.resources("ARVN")) == ("2ut 2at vb", "ap", 20, 0)
    game = position("QTi: 2at ut 3vg* vb", card=99)
    game.play(f"VC event unshaded {faction} {tag}sweep QTi assault QTi-3vg*")
    assert game["QTi"] == "ut 2at vb"


def test_card_99_unshaded_ratio():
    """In Highland 1 for 2 Troops; with a US Base 2 for each."""
    game = position("Ple: ut 2at 3vg*; PhB: at ub 3vg*", card=99)
    assert game.refused("VC event unshaded US US: sweep Ple assault Ple-2vg*").code == "too-many"
    game.play("VC event unshaded ARVN ARVN: sweep PhB assault PhB-2vg*")
    assert game["PhB"] == "ub at vg*"


def test_card_99_unshaded_police_and_special_forces():
    """Police count nowhere; Special Forces of the Faction that Sweeps do in the Sweep."""
    game = position("QTi: ut 2ap ui 2ar 6vg", card=99)
    line = "VC event unshaded {0} {0}: sweep QTi QTi*{1}vg assault QTi-vg*"
    assert game.refused(line.format("US", 3)).code == "too-many"
    assert game.refused(line.format("ARVN", 4)).code == "too-many"
    assert game.refused("VC event unshaded US US: sweep DaN>QTi:ap").code == "piece-not-allowed"
    game.play(line.format("ARVN", 3))
    assert game["QTi"] == "ut ui 2ap 2ar 3vg 2vg*"


def test_card_99_unshaded_spaces():
    """1 Province or City qualifies, no Jungle, LoC or North Vietnam; the Assault is in the same space."""
    game = position("QTi: ut vg; Hue: ut vg*; Tay: ut vg; SaCT: ut", card=99)
    line = "VC event unshaded US US: sweep"
    for where in ("Tay", "SaCT", "NVn"):
        assert game.refused(f"{line} {where}").code in ("space-not-allowed", "north-vietnam")
    assert game.refused(f"{line} QTi, Hue").code == "too-many-spaces"
    assert game.refused(f"{line} QTi assault Hue-vg*").code == "space-not-allowed"


def test_card_99_unshaded_other_reading():
    """By reading card-99 Troops of both must be there before."""
    fields = {"card": 99, "readings": ("card-99",)}
    line = "VC event unshaded US US: sweep Hue"
    assert position("Hue: ut vg; DaN: at", **fields).refused(line).code == "no-answer"
    assert position("Hue: ut at vg", **fields).play(line)["Hue"] == "ut at"


def test_card_99_unshaded_booby_traps():
    """Card 101 takes a Troop of either, as VC say, before the Assault."""
    game = position("Hue: ut at vg", card=99, capabilities=((101, "shaded"),))
    game.play("VC event unshaded US US: sweep Hue {2} VC: Hue-at US: assault Hue-vg*")
    assert game["Hue"] == "ut"


def test_card_99_shaded_march_and_ambush():
    """Guerrillas March into 3 spaces and Ambush in each, in Monsoon, free, past the usual limit of 2."""
    game = position("Fis: ng 3ng* nt; AnL: ap; Tay: 2at; PLo: ut ui", card=99, next=125, NVA=0)
    march = "march Fis>AnL:ng, Fis>Tay:ng*, Fis>PLo:2ng*"
    game.play(f"VC event shaded NVA NVA: {march} ambush AnL-ap, Tay-at, PLo-ut")
    assert [game[w] for w in ("AnL", "Tay", "PLo", "Fis")] == ["ng*", "at ng*", "ui 2ng*", "nt"]
    assert (game["casualties"], game.resources("NVA")) == ("ut", 0)


def test_card_99_shaded_all_that_can_be():
    """3 spaces are due if 3 can be reached, and an Ambush in each with an enemy (5.1.3)."""
    game = position("Fis: 3ng; AnL: 2ap; Tay: 2at", card=99)
    line = "VC event shaded NVA NVA: march Fis>AnL:ng, Fis>Tay:ng"
    assert game.refused(line).code == "missing-choice"
    assert game.refused(f"{line}, Fis>Par:ng ambush AnL-ap, Par").code == "pieces-needed"
    refused = position("Fis: 3ng; SaCT: ng", card=99).refused(f"{line}, Fis>Par:ng, SaCT>KPh:ng")
    assert refused.code == "too-many-spaces"
    game.play(f"{line}, Fis>Par:ng ambush AnL-ap")
    assert (game["AnL"], game["Tay"]) == ("ap ng*", "at ng*")
    game = position("Fis: 2ng", card=99).play("VC event shaded NVA NVA: march Fis>Tay:ng, Fis>Par:ng")
    assert (game["Tay"], game["Par"]) == ("ng", "ng")


def test_card_99_shaded_no_troops_march():
    """Guerrillas only; the Ambush may be by one that was there."""
    game = position("Fis: nt ng; AnL: ap ng; PLo: ng", card=99, trail=0)
    assert game.refused("VC event shaded NVA NVA: march Fis>AnL:nt").code == "piece-not-allowed"
    game = position("SaBM: 3vg*; AnL: ap vg", card=99)
    game.play("VC event shaded VC march SaBM>AnL:vg*, SaBM>Tay:vg*, SaBM>PLo:vg*")
    assert game["AnL"] == "2vg*"


def test_card_99_shaded_lasting_events():
    """Booby Traps, Typhoon Kate and Claymores do not stop the Event; Main Force Bns takes 2 pieces once."""
    spaces = "SaBM: 3vg*; AnL: 2ap; Tay: 2at; PLo: 2at"
    line = "VC event shaded VC march SaBM>AnL:vg*, SaBM>Tay:vg*, SaBM>PLo:vg*"
    limits = {"capabilities": ((101, "unshaded"), (104, "shaded")), "momentum": ((115, "unshaded"),)}
    game = position(spaces, card=99, **limits).play(f"{line} ambush AnL-2ap, Tay-at, PLo-at")
    assert [game[w] for w in ("AnL", "Tay", "PLo")] == ["vg*", "at vg*", "at vg*"]
    assert position(spaces, card=99, **limits).refused(f"{line} ambush AnL-2ap, Tay-2at").code == "too-many"
    game = position(spaces, card=99, momentum=((17, "unshaded"),))
    assert game.play(f"{line} ambush AnL-ap, Tay-at, PLo-at")["AnL"] == "ap vg*"


def test_card_99_shaded_into_as_many_spaces_as_can_be_reached():
    """3 Guerrillas that can reach 3 spaces must not all go to one (5.1.3); of 4, two may go together."""
    game = position("Tay: 3vg*; Sai: at", card=99, eligible="VC")
    with refuses("5.1.3", because="only 1 of 3 spaces", code="whole-effect"):
        game.play("VC event shaded VC march Tay>Sai:3vg* ambush Sai-at")
    with refuses("5.1.3", because="only 2 of 3 spaces"):
        game.play("VC event shaded VC march Tay>Sai:2vg*, Tay>QDu:vg* ambush Sai-at")
    game.play("VC event shaded VC march Tay>Sai:vg*, Tay>QDu:vg*, Tay>PLo:vg* ambush Sai-at")
    assert [game[where] for where in ("Sai", "QDu", "PLo")] == ["vg*"] * 3
    game = position("Tay: 4vg*; Sai: at", card=99, eligible="VC")
    game.play("VC event shaded VC march Tay>Sai:2vg*, Tay>QDu:vg*, Tay>PLo:vg* ambush Sai-at")
    assert game["Sai"] == "2vg*"


def test_card_99_shaded_from_a_corner():
    """From Sihanoukville, only 2 spaces can be reached by any number of Guerrillas, and 1 by 1 Guerrilla."""
    game = position("Sih: 3ng; Par: at", card=99, eligible="NVA", trail=0)
    game.play("NVA event shaded NVA march Sih>KGi:2ng, Sih>Par:ng ambush Par-at")
    assert (game["KGi"], game["Par"]) == ("2ng", "ng*")


# -- 100 Rach Ba Rai -------------------------------------------------------------------------------


def test_card_100_unshaded_vc_or_nva():
    """All of one Insurgent go, hidden or not, but NVA Troops; a Tunneled Base stays."""
    spaces = "KPh: ut 2vg vg* vb vb^ 2nt ng"
    game = position(spaces, card=100, eligible="US").play("US event unshaded KPh VC")
    assert game["KPh"] == "ut 2nt ng vb^"
    game = position(spaces, card=100).play("VC event unshaded NVA")
    assert game["KPh"] == "ut 2nt 2vg vg* vb vb^"


def test_card_100_unshaded_the_owner_may_give_up_a_tunnel():
    """VC may give up its Tunneled Base if VC executes (5.1.1)."""
    game = position("KPh: ut vg vb^", card=100).play("VC event unshaded VC KPh-vb^")
    assert game["KPh"] == "ut"
    game = position("KPh: ut vg vb^", card=100, eligible="US")
    assert game.refused("US event unshaded VC KPh-vb^").code == "tunnel"


def test_card_100_unshaded_spaces():
    """A Lowland Province with US Troops; one where something can go comes first."""
    game = position("KPh: ut vg; BXu: ut nt; KHo: ui vg; Ple: ut vg; CaT: ut vg", card=100)
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event unshaded BXu")
    for where in ("KHo", "Ple", "CaT"):
        assert game.refused(f"VC event unshaded {where}").code == "space-not-allowed"


def test_card_100_shaded_cubes_by_the_die():
    """US and ARVN cubes as the executing Faction likes, US to Casualties; then a VC piece."""
    game = position("KPh: 2ut ui at ap ar vg", card=100).play("VC event shaded {3} KPh-ut-at-ap KPh+vb")
    assert (game["KPh"], game["casualties"]) == ("ut ui ar vg vb", "ut")
    game = position("KPh: ut at vg", card=100).play("VC event shaded {6} KPh-ut-at KPh+vg")
    assert (game["KPh"], game["casualties"]) == ("2vg", "ut")


def test_card_100_shaded_refusals():
    """Exactly as many as the die, no Special Forces; a third Base cannot come; cubes first (5.1.3)."""
    game = position("KPh: 2ut ui at vg 2ub; BXu: vg", card=100)
    assert game.refused("VC event shaded KPh {2} KPh-ut KPh+vg").code == "missing-choice"
    assert game.refused("VC event shaded KPh {2} KPh-ut-ui KPh+vg").code == "wrong-pieces"
    assert game.refused("VC event shaded KPh {2} KPh-ut-at KPh+vb").code == "stacking"
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded BXu")
    assert position("BXu: vg", card=100).play("VC event shaded {4} BXu+vg")["BXu"] == "2vg"


def test_card_100_shaded_supply():
    """With nothing Available VC may take a piece up, others place none."""
    fields = {"card": 100, "available": "0vg 0vb"}
    game = position("BXu: vg; Hue: vg*", **fields).play("VC event shaded BXu {1} BXu+vg*<Hue")
    assert (game["BXu"], game["Hue"]) == ("2vg", "")
    game = position("BXu: vg", **fields, eligible="US").play("US event shaded {1}")
    assert game["BXu"] == "vg"


def test_card_100_unshaded_pieces_that_stay():
    """A removal that also names pieces that stay is refused with the right pieces."""
    game = position("KHo: ut vg* 2vg vb ng nt", card=100)
    pinned = {
        "KHo-ng-nt": "removed here: 1 NVA Guerrilla, no NVA Troop",
        "KHo-nt": "removed here: 1 NVA Guerrilla, no NVA Troop",
        "KHo-3vg": "removed here: 2 VC Guerrillas, not 3",
    }
    for clause, why in pinned.items():
        refused = game.refused(f"VC event unshaded {clause}")
        assert (refused.rule, refused.message) == ("card 100", why)
