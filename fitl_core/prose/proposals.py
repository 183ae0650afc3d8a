"""Read sentences as moves: proposals, best first, each of them legal and in normal form.

    read_prose(state, "ARVN trains in Saigon, 6 troops")

Nothing is applied. A proposal is `certain` if it assumes nothing; `accounting` defines this. Read `search`
next.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, TRANSFER
from fitl_core.prose.accounting import unaccounted, unaccounted_beside
from fitl_core.prose.card_names import title_names
from fitl_core.prose.denials import SENTENCE_ENDS
from fitl_core.prose.effect_statements import PlayedMove
from fitl_core.prose.grouping import grouped
from fitl_core.prose.lexing import lexed
from fitl_core.prose.omitted_verbs import name_event, name_operation
from fitl_core.prose.placed_nouns import with_places_behind
from fitl_core.prose.search import Found, SentenceSearch
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import Meaning, Unit
from fitl_core.prose.unrolled import is_unrolled, without_unrolled
from fitl_core.record.events import Action, Event, Hold, Note, Pass, Pivotal, PlayCard, Reveal, Waive
from fitl_core.record.spoken import written
from fitl_core.rules.coup.rounds import PHASE_PROCEDURES
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.repertoire import ACTIVITIES_OF, COIN_OPERATIONS, INSURGENT_OPERATIONS
from fitl_core.rules.sequence import to_act
from fitl_core.rules.waiting import next_step
from fitl_core.state.figures import holds
from fitl_core.state.state import State
from fitl_core.wording.normal_form import normal_action

LONGEST_TEXT = 2_000
"""A text of more characters is refused."""
MOST_UNITS = 150
"""A text with more words and signs, not counting noise, is refused."""
MOST_PROPOSALS = 5
TRIFLE = 0.15
"""The most that a reading without assumptions costs."""
LIKELY = 20.0
"""The most that a reading costs that is worth proposing."""


DECLINING: dict[str, type[Pass] | type[Waive] | type[Hold]] = {"pass": Pass, "waive": Waive, "hold": Hold}


class Proposal(msgspec.Struct, frozen=True):
    """A move that a sentence may mean, with the words that it came from and its assumptions."""

    move: str
    certain: bool
    from_: tuple[str, ...] = msgspec.field(name="from")
    assumes: tuple[str, ...] = ()


class TextTooLong(FitlError):
    """A text that is longer than any description of a move."""

    code = "text-too-long"


def read_prose(state: State, text: str) -> tuple[Proposal, ...]:
    """Return the moves that a sentence may mean in a position, best first; nothing if none was found.

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
    """Return a legal line of the notation as a proposal. It is certain if its claims are true.

    A line with a comment is read as a sentence: a semicolon in prose does not begin a comment.
    """
    line = text.strip()
    for written_line in (line, f"{to_act(state)} {line}"):
        try:
            entry = notation.read_line(written_line)
            if entry.event is not None and not isinstance(entry.event, Note) and entry.comment is None:
                after = play(state, entry.event).state
                wrong = [claim for claim in entry.claims if not holds(after, claim, state)]
                assumes = tuple([f'"{notation.write_claim(claim)}" is not so' for claim in wrong])
                if "?" in line or line.startswith(">"):
                    assumes = (*assumes, "the line is neither a question nor quoted")
                return (_proposal(state, entry.event, (line,), assumes),)
        except FitlError:
            continue
    return ()


def _proposal(state: State, event: Event, words: tuple[str, ...], assumes: tuple[str, ...] = ()) -> Proposal:
    if isinstance(event, Action):
        event = normal_action(state, event)
    play(state, event)
    return Proposal(notation.write_event(event), not assumes, words, assumes)


def _sentence(state: State, text: str) -> Sentence:
    """Return the units of a text, with an omitted verb put in front."""
    in_phase = PHASE_PROCEDURES.get(state.phase)
    heads = {*OPERATIONS, *ACTIVITIES, "event", "pacify", "agitate"}
    if to_act(state) in GIVERS:
        heads |= set(TRANSFER)
    if in_phase is not None:
        heads = {in_phase[0]}
    face_up = [card for card in (state.card, state.next) if card]
    words = with_places_behind(lexed(text, title_names(face_up)))
    units = grouped(words, _own_first(state, {*heads, "pass", "waive", "hold"}), face_up)
    if len(units) > MOST_UNITS:
        raise TextTooLong(f"the text says {len(units)} things; at most {MOST_UNITS} are read as one move")
    if in_phase is not None:
        if not any(unit.tag in ("head", "denied") for unit in units):
            units.insert(0, Unit(tag="head", start=0, end=0, text="", means=Meaning(heads=(in_phase[0],))))
    else:
        name_event(units, state.card)
        actor = to_act(state)
        if actor is not None:
            name_operation(units, actor)
    return Sentence(units)


def _own_first(state: State, heads: Collection[str]) -> dict[str, bool]:
    """Return the verbs that may be read, each with whether the Faction that is to act may use it."""
    actor = to_act(state)
    if actor is None:
        return dict.fromkeys(heads, True)
    others = {*COIN_OPERATIONS, *INSURGENT_OPERATIONS, *ACTIVITIES}
    own = {*(COIN_OPERATIONS if actor.is_coin else INSURGENT_OPERATIONS), *ACTIVITIES_OF[actor]}
    return {head: head in own or head not in others for head in heads}


# -- what is no action ----------------------------------------------------------------------------


