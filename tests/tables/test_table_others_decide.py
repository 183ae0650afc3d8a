"""A seat decides within another's move: it alone may answer there, and nobody passes it over."""

from __future__ import annotations

import pytest
from seated import Seated
from table import position

import notation
from fitl_core import Faction, Setup, Violation
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import At, Option, Place, Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.table.commands import Begin, Command, End, Say, Skip, Submit, TakeBack
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.table_state import Begun
from fitl_core.table.whole_moves import attempt
from fitl_core.testing.table_games import TablePlayer
from fitl_core.underway import Step
from notation.position_reader import read_position

WHOLE, PARTLY = 162, 76
"""Seeds of random games in which ARVN is asked in a whole Event of US; US in one that NVA has begun."""


def asked_in_anothers_move(seed: int) -> tuple[Seated, Begun]:
    """A table where one seat is asked in the move of another."""
    seated = Seated(Setup("short"), seed)
    player = TablePlayer(seated.tables, seated.name, Dice(seed))
    for _ in range(30):
        begun = seated.state.begun
        if begun is not None and begun.asked is not None and begun.segments:
            return seated, begun
        player.play(1)
    raise AssertionError("nobody was asked anything in another's move")


@pytest.mark.parametrize("seed", [WHOLE, PARTLY])
def test_only_who_is_asked_is_heard(seed: int) -> None:
    """Only the seat that is asked sees its questions; no other seat answers or ends them."""
    seated, begun = asked_in_anothers_move(seed)
    line = notation.write_event(Action(begun.faction, begun.segments, begun.limop))
    assert begun.asked is not None
    view = seated.tables.view(seated.name, begun.asked)
    assert view.asked.what == "answer" and view.asked.seats == (begun.asked,)
    assert view.questions and {one.who for one in view.questions} == {begun.asked}
    answer = view.questions[0].answers[0]
    before = seated.state.begun
    for seat in ("US", "ARVN", "NVA", "VC"):
        if seat == begun.asked:
            continue
        assert seated.tables.view(seated.name, seat).questions == ()
        heard: list[Command] = [Say(answer), Say(At("saigon")), Skip()]
        if seat != begun.faction:
            heard += [End(), TakeBack(), Submit(line), Begin(begun.faction)]
        for command in heard:
            with pytest.raises(Forbidden):
                seated.do(seat, command)
    for command in (End(), TakeBack()):
        with pytest.raises(Forbidden):
            seated.do(begun.asked, command)
    with pytest.raises(NotNow, match="is asked: answer, or skip"):
        seated.do(begun.asked, line)
    assert seated.state.begun == before


def test_a_whole_move_ends_behind_the_answer() -> None:
    """The line is its player's, who does not take it back alone, because another seat has decided in it."""
    seated, begun = asked_in_anothers_move(WHOLE)
    assert begun.whole and begun.asked is not None
    while (now := seated.state.begun) is not None and now.asked is not None:
        seated.do(now.asked, Skip())
    written = [line for line in seated.tables.view(seated.name).lines if line.text.startswith("US   event")]
    assert [line.by for line in written] == ["US"]
    with pytest.raises(TableError, match="propose it"):
        seated.do("US", TakeBack())


def test_a_move_said_step_by_step_goes_back_to_its_player() -> None:
    """Who leaves a question unanswered is not asked it again in the same place."""
    seated, begun = asked_in_anothers_move(PARTLY)
    assert not begun.whole and begun.asked is not None
    answer = seated.do(begun.asked, Skip())
    now = seated.state.begun
    assert now is not None and now.asked is None and len(now.left_out) == 1
    assert answer.asked.seats == (begun.faction,)
    with pytest.raises(Forbidden, match="another seat has decided"):
        seated.do(begun.faction, TakeBack())
    seated.do(begun.faction, End())
    assert seated.state.begun is None


def test_a_seat_is_not_asked_what_it_could_not_answer() -> None:
    """ARVN places the last Ranger in Laos, where its Train has no open step (card 74): nobody is asked."""
    game = position("CaT: ar", card=74, eligible="US", available="0ar")
    event = notation.read_line("US event unshaded SLa ARVN: train SLa+ar<CaT").event
    assert isinstance(event, Action)
    said = spoken(event.segments, event.faction)
    assert isinstance(attempt(game.state, Faction.US, said, False, (Faction.US,)).outcome, Step)


def event_begun(where: str, faction: Faction, card: int) -> Seated:
    """A Faction has begun, step by step, with the shaded Event of a card."""
    position = read_position(f"{where}; played {card}; next 1; eligible {faction}")
    seated = Seated(Setup("full", position=position))
    seated.do(faction, Begin(faction))
    for answer in (Verb("event"), Option("shaded")):
        seated.do(faction, Say(answer))
    return seated


