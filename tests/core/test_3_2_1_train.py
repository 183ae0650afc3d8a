"""Train (3.2.1), with the Leaders Minh and Ky (2.4.1)."""

import pytest
from table import position, refuses

from fitl_core.errors import Violation

MINH = ()
"""The Leader box of a new game: Minh is no card."""


def test_3_2_1_placing_pacifying_and_minh():
    """Case 3.2.1-01: 6 Troops and 1 level cost 6; Minh adds 5 Aid."""
    game = position("Sai: 2at 3ap 2ut ub", to_act="ARVN", ARVN=30, aid=3, leader=MINH)
    game.play("ARVN train Sai+6at pacify Sai=PS")
    assert game["Sai"] == "2ut ub 8at 3ap"
    assert (game.level("Sai"), game.resources("ARVN"), game.state.aid) == ("PS", 24, 8)


def test_3_2_1_minh_only_for_arvn():
    """Minh adds nothing to a US Train, and to an ARVN one even if it places nothing."""
    assert position("Sai: ut", to_act="US", aid=3, leader=MINH).play("US train Sai").state.aid == 3
    assert position("Sai: at", to_act="ARVN", aid=3, leader=MINH).play("ARVN train Sai").state.aid == 8


def test_3_2_1_failed_attempt_ends_minh():
    """A Failed Attempt cancels Minh (2.4.1)."""
    game = position("Sai: at", to_act="ARVN", aid=3, leader=(129,)).play("ARVN train Sai")
    assert game.state.aid == 3


# -- where ----------------------------------------------------------------------------------------


def test_3_2_1_cubes_at_cities_and_bases():
    """Case 3.2.1-02: no ARVN cubes are placed in a space without a City or COIN Base."""
    game = position("QNa: ap ar", to_act="ARVN", ARVN=10)
    with refuses("3.2.1", because="places cubes only at Cities or at US or ARVN Bases"):
        game.play("ARVN train QNa+4at")


@pytest.mark.parametrize("base", ["ub", "ab"])
def test_3_2_1_cubes_at_either_base(base):
    """A US or ARVN Base lets ARVN place cubes in a Province."""
    game = position(f"QNa: {base}", to_act="ARVN").play("ARVN train QNa+4at+2ap")
    assert (game.count("QNa", "at"), game.count("QNa", "ap")) == (4, 2)


def test_3_2_1_rangers_anywhere():
    """Case 3.2.1-03: Rangers need neither City nor Base."""
    game = position("QNa: ap ar", to_act="ARVN", ARVN=10).play("ARVN train QNa+2ar")
    assert (game["QNa"], game.resources("ARVN")) == ("ap 3ar", 7)


def test_3_2_1_rangers_bound_like_cubes():
    """Case 3.2.1-03, by the other reading: Rangers need a City or a Base too. US Bases serve."""
    other = {"to_act": "ARVN", "ARVN": 10, "readings": ("3.2.1-03",)}
    with refuses("3.2.1", because="Rangers and ARVN cubes only at Cities or at US or ARVN Bases"):
        position("QNa: ap ar", **other).play("ARVN train QNa+2ar")
    assert position("QNa: ub ap", **other).play("ARVN train QNa+2ar")["QNa"] == "ub ap 2ar"
    assert position("Hue: ap", **other).play("ARVN train Hue+2ar")["Hue"] == "ap 2ar"
    game = position("QNa: at ap", **other).play("ARVN train QNa pacify QNa=PS")
    assert game.level("QNa") == "PS"


def test_3_2_1_not_under_nva_control():
    """ARVN do not Train where NVA have Control."""
    with refuses("3.2.1", because="NVA Control"):
        position("Hue: 3nt at", to_act="ARVN").play("ARVN train Hue+6at")


def test_3_2_1_not_on_a_loc():
    """LoCs are not Trained in."""
    with refuses("3.2.1", because="is a LoC"):
        position("SaCT: 2at", to_act="ARVN").play("ARVN train SaCT+2ar")


def test_3_2_1_us_needs_a_piece():
    """Case 3.2.1-05: the US Train only where they have a piece."""
    with refuses("3.2.1", because="Hue has no US piece"):
        position("Hue: 2at 2ap", to_act="US").play("US train Hue+2ui")


