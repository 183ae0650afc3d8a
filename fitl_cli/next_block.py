"""The work of a moderator after each move: turn up the next card, let Non-players act, write the block."""

from __future__ import annotations

from fitl_cli.desk import GameDesk
from fitl_core.errors import FitlError
from fitl_core.mail.automatic_lines import headed, non_players_move
from fitl_core.mail.deadlines import deadline_words
from fitl_core.mail.turn_words import turn_lines
from fitl_core.mail.turns import TurnSummary, summarize_turn
from fitl_core.players.non_players.decide import next_non_player
from fitl_core.proofs.dealer import next_card
from fitl_core.record.clauses import Clause
from fitl_core.rules.pivotal import holding
from fitl_core.rules.waiting import next_step
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion

MOST_MOVES = 50
"""The most cards and moves of Non-players in a row."""


class _PlayerAsked(FitlError):
    """A player decides within a Non-player's move: nobody here can answer."""


def go_on(desk: GameDesk) -> str:
    """Turn up due cards and let Non-players act until a player is asked; else return the reason."""
    for _ in range(MOST_MOVES):
        assert desk.game.replay is not None
        state = desk.game.replay.state
        waits = next_step(state)
        try:
            if waits.what in ("card", "reveal"):
                if desk.dealer is None:
                    return "a card is due: turn it up (fitl play FILE 'next #N'), or use --secret"
                desk.put(headed(state, next_card(desk.dealer, desk.game.log.sound.log)))
            elif waits.what in ("over", "nothing") or holding(state) or next_non_player(state) is None:
                return ""
            else:
                _act(desk)
        except FitlError as error:
            return str(error)
    return ""


def _act(desk: GameDesk) -> None:
    """Let the Non-player to act move by section 8."""
    assert desk.game.replay is not None
    desk.begin()
    done = non_players_move(desk.game.replay, desk.roll, _nobody_answers)
    if not done.entries:
        raise _PlayerAsked(
            f"{done.decided.decision.faction} cannot decide by the dice lines before: fitl play FILE"
        )
    desk.put(done.entries)


def _nobody_answers(asked: OpenedQuestion) -> Clause | None:
    raise _PlayerAsked(f"{asked.who} decides within a Non-player's move ({asked.prompt}): fitl play FILE")


def block(desk: GameDesk) -> tuple[TurnSummary, State]:
    """Return the turn to send, with its position."""
    game = desk.game
    assert game.replay is not None
    return summarize_turn(
        game.log.name, game.replay, deadline=deadline_words(game.log.sound.log)
    ), game.replay.state


def block_lines(desk: GameDesk) -> list[str]:
    """Return the block to send, as `fitl turn` prints it."""
    return list(turn_lines(*block(desk)))
