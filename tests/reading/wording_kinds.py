"""Kinds of wordings that must mean the same as a canonical action.

    KINDS["pieces of a clause split"](move, move.action, dice)     # an Action, or None

Each function makes one random wording of a move, or returns None if the move has none of that kind. It knows
from the record alone what people mean, and asks the rules only for forced answers, sets and effects. It makes
no text that a rule forbids, and none that says two things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
from actions_of_games import PlayedMove
from stated_effects import names_space, said_in, segment_end, statements, units

import notation
from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.dice import Dice
from fitl_core.record import board_effects as happened
from fitl_core.record.clauses import (
    Activate,
    At,
    By,
    ChooseCard,
    Clause,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    Verb,
    space_of,
)
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, flatten, written
from fitl_core.rules.orders import STEPS
from fitl_core.strict_play import carry_out
from fitl_core.testing.any_order import Set, runs_short, sets
from fitl_core.testing.wordings import tagged, without_what_is_forced
from fitl_core.wording.joined_clauses import one_of
from fitl_core.wording.normal_form import spelled_out
from notation.writer import write_clause

WordingKind = Callable[[PlayedMove, Action, Dice], Action | None]
MOVES_ONCE = ("patrol", "sweep", "transport")
TAKES_UP = ("train", "rally", "event", "infiltrate")
SIDES = ("shaded", "unshaded")
Units = Counter[tuple[str, str, str]]


def _action(action: Action, said: Sequence[Said]) -> Action:
    return Action(action.faction, written(said, action.faction), action.limop)


def _verbs(said: Sequence[Said]) -> list[str]:
    """Return the verb of the segment of each clause."""
    verbs: list[str] = []
    for _, clause in said:
        verbs.append(clause.name if isinstance(clause, Verb) else verbs[-1])
    return verbs


def _one(action: Action, ways: Sequence[Sequence[Said]], dice: Dice) -> Action | None:
    return _action(action, dice.draw(ways)) if ways else None


def _replaced(said: Sequence[Said], at: int, *by: Clause, until: int = 0) -> list[Said]:
    return [*said[:at], *[(said[at][0], one) for one in by], *said[(until or at + 1) :]]


# -- orders ---------------------------------------------------------------------------------------


def _sets(move: PlayedMove, action: Action) -> tuple[list[Said], list[Set]]:
    """Return the clauses of an action and its sets; no sets if something runs short."""
    said = said_in(action)
    answers = TracedAnswers(said)
    try:
        outcome = carry_out(move.state, action, answers)
    except FitlError:
        return said, []
    return said, [] if runs_short(outcome) else list(sets(answers.heard, said))


def members_in_another_order(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`rally QTr+3vg, Ple+2vg` for `rally Ple+2vg, QTr+3vg`."""
    said, found = _sets(move, action)
    if not found:
        return None
    members = dice.draw(found)
    mixed = [one for block in dice.shuffled(members.blocks) for one in block]
    return _action(action, [*said[: members.start], *mixed, *said[members.start + len(mixed) :]])


