"""The search: a sentence is read along the questions of a move, the likeliest way on first.

Each step answers one question with units of the sentence, or with what is usual where nothing is said and
something is owed. The work is bounded: behind `MOST_STEPS` steps, or when `Patience` is lost, the search has
`given_up`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from heapq import heappop, heappush
from itertools import count, islice
from math import inf

from fitl_core.asking.questions import Question
from fitl_core.asking.runs import Run
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count, number_named
from fitl_core.prose.candidates import Patience, candidates
from fitl_core.prose.here import Here
from fitl_core.prose.outcomes import left_out
from fitl_core.prose.structure import Sentence
from fitl_core.prose.understood import Candidate, Understood, where_left
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import At, Clause, Option, Roll, Verb
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.underway import Underway
from notation import write_clause

MOST_STEPS = 600
MOST_MORE = 150
"""So many steps are gone behind the first whole move."""
MOST_FOUND = 8
MARGIN = 0.9
"""Readings are looked for that cost so much more than the best."""
USUAL = 3.0
"""What it costs to answer what nobody has said."""
MOST_USUAL = 6
MOST_LOOKED_AT = 400
PASSED_OVER = 0.4
"""A reading waits so much longer for each word that it has gone past without using it."""
USUAL_SIDES = {Faction.US: "unshaded", Faction.ARVN: "unshaded", Faction.NVA: "shaded", Faction.VC: "shaded"}


class Found:
    """A reading that is a whole move: what is said, what it cost, what is left out of account."""

    def __init__(self, reading: Understood, left: list[Unit], cost: float) -> None:
        self.reading = reading
        self.left = left
        self.cost = cost


class Search:
    """Readings of a sentence as moves of a Faction, the likeliest first."""

    def __init__(self, state: State, faction: Faction, sentence: Sentence, limop: bool) -> None:
        self.sentence = sentence
        self.faction = faction
        self.begin: partial[Underway] = partial(Underway, state, faction, limop)
        self.given_up: bool = False
        self.steps: int = 0
        self.patience: Patience = Patience()
        self._told = [unit for tag in ("piece", "level", "shift", "track") for unit in sentence.of(tag)]
        self._shared = [unit for unit in sentence.of("piece") if unit.shared]
        self._says_last_step = any(
            unit.means.heads[:1] == ("pacify",) or unit.means.track == "patronage"
            for unit in sentence.saying()
        )
        self._numbers = count()
        self._heap: list[tuple[float, int, int, Understood | Found]] = []

    def found(self) -> Iterator[Found]:
        """Whole moves, in the order of what they cost, until the next would cost much more than the first."""
        self._push(Understood())
        seen: set[object] = set()
        most_cost, most_steps, number = inf, MOST_STEPS, 0
        while self._heap and number < MOST_FOUND:
            cost, _, _, reading = heappop(self._heap)
            if cost > most_cost:
                return
            if isinstance(reading, Found):
                if not number:
                    most_cost, most_steps = cost + MARGIN, min(self.steps + MOST_MORE, MOST_STEPS)
                number += 1
                yield reading
                continue
            key = (_what_is_done(reading), reading.used)
            if key in seen:
                continue
            seen.add(key)
            if self.steps >= most_steps or self.patience.left <= 0:
                self.given_up = True
                continue
            self.steps += 1
            self._go_on(reading)

    def _push(self, reading: Understood | Found) -> None:
        used, likely = len(self.sentence.units) + 1, reading.cost
        if isinstance(reading, Understood):
            used, last = len(reading.used), max(reading.used, default=0)
            likely += PASSED_OVER * sum(
                [unit.at < last and unit.at not in reading.used for unit in self._told]
            )
            likely += PASSED_OVER * sum([_not_yet(unit, reading) for unit in self._shared])
        heappush(self._heap, (likely, -used, next(self._numbers), reading))

    def _go_on(self, reading: Understood) -> None:
        """All ways on from a reading, and its end where it may end here."""
        try:
            run = Run(self.begin, reading.said)
            passed = 0.0
            while (question := run.pending) is not None:
                underway = run.underway
                assert isinstance(underway, Underway)
                passed += self._answer(reading._replace(cost=reading.cost + passed), question, underway.draft)
                if not run.pass_on():
                    return
        except Violation:
            return
        underway = run.underway
        assert isinstance(underway, Underway)
        if reading.said:
            left, more = left_out(self.sentence, reading, underway.draft, self.faction)
            self._push(Found(reading, left, reading.cost + passed + more))

    def _answer(self, reading: Understood, question: Question, draft: Draft) -> float:
        """Push what answers a question; what it costs to pass it."""
        answered = False
        for asked in question.with_beside():
            for candidate in candidates(Here(self.sentence, reading, asked, draft), self.patience):
                answered = True
                self._push(self._behind(reading, asked, candidate))
        owed = not question.optional and question.forced() is None and not question.is_idle()
        wanting = question.optional and self._is_wanting(reading, question)
        if (owed and not answered) or wanting or (owed and question.by_chance):
            for candidate in self._usual(question, reading):
                self._push(self._behind(reading, question, candidate))
        if not wanting:
            return 0.0
        return PASSED_OVER if self._says_last_step else USUAL + 1

    def _is_wanting(self, reading: Understood, question: Question) -> bool:
        """Whether a space has just been selected, of which nothing is said, and pieces are asked for."""
        if not reading.said or not isinstance(reading.said[-1][1], At) or self.sentence.of("nothing"):
            return False
        if question.forms_of_answer()[:1] != ("place",):
            return False
        space = reading.said[-1][1].space
        about = [
            unit for unit in self.sentence.units if unit.tag in ("piece", "level", "shift") and unit.homes
        ]
        homes = [home for unit in about for home in (unit.homes if unit.shared else unit.homes[:1])]
        places = [self.sentence.units[home] for home in homes]
        if any(place.tag == "there" for place in places):
            return False
        return not any(space in place.means.spaces for place in places)

    def _usual(self, question: Question, reading: Understood) -> Iterator[Candidate]:
        """What most would answer: as many pieces as may be, the furthest level, the side for one's own."""
        legal = list(islice(question.legal(), MOST_LOOKED_AT))
        legal.sort(key=lambda clause: _rank(clause, self.faction))
        for i, clause in enumerate(legal[:MOST_USUAL]):
            yield Candidate(clause, (), USUAL + 0.1 * i, (f"{question.prompt}: {write_clause(clause)}",))

    def _behind(self, reading: Understood, question: Question, candidate: Candidate) -> Understood:
        """The reading behind one answer more."""
        clause = candidate.clause
        named = where_left(clause) or reading.last
        section = reading.section
        for at in candidate.uses:
            if self.sentence.units[at].tag == "head":
                section = self.sentence.units[at].section
        return Understood(
            (*reading.said, (Faction(question.who), clause)),
            (*reading.parts, section),
            reading.used.union(candidate.uses),
            reading.bound.union([(at, named) for at in candidate.uses]),
            section,
            reading.cost + candidate.cost,
            (*reading.assumes, *candidate.assumes),
            named,
        )


def _what_is_done(reading: Understood) -> frozenset[object]:
    """What is said, in any order: a space that is only selected is the same once something is done there."""
    said = [(part, clause) for (_, clause), part in zip(reading.said, reading.parts, strict=True)]
    done = {(part, where_left(clause)) for part, clause in said if not isinstance(clause, At)}
    told = [one for one in said if not (isinstance(one[1], At) and (one[0], one[1].space) in done)]
    return frozenset(Counter(told).items())


def _not_yet(unit: Unit, reading: Understood) -> int:
    """In how many spaces something is left undone that was said of each, in a part that has been read."""
    if unit.section >= reading.section:
        return 0
    return len(unit.homes) - sum([at == unit.at for at, _ in reading.bound])


def _rank(clause: Clause, faction: Faction) -> tuple[int, int, int]:
    """How likely an answer is that nobody said: a small number is likely. Troops come before Police."""
    match clause:
        case Verb():
            return 1, 0, 0
        case Option(name=name):
            return 0, name != USUAL_SIDES[faction], 0
        case Roll(die=die):
            return 0, -die, 0
        case _:
            pieces: tuple[Count, ...] = getattr(clause, "pieces", ())
            return 0, -number_named(pieces), sum([count.kind.slot * count.number for count in pieces])
