"""Advise (4.2.1): the US lead ARVN forces or Special Forces in 1 or 2 spaces, and may add Aid."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import ARVN
from fitl_core.operations.assault import refuse_targets, refuse_us_assault, resolve
from fitl_core.operations.sweep import search
from fitl_core.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.targets import bases_last
from fitl_core.turn import Turn

RULE = "4.2.1"
MOST_SPACES = 2
REMOVED = 2
AID = 6


def advise(turn: Turn) -> Procedure:
    """The whole Special Activity (4.2.1)."""
    ask = partial(turn.activity_space, "a space to Advise", partial(refuse_space, turn), MOST_SPACES)
    while (where := (yield ask())) is not None:
        turn.act.activity_spaces.append(where.id)
        yield from _advise_in(turn, where)
    if (yield turn.amount("Aid to add", "aid", {AID: None})) is not None:
        turn.draft.add("aid", AID, RULE)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Advised: not where the US Train, never North Vietnam."""
    if where.in_north_vietnam:
        return Refusal("north-vietnam", "1.4.2", "COIN forces are never in North Vietnam")
    if turn.act.operation == "train" and where.id in turn.act.operation_spaces:
        return turn.no("accompanying-space", f"{where.name} was selected for Train")
    ways = _ways(turn, where)
    if all(ways.values()):
        why = f"nothing can be done in {where.name}"
        return turn.no("pieces-needed", why, *[f"{way}: {no.message}" for way, no in ways.items() if no])
    return None


def _ways(turn: Turn, where: BoardSpace) -> dict[str, Refusal | None]:
    """The ways to Advise in a space, with a Refusal where one is not open."""
    return {
        "sweep": _refuse_sweep(turn, where),
        "assault": _refuse_assault(turn, where),
        "irregulars": _refuse_forces(turn, where, Kind.UI),
        "rangers": _refuse_forces(turn, where, Kind.AR),
    }


def _refuse_assault(turn: Turn, where: BoardSpace) -> Refusal | None:
    banned = refuse_us_assault(turn) if turn.alternative("4.2.1-06") else None
    return banned or refuse_targets(turn, where, ARVN)


def _refuse_sweep(turn: Turn, where: BoardSpace) -> Refusal | None:
    if where.is_loc:
        return turn.no("space-not-allowed", "Sweep is in Provinces or Cities")
    if turn.monsoon:
        return Refusal("monsoon", "2.3.9", "no Sweep in Monsoon, even via Advise")
    if not turn.draft.number(where, CUBES[ARVN] + SPECIAL_FORCES[ARVN]):
        return turn.no("pieces-needed", f"no ARVN cubes or Rangers in {where.name} to Sweep with")
    return None


def _advise_in(turn: Turn, where: BoardSpace) -> Procedure:
    match (yield turn.option(f"how to Advise in {where.name}", _ways(turn, where))):
        case "sweep":
            yield from search(turn, [where], ARVN)
        case "assault":
            yield from resolve(turn, where, ARVN)
        case "irregulars":
            yield from _strike(turn, where, Kind.UI)
        case "rangers":
            yield from _strike(turn, where, Kind.AR)


def _refuse_forces(turn: Turn, where: BoardSpace, kind: Kind) -> Refusal | None:
    if turn.draft.of_kind(where, kind):
        return None
    return turn.no("pieces-needed", f"no Underground {kind.noun} in {where.name} to Activate")


def _strike(turn: Turn, where: BoardSpace, kind: Kind) -> Procedure:
    """Activate 1 Irregular or Ranger to remove 2 enemy pieces, Bases last."""
    turn.draft.activate(where, kind, 1, RULE)
    choice = bases_last(turn, where, REMOVED)
    choice.optional = choice.least == 0
    removal: Remove | None = yield choice
    if removal is not None:
        turn.remove_by_enemy(where, removal.pieces)
