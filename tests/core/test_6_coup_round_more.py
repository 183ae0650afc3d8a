"""More of the Coup Round up to Redeploy (6.0 to 6.4): orders, shared limits, both editions."""

import pytest
from coup_round import EDITIONS, a_round_begins, governed, in_phase, pass_through
from table import refuses

COUPS = {"full": (125, 126, 127, 128, 129, 130), "medium": (126, 127, 128), "short": (126, 127, 128)}


# -- 6.0 the order of phases ------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_0_phases_are_the_same_in_both_editions(rules):
    """Support, Redeploy and Commitment; the first ones and the last run by themselves."""
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
    """Each phase is one Faction's; the others wait."""
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
    """No Resources, no Reset, no victory check; the first one's Round was the only one."""
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


# -- 6.2 Resources ----------------------------------------------------------------------------


def test_6_2_the_order_of_steps():
    """Sabotage before ARVN earn, the Trail before NVA earn; Casualties cost Aid behind both."""
    spaces = "Hue: ; SLa: 2ut nb; CLa: nb"
    game = a_round_begins(spaces, ARVN=0, NVA=0, VC=0, aid=10, trail=2, casualties="2ut")
    lost = 15 - game.state.econ
    assert lost > 0
    assert game.resources("ARVN") == 10 + 15 - lost
    assert (game.state.trail, game.resources("NVA"), game.state.aid) == (1, 2 + 2, 4)


def test_6_2_earnings_end_at_75():
    """For Insurgents as for ARVN."""
    game = a_round_begins("SLa: 2nb", NVA=73, VC=75, trail=3)
    assert (game.resources("NVA"), game.resources("VC")) == (75, 75)


def test_6_2_1_as_many_guerrillas_as_coin_pieces():
    """1 against 1 is no outnumbering; NVA and VC count together; Troops and Bases of COIN's count all."""
    game = a_round_begins("SaCT: vg ap; HuDN: ng vg ap; HuKS: ng")
    marked = [game.space(code).sabotage for code in ("SaCT", "HuDN", "HuKS")]
    assert marked == [False, True, True]


def test_6_2_1_nva_troops_do_not_sabotage():
    """Guerrillas outnumber, Troops do not count for it."""
    assert not a_round_begins("HuKS: 3nt").space("HuKS").sabotage


def test_6_2_1_vc_decide_until_no_marker_is_left():
    """2 markers for 3 LoCs: VC name them, none twice, none that is safe, and not one too few."""
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
    """3 markers for 3 LoCs: each gets its own, and the Round goes on."""
    game = a_round_begins("QTr: terror 5; QNa: terror 5; Tay: terror 2; SaCT: vg; HuDN: vg; HuKS: vg")
    assert game.state.phase == "support-us"
    assert [game.space(code).sabotage for code in ("SaCT", "HuDN", "HuKS")] == [True, True, True]


def test_6_2_1_a_sabotaged_loc_stays_so():
    """A marker that is there already is neither doubled nor paid by a second one."""
    game = a_round_begins("SaCT: vg sabotage")
    assert sum(space.sabotage for space in game.state.spaces) == 1


def test_6_2_2_the_trail_does_not_fall_below_0():
    """COIN Control in Laos at Trail 0."""
    game = a_round_begins("SLa: 2ut", trail=0, NVA=0)
    assert (game.state.trail, game.resources("NVA")) == (0, 0)


def test_6_2_3_econ_marker_shows_what_is_earned():
    """The marker rises again where Sabotage is gone, and binds the US from now on."""
    game = a_round_begins("SaCT: sabotage", econ=5, aid=0, ARVN=0)
    assert (game.state.econ, game.resources("ARVN")) == (13, 13)


def test_6_2_4_nva_bases_outside_laos_and_cambodia_earn_nothing():
    """Those in North Vietnam and the South do not count; Tunneled VC Bases do for VC."""
    game = a_round_begins("NVn: 2nb; QTr: nb; Fis: nb; Tay: vb^ vb", NVA=0, VC=0, trail=1)
    assert (game.resources("NVA"), game.resources("VC")) == (1 + 2, 2)


def test_6_2_5_aid_does_not_fall_below_0():
    """10 Casualties against 20 Aid."""
    assert a_round_begins(casualties="10ut", aid=20).state.aid == 0


# -- 6.3 Support ------------------------------------------------------------------------------


def test_6_3_us_then_arvn_then_vc():
    """The US Pacify first, then ARVN, then VC Agitate what is left to them."""
    game = in_phase("support-us", "KGi: 2vg", econ=0)
    assert pass_through(game)[:3] == ["support-us", "support-arvn", "support-vc"]


def test_6_3_1_terror_removed_by_the_us_is_gone_for_arvn():
    """The US pay for the marker and one level; the other level is ARVN's."""
    game = in_phase("support-us", "Hue: 2ut 2at ap terror 1", ARVN=30, econ=15)
    game.play("US pacify Hue:terror-1 Hue=PS").play("ARVN pacify Hue=AS")
    assert (game.level("Hue"), game.resources("ARVN")) == ("AS", 21)


