"""Find clauses in a sentence that may answer a question, each with the cost of believing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from fitl_core.asking.questions import accepts
from fitl_core.prose import amounts_said, names_said, pieces_said
from fitl_core.prose.reading_state import OUT_OF_ORDER, PLAIN, ClauseCandidate
from fitl_core.prose.search_place import Here
from fitl_core.record.clauses import Activate, Clause, Hide, Remove

WAYS: dict[str, Callable[[Here], Iterator[ClauseCandidate]]] = {
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
"""The function that reads clauses of each form from a sentence."""
MOST_LOOKED_AT = 80_000
"""The most words and ways tried. A usual sentence takes a few thousand; the limit takes a second or two."""


class Patience:
    """The limit of work for one sentence: words and ways to read them, at most `MOST_LOOKED_AT`."""

    def __init__(self) -> None:
        self.left: int = MOST_LOOKED_AT

    def through(self, offered: Iterator[ClauseCandidate]) -> Iterator[ClauseCandidate]:
        """Yield candidates until patience runs out."""
        for candidate in offered:
            if self.left <= 0:
                return
            self.left -= 1
            yield candidate


def candidates(here: Here, patience: Patience) -> Iterator[ClauseCandidate]:
    """Yield all clauses that the question accepts, each once. Those beyond the limit are untried.

    If the first candidate of a form is accepted as it stands, no earlier one of its form is tried.
    """
    accepted = list(_accepted(here, patience))
    plain = {type(one.clause) for one in accepted if not one.passes and one.cost < PLAIN}
    for one in accepted:
        if not one.passes:
            yield one
        elif type(one.clause) not in plain:
            yield one._replace(cost=one.cost + OUT_OF_ORDER * min(one.passes, 2))


def _accepted(here: Here, patience: Patience) -> Iterator[ClauseCandidate]:
    """Yield the accepted clauses, each at its lowest cost."""
    cheapest: dict[Clause, ClauseCandidate] = {}
    for form in dict.fromkeys((*here.question.answer_forms, *here.opening)):
        patience.left -= len(here.sentence.units)
        for candidate in patience.through(WAYS[form](here)):
            other = cheapest.get(candidate.clause)
            if other is None or (candidate.passes, candidate.cost) < (other.passes, other.cost):
                cheapest[candidate.clause] = candidate
    return (candidate for candidate in cheapest.values() if accepts(here.question, candidate.clause))
