"""What is named as legal where an Operation or Special Activity is refused; why none has a space (4.1)."""

import pytest
from table import position, refuses

from fitl_core.record.clauses import Verb


def offered(line, where, **how):
    """What is named as legal where a line is refused, and the verbs among it."""
    violation = position(where, to_act=line.split()[0], **how).refused(line)
    verbs = [each.name for each in violation.legal if isinstance(each, Verb)]
    return violation, verbs, len(violation.legal) - len(verbs)


@pytest.mark.parametrize(
    ("line", "where", "rule", "verbs"),
    [
        (
            "ARVN train Sai+2at | raid Sai>Tay:ar Tay-2vg",
            "Sai: 6at; Tay: ar vg; Hue: at PS",
            "4.3.3",
            "govern transport",
        ),
        ("VC rally Tay+vg | bombard Hue-at", "Tay: vg; KPh: vg ap; Hue: at", "4.1", "tax subvert transfer"),
        ("US assault Hue-vg* | advise Tay", "Hue: ut vg*; Tay: ut", "4.2.1", "airlift airstrike"),
    ],
)
def test_4_1_a_refused_activity_names_those_that_are_open(line, where, rule, verbs):
    """Asked is an Activity, so that Activities are named, and not the spaces of the Operation."""
    violation, named, others = offered(line, where)
    assert (violation.rule, sorted(named), others) == (rule, sorted(verbs.split()), 0)


def test_card_17_a_refused_ambush_names_other_activities():
    """Under Claymores no Ambush is open: what may come in its place is an Activity or a transfer."""
    _, named, others = offered(
        "VC march Tay>Sai:vg | ambush Sai", "Tay: 3vg; Sai: at", momentum=((17, "unshaded"),)
    )
    assert (sorted(named), others) == (["subvert", "tax", "transfer"], 0)


@pytest.mark.parametrize(
    ("line", "where", "without"),
    [
        ("VC march Tay>KPh:vg | raid KPh", "Tay: 2vg", "subvert ambush"),
        ("NVA march Tay>KPh:ng | raid KPh", "Tay: 2ng; Sai: 2at", "bombard ambush"),
        ("US patrol | govern Hue", "Hue: ub", "advise airlift"),
        ("VC raid Tay", "Tay: 2vg", "subvert attack ambush"),
    ],
)
def test_4_1_no_activity_without_a_space_is_offered(line, where, without):
    """An Activity or Operation that has no legal space is none of those that are named as legal."""
    _, named, _ = offered(line, where)
    assert named and set(named).isdisjoint(without.split())


def test_4_1_an_ambush_that_a_march_makes_possible_is_offered():
    """What the Operation so far has made possible is offered, which was not so before it."""
    _, named, _ = offered("VC march Tay>Sai:vg | raid Sai", "Tay: 2vg; Sai: at")
    assert "ambush" in named and "subvert" in named


@pytest.mark.parametrize(
    ("rule", "line", "where", "fact"),
    [
        (
            "4.4.2",
            "NVA march Tay>KPh:ng | bombard",
            "Tay: 2ng",
            "Bombard needs 3 US and ARVN Troops, or a US or ARVN Base",
        ),
        (
            "4.5.2",
            "VC march Tay>KPh:vg* | subvert",
            "Tay: 2vg*",
            "Subvert needs an Underground VC Guerrilla in Hue; so it is elsewhere",
        ),
        ("4.5.2", "VC terror Tay | subvert", "Tay: 2vg", "Tay Ninh has no ARVN cube to Subvert"),
        ("4.3.1", "ARVN patrol | govern", "Hue: ap; Sai: ap PS", "Govern needs Support in Hue"),
        ("4.2.1", "US patrol | advise", "Hue: vg*", "nothing can be done in Hue; so it is elsewhere"),
        ("4.2.2", "US patrol | airlift", "Hue: ap", "no pieces on the map can move so"),
        ("3.2.4", "US assault", "Hue: at vg*", "Assault needs US cubes; Hue has none; so it is elsewhere"),
        ("3.3.3", "VC attack", "Hue: vg; Tay: vg", "Hue has no enemy of VC (1.5.1)"),
        ("3.2.3", "ARVN sweep", "Hue: at", "3.1: ARVN cannot pay for it"),
    ],
)
def test_4_1_why_nothing_has_a_space(rule, line, where, fact):
    """A bare name of what has no space anywhere is illegal, and tells what is lacking."""
    violation = position(where, to_act=line.split()[0], ARVN=1 if "sweep" in line else 30).refused(line)
    assert (violation.verdict, violation.code, violation.rule) == ("illegal", "no-answer", rule)
    assert violation.facts[0] == fact


