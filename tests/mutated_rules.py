"""Tables under mutated rules: nothing of the past changes, and every table goes on.

    PYTHONPATH=tests:. python tests/mutated_rules.py rules 100 10    100 mutations, 10 tables under each
    PYTHONPATH=tests:. python tests/mutated_rules.py reader 20 60    20 mutations of the reader
    PYTHONPATH=tests:. python tests/mutated_rules.py --choose        fill up both lists of mutations
    PYTHONPATH=tests:. python tests/mutated_rules.py --page          run all; docs/evidence/mutations.md

A mutation changes one line: of a rule (another cost or limit, a space that was forbidden or allowed, another
effect of a card), or of the modules that read a move. Tables are played by the unmutated program, up to some
point, and exported. A process with the mutation then opens each without a snapshot (`mutated_tables`). Under
mutated rules each table also goes on to its end. `.ci/long` runs all mutations;
`tests/tables/test_mutated_rules.py` takes a sample.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from commit import measured_at
from mutated_tables import UNFIT, ruling

import notation
from fitl_core.engine import play, start
from fitl_core.facts.options import HANDICAP
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import GiveOrder, Propose
from fitl_core.table.exports import exported
from fitl_core.table.refusals import NotNow
from fitl_core.testing.mistakes import altered
from fitl_core.testing.random_tables import setup_of_table
from fitl_core.testing.table_games import TablePlayer, tables_of
from fitl_core.testing.wordings import shuffled, wordings
from fitl_core.wording.normal_form import normal_action

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "tests/mutations"
POOL = 60
"""The number of tables from which those of a mutation are drawn."""
MOST_COMMANDS = 160
GAMES = 24
"""The number of games of which a mutation changes an event."""
RULES = ("operations", "activities", "events", "coup", "shared", "transfers", "sequence", "deception")
"""The parts of `fitl_core/rules` that mutations of rules change."""
READER = ("reading", "wording")
"""The parts of `fitl_core` that mutations of the reader change."""
MOST_OF_MODULE = 5
"""The largest number of mutations of one module."""
WITHOUT_MOVE = "further mutations without a move for the random player"
"""The figure of mutations under which the random player comes to a dead end: they are not counted."""
PAGE = ROOT / "docs/evidence/mutations.md"
HEAD = """# Stored tables under changed rules

`python tests/mutated_rules.py --page` wrote this page. {measured}.

A mutation changes one line of the program. The lists are in `tests/mutations`, and 20 fresh random games
finish under each mutation of a rule. Tables were played by the unmutated program up to some point, and kept
without snapshots. A process with the mutation opens each of them. State, log, history and views must be
those of before. Under mutated rules, lines are taken back, a branch is opened, and the table is played to
its end, exported, verified and closed. `fitl tables check` must name exactly the lines that playing every
line anew finds.

