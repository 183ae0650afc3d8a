"""`fitl seat`: a program plays a seat of a game file or table, by JSON Lines on its input and output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import click
import msgspec

import notation
from fitl_cli.desk import GameDesk
from fitl_cli.file_policies import FilePolicies
from fitl_cli.given_stores import at_tables
from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, USAGE, Failure, leave, say, say_json
from fitl_cli.policy_options import policies_held, policy_option, seats_held
from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.mail.automatic_lines import headed, non_players_move
from fitl_core.players.non_players.decide import next_non_player
from fitl_core.policies.command_policy import CommandPolicy
from fitl_core.policies.programs import Program, ProgramFault
from fitl_core.policies.registry import close_policies
from fitl_core.policies.seat_policy import Policy
from fitl_core.proofs.dealer import next_card
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.waiting import next_step
from fitl_core.seat.sights import seat_factions
from fitl_core.state.state import State
from fitl_core.table.policy_seats import AfterFailure, PlayedOn, play_on
from fitl_core.tell.words import standing
from notation import Entry

AFTER_FAILURE: tuple[AfterFailure, ...] = get_args(AfterFailure)


class SeatOutput(msgspec.Struct, frozen=True):
    """The output of `fitl seat --json`: the added lines, the decisions and refused answers of the program.

    `file` is the game file, or the table. `fault` says how the program failed; it is empty if it did not.
    """

    file: str
    seat: str
    decisions: int
    refused: int
    lines: tuple[str, ...]
    standing: str
    fault: str = ""


@click.command("seat")
@click.argument("game", metavar="FILE|TABLE")
@click.argument("seat", metavar="SEAT")
@click.option(
    "--program",
    "program",
    required=True,
    metavar="COMMAND",
    help="The program that decides, with its words.",
)
@click.option(
    "--seconds-each",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="The seconds that the program has for one answer.",
)
@click.option(
    "--tries",
    type=click.IntRange(min=1, max=100),
    default=3,
    show_default=True,
    help="The answers that the program may try for one decision.",
)
@shared("--lines", "Those of the seat count; at a TABLE, those of all policies.")
@policy_option
@shared("--seed", "It goes with --policy.")
@shared("--secret")
@shared("--store", "It is for a TABLE.", default=None)
@shared("--if-it-fails", "It is for a TABLE.")
@shared("--json")
def command(
    game: str,
    seat: str,
    program: str,
    seconds_each: float,
    tries: int,
    most: int | None,
    held: tuple[str, ...],
    seed: int | None,
    secret: str | None,
    address: str | None,
    after_failure: AfterFailure,
    as_json: bool,
) -> None:
    """Let a program play SEAT (US, NVA+VC) in FILE, or at a TABLE in a store, until another seat must decide.

    For each decision the program reads one line of JSON, and answers with one line, {"answer": "rally"}.
    Other seats wait for their players, or a policy plays them (--policy all=random). An illegal answer gets
    its ruling and another try. Each move is in FILE as soon as it is complete. Cards of a sealed deck come
    up, dice are rolled, and Non-players act, as in `fitl play`. If the program fails, the exit code is 1,
    and FILE has all moves before. At a TABLE, a comment of the seat says so.
    """
    if address is not None and secret is not None:
        raise click.UsageError("--secret goes with a FILE: a table deals and rolls itself")
    player = CommandPolicy(Program(program), tries, seconds_each)
    if address is None:
        output = _in_file(game, seat, player, policies_held(held, seed or 0), most, secret)
    else:
        played, where = _at_table(address, game, seat, player, held, seed or 0, most, after_failure, as_json)
        fault = played.faults.get(seat, "")
        now = f"{played.why}; {where}" if where else played.why
        output = SeatOutput(game, seat, player.asked, player.refused, played.lines, now, fault)
    if as_json:
        say_json(output)
    else:
        say("\n".join([*output.lines, output.standing]))
    if output.fault:
        what = "the game is incomplete" if after_failure == "wait" else "the program failed"
        raise Failure(f"{what}: {output.fault}", ILLEGAL)
    leave(0)


def _at_table(
    address: str,
    table: str,
    seat: str,
    player: CommandPolicy,
    held: tuple[str, ...],
    seed: int,
    most: int | None,
    after_failure: AfterFailure,
    as_json: bool,
) -> tuple[PlayedOn, str]:
    """Play at a table; return the result, and where the game stands."""
    why = "the table is left alone"
    policies: dict[str, Policy] = {seat: player}
    try:
        with at_tables(address, as_json) as tables:
            policies = {**seats_held(tables.state(table), held, seed), seat: player}
            played = play_on(tables, table, policies, most, after_failure)
            why = played.faults.get(seat, played.why)
            state = tables.state(table)
    finally:
        close_policies(policies.values(), why)
    return played, standing(state.position) if state.status == "playing" else ""


def _in_file(
    file: str,
    seat: str,
    player: CommandPolicy,
    policies: dict[Faction, Policy],
    most: int | None,
    secret: str | None,
) -> SeatOutput:
    """Play in a file; return the result."""
    game, replay = open_game(file)
    if game.log.faults:
        leave(tell_unsound(game))
    factions = seat_factions(replay.state, seat)
    if not factions:
        raise Failure(f"no player of {game.log.name} has the seat {seat}", USAGE)
    desk = GameDesk(file, game, secret)
    before = len(desk.game.entries)
    policies = {**policies, **dict.fromkeys(factions, player)}
    fault = _played(_FileCourse(desk, policies, factions, most), policies.values())
    lines = tuple([notation.write_event(one.event) for one in desk.game.entries[before:] if one.event])
    assert desk.game.replay is not None
    now, name = standing(desk.game.replay.state), desk.game.log.name
    return SeatOutput(name, "+".join(factions), player.asked, player.refused, lines, now, fault)


def _played(course: _FileCourse, policies: Iterable[Policy]) -> str:
    """Play on; return how a program failed, or "". Its last line says why nothing more is asked."""
    why, fault = "the game is set aside", ""
    try:
        why = course.play()
    except ProgramFault as error:
        why = fault = error.message
    except FitlError as error:
        why = error.message
        raise Failure(error.message, ILLEGAL) from None
    finally:
        close_policies(policies, why)
    return fault


class _FileCourse:
    """The course of a game file: whose turn it is, until a seat without a policy must decide."""

    def __init__(
        self, desk: GameDesk, policies: dict[Faction, Policy], factions: tuple[Faction, ...], most: int | None
    ) -> None:
        self._desk = desk
        self._policies = FilePolicies(desk, policies)
        self._factions = factions
        self._left = most

    def play(self) -> str:
        """Play until the game is over or somebody else must decide; return why it stops."""
        while self._left is None or self._left > 0:
            state = self._policies.replay.state
            if (why := self._step(state)) is not None:
                return why
        return "the asked number of lines is played"

    def _step(self, state: State) -> str | None:
        """Add the next lines; or return why nobody here can."""
        waits = next_step(state)
        if waits.what in ("over", "nothing") or (waits.what in ("card", "reveal") and not self._desk.dealer):
            return standing(state)
        self._desk.begin()
        if waits.what in ("card", "reveal"):
            assert self._desk.dealer is not None
            self._desk.put(headed(state, next_card(self._desk.dealer, self._desk.game.log.sound.log)))
            return None
        for faction in may_place(state):
            if faction is not waits.faction and faction not in non_players(state.players):
                if faction not in self._policies.held:
                    if faction in waits.holding:
                        return standing(state)
                elif (event := self._policies.pivotal(state, faction)) is not None:
                    self._put(faction, (Entry(event),))
                    return None
        if next_non_player(state) is not None:
            chosen = self._policies.chosen
            self._desk.put(non_players_move(self._policies.replay, self._desk.roll, chosen).entries)
            return None
        assert waits.faction is not None
        if waits.faction not in self._policies.held:
            return standing(state)
        self._put(waits.faction, self._policies.move(waits.faction))
        return None

    def _put(self, faction: Faction, entries: tuple[Entry, ...]) -> None:
        self._desk.put(entries)
        if self._left is not None and faction in self._factions:
            self._left -= 1
