"""Ends of games with Non-players (7.1, 7.2), and the results of a lone player (8.9)."""

import msgspec
import pytest
from table import position, refuses
from test_7_victory import scored

from fitl_core.engine import start
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.players import WITH_NON_PLAYERS, players_words
from fitl_core.record.play_effects import GameEnded
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.final_places import LonePlayer, lone_player, outcome_words, places
from fitl_core.state.state import Done
from fitl_core.state.victory import coup_rounds, ranking, winner_of_check
from fitl_core.tell.board_text import board_table
from fitl_core.tell.effects_in_words import effect_words
from fitl_core.tell.state_view import view
from fitl_core.tell.words import standing

COIN_PLAYER = ((US, ARVN),)
INSURGENT_PLAYER = ((NVA, VC),)
LAST = {"scenario": "short", "phase": "redeploy-nva", "card": 128, "played": (127, 129, 17, 128)}
"""After the NVA Redeploy of the final Coup Round."""


def ended(players, us=40, nva=9, arvn=40, vc=23, **fields):
    """Return the game after the final Coup Round, with these victory markers."""
    return scored(us, nva, arvn, vc, players=players, **(LAST | fields)).play("NVA pass")


def checked(players, us=40, nva=9, arvn=40, vc=23, **fields):
    """Return the game after the Victory Phase of a Coup Round, with these victory markers."""
    more = {"card": 17, "next": 128, "phase": "finished", "played": (17,), **fields}
    return scored(us, nva, arvn, vc, players=players, **more).play("next #43")


# -- a Victory Phase --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [((US,), (ARVN,)), ((VC,), (US, ARVN)[:1]), ((US,), (ARVN,), (VC,))])
def test_7_1_a_non_player_that_passes_a_check_beats_all_players(players):
    """Case C104: a Non-player NVA that passes the check beats a player with a higher margin."""
    order = tuple(sorted(players, key=lambda group: (US, ARVN, NVA, VC).index(group[0])))
    game = checked(order, us=60, nva=19)
    assert (game.state.winner, game.state.ended) == (NVA, "check")
    assert effect_words(game.effects[-1]) == "the game ends: NVA, a Non-player, wins"
    assert standing(game.state).startswith("the game is over: NVA, a Non-player, won, and all players lost")
    assert set(places(game.state)[-1]) == {group[0] for group in order}
    assert places(game.state)[0] == (NVA,)


def test_7_1_the_best_of_several_non_players_has_won():
    """Of two Non-players that pass, the higher margin wins, and a tie goes to VC, ARVN, then NVA."""
    assert winner_of_check(scored(60, 19, 40, 37, players=((US,),)).state) == VC
    assert winner_of_check(scored(60, 19, 40, 36, players=((US,),)).state) == VC
    assert winner_of_check(scored(51, 19, 51, 0, players=((VC,),)).state) == ARVN


def test_7_2_a_player_may_win_a_check():
    """One of 2 or 3 players may win a check that no Non-player passes."""
    game = checked(((US,), (VC,)), us=51)
    assert (game.state.winner, outcome_words(game.state)) == (US, "US won")
    assert lone_player(game.state) is None and view(game.state, 0).lone_player is None
    assert [len(place) for place in places(game.state)] == [1, 1, 1, 1]
    assert checked(((US, ARVN), (VC,)), us=51).state.winner is None
    assert checked(((US,), (NVA, VC)), vc=36).state.winner == VC


def test_8_9_a_lone_player_never_wins_a_check():
    """A lone player that passes a check continues. A Non-player that passes has won."""
    assert checked(((US,),), us=60).state.ended is None
    assert checked(COIN_PLAYER, us=60, arvn=60).state.ended is None
    game = checked(COIN_PLAYER, vc=36)
    assert (game.state.winner, lone_player(game.state)) == (VC, LonePlayer("defeat", -11))


def test_7_1_four_non_players():
    """A Non-player that passes wins, or after the final Coup Round the one with the highest margin."""
    game = checked((), us=51)
    assert outcome_words(game.state) == "US, a Non-player, won"
    assert places(game.state)[0] == (US,) and () not in places(game.state)
    game = ended((), us=45, nva=13, arvn=45, vc=30)
    assert places(game.state) == ((VC,), (ARVN,), (NVA,), (US,))


# -- the end ----------------------------------------------------------------------------------------


def test_7_1_ties_go_to_non_players():
    """Ties go to Non-players first, then to VC, ARVN and NVA."""
    state = scored(45, 13, 45, 30, players=((US,), (VC,))).state
    assert ranking(state, final=True) == (ARVN, NVA, VC, US)
    state = scored(45, 13, 45, 30, players=((ARVN,), (NVA,), (VC,))).state
    assert ranking(state, final=True) == (US, VC, ARVN, NVA)


def test_8_9_a_difference_of_five_is_a_stalemate():
    """Case C105: a difference of 5 between the lower margins is a stalemate."""
    game = ended(COIN_PLAYER, us=52, arvn=46, nva=9, vc=23)
    assert lone_player(game.state) == LonePlayer("stalemate", 5)
    assert game.effects[-1] == GameEnded("6.4.5", ARVN, (US, ARVN), "final", False, 5)
    assert effect_words(game.effects[-1]) == "the game ends: US+ARVN holds out: a stalemate, by 5"
    assert standing(game.state).startswith("the game is over: US+ARVN holds out: a stalemate, by 5")
    shown = view(game.state, 0)
    assert (shown.lone_player, shown.places) == (LonePlayer("stalemate", 5), ((ARVN,), (NVA,), (VC,)))
    [line] = [line for line in board_table(game.state) if line.startswith("Result")]
    assert "stalemate, by 5" in line and "1st US+ARVN -4 by ARVN, 2nd NVA -9, 3rd VC -12" in line


