"""The three verdicts, and the report on a clause that no question accepts."""

from __future__ import annotations

import pytest
from table import Game, position

from fitl_core.engine import start
from fitl_core.errors import Violation
from fitl_core.record.setup import Setup
from fitl_core.tell.adjudication import Adjudication, adjudicate
from notation import read_line
from notation.position_reader import read_position

BOARD = "Tay: 2vg; Sai: 2vg 3at; QTr: 2ng 2nt 2at; Kon: ng at; KPh: vg"


def refused(line: str, where: str = BOARD, **fields: object) -> Violation:
    return position(where, to_act=line.split()[0], **fields).refused(line)


@pytest.mark.parametrize(
    ("rule", "line", "owed"),
    [
        ("3.3.1", "VC rally", "a space to Rally in"),
        ("3.3.3", "VC attack Sai", "the Attack in Saigon, by 2 Guerrillas"),
        ("2.3.4", "VC tax Tay", "the Operation"),
        ("3.3.3", "NVA attack {2} QTr-2at", "a space to Attack in"),
        ("3.3.1", "VC rally Tay | tax", "pieces to place in Tay Ninh"),
        ("3.3.1", "VC rally Tay | subvert | rally", "pieces to place in Tay Ninh"),
        ("4.5.1", "VC rally Tay+vg | tax | rally Sai+vg", "a space to Tax"),
        ("5.1", "VC event", "the side of the Event"),
    ],
)
def test_2_3_4_something_is_owed(rule, line, owed):
    """If only a choice is missing, the refusal is incomplete and names the choice, its rule and Faction."""
    violation = refused(line)
    assert (violation.verdict, violation.code, violation.rule) == ("incomplete", "missing-choice", rule)
    assert (violation.faction, violation.asked) == (line.split()[0], owed)


@pytest.mark.parametrize(
    ("rule", "where", "line", "owed"),
    [
        ("3.2.1", "BXu: 2at 2ap; Hue: 2at 2ap", "ARVN train pacify BXu=PS", "a space to Train in"),
        ("3.2.1", "BXu: 2at 2ap; Hue: 2at 2ap", "ARVN train BXu=PS", "a space to Train in"),
        (
            "4.3.1",
            "Sai: 3at 3ap PS; Hue: 2at ap PS",
            "ARVN train | govern | train pacify Sai=AS",
            "how to Govern Hue",
        ),
        (
            "3.3.3",
            "QTr: 4nt 2ut at ub; Hue: 3ut 3ng",
            "NVA attack QTr, Hue guerrillas | bombard Hue",
            "the Attack in Hue, by 3 Guerrillas",
        ),
        ("3.3.3", "Hue: ng 2at; QTr: 2ut ng", "NVA attack {2} {3}", "a space to Attack in"),
        ("3.3.3", "Hue: vg 2at; Tay: vg 2at", "VC attack {1} Hue-2at, Tay-2at", "a space to Attack in"),
        ("3.3.3", "Hue: vg 2at", "VC attack Hue-2at", "the Attack in Hue, by 1 Guerrilla"),
        (
            "3.3.3",
            "Hue: vg 2at; Tay: vg 2at",
            "VC attack Hue-2at, Tay {1} Tay-2at",
            "the Attack in Hue, by 1 Guerrilla",
        ),
    ],
)
def test_2_3_4_several_things_are_owed(rule, where, line, owed):
    """Missing choices in any space and at any place of the move leave it incomplete, not illegal."""
    violation = refused(line, where)
    assert (violation.verdict, violation.rule) == ("incomplete", rule)
    assert violation.asked == owed


