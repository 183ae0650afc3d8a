"""The lines of a Non-player's decision, each with the proofs of its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.factions import Faction
from fitl_core.record.events import Action, DecisionDice, Event, Note
from notation import Entry


def proven_lines(
    faction: Faction, lines: Sequence[Event], dice: Sequence[tuple[str, str]]
) -> Iterator[Entry]:
    """Yield the lines of a Faction's decision with proofs; unused dice stand beside a final note.

    `dice` has the kind (`Wanted.kind`) and the proof of each die, in the order of rolling. A proof may be
    empty.
    """
    decided = [proof for kind, proof in dice if kind != "move" and proof]
    moved = tuple([proof for kind, proof in dice if kind == "move" and proof])
    for event in lines:
        proof: tuple[str, ...] = ()
        if isinstance(event, DecisionDice):
            number = len(event.dice)
            proof, decided = tuple(decided[:number]), decided[number:]
        elif isinstance(event, Action):
            proof = moved
        yield Entry(event, proof=proof)
    if decided:
        yield Entry(Note(f"{faction}: further dice, which decided nothing"), proof=tuple(decided))
