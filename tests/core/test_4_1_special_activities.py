"""Special Activities in general (4.1, 4.1.1): when, how many, with which Operation."""

import pytest
from table import position, refuses

from fitl_core.asking.runs import EndSearch
from fitl_core.engine import Underway
from fitl_core.errors import Violation
from fitl_core.facts.factions import NVA
from fitl_core.record.clauses import At, Number, Option, Verb


def test_4_1_example_tax_between_two_rallies():
    """Case 4.1-01: Rally down to 0 Resources, Tax, Rally on."""
    game = position("Tay: vg vb^ AO; KGi: vg AO; SaCT: vg", to_act="VC", VC=1)
    game.play("VC rally KGi+vg | tax SaCT | rally Tay+3vg")
    assert (game["KGi"], game["SaCT"], game["Tay"]) == ("2vg", "vg*", "4vg vb^")
    assert game.resources("VC") == 1
    assert [done.deed for done in game.state.done] == ["operation+activity"]


def test_4_1_without_the_tax_it_cannot_go_on():
    """Without the Tax the same Rally cannot be paid."""
    with refuses("3.1", because="VC Resources 0"):
        position("Tay: vg vb^ AO; KGi: vg AO", to_act="VC", VC=1).play("VC rally KGi+vg, Tay+3vg")


def test_4_1_before_inside_and_behind():
    """The same Tax before, between and after the Operation's spaces gives the same position."""
    where = "KGi: vg; Par: vg; SaCT: vg"
    lines = (
        "VC tax SaCT | rally KGi+vg, Par+vg",
        "VC rally KGi+vg | tax SaCT | rally Par+vg",
        "VC rally KGi+vg, Par+vg | tax SaCT",
    )
    states = [position(where, to_act="VC").play(line).state for line in lines]
    assert states[0] == states[1] == states[2]


def test_4_1_at_one_time():
    """Case 4.1-03: a Tax is not split around its Rally."""
    game = position("KGi: vg AO; Tay: vg AO; KPh: vg", to_act="VC", VC=3)
    with refuses("4.1", because="Tax has been carried out", code="one-activity"):
        game.play("VC tax Tay | rally KGi+vg | tax KPh")


def test_4_1_behind_another_factions_part_the_actor_speaks():
    """After NVA's choice under Patton (shaded), the next verb is ARVN's again, without a tag."""
    game = position("Sai: 2at; CaT: ap PS", to_act="ARVN", capabilities=((14, "shaded"),))
    game.play("ARVN patrol Sai>SaCT:2at NVA: SaCT-at | govern CaT aid")
    assert (game["SaCT"], game.state.aid) == ("at", 23)
    assert [done.deed for done in game.state.done] == ["operation+activity"]


def test_4_1_one_type():
    """Case 4.1-02, with Raid in place of Transport: Govern excludes any other Special Activity."""
    game = position("Hue: 2at 2ap PS; Sai: 4at 3ap PS", to_act="ARVN")
    with refuses("4.1", code="one-activity"):
        game.play("ARVN train Sai | govern Hue aid | raid QNa")


def test_4_1_nothing_left_for_the_operation():
    """Case 4.1-04: an action is illegal if its Raid leaves the Assault without a space."""
    game = position("BDi: at ar 2vg*", to_act="ARVN", ARVN=6)
    assert game.refused("ARVN raid BDi-2vg* | assault BDi").rule == "3.2.4"
    assert game.refused("ARVN raid BDi-2vg* | assault").rule == "3.2.4"
    assert game["BDi"] == "at ar 2vg*"


def test_4_1_a_special_activity_needs_its_operation():
    """A Special Activity alone is no action."""
    violation = position("SaCT: vg", to_act="VC").refused("VC tax SaCT")
    assert violation.code == "missing-choice"
    assert "the Operation" in violation.message


def test_4_1_a_location_once():
    """A space is selected once for a Special Activity."""
    with refuses("4.1", because="selected already"):
        position("SaCT: 2vg; KGi: vg", to_act="VC").play("VC rally KGi+vg | tax SaCT, SaCT")


