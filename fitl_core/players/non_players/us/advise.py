"""US Advise: ARVN Assaults, Irregulars, Rangers, ARVN Sweeps, and Aid (8.8.4)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import SEARCH_AND_DESTROY, TYPHOON_KATE
from fitl_core.facts.pieces import BASE_KINDS, CUBES, SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.us.assault import meet_tunnel, prospect
from fitl_core.players.non_players.us.board_figures import UNDERGROUND, space_now
from fitl_core.players.non_players.us.saying import activate_most, remove_most, remove_somewhere
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
NVA_UNITS = (Kind.NG, Kind.NG_ACTIVE, Kind.NT)
ENEMY_UNITS = (Kind.VG, Kind.VG_ACTIVE, *NVA_UNITS)
OPEN_BASES = (Kind.VB, Kind.NB)


class AdviseStrike(msgspec.Struct, frozen=True):
    """The removal in a space by one of the three means, and whether it improves Control."""

    where: BoardSpace
    means: str
    pieces: tuple[Count, ...]
    gains_control: bool

    @property
    def takes_base(self) -> bool:
        """Whether a Base is removed."""
        return any(count.kind in BASE_KINDS for count in self.pieces)


STEPS: tuple[tuple[Callable[[AdviseStrike], int], str], ...] = (
    (lambda one: int(one.gains_control), "COIN Control comes or NVA Control goes"),
    (lambda one: int(one.takes_base), "a Base goes"),
    (lambda one: number_named(one.pieces), "most pieces go"),
)
"""The figures of the steps in which enemies are removed, with the reason."""


def advise(d: Decider) -> Deciding[bool]:
    """Advise in as many spaces as possible, after the verb; return whether anything was done."""
    done = 0
    for figure, why in STEPS:
        done = yield from _strike_wherever(d, figure, why, done)
    done += yield from _sweeps(d)
    if d.now.aid > ENOUGH_AID:
        return done > 0
    if not done and not (d.other_reading("NP-Q56") and (yield from _for_aid_alone(d))):
        return False
    yield from d.say(Number("aid", AID))
    return True


def strikes(d: Decider, where: BoardSpace) -> list[AdviseStrike]:
    """Return the removals in a space: by ARVN Assault, by an Irregular, by a Ranger, in this order."""
    possible_strikes = []
    bound = d.capability(SEARCH_AND_DESTROY) == "shaded" and where.kind == "province"
    if not (bound and d.support(where) > 0):
        possible_strikes.append(
            _strike(d, where, "assault", prospect(d.now, where, Progress(), arvn=True, us=False).then)
        )
    for means, kind in FORCES.items():
        if d.number(where, (kind,)):
            possible_strikes.append(_by_special_forces(d, where, means))
    return [one for one in possible_strikes if one.pieces]


def _by_special_forces(d: Decider, where: BoardSpace, means: str) -> AdviseStrike:
    """Return the removal of 2 enemy pieces by 8.1.2, Bases last; of NVA ones if only that improves
    Control.
    """
    pieces = space_now(d, where).pieces
    ways = [_strike(d, where, means, _units_then_bases(pieces, units)) for units in (ENEMY_UNITS, NVA_UNITS)]
    return next((one for one in ways if one.gains_control), ways[0])


def _units_then_bases(pieces: tuple[int, ...], first: tuple[Kind, ...]) -> tuple[Count, ...]:
    taken = enemy_pieces(pieces, first, REMOVED)
    for kinds in (tuple([kind for kind in ENEMY_UNITS if kind not in first]), OPEN_BASES):
        taken = (*taken, *enemy_pieces(pieces, kinds, REMOVED - number_named(taken)))
    return taken


def _strike(d: Decider, where: BoardSpace, means: str, taken: tuple[Count, ...]) -> AdviseStrike:
    was, is_now = control_with(d, where), control_with(d, where, go=taken)
    return AdviseStrike(where, means, taken, was != is_now and (is_now == "coin" or was == "nva"))


def _strike_wherever(d: Decider, figure: Callable[[AdviseStrike], int], why: str, done: int) -> Deciding[int]:
    """Remove enemies wherever the figure is above 0, the highest first. Equal means come in their order.

    Return the number of Advised spaces, which begins with `done`.
    """
    while True:
        best: dict[str, AdviseStrike] = {}
        for where in d.open_spaces():
            ranked = sorted(strikes(d, where), key=figure, reverse=True)
            if ranked and figure(ranked[0]):
                best[where.id] = ranked[0]
        if not best:
            return done
        one = yield from _first(d, best, figure, why, done)
        where = one.where
        yield from d.say(At(where.id))
        yield from d.say(Option(one.means))
        yield from remove_most(d, Remove(where.id, one.pieces))
        if one.means == "assault":
            yield from meet_tunnel(d)
        done += 1


def _first(
    d: Decider, best: dict[str, AdviseStrike], figure: Callable[[AdviseStrike], int], why: str, done: int
) -> Deciding[AdviseStrike]:
    places = [one.where for one in best.values()]
    room = 1 if side_in_effect(d.now.momentum, TYPHOON_KATE) else MOST_SPACES - done
    where = yield from d.pick_space(NODE, places, (why, lambda at: figure(best[at.id])), room=room)
    return best[where.id]


def sweepable(d: Decider, where: BoardSpace) -> int:
    """Return how many Guerrillas ARVN forces would Activate in a space."""
    if where.is_loc or d.start.monsoon:
        return 0
    forces = d.number(where, (*CUBES[ARVN], *SPECIAL_FORCES[ARVN]))
    return min(d.number(where, UNDERGROUND), found_by(where, forces))


def _sweeps(d: Decider) -> Deciding[bool]:
    """Sweep with ARVN where the most Guerrillas are Activated; return whether anything was done."""
    done = False
    while sweep_spaces := [where for where in d.open_spaces() if sweepable(d, where)]:
        where = yield from d.pick_space(
            NODE, sweep_spaces, ("most Activated", lambda at: sweepable(d, at)), room=d.selectable
        )
        yield from d.say(At(where.id))
        yield from d.say(Option("sweep"))
        yield from activate_most(d)
        yield from remove_somewhere(d, NODE)
        done = True
    return done


def _for_aid_alone(d: Decider) -> Deciding[bool]:
    """Select a space in which ARVN find no Guerrilla, only to add Aid, by the other reading of NP-Q56."""
    open_spaces = d.open_spaces()
    for where in open_spaces:
        walk = d.try_clauses(At(where.id), Option("sweep"))
        if walk is not None:
            d.walk = walk
            yield from activate_most(d)
            yield from roll_owed_dice(d)
            return True
    return False
