"""Free Operations and Activities of an Event without a player: which, and by whose priorities (8.4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.facts.vocabulary import VERBS, spoken
from fitl_core.players.non_players.events.by_card import own_way
from fitl_core.players.non_players.events.changes import OTHERS, Changes
from fitl_core.players.non_players.events.execution import Execution, driven
from fitl_core.players.non_players.events.own_ways import OWN_WAYS
from fitl_core.players.non_players.open_spaces import spaces_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Option
from fitl_core.state.state import Space, State
from fitl_core.walks import Asked

FOUGHT_OVER: Mapping[int, tuple[str, ...]] = {
    23: ("airlift", "sweep", "assault"),
    44: ("airlift", "sweep", "assault"),
    56: ("attack", "ambush", "infiltrate", "terror", "rally", "march", "bombard"),
    71: ("march", "attack"),
    74: ("train", "sweep", "assault"),
    92: ("sweep", "assault"),
    95: ("sweep", "assault"),
}
"""The cards in whose spaces free actions follow at once: what these bring is what a space is worth."""
_IN_PLACE = (74, 92, 95)
"""The cards whose free Operation has one space: the flowchart is asked of that alone."""


def verbs_of(asked: Asked) -> tuple[str, ...]:
    """The Operations and Activities that a question offers; () where it asks for something else."""
    if asked.forms != ("option",) or asked.optional:
        return ()
    names = [clause.name for clause in asked.accepted() if isinstance(clause, Option)]
    return tuple(names) if names and all(name in VERBS for name in names) else ()


def act(run: Execution, who: Faction, names: tuple[str, ...], told: tuple[str, ...]) -> Deciding[bool]:
    """Begin a free Operation or Activity and carry it out by the priorities of its Faction (8.4.4).

    `told` are those that an instruction names, in its order; where none of all can be carried out as the
    priorities want, the first is begun all the same. A trial of a space ends here, if it need not know more.
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
        left = [name for name in told if name in names] or list(names)
        begun = None
        while left:
            verb = left[0] if len(left) == 1 or told else (yield from _which(run, left))
            left.remove(verb)
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
    """Whether the Faction carries the verb out: as its instruction says, else as on its flowchart."""
    instructed = OWN_WAYS.get((run.card, verb, run.d.faction))
    if instructed is not None:
        return (yield from instructed(run))
    node = run.d.conduct[run.d.faction].carry_out.get(verb)
    if node is None or own_way(run, verb):
        return own_way(run, verb)
    return (yield from node(run.d))


def _which(run: Execution, names: Sequence[str]) -> Deciding[str]:
    """Which of several Operations or Activities: the flowchart selects, else equal chances (8.4.4)."""
    d = run.d
    conduct = d.conduct[d.faction]
    if sorted(names) == ["ambush", "attack"]:
        return _more_of_the_enemy(run, names)
    operations = all(VERBS[name].startswith("3") for name in names)
    choose = conduct.which_operation if operations else conduct.which_activity
    with d.looking_at(_of_the_event_alone(run, names)):
        found = yield from choose(d, names)
    if found in names:
        return str(found)
    return (yield from d.even(run.node, names))


def _more_of_the_enemy(run: Execution, names: Sequence[str]) -> str:
    """Attack or Ambush: what removes most Bases, then most other pieces; Ambush, if equal (8.4.4, 8.6.1)."""
    found: dict[str, tuple[int, int]] = {}
    for name in sorted(names):
        trial = run.fork()
        trial.d.faction = run.d.faction
        try:
            with trial.d.acting_free():
                trial.say(Option(name), run.d.faction)
                driven(_by_priorities(trial, name))
        except Violation:
            continue
        changes = Changes(run.d.now, trial.d.now, run.d.faction)
        found[name] = (changes.won(BASE_KINDS), changes.won(OTHERS))
    best = max(found, key=lambda name: found[name], default=names[0])
    run.d.picked(run.node, best, "8.4.4: most Bases, then most other pieces removed")
    return best


def _of_the_event_alone(run: Execution, names: Sequence[str]) -> State:
    """The position with nothing but the spaces where the Event lets these Operations be.

    What its flowchart asks of the board the Faction asks of what the Operation could do: the rulebook's
    example has the US Assault in SEALORDS if that, not an Assault elsewhere, would remove something.
    """
    d = run.d
    if run.card not in _IN_PLACE:
        return d.now
    walks = [d.may_say(Option(name)) for name in names]
    allowed = {where.index for walk in walks if walk is not None for where in spaces_open(walk)}
    spaces = [space if at in allowed else Space() for at, space in enumerate(d.now.spaces)]
    return msgspec.structs.replace(d.now, spaces=tuple(spaces)) if allowed else d.now
