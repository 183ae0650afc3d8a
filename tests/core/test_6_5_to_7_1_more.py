"""More of Commitment, Reset and victory (6.5 to 7.1), in both editions."""

import pytest
from coup_round import EDITIONS, a_round_begins, governed, in_phase, pass_through
from table import position, refuses

from fitl_core.facts.board import board
from fitl_core.facts.factions import Faction
from fitl_core.record.claims import CapabilityClaim, ControlClaim, EligibleClaim
from fitl_core.state.figures import holds
from fitl_core.state.victory import margins, winner_of_check
from fitl_core.tell.view import view

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
