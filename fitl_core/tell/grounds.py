"""Find the grounds of a verdict: the facts of the position about a move, and other rules that bear on it.

`fitl_core.tell.adjudication` gives the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, CONTROL_WORDS, NVA, US, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.lasting import FORBIDDEN
from fitl_core.facts.levels import level
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.move_words import spoken as named
from fitl_core.record.clauses import Option, spaces_of
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import flatten, spoken
from fitl_core.rules.repertoire import NOT_IN_MONSOON
from fitl_core.state.control import control_in
from fitl_core.state.position_digest import digest
from fitl_core.state.state import InEffect, State, resources
from fitl_core.strict_play import carry_out, insist_on_turn
from fitl_core.tell.words import pieces_words

# -- other rules that bear on a move ------------------------------------------------------------------


class Bearing(msgspec.Struct, frozen=True):
    """A `rule` other than those of the move itself that bears on the verdict, with an explanation."""

    rule: str
    says: str


def bearings(state: State, event: Event) -> tuple[Bearing, ...]:
    """Return the lasting Events, the RVN Leader and the Monsoon that change the outcome of a move.

    Those that forbid an action, but give way to the Event that grants it (5.1.2), are included.
    """
    usual = outcome(state, event)
    found = []
    for rule, what, without in _without(state):
        changed = outcome(without, event)
        if changed == usual:
            continue
        if usual is None:
            found.append(Bearing(rule, f"{what}: without it the move would be legal"))
        elif changed is None:
            found.append(Bearing(rule, f"{what}: without it the move would not be legal"))
        else:
            found.append(Bearing(rule, f"{what}: it changes what the move does"))
    if usual is not None:
        found += _giving_way(state, event)
    return tuple(found)


def outcome(state: State, event: Event) -> str | None:
    """Return the digest of the outcome of an event, without lasting Events and edition.

    None if it is refused.
    """
    try:
        if not isinstance(event, Action):
            return bare(play(state, event).state)
        insist_on_turn(state, event.faction, event.limop)
        answers = WrittenAnswers(spoken(event.segments, event.faction), explain=False)
        return bare(carry_out(state, event, answers).state)
    except FitlError:
        return None


def bare(state: State) -> str:
    """Return the digest of a position without lasting Events, Leader, next card, edition and readings."""
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
    """Yield each lasting Event, the Leader and the Monsoon: its rule, its name and the state without it."""
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
    """Yield the lasting Events and the Monsoon that forbid a free action, but give way to its Event."""
    if not isinstance(event, Action) or event.segments[0].verb != "event":
        return
    for name in _carried_out(state, event):
        for marker in state.momentum:
            if name in FORBIDDEN.get((marker.card, marker.side), ()):
                says = f"{_marker(marker, 'Momentum')}, forbids {named(name)}, but gives way to this Event"
                yield Bearing("5.1.2", says)
                yield Bearing(_rule(marker), f"an Event can grant {named(name)} in spite of it (5.1.2)")
        if state.monsoon and name in NOT_IN_MONSOON:
            yield Bearing("2.3.9", f"the Monsoon forbids {named(name)} as a Faction's own Operation")
            yield Bearing("5.1.2", f"an Event that grants {named(name)} takes precedence over that")


def _carried_out(state: State, event: Action) -> list[str]:
    """Return the verbs of a legal Event: those written, and those whose rules have effects."""
    written = [clause.name for clause in event.segments[0].clauses if isinstance(clause, Option)]
    if not state.momentum and not state.monsoon:
        return written
    answers = WrittenAnswers(spoken(event.segments, event.faction), explain=False)
    rules = {effect.rule for effect in carry_out(state, event, answers).effects}
    return list(dict.fromkeys([*written, *[verb for verb, rule in VERBS.items() if rule in rules]]))


def _rule(marker: InEffect) -> str:
    return f"card {marker.card}"


# -- facts ------------------------------------------------------------------------------------------


def facts_of(state: State, event: Event, refused: bool, then: State | None = None) -> tuple[str, ...]:
    """Return the facts of the position about everything that a move names.

    `then` is the position in which the move was refused. With it the facts are those of `then`, and each
    changed fact also has its value before the move.
    """
    before = dict(_facts(state, event, in_full=refused))
    if then is None:
        return tuple(before.values())
    facts = []
    for about, fact in _facts(then, event, in_full=refused):
        was = before.get(about, fact)
        changed = f" (by this move itself; before it: {was.partition(': ')[2] or was})"
        facts.append(fact if was == fact else fact + changed)
    return tuple(facts)


def _facts(state: State, event: Event, in_full: bool) -> Iterator[tuple[str, str]]:
    """Yield the facts, each with its subject."""
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
    """Return the contents of a space. `in_full` uses its full name, as in refusals, else the short one."""
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
    """Return every space that a move names, once, in its order."""
    if not isinstance(event, Action):
        return []
    named = [name for clause in flatten(event.segments) for name in spaces_of(clause)]
    return list(dict.fromkeys(named))


def _marker(marker: InEffect, kind: str) -> str:
    return f"{kind} {marker.card} {cards()[marker.card].title}, {marker.side}"


def _names(factions: tuple[Faction, ...]) -> str:
    return ", ".join(factions) or "none"
