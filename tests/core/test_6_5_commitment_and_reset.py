"""The Coup Round, phase by phase: Commitment in both editions, and Reset (6.5, 6.6)."""

import pytest
from coup_round import governed, in_phase
from table import position, refuses


def reset(spaces="", **fields):
    """The position after Reset, nobody having moved in Commitment."""
    return in_phase("commitment", spaces, **fields).play("US pass")


# -- 6.5 Commitment --------------------------------------------------------------------------------

SAIGON_AND_KONTUM = "Sai: 2ut ub 4at PS; Kon: 6ut ap PS; QTi: vg"


def committing(spaces=SAIGON_AND_KONTUM, casualties="7ut ub 2ui", rules="second", **fields):
    """The Commitment Phase as the US finds it."""
    fields = {"available": "0ut 0ub 0ui", "oop": "", **fields}
    return in_phase("redeploy-nva", spaces, casualties=casualties, rules=rules, **fields).play("NVA pass")


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
    """Case 6.5-02."""
    with refuses("6.5", because="5 Casualties placed", code="too-many"):
        committing().play("US commit Sai+5ut<casualties Kon-6ut")


def test_6_5_written_in_two_parts_counts_together():
    """The limit holds for all Troops, also within one clause."""
    game = position("Sai: 12ut ap", card=126, phase="commitment", played=(17, 126), available="0ub")
    for line in ("US commit Sai-6ut-6ut", "US commit Sai-6ut Sai-5ut", "US commit Sai+6ut Sai+5ut"):
        with refuses("6.5", code="too-many"):
            game.play(line)


def test_6_5_casualties_are_placed_before_anything_moves():
    """They fix how many may move; and all of them are placed."""
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
    """No more; Bases have a number of their own."""
    spaces = "Sai: 12ut 2ub ap; QTr: ub 2ut"
    with refuses("6.5", code="too-many"):
        committing(spaces, "", "original").play("US commit Sai-11ut")
    with refuses("6.5", code="too-many"):
        committing(spaces, "", "original").play("US commit Sai-2ub, QTr-ub")
    game = committing(spaces, "", "original").play("US commit Sai-10ut-2ub")
    assert game["available"].startswith("10ut") and game.count("available", "ub") == 2


def test_6_5_more_than_10_casualties():
    """Case 6.5-05: all are placed, no Troop moves, Bases still may; 1 piece is no 2."""
    game = committing("Sai: 2ut ub 4at PS; Kon: 6ut ub ap PS", "17ut")
    with refuses("6.5", code="too-many"):
        game.play("US commit Sai+12ut<casualties Kon-ut")
    game.play("US commit Sai+12ut<casualties Kon-ub")
    assert (game["Sai"], game.count("oop", "ut"), game.state.phase) == ("14ut ub 4at", 5, "finished")


@pytest.mark.parametrize("where", ["KPh", "CLa"])
def test_6_5_only_open_spaces(where):
    """COIN-Controlled spaces, LoCs and Saigon."""
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
    """A space emptied in this phase may still be filled again."""
    game = committing("KPh: 2ut vg; Sai: ap", "", available="5ut")
    game.play("US commit KPh>Sai:2ut Sai>KPh:ut")
    assert (game["KPh"], game.control("KPh")) == ("ut vg", "none")


def test_6_5_bases_within_stacking():
    """Never a third Base in a space."""
    with refuses("1.4.2", code="stacking"):
        committing("Sai: ub ab ap", "", available="2ub").play("US commit Sai+ub")


def test_6_5_population_must_be_paid_in_full():
    """Case 6.5-06: 2 pieces do not shift a Population of 2."""
    game = committing("Kon: 6ut ap PS; KGi: ", "").play("US commit Kon-2ut")
    with refuses("6.5", code="too-much-population"):
        game.play("VC withdraw KGi=PO")
    assert game.play("VC pass").state.phase == "finished"


def test_6_5_a_space_shifts_once():
    """4 pieces are 2 Population, but not twice in the same space."""
    game = committing("Kon: 6ut ap PS", "").play("US commit Kon-4ut")
    with refuses("6.5", code="space-twice"):
        game.play("VC withdraw Kon=N Kon=PO")
    with refuses("6.5", code="wrong-level"):
        game.play("VC withdraw Kon=PO")


def test_6_5_the_population_of_all_spaces_together():
    """Case 6.5-06: 5 pieces are 2 Population, spent on two spaces; a third has none left to it."""
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
    """What leaves each space adds up: 1 Troop, 2 Troops and a Base are 4 pieces, so 2 Population."""
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
    """Case 6.5-07, the alternative: only the surplus counts, and there is no Withdrawal below 0."""
    fields = {"available": "6ut", "readings": ("6.5-07",)}
    game = committing("Kon: 6ut ap PS; Sai: 2ut 4at PS", "", **fields)
    game.play(f"US commit Kon-4ut Sai+{committed}ut")
    assert game.state.withdrawn == withdrawn
    assert game.state.phase == ("withdrawal" if withdrawn else "finished")


def test_6_5_moves_on_the_map_are_no_withdrawal():
    """Only what goes to Available counts."""
    game = committing("Kon: 6ut ap PS; Sai: 2ut 4at", "").play("US commit Kon>Sai:5ut")
    assert game.state.phase == "finished"


# -- 6.6 Reset, 6.7 the Trail ----------------------------------------------------------------------


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
    """Off the ends of its track it is set one box inward."""
    assert reset(trail=before).state.trail == after


def test_6_6_ends_the_ineligibility_of_an_event():
    """An Event's bar does not outlast the Coup Round (card 79)."""
    game = governed("", card=79, next=126).play("ARVN pass\nNVA pass\nVC event shaded\nUS pass\nnext #43")
    for line in ("US pass", "ARVN pass", "VC pass", "ARVN pass", "NVA pass", "US pass"):
        game.play(line)
    assert "ARVN" in game.state.eligible
