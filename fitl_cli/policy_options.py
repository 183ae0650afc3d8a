"""The option `--policy`: which policy plays which Factions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from fitl_cli.output import USAGE, Failure
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.policies.registry import POLICY_NAMES, UnknownPolicy, policy_named

if TYPE_CHECKING:
    from fitl_core.policies.seat_policy import Policy
    from fitl_core.table.facts import Seat
    from fitl_core.table.table_state import TableState


def policy_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--policy`, which may be given several times."""
    return click.option(
        "--policy",
        "held",
        multiple=True,
        metavar="FACTION=NAME",
        help=f"This policy plays the Faction (VC=greedy), or all (all=greedy): {', '.join(POLICY_NAMES)}.",
    )(command)


def insist_on_policies(*names: str) -> None:
    """End the command if there is no policy of one of these names."""
    for name in names:
        try:
            policy_named(name)
        except UnknownPolicy as error:
            raise Failure(error.message, USAGE) from None


def policies_held(held: tuple[str, ...], seed: int | str) -> dict[Faction, Policy]:
    """Return the policies by Faction; a later option counts more. Raises `click.BadParameter`."""
    found: dict[Faction, Policy] = {}
    for one in held:
        who, _, name = one.partition("=")
        factions = FACTIONS if who.lower() == "all" else [each for each in FACTIONS if each == who.upper()]
        if not factions:
            raise click.BadParameter(f'"{who}" is no Faction, as in VC=greedy', param_hint="--policy")
        try:
            found |= {faction: policy_named(name, f"{seed} {faction}") for faction in factions}
        except UnknownPolicy as error:
            raise click.BadParameter(error.message, param_hint="--policy") from None
    return found


def seats_held(state: TableState, held: tuple[str, ...], seed: int | str) -> dict[Seat, Policy]:
    """Return the policies by seat of a table: a seat has that of its first Faction with one."""
    by_faction = policies_held(held, seed)
    return {
        seat.name: next(by_faction[one] for one in state.factions_of(seat.name) if one in by_faction)
        for seat in state.seats
        if any(one in by_faction for one in state.factions_of(seat.name))
    }
