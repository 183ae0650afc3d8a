"""What a card would do: what a Pivotal Event needs, and whether a side would change anything now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.asking.answers import Questions
from fitl_core.engine import ask, play
from fitl_core.errors import FitlError
from fitl_core.facts.cards import Side, cards
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import By, Clause, Option
from fitl_core.record.events import Action, Segment
from fitl_core.rules.events import sides
from fitl_core.rules.pivotal import LEADERS_NEEDED, wanted
from fitl_core.state.state import State

MOST_ANSWERS = 60
"""An attempt to find an effect ends behind so many clauses."""


def precondition_of(number: int) -> str:
    """What must be so before a Pivotal Event can be placed (2.3.8); empty for other cards."""
    card = cards()[number]
    if card.kind != "pivotal":
        return ""
    return f"{LEADERS_NEEDED} cards in the RVN Leader box, and {wanted(card.order[0])}"


def would_act(state: State, number: int, side: Side, faction: Faction) -> bool:
    """Whether a side, executed now by a Faction, would change anything.

    It is tried with some of the answers that are open, so a rare effect may be missed.
    """
    posed = msgspec.structs.replace(
        state,
        card=number,
        next=state.next if state.next is not None else 0,
        phase="card",
        eligible=(faction,),
        done=(),
        stays=(),
        barred=(),
    )
    return any(_effect(posed, faction, side, pick) for pick in (0, -1))


def _effect(state: State, faction: Faction, side: Side, pick: int) -> bool:
    """Whether anything happens when every question is answered by its first (or last) answer."""
    clauses: tuple[Clause, ...] = (Option(side),) if len(sides(state.card or 0)) > 1 else ()
    try:
        for _ in range(MOST_ANSWERS):
            asked = ask(state, faction, (Segment("event", clauses),))
            if not asked.open:
                break
            clauses = (*clauses, *_answer(asked, faction, clauses, pick))
        step = play(state, Action(faction, (Segment("event", clauses),)))
    except FitlError:
        return False
    return any(effect.rule != "2.3.6" for effect in step.effects)


def _answer(asked: Questions, faction: Faction, clauses: Sequence[Clause], pick: int) -> tuple[Clause, ...]:
    """An answer to the last question asked, with the tag of the Faction that decides it."""
    question = asked.open[-1 if pick else 0]
    speaker = next((clause.faction for clause in reversed(clauses) if isinstance(clause, By)), faction)
    tag = () if question.choice.faction is speaker else (By(question.choice.faction),)
    return (*tag, question.answers[pick])
