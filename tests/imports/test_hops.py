"""Ways of pieces, of which a log tells only where they began and ended, or hop by hop."""

from __future__ import annotations

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.imports.hops import chained, ends_told, passed_through, ways
from fitl_core.imports.scala_items import Item
from fitl_core.imports.scala_lines import read_log_text
from fitl_core.record.clauses import Move

MARCH = (
    "NVA selects Hue as a March destination",
    "Move 4 NVA Troops from North Vietnam to Central Laos",
    "Move 3 NVA Troops from Central Laos to LOC Hue -- Khe Sanh",
    "Move 2 NVA Troops from LOC Hue -- Khe Sanh to Hue",
)
WAY = ("north-vietnam", "central-laos", "loc-hue-khe-sanh", "hue")


def items(*lines: str) -> tuple[Item, ...]:
    """What lines of a log say."""
    return read_log_text("\n".join(lines).encode()).items


def test_hops_of_a_march_are_one_way() -> None:
    """What comes in and goes on is one move, behind the line with its last hop; the rest stays there."""
    assert chained(items(*MARCH)) == {
        2: [Move(WAY[:3], (Count(1, Kind.NT),))],
        3: [Move(WAY, (Count(2, Kind.NT),))],
    }
    assert passed_through(items(*MARCH)) == 2 * (3 + 2)


def test_hops_of_nothing_else_are_chained() -> None:
    """In a Redeploy what comes and what goes are other pieces."""
    lines = (
        "ARVN Redeploy",
        "Move 2 ARVN Troops from Hue to Saigon",
        "Move 1 ARVN Troop from Saigon to Kontum",
    )
    assert not chained(items(*lines))
    assert not passed_through(items(*lines))
    assert ends_told(items(*lines)) == {("hue", "saigon"), ("saigon", "kontum")}


def test_ways_are_short() -> None:
    """The shortest of any, those by Cities and LoCs, and the two spaces alone."""
    found = ways("hue", "kontum")
    roads = {space.id for space in spaces_by_id().values() if space.is_loc or space.is_city}
    assert found[-1] == ("hue", "kontum")
    assert sum(set(way) <= roads for way in found[:-1]) >= 1
