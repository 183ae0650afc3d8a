"""`fitl replay`: a game told event by event, with what each did and under which rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click
import msgspec

from fitl_cli.opening import open_game, tell_unsound
from fitl_cli.output import leave, paint, say, say_data, say_json
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.facts.factions import Faction
from fitl_core.game.files import Game
from fitl_core.game.non_players import NonPlayerTrace, told_trace, traces
from fitl_core.game.replays import Replay
from fitl_core.game.stories import Outcome, outcome, story
from fitl_core.state.places import places
from fitl_core.tell.words import standing

_INDENT = "       "


class Story(msgspec.Struct, frozen=True):
    """What `fitl replay --json` prints. `sound` is false where an illegal event ended it.

    `places` says who came in where (7.1), once the game is over; `non_players` has the decisions of Factions
    without a player, where they were asked for.
    """

    file: str
    events: tuple[Outcome, ...]
    sound: bool
    standing: str
    places: tuple[tuple[Faction, ...], ...] = ()
    non_players: tuple[NonPlayerTrace, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """What `fitl replay --html --json` prints: where the page went, and how many events are in it."""

    file: str
    out: str
    events: int
    sound: bool


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--from", "first", type=int, default=1, help="Begin with this event (they count from 1).")
@click.option("--to", "last", type=int, default=None, help="End with this event.")
@click.option("--trace", is_flag=True, help="Tell why Non-players did what they did (section 8).")
@click.option(
    "--html", "page", metavar="OUT", default=None, help="Write the game as a page, to look at and to send."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, first: int, last: int | None, trace: bool, page: str | None, as_json: bool) -> None:
    """Tell a game event by event: what each did, under which rule, and how the Factions stand.

    An illegal game is told up to its last legal event, then comes why the next is refused (exit code 1).
    With --html it is written as one page, with the board behind each event, that any browser opens from
    disk; `-` writes it to standard output.
    """
    game, replay = open_game(file)
    if page is not None:
        if first != 1 or last is not None:
            raise click.UsageError("--html tells the whole game: it goes without --from and --to")
        if as_json and page == "-":
            raise click.UsageError("standard output has the page or the JSON: name a file with --html")
        _write_page(game, replay, traces(replay) if trace else {}, file, page, as_json)
        leave(tell_unsound(game))
        return
    end = min(last if last is not None else replay.sound, replay.sound)
    if last is not None and (last < 1 or last > len(replay.events)) and replay.events:
        raise click.BadParameter(f"the events count from 1 to {len(replay.events)}", param_hint="--to")
    if first < 1 or first > max(len(replay.events), 1):
        raise click.BadParameter(f"the events count from 1 to {len(replay.events)}", param_hint="--from")
    if last is not None and last < first:
        raise click.BadParameter(f"event {last} comes before event {first}", param_hint="--to")
    numbers = range(first, end + 1)
    why = traces(replay) if trace else {}
    if as_json:
        whole = replay.error is None and not game.log.faults
        outcomes = tuple([outcome(replay, number) for number in numbers])
        last_state = replay.steps[end].state
        shown = tuple([why[number] for number in numbers if number in why])
        say_json(Story(game.log.name, outcomes, whole, standing(last_state), places(last_state), shown))
    else:
        for line in _lines(replay, numbers, why):
            say(line)
    if last is None or last > replay.sound or not numbers:
        leave(tell_unsound(game, on_stdout=not as_json))


def _write_page(
    game: Game, replay: Replay, why: Mapping[int, NonPlayerTrace], file: str, out: str, as_json: bool
) -> None:
    from fitl_core.pages.replay import replay_page

    insist_on_another(out, file, "--html")
    html = replay_page(game, replay, why)
    if out == "-":
        say_data(html)
    else:
        write_file(out, html)
    if as_json:
        whole = replay.error is None and not game.log.faults
        say_json(Page(game.log.name, out, replay.sound, whole))


def _lines(replay: Replay, numbers: range, why: Mapping[int, NonPlayerTrace]) -> Iterator[str]:
    color = paint()
    for told in story(replay, numbers):
        first = told.event == numbers.start and not told.under
        heading = [*([] if first else [""]), color.bold(told.heading)] if told.heading else []
        line = [f"{told.event:>4}   {color.bold(told.line)}"] if told.line else []
        yield from [*line, *heading] if told.under else [*heading, *line]
        if told.event in why:
            yield from [color.dim(f"{_INDENT}? {one}") for one in told_trace(why[told.event])]
        for one in told.told:
            yield f"{_INDENT}{one.text} {color.dim(f'[{one.rule}]')}"
        for figure in told.figures:
            yield color.dim(f"{_INDENT}| {figure}")
    yield ""
    yield f"{standing(replay.state_at(numbers.stop - 1))}" if numbers else "there are no events"
