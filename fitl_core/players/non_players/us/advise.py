"""US Advise: ARVN Assaults, Irregulars, Rangers, ARVN Sweeps, and Aid (8.8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import TYPHOON_KATE
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.players.non_players.assaulting import HIDDEN, meet_tunnel
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import Blow, Measure, group_by_group, strike_in_order
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.saying import activate_most, remove_most, remove_somewhere
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.together import in_any_case, one_by_one
from fitl_core.players.non_players.us.prospects import is_spared, prospect
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Number, Option, Remove
from fitl_core.rules.activities.advise import AID, MOST_SPACES, REMOVED
from fitl_core.rules.operations.sweep import finds as found_by
from fitl_core.rules.progress import Progress
from fitl_core.state.state import side_in_effect

NODE = "8.8.4/sa-1"
ENOUGH_AID = 30
"""No Aid is added above this."""
FORCES = {"irregulars": Kind.UI, "rangers": Kind.AR}
VC_UNITS = (Kind.VG, Kind.VG_ACTIVE)
NVA_UNITS = (Kind.NG, Kind.NG_ACTIVE, Kind.NT)
OPEN_BASES = (Kind.VB, Kind.NB)


class AdviseStrike(Blow, frozen=True, kw_only=True):
    """The removal in a space by one of the three means."""

    means: str


STEPS: tuple[Measure[AdviseStrike], ...] = (
    ("COIN Control comes or NVA Control goes", lambda one: one.control_gained > 0),
    ("a Base goes", lambda one: one.bases > 0),
    ("most pieces go", lambda one: one.number),
)
"""The steps in which enemies are removed, each with the figure of a strike."""


def advise(d: Decider) -> Deciding[bool]:
    """Advise in as many spaces as possible, after the verb; return whether anything was done."""
    done = 0
    alone = bool(side_in_effect(d.now.momentum, TYPHOON_KATE))
    for step in STEPS:
        done += yield from strike_in_order(
            d,
            NODE,
            partial(_best_strikes, d, step),
            partial(_strike, d),
            step,
            most=MOST_SPACES - done,
            together=one_by_one if alone else in_any_case,
        )
    done += yield from _sweeps(d)
    if d.now.aid > ENOUGH_AID:
        return done > 0
    if not done and not (d.other_reading("NP-Q56") and (yield from _for_aid_alone(d))):
        return False
    d.note(NODE, f"Aid {d.now.aid}, at most {ENOUGH_AID}: {AID} more")
    yield from d.say(Number("aid", AID))
    return True


def _best_strikes(d: Decider, step: Measure[AdviseStrike]) -> Iterator[AdviseStrike]:
    """Yield the best strike in each space where any serves the step. Equal means come in their order."""
    for where in d.open_spaces():
        best = max(strikes(d, where), key=step[1], default=None)
        if best is not None and step[1](best):
            yield best


def strikes(d: Decider, where: BoardSpace) -> list[AdviseStrike]:
    """Return the removals in a space: by ARVN Assault, by an Irregular, by a Ranger, in this order.

    Special Forces remove 2 pieces by 8.1.2, Bases last; NVA before VC if only that improves Control.
    """
    before = pieces_in(d, where)
    possible = []
    assault = prospect(d.now, where, Progress(), (ARVN,))
    if assault.then and not is_spared(d, Blow(where, before)):
        possible.append(AdviseStrike(where, before, assault.then, means="assault"))
    for means, kind in FORCES.items():
        if d.number(where, (kind,)):
            ways = [
                AdviseStrike(where, before, group_by_group(before, REMOVED, *groups, OPEN_BASES), means=means)
                for groups in (((*VC_UNITS, *NVA_UNITS),), (NVA_UNITS, VC_UNITS))
            ]
            possible.append(next((one for one in ways if one.control_gained), ways[0]))
    return [one for one in possible if one]


def _strike(d: Decider, one: AdviseStrike) -> Deciding[None]:
    yield from d.say(At(one.where.id))
    yield from d.say(Option(one.means))
    yield from remove_most(d, Remove(one.where.id, one.pieces))
    if one.means == "assault":
        yield from meet_tunnel(d, one.where)


def sweepable(d: Decider, where: BoardSpace) -> int:
    """Return how many Guerrillas ARVN forces would Activate in a space."""
    if where.is_loc or d.start.monsoon:
        return 0
    forces = d.number(where, (*CUBES[ARVN], *SPECIAL_FORCES[ARVN]))
    return min(d.number(where, HIDDEN), found_by(where, forces))


def _sweeps(d: Decider) -> Deciding[bool]:
    """Sweep with ARVN where the most Guerrillas are Activated; return whether anything was done."""
    done = False
    while sweep_spaces := d.open_spaces(fits=partial(sweepable, d)):
        where = yield from d.pick_space(
            NODE, sweep_spaces, ("most Activated", lambda at: sweepable(d, at)), together=d.in_turn
        )
        yield from d.say(At(where.id))
        yield from d.say(Option("sweep"))
        yield from activate_most(d)
        yield from remove_somewhere(d, NODE)
        done = True
    return done


def _for_aid_alone(d: Decider) -> Deciding[bool]:
    """Select a space in which ARVN find no Guerrilla, only to add Aid, by the other reading of NP-Q56."""
    for where in d.open_spaces():
        walk = d.try_clauses(At(where.id), Option("sweep"))
        if walk is not None:
            d.walk = walk
            yield from activate_most(d)
            yield from roll_owed_dice(d)
            return True
    return False
