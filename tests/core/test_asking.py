"""Questions of a partial move, clauses that need not be written, and the choice of the reported refusal."""

import pytest
from table import position, refuses

from fitl_core.asking.questions import Question
from fitl_core.engine import start
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.game.replays import replay
from fitl_core.record.events import Pass, Reveal
from fitl_core.record.setup import Setup
from fitl_core.strict_play import passing_is_open


def verbs(game, text=""):
    """Return the verbs offered after a partial move."""
    asked = game.asked(text)
    return {
        clause.name
        for question in asked.questions
        for clause in question.answers()
        if hasattr(clause, "name")
    }


def test_a_verb_that_leads_nowhere_is_not_offered():
    """Without enemies no Attack is offered, and without Resources no Rally."""
    game = position("Tay: 2vg", to_act="VC", VC=0)
    assert {"attack", "rally"}.isdisjoint(verbs(game))
    assert {"march", "event"} <= verbs(game)


def test_an_option_that_leads_nowhere_is_not_offered():
    """Pacify is not offered if no space can be Pacified."""
    game = position("Hue: at ap AS; DaN: at", to_act="ARVN")
    assert "pacify" not in verbs(game, "ARVN train Hue")
    assert "pacify" in verbs(position("Hue: at ap", to_act="ARVN"), "ARVN train Hue")


def test_a_phase_with_one_verb_offers_it():
    """The verb of a Coup Round's phase is never implicit."""
    game = position("Hue: ut ap", card=126, phase="support-us", played=(126,))
    assert verbs(game) == {"pacify"}
    assert passing_is_open(game.state)


def test_an_operation_goes_on_once_behind_its_activity():
    """A repeated verb continues its Operation only once, right after the Special Activity."""
    game = position("Sai: 4at 3ap PS; CaT: 2ap PS; Hue: 2ap", to_act="ARVN")
    game.refused("ARVN train Sai+at | train Hue+ap")
    game.refused("ARVN train Sai+at | govern CaT aid | train | train Hue+ap")
    assert game.play("ARVN train Sai+at | govern CaT aid | train Hue+ap")["Hue"] == "3ap"


def test_a_last_step_without_a_space_ends_with_a_reason():
    """An unfinished Train after a Special Activity is refused at once."""
    game = position("CaT: 2ap PS; PhB: ap ab", to_act="ARVN", ARVN=3)
    with pytest.raises(Violation):
        game.play("ARVN govern CaT patronage | train PhB+at pacify")


def test_what_is_forced_need_not_be_written():
    """A forced Base need not be written, and the written clause then answers for the Guerrilla."""
    game = position("Ple: ub ng vg", card=17).play("US event shaded Ple Ple-vg")
    assert (game["Ple"], game["casualties"]) == ("ng", "ub")


def test_the_reason_of_the_refused_part_is_told():
    """A move to a closed space is the reported fault, not the pieces left afterwards."""
    game = position("QTi: 2at; QNh: 3nt", card=126, phase="redeploy-arvn", played=(126,))
    with refuses("6.4.2", because="Qui Nhon", code="space-not-allowed"):
        game.play("ARVN redeploy QTi>QNh:2at")


def test_a_refusal_says_what_was_open():
    """A refusal lists the legal answers."""
    game = position("KGi: vg; KPh: vg 2ap", card=126, phase="support-vc", played=(126,))
    assert game.open("VC agitate KPh=PO") == ["KGi"]


GAME = (Setup("full", Edition.SECOND, (107, 55)), [Pass(VC), Pass(NVA), Pass(ARVN), Pass(US)])


def test_replay_keeps_the_sound_part_and_the_reason():
    """A replay plays the events before the fault, reports the fault and tries nothing after it."""
    setup, passes = GAME
    game = replay(setup, [*passes, Reveal(55), Reveal(68)])
    assert (game.sound, game.error.code) == (4, "card-twice")
    assert game.state.phase == "finished"
    assert game.state_at(0) == start(setup).state
    assert game.number_after_card(107) == 4


def test_replay_asked_for_what_is_not_there():
    """A replay refuses events and cards after its fault by name."""
    game = replay(GAME[0], GAME[1][:2])
    with refuses("2.0", code="no-such-event"):
        game.state_at(3)
    with refuses("2.3.7", code="no-such-card"):
        game.number_after_card(68)
    with refuses("2.3.7", code="card-not-finished"):
        game.number_after_card(107)


def test_a_digest_of_another_game_is_told():
    """A replay stops at a recorded digest that differs."""
    game = position()
    with refuses("SPEC 3", code="digest-differs"):
        game.play("digest 2:0123456789abcdef")


def test_every_question_has_its_test_and_its_candidates() -> None:
    """Each form of question has its test and its candidates."""

    def forms(form: type[Question]) -> list[type[Question]]:
        below = [found for sub in form.__subclasses__() for found in forms(sub)]
        return below or [form]

    asked = forms(Question)
    assert len(asked) > 20
    for form in asked:
        assert form.take is not Question.take, form
        assert form.candidates is not Question.candidates, form