def spaces_first(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`train Sai, Hue, Sai+6at, Hue+2at`: all spaces of a set, then what is done there."""
    return _mixed(move, action, dice, together=False)


def spaces_mixed(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """The clauses of the members of a set between each other; those of one space keep their order."""
    return _mixed(move, action, dice, together=True)


def _mixed(move: PlayedMove, action: Action, dice: Dice, together: bool) -> Action | None:
    said, found = _sets(move, action)
    found = [one for one in found if all(_is_of_one_space(block) for block in one.blocks)]
    found = [one for one in found if len({space_of(block[0][1]) for block in one.blocks}) == len(one.blocks)]
    named = _named_spaces(move, action)
    found = [one for one in found if named.issuperset(space_of(block[0][1]) for block in one.blocks)]
    if not found:
        return None
    members = dice.draw(found)
    length = sum(map(len, members.blocks))
    if together:
        order = dice.shuffled([at for at, block in enumerate(members.blocks) for _ in block])
        rest = [list(block) for block in members.blocks]
        mixed = [rest[at].pop(0) for at in order]
    else:
        first = [(block[0][0], At(space_of(block[0][1]))) for block in members.blocks]
        mixed = [*first, *[one for block in members.blocks for one in block if not isinstance(one[1], At)]]
    return _action(action, [*said[: members.start], *mixed, *said[members.start + length :]])


def _named_spaces(move: PlayedMove, action: Action) -> set[str]:
    """Return the spaces that a player may name by themselves; none if an Operation is resumed."""
    said = said_in(spelled_out(move.state, action))
    verbs = [clause for _, clause in said if isinstance(clause, Verb)]
    if len(set(verbs)) < len(verbs):
        return set()
    return {clause.space for _, clause in said if isinstance(clause, At)}


def _is_of_one_space(block: Sequence[Said]) -> bool:
    names = {space_of(clause) for _, clause in block}
    return len(names) == 1 and "" not in names and not any(isinstance(clause, Move) for _, clause in block)


def option_before_space(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`govern aid AnL` for `govern AnL aid`."""
    said, verbs = said_in(action), _verbs(said_in(action))
    ways = [
        [*said[:at], said[at + 1], said[at], *said[at + 2 :]]
        for at in range(len(said) - 1)
        if isinstance(said[at][1], At)
        and isinstance(option := said[at + 1][1], Option)
        and option.name not in (*SIDES, *VERBS, "moved")
        and verbs[at] not in STEPS  # the name of a step ends the choice of spaces
        and said[at][0] is said[at + 1][0]
        and (at == 0 or isinstance(said[at - 1][1], Verb))  # else it could belong to the space before
    ]
    return _one(action, ways, dice)


def die_after_hits(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`attack Hue guerrillas Hue-2at {4}`: a die after the pieces that go by it."""
    said, ways = said_in(action), []
    for at, (_, clause) in enumerate(said):
        end = at + 1
        while isinstance(clause, Roll) and end < len(said) and isinstance(said[end][1], Remove | Replace):
            end += 1
        if isinstance(clause, Roll) and end > at + 1:
            ways.append([*said[:at], *said[at + 1 : end], said[at], *said[end:]])
    return _one(action, ways, dice)


def figure_elsewhere(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`train aid+6 Sai+6at` for `train Sai+6at aid+6`: a figure at another place of its segment."""
    said, verbs = said_in(action), _verbs(said_in(action))
    places = [
        at
        for at, (_, clause) in enumerate(said)
        if isinstance(clause, Number) and not clause.space and verbs[at] not in ("event", "transfer")
        if clause.track != "trail"  # the Trail ends a Rally (3.3.1)
    ]
    ways = []
    for at in places:
        begin = max(place for place in range(at) if isinstance(said[place][1], Verb))
        end = segment_end(said, at)
        rest = [*said[:at], *said[at + 1 :]]
        for place in range(begin + 1, end):
            if place != at and said[place][0] is said[at][0]:
                ways.append([*rest[:place], said[at], *rest[place:]])
    return _one(action, ways, dice)


# -- parts ----------------------------------------------------------------------------------------


def pieces_split(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Sai+4at Sai+2at` for `Sai+6at`: the pieces of one clause in two."""
    said, ways = said_in(action), []
    for at, (_, clause) in enumerate(said):
        if not isinstance(clause, Place | Remove | Move | Activate | Hide | Rebox):
            continue
        single = [Count(1, count.kind) for count in clause.pieces for _ in range(count.number)]
        if len(single) > 1:
            cut = dice.draw(range(1, len(single)))
            parts = [_counted(single[:cut]), _counted(single[cut:])]
            ways.append(
                _replaced(said, at, *[msgspec.structs.replace(clause, pieces=part) for part in parts])
            )
    return _one(action, ways, dice)


def _counted(single: Sequence[Count]) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in Counter(one.kind for one in single).items()])


def pieces_joined(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Sai+4at+2ap` for `Sai+4at Sai+2ap`: the pieces of two clauses side by side in one."""
    said = said_in(action)
    ways = [
        _replaced(said, at, one, until=at + 2)
        for at in range(len(said) - 1)
        if said[at][0] is said[at + 1][0] and (one := one_of(said[at][1], said[at + 1][1])) is not None
    ]
    return _one(action, ways, dice)


def path_in_legs(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Sai>SaBM:6at SaBM>Ple:6at` for `Sai>SaBM>Ple:6at`."""
    said, verbs = said_in(action), _verbs(said_in(action))
    ends = {
        name for _, clause in said if isinstance(clause, Move) for name in (clause.path[0], clause.path[-1])
    }
    ways = []
    for at, (_, clause) in enumerate(said):
        if isinstance(clause, Move) and len(clause.path) > 2 and verbs[at] in MOVES_ONCE:
            cut = dice.draw(range(1, len(clause.path) - 1))
            there = move.state.spaces[spaces_by_id()[clause.path[cut]].index].pieces
            starts = [one.path[0] for _, one in said if isinstance(one, Move) and one is not clause]
            if (
                clause.path[-1] in starts
                or clause.path[cut] in ends
                or any(there[count.kind.slot] for count in clause.pieces)
            ):
                continue  # the second leg could be one of other pieces
            legs = Move(clause.path[: cut + 1], clause.pieces), Move(clause.path[cut:], clause.pieces)
            ways.append(_replaced(said, at, *legs))
    return _one(action, ways, dice)


# -- spaces and tags ------------------------------------------------------------------------------


def space_named(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`train Sai Sai+6at` for `train Sai+6at`: a space before the first clause about it."""
    said, ways = said_in(action), []
    may_be_named = _named_spaces(move, action)
    named: set[str] = set()
    for at, (_, clause) in enumerate(said):
        if isinstance(clause, Verb):
            named.clear()
        space = "" if isinstance(clause, At | Move) else space_of(clause)
        if space in may_be_named and space not in named:
            ways.append(_replaced(said, at, At(space), clause))
        named.add(space_of(clause))
    return _one(action, ways, dice)


def space_implied(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`train Sai+6at` for `train Sai Sai+6at`: no space before a clause about it."""
    said = said_in(action)
    ways = [
        [*said[:at], *said[at + 1 :]]
        for at in range(len(said) - 1)
        if isinstance(said[at][1], At)
        and said[at][0] is said[at + 1][0]
        and not isinstance(said[at + 1][1], At | Move)
        and space_of(said[at + 1][1]) == space_of(said[at][1])
    ]
    return _one(action, ways, dice)


def space_named_later(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`sweep Sai>QTr:2ut Hue*vg` for `sweep Hue, Sai>QTr:2ut Hue*vg`."""
    said, ways = said_in(action), []
    for at in range(len(said) - 1):
        if not isinstance(said[at][1], At) or isinstance(said[at + 1][1], Option | Roll):
            continue
        space = space_of(said[at][1])
        end = segment_end(said, at)
        about = [one for who, one in said[at + 2 : end] if who is said[at][0] and space_of(one) == space]
        if about and not isinstance(about[0], At | Move) and space_of(said[at + 1][1]) != space:
            ways.append([*said[:at], *said[at + 1 :]])
    return _one(action, ways, dice)


def tags_added(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`VC: rally VC: Ple+2vg`: tags of the Faction that speaks already."""
    return tagged(action, dice)


def card_named(move: PlayedMove, action: Action, _dice: Dice) -> Action | None:
    """`event shaded #68`: the number of the card after its side."""
    said = said_in(action)
    card = move.state.card
    if card is None or any(isinstance(clause, ChooseCard) for _, clause in said):
        return None
    at = next((at for at, (_, clause) in enumerate(said) if clause == Verb("event")), None)
    if at is None:
        return None
    at += at + 1 < len(said) and said[at + 1][1] in [Option(side) for side in SIDES]
    return _action(action, _replaced(said, at, said[at][1], ChooseCard(card)))


# -- pieces from the map --------------------------------------------------------------------------


def as_move(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`QTi>Sai:6at` for `Sai+6at<QTi`."""
    said = said_in(action)
    ways = [
        _replaced(said, at, Move((clause.source, clause.space), clause.pieces))
        for at, (_, clause) in enumerate(said)
        if _is_taken_up(clause) and isinstance(clause, Place)
    ]
    return _one(action, ways, dice)


def as_going_and_coming(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`QTi-6at Sai+6at` for `Sai+6at<QTi`, or for an Event's `QTi>Sai:6at`."""
    said, verbs, ways = said_in(action), _verbs(said_in(action)), []
    for at, (_, clause) in enumerate(said):
        if _is_taken_up(clause) and isinstance(clause, Place):
            pair = Remove(clause.source, clause.pieces), Place(clause.space, _off_map(clause.pieces))
            ways.append(_replaced(said, at, *pair))
        elif isinstance(clause, Move) and verbs[at] == "event" and len(clause.path) == 2:
            if any(isinstance(other, Place | Remove) for _, other in said):
                continue  # the Event lets pieces go and come, too
            pair = Remove(clause.path[0], clause.pieces), Place(clause.path[1], _off_map(clause.pieces))
            if pair[1].pieces == clause.pieces:  # Active pieces stay Active when they move
                ways.append(_replaced(said, at, *pair))
    return _one(action, ways, dice)


def as_placement(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Sai+6at<QTi` for an Event's `QTi>Sai:6at`."""
    said, verbs = said_in(action), _verbs(said_in(action))
    ways = [
        _replaced(said, at, Place(clause.path[1], clause.pieces, clause.path[0]))
        for at, (_, clause) in enumerate(said)
        if isinstance(clause, Move) and verbs[at] == "event" and len(clause.path) == 2
    ]
    return _one(action, ways, dice)


def replacement_in_halves(_move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Ple-2vg Ple+vb` for `Ple-2vg+vb`."""
    said = said_in(action)
    ways = [
        _replaced(said, at, Remove(clause.space, clause.pieces), Place(clause.space, clause.by))
        for at, (_, clause) in enumerate(said)
        if isinstance(clause, Replace) and _off_map(clause.pieces) != _off_map(clause.by)
    ]
    return _one(action, ways, dice)


def _is_taken_up(clause: Clause) -> bool:
    return isinstance(clause, Place) and clause.source in spaces_by_id() and clause.source != clause.space


def _off_map(pieces: Sequence[Count]) -> tuple[Count, ...]:
    return _counted([Count(1, count.kind.off_map) for count in pieces for _ in range(count.number)])


# -- answers written and left out -----------------------------------------------------------------


def forced_written(move: PlayedMove, action: Action, _dice: Dice) -> Action | None:
    """Every forced and implied answer is written."""
    full = spelled_out(move.state, action)
    return full if full != action else None


def forced_left_out(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """One forced answer is left out."""
    try:
        shorter = list(without_what_is_forced(move.state, spelled_out(move.state, action)))
    except FitlError:
        return None
    return dice.draw(shorter) if shorter else None


# -- stated effects -------------------------------------------------------------------------------


def _stated(track: str, where: str) -> WordingKind:
    """Return the kind that states one effect of this sort at its cause, or at the end of its segment."""

    def kind(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
        said = said_in(action)
        found = [one for one in statements(move, action) if one[0] == track]
        if track == "other track":  # right behind or before a space they say how it is Governed
            found = [one for one in found if said[one[1]][1] != Verb("govern")]
        if not found:
            return None
        _, at, clause = dice.draw(found)
        end = segment_end(said, at)
        about = [place for place in range(at + 1, end) if names_space(said[place][1], space_of(clause))]
        cause = about[-1] + 1 if about else end
        while cause < end and isinstance(said[cause][1], Option | Roll):  # they belong to that space
            cause += 1
        place = {"cause": cause, "end": end, "front": at + 1}[where]
        return _action(action, [*said[:place], (action.faction, clause), *said[place:]])

    return kind


def all_stated(move: PlayedMove, action: Action, _dice: Dice) -> Action | None:
    """Every effect that can be stated, at the end of its segment."""
    said = said_in(action)
    found = statements(move, action)
    if len(found) < 2:
        return None
    for at in sorted({at for _, at, _ in found}, reverse=True):
        end = segment_end(said, at)
        figures = said[at][1] != Verb("govern")
        said[end:end] = [
            (action.faction, clause)
            for sort, where, clause in found
            if where == at and (figures or sort != "other track")
        ]
    return _action(action, said)


def box_written(move: PlayedMove, action: Action, dice: Dice) -> Action | None:
    """`Hue-ut>casualties` for `Hue-ut`: where removed pieces go."""
    said, ways = said_in(action), []
    gone = [
        effect for effect in play(move.state, move.action).effects if isinstance(effect, happened.Removed)
    ]
    for at, (_, clause) in enumerate(said):
        if not isinstance(clause, Remove) or clause.to:
            continue
        gone_here = set(units(clause))
        boxes = {one.to for one in gone if gone_here & set(units(Remove(one.space, one.pieces)))}
        if len(boxes) == 1:
            ways.append(_replaced(said, at, msgspec.structs.replace(clause, to=boxes.pop())))
    return _one(action, ways, dice)


# -- text -----------------------------------------------------------------------------------------

_CODES = sorted(spaces_by_id(), key=len, reverse=True)
_PIECES = {kind.code: kind for kind in Kind}
_SHORT = re.compile(
    rf"\b(?P<space>{'|'.join(map(re.escape, _CODES))})\b"
    r"|(?<=[+\-*~:])(?P<number>\d*)(?P<piece>ut|ui|ub|at|ap|ar|ab|nt|ng|nb|vg|vb)(?P<mark>[*^]?)(?![A-Za-z])"
)


def innames_space(action: Action) -> str:
    """Return an action in the notation, with the names of spaces and pieces in place of codes."""
    clauses = flatten(action.segments)
    text = f"{action.faction}{' limop' if action.limop else ''}"
    for at, clause in enumerate(clauses):
        if isinstance(clause, Verb):
            text += f"{' |' if at else ''} {clause.name}"
            continue
        comma = at > 0 and not isinstance(clauses[at - 1], Verb | By)
        text += f"{',' if comma else ''} {_innames_space(clause)}"
    return text


def _innames_space(clause: Clause) -> str:
    if isinstance(clause, Activate):
        groups = [f" *{count.kind.words(count.number)}" for count in clause.pieces]
        return spaces_by_id()[clause.space].name + "".join(groups)
    return _SHORT.sub(_name, write_clause(clause))


def _name(found: re.Match[str]) -> str:
    if found["space"]:
        return spaces_by_id()[found["space"]].name
    return f" {_PIECES[found['piece'] + found['mark']].words(int(found['number'] or 1))}"


class UnreadName(FitlError):
    """A text with names that the notation does not read, or reads as another action."""


def names_for_codes(_move: PlayedMove, action: Action, _dice: Dice) -> Action | None:
    """`ARVN train Saigon+ 6 ARVN Troops`, read by the notation. Raises `UnreadName`."""
    text = innames_space(action)
    try:
        read = notation.read_line(text).event
    except FitlError as fault:
        raise UnreadName(f"{text}: {fault}") from fault
    if not isinstance(read, Action):
        raise UnreadName(f"{text}: read as {read}")
    return read


KINDS: dict[str, WordingKind] = {
    "order: members of a set": members_in_another_order,
    "order: all spaces first": spaces_first,
    "order: clauses of spaces mixed": spaces_mixed,
    "order: option before its space": option_before_space,
    "order: die after the hits": die_after_hits,
    "order: figure elsewhere": figure_elsewhere,
    "parts: pieces split": pieces_split,
    "parts: pieces joined": pieces_joined,
    "parts: path in legs": path_in_legs,
    "parts: replacement in halves": replacement_in_halves,
    "space named although implied": space_named,
    "space implied although named": space_implied,
    "space named only later": space_named_later,
    "from the map: as a move": as_move,
    "from the map: going and coming": as_going_and_coming,
    "from the map: as a placement": as_placement,
    "forced answers written": forced_written,
    "forced answer left out": forced_left_out,
    "tags added": tags_added,
    "card named": card_named,
    "box written": box_written,
    "names for codes": names_for_codes,
    "stated: level, at its space": _stated("level", "cause"),
    "stated: level, at the end": _stated("level", "end"),
    "stated: marker, at its space": _stated("marker", "cause"),
    "stated: marker, at the end": _stated("marker", "end"),
    "stated: Resources, at the end": _stated("Resources", "end"),
    "stated: Resources, first": _stated("Resources", "front"),
    "stated: other track, at the end": _stated("other track", "end"),
    "stated: other track, first": _stated("other track", "front"),
    "stated: pieces gone, at their space": _stated("pieces gone", "cause"),
    "stated: pieces gone, at the end": _stated("pieces gone", "end"),
    "stated: pieces placed, at their space": _stated("pieces placed", "cause"),
    "stated: pieces turned, at their space": _stated("pieces turned", "cause"),
    "stated: pieces turned, at the end": _stated("pieces turned", "end"),
    "stated: all effects": all_stated,
}
"""The kinds of wordings, in the order in which two of them are used at once."""
