"""ARVN Assault (8.7.4): its conditions, and its spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import BASE_KINDS, count_of
from fitl_core.players.non_players.arvn.hits import ENOUGH, Hit, all_hits, hit_in
from fitl_core.players.non_players.arvn.measures import figure_from, hidden, is_granted, room_for, rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseFaction, Option, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import RULE, cost

MOST_SPACES = 3

STEPS: tuple[tuple[str, Callable[[Hit], int]], ...] = (
    ("8.7.4/do-1", lambda hit: hit.bases > 0 or hit.tunnel),
    ("8.7.4/do-2", lambda hit: hit.people),
    ("8.7.4/do-3", lambda hit: hit.is_last),
    ("8.7.4/do-4", lambda hit: hit.number if hit.number >= ENOUGH else 0),
)
"""The steps that select spaces. A space fits if its figure is above 0; the highest figure comes first."""


def assault_calls(d: Decider) -> str | None:
    """Return the condition by which ARVN Assault, if any. Only the Assault counts, without Transport or Raid.

    One Assault never changes the Control of another space, so both readings of NP-Q31 agree.
    """
    hits = list(all_hits(rules_now(d, RULE, "assault")))
    d.relies_on("NP-Q31")
    changing = [hit for hit in hits if hit.takes_nva_control or hit.brings_coin_control]
    if d.test("8.7.4/if-1", bool(changing), f"Control would change: {_names(changing)}"):
        return "8.7.4/if-1"
    troops = [hit for hit in hits if hit.takes_troops]
    if d.test("8.7.4/if-2", bool(troops), f"an NVA Troop would go: {_names(troops)}"):
        return "8.7.4/if-2"
    exposed = [hit for hit in hits if hit.pieces and _is_exposed(hit)]
    if d.test("8.7.4/if-3", bool(exposed), f"a Base without Underground Guerrillas: {_names(exposed)}"):
        return "8.7.4/if-3"
    return None


def _is_exposed(hit: Hit) -> bool:
    """Check whether the space has an Insurgent Base and no Underground Guerrilla."""
    insurgent = [kind for kind in BASE_KINDS if not kind.faction.is_coin]
    return count_of(hit.before, insurgent) > 0 and not hidden(hit.before)


def _names(hits: list[Hit]) -> str:
    return ", ".join([hit.where.name for hit in hits]) or "nowhere"


def assault(d: Decider) -> Deciding[bool]:
    """Assault step by step in up to 3 spaces (8.7.4); return whether any space was Assaulted."""
    chosen = 0
    for node, figure in STEPS:
        while chosen < MOST_SPACES:
            ctx = rules_now(d, RULE, "assault")
            hits = _granted(d, ctx) if is_granted(d) else all_hits(ctx)
            fitting = {hit.where: hit for hit in hits if figure(hit)}
            open_hits = {where: fitting[where] for where in d.open_spaces(among=fitting)}
            if not open_hits:
                break
            room = room_for(d, MOST_SPACES - chosen, cost(ctx))
            where = yield from d.pick_space(
                node, list(open_hits), ("", figure_from(open_hits, figure)), room=room
            )
            yield from strike(d, open_hits[where])
            chosen += 1
    return chosen > 0


def _granted(d: Decider, ctx: Context) -> Iterator[Hit]:
    """Yield what the Assault of an Event would do, as its questions allow. Others may fight beside ARVN
    (cards 70, 99).
    """
    for where in d.open_spaces():
        hit = hit_in(ctx, where)
        walk = d.try_clauses(At(where.id))
        asked = walk.first_for("remove") if walk is not None else None
        most = asked.most if asked is not None else None
        if most is not None and most > (hit.number if hit is not None else 0):
            hit = hit_in(ctx, where, most)
        if hit is not None:
            yield hit


def strike(d: Decider, hit: Hit) -> Deciding[None]:
    """Assault in a space: remove the pieces, and roll for a Tunnel that is reached (do-1)."""
    where = hit.where.id
    yield from d.say(Remove(where, hit.pieces) if hit.pieces else At(where))
    if not hit.tunnel:
        return
    if d.try_clauses(Option("tunnel")) is not None:
        yield from d.say(Option("tunnel"))
    yield from roll_owed_dice(d)
    if d.try_clauses(ChooseFaction(VC)) is not None:
        yield from d.say(ChooseFaction(VC))


def best_on(d: Decider, candidates: list[BoardSpace], node: str) -> Deciding[Hit | None]:
    """Return the Assault that 8.7.4 puts first, else the one with the most pieces. None if none
    removes any.
    """
    ctx = rules_now(d, RULE, "assault")
    hits = {where: hit for where in candidates if (hit := hit_in(ctx, where)) is not None}
    if not hits:
        return None
    letters = (
        ("", figure_from(hits, lambda hit: (hit.rank or (0, 0))[0])),
        ("", figure_from(hits, lambda hit: (hit.rank or (0, 0))[1])),
        ("", figure_from(hits, lambda hit: hit.number)),
    )
    where = yield from d.pick_space(node, list(hits), *letters)
    return hits[where]
