"""The error of this room."""

from __future__ import annotations

from fitl_core.errors import FitlError


class ProofError(FitlError):
    """A proof that does not hold, or is none: the message says what is wrong with it."""

    code = "proof"
