"""The Coup Round: Commitment in both editions, and Reset (6.5, 6.6)."""

import pytest
from coup_round import EDITIONS, governed, in_phase
from table import position, refuses

from fitl_core.facts.game_map import board

SAIGON_AND_KONTUM = "Sai: 2ut ub 4at PS; Kon: 6ut ap PS; QTi: vg"


def in_commitment(spaces="", casualties="", rules="second", **fields):
    """Return a game in the Commitment Phase of the US."""
    fields = {"available": "0ut 0ub 0ui", **fields}
    return in_phase("redeploy-nva", spaces, casualties=casualties, rules=rules, **fields).play("NVA pass")


def committing(spaces=SAIGON_AND_KONTUM, casualties="7ut ub 2ui", rules="second", **fields):
    """Return a game in which the US have Troops and Casualties to commit, and no piece out of play."""
    return in_commitment(spaces, casualties, rules, **{"oop": "", **fields})


def test_6_5_second_edition_round():
    """Case 6.5-01: 2 of 7 and the Base Out of Play, 5 placed, 5 withdrawn, VC shift 2 Population."""
    game = committing()
    assert (game["oop"], game["casualties"], game["available"].split()[0]) == ("2ut ub", "5ut", "2ui")
    game.play("US commit Sai+5ut<casualties Kon-5ut")
    assert (game["Sai"], game["Kon"]) == ("7ut ub 4at", "ut ap")
    assert (game.to_act, game.state.withdrawn) == ("VC", 5)
    game.play("VC withdraw Kon=N, CaT=PO")
    assert (game.level("Kon"), game.level("CaT"), game.state.phase) == ("N", "PO", "finished")


def test_6_5_troops_that_may_move_are_10_less_the_placed():
    """Case 6.5-02: the Troops that may move are 10 less the placed Casualties."""
    with refuses("6.5", because="5 Casualties placed", code="too-many"):
        committing().play("US commit Sai+5ut<casualties Kon-6ut")


def test_6_5_written_in_two_parts_counts_together():
    """The limit counts all Troops that move, in one clause or several."""
    game = position("Sai: 12ut ap", card=126, phase="commitment", played=(17, 126), available="0ub")
    for line in ("US commit Sai-6ut-6ut", "US commit Sai-6ut Sai-5ut", "US commit Sai+6ut Sai+5ut"):
        with refuses("6.5", code="too-many"):
            game.play(line)


def test_6_5_casualties_are_placed_before_anything_moves():
    """All Casualties are placed before other Troops move, and lower the number that may move."""
    with refuses("6.5", code="casualties-first"):
        committing().play("US commit Kon-5ut Sai+5ut<casualties")
    for line in ("US pass", "US commit Sai+4ut<casualties"):
        assert committing().refused(line).code == "missing-choice"


def test_6_5_original_edition_round():
    """Case 6.5-03: the other Casualties are Available, 10 Troops may move, no Withdrawal."""
    game = committing(rules="original")
    assert (game["oop"], game["casualties"]) == ("2ut ub", "")
    game.play("US commit Kon-6ut")
    assert (game.count("available", "ut"), game.count("available", "ui")) == (11, 2)
    assert game.state.phase == "finished"


def test_6_5_original_edition_allows_10_troops_and_2_bases():
    """In the original edition at most 10 Troops may move, and also 2 Bases."""
    spaces = "Sai: 12ut 2ub ap; QTr: ub 2ut"
    with refuses("6.5", code="too-many"):
        committing(spaces, "", "original").play("US commit Sai-11ut")
    with refuses("6.5", code="too-many"):
        committing(spaces, "", "original").play("US commit Sai-2ub, QTr-ub")
    game = committing(spaces, "", "original").play("US commit Sai-10ut-2ub")
    assert game["available"].startswith("10ut") and game.count("available", "ub") == 2


def test_6_5_more_than_10_casualties():
    """Case 6.5-05: with more than 10 Casualties all are placed, no Troop moves, and Bases still may."""
    game = committing("Sai: 2ut ub 4at PS; Kon: 6ut ub ap PS", "17ut")
    with refuses("6.5", code="too-many"):
        game.play("US commit Sai+12ut<casualties Kon-ut")
    game.play("US commit Sai+12ut<casualties Kon-ub")
    assert (game["Sai"], game.count("oop", "ut"), game.state.phase) == ("14ut ub 4at", 5, "finished")


