"""Canonical actions: what the rules ask for, in place of what a player typed."""

from __future__ import annotations

import pytest
from strict_reader import read_nothing

import notation
from fitl_core import Action, FitlError, State, play, start
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play_as_asked
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.proofs.proof_lines import dice_of
from fitl_core.proofs.purposes import prompts
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import spoken
from fitl_core.strict_play import carry_out
from fitl_core.testing.typed_wordings import typed_otherwise
from fitl_core.wording.canonical_form import LONGEST_TYPED, canonical_action, typed_beside

RICH = "ARVN 20; NVA 20; VC 20; aid 20; patronage 20; econ 15"
WORDED = [
    ("Sai ap; played 68", "ARVN train Sai+6at ARVN-3", "ARVN train Sai+6at"),
    ("Ple 4at 2ap vb; played 68", "ARVN assault aid+6 Ple", "ARVN assault Ple"),
    ("Sai ap; QTr 30at; played 68", "ARVN train QTr-6at, Sai+6at", "ARVN train Sai+6at<QTr"),
    (
        "AnL 2at PS; Sai 2at; played 68",
        "ARVN train Sai | govern AnL aid+3",
        "ARVN train Sai | govern AnL aid",
    ),
    ("QNa 2ut; played 1", "US patrol QNa>HuDN:2ut HuDN>DaN:2ut", "US patrol QNa>HuDN>DaN:2ut"),
    ("Hue 3ut nt ng* vg*; played 1", "US assault Hue-ng* Hue-vg* Hue-nt", "US assault Hue-ng*-vg*-nt"),
    ("KPh ap; eligible US; played 68", "US event unshaded KPh+2ar KPh+ar", "US event unshaded KPh+3ar"),
    ("eligible US; played 97", "US event unshaded patronage-4 ARVN+4", "US event unshaded patronage"),
    ("Sai at ap 6vg; played 107", "VC attack Sai-at Sai-ap {1}", "VC attack Sai {1} Sai-at-ap"),
    (
        "Hue at 6vg; Sai at 6vg; played 107",
        "VC attack Sai-at {1}, Hue-at {2}",
        "VC attack Sai {1} Sai-at, Hue {2} Hue-at",
    ),
    (
        "Hue 3vg; eligible US; played 81",
        "US event unshaded Hue-2vg+2ap {2}",
        "US event unshaded {2} Hue-2vg+2ap",
    ),
    ("Tay 2ut 3vg; played 107", "VC attack Tay-ut>casualties {2}", "VC attack Tay {2} Tay-ut"),
    ("Tay 2vg; played 107", "VC terror Tay=PO Tay:terror+1 VC-1 Tay", "VC terror Tay"),
    (
        "Tay 3ng vg AO; played 55",
        "NVA rally Tay+ng | infiltrate Tay-vg+ng Tay=PO",
        "NVA rally Tay+ng | infiltrate Tay-vg+ng",
    ),
]
"""Positions, moves as people type them, and the moves that the rules ask for."""


def action_of(line: str) -> Action:
    event = notation.read_line(line).event
    assert isinstance(event, Action)
    return event


def position(parts: str) -> State:
    text = f'[FITL "2"]\n[Scenario "full"]\n[Position "{parts}; {RICH}; next 2"]\n'
    return start(notation.setup_of(notation.read(text).log)).state


@pytest.mark.parametrize(("parts", "typed", "asked"), WORDED)
def test_a_typed_move_has_one_canonical_action(
    parts: str, typed: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same position, effects and dice; it is its own canonical action and needs no reader."""
    state, move, wanted = position(parts), action_of(typed), action_of(asked)
    step = play(state, move)
    assert play_as_asked(state, move) == (wanted, step)
    assert canonical_action(state, move) == wanted == canonical_action(state, wanted)
    assert dice_of(wanted) == dice_of(move) and list(prompts(state, wanted)) == list(prompts(state, move))
    read_nothing(monkeypatch)
    assert play(state, wanted) == step
    with pytest.raises(FitlError):
        play(state, move)


def test_moves_of_random_games_keep_their_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed in other orders and with statements: played at once, with the same dice for the same purposes."""
    found: list[tuple[State, Action, Action]] = []
    for seed, scenario in enumerate(("short", "medium", "full")):
        dice = Dice(seed)
        setup, deck = deal(Setup(scenario), dice)
        for played in random_game(setup, deck, dice, cards=8):
            if isinstance(played.event, Action):
                typed = typed_otherwise(played.before, played.event, dice)
                asked = play_as_asked(played.before, typed).event
                assert isinstance(asked, Action)
                found.append((played.before, typed, asked))
                assert list(prompts(played.before, typed)) == list(prompts(played.before, asked))
                assert dice_of(typed) == dice_of(asked)
                assert action_of(notation.write_event(asked)) == asked
    assert sum(typed != asked for _, typed, asked in found) > 20
    steps = [play(state, typed) for state, typed, _ in found]
    read_nothing(monkeypatch)
    for (state, _, asked), step in zip(found, steps, strict=True):
        assert carry_out(state, asked, WrittenAnswers(spoken(asked.segments, asked.faction))) == step


def test_what_is_illegal_stays_as_it_is() -> None:
    """It has no canonical action; a false statement is refused with the true figure."""
    state = position("Tay 2vg; played 107")
    wrong = action_of("VC terror Hue VC-1")
    assert canonical_action(state, wrong) == wrong
    with pytest.raises(FitlError, match="VC"):
        canonical_action(state, action_of("VC terror Tay VC-2"))


def test_a_typed_text_is_a_short_line_of_the_notation() -> None:
    """Nothing stands beside a move that is worded so, and no text that is too long for a line."""
    typed, asked = action_of("ARVN train Sai+6at ARVN-3"), action_of("ARVN train Sai+6at")
    assert typed_beside(asked, asked) == "" and typed_beside(typed, asked) == "ARVN train Sai+6at ARVN-3"
    segment = typed.segments[0]
    flood = Action(typed.faction, (segment,) * LONGEST_TYPED, False)
    assert typed_beside(flood, asked) == ""
