"""Legal moves, one of each kind, as examples of how to write an answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import At, Clause, Option, Verb
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.state import State
from fitl_core.walks import Walk, ask

MOST_STEPS = 12
"""The most answers in an example. A move that needs more is not a short example."""
LONGEST = 52
"""The most characters of an example, which has to fit a line of a mail."""
MOST_TRIED = 8
"""The most answers of a question that are tried to find an informative one."""
OTHER_SIDES = {
    Faction.US: "shaded",
    Faction.ARVN: "shaded",
    Faction.NVA: "unshaded",
    Faction.VC: "unshaded",
}
NO_EXAMPLE = ("transfer",)


def examples(state: State, faction: Faction) -> tuple[str, ...]:
    """Return a short Operation and the Event, if each is open and ends without a die; lines of the notation.

    In a Coup Round return an answer to the phase's question. Raises nothing.
    """
    limop = state.phase == "card" and "operation" not in open_deeds(state)
    event = next(_lines(state, faction, False, only="event"), None)
    other = next(_lines(state, faction, limop), None)
    return tuple([line for line in (other, event) if line is not None])


def _lines(state: State, faction: Faction, limop: bool, only: str = "") -> Iterator[str]:
    try:
        begun = ask(state, faction, limop=limop)
    except FitlError:
        return
    for question in begun.questions:
        for verb in question.answers():
            if not isinstance(verb, Verb) or verb.name in NO_EXAMPLE or (verb.name == "event") != bool(only):
                continue
            walk = _to_its_end(begun.behind(verb))
            line = "" if walk is None else notation.write_event(walk.normal)
            if 0 < len(line) <= LONGEST:
                yield line


def _to_its_end(walk: Walk | None) -> Walk | None:
    """Return the walk at the first point where its action may end after at least one clause.

    Return None if a die, or a decision of another Faction, comes before that point.
    """
    for _ in range(MOST_STEPS):
        if walk is None or any(who is not walk.faction for who, _ in walk.said):
            return None
        last_clause = walk.said[-1][1]
        if walk.may_end and (len(walk.said) > 1 or not walk.questions) and not isinstance(last_clause, At):
            return walk
        walk = _further(walk)
    return None


def _further(walk: Walk) -> Walk | None:
    """Return the walk after the first answer that is not a verb or a die.

    A walk that may end is returned as is.
    """
    first = "at" if len(walk.said) == 1 else "place"  # a space, then pieces or forces there
    owed_first = list(reversed(walk.questions))
    for question in sorted(owed_first, key=lambda asked: first not in asked.forms):
        answers = () if question.is_chance else question.answers(most=MOST_TRIED)
        for answer in sorted(answers, key=partial(_is_other_side, walk.faction)):
            if not isinstance(answer, Verb) and (behind := walk.behind(answer)) is not None:
                return behind
    return walk if walk.may_end else None


def _is_other_side(faction: Faction, answer: Clause) -> bool:
    """Check whether an answer names the side of an Event that other Factions usually choose."""
    return isinstance(answer, Option) and answer.name == OTHER_SIDES[faction]
