"""Govern (4.3.1, with the Young Turks) and Raid (4.3.3)."""

import pytest
from table import position, refuses

CITIES = "Hue: 3at 2ap ut AS; CaT: 2at ap 3ut PS; Sai: 2at 3ap PS"


def govern(spaces, line, **fields):
    """Return a game after an ARVN Train in Saigon with this Govern."""
    return position(spaces, to_act="ARVN", **fields).play(f"ARVN train Sai | govern {line}")


def test_4_3_1_both_ways():
    """Govern adds 3 Aid per Population in one space, and turns Aid into Patronage in the other."""
    game = govern(CITIES, "CaT aid, Hue patronage", aid=10, patronage=15)
    assert (game.state.aid, game.state.patronage) == (10 + 3 - 2, 17)
    assert (game.level("Hue"), game.level("CaT")) == ("PS", "PS")


def test_4_3_1_patronage_needs_more_cubes():
    """Case 4.3.1-02: 3 ARVN against 3 US cubes bar Patronage. Aid has no condition on cubes."""
    violation = position(CITIES, to_act="ARVN").refused("ARVN train Sai | govern CaT patronage")
    assert (violation.rule, violation.facts) == ("4.3.1", ("Can Tho: 3 ARVN against 3 US cubes",))
    assert position(CITIES, to_act="ARVN").open("ARVN train Sai | govern CaT patronage") == ["aid"]


def test_4_3_1_not_saigon():
    """4.3.1-03 with Train for Patrol: Saigon is never Governed."""
    with refuses("4.3.1", because="Saigon is never Governed"):
        position(CITIES, to_act="ARVN").play("ARVN train Hue | govern Sai aid")


@pytest.mark.parametrize(
    "line, rule", [("train Hue+2ar | govern Hue aid", "4.3.1"), ("govern Hue aid | train Hue+2ar", "4.1.1")]
)
def test_4_3_1_not_where_trained(line, rule):
    """Case 4.3.1-04: Govern and Train never share a space, whichever comes first."""
    with refuses(rule, code="accompanying-space"):
        position(CITIES, to_act="ARVN").play(f"ARVN {line}")


@pytest.mark.parametrize(
    "pieces, why",
    [("2at ap", "needs Support"), ("2at 2vg PS", "needs COIN Control"), ("at 3nt AS", "needs COIN Control")],
)
def test_4_3_1_control_and_support(pieces, why):
    """Govern needs COIN Control and Support."""
    with refuses("4.3.1", because=why):
        govern(f"KGi: {pieces}; Sai: at", "KGi aid")


def test_4_3_1_two_spaces():
    """Govern selects at most 2 spaces."""
    with refuses("4.3.1", because="at most 2 spaces"):
        govern(CITIES + "; DaN: at PS", "Hue aid, CaT aid, DaN aid")


def test_4_3_1_less_aid_than_population():
    """Case 4.3.1-06: if Aid is less than Population, all Aid moves, and the space shifts."""
    game = govern("Hue: 3at 2ap AS; Sai: 2at 3ap PS", "Hue patronage", aid=1, patronage=15)
    assert (game.state.aid, game.state.patronage, game.level("Hue")) == (0, 16, "PS")


def test_4_3_1_young_turks():
    """Young Turks add 2 Patronage to a Govern, once, for either way."""
    game = govern(CITIES, "Hue aid, CaT aid", patronage=15, leader=(125, 126))
    assert game.state.patronage == 17
    game = govern(CITIES, "Hue patronage", patronage=15, leader=(125, 126))
    assert game.state.patronage == 19
    assert (
        position(CITIES, to_act="ARVN", patronage=15, leader=(126,)).play("ARVN train Sai").state.patronage
        == 15
    )


def test_4_3_1_how_is_owed():
    """The way of a Govern is never implicit."""
    with refuses("4.3.1", because="how to Govern Hue", code="missing-choice"):
        govern("Hue: 3at AS; Sai: at", "Hue")


# -- Raid -----------------------------------------------------------------------------------------

SWEPT = "; QTi: at"
"""A space for the accompanying Sweep."""


def raid(spaces, line, **fields):
    """Return a game after this Raid before an ARVN Sweep."""
    return position(spaces + SWEPT, to_act="ARVN", **fields).play(f"ARVN raid {line} | sweep QTi")


