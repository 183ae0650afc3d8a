"""`fitl random`: a random legal game as a normal log, the same for a seed anywhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
import msgspec

import notation
from fitl_cli.clusters import cluster, on_option
from fitl_cli.game_options import agreed, game_options
from fitl_cli.jobs import each, each_by, jobs_option
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, leave, paint, say, say_json
from fitl_cli.policy_options import policies_held, policy_option
from fitl_cli.progress_bar import with_bar
from fitl_cli.writing import write_file
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import Players
from fitl_core.game.digests import with_digests
from fitl_core.game.replays import replay
from fitl_core.game.written_logs import log_of
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal, random_options, random_players
from fitl_core.policies.policy_games import policy_game
from fitl_core.record.setup import Setup
from notation.log import Log, Tag

if TYPE_CHECKING:
    from concurrent.futures import Executor


class RandomGame(msgspec.Struct, frozen=True):
    """The output of `fitl random --json`."""

    seed: int
    scenario: str
    rules: Edition
    players: Players
    options: tuple[str, ...]
    events: int
    text: str


@click.command("random")
@shared("--seed")
@shared("--cards")
@game_options("Drawn if not given.", symbols=False)
@policy_option
@shared("--digests")
@shared("--check", "Each position is held against every law.")
@shared("--games", "It goes with --check.", default=None)
@jobs_option
@on_option
@shared("--output")
@shared("--json")
def command(
    scenario: str,
    rules: str,
    seed: int | None,
    cards: int | None,
    players: str | None,
    options: str | None,
    readings: str | None,
    held: tuple[str, ...],
    digests: bool,
    check: bool,
    games: int | None,
    jobs: int,
    on: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Play a game by random draws among the legal answers, with dice, and write the log.

    The deck is the scenario's whole deck. With --policy, Factions are played by policies.
    """
    asked = Setup(scenario, Edition(rules))
    if check:
        if held:
            raise click.UsageError("--policy does not go with --check")
        with cluster(on, jobs) as executor:
            _check(asked, cards, seed, games, jobs, executor, as_json)
    if seed is None or games is not None or on is not None:
        raise click.UsageError("--seed selects the game; --games and --on go with --check")
    dice = Dice(seed)
    setup, deck = deal(_agreed(asked, players, options, readings, dice), dice)
    game = (
        policy_game(setup, deck, dice, policies_held(held, seed), cards)
        if held
        else mixed_game(setup, deck, dice, cards)
    )
    played = [(one.event, one.after) for one in game]
    log = log_of(setup, played, [Tag("Event", f"random game, seed {seed}")])
    if digests:
        log = Log(log.tags, tuple(with_digests(log.entries, replay(setup, log.events))))
    text = notation.write(log)
    if as_json:
        say_json(RandomGame(seed, scenario, setup.rules, setup.players, setup.options, len(log.events), text))
    elif out is None or out == "-":
        say(text.rstrip("\n"))
    if out is not None and out != "-":
        write_file(out, text)
    leave(0)


def _check(
    setup: Setup,
    cards: int | None,
    seed: int | None,
    games: int | None,
    jobs: int,
    executor: Executor | None,
    as_json: bool,
) -> None:
    """Try this number of games from a seed on, print the tally, and leave."""
    from fitl_core.testing.trial_reports import report_lines, sum_up, try_one

    first, number = 1 if seed is None else seed, games or 1
    seeds, work = range(first, first + number), partial(try_one, setup, cards)
    tried = each(work, seeds, jobs) if executor is None else each_by(executor, work, seeds)
    report = sum_up(setup, with_bar(tried, number, as_json))
    if as_json:
        say_json(report)
    else:
        kept = (
            paint().red(f"{len(report.broken)} games at fault")
            if report.broken
            else paint().green("every law held")
        )
        head = f"{report.games} games of {report.scenario}, {report.rules} edition: {report.events} events"
        say("\n".join([f"{head}, {kept}", *report_lines(report)]))
    raise click.exceptions.Exit(ILLEGAL if report.broken else 0)


def _agreed(
    setup: Setup, players: str | None, options: str | None, readings: str | None, dice: Dice
) -> Setup:
    """Return the chosen setup. Players and options that were not named are drawn."""
    asked = agreed(setup, players, options, readings)
    by = asked.players if players is not None else random_players(asked.options, dice)
    played = asked.options if options is not None else random_options(by, dice)
    return msgspec.structs.replace(asked, players=by, options=played)
