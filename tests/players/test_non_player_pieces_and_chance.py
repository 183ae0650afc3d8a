"""8.1.2, 8.2, 8.3, 8.4.7: which pieces come or go, random spaces, equal chances."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from non_player_table import Cup, driven, table

from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.pieces import KINDS, Count, Kind, from_counts
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.equal_chances import candidate_rolled, dice_for
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.piece_order import enemy_pieces, in_turn, own_pieces
from fitl_core.players.non_players.random_spaces import random_spaces, space_reached


def _order(taken: tuple[Count, ...]) -> str:
    return " ".join([f"{count.number}{count.kind.code}" for count in taken])


def _there(words: str) -> tuple[int, ...]:
    codes = {kind.code: kind for kind in KINDS}
    return from_counts({codes[word[1:]]: int(word[0]) for word in words.split()})


@pytest.mark.parametrize(
    ("there", "most", "gone"),
    [
        ("1ub 1ab 2ui 1ar*", 2, "1ub 1ab"),
        ("1nb 2vg* 1ng 3nt", 3, "1nb 1ng 1vg*"),
        ("1vg* 1ng* 1vg 1ng", 4, "1vg 1ng 1vg* 1ng*"),
        ("2at 1ap", 2, "2at"),
        ("1at 3ap", 2, "1at 1ap"),
        ("2at 3ap", 5, "2at 3ap"),
        ("2ut 2at 3ap", 4, "2ap 2ut"),
    ],
)
def test_8_1_2_enemy_pieces(there: str, most: int, gone: str) -> None:
    """Bases, then Guerrillas and Special Forces, Underground first, then Troops and Police in turn."""
    assert _order(enemy_pieces(_there(there), KINDS, most)) == gone


def test_8_1_2_last_police_goes_last() -> None:
    """As long as Troops are there the last Police stays (NP-Q06); elsewhere it need not."""
    there = _there("3at 1ap")
    assert _order(enemy_pieces(there, KINDS, 3)) == "3at"
    assert _order(enemy_pieces(there, KINDS, 3, last_police_last=False)) == "1ap 2at"


@pytest.mark.parametrize(
    ("there", "most", "gone"),
    [
        ("3at 1ap 1ar 1ab", 3, "2at 1ap"),
        ("1at 3ap", 3, "2ap 1at"),
        ("1at 1ar* 1ar 1ab", 3, "1at 1ar* 1ar"),
        ("1nb 2ng 1ng* 1nt", 4, "1nt 1ng* 2ng"),
    ],
)
def test_8_1_2_own_pieces(there: str, most: int, gone: str) -> None:
    """The reverse: Troops and Police in turn from the more numerous, then Active ones, Bases last."""
    assert Counter(_order(own_pieces(_there(there), KINDS, most)).split()) == Counter(gone.split())


def test_8_1_2_cubes_come_in_turn() -> None:
    """Beginning with the fewer in the space, Troops if equal."""
    assert in_turn(9, 9, 6, 1, 4) == (3, 3)
    assert in_turn(9, 9, 5, 0, 0) == (3, 2)
    assert in_turn(1, 9, 6, 0, 0) == (1, 5)
    assert in_turn(0, 0, 6, 0, 0) == (0, 0)


def test_8_2_table_and_arrows_name_every_province_and_city() -> None:
    """Each roll names a space; the arrows lead once through all of them."""
    inhabitable = {where.id for where in board().spaces if not where.is_loc}
    assert set(random_spaces().arrows) == inhabitable
    assert len(random_spaces().arrows) == len(inhabitable)
    assert set(random_spaces().table) == {f"{a}{b}" for a, b in product(range(1, 7), repeat=2)}
    assert set(random_spaces().table.values()) <= inhabitable


def test_8_2_arrows_lead_to_the_first_candidate() -> None:
    """A roll moves on along the arrows to the first candidate; the last space leads to the first."""
    arrows = random_spaces().arrows
    for roll, name in random_spaces().table.items():
        tens, ones = int(roll[0]), int(roll[1])
        assert space_reached(tens, ones, [spaces_by_id()[name]])[1] == 0
        before = spaces_by_id()[arrows[arrows.index(name) - 1]]
        assert space_reached(tens, ones, [before]) == (before, len(arrows) - 1)


def test_8_3_locs_come_after_provinces_and_cities() -> None:
    """Among LoCs: highest Econ, then beside a random City, then equal chances."""
    d = Decider(table("next 70; played 68; eligible VC"), VC, CONDUCT)
    spaces = spaces_by_id()

    def pick(*names: str, dice: tuple[int, ...] = ()) -> str:
        return str(driven(d.random_space("8.3", [spaces[name] for name in names]), Cup(dice)).id)

    locs = {where.id: where.econ for where in board().spaces if where.is_loc}
    first, second = (
        sorted(locs, key=lambda name: -locs[name])[0],
        sorted(locs, key=lambda name: locs[name])[0],
    )
    assert locs[first] > locs[second]
    assert pick(first, second) == first
    assert pick(first, "saigon") == "saigon"


def test_8_4_7_equal_chances_are_equal() -> None:
    """Every candidate has equally many faces; other rolls are repeated."""
    for candidates in range(1, 37):
        dice = dice_for(candidates)
        fallen = Counter([candidate_rolled(roll, candidates) for roll in product(range(1, 7), repeat=dice)])
        again = fallen.pop(None, 0)
        assert set(fallen) == set(range(candidates))
        assert len(set(fallen.values())) == 1
        assert again < candidates


def test_8_4_7_dice_are_rolled_again() -> None:
    """Of four candidates a 5 or 6 falls on none: the die is rolled again, and the log has both."""
    d = Decider(table("next 70; played 68; eligible VC"), VC, CONDUCT)
    assert driven(d.pick_evenly("8.4.7", "abcd"), Cup((5, 6, 3))) == "c"
    assert d.lines[0].dice == (5, 6, 3)
    assert driven(d.pick_evenly("8.4.7", "a"), Cup()) == "a"


def test_8_1_2_tunneled_bases_are_bases() -> None:
    """The rules give tunneled Bases no place among Bases; they follow the others."""
    assert enemy_pieces(_there("1vb 1vb^"), (Kind.VB, Kind.VB_TUNNELED), 1) == (Count(1, Kind.VB),)
