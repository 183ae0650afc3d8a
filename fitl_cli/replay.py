"""`fitl replay`: a game told event by event, with what each did and under which rule."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from fitl_cli.game import Game
from fitl_cli.output import leave, paint, say, say_json
from fitl_cli.positions import open_game, tell_unsound
from fitl_cli.refusals import event_text
from fitl_core.engine import Step
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.game.replays import Replay
from fitl_core.record.events import Play, Reveal
from fitl_core.state.state import State
from fitl_core.state.victory import margins, scores
from fitl_core.tell.words import Told, control_changes, narrate, scores_words, standing, tracks_words

_INDENT = "       "


class Outcome(msgspec.Struct, frozen=True):
    """An event for `--json`: its line, what it did in words with the rules, and the victory markers."""

    event: int
    line: str
    card: int | None
    effects: tuple[Told, ...]
    scores: dict[Faction, int]
    margins: dict[Faction, int]


class Story(msgspec.Struct, frozen=True):
    """What `fitl replay --json` prints. `sound` is false where an illegal event ended it."""

    file: str
    events: tuple[Outcome, ...]
    sound: bool
    standing: str


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--from", "first", type=int, default=1, help="Begin with this event (they count from 1).")
@click.option("--to", "last", type=int, default=None, help="End with this event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, first: int, last: int | None, as_json: bool) -> None:
    """Tell a game event by event: what each did, under which rule, and how the Factions stand.

    An illegal game is told up to its last legal event, then comes the ruling (exit code 1).
    """
    game, replay = open_game(file)
    end = min(last if last is not None else replay.sound, replay.sound)
    if last is not None and (last < 1 or last > len(replay.events)) and replay.events:
        raise click.BadParameter(f"the events count from 1 to {len(replay.events)}", param_hint="--to")
    if first < 1 or first > max(len(replay.events), 1):
        raise click.BadParameter(f"the events count from 1 to {len(replay.events)}", param_hint="--from")
    if last is not None and last < first:
        raise click.BadParameter(f"event {last} comes before event {first}", param_hint="--to")
    numbers = range(first, end + 1)
    if as_json:
        whole = replay.error is None and not game.log.faults
        outcomes = tuple([_outcome(game, replay, number) for number in numbers])
        say_json(Story(game.log.name, outcomes, whole, standing(replay.steps[end].state)))
    else:
        for line in _story(game, replay, numbers):
            say(line)
    if last is None or last > replay.sound or not numbers:
        leave(tell_unsound(game, on_stdout=not as_json))


def told(before: State, step: Step) -> tuple[Told, ...]:
    """What an event did: its effects, then the Control that changed with them."""
    return narrate(before, step.effects) + control_changes(before, step.state)


def _outcome(game: Game, replay: Replay, number: int) -> Outcome:
    step = replay.steps[number]
    text = event_text(game, number)
    state = step.state
    happened = told(replay.steps[number - 1].state, step)
    return Outcome(number, text, state.card, happened, scores(state), margins(state))


def _story(game: Game, replay: Replay, numbers: range) -> Iterator[str]:
    """The lines of a replay."""
    color = paint()
    headed: int | None = None
    for number in numbers:
        before, step = replay.steps[number - 1].state, replay.steps[number]
        event = replay.events[number - 1]
        reveals = isinstance(event, Reveal) and step.state.card != before.card
        if before.card is not None and headed != before.card and not isinstance(event, Reveal):
            yield from _heading(before, first=headed is None)
            headed = before.card
        if not (isinstance(event, Play) and before.card is not None):
            yield f"{number:>4}   {color.bold(event_text(game, number))}"
        if reveals or (isinstance(event, Play) and before.card is None):
            yield from _heading(step.state, first=False)
            headed = step.state.card
        for thing in told(before, step):
            if not (reveals and thing.rule == "2.3.7"):
                yield f"{_INDENT}{thing.text} {color.dim(f'[{thing.rule}]')}"
        yield from _figures(before, step.state)
    yield ""
    yield f"{standing(replay.steps[numbers.stop - 1].state)}" if numbers else "there are no events"


def _figures(before: State, after: State) -> Iterator[str]:
    """Tracks and victory markers where they changed, and always when a card is finished."""
    color = paint()
    ended = after.phase in ("finished", "over") and before.phase != after.phase
    lines = (tracks_words(before), tracks_words(after)), (scores_words(before), scores_words(after))
    for old, new in lines:
        if old != new or ended:
            yield color.dim(f"{_INDENT}| {new}")


def _heading(state: State, first: bool) -> Iterator[str]:
    assert state.card is not None
    card = cards()[state.card]
    if not first:
        yield ""
    order = " ".join(card.order) if card.order else "Coup Round"
    eligible = f"; Eligible: {' '.join(state.eligible) or 'none'}" if card.order else ""
    following = f"; next: #{state.next} {cards()[state.next].title}" if state.next is not None else ""
    yield paint().bold(f"#{card.number} {card.title}: {order}{eligible}{following}")
