"""Non-players answer by themselves in a seat's move (8.4.1, 8.4.4), with the table's dice, and say why."""

from __future__ import annotations

import pytest
from seated import Seated

import notation
from fitl_core import Faction, play_log, read_log
from fitl_core.errors import Violation
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.proofs.verification import verify
from fitl_core.record.clauses import Option, Verb
from fitl_core.record.events import Action
from fitl_core.table import facts
from fitl_core.table.commands import Begin, End, Say, TakeBack
from fitl_core.table.refusals import Forbidden
from fitl_core.table.table_log import log_of_table
from notation import read, setup_of

WITHOUT_DICE = "Sai 5ut; Hue 2ut; NVn 12vg; VC 5; played 9; next 68; eligible VC"
WITH_DICE = "Sai ut 2at; Hue ut at; NVn 12vg; VC 5; played 2; next 68; eligible VC"
TRAPPED = (
    "PhB 2at 2ut 4vg ub; BDi 2at vg ab; trail 0; capabilities 101:shaded; played 70; next 68; eligible US"
)
"""ROKs (card 70): US sweeps, and after a 1 to 3 VC picks the Troop that goes."""


def table(position: str, players: str, seed: int = 1) -> Seated:
    """A table at a position, with seats for these Factions."""
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n[Position "{position}"]\n'
    return Seated(setup_of(read(head).log), seed)


def insist_on_legal(seated: Seated) -> set[str]:
    """The verdicts on the log of the table, which is legal and verifies."""
    log = log_of_table(seated.state)
    game = play_log(read_log(notation.write(log).encode(), "table"))
    assert game.replay is not None and game.replay.error is None
    assert game.replay.state == seated.state.board
    assert verify(log).sound
    return {one.verdict.verdict for one in judge_non_players(game.replay)}


def insist_on_dictated(seated: Seated) -> None:
    """Each verdict on the log of the table is "dictated"."""
    assert insist_on_legal(seated) == {"dictated"}


def test_a_whole_move_is_completed() -> None:
    """A seat submits its own part; the Non-player's answer is added, with its reasons."""
    seated = table(WITHOUT_DICE, "VC")
    seated.do("VC", "VC event shaded")
    line = next(line for line in seated.tables.view(seated.name).lines if "event shaded" in line.text)
    assert (line.text, line.by) == ("VC   event shaded US: Sai-3ut", "VC")
    insist_on_dictated(seated)
    (taken, *_) = seated.tables.decisions(seated.name)
    assert (taken.faction, taken.node, taken.line) == ("US", "8.4", line.number)
    assert taken.trace


def test_the_table_rolls_for_it() -> None:
    """A Non-player's dice fall at the table, and stand on lines before the move, with their proof."""
    seated = table(WITH_DICE, "VC")
    seated.do("VC", "VC event shaded")
    lines = seated.tables.view(seated.name).lines
    place = next(at for at, line in enumerate(lines) if "event shaded" in line.text)
    dice = lines[place - 1]
    assert dice.text.startswith("dice NVA 8.4 space {") and dice.by == "" and len(dice.proof) == 2
    assert lines[place].text.startswith("VC   event shaded NVA: ") and lines[place].by == "VC"
    assert {die.kind for die in seated.facts(facts.DieFell) if isinstance(die, facts.DieFell)} == {"space"}
    insist_on_dictated(seated)


@pytest.mark.parametrize("position", [WITHOUT_DICE, WITH_DICE])
def test_step_by_step_it_answers_as_soon_as_it_is_asked(position: str) -> None:
    """No seat is asked in between; the player of the move cannot take back the Non-player's answer alone."""
    seated = table(position, "VC")
    seated.do("VC", Begin(Faction.VC))
    seated.do("VC", Say(Verb("event")))
    seated.do("VC", Say(Option("shaded")))
    begun = seated.state.begun
    assert begun is not None and begun.asked is None
    text = notation.write_event(Action(begun.faction, begun.segments))
    assert "US: " in text
    with pytest.raises(Forbidden):
        seated.do("VC", TakeBack())
    seated.do("VC", End())
    insist_on_dictated(seated)


@pytest.mark.parametrize("line", ["VC event shaded US: Sai-3ut", "VC event shaded US: Hue-2ut, Sai-ut"])
def test_a_seat_does_not_speak_for_it(line: str) -> None:
    """No seat may state a Non-player's choice, be it right or wrong."""
    seated = table(WITHOUT_DICE, "VC")
    before = seated.state
    with pytest.raises(Forbidden, match="US is not yours to play: it has no player"):
        seated.do("VC", line)
    seated.do("VC", Begin(Faction.VC))
    for clause in (Verb("event"), Option("shaded")):
        seated.do("VC", Say(clause))
    assert before.lines == seated.state.lines


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_it_answers_between_dice_of_the_move(seed: int) -> None:
    """US sweeps where Booby Traps lurk: after a 1 to 3 VC picks the US Troop, then the next die falls."""
    seated = table(TRAPPED, "US", seed)
    seated.do("US", "US event unshaded US sweep PhB, BDi")
    begun = seated.state.begun
    assert begun is not None and begun.asked is None and len(begun.dice) == 2
    text = notation.write_event(Action(begun.faction, begun.segments))
    assert ("VC: PhB-ut {" in text) is (begun.dice[0].die <= 3)


def test_what_is_refused_behind_it_changes_nothing() -> None:
    """Before a Non-player's first die, a move that is illegal after its answer is refused as a whole."""
    seated = table(WITHOUT_DICE, "VC")
    before = seated.state
    with pytest.raises(Violation):
        seated.do("VC", "VC event shaded | transfer NVA+1 | transfer NVA+75")
    assert seated.state == before


def test_dice_do_not_fall_before_what_its_player_has_said_behind() -> None:
    """A seat states its move up to the dice; a trial of clauses after them must not reveal the dice."""
    seated = table(WITH_DICE, "VC")
    before = seated.state
    with pytest.raises(Violation):
        seated.do("VC", "VC event shaded | transfer NVA+75")
    assert seated.state == before


def test_what_is_forced_is_not_put_to_it() -> None:
    """Chu Luc (card 47): ARVN can Assault in 1 space only. Nobody is asked, and the move may end."""
    there = "QTr 3at; Tay 3at nt; SaBM at ng*; trail 1; played 47; next 68; eligible US"
    seated = table(there, "US")
    seated.do("US", Begin(Faction.US))
    for clause in (Verb("event"), Option("unshaded")):
        seated.do("US", Say(clause))
    while (begun := seated.state.begun) is not None:
        questions = seated.tables.view(seated.name, "US").questions
        seated.do("US", Say(questions[0].answers[0]) if questions else End())
        assert begun != seated.state.begun
    insist_on_legal(seated)
