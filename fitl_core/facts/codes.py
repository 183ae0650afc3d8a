"""The closed list of codes by which things are refused, with a line for each (`facts/data/codes.json`).

A code stays the same in every version, whatever the text of a refusal says; programs may depend on it.
"""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.facts.data import read


class Codes(msgspec.Struct, frozen=True):
    """What each code says, in a sentence: `violations` of the rules, `faults` of a text, other `errors`.

    `warnings` are of what is odd in a log and refused by nothing.
    """

    provenance: tuple[str, ...]
    violations: dict[str, str]
    faults: dict[str, str]
    warnings: dict[str, str]
    errors: dict[str, str]


@cache
def codes() -> Codes:
    """The whole list of codes, each with a sentence; read once.

    >>> codes().violations["monsoon"]
    'Not in Monsoon.'
    """
    return read("codes.json", Codes)