def test_4_1_the_same_space_for_both():
    """The Operation's spaces are open to a Special Activity that does not exclude them."""
    game = position("KGi: vg", to_act="VC", VC=1).play("VC rally KGi+vg | tax KGi")
    assert (game["KGi"], game.resources("VC")) == ("vg vg*", 4)


def test_4_1_no_interruption_within_a_space():
    """A Special Activity may interrupt only after a begun space is finished."""
    game = position("QTi: 2at ar vg* ng*", to_act="ARVN")
    violation = game.refused("ARVN assault QTi | raid QTi-vg*-ng* | assault QTi-vg*")
    assert (violation.rule, violation.code) == ("3.2.4", "missing-choice")


def test_4_1_segments_do_not_run_into_each_other():
    """A space that a Special Activity refuses is not read as a space of the Operation around it."""
    game = position("KGi: vg*; Tay: vg; Par: vg", to_act="VC")
    with refuses("4.5.1", because="Kien Giang"):
        game.play("VC rally Par+vg | tax Tay, KGi")
    with refuses("4.5.1", because="Kien Giang"):
        game.play("VC rally | tax Tay, KGi | rally Par+vg")
    assert game.play("VC rally | tax Tay | rally Par+vg")["Par"] == "2vg"


def test_4_1_infiltrate_gives_back_guerrillas_for_the_rally():
    """Guerrillas replaced with Troops are Available when the Rally continues."""
    game = position("SLa: 2ng nb; CLa: ng nb", to_act="NVA", available="5nt 0ng", trail=1)
    game.play("NVA rally SLa | infiltrate SLa-2ng+2nt | rally CLa+2ng")
    assert (game["SLa"], game["CLa"]) == ("2nt nb", "3ng nb")


@pytest.mark.parametrize(
    "line, rule",
    [
        ("ARVN sweep QTi | govern Hue aid", "4.3.1"),  # 4.3.1-05
        ("ARVN train Sai | raid QNa", "4.3.3"),  # 4.3.3-03
        ("NVA attack QTr troops QTr-2at | infiltrate SLa", "4.4.1"),  # 4.4.1-04
        ("NVA rally QTr+ng | ambush QTr", "4.4.3"),  # 4.4.3-04
        ("NVA infiltrate SLa build | attack QTr troops QTr-2at", "4.4.1"),
        ("ARVN govern Hue aid | sweep QTi", "4.3.1"),
    ],
)
def test_4_1_1_accompanying_operations(line, rule):
    """Some Special Activities go only with some Operations, in either order (4.3.1, 4.3.3, 4.4.1, 4.4.3)."""
    where = "Hue: 3at 2ap AS; QTi: 2at vg; Sai: 2at PS; QNa: ar 2vg; QTr: 4nt 2ng 2at; SLa: 3ng nb"
    with refuses(rule, because="may accompany only", code="accompanying-operation"):
        position(where, to_act=line.split()[0]).play(line)


@pytest.mark.parametrize("line", ["VC rally KGi+vg | raid KGi", "VC raid KGi | rally KGi+vg"])
def test_4_1_other_factions_activities(line):
    """A Raid by VC is refused, and the refusal lists the Special Activities of VC."""
    with refuses("4.1", because="it has tax, subvert, ambush", code="not-your-verb"):
        position("KGi: vg", to_act="VC").play(line)


def test_4_1_a_sweep_is_searched_before_it():
    """A forced, unwritten Activation by Sweep is done before an Air Strike written after it."""
    game = position("BDi: 2ut 2vg", to_act="US").play("US sweep BDi | airstrike {4} BDi-2vg*")
    assert game["BDi"] == "2ut"


