"""The reasons for which a message does not reach a player.

`mail_carrier` and `webhooks` raise them.
"""

from __future__ import annotations

from fitl_core.errors import FitlError


class WrongAddress(FitlError):
    """An address to which no message can go. It is refused before anything is kept."""

    code = "address"


class Undeliverable(FitlError):
    """A message was not accepted, for a reason that its player may read.

    If it `is_final`, another try is useless. `for_operator` is the reason in the words for the operator of
    the server, if the fault is in the server's settings.
    """

    code = "undeliverable"

    def __init__(self, message: str, *, is_final: bool = False, for_operator: str = "") -> None:
        super().__init__(message)
        self.is_final: bool = is_final
        self.for_operator: str = for_operator
