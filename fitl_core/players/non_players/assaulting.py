"""The blow of an Assault by the US or ARVN (3.2.4, 8.1.2), and how it is carried out."""

from __future__ import annotations

from fitl_core.facts.factions import VC, Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import TUNNELED, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import Blow
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.saying import open_question, remove_most
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseFaction, Option, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.operations.assault import refuse_targets, strength
from fitl_core.rules.operations.assault_removal import Removal

HIDDEN = (Kind.VG, Kind.NG)
SHOWN = (Kind.VG_ACTIVE, Kind.NG_ACTIVE)
BASES_IN_ORDER = (Kind.VB, Kind.NB, Kind.VB_TUNNELED, Kind.NB_TUNNELED)


def assault_blow(ctx: Context, where: BoardSpace, faction: Faction, hits: int | None = None) -> Blow:
    """Return the largest removal, with the most Bases and Underground pieces; VC before NVA (8.1.2).

    An Event may set another number of `hits`, if others fight beside the Faction.
    """
    best = Blow(where, ctx.draft[where].pieces)
    if hits is None:
        if refuse_targets(ctx, where, faction) is not None:
            return best
        hits = strength(ctx, where, faction)
    removal = Removal(ctx, where, faction, hits)
    bases_in_order = [kind for kind in BASES_IN_ORDER if kind in removal.bases]
    best_key = (0, 0, 0, 0)
    for way in removal.ways:
        for hidden in (0, 1) if removal.takes_hidden else (0,):
            reach = removal.reach(way, hidden)
            bases = reach.bases + way.base_first
            pieces = (
                *kind_by_kind(best.before, (Kind.NT,), reach.troops),
                *kind_by_kind(best.before, HIDDEN, hidden),
                *kind_by_kind(best.before, SHOWN, reach.guerrillas),
                *kind_by_kind(best.before, bases_in_order, bases),
            )
            key = (number_named(pieces), bases, int(reach.tunnels > 0), hidden)
            if key > best_key and (not pieces or removal.allows(totals(pieces))):
                best, best_key = Blow(where, best.before, pieces, reach.tunnels > 0), key
    return best


def assault_in(d: Decider, where: BoardSpace, pieces: tuple[Count, ...]) -> Deciding[int]:
    """Assault in a space, and roll for a Tunnel that is reached. Return how many pieces were removed.

    If an Event refuses these pieces, remove the most that it allows.
    """
    clause = Remove(where.id, pieces)
    if pieces and (yield from say_if_open(d, clause)):
        removed = number_named(pieces)
    else:
        yield from d.say(At(where.id))
        removed = yield from remove_most(d, clause)
    yield from meet_tunnel(d, where)
    return removed


def meet_tunnel(d: Decider, where: BoardSpace) -> Deciding[None]:
    """Use all means of an Assault against a Tunnel, VC's before NVA's."""
    if not d.number(where, TUNNELED):
        return
    for name in ("patton", "tunnel"):
        asked = open_question(d, "option")
        if asked is not None and Option(name) in asked.accepted():
            yield from d.say(Option(name))
    yield from roll_owed_dice(d)
    if d.walk is not None and (first := d.walk.pending) is not None and "faction" in first.forms:
        choice = [clause for clause in first.accepted() if isinstance(clause, ChooseFaction)]
        yield from d.say(max(choice, key=lambda clause: clause.faction is VC))
