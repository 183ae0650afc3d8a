"""How often each Faction wins if one policy plays all of them: the balance of a scenario, and its drift.

A stored baseline shows whether a change of the program has moved a rate. Read `lab_games` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import LabGame, LabResult
from fitl_core.record.setup import Setup

DRIFT = 3.0
"""A rate has moved if it differs by more than this number of standard errors of the difference."""


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


def drift(before: Balance, now: Balance) -> list[str]:
    """Return which rates of winning have moved by more than three standard errors, in words.

    >>> balance = balance_of([LabResult(None, 1, dict.fromkeys(FACTIONS, 0), Faction.VC)], "short", "random")
    >>> drift(balance, balance)
    []
    """
    told = []
    for faction in FACTIONS:
        was, rate = before.wins[faction], now.wins[faction]
        both = (was * before.games + rate * now.games) / (before.games + now.games)
        error = sqrt(both * (1 - both) * (1 / before.games + 1 / now.games))
        if abs(rate - was) > DRIFT * error:
            told.append(f"{now.scenario}, {now.policy}: {faction} won {was:.1%}, and now {rate:.1%}")
    return told
