"""Sentences read as moves: proposals, best first, each of them legal and in normal form.

    read_prose(state, "ARVN trains in Saigon, 6 troops")

Nothing is applied. A proposal is `certain` only where every word was understood and used, nothing was
assumed that a player could choose otherwise, and no other move fits as well.
"""

from __future__ import annotations

from itertools import islice

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.cards import pivotal_cards
from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.facts.vocabulary import ACTIVITIES, OPERATIONS, TRANSFER
from fitl_core.prose.grouping import grouped
from fitl_core.prose.in_context import DENIALS
from fitl_core.prose.lexing import lexed
from fitl_core.prose.search import Found, Search
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import Meaning, Unit
from fitl_core.prose.vocabulary import key
from fitl_core.record.events import Action, Event, Hold, Note, Pass, Pivotal, Play, Reveal, Waive
from fitl_core.record.spoken import written
from fitl_core.rules.awaited import awaited
from fitl_core.rules.coup.rounds import PHASE_PROCEDURES
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.sequence import to_act
from fitl_core.state.figures import holds
from fitl_core.state.state import State
from fitl_core.wording.normal import normal_action

LONGEST_TEXT = 2_000
"""A text of more characters is refused."""
MOST_UNITS = 150
"""A text of more words and signs that say something is refused."""
MOST_PROPOSALS = 5
TRIFLE = 0.15
"""A reading that costs no more assumes nothing."""
LIKELY = 20.0
"""A reading that costs more is not worth proposing."""


DECLINING: dict[str, type[Pass] | type[Waive] | type[Hold]] = {"pass": Pass, "waive": Waive, "hold": Hold}


class Proposal(msgspec.Struct, frozen=True):
    """A move that a sentence may mean, the words it came from, and what it takes besides."""

    move: str
    certain: bool
    from_: tuple[str, ...] = msgspec.field(name="from")
    assumes: tuple[str, ...] = ()


class TextTooLong(FitlError):
    """A text that is longer than any move that somebody tells."""

    code = "text-too-long"


