"""True automatic effects may be written as clauses (5.1, 3.1). False ones are refused."""

from __future__ import annotations

import pytest
from table import position, refuses

from fitl_core.errors import Violation
from fitl_core.facts.factions import VC
from fitl_core.facts.levels import Level
from fitl_core.record.clauses import At, Option, SetLevel, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import flatten, spoken
from fitl_core.state.position_digest import digest
from fitl_core.tell.adjudication import adjudicate
from fitl_core.walks import ANSWERS_ONLY, ask
from fitl_core.wording.normal_form import normal_action
from notation.reader import read_line


def action(line: str) -> Action:
    """Return the action of a line."""
    event = read_line(line).event
    assert isinstance(event, Action)
    return event


SAME = [
    (48, "QTr: ab", "VC event shaded", "QTr-ab", "QTr-ab QTr=AO"),
    (48, "QTr: ab", "VC event shaded", "QTr-ab", "QTr=AO QTr-ab"),
    (48, "KHo: ab 3vg", "ARVN event unshaded", "KHo-2vg", "KHo-2vg KHo=AS"),
    (98, "Tay: ut ub 2vg", "VC event shaded", "Tay", "Tay-ut-ub"),
    (98, "Tay: ut ub 2vg; KPh: 2vg ut ub", "VC event shaded", "Tay", "Tay-ut-ub"),
    (12, "CLa: nb ng; SLa: nb", "ARVN event unshaded", "CLa-nb", "CLa*ng CLa-nb"),
    (12, "CLa: nb ng; SLa: nb", "ARVN event unshaded", "CLa-nb", "CLa-nb CLa*ng"),
    (71, "Hue: ap nt", "ARVN event unshaded", "Hue+3at", "Hue-nt+3at"),
    (71, "Hue: ap nt; Sai: ap", "ARVN event unshaded", "Hue+3at", "Hue-nt, Hue+3at"),
    (81, "Ple: ap vg", "VC event shaded", "Ple+2vg", "Ple-ap+2vg"),
    (24, "QTr: ut 2vg; QNa: ut vg", "US event unshaded", "QTr", "QTr-2vg"),
    (16, "", "ARVN event unshaded", "", "aid+10"),
    (27, "Hue: 2ut vg; Ple: 2ut vg", "VC event shaded", "Hue, Ple", "Hue=AO Hue:terror+1, Ple"),
]


@pytest.mark.parametrize(("card", "where", "head", "bare", "full"), SAME)
def test_5_1_true_consequences_may_be_written(card, where, head, bare, full):
    """A true automatic effect gives the same position and normal form, written or not."""
    plain, stated = (position(where, card=card, eligible=head.split()[0]) for _ in range(2))
    moves = [read_line(f"{head} {words}").event for words in (bare, full)]
    assert all(isinstance(move, Action) for move in moves)
    forms = [normal_action(plain.state, move) for move in moves if isinstance(move, Action)]
    assert forms[0] == forms[1]
    assert digest(plain.play(f"{head} {bare}").state) == digest(stated.play(f"{head} {full}").state)


@pytest.mark.parametrize(
    ("card", "where", "line", "code", "figure"),
    [
        (48, "KHo: ab 3vg", "ARVN event unshaded KHo-2vg KHo=AO", "wrong-level", "becomes Active Support"),
        (98, "Tay: ut ub 2vg", "VC event shaded Tay-2ut", "wrong-pieces", "1 US Troop"),
        (12, "CLa: nb ng; SLa: nb", "ARVN event unshaded CLa*2ng CLa-nb", "wrong-pieces", "1 NVA Guerrilla"),
        (16, "", "ARVN event unshaded aid+12", "wrong-amount", "aid changes by +10"),
    ],
)
def test_5_1_false_consequences_are_refused_with_the_true_figure(card, where, line, code, figure):
    """A false figure is refused with the true one."""
    with refuses(f"card {card}", code=code, because=figure):
        position(where, card=card, eligible=line.split()[0]).play(line)


def test_3_1_what_an_operation_costs_may_be_written():
    """The cost of an Operation may be written once. A second time is refused."""
    game = position("Sai: ap", to_act="ARVN").play("ARVN train Sai+6at ARVN-3")
    assert game.resources("ARVN") == 17
    with refuses("3.2.1", code="not-a-step"):
        position("Sai: ap", to_act="ARVN").play("ARVN train Sai+6at ARVN-3 ARVN-3")


