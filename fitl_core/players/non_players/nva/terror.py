"""NVA Terror (8.6.3)."""

from __future__ import annotations

from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At

NODE = "8.6.3/if-1"


def calls_for_terror(d: Decider) -> Deciding[str | None]:
    """Return the node by which NVA Terrorize, if any: Population at Support in reach of at least a die."""
    people = sorted([where.population for where in _targets(d)], reverse=True)
    counted = sum(people[: d.spendable] if d.other_reading("NP-Q19") else people)
    facts = f"Population at Support in reach: {counted}"
    if d.is_settled(counted == 0 or counted >= 6):
        holds = d.test(NODE, counted > 0, f"{facts}: no roll")
    else:
        (die,) = yield from d.roll(NODE, 1, facts)
        holds = d.test(NODE, counted >= die, f"{counted} at least {die}")
    return NODE if holds else None


def _targets(d: Decider) -> list[BoardSpace]:
    """Return the spaces at Support with NVA Troops or Underground NVA Guerrillas."""
    return [at for at in board().spaces if d.support(at) > 0 and d.number(at, (Kind.NT, Kind.NG))]


def terror(d: Decider) -> Deciding[bool]:
    """Terrorize each such space, with too few Resources the highest Population first (do-1).

    Return whether anything was done.
    """
    done = False
    while supported := [at for at in d.open_spaces() if d.support(at) > 0]:
        letters = (("", lambda at: at.population),) if d.spendable < len(supported) else ()
        where = yield from d.pick_space("8.6.3/do-1", supported, *letters, room=max(1, d.spendable))
        yield from d.say(At(where.id))
        done = True
    return done