def test_3_2_1_us_cubes_only_at_us_bases():
    """Case 3.2.1-06: an ARVN Base does not let the US place cubes; Irregulars would do."""
    game = position("KGi: ut ab", to_act="US", ARVN=30)
    with refuses("3.2.1", because="only at US Bases"):
        game.play("US train KGi+6at")
    assert game.play("US train KGi+2ui")["KGi"] == "ut 2ui ab"


def test_3_2_1_us_places_no_troops():
    """US Troops come by Commitment, not by Train."""
    with refuses("3.2.1", because="US Train places no US Troop"):
        position("Sai: ut ub", to_act="US").play("US train Sai+2ut")


# -- numbers and prices ---------------------------------------------------------------------------


def test_3_2_1_irregulars_are_free():
    """Case 3.2.1-07: Irregulars cost nothing, even at 0 ARVN Resources."""
    game = position("BDi: ut", to_act="US", ARVN=0).play("US train BDi+2ui")
    assert (game["BDi"], game.resources("ARVN")) == ("ut 2ui", 0)


@pytest.mark.parametrize("pieces", ["ar+4at", "ar+ap"])
def test_3_2_1_rangers_or_cubes(pieces):
    """Case 3.2.1-19: Rangers and cubes are alternatives in a space."""
    game = position("Sai: 2at 3ap PS", to_act="ARVN", ARVN=10)
    with refuses("3.2.1", because="not a mix"):
        game.play(f"ARVN train Sai+{pieces}")


@pytest.mark.parametrize("pieces", ["7at", "3ar", "4at+3ap"])
def test_3_2_1_too_many(pieces):
    """At most 2 Rangers or 6 cubes."""
    with refuses("3.2.1", code="too-many"):
        position("Sai: at", to_act="ARVN").play(f"ARVN train Sai+{pieces}")


def test_3_2_1_price_by_space():
    """Case 3.2.1-18: 3 for each space with new ARVN pieces, nothing for Irregulars."""
    where = "Sai: 2ut ub 2at 3ap PS; CaT: 3ut ub PS; Ple: ut"
    game = position(where, to_act="US", ARVN=21, available="8at 2ar ui")
    game.play("US train Sai+6at, CaT+2ar, Ple+ui")
    assert game.resources("ARVN") == 15


def test_3_2_1_nothing_placed_costs_nothing():
    """A space in which Train places nothing is free."""
    game = position("Sai: at", to_act="ARVN", ARVN=0).play("ARVN train Sai")
    assert game.resources("ARVN") == 0


# -- Pacify ---------------------------------------------------------------------------------------


def test_3_2_1_us_pacify_with_any_piece():
    """Case 3.2.1-08: an Irregular and COIN Control let the US Pacify."""
    game = position("KhH: ui", to_act="US", ARVN=21).play("US train KhH pacify KhH=AS")
    assert (game.level("KhH"), game.resources("ARVN")) == ("AS", 15)


def test_3_2_1_arvn_pacify_needs_both_cubes():
    """Case 3.2.1-09: without Police ARVN do not Pacify; the facts count both cubes."""
    violation = position("QTi: 3at ub", to_act="ARVN").refused("ARVN train QTi pacify QTi=PS")
    assert violation.rule == "3.2.1"
    assert violation.facts == ("3 ARVN Troops", "0 Police")


def test_3_2_1_pacify_needs_control():
    """Pacify needs COIN Control; the facts count both sides."""
    violation = position("Hue: at ap 2vg", to_act="ARVN").refused("ARVN train Hue pacify Hue=PS")
    assert violation.rule == "3.2.1"
    assert violation.facts == ("2 COIN against 2 Insurgent pieces",)


def test_3_2_1_placing_can_give_control():
    """Case 3.2.1-17: pieces placed by Train count for the Control that Pacify needs."""
    game = position("Hue: at ap 2vg PO", to_act="ARVN", ARVN=9).play("ARVN train Hue+3at+3ap pacify Hue=N")
    assert (game["Hue"], game.level("Hue"), game.resources("ARVN")) == ("4at 4ap 2vg", "N", 3)


def test_3_2_1_two_levels_at_most():
    """Case 3.2.1-11: Pacify may shift 2 levels, not 3."""
    game = position("Hue: 2at 2ap AO", to_act="ARVN")
    with refuses("3.2.1", because="at most 2 more levels", code="too-many-levels"):
        game.play("ARVN train Hue pacify Hue=PS")
    assert game.open("ARVN train Hue pacify Hue=PS") == ["Hue=N", "Hue=PO"]


