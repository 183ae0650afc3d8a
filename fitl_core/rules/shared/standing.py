"""The Underground and Active pieces in a space: facts for a refusal that lacks pieces of one state."""

from __future__ import annotations

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Kind
from fitl_core.state.draft import Draft


def standing(draft: Draft, where: BoardSpace, hidden: Kind) -> str:
    """Return how many pieces of a kind, given by its Underground kind, are in a space in either state."""
    here = [draft.of_kind(where, kind) for kind in (hidden, hidden.active)]
    noun = hidden.noun if here[1] == 1 else hidden.nouns
    return f"{where.name}: {here[0]} Underground and {here[1]} Active {noun}"
