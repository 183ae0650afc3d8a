"""The Coup Round: the order of its phases, who decides in each, and Resources (6.0, 6.2)."""

import pytest
from coup_round import EDITIONS, a_round_begins, governed, in_phase, pass_through
from table import refuses


def test_6_0_who_decides_in_a_phase():
    """Out of turn, and with another phase's verb, a move is refused."""
    game = in_phase("support-us")
    with refuses("6.0", because="US (6.3.1), ARVN (6.3.1), VC (6.3.2)", code="not-your-turn"):
        game.play("VC agitate KGi=PO")
    with refuses("6.0", because="US decides now, not NVA", code="not-your-turn"):
        game.play("NVA redeploy SLa>CLa:nt")
    with refuses("6.3.1", code="wrong-verb"):
        game.play("US commit Sai+ut")
    with refuses("6.0", code="wrong-verb"):
        game.play("US limop pacify Hue=PS")


def test_6_0_every_phase_in_order():
    """A whole Round runs through all phases in order, with the least possible moves."""
    game = governed("", card=17, next=126, phase="finished").play("next #43")
    phases = []
    while game.state.phase != "finished":
        phases.append(game.state.phase)
        game.play(f"{game.to_act} pass")
    assert phases == [
        "support-us",
        "support-arvn",
        "support-vc",
        "redeploy-arvn",
        "redeploy-nva",
        "commitment",
    ]
    assert game.play("next #51").state.card == 43


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_0_phases_are_the_same_in_both_editions(rules):
    """Both editions stop in Support, Redeploy and Commitment. Other phases are carried out automatically."""
    phases = pass_through(a_round_begins(rules=rules))
    assert phases == [
        "support-us",
        "support-arvn",
        "support-vc",
        "redeploy-arvn",
        "redeploy-nva",
        "commitment",
    ]


@pytest.mark.parametrize(
    ("phase", "faction", "line"),
    [
        ("sabotage", "VC", "NVA sabotage HuDN"),
        ("support-us", "US", "ARVN pacify Hue=PS"),
        ("support-arvn", "ARVN", "US pacify Hue=PS"),
        ("support-vc", "VC", "NVA agitate KGi=PO"),
        ("redeploy-arvn", "ARVN", "NVA redeploy SLa>CLa:nt"),
        ("redeploy-nva", "NVA", "ARVN redeploy Sai>Hue:at"),
        ("commitment", "US", "ARVN commit Sai+ut"),
        ("withdrawal", "VC", "US withdraw Kon=N"),
    ],
)
def test_6_0_nobody_else_decides(phase, faction, line):
    """Each phase belongs to one Faction. The others wait."""
    game = in_phase(phase)
    assert game.to_act == faction
    with refuses("6.0", because=f"{faction} decides now", code="not-your-turn"):
        game.play(line)


def test_6_0_no_operation_and_no_card_in_a_round():
    """Neither an Operation nor the next card comes before the Round is over."""
    game = in_phase("support-us", "Sai: ut")
    with refuses("6.3.1", code="wrong-verb"):
        game.play("US train Sai")
    with refuses("2.3.7", code="card-not-finished"):
        game.play("next #43")


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_0_exception_a_second_coup_changes_the_leader_only(rules):
    """A second Coup card in a row only changes the Leader: no Resources, no Reset, no victory check."""
    game = governed(
        "Hue: 2ap vg* terror 1",
        rules=rules,
        card=126,
        next=127,
        played=(17, 126),
        phase="finished",
        patronage=60,
        leader=(128, 126),
    ).play("next #43")
    assert (game.state.phase, game.state.leader_box[-1], game.resources("ARVN")) == ("finished", 127, 20)
    assert (game["Hue"], game.space("Hue").terror) == ("2ap vg*", 1)


def test_6_0_an_event_between_two_coups_makes_two_rounds():
    """With one Event card between them each Coup card has its Round."""
    ends_a_pile = (*range(4, 15), 17)  # 12 Events have come up, so that the next two may hold Coup cards
    game = a_round_begins(aid=10, played=ends_a_pile)
    pass_through(game)
    game.play("next #127")
    assert game.state.card == 43
    pass_through(game)
    before = game.resources("ARVN")
    game.play("next #20")
    assert (game.state.card, game.state.phase) == (127, "support-us")
    assert game.resources("ARVN") > before


