"""A seat decides within another's move: it alone is heard there, and nobody passes it over."""

from __future__ import annotations

import pytest
from seated import Seated

import notation
from fitl_core import Setup
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import At
from fitl_core.record.events import Action
from fitl_core.table.commands import Begin, Command, End, Say, Skip, Submit, TakeBack
from fitl_core.table.refusals import Forbidden, NotNow, TableError
from fitl_core.table.table_state import Begun
from fitl_core.testing.table_games import TablePlayer

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
    """Its questions are its own to see, and neither the player of the move nor others answer or end them."""
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
    """The line is its player's; he does not take it back alone, for another has decided in it."""
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
