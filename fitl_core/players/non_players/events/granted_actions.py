"""Free Operations and Activities of an Event without a player: which, and by whose priorities (8.4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import VERBS, spoken
from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.players.non_players.events.by_card import OWN_WAYS, own_way
from fitl_core.players.non_players.events.changes import OTHERS, Changes
from fitl_core.players.non_players.events.execution import Execution, run_trial
from fitl_core.players.non_players.open_spaces import spaces_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Option
from fitl_core.state.state import Space, State
from fitl_core.walks import OpenedQuestion

FOUGHT_OVER: Mapping[int, tuple[str, ...]] = {
    23: ("airlift", "sweep", "assault"),
    44: ("airlift", "sweep", "assault"),
    56: ("attack", "ambush", "infiltrate", "terror", "rally", "march", "bombard"),
    71: ("march", "attack"),
    74: ("train", "sweep", "assault"),
    92: ("sweep", "assault"),
    95: ("sweep", "assault"),
}
"""The cards in whose spaces free actions follow at once. The results of these actions are the value of a
space.
"""
_IN_PLACE = (74, 92, 95)
"""The cards whose free Operation has one space. The flowchart then looks at this space alone."""


def verbs_of(asked: OpenedQuestion) -> tuple[str, ...]:
    """Return the Operations and Activities that a question offers, or () if it asks for something else."""
    if asked.forms != ("option",) or asked.optional:
        return ()
    names = [clause.name for clause in asked.accepted() if isinstance(clause, Option)]
    return tuple(names) if names and all(name in VERBS for name in names) else ()


def act(run: Execution, who: Faction, names: tuple[str, ...], preferred: tuple[str, ...]) -> Deciding[bool]:
    """Begin a free Operation or Activity and carry it out by the priorities of its Faction (8.4.4).

    `preferred` are the actions that an instruction names, in its order. If the priorities can carry out no
    action, the first one is begun all the same. A trial of a space ends here, unless the free actions decide
    about the space.
    """
    d = run.d
    decides = own_way(run, names[0]) or names[0] in FOUGHT_OVER.get(run.card, ())
    if run.until is not None and (run.is_player(who) or not decides):
        run.stopped = True
        return False
    if run.is_player(who):
        run.say(Option(names[0]), who)
        return True
    with d.acting_for(who), d.acting_free():
        untried = [name for name in preferred if name in names] or list(names)
        begun = None
        while untried:
            verb = untried[0] if len(untried) == 1 or preferred else (yield from _which(run, untried))
            untried.remove(verb)
            before = run.walk
            try:
                run.say(Option(verb), who)
                begun = begun or run.walk
                if (yield from _by_priorities(run, verb)):
                    run.acted = True
                    return True
            except Violation:
                d.note(run.node, f"no {spoken(verb)} by the priorities of {who}")
            d.walk = before
        d.walk = begun if begun is not None else d.walk
    return begun is not None


def _by_priorities(run: Execution, verb: str) -> Deciding[bool]:
    """Carry out the verb by the Faction's instruction, else by its flowchart; return whether that
    was done.
    """
    instructed = OWN_WAYS.get((run.card, verb, run.d.faction))
    if instructed is not None:
        return (yield from instructed(run))
    node = run.d.conduct[run.d.faction].carry_out.get(verb)
    if node is None or own_way(run, verb):
        return own_way(run, verb)
    return (yield from node(run.d))


def _which(run: Execution, names: Sequence[str]) -> Deciding[str]:
    """Pick one of several Operations or Activities by the flowchart, else by equal chances (8.4.4)."""
    d = run.d
    conduct = d.conduct[d.faction]
    if sorted(names) == ["ambush", "attack"]:
        return _more_of_the_enemy(run, names)
    operations = all(VERBS[name].startswith("3") for name in names)
    choose = conduct.which_operation if operations else conduct.which_activity
    with d.looking_at(_of_the_event_alone(run, names)):
        chosen = yield from choose(d, names)
    if chosen in names:
        return str(chosen)
    return (yield from d.pick_evenly(run.node, names))


def _more_of_the_enemy(run: Execution, names: Sequence[str]) -> str:
    """Return Attack or Ambush: the one that removes more Bases, then more other pieces; else Ambush (8.4.4,
    8.6.1).
    """
    removed: dict[str, tuple[int, int]] = {}
    for name in sorted(names):
        trial = run.fork()
        trial.d.faction = run.d.faction
        try:
            with trial.d.acting_free():
                trial.say(Option(name), run.d.faction)
                run_trial(_by_priorities(trial, name))
        except Violation:
            continue
        changes = Changes(run.d.now, trial.d.now, run.d.faction)
        removed[name] = (changes.won(BASE_KINDS), changes.won(OTHERS))
    best = max(removed, key=lambda name: removed[name], default=names[0])
    run.d.note_pick(run.node, best, "most Bases, then most other pieces removed (8.4.4)")
    return best


def _of_the_event_alone(run: Execution, names: Sequence[str]) -> State:
    """Return the position with only the spaces in which the Event lets these Operations take place.

    The Faction's flowchart then sees only the possible results of the Operation. So the US Assault only if an
    Assault in these spaces would remove something, as in the rulebook's example of SEALORDS.
    """
    d = run.d
    if run.card not in _IN_PLACE:
        return d.now
    walks = [d.try_clauses(Option(name)) for name in names]
    allowed = {where.index for walk in walks if walk is not None for where in spaces_open(walk)}
    spaces = [space if at in allowed else Space() for at, space in enumerate(d.now.spaces)]
    return msgspec.structs.replace(d.now, spaces=tuple(spaces)) if allowed else d.now