@pytest.mark.parametrize("line", ["ARVN assault aid+6 Ple", "ARVN limop assault aid+6 Ple"])
def test_3_2_4_the_aid_of_an_assault_may_stand_before_its_space(line):
    """The Aid of an Assault may be written before its space or after it, since no rule sets an order."""
    verb = line.partition(" aid+6 ")[0]
    stated, plain = (position("Ple: 4at 2ap vb", to_act=line.split()[0]) for _ in range(2))
    assert digest(stated.play(line).state) == digest(plain.play(f"{verb} Ple").state)


@pytest.mark.parametrize("line", ["ARVN assault aid+12 Ple", "ARVN assault aid+6 aid+6 Ple"])
def test_3_2_4_aid_that_does_not_rise_so_is_refused(line):
    """A false Aid figure is refused with a reason, even if the move without it is legal."""
    with refuses("3.2.4"):
        position("Ple: 4at 2ap vb", to_act="ARVN").play(line)


EARLY = [
    ("AnL: at; Sai: ap", "ARVN train Sai+6at, AnL", "ARVN train Sai ARVN-3 Sai+6at AnL"),
    ("CaT: ab ap; Sai: ap", "ARVN train Sai+6at, CaT+6at", "ARVN train ARVN-6 Sai+6at, CaT+6at"),
    ("CaT: ab ap; Sai: ap", "ARVN train Sai+6at, CaT+6at", "ARVN train ARVN-3 Sai+6at, ARVN-3 CaT+6at"),
    ("Ple: 4at 2ap vb; Kon: 3at 2vg*", "ARVN assault Ple, Kon", "ARVN assault aid+6 ARVN-6 Ple, Kon"),
    ("Tay: 3at", "ARVN sweep Tay", "ARVN sweep ARVN-3 Tay"),
    ("Tay: vb vg", "VC rally Tay+2vg", "VC rally VC-1 Tay+2vg"),
    ("Tay: vb vg", "VC march Tay>AnL:vg", "VC march VC-1 Tay>AnL:vg"),
    ("Tay: 2vg", "VC terror Tay", "VC terror VC-1 Tay"),
    ("Tay: 2vg", "VC terror Tay", "VC terror Tay=PO Tay:terror+1 VC-1 Tay"),
    ("Tay: 2vg; Hue: 2vg", "VC terror Tay, Hue", "VC terror Hue:terror+1 Tay, Hue"),
    ("Sai: at; AnL: PS at", "ARVN train Sai+at | govern AnL aid", "ARVN train Sai+at | govern aid+3 AnL"),
    (
        "Tay: ui ut vg; QTr: ui 3vg",
        "US advise Tay irregulars Tay-vg, QTr irregulars QTr-2vg aid+6 | patrol",
        "US advise Tay irregulars Tay-vg aid+6, QTr irregulars QTr-2vg | patrol",
    ),
    ("Sai: 2ut 2at ap", "US train Sai patronage patronage-3", "US train patronage-3 Sai patronage"),
    ("Hue: PS ap", "VC event shaded Hue resources", "VC event shaded VC+4 Hue"),
]


@pytest.mark.parametrize(("where", "bare", "full"), EARLY)
def test_3_1_what_a_part_costs_or_brings_may_be_written_before_its_cause(where, bare, full):
    """Costs and gains may be written before their cause, with the same digest and normal form."""
    head, event = bare.split()[0], "event" in bare
    cards = {"card": 63} if event else {"to_act": head}
    plain, stated = (position(where, eligible=head, **cards) for _ in range(2))
    forms = [normal_action(plain.state, move) for move in map(action, (bare, full))]
    assert forms[0] == forms[1]
    assert digest(plain.play(bare).state) == digest(stated.play(full).state)