@pytest.mark.parametrize(
    ("line", "where", "opens"),
    [
        ("VC attack", "Hue: vg at PO", ["tax", "transfer"]),
        ("US assault", "Hue: vg*; Tay: 2ut", ["airlift"]),
    ],
)
def test_4_1_what_an_activity_makes_possible_is_but_incomplete(line, where, opens):
    """An Operation that has a space only behind an Activity or transfer owes it; that is what is open."""
    violation, named, _ = offered(line, where, VC=0)
    assert violation.verdict == "incomplete"
    assert named == opens


def test_3_2_2_a_patrol_assaults_in_one_loc():
    """A second LoC is refused for what the rule allows, in whatever way it is written."""
    game = position("SaCT: 2at vg*; CTCD: 2at vg*", to_act="ARVN")
    for line in ("SaCT-vg*, CTCD-vg*", "SaCT-vg* assault CTCD-vg*", "SaCT, CTCD"):
        with refuses("3.2.2", because="Patrol Assaults in just 1 LoC"):
            game.play(f"ARVN patrol assault {line}")


def test_3_2_1_a_last_step_in_a_second_space():
    """A second Base, or a second space to Pacify, is refused for what Train allows."""
    game = position("AnL: 4at 4ap; Hue: 4at 4ap", to_act="ARVN", ARVN=40)
    with refuses("3.2.1", because="a Base in just 1 space"):
        game.play("ARVN train AnL+at, Hue+at base AnL-3at+ab Hue-3at+ab")
    with refuses("3.2.1", because="Train Pacifies in just 1 space", code="too-many-spaces"):
        game.play("ARVN train AnL+at, Hue+at pacify AnL=PS Hue=PS")


def test_3_3_1_the_trail_improves_once():
    """A second box is refused for what Rally allows."""
    with refuses("3.3.1", because="just once"):
        position("Hue: 4ng", to_act="NVA").play("NVA rally trail+1 trail+1")


def test_3_2_4_arvn_follow_in_one_space():
    """A second space of the ARVN Assault is refused for that, not as one that the US select twice."""
    game = position("Sai: 2ut 4at 4vg*; Hue: 2ut 4at 4vg*", to_act="US", ARVN=30)
    with refuses("3.2.4", because="1 Assault in 1 space, here in Hue"):
        game.play("US assault Sai-2vg*, Hue-2vg* arvn Hue-2vg* Sai-2vg*")


def test_card_13_the_die_of_cobras_comes_behind_the_pieces():
    """What stands behind the die, though it is forced and done, is refused under the card."""
    game = position("KPh: 2ut 3vg*; Tay: 2ut vg* ng*", to_act="US", capabilities=((13, "shaded"),))
    with refuses("card 13", because="stands behind it", code="too-late"):
        game.play("US assault KPh {6} KPh-2vg*")
    with refuses("3.2.4", because="too early: first pieces to remove in Tay Ninh"):
        game.play("US assault KPh-2vg* {6}, Tay {5} Tay-ng*")


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("ARVN patrol | assault SaCT-vg*", "assault is a step of Patrol"),
        ("ARVN train Sai | pacify Sai=PS", "pacify is"),
    ],
)
def test_3_1_a_step_of_an_operation_is_no_part_of_its_own(line, step):
    """Behind a bar the last step of an Operation is refused as what it is."""
    with refuses("3.1", because=f"{step}", code="one-operation"):
        position("SaCT: 2at vg*; Sai: 2at ap", to_act="ARVN").play(line)


