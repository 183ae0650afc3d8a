"""Collect the warnings about a game: about its text, and about its events.

Warnings about events concern refused events that later lines put right, and announcements without effect.
A file of a newer rules release than the program's gets a warning, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.game.effective import lets_stand
from fitl_core.game.files import Game, release_of
from fitl_core.record.effects import Remark
from fitl_core.record.events import Amend, Hold, Waive
from fitl_core.rules.release import RULES_RELEASE
from notation import RULES_RELEASE_TAG, LogWarning
from notation.text_warnings import first_warnings


def warnings_of(game: Game) -> tuple[LogWarning, ...]:
    """Return all warnings about the checked part of a game, in the order of the file. Raises nothing.

    The warning about a refused event that a later line put right has the reason of the refusal. A `hold` or
    `waive` is legal but has no effect if its Faction cannot place its Pivotal Event (2.3.8).
    """
    document = game.log.document
    written = document.doubts if document is not None else ()
    return first_warnings([*_newer(game), *written, *_put_right(game), *_announced_for_nothing(game)])


def _newer(game: Game) -> Iterator[LogWarning]:
    document, written = game.log.document, release_of(game.log)
    if document is None or written is None or written <= RULES_RELEASE:
        return
    names = [tag.name for tag in document.log.tags]
    why = (
        f"the file was written by rules release {written}, newer than this program's release {RULES_RELEASE}"
    )
    place = document.tag_places[names.index(RULES_RELEASE_TAG)]
    yield LogWarning("newer-release", why, place, "install a newer fitl: its rules may judge otherwise")


def _put_right(game: Game) -> Iterator[LogWarning]:
    for mended in game.replay.mended if game.replay is not None else ():
        if lets_stand(game.entries[mended.by - 1].event):
            continue  # that line says itself what it does
        error = mended.error
        rule = f"{error.rule}: " if isinstance(error, Violation) else ""
        why = f"event {mended.number} is refused ({rule}{error.message}); event {mended.by} puts it right"
        yield LogWarning("put-right", why, game.places[mended.number - 1].whole)


def _announced_for_nothing(game: Game) -> Iterator[LogWarning]:
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
                why = f"event {number} has no effect: {effect.text}"
                yield LogWarning("bears-on-nothing", why, game.places[number - 1].whole)