def test_5_1_a_consequence_is_told_before_what_is_owed_for_it():
    """LRRP: a true level is accepted while Irregulars are missing. Written between removals it is illegal."""
    where = "QTr: 2ui PS; Kon: 2ui PS; QNa: ui PS"
    for line, verdict, rule in (
        ("VC event shaded QTr=N", "incomplete", "card 26"),
        ("VC event shaded QTr-2ui QTr=N", "incomplete", "card 26"),
        ("VC event shaded QTr-2ui QTr=N QNa-ui", "illegal", "5.1"),
        ("VC event shaded QTr=AO", "illegal", "card 26"),
        ("VC event shaded QTr-2ui QTr=PO", "illegal", "card 26"),
    ):
        violation = refused(line, where, card=26, eligible="VC")
        assert (violation.verdict, violation.rule) == (verdict, rule), line


def test_3_2_4_a_die_that_is_missing_is_owed():
    """Of the dice of Cobras in 2 spaces, the written one is the second's. The first one is missing."""
    where = "Hue: 4ut 3vg*; Tay: 3ut 2vg* vb"
    violation = refused("US assault Hue-3vg*, Tay-2vg*-vb {5}", where, capabilities=((13, "shaded"),))
    assert (violation.verdict, violation.asked) == ("incomplete", "Cobras in Hue")


@pytest.mark.parametrize(
    "line",
    [
        "NVA attack {2} Hue QTr-2at",
        "VC tax Tay | rally Kon+vg {3}",
        "VC terror",
    ],
)
def test_2_3_4_what_is_owed_does_not_make_it_whole(line):
    """A move with a missing choice and another fault is illegal. With the former alone it is incomplete."""
    assert refused(line).verdict == ("incomplete" if line == "VC terror" else "illegal")


def test_4_4_3_what_is_wrong_behind_what_is_owed_is_the_reason():
    """An Ambush that no result of the missing Attack die allows is refused, and both faults are reported."""
    violation = position("QTr: 2ng 2at", to_act="NVA").refused("NVA attack QTr guerrillas | ambush QTr-at")
    assert (violation.verdict, violation.rule, violation.clause) == ("illegal", "4.4.3", 4)
    assert any("what is owed before it, too: the Attack in Quang Tri" in fact for fact in violation.facts)


@pytest.mark.parametrize(
    ("rule", "line", "code", "says"),
    [
        ("3.3.4", "VC terror Tay {4}", "not-a-step", "Terror rolls no die"),
        ("3.3.2", "VC march Tay>Sai:vg Sai+vg", "not-a-step", "March places no pieces"),
        ("4.2.2", "US airlift Sai=N", "not-a-step", "Air Lift asks for no level"),
        ("3.2.2", "ARVN patrol shaded", "not-a-step", "Patrol knows no “shaded”"),
        ("3.2.2", "ARVN patrol Sai", "not-a-step", "selects no space by its bare name"),
        ("3.3.3", "VC attack Sai {5} Sai-2at", "missed", "has failed"),
        ("3.3.3", "NVA attack QTr troops QTr-at guerrillas", "answered-already", "how the Attack"),
        ("3.3.3", "VC attack Sai {2} {3}", "answered-already", "the Attack in Saigon"),
        ("3.1", "VC rally NVA: Tay", "wrong-speaker", "VC decides this, not NVA"),
        ("2.3.4", "VC event shaded | tax Tay", "event-alone", "the whole action"),
    ],
)
def test_3_1_why_a_clause_has_no_place(rule, line, code, says):
    """A refusal gives the reason of the clause at fault."""
    violation = refused(line)
    assert (violation.verdict, violation.code, violation.rule) == ("illegal", code, rule), violation
    assert says in violation.message


def test_3_1_what_is_left_names_the_last_question():
    """If no question accepts a clause, the refusal names the last question of its kind and how it closed."""
    violation = position("QTi: 3ut 3vg*", to_act="US").refused("US assault QTi-3vg* {5}")
    assert violation.code == "surplus-clause"
    assert violation.last_asked == "a space to Assault"


