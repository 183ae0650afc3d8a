"""The forms of clause that each verb's rule asks for; any other has no place in its segment (3.2-6.5).

An Event may ask for any form, so it has no entry. A form that a card adds to a verb, such as a die, belongs
to the card.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.data import once, read
from fitl_core.facts.move_words import VERBS, spoken
from fitl_core.record.clauses import Clause, Number, Option


class VerbSteps(msgspec.Struct, frozen=True):
    """The steps of each verb, by verb; an option has its name, a number its track."""

    source: str
    verbs: dict[str, frozenset[str]]


@once
def verb_steps() -> VerbSteps:
    """Return the steps for which the procedures ask; they are derived from the questions of random games."""
    return read("verb-steps.json", VerbSteps)


OF_CARDS = {"platoons": 18, "patton": 14, "cavalry": 61, "mandate": 86, "agitate": 116}
"""The options that only a lasting Event gives, with its card."""

_ADDED = (("terror", "remove"),)
"""The steps, by verb, that only a lasting Event adds: Cadres (card 116)."""

_WORDS = {
    "at": "selects no space by its bare name",
    "place": "places no pieces",
    "remove": "removes no pieces",
    "move": "moves no pieces",
    "rebox": "moves no pieces between boxes",
    "replace": "replaces no pieces",
    "activate": "Activates no pieces",
    "hide": "turns no pieces Underground",
    "level": "asks for no level",
    "roll": "rolls no die",
    "card": "names no card",
    "faction": "names no Faction",
}


def tag_of(clause: Clause) -> str:
    """Return the JSON tag of a clause."""
    return str(clause.__struct_config__.tag)


def step_of(clause: Clause) -> str:
    """Return the step of a clause as `STEPS` writes it."""
    tag = tag_of(clause)
    match clause:
        case Option(name):
            return f"{tag}:{name}"
        case Number(track):
            return f"{tag}:{track}"
        case _:
            return tag


def asks_for(verb: str, clause: Clause) -> bool:
    """Check whether a verb's own rule has a step that this form of clause could answer."""
    return not verb_steps().verbs.get(verb, frozenset()).isdisjoint((step_of(clause), tag_of(clause)))


def refuse_foreign(verb: str, clause: Clause) -> Refusal | None:
    """Refuse a clause for which the verb has no step in any position."""
    steps = verb_steps().verbs.get(verb)
    step = step_of(clause)
    if steps is None or (verb, step) in _ADDED or asks_for(verb, clause):
        return None
    kind, _, name = step.partition(":")
    facts: tuple[str, ...] = ()
    if kind == "option":
        does = f"knows no “{name}”"
        named = sorted([step.removeprefix("option:") for step in steps if step.startswith("option:")])
        facts = (f"it knows: {', '.join(named)}",) if named else ()
        if name in OF_CARDS:
            number = OF_CARDS[name]
            facts = (*facts, f"“{name}” comes only from {cards()[number].title} (card {number})")
    else:
        does = f"asks for no change of {name}" if kind == "number" else _WORDS[kind]
    return Refusal("not-a-step", VERBS[verb], f"{spoken(verb)} {does}", facts)
