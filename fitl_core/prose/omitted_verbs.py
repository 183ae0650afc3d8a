"""Verbs that nobody wrote: "4 guerrillas from Hue to Pleiku", "pop a base in Hue", "Sappers please".

A verb is put in front of the words that imply it. A title or a side implies the Event. An Operation is
implied only if the sentence has none, and a guessed Operation makes a reading uncertain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.prose.denials import SENTENCE_ENDS
from fitl_core.prose.units import SAYING, Meaning, Unit


def name_event(units: list[Unit], card: int | None) -> None:
    """Put the verb in front of the side or title of the Event, if it is omitted."""
    heads = [head for unit in units if unit.tag == "head" for head in unit.means.heads]
    if "event" in heads:
        return
    for i, unit in enumerate(units):
        by_side = {"unshaded", "shaded"} & set(unit.means.options) and unit.tag != "denied"
        by_title = unit.tag == "card" and unit.number == card
        if by_side or (by_title and (not heads or _is_headline(units, i, heads))):
            units.insert(i, _verb("event", unit))
            return


def _is_headline(units: Sequence[Unit], at: int, heads: Sequence[str]) -> bool:
    """Check whether a title opens the text by itself, and no other verb is an action of its own."""
    opens = not any(unit.tag in SAYING or unit.tag == "head" for unit in units[:at])
    alone = at + 1 < len(units) and units[at + 1].tag == "sign"
    return opens and alone and all(head in ACTIVITIES for head in heads)


def name_operation(units: list[Unit], faction: Faction) -> None:
    """Put an Operation in front of the words that imply it, if the text has Special Activities alone."""
    heads = [head for unit in units if unit.tag == "head" for head in unit.means.heads[:1]]
    if any(head not in ACTIVITIES for head in heads):
        return
    for first, last in _stretches(units):
        operation = _implied(units[first:last], faction)
        if operation:
            said = next(i for i in range(first, last) if _says(units[i]))
            verb = _verb(operation, units[said])
            verb.is_guess = True
            units.insert(said, verb)
            return


def _verb(head: str, before: Unit) -> Unit:
    return Unit(tag="head", start=before.start, end=before.start, text="", means=Meaning(heads=(head,)))


def _says(unit: Unit) -> bool:
    return unit.tag in ("piece", "space", "track", "act")


def _stretches(units: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of sentences that have no verb before them, each with its ends."""
    first = 0
    for i, unit in enumerate([*units, Unit(tag="sign", start=0, end=0, text=".")]):
        ends = unit.tag == "sign" and unit.text in SENTENCE_ENDS
        if ends or unit.tag == "head":
            if any(_says(other) for other in units[first:i]) and not _is_within(units, first):
                yield first, i
            first = i + 1 if ends else len(units) + 1
        if ends:
            first = i + 1


def _is_within(units: Sequence[Unit], at: int) -> bool:
    """Check whether a verb is before a place in its sentence."""
    for unit in reversed(units[:at]):
        if unit.tag == "sign" and unit.text in SENTENCE_ENDS:
            return False
        if unit.tag == "head":
            return True
    return False


def _implied(units: Sequence[Unit], faction: Faction) -> str:
    """Return the Operation that words imply, or nothing. `OPERATIONS` has all of them."""
    roles = {unit.means.role for unit in units if unit.tag == "role"}
    acts = {act for unit in units for act in unit.means.acts if unit.tag == "act"}
    pieces = [unit for unit in units if unit.tag == "piece"]
    places = [unit for unit in units if unit.tag == "space"]
    raises = any("raises" in unit.means.flags for unit in units)
    track = any(unit.tag == "track" and unit.means.track == "trail" for unit in units)
    bases = [unit for unit in pieces if unit.means.kinds and set(unit.means.kinds) <= set(BASE_KINDS)]
    if faction.is_coin:
        implied = "train" if pieces and places and "place" in acts and "remove" not in acts else ""
    elif pieces and len(places) > 1 and ("from" in roles or "move" in acts) and "to" in roles:
        implied = "march"
    elif (bases and places and "place" in acts) or (track and raises):
        implied = "rally"
    else:
        implied = ""
    assert not implied or implied in OPERATIONS
    return implied
