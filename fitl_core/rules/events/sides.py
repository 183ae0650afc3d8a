"""What one side of an Event is."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.asking.questions import Procedure
from fitl_core.facts.cards import Side
from fitl_core.rules.context import Context

EventSide = Callable[[Context], Procedure | None]
"""One side of an Event: a procedure, or a plain function where nobody has to choose anything.

What it does is told to players by `fitl_core.facts.card_words`; its docstring is the beginning of that,
behind the card's number.
"""

Events = dict[int, dict[Side, EventSide]]
"""The Events of a module: by card number the sides; a card without shaded text has one."""
