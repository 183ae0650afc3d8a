"""Other programs with their records, in the same run: python-chess reads PGN, pokerkit replays hands.

Both come with `pip install '.[bench]'`; one that is not installed is left out.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random

from measure import Row, best

PLIES = 80
GAMES = 10
HANDS = 30


def peers(rounds: int) -> Iterator[Row]:
    """A row for each of the two that is installed."""
    for work in (_chess, _poker):
        try:
            yield work(rounds)
        except ImportError:
            continue


def _chess(rounds: int) -> Row:
    """Random games of chess, read from PGN to their last position; a move is an action."""
    import chess
    import chess.pgn

    dice = Random(1)
    texts, moves = [], 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < PLIES:
            board.push(dice.choice(list(board.legal_moves)))
        texts.append(str(chess.pgn.Game.from_board(board)))
        moves += len(board.move_stack)

    def read() -> None:
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None and not game.errors
            game.end().board()

    return Row(f"python-chess {chess.__version__} reads PGN", moves, "moves", best(read, rounds))


def _poker(rounds: int) -> Row:
    """Random hands of Hold'em, replayed from their history; a deal, a bet and a show are actions."""
    from importlib.metadata import version

    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    by_hand = ("BOARD_DEALING", "HOLE_DEALING", "RUNOUT_COUNT_SELECTION")
    by_itself = tuple(each for each in Automation if each.name not in by_hand)
    game = NoLimitTexasHoldem(by_itself, True, 0, (1, 2), 2)
    dice = Random(1)
    texts, actions = [], 0
    for _ in range(HANDS):
        state = game((200,) * 4, 4)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_fold() and dice.random() < 0.15:
                state.fold()
            elif state.can_complete_bet_or_raise_to() and dice.random() < 0.1:
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        history = HandHistory.from_game_state(game, state)
        texts.append(history.dumps())
        actions += len(history.actions)

    def replay() -> None:
        for text in texts:
            for _ in HandHistory.loads(text):
                pass

    return Row(f"pokerkit {version('pokerkit')} replays hands", actions, "actions", best(replay, rounds))
