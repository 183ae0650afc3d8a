"""The content of a log's move, as clauses that the player may have said, and the ways of its pieces."""

from __future__ import annotations

import pytest
from table import position

import notation
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.imports.hints import Hints, hints_of, net_items
from fitl_core.imports.hops import chained, ends_told, passed_through, ways
from fitl_core.imports.scala_items import Item
from fitl_core.imports.scala_lines import read_log_text
from fitl_core.record.board_effects import Placed
from fitl_core.record.clauses import Move
from fitl_core.state.positions import position_of

BOARD = position("Hue: 2at; Sai: 3ut; Tay: 2vg; QTr: 1nt 2ng AO", patronage=15)


def hints(*lines: str) -> Hints:
    """Of some lines on the board."""
    return hints_of(read_log_text("\n".join(lines).encode()).items, position_of(BOARD.state))


@pytest.mark.parametrize(
    ("lines", "clauses"),
    [
        (("VC chooses Rally operation", "VC selects Hue for Rally"), "rally Hue"),
        (("Place 2 VC Underground Guerrillas from AVAILABLE into Hue",), "Hue+2vg"),
        (("Remove 1 US Troop from Saigon to CASUALTIES",
          "Remove 2 ARVN Troops from Saigon to AVAILABLE"), "Sai-ut-2at"),
        (("Remove 2 VC Underground Guerrillas from Tay Ninh to AVAILABLE",
          "Place 1 VC Base from AVAILABLE into Tay Ninh"), "Tay-2vg+vb"),
        (("Move 2 US Troops from Saigon to Can Tho",), "Sai>SaCT>CaT:2ut"),
        (("Move 2 NVA Troops from North Vietnam to Central Laos",
          "Move 2 NVA Troops from Central Laos to Hue"), "NVn>CLa>Hue:2nt"),
        (("Flip 2 VC Underground Guerrillas in Tay Ninh to ACTIVE",), "Tay*2vg"),
        (("Flip 1 US Active Irregular in Hue to UNDERGROUND",), "Hue~ui"),
        (("Remove 1 terror marker from Hue", "Place Passive Support marker in Hue"), "Hue:terror-1 Hue=PS"),
        (("Move 2 US Troops from CASUALTIES to OUT OF PLAY",), "casualties>oop:2ut"),
        (("Decrease Patronage by -3 to 12",), "patronage-3"),
        (("Remove 1 US Troop from Saigon to AVAILABLE",
          "Place 1 US Troop from AVAILABLE into Hue"), "Hue+ut<Sai"),
    ],
)  # fmt: skip
def test_lines_are_clauses(lines: tuple[str, ...], clauses: str) -> None:
    """Each clause that the player would have said is among the hints."""
    said = [notation.write_clause(clause) for clause in hints(*lines).clauses]
    assert set(clauses.split(" ")) <= set(said)


def test_more_than_the_log_tells_is_too_much() -> None:
    """The rest of the log is counted; one piece or a level too many ends a way."""
    told = hints("Place 2 VC Underground Guerrillas from AVAILABLE into Hue")
    assert told.left(()) == 4  # each goes out of Available, and comes into Hue
    placed = [(Placed("3.3.1", "hue", (Count(number, Kind.VG),)),) for number in (1, 3)]
    assert told.left(placed[0]) == 2 and told.left(placed[1]) is None


def test_ways_go_by_roads_too() -> None:
    """Patrol and Transport keep to LoCs and Cities: the shortest such way is there, too."""
    found = ways("can-tho", "cam-ranh")
    assert ("can-tho", "loc-saigon-can-tho", "saigon", "loc-saigon-cam-ranh", "cam-ranh") in found
    assert ways("hue", "quang-nam")[-1] == ("hue", "quang-nam")


def test_without_a_log_what_differs_is_told() -> None:
    """Pieces that one place lost and another got have moved; others came and went by Available."""
    after = position("Hue: 2at PS; Sai: 1ut; CaT: 2ut; QTr: 1nt 2ng AO")
    before = position_of(BOARD.state)
    clauses = hints_of(net_items(before, position_of(after.state)), before).clauses
    said = [notation.write_clause(clause) for clause in clauses]
    assert {"Sai>SaCT>CaT:2ut", "Tay-2vg", "Hue=PS"} <= set(said)


MARCH = (
    "NVA selects Hue as a March destination",
    "Move 4 NVA Troops from North Vietnam to Central Laos",
    "Move 3 NVA Troops from Central Laos to LOC Hue -- Khe Sanh",
    "Move 2 NVA Troops from LOC Hue -- Khe Sanh to Hue",
)


WAY = ("north-vietnam", "central-laos", "loc-hue-khe-sanh", "hue")


def items(*lines: str) -> tuple[Item, ...]:
    """Read the items of a log's lines."""
    return read_log_text("\n".join(lines).encode()).items


def test_hops_of_a_march_are_one_way() -> None:
    """Pieces that come in and go on are one move, after the line with their last hop; the others stay."""
    assert chained(items(*MARCH)) == {
        2: [Move(WAY[:3], (Count(1, Kind.NT),))],
        3: [Move(WAY, (Count(2, Kind.NT),))],
    }
    assert passed_through(items(*MARCH)) == 2 * (3 + 2)


def test_hops_of_nothing_else_are_chained() -> None:
    """Only a March has hops: in a Redeploy the pieces that come and those that go are different."""
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
