"""Advise (4.2.1)."""

import pytest
from table import position, refuses

SAIGON = "Sai: 2ut ub PS"


def game_with(spaces, **fields):
    """Return a game with Saigon to Train in, and the spaces of the test."""
    return position(f"{SAIGON}; {spaces}", to_act="US", **fields)


def test_4_2_1_accompanies_train_or_patrol():
    """Case 4.2.1-02: Advise goes with neither Sweep nor Assault."""
    where = "QTi: 2ut vg; BDi: ui 2vg; HuDN: 2ut vg*"
    for operation in ("sweep QTi", "assault HuDN"):
        with refuses("4.2.1", because="only Train or Patrol", code="accompanying-operation"):
            position(where, to_act="US").play(f"US {operation} | advise BDi irregulars")
        with refuses("4.2.1", code="accompanying-operation"):
            position(where, to_act="US").play(f"US advise BDi irregulars | {operation}")
    assert position(where, to_act="US").play("US patrol | advise BDi irregulars")["BDi"] == "ui*"


def test_4_2_1_not_where_trained():
    """Case 4.2.1-03: Advise and Train never share a space, whichever comes first."""
    game = position("BDi: ut ui 2vg", to_act="US")
    with refuses("4.2.1", because="selected for Train", code="accompanying-space"):
        game.play("US train BDi+ui | advise BDi irregulars")
    with refuses("4.1.1", code="accompanying-space"):
        game.play("US advise BDi irregulars | train BDi+ui")


def test_4_2_1_patrol_destination_is_open():
    """A LoC of the Patrol may be Advised: the ban is for Train spaces."""
    game = position("SaCT: ut 4ap 3vg*", to_act="US").play("US patrol assault SaCT | advise SaCT assault")
    assert game["SaCT"] == "ut 4ap"


def test_4_2_1_irregular_strikes():
    """Case 4.2.1-04: 2 pieces are removed, Underground ones too, a Base after the rest. Aid is optional."""
    game = game_with("BDi: ui vg vb", aid=10).play("US train Sai | advise BDi irregulars BDi-vg-vb")
    assert (game["BDi"], game.state.aid) == ("ui*", 10)
    with refuses("4.2.1", code="bases-last"):
        game_with("BDi: ui 2vg vb").play("US train Sai | advise BDi irregulars BDi-vg-vb")


def test_4_2_1_tunneled_base_stays():
    """Case 4.2.1-04: a Tunneled Base is not removed (1.4.4)."""
    game = game_with("BDi: ui vg vb^")
    with refuses("4.2.1", code="tunnel"):
        game.play("US train Sai | advise BDi irregulars BDi-vg-vb^")
    assert game.play("US train Sai | advise BDi irregulars")["BDi"] == "ui* vb^"


def test_4_2_1_strike_on_nothing():
    """An Irregular that strikes is Activated even if there is nothing to remove."""
    assert game_with("BDi: ui vb^").play("US train Sai | advise BDi irregulars")["BDi"] == "ui* vb^"


def test_4_2_1_friends_are_not_removed():
    """Advise removes only Insurgents."""
    with refuses("1.5.1", code="not-an-enemy"):
        game_with("BDi: ui at 2vg").play("US train Sai | advise BDi irregulars BDi-at-vg")


def test_4_2_1_active_ranger():
    """Case 4.2.1-05: an Active Ranger cannot strike by Advise, but can Sweep."""
    game = game_with("BDi: ar* 2vg")
    with refuses("4.2.1", because="no Underground Ranger", code="pieces-needed"):
        game.play("US train Sai | advise BDi rangers BDi-2vg")
    assert game.play("US train Sai | advise BDi sweep")["BDi"] == "ar* vg vg*"


def test_4_2_1_sweep_by_arvn_forces():
    """ARVN cubes and Rangers search for free in a Sweep by Advise, halved in Jungle. US pieces do not."""
    game = game_with("Hue: 2ut ui at ap ar 5vg; Tay: 3at 2vg AO", ARVN=0)
    game.play("US train Sai | advise Hue sweep, Tay sweep")
    assert (game["Hue"], game["Tay"]) == ("2ut ui at ap ar 2vg 3vg*", "3at vg vg*")
    assert game.resources("ARVN") == 0


