"""Write `fixtures/released/0.2.0` with version 0.2.0 itself, whose code is in the folder OLDER:

    PYTHONPATH=OLDER python tests/released/written_by_0_2.py fixtures/released/0.2.0

The commits of version 0.2.0 are not part of the history: commit 09c438fc has its rules and newer stores.
The version needs its extra `signatures`. The files are never written again for a newer version: they are what
people have from that release. Dealer's seeds, keys and salts are drawn anew by each run.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

import notation
from fitl_core import Action, Faction, Note, Pass, ReplayedGame, Setup, State, Void, digest, replay
from fitl_core.players import Dice
from fitl_core.players.random_play import random_action
from fitl_core.proofs import commitment
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Amend, Event
from fitl_core.rules.waiting import next_step
from fitl_core.stores import open_store
from fitl_core.table.commands import Agree, GiveOrder, GiveSeed, PromiseSeed, Propose, Sit
from fitl_core.table.exports import exported
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer, tables_of
from notation import Entry, Log

GAMES = {
    "short-digests": "--scenario short --seed 4 --digests",
    "short-original": "--scenario short --seed 8 --rules original --digests",
    "medium-opening": "--scenario medium --seed 6 --cards 7 --players 'US+ARVN NVA VC'",
    "medium-non-players": "--scenario medium --seed 3 --cards 7 --digests --players US",
    "full-no-players": "--scenario full --seed 5 --cards 4 --players none",
    "full-readings": "--scenario full --seed 9 --cards 4 --readings NP-Q55",
}
"""Random games, with the arguments of `fitl random`."""
DEALT = 8
"""The least number of moves in the game by mail. It goes on until two moves have dice."""
MOST_OF_EXPORT = 60_000
"""The largest export of a table with its secrets that is kept. Every table is in the store."""
FOUR, ALONE = ((Faction.US,), (Faction.ARVN,), (Faction.NVA,), (Faction.VC,)), ((Faction.US,),)


def fitl(*arguments: str) -> str:
    """Return what a command of version 0.2.0 prints. Raises `CalledProcessError` if it fails."""
    command = [sys.executable, "-P", "-m", "fitl_cli", *arguments]  # -P: not the code of the current folder
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> None:
    """Write the files."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    for name, arguments in GAMES.items():
        fitl("random", *shlex.split(arguments), "-o", str(folder / f"{name}.fitl"))
    _corrected(folder)
    for name in ("short-digests", "medium-corrected"):
        fitl("fmt", str(folder / f"{name}.fitl"), "--jsonl", "-o", str(folder / f"{name}.jsonl"))
    opening = str(folder / "medium-opening.fitl")
    _write(folder / "position.fitl", fitl("show", opening, "--at", "9", "--line", "--header"))
    _write(folder / "position.txt", fitl("show", opening, "--at", "9", "--line"))
    fitl("replay", str(folder / "full-readings.fitl"), "--html", str(folder / "replay.html"))
    _by_mail(folder)
    _tables(folder)
    lines = []
    for path in sorted(folder.glob("*.fitl")):
        game = _game(path)
        lines.append(f"{path.name} {game.sound} {digest(game.state)}\n")
    _write(folder / "digests.txt", "".join(lines))


def _game(path: Path) -> ReplayedGame:
    log = notation.read(path.read_bytes()).log
    game = replay(notation.setup_of(log), log.events)
    if game.error is not None:
        raise game.error
    return game


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


# -- a game with corrections ------------------------------------------------------------------------


