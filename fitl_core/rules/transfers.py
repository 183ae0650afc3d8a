"""Transfers of Resources between NVA and VC while one of them acts (1.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from fitl_core.asking.questions import Answer, Procedure, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.factions import GIVERS, INSURGENT, NVA, VC, Faction
from fitl_core.facts.players import non_players, player_of
from fitl_core.record.board_effects import TrackName
from fitl_core.record.clauses import Clause, Number
from fitl_core.rules.context import KEPT_BEYOND_75, Context
from fitl_core.state.state import CAP

RULE = "1.5.2"
ONE_HAND_KEEPS_APART = "1.5.2-05"
"""The reading by which a player who has both NVA and VC makes no transfers."""

_RECEIVERS: tuple[Literal["NVA", "VC"], ...] = ("NVA", "VC")


class Given(msgspec.Struct):
    """For each Faction that has given in this action: its Resources before, and the amount given."""

    by: dict[Faction, tuple[int, int]] = {}


class Gift(Question):
    """The receiver and the amount: `VC+4` when NVA gives 4."""

    usual_step: ClassVar[str] = "gift"
    answer_forms: ClassVar[tuple[str, ...]] = ("number",)

    ctx: Context

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Number) or clause.space:
            return None
        return self._refuse(clause) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        for receiver in _RECEIVERS:
            for amount in range(1, _most(self.ctx, GIVERS[Faction(receiver)]) + 1):
                yield Number(receiver, amount)

    def _refuse(self, gift: Number) -> Refusal | None:
        ctx = self.ctx
        if gift.track == "ARVN":
            return ctx.no("wrong-amount", "only NVA and VC transfer Resources, and to each other")
        if gift.track not in _RECEIVERS or gift.change < 1:
            return ctx.no("wrong-amount", "name who receives and how much: VC+4 or NVA+4")
        receiver = Faction(gift.track)
        giver = GIVERS[receiver]
        if _gives_nothing(ctx, giver):
            return Refusal("no-transfer", "8.1.2", f"{giver}, a Non-player, never gives Resources")
        if gift.change > _most(ctx, giver):
            before, given = _given(ctx, giver)
            facts = [f"{giver} Resources {ctx.draft.resources_of(giver)}"]
            if given:
                facts.append(f"{given} of {before} given already in this action")
            why = f"{gift.change} is more than {giver} may give: at most half of what it has"
            return ctx.no("too-much-given", why, *facts)
        has = ctx.draft.resources_of(receiver)
        if has + gift.change > CAP and ctx.alternative(KEPT_BEYOND_75):
            why = f"{receiver} cannot hold more than {CAP} Resources"
            return Refusal("no-room", "1.8", why, (f"{receiver} Resources {has}",))
        return None


def transfer(ctx: Context) -> Procedure:
    """Let NVA or VC give the other up to half its Resources."""
    prompt = "who receives how much of the other's Resources"
    gift: Number = yield ctx.ask(Gift, prompt)
    giver = GIVERS[Faction(gift.track)]
    before, given = _given(ctx, giver)
    ctx.progress.record(Given).by[giver] = (before, given + gift.change)
    tracks: tuple[TrackName, TrackName] = ("NVA", "VC") if giver is NVA else ("VC", "NVA")
    ctx.under(RULE).hand_over(*tracks, gift.change)


def refuse_transfer(ctx: Context) -> Refusal | None:
    """Refuse a transfer that this action does not allow, or if nothing could be given."""
    if ctx.faction not in INSURGENT:
        why = f"only NVA and VC transfer Resources, while one of them acts, not {ctx.faction}"
        return Refusal("no-transfer", RULE, why)
    state = ctx.draft.state
    if ONE_HAND_KEEPS_APART in state.readings and VC in player_of(state.players, NVA):
        why = "one player has both NVA and VC"
        return Refusal("no-transfer", RULE, why, (f"reading {ONE_HAND_KEEPS_APART} is played",))
    if all(_gives_nothing(ctx, giver) for giver in INSURGENT):
        return Refusal("no-transfer", "8.1.2", "NVA and VC, Non-players, never give Resources")
    if not any(_most(ctx, giver) for giver in INSURGENT):
        facts = tuple([f"{giver} Resources {ctx.draft.resources_of(giver)}" for giver in INSURGENT])
        return Refusal("nothing-to-give", RULE, "neither NVA nor VC has anything to give", facts)
    return None


def _most(ctx: Context, giver: Faction) -> int:
    """Return how much a Faction may still give: half of its Resources before its first gift in the action."""
    if _gives_nothing(ctx, giver):
        return 0
    before, given = _given(ctx, giver)
    return min(before // 2 - given, ctx.draft.resources_of(giver))


def _gives_nothing(ctx: Context, giver: Faction) -> bool:
    """Check whether a Faction is a Non-player, which transfers nothing of its own will (8.1.2)."""
    return giver in non_players(ctx.draft.state.players)


def _given(ctx: Context, giver: Faction) -> tuple[int, int]:
    """Return a Faction's Resources before its first gift in this action, and the amount given."""
    return ctx.progress.record(Given).by.get(giver, (ctx.draft.resources_of(giver), 0))
