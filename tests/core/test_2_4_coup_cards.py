"""Coup cards and RVN Leaders (2.4), two of them in a row, the last one."""

from table import position, refuses

CITIES = "Hue: 2ap; DaN: ap; Kon: ap; QNh: ap; CRa: ap; AnL: ap; Sai: 4at 3ap; CaT: ap"
"""COIN Control of every City, so that nothing is Sabotaged."""


def coming(card, spaces=CITIES, **fields):
    """Return a position in which this Coup card is played next and no Faction is near victory."""
    return position(spaces, card=17, next=card, phase="finished", available="0ut 0ub", **fields)


def test_2_4_coup_card_takes_office_then_its_round():
    """The new Leader is on top of the box, and the Round waits for the US in the Support Phase."""
    game = coming(126, leader=(125,)).play("next #43")
    assert game.state.leader_box == (125, 126)
    assert (game.state.leader, game.state.phase, game.to_act) == ("young-turks", "support-us", "US")


def test_2_4_1_minh_leads_an_empty_box():
    """Duong Van Minh is printed on the board and no card."""
    assert position(leader=()).state.leader == "duong-van-minh"


def test_2_4_1_failed_attempt_goes_beneath_the_leader():
    """Case 2.4.1-01: a third of the cubes of each space, rounded down, at ARVN's choice; Ky stays."""
    spaces = "Sai: 4at 3ap PS; Hue: ap at PS; SaCT: 3ap; DaN: ap; Kon: ap; QNh: ap; CRa: ap; AnL: ap; CaT: ap"
    game = coming(129, spaces, leader=(126, 127)).play("next #43")
    assert (game.state.phase, game.to_act) == ("desert", "ARVN")
    game.play("ARVN desert Sai-at-ap, SaCT-ap")
    assert (game["Sai"], game["Hue"], game["SaCT"]) == ("3at 2ap", "at ap", "2ap")
    assert game.state.leader_box == (129, 126, 127)
    assert game.state.leader == "nguyen-cao-ky"
    assert game.state.phase == "support-us"


def test_2_4_1_desertion_is_due_in_full():
    """Desertion of fewer cubes than a third is refused, and so is a Pass."""
    game = coming(129).play("next #43")
    with refuses("card 129", code="too-few"):
        game.play("ARVN desert Sai-at")
    with refuses("card 129", code="too-many"):
        game.play("ARVN desert Sai-3at")
    with refuses("card 129", code="missing-choice"):
        game.play("ARVN pass")
    assert game.play("ARVN desert Sai-2ap")["Sai"] == "4at ap"


def test_2_4_1_rangers_and_bases_do_not_desert():
    """Only cubes count and leave."""
    game = coming(129, CITIES.replace("4at 3ap", "2at 3ar ab").replace("2ap", "2ap 3ar")).play("next #43")
    assert game.state.phase == "support-us"


def test_2_4_1_desertion_that_is_forced_need_not_be_written():
    """Desertion with Police alone leaves no choice and need not be written."""
    game = coming(129, CITIES.replace("4at 3ap", "6ap")).play("next #43\nARVN pass")
    assert game["Sai"] == "4ap"


def test_2_4_1_failed_attempt_ends_minh():
    """Case 2.4.1-02: with only a Failed Attempt in the box there is no Leader."""
    game = coming(129, leader=()).play("next #43\nARVN desert Sai-2at")
    assert game.state.leader == "none"


def test_2_4_1_failed_attempt_leaves_a_leader_face_down():
    """A Failed Attempt leaves a face-down Leader on top and still face down."""
    game = coming(129, leader=(127,), leader_face_down=True).play("next #43\nARVN desert Sai-2at")
    assert (game.state.leader, game.state.leader_in_effect) == ("nguyen-cao-ky", "none")


def test_2_4_1_a_new_leader_lies_face_up():
    """The next Leader's text holds although the one beneath was face down."""
    game = coming(127, leader=(126,), leader_face_down=True).play("next #43")
    assert game.state.leader_in_effect == "nguyen-cao-ky"


