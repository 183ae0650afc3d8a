"""Written positions: impossible ones and the reasons, optional statements, and the phase entered."""

from __future__ import annotations

import pytest
from table import Game, refuses

from fitl_core.engine import start
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import SHARED_OUT
from fitl_core.record.setup import Setup
from fitl_core.state.impossible import ImpossiblePosition
from fitl_core.state.position_digest import digest
from notation.position_reader import read_position, write_position

ROUND = "leaders 128 126; played 17 126; next 43"
"""A Coup Round by its cards."""


def begun(text: str, rules: str = "second", scenario: str = "full", options: tuple[str, ...] = ()) -> Game:
    """Return a game that begins in this position."""
    return Game(start(Setup(scenario, Edition(rules), options=options, position=read_position(text))).state)


def faults(text: str, **setup: str) -> list[tuple[str, str]]:
    """Return the rule and the part of each impossible statement."""
    with pytest.raises(ImpossiblePosition) as refused:
        begun(text, **setup)  # type: ignore[arg-type]
    return [(fault.refusal.rule, fault.part) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("text", "rule", "part"),
    [
        ("oop 30nt", "1.4.1", "out_of_play"),
        ("oop 5vg", "1.4.1", "out_of_play"),
        ("oop nb", "1.4.1", "out_of_play"),
        ("oop 6nt; played 77", "1.4.1", "out_of_play"),
        ("casualties 3at", "1.4.1", "casualties"),
        ("casualties vg", "1.4.1", "casualties"),
        ("casualties 2ui*", "1.4.3", "casualties"),
        ("oop ar*", "1.4.3", "out_of_play"),
        ("Hue 20ut; Sai 21ut", "1.4.1", "saigon"),
        ("Sai 39ut; casualties 2ut", "1.4.1", "casualties"),
        ("leaders 126 126", "2.4.1", "leaders"),
        ("leaders 126; played 1; next 126", "2.4.1", "next"),
        ("leaders 126; played 1 126; next 2", "2.4.1", "leaders"),
        ("leaders 129; played 1 129; next 2; phase desert", "2.4.1", "leaders"),
        ("leaders 126 129", "2.4.1", "leaders"),
        ("leaders 17", "2.4.1", "leaders"),
        ("capabilities 31:shaded 31:unshaded", "5.3", "capabilities"),
        ("capabilities 31:shaded 31:shaded", "5.3", "capabilities"),
        ("capabilities 17:unshaded", "5.3", "capabilities"),
        ("momentum 31:shaded", "5.4", "momentum"),
        ("momentum 15:shaded 15:unshaded", "5.4", "momentum"),
        ("capabilities 31:shaded; played 31; next 1", "5.3", "capabilities"),
        ("momentum 17:unshaded; played 17; next 1; done US:pass", "5.4", "momentum"),
        ("face-down", "card 97", "face_down"),
        ("leaders 129; face-down", "card 97", "face_down"),
        ("holds US; waived US", "2.3.8", "holds"),
        ("played 1; next 2; barred US", "2.3.6", "barred"),
        ("played 1; next 2; done US:pass US:operation", "2.3.2", "done"),
        ("capabilities 31:shaded; played 1; next 31", "5.3", "capabilities"),
        ("eligible VC VC", "2.3.1", "eligible"),
        ("revealed VC:agenda", "7.3", "revealed"),
        ("asset-used; played 1; next 2", "7.3", "full_option"),
        ("pacified Hue:2; played 1; next 2", "6.3.1", "pacified"),
        ("withdrawn 2; played 1; next 2", "6.5", "withdrawn"),
        (f"{ROUND}; phase withdrawal; withdrawn 13", "6.5", "withdrawn"),
        (f"Sai 39ut; Hue ut 2ub; {ROUND}; phase withdrawal; withdrawn 8", "6.5", "withdrawn"),
        ("momentum 17:unshaded; leaders 128; played 17 128 107; next 68", "6.6", "momentum"),
        ("momentum 17:unshaded; leaders 128 126; played 17 128 107 126; next 68", "6.6", "momentum"),
        ("played 107; next 68; stays VC", "2.3.6", "stays"),
        ("played 107; next 68; done VC:operation; stays VC", "2.3.6", "stays"),
        ("played 107; next 68; done VC:event; stays VC", "2.3.6", "stays"),
        ("played 60; next 68; done VC:event; stays VC", "card 60", "stays"),
        ("played 60; next 68; done VC:event; stays NVA", "card 60", "stays"),
        ("played 64; next 68; done US:event; stays US", "card 64", "stays"),
        ("played 15; next 68; done VC:event; stays VC; momentum 15:unshaded", "2.3.6", "stays"),
        ("played 103; next 68; done VC:event; stays US; barred VC", "card 103", "barred"),
        ("played 54; next 68; done VC:event; stays US; barred US", "card 54", "stays"),
        ("played 107; next 68; eligible US NVA ARVN; barred VC", "2.3.6", "barred"),
        ("played 107; next 68; phase finished; stays VC", "2.3.6", "stays"),
        ("phase finished", "2.2", "phase"),
        ("next 2", "2.2", "next"),
        ("played 1; next 121", "2.3.8", "next"),
    ],
)
def test_2_1_what_cannot_be_is_refused_under_its_rule(text: str, rule: str, part: str) -> None:
    """An impossible statement is refused under the rule that it breaks, with its part."""
    assert (rule, part) in faults(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{ROUND}; phase withdrawal; withdrawn 12",
        f"Sai 39ut; Hue ut 2ub; {ROUND}; phase withdrawal; withdrawn 7",
        f"momentum 17:unshaded; {ROUND}; phase commitment",
        "momentum 17:unshaded; leaders 128; played 128 17 107; next 68",
        "played 54; next 68; done VC:event; stays US; barred NVA; eligible US ARVN VC",
        "played 15; next 68; done VC:event; stays VC; momentum 15:shaded",
        "played 64; next 68; done VC:event; stays VC",
    ],
)
def test_2_1_what_can_just_be_is_taken(text: str) -> None:
    """Extreme but possible positions are accepted: Withdrawal, Momentum and Eligibility at their limits."""
    begun(text)


