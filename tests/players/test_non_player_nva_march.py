"""8.6.5, 8.6.6: how Non-player NVA March and Redeploy."""

from __future__ import annotations

from typing import Any

from insurgents_decide import MONSOON, nva

HELD = "NVn 2nb 4nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt"
"""8 Bases, each space with the 2 units that stay, and 2 Troops more in North Vietnam."""
COUP: dict[str, Any] = {"phase": "redeploy-nva", "card": "played 125; next 68"}
FINAL: dict[str, Any] = {"phase": "redeploy-nva", "card": "played 125"}


def test_8_6_5_whole_march() -> None:
    """do-2 a Guerrilla onto a LoC, do-3 Control of the highest Population; then Infiltrate."""
    found = nva(f"{HELD}; Fis nb 3ng 2nt; trail 3; NVA 5", (3, 1))
    assert found.node == "8.6.5/do-2"
    assert found.move == (
        "march Fis>SaBM:ng, NVn>QTr:2nt, Fis>Tay:2nt | infiltrate Fis build Fis+4nt, CLa build CLa+5nt"
    )


def test_8_6_5_the_highway_from_hue_to_da_nang() -> None:
    """do-2: that LoC if it can be reached, whatever else can."""
    found = nva(f"{HELD}; Fis nb 2nt; QTr 3ng; trail 3; NVA 5", None)
    assert "QTr>HuDN:ng" in found.move


def test_8_6_5_units_for_a_base() -> None:
    """do-1: with a Base Available 4 units, 2 of them Guerrillas, meet beyond the border, and stay."""
    found = nva("NVn 2nb 4nt; CLa 2ng nt; SLa 2nb 2nt; NEC nb 2ng; Fis 2nb 2nt; trail 3; NVA 1", None)
    assert found.node == "8.6.5/do-1"
    assert found.move.startswith("march NVn>CLa:nt")
    assert "CLa>" not in found.move


def test_8_6_5_not_along_the_trail() -> None:
    """One step only, unless the Trail is at 4."""
    march = f"{HELD}; Fis nb 2nt; KPh 2at; trail 3; NVA 5"
    assert all(path.count(">") < 2 for path in nva(march, None).move.split(","))
    assert "CLa>" in nva(march.replace("trail 3", "trail 4"), None).move


def test_8_6_5_nobody_leaves_by_the_other_reading() -> None:
    """NP-Q25: 2 units stay at the Bases, the others go; by the other reading nobody does."""
    position = f"{HELD}; Fis nb 2nt; trail 3; NVA 5"
    assert "NVn>" in nva(position, None).move
    assert "march" not in nva(position, None, readings=("NP-Q25",)).move


def test_8_6_5_ambush_for_a_base_only() -> None:
    """sa-1: with a Guerrilla that Marched, if a COIN Base goes; else Infiltrate or Bombard."""
    taken = nva(
        "NVn 2nb 2nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 2nt; QTr 3ng; Hue ab; QNa 2ut; "
        "trail 3; NVA 5",
        None,
    )
    assert taken.move.endswith("ambush HuDN, Hue-ab")
    other = nva(f"{HELD}; Fis nb 2nt; QTr 3ng; Hue at; trail 3; NVA 5", None)
    assert "ambush" not in other.move


def test_8_6_5_monsoon() -> None:
    """none: no March in Monsoon: Rally (8.6.4/if-5)."""
    found = nva(f"{HELD}; Fis nb 2nt; trail 3; NVA 5", None, card=MONSOON)
    assert found.node == "8.6.4/if-5"
    assert found.says("8.6.5/none")


def test_8_6_6_two_units_at_each_base() -> None:
    """do-1: spaces with NVA Bases come to 2 units; NVA Control stays where it was."""
    found = nva("NVn nb 6nt; CLa nb; QTr nb 2at; SLa 3nt; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy SLa>CLa:2nt, NVn>QTr:2nt"


def test_8_6_6_control_with_no_more_than_needed() -> None:
    """do-2: Troops to a Base of the South add NVA Control, no more than it takes."""
    found = nva("NVn nb 6nt; QTr nb 2nt 4at; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy NVn>QTr:2nt"


def test_8_6_6_no_coin_control_where_nva_control_is_out_of_reach() -> None:
    """do-3: too few Troops for NVA Control end COIN Control at least."""
    found = nva("NVn nb 3nt; QTr nb 2nt 4at; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy NVn>QTr:nt"


def test_8_6_6_nothing_to_do() -> None:
    """Where no step moves anything NVA do nothing."""
    assert nva("NVn nb 2nt; trail 3; NVA 5", None, **COUP).move == "pass"
