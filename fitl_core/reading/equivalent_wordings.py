"""The table of equivalent wordings: how people write a clause, and how the rules ask for it.

Each entry looks at a clause that no question accepts, among the clauses around it, and yields clauses that
say the same in place of some of them. An entry is one function and one line of `WORDINGS`. A wording is used
only if the whole move can be read with it. The order of the table is that in which wordings are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

import msgspec

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, VERBS
from fitl_core.facts.pieces import Count, Kind
from fitl_core.reading.move_tokens import MoveToken
from fitl_core.reading.taking_up import are_taken_up, as_taken_up, as_there
from fitl_core.record.clauses import (
    Activate,
    At,
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
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.state.draft import Draft
from fitl_core.state.state import CAP, resources

PLACING = ("train", "rally", "event", "infiltrate")
"""The verbs by which pieces are placed."""
REPLACING = ("event", "train", "rally", "infiltrate", "subvert")
"""The verbs by which pieces replace others."""
MOVING_AT_ONCE = ("patrol", "sweep", "transport")
"""The verbs by which a piece moves once, along a path."""
MOST_LEGS = 4
"""The most later legs that may continue a leg."""
PACIFY = Option("pacify")
Joinable = Place | Remove | Activate | Hide
JOINABLE = (Place, Remove, Activate, Hide)
"""The clauses that may name the pieces of one space one by one."""
BY_DIE = (Remove, Replace, Number)
"""The clauses whose numbers may depend on a die."""


EditKind = Literal["stated", "order", "spaces", "words", "inserted", "changed", "dropped", "moved"]
"""The kinds of edits of a written move.

