"""Tables of unmutated rules in a process with mutated rules. `mutated_rules` runs this program.

    python tests/mutated_tables.py MUTATION fits FILE       do fresh games finish, and does an event differ?
    python tests/mutated_tables.py MUTATION reads FILE      is a move of a file read otherwise?
    python tests/mutated_tables.py MUTATION opens FILE      open the tables of a file
    python tests/mutated_tables.py MUTATION goes-on FILE    open the tables of a file, and go on with them

MUTATION is JSON: module, line, its new text, and the number among equal lines. Exit code 0: all is well. 3:
the mutated rules leave the random player without a move, or make effects of a wrong type. No table is at
fault then.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import json
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
FRESH = 20
"""The number of fresh games that finish under each mutation. The last few are played at tables."""
AT_TABLES = 4
UNFIT = 3


class _Mutating(importlib.abc.MetaPathFinder):
    """Imports one module with one line changed."""

    def __init__(self, module: str, line: str, becomes: str, nth: int) -> None:
        self._module = module
        path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
        lines = path.read_text(encoding="utf-8").splitlines()
        places = [at for at, one in enumerate(lines) if one == line]
        lines[places[nth]] = becomes
        self._loader = _Changed(module, str(path), "\n".join(lines) + "\n")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the changed module; leave all others to Python."""
        if fullname != self._module:
            return None
        return importlib.util.spec_from_file_location(fullname, self._loader.path, loader=self._loader)