def test_4_2_1_sweep_needs_arvn_forces():
    """A Sweep by Advise needs ARVN cubes or Rangers in the space."""
    game = game_with("Hue: 2ut ui 2vg; Kon: ut")
    with refuses("4.2.1", because="no ARVN cubes or Rangers", code="pieces-needed"):
        game.play("US train Sai | advise Hue sweep")
    with refuses("4.2.1", because="nothing can be done in Kontum"):
        game.play("US train Sai | advise Kon aid+6")


def test_4_2_1_no_sweep_on_a_loc():
    """A Sweep by Advise cannot be on a LoC."""
    with refuses("4.2.1", because="Provinces or Cities", code="space-not-allowed"):
        game_with("SaCT: 2at 2vg").play("US train Sai | advise SaCT sweep")


def test_4_2_1_sweep_in_monsoon():
    """Case 2.3.9-03: no Sweep in Monsoon; the other ways are open."""
    where = "Hue: 2ut 2at 2ap 2vg ar"
    with refuses("2.3.9", because="no Sweep in Monsoon", code="monsoon"):
        game_with(where, next=125).play("US train Sai | advise Hue sweep")
    game = game_with(where, next=125).play("US train Sai | advise Hue rangers")
    assert game["Hue"] == "2ut 2at 2ap ar*"


def test_4_2_1_assault_as_arvn():
    """Case 4.2.1-06: an Assault by Advise has ARVN strength, is free, and is not barred by Lansdale."""
    game = game_with("KHo: 3ut 4at 3vg*", ARVN=0, momentum=((78, "shaded"),))
    game.play("US train Sai | advise KHo assault")
    assert (game["KHo"], game.resources("ARVN")) == ("3ut 4at vg*", 0)


def test_4_2_1_assault_of_a_base_brings_aid():
    """6 Aid for a Base that the ARVN Assault removes, and 6 more if desired (3.2.4)."""
    game = game_with("KHo: 4at vg* vb", aid=10).play("US train Sai | advise KHo assault aid+6")
    assert (game["KHo"], game.state.aid) == ("4at", 22)


def test_4_2_1_assault_needs_arvn_cubes():
    """US Troops or Rangers alone make no ARVN Assault."""
    with refuses("4.2.1", because="needs ARVN cubes", code="pieces-needed"):
        game_with("KHo: 3ut ar 2vg*").play("US train Sai | advise KHo assault")


@pytest.mark.parametrize("die, left", [(3, "4at vb^"), (4, "4at vb")])
def test_4_2_1_assault_at_a_tunnel(die, left):
    """The die of the Assault decides about the Tunnel marker (3.2.4)."""
    game = game_with("KHo: 4at vb^").play(f"US train Sai | advise KHo assault {{{die}}}")
    assert game["KHo"] == left


def test_4_2_1_two_spaces():
    """Advise selects at most 2 spaces, each once."""
    where = "Hue: at vg; DaN: at vg; Kon: at vg"
    with refuses("4.2.1", code="too-many-spaces"):
        game_with(where).play("US train Sai | advise Hue sweep, DaN sweep, Kon sweep")
    with refuses("4.1", code="space-twice"):
        game_with(where).play("US train Sai | advise Hue sweep, Hue assault")


def test_4_2_1_aid_is_added_once():
    """Advise adds 6 Aid once, for one space or two, up to 75. Another number is refused."""
    where = "Hue: at vg; DaN: at vg"
    game = game_with(where, aid=72).play("US train Sai | advise Hue sweep, DaN sweep, aid+6")
    assert game.state.aid == 75
    game_with(where).refused("US train Sai | advise Hue sweep, aid+6 aid+6")
    with refuses("4.2.1", code="wrong-amount"):
        game_with(where).play("US train Sai | advise Hue sweep, aid+12")


def test_4_2_1_not_in_north_vietnam():
    """Advise is never in North Vietnam."""
    with refuses("1.4.2", code="north-vietnam"):
        game_with("NVn: 2ng").play("US train Sai | advise NVn sweep")


def test_4_2_1_limop():
    """A Limited Operation has no Advise (2.3.5)."""
    with refuses("2.3.5", code="limop-special-activity"):
        game_with("Hue: at vg").play("US limop train Sai | advise Hue sweep")


def test_4_2_1_is_for_the_us():
    """ARVN do not Advise."""
    with refuses("4.1", code="not-your-verb"):
        position("Sai: 2at; Hue: at vg", to_act="ARVN").play("ARVN train Sai | advise Hue sweep")
