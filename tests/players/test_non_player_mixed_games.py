"""Games of players and Non-players at one table (8.0): the choices of a player inside an Event."""

from __future__ import annotations

from typing import Any

import pytest
from non_player_table import clause_of, event_of, table

from fitl_core.facts.factions import ARVN, US
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.record.setup import Setup
from fitl_core.testing.non_player_games import NonPlayerTally, draw_players, try_non_players
from notation import write_event


@pytest.mark.parametrize(
    ("scenario", "seed", "cards"), [("short", 9, 14), ("full", 5, 14), ("full", 27, 20), ("medium", 46, 10)]
)
def test_8_4_4_a_players_free_actions_in_a_non_players_event(scenario: str, seed: int, cards: int) -> None:
    """Each question is put to the player separately; his answers are read in order, forced or not."""
    dice = Dice(f"{scenario} {seed}")
    tally = NonPlayerTally()
    try_non_players(Setup(scenario, players=draw_players(dice)), dice, tally, cards)
    assert tally.decisions


def test_8_7_5_a_search_on_the_way_to_the_traps_is_not_said_twice() -> None:
    """Four Non-players: a Sweep of three spaces with Booby Traps (card 101) is dictated or not decidable."""
    tally = NonPlayerTally()
    try_non_players(Setup("full", players=()), Dice(7), tally)
    assert set(tally.verdicts) <= {"dictated", "not-decidable"}


def test_8_4_4_what_lapses_is_not_put_to_a_player() -> None:
    """SEALORDS: a player ARVN without pieces near Can Tho is not asked to Sweep or Assault."""

    def chance(wanted: Wanted) -> None:
        raise AssertionError(wanted.what)

    state = table("KHo ut vg*; trail 1; policy LBJ; played 92; next 68; eligible US", players="ARVN")
    found = decide(state, US, chance)
    assert write_event(found.lines[-1]) == "US   event unshaded assault KHo-vg*"


def test_8_4_4_vc_pick_whom_booby_traps_take() -> None:
    """After a 1 the VC player picks the Troop to remove; without a player a US one goes (8.1.2)."""
    there = "PhB 2at 2ut 4vg ub; BDi 2at vg ab; trail 0; capabilities 101:shaded; played 70; next 68"
    choice = [clause_of("US train PhB-at")]
    for players, lost in (("VC", "PhB-at"), ("NVA", "PhB-ut")):
        for faction in ("US", "ARVN"):
            found = event_of(table(f"{there}; eligible {faction}", players), faction, [1, 6], choice)
            swept = f"sweep PhB, BDi {{1}} VC: {lost} {{6}} {faction}:"
            assert found == f"unshaded {faction} {swept} assault PhB PhB-4vg*, BDi BDi-vg*"


@pytest.mark.parametrize("faction", ["US", "ARVN"])
def test_8_4_4_cobras_behind_a_sweep_that_an_assault_follows(faction: str) -> None:
    """Masher: what the Assault removes is not Cobras' (card 13), and a space is not Swept twice."""
    there = "CRa 3ut at nt vg; trail 0; capabilities 13:unshaded"
    state = table(f"{there}; played 99; next 68; eligible {faction}", "NVA+VC")
    assert event_of(state, faction) == f"unshaded {faction} sweep CRa CRa*vg CRa-nt assault CRa-vg*"


def test_8_4_4_cobras_strike_between_the_sweeps_of_an_event() -> None:
    """SEALORDS: Cobras (card 13) take an Active piece before the next Sweep finds others."""
    there = "KPh 2ar 3vg; KHo ap vg; capabilities 13:unshaded"
    found = event_of(table(f"{there}; played 92; next 99; eligible US", "none"), "US")
    assert found == "unshaded ARVN: KHo sweep KHo KHo*vg KHo-vg* sweep KPh KPh*2vg KPh-vg*"


def test_8_7_3_nva_choose_behind_a_patrol() -> None:
    """Shaded M-48 Patton (card 14): a player NVA is asked what to remove; a Non-player removes most."""
    there = "Sai 28at 30ap 4ar; SaCT vg; ARVN 30; capabilities 14:shaded; played 41; next 68; eligible ARVN"
    asked = []

    def chance(wanted: Wanted) -> Any:
        if wanted.kind == "choice":
            asked.append(wanted.what)
            return clause_of("NVA attack SaCT-2ap")
        return (1,) * wanted.dice

    line = write_event(decide(table(there, "NVA+VC"), ARVN, chance).lines[-1])
    assert "SaCT-vg* NVA: SaCT-2ap | transport Sai>" in line
    assert len(asked) == 1
    lines = [write_event(one) for one in decide(table(there, "US"), ARVN, chance).lines]
    assert "SaCT-vg* NVA: QNh-at-ap | transport Sai>" in lines[-1]
    assert any(one.startswith("dice NVA 8.1.1 space {") for one in lines)  # among equal spaces
