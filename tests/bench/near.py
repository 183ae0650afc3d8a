"""How often the intended move is among the first three near moves: `python tests/bench/near.py [CASES] [-v]`.

Legal moves of random games, and of the games and dispute cases of `fixtures`, are written wrong as people do,
each in one clause; those that are then illegal, or incomplete, count. The dice are always the same.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import KINDS, TUNNELED_BY_BASE, Count, Kind
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.clauses import By, Clause, Move, SetLevel, Verb
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.state.state import State
from fitl_core.tell.suggested_moves import near_moves
from fitl_core.testing.trials import draw_setup

CASES = 500
SHOWN = 3
FIXTURES = Path(__file__).parents[2] / "fixtures"
SCENARIOS = ("short", "medium", "full")
STATES = {**TUNNELED_BY_BASE, **{tunneled: base for base, tunneled in TUNNELED_BY_BASE.items()}}

Slip = Callable[[Clause, Dice], Clause | None]


def played() -> Iterator[tuple[State, Action]]:
    """Legal moves: of random games and of fixtures in turn."""
    seeds, files = iter(range(10_000)), sorted(FIXTURES.rglob("*.fitl"))
    for path in files:
        yield from _of_file(path)
        yield from _of_game(next(seeds))
    while True:
        yield from _of_game(next(seeds))


def _of_game(seed: int) -> Iterator[tuple[State, Action]]:
    dice = Dice(f"near {seed}")
    setup = draw_setup(Setup(SCENARIOS[seed % 3], list(Edition)[seed % 2]), dice)
    dealt, deck = deal(setup, dice)
    for step in random_game(dealt, deck, dice, cards=2):
        if isinstance(step.event, Action):
            yield step.before, step.event


def _of_file(path: Path) -> Iterator[tuple[State, Action]]:
    try:
        log = notation.read(path.read_text(encoding="utf-8")).log
        game = replay(notation.setup_of(log), log.events)
    except FitlError:
        return
    for before, event in zip(game.steps[:-1], game.events, strict=False):
        if isinstance(event, Action):
            yield before.state, event


# -- mistakes -------------------------------------------------------------------------------------


def _with_count(clause: Clause, dice: Dice, other: Callable[[Count], Count | None]) -> Clause | None:
    """A clause with one of its counts another."""
    groups = [name for name in ("pieces", "by") if getattr(clause, name, ())]
    if not groups:
        return None
    name = dice.draw(groups)
    counts: tuple[Count, ...] = getattr(clause, name)
    at = dice.draw(range(len(counts)))
    count = other(counts[at])
    if count is None:
        return None
    wrong: Clause = msgspec.structs.replace(clause, **{name: (*counts[:at], count, *counts[at + 1 :])})
    return wrong


def number_off(clause: Clause, dice: Dice) -> Clause | None:
    """A number one off."""
    by = dice.draw((-1, 1))
    if (amount := getattr(clause, "change", 0)) and amount + by:
        wrong: Clause = msgspec.structs.replace(clause, change=amount + by)
        return wrong
    return _with_count(
        clause, dice, lambda count: Count(count.number + by, count.kind) if count.number + by else None
    )


def wrong_state(clause: Clause, dice: Dice) -> Clause | None:
    """Underground for Active, with a Tunnel for without, and the reverse."""

    def other(count: Count) -> Count | None:
        kind = count.kind
        turned = STATES.get(kind) or (kind.active if kind.is_underground else kind.underground)
        return Count(count.number, turned) if turned is not kind else None

    return _with_count(clause, dice, other)


def wrong_kind(clause: Clause, dice: Dice) -> Clause | None:
    """Another kind of piece, most often of the same Faction."""

    def other(count: Count) -> Count:
        own = [k for k in KINDS if k.faction is count.kind.faction and k.off_map is not count.kind.off_map]
        kinds: Any = own if dice.chance(0.7) else [kind for kind in KINDS if kind is not count.kind]
        kind: Kind = dice.draw(kinds)
        return Count(count.number, kind)

    return _with_count(clause, dice, other)


def adjacent_space(clause: Clause, dice: Dice) -> Clause | None:
    """A space beside the right one."""

    def beside(name: str) -> str:
        return dice.draw(sorted(spaces_by_id()[name].adjacent))

    if isinstance(clause, Move):
        at = dice.draw(range(len(clause.path)))
        return Move((*clause.path[:at], beside(clause.path[at]), *clause.path[at + 1 :]), clause.pieces)
    if getattr(clause, "space", "") in spaces_by_id():
        wrong: Clause = msgspec.structs.replace(clause, space=beside(clause.space))  # type: ignore[union-attr]
        return wrong
    return None


def level_off(clause: Clause, dice: Dice) -> Clause | None:
    """A level one off."""
    if not isinstance(clause, SetLevel):
        return None
    wrong = clause.level.value_ + dice.draw((-1, 1))
    return SetLevel(clause.space, level(wrong)) if -2 <= wrong <= 2 else None


SLIPS: dict[str, Slip] = {
    "a number one off": number_off,
    "a wrong state": wrong_state,
    "a wrong kind": wrong_kind,
    "an adjacent space": adjacent_space,
    "a level one off": level_off,
}
LEFT_OUT, DOUBLED = "a clause left out", "a clause doubled"
KINDS_OF_MISTAKE = (*SLIPS, LEFT_OUT, DOUBLED)


def wrong(action: Action, kind: str, dice: Dice) -> Action | None:
    """The action with a mistake of this kind; None where it has no clause for that."""
    said = spoken(action.segments, action.faction)
    places = list(range(1, len(said)))
    for at in dice.sample(places, len(places)):
        who, clause = said[at]
        if kind == LEFT_OUT:
            put: list[Said] = []
        elif isinstance(clause, Verb | By):
            continue
        elif kind == DOUBLED:
            put = [(who, clause)] * 2
        else:
            slipped = SLIPS[kind](clause, dice)
            if slipped is None:
                continue
            put = [(who, slipped)]
        return Action(
            action.faction, written([*said[:at], *put, *said[at + 1 :]], action.faction), action.limop
        )
    return None


def cases(number: int) -> Iterator[tuple[str, State, Action, Action]]:
    """Return mistakes, each kind equally often: the kind, the position, the intended and written moves."""
    dice, due = Dice("near moves"), Counter[str]()
    for state, meant in played():
        kind = min(dice.shuffled(KINDS_OF_MISTAKE), key=due.__getitem__)
        slipped = wrong(meant, kind, dice)
        if slipped is None:
            continue
        try:
            play(state, slipped)
        except FitlError:
            due[kind] += 1
            yield kind, state, meant, slipped
        if due.total() == number:
            return


def report(number: int = CASES, verbose: bool = False) -> float:
    """Print the share of each kind, and of all; returns the last."""
    found, tried, slowest, total = Counter[str](), Counter[str](), 0.0, 0.0
    for kind, state, meant, slipped in cases(number):
        began = time.perf_counter()
        near = near_moves(state, slipped, most=SHOWN)
        took = time.perf_counter() - began
        slowest, total = max(slowest, took), total + took
        after = play(state, meant).state
        hit = any(play(state, move).state == after for move in near)
        tried[kind] += 1
        found[kind] += hit
        if verbose and not hit:
            print(f"{kind}: {notation.write_event(slipped)}\n    meant {notation.write_event(meant)}")
            print("".join([f"    near  {notation.write_event(move)}\n" for move in near]), end="")
    for kind in KINDS_OF_MISTAKE:
        print(f"{kind:20} {found[kind]:4} of {tried[kind]:4}  {found[kind] / max(tried[kind], 1):6.1%}")
    share = found.total() / tried.total()
    print(f"{'all':20} {found.total():4} of {tried.total():4}  {share:6.1%}")
    print(f"a search takes {1000 * total / tried.total():.0f} ms on average, {1000 * slowest:.0f} ms at most")
    return share


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else CASES, verbose="-v" in sys.argv)
