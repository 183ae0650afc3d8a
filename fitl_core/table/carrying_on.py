"""An action carried on as far as it goes: to its end, to a die that falls, to another seat that is asked.

Where a die is due, what was said before it is written first, then it falls, then the action goes on with what
was submitted behind it, or its player is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, written
from fitl_core.table.attempts import DieDue, OtherAsked, Outcome, attempt, is_playable
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.minutes import Minutes
from fitl_core.table.table_state import Fallen, TableState
from fitl_core.underway import Step
from fitl_core.walks import ask

FACES = (1, 2, 3, 4, 5, 6)


def voices(state: TableState, seat: Seat) -> tuple[Faction, ...]:
    """For whom a seat speaks in its own actions: its Factions, and those that nobody plays."""
    return (*state.factions_of(seat), *state.factions_of(TABLE))


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

    def goes_on(self) -> bool:
        """Take one step; whether there is another. Raises `Violation` where it is refused."""
        outcome = self._attempt(self.said)
        match outcome:
            case Step():
                self._finish(outcome)
            case DieDue():
                self._let_fall(outcome)
            case OtherAsked(at):
                if at < len(self.said):
                    raise others_first(outcome)
                self._begin(asked=outcome.who, whole=self._whole)
        return isinstance(outcome, DieDue)

    def _attempt(self, said: Sequence[Said]) -> Outcome:
        state = self._minutes.state
        left_out = state.begun.left_out if state.begun is not None else ()
        return attempt(state.position, self._faction, said, self._limop, voices(state, self._seat), left_out)

    def _begin(self, asked: Faction | None = None, whole: bool = False) -> None:
        firm = len(self.said) if self._answered else None
        self._minutes.begin(self._faction, self.said, self._limop, asked=asked, whole=whole, firm=firm)

    def _finish(self, step: Step) -> None:
        """End the action, unless others are to say when, or a die has opened what nobody could say before."""
        if not self._whole:
            self._begin()
            return
        if self._opened_before is not None and self._opened() - self._opened_before:
            return
        begun = self._minutes.state.begun
        proof = tuple([die.proof for die in begun.dice]) if begun is not None else ()
        event = Action(self._faction, written(self.said, self._faction), self._limop)
        self._minutes.end_move(event, step, self._seat, proof)

    def _let_fall(self, due: DieDue) -> None:
        """Let a die fall, if what was said behind it can be carried out by some face at least."""
        before, behind = self.said[: due.at], self.said[due.at :]
        if behind:
            self._insist_on_some_way_on(before, behind)
            self._opened_before = None
        elif self._opened_before is None:
            self._opened_before = self._opened()
        fallen = roll_behind(self._minutes, self._faction, before, self._limop, due.what)
        self.said = [*before, (self._faction, Roll(fallen.die)), *behind]

    def _opened(self) -> set[tuple[str, str]]:
        """The questions that are open to the player behind what has been said: their ids and words."""
        state = self._minutes.state
        walk = ask(state.position, self._faction, written(self.said, self._faction), self._limop)
        own = voices(state, self._seat)
        return {
            (asked.id, asked.prompt) for asked in walk.questions if asked.who in own and not asked.is_chance
        }

    def _insist_on_some_way_on(self, before: list[Said], behind: list[Said]) -> None:
        """Raise `Violation` where what stands behind a die is refused however it falls: nothing rolls."""
        refused: Violation | None = None
        for face in FACES:
            try:
                self._attempt([*before, (self._faction, Roll(face)), *behind])
                return
            except Violation as violation:
                if is_playable(violation):
                    return
                refused = refused or violation
        assert refused is not None
        raise refused


def roll_behind(minutes: Minutes, faction: Faction, before: list[Said], limop: bool, what: str) -> Fallen:
    """Write what was said before a die, and let it fall."""
    begun = minutes.state.begun
    if begun is None or begun.segments != written(before, faction):
        minutes.begin(faction, before, limop)
    return minutes.roll(what)


def others_first(asked: OtherAsked) -> Violation:
    """Why a seat cannot go on where another has to decide first."""
    why = f"{asked.who} decides first: {asked.prompt}"
    facts_told = ("say the move up to there; what follows is said behind the answer",)
    refusal = Refusal("missing-choice", asked.rule, why, facts_told)
    return Violation(refusal, faction=asked.who, asked=asked.prompt, clause=asked.at)
