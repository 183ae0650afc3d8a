"""NVA Rally (8.6.4)."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import AAA, SA_2S
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.players.non_players.space_figures import has_room, pieces_in
from fitl_core.players.non_players.together import Together, both, up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Number, Place, Replace
from fitl_core.rules.operations.rally import COST

MOST_SPACES = 3
SPACES_WITH_AAA = 1
FOR_A_BASE = 4
UNITS = (*GUERRILLAS[NVA], Kind.NT)
INSURGENTS = (*GUERRILLAS[NVA], *GUERRILLAS[VC], Kind.NT)
TRAIL_NEEDS = 3
"""NVA Improve the Trail only with this many Resources; from Trail 3, with `TRAIL_NEEDS_AT_3`."""
TRAIL_NEEDS_AT_3 = 9


def _low_trail(d: Decider) -> tuple[int, str]:
    return d.now.trail < 2, f"Trail {d.now.trail}"


def _weak_bases(d: Decider) -> tuple[int, str]:
    weak = [at.name for at in board().spaces if d.number(at, BASES[NVA]) and d.number(at, UNITS) < 2]
    return bool(weak), f"NVA Bases with 0 or 1 NVA unit: {', '.join(weak) or 'none'}"


def _available(d: Decider) -> tuple[int, str]:
    available = d.now.available[Kind.NG.slot]
    return available, f"{counted(available, 'NVA Guerrilla')} Available"


def _new_bases(d: Decider) -> tuple[int, str]:
    bases = [at.name for at in d.open_spaces("rally") if _builds(d, at)]
    return bool(bases), f"a Base could be placed: {', '.join(bases) or 'none'}"


CONDITIONS = (
    FlowCondition("8.6.4/if-1", _low_trail),
    FlowCondition("8.6.4/if-2", _weak_bases),
    FlowCondition("8.6.4/if-3", _available, dice=2, relation="more than", reversed_by="NP-Q20"),
    FlowCondition("8.6.4/if-4", _new_bases, relies_on="NP-Q21"),
)


def _builds(d: Decider, where: BoardSpace) -> bool:
    """Check whether a Base is placed: 4 Insurgent Guerrillas and Troops, 2 of them NVA Guerrillas,
    and room.
    """
    enough = d.number(where, INSURGENTS) >= FOR_A_BASE and d.number(where, GUERRILLAS[NVA]) >= 2
    return enough and has_room(d, where, Kind.NB)


def rally(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation (do-1 to do-5); return whether anything was done."""
    most = SPACES_WITH_AAA if _minds_aaa(d) else MOST_SPACES
    if most == SPACES_WITH_AAA:
        d.note("8.6.4", "AAA: 1 space only, as the Trail will be Improved")
    steps: tuple[tuple[str, Callable[[BoardSpace], bool], Callable[[BoardSpace], Clause]], ...] = (
        ("8.6.4/do-1", lambda at: _builds(d, at), lambda at: _base(d, at)),
        (
            "8.6.4/do-2",
            lambda at: at.in_laos_or_cambodia and d.control(at) == "coin",
            lambda at: _more(d, at),
        ),
        (
            "8.6.4/do-3",
            lambda at: d.number(at, BASES[NVA]) > 0 and d.number(at, UNITS) < 2,
            lambda at: _more(d, at),
        ),
        ("8.6.4/do-3", lambda at: d.number(at, BASES[NVA]) > 0, lambda at: _more(d, at)),
        ("8.6.4/do-4", lambda at: True, lambda at: _more(d, at)),
    )
    selected = 0
    for node, fits, clause in steps:
        selected = yield from _step(d, node, fits, clause, selected, most)
    if not d.now.available[Kind.NG.slot]:
        d.note("8.6.4", "no NVA Guerrilla is left Available")
    return (yield from _improve(d)) or selected > 0


def _step(
    d: Decider,
    node: str,
    fits: Callable[[BoardSpace], bool],
    clause: Callable[[BoardSpace], Clause],
    selected: int,
    most: int,
) -> Deciding[int]:
    """Rally in the spaces that a step wants, up to the limit; return how many spaces are selected in all."""
    builds = node == "8.6.4/do-1"
    while selected < most and (builds or d.now.available[Kind.NG.slot]):
        if not (fitting_spaces := d.open_spaces(fits=fits)):
            break
        left = min(most - selected, d.spendable // COST or most)
        together: Together[BoardSpace] = both(up_to(left), lambda equal: _plenty(d, builds, len(equal)))
        where = yield from d.pick_space(node, fitting_spaces, together=together)
        yield from d.say(clause(where))
        selected += 1
    return selected


def _plenty(d: Decider, builds: bool, spaces: int) -> bool:
    """Check whether there are pieces for all these spaces, so that their order does not matter."""
    if builds:
        return d.now.available[Kind.NB.slot] >= spaces
    return d.now.available[Kind.NG.slot] >= spaces * (2 + d.now.trail)


def _base(d: Decider, where: BoardSpace) -> Clause:
    """Return the clause that replaces 2 Guerrillas, Active ones first, by a Base."""
    given = own_pieces(pieces_in(d, where), GUERRILLAS[NVA], 2)
    return Replace(where.id, given, (Count(1, Kind.NB),))


def _more(d: Decider, where: BoardSpace) -> Clause:
    """Return the clause that places as many Guerrillas as 3.3.1 allows: Bases plus Trail at a
    Base, else 1.
    """
    bases = d.number(where, BASES[NVA])
    most = bases + d.now.trail if bases else 1
    return Place(where.id, (Count(min(most, d.now.available[Kind.NG.slot]), Kind.NG),))


def _wants_trail(d: Decider, money: int) -> bool:
    """Check whether NVA would Improve the Trail with these Resources (do-5)."""
    trail = d.now.trail
    return trail < 4 and money >= (TRAIL_NEEDS_AT_3 if trail == 3 else TRAIL_NEEDS)


def _minds_aaa(d: Decider) -> bool:
    """Check whether unshaded AAA limits Rally to 1 space, because the Trail will be Improved afterwards."""
    return d.capability(AAA) == "unshaded" and _wants_trail(d, d.money - (0 if d.granted else COST))


def _improve(d: Decider) -> Deciding[bool]:
    """Pay to Improve the Trail, by 2 boxes with shaded SA-2s (do-5); return whether that was done."""
    wanted = _wants_trail(d, d.money)
    if not d.test("8.6.4/do-5", wanted, f"Trail {d.now.trail}, {counted(d.money, 'Resource')}"):
        return False
    boxes = min(2 if d.capability(SA_2S) == "shaded" else 1, 4 - d.now.trail)
    clause = Number("trail", boxes)
    if d.try_clauses(clause) is None:
        d.note("8.6.4/do-5", "the rules do not let the Trail be Improved now")
        return False
    d.note_pick("8.6.4/do-5", f"Trail {d.now.trail} to {d.now.trail + boxes}", "the only one")
    yield from d.say(clause)
    return True
