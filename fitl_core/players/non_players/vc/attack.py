"""How VC Attack (8.5.5)."""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import US
from fitl_core.facts.pieces import OF_FACTION, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import pieces_in
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.vc.ambush import (
    COIN,
    COIN_BASES,
    COIN_UNITS,
    FORCES,
    Strike,
    pick_strike,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Option, Remove, Verb
from fitl_core.rules.operations.attack import COST, MOST_BY_GUERRILLAS

LARGE = 3
"""VC Attack where so many Active Guerrillas are, and none Underground."""


def attack(d: Decider) -> Deciding[bool]:
    """Ambush in up to 2 spaces, then Attack with large groups (do-1, do-2); whether anything was done."""
    done = yield from _ambushes(d)
    if done and not d.begin("attack"):
        return True
    while left := _large_groups(d):
        where = yield from _next(d, left)
        yield from _attack_in(d, where)
        done = True
    return done


def _ambushes(d: Decider) -> Deciding[bool]:
    """Select up to 2 spaces for Attack and Ambush in them (do-1)."""
    first = yield from _strike(d, (), ())
    if first is None:
        return False
    clauses = _clauses((first,))
    second = yield from _strike(d, (first,), clauses)
    if second is not None:
        clauses = _clauses((first, second))
    struck = [strike.site.name for strike in (first, second) if strike is not None]
    d.picked("8.5.5/do-1", f"Ambush in {', '.join(struck)}", "8.5.4/sa-1")
    for clause in clauses:
        yield from d.say(clause)
    return True


def _strike(d: Decider, before: tuple[Strike, ...], clauses: tuple[Clause, ...]) -> Deciding[Strike | None]:
    """The next Ambush behind others, if the rules let it be; the pieces are those that the others leave."""
    stand = d.walk
    selected = d.may_say(*[At(strike.site.id) for strike in before])
    if selected is None:
        return None
    d.walk = selected
    sites = [at for at in d.open_spaces() if d.number(at, (Kind.VG,))]
    attacked = tuple(_large_groups(d))
    if before and attacked and not d.other_reading("NP-Q11"):
        attacked = ()  # the way to a Base is cleared in 1 space
    d.walk = stand
    if before:
        d.walk = d.may_say(*clauses)
    taken = [strike.site for strike in before]
    strike = yield from pick_strike(
        d, [at for at in sites if at not in taken], attacked, may_follow=not before
    )
    d.walk = stand
    if strike is not None and d.may_say(*_clauses((*before, strike))) is None:
        return None
    return strike


def _clauses(strikes: tuple[Strike, ...]) -> tuple[Clause, ...]:
    """The Attack spaces, then what the Ambushes in them remove."""
    sites: list[Clause] = [At(strike.site.id) for strike in strikes]
    struck: list[Clause] = []
    for strike in strikes:
        struck += [At(strike.site.id), Remove(strike.target.id, strike.pieces)]
    return (*sites, Verb("ambush"), *struck)


def _large_groups(d: Decider) -> list[BoardSpace]:
    """Where VC may Attack with 3 or more Active Guerrillas, none Underground, and enemies."""
    return [
        at
        for at in d.open_spaces()
        if d.number(at, COIN) and d.number(at, (Kind.VG_ACTIVE,)) >= LARGE and not d.number(at, (Kind.VG,))
    ]


def _next(d: Decider, left: list[BoardSpace]) -> Deciding[BoardSpace]:
    """A COIN Base that could go, then Special Forces, then Troops and Police; the US before ARVN within
    each.
    """
    hits = {at: _hits(d, at) for at in left}
    return (
        yield from d.pick_space(
            "8.5.5/do-2",
            left,
            ("a", lambda at: _rank(hits[at])),
            ("b", lambda at: any(count.kind in OF_FACTION[US] for count in hits[at])),
            room=d.money // COST,
        )
    )


def _rank(pieces: tuple[Count, ...]) -> int:
    kinds = [count.kind for count in pieces]
    for rank, wanted in ((3, COIN_BASES), (2, FORCES), (1, COIN_UNITS)):
        if any(kind in wanted for kind in kinds):
            return rank
    return 0


def _hits(d: Decider, where: BoardSpace) -> tuple[Count, ...]:
    """What a successful Attack would remove: up to 2 pieces, Bases once alone (3.3.3)."""
    there = pieces_in(d, where)
    units = enemy_pieces(there, COIN_UNITS, MOST_BY_GUERRILLAS, not d.other_reading("NP-Q06"))
    rest = MOST_BY_GUERRILLAS - number_named(units)
    return (*units, *enemy_pieces(there, COIN_BASES, rest)) if rest else units


def _attack_in(d: Decider, where: BoardSpace) -> Deciding[None]:
    """Attack by Guerrillas in a space; on a hit remove what comes first."""
    yield from d.say(At(where.id))
    try:
        yield from d.say(Option("guerrillas"))
    except Violation:
        yield from d.settle()
    question = d.walk.first if d.walk is not None else None
    removal = Remove(where.id, _hits(d, where))
    if question is not None and "remove" in question.forms and d.may_say(removal) is not None:
        yield from d.say(removal)