@pytest.mark.parametrize(
    ("rule", "line", "says"),
    [
        ("3.2.3", "US sweep Hue, QTr QTr*2vg, Tay*vg", "none allowed"),
        ("3.2.2", "US patrol SaCT*vg, CTCD*vg", "has none of US"),
        ("3.2.2", "US patrol SaCT*vg, QTr*vg", "Patrol Activates on LoCs"),
        ("2.3.7", "US event #2 unshaded", "the Event is that of card"),
    ],
)
def test_3_1_what_is_found_where_nobody_looks(rule, line, says):
    """A search without cubes or off the LoCs, and another card's Event, have reasons of their own."""
    where = "Hue: 2ut; QTr: 2ut 2vg; Tay: vg; SaCT: 2ut vg; CTCD: vg"
    violation = position(where, to_act="US").refused(line)
    assert violation.rule == rule and says in violation.message


def test_5_1_an_event_may_name_its_card():
    """The name of the card in play may be written in the Event, and changes nothing."""
    lines = ("US event #82 unshaded US", "US event unshaded US", "US event unshaded #82 US")
    played = [position(card=82, oop="3ut", eligible="US").play(line).state for line in lines]
    assert played[0] == played[1] == played[2]


def test_3_1_the_position_is_the_one_in_which_it_was_refused():
    """The position of a refusal includes the earlier changes of the move, here the pieces removed."""
    violation = refused("VC attack Sai {1} Sai-2at {3}")
    assert Game(violation.position)["Sai"] == "at 2vg*"


# -- grounds of the verdict -------------------------------------------------------------------------


def ruled(where: str, line: str, **fields: object) -> Adjudication:
    return adjudicate(position(where, to_act=line.split()[0], **fields).state, read_line(line).event)


def test_4_5_2_the_facts_are_those_at_the_refusal():
    """The fact shows the pieces at the refusal and before: Terror has turned the only Guerrilla Active."""
    found = ruled("Sai: vg 2at", "VC terror Sai | subvert Sai-at")
    assert found.rules[0] == "4.5.2"
    (fact,) = [fact for fact in found.facts if fact.startswith("Saigon")]
    assert "vg*" in fact.partition("before it")[0] and "2at, vg," in fact.partition("before it")[2]


@pytest.mark.parametrize(
    ("rule", "where", "line", "legal", "fields"),
    [
        ("card 45", "QTr: 2nt 2ut", "NVA attack QTr troops QTr-ut", False,
         {"capabilities": ((45, "unshaded"),)}),
        ("card 19", "Hue: 2ut PS", "US train Hue pacify Hue=AS", False, {"capabilities": ((19, "shaded"),)}),
        ("card 8", "Tay: vg*; Hue: ut", "US airstrike {1} Tay-vg* | train Hue", True,
         {"capabilities": ((8, "unshaded"),)}),
        ("2.3.9", "Sai: 2ut; QDu: vg", "US sweep Sai>QDu:2ut", False, {"next": 125}),
    ],
)  # fmt: skip
def test_5_1_2_what_bore_on_the_verdict(rule, where, line, legal, fields):
    """A ruling lists lasting Events, Monsoon or an Event's precedence if they changed the verdict."""
    found = ruled(where, line, **fields)
    assert found.legal is legal
    assert rule in [each.rule for each in found.bearing] and rule in found.rules


@pytest.mark.parametrize(
    ("rule", "line", "fields"),
    [
        ("card 41", "US event unshaded airstrike {3} QTr-2ng*", {"momentum": ((41, "unshaded"),)}),
        ("card 41", "US event unshaded {3} QTr-2ng*", {"momentum": ((41, "unshaded"),)}),
        ("card 10", "US event unshaded {3} QTr-2ng*", {"momentum": ((10, "shaded"),)}),
    ],
)
def test_5_1_2_what_gives_way_to_an_event(rule, line, fields):
    """A rule against the Event's Air Strike is listed as giving way, with or without its verb written."""
    found = ruled("QTr: ut 2ng*; Sai: ut", line, card=40, eligible="US", casualties="3ut", **fields)
    bearing = {each.rule: each.says for each in found.bearing}
    assert found.legal and "gives way to this Event" in bearing["5.1.2"] and rule in bearing
    assert not ruled("QTr: ut 2ng*; Sai: ut", line, card=40, eligible="US").bearing


