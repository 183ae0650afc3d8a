"""An adjudication of one move: whether it is legal, by which rules, on which facts, and what would have been.

Everything comes from playing the move: the effects name the rules of a legal one, the Violation
that of an illegal one; its neighbours are found by changing what was written (`near_moves`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, CONTROL_WORDS, NVA, US, Faction
from fitl_core.facts.levels import level
from fitl_core.facts.readings import readings
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.board_effects import ControlChanged
from fitl_core.record.clauses import Move
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Event, Pass
from fitl_core.record.spoken import flatten
from fitl_core.state.control import control_in
from fitl_core.state.digest import digest
from fitl_core.state.state import InEffect, State, resources
from fitl_core.tell.effects import narrate
from fitl_core.tell.near_moves import near_moves
from fitl_core.tell.words import pieces_words

MOST_NEAREST = 3


class OtherReading(msgspec.Struct, frozen=True):
    """A point that can be read in two ways, and what becomes of the move under the other one."""

    id: str
    question: str
    plays: str
    legal: bool


class OtherEdition(msgspec.Struct, frozen=True):
    """What becomes of the move by the other edition: refused by a `rule` for a `reason`, or legal."""

    edition: Edition
    legal: bool
    rule: str = ""
    reason: str = ""


Verdict = Literal["legal", "illegal", "incomplete"]
"""`incomplete`: all that is written is accepted, and something is owed still."""


class Owed(msgspec.Struct, frozen=True):
    """What an incomplete move still owes: `who` has to say `what`, under which `rule`."""

    who: Faction
    rule: str
    what: str


class Adjudication(msgspec.Struct, frozen=True):
    """The verdict on a move. `rules` are those that decide, in order; `facts` what they look at.

    A legal move has its `effects` and the state `after` it, another its `error`, what is `owed` if it is but
    incomplete and, as far as found, the `nearest` legal ones. `otherwise` are open readings under which the
    outcome differs, `elsewhere` is the other edition, if it does by that.
    """

    verdict: Verdict
    rules: tuple[str, ...]
    facts: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    after: State | None = None
    error: FitlError | None = None
    nearest: tuple[Action, ...] = ()
    otherwise: tuple[OtherReading, ...] = ()
    elsewhere: OtherEdition | None = None
    owed: Owed | None = None

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.verdict == "legal"


def adjudicate(state: State, event: Event, everything: bool = False) -> Adjudication:
    """Adjudicate an event in a position; with `everything` all of the nearest moves are named."""
    facts = tuple(_facts(state, event))
    try:
        step = play(state, event)
    except Violation as error:
        otherwise = tuple(_otherwise(state, event, None))
        rules = tuple(dict.fromkeys([error.rule, *_rules_of_verbs(event)]))
        most = None if everything else MOST_NEAREST
        nearest = near_moves(state, event, most) if isinstance(event, Action) else ()
        elsewhere = _elsewhere(state, event, None)
        owed = _owed(error) if error.incomplete else None
        return Adjudication(
            error.verdict,
            rules,
            facts,
            error=error,
            nearest=nearest,
            otherwise=otherwise,
            elsewhere=elsewhere,
            owed=owed,
        )
    here = _whatever_is_played(step.state)
    otherwise, elsewhere = tuple(_otherwise(state, event, here)), _elsewhere(state, event, here)
    done = [effect for effect in step.effects if not isinstance(effect, ControlChanged)]
    rules = tuple(dict.fromkeys([*_rules_of_verbs(event), *[told.rule for told in narrate(done)]]))
    return Adjudication(
        "legal", rules, facts, step.effects, step.state, otherwise=otherwise, elsewhere=elsewhere
    )


def _owed(error: Violation) -> Owed:
    assert error.faction is not None
    return Owed(Faction(error.faction), error.rule, error.asked)


def _rules_of_verbs(event: Event) -> list[str]:
    """The rules in which the verbs of an action stand; a Pass is of 2.3.3."""
    match event:
        case Action(segments=parts):
            return [VERBS[part.verb] for part in parts]
        case Pass():
            return ["2.3.3"]
        case _:
            return []


# -- facts ------------------------------------------------------------------------------------------


def _facts(state: State, event: Event) -> Iterator[str]:
    """What the position shows of all that the move names."""
    if state.card is not None and not cards()[state.card].is_coup:
        done = ", ".join([f"{done.faction} {done.deed}" for done in state.done])
        acted = f" (so far {done})" if done else ""
        monsoon = "; Monsoon" if state.monsoon else ""
        card = f"card {state.card} {cards()[state.card].title}"
        yield f"{card}: Eligible {_names(state.eligible_box)}{acted}{monsoon}"
    for name in _spaces_of(event):
        yield _space_words(state, name)
    if isinstance(event, Action):
        yield from _money(state, event)
    for marker in state.capabilities:
        yield _marker(marker, "Capability")
    for marker in state.momentum:
        yield _marker(marker, "Momentum")
    if state.leader_in_effect != "none":
        yield f"RVN Leader {state.leader.replace('-', ' ').title()}"


def _money(state: State, event: Action) -> Iterator[str]:
    faction = event.faction
    payer = ARVN if faction is US else faction
    econ = f", Econ {state.econ}" if faction in (US, ARVN) else ""
    yield f"{payer} Resources {resources(state, payer)}{econ}"
    verbs = {segment.verb for segment in event.segments}
    if faction is NVA or "airstrike" in verbs:
        yield f"Trail {state.trail}"
    if "govern" in verbs or "subvert" in verbs:
        yield f"Aid {state.aid}, Patronage {state.patronage}"


def _space_words(state: State, name: str) -> str:
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
    return f"{where.short} ({kind}): {', '.join(words)}"


def _spaces_of(event: Event) -> list[str]:
    """Every space that a move names, once, in its order."""
    if not isinstance(event, Action):
        return []
    named: list[str] = []
    for clause in flatten(event.segments):
        if isinstance(clause, Move):
            named += clause.path
        else:
            named += [name for name in (getattr(clause, "space", ""), getattr(clause, "source", "")) if name]
    return [name for name in dict.fromkeys(named) if name in spaces_by_id()]


def _marker(marker: InEffect, kind: str) -> str:
    return f"{kind} {marker.card} {cards()[marker.card].title}, {marker.side}"


def _names(factions: tuple[Faction, ...]) -> str:
    return ", ".join(factions) or "none"


# -- readings ---------------------------------------------------------------------------------------------


def _otherwise(state: State, event: Event, here: str | None) -> Iterator[OtherReading]:
    """Open readings by which the move would not have the outcome that it has `here`."""
    for reading in readings().values():
        chosen = reading.id in state.readings
        others = tuple([other for other in state.readings if other != reading.id])
        chosen_then = others if chosen else (*others, reading.id)
        there = _outcome(msgspec.structs.replace(state, readings=chosen_then), event)
        if there != here:
            plays = reading.default if chosen else reading.alternative
            yield OtherReading(reading.id, reading.question, plays, there is not None)


def _outcome(state: State, event: Event) -> str | None:
    """The digest behind a move, whatever readings are played; None where it is refused."""
    try:
        return _whatever_is_played(play(state, event).state)
    except FitlError:
        return None


def _elsewhere(state: State, event: Event, here: str | None) -> OtherEdition | None:
    """The other edition, where the move would not have the outcome by it that it has `here`."""
    edition = Edition.ORIGINAL if state.rules is Edition.SECOND else Edition.SECOND
    try:
        there = _whatever_is_played(play(msgspec.structs.replace(state, rules=edition), event).state)
    except Violation as error:
        return OtherEdition(edition, False, error.rule, error.message) if here is not None else None
    except FitlError:
        return None
    return OtherEdition(edition, True) if there != here else None


def _whatever_is_played(state: State) -> str:
    """The digest of a position, whatever edition and readings are played."""
    return digest(msgspec.structs.replace(state, rules=Edition.SECOND, readings=()))
