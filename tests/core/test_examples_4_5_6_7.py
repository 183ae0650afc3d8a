"""Examples and notes of the rulebook's sections 4 to 7 that no other file holds."""

import pytest
from table import position, refuses

from fitl_core.state.victory import margins, winner_of_check

ACTIVITIES = {
    "advise": "US",
    "airlift": "US",
    "airstrike": "US",
    "govern": "ARVN",
    "transport": "ARVN",
    "raid": "ARVN",
    "infiltrate": "NVA",
    "bombard": "NVA",
    "ambush": "NVA VC",
    "tax": "VC",
    "subvert": "VC",
}


def refused_activities(faction):
    """Return the Special Activities that are refused to a Faction as not its own."""
    operation = "train Hue" if faction in ("US", "ARVN") else "rally KGi"
    game = position("Hue: 2ut 2at; KGi: ng vg", to_act=faction)
    refused = {verb: game.refused(f"{faction} {operation} | {verb} aid+1 Tay Tay") for verb in ACTIVITIES}
    return {verb for verb, refusal in refused.items() if refusal.code == "not-your-verb"}


def others(faction):
    """Return the Special Activities of the other Factions."""
    return {verb for verb, whose in ACTIVITIES.items() if faction not in whose.split()}


def test_4_2_the_three_us_activities():
    """Advise, Air Lift and Air Strike, no others."""
    assert refused_activities("US") == others("US")


def test_4_3_the_three_arvn_activities():
    """Govern, Transport and Raid, no others."""
    assert refused_activities("ARVN") == others("ARVN")


def test_4_4_the_three_nva_activities():
    """Infiltrate, Bombard and Ambush, no others."""
    assert refused_activities("NVA") == others("NVA")


def test_4_5_the_three_vc_activities():
    """Tax, Subvert and Ambush, no others."""
    assert refused_activities("VC") == others("VC")


# -- 4 Special Activities ---------------------------------------------------------------------


def test_4_1_nothing_is_paid_for_an_activity():
    """A Special Activity costs nothing. Only its Operation is paid."""
    game = position("KGi: vg; SaCT: vg", to_act="VC", VC=1).play("VC rally KGi+vg | tax SaCT")
    assert game.resources("VC") == 2
    game = position("Hue: ng 2at", to_act="NVA", NVA=1).play("NVA attack Hue | ambush Hue-at")
    assert game.resources("NVA") == 0
    game = position("Sai: 2at; CaT: at PS", to_act="ARVN", ARVN=0).play("ARVN train Sai | govern CaT aid")
    assert game.resources("ARVN") == 0


@pytest.mark.parametrize(("first", "second"), [("US train Hue | airlift Sai>Hue:ut", "NVA event shaded")])
def test_4_1_note_an_activity_opens_the_event(first, second):
    """Only after an Operation with an Activity may the 2nd Eligible have the Event."""
    spaces = "Hue: ut; Sai: ut; NVn: nb"
    position(spaces, card=1, casualties="ut").play(f"{first}\n{second}")
    with refuses("2.3.4"):
        position(spaces, card=1, casualties="ut").play(f"US train Hue\n{second}")


def test_4_2_1_tunneled_base_even_alone():
    """A Tunneled Base is no target of Advise, even if it is alone in the space."""
    with refuses("4.2.1", code="tunnel"):
        position("Hue: ut; Tay: ui vb^", to_act="US").play("US train Hue | advise Tay irregulars Tay-vb^")


def test_4_3_1_note_train_and_govern_in_different_spaces():
    """ARVN may Train here and Govern there with one Operation."""
    game = position("Sai: 2at; CaT: at PS", to_act="ARVN", aid=10, ARVN=3)
    game.play("ARVN train Sai+6at | govern CaT patronage")
    assert (game.state.aid, game.state.patronage, game.level("CaT"), game["Sai"]) == (9, 21, "N", "8at")


def test_4_4_1_exception_no_replacement_without_a_counterpart():
    """Infiltrate removes no VC Guerrilla if no NVA piece can replace it."""
    game = position("KGi: 3nt vg; KPh: nt", to_act="NVA", available="0ng", trail=1)
    with refuses("4.4.1"):
        game.play("NVA rally trail+1 | infiltrate KGi take KGi-vg")
    game.play("NVA rally trail+1 | infiltrate KGi take")
    assert game["KGi"] == "3nt vg"


