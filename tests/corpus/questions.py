"""Write the questions of the corpus as JSON Lines: fixtures, wordings of tests, random games and moves.

    python tests/corpus/questions.py TREE [--games 60] [--moves 2000] [--groups cases,random] >questions.jsonl

TREE is a tree of this repository. Its code is the code that runs, so put it on PYTHONPATH. The same tree and
numbers give the same questions. More moves only add questions.

A question of the kind `game` is a log, and asks for each event. One of the kind `move` is a move, with the
`head` of a log that begins in its position. One of the kind `line` is a line of `notation/SPEC.md`. `made`
says how a move came about: "canonical", "shuffled", "mistake: number".
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from pathlib import Path

import msgspec
from mistake_kinds import mistake_kind
from written_moves import head_of, line_of

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import WITH_NON_PLAYERS
from fitl_core.game.replays import replay
from fitl_core.game.written_logs import log_of
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import PlayedEvent, deal, random_game
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.testing.mistakes import altered
from fitl_core.testing.trials import draw_setup
from fitl_core.testing.wordings import shuffled, tagged, without_what_is_forced
from fitl_core.wording.normal_form import normal_action

FORM = 2
"""Scripts of two trees understand each other if this number is the same."""
SCENARIOS = ("short", "medium", "full")
MOST_CARDS = 14
"""A random game that is a question ends after at most this number of cards."""
ACTIONS_OF_GAME = 12
"""The number of actions that one random game gives to the random moves."""
MISTAKES = 4
"""The number of mistakes that are made in one action."""
OF_FORCED = 2
"""The most wordings of one action that leave out a forced clause."""
ORDERS = 2
"""The number of other orders of one action."""
FIRST_SEED = 10_000
"""The seed of the first game that gives random moves."""
HERE = Path(__file__).parent
WORDING_TESTS = (
    "tests/core/test_taken_up_in_other_words.py",
    "tests/core/test_true_consequences.py",
    "tests/core/test_named_by_what_follows.py",
    "tests/core/test_faults_before_debts.py",
    "tests/core/test_4_1_between_steps.py",
    "tests/cards/test_order_in_events.py",
    "tests/games/test_normal_form.py",
)
"""The tests with tables of equivalent wordings. Their moves are questions."""
BLOCKS = ("entry", "liberal", "wrong")
"""The blocks of `notation/SPEC.md` whose lines are questions."""
Question = dict[str, str]
Variant = tuple[str, Action]
"""How a move was made, and the move."""


def main() -> None:
    """Write the questions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tree", type=Path)
    parser.add_argument("--games", type=int, default=60, help="random games")
    parser.add_argument("--moves", type=int, default=2000, help="moves of other random games")
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED, help="the first game that gives moves")
    parser.add_argument("--groups", default=",".join(GROUPS), help="the groups of questions, with commas")
    asked = parser.parse_args()
    for group in asked.groups.split(","):
        for question in GROUPS[group](asked):
            of = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()[:12]
            print(json.dumps({**question, "group": group, "of": of}))


def _question(name: str, kind: str, made: str, text: str, head: str = "") -> Question:
    return {"id": name, "kind": kind, "made": made, "text": text, "head": head}


