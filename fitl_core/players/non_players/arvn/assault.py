"""How ARVN Assault (8.7.4): when, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import VC
from fitl_core.facts.pieces import BASE_KINDS, count_of
from fitl_core.players.non_players.arvn.hits import ENOUGH, Hit, all_hits, hit_in
from fitl_core.players.non_players.arvn.measures import by, hidden, is_granted, room_for, rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.dice_owed import roll_what_is_owed
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
"""In which spaces, step by step: where the figure is above 0, highest first."""


def assault_calls(d: Decider) -> str | None:
    """The condition by which ARVN Assault, if any: Assault alone, without Transport or Raid, counts.

    One Assault never changes the Control of another space, so both readings of NP-Q31 say the same.
    """
    hits = list(all_hits(rules_now(d, RULE, "assault")))
    d.leans_on("NP-Q31")
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
    """Whether there is an Insurgent Base, and nobody Underground."""
    insurgent = [kind for kind in BASE_KINDS if not kind.faction.is_coin]
    return count_of(hit.before, insurgent) > 0 and not hidden(hit.before)


def _names(hits: list[Hit]) -> str:
    return ", ".join([hit.where.name for hit in hits]) or "nowhere"


def assault(d: Decider) -> Deciding[bool]:
    """Assault step by step in up to 3 spaces (8.7.4); whether anywhere."""
    chosen = 0
    for node, figure in STEPS:
        while chosen < MOST_SPACES:
            ctx = rules_now(d, RULE, "assault")
            hits = _granted(d, ctx) if is_granted(d) else all_hits(ctx)
            fitting = {hit.where: hit for hit in hits if figure(hit)}
            left = {where: fitting[where] for where in d.open_spaces(among=fitting)}
            if not left:
                break
            room = room_for(d, MOST_SPACES - chosen, cost(ctx))
            where = yield from d.pick_space(node, list(left), ("", by(left, figure)), room=room)
            yield from strike(d, left[where])
            chosen += 1
    return chosen > 0


def _granted(d: Decider, ctx: Context) -> Iterator[Hit]:
    """What the Assault of an Event would do, asked of it: others may fight beside ARVN (cards 70, 99)."""
    for where in d.open_spaces():
        hit = hit_in(ctx, where)
        walk = d.may_say(At(where.id))
        asked = walk.first_for("remove") if walk is not None else None
        most = asked.most if asked is not None else None
        if most is not None and most > (hit.number if hit is not None else 0):
            hit = hit_in(ctx, where, most)
        if hit is not None:
            yield hit


def strike(d: Decider, hit: Hit) -> Deciding[None]:
    """Assault in a space: its pieces go, and a Tunnel that is reached is rolled for (do-1)."""
    where = hit.where.id
    yield from d.say(Remove(where, hit.pieces) if hit.pieces else At(where))
    if not hit.tunnel:
        return
    if d.may_say(Option("tunnel")) is not None:
        yield from d.say(Option("tunnel"))
    yield from roll_what_is_owed(d)
    if d.may_say(ChooseFaction(VC)) is not None:
        yield from d.say(ChooseFaction(VC))


def best_on(d: Decider, candidates: list[BoardSpace], node: str) -> Deciding[Hit | None]:
    """The Assault here that 8.7.4 puts first, else the one of most pieces; None if none removes any."""
    ctx = rules_now(d, RULE, "assault")
    hits = {where: hit for where in candidates if (hit := hit_in(ctx, where)) is not None}
    if not hits:
        return None
    letters = (
        ("", by(hits, lambda hit: (hit.rank or (0, 0))[0])),
        ("", by(hits, lambda hit: (hit.rank or (0, 0))[1])),
        ("", by(hits, lambda hit: hit.number)),
    )
    where = yield from d.pick_space(node, list(hits), *letters)
    return hits[where]