def test_2_1_everything_impossible_is_told_at_once() -> None:
    """One refusal lists every impossible statement with its part."""
    text = "Hue 3ub; casualties 3at; leaders 126 126; aid 80; played 1; next 126"
    wrong = [
        ("1.4.2", "hue"),
        ("1.4.1", "casualties"),
        ("1.8", "aid"),
        ("2.4.1", "leaders"),
        ("2.4.1", "next"),
    ]
    assert faults(text) == wrong


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("leaders 129 130 125 126; played 17; next 18", "leaders"),
        ("leaders 130 129 125 126; played 129 17 130 19; next 18", "played"),
        ("leaders 129 125 126; played 17; next 130", "next"),
    ],
)
def test_2_1_one_failed_attempt_in_the_short_scenario(text: str, part: str) -> None:
    """Only one Failed Attempt exists in the Short scenario. Other scenarios have both."""
    assert faults(text, scenario="short") == [("2.1", part)]
    assert begun(text).state.scenario == "full"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("leaders 128; played 126 17 128; next 43; phase redeploy-arvn", ("2.4.1", "leaders")),
        ("leaders none; played 129 17; next 43", ("2.4.1", "leaders")),
        ("leaders 126 128; played 17 126; next 43; phase support-us", ("2.4.1", "leaders")),
        ("leaders 126 128; played 128 17 126 18; next 43", ("2.4.1", "leaders")),
        ("leaders 128 126; played 126 17 128 18 19; next 43", ("2.4.1", "leaders")),
        ("leaders 125; played 126 17; next 43", ("2.4.1", "leaders")),
        ("leaders 126; face-down; played 17 126; next 43; phase redeploy-arvn", ("card 97", "face_down")),
    ],
)
def test_2_4_1_the_leader_box_has_the_coup_cards_played(text: str, wrong: tuple[str, str]) -> None:
    """Leaders are in the box as played, the Round's on top and face up. Failed Attempts are alike."""
    assert faults(text) == [wrong]


def test_2_4_1_a_box_may_be_told_without_the_card_of_the_round() -> None:
    """A stated Leader box stands as written: the Round may be stated before its card is in the box."""
    assert begun("leaders 126 127; played 125; phase commitment").state.leader_box == (126, 127)


def test_2_4_1_a_leader_box_that_is_not_told() -> None:
    """An unstated Leader box holds the start's cards and the Coup cards carried out, not a pending one."""
    assert begun("played 126 17 129 18; next 43").state.leader_box == (129, 126)
    assert begun("played 126 17 128; next 43; phase support-us").state.leader_box == (126, 128)
    assert begun("played 126 17 128; next 43; phase card").state.leader_box == (126, 128)
    assert begun("played 17; next 43", scenario="short").state.leader_box == (125, 126)


def test_2_1_no_more_coup_cards_than_the_deck_has() -> None:
    """Coup cards of the scenario's start do not count against those of the deck."""
    assert faults("leaders 125 126 127 128; played 17 129 18 130; next 19", scenario="short")[-1][0] == "2.1"
    begun("leaders 125 126 127 128; played 17 129; next 19", scenario="short")


