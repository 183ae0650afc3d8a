"""Read random wordings of legal actions, each of which must mean the same as the action.

    PYTHONPATH=.:tests python tests/reading/random_wordings.py --games 6 --each 2 --seed 100

A wording is right if the digest after it is the same, and its canonical action has the same clauses with
forced answers written, in any order, or the same normal form. "Another meaning" is the worst: the wording is
accepted, and the position after it differs. The name of an example (`103.17`) is its game and event:
`actions_of_games.position` returns the position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from actions_of_games import Example, PlayedMove, Table, played_moves, text_of, trial_options
from wording_kinds import KINDS, UnreadName

from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.pieces import Count
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import At, Roll, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.position_digest import digest
from fitl_core.wording.canonical_form import canonical_action
from fitl_core.wording.normal_form import normal_action, spelled_out

SAME, OTHER_CLAUSES, OTHER, REFUSED = "same", "same position, other clauses", "another meaning", "refused"
TWO, NAMES = "two kinds at once", "names for codes"


class Reading(NamedTuple):
    """How a wording was read, and the words for it."""

    outcome: str
    words: str


def read(move: PlayedMove, wording: Action) -> Reading:
    """Read a wording of a move."""
    try:
        canonical = canonical_action(move.state, wording)
        after = play(move.state, wording).state
    except Violation as refused:
        return Reading(REFUSED, f"{refused.verdict} {refused.code}: {refused}")
    if digest(after) != digest(move.after) or _dice(canonical) != _dice(move.action):
        return Reading(OTHER, text_of(canonical))
    if canonical == move.action or _is_same(move, canonical):
        return Reading(SAME, text_of(canonical))
    return Reading(OTHER_CLAUSES, text_of(canonical))


def _is_same(move: PlayedMove, canonical: Action) -> bool:
    """Check whether an action has the clauses of the move, or its normal form."""
    if _deeds(move, canonical) == _deeds(move, move.action):
        return True
    return normal_action(move.state, canonical) == normal_action(move.state, move.action)


def _dice(action: Action) -> Counter[Any]:
    return Counter(
        clause for _, clause in spoken(action.segments, action.faction) if isinstance(clause, Roll)
    )


def _deeds(move: PlayedMove, action: Action) -> Counter[Any]:
    """Return what an action does, whatever its order and parts: each piece and each other clause."""
    full = spelled_out(move.state, action)
    deeds: Counter[Any] = Counter()
    for who, clause in spoken(full.segments, full.faction):
        groups = [name for name in ("pieces", "by") if getattr(clause, name, ())]
        if not groups:
            deeds[who, clause] += not isinstance(clause, At | Verb)
        for name in groups:
            bare: Any = msgspec.structs.replace(clause, **dict.fromkeys(groups, ()))
            pieces: tuple[Count, ...] = getattr(clause, name)
            for count in pieces:
                deeds[who, bare, name, count.kind] += count.number
    return +deeds


def run(games: int, each: int, seed: int, actions: int = 8, kinds: str = "") -> Table:
    """Read so many wordings of each kind, of some actions of each game; only kinds whose name has `kinds`."""
    table = Table((SAME, OTHER_CLAUSES, OTHER, REFUSED), (SAME,))
    for move in played_moves(games, seed, actions):
        dice = Dice(f"wordings {move.name}")
        for name in (*KINDS, TWO):
            seen = {move.action}
            for _ in range((1 if name == NAMES else each) if kinds in name else 0):
                try:
                    wording = _wording(name, move, dice)
                except UnreadName as unread:
                    expected = text_of(move.action)
                    table.count(name, REFUSED, Example(move.name, expected, expected, str(unread)))
                    break
                if wording is None or (wording in seen and name != NAMES):
                    continue
                seen.add(wording)
                reading = read(move, wording)
                shown = Example(move.name, text_of(wording), text_of(move.action), reading.words)
                table.count(name, reading.outcome, shown)
    return table


def _wording(name: str, move: PlayedMove, dice: Dice) -> Action | None:
    if name != TWO:
        return KINDS[name](move, move.action, dice)
    wording, used = move.action, list[str]()
    names = list(KINDS)
    for at in sorted(dice.sample(range(len(names)), 12)):
        if len(used) < 2 and names[at] != NAMES and not _clash(names[at], used):
            try:
                other = KINDS[names[at]](move, wording, dice)
            except FitlError:
                other = None
            used += [names[at]] if other is not None and other != wording else []
            wording = other or wording
    return wording if len(used) == 2 else None


def _clash(name: str, used: Sequence[str]) -> bool:
    """Check whether two kinds make one removal in two parts of which only one names its box."""
    return any({name, other} == {"box written", "parts: pieces split"} for other in used)


def main() -> None:
    """Print the table and examples of failures."""
    parser = trial_options(__doc__, 8)
    parser.add_argument("--each", type=int, default=2, help="wordings of each kind for an action")
    parser.add_argument("--kinds", default="", help="only kinds of wording whose name has this text")
    asked = parser.parse_args()
    table = run(asked.games, asked.each, asked.seed, asked.actions, asked.kinds)
    print("\n".join([*table.lines(), "", *table.example_lines(asked.examples, (OTHER, OTHER_CLAUSES))]))


if __name__ == "__main__":
    main()
