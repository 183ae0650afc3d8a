"""An action carried on as far as it goes: to its end, to a die that falls, to another seat that is asked.

Where a die is due, what was said before it is written first, then it falls, then the action goes on with what
was submitted behind it, or its player is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.heeding import DieDue, OtherAsked, Outcome, heeding, left_out_as
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.table.answering import hear, write_players_move
from fitl_core.table.attempts import attempt, insist_on_some_face, others_first
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Begun, Fallen
from fitl_core.underway import Step
from fitl_core.walks import Asked, Walk, ask


def carry_on(
    minutes: Minutes,
    faction: Faction,
    said: list[Said],
    limop: bool,
    seat: Seat,
    whole: bool = True,
    answered: bool = False,
) -> Violation | None:
    """Carry an action as far as it goes, `seat` being its player's: to its end, or to whom it waits for.

    If it is not `whole`, it is not ended. Where another seat has `answered` in it, its player may still owe
    something. Returns why the rest of it was refused behind a die; raises it where nothing has been written.
    """
    action = _Carried(minutes, faction, said, limop, seat, whole, answered)
    begins_here = len(minutes.facts)
    try:
        while action.goes_on():
            pass
    except Violation as violation:
        if answered and violation.incomplete:
            minutes.begin(faction, action.said, limop, firm=len(action.said))
            return None
        if len(minutes.facts) == begins_here:
            raise
        return violation
    return None


class _Carried:
    """An action that is carried on; `said` grows by the dice that fall in it."""

    def __init__(
        self,
        minutes: Minutes,
        faction: Faction,
        said: list[Said],
        limop: bool,
        seat: Seat,
        whole: bool,
        answered: bool,
    ) -> None:
        self.said = said
        self._minutes = minutes
        self._faction = faction
        self._limop = limop
        self._seat = seat
        self._whole = whole
        self._answered = answered
        self._opened_before: set[tuple[str, str]] | None = None
        self._left_out: tuple[str, ...] = ()  # by Non-players, in this command
        self._has_heard = False

    def goes_on(self) -> bool:
        """Take one step; whether there is another. Raises `Violation` where it is refused."""
        outcome = self._attempt(self.said)
        match outcome:
            case Step():
                self._finish(outcome)
            case DieDue():
                self._let_fall(outcome)
            case OtherAsked(at, who):
                if self._minutes.state.seat_of(who) == TABLE:
                    return self._hear(outcome)
                if at < len(self.said):
                    raise others_first(outcome)
                self._begin(asked=who, whole=self._whole)
        return isinstance(outcome, DieDue)

    def _hear(self, asked: OtherAsked) -> bool:
        """Let a Non-player answer, unless the player may have more to say before; whether it goes on."""
        if asked.at == len(self.said) and not self._whole:
            self._begin()
            return False
        heard = hear(self._minutes, self._faction, self.said, self._limop, asked)
        self.said, self._has_heard = heard.said, True
        self._left_out = (*self._left_out, *heard.left_out)
        if heard.waits is not None or self._minutes.state.begun is not None:
            self._begin(asked=heard.waits, whole=self._whole)
        return heard.waits is None

    def _attempt(self, said: Sequence[Said]) -> Outcome:
        state = self._minutes.state
        own = state.factions_of(self._seat)
        return attempt(state.position, self._faction, said, self._limop, own, self._unanswered)

    @property
    def _unanswered(self) -> tuple[str, ...]:
        """The questions that others have left out."""
        begun = self._minutes.state.begun
        return (*(begun.left_out if begun is not None else ()), *self._left_out)

    def _begin(self, asked: Faction | None = None, whole: bool = False) -> None:
        firm = len(self.said) if self._answered or self._has_heard else None
        left_out = tuple(dict.fromkeys(self._unanswered))
        self._minutes.begin(
            self._faction, self.said, self._limop, asked=asked, left_out=left_out, whole=whole, firm=firm
        )

    def _finish(self, step: Step) -> None:
        """End the action, unless others are to say when, or a die has opened what nobody could say before."""
        if not self._whole:
            self._begin()
            return
        if self._opened_before is not None and self._opened() - self._opened_before:
            return
        event = Action(self._faction, written(self.said, self._faction), self._limop)
        write_players_move(self._minutes, event, step, self._seat)

    def _let_fall(self, due: DieDue) -> None:
        """Let a die fall, if what was said behind it can be carried out by some face at least."""
        before, behind = self.said[: due.at], self.said[due.at :]
        if behind:
            insist_on_some_face(self._attempt, self._faction, before, behind)
            self._opened_before = None
        elif self._opened_before is None:
            self._opened_before = self._opened()
        fallen = roll_behind(self._minutes, self._faction, before, self._limop, due.what)
        self.said = [*before, (self._faction, Roll(fallen.die)), *behind]

    def _opened(self) -> set[tuple[str, str]]:
        """The questions that are open to the player behind what has been said: their ids and words."""
        state = self._minutes.state
        walk = ask(state.position, self._faction, written(self.said, self._faction), self._limop)
        own = state.factions_of(self._seat)
        return {
            (asked.id, asked.prompt) for asked in walk.questions if asked.who in own and not asked.is_chance
        }


def answer_first(minutes: Minutes) -> bool:
    """Let a Non-player answer that is asked first in the move that has begun; whether one was."""
    state, begun = minutes.state, minutes.state.begun
    if begun is None or begun.asked is not None or not state.factions_of(TABLE):
        return False
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    first = first_heard(walk, begun.left_out)
    if first is None or state.seat_of(first.who) != TABLE:
        return False
    players = [faction for faction in Faction if state.seat_of(faction) != TABLE]
    found = heeding(state.position, walk.action, walk.said, players, begun.left_out)
    if not isinstance(found, OtherAsked) or found.at < len(walk.said):
        return False  # what is forced goes unsaid
    hear_begun(minutes, begun, found)
    return True


def hear_begun(minutes: Minutes, begun: Begun, asked: OtherAsked) -> None:
    """Let a Non-player answer in the move that has begun, and write how far that has come."""
    said = spoken(begun.segments, begun.faction)
    heard = hear(minutes, begun.faction, said, begun.limop, asked)
    left_out = tuple(dict.fromkeys((*begun.left_out, *heard.left_out)))
    minutes.begin(
        begun.faction,
        heard.said,
        begun.limop,
        asked=heard.waits,
        left_out=left_out,
        firm=len(heard.said),
        whole=begun.whole,
    )


def first_heard(walk: Walk, left_out: tuple[str, ...]) -> Asked | None:
    """What is asked first behind what has been said, but for what others have left unanswered."""
    at = len(walk.said)
    first = walk.first
    if first is None or left_out_as(at, first.id) not in left_out:
        return first
    return next((one for one in walk.questions if left_out_as(at, one.id) not in left_out), None)


def roll_behind(minutes: Minutes, faction: Faction, before: list[Said], limop: bool, what: str) -> Fallen:
    """Write what was said before a die, and let it fall."""
    begun = minutes.state.begun
    if begun is None or begun.segments != written(before, faction):
        minutes.begin(faction, before, limop)
    return minutes.roll(what)
