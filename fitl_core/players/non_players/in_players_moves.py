"""Choices of Non-players within a player's move: in the player's Event (8.4.1, 8.4.4), or after a lasting
card.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.move_prefixes import OtherAsked, Outcome, left_out_key, playable_prefix
from fitl_core.players.non_players.ambushed_column import RULE as AMBUSHED_COLUMN
from fitl_core.players.non_players.ambushed_column import let_nva_remove
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.instruction_steps import carry_out
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.others import choice_of_another
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.reading.meanings import answers_only
from fitl_core.record.clauses import Option, Roll, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.state.state import State
from fitl_core.underway import Underway
from fitl_core.walks import OpenedQuestion, Walk, ask
from notation.writer import write_clause

_THEIRS: tuple[Any, Any] = ("", "theirs")
"""Marks a place in a move where Non-players had answered. They decide again there."""
_ASKED: tuple[Any, Any] = ("", "asked")
"""Marks a place in a move where a Non-player is asked now."""


class PlayersMove:
    """A player's action in which Non-players answer their questions. Their earlier answers are left out.

    `said` is the action so far. `decider` has the decisions made for it. `left_out` are the questions that
    Non-players left unanswered. `asked` are the Factions that were asked, in order.
    """

    def __init__(self, state: State, faction: Faction, limop: bool = False) -> None:
        self._without = non_players(state.players)
        self._begun = Action(faction, (), limop)
        self._said: list[Any] = []
        self._asked_at = 0
        self._settled = 0
        self.decider: Decider = Decider(state, faction, CONDUCT)
        self.left_out: set[str] = set()
        self.asked: dict[Faction, None] = {}

    @classmethod
    def of(cls, state: State, move: Action, at: int | None = None) -> PlayersMove:
        """Return a written action in which Non-players must still answer: at the marks, or after `at`
        clauses.

        Raises `Violation` for a false statement in the move.
        """
        players_move = cls(state, move.faction, move.limop)
        said = spoken(move.segments, move.faction)
        if said:
            said = answers_only(partial(Underway, state, move.faction, move.limop), said)
        players_move._said, players_move._asked_at = players_move._players_only(said, at), at or 0
        return players_move

    def extend(self, said: Sequence[Said]) -> None:
        """Replace the action by a longer one of the player."""
        self._said = list(said)
        self._settled = len(self._said)

    def _players_only(self, said: Sequence[Said], at: int | None) -> list[Any]:
        """Return the clauses of the players and the dice, with marks where Non-players must answer."""
        clauses: list[Any] = []
        for place, (who, clause) in enumerate(said):
            if place == at:
                clauses.append(_ASKED)
            if who not in self._without or isinstance(clause, Roll):
                clauses.append((who, clause))
            elif clauses[-1:] != [_THEIRS]:
                clauses.append(_THEIRS)
        return [*clauses, _ASKED] if at == len(said) else clauses

    @property
    def said(self) -> list[Said]:
        """The action so far, each clause with the Faction that answers."""
        return [one for one in self._said if one not in (_THEIRS, _ASKED)]

    @property
    def _is_marked(self) -> bool:
        return _THEIRS in self._said or _ASKED in self._said

    @property
    def action(self) -> Action:
        """The action so far in its written form."""
        faction, limop = self._begun.faction, self._begun.limop
        return Action(faction, written(self.said, faction), limop)

    def next_stop(self) -> Outcome | None:
        """Return the next stop: a question to a Non-player, a die, or the end of the action. None if it is
        refused.
        """
        players = [faction for faction in Faction if faction not in self._without]
        state, settled = self.decider.start, self._settled
        stop = playable_prefix(state, self._begun, self._said, players, self.left_out, settled)
        if stop is None and self._is_marked:
            self._said = self.said  # no question reaches the Non-players at the marks
            return self.next_stop()
        return stop

    @property
    def walk(self) -> Walk:
        """The walk after the clauses so far."""
        action = self.action
        return ask(self.decider.start, action.faction, action.segments, action.limop)

    def split_questions(self, walk: Walk) -> tuple[list[OpenedQuestion], OtherAsked | None]:
        """Return the player's questions that come before the next question to a Non-player, and that
        question.
        """
        stop = self.next_stop()
        asked = stop if isinstance(stop, OtherAsked) else None
        own: list[OpenedQuestion] = []
        for one in walk.questions:
            if asked is not None and (one.who, one.id) == (asked.who, asked.id):
                break
            if one.who not in self._without:
                own.append(one)
        return own, asked

    def answer_all(self, to_end: bool = True) -> Deciding[None]:
        """Let Non-players answer all questions to them up to the end, or only those at the marks."""
        while (to_end or self._is_marked) and isinstance(asked := self.next_stop(), OtherAsked):
            yield from self.answer(asked)

    def answer(self, asked: OtherAsked) -> Deciding[None]:
        """Let Non-players answer from a question on, up to the next question of a player. Or mark it as left
        out.
        """
        d, at = self.decider, asked.at
        self.asked[asked.who] = None
        before, rest = self._said[:at], _Rest(self._said[at:], self._without)
        d.walk = ask(d.start, d.faction, written(before, d.faction), self._begun.limop)
        deciding = self._deciding(asked)
        given: Any = None
        while True:
            try:
                wanted = deciding.send(given)
            except StopIteration:
                break
            rest.pass_by(d.walk.said[at:])
            given = rest.next_for(wanted)
            if given is None:
                given = yield wanted
        answers = d.walk.said[at:]
        rest.pass_by(answers)
        if rest.said[:1] == [_ASKED] and self._asked_at < at + len(answers):
            rest.said.pop(0)  # the question was answered on the way
        if not answers:
            self.left_out.add(left_out_key(at, asked.id))
        self._said = [*before, *answers, *rest.said]
        self._settled = at + len(answers)
        while isinstance(stop := self.next_stop(), OtherAsked) and stop.at < self._settled:
            self.left_out.add(left_out_key(stop.at, stop.id))  # these questions were skipped on the way

    @property
    def node(self) -> str:
        """The rule that decides: how an Event is carried out, or which pieces an Operation loses."""
        return "8.4" if Verb("event") in [clause for _, clause in self._said] else "8.1.2"

    def _deciding(self, asked: OtherAsked) -> Deciding[None]:
        d = self.decider
        if self.node == "8.4":
            run = Execution(d, d.start.card or 0, self._side(), self.node)
            run.of_a_player = run.passes = True
            return carry_out(run)
        return let_nva_remove(d) if asked.rule == AMBUSHED_COLUMN else _lose(d, asked)

    def _side(self) -> Side:
        """Return the side of the Event that is executed."""
        card = cards()[self.decider.start.card or 0]
        shaded = card.sides == "dual" and Option("shaded") in [clause for _, clause in self.said]
        return "shaded" if shaded else "unshaded"


def _lose(d: Decider, asked: OtherAsked) -> Deciding[None]:
    """Choose the pieces that a player's Operation loses to a Non-player's lasting Event."""
    assert d.walk is not None
    question = next(one for one in d.walk.questions if one.id == asked.id)
    clause = yield from choice_of_another(d.start, question, d.walk.said)
    d.note_pick("8.1.2", write_clause(clause), "enemy pieces in their order")
    d.walk = d.walk.say(clause, question.who)


def first_asked(state: State, move: Action) -> Faction | None:
    """Return the first Non-player that a player's action asks, if any."""
    if not non_players(state.players):
        return None
    stop = PlayersMove.of(state, move).next_stop()
    return stop.who if isinstance(stop, OtherAsked) else None


