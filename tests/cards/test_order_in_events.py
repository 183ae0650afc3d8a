"""Sets of spaces and pieces in Events have any order that the text leaves open (5.1.1, 5.1.3)."""

from __future__ import annotations

from itertools import permutations

import pytest
from table import position, refuses

from fitl_core.facts.game_map import board
from fitl_core.record.events import Action
from fitl_core.state.position_digest import digest
from fitl_core.wording.normal_form import normal_action
from notation.reader import read_line
from notation.writer import write_event


def outcomes(where: str, line: str, **fields: object) -> tuple[set[str], set[str]]:
    """Return the digests and normal forms of a move in every order of the parts separated by `/`."""
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
    """Return every space with Population at a level, except these."""
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
    """As many spaces change as can; the place of a space without the whole effect in the list is free."""
    digests, forms = outcomes(where, line, card=card, eligible=line.split()[0])
    assert len(digests) == len(forms) == 1


def test_5_1_3_a_space_in_place_of_a_better_one():
    """A Province that cannot change is refused while one that can is left out, alone or in a full set."""
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
    """Pieces that a text names side by side may be written in any order."""
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
    """Several pieces may be replaced 1 for 1 in one clause; an unequal number is refused if more can come."""
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


BATTLE = "Ple: 2ng; QTr: ng; Sai: 4ut"


@pytest.mark.parametrize(
    ("card", "where", "lines"),
    [
        (
            36,
            "Ple: nb; Sai: 2ut; Hue: 2ut",
            ["Ple Sai>Ple:2ut, Hue>Ple:2ut", "Sai>Ple:2ut, Hue>Ple:2ut, Ple"],
        ),
        (44, BATTLE, ["Ple airlift Sai>Ple:4ut", "airlift Sai>Ple:4ut Ple sweep Ple*2ng assault Ple-2ng*"]),
        (44, BATTLE, ["Ple airlift Sai>Ple:4ut", "airlift Sai>Ple:4ut Ple sweep Ple assault Ple-2ng*"]),
        (44, BATTLE, ["Ple airlift Sai>Ple:4ut", "airlift Sai>Ple:4ut | sweep Ple*2ng | assault Ple-2ng*"]),
        (44, BATTLE, ["Ple airlift Sai>Ple:4ut", "airlift Sai>Ple:4ut Ple | sweep Ple | assault Ple"]),
        (53, "Hue: 4nt; DaN: 3nt", ["Hue-2nt, DaN-2nt", "Hue, DaN, DaN-2nt, Hue-2nt"]),
        (56, "CLa: 3ng vg; SLa: 2vg", ["CLa-2ng+nt, SLa-2vg+nt", "SLa, CLa, CLa-2ng+nt"]),
        (56, "CLa: 3ng vg; SLa: 2vg", ["CLa-2ng+nt, SLa-2vg+nt", "CLa-2ng, SLa-2vg, CLa+nt, SLa+nt"]),
        (56, "CLa: 3ng vg; SLa: 2vg", ["CLa-2ng+nt, SLa-2vg+nt", "CLa-2ng"]),
        (37, "QTr: ub ut; Hue: ub ut; CLa: 2nt", ["QTr", "CLa-2nt QTr"]),
        (
            29,
            "Ple: ui; QTr: ui",
            ["shaded Ple-ui+vg, QTr-ui+vg, QNa", "shaded QTr-ui, Ple-ui, Ple+vg, QTr+vg, QNa"],
        ),
        (24, "PhB: vg*; Ple: 2vg*", ["shaded Ple, PhB", "shaded PhB~vg, Ple~2vg"]),
        (27, "Hue: 3at vg; Ple: 4at vg; DaN: at", ["shaded Ple, Hue", "shaded Hue:terror+1, Ple:terror+1"]),
        (21, "Tay: ut vg vb; QTr: ut vg", ["shaded Tay-vg, QTr", "shaded Tay-vg Tay=AO, QTr-vg QTr=AO"]),
    ],
)
def test_5_1_spaces_named_where_people_name_them(card, where, lines):
    """Spaces may be named after the moves into them, before all removals, or beside a free action."""
    forms, digests = set(), set()
    for line in lines:
        game = position(where, card=card, eligible="US")
        line = f"US event {line}" if line.startswith("shaded") else f"US event unshaded {line}"
        event = read_line(line).event
        assert isinstance(event, Action)
        forms.add(write_event(normal_action(game.state, event)))
        digests.add(digest(game.play(line).state))
    assert len(forms) == len(digests) == 1