def test_what_is_owed_is_not_left_out() -> None:
    """ARVN moves what it likes, but no Troops may stay where they are (card 90)."""
    seated = event_begun("QTr at", Faction.NVA, 90)
    guerrilla = seated.tables.view(seated.name, "NVA").questions[0].answers[0]
    assert isinstance(guerrilla, Place)
    assert seated.do("NVA", Say(guerrilla)).asked.seats == ("ARVN",)
    (asked,) = seated.tables.view(seated.name, "ARVN").questions
    assert asked.optional
    with pytest.raises(Violation, match="ARVN Troops must leave"):
        seated.do("ARVN", Skip())
    assert seated.do("ARVN", Say(asked.answers[0])).asked.seats == ("NVA",)
    seated.do("NVA", End())
    assert any(line.startswith("NVA  event shaded QTr+ng ARVN: QTr>") for line in seated.lines)


def test_who_leaves_something_out_is_asked_the_next_thing_and_dice_fall_in_a_row() -> None:
    """VC leave the Terror to its order; after the last space that they choose, both Attacks are rolled."""
    seated = event_begun("KPh vg at; Ple vg at; ARVN 0; NVA 0; VC 0; patronage 0", Faction.ARVN, 96)
    first, *_ = seated.tables.view(seated.name, "VC").questions
    assert first.id == "event.96.terror"
    seated.do("VC", Skip())
    for place in ("Hue+4vg", "Hue+2vg"):
        (asked,) = seated.tables.view(seated.name, "VC").questions
        assert asked.id == "event.96.place"
        seated.do("VC", Say(next(one for one in asked.answers if notation.write_clause(one) == place)))
    answer = seated.do("VC", Say(At("pleiku-darlac")))
    assert answer.asked.seats == ("ARVN",)
    seated.do("ARVN", End())
    assert "ARVN event shaded VC: Hue+4vg Hue+2vg, Ple {4} {4}" in seated.lines


def test_an_answer_goes_to_the_question_of_who_is_asked() -> None:
    """VC Rally in North Vietnam, where NVA could have gone on to Infiltrate (card 77)."""
    position = read_position("Fis nb 2ng; NVn nb ng; played 77; next 1; eligible NVA")
    seated = Seated(Setup("full", position=position))
    assert seated.do("NVA", "NVA event shaded infiltrate Fis build").asked.seats == ("VC",)
    seated.do("VC", Say(At("north-vietnam")))
    begun = seated.tables.view(seated.name).begun
    assert begun is not None and begun.text == "NVA  event shaded infiltrate Fis build VC: NVn"


def test_who_leaves_two_things_out_is_asked_neither_again() -> None:
    """VC place nothing where they Rally, and choose no further space: the move ends (card 77)."""
    position = read_position("Fis nb 2ng; Tay vb vg; KPh vg; played 77; next 1; eligible NVA")
    seated = Seated(Setup("full", position=position))
    assert seated.do("NVA", "NVA event shaded resources").asked.seats == ("VC",)
    seated.do("VC", Say(At("tay-ninh")))
    assert [one.id for one in seated.tables.view(seated.name, "VC").questions] == ["rally.place"]
    skipped = 0
    while seated.state.begun is not None and skipped < 4:
        seated.do("VC", Skip())
        skipped += 1
    assert skipped == 2
    assert "NVA  event shaded resources VC: Tay" in seated.lines


def test_2_3_4_the_last_thing_that_an_operation_could_do_is_not_left_out() -> None:
    """NVA begin a Rally of card 50: they may leave out the spaces or the Trail, but not both."""
    position = read_position("NVn nb ng; Par vg; played 50; next 1; eligible ARVN")
    seated = Seated(Setup("full", position=position))
    asked = seated.do("ARVN", "ARVN event shaded").asked.seats
    while asked == ("VC",) and seated.state.version < 40:
        (question, *_) = seated.tables.view(seated.name, "VC").questions
        asked = seated.do("VC", Say(question.answers[0])).asked.seats
    assert asked == ("NVA",)
    seated.do("NVA", Say(Option("rally")))
    seated.do("NVA", Skip())
    before = seated.state.begun
    with pytest.raises(Violation, match="Rally in at least one space, or the Trail"):
        seated.do("NVA", Skip())
    assert seated.state.begun == before
    seated.do("NVA", Say(seated.tables.view(seated.name, "NVA").questions[0].answers[0]))
    assert seated.state.begun != before
