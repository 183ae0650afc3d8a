"""The flowchart of NVA on an Event card: Attack, Event or Pass, Terror, Rally, March (8.6)."""

from __future__ import annotations

from collections.abc import Collection

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.nva.ambush import ambush_behind_march
from fitl_core.players.non_players.nva.attack import attack_whole, calls_for_attack
from fitl_core.players.non_players.nva.bombard import bombard
from fitl_core.players.non_players.nva.infiltrate import infiltrate
from fitl_core.players.non_players.nva.march import march
from fitl_core.players.non_players.nva.rally import calls_for_rally, rally
from fitl_core.players.non_players.nva.terror import calls_for_terror, terror
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.verb_attempts import attempt, operate
from fitl_core.players.non_players.wanted import Deciding


def flow(d: Decider) -> Deciding[DecisionOutcome]:
    """Run the whole flowchart (8.6)."""
    node = yield from calls_for_attack(d)
    if node is not None and (yield from attack_whole(d)):
        return DecisionOutcome("operation", node)
    terror_first = d.other_reading("NP-Q18")
    if terror_first and (outcome := (yield from _terror(d))) is not None:
        return outcome
    outcome = yield from event_or_pass(d)
    if outcome is not None:
        return outcome
    if not terror_first and (outcome := (yield from _terror(d))) is not None:
        return outcome
    node = yield from calls_for_rally(d)
    if node is not None:
        if (yield from _rally(d)):
            return DecisionOutcome("operation", node)
        d.note("8.6.4/none", "no Rally is possible: March")
        done = yield from _march(d)
        return (
            DecisionOutcome("operation", d.first_step("8.6.5"))
            if done
            else DecisionOutcome("pass", "8.6.5/none")
        )
    if (yield from _march(d)):
        return DecisionOutcome("operation", d.first_step("8.6.5"))
    d.note("8.6.5/none", "no March is possible: Rally")
    done = yield from _rally(d)
    d.test("8.6.4/if-5", done, "March was tried and impossible")
    return DecisionOutcome("operation", "8.6.4/if-5") if done else DecisionOutcome("pass", "8.6.4/none")


def _terror(d: Decider) -> Deciding[DecisionOutcome | None]:
    """Terror, then Bombard, if the condition of Terror holds (8.6.3)."""
    node = yield from calls_for_terror(d)
    if node is None or not (yield from operate(d, "terror", terror)):
        return None
    yield from _bombard(d, "8.6.3/sa-1")
    return DecisionOutcome("operation", node)


def _rally(d: Decider) -> Deciding[bool]:
    """Rally, then Infiltrate or Bombard; return whether Rally was possible."""
    if not (yield from operate(d, "rally", rally)):
        return False
    yield from _infiltrate_or_bombard(d)
    return True


def _march(d: Decider) -> Deciding[bool]:
    """March, then Ambush a COIN Base, or Infiltrate or Bombard; return whether March was possible."""
    if not (yield from operate(d, "march", march)):
        return False
    if not (yield from attempt(d, "ambush", ambush_behind_march)):
        d.note("8.6.5/sa-1", "no Ambush removes a COIN Base")
        yield from _infiltrate_or_bombard(d)
    return True


def _infiltrate_or_bombard(d: Decider) -> Deciding[None]:
    if not (yield from attempt(d, "infiltrate", infiltrate)):
        d.relies_on("NP-Q24")
        yield from _bombard(d, "8.6.4/sa-2")


def _bombard(d: Decider, node: str) -> Deciding[None]:
    if not (yield from attempt(d, "bombard", bombard)):
        d.note(node, "nothing can be Bombarded: no Special Activity")


def which_operation(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the first of these Operations that the flowchart calls for, without its Event and Pass nodes
    (8.4.4).
    """
    for verb, calls_for in (
        ("attack", calls_for_attack),
        ("terror", calls_for_terror),
        ("rally", calls_for_rally),
    ):
        if verb in among and (yield from calls_for(d)) is not None:
            return verb
    return next((verb for verb in ("march", "rally") if verb in among), None)


def which_activity(d: Decider, among: Collection[str]) -> Deciding[str | None]:
    """Return the Special Activity of these that accompanies the Operation called for by the flowchart
    (8.4.4).
    """
    others = ("attack", "terror", "rally") if d.start.monsoon else ("attack", "terror", "rally", "march")
    operation = yield from which_operation(d, others)
    order = _ACTIVITIES_OF.get(operation or "rally", ())
    return next((verb for verb in (*order, *among) if verb in among), None)


_ACTIVITIES_OF = {
    "attack": ("ambush", "bombard"),
    "terror": ("bombard",),
    "rally": ("infiltrate", "bombard"),
    "march": ("ambush", "infiltrate", "bombard"),
}
"""The Special Activities of each Operation, in order. The first possible one is taken."""