def test_5_1_2_a_march_by_an_event_in_monsoon():
    """An Event's March in Monsoon is legal, and the ruling lists Monsoon as giving way (2.3.9)."""
    found = ruled(
        "CLa: 4nt; QTr: 2ut",
        "NVA event shaded march CLa>SLa>NEC>Fis>AnL:4nt",
        card=71,
        next=125,
        eligible="NVA",
    )
    assert found.legal and {"2.3.9", "5.1.2"} <= {each.rule for each in found.bearing}


def test_4_2_3_the_same_deed_by_the_other_edition():
    """A missing or surplus die of one edition is no fault in the other: the same move is legal there."""
    found = ruled("QTr: ut 2ng*; Sai: ub", "US airstrike {2} QTr-2ng* | train Sai+ui")
    assert found.elsewhere is not None and found.elsewhere.legal
    assert found.elsewhere.dice == "with 1 die fewer"
    found = ruled("QTr: ut 2ng*; Sai: ub", "US airstrike QTr-2ng* | train Sai+ui", rules="original")
    assert found.legal and found.elsewhere is not None and found.elsewhere.legal
    assert found.elsewhere.dice == "with 1 die more"


def test_4_2_3_the_same_deed_in_the_order_of_the_other_edition():
    """In the original edition the Trail comes after the pieces: the same move in that order is legal."""
    found = ruled(
        "Tay: ap vg*; CLa: ut ng*; Sai: ut", "US patrol | airstrike {6} trail-1 Tay-vg* CLa-ng*", trail=3
    )
    assert found.legal and found.elsewhere is not None and found.elsewhere.legal
    assert (found.elsewhere.dice, found.elsewhere.order) == ("with 1 die fewer", "the Trail after the pieces")


def test_3_3_3_what_is_owed_by_either_edition_is_no_difference():
    """A missing Attack die is missing in both editions."""
    assert ruled("Hue: vg 2at; Tay: vg 2at", "VC attack Hue, Tay {1} Tay-2at").elsewhere is None


@pytest.mark.parametrize(
    ("rule", "code", "where", "line", "fields"),
    [
        ("2.3.9", "too-many-spaces", "Hue: ut vg*; QTr: ut vg*; QTi: ut vg*",
         "US airstrike {6} Hue-vg*, QTr-vg*, QTi-vg* | train Hue", {"next": 125}),
        ("1.4.1", "wrong-box", "Ple: ub ui", "US train Ple Ple+2ui<oop", {"oop": "3ui"}),
        ("1.4.1", "wrong-box", "Hue: vb", "VC rally Hue Hue+vg<casualties", {}),
        ("4.4.1", "too-late", "QTr: 3ng nb", "NVA infiltrate QTr build QTr-2ng+2nt QTr+2nt | rally QTr", {}),
        ("5.2", "answered-already", "Hue: at", "VC event unshaded shaded", {}),
        ("5.2", "option-not-open", "CLa: 2ut; Sai: ap", "NVA event shaded", {"card": 38}),
        ("3.3.1", "piece-not-allowed", "NVn: nb", "NVA rally NVn+nt", {}),
        ("6.5", "wrong-level", "Hue: AO", "VC withdraw Hue",
         {"phase": "withdrawal", "withdrawn": 8, "card": 126}),
        ("6.5", "no-population", "Hue: N", "VC withdraw SaCT",
         {"phase": "withdrawal", "withdrawn": 8, "card": 126}),
        ("card 87", "space-not-allowed", "Kon: 2at", "VC event shaded Kon-2at+2vg patronage+4",
         {"card": 87, "eligible": "VC"}),
        ("card 98", "space-not-allowed", "Sai: ut", "VC event shaded Tay Tay-ut-ub",
         {"card": 98, "eligible": "VC"}),
        ("card 38", "space-not-allowed", "Sai: ut", "US event unshaded Sai>Hue:ut",
         {"card": 38, "eligible": "US"}),
        ("card 37", "no-answer", "Sai: ut", "US event unshaded QTr-10nt", {"card": 37, "eligible": "US"}),
        ("card 71", "no-answer", "Sai: ut", "ARVN event unshaded Hue-nt+3at", {"card": 71}),
        ("card 28", "not-a-step", "Sai: ut 3vg", "US event unshaded Sai-2vg", {"card": 28}),
        ("4.4.3", "accompanying-space", "HuKS: vg; Hue: 2at; SaCT: at",
         "VC attack HuKS | ambush SaCT-at", {}),
    ],
)  # fmt: skip
def test_3_1_the_reason_is_the_deciding_one(rule, code, where, line, fields):
    """A refusal has the rule and code of the clause at fault."""
    violation = refused(line, where, **fields)
    assert (violation.rule, violation.code) == (rule, code), violation


