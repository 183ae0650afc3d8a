"""Support, Control, victory markers, the Victory Phase, places, and claims (1.6.2, 1.7, 1.9, 6.1, 7.0)."""

import pytest
from coup_round import a_round_begins, governed, pass_through
from table import position

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.record.claims import CapabilityClaim, EligibleClaim, WinnerClaim
from fitl_core.state.figures import actual, holds
from fitl_core.state.final_places import places
from fitl_core.state.victory import CONDITION, margins, ranking, winner_of_check
from fitl_core.tell.board_text import board_table
from fitl_core.tell.words import places_words, standing


def scored(us=0, nva=0, arvn=0, vc=0, **fields):
    """A position with these victory markers, made of few pieces and levels.

    Patronage makes ARVN's, Bases and Troops in Available and on the map those of the others.
    """
    assert vc <= 39 and nva <= 19
    levels = {"Sai": 0}
    spaces = []
    # Opposition in steps of 2 by Population 1 spaces, the rest by Bases.
    people = ["Kon", "QNh", "CRa", "AnL", "CaT", "DaN", "QNa", "Ple", "PhB", "KhH", "QDu", "BTu", "BXu"]
    bases = ["NVn", "CLa", "SLa", "NEC", "Fis", "Par", "Sih", "PLo"]
    opposition, vc_bases = (vc - vc % 2, vc % 2)
    towns = iter(people)
    while opposition > 0 and opposition >= 2:
        where = "Sai" if opposition >= 12 and not levels["Sai"] else next(towns)
        step = 12 if where == "Sai" else 2
        levels[where] = -1
        spaces.append(f"{where}: AO")
        opposition -= step
    if vc_bases:
        spaces.append("PLo: vb")
    population = [
        ("Hue", 2),
        ("QTr", 2),
        ("QTi", 2),
        ("BDi", 2),
        ("Tay", 2),
        ("KPh", 2),
        ("KHo", 2),
        ("KGi", 2),
    ]
    while nva >= 2 and population:
        where, number = population.pop(0)
        spaces.append(f"{where}: nt")
        nva -= number
    for where in bases[:nva]:
        spaces.append(f"{where}: nb")
    return position("; ".join(spaces), patronage=arvn, available=f"{us}ut 0ub", **fields)


def test_1_9_the_helper_reaches_its_markers():
    """The helper of this file reaches the victory markers that it is asked for."""
    for wanted in [(33, 14, 48, 33), (10, 19, 40, 38), (0, 5, 0, 12)]:
        us, nva, arvn, vc = wanted
        game = scored(us, nva, arvn, vc)
        assert tuple(game.score(f) for f in ("US", "NVA", "ARVN", "VC")) == wanted


def test_1_6_2_total_support_and_opposition():
    """Case 1.6.2-01: Active counts double."""
    game = position("Sai: AS; Hue: PS; Tay: AO; KGi: PO", available="0ut 0ub")
    assert (game.score("US"), game.score("VC")) == (14, 6)


def test_1_7_nva_must_exceed_all_others():
    """Case 1.7-01: NVA Control needs more than all others: 3 NVA against 2 VC and 1 Police are not enough."""
    assert position("KPh: 3ng 2vg ap").control("KPh") == "none"
    assert position("KPh: 4ng 2vg ap").control("KPh") == "nva"


def test_1_7_coin_must_exceed():
    """Case 1.7-02: 3 against 3 is not enough; Tunneled Bases count."""
    assert position("Tay: 2at ap 2vg vb^").control("Tay") == "none"
    assert position("Tay: 2at ap ut 2vg vb^").control("Tay") == "coin"


def test_1_7_vc_never_control():
    """VC alone in a space do not Control it."""
    assert position("Tay: 9vg").control("Tay") == "none"


def test_1_7_no_control_of_locs():
    """A LoC has no Control."""
    assert position("SaCT: 9at").control("SaCT") == "none"


def test_1_9_us_marker_counts_troops_and_bases_only():
    """Case 1.9-01: Support 20, 11 Troops, 2 Bases; Irregulars do not count."""
    game = position("Sai: AS; Hue: AS; QTr: AS", available="11ut 2ub 4ui")
    assert game.score("US") == 33


def test_1_9_nva_and_vc_markers_count_bases():
    """NVA and VC markers count all Bases on the map, Tunneled ones too."""
    game = position("NVn: 2nb; Tay: vb^ vb; KPh: 3nt")
    assert (game.score("NVA"), game.score("VC")) == (2 + 2, 2)


def test_1_9_arvn_marker_is_population_and_patronage():
    """The ARVN marker counts Population under COIN Control, here Saigon with 6, and Patronage."""
    assert position("Sai: ut ap; KGi: at", patronage=17).score("ARVN") == 25