@pytest.mark.parametrize("where", ["KPh", "CLa"])
def test_6_5_only_open_spaces(where):
    """Commitment is open to COIN-Controlled spaces, LoCs and Saigon only."""
    game = committing("KPh: 2vg ut; Sai: ut ap", "", available="5ut")
    with refuses("6.5", code="space-not-allowed"):
        game.play(f"US commit {where}+ut")
    game.play("US commit HuDN+ut")


def test_6_5_only_troops_and_bases():
    """Irregulars do not move, nor do pieces from Out of Play."""
    game = committing("Sai: ut ui ap", "", available="5ut", oop="3ut")
    with refuses("6.5", code="piece-not-allowed"):
        game.play("US commit Sai-ui")
    with refuses("6.5", code="wrong-way"):
        game.play("US commit Sai+ut<oop")
    with refuses("6.5", code="wrong-way"):
        game.play("US commit Sai>Sai:ut")


def test_6_5_control_is_adjusted_only_at_the_end():
    """A space emptied in Commitment may still be filled again, since Control is adjusted at its end."""
    game = committing("KPh: 2ut vg; Sai: ap", "", available="5ut")
    game.play("US commit KPh>Sai:2ut Sai>KPh:ut")
    assert (game["KPh"], game.control("KPh")) == ("ut vg", "none")


def test_6_5_bases_within_stacking():
    """Commitment never places a third Base in a space."""
    with refuses("1.4.2", code="stacking"):
        committing("Sai: ub ab ap", "", available="2ub").play("US commit Sai+ub")


def test_6_5_population_must_be_paid_in_full():
    """Case 6.5-06: 2 pieces do not shift a Population of 2."""
    game = committing("Kon: 6ut ap PS; KGi: ", "").play("US commit Kon-2ut")
    with refuses("6.5", code="too-much-population"):
        game.play("VC withdraw KGi=PO")
    assert game.play("VC pass").state.phase == "finished"


def test_6_5_a_space_shifts_once():
    """Case 6.5-06: 4 pieces are 2 Population, but shift a space only once."""
    game = committing("Kon: 6ut ap PS", "").play("US commit Kon-4ut")
    with refuses("6.5", code="space-twice"):
        game.play("VC withdraw Kon=N Kon=PO")
    with refuses("6.5", code="wrong-level"):
        game.play("VC withdraw Kon=PO")


def test_6_5_the_population_of_all_spaces_together():
    """Case 6.5-06: 5 withdrawn pieces are 2 Population in all, enough for two spaces but not for a third."""
    game = committing("Kon: 6ut ap PS; KGi: ", "").play("US commit Kon-5ut")
    violation = game.refused("VC withdraw Kon=N, DaN=PO, CaT=PO")
    assert (violation.code, violation.facts) == (
        "too-much-population",
        ("1 for every 2 US pieces withdrawn, of which there are 5",),
    )
    with refuses("6.5", code="too-much-population"):
        game.play("VC withdraw Kon=N, KGi=PO")
    game.play("VC withdraw Kon=N, DaN=PO")
    assert [game.level(code) for code in ("Kon", "DaN", "CaT")] == ["N", "PO", "N"]


def test_6_5_withdrawn_from_several_spaces():
    """Withdrawn pieces add up over spaces: 1 Troop, 2 Troops and a Base are 4 pieces, so 2 Population."""
    game = committing("Kon: 3ut ap; Sai: 2ut ub 3ap; DaN: 2ut ap", "")
    game.play("US commit Kon-ut, DaN-2ut, Sai-ub")
    assert (game.to_act, game.state.withdrawn) == ("VC", 4)
    game.play("VC withdraw KGi=PO")
    assert game.level("KGi") == "PO"


def test_6_5_withdrawal_is_counted_gross():
    """Case 6.5-07: pieces that came the other way are not subtracted."""
    game = committing("Kon: 6ut ap PS; Sai: 2ut 4at PS", "", available="6ut")
    game.play("US commit Kon-4ut Sai+4ut")
    assert (game["Kon"], game["Sai"], game.count("available", "ut")) == ("2ut ap", "6ut 4at", 6)
    assert game.play("VC withdraw Kon=N, DaN=PO").level("DaN") == "PO"


@pytest.mark.parametrize(("committed", "withdrawn"), [(2, 2), (4, 0), (5, 0)])
def test_6_5_withdrawal_counted_net_by_the_other_reading(committed, withdrawn):
    """Case 6.5-07, by the other reading: only the surplus is withdrawn, and never less than 0."""
    fields = {"available": "6ut", "readings": ("6.5-07",)}
    game = committing("Kon: 6ut ap PS; Sai: 2ut 4at PS", "", **fields)
    game.play(f"US commit Kon-4ut Sai+{committed}ut")
    assert game.state.withdrawn == withdrawn
    assert game.state.phase == ("withdrawal" if withdrawn else "finished")


