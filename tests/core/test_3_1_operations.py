"""Operations in general (3.1), Limited Operations (2.3.5), and the content of refusals."""

import pytest
from table import position, refuses

from fitl_core.record.board_effects import Removed
from fitl_core.record.clauses import Verb

# -- 3.1 ----------------------------------------------------------------------------------------


def test_3_1_a_space_once():
    """Case 3.1-01: a space is not selected twice, even for two payments."""
    game = position("KGi: vg AO", to_act="VC", VC=5)
    with refuses("3.1", because="selected already", code="space-twice"):
        game.play("VC rally KGi+vg, Par, KGi+vg")
    with refuses("3.1", because="selected already"):
        game.play("VC rally KGi+vg KGi+vg")


def test_3_1_enemies_are_chosen():
    """Case 3.1-03: the US may choose 1 NVA and 1 VC Guerrilla."""
    game = position("QTi: 2ut ng* 2vg*", to_act="US").play("US assault QTi-ng*-vg*")
    assert game["QTi"] == "2ut vg*"


def test_3_1_one_enemy_may_be_ignored():
    """An Assault may go against VC alone, though it could remove the NVA Guerrilla as well."""
    game = position("QTi: 4ut ng* 2vg*", to_act="US")
    assert game.play("US assault QTi-2vg*")["QTi"] == "4ut ng*"


def test_3_1_targets_lose_all_they_can():
    """A targeted VC loses as many Guerrillas as the Assault can remove."""
    game = position("QTi: 4ut ng* 2vg*", to_act="US")
    with refuses("3.1", because="1 more VC piece can be affected", code="too-few"):
        game.play("US assault QTi-ng*-vg*")


def test_3_1_sweep_may_ignore_an_enemy():
    """A Sweep may Activate VC only, and then all that it finds."""
    game = position("QTi: 4at 2ng 2vg", to_act="ARVN")
    with refuses("3.1", because="VC"):
        game.play("ARVN sweep QTi, QTi*vg")
    assert game.play("ARVN sweep QTi, QTi*2vg")["QTi"] == "4at 2ng 2vg*"


def test_3_1_attack_may_ignore_an_enemy():
    """NVA Troops Attack ARVN alone, which costs them no Attrition."""
    game = position("QTr: 6nt 2at 2ut", to_act="NVA").play("NVA attack QTr troops QTr-2at")
    assert game["QTr"] == "2ut 6nt"


def test_3_1_an_ignored_enemy_shields_bases():
    """An ignored Faction's pieces shield the other's Base, which then need not be removed."""
    game = position("QTr: 6nt at ab ut", to_act="NVA")
    with refuses("3.3.3", because="Base"):
        game.play("NVA attack QTr troops QTr-at-ab")
    assert game.play("NVA attack QTr troops QTr-at")["QTr"] == "ut ab 6nt"


def test_3_1_the_order_of_spaces_is_free():
    """Spaces are resolved in the order written."""
    game = position("QTi: 2ut 2vg*; Hue: ut vg*", to_act="US")
    game.play("US assault Hue-vg*, QTi-2vg*")
    removals = [effect for effect in game.effects if isinstance(effect, Removed)]
    assert [removal.space for removal in removals] == ["hue", "quang-tin-quang-ngai"]


def test_3_1_one_operation():
    """A second Operation cannot follow."""
    game = position("Hue: 2ut vg", to_act="US")
    with refuses("3.1", because="one Operation in an action: Sweep"):
        game.play("US sweep Hue, Hue*vg | assault Hue-vg*")


def test_3_1_other_factions_verbs():
    """Each side has its own four Operations."""
    with refuses("3.1", because="rally, march, attack, terror", code="not-your-verb"):
        position("Sai: 2vg", to_act="VC").play("VC train Sai")


# -- 2.3.5 Limited Operations -------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "US limop train Hue, QTi",
        "US limop assault Hue-vg*, QTi-vg*",
        "US limop sweep Hue, QTi",
        "US limop sweep Sai>SaBM>Tay:ut, Hue",
    ],
)
def test_2_3_5_one_space(line):
    """A Limited Operation has a single space; Sweep a single destination."""
    game = position("Hue: 2ut vg*; QTi: 2ut vg*; Sai: 2ut", to_act="US")
    with refuses("2.3.5", because="just 1 space", code="limop-one-space"):
        game.play(line)


