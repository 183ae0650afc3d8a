"""The sequence of play on an Event card: order, Passing, options, Eligibility, Monsoon (2.3)."""

import pytest
from table import FIRST_CARD, position, refuses

from fitl_core.errors import Violation
from fitl_core.rules.sequence import open_deeds

MAP = "Tay: 2vg vb^ AO; KGi: 2vg AO; NVn: 2ng nb; Sai: 4at 3ap 2ut ub PS; Hue: 2ut PS"
OP = "NVA rally NVn+ng"
OP_AND_ACTIVITY = "NVA rally NVn+ng | infiltrate NVn build NVn+nt"


def table(to_act="NVA", **fields):
    return position(MAP, to_act=to_act, **fields)


def test_2_3_2_first_eligible_is_leftmost():
    """The order of play is that of the card's symbols."""
    game = position(to_act="US")
    assert game.to_act == "US"
    with refuses("2.3.2", because="1st Eligible, before NVA"):
        game.play("NVA pass")


def test_2_3_2_ineligible_symbols_are_skipped():
    """With the US Ineligible, the next symbol, NVA, is 1st, not ARVN (case 2.3.2-01)."""
    game = position("Sai: 3ap PS", to_act="US", eligible="NVA ARVN VC")
    assert game.to_act == "NVA"
    with refuses("2.3.2", code="not-your-turn"):
        game.play("ARVN train Sai+at")


def test_2_3_1_ineligible_does_nothing():
    """An Ineligible Faction may not even Pass."""
    with refuses("2.3.1", code="ineligible"):
        position(to_act="US", eligible="NVA ARVN VC").play("US pass")


def test_2_3_2_nobody_acts_twice():
    """A Faction acts only once on a card."""
    game = table().play(OP)
    with refuses("2.3.2", code="acted-already"):
        game.play(OP)


def test_2_3_3_pass_of_coin_adds_3_arvn_resources():
    """Case 2.3.3-01: a US Pass pays ARVN 3; NVA becomes 1st with every option."""
    game = position(to_act="US").play("US pass")
    assert game.resources("ARVN") == 23
    assert game.to_act == "NVA"
    assert open_deeds(game.state) == {"pass", "operation", "operation+activity", "limop", "event"}


def test_2_3_3_pass_of_insurgent_adds_1():
    """A Pass gives NVA and VC 1 Resource each."""
    game = table().play("NVA pass\nVC pass")
    assert (game.resources("NVA"), game.resources("VC"), game.resources("ARVN")) == (21, 21, 20)


def test_2_3_3_pass_stops_at_75():
    """Case 2.3.3-02: a Pass raises ARVN Resources from 74 to 75 only."""
    game = position(card=68, ARVN=74).play("ARVN pass")
    assert game.resources("ARVN") == 75


def test_2_3_3_third_faction_may_not_pass():
    """Case 2.3.3-03: after two have executed, the card is finished."""
    game = table().play(OP + "\nVC limop rally KGi+vg")
    with refuses("2.3.7", code="card-finished"):
        game.play("US pass")
    assert game.state.phase == "finished"


def test_2_3_3_last_of_four_passes():
    """Case 2.3.3-05: all Passed, all are Eligible for the next card."""
    game = position(to_act="US", VC=5).play("US pass\nNVA pass\nARVN pass\nVC pass")
    assert game.resources("VC") == 6
    assert game.state.phase == "finished"
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}


def test_2_3_3_pass_behind_an_execution_keeps_the_options():
    """Case 2.3.3-04: the Faction after a Passing 2nd Eligible has the same options, with the Event."""
    game = table().play(OP_AND_ACTIVITY + "\nVC pass")
    assert game.to_act == "US"
    assert open_deeds(game.state) == {"pass", "limop", "event"}
    game.play("US event shaded")
    assert game.state.eligible == ("ARVN", "VC")


def test_2_3_3_lone_second_eligible_passes():
    """If the rightmost Eligible Faction Passes, Eligibility is adjusted at once."""
    game = table(eligible="NVA VC").play(OP + "\nVC pass")
    assert game.state.phase == "finished"
    assert set(game.state.eligible) == {"US", "ARVN", "VC"}


def test_2_3_4_second_eligible_after_op_only_has_no_event():
    """Case 2.3.4-01: after an Operation alone the 2nd Eligible has no Event."""
    game = table().play(OP)
    with refuses("2.3.4", code="option-not-open"):
        game.play("VC event shaded")