def test_6_5_moves_on_the_map_are_no_withdrawal():
    """Only pieces that go to Available count as withdrawn."""
    game = committing("Kon: 6ut ap PS; Sai: 2ut 4at", "").play("US commit Kon>Sai:5ut")
    assert game.state.phase == "finished"


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("lost", "out"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_6_5_one_in_three_troops_is_lost(lost, out, rules):
    """One in three Troop Casualties leaves, rounded down, in both editions."""
    assert in_commitment(casualties=f"{lost}ut", rules=rules).count("oop", "ut") == out


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_5_bases_out_irregulars_back(rules):
    """Every Base Casualty goes Out of Play, every Irregular is Available again, in either edition."""
    game = in_commitment(casualties="2ub 3ui", rules=rules)
    assert (game["oop"], game.count("available", "ui"), game["casualties"]) == ("2ub", 3, "")


def test_6_5_original_edition_troops_are_available():
    """By the original rules the other Troop Casualties may be committed from Available at once."""
    game = in_commitment(casualties="3ut", rules="original").play("US commit Sai+2ut")
    assert (game.count("Sai", "ut"), game["oop"]) == (2, "ut")


def test_6_5_second_edition_casualties_are_placed():
    """By the second edition they must enter the map; the US may not just Pass."""
    game = in_commitment(casualties="3ut")
    with refuses("6.5"):
        game.play("US pass")
    assert game.play("US commit SaCT+ut<casualties, Sai+ut<casualties")["SaCT"] == "ut"


def test_6_5_original_edition_has_no_withdrawal():
    """By the original rules VC are not asked for a Withdrawal, however many US pieces leave."""
    game = in_commitment("Kon: 6ut ap PS", rules="original").play("US commit Kon-5ut")
    assert (game.state.phase, game.to_act) == ("finished", None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_5_two_bases_besides_the_troops(rules):
    """10 Troops and 2 Bases; not a third Base, nor an eleventh Troop."""
    spaces = "Kon: 12ut ub ap; Hue: 2ap ub; DaN: ap ub"
    for line in ("US commit Kon-11ut", "US commit Kon-ub, Hue-ub, DaN-ub"):
        with refuses("6.5", code="too-many"):
            in_commitment(spaces, rules=rules).play(line)
    game = in_commitment(spaces, rules=rules).play("US commit Kon-10ut-ub, Hue-ub")
    assert (game["Kon"], game.count("available", "ut"), game.count("available", "ub")) == ("2ut ap", 10, 2)


def test_6_5_no_base_on_a_loc():
    """LoCs take Troops, not Bases (1.4.2)."""
    game = in_commitment("Kon: 2ut ub ap", available="1ub")
    for line in ("US commit SaCT+ub", "US commit Kon>SaCT:ub"):
        with refuses("1.4.2"):
            game.play(line)
    assert game.play("US commit Kon>SaCT:2ut")["SaCT"] == "2ut"


def test_6_5_more_than_there_are():
    """More pieces than present cannot be committed, from Available or the map."""
    game = in_commitment("Kon: 2ut ap", available="2ut 0ub 0ui")
    with refuses("6.5", code="no-such-pieces"):
        game.play("US commit Kon-3ut")
    assert game.refused("US commit Sai+3ut").rule == "1.4.1"


def test_6_5_saigon_is_open_under_nva_control():
    """Saigon takes US pieces under any Control. Another City does not."""
    game = in_commitment("Sai: 5nt; Hue: 3nt", available="2ut 0ub 0ui")
    with refuses("6.5", code="space-not-allowed"):
        game.play("US commit Hue+ut")
    assert game.play("US commit Sai+2ut").count("Sai", "ut") == 2


@pytest.mark.parametrize("line", ["US commit KPh>Sai:ut", "US commit Sai>KPh:ut", "US commit KPh-ut"])
def test_6_5_both_ends_must_be_open(line):
    """Troops move neither out of nor into a Province without COIN Control."""
    game = in_commitment("Sai: 3ut 3ap; KPh: 2ut 3vg")
    with refuses("6.5", because="Kien Phong", code="space-not-allowed"):
        game.play(line)


def test_6_5_every_number_is_listed():
    """The answers list 1 to 10 Troops and up to 2 Bases, as present. A space is not its own destination."""
    game = in_commitment("Sai: 2ut ub 3ap", available="12ut 1ub 0ui")

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
    answers = in_commitment("Sai: 2ut 3ap", casualties="3ut", available="5ut 0ub").answers("US commit")
    assert [answer for answer in answers if answer.startswith("Sai")] == [
        "Sai+ut<casualties",
        "Sai+2ut<casualties",
    ]
    assert all(answer.endswith("<casualties") for answer in answers)


def test_6_5_bases_withdrawn_count_as_troops_do():
    """1 Troop and 1 Base are 2 pieces, and shift 1 Population."""
    game = in_commitment("Kon: ut ub ap PS").play("US commit Kon-ut-ub")
    assert game.to_act == "VC"
    assert game.play("VC withdraw Kon=N").level("Kon") == "N"


def test_6_5_vc_are_not_asked_where_nothing_can_shift():
    """VC are not asked to shift 1 Population if every such space is at Active Opposition."""
    ones = [space.code for space in board().spaces if space.population == 1]
    spaces = "; ".join(f"{code}: {'3ut ' if code == 'Kon' else ''}ap AO" for code in ones)
    assert in_commitment(spaces).play("US commit Kon-2ut").state.phase == "finished"


def test_6_5_withdrawal_never_toward_support():
    """A Withdrawal shifts a space one step toward Opposition only."""
    game = in_commitment("Kon: 4ut ap PO").play("US commit Kon-2ut")
    for level in ("N", "PO"):
        with refuses("6.5", code="wrong-level"):
            game.play(f"VC withdraw Kon={level}")
    assert game.play("VC withdraw Kon=AO").level("Kon") == "AO"


def reset(spaces="", **fields):
    """Return the position after Reset, with nothing moved in Commitment."""
    return in_phase("commitment", spaces, **fields).play("US pass")


def test_6_6_reset():
    """Case 6.6-01: the Trail, markers, hiding, Momentum and Eligibility; Capabilities stay."""
    game = reset(
        "Hue: 2vg* ar* terror; KGi: ng* ui*; SaCT: sabotage",
        trail=4,
        momentum=((17, "unshaded"),),
        capabilities=((101, "shaded"),),
        eligible="US",
    )
    assert (game["Hue"], game["KGi"]) == ("ar 2vg", "ui ng")
    assert (game.space("Hue").terror, game.space("SaCT").sabotage, game.state.trail) == (0, False, 3)
    assert (game.state.momentum, len(game.state.capabilities)) == ((), 1)
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}
    assert game.state.phase == "finished"


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_6_6_trail(before, after):
    """A Trail at either end of its track is set one box inward."""
    assert reset(trail=before).state.trail == after


def test_6_6_ends_the_ineligibility_of_an_event():
    """An Event's bar does not outlast the Coup Round (card 79)."""
    game = governed("", card=79, next=126).play("ARVN pass\nNVA pass\nVC event shaded\nUS pass\nnext #43")
    for line in ("US pass", "ARVN pass", "VC pass", "ARVN pass", "NVA pass", "US pass"):
        game.play(line)
    assert "ARVN" in game.state.eligible


@pytest.mark.parametrize("rules", EDITIONS)
def test_6_6_in_both_editions(rules):
    """After Commitment everything is reset and the next card is due, in both editions."""
    game = in_commitment("Hue: 2ap vg* terror 1; SaCT: sabotage", rules=rules, eligible="US", trail=0)
    game.play("US pass")
    assert (game["Hue"], game.space("Hue").terror, game.space("SaCT").sabotage) == ("2ap vg", 0, False)
    assert (game.state.trail, set(game.state.eligible)) == (1, {"US", "NVA", "ARVN", "VC"})
    assert game.state.phase == "finished"


def test_6_6_tracks_and_levels_stay():
    """Resources, Aid, Patronage, levels and pieces are not touched by Reset."""
    game = in_commitment("Hue: 2ap PS", aid=7, patronage=8, ARVN=9, NVA=10, VC=11).play("US pass")
    assert (game.level("Hue"), game.state.aid, game.state.patronage) == ("PS", 7, 8)
    assert [game.resources(faction) for faction in ("ARVN", "NVA", "VC")] == [9, 10, 11]


def test_6_6_several_markers_of_a_space():
    """Reset removes all Terror markers of a space."""
    assert in_commitment("Hue: 2ap terror 3").play("US pass").space("Hue").terror == 0
