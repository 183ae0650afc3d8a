"""What an event did: clauses with their rule number, in the order they happened."""

from __future__ import annotations

import msgspec

from fitl_core.record.clauses import Clause


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One consequence: the rule, the clause that says it, or a note where no clause can."""

    rule: str
    clause: Clause | None = None
    note: str = ""
