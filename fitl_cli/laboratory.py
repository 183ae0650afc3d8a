"""The commands of `fitl lab`: compare two policies, compare two moves, count who wins."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import click
import msgspec

import notation
from fitl_cli.clusters import cluster, on_option
from fitl_cli.game_options import game_asked
from fitl_cli.jobs import each, each_by, jobs_option
from fitl_cli.opened_files import bytes_of, choose_position, open_game
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, paint, say, say_data, say_json
from fitl_cli.policy_options import insist_on_policies
from fitl_cli.progress_bar import with_bar
from fitl_cli.writing import write_file
from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.laboratory.balance import Balance, balance_games, balance_of
from fitl_core.laboratory.branching import Branching, PlayOut, branched, play_out, whole_move
from fitl_core.laboratory.comparing import PolicyComparison, compared, contender_of, pairs_of
from fitl_core.laboratory.comparison_chart import comparison_chart
from fitl_core.laboratory.lab_games import LabGame, LabResult, play_lab_game
from fitl_core.laboratory.other_versions import play_in_version
from fitl_core.policies.registry import POLICY_NAMES
from fitl_core.record.events import Action, Pass
from fitl_core.state.state import State

Thing = TypeVar("Thing")
PLAYED_BY = f"The policy of all players: {', '.join(POLICY_NAMES)}."


def setup_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--scenario`, `--rules`, `--options` and `--readings` to a command."""
    command = shared("--readings", "")(shared("--options", "")(command))
    command = shared("--rules", default="second", show_default=True)(command)
    return shared("--scenario", default="short", show_default=True)(command)


