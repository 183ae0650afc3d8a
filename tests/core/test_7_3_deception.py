"""Deception and Handicap markers (7.3): the Factions that may reveal each, and the effects."""

import pytest
from table import position, refuses
from test_7_victory import scored

from fitl_core.engine import start
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.players import SHARED_OUT
from fitl_core.record.setup import Setup
from fitl_core.state.victory import margins, ranking, winner_of_check
from fitl_core.tell.effects_in_words import effect_words
from fitl_core.tell.state_view import view

DECEPTION = ("deception",)
POLITBURO = ((US,), (ARVN,), (NVA, VC))


def test_7_3_only_with_the_option():
    """No player has markers without the option Deception or Handicap."""
    for marker in ("agenda", "asset", "threat"):
        with refuses("7.3", because="neither deception nor handicap", code="no-markers"):
            position(to_act="VC").play(f"VC reveal {marker}")


@pytest.mark.parametrize("option", ["deception", "handicap"])
def test_7_3_two_markers_a_player(option):
    """Each player has 2 markers, of any kind."""
    game = position(to_act="VC", options=(option,))
    game.play("VC reveal agenda\nVC reveal agenda\nNVA reveal agenda")
    with refuses("7.3", because="revealed: Hidden Agenda, Hidden Agenda", code="no-markers"):
        game.play("VC reveal threat")
    assert [(shown.faction, shown.marker) for shown in view(game.state, 0).revealed][2] == (NVA, "agenda")


def test_7_3_two_markers_for_a_player_of_two_factions():
    """NVA and VC in one hand have 2 markers together."""
    game = position(options=DECEPTION, players=POLITBURO).play("VC reveal agenda\nNVA reveal agenda")
    with refuses("7.3", because="NVA+VC has used them", code="no-markers"):
        game.play("VC reveal threat")
    game.play("US reveal agenda")


def test_7_3_not_for_two_players():
    """Markers are for 3 or 4 players only, and their two options exclude each other."""
    with refuses("7.3", because="3 or 4 players", code="options-together"):
        start(Setup("full", options=DECEPTION, players=SHARED_OUT[3]))
    with refuses("7.3", code="options-together"):
        start(Setup("full", options=("deception", "handicap")))


def test_7_3_agenda_adds_to_the_margin_for_good():
    """Each Agenda adds 1 to the margins of all Factions of the player."""
    game = position(patronage=20, options=DECEPTION, players=POLITBURO)
    before = margins(game.state)
    after = margins(game.play("VC reveal agenda\nARVN reveal agenda\nARVN reveal agenda").state)
    assert {f: after[f] - before[f] for f in before} == {US: 0, NVA: 1, ARVN: 2, VC: 1}


def test_7_3_agenda_does_not_pass_the_check():
    """Reading 7.3-02: 35 does not exceed 35; the marker ranks only. Ruled otherwise, it passes."""
    for others, winner in (((), None), (("7.3-02",), VC)):
        game = scored(us=30, vc=35, arvn=40, options=DECEPTION, readings=others, card=17, phase="card")
        assert winner_of_check(game.play("VC reveal agenda").state) == winner


def test_7_1_agenda_ranks_where_another_passes_the_check():
    """ARVN passes the check with +1. VC at 35 reaches +2 with two Agendas and wins."""
    game = scored(vc=35, arvn=51, options=DECEPTION)
    assert winner_of_check(game.state) == ARVN
    game.play("VC reveal agenda\nVC reveal agenda")
    assert winner_of_check(game.state) == VC
    assert ranking(game.state, final=False)[:2] == (VC, ARVN)


def test_7_3_agenda_at_the_end_of_the_game():
    """Agenda revealed after the end of the game may change the winner."""
    fields = {"scenario": "short", "phase": "redeploy-nva", "card": 128, "played": (127, 129, 17, 128)}
    game = scored(nva=16, arvn=47, vc=32, options=DECEPTION, **fields).play("NVA pass")
    assert (game.state.winner, game.state.ended) == (NVA, "final")
    game.play("ARVN reveal agenda\nARVN reveal threat")
    assert game.state.winner == ARVN
    assert effect_words(game.effects[-2]) == "ARVN wins instead"
    with refuses("7.3", code="no-limop-option"):
        game.play("VC reveal asset")
    game.play("NVA reveal agenda\nVC reveal agenda")
    assert game.state.winner == NVA


def test_7_3_threat_does_nothing():
    """Case 7.3-04: Threat changes no margin."""
    game = position(options=DECEPTION, phase="over", ended="final", winner="VC")
    before = margins(game.state)
    assert margins(game.play("VC reveal threat").state) == before


def test_7_3_threat_is_revealed_at_the_end():
    """Threat cannot be revealed before the end of the game."""
    with refuses("7.3", code="threat-in-play"):
        position(options=DECEPTION).play("VC reveal threat")


TRUCKS = "Tay: 2vg vb^ AO; KGi: 2vg AO; KPh: 3ng nb"


def second(option="rally KPh", **fields):
    """Return a game on card 55 (NVA, VC, US, ARVN) with VC 2nd Eligible after this action of NVA."""
    game = position(TRUCKS, card=55, options=DECEPTION, VC=2, **fields)
    return game.play(f"NVA {option}")


def test_7_3_asset_makes_a_limop_a_full_option():
    """Case 7.3-03: Asset lets VC, 2nd Eligible after an Operation alone, Rally in 2 spaces and Tax."""
    with refuses("2.3.5"):
        second().play("VC rally Tay+3vg, KGi+vg | tax KGi")
    game = second().play("VC reveal asset").play("VC rally Tay+3vg, KGi+vg | tax KGi")
    assert (game["Tay"], game["KGi"], game.level("KGi")) == ("5vg vb^", "2vg vg*", "PO")
    assert game.resources("VC") == 4
    assert game.state.phase == "finished" and not game.state.full_option


def test_7_3_asset_opens_no_event():
    """Asset leaves the Event closed after an Operation alone, and open after one with a Special Activity."""
    with refuses("2.3.4", code="option-not-open"):
        second().play("VC reveal asset\nVC event shaded")
    game = second("rally KPh | infiltrate KPh build KPh+nt").play("VC reveal asset")
    assert "event" in game.answers() and "tax" in game.answers()


def test_7_3_asset_is_for_who_has_the_limop_option():
    """Asset is refused to the 1st Eligible, another Faction, after an Event and in a Coup Round."""
    for game, line in (
        (position(to_act="VC", options=DECEPTION), "VC reveal asset"),
        (second(), "US reveal asset"),
        (position(phase="support-vc", card=128, options=DECEPTION), "VC reveal asset"),
        (position(phase="finished", options=DECEPTION), "VC reveal asset"),
    ):
        with refuses("7.3", code="no-limop-option"):
            game.play(line)


def test_7_3_asset_once_a_turn():
    """A second Asset in one turn is refused, since the option is full already."""
    with refuses("7.3", code="no-limop-option"):
        second().play("VC reveal asset\nVC reveal asset")


def test_7_3_asset_lasts_for_one_turn():
    """After a Pass the next Faction has the Limited Operation again."""
    game = second().play("VC reveal asset\nVC pass")
    with refuses("2.3.5"):
        game.play("US patrol | advise KPh")