@pytest.mark.parametrize(
    ("rule", "says", "where", "card", "line"),
    [
        ("card 3", "trail changes by +2 here", "", 3, "VC event shaded trail+1"),
        ("card 44", "only NVA and VC pieces may be in North Vietnam", "NVn: nt", 44, "VC event unshaded {3}"),
        ("card 48", "no NVA Troop", "KPh: ub ng nt", 48, "VC event unshaded KPh-nt"),
        ("card 52", "no US Capability", "", 52, "VC event unshaded #31"),
        ("card 64", "stays Eligible", "", 64, "VC event unshaded aid-10 patronage+3 pacify"),
        ("card 82", "not of both", "", 82, "VC event unshaded oop>available:2ut+ab"),
        ("5.1", "first a free", "Hue: at PS", 69, "US event unshaded US ARVN: govern Hue US: airstrike {1}"),
        ("3.2.4", "ends the removal", "Hue: 3ut vg* vb^", 1, "US assault Hue-vg* {5} Hue-vb"),
        ("3.3.4", "stays at Passive Opposition", "Tay: nt PO", 55, "NVA terror Tay=N"),
        ("6.3.1", "answers: ARVN", "Sai: at ap", 96, "US event unshaded ARVN: pacify Sai=PS US: pacify"),
    ],
)
def test_5_1_the_reason_says_what_the_card_says(rule, says, where, card, line):
    """A refusal names the rule that decided, with its details in this position."""
    boxes = {"oop": "3ut 2ab", "capabilities": ((4, "shaded"), (31, "shaded"))}
    violation = position(where, card=card, eligible=line.split()[0], **boxes).refused(line)
    assert violation.rule == rule, violation
    assert says in str(violation), violation


@pytest.mark.parametrize(
    ("card", "where", "line", "rule", "says", "fact"),
    [
        (22, "", "US event unshaded Hue", "card 22", "nothing is asked of Hue", "open: Da Nang"),
        (22, "", "VC event shaded Hue", "card 22", "nothing is decided in this Event", "Support in Da Nang"),
        (22, "", "US event unshaded trail-2", "card 22", "trail does not change", "card 22, unshaded"),
        (65, "", "US event unshaded KGi+4ut<oop VC+1", "card 65", "VC Resources do not change", "card 65"),
        (
            60,
            "",
            "US event unshaded oop>available:3ut Tay",
            "card 60",
            "has no further question after these clauses",
            "",
        ),
        (40, "Tay: ut vg*", "ARVN event unshaded US: {3} Tay-vg*", "5.1", "ARVN decides this", "card 40"),
        (1, "Tay: ut vg", "US sweep ARVN: Tay", "3.1", "US decides this, not ARVN", ""),
        (1, "Sai: 2at; AnL: PS at", "ARVN train Sai | govern US: AnL aid", "4.1", "ARVN decides this", ""),
        (
            1,
            "Tay: 2vg; Hue: 2vg at",
            "VC terror Tay, Hue-at",
            "3.3.4",
            "Terror has not selected Hue",
            "Tay Ninh",
        ),
        (1, "Tay: 2vg at", "VC terror Tay-at", "3.3.4", "only as the price of Cadres", ""),
        (1, "Tay: ap; BXu: at", "ARVN train BXu BXu+ap<Tay", "3.2.1", "cubes only at Cities", "Ba Xuyen"),
        (1, "Tay: 2at; Sai: ut", "US airlift Tay>CRa:at, Sai | train Sai", "4.2.2", "bare name", ""),
        (116, "", "VC event unshaded | transfer NVA+2 NVA+1", "1.5.2", "has been answered: who", "NVA+2"),
        (1, "Tay: vg vb", "VC rally Tay+vg | transfer NVA+2 NVA+1", "1.5.2", "answered: who", "NVA+2"),
        (1, "Kon: 3at 2vg*", "ARVN assault Kon arvn", "3.2.4", "only after an Assault of the US", ""),
        (
            56,
            "Tay: 2vg; Hue: 2vg; QTr: 2vg; QNa: 2vg",
            "VC event unshaded Tay, Hue, QTr, QNa",
            "card 56",
            "answered 3 times, and is asked no more",
            "closed by: Tay, Hue, QTr",
        ),
        (
            50,
            "Sai: at; AnL: PS at",
            "ARVN event unshaded resources patrol | govern AnL aid",
            "2.3.4",
            "no Operation or Special Activity goes with it",
            "",
        ),
    ],
)
def test_5_1_the_reason_is_what_decides(card, where, line, rule, says, fact):
    """A clause without a place is refused with the open ones, or with the Faction that decides and why."""
    refused = position(where, card=card, oop="6ut", eligible=line.split()[0]).refused(line)
    assert (refused.rule, says in refused.message) == (rule, True), refused
    assert any(fact in told for told in refused.facts) or not fact


