"""Effects applied to a position: the only code that changes one, and the pure fold over them.

`apply_effects(before, effects)` needs no rules: effects are the whole change. The `Draft`, on which the rules
work, changes its position in the same way, so that nothing can happen which no effect tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fitl_core.errors import FitlError, Violation
from fitl_core.record.effects import Effect, PositionSet, Remark, Rolled
from fitl_core.state.course import COURSE
from fitl_core.state.mutable import MutableState
from fitl_core.state.on_board import ON_BOARD
from fitl_core.state.positions import described
from fitl_core.state.state import State


class UnfitEffects(FitlError):
    """Effects that cannot be those of an event in this position: they name what is not there."""

    code = "unfit-effects"


def _position_set(position: MutableState, effect: PositionSet) -> None:
    position.load(described(position.freeze(), effect.position))


def _nothing(_position: MutableState, _effect: Effect) -> None:
    """What follows from the rest, or is only to be known, changes nothing."""


WAYS: dict[type, Callable[[MutableState, Any], None]] = {
    **ON_BOARD,
    **COURSE,
    PositionSet: _position_set,
    Rolled: _nothing,
    Remark: _nothing,
}
"""How each effect changes a position."""


def apply_effects(before: State, effects: Iterable[Effect]) -> State:
    """The position to which effects lead, without asking any rule; `before` is not changed.

    For every event of every game `apply_effects(before, step.effects) == step.state`. Raises `UnfitEffects`
    for effects that name spaces or pieces that are not there; others are believed.
    """
    return next(fold_effects(before, (effects,)))


def fold_effects(before: State, events: Iterable[Iterable[Effect]]) -> Iterator[State]:
    """The position behind each of the events that had these effects; raises as `apply_effects` does."""
    position, state = MutableState(before), before
    for effects in events:
        try:
            for effect in effects:
                WAYS[type(effect)](position, effect)
        except Violation as refused:
            raise UnfitEffects(f"these effects do not fit the position: {refused.message}") from None
        except LookupError as unknown:
            raise UnfitEffects(f"these effects do not fit the board: {unknown}") from None
        if effects:
            state = position.freeze()
        yield state
