"""Prefixes are final: what the clauses of a part of an action have done stays done as it is (4.1)."""

from __future__ import annotations

from fitl_core.engine import play
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.walks import ask
from fitl_core.wording.stated import without_statements


def insist_on_prefixes(state: State, action: Action) -> None:
    """Raise `BrokenLaw` unless the effects of each prefix of a legal action are a prefix of the whole's.

    What only says what happens by itself answers nothing, and is left out.
    """
    whole = play(state, action).effects
    action = without_statements(state, action)
    walk = ask(state, action.faction, limop=action.limop)
    for number, (who, clause) in enumerate(spoken(action.segments, action.faction), start=1):
        walk = walk.say(clause, who)
        done = walk.effects
        if done != whole[: len(done)]:
            raise BrokenLaw(f"{action}: what {number} clauses have done is changed by those behind them")
