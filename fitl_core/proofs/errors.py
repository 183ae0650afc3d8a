"""The error of this room."""

from __future__ import annotations

from fitl_core.errors import FitlError


class ProofError(FitlError):
    """A proof that is wrong or unreadable. The message says why."""

    code = "proof"
