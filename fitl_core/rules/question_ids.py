"""The stable ids of questions: the name of the rule that asks, and the step: `train.place`."""

from __future__ import annotations

from functools import cache

from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, TRANSFER

_COUP = {
    "2.4": "coup.desert",
    "6.2.1": "coup.sabotage",
    "6.3.1": "coup.pacify",
    "6.3.2": "coup.agitate",
    "6.4.2": "coup.redeploy-arvn",
    "6.4.3": "coup.redeploy-nva",
    "6.5": "coup.commit",
}
_OTHER = {"2.3.4": "action", "5.1": "event", "4.1": "action", "2.4.1": "leader", "1.4.1": "forces"}


@cache
def _named() -> dict[str, str]:
    """Return the name of each rule that asks."""
    verbs = {rule: verb for verb, rule in {**OPERATIONS, **ACTIVITIES, **TRANSFER}.items()}
    return {**verbs, **_COUP, **_OTHER}


@cache
def id_of(rule: str, step: str) -> str:
    """Return the id of a question asked under a rule.

    >>> id_of("3.2.1", "place"), id_of("card 68", "space"), id_of("6.4.2", "move")
    ('train.place', 'event.68.space', 'coup.redeploy-arvn.move')
    """
    card = rule.removeprefix("card ")
    part = f"event.{card}" if card != rule else _named().get(rule, f"rule-{rule.replace('.', '-')}")
    return f"{part}.{step}"
