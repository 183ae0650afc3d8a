"""The node shared by all Factions that decides between the Event, a Pass and the rest of the flowchart.

It is the node of 8.5.2, 8.6.2, 8.7.1 and 8.8.2.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.instructions import capability_of
from fitl_core.players.non_players.events.playing import event_is_open, is_worth_it, play_event, refuse_event
from fitl_core.players.non_players.flowchart import test_with_dice
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.wanted import Deciding


class _Terms(msgspec.Struct, frozen=True):
    """The differences between Factions: the names of their nodes, and the Resources below which they Pass."""

    own_is_next: str
    """The node of a Pass because its own Capability is next."""
    capability: str
    """The node of playing a Capability."""
    ordinary: str = ""
    """The node of playing any other Event. The US has its own node for these (8.8.6)."""
    poor: str = ""
    """The node of a Pass for lack of Resources."""
    poor_below: int = 0
    minds_the_first: bool = True
    """Whether a Capability that the 1st Eligible has played no longer counts (8.8.2 does not say so)."""


TERMS = {
    VC: _Terms("8.5.2/if-1", "8.5.2/if-2", "8.5.2/if-3"),
    NVA: _Terms("8.6.2/if-1", "8.6.2/if-2", "8.6.2/if-3", "8.6.2/if-4", poor_below=1),
    ARVN: _Terms("8.7.1/if-1", "8.7.1/if-2", "8.7.1/if-3", "8.7.1/if-4", poor_below=3),
    US: _Terms("8.8.2/if-1", "8.8.2/if-2", minds_the_first=False),
}


def event_or_pass(d: Decider) -> Deciding[DecisionOutcome | None]:
    """Return the Event or a Pass as an outcome, or None if the flowchart goes on."""
    terms = TERMS[d.faction]
    next_is_own = _own(d, d.start.next)
    failed = False
    if next_is_own and (not _bars_a_pass(d) or (terms.minds_the_first and _is_played(d))):
        node = terms.own_is_next
        if (yield from _exceeds_leaders(d, node, "its own Capability is next")):
            return DecisionOutcome("pass", node)
        failed = True
    outcome = yield from _event(d, terms, failed)
    if outcome is None and d.money < terms.poor_below:
        d.test(terms.poor, True, f"{counted(d.money, 'Resource')}, less than {terms.poor_below}")
        return DecisionOutcome("pass", terms.poor)
    return outcome


def _event(d: Decider, terms: _Terms, failed: bool) -> Deciding[DecisionOutcome | None]:
    """Play the Event if the node calls for it. `failed` says whether a roll on this card has
    failed already.
    """
    if not event_is_open(d):
        return None
    if failed:
        d.relies_on("NP-Q04")  # whether the failed roll also counts for the current card
    if capability_of(d.start.card) is not None and not _is_played(d):
        return (yield from _capability(d, terms.capability, failed))
    return (yield from _ordinary_event(d, terms.ordinary)) if terms.ordinary else None


def _capability(d: Decider, node: str, failed: bool) -> Deciding[DecisionOutcome | None]:
    """Play a Capability of any Faction after a roll. No roll is needed if the Faction Passed for this card
    (NP-Q04).
    """
    if failed and not d.other_reading("NP-Q04"):
        d.test(node, False, "one roll serves both Capabilities, and it has failed")
        return None
    refused = refuse_event(d, node) is not None
    if refused and (d.faction in d.start.promises or not d.other_reading("NP-Q47")):
        return None
    if not refused and not (yield from _is_effective(d, node)):
        return None
    if d.faction in d.start.promises:
        d.test(node, True, "it Passed on the card before, to play this one")
    elif not (yield from _exceeds_leaders(d, node, "this card is a Capability")):
        return None
    return None if refused else (yield from _played(d, node))


def _ordinary_event(d: Decider, node: str) -> Deciding[DecisionOutcome | None]:
    """Play an Event that is not a Capability, unless the next card is a Capability (NP-Q03)."""
    following = capability_of(d.start.next) is not None
    if following and not d.other_reading("NP-Q03"):
        d.test(node, False, f"the next card, {d.start.next}, is a Capability")
        return None
    if refuse_event(d, node) is not None or not (yield from _is_effective(d, node)):
        return None
    d.test(node, True, "the Event would change something")
    return (yield from _played(d, node))


def _is_effective(d: Decider, node: str) -> Deciding[bool]:
    """Check whether the Event would change anything (8.1); record the test if it would not."""
    worth = yield from is_worth_it(d, node)
    return worth or d.test(node, False, "the Event would change nothing")


def _played(d: Decider, node: str) -> Deciding[DecisionOutcome | None]:
    """Carry out the Event; return None if that proves impossible."""
    return DecisionOutcome("event", node) if (yield from play_event(d, node)) else None


def in_leader_box(leaders: int) -> str:
    """Return in words how many Coup cards lie in the RVN Leader box, Failed Attempts included (2.4.1)."""
    return f"{counted(leaders, 'Coup card')} in the Leader box"


def _exceeds_leaders(d: Decider, node: str, why: str) -> Deciding[bool]:
    """Check whether a die exceeds the number of Coup cards in the Leader box."""
    return (yield from test_with_dice(d, node, 1, "more than", d.leaders, in_leader_box(d.leaders), why))


def _bars_a_pass(d: Decider) -> bool:
    """Check whether the current card is a Capability that forbids the Pass for the next card: its own one
    (NP-Q07).
    """
    owner = capability_of(d.start.card)
    return owner is d.faction or (owner is not None and d.other_reading("NP-Q07"))


def _own(d: Decider, card: int | None) -> bool:
    return card is not None and capability_of(card) is d.faction


def _is_played(d: Decider) -> bool:
    """Check whether the Event of this card has been executed already."""
    return any(done.deed == "event" for done in d.start.done)