def test_3_2_1_terror_first():
    """Case 3.2.1-10: no shift while a Terror marker is there."""
    game = position("Hue: 2at 2ap terror 1", to_act="ARVN")
    with refuses("3.2.1", because="Hue has 1 Terror", code="terror-first"):
        game.play("ARVN train Hue pacify Hue=PS")


def test_3_2_1_terror_only():
    """Case 3.2.1-12: Pacify may just remove Terror, even at Active Support."""
    game = position("Sai: 4at 2ap 2ut ub AS terror 1", to_act="ARVN")
    game.play("ARVN train Sai pacify Sai:terror-1")
    assert (game.space("Sai").terror, game.resources("ARVN")) == (0, 17)


def test_3_2_1_terror_where_it_cannot_shift():
    """Case 3.2.1-12, by the other reading: Pacify needs a space that can shift, even for Terror alone."""
    other = {"to_act": "ARVN", "readings": ("3.2.1-12",)}
    with refuses("3.2.1", because="it cannot shift further", code="wrong-level"):
        position("Sai: 4at 2ap AS terror 1", **other).play("ARVN train Sai pacify Sai:terror-1")
    game = position("Sai: 4at 2ap PS terror 1", **other).play("ARVN train Sai pacify Sai:terror-1")
    assert (game.space("Sai").terror, game.level("Sai")) == (0, "PS")


def test_3_2_1_pacify_must_be_paid():
    """A space is open to Pacify only if one step can be paid: 3 Resources, 4 under Ky."""
    for leader, price in ((125, 3), (127, 4)):
        poor = position("Hue: 2at 2ap; DaN: at ap", to_act="ARVN", leader=(leader,), ARVN=price - 1)
        assert poor.answers("ARVN train Hue, DaN pacify") == []
        with refuses("3.1", because=f"{price} needed", code="not-enough-resources"):
            poor.play("ARVN train Hue pacify Hue=PS")
        able = position("Hue: 2at 2ap; DaN: at ap", to_act="ARVN", leader=(leader,), ARVN=price)
        assert able.answers("ARVN train Hue, DaN pacify") == ["Hue", "DaN"]
        assert able.play("ARVN train Hue pacify Hue=PS").resources("ARVN") == 0


def test_3_2_1_every_level_must_be_paid():
    """A shift of 2 levels costs 6. With 5 Resources only 1 level is open, so it need not be written."""
    able = position("Hue: 2at 2ap", to_act="ARVN", ARVN=6)
    assert able.answers("ARVN train Hue pacify") == ["Hue=AS", "Hue=PS"]
    poor = position("Hue: 2at 2ap", to_act="ARVN", ARVN=5)
    assert poor.play("ARVN train Hue pacify").resources("ARVN") == 2


def test_3_2_1_every_terror_marker_must_be_paid():
    """2 markers cost twice 3; 5 Resources remove 1 of them."""
    game = position("Hue: 2at 2ap terror 2", to_act="ARVN", ARVN=5)
    assert game.answers("ARVN train Hue pacify") == ["Hue:terror-1"]
    with refuses("3.1", because="6 needed", code="not-enough-resources"):
        game.play("ARVN train Hue pacify Hue:terror-2")
    game.play("ARVN train Hue pacify Hue:terror-1")
    assert (game.space("Hue").terror, game.resources("ARVN")) == (1, 2)


def test_3_2_1_pacify_costs_in_a_free_train():
    """The Train of card 74 is free (3.1.2), but its Pacify is paid (1.8.1)."""
    event = "ARVN event unshaded CLa+6at train CLa pacify CLa:terror-1"
    fields = {"to_act": "ARVN", "card": 74}
    assert position("CLa: ap terror 1", ARVN=3, **fields).play(event).resources("ARVN") == 0
    with refuses("3.1", because="3 needed", code="not-enough-resources"):
        position("CLa: ap terror 1", ARVN=2, **fields).play(event)
    begun = event.removesuffix(" CLa:terror-1")
    assert position("CLa: ap terror 1", ARVN=2, **fields).answers(begun) == []


