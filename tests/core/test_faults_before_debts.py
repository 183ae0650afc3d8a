"""A fault is named before a debt, and a debt exists only where some answer is possible (2.3.4, 3.1, 4.1)."""

from __future__ import annotations

import pytest
from table import position


@pytest.mark.parametrize(
    ("where", "line", "rule", "why"),
    [
        ("DaN: 3vg 2ap; KPh: 2vg", "VC attack DaN guerrillas DaN-2ap, KPh", "3.3.3", "no enemy"),
        ("QTr: 2ng 3at; Hue: 4ng 2at", "NVA attack Hue Hue-2at, QTr guerrillas QTr-ng", "1.5.1", "no enemy"),
        ("BDi: 3vg 2ap; Ple: 2vg 3at", "VC attack BDi BDi-2ap, Ple Ple-2at, NVn", "3.3.3", "no pieces"),
        ("Hue: 3vg 3at", "VC attack Hue Hue-3at", "3.3.3", "at most 2"),
        ("Tay: 2vg; KGi: vb", "VC rally Tay-2vg+vb<KGi", "1.4.1", "only when none"),
        ("QTr: 2ng; NVn: nb", "NVA rally QTr-2ng+nb<NVn", "1.4.1", "only when none"),
        ("Hue: vg; QTr: 2vg; Tay: vb", "VC rally Hue+vg, QTr-2vg+vb<Tay", "1.4.1", "only when none"),
    ],
)  # fmt: skip
def test_a_fault_is_named_before_what_is_owed(where: str, line: str, rule: str, why: str) -> None:
    """A fault after a missing choice is refused as a fault, if no die and no space could mend it."""
    refused = position(where, to_act=line.split()[0], VC=30, NVA=30).refused(line)
    assert (refused.rule, refused.incomplete) == (rule, False)
    assert refused.code != "missing-choice" and why in refused.message


@pytest.mark.parametrize(
    ("phase", "where", "line", "capabilities"),
    [
        ("card", "Hue: 2ut", "US train Hue pacify Hue:terror-1 Hue=PS", ()),
        ("card", "Hue: 2ut", "US train Hue pacify Hue Hue:terror-1 Hue=PS", ()),
        ("card", "Hue: 2ut; KhH: ut", "US train Hue, KhH pacify Hue:terror-1, KhH=PS", ((19, "unshaded"),)),
        ("card", "Hue: 2ut terror 1", "US train Hue pacify Hue:terror-1 Hue:terror-1 Hue=PS", ()),
        ("support-arvn", "Hue: at ap", "ARVN pacify Hue:terror-1 Hue=PS", ()),
        ("support-vc", "Hue: vg", "VC agitate Hue:terror-1 Hue=PO", ()),
    ],
)
def test_terror_that_is_not_there_is_the_fault(
    phase: str, where: str, line: str, capabilities: tuple[tuple[int, str], ...]
) -> None:
    """If a space has no Terror marker, its removal is refused; no level is owed before it."""
    there = position(where, to_act=line.split()[0], ARVN=40, VC=10, phase=phase, capabilities=capabilities)
    refused = there.refused(line)
    assert (refused.incomplete, refused.message) == (False, "Hue has no Terror marker to remove")


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("DaN: 3vg 2ap; KPh: 2vg at", "VC attack DaN guerrillas DaN-2ap, KPh {2} KPh-at"),
        ("QTr: 2ng 3at; Hue: 4ng 2at", "NVA attack Hue guerrillas Hue-2at, QTr guerrillas {1} QTr-2at"),
        ("BDi: 3vg 2ap; Ple: 2vg 3at", "VC attack BDi BDi-2ap, Ple Ple-2at"),
    ],
)
def test_without_a_fault_the_debt_is_named(where: str, line: str) -> None:
    """If only a die is missing, the move is incomplete."""
    refused = position(where, to_act=line.split()[0], VC=30, NVA=30).refused(line)
    assert (refused.incomplete, refused.code) == (True, "missing-choice")