def _corrected(folder: Path) -> None:
    """Write a game with a move that is taken back, one amended, figures corrected, and a move let stand."""
    log = notation.read((folder / "medium-opening.fitl").read_bytes()).log
    setup, entries = notation.setup_of(log), list(log.entries)
    moves = [n for n, event in enumerate(log.events, 1) if isinstance(event, Action | Pass)]
    last = moves[-1]
    move = log.events[last - 1]
    entries += [Entry(Amend(last, move), by="Mo", comment="as it was meant"), Entry(Void(last), by="Mo")]
    state = replay(setup, [entry.event for entry in entries if entry.event is not None]).state
    for line in (f"ruling stand {next_step(state).faction} pass => Aid 9", 'correct "aid 12; trail 2"'):
        entries += notation.read(f'[FITL "2"]\n[Scenario "medium"]\n{line}\n').log.entries
    entries.append(Entry(Note("we are at nine"), by="Bo", time="2026-05-03T09:00:00Z"))
    _write(folder / "medium-corrected.fitl", notation.write(Log(log.tags, tuple(entries))))


# -- a game by mail ---------------------------------------------------------------------------------


def _by_mail(folder: Path) -> None:
    """Write a dealt game, its dealer's secret, and the same game chained, signed, and with its seed open."""
    secret, game = str(folder / "dealer.secret"), str(folder / "dealt.fitl")
    fitl("deal", secret, "--commit")
    added = ["--add", "US=rice", "--add", "VC=a plum"]
    fitl("deal", secret, *added, "--scenario", "short", "--players", "US ARVN NVA VC", "-o", game)
    order = folder / "order.secret"
    text = fitl("order", str(order), "--seal", "VC: Tet if NVA acts first, else waive")
    _append(game, text.strip() + " [%by VC]" if ";" in text else text.strip())
    dice, moves = Dice(3), 0
    while moves < DEALT or (folder / "dealt.fitl").read_text(encoding="utf-8").count("{") < 3:
        waits = next_step(_game(Path(game)).state)
        if waits.what == "reveal":
            _append(game, fitl("deal", secret, "--next", game))
            continue
        assert waits.faction is not None
        move = _without_dice(_move(_game(Path(game)).state, waits.faction, dice))
        by = ("--secret", secret, "--by", str(waits.faction))
        try:
            fitl("play", game, notation.write_event(move), *by)
        except subprocess.CalledProcessError:  # the dealer's dice ask for other answers
            fitl("play", game, f"{waits.faction} pass", *by)
        moves += 1
    chained, key = str(folder / "chained.fitl"), str(folder / "us.key")
    fitl("fmt", game, "--chain", "-o", chained)
    signed, opened = str(folder / "signed.fitl"), str(folder / "opened.fitl")
    fitl("sign", key, game, "--seat", "us", "--new", "-o", signed)
    fitl("sign", key, signed, "--seat", "us", "-o", signed)
    _write(folder / "opened.fitl", (folder / "dealt.fitl").read_text(encoding="utf-8"))
    _append(opened, fitl("order", str(order), "--open"))
    fitl("fmt", opened, "--chain", "-o", opened)
    fitl("deal", secret, opened, "--open", "-o", opened)