def test_3_3_1_what_no_rally_of_this_faction_does():
    """VC Improve no Trail, and a shaded Cadres takes no Guerrilla: neither is "answered already"."""
    game = position("Tay: 3vg vb", to_act="VC", capabilities=((116, "shaded"),))
    with refuses("3.3.1", because="only NVA Rally Improves the Trail"):
        game.play("VC rally Tay+vg trail+1")
    with refuses("3.3.1", because="Rally removes pieces only where", code="surplus-clause"):
        game.play("VC rally Tay+vg agitate Tay=PO Tay-vg")


def test_4_4_3_a_loc_behind_the_ambush():
    """A LoC without enemies cannot be selected for Attack once the one Special Activity is over."""
    with refuses("3.3.3", because="only an Ambush needs none, and Ambush is carried out"):
        position("Hue: 2vg 2at; CTCD: vg; CaT: at", to_act="VC").play(
            "VC attack Hue | ambush Hue-at | attack CTCD"
        )


@pytest.mark.parametrize(
    ("where", "how", "fact"),
    [
        ("HuDN: vg; CaT: ub", {}, "an Ambush from there reaches none either (4.4.3)"),
        ("HuDN: vg*; Hue: ub", {}, "only an Ambush needs none, by an Underground Guerrilla (4.4.3)"),
        (
            "HuDN: vg; Hue: ub",
            {"momentum": ((17, "unshaded"),)},
            "only an Ambush needs none, and Claymores forbid",
        ),
        (
            "HuDN: vg; CTLP: vg; SaCT: vg; Hue: ut; KHo: ut; Sai: ut",
            {},
            "no more can be Ambushed than are selected",
        ),
    ],
)
def test_4_4_3_why_a_loc_without_enemies_is_not_selected(where, how, fact):
    """It is told why the Ambush does not help that alone needs no enemy in the LoC."""
    line = "VC attack CTLP, SaCT, HuDN" if "CTLP" in where else "VC attack HuDN"
    violation = position(where, to_act="VC", **how).refused(line)
    assert (violation.rule, violation.message) == ("3.3.3", "Hue - Da Nang has no enemy of VC (1.5.1)")
    assert fact in violation.facts[0]


def test_4_4_1_the_level_behind_the_piece():
    """The shift is forced and comes first; said behind the VC piece it is true, or refused as false."""
    game = position("Tay: 3ng vg AO", to_act="NVA")
    with refuses("4.4.1", because="becomes Passive Opposition, not Neutral"):
        game.play("NVA rally Tay+ng | infiltrate Tay-vg+ng Tay=N")
    game.play("NVA rally Tay+ng | infiltrate Tay-vg+ng Tay=PO")
    assert game["Tay"] == "5ng"


def test_4_4_1_troops_behind_guerrillas_that_became_troops():
    """What closed the question for Troops is named: the replacement, not the space that it selects."""
    violation = position("CLa: nb 2ng", to_act="NVA").refused("NVA rally CLa | infiltrate CLa-2ng+2nt CLa+nt")
    assert violation.code == "too-late"
    assert "Guerrillas to replace with Troops" in violation.facts[0]


def test_4_5_1_a_false_figure_is_refused_where_the_move_stands():
    """The facts are those behind what the move has done so far."""
    violation = position("Hue: vg", to_act="VC").refused("VC rally Tay+vg | tax Hue VC+5")
    assert violation.rule == "4.5.1"
    assert violation.position.resources != position("Hue: vg", to_act="VC").state.resources
