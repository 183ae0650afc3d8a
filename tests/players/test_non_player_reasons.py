"""Why a Non-player acted, in sentences (section 8), and the table of measures behind them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fitl_core.facts.non_player_measures import measure_at, measures
from fitl_core.facts.non_player_node_words import node_words
from fitl_core.players import non_players
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.board_measures import BOARD_MEASURES, board_measure
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.decision_reasons import reasons
from fitl_core.players.non_players.random_games import cup, mixed_game
from fitl_core.players.non_players.trace import TraceCandidate, TraceStep
from fitl_core.players.non_players.trace_words import trace_lines
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup

MODULES = Path(str(non_players.__file__)).parent
NODE = re.compile(r"8\.\d\.\d/(do|sa|if)-\d")
PICKING = ("pick", "pick_space", "narrow_spaces", "serve", "bring")


def narrowed(node: str, *figures: tuple[str, int]) -> TraceStep:
    """Return the step in which a measure decides among candidates."""
    return TraceStep(
        step="narrow", rule=node, node=node, candidates=tuple([TraceCandidate(*one) for one in figures])
    )


def picked(node: str, where: str, *tied: str, dice: tuple[int, ...] = ()) -> TraceStep:
    """Return the step in which a candidate is picked."""
    among = tuple([TraceCandidate(name, 0) for name in tied])
    return TraceStep(step="pick", rule=node, node=node, result=where, candidates=among, dice=dice)


def test_8_1_3_a_measure_that_decides_is_named_with_its_figures() -> None:
    """The best figure stands against the next one; the others are named, or counted if there are many."""
    trace = (
        narrowed("8.5.1/do-2 a", ("Hue", 2), ("Kontum", 1), ("Da Nang", 0)),
        picked("8.5.1/do-2", "Hue"),
    )
    sentence = "Hue before Kontum and Da Nang: higher Population, 2 against 1 (8.5.1/do-2)."
    assert reasons("8.5.1", trace) == ["Terror (8.5.1).", sentence]


def test_8_1_3_a_condition_needs_no_figures() -> None:
    """A measure with two results is named as the condition that the picked space meets."""
    trace = (narrowed("8.8.5/do-1 a", ("Hue", 1), ("Kontum", 0)), picked("8.8.5/do-1", "Hue"))
    assert reasons("8.8.5", trace)[1] == "Hue before Kontum: at Support (8.8.5/do-1)."


def test_8_1_3_the_lowest_figure_may_be_the_best() -> None:
    """Figures that are compared from below are shown as they are on the board."""
    step = narrowed("8.8.7/do-4 fewest Police", ("Hue", -1), ("Kontum", -3))
    sentence = "Hue before Kontum: fewer Police, 1 against 3 (8.8.7/do-4)."
    assert reasons("8.8.7", (step, picked("8.8.7/do-4", "Hue")))[1] == sentence
    assert trace_lines((step,)) == ["8.8.7/do-4 fewest Police: fewer Police: Hue 1 | Kontum 3: "]


def test_8_2_dice_are_named_with_the_candidates_that_they_decided_among() -> None:
    """A pick by dice names the equal candidates."""
    trace = (picked("8.8.7/do-1", "Hue", "Hue", "Kontum", dice=(2, 1)),)
    assert reasons("8.8.7", trace)[1] == "Hue before Kontum: by dice, {2 1} (8.8.7/do-1)."


def test_8_1_a_choice_without_another_candidate_is_no_reason() -> None:
    """The only candidate needs no sentence."""
    assert reasons("8.8.7", (picked("8.8.7/do-1", "Hue"),)) == ["Train (8.8.7)."]


def test_8_1_1_an_operation_without_a_condition_of_its_own() -> None:
    """An Operation that the flow reaches last is chosen because no condition before it held."""
    trace = (TraceStep(step="test", rule="8.8.3", node="8.8.3/if-1", facts=("nowhere",), result="no"),)
    assert reasons("8.8.7", trace) == ["Train, because no condition before it held (8.8.7)."]


def test_8_4_1_an_event_that_is_declined_is_named() -> None:
    """A Non-player says why it does not play the Event."""
    declined = TraceStep(step="note", rule="8.8.6", node="8.8.6", result="declines the Event")
    assert reasons("8.8.7", (declined,)) == ["Train (8.8.7).", "It declines the Event (8.8.6)."]


@pytest.mark.parametrize("seed", [3, 19])
def test_8_1_3_every_measure_of_a_game_has_words(seed: int) -> None:
    """No step narrows by a measure that the table lacks; a condition has no figures above its own."""
    dice = Dice(seed)
    setup, deck = deal(Setup("medium", players=()), dice)
    nodes = set()
    for step in mixed_game(setup, deck, dice, cards=8):
        faction = getattr(step.event, "faction", None)
        if faction is not None and type(step.event).__name__ == "Action":
            trace = decide(step.before, faction, cup(Dice(seed))).trace
            nodes |= {one.node for one in trace if one.step == "narrow"}
    assert nodes and [node for node in nodes if measure_at(node) is None] == []


def test_8_1_3_the_measures_belong_to_nodes_of_section_8() -> None:
    """A measure names nodes that exist, or a letter in words; it has one kind of words."""
    for place, measure in measures().items():
        node = place.partition(" ")[0]
        assert not node.startswith(("8.5", "8.6", "8.7", "8.8")) or node in node_words(), place
        assert sum(map(bool, (measure.more, measure.less, measure.condition))) == 1, measure


def test_8_1_3_a_letter_alone_names_a_measure_of_the_board() -> None:
    """Each letter that a node gives without a figure has one in the table of measures of the board."""
    bare = [found for file in MODULES.rglob("*.py") for found in _bare_letters(ast.parse(file.read_text()))]
    assert len(bare) > 5
    for node, letter in bare:
        assert callable(board_measure(node, letter)), (node, letter)


def test_8_1_3_every_measure_of_the_board_has_words() -> None:
    """The names of the functions are those of the table of words."""
    assert set(BOARD_MEASURES) <= {measure.name for measure in measures().values()}


def _bare_letters(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each node that stands as text in a call that picks, with each letter alone that follows it."""
    for call in ast.walk(module):
        if not isinstance(call, ast.Call) or getattr(call.func, "attr", "") not in PICKING:
            continue
        texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
        if texts and NODE.fullmatch(str(texts[0])):
            yield from [(str(texts[0]), letter) for letter in texts[1:] if isinstance(letter, str)]
