"""Public functions as `fitl_core` offers them: a failed call names the wrong argument.

Modules of the package call the functions directly, at no cost. See `fitl_core.arguments`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fitl_core.arguments import naming_arguments
from fitl_core.rules.well_formed import EVENTS, insist_on_well_formed

P = ParamSpec("P")
T = TypeVar("T")


def public(function: Callable[P, T], home: str) -> Callable[P, T]:
    """Return a function of the package `home` that also examines its events if it fails."""
    return naming_arguments(function, home, _look_into)


def _look_into(value: object) -> None:
    """Raise for an event, or a sequence of events, with a space that is not on the map."""
    for one in value if isinstance(value, tuple | list) else (value,):
        if type(one) in EVENTS:
            insist_on_well_formed(one)
