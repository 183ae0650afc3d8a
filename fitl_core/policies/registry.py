"""The policies by name. The module of a policy is imported when the policy is first asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from fitl_core.errors import FitlError

if TYPE_CHECKING:
    from fitl_core.policies.seat_policy import Policy


def _random(seed: int | str) -> Policy:
    from fitl_core.policies.random_policy import RandomPolicy

    return RandomPolicy(seed)


def _section_eight(seed: int | str) -> Policy:
    from fitl_core.policies.section_eight import SectionEightPolicy

    return SectionEightPolicy(seed)


def _greedy(seed: int | str) -> Policy:
    from fitl_core.policies.greedy import GreedyPolicy

    return GreedyPolicy(seed)


def _search(seed: int | str) -> Policy:
    from fitl_core.policies.search_policy import SearchPolicy

    return SearchPolicy(seed)


_MAKERS: dict[str, Callable[[int | str], Policy]] = {
    "random": _random,
    "section-8": _section_eight,
    "greedy": _greedy,
    "search": _search,
}
POLICY_NAMES: tuple[str, ...] = tuple(_MAKERS)
"""The names of the policies that need no program."""
_LIMITED = re.compile(r"search:(?P<number>[1-9][0-9]{0,5}|[0-9]{1,4}\.[0-9]{1,3}(?=s))(?P<seconds>s?)")
PROGRAM = "command:"
"""The beginning of the name of a policy that is a program."""


class UnknownPolicy(FitlError):
    """There is no policy of that name."""

    code = "unknown-policy"


def policy_named(name: str, seed: int | str = 0) -> Policy:
    """Return a policy by its name. "command:python3 agent.py" is a program.

    "search:200" is a search with 200 plays for a decision, "search:0.5s" one of half a second. Raises
    `UnknownPolicy`.

    >>> policy_named("greedy", 7).name
    'greedy'
    """
    if isinstance(name, str) and name.startswith(PROGRAM):
        from fitl_core.policies.command_policy import CommandPolicy
        from fitl_core.policies.programs import Program

        return CommandPolicy(Program(name.removeprefix(PROGRAM)))
    if isinstance(name, str) and (limited := _LIMITED.fullmatch(name)) is not None:
        from fitl_core.policies.search_policy import MOST_PLAYS, SearchLimits, SearchPolicy

        number, seconds = limited["number"], limited["seconds"]
        limits = SearchLimits(MOST_PLAYS, float(number)) if seconds else SearchLimits(int(float(number)))
        return SearchPolicy(seed, limits)
    if not isinstance(name, str) or name not in _MAKERS:
        raise UnknownPolicy(f'there is no policy "{str(name)[:40]}": {", ".join(POLICY_NAMES)}, {PROGRAM}…')
    return _MAKERS[name](seed)


def close_policies(policies: Iterable[Policy], why: str) -> None:
    """End the programs among some policies, and tell them why."""
    from fitl_core.policies.command_policy import CommandPolicy

    for policy in policies:
        if isinstance(policy, CommandPolicy):
            policy.close(why)
