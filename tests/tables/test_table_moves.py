"""Moves at a table: where dice fall, how far a seat takes back its move alone, and what needs all seats'
consent.
"""

from __future__ import annotations

import pytest
from seated import Seated, refused

from fitl_core import Faction, FitlError, Violation
from fitl_core.record.clauses import At, Roll, Verb
from fitl_core.record.events import Action, Reveal, Segment
from fitl_core.table import facts
from fitl_core.table.commands import (
    Agree,
    Begin,
    Decline,
    End,
    Propose,
    Say,
    Skip,
    Submit,
    SubmitComment,
    TakeBack,
)
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from notation import NotationError

# -- the die barrier --------------------------------------------------------------------------------


def test_what_was_submitted_goes_on_behind_the_die(hit: Seated) -> None:
    """The move up to the roll is written, the die falls, the rest is carried out: one line."""
    answer = hit.do("VC", "VC attack BDi BDi-2at")
    assert [type(one.fact) for one in answer.facts] == [facts.MoveBegun, facts.DieFell, facts.MoveEnded]
    assert hit.lines[-1] == "VC   attack BDi {2} BDi-2at"
    assert answer.effects and answer.refused is None


def test_a_rest_that_no_die_allows_is_refused_before_anything_rolls(hit: Seated) -> None:
    """Nobody learns a die by a move that could not be carried out whatever it showed."""
    refused(hit, "VC", "VC attack BDi BDi-3ut", Violation, "Binh Dinh")
    assert hit.facts(facts.DieFell) == []


def test_a_rest_refused_behind_the_die_leaves_the_move_begun(miss: Seated) -> None:
    """The answer has the reason of the refusal; the die stays."""
    answer = miss.do("VC", "VC attack BDi BDi-2at")
    assert answer.refused is not None and answer.refused.rule == "3.3.3"
    assert "failed" in answer.refused.message
    assert answer.asked.what == "move" and answer.asked.seats == ("VC",)
    view = miss.tables.view(miss.name, "VC")
    assert view.begun is not None and view.begun.text == "VC   attack BDi {5}"
    miss.do("VC", "VC attack BDi {5}")
    assert miss.lines[-1] == "VC   attack BDi {5}"


def test_where_nothing_stands_behind_the_die_its_player_is_asked_for_what_it_opened(hit: Seated) -> None:
    """An Attack that hits does not end with nothing removed because nobody could say it before."""
    answer = hit.do("VC", "VC attack BDi")
    assert answer.asked.what == "move" and answer.refused is None
    view = hit.tables.view(hit.name, "VC")
    assert "enemy pieces to remove in Binh Dinh" in [asked.prompt for asked in view.questions]
    hit.do("VC", End())
    assert hit.lines[-1] == "VC   attack BDi {2}"


def test_where_the_die_opens_nothing_the_move_ends(miss: Seated) -> None:
    """After a failed Attack the move ends without another question."""
    miss.do("VC", "VC attack BDi")
    assert miss.lines[-1] == "VC   attack BDi {5}"


def test_a_submitted_die_is_forbidden(hit: Seated) -> None:
    """Whole, step by step, or as an event."""
    refused(hit, "VC", "VC attack BDi {2} BDi-2at", Forbidden, "the table rolls the dice")
    hit.do("VC", Begin(Faction.VC))
    refused(hit, "VC", Say(Roll(2)), Forbidden, "the table rolls the dice")
    rolled = Action(Faction.VC, (Segment("attack", (At("binh-dinh"), Roll(1))),))
    refused(hit, "VC", Submit(rolled), Forbidden, "the table rolls the dice")


@pytest.mark.parametrize(
    "line",
    [
        "VC pass",
        "VC rally BDi",
        "VC attack BDi",
        "VC attack Ple",
        "VC hold",
        "VC waive",
        "NVA hold",
        "US waive",
    ],
)
def test_behind_a_die_the_move_goes_on_and_gives_way_to_nothing(miss: Seated, line: str) -> None:
    """Neither its own seat nor another rolls again by something else."""
    miss.do("VC", "VC attack BDi BDi-2at")
    refused(miss, line.split()[0], line, NotNow, "a move has begun: go on from VC   attack BDi {5}")


@pytest.mark.parametrize("command", [TakeBack(), TakeBack(3), TakeBack(4)])
def test_behind_a_die_nothing_is_taken_back_alone(miss: Seated, command: TakeBack) -> None:
    """After a die, a seat neither takes back its move alone nor begins it again."""
    miss.do("VC", "VC attack BDi BDi-2at")
    refused(miss, "VC", command, Forbidden, "propose")
    refused(miss, "VC", Begin(Faction.VC), NotNow, "has begun")


def test_steps_roll_where_a_die_is_due(hit: Seated) -> None:
    """Skip lets the die fall that may come next; the earlier answers stay."""
    hit.do("VC", Begin(Faction.VC))
    for answer in (Verb("attack"), At("binh-dinh")):
        hit.do("VC", Say(answer))
    answered = hit.do("VC", Skip())
    assert [type(one.fact) for one in answered.facts] == [facts.DieFell]
    refused(hit, "VC", TakeBack(), Forbidden, "a die has fallen")
    hit.do("VC", End())
    assert hit.lines[-1] == "VC   attack BDi {2}"


