"""The closed list of codes of refusals, with a line for each (`facts/data/codes.json`).

A code stays the same in every version, also if the text of a refusal changes. Programs may depend on it.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.data import once, read


class CodeLists(msgspec.Struct, frozen=True):
    """The meaning of each code in a sentence: `violations` of the rules, `faults` of a text, other `errors`.

    `warnings` are for odd parts of a log that nothing refuses.
    """

    provenance: tuple[str, ...]
    violations: dict[str, str]
    faults: dict[str, str]
    warnings: dict[str, str]
    errors: dict[str, str]


@once
def codes() -> CodeLists:
    """Return the whole list of codes, each with a sentence; read once.

    >>> codes().violations["monsoon"]
    'Not in Monsoon.'
    """
    return read("codes.json", CodeLists)
