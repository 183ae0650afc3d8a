"""A Non-player deciding: what it has said so far, what it looks at, and the trace that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from fitl_core.errors import Violation
from fitl_core.facts.board import BoardSpace, cities, spaces_by_id
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Kind, count_of
from fitl_core.players.non_players.conduct import Conducts
from fitl_core.players.non_players.equal_chances import dice_for, falls_on
from fitl_core.players.non_players.open_spaces import fit_together, number_selectable, spaces_open
from fitl_core.players.non_players.others import chosen_by_another
from fitl_core.players.non_players.random_spaces import random_spaces, reached
from fitl_core.players.non_players.remembering import Beginnings
from fitl_core.players.non_players.telling import called
from fitl_core.players.non_players.trace import Candidate, TraceStep, concluded, rule_of
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Option, Roll, Verb
from fitl_core.record.events import DecisionDice
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.control import control_in
from fitl_core.state.state import State, resources, side_in_effect
from fitl_core.walks import Asked, Walk

Item = TypeVar("Item")
Figure = Callable[[Item], int]
"""What a nested priority compares: the highest figure stays. True counts 1."""
Room = int | Callable[[list[BoardSpace]], int]
"""How many spaces can yet be selected here; a figure of those that are tied where it depends on them."""
Letters = Sequence[tuple[str, Figure[Item]]]
"""Nested priorities by their letters, each of which breaks the ties that the one before leaves (8.1.3)."""

PLENTY = 99
"""More Resources than any Operation costs."""


class Decider:
    """A Faction that decides, in a position, by section 8.

    `conduct` is how each Faction goes about its actions. `walk` is its action so far, None before it begins;
    it may be set back to an earlier one. Everything that was tested, rolled, narrowed and picked is in
    `trace`; `lines` are the dice rolled for it, as events of the log. `beginnings` know what was tried.
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
        self.unknown: dict[int, None] = {}
        self.failed: dict[str, None] = {}
        """Operations that were tried in this turn and proved impossible (NP-Q14)."""
        self.marks: dict[int, int] = {}
        """How long the trace was when each clause of the action was said, by its place."""
        self.used: set[int] = set()
        """Cards whose effect comes once in an Operation, and has come."""
        self.knows_the_way: bool = False
        """Whether what is said is not tried for an end behind it: the node knows how the action goes on."""
        self.declines: bool = False
        """Whether the card is taken to decline the Event, its symbol being unknown (8.4.1)."""
        self.granted: bool = False
        """Whether an Event gives what is being carried out, free and within bounds of its own (5.5)."""
        self.beginnings: Beginnings = begun or Beginnings(state)
        self._seen: tuple[Walk | None, State] = (None, state)

    @contextmanager
    def acting_for(self, faction: Faction) -> Iterator[None]:
        """Another Non-player decides for a while, within the same action: an Event's free actions (8.4.1)."""
        before, self.faction = self.faction, faction
        try:
            yield
        finally:
            self.faction = before

    @contextmanager
    def acting_free(self) -> Iterator[None]:
        """What an Event gives is decided on and carried out."""
        before, self.granted = self.granted, True
        try:
            yield
        finally:
            self.granted = before

    @contextmanager
    def looking_at(self, position: State) -> Iterator[None]:
        """The position is another for a while: that in which a question further on is asked."""
        before, self._seen = self._seen, (self.walk, position)
        try:
            yield
        finally:
            self._seen = before

    # -- looking ------------------------------------------------------------------------------------

    @property
    def now(self) -> State:
        """The position as it stands, in the midst of the action too."""
        if self.walk is not self._seen[0]:
            self._seen = (self.walk, self.walk.position if self.walk is not None else self.start)
        return self._seen[1]

    @property
    def leaders(self) -> int:
        """L: how many Coup cards lie in the RVN Leader box, Failed Attempts and face-down ones too."""
        return len(self.start.leader_box)

    @property
    def money(self) -> int:
        """The Resources with which the Faction pays, now: for the US those of ARVN above Econ (1.8.1)."""
        if self.faction is Faction.US:
            return max(0, resources(self.now, Faction.ARVN) - self.now.econ)
        return resources(self.now, self.faction)

    @property
    def means(self) -> int:
        """What the Faction can spend on an Operation: what an Event gives costs nothing (5.5)."""
        return PLENTY if self.granted else self.money

    @property
    def is_limited(self) -> bool:
        """Whether the Operation is a Limited one, as in an easy game (8.9)."""
        return self.start.phase == "card" and "operation" not in open_deeds(self.start)

    def number(self, where: BoardSpace, kinds: Iterable[Kind]) -> int:
        """How many pieces of these kinds are in a space, now."""
        now = self._seen[1] if self.walk is self._seen[0] else self.now  # asked often: the short way first
        return count_of(now.spaces[where.index].pieces, kinds)

    def support(self, where: BoardSpace) -> int:
        """The level of a space, now: 2 Active Support to -2 Active Opposition."""
        return self.now.spaces[where.index].support

    def control(self, where: BoardSpace) -> str:
        """Who Controls a space, now: "coin", "nva" or "none"."""
        return control_in(self.now, where)

    def capability(self, card: int) -> str | None:
        """On which side a Capability is in effect, now: "shaded", "unshaded" or None."""
        return side_in_effect(self.now.capabilities, card)

    def other_reading(self, reading: str) -> bool:
        """Whether an open question is read the other way (B); that it bore on the decision is noted."""
        self.readings[reading] = None
        return reading in self.start.readings

    def leans_on(self, *questions: str) -> None:
        """Note open questions that bore on the decision as they are read here."""
        self.readings |= dict.fromkeys(questions)

    def is_settled(self, settled: bool) -> bool:
        """Whether a condition is settled without its dice: every result, or none, meets it (NP-Q50)."""
        return settled and not self.other_reading("NP-Q50")

    # -- telling ------------------------------------------------------------------------------------

    def note(self, node: str, text: str, *facts: str) -> None:
        """Tell what was not done, and why, or what bears on what follows."""
        self.trace.append(TraceStep(step="note", rule=rule_of(node), node=node, facts=facts, result=text))

    def test(self, node: str, holds: bool, *facts: str) -> bool:
        """Whether a condition holds, told with the facts that decided."""
        result = "yes" if holds else "no"
        self.trace.append(TraceStep(step="test", rule=rule_of(node), node=node, facts=facts, result=result))
        return holds

    def picked(self, node: str, what: str, by: str) -> None:
        """Tell what was taken, and by what: forced, the last priority, 8.2, equal chances."""
        self.trace.append(TraceStep(step="pick", rule=rule_of(node), node=node, facts=(by,), result=what))

    def first_step(self, operation: str) -> str:
        """The first step of an Operation ("8.5.4") that picked anything: the node that decided on it."""
        step = f"{operation}/do-"
        return next(
            (one.node for one in self.trace if one.step == "pick" and one.node.startswith(step)), operation
        )

    # -- chance -------------------------------------------------------------------------------------

    def roll(self, node: str, dice: int, against: str) -> Deciding[tuple[int, ...]]:
        """Dice that a node compares with something (`against`, in words)."""
        rolled: tuple[int, ...] = yield Wanted("decision", node, dice, who=self.faction)
        self.lines.append(DecisionDice(self.faction, node, rolled))
        self.trace.append(
            TraceStep(step="roll", rule=rule_of(node), node=node, dice=rolled, facts=(against,))
        )
        return rolled

    def even(
        self, node: str, candidates: Sequence[Item], name: Callable[[Item], str] = str
    ) -> Deciding[Item]:
        """One of the candidates by equal chances (8.4.7); a single one without dice."""
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
            place = falls_on(fallen, len(candidates))
        self.leans_on("NP-Q51")
        self.lines.append(DecisionDice(self.faction, "even", rolled, len(candidates)))
        found = candidates[place]
        among = tuple([Candidate(name(one), i + 1) for i, one in enumerate(candidates)])
        step = TraceStep(step="pick", rule=rule_of(node), node=node, dice=rolled, candidates=among)
        self.trace.append(concluded(step, "equal chances", name(found)))
        return found

    def random_space(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        """One of several equal spaces: Provinces and Cities by the Random Spaces Map, LoCs by 8.3 (8.2)."""
        inhabitable = [where for where in candidates if not where.is_loc]
        if len(inhabitable) > 1:
            return (yield from self._by_the_map(node, inhabitable))
        return inhabitable[0] if inhabitable else (yield from self._random_loc(node, candidates))

    def _by_the_map(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        dice: tuple[int, ...] = yield Wanted(
            "space", node, 2, spaces=tuple([where.id for where in candidates]), who=self.faction
        )
        self.leans_on("NP-Q48", "NP-Q51")
        self.lines.append(DecisionDice(self.faction, "space", dice))
        tens, ones = dice
        found, arrows = reached(tens, ones, candidates)
        first = spaces_by_id()[random_spaces().table[f"{tens}{ones}"]]
        names = tuple([Candidate(where.name, 0) for where in candidates])
        step = TraceStep(step="pick", rule="8.2", node=node, dice=dice, candidates=names)
        way = f"8.2: {first.name}" + (f", {counted(arrows, 'arrow')} on" if arrows else "")
        self.trace.append(concluded(step, way, found.name))
        return found

    def _random_loc(self, node: str, candidates: Sequence[BoardSpace]) -> Deciding[BoardSpace]:
        """A LoC: highest Econ, then beside a random City, then by equal chances (8.3)."""
        left = self.narrow("8.3", "", candidates, lambda where: where.econ)
        if len(left) > 1:
            beside = {where.id: [city for city in cities() if city.id in where.adjacent] for where in left}
            drawn = [city for city in cities() if any(city in near for near in beside.values())]
            if self.other_reading("NP-Q05"):
                drawn = list(cities())
            elif all(len(near) == len(drawn) for near in beside.values()):
                drawn = []  # whichever City it is, none is ruled out
                self.leans_on("NP-Q50")
            if drawn:
                city = drawn[0] if len(drawn) == 1 else (yield from self._by_the_map(node, drawn))
                left = [where for where in left if city in beside[where.id]] or left
        return (yield from self.even(node, left, lambda where: where.name))

    # -- choosing -----------------------------------------------------------------------------------

    def narrow(self, node: str, letter: str, candidates: Sequence[Item], figure: Figure[Item]) -> list[Item]:
        """Those of the candidates with the highest figure; told where that rules any out."""
        if len(candidates) < 2:
            return list(candidates)
        figures = [int(figure(one)) for one in candidates]
        best = max(figures)
        left = [one for one, number in zip(candidates, figures, strict=True) if number == best]
        if len(left) < len(candidates):
            told = [Candidate(called(one), number) for one, number in zip(candidates, figures, strict=True)]
            where = f"{node} {letter}".rstrip()
            step = TraceStep(step="narrow", rule=rule_of(node), node=where, candidates=tuple(told))
            self.trace.append(concluded(step, "", ", ".join([called(one) for one in left])))
        return left

    def pick_space(
        self,
        node: str,
        candidates: Sequence[BoardSpace],
        *letters: tuple[str, Figure[BoardSpace]],
        room: Room = 1,
        says: Callable[[BoardSpace], Clause] | None = None,
    ) -> Deciding[BoardSpace]:
        """The first of the candidates, which must not be empty: nested priorities, then chance (8.1.3).

        `room` is (or says of those that are tied) how many can yet be selected here whatever becomes of
        the others: where all that are tied fit, they come in board order without dice (NP-Q50).
        `says` is what selects a space, where that is not its name alone.
        """
        left = list(candidates)
        for letter, figure in letters:
            left = self.narrow(node, letter, left, figure)
        tied = left
        left = [where for where in tied if not where.is_loc] or tied  # LoCs come last (8.3)
        why = "the only one" if len(candidates) == 1 else "the priorities"
        why = "LoCs come last (8.3)" if len(left) == 1 < len(tied) else why
        if not self._fit(left, room, says) and left[0].is_loc:
            left = self.narrow("8.3", "", left, lambda where: where.econ)
        if not self._fit(left, room, says):
            names = tuple([where.id for where in left])
            alike: tuple[int, ...] = yield Wanted("alike", node, 0, spaces=names, who=self.faction)
            if not alike:
                return (yield from self.random_space(node, left))
            left, why = [left[alike[0]]], "whichever it is, it comes to the same"
            self.leans_on("NP-Q50")
        elif len(left) > 1:
            why = "all of them fit"
            self.leans_on("NP-Q50")
        self.picked(node, left[0].name, why)
        return left[0]

    def _fit(self, spaces: list[BoardSpace], room: Room, says: Callable[[BoardSpace], Clause] | None) -> bool:
        """Whether all these spaces will be selected, so that chance has nothing to decide (NP-Q50)."""
        if len(spaces) == 1:
            return True
        if len(spaces) > (room(spaces) if callable(room) else room):
            return False
        # an Event sets limits of its own (5.5); a Limited Operation, as in an easy game (8.9), has 1 space
        return not (self.granted or self.is_limited) or fit_together(self.may_say, spaces, says)

    def selectable(self, spaces: Sequence[BoardSpace]) -> int:
        """How many of these spaces can be selected one after another in what has been begun."""
        return number_selectable(self.walk, spaces) if self.walk is not None else 0

    # -- saying -------------------------------------------------------------------------------------

    def begin(self, verb: str) -> bool:
        """Whether the Faction may begin (or go on with) this verb here; if so, it is said."""
        walk = self.may_say(Verb(verb))
        if walk is None:
            return False
        self.marks[len(walk.said) - 1] = len(self.trace)
        self.walk = walk
        return True

    def say(self, clause: Clause, who: Faction | None = None) -> Deciding[None]:
        """Say a clause, and roll what dice its procedure then asks for. Raises `Violation` where refused."""
        assert self.walk is not None
        self.marks[len(self.walk.said)] = len(self.trace)
        self.walk = self.walk.say(clause, who, self.knows_the_way)
        yield from self.settle()

    def settle(self) -> Deciding[None]:
        """Roll the dice that the procedure waits for, and have another Faction choose where it is to."""
        assert self.walk is not None
        while (question := self.walk.pending) is not None and not question.optional:
            if question.is_chance:
                (die,) = yield Wanted("move", question.prompt, 1)
                self.walk = self.walk.say(Roll(die), question.who)
            elif question.who is self.faction or len(question.answers(most=2)) < 2:
                return
            else:
                chosen = yield from chosen_by_another(self.start, question, self.walk.said)
                self.walk = self.walk.say(chosen, question.who)

    def roll_for(self, question: Asked) -> Deciding[None]:
        """Roll the die of a question that stands behind others which may be left out."""
        assert self.walk is not None
        (die,) = yield Wanted("move", question.prompt, 1)
        self.walk = self.walk.say(Roll(die), question.who)
        yield from self.settle()

    def may_say(self, *clauses: Clause) -> Walk | None:
        """The walk behind these clauses as a trial, or None where they are refused; nothing is said."""
        try:
            walk: Walk | None = self.walk if self.walk is not None else self.beginnings.of(self.faction)
        except Violation:
            return None
        for clause in clauses:
            if walk is not None and self.granted and isinstance(clause, Verb):
                clause = Option(clause.name)  # an Event offers its free actions as alternatives
            walk = walk.behind(clause, self.knows_the_way) if walk is not None else None
        return walk

    def takes(self, clause: Clause) -> bool:
        """Whether the question at which the action stands takes a clause, untried: no walk is made."""
        walk = self.walk
        if walk is None:
            return False
        pending = walk.pending
        if pending is not None and pending.optional and pending.forms == ("verb",):  # a transfer (1.5.2)
            pending = walk.first_for(str(clause.__struct_config__.tag))
        return pending is not None and pending.accepts(clause)

    def room_of(self, verb: str, spaces: Sequence[BoardSpace]) -> int:
        """In how many of these spaces an Operation may be: 1 if it is Limited, by an Event too (2.3.5)."""
        if not self.granted:
            return min(1, len(spaces)) if self.is_limited else len(spaces)
        walk = self.may_say(Verb(verb))
        return number_selectable(walk, spaces) if walk is not None else 0

    def open_spaces(
        self, begin_with: str = "", among: Iterable[BoardSpace] | None = None
    ) -> list[BoardSpace]:
        """The spaces that may be selected next; with `begin_with`, behind that verb as a trial.

        With `among` only these are looked at, which is quicker.
        """
        walk = self.may_say(Verb(begin_with)) if begin_with else self.walk
        return list(spaces_open(walk, among)) if walk is not None else []
