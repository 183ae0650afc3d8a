"""Dice that were rolled and are not in the game in force: rolling again could let somebody choose his die.

A die is in use if a line in force has it. Other dice are open points. Some were replaced, because their line
was amended or taken back. Others were never used: they stand beside a note or a `void` line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from fitl_core.proofs.findings import Findings
from fitl_core.proofs.proof_lines import ProofLine, dice_of
from fitl_core.proofs.rolls import RollProof
from fitl_core.record.events import Amend


def find_unused_dice(lines: Sequence[ProofLine], in_force: Callable[[int], bool], findings: Findings) -> None:
    """Report each die that no line in force has at the end; `in_force` takes the number of a line."""
    last = {line.slot: line for line in lines if in_force(line.number)}
    used = {proof.number for line in last.values() for proof, _ in _dice(line)}
    fallen: dict[int, tuple[ProofLine, RollProof, int | None]] = {}
    for line in lines:
        for proof, die in _dice(line):
            if die is not None or proof.number not in fallen:
                fallen[proof.number] = line, proof, die
    for number, (line, proof, die) in fallen.items():
        if number in used:
            continue
        rolled = f'die {number} was rolled for "{proof.purpose}"'
        if die is None:
            why = f"{rolled} and used for nothing"
            findings.open_point("die-unused", why, line.entry, line.number)
        else:
            in_its_place = last.get(line.slot)
            amended = in_its_place is not None and isinstance(in_its_place.event, Amend)
            by = (
                f"event {in_its_place.number} amends this line"
                if in_its_place and amended
                else "this line was taken back"
            )
            why = f"{rolled}, fell as {die}, and is not in the game any more: {by}"
            findings.open_point("die-replaced", why, line.entry, line.number)


def _dice(line: ProofLine) -> Iterator[tuple[RollProof, int | None]]:
    """Yield the proofs of a line, each with its die, or None if the line has no die for it."""
    dice = dice_of(line.event)
    for i, proof in enumerate(line.rolls):
        yield proof, dice[i] if i < len(dice) else None
