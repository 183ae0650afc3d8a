"""The flowchart of VC on an Event card: Terror, Event or Pass, Rally, March, Attack (8.5)."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.vc.after_operation import has_acted, tax_for_money, tax_or_subvert
from fitl_core.players.non_players.vc.ambush import ambush
from fitl_core.players.non_players.vc.attack import attack
from fitl_core.players.non_players.vc.march import march
from fitl_core.players.non_players.vc.rally import calls_for_rally, rally
from fitl_core.players.non_players.vc.tax import MOST_RESOURCES
from fitl_core.players.non_players.vc.terror import calls_for_terror, terror
from fitl_core.players.non_players.verb_attempts import CarryOut, attempt, operate
from fitl_core.players.non_players.wanted import Deciding


def flow(d: Decider) -> Deciding[DecisionOutcome]:
    """Run the whole flowchart (8.5)."""
    node = yield from calls_for_terror(d)
    if node is not None and (yield from operate(d, "terror", terror)):
        yield from tax_or_subvert(d)
        return DecisionOutcome("operation", node)
    outcome = yield from event_or_pass(d)
    if outcome is not None:
        return outcome
    node = yield from calls_for_rally(d)
    if node is not None:
        if (yield from _rally(d)):
            return DecisionOutcome("operation", node)
        d.note("8.5.3/none", "no Rally is possible: March")
        return (yield from _first_of(d, (("8.5.4", _march), ("8.5.5", _attack))))
    if (yield from _march(d)):
        return DecisionOutcome("operation", d.first_step("8.5.4"))
    d.note("8.5.4/none", "no March is possible: Attack")
    if (yield from _attack(d)):
        return DecisionOutcome("operation", d.first_step("8.5.5"))
    d.note("8.5.5/none", "no Attack is possible: Rally")
    done = yield from _rally(d)
    d.test("8.5.3/if-3", done, "Attack was tried and impossible")
    return DecisionOutcome("operation", "8.5.3/if-3") if done else DecisionOutcome("pass", "8.5.3/none")


def _first_of(d: Decider, ways: tuple[tuple[str, CarryOut], ...]) -> Deciding[DecisionOutcome]:
    """Carry out the first possible Operation, else Pass."""
    for node, carry_out in ways:
        if (yield from carry_out(d)):
            return DecisionOutcome("operation", node if "/" in node else d.first_step(node))
        d.note(f"{node.partition('/')[0]}/none", "it is not possible")
    return DecisionOutcome("pass", f"{ways[-1][0].partition('/')[0]}/none")


def _rally(d: Decider) -> Deciding[bool]:
    """Rally, with a Tax before if no Resources are left; then Tax or Subvert. Return whether Rally was
    possible.
    """
    before = d.walk
    yield from tax_for_money(d, "rally", "8.5.3/do-0")
    if not (yield from operate(d, "rally", rally)):
        d.walk = before
        return False
    taxed = has_acted(d, "tax")
    if d.test("8.5.3/sa-1", not taxed, "Tax has not been used"):
        yield from tax_or_subvert(d)
    return True


def _march(d: Decider) -> Deciding[bool]:
    """March, then Ambush, Tax or Subvert; return whether March was possible."""
    if not (yield from operate(d, "march", march)):
        return False
    if not (yield from attempt(d, "ambush", ambush)):
        d.note("8.5.4/sa-2", "nothing can be Ambushed")
        yield from tax_or_subvert(d)
    return True


def _attack(d: Decider) -> Deciding[bool]:
    """Attack, then Tax if nothing was Ambushed; impossible at 0 Resources (8.5.5)."""
    if d.money == 0:
        d.note("8.5.5", "no Resources")
        return False
    if not (yield from operate(d, "attack", attack)):
        return False
    if not has_acted(d, "ambush"):
        d.relies_on("NP-Q15")  # by both rules the next step is Tax, as with Terror
        d.note("8.5.5/sa-1", "no Ambush: Tax")
        yield from tax_or_subvert(d, may_subvert=False)
    return True


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the first of these Operations that the flowchart calls for, without its Event and Pass nodes
    (8.4.4).
    """
    if "terror" in among and (yield from calls_for_terror(d)) is not None:
        return "terror"
    if "rally" in among and (yield from calls_for_rally(d)) is not None:
        return "rally"
    return next((verb for verb in ("march", "attack", "rally") if verb in among), None)


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the Special Activity of these that accompanies the Operation called for by the flowchart
    (8.4.4).
    """
    others = ("terror", "rally", "attack") if d.start.monsoon else ("terror", "rally", "march", "attack")
    operation = yield from which_operation(d, others)
    money = ("tax", "subvert") if d.money <= MOST_RESOURCES else ("subvert", "tax")
    order = ("ambush", *money) if operation in ("march", "attack") else (*money, "ambush")
    return next((verb for verb in order if verb in among), None)
