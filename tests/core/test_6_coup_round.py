"""The Coup Round, phase by phase: who decides, and Resources to Redeploy (6.0 to 6.4)."""

import pytest
from coup_round import a_round_begins, governed, in_phase
from table import refuses

# -- 6.2 Resources ---------------------------------------------------------------------------------


def test_6_2_1_guerrillas_outnumber_coin_on_a_loc():
    """Only Guerrillas count for it, and they must be more than all COIN pieces there."""
    game = a_round_begins("SaCT: 2vg ap; HuDN: vg ap; HuKS: 3nt")
    assert [game.space(loc).sabotage for loc in ("SaCT", "HuDN", "HuKS")] == [True, False, False]


def test_6_2_1_city_without_coin_control():
    """Case 6.2.1-02: every LoC beside such a City, whoever stands on it."""
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
    """With all 15 on the map nothing is Sabotaged and nobody is asked."""
    game = a_round_begins("SaCT: 2vg; KPh: terror 15")
    assert (game.state.phase, game.space("SaCT").sabotage) == ("support-us", False)


def test_6_2_2_coin_in_laos_degrades_the_trail_once():
    """Case 6.2.2-01: 1 box, however many spaces; NVA then earn by the lower Trail."""
    game = a_round_begins("CLa: 2ut; SLa: 2at", trail=3, NVA=0)
    assert (game.state.trail, game.resources("NVA")) == (2, 4)


def test_6_2_2_no_coin_control_no_degrading():
    """Presence alone is not enough."""
    assert a_round_begins("CLa: ut ng", trail=3).state.trail == 3


def test_6_2_3_aid_and_econ():
    """Case 6.2.3-01: Sabotage lowers Econ; the marker shows it from now on."""
    game = a_round_begins("SaCT: sabotage", ARVN=10, aid=14)
    assert (game.resources("ARVN"), game.state.econ, game.state.aid) == (37, 13, 14)


def test_6_2_3_stops_at_75():
    """Case 6.2.3-02."""
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


# -- 6.3 Support -----------------------------------------------------------------------------------


def test_6_3_1_us_then_arvn_in_one_space():
    """Case 6.3.1-01: Terror first; 2 levels in all; the US stays at or above Econ."""
    game = in_phase("support-us", "Hue: ut at ap PO terror", ARVN=24)
    game.play("US pacify Hue:terror-1 Hue=N\nARVN pacify Hue=PS")
    assert (game.level("Hue"), game.space("Hue").terror, game.resources("ARVN")) == ("PS", 0, 15)


def test_6_3_1_two_levels_a_space_in_all():
    """Case 6.3.1-02: after the US, ARVN has no level left there."""
    game = in_phase("support-us", "Hue: ut at ap AO", ARVN=40).play("US pacify Hue=N")
    with refuses("6.3.1", code="too-many-levels"):
        game.play("ARVN pacify Hue=PS")


def test_6_3_1_three_levels_at_once():
    """Nor may one Faction shift by three."""
    with refuses("6.3.1", code="too-many-levels"):
        in_phase("support-us", "Hue: ut at ap AO", ARVN=40).play("US pacify Hue=PS")


def test_6_3_1_police_are_needed():
    """Case 6.3.1-03."""
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-us", "KhH: 2ut ui", ARVN=40).play("US pacify KhH=PS")


def test_6_3_1_own_troops_are_needed():
    """The US Pacifies with US Troops, ARVN with its own."""
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-us", "Hue: at ap", ARVN=40).play("US pacify Hue=PS")
    with refuses("6.3.1", code="pieces-needed"):
        in_phase("support-arvn", "Hue: ut ap", ARVN=40).play("ARVN pacify Hue=PS")


def test_6_3_1_coin_control_is_needed():
    """2 COIN pieces against 2."""
    with refuses("6.3.1", code="no-control"):
        in_phase("support-arvn", "KPh: at ap 2vg", ARVN=40).play("ARVN pacify KPh=PS")


def test_6_3_1_four_spaces_together():
    """Case 6.3.1-04: three by the US leave one to ARVN."""
    spaces = "Hue: ut at ap; DaN: ut at ap; Kon: ut at ap; QNh: at ap; CRa: at ap"
    game = in_phase("support-us", spaces, ARVN=60).play("US pacify Hue=PS, DaN=PS, Kon=PS")
    with refuses("6.3.1", because="together", code="too-many-spaces"):
        game.play("ARVN pacify QNh=PS, CRa=PS")
    assert game.play("ARVN pacify QNh=PS, Hue=AS").level("Hue") == "AS"