def test_6_3_1_one_level_each_is_two():
    """After one level of the US, ARVN have one there, not two; after two, the space is not offered."""
    game = in_phase("support-us", "Hue: 2ut 2at ap PO", ARVN=30).play("US pacify Hue=N")
    with refuses("6.3.1"):
        game.play("ARVN pacify Hue=AS")
    assert game.play("ARVN pacify Hue=PS").level("Hue") == "PS"
    game = in_phase("support-us", "Hue: 2ut 2at ap PO; DaN: 2at ap", ARVN=30).play("US pacify Hue=PS")
    assert game.answers("ARVN pacify") == ["DaN"]


def test_6_3_1_two_markers_two_steps():
    """Every Terror marker costs 3, whatever may follow."""
    game = in_phase("support-arvn", "Hue: 2at ap terror 2", ARVN=9)
    assert game.play("ARVN pacify Hue:terror-2 Hue=PS").resources("ARVN") == 0


def test_6_3_1_no_loc():
    """LoCs are not Pacified."""
    with refuses("6.3.1", code="space-not-allowed"):
        in_phase("support-arvn", "SaCT: 2at ap").play("ARVN pacify SaCT=PS")


def test_6_3_1_not_toward_opposition_and_not_the_same_space_twice():
    """A Pacified space goes toward Support, once for each Faction."""
    game = in_phase("support-arvn", "Hue: 2at ap")
    with refuses("6.3.1"):
        game.play("ARVN pacify Hue=PO")
    again = game.refused("ARVN pacify Hue=PS, Hue=AS")
    assert (again.rule, again.code) == ("6.3.1", "space-twice")


def test_6_3_2_two_levels_at_most():
    """From Passive Support to Passive Opposition, not beyond."""
    game = in_phase("support-vc", "KGi: 2vg PS")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=AO")
    assert game.play("VC agitate KGi=PO").resources("VC") == 18


def test_6_3_2_terror_first():
    """No level while a marker lies there; a marker alone may go."""
    game = in_phase("support-vc", "KGi: 2vg terror 2")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=PO")
    with refuses("6.3.2"):
        game.play("VC agitate KGi:terror-1 KGi=PO")
    assert game.play("VC agitate KGi:terror-1").space("KGi").terror == 1


def test_6_3_2_up_to_active_opposition():
    """From Passive to Active Opposition is a level as any other."""
    assert in_phase("support-vc", "KGi: 2vg PO", VC=1).play("VC agitate KGi=AO").level("KGi") == "AO"


def test_6_3_2_no_loc_and_nothing_to_gain():
    """Neither a LoC nor a space at Active Opposition is Agitated."""
    game = in_phase("support-vc", "SaCT: 2vg; KGi: 2vg AO")
    with refuses("6.3.2", code="space-not-allowed"):
        game.play("VC agitate SaCT=PO")
    with refuses("6.3.2"):
        game.play("VC agitate KGi=AO")


def test_6_3_2_a_base_is_a_piece():
    """A VC Base, Tunneled or not, lets VC Agitate."""
    assert in_phase("support-vc", "KGi: vb^").play("VC agitate KGi=PO").level("KGi") == "PO"


# -- 6.4 Redeploy -----------------------------------------------------------------------------


def test_6_4_control_waits_for_the_whole_phase():
    """What leaves Laos or a Province does not change Control until NVA have Redeployed."""
    spaces = "QTi: 2at; QNa: 3nt ap at; Sai: 2at 3ap"
    game = in_phase("support-vc", spaces).play("VC pass\nARVN redeploy QTi>Sai:2at, QNa>Sai:at, Sai>QTi:2ap")
    assert game["QTi"] == "2ap"
    with refuses("6.4.2", code="space-not-allowed"):
        in_phase("support-vc", spaces).play("VC pass\nARVN redeploy QTi>Sai:2at, QNa>Sai:at, Sai>QNa:ap")


def test_6_4_1_bases_and_special_forces_leave_too():
    """Only US Troops go Out of Play; VC and NVA stay, and so do COIN pieces elsewhere."""
    spaces = "CLa: ub ui ar*; Par: ab 2ap ut vg; Tay: ut"
    game = in_phase("support-vc", spaces, available="0ut 0ub 0ui 0ar 0ab 0ap").play("VC pass")
    assert (game["CLa"], game["Par"], game["Tay"], game["oop"]) == ("", "vg", "ut", "ut")
    counts = [game.count("available", kind) for kind in ("ub", "ui", "ar", "ab", "ap")]
    assert counts == [1, 1, 1, 1, 2]