| | mutations of rules | mutations of the reader |
|---|---:|---:|
"""


class Mutation(NamedTuple):
    """A line of a module, as it is and as it becomes; `nth` (from 0) among equal lines of the module."""

    module: str
    line: str
    becomes: str
    nth: int = 0


class Kept(msgspec.Struct, frozen=True):
    """A table in play, as the unmutated rules left it: its export, its state as JSON, and its log."""

    table: str
    export: str
    state: str
    log: str


def tables_in_play(wanted: range) -> Iterator[Kept]:
    """Play each of these tables up to some point; some are in gathering, in the middle of a move, or over."""
    for number in wanted:
        dice = Dice(f"kept {number}")
        tables = tables_of(f"kept {number}")
        setup = setup_of_table(number)
        name = tables.open(setup, table=f"kept-{number}").table
        player = TablePlayer(tables, name, dice)
        if number % 20 != 19:  # one in twenty is left before play
            player.sit()
            player.choose_markers()
            player.play(dice.draw(range(5, MOST_COMMANDS)))
        state = tables.state(name)
        if state.status == "playing" and HANDICAP not in setup.options:
            seat = dice.draw(state.seats)
            faction = dice.draw(state.factions_of(seat.name))
            tables.do(name, seat.name, GiveOrder(f"{faction}: waive"), seen=state.version)
            with suppress(NotNow):  # a die has fallen in the move that has begun
                tables.do(name, seat.name, Propose('correct "aid 9"'), seen=tables.version(name))
        state = tables.state(name)
        encoded = msgspec.json.encode(state).decode()
        store = MemoryStore()
        store.take(name, tables.store.read(name))
        yield Kept(name, exported(store, name), encoded, notation.write(tables.log(name)))


# -- the choice of mutations --------------------------------------------------------------------------


def candidates(files: Iterable[Path], dice: Dice) -> list[Mutation]:
    """Return all mutations that can be made of these files: one of each module in turn, at random."""
    found: list[Mutation] = []
    for path in sorted(files):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found += _of_module(module, path.read_text(encoding="utf-8"))
    found = [one for one in found if not one.line.lstrip().startswith(("assert", "raise"))]
    shuffled: list[Mutation] = []
    while found:
        shuffled.append(found.pop(dice.draw(range(len(found)))))
    before: Counter[str] = Counter()
    rounds: list[tuple[int, Mutation]] = []
    for one in shuffled:
        rounds.append((before[one.module], one))
        before[one.module] += 1
    return [one for _, one in sorted(rounds, key=itemgetter(0))]


def _files_of_rules() -> list[Path]:
    folder = ROOT / "fitl_core/rules"
    parts = {path: path.relative_to(folder).parts[0] for path in folder.rglob("*.py")}
    return [path for path, part in parts.items() if part.removesuffix(".py") in RULES]


def _files_of_reader() -> list[Path]:
    paths = [ROOT / "fitl_core" / part for part in READER]
    return [one for path in paths for one in (path.rglob("*.py") if path.is_dir() else [path])]


def _of_module(module: str, text: str) -> Iterator[Mutation]:
    """Yield mutations of numbers, comparisons and conditions in the functions of a module."""
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.expr) or node.lineno != node.end_lineno:
                continue
            line = lines[node.lineno - 1]
            for changed in _changed(node, line):
                nth = lines[: node.lineno - 1].count(line)
                yield Mutation(module, line, changed, nth)


def _changed(node: ast.expr, line: str) -> Iterator[str]:
    """Yield a line with one change at an expression."""
    begins, ends = node.col_offset, node.end_col_offset
    before, text, after = line[:begins], line[begins:ends], line[ends:]
    match node:
        case ast.Constant(int(number)) if not isinstance(number, bool):
            yield f"{before}{number + 1}{after}"
        case ast.Compare(ops=[ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE() as operator]):
            others = {ast.Lt: ("<", "<="), ast.Gt: (">", ">="), ast.LtE: ("<=", "<"), ast.GtE: (">=", ">")}
            is_now, becomes = others[type(operator)]
            yield before + text.replace(f" {is_now} ", f" {becomes} ", 1) + after
        case ast.UnaryOp(op=ast.Not()):
            yield before + text.removeprefix("not ") + after
        case ast.Compare(ops=[ast.In()]):
            yield before + text.replace(" in ", " not in ", 1) + after
        case _:
            return


def choose(what: str, wanted: int, waiting: Iterable[Mutation], ask: str, trial: object) -> None:
    """Add mutations to a list that pass a trial of `mutated_tables`: "fits" or "reads".

    That trial reads `trial`. The list is written after every few mutations: a stopped choice can go on.
    """
    chosen = listed(what)
    of_module = Counter([one.module for one in chosen])
    with ThreadPoolExecutor(2) as pool, tempfile.NamedTemporaryFile() as file:
        file.write(msgspec.json.encode(trial))
        file.flush()
        rest = (one for one in waiting if one not in set(chosen))
        while len(chosen) < wanted and (batch := list(islice(rest, 8))):
            batch = [one for one in batch if of_module[one.module] < MOST_OF_MODULE]
            tried = pool.map(lambda one: run(one, [ask, file.name], seconds=90), batch)
            for one, done in zip(batch, tried, strict=True):
                if done.returncode == 0 and of_module[one.module] < MOST_OF_MODULE and len(chosen) < wanted:
                    chosen.append(one)
                    of_module[one.module] += 1
            (LISTS / f"{what}.json").write_text(json.dumps(chosen, indent=0) + "\n", encoding="utf-8")


def games() -> list[tuple[State, list[Event], list[tuple[Effect, ...]]]]:
    """Play random games by the unmutated rules: of each the start, the events, and their effects."""
    kept = []
    for seed in range(GAMES):
        dice = Dice(f"game {seed}")
        setup, deck = deal(Setup("short" if seed % 2 else "medium"), dice)
        played = list(random_game(setup, deck, dice))
        effects = [play(one.before, one.event).effects for one in played]
        kept.append((start(setup).state, [one.event for one in played], effects))
    return kept


def moves() -> list[tuple[State, Action, str]]:
    """Word moves of random games otherwise, or spoil them: of each the position, the move, and its ruling."""
    kept: list[tuple[State, Action, str]] = []
    for seed in range(GAMES // 4):
        dice = Dice(f"game {seed}")
        setup, deck = deal(Setup("short"), dice)
        actions: list[Action] = []
        for one in random_game(setup, deck, dice, 6):
            if isinstance(one.event, Action):
                actions.append(one.event)
                form = normal_action(one.before, one.event)
                others = [*wordings(one.before, one.event, form, dice), altered(one.event, actions, dice)]
                others += [shuffled(form, dice) for _ in range(3)]
                kept += [(one.before, other, ruling(one.before, other)) for other in others]
    return kept


def run(mutation: Mutation, arguments: list[str], seconds: int) -> subprocess.CompletedProcess[str]:
    """Run `mutated_tables` with mutated rules in another process."""
    command = [sys.executable, str(ROOT / "tests/mutated_tables.py"), json.dumps(mutation), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 9, "", f"more than {seconds} seconds")


# -- the trial --------------------------------------------------------------------------------------------


def listed(what: str) -> list[Mutation]:
    """Return the listed mutations of the "rules" or of the "reader"."""
    return [Mutation(*one) for one in json.loads((LISTS / f"{what}.json").read_text(encoding="utf-8"))]


class Tried(NamedTuple):
    """The trial of a list: the number of mutations, and of tables under each; faults, as text; figures.

    Among the figures is the number of mutations that turned out to be "unfit". They are not counted before.
    """

    mutations: int
    each: int
    faults: list[str]
    figures: Counter[str]

    def __str__(self) -> str:
        figures = ", ".join([f"{what} {number:,}" for what, number in sorted(self.figures.items())])
        head = f"{self.mutations} mutations, {self.each} tables under each: {len(self.faults)} at fault"
        return "\n".join([head, figures, *self.faults])


def under_mutations(mutations: list[Mutation], each: int, ask: str = "goes-on") -> Tried:
    """Open `each` tables under each mutation, and go on with them or only look at them ("opens")."""
    faults: list[str] = []
    figures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        kept = list(tables_in_play(range(min(POOL, 6 * each))))

        def under(number: int) -> subprocess.CompletedProcess[str]:
            dice = Dice(f"under {number}")
            file = Path(folder) / f"{number}.json"
            file.write_bytes(msgspec.json.encode([dice.draw(kept) for _ in range(each)]))
            return run(mutations[number], [ask, str(file)], seconds=120 * each)

        for mutation, done in zip(mutations, pool.map(under, range(len(mutations))), strict=True):
            if done.returncode == UNFIT:
                figures[WITHOUT_MOVE] += 1
            elif done.returncode:
                told = f"{done.stdout}{done.stderr}"
                faults.append(f"{mutation.module}: {mutation.becomes.strip()}: {told[-1500:]}")
            else:
                figures.update(json.loads(done.stdout))
    return Tried(len(mutations) - figures[WITHOUT_MOVE], each, faults, figures)


def page(rules: Tried, reader: Tried) -> str:
    """Return the page of evidence."""
    rows = [("mutations", rules.mutations, reader.mutations), ("tables under each", rules.each, reader.each)]
    rows += [("mutations at fault", len(rules.faults), len(reader.faults))]
    names = sorted({*rules.figures, *reader.figures})
    rows += [(name, rules.figures[name], reader.figures[name]) for name in names]
    lines = [f"| {name} | {first:,} | {second:,} |" for name, first, second in rows]
    return HEAD.format(measured=measured_at()) + "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Run mutations, choose more of them, or write the page."""
    match arguments:
        case ["--choose"]:
            choose("rules", 110, candidates(_files_of_rules(), Dice("mutations")), "fits", games())
            choose("reader", 20, candidates(_files_of_reader(), Dice("mutations")), "reads", moves())
            return 0
        case ["--page"]:
            tried = [
                under_mutations(listed("rules"), 10),
                under_mutations(listed("reader"), 60, "opens"),
            ]
            PAGE.write_text(page(*tried), encoding="utf-8")
        case [what, number, each]:
            ask = "goes-on" if what == "rules" else "opens"
            tried = [under_mutations(listed(what)[: int(number)], int(each), ask)]
        case _:
            print(__doc__)
            return 2
    for one in tried:
        print(one)
    return int(any(one.faults for one in tried))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
