"""Pieces that have moved, with a Special Activity in between (3.2.2, 3.2.3, 3.3.2, 4.1).

Legal if some choice among equal pieces makes it so, illegal if none does.
"""

from itertools import combinations

import pytest
from table import position, refuses

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.dice import Dice
from fitl_core.record.board_effects import Activated, Moved, Placed, Removed
from fitl_core.rules.context import Context
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.arrivals import Arrivals, arrivals, short_of_unmoved
from fitl_core.state.draft import Draft

ORIGINAL = {"to_act": "US", "rules": "original"}


def test_3_3_2_tax_exposes_one_that_marched():
    """If the only Guerrilla in a space has Marched, it is the same piece after Tax turns it Active."""
    with refuses("3.3.2", because="0 Active VC Guerrillas that have not Marched", code="no-such-pieces"):
        position("Tay: vg", to_act="VC", leader=(128,)).play(
            "VC march Tay>QDu:vg | tax QDu | march QDu>BTu:vg*"
        )


def test_3_3_2_tax_exposes_whichever_is_meant():
    """If 2 of 4 Guerrillas have Marched, the one that Tax Activates may be of either pair."""
    where, tax = "Tay: 2vg; QDu: 2vg", "VC march Tay>QDu:2vg | tax QDu | march"
    game = position(where, to_act="VC").play(f"{tax} QDu>BTu:2vg")
    assert (game["QDu"], game["BTu"]) == ("vg vg*", "2vg")
    game = position(where, to_act="VC").play(f"{tax} QDu>BTu:vg*, QDu>BTu:vg")
    assert (game["QDu"], game["BTu"]) == ("2vg", "vg vg*")
    for three in ("QDu>BTu:3vg", "QDu>BTu:2vg+vg*", "QDu>BTu:2vg, QDu>Cam:vg*"):
        with refuses("3.3.2", because="have not Marched", code="no-such-pieces"):
            position(where, to_act="VC").play(f"{tax} {three}")


def test_3_3_2_tax_in_two_spaces_is_open_in_both():
    """Tax in one destination of a March leaves the choice open in the other destination."""
    where = "Tay: 4vg; QDu: vg; KPh: vg"
    march = "VC march Tay>QDu:2vg, Tay>KPh:2vg | tax QDu, KPh | march"
    game = position(where, to_act="VC", leader=(128,)).play(f"{march} QDu>BTu:vg, KPh>KHo:vg*")
    assert (game["BTu"], game["KHo"]) == ("vg", "vg*")
    with refuses("3.3.2", code="no-such-pieces"):
        position(where, to_act="VC", leader=(128,)).play(f"{march} QDu>BTu:vg, QDu>BTu:vg*")


def test_3_3_2_the_rest_of_a_group_behind_a_tax():
    """If a Marching group is Activated after a Tax, VC choose the Guerrilla that Tax had turned Active."""
    where = "Tay: 4vg; QDu: vg PS"
    march = "VC march Tay>QDu:2vg | tax QDu | march Tay>QDu:2vg"
    with refuses("3.3.2", because="to Activate", code="missing-choice"):
        position(where, to_act="VC", leader=(128,)).play(march)
    for number, left in ((3, "vg 4vg*"), (4, "5vg*")):
        game = position(where, to_act="VC", leader=(128,)).play(f"{march} QDu*{number}vg")
        assert game["QDu"] == left
    alone = position("Tay: 4vg; QDu: PS", to_act="VC", leader=(128,)).play(march)
    assert alone["QDu"] == "4vg*"


def test_3_2_3_air_lifted_troops_sweep_once():
    """In the original rules a Sweep continues after an Air Lift, but not for Troops that have moved."""
    line = "US sweep Hue>QTr:2ut | airlift QTr>DaN:2ut | sweep DaN>QNa:2ut"
    with refuses("3.2.3", because="0 US Troops that have not moved", code="no-such-pieces"):
        position("Hue: 2ut", **ORIGINAL).play(line)
    assert position("Hue: 2ut; QTr: 2ut", **ORIGINAL).play(line)["QNa"] == "2ut"
    with refuses("3.2.3", because="1 US Troop that"):
        position("Hue: 2ut; QTr: ut", **ORIGINAL).play(line)