def test_8_9_a_difference_of_six_is_a_victory():
    """A difference of 6 between the lower margins is a victory of the lone player."""
    game = ended(COIN_PLAYER, us=52, arvn=47, nva=9, vc=23)
    assert lone_player(game.state) == LonePlayer("victory", 6)
    assert effect_words(game.effects[-1]) == "the game ends: US+ARVN wins by 6"


def test_8_9_a_tie_defeats_him():
    """Equal margins defeat a lone player. Of NVA and VC in one hand the lower margin counts."""
    game = ended(COIN_PLAYER, us=52, arvn=41, nva=9, vc=23)
    assert (game.state.winner, lone_player(game.state)) == (NVA, LonePlayer("defeat", 0))
    assert outcome_words(game.state) == "NVA, a Non-player, won"
    game = ended(INSURGENT_PLAYER, us=40, arvn=40, nva=18, vc=23)
    assert (game.state.winner, lone_player(game.state)) == (ARVN, LonePlayer("defeat", -2))
    assert ended(((NVA,),), us=40, arvn=40, nva=18, vc=23).state.winner == NVA


def test_7_3_an_agenda_does_not_undo_a_non_players_win():
    """An agenda revealed after the end changes nothing: all players have lost."""
    players = ((US,), (ARVN,), (NVA,))
    game = checked(players, us=50, arvn=50, vc=36, options=("deception",))
    assert game.play("US reveal agenda\nUS reveal agenda").state.winner == VC


# -- options ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["easy", "difficulty-a", "difficulty-b"])
def test_8_9_options_of_one_player(option):
    """The options for one player are refused with two players or none."""
    for players in WITH_NON_PLAYERS:
        if len(players) == 1:
            assert start(Setup("full", players=players, options=(option,))).state.options == (option,)
        else:
            with refuses("8.9", because=option, code="options-together"):
                start(Setup("full", players=players, options=(option,)))


def test_8_9_easy_limits_a_non_player():
    """Case C106: a Non-player's Limited Operation has 1 space and no Special Activity."""
    fields = {"card": 55, "eligible": "NVA VC", "done": (Done(NVA, "operation"),), "players": ((NVA,),)}
    game = position("Tay: 3vg vb; KPh: 2vg", options=("easy",), **fields)
    assert open_deeds(game.state) == {"pass", "limop"}
    with refuses("2.3.5"):
        game.play("VC rally Tay+vg, KPh+vg")
    assert game.play("VC rally Tay+vg").state.done[-1] == Done(VC, "limop")


@pytest.mark.parametrize("players", [one for one in WITH_NON_PLAYERS if len(one) == 1], ids=players_words)
@pytest.mark.parametrize("scenario", ["short", "medium", "full"])
def test_8_9_difficulty_a_sets_out_capabilities(scenario, players):
    """Difficulty A sets out the Capabilities of Medium, shaded for COIN, unshaded for Insurgents."""
    setup = Setup(scenario, players=players, options=("period-events", "difficulty-a"))
    found = {(one.card, one.side) for one in start(setup).state.capabilities}
    if players[0][0].is_coin:
        assert found == {(31, "shaded"), (104, "shaded"), (34, "shaded"), (28, "shaded")}
    else:
        assert found == {(8, "unshaded"), (14, "unshaded")}
    for card, _ in found:
        with refuses("2.1", code="period-capability"):
            start(Setup(scenario, players=players, options=("difficulty-a",), cards=(card, 1)))


def test_8_9_difficulty_b_from_the_second_coup_round():
    """From the second Round on, the player loses a Victory Phase with a margin below a Non-player's."""
    second = {"played": (126, 17), "options": ("difficulty-b",)}
    behind = {"us": 50, "arvn": 40, "nva": 9, "vc": 23}
    assert checked(COIN_PLAYER, **behind, options=("difficulty-b",)).state.winner is None
    assert checked(COIN_PLAYER, **behind, played=(126, 17)).state.winner is None
    game = checked(COIN_PLAYER, **behind, **second)
    assert (game.state.winner, game.state.ended) == (NVA, "check")
    assert lone_player(game.state) == LonePlayer("defeat", -1)
    assert checked(COIN_PLAYER, **(behind | {"arvn": 41}), **second).state.winner is None


def test_8_9_coup_rounds_are_counted_by_cards():
    """Only Coup cards with a Round count as Coup Rounds (6.0)."""
    state = position(card=17, played=(126, 17, 128, 129, 43)).state
    assert coup_rounds(state) == 2
    assert coup_rounds(msgspec.structs.replace(state, played=())) == 0


def test_1_5_any_hands_by_a_reading():
    """Reading NP-Q49: 2 or 3 players may have any Factions. A player's lower margin counts."""
    players = ((US, VC), (ARVN,))
    with refuses("1.5", code="players-unknown"):
        start(Setup("full", players=players))
    assert start(Setup("full", players=players, readings=("NP-Q49",))).state.players == players
    for wrong in (
        ((US, VC),),
        ((ARVN,), (US, VC)),
        ((US, VC), (US,)),
        ((US, VC), (ARVN, NVA)),
        ((VC, US), (NVA,)),
    ):
        with refuses("1.5", code="players-unknown"):
            start(Setup("full", players=wrong, readings=("NP-Q49",)))
    fields = {"players": players, "readings": ("NP-Q49",)}
    assert winner_of_check(scored(51, 9, 40, 23, **fields).state) is None
    assert winner_of_check(scored(51, 9, 40, 36, **fields).state) == VC
    assert ranking(scored(51, 9, 40, 23, **fields).state, final=False) == (NVA, ARVN, VC)
