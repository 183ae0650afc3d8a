"""The verdict on a whole game, in one word and in one line."""

from __future__ import annotations

from typing import Literal, NamedTuple

from fitl_core.errors import FitlError, Violation
from fitl_core.facts.counting import counted, some_of
from fitl_core.game.files import FalseClaim, Game
from fitl_core.game.replays import ReplayedGame
from fitl_core.tell.effects_in_words import position_words
from fitl_core.tell.words import standing

Verdict = Literal["legal", "illegal", "incomplete", "claims", "unreadable"]
"""`incomplete`: a required answer is missing in a move that is otherwise accepted.

`claims`: the game is legal,
but a claim is false. `unreadable`: there is a fault of syntax."""


MOST_NAMED = 20
"""The most events that are listed by their numbers. The rest are only counted."""


class Summary(NamedTuple):
    """A verdict in words.

    `what` is the verdict, and `where` the point of the game, empty if it cannot begin.
    """

    sound: bool
    what: str
    where: str


def verdict_of(game: Game, claims: tuple[FalseClaim, ...]) -> Verdict:
    """Return the worst verdict on a game with its false claims. Raises nothing."""
    if game.log.faults or (game.replay is None and not isinstance(game.setup_error, Violation)):
        return "unreadable"
    verdicts = [_verdict_on(refused.error) for refused in game.refused]
    if verdicts or game.error is not None:
        return "illegal" if "illegal" in verdicts or not verdicts else "incomplete"
    return "claims" if claims else "legal"


def summary(game: Game, claims: tuple[FalseClaim, ...]) -> Summary:
    """Return the verdict in one line: how far the game is sound, and the point that it has reached."""
    wrong = []
    if game.log.faults:
        wrong.append(counted(len(game.log.faults), "fault"))
    if claims:
        wrong.append(counted(len(claims), "false claim"))
    replay = game.replay
    if replay is None:
        return Summary(False, "; ".join(wrong) or "the game cannot begin", "")
    place = f" (line {game.places[game.sound - 1].whole.line})" if game.sound else ""
    sound = f"sound up to event {game.sound}{place}" if game.sound else "no event is sound"
    if game.assumed:
        wrong.append(f"{sound}, {_refused_in_all(game)}")
    elif game.passed_over:
        wrong.append(f"{sound}, no illegal event")
    elif replay.error is not None:
        wrong.append(f"{sound}, then {_then(replay.error)}")
    elif game.log.faults:
        wrong.append(sound)
    if wrong:
        assumed = " (as assumed)" if game.assumed or game.passed_over else ""
        return Summary(False, "; ".join(wrong), f"; {standing(replay.state)}{assumed}")
    what = "; ".join(["legal" + _but_for(replay), *_put_right(replay), *_uncompared(replay)])
    return Summary(True, what, f", {counted(replay.sound, 'event')}; {standing(replay.state)}")


def agreements(stands: tuple[int, ...], corrections: tuple[int, ...]) -> list[str]:
    """Return the agreements of the table in words, by the numbers of their lines."""
    let_stand = [f"{_events(stands)}, let stand by the table"] if stands else []
    corrected = [f"{_events(corrections)}, where it corrected the position"] if corrections else []
    return [*let_stand, *corrected]


def set_by_table(replay: ReplayedGame) -> list[str]:
    """Return, in words, the changes of the position by each agreement of the table."""
    lines = []
    for number in sorted((*replay.stands, *replay.corrections)):
        effects = replay.steps[number].effects
        lines += [f"event {number}: {words}" for words in map(position_words, effects) if words]
    return some_of(lines, MOST_NAMED)


def _verdict_on(error: FitlError) -> Literal["illegal", "incomplete"]:
    return error.verdict if isinstance(error, Violation) else "illegal"


def _refused_in_all(game: Game) -> str:
    """Return the numbers of illegal and incomplete events in words."""
    verdicts = [_verdict_on(refused.error) for refused in game.assumed]
    kinds = [(verdicts.count(kind), kind) for kind in ("illegal", "incomplete") if kind in verdicts]
    return " and ".join([counted(number, f"{kind} event") for number, kind in kinds]) + " in all"


def _then(error: FitlError) -> str:
    return error.verdict if isinstance(error, Violation) else "not supported yet"


def _but_for(replay: ReplayedGame) -> str:
    agreed = agreements(replay.stands, replay.corrections)
    return f", but for {', and '.join(agreed)}" if agreed else ""


def _put_right(replay: ReplayedGame) -> list[str]:
    """Return words about refused events that a later line has taken back or amended."""
    numbers = tuple([mended.number for mended in replay.mended])
    was = "was" if len(numbers) == 1 else "were"
    return [f"{_events(numbers)} {was} refused and put right by later ones"] if numbers else []


def _uncompared(replay: ReplayedGame) -> list[str]:
    """Return words about digests that this program recognizes and cannot compare."""
    number = len(replay.unchecked_digests)
    return [f"{counted(number, 'digest')} of version 1 not compared"] if number else []


def _events(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return f"event {numbers[0]}"
    if (more := len(numbers) - MOST_NAMED) > 0:
        return f"events {', '.join(map(str, numbers[:MOST_NAMED]))} and {more} more"
    return f"events {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
