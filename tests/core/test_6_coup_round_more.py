"""More of the Coup Round (6.0) and of victory (7.0): orders, shared limits, both editions, the end."""

import pytest
from table import position, refuses

from fitl_core.board import board
from fitl_core.claims import holds
from fitl_core.factions import Faction
from fitl_core.figures import CapabilityClaim, ControlClaim, EligibleClaim
from fitl_core.victory import margins, winner_of_check
from fitl_core.view import view

CITIES = {
    "Hue": "2ap",
    "DaN": "ap",
    "Kon": "ap",
    "QNh": "ap",
    "CRa": "ap",
    "AnL": "ap",
    "Sai": "3ap",
    "CaT": "ap",
}
COUPS = {"full": (125, 126, 127, 128, 129, 130), "medium": (126, 127, 128), "short": (126, 127, 128)}
EDITIONS = ("original", "second")


def governed(spaces="", **fields):
    """A position with COIN Control of every City that is not named."""
    named = {part.split(":")[0].strip() for part in spaces.split(";")}
    rest = "; ".join(f"{city}: {pieces}" for city, pieces in CITIES.items() if city not in named)
    return position(f"{spaces}; {rest}", **{"available": "0ut 0ub", "leader": (128,), **fields})


def in_phase(phase, spaces="", **fields):
    """A position in this phase of a Coup Round."""
    return governed(spaces, **{"card": 126, "phase": phase, "played": (17, 126), **fields})


def a_round_begins(spaces="", next=126, **fields):
    """A Coup card has just been turned up behind card 17."""
    return governed(spaces, **{"card": 17, "next": next, "phase": "finished", **fields}).play("next #43")


def pass_through(game):
    """Everybody Passes to the end of the card; the phases that waited for somebody."""
    phases = []
    while game.to_act is not None:
        phases.append(game.state.phase)
        game.play(f"{game.to_act} pass")
    return phases


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
    with refuses("6.0", because=f"{faction} decides", code="not-your-turn"):
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
    with refuses("6.2.1", code="surplus-clause"):
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
    assert game.refused("ARVN pacify Hue=PS, Hue=AS").code == "space-twice"


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


# -- 6.5 Commitment ---------------------------------------------------------------------------


