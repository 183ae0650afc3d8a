"""Air Lift (4.2.2)."""

import pytest
from table import position, refuses


def lift(spaces, moves, **fields):
    """Return a game after an Air Lift added to a Train in Saigon that places nothing."""
    return position(f"Sai: 5ut ub 3at 3ap 2ar PS; {spaces}", to_act="US", **fields).play(
        f"US train Sai | airlift {moves}"
    )


def test_4_2_2_any_us_troops_and_four_more():
    """Air Lift moves any US Troops, and 4 ARVN Troops, Rangers and Irregulars together. Their state stays."""
    game = lift("DaN: ui* 3ut", "Sai>Hue:5ut+2at+ar, DaN>Hue:ui*+3ut")
    assert (game["Hue"], game["Sai"], game["DaN"]) == ("8ut ui* 2at ar", "ub at 3ap ar", "")


def test_4_2_2_four_in_all():
    """Case 4.2.2-02: 3 ARVN Troops and 2 Rangers are too many, in one move or two."""
    for moves in ("Sai>Hue:3at+2ar", "Sai>Hue:3at, Sai>DaN:2ar"):
        with refuses("4.2.2", because="with these: 5", code="too-many"):
            lift("Hue: ut", moves)


@pytest.mark.parametrize("piece", ["ap", "ub"])
def test_4_2_2_police_and_bases_stay(piece):
    """Case 4.2.2-03: neither Police nor Bases are lifted."""
    with refuses("4.2.2", because="are not lifted", code="piece-not-allowed"):
        lift("Hue: ut", f"Sai>Hue:{piece}")


def test_4_2_2_insurgents_are_not_lifted():
    """Insurgents are not lifted."""
    with refuses("4.2.2", code="piece-not-allowed"):
        lift("Hue: ut vg", "Hue>Sai:vg")


def test_4_2_2_five_spaces():
    """Case 4.2.2-04: origins and destinations count alike, 4 at most."""
    where = "CaT: 2ut; Hue: ut; Kon: ut; DaN: ut"
    with refuses("4.2.2", because="at most 4 spaces", code="too-many-spaces"):
        lift(where, "Sai>Hue:ut, CaT>Hue:ut, Kon>Hue:ut, DaN>Hue:ut")
    game = lift(where, "Sai>Hue:ut, CaT>Hue:2ut, Kon>Hue:ut")
    assert game["Hue"] == "5ut"


def test_4_2_2_two_spaces_in_monsoon():
    """Case 2.3.9-06: 2 in Monsoon, origins among them."""
    with refuses("2.3.9", because="at most 2 spaces", code="too-many-spaces"):
        position("Sai: 4ut PS; CaT: 3ut", to_act="US", next=125).play(
            "US patrol | airlift Sai>Hue:2ut, CaT>Hue:2ut"
        )
    game = lift("Hue: ut", "Sai>Hue:2ut, Hue>Sai:ut", next=125)
    assert game["Hue"] == "2ut"


def test_4_2_2_not_to_north_vietnam():
    """Case 1.4.2-03: COIN pieces never enter North Vietnam; Laos and LoCs are open."""
    with refuses("1.4.2", code="north-vietnam"):
        lift("NVn: ng", "Sai>NVn:2ut")
    game = lift("CLa: ng", "Sai>CLa:2ut, Sai>HuKS:ar")
    assert (game["CLa"], game["HuKS"]) == ("2ut ng", "ar")


def test_4_2_2_each_piece_once():
    """A lifted piece is not lifted again, in whatever wording. Other pieces of the space may be."""
    with refuses("4.2.2", because="has 1 US Troop to lift", code="no-such-pieces"):
        lift("Hue: ut", "Sai>Hue:2ut, Hue>DaN:2ut")
    with refuses("4.2.2", because="has 1 US Troop to lift", code="no-such-pieces"):
        lift("Hue: ut", "Sai>Hue:2ut, Hue>DaN:ut+ut")
    assert lift("Hue: ut", "Sai>Hue:2ut, Hue>DaN:ut")["DaN"] == "ut"


def test_4_2_2_straight_there():
    """An Air Lift goes straight to another space, over no other and not back to its origin."""
    for path in ("Sai>SaCT>CaT", "Sai>Sai"):
        with refuses("4.2.2", code="path-too-long"):
            lift("Hue: ut", f"{path}:ut")


def test_4_2_2_more_than_there_are():
    """More pieces than present cannot be lifted."""
    with refuses("4.2.2", because="Saigon has 5 US Troops", code="no-such-pieces"):
        lift("Hue: ut", "Sai>Hue:6ut")


@pytest.mark.parametrize("operation", ["patrol", "sweep QTi", "assault HuDN"])
def test_4_2_2_with_any_operation(operation):
    """Air Lift goes with every Operation (4.1.1)."""
    where = "QTi: ut vg; HuDN: ut vg*; Sai: 2ut"
    assert position(where, to_act="US").play(f"US {operation} | airlift Sai>Hue:2ut")["Hue"] == "2ut"


def test_4_2_2_masses_troops_for_the_operation():
    """Lifted Troops fight in the Assault that follows (4.1)."""
    game = position("Sai: 3ut; QTi: ut 4vg*", to_act="US").play("US airlift Sai>QTi:3ut | assault QTi")
    assert game["QTi"] == "4ut"


def test_4_2_2_limop():
    """A Limited Operation has no Air Lift (2.3.5)."""
    with refuses("2.3.5", code="limop-special-activity"):
        position("Sai: 3ut", to_act="US").play("US limop patrol | airlift Sai>Hue:ut")


def test_4_2_2_something_is_lifted():
    """An Air Lift without pieces is refused."""
    with refuses("4.2.2", code="missing-choice"):
        position("Sai: 3ut", to_act="US").play("US patrol | airlift")


def test_4_2_2_refused_changes_nothing():
    """A refused Air Lift leaves all lifted pieces in their first space, and lists the open answers."""
    game = position("Sai: 5ut PS", to_act="US")
    violation = game.refused("US patrol | airlift Sai>Hue:5ut, Hue>DaN:ut")
    assert (violation.rule, game["Sai"], game["Hue"]) == ("4.2.2", "5ut", "")
    assert violation.clause is not None