def test_2_1_the_short_scenario_has_no_pivotal_event() -> None:
    """Short has no Pivotal Event among its played cards."""
    assert faults("played 121; next 2", scenario="short") == [("2.1", "played")]
    assert begun("played 121; next 2").state.card == 121


def test_2_4_the_card_of_a_round_lies_in_the_box() -> None:
    """If no Leader box is stated, the Round's card is in it: a Leader on top, a Failed Attempt beneath."""
    assert begun("played 127; next 2; phase support-arvn").state.leader_box == (127,)
    short = begun("played 129; next 2; phase redeploy", scenario="short").state
    assert short.leader_box == (129, 125, 126) and short.leader == "young-turks"
    assert begun("played 127; next 2").state.leader_box == (127,)  # it is played, and its Round begins


def test_5_3_what_is_in_effect_has_been_executed() -> None:
    """An Event in effect was executed earlier or on this card, and a Faction Ineligible by it has acted."""
    assert begun("capabilities 31:shaded; played 31; next 1; done NVA:event").state.capabilities
    assert begun("capabilities 31:shaded; played 31; next 1; phase finished").state.capabilities
    assert begun("played 10; next 1; done NVA:event; barred NVA").state.barred


def test_2_3_2_a_turn_out_of_order_can_be() -> None:
    """A position may show turns out of order, which a table let stand (SPEC 3). 2.3.2 still applies."""
    game = begun("played 1; next 2; done NVA:operation")
    assert game.refused("VC pass").rule == "2.3.2"
    assert game.play("US limop patrol").state.phase == "finished"


def test_2_1_a_leader_of_the_scenario_does_not_come_up() -> None:
    """Young Turks is in the box of Short from the start, so it neither shows nor was played."""
    assert ("2.4.1", "next") in faults("played 1; next 126", scenario="short")
    assert ("2.1", "played") in faults("played 1 126; next 2; phase support-us", scenario="short")


def test_1_4_1_nva_troops_go_out_of_play_by_detente_alone() -> None:
    """NVA Troops go Out of Play by card 77 alone, at most 5."""
    assert begun("oop 5nt; played 77 1; next 2").count("oop", "nt") == 5
    assert ("1.4.1", "out_of_play") in faults("oop 5nt; played 1; next 2")


def test_2_3_6_a_card_on_which_two_have_executed_is_finished() -> None:
    """A card with two executions cannot still be in play."""
    assert faults("Hue 2at; done ARVN:operation NVA:limop; played 75; next 15") == [("2.3.6", "done")]
    done = "Hue 2at; done ARVN:operation NVA:limop; played 75; next 15; phase finished; eligible US VC"
    assert begun(done).play("next #16").to_act == "US"


def test_2_3_6_a_card_on_which_all_eligible_have_passed_is_finished() -> None:
    """A card on which all Eligible Factions have passed cannot still be in play."""
    everybody = "done VC:pass NVA:pass ARVN:pass US:pass; played 107; next 55"
    assert faults(everybody) == [("2.3.6", "done")]
    assert faults("eligible none; played 107; next 55") == [("2.3.6", "eligible")]


def test_2_3_1_the_eligible_box_is_a_set() -> None:
    """The order in which the Eligible Factions are written makes no difference to the position."""
    one, other = begun("eligible VC US; played 1; next 2"), begun("eligible US VC; played 1; next 2")
    assert digest(one.state) == digest(other.state)


# -- Coup Rounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["redeploy-arvn", "redeploy-nva", "rotation", "commitment", "withdrawal"])
def test_6_4_1_behind_laos_no_coin_piece_is_there(phase: str) -> None:
    """US and ARVN pieces leave Laos and Cambodia before ARVN Redeploy."""
    for pieces in ("CLa 2ut", "SLa ui", "Par 2at", "Fis ap"):
        space = faults(f"{pieces}; {ROUND}; phase {phase}")
        assert [rule for rule, _ in space] == ["6.4.1"]
    begun(f"CLa 2nt; Par vg; {ROUND}; phase {phase}")


@pytest.mark.parametrize(
    ("casualties", "edition", "impossible"),
    [
        ("ub", "second", True),
        ("2ui", "second", True),
        ("3ut", "second", False),
        ("3ut", "original", True),
        ("ub", "original", True),
    ],
)
def test_6_5_commitment_stands_behind_the_rotation(casualties: str, edition: str, impossible: bool) -> None:
    """In Commitment no Bases, Irregulars, or in the original edition Troops, are left among Casualties."""
    text = f"Sai 3at; casualties {casualties}; {ROUND}; phase commitment"
    if impossible:
        assert faults(text, rules=edition) == [("6.5", "casualties")]
    else:
        assert begun(text, rules=edition).count("casualties", "ut") == 3, "they are not rotated again"


