"""Transport (4.3.2), under Nguyen Khanh too (card 125)."""

import pytest
from table import position, refuses

THIEU = {"leader": (128,)}


def transport(spaces, moves, **fields):
    """Return a game after a Transport under Nguyen Van Thieu, added to a Patrol that moves nothing."""
    fields = {"ARVN": 5, **THIEU, **fields}
    return position(spaces, to_act="ARVN", **fields).play(f"ARVN patrol | transport {moves}")


def test_4_3_2_over_a_loc_and_rangers_hide():
    """Case 4.3.2-01: 6 pieces over an empty LoC into Highland; every Ranger on the map hides."""
    game = transport("Sai: 6at ar* PS; Ple: 2vg; QNa: ar*; CLa: 2ar*", "Sai>SaBM>Ple:5at+ar*")
    assert (game["Ple"], game["Sai"], game["QNa"], game["CLa"]) == ("5at ar 2vg", "at", "ar", "2ar")
    assert game.resources("ARVN") == 2


def test_4_3_2_stops_at_insurgents():
    """Case 4.3.2-02: Transport may end at a Guerrilla on a LoC or in a City, but not pass it."""
    with refuses("4.3.2", because="stop at the NVA or VC pieces", code="path-blocked"):
        transport("Sai: 6at PS; SaBM: vg", "Sai>SaBM>Ple:4at")
    with refuses("4.3.2", because="pieces in Can Tho", code="path-blocked"):
        transport("Sai: 6at PS; CaT: ng*", "Sai>SaCT>CaT>CTCD:4at")
    assert transport("Sai: 6at PS; SaBM: 3vg*", "Sai>SaBM:4at")["SaBM"] == "4at 3vg*"


def test_4_3_2_one_origin():
    """Case 4.3.2-03: all Transported pieces start in one space."""
    with refuses("4.3.2", because="all come from Saigon", code="space-not-allowed"):
        transport("Sai: 2at 2ap PS; CaT: 2at PS", "Sai>SaCT:2at, CaT>SaCT:2at")


@pytest.mark.parametrize(
    ("legs", "path"),
    [
        ("Sai>SaCT:2at, SaCT>CaT:2at", "Sai>SaCT>CaT:2at"),
        ("Sai>SaCT:3at, SaCT>CaT:2at", "Sai>SaCT:at, Sai>SaCT>CaT:2at"),
        ("Sai>SaDL:2at, SaDL>BMDL:2at, BMDL>Ple:at", "Sai>SaDL>BMDL:at, Sai>SaDL>BMDL>Ple:at"),
    ],
)
def test_4_3_2_legs_of_one_path(legs, path):
    """A path may be written leg by leg, with the outcome of one path."""
    assert transport("Sai: 6at PS", legs).state == transport("Sai: 6at PS", path).state


@pytest.mark.parametrize("piece", ["ap", "ut", "ui", "ab"])
def test_4_3_2_troops_and_rangers_only(piece):
    """Case 4.3.2-03: Police, Bases and US pieces are not Transported."""
    with refuses("4.3.2", because="are not Transported", code="piece-not-allowed"):
        transport("Sai: 2at 2ap ut ui ab PS", f"Sai>SaCT:at+{piece}")


def test_4_3_2_a_province_ends_the_way():
    """Case 4.3.2-04: Transport ends in the first Province."""
    where = "Sai: 4at PS"
    with refuses("4.3.2", because="Khanh Hoa is a destination", code="path-blocked"):
        transport(where, "Sai>SaDL>KhH>PhB:4at")
    assert transport(where, "Sai>SaDL>KhH:4at")["KhH"] == "4at"


def test_4_3_2_straight_into_a_province():
    """Case 4.3.2-05: the LoCs of a Transport's path may be left out."""
    game = transport("Sai: 4at PS; Hue: ar*", "Sai>Tay:4at")
    assert (game["Tay"], game["Hue"], game.resources("ARVN")) == ("4at", "ar", 2)


def test_4_3_2_several_destinations():
    """A Transport's 6 pieces may go to several destinations over LoCs and Cities, Laos included."""
    game = transport("Hue: 4at 2ar PS", "Hue>HuDN>DaN>DNQN:2at, Hue>HuKS>CLa:2at+ar, Hue>QTr:ar")
    assert (game["DNQN"], game["CLa"], game["QTr"], game["Hue"]) == ("2at", "2at ar", "ar", "")


def test_4_3_2_six_pieces():
    """A Transport moves at most 6 pieces in all."""
    for moves in ("Sai>SaCT:7at", "Sai>SaCT:6at, Sai>SaCR:ar", "Sai>SaCT:6at+ar"):
        with refuses("4.3.2", because="with these: 7", code="too-many"):
            transport("Sai: 8at ar PS", moves)