def test_3_2_1_ky_makes_it_dearer():
    """Case 3.2.1-22: under Ky Terror and level cost 4 each."""
    game = position("Hue: 2at 2ap terror 1", to_act="ARVN", leader=(127,))
    game.play("ARVN train Hue pacify Hue:terror-1 Hue=PS")
    assert (game.level("Hue"), game.resources("ARVN")) == ("PS", 12)


def test_3_2_1_pacify_toward_support_only():
    """A Pacified space never shifts toward Opposition."""
    with refuses("3.2.1", because="toward Active Support", code="wrong-level"):
        position("Hue: 2at 2ap PS", to_act="ARVN").play("ARVN train Hue pacify Hue=N")


def test_3_2_1_pacify_in_a_selected_space():
    """Only a space selected for Train is Pacified."""
    with refuses("3.2.1", because="Hue was not selected for Train"):
        position("Hue: 2at 2ap; Sai: at", to_act="ARVN").play("ARVN train Sai pacify Hue=PS")


# -- Base, Patronage ------------------------------------------------------------------------------


def test_3_2_1_base_costs_3():
    """Case 3.2.1-13: 3 cubes become a Base for 3 Resources though nothing was placed."""
    game = position("AnL: 2at 2ap PS", to_act="ARVN", ARVN=9).play("ARVN train AnL base AnL-2at-ap+ab")
    assert (game["AnL"], game.resources("ARVN")) == ("ap ab", 6)
    assert game.count("available", "at") == 30


def test_3_2_1_base_after_placing():
    """Placing and the Base cost one 3 in the same space, 3 each in two."""
    game = position("Hue: ut", to_act="ARVN").play("ARVN train Hue+3ap base Hue-3ap+ab")
    assert (game["Hue"], game.resources("ARVN")) == ("ut ab", 17)
    game = position("Hue: ut; Sai: 3at", to_act="ARVN").play("ARVN train Hue+3ap, Sai base Sai-3at+ab")
    assert (game["Sai"], game.resources("ARVN")) == ("ab", 14)


def test_3_2_1_base_is_paid_with_the_cubes():
    """With 3 Resources cubes and a Base fit in one space, but not in two."""
    game = position("AnL: at", to_act="ARVN", ARVN=3).play("ARVN train AnL+6at base AnL-3at+ab")
    assert (game["AnL"], game.resources("ARVN")) == ("4at ab", 0)
    with refuses("3.1"):
        position("AnL: 3at", to_act="ARVN", ARVN=3).play("ARVN train Sai+6at, AnL base AnL-3at+ab")


def test_3_2_1_base_takes_three_cubes():
    """Two cubes do not make a Base, nor do Rangers."""
    with refuses("3.2.1", because="replaces 3 ARVN cubes"):
        position("AnL: 2at 2ar", to_act="ARVN").play("ARVN train AnL base AnL-2at-ar+ab")
    with refuses("3.2.1", because="3 ARVN cubes are replaced"):
        position("AnL: 3at", to_act="ARVN").play("ARVN train AnL base AnL-2at+ab")


@pytest.mark.parametrize("second", ["pacify Hue=PS", "base AnL-ap-2at+ab"])
def test_3_2_1_one_last_step(second):
    """Case 3.2.1-14: Train has one last step: a Base, or Pacify."""
    game = position("AnL: 4at 4ap PS; Hue: 2at 2ap", to_act="ARVN")
    with refuses("3.2.1", because="one of these, in one space"):
        game.play(f"ARVN train AnL, Hue base AnL-2at-ap+ab, {second}")


def test_3_2_1_us_builds_no_base():
    """The US Train no ARVN Base."""
    with refuses("3.2.1", because="only ARVN"):
        position("Sai: ut ub 3at", to_act="US").play("US train Sai base Sai-3at+ab")


def test_3_2_1_patronage_to_resources():
    """Case 3.2.1-15: 3 Patronage become ARVN Resources, even at or below the Econ."""
    game = position("Sai: 2ut ub 2at 3ap PS", to_act="US", ARVN=12, patronage=15)
    game.play("US train Sai patronage patronage-3")
    assert (game.state.patronage, game.resources("ARVN")) == (12, 15)


def test_3_2_1_patronage_only_in_saigon():
    """Case 3.2.1-16: Patronage is transferred in Saigon, not in Can Tho."""
    game = position("CaT: 3ut ub 2at PS", to_act="US", patronage=15)
    with refuses("3.2.1", because="only in Saigon"):
        game.play("US train CaT patronage patronage-3")


