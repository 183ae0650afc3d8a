"""The flowcharts of section 8 as rows, and the one interpreter that runs them.

A `Flowchart` has boxes in their printed order. A `Box` has its conditions, its Operation with the Special
Activity, and the box that follows when the Operation is impossible. The rows of each Faction are in its
module `flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import gt, le, lt
from typing import Any

import msgspec

from fitl_core.facts.move_words import spoken
from fitl_core.players.non_players.decider import CarryOut, Decider
from fitl_core.players.non_players.faction_conduct import Node
from fitl_core.players.non_players.trace import DecisionOutcome, DeedKind
from fitl_core.players.non_players.verb_attempts import attempt, operate, why_impossible
from fitl_core.players.non_players.wanted import Deciding


class FlowCondition(msgspec.Struct, frozen=True):
    """A condition of a box: its node, and a look at the board.

    `look` returns whether the condition holds, and the facts in words. With `dice` it returns the figure to
    which they are compared: the figure is "at least" their sum, or their sum is "less than" or "more than"
    the figure. The figure None ends the conditions of the box: none of them holds. `reversed_by` is the
    question by whose other reading "more than" is "less than". `relies_on` names a question that the
    condition uses in any case.
    """

    node: str
    look: Callable[[Any], tuple[int | None, str]]
    dice: int = 0
    relation: str = "at least"
    reversed_by: str = ""
    relies_on: str = ""

    def test(self, d: Decider) -> Deciding[bool | None]:
        """Check whether the condition holds, and roll its dice. None ends the conditions."""
        if self.relies_on:
            d.relies_on(self.relies_on)
        figure, facts = self.look(d)
        if figure is None or not self.dice:
            return d.test(self.node, bool(figure), facts) or (None if figure is None else False)
        reversed_ = self.reversed_by and d.other_reading(self.reversed_by)
        relation = "less than" if reversed_ else self.relation
        return (yield from test_with_dice(d, self.node, self.dice, relation, figure, facts))


def test_with_dice(
    d: Decider, node: str, dice: int, relation: str, figure: int, facts: str, *why: str
) -> Deciding[bool]:
    """Compare dice with a figure. Skip the roll if every result decides alike (NP-Q50)."""
    decides = _RELATIONS[relation]
    results = decides(dice, figure), decides(6 * dice, figure)
    if d.is_settled(all(results) or not any(results)):
        return d.test(node, all(results), *why, f"{facts}: no roll")
    total = sum((yield from d.roll(node, dice, facts)))
    holds = decides(total, figure)
    compared = f"{'' if holds else 'not '}{relation}"
    rolled = (
        f"{figure}, {compared} the {total} rolled"
        if relation == "at least"
        else f"rolled {total}, {compared} {figure}"
    )
    return d.test(node, holds, *why, rolled)


_RELATIONS: Mapping[str, Callable[[int, int], bool]] = {"at least": le, "less than": lt, "more than": gt}
"""Whether the sum of the dice decides for a condition, by the words for the figure or the sum."""


def first_that_holds(d: Decider, conditions: Sequence[FlowCondition]) -> Deciding[str | None]:
    """Return the node of the first condition that holds, if any."""
    for place, condition in enumerate(conditions):
        holds = yield from condition.test(d)
        if holds is None:
            return None
        if holds:
            if any(later.dice for later in conditions[place + 1 :]):
                d.relies_on("NP-Q50")  # the dice of a later condition
            return condition.node
    return None


class Box(msgspec.Struct, frozen=True):
    """An Operation of a flowchart.

    A box without `conditions` is executed whenever the flowchart reaches it. `barred` returns why the
    Operation is out of question now, or "". `before` is done first; the result says whether it stands if the
    Operation then proves impossible. `carry_out` follows the verb, and `after` the Operation. An `entire` box
    has all of this in `carry_out`, its verb too. `activities` are the Special Activities of the Operation in
    order.

    If the Operation is impossible, the rule `otherwise` follows, or a Pass if it is "" or has been tried.
    Without `otherwise` the flowchart goes on. `tried` is the condition that calls for the box because another
    Operation was impossible. `insists` says whether the Operation counts as impossible if no condition holds.
    """

    rule: str
    verb: str
    carry_out: CarryOut
    conditions: tuple[FlowCondition, ...] = ()
    barred: Callable[[Decider], str] | None = None
    before: CarryOut | None = None
    after: Node[Any] | None = None
    entire: bool = False
    otherwise: str | Callable[[Decider], str] | None = None
    tried: str = ""
    deed: DeedKind = "operation"
    insists: Callable[[Decider], bool] | None = None
    activities: tuple[str, ...] | Callable[[Decider], tuple[str, ...]] = ()

    @property
    def none(self) -> str:
        """The node of the next step when nothing was possible."""
        return f"{self.rule}/none"

    def calls(self, d: Decider) -> Deciding[str | None]:
        """Return the node that calls for this box, if any: a condition, or the rule if it has none."""
        return (yield from first_that_holds(d, self.conditions)) if self.conditions else self.rule

    def execute(self, d: Decider, node: str) -> Deciding[DecisionOutcome | None]:
        """Execute the Operation for which a node called; return None if it is impossible."""
        begun = len(d.trace)
        if not (yield from self._is_done(d)):
            return None
        resorted = any(step.node == self.none for step in d.trace[begun:])
        return DecisionOutcome(self.deed, self.none if resorted else node)

    def _is_done(self, d: Decider) -> Deciding[bool]:
        if self.barred is not None and (why := self.barred(d)):
            d.note(self.none, why)
            return False
        if self.entire:
            return (yield from self.carry_out(d))
        begun = d.walk
        stands = self.before is not None and (yield from self.before(d))
        if not (yield from operate(d, self.verb, self.carry_out)):
            d.walk = d.walk if stands else begun
            return False
        if self.after is not None:
            yield from self.after(d)
        return True


def coup_phase(verb: str, node: str, carry_out: CarryOut) -> Node[DecisionOutcome]:
    """Return the node of a Faction's part in a phase of the Coup Round. If nothing is possible, it Passes."""

    def phase(d: Decider) -> Deciding[DecisionOutcome]:
        if (yield from attempt(d, verb, carry_out)):
            return DecisionOutcome("coup", node)
        d.note(node, "nothing can be done: Pass")
        return DecisionOutcome("pass", node)

    return phase


