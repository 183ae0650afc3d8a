"""Policies that play Factions of a game file: their moves, Pivotal Events and answers, as lines to add."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_cli.desk import GameDesk
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import player_of
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.move_prefixes import left_out_key
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.policies.moves import PivotalQuestions, SeatMove, choice
from fitl_core.policies.seat_policy import Policy
from fitl_core.proofs.decided import proven_lines
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event
from fitl_core.seat.sights import SeatSight, bare_sight, in_another_move
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion, Walk
from notation import Entry


class FilePolicies:
    """The policies of a game file by Faction. `others` answer for all other Factions in a policy's move."""

    def __init__(
        self, desk: GameDesk, policies: Mapping[Faction, Policy], others: Policy | None = None
    ) -> None:
        self._desk = desk
        self.held: frozenset[Faction] = frozenset(policies)
        answering = dict.fromkeys(Faction, others) if others is not None else {}
        self._policies: dict[Faction, Policy] = {
            faction: policy for faction, policy in {**answering, **policies}.items() if policy is not None
        }
        self._pivotal_questions = PivotalQuestions(self._sight_of, self._policies)
        self._fallen: list[tuple[str, str]] = []

    @property
    def replay(self) -> ReplayedGame:
        """The game as it stands."""
        replay = self._desk.game.replay
        assert replay is not None
        return replay

    def pivotal(self, state: State, faction: Faction) -> Event | None:
        """Return the decision of a Faction that may place its Pivotal Event; None if it lets it be."""
        return self._pivotal_questions.ask(state, faction)

    def move(self, faction: Faction) -> tuple[Entry, ...]:
        """Return the lines of a Faction's move, with its dice. Raises `PolicyFault` or `ProgramFault`."""
        self._fallen = []
        move = SeatMove(self._sight_of, faction, self._policies, self._roll)
        event = move.made()
        return tuple(proven_lines(faction, (*move.lines, event), self._fallen))

    def chosen(self, asked: OpenedQuestion) -> Clause | None:
        """Return an answer in a Non-player's move; None leaves the question out."""
        found = choice(self._sight_of, self._policies, Wanted("choice", asked.prompt, 0, asked=asked))
        return None if found == () else found

    def answered(self, walk: Walk, left_out: set[str]) -> Clause | None:
        """Return the answer of a policy to the first question in another Faction's move.

        If the question is left out, the result is None, and `left_out` gets its key. A required question gets
        its first answer then.
        """
        asked = walk.questions[0]
        sight = self._sight_of(player_of(walk.state.players, asked.who))
        move = Action(walk.faction, walk.action.segments, walk.limop)
        answer = self._policies[asked.who].answer(in_another_move(sight, asked.who, move, left_out))
        if answer is None and not asked.optional:
            answer = asked.answers(most=1)[0]
        if answer is None:
            left_out.add(left_out_key(len(walk.said), asked.id))
        return answer

    def _sight_of(self, factions: tuple[Faction, ...]) -> SeatSight:
        return bare_sight(self.replay, factions)

    def _roll(self, purpose: str, kind: str) -> int:
        die = self._desk.roll(purpose)
        self._fallen.append((kind, die.proof))
        return die.die