def games_options(number: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add `--games` with its default, `--first-seed`, `--cards`, `--jobs` and `--on` to a command."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = on_option(jobs_option(command))
        command = shared("--cards")(command)
        command = click.option(
            "--first-seed", "first", type=int, default=1, show_default=True, help="The first seed."
        )(command)
        return shared("--games", default=number, show_default=True)(command)

    return decorate


@click.command("compare")
@click.argument("first_one", metavar="A")
@click.argument("second_one", metavar="B")
@setup_options
@click.option("--seats", default="US,ARVN,NVA,VC", show_default=True, help="The seats of both, in turn.")
@click.option("--others", default="section-8", show_default=True, help="The policy of the other Factions.")
@games_options(30)
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet.")
@click.option("--plot", "chart", default=None, metavar="OUT", help="Draw the differences into this SVG.")
@shared("--json")
def compare(
    first_one: str,
    second_one: str,
    seats: str,
    others: str,
    games: int,
    first: int,
    cards: int | None,
    jobs: int,
    on: str | None,
    as_csv: bool,
    chart: str | None,
    as_json: bool,
    **asked: str,
) -> None:
    """Compare two policies A and B in the same seats on the same decks.

    A and B may have their own readings, options, and the Python of another version: "greedy readings=card-75
    python=older/bin/python". The output has the difference A - B of margins and of games won, by pairs of
    games, with standard errors.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    setup = game_asked(players=None, symbols=None, **asked)
    chosen = _factions(seats)
    try:
        one, other = contender_of(first_one), contender_of(second_one)
    except ValueError as error:
        raise Failure(str(error), USAGE) from None
    insist_on_policies(one.policy, other.policy, others)
    todo = list(pairs_of(setup, one, other, range(first, first + games), chosen, others, cards))
    results = _worked(play_in_version, todo, jobs, on, as_json)
    found = _sound(partial(compared, results, first_one, second_one, others, setup.scenario))
    if chart is not None:
        write_file(chart, comparison_chart(found))
    if as_json:
        say_json(found)
    elif as_csv:
        say_data(_csv(found))
    else:
        say("\n".join(_comparison_lines(found)))
    leave(ILLEGAL if found.faults else 0)


@click.command("branch")
@click.argument("file", metavar="FILE")
@click.argument("moves", metavar="MOVE MOVE", nargs=2)
@shared("--at", "The moves are played there.")
@click.option("--played-by", "policy", default="random", show_default=True, help=PLAYED_BY)
@games_options(30)
@shared("--json")
def branch(
    file: str,
    moves: tuple[str, str],
    at: int | None,
    policy: str,
    games: int,
    first: int,
    cards: int | None,
    jobs: int,
    on: str | None,
    as_json: bool,
) -> None:
    """Compare two moves in a position of a game: play both on to the end, over and over.

    The cards that have not come up are dealt again for each seed, the same for both moves. Missing dice are
    rolled. Non-players decide by section 8, and the policy plays all other Factions.
    """
    game, replay = open_game(file)
    state = replay.steps[choose_position(game, replay, at, None)].state
    todo, faction = _branches(state, moves, policy, range(first, first + games), cards)
    results = iter(_worked(play_out, todo, jobs, on, as_json))
    found = _sound(partial(branched, zip(results, results, strict=True), faction, policy))
    if as_json:
        say_json(found)
    else:
        say("\n".join(_branch_lines(found, moves)))
    leave(ILLEGAL if found.faults else 0)


@click.command("balance")
@setup_options
@click.option("--played-by", "policy", default="section-8", show_default=True, help=PLAYED_BY)
@games_options(100)
@shared("--json")
def balance(
    policy: str,
    games: int,
    first: int,
    cards: int | None,
    jobs: int,
    on: str | None,
    as_json: bool,
    **asked: str,
) -> None:
    """Count how often each Faction wins if one policy plays all of them.

    With section-8 all Factions are Non-players.
    """
    setup = game_asked(players=None, symbols=None, **asked)
    insist_on_policies(policy)
    todo = list(balance_games(setup, policy, range(first, first + games), cards))
    results = _worked(play_lab_game, todo, jobs, on, as_json)
    found = _sound(partial(balance_of, results, setup.scenario, policy))
    if as_json:
        say_json(found)
    else:
        say("\n".join(_balance_lines(found)))
    leave(ILLEGAL if found.faults else 0)


@click.command("game")
def game() -> None:
    """Play one game that JSON on standard input describes, and print its result as JSON.

    `fitl lab compare` calls this command of another version.
    """
    given = bytes_of("-")
    try:
        say_json(play_lab_game(msgspec.json.decode(given, type=LabGame)))
    except msgspec.DecodeError as error:
        raise Failure(f"standard input describes no game: {error}", UNREADABLE) from None
    except FitlError as error:
        raise Failure(error.message, USAGE) from None


# -- work -------------------------------------------------------------------------------------------


def _worked(
    work: Callable[[Thing], LabResult], todo: Sequence[Thing], jobs: int, on: str | None, as_json: bool
) -> list[LabResult]:
    """Return the results of games, played in processes or on a cluster."""
    with cluster(on, jobs) as executor:
        results = each(work, todo, jobs) if executor is None else each_by(executor, work, todo)
        return list(with_bar(results, len(todo), as_json))


def _sound(sum_up: Callable[[], Thing]) -> Thing:
    """Return a sum over games; end the command if no game came to its end."""
    try:
        return sum_up()
    except ValueError as error:
        raise Failure(str(error), ILLEGAL) from None


def _branches(
    state: State, moves: Iterable[str], policy: str, seeds: Iterable[int], cards: int | None
) -> tuple[list[PlayOut], Faction]:
    """Return the play-outs of both moves, by pairs, and the Faction that moves."""
    insist_on_policies(policy)
    try:
        one, other = [_move(state, text) for text in moves]
    except ValueError as error:
        raise Failure(str(error), USAGE) from None
    except FitlError as error:
        raise Failure(error.message, ILLEGAL) from None
    if one.faction is not other.faction:
        raise Failure(f"both moves are of one Faction, not of {one.faction} and {other.faction}", USAGE)
    play = partial(PlayOut, state, policy, faction=one.faction, cards=cards)
    return [play(seed=seed, move=move) for seed in seeds for move in (one, other)], one.faction


def _move(state: State, text: str) -> Action | Pass:
    """Return a move as the rules ask for it. Raises as `whole_move`."""
    event = notation.read_line(text).event
    if event is None:
        raise ValueError(f'"{text}" is no move')
    return whole_move(state, event)


def _factions(text: str) -> list[Faction]:
    """Return the Factions of a list such as "US,VC"."""
    names = [name.strip().upper() for name in text.split(",") if name.strip()]
    found = [faction for faction in FACTIONS if faction in names]
    if not found or len(found) != len(names):
        raise click.BadParameter(f'"{text}" names no Factions, as in US,VC', param_hint="--seats")
    return found


# -- words ------------------------------------------------------------------------------------------


def _comparison_lines(found: PolicyComparison) -> Iterator[str]:
    color = paint()
    yield f"{found.first} against {found.second}, {found.scenario} scenario, others {found.others}"
    for one in found.seats:
        clear = color.green("clear") if one.margin.is_clear else "not clear"
        yield (
            f"  {one.seat or 'all':5} {color.bold(one.margin.words)} points ({clear}), "
            f"wins {one.wins.words}; "
            f"margins {one.first.mean:+.1f} and {one.second.mean:+.1f}, "
            f"won {one.first_wins:.0%} and {one.second_wins:.0%} of {one.pairs}"
        )
    yield from [color.red(f"left out: {fault}") for fault in found.faults]


def _branch_lines(found: Branching, moves: tuple[str, ...]) -> Iterator[str]:
    color = paint()
    for text, margin in zip(moves, (found.first, found.second), strict=True):
        yield f"{text}: {found.faction} {margin.words} over {margin.number} games by {found.policy}"
    yield "the first move against the second:"
    for one in found.differences:
        clear = color.green("clear") if one.margin.is_clear else "not clear"
        yield f"  {one.faction:5} {color.bold(one.margin.words)} points ({clear}), wins {one.wins.words}"
    yield from [color.red(f"left out: {fault}") for fault in found.faults]


def _balance_lines(found: Balance) -> Iterator[str]:
    yield f"{found.games} games of {found.scenario} by {found.policy}"
    for faction in FACTIONS:
        yield f"  {faction:5} won {found.wins[faction]:.1%}, margin {found.margins[faction].words}"
    length = f"{found.cards:.1f} cards, {found.events:.1f} events, {found.card_events:.1f} Events"
    yield f"  {length} a game (means)"
    yield from [paint().red(f"left out: {fault}") for fault in found.faults]


def _csv(found: PolicyComparison) -> str:
    """Return a row for each seat, below the names of the columns."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["seat", "pairs", "margin", "margin_error", "wins", "wins_error", "first", "second"])
    for one in found.seats:
        rows.writerow(
            [
                one.seat or "all",
                one.pairs,
                f"{one.margin.mean:.3f}",
                "" if one.margin.error is None else f"{one.margin.error:.3f}",
                f"{one.wins.mean:.4f}",
                "" if one.wins.error is None else f"{one.wins.error:.4f}",
                f"{one.first.mean:.3f}",
                f"{one.second.mean:.3f}",
            ]
        )
    return text.getvalue()
