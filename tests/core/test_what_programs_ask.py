"""Figures and costs that all programs ask for, and the Faction that a position waits for."""

import pytest
from table import position

from fitl_core import FACTIONS, Faction, next_step, scores, start
from fitl_core.record.setup import Setup
from fitl_core.rules import costs
from fitl_core.state import controlled_population, total_econ, total_opposition, total_support
from fitl_core.tell import standing


def test_1_6_2_total_support_and_opposition_are_apart():
    """Saigon 6 at Active Support, Hue 2 at Passive; Kien Giang 2 at Passive Opposition."""
    state = position("Sai: AS; Hue: PS; KGi: PO").state
    assert (total_support(state), total_opposition(state)) == (14, 2)


def test_1_9_controlled_population_by_side():
    """COIN hold Saigon with 6, NVA Quang Tri with 2; VC Control nothing."""
    state = position("Sai: ap; QTr: 2nt; KGi: 5vg").state
    assert (controlled_population(state, "coin"), controlled_population(state, "nva")) == (6, 2)


def test_1_9_scores_are_made_of_these_figures():
    """On the starting board of each scenario each marker is the sum of its two parts."""
    for scenario in ("short", "medium", "full"):
        state = start(Setup(scenario)).state
        found = scores(state)
        assert found[Faction.ARVN] == controlled_population(state, "coin") + state.patronage
        assert found[Faction.US] >= total_support(state) and found[Faction.VC] >= total_opposition(state)


def test_6_2_3_total_econ_without_sabotage():
    """15 in all; the marker stays until the next Resources Phase."""
    state = position("HuDN: sabotage", econ=15).state
    assert (total_econ(position().state), total_econ(state), state.econ) == (15, 14, 15)


SPACE = "each space"
PAID = [
    ("Sai: ub ut", "US train Sai+at", {"each space that receives ARVN pieces": 1}),
    ("Sai: ut", "US train Sai+ui", {"each space that receives ARVN pieces": 0}),
    ("Hue: ut ap terror 1", "US train Hue+ui pacify Hue:terror-1 Hue=AS", {"level": 3}),
    ("KHo: 2ut 3vg*; QTi: 2ut vg*", "US assault QTi-vg*, KHo-2vg*", {SPACE: 2}),
    ("KHo: 2ut 2at 4vg*", "US assault KHo-2vg* arvn KHo-vg*", {SPACE: 1, "ARVN Assault that follows": 1}),
    ("AnL: 3at ab", "ARVN train AnL+at, Hue+at", {"each space that receives ARVN pieces": 2}),
    ("Sai: 3at", "ARVN train Sai base Sai-3at+ab", {"the Base": 1}),
    ("Sai: 2ap", "ARVN patrol Sai>SaCR>CRa:2ap", {"the whole Operation": 1}),
    ("Sai: at; Hue: at", "ARVN sweep Sai, Hue", {SPACE: 2}),
    ("Sai: 2at vg*", "ARVN assault Sai-vg*", {SPACE: 1}),
    ("QTr: ng", "NVA rally QTr+ng trail+1", {SPACE: 1, "Improving the Trail": 1}),
    ("KGi: vg", "VC rally KGi+vg", {SPACE: 1}),
    ("KPh: vg", "VC march KPh>Sai:vg", {"each Province or City": 1}),
    ("Sai: vg", "VC march Sai>SaCT:vg", {"each LoC": 1}),
    ("KGi: vg ap", "VC attack KGi guerrillas {6}", {SPACE: 1}),
    ("KGi: vg; SaCT: vg", "VC terror KGi, SaCT", {"each Province or City": 1, "each LoC": 1}),
]


@pytest.mark.parametrize(("spaces", "move", "times"), PAID)
def test_3_1_costs_are_what_is_paid(spaces, move, times):
    """Each verb takes its listed costs from the purse, each as often as it applies."""
    faction, verb = Faction(move.split()[0]), move.split()[1]
    game = position(spaces, to_act=faction, ARVN=40)
    lines = [cost for cost in costs(game.state, faction) if cost.verb == verb]
    due = 0
    for what, number in times.items():
        (line,) = [line for line in lines if what in line.what]
        due += number * line.resources
    before = game.resources(lines[0].purse)
    assert game.play(move).resources(lines[0].purse) == before - due


@pytest.mark.parametrize(
    ("faction", "verb", "resources", "fields"),
    [
        ("ARVN", "assault", 0, {"momentum": ((72, "unshaded"),)}),
        ("ARVN", "train", 4, {"leader": (127,)}),
        ("US", "pacify", 1, {"momentum": ((16, "unshaded"),), "phase": "support-us", "card": 126}),
        ("NVA", "march", 0, {"trail": 4}),
    ],
)
def test_5_1_2_costs_know_what_lasts(faction, verb, resources, fields):
    """Costs include lasting effects: Body Count, Nguyen Cao Ky, Blowtorch Komer and Trail 4."""
    state = position(to_act=faction, **fields).state
    *_, last = [cost for cost in costs(state, Faction(faction)) if cost.verb == verb]
    assert last.resources == resources


def test_4_1_special_activities_cost_nothing():
    """Special Activities cost nothing, and every verb of a Faction has a line."""
    state = position().state
    for faction in FACTIONS:
        found = costs(state, faction)
        assert {line.resources for line in found if line.rule.startswith("4.")} == {0}
        assert len({line.verb for line in found}) == 4 + 3 + (faction is not Faction.NVA)


def waits(game):
    """Return the step, rule and Faction that a position waits for, and the Factions that hold it."""
    found = next_step(game.state)
    assert not found.faction or found.faction == game.to_act
    return found.what, found.rule, found.faction, *found.holding


def test_2_2_two_cards_are_awaited_first():
    """A new game waits for the played card, then for the showing one."""
    game = position(card=68, next=None)
    assert waits(game) == ("reveal", "2.2", None)
    assert next_step(start(Setup("full")).state).what == "card"


def test_2_3_a_faction_then_the_next_card():
    """A card waits for the 1st Eligible, the 2nd, then for the next card, if any is left."""
    game = position(to_act="ARVN")
    assert waits(game) == ("action", "2.3.2", "ARVN")
    game.play("ARVN pass\nUS pass\nVC pass\nNVA pass")
    assert waits(game) == ("reveal", "2.3.7", None)
    assert waits(position(phase="finished", next=None)) == ("nothing", "2.4.2", None)


def test_2_3_8_play_waits_for_who_holds(monkeypatch):
    """The Faction to act waits until a Pivotal Event is placed and executed, or waived."""
    monkeypatch.setattr("fitl_core.rules.pivotal._refuse_precondition", lambda _state, _faction: None)
    game = position(card=107, next=1).play("ARVN hold")
    assert waits(game) == ("action", "2.3.2", "VC", "ARVN")
    assert waits(game.play("ARVN pivotal #123")) == ("event", "5.1.4", "ARVN")


def test_6_0_a_phase_waits_for_its_faction():
    """Each phase waits for its Faction under its own rule. A finished game waits for none."""
    assert waits(position(card=126, phase="support-vc")) == ("phase", "6.3.2", "VC")
    over = position(phase="over", winner=Faction.VC)
    assert waits(over) == ("over", "7.0", None)
    assert standing(over.state).startswith("the game is over: VC won")