@pytest.mark.parametrize(
    ("where", "line", "rule", "figure"),
    [
        ("Sai: ap", "ARVN train ARVN-6 Sai+6at", "3.2.1", "ARVN Resources change by -3 here, not by -6"),
        ("Tay: 2vg", "VC terror VC+2 Tay | tax Tay", "3.3.4", "VC Resources change by -1 here, not by +2"),
        ("Tay: 2vg; Hue: 2vg", "VC terror Tay | tax VC+1 Hue", "4.5.1", "VC Resources change by +4 here"),
        ("HuDN: vg", "VC terror HuDN VC-1", "3.3.4", "VC Resources do not change here"),
        ("Sai: ap; AnL: at", "ARVN train Sai ARVN-3 AnL", "3.2.1", "ARVN Resources do not change here"),
    ],
)
def test_3_1_a_figure_before_its_cause_must_come_true_in_its_own_part(where, line, rule, figure):
    """A figure before its cause must come true in its own part. The refusal has the true figure."""
    with refuses(rule, code="wrong-amount", because=figure):
        position(where, to_act=line.split()[0]).play(line)


CUT = [
    (16, "", {"aid": 70}, "ARVN event unshaded", "aid+10", "aid+5", "aid+6"),
    (79, "", {"aid": 60}, "ARVN event unshaded", "aid+20", "aid+15", "aid+14"),
    (
        79,
        "Sai: 3ap",
        {"patronage": 72},
        "VC event shaded Sai-3ap",
        "patronage+6",
        "patronage+3",
        "patronage+4",
    ),
    (63, "Hue: PS ap", {"VC": 73}, "VC event shaded Hue resources", "VC+4", "VC+2", "VC+3"),
    (93, "", {"aid": 3}, "VC event shaded", "aid-9", "aid-3", "aid-4"),
    (1, "Ple: 4at 2ap vb", {"aid": 74}, "ARVN assault Ple", "aid+6", "aid+1", "aid+2"),
    (1, "Ple: 4at 2ap vb", {"aid": 75}, "ARVN assault Ple", "aid+6", "aid+6", "aid+2"),
]


def test_4_1_1_a_figure_before_its_cause_is_not_the_reason():
    """A true Aid clause before its cause is not the reason: Train in the space of Advise is."""
    with refuses("4.1.1", because="taken for Advise"):
        position("Tay: ui ut vg; QTr: ui 3vg", to_act="US").play(
            "US advise aid+6 Tay irregulars Tay-vg | train Tay"
        )


@pytest.mark.parametrize(("card", "where", "tracks", "head", "meant", "cut", "false"), CUT)
def test_1_8_a_change_that_the_end_of_a_track_cuts_short_is_written_either_way(
    card, where, tracks, head, meant, cut, false
):
    """A change cut by the end of a track may be written in full or as cut. Other figures are refused."""
    game = position(where, card=card, eligible=head.split()[0], **tracks)
    form = normal_action(game.state, action(head))
    assert form == normal_action(game.state, action(f"{head} {meant}"))
    assert form == normal_action(game.state, action(f"{head} {cut}"))
    with pytest.raises(Violation) as refused:
        game.play(f"{head} {false}")
    assert refused.value.code == "wrong-amount"


@pytest.mark.parametrize(
    ("who", "rule", "capability", "trail", "head", "room", "whole", "false", "why"),
    [
        (
            "NVA",
            "3.3.1",
            (34, "shaded"),
            3,
            "NVA rally NVn+2ng",
            "trail+1",
            "trail+2",
            "trail+3",
            "here, not by",
        ),
        (
            "US",
            "4.2.3",
            (4, "unshaded"),
            1,
            "US patrol | airstrike {3}",
            "trail-1",
            "trail-2",
            "trail-3",
            "at most",
        ),
    ],
)
def test_6_7_a_chosen_change_that_the_end_of_the_trail_cuts_short(
    who, rule, capability, trail, head, room, whole, false, why
):
    """A chosen change cut by the Trail's end may be written in full or as cut: the same move."""
    game = position("NVn: nb", to_act=who, trail=trail, capabilities=(capability,))
    forms = {normal_action(game.state, action(f"{head} {change}")) for change in (room, whole)}
    assert len(forms) == 1
    with refuses(rule, because=why, code="wrong-amount"):
        game.play(f"{head} {false}")
    game.play(f"{head} {whole}")


