"""Sets of spaces and pieces in Events: any order where the text sets none (5.1.1, 5.1.3)."""

from __future__ import annotations

from itertools import permutations

import pytest
from table import position, refuses

from fitl_core.facts.board import board
from fitl_core.record.events import Action
from fitl_core.state.digest import digest
from fitl_core.wording.normal import normal_action
from notation.reader import read_line
from notation.writer import write_event


def outcomes(where: str, line: str, **fields: object) -> tuple[set[str], set[str]]:
    """The digests and normal forms of a move in every order of the parts that stand between `/`."""
    head, *parts = [part.strip() for part in line.split("/")]
    digests, forms = set(), set()
    for order in permutations(parts):
        game = position(where, **fields)  # type: ignore[arg-type]
        event = read_line(f"{head} {' '.join(order)}").event
        assert isinstance(event, Action)
        forms.add(write_event(normal_action(game.state, event)))
        game.play(f"{head} {' '.join(order)}")
        digests.add(digest(game.state))
    return digests, forms


def _all_but(level: str, *codes: str) -> str:
    """Every space with Population at a level, but these."""
    spaces = [where.code for where in board().spaces if where.population]
    return "; ".join([f"{code}: {level}" for code in spaces if code not in codes])


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (21, "QTr: ut vg AO; Tay: ut vg", "VC event shaded / QTr-vg / Tay-vg"),
        (27, "PLo: 2ut vg; Hue: 2ut vg", "VC event shaded / PLo / Hue"),
        (30, "QTr: ut AO; BDi: ut", "VC event shaded / QTr=AO / BDi=AO"),
        (41, _all_but("PS", "Hue"), "ARVN event unshaded / Sai / Hue"),
        (95, _all_but("AO", "QTr", "QNa"), "VC event shaded / Tay / QTr / QNa"),
        (105, "QTr: vg AS; Tay: vg; KPh: vg; BDi: vg", "ARVN event unshaded / QTr / Tay / KPh / BDi"),
        (112, "QTr: ab; Tay: ar AO; KPh: ap", "VC event shaded / Tay / QTr / KPh+vg"),
    ],
)
def test_5_1_3_spaces_without_the_whole_effect_in_any_order(card, where, line):
    """As many as can be change; where one of the others stands among them makes no difference."""
    digests, forms = outcomes(where, line, card=card, eligible=line.split()[0])
    assert len(digests) == len(forms) == 1


def test_5_1_3_a_space_in_place_of_a_better_one():
    """With no room left for the Province that can change, the other is refused; so is stopping before it."""
    game = position("QTr: ut AO; BDi: ut; QNa: ut; Tay: ut", card=30, eligible="VC")
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded QTr, BDi")
    game = position("QTr: ut vg AO; Tay: ut vg", card=21, eligible="VC")
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded QTr-vg")
    assert game.play("VC event shaded Tay-vg").level("Tay") == "AO"


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (17, "QTr: ab vg; Tay: vg ub", "VC event shaded / QTr-vg / QTr-ab"),
        (55, "CLa: 3ng 3nt; Fis: 6nt", "NVA event unshaded / Fis-4nt / CLa-3ng / CLa-nt"),
        (58, "CLa: 2ut 2at", "VC event shaded / ARVN: CLa>Sai:2at / US: CLa>Hue:2ut"),
        (102, "Tay: vb", "VC event shaded Tay / Tay+vg / Tay+ng"),
        (109, "", "VC event shaded / Sai+vg / Sai+vb"),
        (119, "QTr: ut", "VC event shaded QTr / QTr+vg / QTr+vb"),
    ],
)
def test_5_1_1_pieces_in_any_order(card, where, line):
    """No text sets an order between the pieces that it names side by side."""
    digests, forms = outcomes(where, line, card=card, eligible=line.split()[0])
    assert len(digests) == len(forms) == 1


@pytest.mark.parametrize(
    ("card", "where", "line"),
    [
        (17, "QTr: ab vg; Tay: vg ub", "VC event shaded QTr-vg-ab"),
        (109, "", "VC event shaded Sai+vg+vb"),
        (119, "QTr: ut", "VC event shaded QTr+vg+vb"),
    ],
)
def test_5_1_1_pieces_in_one_clause(card, where, line):
    """The pieces of several parts of a text may stand in one clause."""
    position(where, card=card, eligible="VC").play(line)


def test_5_1_1_several_pieces_replaced_at_once():
    """1 for 1 does not mean one by one; a number that differs is refused while more could come."""
    game = position("Hue: 3vg", card=81, eligible="ARVN")
    assert game.play("ARVN event unshaded {2} Hue-2vg+ap+ar")["Hue"] == "ap ar vg"
    game = position("Ple: 5ap", card=113, eligible="VC")
    assert game.play("VC event shaded Ple-5ap+4vg+vb")["Ple"] == "4vg vb"
    for line, code in [("+3vg+2vb", "wrong-pieces"), ("+4vg", "whole-effect"), ("+6vg", "wrong-pieces")]:
        game = position("Ple: 5ap", card=113, eligible="VC")
        assert game.refused(f"VC event shaded Ple-5ap{line}").code == code


def test_5_1_3_pieces_that_nothing_replaces_in_any_order():
    """Card 113 with a Base as the only piece left to come: it may be named at any place in the list."""
    where = "Ple: 3ap; BTu: 3ap; KGi: 15vg; KPh: 15vg"
    parts = "/ Ple-2ap / Ple-ap+vb / BTu-ap / BTu-ap"
    digests, forms = outcomes(where, f"US event shaded {parts}", card=113, eligible="US")
    assert len(digests) == len(forms) == 1
    with refuses("card 113", code="whole-effect"):
        position(where, card=113, eligible="US").play("US event shaded Ple-3ap, BTu-2ap")


def test_1_4_1_a_base_from_the_map_in_place_of_police():
    """Card 113: the VC may want a Base of which none is Available; without one a Guerrilla is owed."""
    where = "Sai: vb; Hue: vb; Kon: vb; DaN: vb; CaT: vb; QTi: 2vb; QNa: 2vb; PhB: ap"
    game = position(where, card=113, eligible="VC").play("VC event shaded PhB-ap, PhB+vb<Sai")
    assert (game["PhB"], game["Sai"]) == ("vb", "")
    assert position(where, card=113, eligible="VC").refused("VC event shaded PhB-ap").code == "missing-choice"
    assert position(where, card=113, eligible="US").refused("US event shaded PhB-ap").code == "whole-effect"


def test_5_1_3_a_base_that_gives_way_makes_room_for_another():
    """Card 87: the Troops that nothing can replace may be named before the Base that gives way to a Base."""
    where = "Hue: ab ub; QTr: at ub nb; KGi: 15vg; KPh: 15vg"
    for pieces in ("Hue-ab+vb, QTr-at", "QTr-at, Hue-ab+vb"):
        game = position(where, card=87, eligible="ARVN").play(f"ARVN event shaded {pieces} patronage-4")
        assert (game["Hue"], game["QTr"]) == ("ub vb", "ub nb")
