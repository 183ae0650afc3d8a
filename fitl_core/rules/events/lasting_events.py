"""The markers of lasting Events: Capabilities (5.3) and Momentum (5.4) that come out and go.

Their effects are in the procedures of the rules that they change (`fitl_core.facts.lasting`).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fitl_core.asking.questions import Question
from fitl_core.facts.card_list import Side
from fitl_core.facts.lasting import US_CAPABILITIES
from fitl_core.record.play_effects import CapabilityGone, CapabilityOut, MomentumOut
from fitl_core.rules.context import Context
from fitl_core.rules.events.sides import EventSide
from fitl_core.rules.forms.name_questions import CardChoice


def capability(number: int) -> dict[Side, EventSide]:
    """Return both sides of an Event that is a Capability and nothing else."""
    return {
        "unshaded": capability_side(number, "unshaded"),
        "shaded": capability_side(number, "shaded"),
    }


def capability_side(number: int, side: Side) -> EventSide:
    """Return one side of an Event that is a Capability and nothing else."""

    def put_out(ctx: Context) -> None:
        put_out_capability(ctx, number, side)

    return put_out


def momentum_side(number: int, side: Side) -> EventSide:
    """Return one side of an Event that is Momentum and nothing else."""

    def put_out(ctx: Context) -> None:
        put_out_momentum(ctx, number, side)

    return put_out


def put_out_capability(ctx: Context, number: int, side: Side) -> None:
    """Put a Capability's marker out on a side, in place of its other side (5.3)."""
    ctx.draft.happen(CapabilityOut("5.3", number, side))


def remove_capability(ctx: Context, number: int) -> None:
    """Take a Capability out of play."""
    ctx.draft.happen(CapabilityGone(ctx.rule, number))


def flip_us_capability(ctx: Context, side: Side) -> Generator[Question, Any, int | None]:
    """Turn 1 US Capability to `side`. Return its card, or None if there is none."""
    capabilities = ctx.draft.state.capabilities
    others = tuple([c.card for c in capabilities if c.card in US_CAPABILITIES and c.side != side])
    why_not = f"is no US Capability in effect that can turn {side}"
    prompt = f"a US Capability to turn {side}"
    number: int | None = yield CardChoice(
        ctx.faction, ctx.rule, prompt, others, why_not, played=ctx.draft.state.card, lapses=True
    )
    if number is not None:
        put_out_capability(ctx, number, side)
    return number


def put_out_momentum(ctx: Context, number: int, side: Side) -> None:
    """Put a Momentum Event out until the next Reset (5.4)."""
    ctx.draft.happen(MomentumOut("5.4", number, side))