def test_6_5_medevac_leaves_no_casualties_to_place() -> None:
    """By unshaded Medevac all Troop Casualties are Available before the US place any (card 15)."""
    text = f"Sai 3at; casualties 3ut; momentum 15:unshaded; {ROUND}; phase commitment"
    assert faults(text) == [("card 15", "casualties")]


def test_6_5_behind_commitment_no_casualties_are_left() -> None:
    """No Casualties are left when VC answer a Withdrawal. The original edition has no Withdrawal."""
    text = f"Sai 3at; casualties 3ut; {ROUND}; phase withdrawal; withdrawn 4"
    assert faults(text) == [("6.5", "casualties")]
    without = f"Sai 3at; {ROUND}; phase withdrawal; withdrawn 4"
    assert begun(without).to_act == "VC"
    assert faults(without, rules="original") == [("6.5", "phase")]


def test_6_4_5_the_final_round_has_no_commitment() -> None:
    """The game ends after the Redeploy of the last Coup Round, so that Round has no Commitment phase."""
    text = "leaders 129 125 126 127 128; played 127 1 128 2 129; next 43; phase commitment"
    assert faults(text, scenario="medium") == [("2.1", "played"), ("6.4.5", "phase")]


def test_6_0_no_second_round_in_a_row() -> None:
    """A Coup card right after another one has no Round. Cubes may still desert (2.4)."""
    assert faults("leaders 125 126; played 125 126; next 1; phase support-us") == [("6.0", "phase")]
    assert begun("Hue 3at; leaders 125; played 125 129; next 1; phase desert").to_act == "ARVN"
    assert faults("Hue 3at; played 1 126; next 2; phase desert") == [("2.4", "phase")]


def test_6_4_without_held_control_is_that_of_the_board() -> None:
    """A Position in Redeploy without stated Control freezes the Control that the board shows."""
    game = begun(f"QTi 2at; Sai 3ap; Hue 2ap; {ROUND}; phase redeploy-arvn")
    game.play("ARVN redeploy QTi>Sai:2at, Sai>QTi:ap")
    assert game["QTi"] == "ap"
    live = begun(f"QTi 2at; Sai 3ap; Hue 2ap; {ROUND}; phase redeploy-arvn; held COIN Sai Hue")
    with refuses("6.4.2", because="Control none"):
        live.play("ARVN redeploy QTi>Sai:2at, Sai>QTi:ap")


@pytest.mark.parametrize(
    ("phase", "to_act", "stands"),
    [
        ("victory", "US", "support-us"),
        ("resources", "US", "support-us"),
        ("support", "US", "support-us"),
        ("redeploy", "ARVN", "redeploy-arvn"),
        ("rotation", "US", "commitment"),
        ("reset", None, "finished"),
    ],
)
def test_6_0_every_phase_can_be_entered(phase: str, to_act: str | None, stands: str) -> None:
    """Each phase carries out its automatic effects, up to the next decision."""
    game = begun(f"Sai 3at 2ap; ARVN 10; aid 5; {ROUND}; phase {phase}")
    assert (game.to_act, game.state.phase) == (to_act, stands)


def test_6_2_the_resources_phase_is_carried_out() -> None:
    """Earnings come, the Leader was installed before; a LoC at an empty City is Sabotaged."""
    game = begun(f"Sai 3at 2ap; ARVN 10; aid 5; {ROUND}; phase resources")
    assert game.resources("ARVN") > 10 and game.space("HuDN").sabotage
    assert game.state.leader_box == (128, 126)


def test_6_1_the_victory_phase_is_carried_out() -> None:
    """A Faction beyond its condition wins. A Round entered after the Victory Phase continues."""
    held = "; ".join(f"{code} 2ap AS" for code in ("Sai", "Hue", "DaN", "CaT", "QTr", "QNa", "BDi", "KGi"))
    assert begun(f"{held}; {ROUND}; phase victory").state.winner == "US"
    assert begun(f"{held}; {ROUND}; phase resources").to_act == "US"


def test_6_4_redeploy_entered_at_its_beginning() -> None:
    """In Redeploy COIN pieces leave Laos, and Control stays as it was before."""
    game = begun(f"CLa 2ut 2at; Sai 3at; {ROUND}; phase redeploy")
    assert (game["CLa"], game["oop"], game.count("available", "at")) == ("", "2ut", 27)
    assert game.state.held_control


