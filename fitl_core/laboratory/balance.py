"""How often each Faction wins if one policy plays all of them: the balance of a scenario, and its drift.

A stored baseline shows whether a change of the program has moved a rate. Read `lab_games` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import LabGame, LabResult
from fitl_core.record.setup import Setup

DRIFT = 3.0
"""A rate has moved if it differs by more than this number of standard errors of the paired difference."""


class Balance(msgspec.Struct, frozen=True):
    """The share of games that each Faction won, and the mean margins, over a number of games.

    `cards`, `events` and `card_events` are mean numbers for each game. `faults` says which games were left
    out, and why.
    """

    scenario: str
    policy: str
    games: int
    wins: dict[Faction, float]
    margins: dict[Faction, Estimate]
    cards: float
    events: float
    card_events: float
    faults: tuple[str, ...] = ()


def balance_games(
    setup: Setup, policy: str, seeds: Iterable[int], cards: int | None = None
) -> Iterator[LabGame]:
    """Yield the games of a balance: every Faction has the policy; "section-8" means that nobody plays."""
    for seed in seeds:
        yield LabGame(setup, None, policy, policy, seed, cards)


def balance_of(results: Sequence[LabResult], scenario: str, policy: str) -> Balance:
    """Return the balance of results. Raises `ValueError` if no game came to its end."""
    sound = [one for one in results if not one.fault]
    faults = tuple([f"seed {one.seed}: {one.fault}" for one in results if one.fault])
    if not sound:
        raise ValueError("no game came to its end: " + "; ".join(faults[:3]))
    number = len(sound)
    return Balance(
        scenario,
        policy,
        number,
        {faction: sum([one.winner is faction for one in sound]) / number for faction in FACTIONS},
        {faction: estimate([one.margins[faction] for one in sound]) for faction in FACTIONS},
        sum([one.cards for one in sound]) / number,
        sum([one.events for one in sound]) / number,
        sum([one.card_events for one in sound]) / number,
        faults,
    )


def drift(before: Sequence[Faction | None], now: Sequence[Faction | None]) -> list[str]:
    """Return which rates of winning have moved by more than three standard errors, in words.

    Both are the winners of the same games, in the same order: only games that went otherwise count. Raises
    `ValueError` if there are not as many.

    >>> drift([Faction.VC] * 10, [Faction.VC] * 9 + [Faction.US])
    []
    """
    if len(before) != len(now):
        raise ValueError(f"{len(before)} games cannot be compared with {len(now)}")
    told = []
    for faction in FACTIONS:
        wins = [[one is faction for one in winners] for winners in (before, now)]
        moved = estimate([is_won - was_won for was_won, is_won in zip(*wins, strict=True)])
        if moved.error is not None and abs(moved.mean) > DRIFT * moved.error:
            was, rate = [sum(one) / len(one) for one in wins]
            told.append(f"{faction} won {was:.1%}, and now {rate:.1%}")
    return told