def test_4_1_it_stands_where_it_is_written():
    """A Patrol's last step comes after the Air Lift, unless it is written before it."""
    game = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    game.play("US patrol | airlift Sai>SaCT:2ut | patrol SaCT*3vg")
    assert game["SaCT"] == "3ut 3vg*"
    unsaid = position("Sai: 4ut; SaCT: 3vg ut", to_act="US").play("US patrol | airlift Sai>SaCT:2ut")
    assert unsaid["SaCT"] == "3ut 3vg*"
    before = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    assert before.play("US patrol SaCT*vg | airlift Sai>SaCT:2ut")["SaCT"] == "3ut 2vg vg*"


def test_4_1_what_is_not_forced_is_owed_behind_it():
    """A search that leaves a choice needs the Patrol verb again. A clause elsewhere does not answer it."""
    where = "Sai: 4ut; SaCT: 2vg ng ut"
    with refuses("3.2.2", because="Patrol going on: Guerrillas to Activate", code="missing-choice"):
        position(where, to_act="US").play("US patrol | airlift Sai>Hue:2ut")
    with refuses("3.2.2", because="Patrol going on"):
        position(where, to_act="US").play("US patrol | airlift Sai>Hue:2ut SaCT*vg")
    game = position(where, to_act="US").play("US patrol | airlift Sai>Hue:2ut | patrol SaCT*ng")
    assert game["SaCT"] == "ut ng* 2vg"


def test_4_1_guerrillas_that_a_patrol_is_yet_to_find():
    """If Guerrillas are still Underground, the refusal asks for the Patrol's Activation before the strike."""
    where = "SaCT: 2ut 2vg"
    with refuses("4.2.3", because="Patrol has not yet Activated in"):
        position(where, to_act="US").play("US patrol | airstrike {4} SaCT-2vg*")
    assert position(where, to_act="US").play("US patrol SaCT*2vg | airstrike {4} SaCT-2vg*")["SaCT"] == "2ut"


@pytest.mark.parametrize(
    "line", ["US patrol CaT>SaCT:ut, SaCT*vg | airstrike {4} SaCT-vg* | patrol Sai>SaBM:ut"]
)
def test_4_1_patrol_moves_no_more_behind_its_activation(line):
    """A Patrol may move again after the Activity, but not once it has Activated Guerrillas."""
    where = "CaT: ut; SaCT: vg; Sai: 2ut"
    with refuses("3.2.2", because="moves no more", code="one-operation"):
        position(where, to_act="US").play(line)
    fine = "US patrol CaT>SaCT:ut | airlift Sai>Hue:ut | patrol Sai>SaBM:ut, SaCT*vg assault SaCT-vg*"
    assert position(where, to_act="US").play(fine)["SaCT"] == "ut"


def test_4_1_train_spaces_and_last_step():
    """Train may add spaces after the Activity. Its last step comes after it, unless written before."""
    where = "Sai: 3at 2ap; CaT: 2at PS; Hue: at"
    game = position(where, to_act="ARVN").play(
        "ARVN train Sai+at | govern CaT aid | train Hue+ap pacify Sai=PS"
    )
    assert (game["Hue"], game.level("Sai")) == ("at ap", "PS")
    with refuses("3.2.1", code="one-operation"):
        line = "ARVN train Sai pacify Sai=PS | govern CaT aid | train Hue+ap"
        position(where, to_act="ARVN").play(line)


@pytest.mark.parametrize(
    "line, aid, patronage",
    [
        ("ARVN train Sai | govern CaT patronage", 5, 20),
        ("ARVN train Sai aid+5 | govern CaT patronage", 4, 21),
        ("ARVN train Sai | govern CaT patronage | train aid+5", 5, 20),
    ],
)
def test_4_1_minh_adds_his_aid_at_the_end_of_train(line, aid, patronage):
    """Minh's 5 Aid come after the Activity, unless they are written before it."""
    game = position("Sai: 2at; CaT: 2at PS", to_act="ARVN", aid=0, leader=(0,)).play(line)
    assert (game.state.aid, game.state.patronage) == (aid, patronage)


