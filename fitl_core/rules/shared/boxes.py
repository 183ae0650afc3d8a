"""The boxes to which removed pieces go. The rule decides, so a written box is only a statement."""

from __future__ import annotations

from collections import Counter

from fitl_core.errors import Refusal
from fitl_core.record.board_effects import Removed
from fitl_core.record.clauses import Remove
from fitl_core.rules.forms.piece_origins import WORDS_OF_BOXES
from fitl_core.state.draft import Draft


def refute_box(draft: Draft, clause: Remove) -> Refusal | None:
    """Refuse a written box to which the removed pieces have not gone, and name the right one."""
    for count in clause.pieces if clause.to else ():
        gone = Counter[str]()
        rules: dict[str, str] = {}
        for effect in draft.effects:
            if isinstance(effect, Removed) and effect.space == clause.space:
                here = sum([each.number for each in effect.pieces if each.kind is count.kind])
                gone[effect.to] += here
                rules.setdefault(effect.to, effect.rule) if here else None
        if rules and gone[clause.to] < count.number:
            right = next(iter(rules))
            where = f"{WORDS_OF_BOXES[right]}, not to {WORDS_OF_BOXES[clause.to]}"
            why = f"{count.kind.words(count.number)} removed here: to {where}"
            return Refusal("wrong-box", rules[right], why)
    return None
