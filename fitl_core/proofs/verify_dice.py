"""Check that the dice of a log are numbered without a gap, have their proofs, and follow from the key."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.proofs.findings import FaultCode, Findings
from fitl_core.proofs.proof_lines import ProofLine, dice_of
from fitl_core.proofs.rolls import RollProof, die_of
from fitl_core.record.events import Amend, DecisionDice, Note, Void

FACES = 6
"""The faces of a die in a log."""
MOST_BETWEEN = 200
"""The most dice of a Non-player's move that may fall before a die that decides something in the move."""


class _Fallen(msgspec.Struct, frozen=True):
    """A die that fell: its proof, its result (None: unused), its line, and its event."""

    proof: RollProof
    die: int | None
    line: int
    slot: int


class DiceCheck:
    """A check of the dice of every line; the key is None until the seed is opened.

    If dice are `numbered`, each needs its proof. In other games with a commitment to a seed (`promised`) each
    line with dice is an open point.
    """

    def __init__(self, key: bytes | None, numbered: bool, findings: Findings, promised: bool = False) -> None:
        self._key = key
        self._numbered = numbered
        self._promised = promised
        self._findings = findings
        self._next = 1
        self._fallen: dict[int, _Fallen] = {}
        self._owed: set[int] = set()  # dice of a Non-player's decision that stand further down in it
        self._owes: ProofLine | None = None
        self._bare = self._waiting = 0

    def take(self, line: ProofLine, in_force: Callable[[int], bool]) -> None:
        """Check the next line; `in_force` takes an event's number: was it in force before this line?"""
        dice, rolls = dice_of(line.event), line.rolls
        if dice and not self._numbered:
            self._bare += len(dice)
            if self._promised:
                why = f"{counted(len(dice), 'die', 'dice')} without a proof, in a game with a sealed seed"
                self._findings.open_point("die-unproven", why, line.entry, line.number)
            return
        spent = isinstance(line.event, Void | Note)
        if rolls and not dice and not spent:
            self._fault("proof-stray", "the proof of a die stands beside a line without dice", line)
        elif len(dice) != len(rolls) and not spent:
            counts = f"{counted(len(dice), 'die', 'dice')}, and {counted(len(rolls), 'proof')} of dice"
            self._fault("die-unproven", counts, line)
        for i, proof in enumerate(rolls):
            self._look(proof, dice[i] if i < len(dice) else None, line, in_force)
        if not isinstance(line.event, DecisionDice):
            self._report_owed()
        elif self._owed:
            self._owes = line

    def finish(self) -> None:
        """Report the dice that could not be checked."""
        self._report_owed()
        if self._bare:
            dice = counted(self._bare, "die", "dice")
            self._findings.unchecked.append(f"no die has a proof: {dice} fell at a table")
        if self._waiting:
            dice = counted(self._waiting, "die waits", "dice wait")
            self._findings.unchecked.append(f"{dice} for the dealer's seed: only the numbers were checked")

    def _look(
        self, proof: RollProof, die: int | None, line: ProofLine, in_force: Callable[[int], bool]
    ) -> None:
        earlier = self._fallen.get(proof.number)
        if earlier is not None:
            if not self._may_have(earlier, proof, die, line, in_force):
                return
        elif proof.number in self._owed:
            self._owed.remove(proof.number)
        elif self._next < proof.number <= self._next + MOST_BETWEEN and isinstance(line.event, DecisionDice):
            self._owed.update(range(self._next, proof.number))
        elif proof.number != self._next:
            why = f"this is die {proof.number}, and the next one is die {self._next}: none is left out"
            self._fault("die-number", why, line)
        self._next = max(self._next, proof.number + 1)
        self._fallen[proof.number] = _Fallen(proof, die, line.number, line.slot)
        if die is not None:
            self._compare(proof, die, line)

    def _may_have(
        self,
        earlier: _Fallen,
        proof: RollProof,
        die: int | None,
        line: ProofLine,
        in_force: Callable[[int], bool],
    ) -> bool:
        """Check whether a line may repeat an earlier die: the die of the event whose place the line takes."""
        amends = isinstance(line.event, Amend) and line.slot == earlier.slot
        if earlier.line == line.number or not (amends or not in_force(earlier.slot)):
            why = f"die {proof.number} has fallen in event {earlier.line}: no die falls twice"
            self._fault("die-number", why, line)
            return False
        if proof != earlier.proof or (die is not None and earlier.die not in (None, die)):
            fell = f" and fell as {earlier.die}" if earlier.die is not None else ""
            why = f'die {proof.number} was for "{earlier.proof.purpose}"{fell}, in event {earlier.line}'
            self._fault("die-wrong", why, line)
            return False
        return True

    def _report_owed(self) -> None:
        """Report the dice of a Non-player's decision that are in no line of the decision."""
        if self._owed and self._owes is not None:
            numbers = ", ".join(map(str, sorted(self._owed)))
            self._fault("die-number", f"die {numbers} stands in no line: none is left out", self._owes)
        self._owed.clear()

    def _compare(self, proof: RollProof, die: int, line: ProofLine) -> None:
        """Compare a die with the result that the key gives."""
        if proof.faces != FACES:
            why = f"the dice of a log have {FACES} faces; the proof is of one with {proof.faces}"
            self._fault("die-wrong", why, line)
        elif self._key is None:
            self._waiting += 1
        elif (fell := die_of(self._key, proof)) != die:
            why = f"die {proof.number} fell as {fell}, not {die}: by the seed, its number and its purpose"
            self._fault("die-wrong", why, line)
        else:
            self._findings.dice += 1

    def _fault(self, code: FaultCode, message: str, line: ProofLine) -> None:
        self._findings.line(code, message, line.entry, line.number)
