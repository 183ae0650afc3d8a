"""What is odd in a game and no fault: of its text, and what Factions announced that bears on nothing."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.engine import play
from fitl_core.game.files import Game
from fitl_core.record.effects import Remark
from fitl_core.record.events import Amend, Hold, Waive
from notation import Doubt
from notation.doubts import told_doubts


def doubts_of(game: Game) -> tuple[Doubt, ...]:
    """All that is odd in a game as far as it was checked, in the order of the file. Raises nothing.

    A `hold` or `waive` is lawful where its Faction cannot place its Pivotal Event (2.3.8); it does nothing.
    """
    document = game.log.document
    written = document.doubts if document is not None else ()
    return told_doubts([*written, *_announced_for_nothing(game)])


def _announced_for_nothing(game: Game) -> Iterator[Doubt]:
    replay = game.replay
    if replay is None:
        return
    amended = dict(replay.amended)
    for number, event in enumerate(replay.events[: replay.sound], 1):
        match event:
            case Hold() | Waive():
                effects = replay.steps[number].effects
            case Amend(_, (Hold() | Waive()) as move) if number in amended:
                effects = play(amended[number], move).effects
            case _:
                continue
        for effect in effects:
            if isinstance(effect, Remark):
                why = f"event {number} bears on nothing: {effect.text}"
                yield Doubt("bears-on-nothing", why, game.places[number - 1].whole)
