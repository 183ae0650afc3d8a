"""Compare two policies in the same seats on the same decks: differences of margins and wins, with errors.

Each seed is played twice for each seat: once with each policy, against the same other policies. A pair has
one deck, so its difference has a smaller error than two means apart. Read `lab_games` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import NON_PLAYER, LabGame, LabResult
from fitl_core.laboratory.other_versions import VersionGame
from fitl_core.policies.registry import PROGRAM
from fitl_core.record.setup import Setup

READINGS, OPTIONS, PYTHON = "readings", "options", "python"
"""The parts of a contender after its policy: "greedy readings=card-75 python=/older/bin/python"."""


class Contender(msgspec.Struct, frozen=True):
    """A policy to compare, with its own readings and options, and the Python of another version."""

    policy: str
    readings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    python: str = ""

    def setup(self, setup: Setup) -> Setup:
        """Return a setup with the its readings and options added."""
        return msgspec.structs.replace(
            setup,
            readings=tuple(dict.fromkeys((*setup.readings, *self.readings))),
            options=tuple(dict.fromkeys((*setup.options, *self.options))),
        )


class SeatDifference(msgspec.Struct, frozen=True):
    """The first contender against the second in a seat (None: all seats).

    `margin` is the difference in points and `wins` that in games won, both by pairs of games. `first` and
    `second` are the mean margins, and the shares of games won are `first_wins` and `second_wins`.
    """

    seat: Faction | None
    pairs: int
    margin: Estimate
    wins: Estimate
    first: Estimate
    second: Estimate
    first_wins: float
    second_wins: float


class PolicyComparison(msgspec.Struct, frozen=True):
    """The result of a comparison, by seat and in all. `faults` are pairs that were left out, and why."""

    first: str
    second: str
    others: str
    scenario: str
    seats: tuple[SeatDifference, ...]
    faults: tuple[str, ...]


def contender_of(text: str) -> Contender:
    """Return the contender that a text names: a policy, then readings and options with + between them.

    Raises `ValueError` for an unknown part.

    >>> contender_of("greedy readings=1.4.1-03+card-75").readings
    ('1.4.1-03', 'card-75')
    """
    if text.startswith(PROGRAM):  # everything after it is the command
        return Contender(text)
    policy, *parts = text.split() or [""]
    given: dict[str, tuple[str, ...]] = {}
    for part in parts:
        name, _, values = part.partition("=")
        if name not in (READINGS, OPTIONS, PYTHON) or not values:
            raise ValueError(f'"{part}" is no part of a contender, as in "greedy readings=card-75"')
        given[name] = (values,) if name == PYTHON else tuple(values.split("+"))
    return Contender(policy, given.get(READINGS, ()), given.get(OPTIONS, ()), "".join(given.get(PYTHON, ())))


def pairs_of(
    setup: Setup,
    first: Contender,
    second: Contender,
    seeds: Iterable[int],
    seats: Sequence[Faction] = FACTIONS,
    others: str = NON_PLAYER,
    cards: int | None = None,
) -> Iterator[VersionGame]:
    """Yield the games of a comparison: for each seed and seat those of the first, then the second."""
    for seed in seeds:
        for seat in seats:
            for one in (first, second):
                game = LabGame(one.setup(setup), seat, one.policy, others, seed, cards)
                yield VersionGame(game, one.python)


def compared(
    results: Iterable[LabResult], first: str, second: str, others: str, scenario: str
) -> PolicyComparison:
    """Return the comparison of results in the order of `pairs_of`.

    Raises `ValueError` without a sound pair.
    """
    by_seat: dict[Faction | None, list[tuple[LabResult, LabResult]]] = {}
    faults: list[str] = []
    for one, other in _pairs(results):
        if one.fault or other.fault:
            faults.append(f"seed {one.seed}, {one.seat}: {one.fault or other.fault}")
            continue
        by_seat.setdefault(one.seat, []).append((one, other))
    if not by_seat:
        raise ValueError("no pair of games came to its end: " + "; ".join(faults[:3]))
    pairs = [pair for found in by_seat.values() for pair in found]
    in_all = [_difference(None, pairs)] if len(by_seat) > 1 else []
    seats = [_difference(seat, found) for seat, found in by_seat.items()]
    return PolicyComparison(first, second, others, scenario, (*seats, *in_all), tuple(faults))


def _pairs(results: Iterable[LabResult]) -> Iterator[tuple[LabResult, LabResult]]:
    """Yield the results two by two."""
    each = iter(results)
    yield from zip(each, each, strict=True)


def _difference(seat: Faction | None, pairs: Sequence[tuple[LabResult, LabResult]]) -> SeatDifference:
    firsts, seconds = [one for one, _ in pairs], [other for _, other in pairs]
    return SeatDifference(
        seat,
        len(pairs),
        estimate([one.margin - other.margin for one, other in pairs]),
        estimate([one.won - other.won for one, other in pairs]),
        estimate([one.margin for one in firsts]),
        estimate([one.margin for one in seconds]),
        sum([one.won for one in firsts]) / len(firsts),
        sum([one.won for one in seconds]) / len(seconds),
    )
