"""Assault (3.2.4): remove Insurgent pieces with cubes; Troops first, Bases last, Tunnels by die."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Procedure, SpaceChoice
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.lasting import ABRAMS, BODY_COUNT, COBRAS, GENERAL_LANSDALE, PATTON, SEARCH_AND_DESTROY
from fitl_core.operations.removal import PATTON_HITS, Removal
from fitl_core.piece_choices import totals
from fitl_core.pieces import BASE_KINDS, CUBES, Count, Kind, number_named
from fitl_core.turn import Turn

RULE = "3.2.4"
COST = 3
AID_FOR_BASE = 6
AID_FOR_GUERRILLA = 3
ABRAMS_SPACES = 2


def assault(turn: Turn) -> Procedure:
    """The whole Operation (3.2.4)."""
    ask = partial(turn.operation_space, "a space to Assault", partial(refuse_space, turn), (Remove,))
    while (where := (yield ask())) is not None:
        turn.act.operation_spaces.append(where.id)
        turn.pay(cost(turn) if turn.faction is ARVN else 0)
        yield from resolve(turn, where, turn.faction)
        if turn.faction is US and not turn.act.followed and not turn.act.terms.alone:
            turn.act.followed = yield from _follow_up(turn)


def cost(turn: Turn) -> int:
    """What an ARVN Assault or Patrol costs: 3 Resources, by Body Count nothing (card 72)."""
    return 0 if turn.momentum(BODY_COUNT) else COST


def refuse_us_assault(turn: Turn) -> Refusal | None:
    """Whether the US may not Assault: General Lansdale, shaded, until the Reset (card 78)."""
    if turn.faction is not US or turn.momentum(GENERAL_LANSDALE) != "shaded":
        return None
    why = "General Lansdale: no US Assault until the Coup Round's Reset"
    return Refusal("momentum", f"card {GENERAL_LANSDALE}", why)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Assault in a space: it needs own cubes and Insurgents, and 3."""
    refusal = None
    if turn.faction is US and turn.capability(ABRAMS) == "shaded":
        refusal = turn.refuse_beyond(ABRAMS_SPACES, ABRAMS)
    price = cost(turn) if turn.faction is ARVN else 0
    return refusal or refuse_targets(turn, where, turn.faction) or turn.refuse_cost(price)


def refuse_targets(turn: Turn, where: BoardSpace, faction: Faction) -> Refusal | None:
    """Whether a space lacks the Assaulting Faction's cubes or any Insurgent piece."""
    if not turn.draft.number(where, turn.act.terms.joint or CUBES[faction]):
        return turn.no("pieces-needed", f"Assault needs {faction} cubes; {where.name} has none")
    if not turn.draft.of_faction(where, NVA, VC):
        return turn.no("pieces-needed", f"Assault needs Insurgents; {where.name} has none")
    against = turn.act.terms.against
    if against is not None and not Removal(turn, where, faction, strength(turn, where, faction)).can_hit():
        return turn.no("pieces-needed", f"no {against} piece can be hit in {where.name}")
    return None


def _follow_up(turn: Turn) -> Generator[Choice, Any, bool]:
    """An ARVN Assault in 1 space that the US just Assaulted, for 3 ARVN Resources."""
    price = turn.refuse_cost(cost(turn))
    if (yield turn.option("an ARVN Assault to follow", {"arvn": price}, optional=True)) is None:
        return False

    def test(where: BoardSpace) -> Refusal | None:
        if where.id not in turn.act.operation_spaces:
            return turn.no("space-not-selected", f"{where.name} was not Assaulted by the US")
        return refuse_targets(turn, where, ARVN)

    prompt = "the space of the ARVN Assault"
    where: BoardSpace = yield SpaceChoice(turn.faction, RULE, prompt, test, opens=(Remove,))
    turn.pay(cost(turn))
    yield from resolve(turn, where, ARVN)
    return True


def strength(turn: Turn, where: BoardSpace, faction: Faction) -> int:
    """How many pieces an Assault removes at most."""
    draft, highland = turn.draft, where.terrain == "highland"
    if faction is ARVN:
        province = where.kind == "province"
        cubes = draft.number(where, (Kind.AT,) if province else CUBES[ARVN])
        return cubes // (3 if highland else 2)
    troops = draft.number(where, turn.act.terms.joint or (Kind.UT,))
    if draft.of_kind(where, Kind.UB):
        return troops * 2
    return troops // 2 if highland else troops