def fixtures(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield every saved game and file of the tree."""
    for path, text in _files(asked.tree / "fixtures"):
        yield _question(str(path.relative_to(asked.tree)), "game", "file", text)


def cases(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield each move of the dispute cases, in every edition and by every reading that a case names."""
    for path, text in _files(asked.tree / "fixtures" / "cases"):
        log = notation.read(text).log
        setup = notation.setup_of(log)
        for name in (log.tag("Editions") or "original second").split():
            edition = msgspec.structs.replace(setup, rules=Edition(name))
            yield from _moves_of(f"case {path.stem} {name}", "case", edition, log)
            if log.tag("Choice") and log.tag("Otherwise") != "not built":
                other = msgspec.structs.replace(edition, readings=(log.tag("Choice") or "",))
                yield from _moves_of(f"case {path.stem} {name} otherwise", "case", other, log)


def refusals(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield each move of the refusals, one file for each code."""
    for path, text in _files(asked.tree / "fixtures" / "refusals"):
        log = notation.read(text).log
        yield from _moves_of(f"refusal {path.stem}", "refusal", notation.setup_of(log), log)


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*.fitl")):
        try:
            yield path, path.read_bytes().decode()
        except UnicodeDecodeError:
            continue


def _moves_of(name: str, made: str, setup: Setup, log: notation.Log) -> Iterator[Question]:
    """Yield each action of a log in its position, the refused one too."""
    try:
        game = replay(setup, log.events)
    except FitlError:
        return
    for number, event in enumerate(game.events[: game.sound + 1]):
        if isinstance(event, Action):
            head, line = head_of(setup, game.state_at(number)), line_of(event)
            if head is not None and line is not None:
                yield _question(f"{name} {number}", "move", made, line, head)


def wordings(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield each move that the tests of wordings play."""
    tree = asked.tree.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        recorded = Path(scratch, "moves")
        paths = os.pathsep.join(map(str, (tree, tree / "tests", HERE)))
        files = [name for name in WORDING_TESTS if (tree / name).exists()]
        command = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "recorded_moves", *files]
        made = subprocess.run(
            [sys.executable, *command],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": paths, "FITL_RECORDED": str(recorded)},
            stdout=subprocess.DEVNULL,
        )
        if made.returncode not in (0, 1):  # a test that fails in an unfinished tree has its moves, too
            sys.exit("the tests of wordings cannot run")
        lines = recorded.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        head, move = json.loads(line)
        yield _question(f"wording {number}", "move", "wording test", move, head)


def notation_lines(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield each line of the examples in `notation/SPEC.md`."""
    spec = (asked.tree / "notation" / "SPEC.md").read_text(encoding="utf-8")
    for block in BLOCKS:
        parts = re.findall(rf"^```{block}\n(.*?)^```", spec, re.MULTILINE | re.DOTALL)
        lines = [line.partition(" ≡ ")[0] for part in parts for line in part.splitlines()]
        for number, line in enumerate(lines):
            yield _question(f"line {block} {number}", "line", f"{block} line", line)


def games(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield random games."""
    for seed in range(asked.games):
        setup, played = drawn_game(seed)
        log = log_of(setup, [(step.event, step.after) for step in played])
        yield _question(f"game {seed}", "game", "random game", notation.write(log))


def random_moves(asked: argparse.Namespace) -> Iterator[Question]:
    """Yield moves of random games: as played, in other words, and with one mistake."""
    yield from islice(chain.from_iterable(map(_of_game, count(asked.first_seed))), asked.moves)


def drawn_game(seed: int, cards: int | None = MOST_CARDS) -> tuple[Setup, list[PlayedEvent]]:
    """Return a random game: its setup with the deal, and its events. Without `cards` it is played to its end.

    Six seeds in a row have every scenario by both editions. In every second game of the second edition,
    Non-players have some Factions.
    """
    dice = Dice(seed)
    rules = Edition.ORIGINAL if seed // 3 % 2 else Edition.SECOND
    setup = draw_setup(Setup(SCENARIOS[seed % 3], rules=rules), dice)
    mixed = rules is Edition.SECOND and seed // 6 % 2 == 1
    if mixed:
        setup = msgspec.structs.replace(setup, players=dice.draw(WITH_NON_PLAYERS), options=())
    dealt, deck = deal(setup, dice)
    game = (mixed_game if mixed else random_game)(dealt, deck, dice, cards)
    return dealt, list(game)


def _of_game(seed: int) -> Iterator[Question]:
    """Yield the wordings and mistakes of some actions of one whole random game."""
    setup, played = drawn_game(seed, None)
    dice = Dice(f"moves {seed}")
    acted = [step for step in played if isinstance(step.event, Action)]
    others = [step.event for step in acted if isinstance(step.event, Action)]
    chosen = sorted(dice.sample(range(len(acted)), min(ACTIONS_OF_GAME, len(acted))))
    for place in chosen:
        head = head_of(setup, acted[place].before)
        if head is None:
            continue
        seen: dict[str, str] = {}
        for made, move in _variants(acted[place], others[: place + 1], dice):
            if (line := line_of(move)) is not None:
                seen.setdefault(line, made)
        for number, (line, made) in enumerate(seen.items()):
            yield _question(f"move {seed}.{place}.{number}", "move", made, line, head)


def _variants(step: PlayedEvent, others: list[Action], dice: Dice) -> Iterator[Variant]:
    """Yield a played action in its canonical form, as played, in other words, and with mistakes."""
    move = step.event
    assert isinstance(move, Action)
    form = normal_action(step.before, move)
    yield "canonical", form
    yield "as played", move
    yield "tagged", tagged(move, dice)
    for one in islice(without_what_is_forced(step.before, form), OF_FORCED):
        yield "without forced", one
    for _ in range(ORDERS):
        yield "shuffled", shuffled(move, dice)
    for _ in range(MISTAKES):
        wrong = altered(move, others, dice)
        yield f"mistake: {mistake_kind(move, wrong)}", wrong


GROUPS: dict[str, Callable[[argparse.Namespace], Iterator[Question]]] = {
    "fixtures": fixtures,
    "cases": cases,
    "refusals": refusals,
    "wordings": wordings,
    "notation": notation_lines,
    "games": games,
    "random": random_moves,
}
"""The questions of each group."""


if __name__ == "__main__":
    main()