@pytest.mark.parametrize(
    ("where", "line", "rule", "why"),
    [
        ("Hue: ut; QTr: ng", "US airlift take", "4.2.2", "Air Lift knows no"),
        ("Hue: ut at; QTr: ng", "ARVN raid troops", "4.3.3", "Raid knows no"),
        ("Hue: at; QTr: ng", "ARVN transport shaded", "4.3.2", "Transport knows no"),
    ],
)
def test_no_fault_of_an_inserted_answer_is_named(where: str, line: str, rule: str, why: str) -> None:
    """If only one of several Operations has no legal space, that space is not the reason."""
    refused = position(where, to_act=line.split()[0]).refused(line)
    assert (refused.rule, refused.code) == (rule, "not-a-step") and why in refused.message


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("BDi: ar 2ng*", "ARVN assault | raid BDi-2ng*"),
        ("Hue: 2ut ng*", "US assault | airstrike {3} Hue-ng*"),
        ("KPh: at ar vg*", "ARVN assault | raid KPh-vg*"),
    ],
)
def test_4_1_no_debt_without_a_possible_answer(where: str, line: str) -> None:
    """If the Activity leaves the Operation no space, no answer helps, and the move is illegal."""
    refused = position(where, to_act=line.split()[0]).refused(line)
    assert (refused.incomplete, refused.rule, refused.code) == (False, "4.1", "no-answer")


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("BDi: ar 2ng*; Sai: 2ap ng*", "ARVN assault | raid BDi-2ng*"),
        ("Hue: 2ut ng*; DaN: ut vg*", "US assault | airstrike {3} Hue-ng*"),
        ("KPh: at", "ARVN sweep | transport KPh>Sai:at"),
    ],
)
def test_4_1_a_debt_with_a_possible_answer(where: str, line: str) -> None:
    """If another space is open to the Operation, the space is missing, and the move is incomplete."""
    assert position(where, to_act=line.split()[0]).refused(line).incomplete


@pytest.mark.parametrize(
    ("where", "line", "rule", "why"),
    [
        ("Sai: 3ut; Hue: ut vg*", "US airlift Sai>Hue:ut | airstrike | patrol", "4.1", "Air Lift has"),
        ("Sai: 3at; KPh: ar vg", "ARVN transport Sai>SaCT:at | raid KPh-vg | patrol", "4.1", "Transport has"),
        ("CLa: 3nt nb; QTr: 3nt; Hue: 3ut", "NVA infiltrate CLa | bombard | rally CLa", "4.1", "one Special"),
        ("Tay: vg; SaCT: vg", "VC tax SaCT | tax Tay | rally Tay+vg", "4.1", "Tax has"),
        ("Tay: vg; SaCT: vg", "VC tax SaCT | event shaded", "2.3.4", "the Event is the whole action"),
    ],
)  # fmt: skip
def test_4_1_a_second_activity_before_the_operation(where: str, line: str, rule: str, why: str) -> None:
    """A second Special Activity is refused under 4.1, not because the Faction lacks such an Operation."""
    refused = position(where, to_act=line.split()[0]).refused(line)
    assert refused.rule == rule and why in refused.message


def test_a_refused_verb_is_at_the_first_place():
    """The clause at fault is counted from 0: here the verb, which the Faction does not have."""
    game = position("Sai: 3at", to_act="ARVN")
    assert game.refused("ARVN rally Sai Sai+at").clause == 0


@pytest.mark.parametrize(
    ("where", "line", "asked"),
    [
        (
            "Hue: 2at ap PS; DaN: 2at ap PS; Kon: at ap",
            "ARVN train Kon | govern patronage Hue patronage",
            "a space to Govern",
        ),
        (
            "HuKS: ng ap; HuDN: ng ap; Hue: ap; DaN: ap",
            "NVA attack HuKS, HuDN | ambush Hue-ap, HuDN, DaN-ap",
            "a space to Ambush in",
        ),
        ("Hue: 2ut; Kon: at", "US train | airlift | train Hue", "pieces to lift"),
    ],
)
def test_4_1_a_required_answer_that_only_some_answers_help(where: str, line: str, asked: str) -> None:
    """The answer that makes the later clauses legal may concern another space than these."""
    refused = position(where, to_act=line.split()[0], NVA=30, ARVN=30).refused(line)
    assert (refused.incomplete, refused.asked) == (True, asked)


def test_5_1_figures_without_the_side_of_their_event_are_not_false() -> None:
    """The side is asked for if the stated figures are true on one side."""
    refused = position("", card=85, to_act="ARVN", ARVN=10).refused("ARVN event ARVN+2 aid-2 patronage-2")
    assert (refused.incomplete, refused.asked) == (True, "the side of the Event")
