"""Legal alternatives to a refused Operation or Special Activity, and the reason if none has a space (4.1)."""

import pytest
from table import position, refuses

from fitl_core.record.clauses import Verb


def offered(line, where, **how):
    """Return the refusal of a line, the verbs among its legal alternatives, and the number of the others."""
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
    """A refused Activity lists the open Activities, not the spaces of the Operation."""
    violation, named, others = offered(line, where)
    assert (violation.rule, sorted(named), others) == (rule, sorted(verbs.split()), 0)


def test_card_17_a_refused_ambush_names_other_activities():
    """Under Claymores a refused Ambush lists the other Activities and the transfer as alternatives."""
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
    """Activities and Operations without a legal space are not among the legal alternatives."""
    _, named, _ = offered(line, where)
    assert named and set(named).isdisjoint(without.split())


def test_4_1_an_ambush_that_a_march_makes_possible_is_offered():
    """Activities that became possible through the Operation are offered."""
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
            "Subvert needs an Underground VC Guerrilla in Hue; the same holds elsewhere",
        ),
        ("4.5.2", "VC terror Tay | subvert", "Tay: 2vg", "Tay Ninh has no ARVN cube to Subvert"),
        ("4.3.1", "ARVN patrol | govern", "Hue: ap; Sai: ap PS", "Govern needs Support in Hue"),
        ("4.2.1", "US patrol | advise", "Hue: vg*", "nothing can be done in Hue; the same holds elsewhere"),
        ("4.2.2", "US patrol | airlift", "Hue: ap", "no pieces on the map can move so"),
        (
            "3.2.4",
            "US assault",
            "Hue: at vg*",
            "Assault needs US cubes; Hue has none; the same holds elsewhere",
        ),
        ("3.3.3", "VC attack", "Hue: vg; Tay: vg", "Hue has no enemy of VC (1.5.1)"),
        ("3.2.3", "ARVN sweep", "Hue: at", "3.1: ARVN cannot pay for it"),
    ],
)
def test_4_1_why_nothing_has_a_space(rule, line, where, fact):
    """A verb without a space anywhere is illegal, and the refusal gives the reason."""
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
    """An Operation that needs an Activity or transfer first is incomplete, and those verbs are offered."""
    violation, named, _ = offered(line, where, VC=0)
    assert violation.verdict == "incomplete"
    assert named == opens


def test_3_2_2_a_patrol_assaults_in_one_loc():
    """A second LoC to Assault is refused under the Patrol's rule, however it is written."""
    game = position("SaCT: 2at vg*; CTCD: 2at vg*", to_act="ARVN")
    for line in ("SaCT-vg*, CTCD-vg*", "SaCT-vg* assault CTCD-vg*", "SaCT, CTCD"):
        with refuses("3.2.2", because="Patrol Assaults in just 1 LoC"):
            game.play(f"ARVN patrol assault {line}")


def test_3_2_1_a_last_step_in_a_second_space():
    """A second Base, or a second space to Pacify, is refused under the rule of Train."""
    game = position("AnL: 4at 4ap; Hue: 4at 4ap", to_act="ARVN", ARVN=40)
    with refuses("3.2.1", because="a Base in just 1 space"):
        game.play("ARVN train AnL+at, Hue+at base AnL-3at+ab Hue-3at+ab")
    with refuses("3.2.1", because="Train Pacifies in just 1 space", code="too-many-spaces"):
        game.play("ARVN train AnL+at, Hue+at pacify AnL=PS Hue=PS")


def test_3_3_1_the_trail_improves_once():
    """A second Trail box is refused under the rule of Rally."""
    with refuses("3.3.1", because="just once"):
        position("Hue: 4ng", to_act="NVA").play("NVA rally trail+1 trail+1")


def test_3_2_4_arvn_follow_in_one_space():
    """A second space of the ARVN Assault is refused for that reason, not as a second US selection."""
    game = position("Sai: 2ut 4at 4vg*; Hue: 2ut 4at 4vg*", to_act="US", ARVN=30)
    with refuses("3.2.4", because="1 Assault in 1 space, here in Hue"):
        game.play("US assault Sai-2vg*, Hue-2vg* arvn Hue-2vg* Sai-2vg*")