def test_5_1_a_figure_that_an_event_does_not_bring_about_is_refused():
    """Wild Weasels takes out the shaded SA-2s in place of the Trail (card 5)."""
    game = position(card=5, eligible="US", capabilities=((34, "shaded"),))
    refused = game.refused("US event unshaded trail-2")
    assert (refused.code, refused.rule) == ("wrong-amount", "card 5")
    assert "leave play" in refused.facts[0]


def test_3_2_3_a_second_clause_that_makes_too_many():
    """Earlier clauses count towards a limit. The limit is the reason of the refusal, not the repetition."""
    game = position("Tay: 2ut vg ng", to_act="US")
    violation = game.refused("US sweep Tay*vg, Tay*ng")
    assert (violation.code, violation.rule) == ("too-many", "3.2.3")
    assert "2 pieces in Tay Ninh, at most 1 allowed" in violation.message
    assert violation.facts[0] == "US cubes and Special Forces there: 2, Jungle"


def test_3_2_4_an_assault_names_pieces_that_are_not_there():
    """Absent pieces are the reason of the refusal, not the number of hits."""
    game = position("Tay: 3ut 2vg", to_act="US")
    violation = game.refused("US assault Tay-vg*")
    assert (violation.code, violation.rule) == ("no-such-pieces", "3.2.4")
    assert violation.facts == ("Tay Ninh: 2 Underground and 0 Active VC Guerrillas",)


def test_6_3_by_whom_it_is_not_due_is_told_in_a_coup_round():
    """In the US phase a Pacify by VC is refused with the Faction whose turn it is."""
    where = read_position("Hue 2ut 2ap; leaders 128 126; played 17 126; next 43; phase support-us")
    state = start(Setup("full", position=where)).state
    for line in ("VC pacify Hue", "ARVN pacify Hue", "NVA agitate Hue"):
        found = adjudicate(state, read_line(line).event)
        assert found.verdict == "illegal" and isinstance(found.error, Violation)
        assert "US" in str(found.error)


def test_3_3_3_what_is_wrong_behind_an_owed_space():
    """Too many pieces in an owed space are refused for their number, and the owed space is reported too."""
    violation = refused("VC attack {1} Hue-3at", "Hue: 3vg 3at; Tay: 2vg at")
    assert (violation.verdict, violation.code, violation.rule) == ("illegal", "too-many", "3.3.3")
    assert "what is owed before it, too: a space to Attack in (3.3.3)" in violation.facts