@pytest.mark.parametrize("target", ["KPh", "KHo", "CaT", "Sai"])
def test_4_4_3_example_every_neighbour_of_the_mekong(target):
    """An Ambush from the LoC reaches each adjacent space, without selecting it."""
    game = position(f"SaCT: ng; {target}: at", to_act="NVA").play(
        f"NVA attack SaCT | ambush SaCT {target}-at"
    )
    assert (game[target], game["SaCT"]) == ("", "ng*")


def test_4_4_3_example_not_two_away():
    """A Province that does not touch the LoC is out of reach."""
    with refuses("4.4.3"):
        position("SaCT: ng; Tay: at; Sai: at", to_act="NVA").play("NVA attack SaCT | ambush SaCT Tay-at")


def test_4_5_1_note_a_loc_is_taxed_under_the_enemys_eyes():
    """COIN pieces and Sabotage on a LoC do not prevent Tax, since a LoC has no Control."""
    for marked in ("", " sabotage"):
        game = position(f"KGi: vg; SaCT: vg 6ut 4at{marked}", to_act="VC", VC=5)
        assert game.play("VC rally KGi+vg | tax SaCT").resources("VC") == 6


def test_4_5_2_rounding_is_for_both_spaces_together():
    """Two replacements, one in each space, cost 1 Patronage."""
    game = position("SaCT: vg at; KGi: vg ap", to_act="VC", patronage=10)
    game.play("VC rally KGi+vg | subvert SaCT-at+vg, KGi-ap+vg")
    assert game.state.patronage == 9


# -- 5 Events ---------------------------------------------------------------------------------


def test_5_1_the_executing_faction_selects():
    """In card 79, shaded, the executing Faction alone chooses the pieces."""
    asked = position("Hue: at; Sai: at", card=79, eligible="VC").asked("VC event shaded")
    assert {question.who for question in asked.questions} == {"VC"}


def test_5_1_1_events_place_available_pieces_only():
    """With 2 Police Available card 112 unshaded places 2; a third is not asked for."""
    game = position(card=112, available="2ap")
    game.refused("VC event unshaded QTr+ap, QNa+ap, QTi+ap")
    assert game.play("VC event unshaded QTr+ap, QNa+ap")["QNa"] == "ap"


def test_5_1_1_events_place_no_coin_in_north_vietnam():
    """Card 112 unshaded reaches Laos, not North Vietnam."""
    spaces = {answer.partition("+")[0] for answer in position(card=112).answers("VC event unshaded")}
    assert "CLa" in spaces
    assert "NVn" not in spaces


def test_5_1_1_tunneled_bases_are_not_forced_but_may_be_given():
    """NVA remove 4 pieces by card 55 unshaded: the Tunneled Base only if they like."""
    assert position("CLa: nb^ 2ng", to_act="NVA").play("NVA event unshaded CLa-2ng")["CLa"] == "nb^"
    assert position("CLa: nb^ 3ng", to_act="NVA").play("NVA event unshaded CLa-3ng-nb^")["CLa"] == ""


def test_5_1_1_events_stop_at_75():
    """Card 79 unshaded at 70 Aid."""
    assert position("Hue: at", card=79, eligible="US", aid=70).play("US event unshaded").state.aid == 75


def test_5_1_3_what_can_be_done_is_done():
    """Card 51, unshaded, takes 6 pieces, or the present 3 if there are no more, and no Base instead."""
    game = position("NVn: 2nt nb; CLa: vg", card=51, eligible="US")
    with refuses("card 51"):
        game.play("US event unshaded NVn-2nt-nb, CLa-vg")
    assert game.play("US event unshaded NVn-2nt, CLa-vg")["CLa"] == ""


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_5_2_either_side_for_anybody(side):
    """Any Faction may choose either side of an Event, as VC do here with the side that favors COIN."""
    position("Hue: at vg", card=107, eligible="VC").play(f"VC event {side}")


HELD = "Hue: 2ap; DaN: ap; Kon: ap; QNh: ap; CRa: ap; AnL: ap; Sai: 3ap; CaT: ap"
"""COIN Control of every City: nothing is Sabotaged, so that a Coup Round may be passed through."""


def pass_through(game):
    """Let each Faction that is asked Pass."""
    while game.to_act is not None:
        game.play(f"{game.to_act} pass")


def test_5_3_capabilities_outlast_reset():
    """A Capability outlasts a Coup Round."""
    game = position(HELD, card=101, eligible="VC", next=126).play("VC event shaded\nnext #3")
    pass_through(game)
    assert [marker.card for marker in game.state.capabilities] == [101]