def test_card_13_the_die_of_cobras_comes_behind_the_pieces():
    """A clause after the die of Cobras is refused under the card, even if it is forced and done."""
    game = position("KPh: 2ut 3vg*; Tay: 2ut vg* ng*", to_act="US", capabilities=((13, "shaded"),))
    with refuses("card 13", because="write it after them", code="too-late"):
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
    """The last step of an Operation, written after a bar, is refused as a step of that Operation."""
    with refuses("3.1", because=f"{step}", code="one-operation"):
        position("SaCT: 2at vg*; Sai: 2at ap", to_act="ARVN").play(line)


def test_3_3_1_what_no_rally_of_this_faction_does():
    """A Rally of VC neither Improves the Trail nor takes a Guerrilla, and the refusal says so."""
    game = position("Tay: 3vg vb", to_act="VC", capabilities=((116, "shaded"),))
    with refuses("3.3.1", because="only NVA Rally Improves the Trail"):
        game.play("VC rally Tay+vg trail+1")
    with refuses("3.3.1", because="Rally removes pieces only to make way", code="surplus-clause"):
        game.play("VC rally Tay+vg agitate Tay=PO Tay-vg")


def test_4_4_3_a_loc_behind_the_ambush():
    """A LoC without enemies cannot be selected for Attack after the Special Activity is over."""
    with refuses("3.3.3", because="only an Ambush needs no enemy, and Ambush is carried out"):
        position("Hue: 2vg 2at; CTCD: vg; CaT: at", to_act="VC").play(
            "VC attack Hue | ambush Hue-at | attack CTCD"
        )


@pytest.mark.parametrize(
    ("where", "how", "fact"),
    [
        ("HuDN: vg; CaT: ub", {}, "an Ambush from there reaches no enemy either (4.4.3)"),
        ("HuDN: vg*; Hue: ub", {}, "only an Ambush needs no enemy, by an Underground Guerrilla (4.4.3)"),
        (
            "HuDN: vg; Hue: ub",
            {"momentum": ((17, "unshaded"),)},
            "only an Ambush needs no enemy, and Claymores forbid",
        ),
        (
            "HuDN: vg; CTLP: vg; SaCT: vg; Hue: ut; KHo: ut; Sai: ut",
            {},
            "no more can be Ambushed than are selected",
        ),
    ],
)
def test_4_4_3_why_a_loc_without_enemies_is_not_selected(where, how, fact):
    """A LoC without enemies is refused, and a fact says why an Ambush, which needs none, is not open."""
    line = "VC attack CTLP, SaCT, HuDN" if "CTLP" in where else "VC attack HuDN"
    violation = position(where, to_act="VC", **how).refused(line)
    assert (violation.rule, violation.message) == ("3.3.3", "Hue - Da Nang has no enemy of VC (1.5.1)")
    assert fact in violation.facts[0]


def test_4_4_1_the_level_behind_the_piece():
    """The level shift is forced and comes first. Written after the VC piece, it is checked like any claim."""
    game = position("Tay: 3ng vg AO", to_act="NVA")
    with refuses("4.4.1", because="becomes Passive Opposition, not Neutral"):
        game.play("NVA rally Tay+ng | infiltrate Tay-vg+ng Tay=N")
    game.play("NVA rally Tay+ng | infiltrate Tay-vg+ng Tay=PO")
    assert game["Tay"] == "5ng"


def test_4_4_1_troops_behind_guerrillas_that_became_troops():
    """The Troops are refused as too late: the fact names the replacement of Guerrillas that came first."""
    violation = position("CLa: nb 2ng", to_act="NVA").refused("NVA rally CLa | infiltrate CLa-2ng+2nt CLa+nt")
    assert violation.code == "too-late"
    assert "Guerrillas to replace with Troops" in violation.facts[0]


def test_4_5_1_a_false_figure_is_refused_where_the_move_stands():
    """The facts of a false figure are those of the position after the earlier steps of the move."""
    violation = position("Hue: vg", to_act="VC").refused("VC rally Tay+vg | tax Hue VC+5")
    assert violation.rule == "4.5.1"
    assert violation.position.resources != position("Hue: vg", to_act="VC").state.resources
