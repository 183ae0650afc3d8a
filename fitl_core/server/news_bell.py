"""The bell of a process: a thread that has changed side data rings it, and the news of the table go out.

`news` listens to it.
"""

from __future__ import annotations

from collections.abc import Callable


class NewsBell:
    """Calls a function with the name of a table. Before somebody listens, ringing does nothing."""

    def __init__(self) -> None:
        self._act: Callable[[str], object] = lambda _table: None

    def listen(self, act: Callable[[str], object]) -> None:
        """Call `act` at each ring, in the thread that rings."""
        self._act = act

    def ring(self, table: str) -> None:
        """Ring for a table."""
        self._act(table)
