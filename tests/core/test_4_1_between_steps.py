"""Points at which a Special Activity or transfer may interrupt (4.1, 1.5.2), and steps without an order."""

import pytest
from table import position, refuses

# -- ARVN after a US Assault (3.2.4) ----------------------------------------------------------------


def test_3_2_4_arvn_follow_behind_the_activity():
    """The ARVN Assault is a separate step: an Air Lift before it may bring the cubes."""
    game = position("Tay: 2ut at 5vg*; Sai: 3at", to_act="US", ARVN=30)
    game.play("US assault Tay-2vg* | airlift Sai>Tay:3at | assault arvn Tay-2vg*")
    assert (game["Tay"], game.resources("ARVN")) == ("2ut 4at vg*", 27)
    with refuses("3.2.4", because="has none", code="pieces-needed"):
        position("Tay: 2ut 5vg*; Sai: 3at", to_act="US").play(
            "US assault Tay-2vg* arvn | airlift Sai>Tay:3at"
        )


@pytest.mark.parametrize(
    "line",
    [
        "assault Tay-2vg*, Hue-vg*, arvn Tay-vg*",
        "assault Tay-2vg* arvn Tay-vg*, Hue-vg*",
        "assault Hue-vg*, Tay-2vg* | airlift Kon>Ple:ut | assault arvn Tay-vg*",
        "assault Tay-2vg* | airlift Kon>Ple:ut | assault Hue-vg*, arvn Tay-vg*",
    ],
)
def test_3_2_4_arvn_follow_behind_whichever_space(line):
    """The ARVN Assault may follow any one space of the US, for 3 Resources."""
    where = "Tay: 2ut 2at 3vg*; Hue: ut vg*; Kon: ut"
    game = position(where, to_act="US", ARVN=18).play(f"US {line}")
    assert (game["Tay"], game["Hue"], game.resources("ARVN")) == ("2ut 2at", "ut", 15)
    assert position(where, to_act="US", ARVN=17).refused(f"US {line}").rule == "1.8.1"
    with refuses("3.2.4", because="no second one", code="option-not-open"):
        position(where, to_act="US", ARVN=30).play(f"US {line}, arvn Hue")


def test_3_2_4_arvn_is_offered_where_it_can_be_carried_out():
    """A walk offers the ARVN Assault only if it can be carried out."""
    assert "arvn" in position("Tay: 2ut 2at 3vg*", to_act="US").answers("US assault Tay-2vg*")
    assert "arvn" not in position("Tay: 2ut 3vg*", to_act="US").answers("US assault Tay-2vg*")


# -- Air Strike (4.2.3) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps", ["trail-1 Tay-vg*, Par-vg*", "Tay-vg* trail-1 Par-vg*", "Tay-vg*, Par-vg* trail-1"]
)
def test_4_2_3_trail_and_pieces_in_any_order(steps):
    """In the second edition each hit of an Air Strike goes to a piece or the Trail, in any order."""
    game = position("Tay: ap vg*; Par: ut vg*", to_act="US", trail=3).play(
        f"US patrol | airstrike {{4}} {steps}"
    )
    assert (game["Tay"], game["Par"], game.state.trail) == ("ap", "ut", 2)
    with refuses("4.2.3", code="too-many"):
        position("Tay: ap vg*; Par: ut vg*", to_act="US", trail=3).play(
            f"US patrol | airstrike {{4}} {steps}, trail-1"
        )
    with refuses("4.2.3"):
        position("Tay: ap vg*; Par: ut vg*", to_act="US", trail=3).play(
            f"US patrol | airstrike {{3}} {steps}"
        )


def test_4_2_3_in_the_original_edition_the_trail_comes_last():
    """In the original rules the Trail is Degraded last: no piece is removed after it."""
    fields = {"to_act": "US", "trail": 3, "rules": "original"}
    game = position("Tay: ap vg*", **fields).play("US patrol | airstrike Tay-vg* trail-1")
    assert (game["Tay"], game.state.trail) == ("ap", 2)
    assert position("Tay: ap vg*", **fields).refused("US patrol | airstrike trail-1 Tay-vg*")


def test_card_34_missile_crews_before_the_strike():
    """Under unshaded SA-2s, the piece removed with the Trail may be the one that shields a Base."""
    game = position("CLa: ut ng nb", to_act="US", trail=3, capabilities=((34, "unshaded"),))
    game.play("US patrol | airstrike {6} trail-1 CLa-ng CLa-nb")
    assert (game["CLa"], game.state.trail) == ("ut", 2)


