"""8.4.1: who can be brought to several spaces at once: the search against every way there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from fitl_core.facts.pieces import Kind
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.events.coin_control import Source, least_loss
from fitl_core.players.non_players.events.supplies import Supplies

KINDS = (Kind.AP, Kind.AT, Kind.UT)
ORIGINS, ENDS = ("a", "b", "c"), ("x", "y")


def network(dice: Dice) -> tuple[Supplies, dict[str, int]]:
    """Three origins with a few cubes each, some of which reach two spaces that need some."""
    stock = {at: {kind: dice.draw(range(3)) for kind in KINDS} for at in ORIGINS}
    limits = {at: dice.draw(range(5)) for at in ORIGINS}
    reach = {at: [end for end in ENDS if dice.chance(0.6)] for at in ORIGINS}
    return Supplies(stock, limits, reach, KINDS), {end: dice.draw(range(4)) for end in ENDS}


def ways(supplies: Supplies, needs: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """How many of each kind are used in every way to bring what is needed."""
    arcs = [(at, kind, end) for at in ORIGINS for kind in KINDS for end in supplies.reach[at]]
    for numbers in product(*[range(min(supplies.stock[at][kind], needs[end]) + 1) for at, kind, end in arcs]):
        sent = list(zip(arcs, numbers, strict=True))
        enough = all(sum([n for (_, _, to), n in sent if to == end]) == needs[end] for end in ENDS)
        kept = all(sum([n for (of, _, _), n in sent if of == at]) <= supplies.limits[at] for at in ORIGINS)
        there = all(
            sum([n for (of, what, _), n in sent if (of, what) == (at, kind)]) <= supplies.stock[at][kind]
            for at in ORIGINS
            for kind in KINDS
        )
        if enough and kept and there:
            yield tuple([sum([n for (_, what, _), n in sent if what is kind]) for kind in KINDS])


def test_8_4_1_just_enough_police_then_troops() -> None:
    """As many of the first kind as can be, of the others as many of the next: as the best of all ways."""
    for seed in range(60):
        supplies, needs = network(Dice(f"supplies {seed}"))
        assert supplies.used(needs) == max(ways(supplies, needs), default=None)


def test_8_4_1_pieces_that_go_leave_enough_for_the_others() -> None:
    """Space by space and origin by origin, whatever is picked: all comes as it was reckoned."""
    for seed in range(60):
        dice = Dice(f"picks {seed}")
        supplies, needs = network(dice)
        best = supplies.used(needs)
        if best is None:
            continue
        sent = dict.fromkeys(KINDS, 0)
        for end in ENDS:
            while (found := supplies.first(needs, end)) is not None:
                kind, origins = found
                supplies = supplies.without(dice.draw(origins), kind, 1)
                needs = {**needs, end: needs[end] - 1}
                sent[kind] += 1
        assert not any(needs.values()) and tuple(sent.values()) == best


def test_8_4_1_least_loss_of_control() -> None:
    """Pieces for Hamburger Hill: the least Population lost, as the best of all ways to take them."""
    for seed in range(60):
        dice = Dice(f"loss {seed}")
        sources: list[Source] = []
        for _ in range(4):
            every = dice.draw(range(4))
            sources.append((dice.draw(range(every + 1)), every, dice.draw(range(7))))
        every_way = product(*[range(every + 1) for _, every, _ in sources])
        losses = [
            sum([people for n, (free, _, people) in zip(way, sources, strict=True) if n > free])
            for way in every_way
            if sum(way) == 4
        ]
        assert least_loss(sources, 4) == min(losses, default=None)