The first four keep its meaning: statements of effects, the order of the rules, the places of the spaces of an
Event, other words. The others change it.
"""


class Rewording(NamedTuple):
    """Clauses in place of those from `start` to `end`."""

    says: str
    kind: EditKind
    start: int
    end: int
    instead: tuple[MoveToken, ...]


class Look(NamedTuple):
    """The clauses of a move with the number of the one that no question accepts, and the draft there.

    `is_asked` tells whether a question knows such a clause, and refused it.
    """

    draft: Draft
    tokens: Sequence[MoveToken]
    at: int
    is_asked: bool

    @property
    def token(self) -> MoveToken:
        """The clause that no question accepts."""
        return self.tokens[self.at]

    @property
    def clause(self) -> Clause:
        """The clause of that token."""
        return self.token.clause

    def alike(self, at: int) -> bool:
        """Check whether there is a token of the same segment and speaker at a place."""
        token = self.token
        return (
            0 <= at < len(self.tokens)
            and (other := self.tokens[at]).segment == token.segment
            and other.who is token.who
        )

    def segment(self) -> range:
        """Return the places of the segment around the clause, without its verb."""
        number = self.token.segment
        places = [at for at, token in enumerate(self.tokens) if token.segment == number]
        return range(places[0] + 1, places[-1] + 1)


Words = tuple[int, int, Sequence[Clause | MoveToken]]
"""The places from which and up to which clauses give way, and the clauses that say the same."""


def rewordings(draft: Draft, tokens: Sequence[MoveToken], at: int, is_asked: bool) -> Iterator[Rewording]:
    """Yield equivalent wordings that may help the clause at a place."""
    look = Look(draft, tokens, at, is_asked)
    for says, kind, entry in WORDINGS:
        for start, end, clauses in entry(look):
            first, room = tokens[start], max(len(clauses), 1)
            known = {id(token.clause): token for token in tokens[start:end]}
            instead = [
                clause
                if isinstance(clause, MoveToken)
                else known.get(id(clause)) or first.instead(clause, first.place + number / (2 * room))
                for number, clause in enumerate(clauses)
            ]
            yield Rewording(says, kind, start, end, tuple(instead))


# -- pieces from elsewhere on the map (1.4.1) -----------------------------------------------------------


def _given_up_and_taken(look: Look) -> Iterator[Words]:
    """Yield pieces that go and pieces that come as pieces taken up: `QTi-6at Sai+6at`."""
    verb = look.token.verb
    if verb not in PLACING:
        return
    start = end = look.at
    while look.alike(start - 1) and isinstance(look.tokens[start - 1].clause, Remove):
        start -= 1
    while look.alike(end) and isinstance(look.tokens[end].clause, Remove):
        end += 1
    if start == end or not look.alike(end):
        return
    given = [token.clause for token in look.tokens[start:end] if isinstance(token.clause, Remove)]
    given = [Remove(one.space, as_there(look.draft, one.space, one.pieces), one.to) for one in given]
    following = look.tokens[end].clause
    named = [look.tokens[at].clause for at in range(look.segment().start - 1, start)]
    if isinstance(following, Place | Replace) and are_taken_up(given, following):
        yield start, end + 1, as_taken_up(given, following, named)


def _moved_in(look: Look) -> Iterator[Words]:
    """Yield a move as a placement from the map: `QTi>Sai:6at`."""
    match look.clause:
        case Move((origin, space), pieces) if look.token.verb in PLACING:
            yield look.at, look.at + 1, [Place(space, pieces, origin)]


def _in_their_state(look: Look) -> Iterator[Words]:
    """Yield pieces taken from the map in the state in which they are there."""
    match look.clause:
        case Place(space, pieces, source) if look.token.verb in PLACING and source in spaces_by_id():
            there = as_there(look.draft, source, pieces)
            if there != pieces:
                yield look.at, look.at + 1, [Place(space, there, source)]


def _placed_as_moved(look: Look) -> Iterator[Words]:
    """Yield a placement from the map as a move."""
    match look.clause:
        case Place(space, pieces, source) if source in spaces_by_id() and source != space:
            yield look.at, look.at + 1, [Move((source, space), pieces)]


# -- pieces in more or fewer clauses -----------------------------------------------------------------


def _joined(look: Look) -> Iterator[Words]:
    """Yield pieces of one space as one clause; in an Event also if other clauses stand between."""
    clause = look.clause
    if not isinstance(clause, JOINABLE):
        return
    start = look.at
    if look.token.verb == "event":
        alike = [
            at for at in look.segment() if look.alike(at) and _are_joinable(look.tokens[at].clause, clause)
        ]
        start = alike[0]
    else:
        while look.alike(start - 1) and _are_joinable(look.tokens[start - 1].clause, clause):
            start -= 1
        end = look.at + 1
        while look.alike(end) and _are_joinable(look.tokens[end].clause, clause):
            end += 1
        alike = list(range(start, end))
    end = alike[-1] + 1
    if len(alike) < 2:
        return
    pieces = [count for at in alike for count in look.tokens[at].clause.pieces]  # type: ignore[union-attr]
    joined = set(alike)
    between = [look.tokens[at].clause for at in range(start, end) if at not in joined]
    whole = msgspec.structs.replace(clause, pieces=_counts(totals(pieces)))
    yield start, end, [whole, *between]


def _bare(clause: Joinable) -> Joinable:
    """Return a clause without its pieces, for comparison."""
    return msgspec.structs.replace(clause, pieces=())


def _are_joinable(one: Clause, other: Joinable) -> bool:
    return isinstance(one, JOINABLE) and type(one) is type(other) and _bare(one) == _bare(other)


def _kinds_apart(look: Look) -> Iterator[Words]:
    """Yield the kinds of pieces that an Event moves one by one: `casualties>oop:2ut+ub`."""
    clause = look.clause
    if look.token.verb == "event" and isinstance(clause, Place | Remove | Rebox) and len(clause.pieces) > 1:
        parts = [msgspec.structs.replace(clause, pieces=(count,)) for count in clause.pieces]
        yield look.at, look.at + 1, parts


def _halves(look: Look) -> Iterator[Words]:
    """Yield pieces that go and pieces that come in place of a replacement: one half follows by itself."""
    match look.clause:
        case Replace(space, pieces, by) if not look.is_asked:
            yield look.at, look.at + 1, [Remove(space, pieces), Place(space, by)]


def _replaced(look: Look) -> Iterator[Words]:
    """Yield a replacement in place of pieces that go and pieces that come in their space."""
    clause = look.clause
    if look.token.verb not in REPLACING or not isinstance(clause, Place | Remove):
        return
    for at in look.segment():
        match look.tokens[at].clause, clause:
            case (Remove(space, go, ""), Place(there, come, "available")) if (
                look.alike(at) and space == there
            ):
                start, end = sorted((at, look.at))
            case (Place(there, come, "available"), Remove(space, go, "")) if (
                look.alike(at) and space == there
            ):
                start, end = sorted((at, look.at))
            case _:
                continue
        between = [look.tokens[each].clause for each in range(start + 1, end)]
        yield start, end + 1, [Replace(space, go, come), *between]


def _on_one_path(look: Look) -> Iterator[Words]:
    """Yield two legs of a Patrol, Sweep or Transport as one path (3.2.2, 3.2.3, 4.3.2)."""
    if look.token.verb in MOVING_AT_ONCE and isinstance(look.clause, Move):
        yield from _ending_with(look)
        later = (at for at in look.segment() if at > look.at)
        for at in islice(filter(partial(_goes_on, look), later), MOST_LEGS):
            yield from _ending_with(look._replace(at=at))


def _goes_on(look: Look, at: int) -> bool:
    """Check whether a clause moves on from the end of the leg."""
    leg, clause = look.tokens[at].clause, look.clause
    return isinstance(leg, Move) and isinstance(clause, Move) and leg.path[0] == clause.path[-1]


def _ending_with(look: Look) -> Iterator[Words]:
    """Yield the legs that a leg continues, and this leg, as paths; pieces that stop keep their leg."""
    leg = look.clause
    assert isinstance(leg, Move)
    wanted = dict(totals(leg.pieces))
    stay: dict[int, list[Clause]] = {}
    paths: list[Clause] = []
    for at in look.segment():
        move = look.tokens[at].clause
        if at >= look.at or not look.alike(at) or not isinstance(move, Move) or move.path[-1] != leg.path[0]:
            continue
        moved = totals(move.pieces)
        on = {kind: min(number, wanted.get(kind, 0)) for kind, number in moved.items()}
        if any(on.values()):
            rest = _counts({kind: number - on[kind] for kind, number in moved.items()})
            stay[at] = [Move(move.path, rest)] if rest else []
            paths.append(Move((*move.path, *leg.path[1:]), _counts(on)))
            wanted = {kind: number - on.get(kind, 0) for kind, number in wanted.items()}
    if not stay or any(wanted.values()):
        return
    start = min(stay)
    words: list[Clause] = []
    for at in range(start, look.at):
        words += stay.get(at, [look.tokens[at].clause])
    yield start, look.at + 1, [*words, *paths]


def _counts(numbers: dict[Kind, int]) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in numbers.items() if number])


# -- spaces -------------------------------------------------------------------------------------------


def _space_implied(look: Look) -> Iterator[Words]:
    """Yield nothing for a bare space that the next clause names anyway: `Hue Sai>Hue:2ut`.

    Outside of Events this holds only where no question knows bare spaces (`commit DaN DaN+ut<casualties`), or
    in a resumed segment (`sweep Ple moved | airlift Sai>Hue:ut | sweep Ple Ple*vg`).
    """
    at, is_known = look.at, look.token.verb != "event" and look.is_asked
    if (is_known and not _was_named(look)) or not isinstance(look.clause, At) or not look.alike(at + 1):
        return
    following = look.tokens[at + 1].clause
    if not isinstance(following, At) and space_of(following) == space_of(look.clause):
        yield at, at + 1, []


def _was_named(look: Look) -> bool:
    """Check whether an earlier segment of the same verb names the space."""
    token = look.token
    earlier = (each for each in look.tokens if each.segment < token.segment and each.verb == token.verb)
    return any(each.clause == token.clause for each in earlier)


def _space_named(look: Look) -> Iterator[Words]:
    """Yield the space that a clause after the name of a free action names: `sweep CLa>SLa:2at`."""
    token = look.token
    if token.verb == "event" and isinstance(look.clause, Option) and look.clause.name in VERBS:
        for at in range(look.at + 1, len(look.tokens)):
            if not look.alike(at):
                return
            following = look.tokens[at].clause
            if isinstance(following, Move | Remove):
                place = msgspec.structs.replace(token, clause=At(space_of(following)), of_event=True)
                yield look.at, look.at, [place]
                return


def _behind_its_action(look: Look) -> Iterator[Words]:
    """Yield a space of an Event before the name of the free action there: `sweep Sai`."""
    named, at = look.clause, look.at
    if (
        look.token.verb == "event"
        and isinstance(named, Option)
        and named.name in VERBS
        and look.alike(at + 1)
    ):
        space = look.tokens[at + 1]
        if isinstance(space.clause, At):
            place = msgspec.structs.replace(space, place=look.token.place - 0.5, of_event=True)
            yield at, at + 2, [place, look.token]


def _before_its_moves(look: Look) -> Iterator[Words]:
    """Yield a space of an Event before the moves into it, and before the free action that moves."""
    if look.token.verb != "event" or not isinstance(look.clause, At | Move | Option):
        return
    segment = look.segment()
    moves: dict[str, int] = {}  # the first move into each space
    spaces: set[Clause] = set()
    for at in filter(look.alike, segment):
        clause = look.tokens[at].clause
        if isinstance(clause, Move):
            moves.setdefault(space_of(clause), at)
        elif isinstance(clause, At):
            if clause.space in moves and clause not in spaces and look.at <= at:
                yield _before_move(look, moves[clause.space], at)
            spaces.add(clause)


def _before_move(look: Look, first: int, at: int) -> Words:
    """Return a space before the moves of which one goes into it."""
    start, named = first, look.tokens[at]
    while isinstance(look.tokens[start - 1].clause, Move):
        start -= 1
    before = look.tokens[start - 1].clause
    start -= isinstance(before, Option) and before.name in VERBS
    place = msgspec.structs.replace(named, place=look.tokens[start].place - 0.5, of_event=True)
    return start, at + 1, [place, *look.tokens[start:at]]


def _searched(look: Look) -> Iterator[Words]:
    """Yield a space that a Sweep names only by its Activation, before the first Activation."""
    activated = look.clause
    if not isinstance(activated, Activate):
        return
    begun = next((at for at in range(look.at, -1, -1) if _begins_sweep(look.tokens[at].clause)), None)
    if begun is None or not look.alike(begun):
        return
    first = next(at for at in range(begun, look.at + 1) if isinstance(look.tokens[at].clause, Activate))
    yield first, first, [At(activated.space)]


def _begins_sweep(clause: Clause) -> bool:
    return clause in (Verb("sweep"), Option("sweep"))


def _die_behind(look: Look) -> Iterator[Words]:
    """Yield a die before the pieces that go by it: one for an Air Strike, else one for each space."""
    clause, verb = look.clause, look.token.verb
    if not isinstance(clause, BY_DIE):
        return
    start = end = look.at
    while verb != "attack" and look.alike(start - 1) and isinstance(look.tokens[start - 1].clause, BY_DIE):
        start -= 1
    while look.alike(end) and isinstance(look.tokens[end].clause, BY_DIE):
        end += 1
    of_one_space = len({space_of(token.clause) for token in look.tokens[start:end]}) == 1
    if verb in ("attack", "assault") and not of_one_space:
        return
    if end >= len(look.tokens) or not isinstance(look.tokens[end].clause, Roll):
        return
    at = At(space_of(clause))
    is_named = verb != "attack" or look.tokens[look.at - 1].clause == at
    first = look.tokens[start].place
    die = msgspec.structs.replace(look.tokens[end], place=first - 0.25)
    named = [] if is_named else [look.token.instead(at, first - 0.5)]
    yield start, end + 1, [*named, die, *look.tokens[start:end]]


# -- words --------------------------------------------------------------------------------------------


def _said_again(look: Look) -> Iterator[Words]:
    """Yield nothing for the name of a free action that is resumed, or for a second `pacify` (card 19)."""
    before = [look.tokens[at].clause for at in range(look.at)]
    verb, clause = look.token.verb, look.clause
    if clause not in before or not isinstance(clause, Option):
        return
    if (verb == "train" and clause == PACIFY) or (
        verb == "event" and clause.name in VERBS and isinstance(before[-1], Verb)
    ):
        yield look.at, look.at + 1, []


def _behind_a_bar(look: Look) -> Iterator[Words]:
    """Yield the name of a free action of an Event that follows a bar: `airlift Sai>Ple:4ut | sweep`."""
    named, before = look.token, look.tokens[look.at - 1] if look.at else look.token
    if before.verb != "event" or not isinstance(named.clause, Verb):
        return
    if named.verb not in OPERATIONS and named.verb not in ACTIVITIES:
        return
    actor = look.tokens[0].who
    end = next((at for at, each in enumerate(look.tokens) if each.segment > named.segment), len(look.tokens))
    words = [
        msgspec.structs.replace(
            token,
            clause=Option(named.verb) if token is named else token.clause,
            who=before.who if token.who is actor else token.who,
            segment=before.segment,
            verb="event",
        )
        for token in look.tokens[look.at : end]
    ]
    yield look.at, end, words


def _gained(look: Look) -> Iterator[Words]:
    """Yield the ARVN Resources that a Train gains as a transfer of Patronage (3.2.1)."""
    state = look.draft.before
    match look.clause:
        case Number("ARVN", gain) if look.token.verb == "train" and gain > 0:
            written = [token.clause for token in look.tokens]
            if any(isinstance(one, Number) and one.track == "patronage" for one in written):
                return
            if resources(state, ARVN) + gain < CAP:  # a gain that may have been cut stays (1.8)
                yield look.at, look.at + 1, [Number("patronage", -gain)]


class Wording(NamedTuple):
    """An equivalent wording: its `says` for players, its kind, and the function that finds it."""

    says: str
    kind: EditKind
    entry: Callable[[Look], Iterator[Words]]


WORDINGS = (
    Wording("pieces given up and placed are taken up", "words", _given_up_and_taken),
    Wording("pieces moved are taken up", "words", _moved_in),
    Wording("pieces are in the state they have there", "words", _in_their_state),
    Wording("pieces of one space are one clause", "order", _joined),
    Wording("pieces placed from the map are moved", "words", _placed_as_moved),
    Wording("a gain of ARVN Resources is a transfer of Patronage", "words", _gained),
    Wording("two legs are one path", "words", _on_one_path),
    Wording("pieces that go and come are replaced", "spaces", _replaced),
    Wording("kinds are said one by one", "words", _kinds_apart),
    Wording("a die stands after its pieces", "order", _die_behind),
    Wording("a space is implied by the next clause", "spaces", _space_implied),
    Wording("a space stands after the name of its action", "order", _behind_its_action),
    Wording("a space stands after the moves into it", "spaces", _before_its_moves),
    Wording("a space is named by a later clause", "order", _space_named),
    Wording("a space is named by its search", "order", _searched),
    Wording("a word is said again", "order", _said_again),
    Wording("a free action follows a bar", "spaces", _behind_a_bar),
    Wording("a replacement is said in two halves", "stated", _halves),
)
"""The equivalent wordings, in the order in which they are tried."""
