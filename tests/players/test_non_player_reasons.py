"""Why a Non-player acted, in sentences (section 8), and the table of measures behind them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from non_player_table import table
from players.arvn_decides import in_phase

from fitl_core.facts.factions import NVA
from fitl_core.facts.non_player_measures import measure_at, measures
from fitl_core.facts.non_player_node_words import node_aims, node_words
from fitl_core.players import non_players
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.board_measures import BOARD_MEASURES, board_measure
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.decision_reasons import reasons
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.random_games import cup, mixed_game
from fitl_core.players.non_players.trace import TraceCandidate, TraceStep, with_word
from fitl_core.players.non_players.trace_words import trace_lines
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup

MODULES = Path(str(non_players.__file__)).parent
NODE = re.compile(r"8\.\d\.\d/(do|sa|if)-\d")
CHOICES_OF_ACTIVITIES = {"8.8.4/sa-2", "8.8.7/sa-1"}
"""The nodes that pick a Special Activity: its name stands in the reason, with its own aim before it."""
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
    """The best figure stands against the next one, and whether others are further off; all are named."""
    trace = (
        narrowed("8.5.1/do-2 a", ("Hue", 2), ("Kontum", 1), ("Da Nang", 0)),
        picked("8.5.1/do-2", "Hue"),
    )
    sentence = "Hue before Kontum and Da Nang: higher Population, 2 against 1 or less (8.5.1/do-2)."
    assert reasons("8.5.1", trace) == ["Terror (8.5.1).", f"Terror where it shifts a space. {sentence}"]


def test_8_1_3_a_condition_needs_no_figures() -> None:
    """A measure with two results is named as the condition that the picked space meets."""
    trace = (narrowed("8.8.5/do-1 a", ("Hue", 1), ("Kontum", 0)), picked("8.8.5/do-1", "Hue"))
    assert reasons("8.8.5", trace)[1].endswith(". Hue before Kontum: at Support (8.8.5/do-1).")


def test_8_1_3_the_lowest_figure_may_be_the_best() -> None:
    """Figures that are compared from below are shown as they are on the board."""
    step = narrowed("8.8.7/do-4 fewest Police", ("Hue", -1), ("Kontum", -3))
    sentence = "Hue before Kontum: fewer Police, 1 against 3 (8.8.7/do-4)."
    assert reasons("8.8.7", (step, picked("8.8.7/do-4", "Hue")))[1].endswith(sentence)
    assert trace_lines((step,)) == ["8.8.7/do-4 fewest Police: fewer Police: Hue 1 | Kontum 3: "]


def test_8_2_dice_are_named_with_the_candidates_that_they_decided_among() -> None:
    """A pick by dice names the equal candidates."""
    trace = (picked("8.8.7/do-1", "Hue", "Hue", "Kontum", dice=(2, 1)),)
    assert reasons("8.8.7", trace)[1].endswith(". Hue before Kontum: by dice, {2 1} (8.8.7/do-1).")


def test_8_1_a_step_says_what_it_is_for() -> None:
    """A step begins with its aim, and a candidate without another one is named in its order."""
    only, diced = picked("8.8.7/do-1", "Hue"), picked("8.8.7/do-1", "Kontum", "Kontum", "Hue", dice=(2, 1))
    assert reasons("8.8.7", (only,))[1:] == ["Place Irregulars: Hue (8.8.7/do-1)."]
    assert reasons("8.8.7", (diced, only, picked("8.8.7/do-4", "Hue")))[1:] == [
        "Place Irregulars. Kontum before Hue: by dice, {2 1} (8.8.7/do-1).",
        "Then Hue (8.8.7/do-1).",
        "Place 1 Police: Hue (8.8.7/do-4).",
    ]


def test_8_7_7_a_node_with_several_aims_names_each() -> None:
    """Redeployment has one node; each of its sentences in the rulebook is an aim of the trace."""
    aims = [TraceStep(step="aim", rule="8.7.7", node="8.7.7", result=aim) for aim in ("Troops", "Police")]
    trace = (aims[0], picked("8.7.7", "Hue"), aims[1], picked("8.7.7", "Saigon"))
    assert reasons("8.7.7", trace)[1:] == ["Troops: Hue (8.7.7).", "Police: Saigon (8.7.7)."]


def test_8_7_3_the_spaces_that_pieces_leave_are_called_so() -> None:
    """An origin has the word "from"; the other candidates need it not."""
    step = with_word(narrowed("8.7.3/do-2 most cubes", ("Hue", 2), ("Kontum", 1)), "from")
    sentence = "From Hue before Kontum: more cubes to send, 2 against 1 (8.7.3/do-2)."
    assert reasons("8.7.3", (step, with_word(picked("8.7.3/do-2", "Hue"), "from")))[1].endswith(sentence)


def test_8_5_1_why_there_is_no_special_activity_is_told() -> None:
    """A Special Activity that is impossible is named where the next one was tried."""
    note = TraceStep(step="note", rule="8.5.1", node="8.5.1/sa-1", result="nothing can be Taxed")
    assert reasons("8.5.1", (note, picked("8.5.1/sa-2", "Hue")))[1:] == [
        "Nothing can be Taxed (8.5.1/sa-1).",
        "Subvert: Hue (8.5.1/sa-2).",
    ]


def test_8_7_6_a_phase_in_which_nothing_can_be_done_says_so() -> None:
    """A Faction that Passes in a phase of the Coup Round has a reason."""
    passed = in_phase("support-arvn", "Hue 2at ap PO terror 1; ARVN 5")
    assert reasons(passed.node, passed.d.trace) == ["Pacify (8.7.6).", "Nothing can be done: Pass (8.7.6)."]


def test_8_1_1_an_operation_without_a_condition_of_its_own() -> None:
    """An Operation that the flow reaches last is chosen because no condition before it held."""
    trace = (TraceStep(step="test", rule="8.8.3", node="8.8.3/if-1", facts=("nowhere",), result="no"),)
    assert reasons("8.8.7", trace) == ["Train, because no condition before it held (8.8.7)."]


def test_8_4_1_why_there_is_no_event_comes_first() -> None:
    """An Event that is declined, or that would change nothing, is named before the action, with the cause."""
    note = TraceStep(step="note", rule="8.8.6", node="8.8.6", result="declines the Event", facts=("a rifle",))
    assert reasons("8.8.7", (note,)) == ["No Event: a rifle (8.8.6).", "Train (8.8.7)."]
    test = TraceStep(step="test", rule="8.5.2", node="8.5.2/if-3", result="no", facts=("no change",))
    assert reasons("8.5.1", (test,))[0] == "No Event: no change (8.5.2/if-3)."


def test_8_1_1_the_operations_that_were_impossible_come_first() -> None:
    """A chain of impossible Operations is told from its beginning, before the action to which it leads."""
    notes = [
        TraceStep(step="note", rule=node[:5], node=node, result=f"no {verb} is possible")
        for node, verb in (("8.5.4/none", "March"), ("8.5.5/none", "Attack"))
    ]
    told = reasons("8.5.3", (*notes, picked("8.5.3/do-1", "Hue")))
    assert told[:2] == ["No March is possible (8.5.4/none).", "No Attack is possible (8.5.5/none)."]


def test_8_6_1_what_was_taken_back_is_no_reason() -> None:
    """The steps of an Operation that proves impossible stand in the trace as taken back."""
    d = Decider(table("Ple 4ng; played 41; next 68; eligible NVA"), NVA, CONDUCT)
    d.note("8.6.1/sa-1", "Bombard instead")
    d.take_back(d.walk, 0)
    assert reasons("8.6.5", d.trace) == ["March (8.6.5)."]
    assert trace_lines(tuple(d.trace)) == ["8.6.1/sa-1: Bombard instead [taken back]"]


@pytest.mark.parametrize("seed", [3, 19])
def test_8_1_3_every_measure_and_step_of_a_game_has_words(seed: int) -> None:
    """No step narrows by a measure that the table lacks, and each step that picks has an aim."""
    dice = Dice(seed)
    setup, deck = deal(Setup("medium", players=()), dice)
    nodes, steps = set(), set()
    for step in mixed_game(setup, deck, dice, cards=8):
        faction = getattr(step.event, "faction", None)
        if faction is not None and type(step.event).__name__ == "Action":
            trace = decide(step.before, faction, cup(Dice(seed))).trace
            nodes |= {one.node for one in trace if one.step == "narrow"}
            steps |= {one.node.partition(" ")[0] for one in trace if one.step == "pick" and "/" in one.node}
    assert nodes and [node for node in nodes if measure_at(node) is None] == []
    assert {step for step in steps - set(node_aims()) if "/if" not in step} <= CHOICES_OF_ACTIVITIES


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


def test_8_4_the_priorities_of_events_have_words() -> None:
    """Each letter of a priority for Events that the code names stands in the table of measures."""
    named = [found for file in MODULES.rglob("*.py") for found in _event_letters(ast.parse(file.read_text()))]
    assert len(named) > 10
    assert [letter for letter in named if measure_at(f"8.5.2/if-3 {letter}") is None] == []


def _event_letters(module: ast.Module) -> Iterator[str]:
    """Yield each text that begins a pair of a letter and its figure: "8.4.4 Bases"."""
    for pair in ast.walk(module):
        if isinstance(pair, ast.Tuple) and len(pair.elts) == 2 and isinstance(pair.elts[0], ast.Constant):
            letter = str(pair.elts[0].value)
            if re.fullmatch(r"8\.4\.\d [A-Za-z ]+", letter):
                yield letter


def _bare_letters(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each node that stands as text in a call that picks, with each letter alone that follows it."""
    for call in ast.walk(module):
        if not isinstance(call, ast.Call) or getattr(call.func, "attr", "") not in PICKING:
            continue
        texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
        if texts and NODE.fullmatch(str(texts[0])):
            yield from [(str(texts[0]), letter) for letter in texts[1:] if isinstance(letter, str)]