@pytest.mark.parametrize(
    ("card", "where", "line", "rule", "because", "at"),
    [
        (44, BATTLE, "airlift Sai>Ple:4ut | sweep Ple | assault Ple-3ng*", "3.2.4", "has 2 Active", 7),
        (44, BATTLE, "airlift Sai>Ple:4ut | patrol", "2.3.4", "whole action", 4),
        (53, "Hue: 4nt; DaN: 3nt", "Hue, DaN, Hue-2nt, DaN-3nt", "card 53", "at most 2 more", 5),
        (56, "CLa: 3ng; SLa: 2vg", "CLa-3ng", "card 56", "2 Guerrillas are replaced with 1", 2),
        (48, "Ple: ub 2vg; Sai: ab vg", "Sai-vg", "card 48", "is not a Province with a US or ARVN Base", 2),
        (49, "CLa: 2nt; SLa: 2nt", "shaded NVA: CLa, SLa CLa+2nt, SLa+3nt", "card 49", "at most 2 more", 6),
        (44, BATTLE, "airlift Sai>Ple:4ut Ple | sweep Ple*ng | assault Ple", "3.1", "maximum extent", 6),
        (1, "Tay: ut vg*", "Sai+2ut<oop airstrike {1} Tay-vg*", "4.2.3", "too early: first the hits", 2),
    ],
)
def test_5_1_spaces_named_elsewhere_keep_their_reason(card, where, line, rule, because, at):
    """A fault in one part is reported at that part, whatever the order of the spaces."""
    game = position(where, card=card, eligible="US", oop="2ut")
    line = f"US event {line}" if line.startswith("shaded") else f"US event unshaded {line}"
    with refuses(rule, because=because):
        game.play(line)
    assert game.refused(line).clause == at


@pytest.mark.parametrize(
    ("line", "where", "facts"),
    [
        ("US event unshaded", {"card": 29, "spaces": "Ple: ui 3vg; Kon: ui ng vg"}, ["4 pieces are due"]),
        ("US event unshaded Ple-vg", {"card": 29, "spaces": "Ple: ui 2vg; Kon: ui vg"}, ["2 pieces are due"]),
        (
            "US event unshaded NVA: Par-nt",
            {"card": 55, "spaces": "CLa: 2nt 3ng; Par: 2nt; Fis: ng"},
            [
                "NVA pieces to remove from Laos: 4 pieces are due",
                "NVA pieces to remove from Cambodia: 2 pieces are due",
            ],
        ),
        (
            "US event casualties>available:2ut",
            {"card": 121, "spaces": "", "casualties": "3ut 2ui", "available": "0ut"},
            ["1 piece is due"],
        ),
    ],
)
def test_5_1_3_what_is_left_of_a_set_is_owed(line, where, facts):
    """A set over several spaces that is skipped or begun is incomplete, and the refusal shows the rest."""
    spaces = where.pop("spaces")
    refused = position(spaces, eligible="US", **where).refused(line)
    assert (refused.incomplete, list(refused.refusal.facts)) == (True, facts)


