"""Write the questions of the corpus: saved games, random games and moves, as JSON Lines.

    python tests/corpus/questions.py TREE GAMES MOVES >questions.jsonl

TREE is a tree of this repository; its code is the code that runs, so put it on PYTHONPATH. Every question is
a log as text. A question of the kind `game` asks for each event of the log, one of the kind `move` for the
last event alone. The same tree and numbers give the same questions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import WITH_NON_PLAYERS
from fitl_core.game.written_logs import going_on_from, log_of
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import PlayedEvent, deal, random_game
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.testing.mistakes import altered
from fitl_core.testing.trials import draw_setup
from fitl_core.testing.wordings import tagged, without_what_is_forced, wordings
from fitl_core.wording.normal_form import normal_action

SCENARIOS = ("short", "medium", "full")
MOST_CARDS = 14
"""A random game of the corpus ends after at most this number of cards."""


def main() -> None:
    """Write the questions."""
    tree, games, moves = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for path in sorted((tree / "fixtures").rglob("*.fitl")):
        raw = path.read_bytes()
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        _ask(str(path.relative_to(tree)), "game", text)
    for seed in range(games):
        setup, played = drawn_game(seed)
        log = log_of(setup, [(step.event, step.after) for step in played])
        _ask(f"game {seed}", "game", notation.write(log))
    for number, (setup, step, move) in enumerate(islice(_moves(), moves)):
        header = notation.tags_of(going_on_from(setup, step.before))
        _ask(f"move {number}", "move", notation.write(notation.Log(header, (notation.Entry(move),))))


def _ask(name: str, kind: str, log: str) -> None:
    print(json.dumps({"id": name, "kind": kind, "log": log}))


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


def _moves() -> Iterator[tuple[Setup, PlayedEvent, Action]]:
    """Yield moves of random games without end: as played, in other words, and with one thing wrong."""
    seed = 10_000
    while True:
        setup, played = drawn_game(seed)
        seed += 1
        dice = Dice(seed)
        actions: list[Action] = []
        for step in played:
            if not isinstance(step.event, Action):
                continue
            actions.append(step.event)
            for move in _variants(step, actions, dice):
                if _can_be_written(move):
                    yield setup, step, move


def _variants(step: PlayedEvent, actions: list[Action], dice: Dice) -> Iterator[Action]:
    move = step.event
    assert isinstance(move, Action)
    try:
        others = list(wordings(step.before, move, normal_action(step.before, move), dice))
    except FitlError:
        others = [tagged(move, dice), *without_what_is_forced(step.before, move)]
    yield from others[:4]
    for _ in range(4):
        yield altered(move, actions, dice)


def _can_be_written(move: Action) -> bool:
    """Return whether a move can be written and is the same move when it is read again."""
    try:
        return notation.read_line(notation.write_event(move)).event == move
    except FitlError:
        return False


if __name__ == "__main__":
    main()
