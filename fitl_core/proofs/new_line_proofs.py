"""Check the proofs of new lines before they are written, by the same checks as `fitl verify`.

Dice and cards of a sealed game need a proof. The public header suffices to check cards and the numbers of
dice. The dealer's secret also shows how each die fell and whether it was rolled at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.errors import Violation
from fitl_core.game.effective import EffectiveLog
from fitl_core.proofs.dealer import Dealer, key_of, rolls_of
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Findings, ProofFault
from fitl_core.proofs.kinds import read_proof
from fitl_core.proofs.rolls import RollProof
from fitl_core.proofs.verification import has_sealed_dice, lines_of
from fitl_core.proofs.verify_deck import DeckCheck
from fitl_core.proofs.verify_dice import DiceCheck
from fitl_core.record.events import Note
from notation import Entry, Log, setup_of

WAYS_OUT = {
    "die-unproven": "leave the die out and the dealer rolls it (fitl reply --secret SECRET), or write it "
    "with the proof that fitl roll SECRET PURPOSE prints",
    "card-unproven": "the dealer turns up cards: fitl deal SECRET --next FILE",
}
"""The way out for each code of a missing proof."""


class Unproven(ProofError):
    """A new line whose dice or cards are not proven, or whose proof is forged."""

    code = "unproven"


def insist_on_proven(log: Log, new: Sequence[Entry], dealer: Dealer | None = None) -> None:
    """Raise `Unproven` if a new line has a die or a card without a proof that holds.

    `new` are the lines after the entries of `log`. Lines of a game without seals are not checked.
    """
    if log.tag("Seed-Commitment") is None and log.tag("Deck-Root") is None:
        return
    if dealer is not None:
        _insist_on_rolled(new, dealer)
    with_new = msgspec.structs.replace(log, entries=(*log.entries, *new))
    fault = next((one for one in _faults(with_new, dealer) if (one.entry or 0) >= len(log.entries)), None)
    if fault is not None:
        way_out = f": {WAYS_OUT[fault.code]}" if fault.code in WAYS_OUT else ""
        raise Unproven(f"{fault.message}{way_out}")


def _insist_on_rolled(new: Sequence[Entry], dealer: Dealer) -> None:
    """Raise `Unproven` for the proof of a die that the dealer has not rolled.

    This comes first: a comparison with the key would show how such a die would fall.
    """
    rolled = {die.proof for die in rolls_of(dealer)} if dealer.rolled_for else set()
    for entry in new:
        forged = [proof for proof in entry.proof if _is_die(proof) and proof not in rolled]
        if forged:
            raise Unproven(f"the dealer has not rolled this die: {forged[0]}: {WAYS_OUT['die-unproven']}")


def _is_die(proof: str) -> bool:
    try:
        return isinstance(read_proof(proof), RollProof)
    except ProofError:
        return False


def _faults(log: Log, dealer: Dealer | None) -> tuple[ProofFault, ...]:
    """Return the faults of dice and cards, in the order of the lines."""
    findings = Findings()
    lines = lines_of(log, findings)
    numbered = has_sealed_dice(log) or any(line.rolls for line in lines)
    dice = DiceCheck(key_of(dealer) if dealer is not None else None, numbered, findings)
    deck = DeckCheck(setup_of(log), log.tag("Deck-Root"), None, findings)
    written = EffectiveLog()
    for line in lines:
        dice.take(line, written.is_in_force)
        try:
            written.take(line.event)
        except Violation:
            written.take(Note(""))
        deck.take(line, written.end)
    return findings.verified().faults