def test_2_3_5_sweep_from_several_spaces():
    """Troops come from several spaces into the one destination."""
    game = position("Hue: 2ut; QNa: ut; QTr: 2vg", to_act="US")
    game.play("US limop sweep Hue>QTr:2ut, QNa>QTr:ut, QTr*2vg")
    assert game["QTr"] == "3ut 2vg*"


def test_2_3_5_march_from_several_spaces():
    """March brings groups from several spaces into one."""
    game = position("Fis: 2vg; Par: 2vg", to_act="VC").play("VC limop march Fis>Tay:2vg, Par>Tay:vg")
    assert (game["Tay"], game.resources("VC")) == ("3vg", 19)


def test_2_3_5_march_to_two_spaces():
    """A second destination is refused, a LoC as well."""
    game = position("Fis: 2vg", to_act="VC")
    with refuses("2.3.5", because="single destination"):
        game.play("VC limop march Fis>Tay:vg, Fis>SaBM:vg")


def test_2_3_5_no_special_activity():
    """A Limited Operation has no Special Activity, neither before nor after it."""
    game = position("KGi: vg; SaCT: vg", to_act="VC")
    for line in ("VC limop rally KGi+vg | tax SaCT", "VC limop tax SaCT | rally KGi+vg"):
        with refuses("2.3.5", because="no Special Activity"):
            game.play(line)


def test_2_3_5_trail_after_a_limited_rally():
    """A Limited Rally may still Improve the Trail (3.3.1)."""
    game = position("Fis: nb", to_act="NVA", NVA=3).play("NVA limop rally Fis+2ng trail+1")
    assert (game["Fis"], game.state.trail, game.resources("NVA")) == ("2ng nb", 2, 0)


def test_2_3_5_pacify_in_a_limited_train():
    """A Limited Train may place and Pacify in its space."""
    game = position("Sai: at ap", to_act="ARVN").play("ARVN limop train Sai+at pacify Sai=PS")
    assert game.level("Sai") == "PS"


# -- cases --------------------------------------------------------------------------------------


def test_3_1_missing_clause_names_who_owes_what():
    """An unfinished move is refused with the missing choice and the Faction that owes it."""
    violation = position("QTi: 2ut ng* 2vg*", to_act="US").refused("US assault QTi")
    assert violation.code == "missing-choice"
    assert violation.faction == "US"
    assert "still to be said, by US" in violation.message
    assert "pieces to remove in Quang Tin-Quang Ngai" in violation.message
    assert len(violation.legal) == 3  # VC alone, NVA alone, one of each


def test_3_1_surplus_clause_names_what_is_asked():
    """A clause without a step in the verb is refused with its kind, and with the clauses open there."""
    violation = position("QTi: 2ut vg*", to_act="US").refused("US assault QTi-vg* aid+6")
    assert violation.code == "not-a-step"
    assert violation.clause == 2
    assert violation.message == "Assault asks for no change of aid"
    assert Verb("airlift") in violation.legal


def test_3_1_no_space_at_all():
    """An Operation takes place in at least one space (2.3.4)."""
    game = position("QTi: 2ut vg*; Hue: ut", to_act="US")
    assert game.refused("US train").code == "missing-choice"
    with refuses("3.2.3"):
        game.play("US sweep")


def test_3_1_what_is_forced_need_not_be_written():
    """A single legal answer, here all of one enemy's Guerrillas, need not be written."""
    assert position("QTi: 2ut 3vg*", to_act="US").play("US assault QTi")["QTi"] == "2ut vg*"


def test_3_1_legal_answers_are_told():
    """The refusal of a space lists the open spaces."""
    game = position("QTi: 2ut vg*; Hue: ut ng; DaN: ut", to_act="US")
    assert game.open("US assault DaN")[:2] == ["Hue", "QTi"]