def test_6_4_2_what_must_move_is_told():
    """The refusal lists where the Troops that must leave may go, and nobody else's moves."""
    game = in_phase("redeploy-arvn", "QTi: 2at 2ap; Ple: at ap ab")
    legal = game.open("ARVN pass")
    assert {"QTi>Hue:at", "QTi>Hue:2at", "QTi>Ple:at"} <= set(legal)
    assert [move for move in legal if not move.startswith("QTi>") or "ap" in move] == []


def test_6_4_2_each_number_is_listed():
    """From one piece to all that are there."""
    listed = in_phase("redeploy-arvn", "Hue: 2at 3ap").answers("ARVN redeploy")
    to_saigon = [move for move in listed if move.startswith("Hue>Sai:")]
    assert to_saigon == [f"Hue>Sai:{pieces}" for pieces in ("at", "2at", "ap", "2ap", "3ap")]


def test_6_4_2_troops_at_a_coin_base_may_stay_or_go():
    """At a Base of either COIN Faction they need not move, in a City neither; they may."""
    spaces = "Ple: 2at ub; QNa: 2at ab; Hue: 2at"
    stay = in_phase("redeploy-arvn", spaces).play("ARVN pass")
    assert (stay["Ple"], stay["QNa"], stay["Hue"]) == ("ub 2at", "2at ab", "2at")
    go = in_phase("redeploy-arvn", spaces).play("ARVN redeploy Ple>QNa:2at, Hue>Ple:2at")
    assert (go["Ple"], go["QNa"], go["Hue"]) == ("ub 2at", "4at ab", "")


def test_6_4_2_bases_take_troops_under_nva_control():
    """A COIN Base is a destination whoever Controls its space."""
    game = in_phase("redeploy-arvn", "Ple: ub 5nt; QTi: 2at").play("ARVN redeploy QTi>Ple:2at")
    assert game["Ple"] == "ub 2at 5nt"


@pytest.mark.parametrize("there", ["QTi", "SaCT"])
def test_6_4_2_troops_go_neither_to_provinces_nor_locs(there):
    """A Province without a COIN Base, though COIN Control it, and a LoC are closed to Troops."""
    game = in_phase("redeploy-arvn", "Sai: 2at 3ap; QTi: 2ap")
    with refuses("6.4.2", because="ARVN Troops go to", code="space-not-allowed"):
        game.play(f"ARVN redeploy Sai>{there}:at")


def test_6_4_2_police_need_not_move():
    """Police stay where they are, on LoCs and in lost Provinces as well."""
    game = in_phase("redeploy-arvn", "SaCT: 2ap; KPh: ap 3vg").play("ARVN pass")
    assert (game["SaCT"], game["KPh"]) == ("2ap", "ap 3vg")


def test_6_4_2_police_stay_in_the_south():
    """Laos is closed to Police."""
    with refuses("6.4.2", because="South Vietnam", code="space-not-allowed"):
        in_phase("redeploy-arvn", "Sai: 3ap; SLa: 2ut").play("ARVN redeploy Sai>SLa:ap")


def test_6_4_3_nva_may_stay():
    """NVA Redeployment is optional, from LoCs as well."""
    assert in_phase("redeploy-nva", "HuKS: 2nt; CLa: nb").play("NVA pass")["HuKS"] == "2nt"


def test_6_4_3_tunneled_bases_and_only_what_is_there():
    """A Tunneled NVA Base is one, too; more Troops than there are do not come."""
    game = in_phase("redeploy-nva", "Tay: nb^; SLa: 2nt")
    with refuses("6.4.3", code="no-such-pieces"):
        game.play("NVA redeploy SLa>Tay:3nt")
    assert game.play("NVA redeploy SLa>Tay:2nt")["Tay"] == "2nt nb^"


def test_6_4_4_control_is_adjusted_behind_nva():
    """NVA Troops that came change Control for the Commitment Phase: no US piece may enter then."""
    spaces = "QTr: nb ap at ab; SLa: 4nt"
    game = in_phase("redeploy-nva", spaces, available="2ut").play("NVA redeploy SLa>QTr:4nt")
    assert game.control("QTr") == "nva"
    with refuses("6.5", code="space-not-allowed"):
        game.play("US commit QTr+ut")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_6_4_5_the_last_round_ends_behind_redeploy(scenario, rules):
    """All Coup cards of the scenario are played: no Commitment, no Reset, the margins decide."""
    coups = COUPS[scenario]
    game = in_phase(
        "redeploy-nva", "Hue: 2ap terror 1", scenario=scenario, rules=rules, patronage=45, played=(17, *coups)
    )
    game.play("NVA pass")
    assert (game.state.phase, game.state.winner) == ("over", "ARVN")
    assert game.space("Hue").terror == 1


@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_6_4_5_not_the_last_round(scenario):
    """With a single Coup card still to come the Round goes on."""
    game = in_phase("redeploy-nva", scenario=scenario, played=(17, *COUPS[scenario][1:]))
    assert game.play("NVA pass").state.phase == "commitment"
