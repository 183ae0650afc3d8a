"""Whether ARVN (8.7.1) and the US (8.8.2, 8.8.6) play the Event, Pass or operate."""

from __future__ import annotations

from non_player_table import decision, table

from notation import write_event

ARVN = "Sai ub 4ut 2at 2ap AS; ARVN 30; policy LBJ"
US = "Sai ub 4ut 2at 2ap AS; ARVN 30; econ 15; policy LBJ"


def _decided(position: str, faction: str, *dice: int) -> tuple[str, str, str]:
    """Kind, node and move of a decision; the players have NVA and VC."""
    found = decision(table(f"{position}; eligible {faction}", "NVA+VC"), faction, dice)
    return found.kind, found.node, " ".join(write_event(found.lines[-1]).split()) if found.lines else ""


def test_8_7_1_passes_for_its_own_capability() -> None:
    """Armored Cavalry is next: with 1 leader a 2 exceeds it, and ARVN Passes (8.7.1/if-1)."""
    decided = _decided(f"{ARVN}; leaders 126; played 41; next 61", "ARVN", 2)
    assert decided[:2] == ("pass", "8.7.1/if-1")


def test_8_7_1_plays_a_capability_by_a_die() -> None:
    """Any Faction's: Armored Cavalry itself, by a 2 over 1 leader (8.7.1/if-2)."""
    assert _decided(f"{ARVN}; leaders 126; played 61; next 70", "ARVN", 2) == (
        "event",
        "8.7.1/if-2",
        "ARVN event unshaded",
    )


def test_8_7_1_plays_an_event_that_changes_something() -> None:
    """Blowtorch Komer before a Coup: named as acting, and neither card is a Capability (8.7.1/if-3)."""
    decided = _decided(f"{ARVN}; played 16; next 127", "ARVN")
    assert decided == ("event", "8.7.1/if-3", "ARVN event unshaded")


def test_8_7_1_passes_with_less_than_3_resources() -> None:
    """With 2 Resources and an Event declined ARVN Passes; with 3 it operates (8.7.1/if-4)."""
    poor = ARVN.replace("ARVN 30", "ARVN 2")
    assert _decided(f"{poor}; played 41; next 68", "ARVN")[:2] == ("pass", "8.7.1/if-4")


def test_8_8_2_passes_for_its_own_capability() -> None:
    """M-48 Patton is next: 4 exceeds the 1 leader (8.8.2/if-1)."""
    assert _decided(f"{US}; leaders 126; played 41; next 14", "US", 4)[:2] == ("pass", "8.8.2/if-1")


def test_8_8_2_plays_a_capability_by_a_die() -> None:
    """M-48 Patton itself, by a 4 over 1 leader (8.8.2/if-2)."""
    decided = _decided(f"{US}; leaders 126; played 14; next 70", "US", 4)
    assert decided == ("event", "8.8.2/if-2", "US event unshaded")


def test_8_8_6_plays_another_event_behind_assault_and_sweep() -> None:
    """Peace Talks in the Full scenario, with nothing to Assault or to Sweep."""
    peace = "Sai ub 4ut 2at 2ap AS; NVA 10; policy LBJ; played 3; next 68"
    assert _decided(peace, "US") == ("event", "8.8.6", "US event unshaded")
