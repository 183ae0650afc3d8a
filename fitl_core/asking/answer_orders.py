"""The orders that rules set among the answers of an action."""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True, gc=False):
    """An order that a rule sets: `what` keeps its order, and `why`.

    With `among` the answers to one question keep the order in which they are written. Else the question
    comes after others of its action.
    """

    rule: str
    what: str
    why: str
    among: bool = False