def test_2_4_1_control_is_adjusted_after_desertion():
    """The Victory Phase counts Control as the deserters left it."""
    game = coming(129, CITIES + "; KPh: 3at 2vg").play("next #43")
    before = game.score("ARVN")
    game.play("ARVN desert Sai-2ap, KPh-at")
    assert game.control("KPh") == "none"
    assert game.score("ARVN") == before - 2


def test_2_4_1_ky_makes_this_very_support_phase_dearer():
    """Case 2.4.1-05: under Ky a level costs 4 from his own Round on."""
    spaces = CITIES.replace("Hue: 2ap", "Hue: at ap")
    game = coming(127, spaces, ARVN=0, aid=5).play("next #43\nUS pass")
    assert game.resources("ARVN") == 20
    game.play("ARVN pacify Hue=PS")
    assert game.resources("ARVN") == 16


def test_2_4_1_ky_at_3_resources_cannot_pacify():
    """Under Ky 3 Resources cannot buy a Pacify level, which costs 4."""
    game = position("Hue: at ap", card=127, phase="support-arvn", leader=(127,), ARVN=3)
    with refuses("6.3.1", code="not-enough-resources"):
        game.play("ARVN pacify Hue=PS")
    assert (
        position("Hue: at ap", card=128, phase="support-arvn", leader=(127, 128), ARVN=3)
        .play("ARVN pacify Hue=PS")
        .resources("ARVN")
        == 0
    )


def test_2_4_1_thieu_ends_what_ky_did():
    """Nguyen Van Thieu has no effect of his own; Pacification costs 3 again."""
    spaces = "Hue: at ap"
    for leader, left in (((127,), 21), ((127, 128), 22)):
        game = position(spaces, phase="support-us", card=126, leader=leader, ARVN=25, econ=15)
        game.play("US pass\nARVN pacify Hue=PS")
        assert game.resources("ARVN") == left


def test_2_4_1_young_turks_reward_govern_once():
    """2 Patronage for the Special Activity, not for each space (card 126)."""
    spaces = "CaT: 2ap PS; AnL: 2ap PS; Sai: 3ap"
    game = position(spaces, to_act="ARVN", leader=(126,), patronage=10)
    game.play("ARVN train Sai+at | govern CaT aid, AnL aid")
    assert game.state.patronage == 12


def test_6_0_two_coups_in_a_row_have_one_round():
    """The second is played without a Round: its Leader takes office, Resources stay."""
    game = position(CITIES, card=128, next=126, phase="finished", played=(17, 128), ARVN=20)
    game.play("next #43")
    assert (game.state.phase, game.state.leader) == ("finished", "young-turks")
    assert game.resources("ARVN") == 20


def test_6_0_failed_attempt_in_a_row_still_costs_cubes():
    """Desertion is an immediate instruction, carried out even without a Round."""
    game = position(CITIES, card=128, next=129, phase="finished", played=(17, 128))
    game.play("next #43\nARVN desert Sai-2at")
    assert (game["Sai"], game.state.phase) == ("2at 3ap", "finished")


def test_6_0_last_coup_in_a_row_ends_the_game():
    """Without a Round, the final one is decided by margins."""
    game = position(CITIES, scenario="short", card=128, next=127, phase="finished", played=(129, 17, 128))
    game.play("next #43")
    assert (game.state.phase, game.state.winner) == ("over", "US")


def test_2_4_2_final_round_ends_after_redeploy():
    """Cases 2.4.2-01, 6.4.5-01: no Commitment, no Reset; the highest margin wins."""
    fields = {"scenario": "short", "played": (127, 129, 17), "trail": 4, "patronage": 30}
    game = coming(128, **fields)
    game.play("next #43\nUS pass\nARVN pass\nVC pass\nARVN pass\nNVA pass")
    assert (game.state.phase, game.state.winner) == ("over", "ARVN")
    assert game.state.trail == 4
    with refuses("7.0", code="game-over"):
        game.play("US commit Sai+2ut")
    with refuses("7.0", code="game-over"):
        game.play("next #43")
