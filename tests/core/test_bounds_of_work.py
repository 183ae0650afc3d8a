"""No ruling on one move takes long, and a ruling lists the work that it did not examine."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest
from measured import within
from mistakes_ruled import rulings
from table import position

from fitl_core.asking.budgets import Budget
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN
from fitl_core.game.adjudications import adjudicate_move, adjudication_lines, view_adjudication
from fitl_core.players.non_players.decide import answer_move
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.tell.adjudication import Adjudication, adjudicate
from fitl_core.tell.grounds import outcome
from fitl_core.tell.other_edition import elsewhere
from fitl_core.walks import ask
from fitl_core.wording.normal_form import normal_action
from notation import Entry, read_line

MOST_SECONDS = 1.0
ENOUGH = 10**9
"""More clauses than any search plays."""
ATTACKED = "Hue: 5vg 2at; DaN: 5vg 2at; Kon: 5vg 2at; QNh: 5vg 2at; CRa: 5vg 2at; Tay: 2vg; BXu: 2vg 2ap"
ATTACK = "VC attack " + ", ".join(
    [f"{name} guerrillas {{}} {name}-2at" for name in ("Hue", "DaN", "Kon", "QNh")]
)
TUNNELS = "Tay: 6ut vb^; QTr: 6ut nb^; BXu: 6ut vb^; KPh: 6ut vb^; Hue: 6ut vb^; Sai: 6ut 3ub"
STRIKE = "US patrol | airstrike Tay-vg* Hue-vg* trail-1 {4}"


def event_of(move: str) -> Action:
    entry = read_line(move)
    assert isinstance(entry, Entry) and isinstance(entry.event, Action)
    return entry.event


def ruled(state: State, move: str) -> tuple[Adjudication, float]:
    return within(MOST_SECONDS, partial(adjudicate, state, event_of(move)))


@pytest.mark.parametrize("rules", Edition)
@pytest.mark.parametrize(
    ("where", "move"),
    [
        (ATTACKED, ATTACK.replace("{} ", "") + ", CRa guerrillas CRa-2at, Tay"),
        (ATTACKED, ATTACK.replace("{}", "{1}") + ", CRa guerrillas CRa-2at, BXu guerrillas BXu-2ap"),
        (ATTACKED, ATTACK.replace("{}", "{6}") + ", Tay"),
        (TUNNELS, "US assault Tay-vb, QTr-nb, BXu-vb, KPh-vb, Hue-vb"),
        (TUNNELS, "US assault Tay {1}, QTr {2}, BXu {3}, KPh {1}, Hue {2}, Sai | airstrike Tay {6}, Hue"),
        ("Tay: ap vg*; Hue: 2ap 2vg*; Sai: ub", STRIKE),
        ("QTr: 12ng 12nt 6ut; Hue: 9ut", "NVA attack" + " QTr {3} QTr-2ut" * 9),
        (
            "Sai: 6at 6ap 6ut; CaT: 6ut 6at; Hue: 6ut",
            "US sweep" + " Sai>CaT:ut, CaT>Sai:ut, Hue>CaT:2ut" * 12,
        ),
    ],
)
def test_a_ruling_ends_soon(where: str, move: str, rules: Edition) -> None:
    """A ruling on many dice, missing or surplus by either edition, ends soon."""
    state = position(where, to_act=move.split()[0], trail=3).state
    _, seconds = ruled(msgspec.structs.replace(state, rules=rules), move)
    assert seconds <= MOST_SECONDS


@pytest.mark.parametrize(
    ("where", "move", "dice"),
    [
        ("Tay: 6ut vb^", "US assault Tay {6} Tay-vb", "with 1 die fewer"),
        ("Tay: 6ut vb^; KPh: 6ut vb^", "US assault Tay {6} Tay-vb, KPh {6} KPh-vb", "with 2 dice fewer"),
    ],
)
def test_several_dice_are_mended_for_the_other_edition(where: str, move: str, dice: str) -> None:
    """A ruling for the other edition drops each die that this edition does not roll."""
    state = position(where, to_act="US").state
    found, _ = ruled(state, move)
    assert found.elsewhere is None or found.elsewhere.dice == dice


SPACES = ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "Sai", "CaT", "QTr", "QNa", "QTi", "BDi")


def in_spaces(number: int, part: str, between: str = ", ") -> str:
    """Repeat a part of a move or position for this number of spaces, each named by @."""
    return between.join([part.replace("@", name) for name in SPACES[:number]])


@pytest.mark.parametrize("rules", Edition)
@pytest.mark.parametrize(
    ("there", "move", "more", "per_clause"),
    [
        ("@: 2vg at", "VC attack {}", "@ guerrillas @-at", 80),
        ("@: 2vg at", "VC attack {}", "@ guerrillas {1} {1} {1} @-at", 5),
        ("@: 2ut vg*", "US assault {} | airstrike Tay-vg*", "@-vg*", 30),
        ("@: 2ut vg*", "US assault {} | airstrike Tay-vg* {4}", "@-vg*", 30),
        ("@: 3ut vg*", "US airstrike trail-1 {}", "@-vg*", 30),
        ("@: 2ut vg*", "US {}", "assault @-vg* | airstrike Tay-vg*", 30),
    ],
)
def test_the_comparison_with_the_other_edition_is_linear(
    there: str, move: str, more: str, per_clause: int, rules: Edition
) -> None:
    """With one, two and four times the spaces or segments, at most so many clauses are played for each."""
    between = " | " if " | " in more else ", "
    for number in (3, 6, 12):
        event = event_of(move.replace("{}", in_spaces(number, more, between), 1))
        where = in_spaces(number, there, "; ") + "; Tay: 2at 2vg*"
        state = position(where, to_act=event.faction.name, rules=rules.value, trail=3, VC=60).state
        usual = outcome(state, event)
        with Budget(ENOUGH) as work:
            elsewhere(state, event, usual)
        assert ENOUGH - work.left <= 100 + per_clause * len(spoken(event.segments, event.faction))


def test_what_was_not_examined_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text and data name the parts of a ruling that were cut short. The verdict stays."""
    state = position("Tay: 2vg; Hue: vg 2at; Sai: 3at", to_act="VC").state
    move = event_of("VC rally Sai+vg, Tay+3vg | tax Hue")
    whole = adjudicate_move(state, move)
    assert whole.found.unexamined == ()
    assert "not examined" not in "\n".join(adjudication_lines(whole))
    monkeypatch.setattr("fitl_core.tell.suggested_moves.MOST_WORK", 10)
    cut = adjudicate_move(state, move)
    assert cut.found.unexamined == ("more legal moves near it",)
    assert "more legal moves near it" in adjudication_lines(cut)[-1] + "\n".join(adjudication_lines(cut))
    assert view_adjudication(cut).unexamined == cut.found.unexamined
    assert (cut.found.verdict, cut.found.rules) == (whole.found.verdict, whole.found.rules)