def test_4_3_2_more_than_there_are():
    """More pieces than present cannot be Transported, in any wording."""
    for pieces in ("3at", "2at+at"):
        with refuses("4.3.2", because="Saigon has 2 ARVN Troops", code="no-such-pieces"):
            transport("Sai: 2at PS", f"Sai>SaCT:{pieces}")


def test_4_3_2_not_to_north_vietnam():
    """Transport never enters North Vietnam (1.4.2), and consecutive spaces are adjacent (1.3.6)."""
    with refuses("1.4.2", code="north-vietnam"):
        transport("Hue: 2at", "Hue>HuKS>NVn:2at")
    with refuses("1.3.6", code="not-adjacent"):
        transport("Hue: 2at", "Hue>Sai:2at")


def test_4_3_2_moving_nothing():
    """Transport of no pieces is legal, and the Rangers still go Underground."""
    assert transport("Sai: 2at PS; Hue: 2ar*", "")["Hue"] == "2ar"


def test_4_3_2_prepares_a_strike_of_the_operation():
    """The Troops that arrived search in the Sweep that follows (4.1)."""
    game = position("Sai: 3at; KPh: 3vg", to_act="ARVN")
    assert game.play("ARVN transport Sai>SaCT>KPh:3at | sweep KPh")["KPh"] == "3at 3vg*"


@pytest.mark.parametrize("operation", ["train Sai", "patrol", "sweep QTi", "assault HuDN"])
def test_4_3_2_with_any_operation(operation):
    """Transport goes with every Operation (4.1.1)."""
    where = "Sai: 2at PS; QTi: at vg; HuDN: 2at vg*"
    game = position(where, to_act="ARVN").play(f"ARVN {operation} | transport Sai>SaCT:2at")
    assert game["SaCT"] == "2at"


def test_4_3_2_one_type_only():
    """Case 4.1-02: Govern and Transport exclude each other."""
    where = "Hue: 2at 2ap PS; Sai: 4at 3ap PS"
    with refuses("4.1", code="one-activity"):
        position(where, to_act="ARVN").play("ARVN train Sai | govern Hue aid | transport Sai>SaCT:2at")


def test_4_3_2_limop():
    """A Limited Operation has no Transport (2.3.5)."""
    with refuses("2.3.5", code="limop-special-activity"):
        position("Sai: 2at", to_act="ARVN").play("ARVN limop patrol | transport Sai>SaCT:2at")


# -- Nguyen Khanh ---------------------------------------------------------------------------------


def test_4_3_2_khanh_one_loc_on_the_way():
    """Case 2.4.1-06: under Khanh a Transport uses one LoC at most, under another Leader more."""
    moves = "Sai>SaDL>BMDL>Ple:4at"
    with refuses("card 125", because="at most 1 LoC space", code="leader"):
        transport("Sai: 6at PS", moves, leader=(125,))
    assert transport("Sai: 6at PS", moves)["Ple"] == "4at"


def test_4_3_2_khanh_one_loc_for_all():
    """Case 2.4.1-07: under Khanh the whole Transport shares one LoC, which several groups may use."""
    with refuses("card 125", because="used: 2", code="leader"):
        transport("Sai: 6at PS", "Sai>SaDL:3at, Sai>SaCT:3at", leader=(125,))
    game = transport("Sai: 6at PS", "Sai>SaCT:3at, Sai>SaCT>KPh:2at, Sai>Tay:at", leader=(125,))
    assert (game["SaCT"], game["KPh"], game["Tay"]) == ("3at", "2at", "at")


def test_4_3_2_khanh_one_loc_for_each_group():
    """Reading 2.4.1-07: each group under Khanh may use one LoC, not two. The two LoCs may differ."""
    fields = {"leader": (125,), "readings": ("2.4.1-07",)}
    game = transport("Sai: 6at PS", "Sai>SaDL:3at, Sai>SaCT:3at", **fields)
    assert (game["SaDL"], game["SaCT"]) == ("3at", "3at")
    with refuses("card 125", because="used: 2", code="leader"):
        transport("Sai: 6at PS", "Sai>SaCT:at, Sai>SaDL>BMDL:at", **fields)


def test_4_3_2_refused_changes_nothing():
    """A refused Transport hides no Ranger and costs nothing."""
    game = position("Sai: 7at PS; Hue: ar*", to_act="ARVN")
    assert game.refused("ARVN patrol | transport Sai>SaCT:7at").rule == "4.3.2"
    assert (game["Hue"], game.resources("ARVN")) == ("ar*", 20)