def test_6_3_1_us_may_not_go_below_econ():
    """ARVN 17 with Econ 15 is no money for the US, but for ARVN."""
    game = in_phase("support-us", "Hue: ut at ap", ARVN=17)
    with refuses("1.8.1", code="joint-operations"):
        game.play("US pacify Hue=PS")
    assert game.play("US pass\nARVN pacify Hue=PS").resources("ARVN") == 14


def test_6_3_1_terror_first():
    """No level while Terror lies there."""
    with refuses("6.3.1", code="terror-first"):
        in_phase("support-arvn", "Hue: at ap terror 2", ARVN=20).play("ARVN pacify Hue:terror-1 Hue=PS")


def test_6_3_1_terror_alone():
    """Removing a marker may be all; a Province without Population can be cleared but not won."""
    game = in_phase("support-arvn", "PLo: at ap terror 2", ARVN=20)
    game.play("ARVN pacify PLo:terror-2")
    assert (game.space("PLo").terror, game.level("PLo"), game.resources("ARVN")) == (0, "N", 14)
    with refuses("1.6.2", code="no-population"):
        in_phase("support-arvn", "PLo: at ap", ARVN=20).play("ARVN pacify PLo=PS")


@pytest.mark.parametrize(
    ("phase", "spaces", "line", "because"),
    [
        ("support-arvn", "PLo: at ap terror 2", "ARVN pacify PLo:terror-2", "no Population"),
        ("support-arvn", "Hue: at ap AS terror", "ARVN pacify Hue:terror-1", "cannot shift further"),
        ("support-vc", "KGi: vg AO terror", "VC agitate KGi:terror-1", "cannot shift further"),
    ],
)
def test_6_3_terror_alone_by_the_other_reading(phase, spaces, line, because):
    """3.2.1-12, read the other way: no Terror is removed where no shift could follow."""
    game = in_phase(phase, spaces, ARVN=20, VC=6, readings=("3.2.1-12",))
    assert because in str(game.refused(line))


def test_6_3_1_nothing_to_gain_there():
    """A space at Active Support without Terror is not Pacified."""
    with refuses("6.3.1", code="wrong-level"):
        in_phase("support-arvn", "Hue: at ap AS", ARVN=20).play("ARVN pacify Hue")


def test_6_3_2_agitation():
    """1 Resource for the Terror marker, 1 for each of 2 levels."""
    game = in_phase("support-vc", "KGi: vg PS terror", VC=6).play("VC agitate KGi:terror-1 KGi=PO")
    assert (game.level("KGi"), game.resources("VC")) == ("PO", 3)


def test_6_3_2_not_under_coin_control():
    """Case 6.3.2-02."""
    with refuses("6.3.2", code="coin-control"):
        in_phase("support-vc", "KGi: vg 2ap", VC=6).play("VC agitate KGi=PO")


def test_6_3_2_needs_vc_pieces():
    """NVA pieces do not agitate for the VC."""
    with refuses("6.3.2", code="pieces-needed"):
        in_phase("support-vc", "KGi: 3ng", VC=6).play("VC agitate KGi=PO")


def test_6_3_2_up_to_4_spaces():
    """A fifth is refused."""
    spaces = "; ".join(f"{where}: vg" for where in ("KGi", "KPh", "KHo", "BXu", "Tay"))
    game = in_phase("support-vc", spaces, VC=9)
    with refuses("6.3.2", code="too-many-spaces"):
        game.play("VC agitate KGi=PO, KPh=PO, KHo=PO, BXu=PO, Tay=PO")
    assert game.play("VC agitate KGi=PO, KPh=PO, KHo=PO, BXu=AO").resources("VC") == 4


def test_6_3_2_what_cannot_be_paid():
    """1 Resource buys 1 level; it is no Operation, whose costs are those of 3.1."""
    with refuses("6.3.2", code="not-enough-resources"):
        in_phase("support-vc", "KGi: vg", VC=1).play("VC agitate KGi=AO")


# -- 6.4 Redeploy ----------------------------------------------------------------------------------