BOXES = [
    ("3.3.3", 107, "Tay: 3vg 2ut", "VC attack Tay {2}", "Tay-ut", "casualties"),
    ("3.2.4", 1, "Tay: 3ut 2vg*", "US assault", "Tay-2vg*", "available"),
    ("card 36", 36, "CLa: 2nb; Ple: 3ut nb^; Sai: 2at", "NVA event shaded", "Ple-3ut", "casualties"),
    ("card 98", 98, "Tay: ut ub 2vg", "VC event shaded", "Tay-ut-ub", "casualties"),
]


@pytest.mark.parametrize(("rule", "card", "where", "head", "gone", "box"), BOXES)
def test_1_4_1_the_box_to_which_pieces_go_may_be_written(rule, card, where, head, gone, box):
    """The box of removed pieces may be written, is not in the normal form, and is refused if false."""
    game = position(where, card=card, eligible=head.split()[0])
    forms = {normal_action(game.state, action(f"{head} {gone}{told}")) for told in ("", f">{box}")}
    assert len(forms) == 1
    for wrong in {"available", "casualties", "oop"} - {box}:
        with refuses(rule, because=f"to {box.title()}, not to", code="wrong-box"):
            game.play(f"{head} {gone}>{wrong}")
    game.play(f"{head} {gone}>{box}")


def test_3_3_3_a_box_may_stand_behind_pieces_that_stand_before_their_die():
    """A box written before the die is read like one after it, and refused if it is the wrong box."""
    game = position("Tay: 3vg 2ut", card=107, eligible="VC")
    with refuses("3.3.3", because="to Casualties, not to Available", code="wrong-box"):
        game.play("VC attack Tay-ut>available {2}")
    assert game.play("VC attack Tay-ut>casualties {2}")["casualties"] == "ut"


def test_3_2_1_arvn_resources_that_rise_tell_of_the_patronage_transferred():
    """A rise of ARVN Resources in a US Train states the Patronage transferred. Other figures are refused."""
    game = position("Sai: 2ut", to_act="US", patronage=10)
    words = ("patronage-3", "patronage-3 ARVN+3", "ARVN+3", "patronage ARVN+3")
    assert len({normal_action(game.state, action(f"US train Sai {told}")) for told in words}) == 1
    for wrong in ("Sai ARVN+4", "Hue ARVN+3"):
        with refuses("3.2.1", because="only by up to 3 Patronage", code="wrong-amount"):
            position("Sai: 2ut; Hue: ut", to_act="US", patronage=10).play(f"US train {wrong}")
    with refuses("3.2.1", because="only by up to 3 Patronage"):  # of 1, 2 or 3 only 1 has room
        position("Sai: 2ut", to_act="US", patronage=10, ARVN=74).play("US train Sai ARVN+1")
    with refuses("3.2.1", because="change by +3 here"):
        game.play("US train Sai patronage-3 ARVN+4")


def test_2_4_1_the_aid_of_minh_may_be_written_as_far_as_there_is_room():
    """At Aid 74 the +5 of Minh may be written as +5 or as the +1 that fits (1.8)."""
    game = position("Sai: ap", to_act="ARVN", aid=74, leader=())
    forms = {
        normal_action(game.state, action(f"ARVN train Sai+at{more}")) for more in ("", " aid+5", " aid+1")
    }
    assert len(forms) == 1
    with refuses("2.4.1", code="wrong-amount"):
        game.play("ARVN train Sai+at aid+2")


def test_3_2_1_an_answer_written_twice_is_no_consequence():
    """A clause that was taken as an answer is not taken again as an automatic effect."""
    with refuses("3.2.1", code="too-many-spaces"):
        position("Sai: ap at", to_act="ARVN").play("ARVN train Sai+at pacify Sai=PS Sai=PS")


@pytest.mark.parametrize(("card", "where", "head", "bare", "full"), SAME)
def test_5_1_a_true_consequence_bears_on_no_verdict(card, where, head, bare, full):
    """A ruling on a move with a true automatic effect equals the ruling on the move without it."""
    state = position(where, card=card, eligible=head.split()[0]).state
    rulings = []
    for words in (bare, full):
        move = read_line(f"{head} {words}").event
        assert move is not None
        rulings.append(adjudicate(state, move))
    plain, stated = rulings
    assert plain.legal and stated.legal
    assert (stated.effects, stated.after) == (plain.effects, plain.after)
    assert (stated.bearing, stated.otherwise, stated.elsewhere) == (
        plain.bearing,
        plain.otherwise,
        plain.elsewhere,
    )


