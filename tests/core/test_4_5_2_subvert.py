"""Subvert (4.5.2)."""

import pytest
from table import position, refuses


def vc(spaces, **fields):
    """Return a game of VC with a Guerrilla in Kien Giang that Rallies."""
    return position(f"KGi: vg; {spaces}", to_act="VC", **{"VC": 2, "patronage": 15, **fields})


def subvert(spaces, clauses, **fields):
    """Return a game after a Subvert added to a Rally in Kien Giang."""
    return vc(spaces, **fields).play(f"VC rally KGi+vg | subvert {clauses}")


def test_4_5_2_two_spaces():
    """Case 4.5.2-01: 2 cubes removed and 1 replaced lower Patronage by 1, and no Guerrilla is Activated."""
    game = subvert("Hue: vg 2at 2ap; SaCT: vg 3ap", "Hue-at-ap, SaCT-ap+vg", available="5vg")
    assert (game["Hue"], game["SaCT"], game["KGi"]) == ("at ap vg", "2ap 2vg", "2vg")
    assert (game.state.patronage, game.resources("VC")) == (14, 1)


@pytest.mark.parametrize(
    "clauses, left",
    [
        ("Hue-ap+vg", 15),
        ("Hue-2ap", 14),
        ("Hue-ap+vg, DaN-at+vg", 14),
        ("Hue-2ap, DaN-at+vg", 14),
        ("Hue-2ap, DaN-2at", 13),
    ],
)
def test_4_5_2_patronage(clauses, left):
    """Subvert lowers Patronage by 1 for every 2 cubes in all, removed or replaced, rounded down."""
    assert subvert("Hue: vg 3ap; DaN: vg 3at", clauses).state.patronage == left


def test_4_5_2_patronage_ends_at_zero():
    """Patronage does not fall below 0."""
    assert subvert("Hue: vg 3ap; DaN: vg 3at", "Hue-2ap, DaN-2at", patronage=1).state.patronage == 0


def test_4_5_2_needs_underground():
    """An Active Guerrilla, or one of the NVA, does not Subvert."""
    for piece in ("vg*", "ng"):
        with refuses("4.5.2", because="Underground VC Guerrilla in Hue", code="pieces-needed"):
            subvert(f"Hue: {piece} 2at", "Hue-2at")


def test_4_5_2_needs_arvn_cubes():
    """Rangers, Bases and US pieces are no ARVN cubes."""
    with refuses("4.5.2", because="no ARVN cube", code="pieces-needed"):
        subvert("Hue: vg 2ut ar ab", "Hue")
    for piece in ("ar", "ut", "ab"):
        with refuses("4.5.2", because="can be chosen", code="piece-not-allowed"):
            subvert("Hue: vg 2ut 2ar at ab", f"Hue-at-{piece}")


def test_4_5_2_two_or_one():
    """Subvert removes 2 cubes or replaces 1. A last cube alone may be removed."""
    with refuses("4.5.2", code="too-few"):
        subvert("Hue: vg 2at", "Hue-at")
    with refuses("4.5.2", code="too-many"):
        subvert("Hue: vg 3at", "Hue-3at")
    with refuses("4.5.2", because="1 ARVN cube is replaced", code="wrong-pieces"):
        subvert("Hue: vg 3at", "Hue-2at+2vg")
    with refuses("4.5.2", because="with 1 VC Guerrilla", code="wrong-pieces"):
        subvert("Hue: vg 3at", "Hue-at+vb")
    assert subvert("Hue: vg at", "Hue-at")["Hue"] == "vg"


def test_4_5_2_at_most_two_spaces():
    """A third space is refused, as is the same again."""
    where = "Hue: vg 4at; DaN: vg 2at; Kon: vg 2at"
    with refuses("4.5.2", because="at most 2 spaces", code="too-many-spaces"):
        subvert(where, "Hue-2at, DaN-2at, Kon-2at")
    with refuses("4.1", code="space-twice"):
        subvert(where, "Hue-2at, Hue-2at")


