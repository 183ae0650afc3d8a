"""Lines of a log in words, idle moves, and reasons of Non-players."""

from __future__ import annotations

from table import position

from fitl_core.facts.factions import ARVN, NVA, VC
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.board_effects import Placed, TrackChanged
from fitl_core.record.clauses import At, Option
from fitl_core.record.events import Action, Amend, Correct, Note, Pass, Pivotal, Reveal, Segment, Stand, Void
from fitl_core.record.play_effects import Acted, StaysEligible
from fitl_core.record.position import Position
from fitl_core.rules.pivotal import may_place, preconditions
from fitl_core.tell.headlines import headline
from fitl_core.tell.idle_moves import idle_words


def test_every_kind_of_line_has_words() -> None:
    """Moves name their verbs and spaces, cards their titles, and changes of the log the lines concerned."""
    train = Action(ARVN, (Segment("train", (At("saigon"), At("hue"))), Segment("govern", (At("can-tho"),))))
    event = Action(VC, (Segment("event", (Option("shaded"),)),), limop=False)
    assert headline(train) == "ARVN: Train in Saigon, Hue; Govern in Can Tho"
    assert headline(event, 72) == "VC: Event #72 Body Count, shaded"
    assert headline(Pivotal(VC, 124)) == "VC places its Pivotal Event #124 Tet Offensive"
    assert headline(Reveal(0)) == "No card is left"
    assert headline(Void(7)) == "Line 7 and all later lines are taken back"
    assert headline(Amend(7, Stand(Pass(NVA)))) == (
        "Line 7 is replaced by: The table lets a move stand: NVA passes"
    )
    assert headline(Correct(("hue", "aid"), Position())) == "The table corrects the position: Hue, aid"
    assert headline(Note("well")) == "well"


def test_a_move_is_idle_without_effects_before_the_turn_goes_on() -> None:
    """Costs alone are named; any other effect makes a move more than idle."""
    cost, acted = TrackChanged("3.3.1", "VC", 10, 9), Acted("2.3.4", VC, "operation")
    placed = Placed("3.3.1", "hue", (Count(1, Kind.VG),))
    assert idle_words(VC, (acted, StaysEligible("2.3.6", VC))) == "This move does nothing."
    assert idle_words(VC, (cost, acted)) == "This move only costs: VC Resources 10 -> 9."
    assert idle_words(VC, (cost, placed, acted)) == ""
    assert idle_words(NVA, (cost, acted)) == ""


def test_the_conditions_of_a_pivotal_event_are_those_of_the_rule() -> None:
    """A Faction whose conditions are not met cannot place its Pivotal Event (2.3.8)."""
    state = position("Sai: 4ut", scenario="medium").state
    for faction in (NVA, VC):
        leaders, number = preconditions(state, faction)
        assert not number.is_met and faction not in may_place(state)
        assert leaders.facts[0].startswith("there: ")
