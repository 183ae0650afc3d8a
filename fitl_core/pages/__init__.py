"""Pages: a game as one file of HTML that any browser opens.

The names of `__all__` are public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.pages.whole_replay import replay_page
# isort: on

__all__ = [
    "replay_page",
]
# fmt: on

_HOMES = {
    "whole_replay": "replay_page",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
