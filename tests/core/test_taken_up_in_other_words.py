"""Pieces taken up from the map (1.4.1) may be written in several ways with one meaning."""

from __future__ import annotations

import pytest
from table import position

from fitl_core.record.events import Action
from fitl_core.wording.normal_form import normal_action
from notation.reader import read_line
from notation.writer import write_clause, write_event

ALL_BASES = "Tay: vb^; KHo: 2vg; Sai: vb; Hue: vb; Kon: vb; DaN: vb; QTi: 2vb; QNa: 2vb"
BASES_OF_113 = "Sai: vb; Hue: vb; Kon: vb; DaN: vb; CaT: vb; QTi: 2vb; QNa: 2vb; PhB: ap"


@pytest.mark.parametrize(
    ("where", "fields", "lines"),
    [
        (
            "QTr: 30at; Sai: ap",
            {"to_act": "ARVN"},
            [
                "ARVN train Sai+6at<QTr",
                "ARVN train QTr-6at Sai+6at",
                "ARVN train Sai QTr-6at Sai+6at",
                "ARVN train Sai QTr>Sai:6at",
                "ARVN train QTr>Sai:6at",
            ],
        ),
        (
            "QTr: 20at; KoDT: 10at; Sai: ap",
            {"to_act": "ARVN"},
            ["ARVN train Sai+3at<QTr Sai+3at<KoDT", "ARVN train QTr-3at KoDT-3at Sai+6at"],
        ),
        (
            ALL_BASES,
            {"to_act": "VC"},
            [
                "VC rally KHo Tay-vb^ KHo-2vg+vb",
                "VC rally Tay-vb^ KHo-2vg+vb",
                "VC rally KHo-2vg+vb^<Tay",
                "VC rally KHo-2vg+vb<Tay",
            ],
        ),
        (
            BASES_OF_113,
            {"card": 113, "eligible": "VC"},
            [
                "VC event shaded PhB-ap PhB+vb<Sai",
                "VC event shaded PhB-ap+vb<Sai",
                "VC event shaded Sai-vb PhB-ap+vb",
            ],
        ),
        (
            "Tay: vb^ 3ng 2nt; NVn: 2nb; CLa: 2nb; SLa: 2nb; NEC: 2nb; Fis: nb",
            {"to_act": "NVA"},
            [
                "NVA rally NVn+2ng | infiltrate Tay take Tay-vb^+nb^<Fis",
                "NVA rally NVn+2ng | infiltrate Tay-vb^+nb^<Fis",
                "NVA rally NVn+2ng | infiltrate Tay take Fis-nb Tay-vb^+nb^",
            ],
        ),
        (
            "Tay: vb^ 3ng 2nt; NVn: 2nb; CLa: 2nb; SLa: 2nb; NEC: 2nb; Fis: nb^",
            {"to_act": "NVA"},
            [
                "NVA rally NVn+2ng | infiltrate Tay take Tay-vb^+nb^<Fis",
                "NVA rally NVn+2ng | infiltrate Tay take Fis-nb^ Tay-vb^+nb^",
            ],
        ),
    ],
)
def test_1_4_1_one_thing_in_several_wordings(where, fields, lines):
    """Several wordings give the same position and one normal form."""
    moves = [read_line(line).event for line in lines]
    state = position(where, **fields).state
    assert len({write_event(normal_action(state, move)) for move in moves if isinstance(move, Action)}) == 1
    assert len({repr(position(where, **fields).play(line).state) for line in lines}) == 1


@pytest.mark.parametrize(
    "line", ["ARVN train QTr-6at Sai+5at", "ARVN train QTr-6at", "ARVN train QTr>Sai:7at"]
)
def test_1_4_1_what_is_taken_up_is_placed(line):
    """Pieces taken up must be placed: as many leave the map as enter it."""
    position("QTr: 30at; Sai: ap", to_act="ARVN").refused(line)


def test_4_4_1_a_tunnel_that_is_taken_over_stays_one():
    """A Base taken over from another space stays Tunneled, as it was. A Base without a Tunnel gets none."""
    where = "Tay: vb^ 3ng 2nt; NVn: 2nb; CLa: 2nb; SLa: 2nb; NEC: 2nb; Fis: nb"
    for wrong in ("Tay-vb^+nb<Fis", "Tay-vb+nb<Fis"):
        position(where, to_act="NVA").refused(f"NVA rally NVn+2ng | infiltrate Tay take {wrong}")


def test_1_4_1_what_is_taken_up_goes_to_no_other_box():
    """Pieces taken up become Available first. `>available` may be written, `>casualties` may not."""
    game = position("QTr: 30at; Sai: ap", to_act="ARVN")
    game.refused("ARVN train QTr-6at>casualties Sai+6at")
    game.play("ARVN train QTr-6at>available Sai+6at")


def test_1_4_1_other_wordings_need_none_to_be_available():
    """While Troops are Available, none may be taken up from the map, in any wording."""
    for words in ("QTr-2at Sai+2at", "Sai QTr>Sai:2at"):
        position("QTr: 4at; Sai: ap", to_act="ARVN").refused(f"ARVN train {words}")