def test_3_2_3_what_is_left_behind_follows():
    """If the lifted Troops Sweep on, they had not moved. The Troops left in the space have, and cannot."""
    line = "US sweep Hue>QTr:2ut | airlift QTr>DaN:2ut | sweep DaN>QNa:2ut, QTr>QNa:ut"
    with refuses("3.2.3", code="no-such-pieces"):
        position("Hue: 2ut; QTr: 2ut", **ORIGINAL).play(line)
    half = "US sweep Hue>QTr:2ut | airlift QTr>DaN:2ut | sweep DaN>QNa:ut, QTr>QNa:ut"
    assert position("Hue: 2ut; QTr: 2ut", **ORIGINAL).play(half)["QNa"] == "2ut"


def test_3_2_2_cubes_that_had_to_stop_are_not_lifted_on():
    """Cubes stopped by the enemy do not Patrol on after an Air Lift."""
    with refuses("3.2.2", because="Hue: 0 US Troops that have not moved", code="no-such-pieces"):
        line = "US patrol Sai>SaCT:2ut | airlift SaCT>Hue:2ut | patrol Hue>HuDN:2ut"
        position("Sai: 2ut; SaCT: vg*", to_act="US").play(line)


def test_3_2_2_one_way_for_each_cube():
    """A cube that no enemy stopped has also ended its move after an Activity (docs/look-up/rulings.md)."""
    for lift, origin in (("Sai>Hue:ut", "SaCT"), ("SaCT>CaT:ut", "CaT")):
        with refuses("3.2.2", because="1 US Troop moved in; the whole way", code="no-such-pieces"):
            line = f"US patrol Sai>SaCT:ut | airlift {lift} | patrol {origin}>SaBM:ut"
            position("Sai: 2ut", to_act="US").play(line)


def test_3_2_2_those_that_stay_may_patrol():
    """If the 2 moved cubes were lifted away, the 2 others may move."""
    game = position("Sai: 2ut; SaCT: 2ut; Hue: ut", to_act="US")
    game.play("US patrol Sai>SaCT:2ut | airlift SaCT>Hue:2ut | patrol SaCT>CaT:2ut")
    assert (game["SaCT"], game["CaT"], game["Hue"]) == ("", "2ut", "3ut")
    with refuses("3.2.2", code="no-such-pieces"):
        game = position("Sai: 2ut; SaCT: 2ut; Hue: ut", to_act="US")
        game.play("US patrol Sai>SaCT:2ut | airlift SaCT>Hue:2ut | patrol SaCT>CaT:2ut, Hue>HuDN:2ut")


@pytest.mark.parametrize("resident, legal", [("", False), ("at", False), ("2at", True)])
def test_3_2_2_transported_cubes(resident, legal):
    """ARVN may Transport cubes that have Patrolled, or other cubes of the space."""
    game = position(f"Sai: 2at; SaCT: {resident}", to_act="ARVN")
    line = "ARVN patrol Sai>SaCT:2at | transport SaCT>CaT:2at | patrol CaT>SaCT:2at"
    if legal:
        assert game.play(line)["SaCT"] == "4at"
    else:
        assert game.refused(line).code == "no-such-pieces"


def test_card_14_losses_follow_the_cubes_that_moved():
    """Patton, shaded: NVA may take moved cubes where an Air Lift put them, and no other cubes."""
    where, patton = "Sai: 2ut; Hue: ut", ((14, "shaded"),)
    line = "US patrol Sai>SaCT:2ut | airlift SaCT>Hue:ut | patrol NVA: Hue-ut, SaCT-ut"
    game = position(where, to_act="US", capabilities=patton).play(line)
    assert (game["Hue"], game["SaCT"], game["casualties"]) == ("ut", "", "2ut")
    with refuses("card 14", because="that moved", code="piece-not-allowed"):
        line = "US patrol Sai>SaCT:2ut | airlift SaCT>Hue:ut | patrol NVA: Hue-2ut"
        position(where, to_act="US", capabilities=patton).play(line)