def test_4_3_3_move_in_and_strike():
    """Case 4.3.3-01: a Ranger moves in Underground and removes 2 Underground Guerrillas."""
    game = raid("QNa: ap ar; QTr: ut 7ng vb PO", "QNa>QTr:ar, QTr-2ng", ARVN=3)
    assert (game["QTr"], game["QNa"], game.resources("ARVN")) == ("ut ar* 5ng vb", "ap", 0)


def test_4_3_3_active_ranger():
    """Case 4.3.3-02: an Active Ranger may move but removes nothing."""
    with refuses("4.3.3", because="Underground Ranger"):
        raid("QNa: ar* 2vg", "QNa-2vg")
    assert raid("QNa: ar* 2vg; QTr: ap", "QNa>QTr:ar*")["QTr"] == "ap ar*"


def test_4_3_3_base_last():
    """4.3.3-04 with Sweep for Patrol: Guerrilla, then Base; no Aid for it."""
    game = raid("QNa: ar vg vb", "QNa-vg-vb", aid=10)
    assert (game["QNa"], game.state.aid) == ("ar*", 10)
    with refuses("4.3.3", code="bases-last"):
        raid("QNa: ar 2vg vb", "QNa-vg-vb")


def test_4_3_3_tunneled_base_stays():
    """A Raid does not remove a Tunneled Base. Only the Guerrilla in its space goes."""
    with refuses("4.3.3", code="tunnel"):
        raid("QNa: ar vg vb^", "QNa-vg-vb^")
    assert raid("QNa: ar vg vb^", "QNa-vg")["QNa"] == "ar* vb^"


def test_4_3_3_two_pieces():
    """A Raid removes two pieces if there are two, of either Insurgent."""
    assert raid("QNa: 2ar ng vg", "QNa-ng-vg")["QNa"] == "ar ar*"
    with refuses("3.1", code="too-few"):
        raid("QNa: ar 2vg", "QNa-vg")
    with refuses("4.3.3", code="too-many"):
        raid("QNa: 2ar 3vg", "QNa-3vg")


def test_4_3_3_one_ranger_is_activated():
    """A Raid Activates one Ranger. The others stay Underground."""
    assert raid("QNa: 3ar 4vg", "QNa-2vg")["QNa"] == "2ar ar* 2vg"


def test_4_3_3_adjacent_rangers_only():
    """Only Rangers of adjacent spaces may move in for a Raid."""
    with refuses("4.3.3", because="adjacent"):
        raid("Hue: ar; QNa: vg", "Hue>QNa:ar QNa-vg")
    with refuses("4.3.3", because="only Rangers"):
        raid("Hue: at; QTr: vg", "Hue>QTr:at")


def test_4_3_3_from_several_spaces():
    """Rangers of several spaces may join a Raid, in at most 2 Raid spaces."""
    game = raid("Hue: ar; QNa: ar; QTr: 2vg", "Hue>QTr:ar, QNa>QTr:ar QTr-2vg")
    assert game["QTr"] == "ar ar*"
    with refuses("4.3.3", because="at most 2 spaces"):
        raid("Hue: ar vg; QNa: ar vg; QTr: ar vg", "Hue-vg, QNa-vg, QTr-vg")


def test_4_3_3_on_a_loc():
    """A Raid may be on a LoC."""
    assert raid("HuDN: ar 2vg", "HuDN-2vg")["HuDN"] == "ar*"


def test_4_3_1_patronage_stops_at_75():
    """Aid falls by the whole Population. Patronage beyond 75 is lost (1.8)."""
    game = position("Hue: 2at PS; CaT: 2at", to_act="ARVN", patronage=74, aid=20, ARVN=20)
    game.play("ARVN train CaT+at | govern Hue patronage")
    assert (game.state.patronage, game.state.aid, game.level("Hue")) == (75, 18, "N")


@pytest.mark.parametrize(
    ("where", "hidden", "shown"),
    [("Tay: ui 2vg", 0, "0 Active Rangers"), ("Tay: ar* 2vg", 0, "1 Active Ranger")],
)
def test_4_3_3_what_a_raid_lacks_is_told(where, hidden, shown):
    """The refusal of a Raid counts Underground and Active Rangers. An Irregular is not counted."""
    with refuses("4.3.3", because=f"{hidden} Underground and {shown}", code="pieces-needed"):
        position(f"Sai: 4at 2ap ar; {where}", to_act="ARVN").play("ARVN patrol | raid Tay-2vg")