def test_4_1_a_removal_names_no_other_box():
    """The rule decides the box for removed pieces. Another box written after them is refused, not ignored."""
    with refuses("3.3.3", because="to Casualties, not to Available", code="wrong-box"):
        position("QTr: 2ng 2ut", to_act="NVA").play("NVA attack QTr {2} QTr-2ut>available")


def test_4_1_going_on_behind_the_activity_is_listed():
    """Rally, Tax and Rally again are each listed among the open answers."""
    game = position("KGi: vg; SaCT: vg; Tay: 2vg vb", to_act="VC", VC=1)
    assert "rally" in game.answers("VC rally KGi+vg | tax SaCT")
    assert "Tay" in game.answers("VC rally KGi+vg | tax SaCT | rally")
    assert game.play("VC rally KGi+vg | tax SaCT | rally Tay+3vg")["Tay"] == "5vg vb"


def test_4_1_an_operation_without_a_space_by_the_other_reading():
    """Reading 4.1-04 ends the action there, if the Operation had a space before."""
    fields = {"to_act": "ARVN", "ARVN": 6, "readings": ("4.1-04",)}
    game = position("BDi: at ar 2vg*", **fields).play("ARVN raid BDi-2vg* | assault")
    assert [done.deed for done in game.state.done] == ["operation+activity"]
    with refuses("3.2.4", code="no-answer"):
        position("BDi: ar 2vg*", **fields).play("ARVN raid BDi-2vg* | assault")
    elsewhere = position("BDi: at ar 2vg*; QTi: 2at vg*", **fields).play("ARVN raid BDi-2vg* | assault")
    assert elsewhere["QTi"] == "2at"


def test_4_1_a_bare_verb_that_takes_up_nothing():
    """If an Operation is finished, its bare verb may follow the Activity. A further clause may not."""
    game = position("SaCT: vg; Tay: 2vg vb^", to_act="VC")
    before = game.state
    moves = ("VC rally Tay+2vg | tax SaCT", "VC rally Tay+2vg | tax SaCT | rally")
    plain, bare = [position("SaCT: vg; Tay: 2vg vb^", to_act="VC").play(move).state for move in moves]
    assert plain == bare != before
    nva = "SLa: nb"
    assert position(nva, to_act="NVA").play("NVA rally SLa trail+1 | transfer VC+1 | rally").state
    with refuses("3.3.1", because="Rally is over", code="one-operation"):
        position(nva, to_act="NVA").play("NVA rally SLa trail+1 | transfer VC+1 | rally QTr+ng")


def test_4_1_a_tag_before_a_verb_says_nothing():
    """A tag before a verb has no effect. A tag at the end leaves its Faction's choice missing."""
    fields = {"to_act": "VC", "NVA": 8}
    assert (
        position("Tay: 2vg vb", **fields).play("VC rally Tay+vg NVA: | transfer VC+2").resources("VC") == 21
    )
    assert position("Tay: 2vg vb", **fields).refused("VC rally Tay+vg NVA:").code == "empty-tag"


def test_4_1_a_transfer_may_be_what_the_operation_needs():
    """Infiltrate without Resources is not a dead end if only a VC gift lets NVA Rally afterwards."""
    begun = (Verb("infiltrate"), At("central-laos"), Option("build"), Verb("rally"))
    game = position("CLa: nb; Par: nb", to_act="NVA", NVA=0, VC=8, trail=2)
    search = EndSearch(lambda: Underway(game.state, NVA))
    assert search.finds_end([(NVA, clause) for clause in begun])  # no continuation is known yet
    walk = game.asked()
    for clause in begun:
        walk = walk.say(clause)
    assert not walk.may_end
    for clause in (Verb("transfer"), Number("NVA", 1), Verb("rally"), At("central-laos")):
        walk = walk.say(clause)
    assert walk.may_end
    walk = position("CLa: nb; Par: nb", to_act="NVA", NVA=0, VC=0, trail=2).asked()
    for clause in begun[:-1]:
        walk = walk.say(clause)
    with pytest.raises(Violation):
        walk.say(Verb("rally"))
