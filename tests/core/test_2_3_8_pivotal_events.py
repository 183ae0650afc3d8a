"""Pivotal Events: placing, trumping, waiving and holding (2.3.8, 5.1.4).

The effects of the four Events are tested with the cards. Their text is left out here."""

from __future__ import annotations

import pytest
from table import Game, position, refuses

from fitl_core.engine import play, start
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.game.replays import replay
from fitl_core.record.effects import Remark
from fitl_core.record.events import Pivotal
from fitl_core.record.setup import Setup
from fitl_core.rules.pivotal import held, holding, may_place
from fitl_core.tell.state_view import view
from fitl_core.tell.words import standing
from notation.reader import read_line

MORE_NVA = "SLa: 15nt; Sai: 10ut"
"""NVA's and ARVN's conditions are met."""
EACH = "SLa: 25nt; Sai: 10ut AS; Hue: AS; DaN: AS; QTr: AS; Tay: 11vg; Ple: 11vg; NVn: nb"
"""Every condition is met."""


def table(spaces: str = EACH, leader: tuple[int, ...] = (125, 126), card: int = 1, **fields: object) -> Game:
    """Return a game on card 1 (order US NVA ARVN VC) with two Leaders in the box."""
    return position(spaces, card=card, leader=leader, **fields)  # type: ignore[arg-type]