def test_4_4_3_an_ambush_by_one_that_marched_and_stayed():
    """An Ambush in a destination needs a Guerrilla that Marched in and stays there."""
    where = "SLa: 2ng; CLa: ut nb"
    with refuses("4.4.3", because="of those that Marched in: 0"):
        position(where, to_act="NVA", trail=2).play("NVA march SLa>CLa:2ng, CLa>QTr:2ng | ambush CLa-ut")
    game = position("SLa: 2ng; CLa: ng ut nb", to_act="NVA", trail=2)
    game.play("NVA march SLa>CLa:2ng, CLa>QTr:2ng | ambush CLa-ut")
    assert (game["CLa"], game["QTr"]) == ("ng* nb", "2ng")


def test_3_3_2_an_activity_between_two_legs():
    """Each leg along the Trail is a separate move: Infiltrate, Ambush or a transfer may come between legs."""
    infiltrate = "NVA march SLa>CLa:2ng | infiltrate CLa take CLa-vg+ng | march CLa>QTr:2ng"
    game = position("SLa: 2ng; CLa: vg nb", to_act="NVA", trail=2).play(infiltrate)
    assert (game["CLa"], game["QTr"]) == ("ng nb", "2ng")
    ambush = "NVA march SLa>CLa:2ng | ambush CLa-ut | march CLa>QTr:ng+ng*"
    game = position("SLa: 2ng; CLa: ut", to_act="NVA", trail=2).play(ambush)
    assert (game["CLa"], game["QTr"]) == ("", "ng ng*")
    transfer = "NVA march SLa>CLa:2ng | transfer VC+2 | march CLa>SLa:2ng"
    assert position("SLa: 2ng", to_act="NVA", NVA=9, trail=2).play(transfer).resources("NVA") == 5
    assert position("SLa: 2ng", to_act="NVA", NVA=9, trail=0).refused(transfer).code == "no-such-pieces"
    tax = "VC march SLa>CLa:2vg | tax CLa | march CLa>QTr:vg+vg*"
    assert position("SLa: 2vg", to_act="VC", trail=2).refused(tax).code == "no-such-pieces"


def test_4_4_1_troops_taken_up_have_marched():
    """Marched Troops taken up for a Base count as marched. Other Troops do not (1.4.1)."""
    where = "NVn: 2nt; KPh: nt nb; QNa: 2nt"
    fields = {"to_act": "NVA", "trail": 1, "available": "0nt"}
    line = "NVA march NVn>QTr:2nt | infiltrate KPh+2nt<{} | march KPh>Tay:3nt"
    assert position(where, **fields).play(line.format("QNa"))["Tay"] == "3nt"
    with refuses("3.3.2", because="1 NVA Troop that", code="no-such-pieces"):
        position(where, **fields).play(line.format("QTr"))


def test_3_ways_are_kept_once():
    """Possible histories are kept once each, as the different numbers of pieces that may have moved."""
    there = spaces_by_id()
    hue, saigon = there["hue"], there["saigon"]
    start = list(position("Hue: 2ut 2vg; Sai: ut").state.spaces)
    arrived = Arrivals()
    arrived.arrive(hue, (Count(1, Kind.UT), Count(1, Kind.VG)))
    arrived.follow((Moved("4.2.2", ("hue", "saigon"), (Count(1, Kind.UT),)),), start)
    assert [arrived.number(where, Kind.UT) for where in (hue, saigon)] == [1, 1]
    assert len(arrived.ways()) == 2
    arrived.lose(saigon, Kind.UT, 1)
    assert len(arrived.ways()) == 1 and arrived.number(hue, Kind.UT) == 0
    arrived = Arrivals()
    arrived.arrive(hue, (Count(2, Kind.VG),))
    flip = Activated("4.5.1", "hue", (Count(1, Kind.VG),))
    gone = Removed("3.3.3", "hue", (Count(1, Kind.VG_ACTIVE),), "available")
    back = Placed("3.3.1", "hue", (Count(1, Kind.VG),))
    arrived.follow((flip, gone, back), start)
    assert (len(arrived.ways()), arrived.number(hue, Kind.VG)) == (1, 1)


