"""`fitl stats`: winners, margins, length, actions and dice of games."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator

import click
import msgspec

from fitl_cli.clusters import cluster, on_option
from fitl_cli.jobs import jobs_option
from fitl_cli.opened_files import name_of
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, UnreadableFile, leave, paint, say, say_data, say_json, warn
from fitl_cli.sources import FileSource, each_source
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.move_words import VERBS
from fitl_core.game.statistics import DICE, GameFigures, GameTotals, totals
from notation.quoting import visible

GAMES = (".fitl", ".jsonl")
"""The endings of the files that are read in a folder."""
MOST_PLAYED = 10
"""The number of Events that are shown, the most played first."""


class CountedGame(msgspec.Struct, frozen=True):
    """A game in figures; or why it is not counted, with the exit code."""

    figures: GameFigures | None
    why: str = ""
    code: int = 0


class UncountedGame(msgspec.Struct, frozen=True):
    """The output of `fitl stats --json` for a file that is not counted."""

    file: str
    error: str


@click.command("stats")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...")
@shared("--json", "An object for each game, as JSON Lines.")
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet.")
@jobs_option
@on_option
def command(files: tuple[str, ...], as_json: bool, as_csv: bool, jobs: int, on: str | None) -> None:
    """Count games: winners, margins, length, actions, Events, dice.

    A FOLDER stands for all files below it that end in .fitl or .jsonl. Games that are illegal or cannot be
    read are reported and left out. The exit code is that of `fitl validate` for the worst.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    paths = [path for file in files for path in _games_in(file)]
    code, all_figures = 0, []
    if as_csv:
        say_data(_row([name for name, _ in _columns(None)]))
    with cluster(on, jobs) as executor:
        for path, counted in zip(paths, each_source(executor, _count, paths, jobs), strict=True):
            code = max(code, counted.code)
            if counted.figures is None:
                if as_json:
                    say_json(UncountedGame(name_of(path), counted.why))
                warn(counted.why)
            elif as_json:
                say_json(counted.figures)
            elif as_csv:
                say_data(_row([value for _, value in _columns(counted.figures)]))
            else:
                all_figures.append(counted.figures)
    if not as_json and not as_csv:
        say("\n".join(_table(all_figures, totals(all_figures))))
    leave(code)


def _games_in(path: str) -> Iterator[str]:
    """Return the file, or the games of a folder in the order of their names."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, below, names in os.walk(path):
        below.sort()
        yield from [os.path.join(folder, name) for name in sorted(names) if name.endswith(GAMES)]


def _count(source: FileSource) -> CountedGame:
    from fitl_core.game.files import play_log
    from fitl_core.game.game_verdicts import summary, verdict_of
    from fitl_core.game.statistics import figures_of

    try:
        game = play_log(source.log())
    except UnreadableFile as failure:
        return CountedGame(None, failure.message, failure.exit_code)
    verdict = verdict_of(game, ())
    if verdict != "legal" or game.replay is None:
        code = UNREADABLE if verdict == "unreadable" else ILLEGAL
        return CountedGame(None, f"{source.name}: not counted: {summary(game, ()).what}", code)
    return CountedGame(figures_of(game.replay, source.name))


def _columns(game: GameFigures | None) -> list[tuple[str, object]]:
    """Return the columns of a table for spreadsheets: names, and the values of a game."""
    simple = ("file", "scenario", "rules", "players", "over", "winner", "ended", "cards", "coups", "events")
    columns = [(name, _plain(getattr(game, name, None))) for name in simple]
    columns += [(f"margin_{one}", game.margins[one] if game else None) for one in FACTIONS]
    columns += [(f"passes_{one}", game.passes[one] if game else None) for one in FACTIONS]
    for verb in VERBS:
        columns += [(f"{verb}_{one}", game.verbs[one].get(verb, 0) if game else None) for one in FACTIONS]
    columns += [("limited", game.limited if game else None)]
    columns += [(f"die_{face}", game.dice[face - 1] if game else None) for face in DICE]
    columns += [(f"decision_die_{face}", game.decision_dice[face - 1] if game else None) for face in DICE]
    columns += [("let_stand", game.let_stand if game else None)]
    columns += [("corrected", game.corrected if game else None)]
    return [*columns, ("events_played", "; ".join(game.played) if game else None)]


def _plain(value: object) -> object:
    """Return a value for a spreadsheet. Text that begins like a formula is quoted."""
    if value is None:
        return ""
    text = str(value)
    return f"'{text}" if text[:1] in "=+-@" else text


def _row(values: list[object] | list[str]) -> str:
    text = io.StringIO()
    row = [visible(value) if isinstance(value, str) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(["" if value is None else value for value in row])
    return text.getvalue()


def _table(games: list[GameFigures], all_of_them: GameTotals) -> Iterator[str]:
    """Return a line for each game, then the totals."""
    color = paint()
    for game in games:
        ends = f"{game.winner} won ({game.ended})" if game.winner is not None else "not over"
        figures = ", ".join([f"{one} {game.margins[one]:+d}" for one in FACTIONS])
        length = f"{game.scenario}, {game.cards} cards, {game.events} events"
        yield f"{color.bold(game.file)}: {length}; {ends}; {figures}"
    if not games:
        yield "no game is counted"
        return
    yield ""
    yield f"games      {all_of_them.games}, of them {all_of_them.over} over"
    yield "won        " + ", ".join([f"{one} {all_of_them.winners[one]}" for one in FACTIONS])
    yield "margins    " + ", ".join([f"{one} {all_of_them.margins[one]:+g}" for one in FACTIONS]) + " (mean)"
    yield f"length     {all_of_them.cards:g} cards, {all_of_them.events:g} events (mean)"
    for faction in FACTIONS:
        counts = {**all_of_them.verbs[faction], "pass": all_of_them.passes[faction]}
        yield f"{faction:<10} " + ", ".join([f"{verb} {number}" for verb, number in counts.items() if number])
    if all_of_them.played:
        most = [f"{_event(name)} {number}" for name, number in all_of_them.played[:MOST_PLAYED]]
        yield f"Events     {', '.join(most)}"
    for name, dice in (("dice", all_of_them.dice), ("decisions", all_of_them.decision_dice)):
        if sum(dice):
            faces = ", ".join([f"{face}: {number}" for face, number in zip(DICE, dice, strict=True)])
            mean = sum([face * number for face, number in zip(DICE, dice, strict=True)]) / sum(dice)
            yield f"{name:<10} {sum(dice)} ({faces}), mean {mean:.2f}"


def _event(name: str) -> str:
    number, _, side = name.partition(" ")
    return f"{number} {cards()[int(number)].title} {side}"