@pytest.mark.parametrize(
    ("line", "card", "code"),
    [
        ("VC event shaded Tay-vg Tay=PO", 21, "wrong-level"),
        ("VC event shaded Tay-vg, Tay-vg", 21, "space-twice"),
        ("US event unshaded Hue Sai>Hue:3ut", 21, "too-many"),
        ("US event shaded Ple~2vg", 24, "wrong-pieces"),
        ("US event unshaded NVn-2nt trail-3", 39, "wrong-amount"),
        ("US event shaded Ple:terror+1, Hue:terror+2", 27, "wrong-amount"),
    ],
)
def test_5_1_what_follows_is_refused_where_it_is_untrue(line, card, code):
    """A consequence of an Event may be written, and selects its space, but must be true."""
    where = "Tay: ut vg vb; QTr: ut vg; Ple: 3at vg*; Hue: 2at vg; Sai: 3ut; NVn: 2nt"
    assert position(where, card=card, eligible=line.split()[0], trail=3).refused(line).code == code


def test_5_1_naming_a_space_again_says_nothing():
    """A space named directly before its own clause is redundant (cards 21, 65)."""
    game = position("Sai: 3ut", card=21, eligible="US", oop="2ut")
    assert game.play("US event unshaded Hue Sai>Hue:2ut Hue+2ut<oop")["Hue"] == "4ut"
    game = position(card=65, eligible="US", oop="4ut")
    assert game.play("US event unshaded Sai Sai+3ut<oop, Hue Hue+ut<oop")["Sai"] == "3ut"


@pytest.mark.parametrize(
    ("line", "card"),
    [("VC event shaded Ple-ui+vg*", 29), ("NVA event shaded Fis+3ng*", 62), ("VC rally Tay+vg*", 107)],
)
def test_1_4_3_new_guerrillas_come_underground(line, card):
    """A new Guerrilla written as Active is refused by 1.4.3, whichever rule places it."""
    with refuses("1.4.3", because="Underground, not Active"):
        position("Ple: ui", card=card, eligible=line.split()[0]).play(line)


@pytest.mark.parametrize(
    ("card", "where", "line", "rule", "because"),
    [
        (49, "NVn: 3nt; Ple: 2nt ub", "VC event shaded NVA: NVn, Ple bombard Ple", "card 49", "no Bombard"),
        (44, "SaCT: 2ng; Sai: 2ut", "US event unshaded airlift Sai>SaCT:2ut sweep", "card 44", "no Sweep"),
        (
            56,
            "NVn: 4nt",
            "NVA event shaded march NVn>QTr:4nt QTr attack",
            "card 56",
            "Quang Tri-Thua Thien has no enemy",
        ),
        (50, "Tay: 3vg", "VC event shaded rally Tay+vg tax Tay", "2.3.5", "no Special Activity: no Tax"),
        (43, "", "VC event unshaded oop>available:ub+ab aid", "card 43", "US or ARVN, not of both"),
    ],
)
def test_5_5_why_what_is_granted_is_not_possible(card, where, line, rule, because):
    """A free action without a legal space is refused with the reason why the spaces do not qualify."""
    with refuses(rule, because=because):
        position(where, card=card, eligible=line.split()[0], oop="2ub 2ab").play(line)


def test_3_2_3_a_free_sweep_is_named_by_what_it_finds():
    """Guerrillas found may select the Sweep space, even if an Air Lift went there before (card 62)."""
    game = position("Sai: 3ut; Fis: 2at ng nb", card=62, eligible="VC")
    game.play("VC event unshaded US: airlift Sai>Fis:3ut VC: ARVN ARVN: sweep Fis*ng VC: Fis-nb")
    assert game["Fis"] == "3ut 2at ng*"


def test_5_1_what_names_an_alternative_is_not_the_fault_behind_it():
    """A true consequence that selects an alternative is not refused for a later fault (card 50)."""
    game = position("CaT: 2at; KPh: vg", card=50, eligible="VC", oop="2ut")
    assert game.refused("VC event unshaded ARVN+9 ARVN: sweep CaT>KPh:2at raid").rule == "2.3.5"
