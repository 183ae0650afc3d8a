"""What of a sentence may answer a question: clauses made of its units, with what it costs to believe it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from fitl_core.prose import amounts_said, names_said, pieces_said
from fitl_core.prose.here import Here
from fitl_core.prose.understood import OUT_OF_ORDER, PLAIN, Candidate
from fitl_core.record.clauses import Activate, Clause, Hide, Remove

WAYS: dict[str, Callable[[Here], Iterator[Candidate]]] = {
    "verb": names_said.verbs,
    "option": names_said.options,
    "at": names_said.spaces,
    "roll": names_said.rolls,
    "card": names_said.named_cards,
    "faction": names_said.factions,
    "level": amounts_said.levels,
    "number": amounts_said.numbers,
    "place": pieces_said.placed,
    "remove": partial(pieces_said.in_a_space, form=Remove),
    "activate": partial(pieces_said.in_a_space, form=Activate),
    "hide": partial(pieces_said.in_a_space, form=Hide),
    "move": pieces_said.moved,
    "replace": pieces_said.replaced,
    "rebox": pieces_said.reboxed,
}
"""What a sentence may say, by the form of the clause."""
MOST_LOOKED_AT = 80_000
"""What people write takes a few thousand, as a rule; this is a second or two."""


class Patience:
    """How much is looked at in all, for one sentence: words and ways to take them, `MOST_LOOKED_AT`."""

    def __init__(self) -> None:
        self.left: int = MOST_LOOKED_AT

    def through(self, found: Iterator[Candidate]) -> Iterator[Candidate]:
        """As many of these as there is patience for."""
        for one in found:
            if self.left <= 0:
                return
            self.left -= 1
            yield one


def candidates(here: Here, patience: Patience) -> Iterator[Candidate]:
    """All that the question takes, each once; untried beyond that.

    Where what is said first fits as it stands, nothing of its form is taken before it.
    """
    found = list(_accepted(here, patience))
    plain = {type(one.clause) for one in found if not one.passes and one.cost < PLAIN}
    for one in found:
        if not one.passes:
            yield one
        elif type(one.clause) not in plain:
            yield one._replace(cost=one.cost + OUT_OF_ORDER * min(one.passes, 2))


def _accepted(here: Here, patience: Patience) -> Iterator[Candidate]:
    """What fits the question, each clause as cheaply as it can be had."""
    cheapest: dict[Clause, Candidate] = {}
    for form in dict.fromkeys((*here.question.forms_of_answer(), *here.opening)):
        patience.left -= len(here.sentence.units)
        for found in patience.through(WAYS[form](here)):
            other = cheapest.get(found.clause)
            if other is None or (found.passes, found.cost) < (other.passes, other.cost):
                cheapest[found.clause] = found
    return (found for found in cheapest.values() if here.question.accepts(found.clause))