def in_monsoon(d: Decider) -> str:
    """Return why there is no Sweep and no March now, or "" (2.3.9)."""
    return "a Coup card is next (2.3.9)" if d.start.monsoon else ""


EventBox = Node[DecisionOutcome | None]
"""A box in which the Event is played or the Faction Passes; None if the flowchart goes on."""


class ByReading(msgspec.Struct, frozen=True):
    """Boxes whose order is the reverse by the other reading of a question."""

    reading: str
    boxes: tuple[Box | EventBox, ...]


class Flowchart(msgspec.Struct, frozen=True):
    """The flowchart of a Faction on an Event card.

    `boxes` are its rows in order. `failing_that` are the Operations in the order in which one is chosen when
    no condition calls for any (8.4.4). `choose` picks one of several Special Activities: it receives those of
    the Operation in order, and all. Without it the first is taken.
    """

    boxes: tuple[Box | EventBox | ByReading, ...]
    failing_that: tuple[str, ...]
    choose: Callable[[Decider, Sequence[str], Collection[str]], str | None] | None = None

    def follow(self, d: Decider) -> Deciding[DecisionOutcome]:
        """Run the whole flowchart."""
        return (yield from self._run(d, self.boxes))

    def operate(self, d: Decider) -> Deciding[DecisionOutcome]:
        """Run the flowchart without its Event and Pass boxes."""
        return (yield from self._run(d, tuple(self._operations.values())))

    def which_operation(self, d: Decider, among: Collection[str]) -> Deciding[str | None]:
        """Return the first of these Operations that the flowchart calls for, without its Event and Pass boxes
        (8.4.4).
        """
        for box in self._operations.values():
            if box.conditions and box.verb in among and (yield from box.calls(d)) is not None:
                return box.verb
        return next((verb for verb in self.failing_that if verb in among), None)

    def which_activity(self, d: Decider, among: Collection[str]) -> Deciding[str | None]:
        """Return the Special Activity of these that accompanies the Operation called for (8.4.4)."""
        boxes = {box.verb: box for box in self._operations.values()}
        operation = yield from self.which_operation(
            d, [verb for verb in boxes if not (d.start.monsoon and verb == "march")]
        )
        order = boxes[operation].activities if operation is not None else ()
        wanted = [verb for verb in (order(d) if callable(order) else order) if verb in among]
        if self.choose is not None:
            return self.choose(d, wanted, among)
        return next(iter((*wanted, *among)), None)

    @property
    def _operations(self) -> dict[str, Box]:
        """The boxes of Operations, by their rules."""
        rows = [one for row in self.boxes for one in (row.boxes if isinstance(row, ByReading) else (row,))]
        return {box.rule: box for box in rows if isinstance(box, Box)}

    def _run(self, d: Decider, boxes: Sequence[Box | EventBox | ByReading]) -> Deciding[DecisionOutcome]:
        """Go through boxes in order until one decides."""
        rows = list(boxes)
        while rows:
            row = rows.pop(0)
            if isinstance(row, ByReading):
                rows[:0] = reversed(row.boxes) if d.other_reading(row.reading) else row.boxes
                continue
            outcome = yield from (self._by_its_conditions(d, row) if isinstance(row, Box) else row(d))
            if outcome is not None:
                return outcome
        raise AssertionError("the last box of a flowchart has no condition")

    def _by_its_conditions(self, d: Decider, box: Box) -> Deciding[DecisionOutcome | None]:
        """Execute a box that the flowchart reaches in order; return None if the flowchart goes on."""
        node = yield from box.calls(d)
        if node is None and (box.insists is None or not box.insists(d)):
            return None
        if node is not None and (outcome := (yield from box.execute(d, node))) is not None:
            return outcome
        if box.otherwise is not None:
            return (yield from self._instead(d, box, (box.rule,)))
        if node is not None and box.deed != "event":
            d.note(box.none, f"no {spoken(box.verb)} is possible, because {why_impossible(d, box.verb)}")
        return None

    def _instead(self, d: Decider, box: Box, failed: tuple[str, ...]) -> Deciding[DecisionOutcome]:
        """Execute the box after an impossible Operation; Pass if that proved impossible, too (NP-Q14)."""
        rule = box.otherwise(d) if callable(box.otherwise) else box.otherwise or ""
        if rule in failed:
            d.relies_on("NP-Q14")  # nothing has changed since: the Operation would fail again
        following = self._operations[rule] if rule and rule not in failed else None
        tried = spoken(box.verb)
        instead = spoken(following.verb) if following else "Pass"
        if following is None and callable(box.otherwise) and (why := in_monsoon(d)):
            instead = f"Pass, since {why}"
        d.note(box.none, f"no {tried} is possible, because {why_impossible(d, box.verb)}: {instead}")
        if following is None:
            return DecisionOutcome("pass", box.none)
        if following.tried:
            d.test(following.tried, True, f"{tried} was tried and impossible")
        outcome = yield from following.execute(d, following.tried or box.none)
        if outcome is not None:
            return outcome
        if following.otherwise is not None:
            return (yield from self._instead(d, following, (*failed, rule)))
        return (yield from self._run(d, self.boxes[self.boxes.index(following) + 1 :]))