def test_6_2_1_guerrillas_outnumber_coin_on_a_loc():
    """Only Guerrillas count for it, and they must be more than all COIN pieces there."""
    game = a_round_begins("SaCT: 2vg ap; HuDN: vg ap; HuKS: 3nt")
    assert [game.space(loc).sabotage for loc in ("SaCT", "HuDN", "HuKS")] == [True, False, False]


def test_6_2_1_city_without_coin_control():
    """Case 6.2.1-02: each LoC adjacent to such a City is Sabotaged, whatever pieces are on it."""
    game = a_round_begins("Hue: 2ap 2vg; HuDN: 4ap")
    assert [game.space(loc).sabotage for loc in ("HuDN", "HuKS", "DNQN")] == [True, True, False]


def test_6_2_1_vc_choose_when_markers_run_short():
    """Case 6.2.1-03: 14 markers lie on the map, one is left for two LoCs."""
    game = a_round_begins("SaCT: 2vg; HuDN: 2vg; KPh: terror 14")
    assert (game.state.phase, game.to_act) == ("sabotage", "VC")
    with refuses("6.2.1", code="space-not-allowed"):
        game.play("VC sabotage HuKS")
    with refuses("6.2.1", code="missing-choice"):
        game.play("VC pass")
    game.play("VC sabotage HuDN")
    assert (game.space("HuDN").sabotage, game.space("SaCT").sabotage) == (True, False)
    assert game.state.econ == 14


def test_6_2_1_no_marker_is_left():
    """With all 15 markers on the map nothing is Sabotaged, and no choice is asked."""
    game = a_round_begins("SaCT: 2vg; KPh: terror 15")
    assert (game.state.phase, game.space("SaCT").sabotage) == ("support-us", False)


def test_6_2_2_coin_in_laos_degrades_the_trail_once():
    """Case 6.2.2-01: COIN in Laos Degrades the Trail 1 box in all. NVA then earn by the lower Trail."""
    game = a_round_begins("CLa: 2ut; SLa: 2at", trail=3, NVA=0)
    assert (game.state.trail, game.resources("NVA")) == (2, 4)


def test_6_2_2_no_coin_control_no_degrading():
    """COIN presence in Laos without Control does not Degrade the Trail."""
    assert a_round_begins("CLa: ut ng", trail=3).state.trail == 3


def test_6_2_3_aid_and_econ():
    """Case 6.2.3-01: Sabotage lowers Econ; the marker shows it from now on."""
    game = a_round_begins("SaCT: sabotage", ARVN=10, aid=14)
    assert (game.resources("ARVN"), game.state.econ, game.state.aid) == (37, 13, 14)


def test_6_2_3_stops_at_75():
    """Case 6.2.3-02: ARVN earnings stop at 75."""
    game = a_round_begins(ARVN=50, aid=30)
    assert (game.resources("ARVN"), game.state.aid, game.state.econ) == (75, 30, 15)


def test_6_2_4_insurgent_earnings():
    """VC by Bases anywhere; NVA by Bases in Laos and Cambodia only, and twice the Trail."""
    game = a_round_begins("Tay: vb^ nb; KPh: vb; CLa: nb; Fis: 2nb; NVn: nb", VC=5, NVA=5, trail=2)
    assert (game.resources("VC"), game.resources("NVA")) == (7, 12)


def test_6_2_5_casualties_cost_aid():
    """Case 6.2.5-01: 3 for each piece of any kind, after ARVN has earned."""
    game = a_round_begins(ARVN=10, aid=14, casualties="3ut ub ui")
    assert (game.state.aid, game.resources("ARVN")) == (0, 39)


def test_6_2_the_order_of_steps():
    """Sabotage comes before ARVN earnings and the Trail before NVA's. Casualties cost Aid after both."""
    spaces = "Hue: ; SLa: 2ut nb; CLa: nb"
    game = a_round_begins(spaces, ARVN=0, NVA=0, VC=0, aid=10, trail=2, casualties="2ut")
    lost = 15 - game.state.econ
    assert lost > 0
    assert game.resources("ARVN") == 10 + 15 - lost
    assert (game.state.trail, game.resources("NVA"), game.state.aid) == (1, 2 + 2, 4)


