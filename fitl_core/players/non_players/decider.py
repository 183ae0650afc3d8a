"""The context of a Non-player's decision: its action so far, the position it looks at, and its trace.

Read next `trace`, `wanted` and the package of a Faction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from typing import Protocol, TypeVar

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace, board, cities, spaces_by_id
from fitl_core.facts.non_player_nodes import EQUAL_CHANCES, RANDOM_SPACE, step_of
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.board_measures import board_measure
from fitl_core.players.non_players.equal_chances import candidate_rolled, dice_for
from fitl_core.players.non_players.faction_conduct import Conducts
from fitl_core.players.non_players.open_spaces import fit_together, number_selectable, spaces_open
from fitl_core.players.non_players.others import choice_of_another
from fitl_core.players.non_players.random_spaces import random_spaces, space_reached
from fitl_core.players.non_players.remembering import Beginnings
from fitl_core.players.non_players.together import Together, one_by_one
from fitl_core.players.non_players.trace import TraceCandidate, TraceStep, rule_of, with_result, with_word
from fitl_core.players.non_players.trace_words import candidate_name
from fitl_core.players.non_players.unknown_symbols import SymbolNeeded, UnknownSymbol
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Option, Roll, Verb
from fitl_core.record.events import DecisionDice
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.control import control_in
from fitl_core.state.state import State, resources, side_in_effect
from fitl_core.walks import OpenedQuestion, Walk

Item = TypeVar("Item")
Figure = Callable[[Item], int]
"""The figure that a nested priority compares: the highest stays. True counts 1."""
Letters = Sequence[tuple[str, Figure[Item]]]
"""Nested priorities with their letters. Each breaks the ties that the one before leaves (8.1.3)."""
SpaceLetter = str | tuple[str, Figure[BoardSpace]]
"""A letter of a node that compares spaces. Alone it stands for a measure of the board (`board_measures`)."""

CarryOut = Callable[["Decider"], Deciding[bool]]
"""Carries out a verb that has been begun. The result says whether anything was done."""

PLENTY = 99
"""More Resources than any Operation costs."""


class VerbNotes(Protocol):
    """Takes note of the verbs that a decision tries, so that a trial can begin at the last one."""

    def trying(self, before: Decider, verb: str, carry_out: CarryOut) -> AbstractContextManager[None]:
        """Note a verb for as long as it is tried."""


class Decider:
    """A Faction that decides in a position by section 8.

    `conduct` has the behaviour of each Faction. `walk` is the action so far, and None before the action
    begins. A node may set `walk` back to an earlier one. `trace` has every test, roll, narrowing and pick.
    `lines` are the dice rolled for the decision, as events of the log. `beginnings` remember the clauses that
    were tried.
    """

    def __init__(
        self, state: State, faction: Faction, others: Conducts, begun: Beginnings | None = None
    ) -> None:
        self.start = state
        self.conduct = others
        self.faction: Faction = faction
        self.walk: Walk | None = None
        self.trace: list[TraceStep] = []
        self.lines: list[DecisionDice] = []
        self.readings: dict[str, None] = {}
        self.unknown: dict[UnknownSymbol, None] = {}
        """The unknown symbols that the decision needed."""
        self.symbol_needed: SymbolNeeded | None = None
        """Called with each of them before the default is taken."""
        self.failed: dict[str, None] = {}
        """Operations that were tried in this turn and proved impossible (NP-Q14)."""
        self.marks: dict[int, int] = {}
        """The length of the trace when each clause of the action was answered, by the clause's place."""
        self.used: set[int] = set()
        """Cards whose effect comes once in an Operation and has been used."""
        self.skips_end_check: bool = False
        """Whether clauses are accepted without a search for a legal end. The node then knows how the action
        goes on.
        """
        self.granted: bool = False
        """Whether an Event grants the current action, free and within limits of the Event (5.5)."""
        self.beginnings: Beginnings = begun or Beginnings(state)
        self.foresight: VerbNotes | None = None
        self._seen: tuple[Walk | None, State] = (None, state)

    def fork(self) -> Decider:
        """Return a decider that goes on from the same point, for a trial."""
        other = copy(self)
        other.foresight = None
        other.trace, other.lines = list(self.trace), list(self.lines)
        for name in ("readings", "unknown", "failed", "marks"):
            setattr(other, name, dict(getattr(self, name)))
        other.used = set(self.used)
        return other

    @contextmanager
    def acting_for(self, faction: Faction) -> Iterator[None]:
        """Let another Non-player decide within the same action, for a free action of an Event (8.4.1)."""
        before, self.faction = self.faction, faction
        try:
            yield
        finally:
            self.faction = before

    @contextmanager
    def acting_free(self) -> Iterator[None]:
        """Decide on an action that an Event grants and carry it out."""
        before, self.granted = self.granted, True
        try:
            yield
        finally:
            self.granted = before

    @contextmanager
    def looking_at(self, position: State) -> Iterator[None]:
        """Look at another position for a while: the position in which a later question is asked."""
        before, self._seen = self._seen, (self.walk, position)
        try:
            yield
        finally:
            self._seen = before

    # -- looking ------------------------------------------------------------------------------------

    @property
    def now(self) -> State:
        """The current position, also in the middle of an action."""
        if self.walk is not self._seen[0]:
            self._seen = (self.walk, self.walk.position if self.walk is not None else self.start)
        return self._seen[1]

    @property
    def leaders(self) -> int:
        """The size of the Leader box; Failed Attempts and face-down cards count, too."""
        return len(self.start.leader_box)

    @property
    def money(self) -> int:
        """The Resources with which the Faction pays now. The US pays with those of ARVN above Econ
        (1.8.1).
        """
        if self.faction is Faction.US:
            return max(0, resources(self.now, Faction.ARVN) - self.now.econ)
        return resources(self.now, self.faction)

    @property
    def spendable(self) -> int:
        """The Resources that an Operation may use. An action that an Event grants is free (5.5)."""
        return PLENTY if self.granted else self.money

    @property
    def is_limited(self) -> bool:
        """Whether the Operation is a Limited one, as in an easy game (8.9)."""
        return self.start.phase == "card" and "operation" not in open_deeds(self.start)

    def number(self, where: BoardSpace, kinds: Iterable[Kind]) -> int:
        """Return the number of pieces of these kinds in a space now."""
        # The same as `count_of` in `now` with two calls less: every node asks this.
        now = self._seen[1] if self.walk is self._seen[0] else self.now
        pieces = now.spaces[where.index].pieces
        number = 0
        for kind in kinds:
            number += pieces[kind.slot]
        return number

    def support(self, where: BoardSpace) -> int:
        """Return the level of a space now, from 2 (Active Support) to -2 (Active Opposition)."""
        return self.now.spaces[where.index].support

    def control(self, where: BoardSpace) -> str:
        """Return the Control of a space now: "coin", "nva" or "none"."""
        return control_in(self.now, where)

    def capability(self, card: int) -> str | None:
        """Return the side on which a Capability is in effect now: "shaded", "unshaded" or None."""
        return side_in_effect(self.now.capabilities, card)

    def other_reading(self, reading: str) -> bool:
        """Check whether the group chose the other reading (B) of an open question. Note that the question was
        used.
        """
        self.readings[reading] = None
        return reading in self.start.readings

    def relies_on(self, *questions: str) -> None:
        """Note open questions whose default reading influenced the decision."""
        self.readings |= dict.fromkeys(questions)

    def is_settled(self, settled: bool) -> bool:
        """Check whether every result of the dice, or none, meets the condition, so that no roll is needed
        (NP-Q50).
        """
        return settled and not self.other_reading("NP-Q50")

    def needs_symbol(self, node: str, unknown: UnknownSymbol | None) -> None:
        """Note that the decision needs a symbol that is not known, and takes the default (8.4.1)."""
        if unknown is None or unknown in self.unknown:
            return
        if self.symbol_needed is not None:
            self.symbol_needed(unknown)
        self.unknown[unknown] = None
        self.note(node, f"decided {unknown.default}", unknown.words)

    @property
    def verb(self) -> str:
        """The first verb of the action so far, "" before it."""
        said = self.walk.said if self.walk is not None else ()
        return next((clause.name for _, clause in said if isinstance(clause, Verb)), "")

    def take_back(self, walk: Walk | None, begun: int) -> None:
        """Set the action back to `walk`. Mark the steps of the trace from the place `begun` as undone."""
        self.walk = walk
        self.trace[begun:] = [msgspec.structs.replace(step, undone=True) for step in self.trace[begun:]]

    # -- recording ----------------------------------------------------------------------------------

    def note(self, node: str, text: str, *facts: str) -> None:
        """Add a note to the trace: something that was not done and why, or a remark on the next steps."""
        self.trace.append(TraceStep(step="note", rule=rule_of(node), node=node, facts=facts, result=text))

    def aim(self, node: str, what: str) -> None:
        """Say what the next steps of a node are for, if the node has several aims."""
        self.trace.append(TraceStep(step="aim", rule=rule_of(node), node=node, result=what))

    def test(self, node: str, holds: bool, *facts: str) -> bool:
        """Return whether a condition holds, and record the test with its facts."""
        result = "yes" if holds else "no"
        self.trace.append(TraceStep(step="test", rule=rule_of(node), node=node, facts=facts, result=result))
        return holds

    def note_pick(self, node: str, what: str, by: str) -> None:
        """Record a pick and its reason: forced, the last priority, 8.2, or equal chances."""
        self.trace.append(TraceStep(step="pick", rule=rule_of(node), node=node, facts=(by,), result=what))

    # -- chance -------------------------------------------------------------------------------------

    def roll(self, node: str, dice: int, against: str) -> Deciding[tuple[int, ...]]:
        """Roll dice that a node compares with `against` (in words)."""
        rolled: tuple[int, ...] = yield Wanted("decision", node, dice, who=self.faction, against=against)
        self.lines.append(DecisionDice(self.faction, node, rolled))
        self.trace.append(
            TraceStep(step="roll", rule=rule_of(node), node=node, dice=rolled, facts=(against,))
        )
        return rolled

    def pick_evenly(
        self, node: str, candidates: Sequence[Item], name: Callable[[Item], str] = str
    ) -> Deciding[Item]:
        """Return one of the candidates by equal chances (8.4.7). A single candidate needs no dice."""
        if len(candidates) == 1:
            return candidates[0]
        number = dice_for(len(candidates))
        rolled: tuple[int, ...] = ()
        place = None
        while place is None:
            fallen: tuple[int, ...] = yield Wanted(
                "even", node, number, len(candidates), who=self.faction, again=bool(rolled)
            )
            rolled = (*rolled, *fallen)
            place = candidate_rolled(fallen, len(candidates))
        self.relies_on("NP-Q51")
        self.lines.append(DecisionDice(self.faction, EQUAL_CHANCES, rolled, len(candidates), step_of(node)))
        chosen = candidates[place]
        among = tuple([TraceCandidate(name(one), i + 1) for i, one in enumerate(candidates)])
        step = TraceStep(step="pick", rule=rule_of(node), node=node, dice=rolled, candidates=among)
        self.trace.append(with_result(step, "equal chances", name(chosen)))
        return chosen

    def random_space(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        """Return one of several equal spaces (8.2): by the Random Spaces Map, or by 8.3 if all are LoCs."""
        inhabitable = [where for where in candidates if not where.is_loc]
        if len(inhabitable) > 1:
            return (yield from self._by_the_map(node, inhabitable))
        return inhabitable[0] if inhabitable else (yield from self._random_loc(node, candidates))

    def _by_the_map(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        dice: tuple[int, ...] = yield Wanted(
            "space", node, 2, spaces=tuple([where.id for where in candidates]), who=self.faction
        )
        self.relies_on("NP-Q48", "NP-Q51")
        self.lines.append(DecisionDice(self.faction, RANDOM_SPACE, dice, at=step_of(node)))
        tens, ones = dice
        reached, arrows = space_reached(tens, ones, candidates)
        first = spaces_by_id()[random_spaces().table[f"{tens}{ones}"]]
        names = tuple([TraceCandidate(where.name, 0) for where in candidates])
        step = TraceStep(step="pick", rule="8.2", node=node, dice=dice, candidates=names)
        way = f"8.2: {first.name}" + (f", {counted(arrows, 'arrow')} on" if arrows else "")
        self.trace.append(with_result(step, way, reached.name))
        return reached

    def _random_loc(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        """Return a LoC: the highest Econ, then one adjacent to a random City, then equal chances (8.3)."""
        roads = self.narrow_spaces("8.3", "", candidates)
        if len(roads) > 1:
            beside = {where.id: [city for city in cities() if city.id in where.adjacent] for where in roads}
            drawn = [city for city in cities() if any(city in near for near in beside.values())]
            if self.other_reading("NP-Q05"):
                drawn = list(cities())
            elif all(len(near) == len(drawn) for near in beside.values()):
                drawn = []  # every City leaves the same LoCs
                self.relies_on("NP-Q50")
            if drawn:
                by_map = self.called("beside", self._by_the_map(node, drawn))
                city = drawn[0] if len(drawn) == 1 else (yield from by_map)
                roads = [where for where in roads if city in beside[where.id]] or roads
        if len(roads) == 1 < len(candidates):
            self.note_pick(node, roads[0].name, "the only one")
        return (yield from self.pick_evenly(node, roads, lambda where: where.name))

    # -- choosing -----------------------------------------------------------------------------------

    def narrow(self, node: str, letter: str, candidates: Sequence[Item], figure: Figure[Item]) -> list[Item]:
        """Return the candidates with the highest figure. Record the step if it rules out any candidate."""
        if len(candidates) < 2:
            return list(candidates)
        figures = [int(figure(one)) for one in candidates]
        best = max(figures)
        best_candidates = [one for one, number in zip(candidates, figures, strict=True) if number == best]
        if len(best_candidates) < len(candidates):
            shown = [
                TraceCandidate(candidate_name(one), number)
                for one, number in zip(candidates, figures, strict=True)
            ]
            where = f"{node} {letter}".rstrip()
            step = TraceStep(step="narrow", rule=rule_of(node), node=where, candidates=tuple(shown))
            self.trace.append(
                with_result(step, "", ", ".join([candidate_name(one) for one in best_candidates]))
            )
        return best_candidates

    def narrow_spaces(
        self, node: str, letter: SpaceLetter, candidates: Sequence[BoardSpace]
    ) -> list[BoardSpace]:
        """Return the spaces with the highest figure. Record the step if it rules out any space."""
        if not isinstance(letter, str):
            return self.narrow(node, letter[0], candidates, letter[1])
        measure, now = board_measure(node, letter), self.now
        return self.narrow(node, letter, candidates, lambda where: measure(now, where))

    def pick_space(
        self,
        node: str,
        candidates: Sequence[BoardSpace],
        *letters: SpaceLetter,
        together: Together[BoardSpace] = one_by_one,
        clause_for: Callable[[BoardSpace], Clause] | None = None,
    ) -> Deciding[BoardSpace]:
        """Return the first of the candidates by nested priorities, then by chance (8.1.3). `candidates` must
        not be empty.

        Equal spaces that go `together` are taken in board order without dice (NP-Q50). `clause_for` returns
        the clause that selects a space, if a bare space name is not enough.
        """
        best_spaces = list(candidates)
        for letter in letters:
            best_spaces = self.narrow_spaces(node, letter, best_spaces)
        tied = best_spaces
        best_spaces = [where for where in tied if not where.is_loc] or tied  # LoCs come last (8.3)
        why = "the only one" if len(candidates) == 1 else "the priorities"
        why = "LoCs come last (8.3)" if len(best_spaces) == 1 < len(tied) else why
        go_together = self._go_together(best_spaces, together, clause_for)
        if not go_together and best_spaces[0].is_loc:
            best_spaces = self.narrow_spaces("8.3", "", best_spaces)
            go_together = self._go_together(best_spaces, together, clause_for)
        if not go_together:
            names = tuple([where.id for where in best_spaces])
            alike: tuple[int, ...] = yield Wanted("alike", node, 0, spaces=names, who=self.faction)
            if not alike:
                return (yield from self.random_space(node, best_spaces))
            best_spaces, why = [best_spaces[alike[0]]], "every choice leads to the same position"
            self.relies_on("NP-Q50")
        elif len(best_spaces) > 1:
            why = "all of them fit"
            self.relies_on("NP-Q50")
        self.note_pick(node, best_spaces[0].name, why)
        return best_spaces[0]

    def called(self, word: str, picking: Deciding[BoardSpace]) -> Deciding[BoardSpace]:
        """Return the space that is picked. The trace has a word before its candidates: "from Hue"."""
        begun = len(self.trace)
        picked = yield from picking
        self.trace[begun:] = [with_word(step, word) for step in self.trace[begun:]]
        return picked

    def _go_together(
        self,
        spaces: list[BoardSpace],
        together: Together[BoardSpace],
        clause_for: Callable[[BoardSpace], Clause] | None,
    ) -> bool:
        """Check whether all these spaces will be selected, so that no dice are needed (NP-Q50)."""
        if len(spaces) == 1:
            return True
        if not together(spaces):
            return False
        # an Event sets its own limits (5.5); a Limited Operation, as in an easy game (8.9), has 1 space
        return not (self.granted or self.is_limited) or fit_together(self.try_clauses, spaces, clause_for)

    def while_accepted(self, clause_for: Callable[[BoardSpace], Clause]) -> Together[BoardSpace]:
        """Return the condition that the rules accept all clauses that select these spaces, in turn."""
        return lambda equal: fit_together(self.try_clauses, equal, clause_for)

    def in_turn(self, equal: Sequence[BoardSpace]) -> bool:
        """Check whether all these spaces can be selected in turn in the current action."""
        return self.walk is not None and number_selectable(self.walk, equal) >= len(equal)

    # -- answering ----------------------------------------------------------------------------------

    def begin(self, verb: str) -> bool:
        """Begin a verb, or go on with it; return whether the rules allow that."""
        walk = self.try_clauses(Verb(verb))
        if walk is None:
            return False
        self.marks[len(walk.said) - 1] = len(self.trace)
        self.walk = walk
        return True

    def say(self, clause: Clause, who: Faction | None = None) -> Deciding[None]:
        """Answer with a clause, then roll the dice that its procedure asks for. Raises `Violation` if the
        clause is refused.
        """
        assert self.walk is not None
        self.marks[len(self.walk.said)] = len(self.trace)
        self.walk = self.walk.say(clause, who, self.skips_end_check)
        yield from self.settle()

    def settle(self) -> Deciding[None]:
        """Roll the dice that the procedure waits for, and let another Faction answer its questions."""
        assert self.walk is not None
        while (question := self.walk.pending) is not None and not question.optional:
            if question.is_chance:
                (die,) = yield Wanted("move", question.prompt, 1)
                self.walk = self.walk.say(Roll(die), question.who)
            elif question.who is self.faction or len(question.answers(most=2)) < 2:
                return
            else:
                chosen = yield from choice_of_another(self.start, question, self.walk.said)
                self.walk = self.walk.say(chosen, question.who)

    def roll_for(self, question: OpenedQuestion) -> Deciding[None]:
        """Roll the die of a question that comes after optional questions."""
        assert self.walk is not None
        (die,) = yield Wanted("move", question.prompt, 1)
        self.walk = self.walk.say(Roll(die), question.who)
        yield from self.settle()

    def try_clauses(self, *clauses: Clause) -> Walk | None:
        """Return the walk after these clauses as a trial, or None if one is refused. The action stays as it
        is.
        """
        try:
            walk: Walk | None = self.walk if self.walk is not None else self.beginnings.of(self.faction)
        except Violation:
            return None
        for clause in clauses:
            if walk is not None and self.granted and isinstance(clause, Verb):
                clause = Option(clause.name)  # an Event offers its free actions as alternatives
            walk = walk.behind(clause, self.skips_end_check) if walk is not None else None
        return walk

    def accepts(self, clause: Clause) -> bool:
        """Check whether the pending question accepts a clause, without making a walk."""
        walk = self.walk
        if walk is None:
            return False
        pending = walk.pending
        if pending is not None and pending.optional and pending.forms == ("verb",):  # a transfer (1.5.2)
            pending = walk.first_for(str(clause.__struct_config__.tag))
        return pending is not None and pending.accepts(clause)

    def most_spaces(self, verb: str, spaces: Sequence[BoardSpace]) -> int:
        """Return in how many of these spaces an Operation may take place: 1 if it is Limited, also by an
        Event (2.3.5).
        """
        if not self.granted:
            return min(1, len(spaces)) if self.is_limited else len(spaces)
        walk = self.try_clauses(Verb(verb))
        return number_selectable(walk, spaces) if walk is not None else 0

    def open_spaces(
        self,
        begin_with: str = "",
        among: Iterable[BoardSpace] | None = None,
        fits: Callable[[BoardSpace], object] | None = None,
    ) -> list[BoardSpace]:
        """Return the spaces that may be selected next; with `begin_with`, those after that verb, as a trial.

        If `among` or `fits` are given, only these spaces are tried. That is faster than to try all.
        """
        walk = self.try_clauses(Verb(begin_with)) if begin_with else self.walk
        if walk is None:
            return []
        if fits is not None:
            among = filter(fits, board().spaces if among is None else among)
        return list(spaces_open(walk, among))
