"""ARVN Assault (8.7.4): its conditions, and its spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import INSURGENT_BASES, Kind, count_of
from fitl_core.players.non_players.arvn.measures import HIDDEN, insurgents, is_granted, rules_now
from fitl_core.players.non_players.assaulting import assault_blow, assault_in
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import Blow, Measure, pick_target, strike_in_order
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import RULE, cost

MOST_SPACES = 3
ENOUGH = 2
"""The number of pieces that are worth an Assault by themselves (do-4)."""
Rank = tuple[int, int]
"""The urgency of an Assault: its step of 8.7.4, from 4 for do-1 to 1 for do-4, and its figure there."""

STEPS: tuple[Measure[Blow], ...] = (
    ("8.7.4/do-1", lambda hit: hit.bases > 0 or hit.tunnel),
    ("8.7.4/do-2", lambda hit: hit.people),
    ("8.7.4/do-3", lambda hit: hit.number > 0 and not insurgents(hit.after)),
    ("8.7.4/do-4", lambda hit: hit.number if hit.number >= ENOUGH else 0),
)
"""The steps that select spaces. A space fits if its figure is above 0; the highest figure comes first."""


def _where(words: str, fits: Callable[[Blow], object]) -> Callable[[Decider], tuple[int, str]]:
    """Return a test for a hit that fits, by an Assault alone, without Transport or Raid."""

    def test(d: Decider) -> tuple[int, str]:
        hits = all_hits(rules_now(d, RULE, "assault"), board().spaces)
        names = [hit.where.name for hit in hits if fits(hit)]
        return bool(names), f"{words}: {', '.join(names) or 'nowhere'}"

    return test


def _is_exposed(hit: Blow) -> bool:
    """Check whether the space has an Insurgent Base and no Underground Guerrilla."""
    return bool(hit.pieces and count_of(hit.before, INSURGENT_BASES) and not count_of(hit.before, HIDDEN))


CONDITIONS = (
    # One Assault never changes the Control of another space, so both readings of NP-Q31 agree.
    FlowCondition(
        "8.7.4/if-1", _where("Control would change", lambda hit: hit.control_gained), relies_on="NP-Q31"
    ),
    FlowCondition("8.7.4/if-2", _where("an NVA Troop would go", lambda hit: hit.of((Kind.NT,)))),
    FlowCondition("8.7.4/if-3", _where("a Base without Underground Guerrillas", _is_exposed)),
)


def all_hits(ctx: Context, spaces: Iterable[BoardSpace]) -> list[Blow]:
    """Return the result of an ARVN Assault in each of these spaces where it would do anything."""
    return [hit for where in spaces if (hit := assault_blow(ctx, where, ARVN))]


def assault(d: Decider) -> Deciding[bool]:
    """Assault step by step in up to 3 spaces (8.7.4); return whether any space was Assaulted."""
    chosen = 0
    price = cost(rules_now(d, RULE, "assault"))
    for node, figure in STEPS:
        chosen += yield from strike_in_order(
            d,
            node,
            partial(_targets, d, figure),
            lambda hit: assault_in(d, hit.where, hit.pieces),
            ("", figure),
            most=MOST_SPACES - chosen,
            together=lambda equal: len(equal) * price <= d.spendable,
        )
    return chosen > 0


def _targets(d: Decider, figure: Callable[[Blow], int]) -> list[Blow]:
    ctx = rules_now(d, RULE, "assault")
    hits = _granted(d, ctx) if is_granted(d) else all_hits(ctx, board().spaces)
    fitting = {hit.where: hit for hit in hits if figure(hit)}
    return [fitting[where] for where in d.open_spaces(among=fitting)]


def _granted(d: Decider, ctx: Context) -> Iterator[Blow]:
    """Yield what the Assault of an Event would do, as its questions allow. Others may fight beside ARVN
    (cards 70, 99).
    """
    for where in d.open_spaces():
        hit = assault_blow(ctx, where, ARVN)
        walk = d.try_clauses(At(where.id))
        asked = walk.first_for("remove") if walk is not None else None
        if asked is not None and (asked.most or 0) > hit.number:
            hit = assault_blow(ctx, where, ARVN, asked.most)
        if hit:
            yield hit


def rank(hit: Blow) -> Rank | None:
    """Return the first step of 8.7.4 that calls for the Assault, with its figure; None if no step does."""
    figures = [int(figure(hit)) for _, figure in STEPS]
    return next(((len(STEPS) - step, number) for step, number in enumerate(figures) if number), None)


def best_on(d: Decider, candidates: list[BoardSpace], node: str) -> Deciding[Blow | None]:
    """Return the Assault that 8.7.4 puts first, else the one with the most pieces. None if none
    removes any.
    """
    hits = all_hits(rules_now(d, RULE, "assault"), candidates)
    letters: tuple[Measure[Blow], ...] = (
        ("first step", lambda hit: (rank(hit) or (0, 0))[0]),
        ("most in the step", lambda hit: (rank(hit) or (0, 0))[1]),
        ("most removed", lambda hit: hit.number),
    )
    return (yield from pick_target(d, node, hits, *letters)) if hits else None
