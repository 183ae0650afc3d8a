"""The course of a game between two moves: its events, and what chance or a player decides next.

A `StepCourse` never changes. Read `game_steps` next, which goes from step to step.
"""

from __future__ import annotations

import msgspec

from fitl_core.engine import start
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker, has_markers
from fitl_core.facts.players import Players, player_of
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER, refuse_marker
from fitl_core.state.state import Done, State
from fitl_core.state.victory import margins, ranking
from fitl_core.strict_play import play_canonical

Hand = tuple[DeceptionMarker, ...]


class StepRules(msgspec.Struct, frozen=True):
    """The conditions of a game in steps: its setup, and the cards after which it is cut (None: all)."""

    setup: Setup
    cards: int | None = None

    @property
    def seats(self) -> Players:
        """The seats: the Factions of each player, in order."""
        return self.setup.players


class PivotalMoment(msgspec.Struct, frozen=True):
    """A moment at which a Faction decides on its Pivotal Event: the card, the deeds, the cards played."""

    faction: Faction
    card: int | None
    done: tuple[Done, ...]
    played: int


class StepCourse(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two moves.

    `finished` is the number of finished cards. `dealt` are the Deception markers, two for each seat (7.3).
    `asked` are the moments at which Factions decided on their Pivotal Event. `kept` are the seats that keep
    their markers hidden after the end. `trail` are the steps of each finished move: the id of an action,
    or -1 minus an outcome of chance.
    """

    rules: StepRules
    state: State
    finished: int = 0
    dealt: Hand = ()
    asked: tuple[PivotalMoment, ...] = ()
    kept: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    trail: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def begin(cls, rules: StepRules) -> StepCourse:
        """Return the beginning of a game.

        Raises the errors of `start`, and `ValueError` without a seat or a card.
        """
        if rules.cards is not None and rules.cards < 1:
            raise ValueError(f"cards is 1 or more, not {rules.cards}")
        if not rules.seats:
            raise ValueError("players has no seat; an environment needs one")
        return cls(rules=rules, state=start(rules.setup).state)

    def encoded(self) -> bytes:
        """Return the course as MessagePack; the same course has the same bytes."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decoded(cls, data: bytes) -> StepCourse:
        """Return the course from the bytes of `encoded`. Raises `msgspec.ValidationError`."""
        return msgspec.msgpack.decode(data, type=cls)

    @property
    def is_deal_due(self) -> bool:
        """Whether a Deception marker is to be dealt."""
        due = MARKERS_OF_A_PLAYER * len(self.rules.seats)
        return has_markers(self.state.options) and len(self.dealt) < due

    @property
    def is_over(self) -> bool:
        """Whether no card and no move follows."""
        state, most = self.state, self.rules.cards
        if state.phase == "over":
            return True
        ends = state.next is None or (most is not None and self.finished >= most)
        return state.phase == "finished" and ends

    def played(self, *events: Event) -> StepCourse:
        """Return the course after more events. Raises `Violation`."""
        state = self.state
        for event in events:
            state = play_canonical(state, event).state
        finished = self.finished + (state.phase == "finished")
        return msgspec.structs.replace(self, state=state, finished=finished, events=(*self.events, *events))

    def seat_of(self, faction: Faction) -> int:
        """Return the seat of a Faction; -1 for a Non-player."""
        seats = self.rules.seats
        return next((place for place, group in enumerate(seats) if faction in group), -1)

    def hand(self, seat: int) -> Hand:
        """Return the markers of a seat that it has not revealed."""
        first = seat * MARKERS_OF_A_PLAYER
        left = list(self.dealt[first : first + MARKERS_OF_A_PLAYER])
        for revealed in self.state.revealed:
            if revealed.faction in self.rules.seats[seat] and revealed.marker in left:
                left.remove(revealed.marker)
        return tuple(left)

    def may_reveal(self, faction: Faction, marker: DeceptionMarker) -> bool:
        """Check whether the player of a Faction holds a marker that he may reveal now (7.3)."""
        seat = self.seat_of(faction)
        return marker in self.hand(seat) and refuse_marker(self.state, faction, marker) is None

    def returns(self) -> tuple[float, ...]:
        """Return the margin of each seat (7.2, 7.3). Of two Factions the one that counts is taken (7.1)."""
        state = self.state
        points, ranked = margins(state), ranking(state, final=state.ended == "final")
        counting = [next(one for one in ranked if one in group) for group in self.rules.seats]
        return tuple([float(points[faction]) for faction in counting])


def seat_group(course: StepCourse, faction: Faction) -> tuple[Faction, ...]:
    """Return the Factions of the player of a Faction."""
    return player_of(course.state.players, faction)
