"""The rules as procedures that yield questions; read `actions` next, then `context`.

A function named `refuse_...` returns the Refusal, or None if nothing is wrong. The names of `__all__` are
public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.rules.sequence import to_act
    from fitl_core.rules.verb_costs import Cost, costs
    from fitl_core.rules.waiting import WaitsFor, next_step
# isort: on

__all__ = [
    "Cost", "WaitsFor", "costs", "next_step", "to_act",
]
# fmt: on

_HOMES = {
    "sequence": "to_act",
    "verb_costs": "Cost costs",
    "waiting": "WaitsFor next_step",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