# -- against single pieces --------------------------------------------------------------------------

Piece = tuple[str, Kind, bool]
"""A piece: its space, its kind, and whether it has moved."""
SPACES = ("hue", "saigon", "da-nang")
START = (("hue", Kind.VG, 2), ("hue", Kind.VG_ACTIVE, 1), ("saigon", Kind.VG, 2), ("da-nang", Kind.VG, 1))


def _picked(
    pieces: tuple[Piece, ...], where: str, kind: Kind, number: int, fresh: bool
) -> set[tuple[int, ...]]:
    """Return each choice of `number` pieces, by index. If `fresh`, pieces that have moved are left out."""
    fit = [i for i, piece in enumerate(pieces) if piece[:2] == (where, kind) and not (fresh and piece[2])]
    return set(combinations(fit, number))


def _after(
    worlds: set[tuple[Piece, ...]], where: str, kind: Kind, number: int, to: Piece | None, fresh: bool = False
) -> set[tuple[Piece, ...]]:
    """Return the possible worlds after these pieces go. Pieces that go now, or went before, have moved."""
    return {
        tuple(
            sorted(
                (to[0], to[1], piece[2] or to[2]) if at in chosen else piece
                for at, piece in enumerate(pieces)
                if to is not None or at not in chosen
            )
        )
        for pieces in worlds
        for chosen in _picked(pieces, where, kind, number, fresh)
    }


@pytest.mark.parametrize("seed", range(120))
def test_3_ways_are_those_of_single_pieces(seed):
    """A move after random moves, lifts and losses is legal if and only if some choice of pieces allows it."""
    dice = Dice(seed)
    game = position("Hue: 2vg vg*; Sai: 2vg; DaN: vg", to_act="VC")
    draft = Draft(game.state)
    ctx = Context(draft, Faction.VC, "3.3.2", Progress())
    worlds = {tuple(sorted((s, k, False) for s, k, n in START for _ in range(n)))}
    for _ in range(12):
        where, there, _ = dice.shuffled(SPACES)
        origin, kind = spaces_by_id()[where], dice.draw((Kind.VG, Kind.VG_ACTIVE))
        have = draft.of_kind(origin, kind)
        if not have:
            continue
        count = Count(dice.draw(range(1, have + 1)), kind)
        what = dice.draw(("march", "march", "lift", "flip", "lose"))
        if what == "march":
            after = _after(worlds, where, kind, count.number, (there, kind, True), fresh=True)
            assert (short_of_unmoved(ctx, origin, (count,)) is None) == bool(after)
            if not after:
                continue
            arrivals(ctx).leave(draft, origin, (count,))
            draft.move((origin, spaces_by_id()[there]), (count,), "3.3.2")
            arrivals(ctx).arrive(spaces_by_id()[there], (count,))
        else:
            before, done = tuple(draft.spaces), len(draft.effects)
            to: Piece | None = (there, kind, False)
            if what == "lift":
                draft.move((origin, spaces_by_id()[there]), (count,), "4.2.2")
            elif what == "flip":
                other = Kind.VG if kind is Kind.VG_ACTIVE else Kind.VG_ACTIVE
                turn = draft.activate if kind is Kind.VG else draft.hide
                turn(origin, Kind.VG, count.number, "1.4.3")
                to = (where, other, False)
            else:
                draft.remove(origin, kind, count.number, "3.2.4")
                to = None
            arrivals(ctx).follow(draft.effects[done:], before)
            after = _after(worlds, where, kind, count.number, to)
        worlds = after
        moved = {
            tuple(
                sum(piece == (s, k, True) for piece in pieces)
                for s in SPACES
                for k in (Kind.VG, Kind.VG_ACTIVE)
            )
            for pieces in worlds
        }
        ways = {
            tuple(way.get((s, k), 0) for s in SPACES for k in (Kind.VG, Kind.VG_ACTIVE))
            for way in arrivals(ctx).ways()
        }
        assert ways == moved
