"""The types of one side of an Event, and of the Events of a module."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.asking.questions import Procedure
from fitl_core.facts.card_list import Side
from fitl_core.rules.context import Context

EventSide = Callable[[Context], Procedure | None]
"""One side of an Event: a procedure, or a plain function if nothing is decided.

`fitl_core.facts.card_words` has its words for players. Its docstring is the card's number and the beginning
of those words.
"""

Events = dict[int, dict[Side, EventSide]]
"""The Events of a module: by card number the sides; a card without shaded text has one."""