def test_6_5_the_rotation_is_carried_out_once() -> None:
    """A Round entered before the rotation removes 1 in 3 Troop Casualties. Entered after it, none leave."""
    assert begun(f"Sai 3at; casualties 3ut ub; {ROUND}; phase rotation")["oop"] == "ut ub"
    assert begun(f"Sai 3at; casualties 3ut; {ROUND}; phase commitment")["oop"] == ""


def test_6_2_1_sabotage_ends_where_no_loc_is_left() -> None:
    """In a Position that enters the choice, VC Sabotage the LoCs due and are asked no more."""
    cities = "Sai 2ap; Hue 2ap; DaN 2ap; Kon 2ap; QNh 2ap; CRa 2ap; AnL 2ap; CaT 2ap"
    game = begun(f"{cities}; HuDN 2vg; {ROUND}; phase sabotage")
    assert game.play("VC sabotage HuDN").to_act == "US"


def test_6_0_a_correction_enters_a_phase() -> None:
    """A `correct` line may enter a phase of the Round, as a Position does."""
    game = begun(f"CLa 2ut; Sai 3at; {ROUND}; phase support-vc").play('correct "phase redeploy"')
    assert (game.to_act, game["CLa"]) == ("ARVN", "")


# -- optional statements ------------------------------------------------------------------------------


def test_1_4_1_available_can_be_stated_and_is_checked() -> None:
    """The stated Available kinds must equal the rest of the force pool. `none` states an empty pool."""
    begun("Hue 3ut; available 37ut 6ub; played 1; next 2")
    assert faults("Hue 3ut; available 36ut 6ub; played 1; next 2") == [("1.4.1", "available")]
    begun("NVn 20ng; available 0ng; played 1; next 2")
    assert faults("Hue 3ut; available none; played 1; next 2").count(("1.4.1", "available")) > 5


def test_1_7_control_can_be_stated_and_is_checked() -> None:
    """Stated Control of a space must agree with its pieces. A LoC has no Control."""
    begun("Hue 3ut control COIN; QTr 2nt control NVA; DaN control none; played 1; next 2")
    assert faults("Hue 3ut control NVA; SaCT 2ap control COIN; played 1; next 2") == [
        ("1.7", "hue"),
        ("1.7", "loc-saigon-can-tho"),
    ]


def test_6_4_control_that_is_stated_in_redeploy_is_the_one_held() -> None:
    """In Redeploy, stated Control is the frozen Control from before the phase."""
    begun(f"Hue 3ap control none; {ROUND}; phase redeploy-nva; held COIN Sai")
    text = f"Hue 3ap control COIN; {ROUND}; phase redeploy-nva; held COIN Sai"
    assert faults(text) == [("6.4", "hue")]


def test_1_7_a_correction_may_state_what_follows() -> None:
    """A correction may state Control or Available pieces, if they are true of the corrected position."""
    game = begun("Hue 3ut; played 1; next 2")
    game.play('correct "Hue 2ut ng control COIN; available 38ut"')
    with refuses("1.7"):
        game.play('correct "Hue 2ut 3ng control COIN"')


def test_2_1_what_is_stated_is_written_and_read() -> None:
    """Statements are written and read in canonical order, and are no part of the digest."""
    text = "Hue 3ut control COIN; NVn 20ng; available 37ut 0ng; played 1; next 2"
    typed = "played 1; next 2; available 0ng 37ut; NVn 20ng; Hue control coin 3ut"
    assert write_position(read_position(typed)) == text
    assert digest(begun(text).state) == digest(begun("Hue 3ut; NVn 20ng; played 1; next 2").state)


@pytest.mark.parametrize("players", SHARED_OUT)
def test_1_5_a_position_for_fewer_players(players: tuple[tuple[str, ...], ...]) -> None:
    """Players matter only in positions with Deception markers (7.3)."""
    setup = Setup("full", players=players, position=read_position("Hue 3ut; played 1; next 2"))
    assert start(setup).state.players == players


def test_7_3_no_player_has_three_markers() -> None:
    """A player of two Factions has 2 markers, like any other."""
    shown = "revealed NVA:agenda NVA:asset VC:threat; played 1; next 2"
    one = Setup("full", players=SHARED_OUT[2], options=("deception",), position=read_position(shown))
    with refuses("7.3", because="2 Deception markers"):
        start(one)
    assert begun(shown, options=("deception",)).to_act == "US"
