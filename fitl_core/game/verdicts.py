"""What is to be said of a whole game: the verdict in a word, and in a line."""

from __future__ import annotations

from typing import Literal, NamedTuple

from fitl_core.errors import NotSupported, Violation
from fitl_core.game.files import FalseClaim, Game
from fitl_core.tell.words import standing

Verdict = Literal["legal", "illegal", "claims", "unreadable"]
"""`claims`: legal, but a claim is false. `unreadable`: a fault of syntax, wherever it stands."""


class Summary(NamedTuple):
    """A verdict in words: `what` is so, and `where` the game stands (empty where it cannot begin)."""

    sound: bool
    what: str
    where: str


def verdict_of(game: Game, claims: tuple[FalseClaim, ...]) -> Verdict:
    """The verdict on a game with its false claims."""
    if game.log.faults or (game.replay is None and not isinstance(game.setup_error, Violation)):
        return "unreadable"
    if game.error is not None:
        return "illegal"
    return "claims" if claims else "legal"


def summary(game: Game, claims: tuple[FalseClaim, ...]) -> Summary:
    """The verdict in one line: how far the game is sound, and where it then stands."""
    wrong = []
    if game.log.faults:
        wrong.append(_counted(len(game.log.faults), "fault"))
    if claims:
        wrong.append(_counted(len(claims), "false claim"))
    replay = game.replay
    if replay is None:
        return Summary(False, "; ".join(wrong) or "the game cannot begin", "")
    place = f" (line {game.places[replay.sound - 1].whole.line})" if replay.sound else ""
    sound = f"sound up to event {replay.sound}{place}" if replay.sound else "no event is sound"
    if replay.error is not None:
        unbuilt = isinstance(replay.error, NotSupported)
        wrong.append(f"{sound}, then {'not supported yet' if unbuilt else 'illegal'}")
    elif game.log.faults:
        wrong.append(sound)
    if wrong:
        return Summary(False, "; ".join(wrong), f"; {standing(replay.state)}")
    return Summary(True, "legal", f", {_counted(replay.sound, 'event')}; {standing(replay.state)}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
