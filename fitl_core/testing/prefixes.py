"""Trial of prefixes: the effects of a part of an action are final (4.1)."""

from __future__ import annotations

from fitl_core.engine import play
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.walks import ask
from fitl_core.wording.canonical_form import canonical_action


def insist_on_prefixes(state: State, action: Action) -> None:
    """Raise `BrokenLaw` unless the effects of each prefix of a legal action begin the effects of the whole.

    Clauses that only state automatic effects answer nothing and are left out.
    """
    whole = play(state, action).effects
    action = canonical_action(state, action)
    walk = ask(state, action.faction, limop=action.limop)
    for number, (who, clause) in enumerate(spoken(action.segments, action.faction), start=1):
        walk = walk.say(clause, who)
        done = walk.effects
        if done != whole[: len(done)]:
            raise BrokenLaw(f"{action}: later clauses change the effects of the first {number}")