def test_6_2_earnings_end_at_75():
    """Insurgent and ARVN earnings end at 75."""
    game = a_round_begins("SLa: 2nb", NVA=73, VC=75, trail=3)
    assert (game.resources("NVA"), game.resources("VC")) == (75, 75)


def test_6_2_1_as_many_guerrillas_as_coin_pieces():
    """Sabotage needs more Guerrillas, NVA and VC together, than COIN pieces of all kinds."""
    game = a_round_begins("SaCT: vg ap; HuDN: ng vg ap; HuKS: ng")
    marked = [game.space(code).sabotage for code in ("SaCT", "HuDN", "HuKS")]
    assert marked == [False, True, True]


def test_6_2_1_nva_troops_do_not_sabotage():
    """NVA Troops do not count towards Sabotage."""
    assert not a_round_begins("HuKS: 3nt").space("HuKS").sabotage


def test_6_2_1_vc_decide_until_no_marker_is_left():
    """With 2 markers for 3 LoCs VC choose two different unsafe LoCs, no fewer."""
    game = a_round_begins("QTr: terror 5; QNa: terror 5; Tay: terror 3; SaCT: vg; HuDN: vg; HuKS: vg")
    assert (game.state.phase, game.to_act) == ("sabotage", "VC")
    with refuses("6.2.1", code="missing-choice"):
        game.play("VC sabotage SaCT")
    with refuses("6.2.1", code="space-not-allowed"):
        game.play("VC sabotage SaCT, SaCT")
    with refuses("6.2.1", code="space-not-allowed"):
        game.play("VC sabotage SaCT, SaBM")
    with refuses("6.2.1", code="no-marker-left"):
        game.play("VC sabotage SaCT, HuDN, HuKS")
    game.play("VC sabotage SaCT, HuKS")
    marked = [game.space(code).sabotage for code in ("SaCT", "HuDN", "HuKS")]
    assert (marked, game.state.phase) == ([True, False, True], "support-us")


def test_6_2_1_nobody_is_asked_while_markers_suffice():
    """With 3 markers for 3 LoCs each gets one, and the Round continues without a choice."""
    game = a_round_begins("QTr: terror 5; QNa: terror 5; Tay: terror 2; SaCT: vg; HuDN: vg; HuKS: vg")
    assert game.state.phase == "support-us"
    assert [game.space(code).sabotage for code in ("SaCT", "HuDN", "HuKS")] == [True, True, True]


def test_6_2_1_a_sabotaged_loc_stays_so():
    """A Sabotaged LoC gets no second marker and uses up none."""
    game = a_round_begins("SaCT: vg sabotage")
    assert sum(space.sabotage for space in game.state.spaces) == 1


def test_6_2_2_the_trail_does_not_fall_below_0():
    """With COIN Control in Laos the Trail at 0 stays at 0."""
    game = a_round_begins("SLa: 2ut", trail=0, NVA=0)
    assert (game.state.trail, game.resources("NVA")) == (0, 0)


def test_6_2_3_econ_marker_shows_what_is_earned():
    """The Econ marker rises after Sabotage is removed, and limits the US from then on."""
    game = a_round_begins("SaCT: sabotage", econ=5, aid=0, ARVN=0)
    assert (game.state.econ, game.resources("ARVN")) == (13, 13)


def test_6_2_4_nva_bases_outside_laos_and_cambodia_earn_nothing():
    """NVA earn nothing for Bases in North Vietnam and the South. VC earn for Tunneled Bases."""
    game = a_round_begins("NVn: 2nb; QTr: nb; Fis: nb; Tay: vb^ vb", NVA=0, VC=0, trail=1)
    assert (game.resources("NVA"), game.resources("VC")) == (1 + 2, 2)


def test_6_2_5_aid_does_not_fall_below_0():
    """Aid does not fall below 0: 10 Casualties against 20 Aid."""
    assert a_round_begins(casualties="10ut", aid=20).state.aid == 0