def read_prose(state: State, text: str) -> tuple[Proposal, ...]:
    """The moves that a sentence may mean in a position, best first; none where none was found.

    Raises `TextTooLong`.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(f"the text has {len(text)} characters; at most {LONGEST_TEXT} are read as one move")
    as_written = _as_notation(state, text)
    if as_written:
        return as_written
    sentence = _sentence(state, text)
    return _of_the_course(state, sentence) or _of_a_walk(state, sentence)


def _as_notation(state: State, text: str) -> tuple[Proposal, ...]:
    """A line of the notation that is legal; certain if what is claimed behind it is so.

    One with a comment is read as a sentence: in prose a semicolon begins none.
    """
    line = text.strip()
    for told in (line, f"{to_act(state)} {line}"):
        try:
            entry = notation.read_line(told)
            if entry.event is not None and not isinstance(entry.event, Note) and entry.comment is None:
                after = play(state, entry.event).state
                wrong = [claim for claim in entry.claims if not holds(after, claim, state)]
                assumes = tuple([f'"{notation.write_claim(claim)}" is not so' for claim in wrong])
                return (_proposal(state, entry.event, (line,), not wrong, assumes),)
        except FitlError:
            continue
    return ()


def _proposal(
    state: State, event: Event, words: tuple[str, ...], certain: bool = True, assumes: tuple[str, ...] = ()
) -> Proposal:
    if isinstance(event, Action):
        event = normal_action(state, event)
    play(state, event)
    return Proposal(notation.write_event(event), certain, words, assumes)


def _sentence(state: State, text: str) -> Sentence:
    """The units of a text; a verb that goes without saying is put in front."""
    in_phase = PHASE_PROCEDURES.get(state.phase)
    heads = {*OPERATIONS, *ACTIVITIES, "event", "pacify", "agitate"}
    if to_act(state) in GIVERS:
        heads |= set(TRANSFER)
    if in_phase is not None:
        heads = {in_phase[0]}
    shown = [card for card in (state.card, state.next) if card]
    units = grouped(lexed(text), {*heads, "pass", "waive", "hold"}, shown)
    if len(units) > MOST_UNITS:
        raise TextTooLong(f"the text says {len(units)} things; at most {MOST_UNITS} are read as one move")
    if in_phase is not None:
        if not any(unit.tag in ("head", "denied") for unit in units):
            units.insert(0, Unit(tag="head", start=0, end=0, text="", means=Meaning(heads=(in_phase[0],))))
    else:
        _name_event(state, units)
    return Sentence(units)


def _name_event(state: State, units: list[Unit]) -> None:
    """Put the verb in front of the side or title of the Event, where it goes without saying."""
    if any(unit.tag == "head" and "event" in unit.means.heads for unit in units):
        return
    for i, unit in enumerate(units):
        by_side = {"unshaded", "shaded"} & set(unit.means.options)
        by_title = (
            unit.tag == "card" and unit.number == state.card and not any(u.tag == "head" for u in units)
        )
        if by_side or by_title:
            units.insert(i, Unit(tag="head", start=0, end=0, text="", means=Meaning(heads=("event",))))
            return


# -- what is no action ----------------------------------------------------------------------------


def _of_the_course(state: State, sentence: Sentence) -> tuple[Proposal, ...]:
    """Cards that are turned up, Passes, Pivotal Events and what is said of them."""
    said = [unit.means.heads[0] for unit in sentence.of("head")]
    named = [unit.number for unit in sentence.of("card")]
    waits = awaited(state)
    actor = _subject(sentence) or to_act(state)
    events: list[Event] = []
    if waits.what in ("card", "reveal", "nothing"):
        events = [Play(number) if waits.what == "card" else Reveal(number) for number in named if number]
    elif actor is not None and _declines(state, sentence):
        events = [DECLINING[said[0] if said else "pass"](actor)]
    else:
        placing = [faction for faction in may_place(state) if pivotal_cards()[faction] in named]
        is_kept = any(head in ("waive", "hold") for head in said) or _is_denied(sentence)
        events = [
            Waive(faction) if is_kept else Pivotal(faction, pivotal_cards()[faction]) for faction in placing
        ]
    words = tuple([unit.text for unit in sentence.units if unit.tag in ("head", "card", "faction")])
    is_certain = len(events) == 1 and len(said) <= 1 and _is_all_understood(sentence)
    found = []
    for event in events:
        try:
            found.append(_proposal(state, event, words, is_certain))
        except FitlError:
            continue
    return tuple(found)


def _declines(state: State, sentence: Sentence) -> bool:
    """Whether nothing is done: "passes", and in a Coup Round "no pacification"."""
    heads = sentence.of("head")
    if not heads:
        return state.phase in PHASE_PROCEDURES and bool(sentence.of("denied"))
    told = [unit.tag for unit in sentence.saying() if unit.tag not in ("head", "card", "figure")]
    return heads[0].means.heads[0] in DECLINING and (len(heads) == 1 or not told)


def _is_denied(sentence: Sentence) -> bool:
    """Whether a word says that something is not done."""
    return any(unit.tag == "doubt" and key(unit.text) in DENIALS for unit in sentence.units)


def _subject(sentence: Sentence) -> Faction | None:
    """The Faction that the sentence begins with, if it does."""
    is_told_besides = False
    for unit in sentence.units:
        if unit.tag == "order":
            is_told_besides = True  # "after the US withdrawal, VC": who stands next to it does nothing here
        elif unit.tag == "faction" and not is_told_besides:
            return unit.means.faction
        elif unit.tag == "head" and unit.text and not is_told_besides:
            return None
        elif unit.tag in ("head", "faction"):
            is_told_besides = False
    return None


def _is_all_understood(sentence: Sentence) -> bool:
    """Whether no word is unknown, misspelt, or leaves a doubt."""
    return not any(
        unit.tag in ("unknown", "doubt") or unit.is_typo or unit.text == "?" for unit in sentence.units
    )


# -- actions --------------------------------------------------------------------------------------


def _of_a_walk(state: State, sentence: Sentence) -> tuple[Proposal, ...]:
    """Moves that a walk finds, in normal form, each once."""
    actor = to_act(state)
    if actor is None or not sentence.heads or _subject(sentence) not in (None, actor):
        return ()
    limop = any("limop" in unit.means.flags for unit in sentence.units)
    search = Search(state, actor, sentence, limop)
    by_move: dict[str, Found] = {}
    for found in search.found():
        if found.cost > LIKELY:
            break
        try:
            action = normal_action(state, Action(actor, written(found.reading.said, actor), limop))
            play(state, action)
        except FitlError:
            continue
        by_move.setdefault(notation.write_event(action), found)
    only = len(by_move) == 1 and not search.given_up
    return tuple(
        [
            Proposal(
                move,
                only and _is_certain(sentence, found, actor),
                _words(sentence, found),
                _assumed(sentence, found, only),
            )
            for move, found in islice(by_move.items(), MOST_PROPOSALS)
        ]
    )


def _is_certain(sentence: Sentence, found: Found, actor: Faction) -> bool:
    """Whether nothing is assumed or left out, and every word has been understood and used."""
    others = [
        unit
        for unit in sentence.of("faction")
        if unit.means.faction is not actor and unit.at not in found.reading.used
    ]
    spread = any(unit.is_spread for unit in sentence.units)
    assumed = found.reading.assumes or found.left or found.cost > TRIFLE or spread
    return not (assumed or others) and _is_all_understood(sentence)


def _words(sentence: Sentence, found: Found) -> tuple[str, ...]:
    """The words that the move came from, in their order."""
    return tuple([sentence.units[at].text for at in sorted(found.reading.used) if sentence.units[at].text])


def _assumed(sentence: Sentence, found: Found, is_only: bool) -> tuple[str, ...]:
    """What had to be assumed: what nobody said, how a misspelt word is meant, what is left out of account."""
    typos = [f'"{unit.text}" is misspelt' for unit in sentence.units if unit.is_typo]
    strange = [
        f'"{unit.text}" bears on nothing' for unit in sentence.units if unit.tag in ("unknown", "doubt")
    ]
    left = [f'"{unit.text}" is left out of account' for unit in found.left if unit.text]
    spread = [f'{unit.number} of "{unit.text}" in each' for unit in sentence.units if unit.is_spread]
    assumed = [*found.reading.assumes, *spread, *typos, *strange, *left]
    if found.cost > TRIFLE and not assumed:
        assumed.append("how the words belong together")
    if not is_only:
        assumed.append("which is meant of several that fit")
    return tuple(dict.fromkeys(assumed))
