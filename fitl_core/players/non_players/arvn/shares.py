"""The best of several ways to share something out among spaces (8.7.4, 8.7.5): all are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from math import prod

from fitl_core.facts.board import along
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding

Share = dict[str, int]
"""How many pieces go to each space, by its id; none to others."""
MOST_LOOKED_AT = 4000
"""So many ways are looked at; the trace tells where there would be more."""


def best_shares(
    d: Decider,
    node: str,
    options: Mapping[str, Sequence[int]],
    gain: Callable[[str, int], int],
    fits: Callable[[Share], bool],
) -> list[Share]:
    """The ways to share pieces out that fit and gain most, with the fewest pieces; [] where none gains.

    `options` are the numbers that make a difference in each space, by its id, 0 among them.
    """
    choices = {name: list(numbers) for name, numbers in options.items()}
    while prod([len(numbers) for numbers in choices.values()]) > MOST_LOOKED_AT:
        longest = max(choices, key=lambda name: len(choices[name]))
        choices[longest].pop()
        d.note(node, f"more than {MOST_LOOKED_AT} ways: the largest numbers are left out")
    ways = []
    for numbers in product(*choices.values()):
        share = {name: number for name, number in zip(choices, numbers, strict=True) if number}
        total = sum([gain(name, number) for name, number in share.items()])
        if total:
            ways.append((-total, sum(share.values()), share))
    ways.sort(key=lambda way: way[:2])
    best: list[Share] = []
    found: tuple[int, int] | None = None
    for total, pieces, share in ways:
        if found is not None and (total, pieces) != found:
            break
        if fits(share):
            best.append(share)
            found = total, pieces
    return best


def best_sets(
    wants: Mapping[str, int], most: int, gain: Callable[[str], int], fits: Callable[[Share], bool]
) -> list[Share]:
    """The sets of at most so many spaces that gain most in all and whose wants can be met together."""
    sets = [group for size in range(1, most + 1) for group in combinations(wants, size)]
    totals = {group: sum([gain(name) for name in group]) for group in sets}
    best: list[Share] = []
    found = 0
    for group in sorted(sets, key=lambda group: -totals[group]):
        if totals[group] < found:
            break
        share = {name: wants[name] for name in group}
        if fits(share):
            best.append(share)
            found = totals[group]
    return best


def pick_share(
    d: Decider, node: str, ways: Iterable[Share], *letters: tuple[str, Callable[[str], int]]
) -> Deciding[Share]:
    """One of several equal ways: space after space by the letters, then by chance, where it gets most."""
    left = list(ways)
    settled: set[str] = set()
    while len(left) > 1:
        names = {name for share in left for name in share} - settled
        open_names = [name for name in names if len({share.get(name, 0) for share in left}) > 1]
        spaces = sorted(along(open_names), key=lambda where: where.index)
        by_space = [(letter, lambda at, f=figure: f(at.id)) for letter, figure in letters]
        where = yield from d.pick_space(node, spaces, *by_space)
        most = max([share.get(where.id, 0) for share in left])
        left = [share for share in left if share.get(where.id, 0) == most]
        settled.add(where.id)
    return left[0]