@pytest.mark.parametrize("resources", [0, 1, 2])
@pytest.mark.parametrize("where", ["Sai: 4ap PS", "Hue: 2ap PS; Sai: 3at", "CaT: at; HuDN: ap"])
def test_a_walk_says_why_what_follows_from_an_answer_is_refused(resources: int, where: str) -> None:
    """ARVN Patrol is paid for after its verb, for the whole Operation (3.2.2)."""
    walk = ask(position(where, to_act="ARVN", ARVN=resources).state, ARVN)
    with pytest.raises(Violation) as refused:
        walk.say(Verb("patrol"))
    assert (refused.value.code, refused.value.rule) == ("not-enough-resources", "3.1")


@pytest.mark.parametrize("phase", ["finished", "over"])
@pytest.mark.parametrize("move", ["VC event shaded", "US train Sai", "NVA rally"])
def test_no_action_is_completed_out_of_turn(phase: str, move: str) -> None:
    """A move out of turn is refused, even on a finished card that has no Event."""
    state = msgspec.structs.replace(
        position("Sai: 2at", to_act="VC").state, phase=phase, card=125, eligible=()
    )
    action = event_of(move)
    with pytest.raises(Violation):
        answer_move(state, action, lambda _: None)
    with pytest.raises(Violation):
        normal_action(state, action)


def test_mistakes_of_random_games_are_ruled_on_soon() -> None:
    """Mistakes in a sample of random games are ruled on within a second each, without an error."""
    assert [one for one in rulings(60) if one.seconds > MOST_SECONDS] == []