class _Changed(SourceFileLoader):
    def __init__(self, module: str, path: str, text: str) -> None:
        super().__init__(module, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec")


def fits(file: str) -> bool:
    """Check that fresh games finish, and that these rules judge an event of a kept game otherwise."""
    from fitl_core.players.dice import Dice
    from fitl_core.players.random_play import deal, random_game
    from fitl_core.record.setup import Setup
    from fitl_core.testing.random_tables import setup_of_table
    from fitl_core.testing.table_games import play_table, tables_of

    if not any(_lines_otherwise(kept) for kept in read_games(file)):
        return False
    for seed in range(FRESH - AT_TABLES):
        dice = Dice(f"fresh {seed}")
        setup, deck = deal(Setup("medium" if seed % 4 == 0 else "short"), dice)
        *_, last = random_game(setup, deck, dice)
        if last.after.phase != "over":
            return False
    for number in range(AT_TABLES):
        tables = tables_of(f"fresh {number}")
        name = play_table(tables, setup_of_table(number), Dice(f"fresh {number}"))
        if tables.state(name).board.phase != "over":
            return False
    return True


def reads_otherwise(file: str) -> bool:
    """Check that one of the moves of a file gets another ruling under a mutated reader, or makes it fail."""
    import msgspec

    from fitl_core.record.events import Action
    from fitl_core.state.state import State

    moves = msgspec.json.decode(Path(file).read_bytes(), type=list[tuple[State, Action, str]])
    try:
        return any(ruling(before, move) != expected for before, move, expected in moves)
    except Exception:
        return True


def ruling(before: Any, move: Any) -> str:
    """Return the effects of a legal move, or the reason against another one, with its place and answers."""
    import msgspec

    from fitl_core.engine import play
    from fitl_core.errors import Violation

    try:
        return msgspec.json.encode(play(before, move).effects).decode()
    except Violation as refused:
        return f"{refused} at {refused.clause}, legal: {refused.legal}"


def read_games(file: str) -> Any:
    """Read games from a file: of each the position at the start, the events, and their effects."""
    import msgspec

    from fitl_core.record.effects import Effect
    from fitl_core.record.events import Event
    from fitl_core.state.state import State

    shape = list[tuple[State, tuple[Event, ...], tuple[tuple[Effect, ...], ...]]]
    return msgspec.json.decode(Path(file).read_bytes(), type=shape)


def _lines_otherwise(kept: Any) -> list[int]:
    """Return the events of a game that the rules of this process judge otherwise.

    Each is played from its position, which follows from the effects before it.
    """
    from fitl_core.engine import play
    from fitl_core.errors import FitlError
    from fitl_core.record.events import Amend, Note, Void
    from fitl_core.state.applying import apply_effects

    before, events, effects_of_events = kept
    otherwise = []
    for number, (event, effects) in enumerate(zip(events, effects_of_events, strict=True), 1):
        after = apply_effects(before, effects)
        if not isinstance(event, Note | Void | Amend):
            try:
                today = play(before, event)
            except FitlError:
                otherwise.append(number)
            else:
                if (today.state, today.effects) != (after, effects):
                    otherwise.append(number)
        before = after
    return otherwise


def main(arguments: list[str]) -> int:
    """Mutate the rules, and do what is asked."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    sys.meta_path.insert(0, _Mutating(*json.loads(arguments[0])))
    import fitl_core.rules.release

    fitl_core.rules.release.RULES_RELEASE += 1  # type: ignore[misc]
    match arguments[1]:
        case "fits":
            return 0 if fits(arguments[2]) else 1
        case "reads":
            return 0 if reads_otherwise(arguments[2]) else 1
        case ask:
            return _try_tables(arguments[2], open_table if ask == "opens" else go_on)


def _try_tables(file: str, trial: Callable[[dict[str, str]], Counter[str]]) -> int:
    """Try the tables of a file; print the figures, or the first error."""
    told: Counter[str] = Counter()
    for kept in json.loads(Path(file).read_text(encoding="utf-8")):
        try:
            told.update(trial(kept))
        except Exception as error:
            if type(error).__name__ == "DeadEnd" or "could not be read again" in str(error):
                return UNFIT
            print(kept["table"], type(error).__name__, error)
            traceback.print_exc()
            return 1
    print(json.dumps(told))
    return 0


def _imported(kept: dict[str, str]) -> tuple[Any, str, int]:
    """Import a table into a new store; return its `Tables`, its name and its version."""
    from fitl_core.stores.memory import MemoryStore
    from fitl_core.table.exports import imported
    from fitl_core.testing.table_games import tables_of

    store = MemoryStore()
    name, version = imported(store, kept["export"])
    return tables_of(f"mutated {name}", store), name, version


def open_table(kept: dict[str, str]) -> Counter[str]:
    """Open a table under a mutation: its state, its log, its history and its views are those of before."""
    import msgspec

    import notation
    from fitl_core.table.history import game_of_table

    tables, name, version = _imported(kept)
    state = tables.state(name)
    assert state.version == version
    assert msgspec.json.encode(state).decode() == kept["state"], "the table is another one"
    for seat in (None, "", *[one.name for one in state.seats]):
        tables.view(name, seat)
    if state.steps:  # before play, the log has the release of the program that shows it
        assert notation.write(tables.log(name)) == kept["log"], "the log is another one"
        assert game_of_table(state).state == state.board
    return Counter({"tables": 1, "in a move": int(state.begun is not None)})


def go_on(kept: dict[str, str]) -> Counter[str]:
    """Open a table under mutated rules, and do with it all that can be done with tables."""
    from fitl_core.players.dice import Dice
    from fitl_core.proofs.verification import verify
    from fitl_core.stores.memory import MemoryStore
    from fitl_core.table.checking import checked
    from fitl_core.table.commands import Close
    from fitl_core.table.exports import exported, imported
    from fitl_core.testing.table_games import TablePlayer

    told = open_table(kept)
    tables, name, version = _imported(kept)
    state = tables.state(name)
    expected = differing_lines(state)
    found = checked(tables.store, name)
    assert found.holds, found
    assert [one.line for one in found.otherwise] == expected, (found.otherwise, expected)
    told["events judged otherwise"] += len(expected)
    if state.status == "gathering":
        tables.do(name, "", Close(), seen=tables.version(name))
        assert tables.state(name).closed == "abandoned"
        return told

    # a branch of any version
    dice = Dice(f"on {name}")
    branched = tables.branch(name, version, name=f"{name}-branch").table
    player = TablePlayer(tables, branched, dice)
    player.sit()
    player.choose_markers()
    if state.status == "playing":
        assert position_text(tables.state(branched)) == position_text(state), "the branch is elsewhere"
        _take_back_some(tables, name, dice)
        told["taken back"] += 1
        told["set aside"] += play_on(tables, name, dice, told)
    after = tables.state(name)
    report = verify(tables.log(name))
    assert report.first is None, report.first
    again = MemoryStore()
    imported(again, exported(tables.store, name))
    assert checked(again, name).holds
    told[f"ended: {after.closed}"] += 1
    return told


def position_text(state: Any) -> str:
    """Return the position of a table in the notation, without the cards that differ in a branch."""
    from fitl_core.state.positions import position_of
    from notation.position_reader import write_position

    return write_position(position_of(state.board))


def differing_lines(state: Any) -> list[int]:
    """Return the lines of a table that the rules of this process judge otherwise."""
    from fitl_core.table.kept_steps import unpacked

    if not state.steps:
        return []
    events = [entry.event for entry in state.lines]
    return _lines_otherwise(
        (state.steps[0].first_state(), events, [unpacked(step.effects) for step in state.steps[1:]])
    )


def _take_back_some(tables: Any, name: str, dice: Any) -> None:
    """All seats agree to take back some lines: the position is the one before them."""
    from fitl_core.game.effective import EffectiveLog
    from fitl_core.record.events import Void
    from fitl_core.state.applying import apply_effects
    from fitl_core.table.commands import Agree, Propose
    from fitl_core.table.kept_steps import unpacked

    state = tables.state(name)
    written = EffectiveLog()
    for entry in state.lines:
        written.take(entry.event)
    in_force = [number for number in range(1, len(state.lines) + 1) if written.is_in_force(number)]
    number = dice.draw(in_force[-12:])
    position = state.steps[0].first_state()
    for step in state.steps[1:number]:
        position = apply_effects(position, unpacked(step.effects))
    first, *others = [seat.name for seat in state.seats]
    before = len(state.lines)
    tables.do(name, first, Propose(f"void {number}"), seen=tables.version(name))
    for seat in others:
        tables.do(name, seat, Agree(tables.state(name).proposed), seen=tables.version(name))
    after = tables.state(name)
    undone = next(at for at in range(before, len(after.lines)) if isinstance(after.lines[at].event, Void))
    at_undo = after.steps[0].first_state()
    for step in after.steps[1 : undone + 2]:
        at_undo = apply_effects(at_undo, unpacked(step.effects))
    assert at_undo == position, "the position after a void line is not the one before the line"


def play_on(tables: Any, name: str, dice: Any, told: Counter[str]) -> int:
    """Play a table to its end; close it by consent if the mutated rules leave nobody to move."""
    from fitl_core.table.commands import Agree, Close
    from fitl_core.table.facts import MoveSetAside
    from fitl_core.testing.table_games import TablePlayer

    player = TablePlayer(tables, name, dice)
    try:
        player.play(1500)
    except IndexError:
        told["nobody asked"] += 1
    if tables.state(name).status != "closed":
        tables.do(name, "", Close(), seen=tables.version(name))
        for seat in tables.state(name).seats:
            tables.do(name, seat.name, Agree(tables.state(name).proposed), seen=tables.version(name))
    assert tables.state(name).status == "closed"
    return sum([isinstance(one.fact, MoveSetAside) for one in tables.facts(name)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
