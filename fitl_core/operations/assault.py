"""Assault (3.2.4): remove Insurgent pieces with cubes; Troops first, Bases last, Tunnels by die."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Procedure, SpaceChoice
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.piece_choices import PiecesChoice
from fitl_core.pieces import CUBES, TUNNELED, Kind
from fitl_core.targets import refuse_sparing
from fitl_core.turn import Turn

RULE = "3.2.4"
COST = 3
AID_FOR_BASE = 6
ACTIVE = (Kind.NG_ACTIVE, Kind.VG_ACTIVE)
UNDERGROUND = (Kind.NG, Kind.VG)
OPEN_BASES = (Kind.NB, Kind.VB)


def assault(turn: Turn) -> Procedure:
    """The whole Operation (3.2.4)."""
    ask = partial(turn.operation_space, "a space to Assault", partial(refuse_space, turn), (Remove,))
    followed = False
    while (where := (yield ask())) is not None:
        turn.act.operation_spaces.append(where.id)
        turn.pay(COST if turn.faction is ARVN else 0)
        yield from resolve(turn, where, turn.faction)
        if turn.faction is US and not followed:
            followed = yield from _follow_up(turn)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Assault in a space: it needs own cubes and Insurgents, and 3."""
    return refuse_targets(turn, where, turn.faction) or turn.refuse_cost(COST if turn.faction is ARVN else 0)


def refuse_targets(turn: Turn, where: BoardSpace, faction: Faction) -> Refusal | None:
    """Whether a space lacks the Assaulting Faction's cubes or any Insurgent piece."""
    if not turn.draft.number(where, CUBES[faction]):
        return turn.no("pieces-needed", f"Assault needs {faction} cubes; {where.name} has none")
    if not turn.draft.of_faction(where, NVA, VC):
        return turn.no("pieces-needed", f"Assault needs Insurgents; {where.name} has none")
    return None


def _follow_up(turn: Turn) -> Generator[Choice, Any, bool]:
    """An ARVN Assault in 1 space that the US just Assaulted, for 3 ARVN Resources."""
    price = turn.refuse_cost(COST)
    if (yield turn.option("an ARVN Assault to follow", {"arvn": price}, optional=True)) is None:
        return False

    def test(where: BoardSpace) -> Refusal | None:
        if where.id not in turn.act.operation_spaces:
            return turn.no("space-not-selected", f"{where.name} was not Assaulted by the US")
        return refuse_targets(turn, where, ARVN)

    prompt = "the space of the ARVN Assault"
    where: BoardSpace = yield SpaceChoice(turn.faction, RULE, prompt, test, opens=(Remove,))
    turn.pay(COST)
    yield from resolve(turn, where, ARVN)
    return True


def strength(turn: Turn, where: BoardSpace, faction: Faction) -> int:
    """How many pieces an Assault removes at most."""
    draft, highland = turn.draft, where.terrain == "highland"
    if faction is ARVN:
        province = where.kind == "province"
        cubes = draft.number(where, (Kind.AT,) if province else CUBES[ARVN])
        return cubes // (3 if highland else 2)
    troops = draft.number(where, (Kind.UT,))
    if draft.number(where, (Kind.UB,)):
        return troops * 2
    return troops // 2 if highland else troops


def resolve(turn: Turn, where: BoardSpace, faction: Faction) -> Procedure:
    """Remove pieces in order: NVA Troops, Active Guerrillas, then Bases if no Guerrilla remains."""
    hits = strength(turn, where, faction)
    pieces = turn.draft[where].pieces
    troops = min(hits, pieces[Kind.NT.slot])
    active = turn.draft.number(where, ACTIVE)
    guerrillas = min(hits - troops, active)
    left = hits - troops - guerrillas
    exposed = active == guerrillas and not turn.draft.number(where, UNDERGROUND)
    tunnels = turn.draft.number(where, TUNNELED) if exposed and left else 0
    bases = min(left, turn.draft.number(where, OPEN_BASES)) if exposed else 0
    taken = 0
    answer: Remove | None = yield _removal(turn, where, faction, troops, guerrillas, bases, bool(tunnels))
    for count in answer.pieces if answer is not None else ():
        turn.draft.remove(where, count.kind, count.number, turn.rule)
        if count.kind in OPEN_BASES:
            taken += count.number
            if faction is ARVN:
                turn.draft.add("aid", AID_FOR_BASE * count.number, turn.rule)
    if tunnels and left > taken and not turn.draft.number(where, ACTIVE):
        yield from _tunnel(turn, where)