def test_5_4_momentum_ends_with_reset():
    """Claymores hold until the Reset of the next Coup Round, and not beyond."""
    game = position(HELD, card=17, eligible="US", next=126).play("US event unshaded")
    assert [marker.card for marker in game.state.momentum] == [17]
    game.play("next #3")
    assert [marker.card for marker in game.state.momentum] == [17]
    pass_through(game)
    assert game.state.momentum == ()


def test_5_5_example_a_free_march():
    """VC execute card 75 shaded: NVA Rally and March for nothing and stay Eligible; VC pay nothing."""
    game = position("Fis: ng", card=75, eligible="NVA VC", NVA=0, VC=0)
    assert game.to_act == "NVA"
    game.play("NVA pass")
    game.play("VC event shaded rally Sih+vg march Sih>KGi:vg NVA: rally Fis+ng march Fis>Tay:ng")
    assert (game["Tay"], game.resources("NVA"), game.resources("VC")) == ("ng", 1, 0)
    assert set(game.state.eligible) == {"US", "NVA", "ARVN"}


def test_5_5_note_the_trail_is_paid_in_a_free_rally():
    """Free Rally or not, Improving the Trail takes 2 Resources."""
    game = position("Fis: ng", card=75, eligible="NVA", NVA=1, trail=1)
    with refuses("3.1"):
        game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng trail+1")


# -- 6 Coup Rounds, 7 Victory -----------------------------------------------------------------

FOUR = "Hue: 3ut at ap; DaN: 3ut at ap; Kon: 3ut at ap; QNh: 3ut at ap; CRa: 3ut at ap"


def in_support(phase="support-us", **fields):
    """Five Cities that the US and ARVN may Pacify."""
    return position(FOUR, card=126, phase=phase, played=(17, 126), leader=(128,), ARVN=60, **fields)


def test_6_3_1_example_us_three_spaces_leave_arvn_one():
    """After 3 spaces of the US, ARVN may add 1 new space, and act in those three as well."""
    game = in_support().play("US pacify Hue=PS, DaN=PS, Kon=PS")
    with refuses("6.3.1", because="at most 4", code="too-many-spaces"):
        game.play("ARVN pacify QNh=PS, CRa=PS")
    assert game.play("ARVN pacify QNh=PS, Hue=AS").level("Hue") == "AS"


def test_6_3_1_example_us_four_spaces_leave_arvn_none():
    """4 spaces of the US leave ARVN no other space."""
    game = in_support().play("US pacify Hue=PS, DaN=PS, Kon=PS, QNh=PS")
    with refuses("6.3.1", because="at most 4", code="too-many-spaces"):
        game.play("ARVN pacify CRa=PS")


def test_6_4_2_note_us_forces_do_not_redeploy():
    """US Troops do not Redeploy with ARVN, and need not leave a LoC."""
    game = position("SaCT: 2ut; Sai: at", card=126, phase="redeploy-arvn", played=(17, 126))
    with refuses("6.4.2", code="piece-not-allowed"):
        game.play("ARVN redeploy SaCT>Sai:2ut")
    assert game.play("ARVN pass")["SaCT"] == "2ut"


def test_6_5_note_both_ways():
    """In one Commitment phase the US may both commit and withdraw."""
    spaces = "Sai: ut 4at; Hue: 3ut ap"
    game = position(spaces, card=126, phase="commitment", played=(17, 126), available="4ut")
    game.play("US commit Sai+4ut, Hue-2ut")
    assert (game["Sai"], game["Hue"], game.count("available", "ut")) == ("5ut 4at", "ut ap", 2)


def test_6_7_the_trail_runs_from_0_to_4():
    """Neither Rally nor Air Strike leaves the track's ends."""
    with refuses("6.7"):
        position(to_act="NVA", trail=4).play("NVA rally trail+1")
    with refuses("6.7"):
        position("Hue: ut", to_act="US", trail=0).play("US train Hue | airstrike {6} trail-1")


def test_7_0_after_the_end_nobody_acts():
    """When the game is over, moves and cards are refused."""
    game = position(phase="over", card=126, winner="VC")
    for line in ("VC pass", "US train Hue", "next #3"):
        with refuses("7.0", code="game-over"):
            game.play(line)


def test_7_3_note_zero_is_not_beyond():
    """The margin is 0 at the threshold itself, 1 beyond it and negative before it."""
    for patronage, margin in [(49, -1), (50, 0), (51, 1)]:
        game = position(patronage=patronage, available="0ut 0ub")
        assert margins(game.state)["ARVN"] == margin
        assert (winner_of_check(game.state) == "ARVN") == (margin > 0)