def _append(path: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(text.rstrip("\n") + "\n")


def _move(state: State, faction: Faction, dice: Dice) -> Event:
    return random_action(state, faction, dice) or Pass(faction)


def _without_dice(event: Event) -> Event:
    if not isinstance(event, Action):
        return event
    segments = tuple(
        [
            msgspec.structs.replace(one, clauses=tuple([c for c in one.clauses if not isinstance(c, Roll)]))
            for one in event.segments
        ]
    )
    return msgspec.structs.replace(event, segments=segments)


# -- tables -----------------------------------------------------------------------------------------


def _tables(folder: Path) -> None:
    """Write a store with a table of each kind, the log that each exports, and the smaller whole exports."""
    path = folder / "tables.db"
    store = open_store(path)
    tables = tables_of("released", store)
    for name, make in MADE.items():
        make(tables, name)
    for name in MADE:
        if tables.state(name).status != "gathering":
            _write(folder / f"table-{name}.fitl", notation.write(tables.log(name)))
        if len(facts := exported(store, name)) < MOST_OF_EXPORT:
            _write(folder / f"table-{name}.jsonl", facts)
    store.close()


def _do(tables: Tables, table: str, seat: str, command: object) -> None:
    seen = tables.version(table)
    tables.do(table, seat, command, seen=seen, key=f"key {seen}")  # type: ignore[arg-type]


def _gathering(tables: Tables, name: str) -> None:
    """Two of four seats are taken, and one of them has promised a seed."""
    tables.open(Setup("medium", players=FOUR), seats_add=True, deadline=259_200, table=name)
    for seat in ("US", "VC"):
        _do(tables, name, seat, Sit())
    _do(tables, name, "VC", PromiseSeed(commitment(bytes([4] * 32))))
    tables.set_name(name, "VC", "Cy")


def _player(tables: Tables, name: str, setup: Setup, seed: int, seats_add: bool = False) -> TablePlayer:
    tables.open(setup, seats_add=seats_add, table=name)
    player = TablePlayer(tables, name, Dice(seed))
    player.sit()
    if seats_add:
        seeds = {seat.name: bytes([number] * 32) for number, seat in enumerate(player.state.seats, 1)}
        for seat, seed_of_seat in seeds.items():
            _do(tables, name, seat, PromiseSeed(commitment(seed_of_seat)))
        for seat, seed_of_seat in seeds.items():
            _do(tables, name, seat, GiveSeed(seed_of_seat.hex()))
    player.choose_markers()
    return player


def _in_mid_move(tables: Tables, name: str) -> None:
    """A move is under way in which dice have fallen."""
    player = _player(tables, name, Setup("short"), 12, seats_add=True)
    player.play(10)
    _until(player, lambda: (begun := player.state.begun) is not None and len(begun.dice) > 1)


def _until(player: TablePlayer, is_there: Callable[[], bool]) -> None:
    while not is_there():
        if player.state.status != "playing":
            raise ValueError("the game is over before the table is as it should be: take another seed")
        player.play(1)


def _between_moves(player: TablePlayer) -> None:
    _until(player, lambda: player.state.begun is None)


def _in_play(tables: Tables, name: str) -> None:
    """Four seats are in play. A proposal and two sealed orders are open, and a line was corrected."""
    player = _player(tables, name, Setup("full"), 2)
    player.play(30)
    _between_moves(player)
    _do(tables, name, "US", Propose('correct "aid 9"'))
    for seat in ("ARVN", "NVA", "VC"):
        _do(tables, name, seat, Agree(tables.state(name).proposed))
    _do(tables, name, "VC", GiveOrder("VC: waive"))
    _do(tables, name, "US", GiveOrder("US: pivotal if playable, else waive"))
    _do(tables, name, "NVA", Propose('correct "trail 2"'))


def _over(tables: Tables, name: str) -> None:
    """The game is over, and the seed is open."""
    _player(tables, name, Setup("short"), 1, seats_add=True).play()


def _markers(tables: Tables, name: str) -> None:
    """Seats have Deception markers, drawn and chosen, some of them played."""
    player = _player(tables, name, Setup("medium", options=("handicap",)), 5)
    player.play(40)
    _between_moves(player)


def _non_players(tables: Tables, name: str) -> None:
    """One player against three Non-players."""
    player = _player(tables, name, Setup("short", players=ALONE), 6)
    player.play(14)
    _between_moves(player)


def _original(tables: Tables, name: str) -> None:
    """Two players of the original edition."""
    setup = Setup("short", rules="original", players=((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC)))  # type: ignore[arg-type]
    player = _player(tables, name, setup, 7)
    player.play(25)
    _between_moves(player)


def _branch(tables: Tables, name: str) -> None:
    """A table that goes on from another one."""
    tables.branch("in-play", tables.version("in-play") - 12, name=name)
    player = TablePlayer(tables, name, Dice(8))
    player.sit()
    player.play(6)
    _between_moves(player)


MADE: dict[str, Callable[[Tables, str], None]] = {
    "gathering": _gathering,
    "in-mid-move": _in_mid_move,
    "in-play": _in_play,
    "over": _over,
    "markers": _markers,
    "non-players": _non_players,
    "original": _original,
    "branch": _branch,
}


if __name__ == "__main__":
    main()