def test_3_2_1_patronage_not_for_arvn():
    """ARVN do not transfer Patronage, and the US at most 3."""
    with refuses("3.2.1", because="only US Train"):
        position("Sai: at", to_act="ARVN").play("ARVN train Sai patronage patronage-3")
    with refuses("3.2.1", because="patronage changes by -1 or -2 or -3 here, not by -4"):
        position("Sai: ut", to_act="US").play("US train Sai patronage patronage-4")


def test_3_2_1_why_no_space_can_be_pacified():
    """If no space can be Pacified, the refusal says why the selected space cannot be."""
    with pytest.raises(Violation, match="no legal answer") as refused:
        position("Sai: 2at ap AS; Hue: 2at ap", to_act="ARVN").play("ARVN train Sai pacify")
    assert refused.value.facts == ("Saigon is at Active Support, it cannot shift further",)


def test_3_2_1_a_space_that_is_not_selected_is_not_pacified():
    """Hue is refused for not being in the Train, not for being a second space to Pacify."""
    with refuses("3.2.1", because="Hue was not selected for Train"):
        position("Sai: 2at ap PS; Hue: 2at ap", to_act="ARVN").play("ARVN train Sai pacify Hue=PS")


@pytest.mark.parametrize(
    "line",
    [
        "Sai, Hue pacify Sai=PS pacify Hue=PS",
        "Sai+ui, Hue pacify Sai=PS pacify Hue=PS",
        "Sai, Hue, Kon pacify Hue=PS pacify Sai=PS",
        "Sai, Hue pacify Sai=PS | airlift Kon>Ple:ut | train pacify Hue=PS",
    ],
)
def test_card_19_pacify_may_be_written_for_each_space(line):
    """Under CORDS, unshaded, `pacify` may be written once or before each of the two spaces."""
    where = "Sai: 2ut ub 2at 2ap; Hue: ut ub 2ap; Kon: ut 2ap"
    game = position(where, to_act="US", ARVN=40, capabilities=((19, "unshaded"),)).play(f"US train {line}")
    assert (game.level("Sai"), game.level("Hue")) == ("PS", "PS")


@pytest.mark.parametrize(
    ("line", "capabilities", "rule", "why"),
    [
        ("Sai, Hue pacify Sai=PS pacify Hue=PS", (), "3.2.1", "in one space"),
        (
            "Sai, Hue, Kon pacify Sai=PS pacify Hue=PS pacify Kon=PS",
            ((19, "unshaded"),),
            "card 19",
            "in 2 spaces",
        ),
        ("Sai, Hue, Kon pacify Sai=PS, Hue=PS pacify Kon=PS", ((19, "unshaded"),), "card 19", "in 2 spaces"),
        (
            "Sai, Hue pacify Sai=PS pacify Sai=AS pacify Hue=PS",
            ((19, "unshaded"),),
            "3.2.1",
            "answered: the last step",
        ),
        (
            "Sai, Hue pacify Sai=PS pacify Hue=PS patronage patronage-1",
            ((19, "unshaded"),),
            "3.2.1",
            "just one of",
        ),
    ],
)
def test_card_19_pacify_in_no_further_space(line, capabilities, rule, why):
    """Pacify is allowed in 1 space, and under CORDS in 2 different ones; the reason says so."""
    where = "Sai: 2ut ub 2at 2ap; Hue: ut ub 2ap; Kon: ut 2ap"
    refused = position(where, to_act="US", ARVN=40, capabilities=capabilities).refused(f"US train {line}")
    assert refused.rule == rule and why in refused.message


NO_BASE_LEFT = "Tay: ab; Hue: 3at; Sai: ab"


@pytest.mark.parametrize("line", ["Hue Hue-3at+ab<Tay", "Hue, Sai Hue-3at+ab<Tay", "Hue base Hue-3at+ab<Tay"])
def test_1_4_1_base_from_the_map(line):
    """A Base from the map may be written with or without `base`, but only if none is Available."""
    game = position(NO_BASE_LEFT, to_act="ARVN", ARVN=30, available="0ab").play(f"ARVN train {line}")
    assert (game["Hue"], game["Tay"]) == ("ab", "")
    with refuses("1.4.1", because="only when none is Available"):
        position("Tay: ab; Hue: 3at", to_act="ARVN", ARVN=30).play(f"ARVN train {line}")
