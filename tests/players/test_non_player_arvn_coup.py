"""Non-player ARVN in Coup Rounds: Pacify (8.7.6), Redeploy (8.7.7), deserting cubes (8.1.2)."""

from __future__ import annotations

import pytest
from players.arvn_decides import in_phase


def test_8_7_6_pacify_without_terror_then_opposition_then_most_shift() -> None:
    """Qui Nhon has Opposition and no Terror; Saigon shifts most, then Hue and Kontum alike, for which there
    is room without a roll; Da Nang has Terror."""
    found = in_phase(
        "support-arvn",
        "Hue 2at ap PS; DaN at ap PO terror 1; Kon at ap N; QNh at ap PO; Sai ap at; oop 20ut; ARVN 30",
    )
    assert found.move == "pacify QNh=PS, Sai=AS, Hue=AS, Kon=AS"


@pytest.mark.parametrize(("out_of_play", "move"), [(1, "pass"), (2, "pass"), (5, "pacify Hue=AS")])
def test_8_7_6_to_active_support_only_up_to_45(out_of_play: int, move: str) -> None:
    """46 Available less those out of play, and 2 of Support: 2 more must not go beyond 45."""
    assert in_phase("support-arvn", f"Hue 2at ap PS; oop {out_of_play}ut; ARVN 30").move == move


def test_8_7_6_to_passive_support_at_any_score() -> None:
    """Nothing limits a shift to Passive Support where there is no Terror."""
    assert in_phase("support-arvn", "Hue 2at ap N; ARVN 30").move == "pacify Hue=PS"


def test_8_7_6_terror_goes_only_for_a_shift_that_keeps_to_45() -> None:
    """From Neutral the score would rise beyond 45; from Passive Opposition it does not (NP-Q32)."""
    position = "Hue 2at ap N terror 1; oop 1ut; ARVN 30"
    assert in_phase("support-arvn", position).move == "pass"
    other = in_phase("support-arvn", position, readings=("NP-Q32",))
    assert other.move == "pacify Hue:terror-1 Hue=PS"
    below = in_phase("support-arvn", "Hue 2at ap PO terror 1; oop 1ut; ARVN 30")
    assert below.move == "pacify Hue:terror-1 Hue=PS"


def test_8_7_6_no_terror_goes_if_money_ends_before_the_shift() -> None:
    """3 Resources would take the marker and no more."""
    assert in_phase("support-arvn", "Hue 2at ap PO terror 1; ARVN 5").move == "pass"


def test_8_1_2_deserting_cubes_go_in_turn_from_the_more_numerous() -> None:
    """A third of 7: a Troop, then a Police; 2 Police first where Police are more."""
    found = in_phase("desert", "Hue 5at 2ap; DaN 2at 4ap; SaCT 3ap", card="leaders 126; played 129; next 68")
    assert found.move == "desert Hue-at-ap, DaN-ap-at, SaCT-ap"


def test_8_7_7_troops_leave_for_control_then_3_cubes_in_cities() -> None:
    """4 Troops and what Hue and Saigon can spare hold all Cities, then fill some."""
    found = in_phase("redeploy-arvn", "Hue 5at 2ap; Sai 3at 3ap; KPh 4at 2ap", [1, 1, 2, 6, 6, 4, 3, 5])
    assert found.move.startswith("redeploy KPh>DaN:at, KPh>Kon:at, KPh>QNh:at, KPh>CRa:at, Hue>AnL:at,")


def test_8_7_7_exactly_3_police_to_route_13() -> None:
    """Whatever is there already; none while Insurgents are (NP-C72)."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaBM ap")
    assert found.move == "redeploy Sai>SaBM:3ap"
    held = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaBM vg")
    assert held.move == "pass"


def test_8_7_7_police_leave_locs_with_insurgents_first() -> None:
    """Can Tho's road has a Guerrilla: its 2 Police go before Saigon's."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; SaCT 2ap vg")
    assert found.move == "redeploy SaCT>SaBM:2ap, Sai>SaBM:ap"


def test_8_7_7_police_keep_the_control_that_troops_gave() -> None:
    """Kien Phong loses 2 Troops against a Guerrilla: 1 Police more keeps it."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; KPh 2at ap vg; SaBM vg", None)
    assert "Sai>KPh:ap" in found.move


def test_8_7_7_troops_without_a_task_go_to_one_random_space() -> None:
    """All Cities are held: 2 Troops go where 11 leads."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 3ap; KPh 2at ap; SaBM vg", [1, 1])
    assert found.move == "redeploy KPh>Sai:2at"


def test_8_7_7_one_police_in_each_province_under_coin_control() -> None:
    """A US Base holds Binh Dinh: 1 Police goes there."""
    cities = "; ".join([f"{code} 2at ap" for code in ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT")])
    found = in_phase("redeploy-arvn", f"{cities}; Sai 3at 8ap; BDi 2ut ub; SaBM vg")
    assert found.move == "redeploy Sai>BDi:ap"
