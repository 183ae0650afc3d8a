"""What is odd in a game and no fault: of its text, and of events.

Refused ones that later lines put right, and what Factions announced that bears on nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.game.files import Game
from fitl_core.record.effects import Remark
from fitl_core.record.events import Amend, Hold, Waive
from notation import Doubt
from notation.doubts import told_doubts


def doubts_of(game: Game) -> tuple[Doubt, ...]:
    """All that is odd in a game as far as it was checked, in the order of the file. Raises nothing.

    Of a refused event that a later line put right it says why it was refused. A `hold` or `waive` is lawful
    where its Faction cannot place its Pivotal Event (2.3.8); it does nothing.
    """
    document = game.log.document
    written = document.doubts if document is not None else ()
    return told_doubts([*written, *_put_right(game), *_announced_for_nothing(game)])


def _put_right(game: Game) -> Iterator[Doubt]:
    for one in game.replay.mended if game.replay is not None else ():
        rule = f"{one.error.rule}: " if isinstance(one.error, Violation) else ""
        why = f"event {one.number} is refused ({rule}{one.error.message}); event {one.by} puts it right"
        yield Doubt("put-right", why, game.places[one.number - 1].whole)


def _announced_for_nothing(game: Game) -> Iterator[Doubt]:
    replay = game.replay
    if replay is None:
        return
    amended, unplayed = dict(replay.amended), replay.unplayed
    for number, event in enumerate(replay.events[: replay.sound], 1):
        if number in unplayed:
            continue
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
