"""The verbs with which a Faction may begin, and their costs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Verb
from fitl_core.rules.verb_costs import Cost, costs
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.walks import ask


class OpenVerb(msgspec.Struct, frozen=True):
    """A verb that is open to the asked Faction, with its cost, as far as the Faction can pay."""

    verb: str
    costs: tuple[Cost, ...]


def open_verbs(state: State, faction: Faction) -> tuple[OpenVerb, ...]:
    """Return the verbs with which a Faction may begin, and what it can pay of their costs.

    Raises `Violation` if it is not the Faction's turn.
    """
    return tuple(_open_verbs(state, faction))


def _open_verbs(state: State, faction: Faction) -> Iterator[OpenVerb]:
    draft = Draft(state)
    payable = [
        cost for cost in costs(state, faction) if draft.refuse_payment(faction, cost.resources) is None
    ]
    for question in ask(state, faction).questions:
        for answer in question.answers():
            if isinstance(answer, Verb):
                mine = [cost for cost in payable if cost.verb == answer.name and cost.resources]
                yield OpenVerb(answer.name, tuple(mine))


def open_verb_words(verb: OpenVerb) -> str:
    """Return a verb with its costs: "rally: 1 VC for each space"."""
    paid = [f"{cost.resources} {cost.purse} for {cost.what}" for cost in verb.costs]
    return f"{verb.verb}: {'; '.join(paid)}" if paid else verb.verb