def test_2_3_4_second_eligible_after_op_only_has_limop_only():
    """A second space is one too many, whether `limop` is written or not."""
    game = table().play(OP)
    for line in ("VC rally Tay+vg, KGi+vg", "VC limop rally Tay+vg, KGi+vg"):
        with refuses("2.3.5", code="limop-one-space"):
            game.play(line)
    assert game.play("VC rally Tay+vg").state.done[-1].deed == "limop"


def test_2_3_4_second_eligible_after_op_only_has_no_activity():
    """Case 2.3.4-02: a Limited Operation has no Special Activity."""
    game = table().play(OP)
    with refuses("2.3.5", code="limop-special-activity"):
        game.play("VC rally Tay+vg | tax Tay")


def test_2_3_4_second_eligible_after_event_has_op_and_activity():
    """Case 2.3.4-03: after an Event the 2nd Eligible may use several spaces and a Special Activity."""
    game = table(VC=5).play("NVA event unshaded")
    game.play("VC rally Tay+3vg, KGi+vg | tax KGi")
    assert game["Tay"] == "5vg vb^"
    assert game["KGi"] == "2vg vg*"
    assert (game.level("KGi"), game.resources("VC")) == ("PO", 7)


def test_2_3_4_second_eligible_after_event_has_no_event():
    """Case 2.3.4-04: a card's Event is executed once, on either side."""
    game = table().play("NVA event unshaded")
    with refuses("2.3.4", code="option-not-open"):
        game.play("VC event shaded")


def test_2_3_4_second_eligible_after_op_and_activity():
    """Case 2.3.4-05: after an Operation with an Activity the 2nd Eligible has one space, or the Event."""
    game = table().play(OP_AND_ACTIVITY)
    with refuses("2.3.5", code="limop-one-space"):
        game.play("VC rally Tay+vg, KGi+vg")
    with refuses("2.3.5", code="limop-special-activity"):
        game.play("VC rally Tay+vg | tax KGi")
    assert game.play("VC event unshaded").state.done[-1].deed == "event"


def test_2_3_4_activity_need_not_be_announced():
    """Case 2.3.4-06: the executed action fixes the options of the 2nd Eligible, not its announcement."""
    game = position("KGi: 2vg AO; Tay: vg AO", to_act="VC", VC=5)
    game.play("VC rally KGi+vg | tax Tay")
    assert open_deeds(game.state) == {"pass", "limop", "event"}
    assert (game["KGi"], game["Tay"], game.level("Tay")) == ("3vg", "vg*", "PO")
    assert game.resources("VC") == 8


def test_2_3_4_operation_in_no_space_is_none():
    """Case 2.3.4-07: Train must select a space."""
    assert table("US").refused("US train | airstrike {2}").code == "missing-choice"


def test_2_3_4_operation_without_effect_counts():
    """Case 2.3.4-09: a Sweep that finds nothing is an Operation."""
    game = position("Hue: 2ut PS", to_act="US").play("US sweep Hue")
    assert game.state.done[-1].deed == "operation"
    assert game["Hue"] == "2ut"


def test_2_3_5_event_is_no_limited_operation():
    """`limop` and an Event do not go together."""
    with refuses("2.3.5", code="option-not-open"):
        table().play("NVA limop event shaded")


def test_2_3_5_limited_train_pacifies():
    """Case 2.3.5-04: the one space may be Pacified."""
    game = position("NVn: ng nb; Hue: 2at 2ap", to_act="NVA", eligible="NVA ARVN", ARVN=9)
    game.play("NVA rally NVn+ng\nARVN limop train Hue pacify Hue=PS")
    assert (game.level("Hue"), game.resources("ARVN")) == ("PS", 6)


def test_2_3_5_first_eligible_may_limit_itself():
    """A Limited Operation of the 1st Eligible leaves the 2nd a Limited Operation."""
    game = table().play("NVA limop rally NVn+ng")
    assert open_deeds(game.state) == {"pass", "limop"}


def test_2_3_6_limited_operation_makes_ineligible():
    """Case 2.3.6-02: a Limited Operation makes its Faction Ineligible."""
    game = table().play(OP + "\nVC rally KGi+vg\nnext #79")
    assert game.state.eligible == ("US", "ARVN")


def test_2_3_6_claymores_keeps_its_faction_eligible():
    """Case 2.3.6-03: the Faction that executes Claymores stays Eligible."""
    game = position(MAP, card=17).play("US pass\nARVN event unshaded\nVC pass\n" + OP)
    assert set(game.state.eligible) == {"US", "ARVN", "VC"}