# -- undo -------------------------------------------------------------------------------------------


def test_answers_of_a_move_are_taken_back_one_by_one(hit: Seated) -> None:
    """Before any die, down to nothing; then the move is dropped."""
    hit.do("VC", Begin(Faction.VC))
    hit.do("VC", Say(Verb("rally")))
    hit.do("VC", TakeBack())
    assert hit.state.begun is not None and hit.state.begun.segments == ()
    hit.do("VC", TakeBack())
    assert hit.state.begun is None


def test_answers_are_taken_back_to_the_last_die(hit: Seated) -> None:
    """A seat takes back only the answers given after the last die."""
    hit.do("VC", "VC attack BDi")
    hit.do("VC", Say(At("pleiku-darlac")))
    hit.do("VC", TakeBack())
    view = hit.tables.view(hit.name)
    assert view.begun is not None and view.begun.text == "VC   attack BDi {2}"
    refused(hit, "VC", TakeBack(), Forbidden, "a die has fallen")


def test_a_line_is_taken_back_alone_until_another_decides(hit: Seated) -> None:
    """The board returns to its earlier position; the line stays written."""
    board = hit.state.board
    hit.do("VC", "VC rally QNa+vg")
    assert hit.tables.view(hit.name, "VC").may_take_back
    hit.do("VC", TakeBack())
    assert hit.state.board == board
    assert hit.lines[-2:] == ["VC   rally QNa+vg", "void 4"]
    hit.do("VC", "VC rally QNa+vg")
    hit.do("NVA", Begin(Faction.NVA))
    refused(hit, "VC", TakeBack(), Forbidden, "another seat's")
    refused(hit, "VC", TakeBack(6), Forbidden, "another's decision")
    hit.do("NVA", TakeBack())
    refused(hit, "VC", TakeBack(), Forbidden, "propose it")


def test_a_line_with_a_die_is_not_taken_back_alone(miss: Seated) -> None:
    """A seat takes back alone neither a line with a die nor a line before it."""
    miss.do("VC", "VC attack BDi")
    assert not miss.tables.view(miss.name, "VC").may_take_back
    refused(miss, "VC", TakeBack(), Forbidden, "propose it")


@pytest.mark.parametrize("line", [0, -1, 1, 3, 99, 2**40])
def test_only_own_lines_are_taken_back(hit: Seated, line: int) -> None:
    """A seat cannot take back a line of the table, nor one that does not exist."""
    hit.do("VC", "VC rally QNa+vg")
    refused(hit, "VC", TakeBack(line), Forbidden, "propose it")
    refused(hit, "US", TakeBack(4), Forbidden, "propose it")


def test_a_remark_is_written_and_stops_nothing(hit: Seated) -> None:
    """A remark stands in the log; the line before it can still be taken back."""
    hit.do("VC", "VC rally QNa+vg")
    hit.do("US", SubmitComment("is that wise?"))
    assert hit.lines[-1] == "note is that wise?"
    hit.do("VC", TakeBack())
    assert hit.lines[-1] == "void 4"


# -- consent ----------------------------------------------------------------------------------------


def test_a_void_behind_a_reveal_brings_the_same_card_and_other_dice(miss: Seated) -> None:
    """Every seat has to agree; the deck is as it was, dice are counted on."""
    miss.do("VC", "VC attack BDi")
    miss.do("US", "US pass")
    for seat in ("NVA", "ARVN"):
        if miss.tables.view(miss.name, seat).may_pass:
            miss.do(seat, f"{seat} pass")
    turned_up = miss.facts(facts.CardRevealed)
    assert miss.lines[-1].startswith("#")
    miss.do("NVA", Propose("void 4"))
    for seat in ("US", "ARVN"):
        miss.do(seat, Agree(1))
        assert "void 4" not in miss.lines
    miss.do("VC", Agree(1))
    assert miss.lines[-1] == "void 4"
    miss.do("VC", "VC attack BDi")
    assert [die.proof.split()[1] for die in miss.facts(facts.DieFell) if isinstance(die, facts.DieFell)] == [
        "1",
        "2",
    ]
    if miss.state.begun is not None:
        miss.do("VC", End())
    miss.do("US", "US pass")
    for seat in ("NVA", "ARVN"):
        if miss.tables.view(miss.name, seat).may_pass:
            miss.do(seat, f"{seat} pass")
    again = miss.facts(facts.CardRevealed)
    assert len(again) > len(turned_up)
    revealed = [
        one.event for one in again if isinstance(one, facts.CardRevealed) and isinstance(one.event, Reveal)
    ]
    assert revealed[1] == revealed[2]


def test_a_move_that_has_begun_behind_a_die_is_taken_back_by_consent(miss: Seated) -> None:
    """The dice of the move stay in the log, beside a note; the next die is another one."""
    miss.do("VC", "VC attack BDi BDi-2at")
    miss.agree_on("VC", "void")
    assert miss.state.begun is None
    proofs = [line.proof for line in miss.tables.view(miss.name).lines]
    assert [proof.split()[1] for proof in proofs[-1]] == ["1"]
    miss.do("VC", "VC pass")