def test_7_1_ties_go_to_vc_then_arvn():
    """Case 7.1-01: ties go to VC, then to ARVN."""
    game = scored(us=40, nva=14, arvn=48, vc=33)
    assert ranking(game.state, final=True) == ("VC", "ARVN", "NVA", "US")


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [("VC", "US", (40, 4, 30, 25)), ("ARVN", "NVA", (30, 8, 40, 20)), ("NVA", "US", (40, 8, 30, 20))],
)
def test_7_1_order_of_ties(first, second, values):
    """Equal margins: VC, then ARVN, then NVA, then the US."""
    us, nva, arvn, vc = values
    game = scored(us, nva, arvn, vc)
    by_margin = margins(game.state)
    assert by_margin[first] == by_margin[second]
    assert ranking(game.state, final=True)[:2] == (first, second)


def test_7_2_conditions_must_be_exceeded():
    """Case 6.1-01: reaching the number is not enough."""
    assert CONDITION == {"US": 50, "NVA": 18, "ARVN": 50, "VC": 35}
    assert winner_of_check(scored(arvn=50).state) is None
    assert winner_of_check(scored(arvn=51).state) == "ARVN"
    assert winner_of_check(scored(nva=18).state) is None
    assert winner_of_check(scored(nva=19).state) == "NVA"
    assert winner_of_check(scored(vc=35).state) is None
    assert winner_of_check(scored(vc=36).state) == "VC"


def test_7_2_us_condition():
    """US wins with Support and Available pieces of more than 50."""
    assert winner_of_check(position("Hue: AS; QTr: PS", available="40ut 4ub").state) is None
    assert winner_of_check(position("Hue: AS; QTr: PS", available="40ut 5ub").state) == "US"


def test_6_1_highest_margin_wins_the_check():
    """Case 6.1-02: two have met their conditions; the better one wins, the rest are ranked."""
    game = scored(us=38, nva=15, arvn=52, vc=39)
    assert ranking(game.state, final=True) == ("VC", "ARVN", "NVA", "US")
    assert winner_of_check(game.state) == "VC"


def test_6_1_victory_phase_ends_the_game():
    """A Faction beyond its condition wins as the Round begins; no Resources are earned."""
    game = scored(arvn=51, card=17, next=128, phase="finished", ARVN=10).play("next #43")
    assert (game.state.phase, game.state.winner) == ("over", "ARVN")
    assert game.resources("ARVN") == 10


def test_7_3_final_margins():
    """Case 7.3-01: after the last Round the highest margin wins, even if no condition is met."""
    game = scored(us=40, nva=18, arvn=47, vc=30)
    assert margins(game.state) == {"US": -10, "NVA": 0, "ARVN": -3, "VC": -5}
    assert winner_of_check(game.state) is None
    assert ranking(game.state, final=True) == ("NVA", "ARVN", "VC", "US")


def test_7_1_all_places_are_told():
    """The end lists all places, margins and ties from first to last. Before the end it lists none."""
    game = scored(us=40, nva=13, arvn=45, vc=20)
    assert places(game.state) == ()
    over = scored(us=40, nva=13, arvn=45, vc=20, phase="over", ended="final", winner=ARVN).state
    assert places(over) == ((ARVN,), (NVA,), (US,), (VC,))
    told = "1st ARVN -5 (tied with NVA), 2nd NVA -5 (tied with ARVN), 3rd US -10, 4th VC -15"
    assert places_words(over) == told and told in standing(over)
    assert any(told[:20] in line for line in board_table(over))


def test_7_1_a_winner_is_claimed_by_any_faction_of_the_player():
    """A player with two Factions wins by either of them (1.5). Nobody wins while the game continues."""
    game = scored(nva=19, players=((US,), (ARVN,), (NVA, VC)), phase="over", winner=NVA)
    assert [f for f in (US, ARVN, NVA, VC, None) if holds(game.state, WinnerClaim(f))] == [NVA, VC]
    assert actual(game.state, WinnerClaim(US)) == WinnerClaim(NVA)
    assert holds(scored().state, WinnerClaim(None)) and not holds(scored().state, WinnerClaim(VC))


def test_6_1_not_on_an_event_card():
    """A Faction beyond its condition in mid Campaign has not won until the next Coup card."""
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


def test_5_4_a_claim_may_name_momentum():
    """A claim about a lasting effect names card and side, for a Capability and for Momentum."""
    state = position(momentum=((22, "shaded"),), capabilities=((8, "unshaded"),)).state
    assert holds(state, CapabilityClaim(22, "shaded")) and holds(state, CapabilityClaim(8, "unshaded"))
    assert not holds(state, CapabilityClaim(22, "unshaded"))


def test_2_3_a_claim_of_eligible_is_about_the_box():
    """A Faction that has acted on the card is no longer in the Eligible box."""
    game = position(card=68).play("ARVN pass")
    assert holds(game.state, EligibleClaim((Faction.US, Faction.NVA, Faction.VC)))