def _removal(
    turn: Turn, where: BoardSpace, faction: Faction, troops: int, guerrillas: int, bases: int, tunnels: bool
) -> PiecesChoice:
    """Which pieces go: NVA Troops, then Active Guerrillas, then Bases as far as the order allows.

    One Insurgent may be ignored, the other loses as much as it can (3.1); where there are `tunnels`
    to meet instead, no Base must go.
    """
    pieces = turn.draft[where].pieces
    kinds = (Kind.NT, *ACTIVE, *OPEN_BASES)
    most = troops + guerrillas + bases

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        if counts.get(Kind.NT, 0) < troops:
            return turn.no("order-of-removal", f"NVA Troops go first: {Kind.NT.words(troops)}")
        shielded = sum([counts.get(kind, 0) for kind in ACTIVE]) < guerrillas
        if shielded and any(counts.get(kind) for kind in OPEN_BASES):
            return turn.no("order-of-removal", f"Active Guerrillas go before Bases: {guerrillas}")
        if sum(counts.values()) == most:
            return None
        return refuse_sparing(counts, limits, bases_open=not shielded and not tunnels)

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if kind in UNDERGROUND and pieces[kind.slot]:
            return turn.no("underground", "Assault removes no Underground Guerrillas")
        if kind in ACTIVE and pieces[Kind.NT.slot] and number <= pieces[kind.slot]:
            return turn.no("order-of-removal", f"NVA Troops go first: {Kind.NT.words(troops)}")
        if kind in TUNNELED and pieces[kind.slot]:
            return turn.no("tunnel", "a Tunneled Base is not removed; a die is rolled for its Tunnel")
        if kind in OPEN_BASES and pieces[kind.slot] >= number and not bases:
            return refuse_base(turn, where)
        return None

    limits = {kind: pieces[kind.slot] for kind in kinds}
    limits[Kind.NT] = troops
    for kind in ACTIVE:
        limits[kind] = min(limits[kind], guerrillas)
    for kind in OPEN_BASES:
        limits[kind] = min(limits[kind], bases)
    least = min(1, troops + guerrillas + (0 if tunnels else bases))
    hits = strength(turn, where, faction)
    facts = (f"{faction} Assault in {where.name} removes {hits}",)
    prompt = f"pieces to remove in {where.name}"
    return PiecesChoice(
        turn.faction,
        turn.rule,
        prompt,
        Remove,
        where,
        limits,
        least,
        most,
        optional=least == 0,
        test=test,
        too_many=too_many,
        facts=facts,
    )


def refuse_base(turn: Turn, where: BoardSpace) -> Refusal:
    """Why no Base can be removed by Assault: Guerrillas shield it."""
    hidden = turn.draft.number(where, UNDERGROUND)
    facts = (f"{where.name}: {hidden} Underground, {turn.draft.number(where, ACTIVE)} Active Guerrillas",)
    if hidden:
        why = "Underground Guerrillas of either Insurgent keep its Bases from being removed"
        return turn.no("base-shielded", why, *facts)
    return turn.no("base-shielded", "Bases go only once no NVA or VC Guerrilla remains", *facts)


def _tunnel(turn: Turn, where: BoardSpace) -> Procedure:
    """The next piece would be a Tunneled Base: on 4-6 a Tunnel marker goes, the Base stays."""
    die: int = yield turn.roll(f"the Tunnel in {where.name}")
    if die <= 3:
        return
    kinds = [kind for kind in TUNNELED if turn.draft.number(where, (kind,))]
    kind = kinds[0]
    if len(kinds) > 1:
        owners = {base.faction: None for base in kinds}
        faction: Faction = yield turn.name_faction(f"whose Tunnel goes in {where.name}", owners)
        kind = next(base for base in kinds if base.faction is faction)
    turn.draft.remove_tunnel(where, kind, turn.rule)
