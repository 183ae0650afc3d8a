"""Trial of order: a set of spaces, pieces or options may be written in any order and is the same move.

    insist_on_any_order(state, action, Dice(7))

The members of a set are the answers to one question that is asked repeatedly, each with its further clauses.
A question says whether a rule fixes their order (`Question.order`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from fitl_core.asking.questions import is_of_set, part_accepting
from fitl_core.asking.traced_answers import TracedAnswer, TracedAnswers
from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.players.dice import Dice
from fitl_core.record.board_effects import Placed, Replaced, TrackChanged
from fitl_core.record.clauses import (
    At,
    Clause,
    Move,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    SetLevel,
    Verb,
    spaces_of,
)
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import CAP, MARKER_SUPPLY, TRAIL_CAP, State
from fitl_core.strict_play import carry_out
from fitl_core.underway import Step
from fitl_core.wording.blocks import Blocks
from fitl_core.wording.normal_form import normal_action, spelled_out

SHORT: dict[str, str] = {
    "1.4.1": "the last pieces Available go to whoever places first; only then are any taken up from the map",
    "1.8": "a track at 0 or 75 loses the excess, so an earlier change may count more",
    "3.3.4": "the last Terror and Sabotage markers go to the spaces named first",
    "6.7": "the Trail at 0 or 4 loses the excess",
}
"""Supplies and limits, by rule, that make the order matter when something runs out."""

WAITING = "later clauses without a space refer to the spaces in the order in which they were named"
"""The reason why the order of Attacks matters after an interruption (3.3.3, 4.4.3)."""

NESTED = (("card 92", "space"), ("card 95", "space"))
"""Sets whose members are whole free actions without a visible end. They are tested by name."""

ATTACK = Verb("attack")

Block = list[Said]
"""A member of a set with its further clauses."""


class Set(NamedTuple):
    """A set: the question that its members answer, the place of the first member, and the members."""

    key: tuple[str, str]
    start: int
    blocks: list[Block]


def insist_on_any_order(state: State, action: Action, dice: Dice, orders: int = 2, forms: bool = True) -> int:
    """Raise `BrokenLaw` if a set of a legal action may not be written in another order.

    Each set is tried in `orders` other orders, with every clause written. Each must be legal and lead to the
    same position, and with `forms` to the same normal form. If something runs short, the order may decide who
    gets the last of it. Return the number of trials.
    """
    full = spelled_out(state, action)
    said = spoken(full.segments, full.faction)
    answers = TracedAnswers(said)
    outcome = carry_out(state, full, answers)
    tried = 0
    for members in sets(answers.heard, said):
        for _ in range(orders):
            mixed = [one for block in dice.shuffled(members.blocks) for one in block]
            other = [*said[: members.start], *mixed, *said[members.start + len(mixed) :]]
            if other == said:
                continue
            tried += 1
            again = Action(full.faction, written(other, full.faction), full.limop)
            why_not = _differs(state, again, outcome.state, full if forms else again)
            if why_not and not runs_short(outcome):
                raise BrokenLaw(f"{members.key}: {again} for {full}: {why_not}")
    return tried


def _differs(state: State, again: Action, outcome: State, first: Action) -> str:
    """Return why an action has another outcome or normal form than the first, or "" if it has the same."""
    try:
        if play(state, again).state != outcome:
            return "it has another outcome"
    except Violation as refused:
        return str(refused)
    if again is first:
        return ""
    form, other = normal_action(state, first), normal_action(state, again)
    return (
        "" if other == form or _is_another_deed(other, form) else f"it has two normal forms: {other}, {form}"
    )


def _is_another_deed(one: Action, other: Action) -> bool:
    """Check whether two actions with the same outcome have different clauses, so that they need no common
    form.
    """
    words = [
        Counter(clause for part in action.segments for clause in part.clauses) for action in (one, other)
    ]
    return words[0] != words[1]


def runs_short(step: Step) -> bool:
    """Check whether an action uses up something that `SHORT` lists."""
    if sum([space.terror + space.sabotage for space in step.state.spaces]) == MARKER_SUPPLY:
        return True
    for effect in step.effects:
        if isinstance(effect, TrackChanged) and effect.new in (
            0,
            TRAIL_CAP if effect.track == "trail" else CAP,
        ):
            return True
        if isinstance(effect, Placed | Replaced):
            come = effect.pieces if isinstance(effect, Placed) else effect.by
            if any(not step.state.available[count.kind.off_map.slot] for count in come):
                return True
    return False


def sets(heard: list[TracedAnswer], said: list[Said]) -> Iterator[Set]:
    """Yield the sets of an action: 2 or more answers to the same question, each with its further clauses."""
    opened = [at for at, (_, clause) in enumerate(said) if isinstance(clause, Verb)]
    ordered = {each.answered for each in heard if not is_of_set(part_accepting(each.question, each.answer))}
    for verb, end in zip(opened, [*opened[1:], len(said)], strict=True):
        if said[verb][1] == ATTACK and any(_says_no_space(said, at) for at in opened if at > verb):
            continue
        blocks = Blocks(heard, end)
        at = verb + 1
        while at < end:
            key, place = blocks.key(at), at
            members: list[Block] = []
            while place < end and blocks.key(place) == key and said[place][0] is said[at][0]:
                far = blocks.end(place)
                while far < end and isinstance(said[far][1], Roll):  # a die belongs to this member alone
                    far += 1
                members.append(said[place:far])
                place = far
            if len(members) > 1 and key is not None and key not in (*NESTED, *ordered) and _is_set(members):
                yield Set(key, at, members)
            at = max(place, at + 1)


def _says_no_space(said: list[Said], verb: int) -> bool:
    """Check whether an Attack is resumed without the name of a space."""
    following = [clause for _, clause in said[verb + 1 : verb + 2]]
    return said[verb][1] == ATTACK and any(isinstance(clause, Option | Roll) for clause in following)


def _is_set(members: list[Block]) -> bool:
    """Check whether these may come in any order: none is a bare option or die, or depends on another."""
    if any(isinstance(member[0][1], Option | Roll) for member in members):
        return False
    clauses = [clause for member in members for _, clause in member]
    if any(isinstance(clause, Place) and clause.source in spaces_by_id() for clause in clauses):
        return False  # 1.4.1
    return not _is_named_twice(members) and not _looks_at_another(members) and are_apart(members)


def _looks_at_another(members: list[Block]) -> bool:
    """Check whether a clause after one member names the space of another, which may have to come first (card
    13).
    """
    firsts = [getattr(member[0][1], "space", "") for member in members]
    later = [{getattr(clause, "space", "") for _, clause in member[1:]} - {""} for member in members]
    return any(
        firsts[one] in later[other]
        for one in range(len(firsts))
        for other in range(len(firsts))
        if one != other
    )


def _is_named_twice(members: list[Block]) -> bool:
    """Check whether two members name the same space, or one acts where another is named (3.2.3,
    3.3.3, 5.5).
    """
    firsts = [member[0][1] for member in members]
    named = [clause.space for clause in firsts if isinstance(clause, At | SetLevel)]
    acted = {
        space for clause in firsts if not isinstance(clause, At | SetLevel) for space in spaces_of(clause)
    }
    return len(named) > len(set(named)) or bool(acted & set(named))


def are_apart(blocks: list[Block]) -> bool:
    """Check that no member takes pieces from where another brings some, because they could be the same."""
    ways = [[_way(clause) for _, clause in block] for block in blocks]
    origins = [{name for gone, _ in block for name in gone} for block in ways]
    reached = [{name for _, come in block for name in come} for block in ways]
    return not any(
        origins[one] & reached[other]
        for one in range(len(ways))
        for other in range(len(ways))
        if one != other
    )


def _way(clause: Clause) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the places from which a clause takes pieces, and those to which it brings some."""
    match clause:
        case Move(path):
            return path[:1], path[-1:]
        case Place(space, _, source):
            return (source,), (space,)
        case Rebox(source, to):
            return (source,), (to,)
        case Remove(space):
            return (space,), ()
        case Replace(space):
            return (space,), (space,)
    return (), ()