def resolve(turn: Turn, where: BoardSpace, faction: Faction) -> Procedure:
    """Remove pieces in order (3.2.4), then meet a Tunnel; then what lasting Events bring about."""
    if turn.alternative("card-13"):
        yield from _helicopter_losses(turn, where, faction)
    removal = Removal(turn, where, faction, strength(turn, where, faction))
    answer: Remove | None = yield removal.choice()
    pieces = answer.pieces if answer is not None else ()
    way = removal.way(totals(pieces))
    for card in way.uses:
        turn.act.note_use(card, where)
    for count in pieces:
        turn.draft.remove(where, count.kind, count.number, turn.rule)
        _earn_aid(turn, faction, count)
    if tunneled := removal.tunnels_next():
        left = way.hits - number_named(pieces)
        if left <= 0 and removal.more_against_tunnel(way):
            prompt = f"M-48 Patton against the Tunnel in {where.name}"
            if (yield turn.option(prompt, {"patton": None}, optional=True)) is not None:
                turn.act.note_use(PATTON, where)
                left += PATTON_HITS
        if left > 0:
            yield from _tunnel(turn, where, tunneled)
    _anger_villages(turn, where)
    if not turn.alternative("card-13"):
        yield from _helicopter_losses(turn, where, faction)


def _earn_aid(turn: Turn, faction: Faction, removed: Count) -> None:
    """+6 Aid for each Base that ARVN remove; by Body Count +3 for each Guerrilla (card 72)."""
    if removed.kind in BASE_KINDS:
        if faction is ARVN:
            turn.draft.add("aid", AID_FOR_BASE * removed.number, turn.rule)
    elif removed.kind is not Kind.NT and turn.momentum(BODY_COUNT):
        by_advise = turn.rule == "4.2.1"
        if not (by_advise and turn.alternative("card-72")):
            turn.draft.add("aid", AID_FOR_GUERRILLA * removed.number, f"card {BODY_COUNT}")


def _anger_villages(turn: Turn, where: BoardSpace) -> None:
    """Search and Destroy, shaded: each Province of an Assault shifts toward Active Opposition (card 28)."""
    if turn.capability(SEARCH_AND_DESTROY) != "shaded" or where.kind != "province":
        return
    shifted = turn.act.uses.get(SEARCH_AND_DESTROY, ())
    if where.id not in shifted or turn.alternative("card-28-2"):
        turn.draft.shift(where, -1, f"card {SEARCH_AND_DESTROY}")
        turn.act.note_use(SEARCH_AND_DESTROY, where)


def _helicopter_losses(turn: Turn, where: BoardSpace, faction: Faction) -> Procedure:
    """Cobras, shaded: in each space of a US Assault a roll of 1-3 costs a US Troop (card 13)."""
    if faction is not US or turn.capability(COBRAS) != "shaded" or not turn.draft.of_kind(where, Kind.UT):
        return
    cobras = turn.under(f"card {COBRAS}")
    die: int = yield from cobras.roll(f"Cobras in {where.name}")
    if die <= 3:
        cobras.remove_by_enemy(where, (Count(1, Kind.UT),))


def _tunnel(turn: Turn, where: BoardSpace, kinds: tuple[Kind, ...]) -> Procedure:
    """The next piece would be a Tunneled Base: on 4-6 a Tunnel marker goes, the Base stays."""
    die: int = yield from turn.roll(f"the Tunnel in {where.name}")
    if die <= 3:
        turn.draft.report(turn.rule, note=f"the Tunnel in {where.name} holds: only 4-6 takes its marker off")
        return
    kind = kinds[0]
    if len(kinds) > 1:
        owners = {base.faction: None for base in kinds}
        faction: Faction = yield turn.name_faction(f"whose Tunnel goes in {where.name}", owners)
        kind = next(base for base in kinds if base.faction is faction)
    turn.draft.remove_tunnel(where, kind, turn.rule)