def committing(spaces="", casualties="", rules="second", **fields):
    """The Commitment Phase as the US find it."""
    fields = {"available": "0ut 0ub 0ui", **fields}
    return in_phase("redeploy-nva", spaces, casualties=casualties, rules=rules, **fields).play("NVA pass")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("lost", "out"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_6_5_one_in_three_troops_is_lost(lost, out, rules):
    """Rounded down, in either edition."""
    assert committing(casualties=f"{lost}ut", rules=rules).count("oop", "ut") == out


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_5_bases_out_irregulars_back(rules):
    """Every Base Casualty goes Out of Play, every Irregular is Available again, in either edition."""
    game = committing(casualties="2ub 3ui", rules=rules)
    assert (game["oop"], game.count("available", "ui"), game["casualties"]) == ("2ub", 3, "")


def test_6_5_original_edition_troops_are_available():
    """By the original rules the other Troop Casualties may be committed at once from Available."""
    game = committing(casualties="3ut", rules="original").play("US commit Sai+2ut")
    assert (game.count("Sai", "ut"), game["oop"]) == (2, "ut")


def test_6_5_second_edition_casualties_are_placed():
    """By the second edition they must enter the map; the US may not just Pass."""
    game = committing(casualties="3ut")
    with refuses("6.5"):
        game.play("US pass")
    assert game.play("US commit SaCT+ut<casualties, Sai+ut<casualties")["SaCT"] == "ut"


def test_6_5_original_edition_has_no_withdrawal():
    """VC are not asked, however many US pieces leave."""
    game = committing("Kon: 6ut ap PS", rules="original").play("US commit Kon-5ut")
    assert (game.state.phase, game.to_act) == ("finished", None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_5_two_bases_besides_the_troops(rules):
    """10 Troops and 2 Bases; not a third Base, nor an eleventh Troop."""
    spaces = "Kon: 12ut ub ap; Hue: 2ap ub; DaN: ap ub"
    for line in ("US commit Kon-11ut", "US commit Kon-ub, Hue-ub, DaN-ub"):
        with refuses("6.5", code="too-many"):
            committing(spaces, rules=rules).play(line)
    game = committing(spaces, rules=rules).play("US commit Kon-10ut-ub, Hue-ub")
    assert (game["Kon"], game.count("available", "ut"), game.count("available", "ub")) == ("2ut ap", 10, 2)


def test_6_5_no_base_on_a_loc():
    """LoCs take Troops, not Bases (1.4.2)."""
    game = committing("Kon: 2ut ub ap", available="1ub")
    for line in ("US commit SaCT+ub", "US commit Kon>SaCT:ub"):
        with refuses("1.4.2"):
            game.play(line)
    assert game.play("US commit Kon>SaCT:2ut")["SaCT"] == "2ut"


def test_6_5_more_than_there_are():
    """Neither from Available nor from the map."""
    game = committing("Kon: 2ut ap", available="2ut 0ub 0ui")
    with refuses("6.5", code="no-such-pieces"):
        game.play("US commit Kon-3ut")
    assert game.refused("US commit Sai+3ut").rule == "1.4.1"


def test_6_5_saigon_is_open_under_nva_control():
    """Saigon takes US pieces whoever Controls it, another City does not."""
    game = committing("Sai: 5nt; Hue: 3nt", available="2ut 0ub 0ui")
    with refuses("6.5", code="space-not-allowed"):
        game.play("US commit Hue+ut")
    assert game.play("US commit Sai+2ut").count("Sai", "ut") == 2


@pytest.mark.parametrize("line", ["US commit KPh>Sai:ut", "US commit Sai>KPh:ut", "US commit KPh-ut"])
def test_6_5_both_ends_must_be_open(line):
    """Neither out of nor into a Province without COIN Control, in one way or the other."""
    game = committing("Sai: 3ut 3ap; KPh: 2ut 3vg")
    with refuses("6.5", because="Kien Phong", code="space-not-allowed"):
        game.play(line)


def test_6_5_every_number_is_listed():
    """From 1 to 10 Troops and to 2 Bases, as there are; a space is not its own destination."""
    game = committing("Sai: 2ut ub 3ap", available="12ut 1ub 0ui")

    def listed(start, behind=""):
        return [answer for answer in game.answers(f"US commit {behind}") if answer.startswith(start)]

    troops = ["ut", *[f"{number}ut" for number in range(2, 11)]]
    assert listed("Hue+") == [*[f"Hue+{pieces}" for pieces in troops], "Hue+ub"]
    assert listed("Sai-") == ["Sai-ut", "Sai-2ut", "Sai-ub"]
    assert listed("Sai>Hue:") == ["Sai>Hue:ut", "Sai>Hue:2ut", "Sai>Hue:ub"]
    assert listed("Sai>Sai:") == []
    assert listed("DaN+", "Hue+7ut Hue+ub") == ["DaN+ut", "DaN+2ut", "DaN+3ut"]


def test_6_5_casualties_are_listed_first():
    """While Casualties wait, only their placements are listed, in every number."""
    answers = committing("Sai: 2ut 3ap", casualties="3ut", available="5ut 0ub").answers("US commit")
    assert [answer for answer in answers if answer.startswith("Sai")] == [
        "Sai+ut<casualties",
        "Sai+2ut<casualties",
    ]
    assert all(answer.endswith("<casualties") for answer in answers)


def test_6_5_bases_withdrawn_count_as_troops_do():
    """1 Troop and 1 Base are 2 pieces, and shift 1 Population."""
    game = committing("Kon: ut ub ap PS").play("US commit Kon-ut-ub")
    assert game.to_act == "VC"
    assert game.play("VC withdraw Kon=N").level("Kon") == "N"


def test_6_5_vc_are_not_asked_where_nothing_can_shift():
    """2 pieces shift 1 Population; with every such space at Active Opposition the Round goes on."""
    ones = [space.code for space in board().spaces if space.population == 1]
    spaces = "; ".join(f"{code}: {'3ut ' if code == 'Kon' else ''}ap AO" for code in ones)
    assert committing(spaces).play("US commit Kon-2ut").state.phase == "finished"


def test_6_5_withdrawal_never_toward_support():
    """The level goes one step toward Opposition, no other way."""
    game = committing("Kon: 4ut ap PO").play("US commit Kon-2ut")
    for level in ("N", "PO"):
        with refuses("6.5", code="wrong-level"):
            game.play(f"VC withdraw Kon={level}")
    assert game.play("VC withdraw Kon=AO").level("Kon") == "AO"


# -- 6.6 Reset --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_6_in_both_editions(rules):
    """Behind Commitment everything is reset, and the next card is due."""
    game = committing("Hue: 2ap vg* terror 1; SaCT: sabotage", rules=rules, eligible="US", trail=0)
    game.play("US pass")
    assert (game["Hue"], game.space("Hue").terror, game.space("SaCT").sabotage) == ("2ap vg", 0, False)
    assert (game.state.trail, set(game.state.eligible)) == (1, {"US", "NVA", "ARVN", "VC"})
    assert game.state.phase == "finished"


def test_6_6_tracks_and_levels_stay():
    """Resources, Aid, Patronage, levels and pieces are not touched by Reset."""
    game = committing("Hue: 2ap PS", aid=7, patronage=8, ARVN=9, NVA=10, VC=11).play("US pass")
    assert (game.level("Hue"), game.state.aid, game.state.patronage) == ("PS", 7, 8)
    assert [game.resources(faction) for faction in ("ARVN", "NVA", "VC")] == [9, 10, 11]


def test_6_6_several_markers_of_a_space():
    """All Terror of a space goes."""
    assert committing("Hue: 2ap terror 3").play("US pass").space("Hue").terror == 0


# -- 6.1, 7 Victory ---------------------------------------------------------------------------


def test_6_1_not_on_an_event_card():
    """Beyond a condition in mid Campaign nobody wins; the next Coup card tells."""
    game = governed(card=17, next=126, patronage=60)
    pass_through(game)
    assert game.state.phase == "finished"
    game.play("next #43")
    assert (game.state.phase, game.state.winner) == ("over", "ARVN")


def test_6_1_failed_attempt_can_prevent_a_victory():
    """Desertion comes first: without Control ARVN are no longer beyond 50."""
    spaces = "Sai: 3at 2vg"  # all Cities have a Population of 14, Saigon of 6
    fields = {"patronage": 50 - 14 + 1}
    won = a_round_begins(spaces, **fields)
    assert won.state.winner == "ARVN"
    game = a_round_begins(spaces, next=129, **fields)
    assert game.state.phase == "desert"
    game.play("ARVN desert Sai-at")
    assert (game.control("Sai"), game.state.winner, game.state.phase) == ("none", None, "support-us")


def test_6_1_the_last_round_has_its_check_too():
    """Beyond a condition as the final Round begins, a Faction wins before any earnings."""
    game = a_round_begins(patronage=60, ARVN=10, played=(17, 125, 126, 127, 128, 129), next=130)
    if game.state.phase == "desert":
        game.play("ARVN pass")
    assert (game.state.phase, game.state.winner, game.resources("ARVN")) == ("over", "ARVN", 10)


def test_7_1_a_tie_of_winners_at_the_check():
    """VC and ARVN are both beyond their conditions by 1: VC win."""
    levels = "Sai: AO; Hue: AO; QTr: AO; QTi: AO; BDi: AO; Tay: AO; KPh: AO"
    state = position(levels, patronage=51, available="0ut 0ub").state
    assert (margins(state)["VC"], margins(state)["ARVN"]) == (1, 1)
    assert winner_of_check(state) == "VC"


def test_6_4_control_and_scores_wait_until_redeploy_is_over():
    """Behind the ARVN part Control, claims and victory markers stand as before; behind NVA's they change."""

    def shown(game):
        return view(game.state, 0).spaces["quang-tri-thua-thien"].control

    game = position("QTr: 3at 2ng; Sai: 2ap", phase="support-vc", card=128).play("VC pass")
    before = game.score("ARVN")
    game.play("ARVN redeploy QTr>Sai:3at")
    assert (game.score("ARVN"), view(game.state, 0).spaces["quang-tri-thua-thien"].control) == (
        before,
        "coin",
    )
    assert holds(game.state, ControlClaim("quang-tri-thua-thien", "coin"))
    game.play("NVA pass")
    assert (game.score("ARVN"), view(game.state, 0).spaces["quang-tri-thua-thien"].control) == (
        before - 2,
        "nva",
    )


def test_5_4_a_claim_may_name_momentum():
    """What lasts is claimed by card and side, Capability or Momentum."""
    state = position(momentum=((22, "shaded"),), capabilities=((8, "unshaded"),)).state
    assert holds(state, CapabilityClaim(22, "shaded")) and holds(state, CapabilityClaim(8, "unshaded"))
    assert not holds(state, CapabilityClaim(22, "unshaded"))


def test_2_3_a_claim_of_eligible_is_about_the_box():
    """Whoever has acted on the card is no longer in the Eligible box."""
    game = position(card=68).play("ARVN pass")
    assert holds(game.state, EligibleClaim((Faction.US, Faction.NVA, Faction.VC)))