def test_card_5_shaded_pieces_or_the_trail_in_either_order():
    """Under shaded Wild Weasels a strike hits pieces or the Trail, not both, even if Top Gun's die fails."""
    weasels = {"to_act": "US", "trail": 3, "momentum": ((5, "shaded"),)}
    with refuses("card 5"):
        position("Tay: ap vg*", **weasels).play("US patrol | airstrike {6} trail-1 Tay-vg*")
    with refuses("card 5"):
        position("Tay: ap vg*", **weasels).play("US patrol | airstrike {6} Tay-vg* trail-1")
    with refuses("card 5"):
        top_gun = ((4, "shaded"),)
        position("Tay: ap vg*", capabilities=top_gun, **weasels).play(
            "US patrol | airstrike {6} trail-1 {2} Tay-vg*"
        )


def test_card_4_shaded_a_failed_attempt_costs_its_hits():
    """Under shaded Top Gun the 2 hits are spent even if the Trail stays, and cannot be tried again."""
    gun = {"to_act": "US", "trail": 3, "capabilities": ((4, "shaded"),)}
    game = position("Tay: ap 3vg*", **gun).play("US patrol | airstrike {4} trail-1 {2} Tay-2vg*")
    assert (game["Tay"], game.state.trail) == ("ap vg*", 3)
    for line in ("{4} trail-1 {2} Tay-3vg*", "{6} trail-1 {2} trail-1 {5}"):
        assert position("Tay: ap 3vg*", **gun).refused(f"US patrol | airstrike {line}").rule == "4.2.3"


def test_card_4_unshaded_by_the_other_reading_the_second_box_costs_its_hits():
    """Top Gun, unshaded: 2 boxes cost 2 hits, or 4 by reading card-4, even with the Trail first."""
    gun = {"to_act": "US", "trail": 3, "capabilities": ((4, "unshaded"),)}
    line = "US patrol | airstrike {5} trail-2 Tay-3vg*"
    assert position("Tay: ap 3vg*", **gun).play(line)["Tay"] == "ap"
    assert position("Tay: ap 3vg*", readings=("card-4",), **gun).refused(line).code == "too-many"
    fewer = line.replace("3vg", "vg")
    assert position("Tay: ap 3vg*", readings=("card-4",), **gun).play(fewer)["Tay"] == "ap 2vg*"


# -- Raid (4.3.3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps",
    [
        "Sai>Tay:ar, Sai>QDu:ar, Tay-2vg, QDu-2vg",
        "Sai>Tay:ar, Sai>QDu:ar, QDu-2vg, Tay-2vg",
        "Sai>Tay:ar Tay-2vg, Sai>QDu:ar QDu-2vg",
        "Tay, QDu, Sai>Tay:ar, Sai>QDu:ar, Tay-2vg, QDu-2vg",
    ],
)
def test_4_3_3_moves_and_strikes(steps):
    """A Raid may be written as all moves and then the strikes, or space after space."""
    game = position("Sai: 2ar 2at; Tay: 2vg; QDu: 2vg", to_act="ARVN").play(f"ARVN patrol | raid {steps}")
    assert (game["Tay"], game["QDu"], game["Sai"]) == ("ar*", "ar*", "2at")


@pytest.mark.parametrize(
    "steps, code",
    [
        ("Sai>Tay:ar, Sai>QDu:ar, Tay-2vg, Tay-vg", "space-twice"),
        ("Sai>Tay:ar Tay-2vg, Sai>Tay:ar", "space-twice"),
        ("Sai>Tay:ar, Sai>QDu:ar, Sai>BTu:ar", "too-many-spaces"),
        ("Tay, Tay", "space-twice"),
        ("Tay, QDu, Tay-2vg", "pieces-needed"),
    ],
)
def test_4_3_3_each_space_once(steps, code):
    """A Raid has 2 spaces, each struck once. No Ranger moves into a space after its strike."""
    game = position("Sai: 3ar 2at; Tay: 3vg; QDu: 2vg", to_act="ARVN")
    assert game.refused(f"ARVN patrol | raid {steps}").code == code


# -- transfers inside an Activity (1.5.2) -----------------------------------------------------------


def test_1_5_2_between_two_spaces_of_an_activity():
    """VC may transfer between two spaces of a Tax, to make room below 75 Resources."""
    where = "SaCT: vg; KPh: vg; Par: 2vg"
    fields = {"to_act": "VC", "VC": 73, "NVA": 10}
    game = position(where, **fields).play("VC tax SaCT | transfer NVA+20 | tax KPh | march Par>Fis:vg")
    assert (game.resources("VC"), game.resources("NVA")) == (58, 30)
    game = position(where, **fields).play(
        "VC march Par>Fis:vg | tax SaCT | transfer NVA+20 | tax KPh | march Par>Fis:vg"
    )
    assert (game["Fis"], game.resources("VC")) == ("2vg", 58)
    twice = "VC tax SaCT | transfer NVA+20 | transfer NVA+2 | tax KPh | march Par>Fis:vg"
    assert position(where, **fields).play(twice).resources("NVA") == 32


