"""How VC Ambush, behind March and amid Attack (8.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.lasting import BOOBY_TRAPS, MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import BASES, OF_FACTION, SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import pieces_in
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Remove, Verb
from fitl_core.rules.shared.ambushes import MOST_SPACES, reach

NODE = "8.5.4/sa-1"
COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
COIN_BASES = (*BASES[US], *BASES[ARVN])
COIN_UNITS = tuple([kind for kind in COIN if kind not in COIN_BASES])
FORCES = (*SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


class Strike(msgspec.Struct, frozen=True):
    """An Ambush that could be: in a space, on pieces of that or, from a LoC, of an adjacent space."""

    site: BoardSpace
    target: BoardSpace
    pieces: tuple[Count, ...]

    @property
    def from_road(self) -> bool:
        """Whether it goes from a LoC into a space beside it."""
        return self.site is not self.target

    def takes(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether it removes a piece of these kinds."""
        return any(count.kind in kinds for count in self.pieces)


def ambush(d: Decider) -> Deciding[bool]:
    """Ambush in as many spaces as may be, behind a verb that has been said; whether any was."""
    done = False
    most = 1 if d.capability(BOOBY_TRAPS) == "unshaded" else MOST_SPACES
    while left := d.open_spaces():
        strike = yield from pick_strike(d, left, may_follow=not done and most > 1)
        if strike is None:
            break
        yield from d.say(At(strike.site.id))
        yield from d.say(Remove(strike.target.id, strike.pieces))
        done = True
    return done


def pick_strike(
    d: Decider, sites: list[BoardSpace], attacked: tuple[BoardSpace, ...] = (), may_follow: bool = True
) -> Deciding[Strike | None]:
    """The Ambush that comes first by the steps of the rule, from one of these spaces; None if there is none.

    `attacked` are spaces in which an Attack may follow; `may_follow` says whether another Ambush may.
    """
    strikes = [strike for site in sites for strike in _strikes(d, site)]
    if not strikes:
        return None
    clearing = [one for one in strikes if _clears(d, one, strikes if may_follow else [], attacked)]
    for step, fits in enumerate((COIN_BASES, FORCES, COIN_UNITS), start=2):
        of_step = [one for one in strikes if one.takes(fits)]
        if clearing and step == 2:
            return (yield from _best(d, f"{NODE} (1)", clearing, both=not attacked))
        if of_step:
            return (yield from _best(d, f"{NODE} ({step})", of_step))
    return None


def _best(d: Decider, node: str, strikes: list[Strike], both: bool = False) -> Deciding[Strike]:
    """From LoCs first, then US pieces; then a random space to be struck, and one to strike from.

    With `both` the second Ambush strikes the same space: of two from which it can be struck each has its
    turn, and no dice are rolled (NP-Q50).
    """
    left = d.narrow(node, "", strikes, lambda one: one.from_road)
    left = d.narrow(node, "", left, lambda one: one.takes(OF_FACTION[US]))
    targets = list(dict.fromkeys([one.target for one in left]))
    target = targets[0] if len(targets) == 1 else (yield from d.random_space(node, targets))
    sites = list(dict.fromkeys([one.site for one in left if one.target is target]))
    one_way = len(sites) == 1 or (both and len(sites) == 2)
    site = sites[0] if one_way else (yield from d.random_space(node, sites))
    strike = next(one for one in left if one.target is target and one.site is site)
    d.picked(
        NODE, f"{strike.site.name} strikes {strike.target.name}", f"step {node.removeprefix(NODE).strip()}"
    )
    return strike


def _strikes(d: Decider, site: BoardSpace) -> Iterator[Strike]:
    """Every Ambush of a space that differs: each target, with each piece that one of the steps may want."""
    for target in reach(site):
        there = pieces_in(d, target)
        most = 2 if _takes_two(d) else 1
        for kinds in (COIN_BASES, FORCES, COIN_UNITS):
            units = sum([there[kind.slot] for kind in COIN_UNITS])
            if kinds is COIN_BASES and units >= most:
                continue  # a Base goes only behind all others (3.3.3)
            pieces = _pieces(d, target, kinds, most)
            if pieces:
                yield Strike(site, target, pieces)


def _pieces(d: Decider, target: BoardSpace, kinds: tuple[Kind, ...], most: int) -> tuple[Count, ...]:
    """What an Ambush for these kinds removes: of them first, then what else 8.1.2 gives."""
    there = pieces_in(d, target)
    last_police_last = not d.other_reading("NP-Q06")
    units = enemy_pieces(there, COIN_UNITS, most, last_police_last)
    rest = most - number_named(units)
    bases = enemy_pieces(there, COIN_BASES, rest) if rest else ()
    pieces = (*units, *bases)
    return pieces if any(count.kind in kinds for count in pieces) else ()


def _clears(d: Decider, strike: Strike, strikes: list[Strike], attacked: tuple[BoardSpace, ...]) -> bool:
    """Whether it clears a COIN Base's space for another Ambush, or an Attack of this Operation, to take
    the Base.
    """
    target = strike.target
    units = d.number(target, COIN_UNITS) - number_named(strike.pieces)
    if not d.number(target, COIN_BASES) or strike.takes(COIN_BASES) or units < 0:
        return False
    by_ambush = units == 0 and any(o.site is not strike.site and target in reach(o.site) for o in strikes)
    by_attack = units <= 1 and target in attacked and target is not strike.site
    return by_ambush or by_attack


def _takes_two(d: Decider) -> bool:
    """Whether shaded Main Force Battalions give an Ambush a second piece, once in an Operation (card 104)."""
    if d.capability(MAIN_FORCE_BATTALIONS) != "shaded" or d.walk is None:
        return False
    return not any(isinstance(said, Remove) and number_named(said.pieces) > 1 for said in _ambushed(d))


def _ambushed(d: Decider) -> list[Clause]:
    """What has been said in the Ambush."""
    assert d.walk is not None
    clauses: list[Clause] = [clause for _, clause in d.walk.said]
    last = max([i for i, clause in enumerate(clauses) if clause == Verb("ambush")], default=len(clauses))
    return clauses[last:]
