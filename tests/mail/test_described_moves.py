"""Sentences compared with moves: the same move, another one, or nothing certain."""

from __future__ import annotations

import pytest

import notation
from fitl_core.game.files import Game, play_log, read_log
from fitl_core.mail.described_moves import (
    LONGEST_COMPARED,
    MOST_COMPARED,
    Descriptions,
    is_same_move,
    proposed_moves,
)
from fitl_core.record.events import Event
from fitl_core.state.state import State

HEADER = '[FITL "2"]\n[Rules "original"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'


def game_of(lines: str = "VC event shaded") -> Game:
    """A game after these lines: NVA is to act."""
    return play_log(read_log(f"{HEADER}{lines}\n".encode(), "game.fitl"))


def position(game: Game) -> State:
    """The position of a game."""
    assert game.replay is not None
    return game.replay.state


def action(line: str) -> Event:
    """The event of a line."""
    event = notation.read_line(line).event
    assert event is not None
    return event


def compare(sentence: str, *moves: str, game: Game | None = None) -> bool | None:
    """Compare a sentence with moves."""
    return Descriptions(game or game_of()).compare(sentence, [action(move) for move in moves])


RALLY, BOTH = "NVA rally NVn+2ng", "NVA rally NVn+2ng, CLa+2ng"


@pytest.mark.parametrize(
    ("sentence", "moves", "expected"),
    [
        ("NVA rallies in North Vietnam with 2 guerrillas.", (RALLY,), True),
        ("I rally in North Vietnam with two guerrillas:", (RALLY,), True),
        ("I rally in North Vietnam with two guerrillas:", ("NVA rally CLa+2ng", RALLY), True),
        ("Rally in Central Laos and North Vietnam, two guerrillas each.", (BOTH,), True),
        ("I rally in North Vietnam with one guerrilla:", (RALLY,), False),
        ("I rally in Central Laos with two guerrillas.", (RALLY,), False),
        ("We pass.", (RALLY,), False),
        ("The north will rise!", (RALLY,), None),
        ("Hello, Bo.", (RALLY,), None),
        ("NVA pass", (), None),
    ],
)
def test_a_sentence_is_of_the_move_or_of_another(
    sentence: str, moves: tuple[str, ...], expected: bool | None
) -> None:
    """A sentence fits one of the moves, or certainly none of them, or says nothing of a move."""
    assert compare(sentence, *moves) is expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Terror in Hue this time!",
        "NVA rallies in North Vietnam, two of them.",
        "NVA rallies, says Ann, in Central Laos",
    ],
)
def test_an_uncertain_reading_says_nothing(sentence: str) -> None:
    """A reading with assumptions may be of anything, so it does not make a mail doubtful."""
    proposals = proposed_moves(game_of(), sentence)
    assert proposals and not any(one.certain for one in proposals)
    assert compare(sentence, RALLY) is None


@pytest.mark.parametrize("sentence", ["Rally in North Vietnam with two guerrillas.", "NVA rally NVn+2ng"])
def test_a_part_of_a_move_is_no_other_move(sentence: str) -> None:
    """Nobody has to describe his whole move. A part with another number is another move."""
    assert compare(sentence, BOTH) is None
    assert compare(sentence.replace("two", "one").replace("2ng", "ng"), BOTH) is False


@pytest.mark.parametrize("first", ["VC terror Hue", "NVA rally Sai+2ng", "US train Sai+2ui"])
def test_a_move_that_is_not_legal_here_is_not_compared(first: str) -> None:
    """The moves of a later mail are of a later position. A move that is illegal is refused anyway."""
    assert compare("I rally in North Vietnam with one guerrilla:", first) is None
    assert compare("I rally in North Vietnam with one guerrilla:", RALLY, first) is False


@pytest.mark.parametrize("filler", ["So", "In words:", "Thus,", "OK,", "that is:", "Here"])
def test_fillers_in_front_of_a_description(filler: str) -> None:
    """A filler in front has no part in the description."""
    assert compare(f"{filler} NVA rallies in North Vietnam with one guerrilla.", RALLY) is False
    assert compare(f"{filler} NVA rallies in North Vietnam with two guerrillas.", RALLY) is True


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Two guerrillas in North Vietnam:", True),
        ("North Vietnam, 2 guerrillas.", True),
        ("One guerrilla in North Vietnam:", None),
        ("Greetings from North Vietnam:", None),
    ],
)
def test_a_description_without_a_verb(sentence: str, expected: bool | None) -> None:
    """It counts if it describes the move with the move's verb in front; else it may be about anything."""
    assert compare(sentence, RALLY) is expected


@pytest.mark.parametrize("sentence", ["VC attacks Pleiku, rolling 6.", "VC attacks Pleiku, the die shows 6"])
def test_dice_are_compared_if_both_have_some(sentence: str) -> None:
    """A line may lack the die that its description has, and a description the die of its line."""
    game = game_of("")
    assert compare(sentence, "VC attack Ple {6}", game=game) is True
    assert compare(sentence, "VC attack Ple {1}", game=game) is False
    assert is_same_move(position(game), "VC attack Ple {6}", action("VC attack Ple"))
    assert is_same_move(position(game), "VC attack Ple", action("VC attack Ple {1}"))
    assert not is_same_move(position(game), "VC attack Ple", action("VC attack QTr {1}"))


def test_the_first_short_sentences_are_compared() -> None:
    """Each comparison takes time, so a reply has a few, and none of a long sentence."""
    described = "I rally in North Vietnam with one guerrilla"
    events = [action(RALLY)]
    descriptions = Descriptions(game_of())
    assert [descriptions.compare(described, events) for _ in range(MOST_COMPARED + 1)] == [
        *[False] * MOST_COMPARED,
        None,
    ]
    padded = described + " " * (LONGEST_COMPARED - len(described))
    assert Descriptions(game_of()).compare(padded, events) is False
    assert Descriptions(game_of()).compare(f"{padded} ", events) is None
