"""Read sentences of players as moves.

The names of `__all__` are public. Each is imported at its first use. Read `proposals` next, then `search`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.prose.proposals import Proposal, TextTooLong, read_prose
# isort: on

__all__ = [
    "Proposal", "TextTooLong", "read_prose",
]
# fmt: on

_HOMES = {
    "proposals": "Proposal TextTooLong read_prose",
}
"""The module of this package that defines each name. It repeats the list above for the running program."""

lazy_names(__name__, _HOMES)