def test_a_void_of_lines_keeps_the_dice_of_the_move_that_had_begun(miss: Seated) -> None:
    """A void of lines keeps the dice of the unfinished move, so that the log has every number of a die."""
    miss.do("VC", "VC pass")
    seat = miss.tables.view(miss.name).asked.seats[0]
    assert seat == "US"
    miss.agree_on("US", "void 4")
    miss.do("VC", "VC attack BDi BDi-2at")
    miss.agree_on("NVA", "void 3")
    assert [proof.split()[1] for proof in miss.tables.view(miss.name).lines[5].proof] == ["1"]


def test_a_proposal_lapses_when_the_game_goes_on(miss: Seated) -> None:
    """A consent does not cover moves that were played after it; remarks do no harm."""
    miss.do("US", Propose('correct "aid 9"'))
    miss.do("NVA", Agree(1))
    miss.do("US", SubmitComment("well?"))
    assert [one.number for one in miss.tables.view(miss.name).proposals] == [1]
    miss.do("VC", "VC attack BDi BDi-2at")
    refused(miss, "ARVN", Agree(1), Unknown, "a proposal lapses when somebody moves")


def test_a_proposal_is_declined_and_taken_back(hit: Seated) -> None:
    """One seat's refusal, or its withdrawal, ends a proposal."""
    hit.do("US", Propose('correct "aid 9"'))
    hit.do("VC", Decline(1))
    refused(hit, "US", Agree(1), Unknown, "no open proposal 1")
    hit.do("US", Propose('correct "aid 9"'))
    refused(hit, "US", Agree(2), NotNow, "agreed to proposal 2 already")
    hit.do("US", Decline(2))
    refused(hit, "US", Decline(2), Unknown, "no open proposal 2")


def test_what_is_agreed_on_is_written_with_who_proposed_it(hit: Seated) -> None:
    """`correct`, `amend` and `ruling stand` change the position; each needs every seat."""
    hit.agree_on("US", 'correct "aid 9"')
    assert hit.state.position.aid == 9
    hit.do("VC", "VC rally QNa+vg")
    hit.agree_on("NVA", f"amend {len(hit.lines)} VC pass")
    assert hit.lines[-1].endswith("VC   pass")
    hit.agree_on("VC", f"ruling stand {hit.tables.view(hit.name).asked.seats[0]} pass")
    assert [line.by for line in hit.tables.view(hit.name).lines if line.text.startswith("ruling")] == ["VC"]


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        ("VC pass", TableError, "propose only void, amend, correct or ruling stand"),
        ("note x", TableError, "propose only void, amend, correct or ruling stand"),
        ("digest 1:" + "0" * 16, TableError, "propose only void, amend, correct or ruling stand"),
        ("void 0", FitlError, "0"),
        ("void 99", Violation, "later"),
        ("amend 99 VC pass", Violation, "later"),
        ("amend 2 next #68", Forbidden, "nobody can amend the table's cards"),
        ("amend 4 players US ARVN NVA", Forbidden, "nobody can agree on cards"),
        ("amend 4 VC attack BDi {1}", Forbidden, "as they fell"),
        ("amend 4 VC attack BDi {2} Ple {6}", Forbidden, "as they fell"),
        ("amend 4 VC reveal agenda", Violation, "nobody has"),
        ("ruling stand next #68", Forbidden, "nobody can agree on cards"),
        ("amend 4 ruling stand next #68", Forbidden, "nobody can agree on cards"),
        ("amend 4 ruling stand VC attack BDi {1}", Forbidden, "as they fell"),
        ("ruling stand US assault Sai {6}", Forbidden, "as they fell"),
        ('correct "next #68"', Forbidden, "from the deck"),
        ('correct "played #68"', Forbidden, "from the deck"),
        ("nonsense", NotationError, "nonsense"),
    ],
)
def test_what_cannot_be_agreed_on(hit: Seated, line: str, error: type[FitlError], words: str) -> None:
    """Above all neither cards nor dice, of which nobody disposes."""
    hit.do("VC", "VC attack BDi BDi-2at")
    before = hit.tables.version(hit.name)
    with pytest.raises(error, match=words):
        hit.do("US", Propose(line))
    assert hit.tables.version(hit.name) == before


def test_an_amendment_keeps_the_dice_that_fell(hit: Seated) -> None:
    """An amendment keeps the dice that fell, with their proofs."""
    hit.do("VC", "VC attack BDi BDi-2at")
    hit.agree_on("VC", "amend 4 VC attack BDi {2} BDi-at")
    lines = hit.tables.view(hit.name).lines
    assert lines[4].proof == lines[3].proof and lines[3].proof


def test_a_correction_waits_for_a_move_behind_a_die(miss: Seated) -> None:
    """A correction waits, because it would drop the unfinished move and its die."""
    miss.do("VC", "VC attack BDi BDi-2at")
    refused(miss, "US", Propose('correct "aid 9"'), NotNow, "a die has fallen")
