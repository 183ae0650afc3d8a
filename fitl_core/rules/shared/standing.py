"""What stands in a space Underground and Active: the facts where pieces of one state are lacking."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.pieces import Kind
from fitl_core.state.draft import Draft


def standing(draft: Draft, where: BoardSpace, hidden: Kind) -> str:
    """How many pieces of a kind, named as it is Underground, are in a space in either state."""
    here = [draft.of_kind(where, kind) for kind in (hidden, hidden.active)]
    noun = hidden.noun if here[1] == 1 else hidden.nouns
    return f"{where.name}: {here[0]} Underground and {here[1]} Active {noun}"
