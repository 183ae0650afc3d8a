"""Supply the clauses of a sentence to the search for its meaning, each with the cost of believing it.

A question is answered with units of the sentence. A required answer without words gets the usual value. When
the budget ends, or `Patience` runs out, the search has `given_up`. Read `fitl_core.reading.best_first` next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from math import inf

from fitl_core.asking.budgets import Budget
from fitl_core.asking.questions import Question, forced_answer, is_idle, with_beside
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count, number_named
from fitl_core.prose.candidates import Patience, candidates
from fitl_core.prose.outcomes import left_out
from fitl_core.prose.reading_state import ClauseCandidate, ReadingState, where_left
from fitl_core.prose.search_place import Here
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import Unit
from fitl_core.reading.best_first import BestFirst, Rank
from fitl_core.reading.path_walks import AskedRun
from fitl_core.record.clauses import At, Clause, Option, Roll, Verb
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.underway import Underway
from notation import write_clause

MOST_PLAYED = 5_000
"""The most clauses that are played for one sentence."""
MOST_MORE = 1_200
"""The most clauses that are played after the first whole move."""
MOST_FOUND = 8
MARGIN = 0.9
"""The most that a reading may cost above the best one."""
USUAL = 3.0
"""The cost of an answer without words."""
MOST_USUAL = 6
MOST_LOOKED_AT = 400
PASSED_OVER = 0.4
"""The delay of a reading in the queue for each word that it has skipped."""
USUAL_SIDES = {Faction.US: "unshaded", Faction.ARVN: "unshaded", Faction.NVA: "shaded", Faction.VC: "shaded"}


class Found:
    """A reading that is a whole move: its clauses, its cost, and the units left out."""

    def __init__(self, reading: ReadingState, left: list[Unit], cost: float) -> None:
        self.reading = reading
        self.left = left
        self.cost = cost


class SentenceSearch:
    """Readings of a sentence as moves of a Faction, the likeliest first."""

    def __init__(self, state: State, faction: Faction, sentence: Sentence, limop: bool) -> None:
        self.sentence = sentence
        self.faction = faction
        self.begin: partial[Underway] = partial(Underway, state, faction, limop)
        self.patience: Patience = Patience()
        self._told = [unit for tag in ("piece", "level", "shift", "track") for unit in sentence.of(tag)]
        self._shared = [unit for unit in sentence.of("piece") if unit.shared]
        self._says_last_step = any(
            unit.means.heads[:1] == ("pacify",) or unit.means.track == "patronage"
            for unit in sentence.saying()
        )
        self._readings: BestFirst[ReadingState | Found] = BestFirst("more readings of the sentence")
        self._work = Budget(MOST_PLAYED)
        self._known: set[object] = set()

    @property
    def given_up(self) -> bool:
        """Whether some readings were not examined."""
        return self._readings.given_up or self.patience.left <= 0

    def found(self) -> Iterator[Found]:
        """Yield whole moves in the order of their cost, up to one that costs much more than the first."""
        self._readings.keep(*self._ranked(ReadingState()))
        ends = self._readings.ends(lambda reading: isinstance(reading, Found), self._go_on, self._work)
        most = inf
        for found in islice(ends, MOST_FOUND):
            assert isinstance(found, Found), "only whole moves are ends"
            if found.cost > most:
                return
            if most == inf:
                most = found.cost + MARGIN
                self._work.spend(max(0.0, self._work.left - MOST_MORE))
            yield found

    def _ranked(self, reading: ReadingState | Found) -> tuple[Rank, ReadingState | Found]:
        """Return a reading with its rank: its cost, and that of the words that it has skipped."""
        if isinstance(reading, Found):
            return (reading.cost, -len(self.sentence.units) - 1), reading
        last = max(reading.used, default=0)
        skipped = sum([unit.at < last and unit.at not in reading.used for unit in self._told])
        skipped += sum([_spaces_still_unused(unit, reading) for unit in self._shared])
        return (reading.cost + PASSED_OVER * skipped, -len(reading.used)), reading

    def _go_on(self, reading: ReadingState | Found) -> Iterator[tuple[Rank, ReadingState | Found]]:
        """Yield all continuations of a reading, and its end if it may end here; none if it is known."""
        assert isinstance(reading, ReadingState), "a whole move is an end"
        key = (_clauses_in_any_order(reading), reading.used)
        if key in self._known or self.patience.left <= 0:
            return
        self._known.add(key)
        try:
            run = AskedRun(self.begin, reading.said)
            passed = 0.0
            while (question := run.pending) is not None:
                so_far = reading._replace(cost=reading.cost + passed)
                further, more = self._answer(so_far, question, run.underway.draft)
                yield from map(self._ranked, further)
                passed += more
                if not run.pass_on():
                    return
        except Violation:
            return
        if reading.said:
            unused, more = left_out(self.sentence, reading, run.underway.draft, self.faction)
            yield self._ranked(Found(reading, unused, reading.cost + passed + more))

    def _answer(
        self, reading: ReadingState, question: Question, draft: Draft
    ) -> tuple[list[ReadingState], float]:
        """Return the readings after the answers to a question, and the cost of skipping the question."""
        further: list[ReadingState] = []
        for asked in with_beside(question):
            for candidate in candidates(Here(self.sentence, reading, asked, draft), self.patience):
                further.append(self._after_answer(reading, asked, candidate))
        owed = not question.optional and forced_answer(question) is None and not is_idle(question)
        wanting = question.optional and self._is_wanting(reading, question)
        if (owed and not further) or wanting or (owed and question.by_chance):
            for candidate in self._usual(question, reading):
                further.append(self._after_answer(reading, question, candidate))
        if not wanting:
            return further, 0.0
        return further, PASSED_OVER if self._says_last_step else USUAL + 1

    def _is_wanting(self, reading: ReadingState, question: Question) -> bool:
        """Check whether the last space has no clause and no words yet, and the question wants pieces."""
        if not reading.said or not isinstance(reading.said[-1][1], At) or self.sentence.of("nothing"):
            return False
        if question.answer_forms[:1] != ("place",):
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

    def _usual(self, question: Question, reading: ReadingState) -> Iterator[ClauseCandidate]:
        """Yield the usual answers: as many pieces as possible, the furthest level, the side of one's own."""
        legal = list(islice(question.legal(), MOST_LOOKED_AT))
        legal.sort(key=lambda clause: _rank(clause, self.faction))
        for i, clause in enumerate(legal[:MOST_USUAL]):
            yield ClauseCandidate(
                clause, (), USUAL + 0.1 * i, (f"{question.prompt}: {write_clause(clause)}",)
            )

    def _after_answer(
        self, reading: ReadingState, question: Question, candidate: ClauseCandidate
    ) -> ReadingState:
        """Return the reading after one more answer."""
        clause = candidate.clause
        named = where_left(clause) or reading.last
        section = reading.section
        for at in candidate.uses:
            if self.sentence.units[at].tag == "head":
                section = self.sentence.units[at].section
        return ReadingState(
            (*reading.said, (Faction(question.who), clause)),
            (*reading.parts, section),
            (*reading.uses, candidate.uses),
            reading.used.union(candidate.uses),
            reading.bound.union([(at, named) for at in candidate.uses]),
            section,
            reading.cost + candidate.cost,
            (*reading.assumes, *candidate.assumes),
            named,
        )


def _clauses_in_any_order(reading: ReadingState) -> frozenset[object]:
    """Return the clauses without their order. A selected space is left out if a clause acts there."""
    clauses = [(part, clause) for (_, clause), part in zip(reading.said, reading.parts, strict=True)]
    acting_places = {(part, where_left(clause)) for part, clause in clauses if not isinstance(clause, At)}
    counting = [
        one for one in clauses if not (isinstance(one[1], At) and (one[0], one[1].space) in acting_places)
    ]
    return frozenset(Counter(counting).items())


def _spaces_still_unused(unit: Unit, reading: ReadingState) -> int:
    """Return the number of spaces for which a shared unit is still unused, in a part that has been read."""
    if unit.section >= reading.section:
        return 0
    return len(unit.homes) - sum([at == unit.at for at, _ in reading.bound])


def _rank(clause: Clause, faction: Faction) -> tuple[int, int, int]:
    """Return the rank of an unwritten answer; a low rank is likely. Troops come before Police."""
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
