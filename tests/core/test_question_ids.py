"""Every question has a stable id of one form, listed in the docs."""

import re

import msgspec
from questions_page import PAGE, asked_ids, play_random
from table import position, refuses

from fitl_core.asking import runs
from fitl_core.facts.factions import ARVN
from fitl_core.record.clauses import At, Verb
from fitl_core.walks import WalkView, ask

ID = re.compile(r"[a-z]+(\.[0-9]+)?(\.[a-z-]+)+")


def test_every_question_has_an_id_of_one_form():
    """Each question's id is a verb, phase or Event and a step. No id is a rule number or lacks a step."""
    with asked_ids() as seen:
        play_random(range(1000, 1004))
    assert len(seen) > 80
    assert [name for name in seen if not ID.fullmatch(name) or name.startswith("rule")] == []
    assert [name for name in seen if name.endswith(".choice")] == []


def test_the_ids_of_operations_and_phases_are_listed():
    """The ids of all questions in random games, except those of Events, are on the questions page."""
    listed = set(re.findall(r"`([a-z0-9.-]+)`", PAGE.read_text(encoding="utf-8")))
    with asked_ids() as seen:
        play_random(range(2))
    asked = {name for name, forms in seen.items() if forms and not name.startswith("event.")}
    assert asked - listed == set()
    assert {"train.place", "sweep.space", "event.68.space", "coup.redeploy-arvn.move"} <= listed


def test_a_walk_is_told_as_json():
    """A walk's view goes through JSON and back, with a limited number of answers."""
    game = position("Sai: 4at 3ap PS; Hue: 2ap", to_act="ARVN")
    walk = game.asked("ARVN train Sai")
    view = walk.view(most=3)
    assert msgspec.json.decode(msgspec.json.encode(view), type=WalkView) == view
    assert all(len(question.answers) <= 3 for question in view.questions)
    assert any(question.more for question in view.questions)
    walk = game.asked("ARVN train Sai Sai+at")
    assert walk.normal == game.asked("ARVN train Sai+at").normal != walk.action
    assert walk.effects == tuple(game.play("ARVN train Sai+at").effects)[: len(walk.effects)]


def test_a_walk_can_be_gone_on_from_twice():
    """A walk continued twice stays usable, each answer writes its tag, and dead ends are refused."""
    game = position("Sai: 4at 3ap PS; Hue: 2ap", to_act="ARVN")
    walk = game.asked("ARVN train")
    sai, hue = walk.say(At("saigon")), walk.say(At("hue"))
    assert sai.first.answers(space="hue") == () and sai.first.id == "train.place"
    assert [clause for _, clause in hue.said][-1] == At("hue") and len(walk.said) == 1
    with refuses("3.1", code="space-twice"):
        sai.say(At("saigon"))


def test_a_walk_tells_what_may_be_left_out():
    """A walk lists forced and optional questions that may be left out, but no required ones."""
    game = position("Sai: 4at 3ap PS; Hue: 2ap", to_act="ARVN")
    walk = ask(game.state, ARVN)
    assert walk.unsaid == () and not walk.may_end
    walk = game.asked("ARVN train Sai+at")
    optional = [asked.id for asked in walk.questions if asked.optional]
    assert [left_out.id for left_out in walk.unsaid if left_out.answer is None] == optional != []
    forced = [left_out for left_out in walk.unsaid if left_out.answer is not None]
    for left_out in forced:
        assert walk.say(left_out.answer, left_out.who).play() == walk.play()
    assert walk.view().unsaid == walk.unsaid


def test_what_no_end_was_found_for_is_not_said(monkeypatch):
    """A verb without a found ending is not offered if the search budget is used up. Play still accepts it."""
    game = position("Sai: 4at 3ap PS; CaT: 2ap PS; Hue: 2ap", to_act="ARVN")
    state = game.state
    assert Verb("govern") in ask(state, ARVN).first.answers()
    monkeypatch.setattr(runs, "MOST_PLAYED", 0)
    walk = ask(state, ARVN)
    assert Verb("govern") not in walk.first.answers()
    with refuses("4.1", because="not all that there are", code="no-answer"):
        walk.say(Verb("govern"))
    assert game.play("ARVN govern CaT aid | train Hue+ap")["Hue"] == "3ap"
