"""The forms of clause that each verb's rule asks for; any other has no place in its segment (3.2-6.5).

An Event may ask for any form, so it has no entry. A form that a card adds to a verb, such as a die, belongs
to the card.
"""

from __future__ import annotations

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.move_words import VERBS, spoken
from fitl_core.record.clauses import Clause, Number, Option

STEPS: dict[str, frozenset[str]] = {
    verb: frozenset(steps.split())
    for verb, steps in {
        "train": "at place remove replace level option:pacify option:base option:patronage "
        "number:aid number:patronage number:terror",
        "patrol": "move activate option:assault at remove option:arvn",
        "sweep": "at move activate option:moved",
        "assault": "at remove roll option:arvn",
        "rally": "at place remove replace hide number:trail",
        "march": "move",
        "attack": "at option:guerrillas option:troops roll remove",
        "terror": "at remove",
        "advise": "at option:sweep option:assault option:irregulars option:rangers activate remove "
        "number:aid",
        "airlift": "move",
        "airstrike": "roll at remove number:trail",
        "govern": "at option:aid option:patronage",
        "transport": "move",
        "raid": "at move remove",
        "infiltrate": "at option:build option:take place remove replace level",
        "bombard": "at remove",
        "ambush": "at remove",
        "tax": "at",
        "subvert": "at remove replace",
        "transfer": "number:NVA number:VC",
        "desert": "remove",
        "sabotage": "at",
        "pacify": "at level number:terror",
        "agitate": "at level number:terror",
        "redeploy": "move",
        "commit": "move place remove rebox",
        "withdraw": "at level move place remove rebox",
    }.items()
}
"""The JSON tags of a verb's clauses; an option has its name, a number its track."""

_OF_CARDS = {"platoons": 18, "patton": 14, "cavalry": 61, "mandate": 86, "agitate": 116}
"""The options that only a lasting Event gives, with its card."""

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
    return step_of(clause) in STEPS.get(verb, ())


def refuse_foreign(verb: str, clause: Clause) -> Refusal | None:
    """Refuse a clause for which the verb has no step in any position."""
    steps = STEPS.get(verb)
    step = step_of(clause)
    if steps is None or step in steps:
        return None
    kind, _, name = step.partition(":")
    facts: tuple[str, ...] = ()
    if kind == "option":
        does = f"knows no “{name}”"
        named = sorted([step.removeprefix("option:") for step in steps if step.startswith("option:")])
        facts = (f"it knows: {', '.join(named)}",) if named else ()
        if name in _OF_CARDS:
            number = _OF_CARDS[name]
            facts = (*facts, f"“{name}” comes only from {cards()[number].title} (card {number})")
    else:
        does = f"asks for no change of {name}" if kind == "number" else _WORDS[kind]
    return Refusal("not-a-step", VERBS[verb], f"{spoken(verb)} {does}", facts)
