"""The Redeploy Phase of the Coup Round, and where the last round ends (6.4)."""

import pytest
from coup_round import EDITIONS, in_phase
from table import position, refuses

from fitl_core.record.claims import ControlClaim
from fitl_core.state.figures import holds
from fitl_core.tell.state_view import view


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
    """Case 6.4.2-03: Saigon is always open to ARVN Redeploy. Another City under NVA Control is not."""
    spaces = "Sai: at 5nt; QNh: 3nt; QTi: 2at"
    with refuses("6.4.2", because="Qui Nhon", code="space-not-allowed"):
        in_phase("redeploy-arvn", spaces).play("ARVN redeploy QTi>Sai:at, QTi>QNh:at")
    assert in_phase("redeploy-arvn", spaces).play("ARVN redeploy QTi>Sai:2at")["Sai"] == "3at 5nt"


def test_6_4_2_police_by_control_as_it_was():
    """Case 6.4.2-04: Quang Tin counts as COIN Controlled until Redeploy ends, and loses Control then."""
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
    """ARVN Redeploy no Rangers, no detour, no piece twice, and no piece to its own space."""
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
    """Case 6.4.3-01: NVA Troops may Redeploy to NVA Bases, even under COIN Control."""
    game = in_phase("redeploy-nva", "QTr: nb 4ut 2at; SLa: 4nt 3ng").play("NVA redeploy SLa>QTr:4nt")
    assert (game["QTr"], game["SLa"], game.control("QTr")) == ("4ut 2at 4nt nb", "3ng", "coin")


def test_6_4_3_not_to_vc_bases_and_no_guerrillas():
    """Case 6.4.3-02: NVA Redeploy no Guerrillas, and nothing to VC Bases."""
    game = in_phase("redeploy-nva", "Tay: vb^; CLa: nb; SLa: 4nt 3ng")
    with refuses("6.4.3", code="space-not-allowed"):
        game.play("NVA redeploy SLa>Tay:4nt")
    with refuses("6.4.3", code="piece-not-allowed"):
        game.play("NVA redeploy SLa>CLa:ng")


COUPS = {"full": (125, 126, 127, 128, 129, 130), "medium": (126, 127, 128), "short": (126, 127, 128)}


def test_6_4_control_waits_for_the_whole_phase():
    """Control does not change until NVA have Redeployed, even if pieces leave Laos or a Province."""
    spaces = "QTi: 2at; QNa: 3nt ap at; Sai: 2at 3ap"
    game = in_phase("support-vc", spaces).play("VC pass\nARVN redeploy QTi>Sai:2at, QNa>Sai:at, Sai>QTi:2ap")
    assert game["QTi"] == "2ap"
    with refuses("6.4.2", code="space-not-allowed"):
        in_phase("support-vc", spaces).play("VC pass\nARVN redeploy QTi>Sai:2at, QNa>Sai:at, Sai>QNa:ap")


def test_6_4_1_bases_and_special_forces_leave_too():
    """US Troops go Out of Play, other COIN pieces to Available. VC, NVA and COIN pieces elsewhere stay."""
    spaces = "CLa: ub ui ar*; Par: ab 2ap ut vg; Tay: ut"
    game = in_phase("support-vc", spaces, available="0ut 0ub 0ui 0ar 0ab 0ap").play("VC pass")
    assert (game["CLa"], game["Par"], game["Tay"], game["oop"]) == ("", "vg", "ut", "ut")
    counts = [game.count("available", kind) for kind in ("ub", "ui", "ar", "ab", "ap")]
    assert counts == [1, 1, 1, 1, 2]


def test_6_4_2_what_must_move_is_told():
    """The refusal lists destinations of the Troops that must leave, and no other moves."""
    game = in_phase("redeploy-arvn", "QTi: 2at 2ap; Ple: at ap ab")
    legal = game.open("ARVN pass")
    assert {"QTi>Hue:at", "QTi>Hue:2at", "QTi>Ple:at"} <= set(legal)
    assert [move for move in legal if not move.startswith("QTi>") or "ap" in move] == []


def test_6_4_2_each_number_is_listed():
    """The answers list each number of pieces, from one to all in the space."""
    listed = in_phase("redeploy-arvn", "Hue: 2at 3ap").answers("ARVN redeploy")
    to_saigon = [move for move in listed if move.startswith("Hue>Sai:")]
    assert to_saigon == [f"Hue>Sai:{pieces}" for pieces in ("at", "2at", "ap", "2ap", "3ap")]


def test_6_4_2_troops_at_a_coin_base_may_stay_or_go():
    """Troops at a COIN Base or in a City may stay or Redeploy."""
    spaces = "Ple: 2at ub; QNa: 2at ab; Hue: 2at"
    stay = in_phase("redeploy-arvn", spaces).play("ARVN pass")
    assert (stay["Ple"], stay["QNa"], stay["Hue"]) == ("ub 2at", "2at ab", "2at")
    go = in_phase("redeploy-arvn", spaces).play("ARVN redeploy Ple>QNa:2at, Hue>Ple:2at")
    assert (go["Ple"], go["QNa"], go["Hue"]) == ("ub 2at", "4at ab", "")


def test_6_4_2_bases_take_troops_under_nva_control():
    """A COIN Base is a Redeploy destination under any Control of its space."""
    game = in_phase("redeploy-arvn", "Ple: ub 5nt; QTi: 2at").play("ARVN redeploy QTi>Ple:2at")
    assert game["Ple"] == "ub 2at 5nt"


@pytest.mark.parametrize("there", ["QTi", "SaCT"])
def test_6_4_2_troops_go_neither_to_provinces_nor_locs(there):
    """Troops Redeploy neither to LoCs nor to Provinces without a COIN Base."""
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
    """A Tunneled NVA Base is a destination too. More Troops than present are refused."""
    game = in_phase("redeploy-nva", "Tay: nb^; SLa: 2nt")
    with refuses("6.4.3", code="no-such-pieces"):
        game.play("NVA redeploy SLa>Tay:3nt")
    assert game.play("NVA redeploy SLa>Tay:2nt")["Tay"] == "2nt nb^"


def test_6_4_4_control_is_adjusted_behind_nva():
    """NVA Troops change Control for the Commitment Phase, so no US piece may enter then."""
    spaces = "QTr: nb ap at ab; SLa: 4nt"
    game = in_phase("redeploy-nva", spaces, available="2ut").play("NVA redeploy SLa>QTr:4nt")
    assert game.control("QTr") == "nva"
    with refuses("6.5", code="space-not-allowed"):
        game.play("US commit QTr+ut")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_6_4_5_the_last_round_ends_behind_redeploy(scenario, rules):
    """After the last Coup card's Redeploy there is no Commitment and no Reset. The margins decide."""
    coups = COUPS[scenario]
    game = in_phase(
        "redeploy-nva", "Hue: 2ap terror 1", scenario=scenario, rules=rules, patronage=45, played=(17, *coups)
    )
    game.play("NVA pass")
    assert (game.state.phase, game.state.winner) == ("over", "ARVN")
    assert game.space("Hue").terror == 1


@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_6_4_5_not_the_last_round(scenario):
    """With one Coup card still to come the Round continues after Redeploy."""
    game = in_phase("redeploy-nva", scenario=scenario, played=(17, *COUPS[scenario][1:]))
    assert game.play("NVA pass").state.phase == "commitment"


def test_6_4_control_and_scores_wait_until_redeploy_is_over():
    """Control, claims and victory markers change only after NVA's Redeploy, not after ARVN's."""

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