def test_6_4_1_coin_leaves_laos_and_cambodia():
    """Case 6.4.1-01: US Troops Out of Play, the others Available."""
    game = in_phase("support-vc", "SLa: 3ut ui* 2at ar* 2nt; Fis: ub", available="0ut 0ub 0at 0ui 0ar")
    game.play("VC pass")
    assert (game["SLa"], game["Fis"], game["oop"]) == ("2nt", "", "3ut")
    assert [game.count("available", kind) for kind in ("ui", "at", "ar", "ub")] == [1, 2, 1, 1]


def test_6_4_2_troops_must_leave():
    """Case 6.4.2-02: every Troop leaves a Province without COIN Base, and the LoCs."""
    spaces = "QTi: 4at 2ap; QNa: 3at ub; SaCT: 2at; Hue: 2at 2ap; Sai: 2at 3ap"
    game = in_phase("redeploy-arvn", spaces)
    with refuses("6.4.2", because="Quang Tin", code="must-redeploy"):
        game.play("ARVN redeploy QTi>Hue:2at, SaCT>Sai:2at")
    with refuses("6.4.2", code="must-redeploy"):
        game.play("ARVN pass")
    game.play("ARVN redeploy QTi>Hue:2at, QTi>QNa:2at, SaCT>Sai:2at")
    assert (game["QTi"], game["QNa"], game["SaCT"]) == ("2ap", "ub 5at", "")


def test_6_4_2_saigon_always_no_other_nva_city():
    """Case 6.4.2-03."""
    spaces = "Sai: at 5nt; QNh: 3nt; QTi: 2at"
    with refuses("6.4.2", because="Qui Nhon", code="space-not-allowed"):
        in_phase("redeploy-arvn", spaces).play("ARVN redeploy QTi>Sai:at, QTi>QNh:at")
    assert in_phase("redeploy-arvn", spaces).play("ARVN redeploy QTi>Sai:2at")["Sai"] == "3at 5nt"


def test_6_4_2_police_by_control_as_it_was():
    """Case 6.4.2-04: Quang Tin still counts as COIN Controlled; later nobody has it."""
    game = in_phase("support-vc", "QTi: 3at 2vg; Sai: 4ap")
    game.play("VC pass\nARVN redeploy QTi>Sai:3at, Sai>QTi:ap")
    assert (game["QTi"], game["Sai"]) == ("ap 2vg", "3at 3ap")
    game.play("NVA pass")
    assert game.control("QTi") == "none"


def test_6_4_2_police_go_to_locs_not_to_lost_provinces():
    """Any LoC is open to them, a Province without COIN Control is not."""
    game = in_phase("redeploy-arvn", "Sai: 4ap; KPh: 2vg")
    with refuses("6.4.2", because="Police", code="space-not-allowed"):
        game.play("ARVN redeploy Sai>KPh:ap")
    assert game.play("ARVN redeploy Sai>HuDN:2ap")["HuDN"] == "2ap"


def test_6_4_2_only_cubes_and_no_detour():
    """Rangers stay; a path has two ends; no piece moves twice; nothing moves to where it is."""
    game = in_phase("redeploy-arvn", "Sai: at ar 2ap")
    for line, code in [
        ("ARVN redeploy Sai>Hue:ar", "piece-not-allowed"),
        ("ARVN redeploy Sai>SaCT>CaT:at", "path-too-long"),
        ("ARVN redeploy Sai>Sai:at", "space-not-allowed"),
        ("ARVN redeploy Sai>Hue:at Hue>Sai:at", "no-such-pieces"),
        ("ARVN redeploy Sai>Hue:at+at", "no-such-pieces"),
    ]:
        with refuses("6.4.2", code=code):
            game.play(line)


def test_6_4_3_nva_troops_to_nva_bases():
    """Case 6.4.3-01: even under COIN Control."""
    game = in_phase("redeploy-nva", "QTr: nb 4ut 2at; SLa: 4nt 3ng").play("NVA redeploy SLa>QTr:4nt")
    assert (game["QTr"], game["SLa"], game.control("QTr")) == ("4ut 2at 4nt nb", "3ng", "coin")


def test_6_4_3_not_to_vc_bases_and_no_guerrillas():
    """Case 6.4.3-02."""
    game = in_phase("redeploy-nva", "Tay: vb^; CLa: nb; SLa: 4nt 3ng")
    with refuses("6.4.3", code="space-not-allowed"):
        game.play("NVA redeploy SLa>Tay:4nt")
    with refuses("6.4.3", code="piece-not-allowed"):
        game.play("NVA redeploy SLa>CLa:ng")


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
    """A whole Round in which everybody does the least."""
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
