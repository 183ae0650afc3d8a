"""What a verdict rests on: what the position shows of all that a move names, and what else bore on it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.asking.written import WrittenAnswers
from fitl_core.engine import carry_out, insist_on_turn, play
from fitl_core.errors import FitlError
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, CONTROL_WORDS, NVA, US, Faction
from fitl_core.facts.lasting import FORBIDDEN
from fitl_core.facts.levels import level
from fitl_core.facts.vocabulary import VERBS
from fitl_core.facts.vocabulary import spoken as named
from fitl_core.record.clauses import Option, spaces_of
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import flatten, spoken
from fitl_core.rules.repertoire import NOT_IN_MONSOON
from fitl_core.state.control import control_in
from fitl_core.state.digest import digest
from fitl_core.state.state import InEffect, State, resources
from fitl_core.tell.words import pieces_words

# -- what bore on it --------------------------------------------------------------------------------


class Bearing(msgspec.Struct, frozen=True):
    """What bore on a verdict besides the rules of the move itself: by which `rule`, and how."""

    rule: str
    says: str


def bearings(state: State, event: Event) -> tuple[Bearing, ...]:
    """The lasting Events, the RVN Leader and the Monsoon without which the outcome would be another.

    Also those that would forbid what an Event grants, and give way to it (5.1.2).
    """
    here = outcome(state, event)
    found = []
    for rule, what, without in _without(state):
        there = outcome(without, event)
        if there == here:
            continue
        if here is None:
            found.append(Bearing(rule, f"{what}: without it the move would be legal"))
        elif there is None:
            found.append(Bearing(rule, f"{what}: without it the move would not be legal"))
        else:
            found.append(Bearing(rule, f"{what}: it changes what the move does"))
    if here is not None:
        found += _giving_way(state, event)
    return tuple(found)


def outcome(state: State, event: Event) -> str | None:
    """What an event leads to, whatever is in effect and by whichever edition; None where it is refused."""
    try:
        if not isinstance(event, Action):
            return bare(play(state, event).state)
        insist_on_turn(state, event.faction, event.limop)
        said = WrittenAnswers(spoken(event.segments, event.faction), explain=False)
        return bare(carry_out(state, event, said).state)
    except FitlError:
        return None


def bare(state: State) -> str:
    """The digest of a position but for lasting Events, Leader, showing card, edition and readings."""
    plain = msgspec.structs.replace(
        state,
        rules=Edition.SECOND,
        readings=(),
        capabilities=(),
        momentum=(),
        leader_box=(),
        leader_face_down=False,
        next=None,
    )
    return digest(plain)


def _without(state: State) -> Iterator[tuple[str, str, State]]:
    """The position without each thing in effect, with its rule and its name."""
    for i, marker in enumerate(state.capabilities):
        rest = (*state.capabilities[:i], *state.capabilities[i + 1 :])
        yield _rule(marker), _marker(marker, "Capability"), msgspec.structs.replace(state, capabilities=rest)
    for i, marker in enumerate(state.momentum):
        rest = (*state.momentum[:i], *state.momentum[i + 1 :])
        yield _rule(marker), _marker(marker, "Momentum"), msgspec.structs.replace(state, momentum=rest)
    if state.leader_in_effect != "none":
        number = next(number for number, card in cards().items() if card.id == state.leader)
        rule = f"card {number}" if number else "2.4.1"
        yield rule, _leader(state), msgspec.structs.replace(state, leader_face_down=True)
    if state.monsoon:
        dry = next(number for number, card in cards().items() if number and not card.is_coup)
        yield "2.3.9", "it is Monsoon", msgspec.structs.replace(state, next=dry)


def _giving_way(state: State, event: Event) -> Iterator[Bearing]:
    """What would forbid a free action of an Event, had the Event not the precedence."""
    if not isinstance(event, Action) or event.segments[0].verb != "event":
        return
    for name in _carried_out(state, event):
        for marker in state.momentum:
            if name in FORBIDDEN.get((marker.card, marker.side), ()):
                says = f"{_marker(marker, 'Momentum')}, forbids {named(name)}, but gives way to this Event"
                yield Bearing("5.1.2", says)
                yield Bearing(_rule(marker), f"{named(name)} is granted by an Event all the same (5.1.2)")
        if state.monsoon and name in NOT_IN_MONSOON:
            yield Bearing(
                "2.3.9", f"the Monsoon keeps Factions from {named(name)} as an Operation of their own"
            )
            yield Bearing("5.1.2", f"an Event that grants {named(name)} takes precedence over that")


def _carried_out(state: State, event: Action) -> list[str]:
    """The verbs of an Event that is legal, written or not: those in whose rules something happened."""
    written = [clause.name for clause in event.segments[0].clauses if isinstance(clause, Option)]
    if not state.momentum and not state.monsoon:
        return written
    said = WrittenAnswers(spoken(event.segments, event.faction), explain=False)
    rules = {effect.rule for effect in carry_out(state, event, said).effects}
    return list(dict.fromkeys([*written, *[verb for verb, rule in VERBS.items() if rule in rules]]))


def _rule(marker: InEffect) -> str:
    return f"card {marker.card}"


# -- facts ------------------------------------------------------------------------------------------


def facts_of(state: State, event: Event, refused: bool, then: State | None = None) -> tuple[str, ...]:
    """What the position shows of all that a move names.

    With the position in which it was refused the facts are of `then`, and say what they were before.
    """
    before = dict(_facts(state, event, in_full=refused))
    if then is None:
        return tuple(before.values())
    told = []
    for about, fact in _facts(then, event, in_full=refused):
        was = before.get(about, fact)
        by_itself = f" (by this move itself; before it: {was.partition(': ')[2] or was})"
        told.append(fact if was == fact else fact + by_itself)
    return tuple(told)


def _facts(state: State, event: Event, in_full: bool) -> Iterator[tuple[str, str]]:
    """Each fact, with what it is about."""
    if state.card is not None and not cards()[state.card].is_coup:
        done = ", ".join([f"{done.faction} {done.deed}" for done in state.done])
        acted = f" (so far {done})" if done else ""
        monsoon = "; Monsoon" if state.monsoon else ""
        card = f"card {state.card} {cards()[state.card].title}"
        yield "card", f"{card}: Eligible {_names(state.eligible_box)}{acted}{monsoon}"
    for name in _spaces_of(event):
        yield name, _space_words(state, name, in_full)
    if isinstance(event, Action):
        yield from _money(state, event)
    for marker in state.capabilities:
        yield _rule(marker), _marker(marker, "Capability")
    for marker in state.momentum:
        yield _rule(marker), _marker(marker, "Momentum")
    if state.leader_in_effect != "none":
        yield "leader", _leader(state)


def _leader(state: State) -> str:
    return f"RVN Leader {state.leader.replace('-', ' ').title()}"


def _money(state: State, event: Action) -> Iterator[tuple[str, str]]:
    faction = event.faction
    payer = ARVN if faction is US else faction
    econ = f", Econ {state.econ}" if faction in (US, ARVN) else ""
    yield payer, f"{payer} Resources {resources(state, payer)}{econ}"
    verbs = {segment.verb for segment in event.segments}
    if faction is NVA or "airstrike" in verbs:
        yield "trail", f"Trail {state.trail}"
    if "govern" in verbs or "subvert" in verbs:
        yield "aid", f"Aid {state.aid}, Patronage {state.patronage}"


def _space_words(state: State, name: str, in_full: bool) -> str:
    """What is in a space, by its whole name, as refusals call it, or the short one, as effects do."""
    where = spaces_by_id()[name]
    space = state.spaces[where.index]
    words = [pieces_words(space.pieces) or "empty"]
    if where.population:
        words.append(level(space.support).words)
    if not where.is_loc:
        words.append(f"Control {CONTROL_WORDS[control_in(state, where)]}")
    words += [f"Terror {space.terror}"] if space.terror else []
    words += ["Sabotage"] if space.sabotage else []
    kind = where.terrain.title() if where.terrain else "City" if where.is_city else "LoC"
    return f"{(where.name if in_full else where.short)} ({kind}): {', '.join(words)}"


def _spaces_of(event: Event) -> list[str]:
    """Every space that a move names, once, in its order."""
    if not isinstance(event, Action):
        return []
    named = [name for clause in flatten(event.segments) for name in spaces_of(clause)]
    return list(dict.fromkeys(named))


def _marker(marker: InEffect, kind: str) -> str:
    return f"{kind} {marker.card} {cards()[marker.card].title}, {marker.side}"


def _names(factions: tuple[Faction, ...]) -> str:
    return ", ".join(factions) or "none"