def test_4_5_2_no_guerrilla_available():
    """If no Guerrilla is Available, one is taken up elsewhere, or the cube is only removed (1.4.1)."""
    game = vc("Hue: vg 2at; Tay: vg*; SaCT: vg", available="0vg")
    line = "VC terror SaCT | subvert Hue"
    with refuses("1.4.1", because="Available: 0 VC Guerrillas", code="missing-choice"):
        game.play(f"{line} Hue-at+vg")
    taken = vc("Hue: vg 2at; Tay: vg*; SaCT: vg", available="0vg").play(f"{line} Tay-vg* Hue-at+vg")
    assert (taken["Hue"], taken["Tay"]) == ("at 2vg", "")
    left = vc("Hue: vg 2at; Tay: vg*; SaCT: vg", available="0vg").play(f"{line} Hue-at")
    assert left["Hue"] == "at vg"


def test_4_5_2_given_up_only_in_need():
    """Subvert takes no Guerrilla from the map while Guerrillas are Available."""
    with refuses("1.4.1", code="not-available"):
        subvert("Hue: vg 2at; Tay: vg*", "Hue Tay-vg* Hue-at+vg")


@pytest.mark.parametrize("operation", ["rally KGi+vg", "march KGi>CTBL:vg", "terror KGi"])
def test_4_5_2_accompanies(operation):
    """Subvert goes with Rally, March and Terror (4.1.1)."""
    assert vc("Hue: vg 2at").play(f"VC {operation} | subvert Hue-2at")["Hue"] == "vg"


def test_4_5_2_not_with_attack():
    """Attack carries no Subversion, before or after (4.1.1)."""
    for line in ("attack Hue {6} | subvert Hue-2at", "subvert Hue-2at | attack DaN {6}"):
        with refuses("4.5.2", because="not Attack", code="accompanying-operation"):
            vc("Hue: vg 4at; DaN: vg at").play(f"VC {line}")


def test_4_5_2_before_terror_in_the_same_space():
    """A Guerrilla may Subvert and then commit Terror in the same space, but not in the other order."""
    game = vc("Hue: vg 2at PS").play("VC subvert Hue-2at | terror Hue")
    assert (game["Hue"], game.level("Hue")) == ("vg*", "N")
    with refuses("4.5.2", code="pieces-needed"):
        vc("Hue: vg 2at PS").play("VC terror Hue | subvert Hue-2at")


def test_4_5_2_a_turncoat_is_underground():
    """The new Guerrilla is Underground and may commit Terror (1.4.3)."""
    game = vc("Hue: vg 2at PS").play("VC subvert Hue-at+vg | terror Hue")
    assert game["Hue"] == "at vg vg*"


def test_4_5_2_monsoon_and_limop():
    """Subvert is allowed in Monsoon (2.3.9), but not in a Limited Operation (2.3.5)."""
    assert subvert("Hue: vg 2at", "Hue-2at", next=125)["Hue"] == "vg"
    with refuses("2.3.5", code="limop-special-activity"):
        vc("Hue: vg 2at").play("VC limop rally KGi+vg | subvert Hue-2at")


def test_4_5_2_is_for_vc():
    """NVA do not Subvert."""
    with refuses("4.1", code="not-your-verb"):
        position("KGi: ng; Hue: ng 2at", to_act="NVA").play("NVA rally KGi+ng | subvert Hue-2at")


def test_4_5_2_refused_changes_nothing():
    """A refused Subvert leaves Patronage and cubes unchanged, and lists the open answers."""
    game = vc("Hue: vg 2at ap")
    legal = {"Hue-2at", "Hue-at-ap", "Hue-at+vg", "Hue-ap+vg"}
    assert set(game.open("VC rally KGi+vg | subvert Hue-at")) == legal
    assert (game["Hue"], game.state.patronage) == ("2at ap vg", 15)