def test_3_2_3_a_die_of_booby_traps_has_its_space():
    """Dice without a space go to the spaces in order, and the normal form names each space."""
    state = position("Sai: 4ut; QDu: 2nt; Tay: 2nt", to_act="US", capabilities=((101, "shaded"),)).state
    lines = [f"US sweep Sai>Tay:2ut, Sai>QDu:2ut {dice}" for dice in ("{4} {5}", "QDu {5}, Tay {4}")]
    moves = [read_line(line).event for line in lines]
    forms = {write_event(normal_action(state, move)) for move in moves if isinstance(move, Action)}
    assert forms == {"US   sweep Sai>QDu:2ut, Sai>Tay:2ut, QDu {5}, Tay {4}"}


def test_1_4_1_a_replacing_piece_that_is_not_available_needs_its_space():
    """Ruff Puff: the Base to be placed is missing if none is Available, and the refusal lists its sources."""
    refusal = position(BASES_OF_113, card=113, eligible="VC").refused("VC event shaded PhB-ap+vb")
    assert (refusal.verdict, refusal.rule) == ("incomplete", "1.4.1")
    assert {"PhB+vb<Hue", "PhB+vb<DaN"} <= {write_clause(clause) for clause in refusal.legal}


@pytest.mark.parametrize(
    ("where", "line", "fields"),
    [
        ("Hue: 30vg; Tay: vb", "VC rally Tay+vg", {}),
        ("Sai: 30at; Hue: ap", "ARVN train Hue+3at", {}),
        ("Sai: 30at; Hue: ap", "ARVN train Hue+ap, Hue+3at pacify Hue=PS", {}),
        ("Sai: 30at; Hue: ub", "US train Hue+3at", {}),
        (
            "Sai: vb; Hue: vb; Kon: vb; DaN: vb; CaT: vb; QTr: 2vb; QNa: 2vb; KHo: 2vg",
            "VC rally KHo-2vg+vb",
            {},
        ),
        (
            "CLa: 2nb; SLa: 2nb; NEC: 2nb; Fis: 2nb; Par: nb; QTr: 3ng vb",
            "NVA rally CLa+ng | infiltrate QTr-vb+nb",
            {},
        ),
        ("Kon: 4ar; Hue: 2ar; QTi: ap", "ARVN event unshaded QTi rangers QTi+2ar", {"card": 68}),
        ("Hue: 29vg; Tay: vg 2at", "VC terror Hue | subvert Tay-at+vg", {}),
        ("Hue: 30vg; DaN: 2at", "VC event shaded DaN-2at+2vg patronage+4", {"card": 87}),
    ],
)
def test_1_4_1_from_where_pieces_are_taken_up_is_owed(where, line, fields):
    """If no piece of the type is Available, its source must be written: it is missing, and listed."""
    refusal = position(where, to_act=line.split()[0], eligible=line.split()[0], **fields).refused(line)
    assert (refusal.verdict, refusal.code, refusal.rule) == ("incomplete", "missing-choice", "1.4.1")
    assert refusal.legal and refusal.asked.startswith("where on the map to take up")


@pytest.mark.parametrize(
    ("where", "line", "fields"),
    [
        ("Hue: 30vg; Tay: 3nt", "VC rally Tay+vg {3}", {}),
        ("Tay: 30vg vb", "VC rally Tay+vg", {}),
        ("Sai: 29at; Hue: ap", "ARVN train Hue+3at", {}),
        ("Hue: 30vg; DaN: 2at", "NVA event shaded DaN-2at+2vg patronage+4", {"card": 87}),
        ("Sai: 9ut; Hue: ap", "US event unshaded Hue+ut", {"card": 68}),
    ],
)
def test_1_4_1_where_they_cannot_be_taken_up_they_cannot_be_placed(where, line, fields):
    """Pieces are not taken up from elsewhere, by another Faction, or while one is Available."""
    refusal = position(where, to_act=line.split()[0], eligible=line.split()[0], **fields).refused(line)
    assert refusal.verdict == "illegal"


@pytest.mark.parametrize(
    ("where", "line", "card", "at"),
    [
        ("CLa: 2ut; Sai: ap", "NVA event unshaded CLa>Sai:2ut KPh", 38, 3),
        ("SLa: 2ut; Fis: at; Sai: ap; Hue: ap", "NVA event unshaded SLa>Hue:2ut, Fis>Sai:at KPh", 38, 4),
        (
            "Fis: vb 2vg; Par: nb ng",
            "NVA event shaded VC: Fis NVA: Par Par>KPh:ng | transfer VC+2 | event airstrike",
            75,
            10,
        ),
    ],
)
def test_1_4_1_a_reason_concerns_no_accepted_clause(where, line, card, at):
    """A surplus clause is the reason, not legal moves before it that another wording would turn illegal."""
    refusal = position(where, card=card, eligible="NVA").refused(line)
    assert (refusal.code, refusal.rule, refusal.clause) == ("surplus-clause", f"card {card}", at)


def test_1_4_1_pieces_with_a_named_source_are_not_those_given_up_elsewhere():
    """Troops that leave a road without any are not those that go from Quang Tin to Available."""
    game = position("QNh: 3at; QTi: 2ut; Sai: 2ut", card=73, eligible="US")
    refused = game.refused("US event unshaded SaCT>QNh:ut, QTi-ut")
    assert refused.verdict == "illegal" and "Troops" in refused.message