@pytest.mark.parametrize(
    "who, line",
    [
        ("NVA", "rally SLa+ng | infiltrate SLa+nt | transfer VC+1 | infiltrate CLa+nt"),
        ("NVA", "rally SLa+ng | bombard Hue-at | transfer VC+1 | bombard DaN-at"),
        ("NVA", "attack Hue, DaN | ambush Hue-at | transfer VC+1 | ambush DaN-at"),
        ("VC", "rally Par+vg | subvert Sai-2at | transfer NVA+1 | subvert CaT-2ap"),
    ],
)
def test_1_5_2_in_every_activity_of_theirs(who, line):
    """Infiltrate, Bombard, Ambush and Subvert may continue after a transfer, as Tax may."""
    where = "SLa: ng nb; CLa: nb; Hue: ng 3at; DaN: ng 3at; HuDN: 3nt; Sai: vg 2at; CaT: vg 2ap; Par: vg"
    with_gift = position(where, to_act=who).play(f"{who} {line}").state
    gift = line.split(" | ")[2]
    verb = line.split(" | ")[1].split()[0]
    plain = line.replace(f" | {gift} | {verb}", ",")
    without = position(where, to_act=who).play(f"{who} {plain}").state
    assert with_gift.spaces == without.spaces
    assert sum(with_gift.resources) == sum(without.resources)
    assert with_gift.resources != without.resources


def test_1_5_2_what_the_activity_owes_comes_behind_the_transfer():
    """A transfer before an Ambush does not cancel an Ambush that a LoC needs (4.4.3)."""
    where = "Hue: ng 3at; SaCT: ng; Sai: ap"
    line = "NVA attack SaCT, Hue | ambush Hue-at | transfer VC+1"
    with refuses("4.4.3", because="Ambush going on", code="missing-choice"):
        position(where, to_act="NVA").play(f"{line} | attack")
    assert position(where, to_act="NVA").play(f"{line} | ambush SaCT Sai-ap")["Sai"] == ""


def test_1_5_2_the_activity_is_over_once_the_operation_goes_on():
    """An Activity may continue after a transfer, but not after the Operation has continued (4.1)."""
    with refuses("4.1", code="one-activity"):
        position("SaCT: vg; KPh: vg; Par: 2vg", to_act="VC").play(
            "VC march Par>Fis:vg | tax SaCT | transfer NVA+2 | march Par>Fis:vg | tax KPh"
        )
    for other in ("US patrol | airlift Sai>Hue:ut | transfer NVA+1", "ARVN patrol | transfer NVA+1"):
        assert position("Sai: ut", to_act=other.split()[0]).refused(other).code == "no-transfer"


# -- steps once after all spaces --------------------------------------------------------------------


def test_card_19_unshaded_between_two_pacifications():
    """CORDS, unshaded, Pacifies in 2 spaces: the Activity may come between them."""
    where = "Sai: 2ut ub 2at 2ap; Hue: ut ub 2ap; Kon: ut"
    game = position(where, to_act="US", ARVN=40, capabilities=((19, "unshaded"),))
    game.play("US train Sai, Hue pacify Sai=PS | airlift Kon>Ple:ut | train Hue=PS")
    assert (game.level("Sai"), game.level("Hue"), game["Ple"]) == ("PS", "PS", "ut")


def test_card_14_shaded_between_the_assault_and_its_losses():
    """An Activity may come before NVA take cubes after a Patrol (card 14). NVA are asked in any case."""
    where, patton = "Sai: 2ut; SaCT: vg*; Hue: ut", ((14, "shaded"),)
    line = "US patrol Sai>SaCT:2ut assault SaCT-vg* | airlift SaCT>Hue:ut"
    for more in (" NVA: Hue-ut, SaCT-ut", " | patrol NVA: Hue-ut, SaCT-ut"):
        game = position(where, to_act="US", capabilities=patton).play(line + more)
        assert (game["Hue"], game["SaCT"], game["casualties"]) == ("ut", "", "2ut")
    game = position(where, to_act="US", capabilities=patton)
    assert {"SaCT-ut", "Hue-ut"} <= set(game.answers(line))
    with refuses("3.2.2", because="is over", code="one-operation"):
        game.play(f"{line} | patrol assault")