def test_1_4_1_another_wording_is_ruled_on():
    """A ruling accepts taken-up pieces that are written as pieces removed and placed (1.4.1)."""
    state = position("QTi: 30at; Sai: ap", to_act="ARVN").state
    move = read_line("ARVN train QTi-6at Sai+6at").event
    assert move is not None
    assert adjudicate(state, move).legal


@pytest.mark.parametrize(("card", "where", "head", "bare", "full"), SAME)
def test_5_1_a_walk_takes_the_answers_of_a_stated_action(card, where, head, bare, full):
    """The normal form of an action with written automatic effects passes through a walk."""
    state = position(where, card=card, eligible=head.split()[0]).state
    event = read_line(f"{head} {full}").event
    assert isinstance(event, Action)
    walk = ask(state, event.faction)
    for who, clause in spoken(normal_action(state, event).segments, event.faction):
        walk = walk.say(clause, who)
    assert walk.may_end


def test_5_1_a_walk_tells_why_it_takes_no_statement():
    """A clause true of the whole action is refused in a step-by-step walk. A fact says where it belongs."""
    state = position("QTr: ab", card=48, eligible="VC").state
    walk = ask(state, VC).say(Verb("event")).say(Option("shaded"))
    with pytest.raises(Violation) as refused:
        walk.say(At("quang-tri-thua-thien")).say(SetLevel("quang-tri-thua-thien", Level.ACTIVE_OPPOSITION))
    assert ANSWERS_ONLY in refused.value.facts
    with pytest.raises(Violation) as refused:
        walk.say(At("hue"))
    assert ANSWERS_ONLY not in refused.value.facts


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("3.3.1", "VC tax Sai VC+12 Sai=PS | rally Sai+vg"),
        ("3.3.1", "VC tax Sai VC+12 | rally Tay+2vg"),
        ("3.1", "VC rally Tay+vg VC-1, Hue+vg, Tay+vg"),
        ("3.3.1", "VC rally Tay+vg VC-1, Hue+2vg"),
        ("4.5.1", "VC rally Tay+vg VC-1 | tax Sai Sai=AS"),
    ],
)
def test_5_1_a_true_consequence_is_not_the_reason_for_what_comes_behind_it(rule, line):
    """After a true automatic effect, the refused clause is the one at fault, by its place in the line."""
    game = position("Sai: 2vg at", to_act="VC")
    refused = game.refused(line)
    assert refused.rule == rule
    assert game.refused(line.replace(" VC+12", "").replace(" VC-1", "")).message == refused.message
    action = read_line(line).event
    assert isinstance(action, Action) and refused.clause is not None
    assert refused.clause == len(flatten(action.segments)) - 1


@pytest.mark.parametrize(
    ("where", "line", "rule", "because"),
    [
        ("Tay: 3ut 3vg", "US sweep Tay*2vg", "3.2.3", "at most 1 allowed"),
        ("Sai: 2vg at ap", "VC attack Sai-at-ap {5}", "3.3.3", "has failed"),
        ("Tay: ut vg*; Sai: ut vg*", "US patrol | airstrike Tay-vg*, Sai-vg* {1}", "4.2.3", "none allowed"),
        ("Sai: 2vg", "VC rally Sai+vg, Hue+vg, Sai+vg", "3.1", "selected already"),
    ],
)
def test_3_1_the_reason_is_that_of_the_move_set_right(where, line, rule, because):
    """A move in everyday wording is refused for its fault, not for its wording."""
    refused = position(where, to_act=line.split()[0]).refused(line)
    assert refused.rule == rule and because in refused.message and refused.clause is not None


def test_4_4_1_the_level_may_be_told_behind_what_is_taken_over():
    """The level shift is forced and comes first. Written after the pieces, it is accepted if true."""
    where = "Tay: 2ng vg AO; Fis: ng"
    line = "NVA rally Fis+ng | infiltrate Tay-vg+ng"
    plain, told = (position(where, to_act="NVA").play(f"{line}{more}") for more in ("", " Tay=PO"))
    assert digest(plain.state) == digest(told.state)
    with refuses("4.4.1", code="wrong-level", because="becomes Passive Opposition, not Neutral"):
        position(where, to_act="NVA").play(f"{line} Tay=N")