@pytest.fixture
def without_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Events do nothing."""

    def nothing(_turn: object) -> object:
        yield from ()

    monkeypatch.setattr("fitl_core.rules.actions.event_procedure", nothing)


def test_2_3_8_each_faction_has_its_own():
    """The four cards, each with its owner first."""
    assert pivotal_cards() == {US: 121, NVA: 122, ARVN: 123, VC: 124}
    assert set(may_place(table().state)) == {US, NVA, ARVN, VC}


@pytest.mark.usefixtures("without_text")
def test_2_3_8_a_new_card_and_order():
    """Case 2.3.8-01: Easter Offensive cancels card 1, NVA executes, and VC is 2nd by the new order."""
    game = table(MORE_NVA).play("NVA pivotal #122")
    assert (game.state.card, game.state.played, game.to_act) == (122, (1, 122), "NVA")
    assert standing(game.state) == "card 122 Easter Offensive: NVA is to execute it (5.1.4)"
    game.play("NVA event")
    assert game.to_act == "VC"
    game.play("VC pass\nARVN pass")
    assert [done.deed for done in game.state.done] == ["event", "pass", "pass"]
    assert game.to_act == "US"


@pytest.mark.usefixtures("without_text")
def test_2_3_8_the_second_eligible_may_add_a_special_activity():
    """After a Pivotal Event the 2nd Eligible may add a Special Activity. Then the card is done."""
    game = table().play("NVA pivotal #122\nNVA event\nVC rally KGi+vg | tax Tay")
    assert game.state.phase == "finished"
    assert game.state.eligible == (US, ARVN)
    assert (NVA in held(game.state), game.state.played[-1]) == (False, 122)


def test_2_3_8_short_has_none():
    """Case 2.3.8-15: the Short scenario has no Pivotal Events."""
    game = table(scenario="short")
    with refuses("2.3.8", code="no-pivotal-events"):
        game.play("ARVN pivotal #123")
    assert held(game.state) == ()


@pytest.mark.parametrize("card, why", [(122, "Pivotal Event of NVA"), (1, "is no Pivotal Event")])
def test_2_3_8_only_ones_own(card, why):
    """A Faction may place only its own Pivotal Event."""
    with refuses("2.3.8", because=why, code="not-your-pivotal"):
        table().play(f"VC pivotal #{card}")


def test_2_3_8_used_once():
    """An executed Pivotal Event cannot be placed again."""
    with refuses("2.3.8", code="pivotal-used"):
        table(played=(124, 1)).play("VC pivotal #124")


def test_2_3_8_ineligible():
    """Case 2.3.8-03: an Ineligible Faction cannot place its Pivotal Event."""
    with refuses("2.3.8", because="NVA is Ineligible", code="pivotal-ineligible"):
        table(eligible="US ARVN VC").play("NVA pivotal #122")


@pytest.mark.usefixtures("without_text")
def test_2_3_8_too_late():
    """Case 2.3.8-04: after the 1st Eligible has executed, no Pivotal Event is open and a hold is idle."""
    game = table().play("US event")
    with refuses("2.3.8", because="US", code="pivotal-too-late"):
        game.play("NVA pivotal #122")
    before = game.state
    assert game.play("VC hold\nARVN waive").state == before


def test_2_3_8_behind_a_pass():
    """Case 2.3.8-05: after a Pass the next Faction is 1st Eligible. Resources from the Pass stay."""
    game = table(ARVN=10).play("US pass\nARVN pivotal #123")
    assert (game.to_act, game.resources("ARVN")) == ("ARVN", 13)


def test_2_3_8_behind_a_pass_by_the_other_reading():
    """Case 2.3.8-05, by the other reading: a Pass counts as an action."""
    game = table(readings=("2.3.8-05",)).play("US pass")
    with refuses("2.3.8", because="US has Passed", code="pivotal-too-late"):
        game.play("ARVN pivotal #123")


def test_2_3_8_not_by_who_has_passed():
    """A Faction that has Passed on the card cannot place its Pivotal Event on it."""
    with refuses("2.3.8", code="pivotal-passed"):
        table().play("US pass\nUS pivotal #121")


def test_2_3_8_monsoon():
    """No Pivotal Event while a Coup shows."""
    with refuses("2.3.8", because="Coup", code="pivotal-monsoon"):
        table(next=127).play("VC pivotal #124")


@pytest.mark.parametrize(
    "phase, rule, code",
    [
        ("finished", "2.3.7", "card-finished"),
        ("support-us", "2.3.8", "pivotal-coup-round"),
        ("over", "7.0", "game-over"),
    ],
)
def test_2_3_8_only_on_an_event_card(phase, rule, code):
    """A Pivotal Event is refused between cards, in a Coup Round and after the end of the game."""
    with refuses(rule, code=code):
        table(phase=phase, winner="VC" if phase == "over" else None).play("VC pivotal #124")


def test_2_3_8_two_cards_must_lie_there():
    """No Faction acts before the second card is revealed."""
    state = start(Setup("full")).state
    with refuses("2.2", code="no-card"):
        play(state, Pivotal(VC, 124))


@pytest.mark.parametrize(
    "line, fields, fact",
    [
        ("ARVN pivotal #123", {"leader": (125,)}, "there: card 125 Nguyen Khanh"),  # 2.3.8-13
        ("VC pivotal #124", {"spaces": "Tay: 12vg; SaCT: 8vg*; CLa: 3vg"}, "there are 20"),  # 2.3.8-09
        ("ARVN pivotal #123", {"spaces": "Sai: 20ut ub ui"}, "there are 20"),  # 2.3.8-10
        ("NVA pivotal #122", {"spaces": "SLa: 10nt 5ng; Sai: 10ut"}, "NVA Troops 10"),
    ],
)
def test_2_3_8_preconditions(line, fields, fact):
    """Cases 2.3.8-09, -10, -13: the precondition of the card is checked, and its figures are reported."""
    with refuses("2.3.8", because="precondition of card", code="pivotal-precondition"):
        table(**fields).play(line)
    assert fact in table(**fields).refused(line).facts


def test_2_3_8_preconditions_just_met():
    """Preconditions just met: 21 Guerrillas in the South, 19 US Troops, one NVA Troop more than US Troops."""
    assert may_place(table("Tay: 12vg; SaCT: 9vg*; Sai: 20ut").state) == (VC,)
    assert may_place(table("Sai: 19ut; NVn: 20nt").state) == (NVA, ARVN)


def test_2_3_8_minh_is_no_card_but_failed_attempts_are():
    """Case 2.3.8-13: two Failed Attempts under nobody make two cards."""
    assert ARVN in may_place(table(leader=(129, 130)).state)


@pytest.mark.parametrize(
    "score, talks, legal", [(40, False, False), (41, False, True), (25, True, False), (26, True, True)]
)
def test_2_3_8_linebacker(score, talks, legal):
    """Cases 2.3.8-11, -12: Linebacker needs more than 40, or more than 25 with the marker of Peace Talks."""
    game = table("", available=f"{score}ut", card=82, peace_talks=talks)
    pool = game.score("US") - game.count("available", "ut")
    game = table("", available=f"{score - pool}ut", card=82, peace_talks=talks)
    assert game.score("US") == score
    if legal:
        assert game.play("US pivotal #121").to_act == "US"
    else:
        assert f"together {score}" in game.refused("US pivotal #121").facts


@pytest.mark.usefixtures("without_text")
def test_2_3_8_trumped_returns():
    """Case 2.3.8-07: Tet trumps Vietnamization, which ARVN holds again; the order is that of Tet."""
    game = table().play("ARVN pivotal #123\nVC pivotal #124")
    assert (game.state.played, game.to_act) == ((1, 124), "VC")
    assert ARVN in held(game.state)
    game.play("VC event")
    assert game.to_act == "NVA"
    game.play("NVA pass\nUS pass\nARVN pass")
    assert game.state.phase == "finished"
    assert set(game.state.eligible) == {US, NVA, ARVN}


TRUMPS = {("VC", "US"), ("VC", "NVA"), ("VC", "ARVN"), ("ARVN", "US"), ("ARVN", "NVA"), ("NVA", "US")}


@pytest.mark.parametrize("first", ["US", "NVA", "ARVN", "VC"])
@pytest.mark.parametrize("second", ["US", "NVA", "ARVN", "VC"])
def test_2_3_8_trump_order(first, second):
    """Case 2.3.8-06: VC trumps all, ARVN trumps US and NVA, NVA trumps US, and US trumps none."""
    number = {str(faction): card for faction, card in pivotal_cards().items()}
    game = table().play(f"{first} pivotal #{number[first]}")
    line = f"{second} pivotal #{number[second]}"
    if (second, first) in TRUMPS:
        assert game.play(line).to_act == second
        return
    code = "pivotal-used" if first == second else "pivotal-no-trump"
    with refuses("2.3.8", code=code):
        game.play(line)


def test_2_3_8_no_trump_when_it_is_executed(without_text):
    """A Pivotal Event cannot be trumped after its execution."""
    with refuses("2.3.8", code="pivotal-too-late"):
        table().play("US pivotal #121\nUS event\nVC pivotal #124")


@pytest.mark.parametrize(
    "line", ["VC pass", "VC rally KGi+vg", "VC limop rally KGi+vg", "VC tax Tay | rally KGi"]
)
def test_5_1_4_it_must_be_executed(line):
    """The Faction that places a Pivotal Event must execute it, and may do nothing else."""
    game = table().play("VC pivotal #124")
    with refuses("5.1.4", because="must now execute it", code="pivotal-due"):
        game.play(line)
    with refuses("2.3.2", code="not-your-turn"):
        game.play("US event")


@pytest.mark.usefixtures("without_text")
def test_5_1_4_what_is_asked():
    """A Pivotal Event is all that its Faction may do, with a transfer before it."""
    game = table().play("VC pivotal #124")
    assert game.answers() == ["event", "transfer"]


def test_2_3_8_waive():
    """A waiver binds until the next card, for trumping too."""
    game = table().play("VC waive")
    assert VC not in may_place(game.state)
    with refuses("2.3.8", code="pivotal-waived"):
        game.play("VC pivotal #124")
    with refuses("2.3.8", code="pivotal-waived"):
        game.play("US pivotal #121\nVC pivotal #124")


def test_2_3_8_hold_keeps_others_from_acting():
    """No other Faction acts until the holder places its Pivotal Event or waives."""
    game = table().play("VC hold")
    assert holding(game.state) == (VC,)
    assert standing(game.state).endswith("play waits for VC (2.3.8)")
    for line in ("US pass", "US sweep Sai"):
        with refuses("2.3.8", because="play waits for VC", code="pivotal-held"):
            game.play(line)
    assert game.play("VC waive\nUS pass").to_act == "NVA"
    assert table().play("VC hold\nVC pivotal #124").to_act == "VC"


def test_2_3_8_hold_ends_with_ones_own_turn():
    """A Faction does not wait for its own hold. Of two holders each waits for the other."""
    assert table().play("US hold\nUS pass").to_act == "NVA"
    game = table().play("US hold\nVC hold")
    with refuses("2.3.8", because="play waits for VC"):
        game.play("US pass")


def test_2_3_8_hold_does_not_stop_pivotal_events():
    """A Faction may place its Pivotal Event during a hold. Play then stops waiting for outranked holds."""
    game = table().play("US pass\nVC hold\nNVA hold\nARVN pivotal #123")
    assert holding(game.state) == (VC,)
    game = table().play("VC hold\nARVN hold\nVC pivotal #124")
    assert holding(game.state) == ()


@pytest.mark.usefixtures("without_text")
def test_2_3_8_forgotten_at_the_next_card():
    """A hold and a waiver end with the card."""
    game = table(next=3).play("VC waive\nARVN hold\nARVN waive\nUS event\nNVA pass\nARVN pass\nVC pass")
    assert (game.state.phase, game.state.waived, game.state.holds) == ("finished", (), ())
    game.play("next #2")
    assert {ARVN, VC} <= set(may_place(game.state))


@pytest.mark.parametrize(
    "fields", [{"scenario": "short"}, {"leader": (125,)}, {"next": 127}, {"eligible": "US"}]
)
@pytest.mark.parametrize("word", ["waive", "hold"])
def test_2_3_8_announcements_without_a_choice_bear_on_nothing(fields, word):
    """An announcement by a Faction that cannot place a Pivotal Event is legal and changes nothing."""
    game = table(**fields)
    before = game.state
    assert game.play(f"VC {word}").state == before
    assert {type(effect) for effect in game.effects} == {Remark}, "it is only said why"


def test_2_3_8_in_the_view():
    """The JSON view lists the holders of Pivotal Events, the placeable ones and the announced holds."""
    now = view(table(MORE_NVA).play("NVA hold").state, 0).pivotal
    assert (now.held, now.placeable, now.waiting_for) == ((US, NVA, ARVN, VC), (NVA, ARVN), (NVA,))


def test_2_3_8_the_card_may_be_named():
    """A heading may name the Pivotal Event that is now played."""
    assert table().play("VC pivotal #124\n#124").state.card == 124


@pytest.mark.usefixtures("without_text")
def test_2_3_8_prefix_and_rest():
    """A game with a Pivotal Event continues alike from each of its positions."""
    lines = ("VC hold", "NVA waive", "ARVN pivotal #123", "VC pivotal #124", "VC event")
    lines += ("NVA pass", "US pass", "ARVN pass", "next #3")
    events = [read_line(line).event for line in lines]
    states = [table().state]
    for event in events:
        states.append(play(states[-1], event).state)
    for cut in range(len(events)):
        state = states[cut]
        for event in events[cut:]:
            state = play(state, event).state
        assert state == states[-1]


def test_2_3_8_refused_in_a_replay():
    """A replay stops at a Pivotal Event that is not open, and keeps the part before it."""
    game = replay(Setup("full", cards=(1, 2)), [Pivotal(VC, 124)])
    assert (game.sound, game.error.code) == (0, "pivotal-precondition")


def test_2_3_8_the_cancelled_card_is_never_finished(monkeypatch: pytest.MonkeyPatch):
    """The position at the end of a cancelled card is refused with the Pivotal Event on top of it."""
    monkeypatch.setattr("fitl_core.rules.pivotal._refuse_precondition", lambda _state, _faction: None)
    game = replay(Setup("full", cards=(1, 2)), [Pivotal(VC, 124)])
    with refuses("2.3.8", because="Pivotal Event 124", code="card-cancelled"):
        game.number_after_card(1)