def _of_the_course(state: State, sentence: Sentence) -> tuple[Proposal, ...]:
    """Return proposals for turned-up cards, Passes, Pivotal Events and the statements about them."""
    heads = [unit.means.heads[0] for unit in sentence.of("head")]
    named = [unit.number for unit in sentence.of("card")]
    waits = next_step(state)
    actor = _subject(sentence) or to_act(state)
    events: list[Event] = []
    if waits.what in ("card", "reveal", "nothing"):
        events = [PlayCard(number) if waits.what == "card" else Reveal(number) for number in named if number]
    elif actor is not None and _declines(state, sentence):
        events = [DECLINING[heads[0] if heads else "pass"](actor)]
    else:
        named += [unit.number for unit in sentence.of("denied")]
        placing = [faction for faction in may_place(state) if pivotal_cards()[faction] in named]
        is_kept = any(head in ("waive", "hold") for head in heads) or _is_denied(sentence)
        events = [
            Waive(faction) if is_kept else Pivotal(faction, pivotal_cards()[faction]) for faction in placing
        ]
    used = [unit for unit in sentence.units if unit.tag in ("head", "card", "faction")]
    words = tuple([unit.text for unit in used if unit.text])
    several = ("which is meant of several that fit",) if len(events) > 1 or len(heads) > 1 else ()
    actors_units = [unit for unit in used if _is_of(unit, actor)]
    proposals = []
    for event in events:
        try:
            step = play(state, event)
        except FitlError:
            continue
        played = PlayedMove(state, step.effects, step.state)
        strange = unaccounted_beside(sentence, actors_units, actor, played)
        assumes = tuple([f'"{text}" was not understood' for text in strange])
        proposals.append(_proposal(state, event, words, (*assumes, *several)))
    return tuple(proposals)


def _declines(state: State, sentence: Sentence) -> bool:
    """Check whether the sentence declines: "passes", or "no pacification" in a Coup Round."""
    heads = sentence.of("head")
    if not heads:
        return state.phase in PHASE_PROCEDURES and any(unit.means.heads for unit in sentence.of("denied"))
    tags = [unit.tag for unit in sentence.saying() if unit.tag not in ("head", "card", "figure")]
    return heads[0].means.heads[0] in DECLINING and (len(heads) == 1 or not tags)


def _is_denied(sentence: Sentence) -> bool:
    """Check whether a word denies an act."""
    return any(unit.tag == "doubt" and "denies" in unit.means.flags for unit in sentence.units)


def _subject(sentence: Sentence) -> Faction | None:
    """Return the Faction at the start of the sentence, or None."""
    is_told_besides = False
    for i, unit in enumerate(sentence.units):
        if unit.text in SENTENCE_ENDS and any(other.tag == "head" for other in sentence.units[:i]):
            return None  # "Wild Weasels. Sorry, US": the first sentence says what is done
        if unit.tag == "order":
            is_told_besides = True  # "after the US withdrawal, VC": the Faction next to it does nothing here
        elif unit.tag == "faction" and not is_told_besides:
            return unit.means.faction
        elif unit.tag == "head" and unit.text and not is_told_besides:
            return None
        elif unit.tag in ("head", "faction"):
            is_told_besides = False
    return None


def _is_of(unit: Unit, actor: Faction | None) -> bool:
    """Check whether a word fits an event by a Faction: it is spelt right, and names no other Faction."""
    return not unit.is_typo and not unit.odd and unit.means.faction in (None, actor)


# -- actions --------------------------------------------------------------------------------------


def _of_a_walk(state: State, sentence: Sentence) -> tuple[Proposal, ...]:
    """Return the moves that a walk finds, in normal form, each once."""
    actor = to_act(state)
    if actor is None or not sentence.heads or _subject(sentence) not in (None, actor):
        return ()
    limop = any("limop" in unit.means.flags for unit in sentence.units)
    search = SentenceSearch(state, actor, sentence, limop)
    by_move: dict[str, tuple[str, ...]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for result in search.found():
        if result.cost > LIKELY:
            break
        try:
            action = normal_action(state, Action(actor, written(result.reading.said, actor), limop))
            step = play(state, action)
        except FitlError:
            continue
        assumed = _assumed(sentence, result, PlayedMove(state, step.effects, step.state), actor)
        action, dice = without_unrolled(action, result.reading.assumes)
        move = notation.write_event(action)
        if move not in by_move:
            by_move[move] = (*dice, *[one for one in assumed if not is_unrolled(one)])
            words[move] = _words(sentence, result)
    if len(by_move) > 1 or search.given_up:
        several = ("which is meant of several that fit",)
        by_move = {move: (*assumes, *several) for move, assumes in by_move.items()}
    return tuple(
        [
            Proposal(move, not assumes, words[move], assumes)
            for move, assumes in islice(by_move.items(), MOST_PROPOSALS)
        ]
    )


def _words(sentence: Sentence, result: Found) -> tuple[str, ...]:
    """Return the words that the move came from, in their order."""
    return tuple([sentence.units[at].text for at in sorted(result.reading.used) if sentence.units[at].text])


def _assumed(sentence: Sentence, result: Found, played: PlayedMove, actor: Faction) -> tuple[str, ...]:
    """Return the assumptions of a reading: unstated choices, doubtful meanings, unexplained words."""
    typos = [f'"{unit.text}" is misspelt' for unit in sentence.units if unit.is_typo]
    unused = [unit.text for unit in result.left if unit.text]
    strange = [text for text in unaccounted(sentence, result.reading, actor, played) if text not in unused]
    spread = [f'{unit.number} of "{unit.text}" in each' for unit in sentence.units if unit.is_spread]
    guessed = [f"the verb {unit.means.heads[0]}" for unit in sentence.units if unit.is_guess]
    assumed = [*result.reading.assumes, *guessed, *spread, *typos]
    assumed += [f'"{text}" was not understood' for text in strange]
    assumed += [f'"{text}" is left out of account' for text in unused]
    if result.cost > TRIFLE and not assumed:
        assumed.append("how the words belong together")
    return tuple(dict.fromkeys(assumed))