class _Rest:
    """The rest of a move after the place where a Non-player decides. The Non-player may use parts of it."""

    def __init__(self, said: list[Any], without: Collection[Faction]) -> None:
        self.said = said[1:] if said[:1] in ([_THEIRS], [_ASKED]) else said
        self._without = without
        self._passed = 0
        self._taken = 0

    def next_for(self, wanted: Wanted) -> Any:
        """Return the next die or choice of the player if it is the wanted one, else None."""
        if not self.said:
            return None
        who, clause = self.said[0]
        if wanted.kind == "move" and isinstance(clause, Roll):
            self.said.pop(0)
            return (clause.die,)
        asked = wanted.asked
        if asked is None or who is not asked.who or not asked.accepts(clause):
            return None
        self._taken += 1
        return self.said.pop(0)[1]

    def pass_by(self, answers: Sequence[Said]) -> None:
        """Drop the clauses of the rest that the new answers have already covered, such as forced ones."""
        new, self._passed = answers[self._passed :], len(answers)
        for one in new:
            while self.said[:1] == [_THEIRS]:
                self.said.pop(0)
            is_players = one[0] not in self._without and not isinstance(one[1], Roll)
            if is_players and self._taken:
                self._taken -= 1
            elif is_players and self.said[:1] == [one]:
                self.said.pop(0)
        while self.said[:1] == [_THEIRS]:
            self.said.pop(0)