def test_2_3_6_nobody_eligible():
    """Case 2.3.6-04: a card without Eligible Factions is over at once, then all are Eligible."""
    game = position(card=17, next=2, phase="finished", eligible="").play("next #43")
    assert game.state.card == 2
    assert game.state.phase == "finished"
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}


def test_2_3_7_cards_move_up():
    """The showing card becomes the played card, and the revealed card shows."""
    game = table(eligible="NVA").play("NVA pass\nnext #75")
    assert (game.state.card, game.state.next, game.state.played) == (2, 75, (55, 2))


def test_2_3_7_no_card_while_someone_is_to_act():
    """No card is revealed before the present card is finished."""
    with refuses("2.3.7", because="NVA is to act"):
        table().play("next #75")


def test_2_3_7_wrong_card_named():
    """`#n` must be the card that is played."""
    with refuses("2.3.7", code="wrong-card"):
        table().play("#68")
    table().play("#55")


@pytest.mark.parametrize("number", [55, 2])
def test_2_1_a_card_comes_up_once(number):
    """Neither the played card nor the showing one can be revealed again."""
    game = table(eligible="NVA").play("NVA pass")
    with refuses("2.1", code="card-twice"):
        game.play(f"next #{number}")


def test_2_3_8_pivotal_is_never_revealed():
    """Pivotal Events are not in the deck."""
    game = table(eligible="NVA").play("NVA pass")
    with refuses("2.3.8", code="pivotal-in-deck"):
        game.play("next #121")


def test_2_3_8_waive_and_hold_change_nothing():
    """Waiving and holding a Pivotal Event, and a note, are accepted and change nothing."""
    game = table()
    before = game.state
    assert game.play("US waive\nVC hold\nnote hello").state == before


def test_2_3_9_no_sweep_in_monsoon():
    """Case 2.3.9-01: no Sweep in Monsoon, even without movement."""
    with refuses("2.3.9", because="next card: 125"):
        position("Hue: 3ut 2vg", to_act="US", next=125).play("US sweep Hue")


def test_2_3_9_no_march_in_monsoon():
    """Case 2.3.9-02: no March in Monsoon."""
    with refuses("2.3.9", code="monsoon"):
        position("Tay: 2vg AO", to_act="VC", next=125).play("VC march Tay>SaBM:2vg")


def test_2_3_9_verbs_of_fair_weather_are_not_listed():
    """Operations that Monsoon forbids are not offered."""
    game = position("Hue: 3ut 2vg*", to_act="US", next=125)
    names = [clause.name for question in game.asked().questions for clause in question.answers()]
    assert "assault" in names
    assert "sweep" not in names


def test_2_3_9_air_strike_in_two_spaces():
    """The US strike is kept to 2 spaces before a Coup."""
    game = position("Hue: ut ng*; Sai: ut ng*; CaT: ut ng*", to_act="US", next=125)
    with refuses("2.3.9", code="too-many-spaces"):
        game.play("US airstrike {6} Hue-ng*, Sai-ng*, CaT-ng* | train Hue")
    game.play("US airstrike {6} Hue-ng*, Sai-ng* | train Hue")


def test_2_3_9_no_monsoon_on_the_coup_card_itself():
    """Of two Coup cards in a row, the first is not played in Monsoon."""
    game = position(card=128, next=127, phase="finished")
    assert not game.state.monsoon


def test_2_4_2_empty_deck():
    """With no card left, nothing more is revealed."""
    deck = (*range(18, 43), 128)
    game = position(scenario="short", card=128, next=127, phase="finished", played=deck)
    state = game.play("next none").state
    assert state.next is None
    with refuses("2.4.2", code="deck-empty"):
        game.play("next none")


def test_2_3_7_none_is_the_end_of_the_deck():
    """Cards can be declared used up only if none is left in the deck."""
    with refuses("2.1", because="2 of 78 cards", code="deck-not-empty"):
        position(card=17, phase="finished").play("next none")


def test_2_3_2_every_first_card_of_the_table_is_right():
    """The test table's cards put their Factions first."""
    for faction in FIRST_CARD:
        assert position(to_act=faction).to_act == faction


def test_2_3_2_who_has_acted_is_not_named_as_eligible():
    """A move out of turn lists the Factions that have acted and the Eligible ones that have not."""
    game = table()
    game.play(OP)
    last = next(faction for faction in ("VC", "ARVN", "US") if faction != game.to_act)
    with pytest.raises(Violation, match="2nd Eligible, before") as refused:
        game.play(f"{last} pass")
    assert "acted already: NVA" in refused.value.facts
    assert "Eligible, and to act yet: US, ARVN, VC" in refused.value.facts
