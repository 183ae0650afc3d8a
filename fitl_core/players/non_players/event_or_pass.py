"""Whether a Non-player plays the Event, Passes, or operates: a node that all Factions share.

It stands in 8.5.2, 8.6.2, 8.7.1 and 8.8.2.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.instructions import capability_of
from fitl_core.players.non_players.events.playing import event_is_open, is_worth_it, play_event, refuse_event
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.wanted import Deciding


class _Terms(msgspec.Struct, frozen=True):
    """What differs from Faction to Faction: the rule, and below how many Resources it Passes."""

    rule: str
    poor_below: int = 0
    minds_the_first: bool = True
    """Whether a Capability that the 1st Eligible has played counts as none (8.8.2 does not say so)."""
    plays_the_rest: bool = True
    """Whether other Events belong to this node (those of the US have one of their own, 8.8.6)."""


TERMS = {
    VC: _Terms("8.5.2"),
    NVA: _Terms("8.6.2", poor_below=1),
    ARVN: _Terms("8.7.1", poor_below=3),
    US: _Terms("8.8.2", minds_the_first=False, plays_the_rest=False),
}


def event_or_pass(d: Decider) -> Deciding[Outcome | None]:
    """The Event, a Pass, or None: the flow goes on."""
    terms = TERMS[d.faction]
    next_is_own, this_is_own = _own(d, d.start.next), _own(d, d.start.card)
    failed = False
    if next_is_own and (not this_is_own or (terms.minds_the_first and _is_played(d))):
        node = f"{terms.rule}/if-1"
        if (yield from _exceeds_leaders(d, node, "its own Capability is next")):
            return Outcome("pass", node)
        failed = True
    outcome = yield from _event(d, terms, failed)
    if outcome is None and d.money < terms.poor_below:
        d.test(f"{terms.rule}/if-4", True, f"{d.money} Resources")
        return Outcome("pass", f"{terms.rule}/if-4")
    return outcome


def _event(d: Decider, terms: _Terms, failed: bool) -> Deciding[Outcome | None]:
    """The Event, if it is called for; `failed` says that a roll on this card has failed already."""
    if not event_is_open(d):
        return None
    capability = capability_of(d.start.card) is not None and not _is_played(d)
    refusal = refuse_event(d, f"{terms.rule}/if-{2 if capability else 3}")
    if refusal is not None:
        return None
    if capability:
        node = f"{terms.rule}/if-2"
        if failed and not d.other_reading("NP-Q04"):
            d.test(node, False, "the roll has failed")
            return None
        promised = d.faction in d.start.promises
        if promised:
            d.test(node, True, "it Passed for this card")
        elif not (yield from _exceeds_leaders(d, node, "a Capability is played")):
            return None
        return (yield from _played(d, node))
    if not terms.plays_the_rest:
        return None
    return (yield from _ordinary_event(d, f"{terms.rule}/if-3"))


def _ordinary_event(d: Decider, node: str) -> Deciding[Outcome | None]:
    """An Event that is no Capability, unless the next card is one (NP-Q03)."""
    following = capability_of(d.start.next) is not None
    if following and not d.other_reading("NP-Q03"):
        d.test(node, False, "the next card is a Capability")
        return None
    worth = yield from is_worth_it(d)
    if not d.test(node, worth, "the Event would change something" if worth else "the Event is ineffective"):
        return None
    return (yield from _played(d, node))


def _played(d: Decider, node: str) -> Deciding[Outcome | None]:
    """The Event carried out, or None where that proves impossible."""
    return Outcome("event", node) if (yield from play_event(d, node)) else None


def _exceeds_leaders(d: Decider, node: str, why: str) -> Deciding[bool]:
    """Whether a die exceeds the number of Coup cards in the Leader box; unrolled where it cannot matter."""
    leaders = d.leaders
    if leaders == 0 or leaders >= 6:
        return d.test(node, leaders == 0, why, f"{leaders} leaders in the box: no roll")
    (die,) = yield from d.roll(node, 1, f"{leaders} leaders in the box")
    return d.test(node, die > leaders, why, f"{die} against {leaders}")


def _own(d: Decider, card: int | None) -> bool:
    return card is not None and capability_of(card) is d.faction


def _is_played(d: Decider) -> bool:
    """Whether the Event of this card has been executed already."""
    return any(done.deed == "event" for done in d.start.done)
