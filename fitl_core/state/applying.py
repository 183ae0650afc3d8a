"""Apply effects to a position, and fold them over a game. No other code changes a position.

`apply_effects(before, effects)` needs no rules: effects are the whole change. The `Draft`, on which the rules
work, changes its position in the same way. So every change has its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fitl_core.arguments import WrongArgument, shown
from fitl_core.errors import FitlError, Violation
from fitl_core.record.effects import Effect, PositionSet, Remark, Rolled
from fitl_core.state.course import COURSE
from fitl_core.state.mutable import MutableState
from fitl_core.state.on_board import ON_BOARD
from fitl_core.state.positions import described
from fitl_core.state.state import State


class UnfitEffects(FitlError):
    """Effects that do not fit this position: they name pieces or spaces that are not there."""

    code = "unfit-effects"


def _position_set(position: MutableState, effect: PositionSet) -> None:
    position.load(described(position.freeze(), effect.position))


def _nothing(_position: MutableState, _effect: Effect) -> None:
    """Change nothing: the effect follows from others, or only informs."""


WAYS: dict[type, Callable[[MutableState, Any], None]] = {
    **ON_BOARD,
    **COURSE,
    PositionSet: _position_set,
    Rolled: _nothing,
    Remark: _nothing,
}
"""How each effect changes a position."""


def apply_effects(before: State, effects: Iterable[Effect]) -> State:
    """Return the position after these effects, without asking any rule. `before` does not change.

    For every event of every game `apply_effects(before, step.effects) == step.state`. Raises `UnfitEffects`
    for effects that name spaces or pieces that are not there. All other effects are applied unchecked.
    """
    return next(fold_effects(before, (effects,)))


def fold_effects(before: State, events: Iterable[Iterable[Effect]]) -> Iterator[State]:
    """Yield the position after each of the events with these effects. Raises as `apply_effects` does."""
    position, state = MutableState(before), before
    for effects in events:
        apply_to(position, effects)
        if effects:
            state = position.freeze()
        yield state


def apply_to(position: MutableState, effects: Iterable[Effect]) -> None:
    """Change a position by these effects. Raises as `apply_effects` does: it is of no use after that."""
    try:
        for effect in effects:
            WAYS[type(effect)](position, effect)
    except Violation as refused:
        raise UnfitEffects(f"these effects do not fit the position: {refused.message}") from None
    except LookupError as unknown:
        if type(effect) not in WAYS:
            raise WrongArgument(f"effects takes effects, not {shown(effect)}") from None
        raise UnfitEffects(f"these effects do not fit the board: {unknown}") from None
