"""`fitl replay`: a game event by event, with each effect and its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click
import msgspec

from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.options import formerly, shared
from fitl_cli.output import leave, paint, say, say_data, say_json
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.facts.factions import Faction
from fitl_core.game.files import Game
from fitl_core.game.non_player_verdicts import NonPlayerTrace, trace_in_words, traces
from fitl_core.game.replays import ReplayedGame
from fitl_core.game.stories import EventOutcome, outcome, story
from fitl_core.state.final_places import places
from fitl_core.tell.words import standing

_INDENT = "       "


class Story(msgspec.Struct, frozen=True):
    """The output of `fitl replay --json`. `sound` is false if an illegal event ended it.

    `places` has the final places (7.1) of a finished game. `non_players` has the decisions of Non-players, if
    they were asked for.
    """

    file: str
    events: tuple[EventOutcome, ...]
    sound: bool
    standing: str
    places: tuple[tuple[Faction, ...], ...] = ()
    non_players: tuple[NonPlayerTrace, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """The output of `fitl replay --html --json`: the file of the page, and its number of events."""

    file: str
    out: str
    events: int
    sound: bool


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--from", "first", type=int, default=1, help="Begin with this event (they count from 1).")
@click.option("--to", "last", type=int, default=None, help="End with this event.")
@shared("--explain")
@formerly("--trace", "--explain", "explain", is_flag=True)
@click.option("--html", "page", metavar="OUT", default=None, help="Write the game as one page of HTML.")
@shared("--json")
def command(file: str, first: int, last: int | None, explain: bool, page: str | None, as_json: bool) -> None:
    """Show a game event by event: the effects, their rules, and the victory markers.

    An illegal game is shown up to its last legal event, then the reason against the next one (exit code 1).
    With --html the game becomes one page, with the board after each event. Any browser opens it from disk.
    `-` writes the page to standard output.
    """
    game, replay = open_game(file)
    if page is not None:
        if first != 1 or last is not None:
            raise click.UsageError("--html shows the whole game: it goes without --from and --to")
        if as_json and page == "-":
            raise click.UsageError("standard output has the page or the JSON: name a file with --html")
        _write_page(game, replay, traces(replay) if explain else {}, file, page, as_json)
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
    why = traces(replay) if explain else {}
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
    game: Game, replay: ReplayedGame, why: Mapping[int, NonPlayerTrace], file: str, out: str, as_json: bool
) -> None:
    from fitl_core.pages.whole_replay import replay_page

    insist_on_another(out, file, "--html")
    html = replay_page(game, replay, why)
    if out == "-":
        say_data(html)
    else:
        write_file(out, html)
    if as_json:
        whole = replay.error is None and not game.log.faults
        say_json(Page(game.log.name, out, replay.sound, whole))


def _lines(replay: ReplayedGame, numbers: range, why: Mapping[int, NonPlayerTrace]) -> Iterator[str]:
    color = paint()
    for paragraph in story(replay, numbers):
        first = paragraph.event == numbers.start and not paragraph.under
        heading = [*([] if first else [""]), color.bold(paragraph.heading)] if paragraph.heading else []
        line = [f"{paragraph.event:>4}   {color.bold(paragraph.line)}"] if paragraph.line else []
        yield from [*line, *heading] if paragraph.under else [*heading, *line]
        if paragraph.event in why:
            yield from [color.dim(f"{_INDENT}? {one}") for one in trace_in_words(why[paragraph.event])]
        for one in paragraph.told:
            yield f"{_INDENT}{one.text} {color.dim(f'[{one.rule}]')}"
        for figure in paragraph.figures:
            yield color.dim(f"{_INDENT}| {figure}")
    yield ""
    yield f"{standing(replay.state_at(numbers.stop - 1))}" if numbers else "there are no events"
