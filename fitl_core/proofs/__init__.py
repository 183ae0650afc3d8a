"""Prove chance after the game: seeds, dice, decks, sealed orders, and the chain of a log.

The names of `__all__` are public. Each is imported at its first use. Read `seeds` next, then `verification`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.proofs.chain import chained
    from fitl_core.proofs.errors import ProofError
    from fitl_core.proofs.findings import ProofFault, Verification
    from fitl_core.proofs.rolls import roll_die
    from fitl_core.proofs.sealed_deck import SealedDeck, seal_deck
    from fitl_core.proofs.seeds import commitment, joint_key
    from fitl_core.proofs.verification import verify
# isort: on

__all__ = [
    "ProofError", "ProofFault", "SealedDeck", "Verification", "chained", "commitment", "joint_key",
    "roll_die", "seal_deck", "verify",
]
# fmt: on

_HOMES = {
    "chain": "chained",
    "errors": "ProofError",
    "findings": "ProofFault Verification",
    "rolls": "roll_die",
    "sealed_deck": "SealedDeck seal_deck",
    "seeds": "commitment joint_key",
    "verification": "verify",
}
"""The module of this package that defines each name. It repeats the list above for the running program."""

lazy_names(__name__, _HOMES)
