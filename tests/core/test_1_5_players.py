"""2, 3 and 4 players (1.5): who may have which Factions, and how combined ones win (6.1, 7.1-7.3)."""

import msgspec
import pytest
from table import Game, position, refuses
from test_7_victory import scored

from fitl_core.engine import start
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT
from fitl_core.record.setup import Setup
from fitl_core.state.final_places import winner_words
from fitl_core.state.victory import ranking, winner_of_check
from fitl_core.tell.effects_in_words import effect_words
from fitl_core.tell.state_view import view
from fitl_core.tell.words import standing

TWO = ((US, ARVN), (NVA, VC))
POLITBURO = ((US,), (ARVN,), (NVA, VC))
SOVEREIGNTY = ((US, ARVN), (NVA,), (VC,))


def held(players=TWO, us=0, nva=0, arvn=0, vc=0, **fields):
    """A position with these victory markers, and these players."""
    return scored(us, nva, arvn, vc, players=players, **fields)


@pytest.mark.parametrize("players", SHARED_OUT)
def test_1_5_ways_to_share_out_the_factions(players):
    """Factions are shared by 4 players, or one or two players have both Factions of a side."""
    assert start(Setup("full", players=players)).state.players == players


@pytest.mark.parametrize(
    "players",
    [
        ((US, NVA), (ARVN,), (VC,)),
        ((US, ARVN, NVA, VC),),
        ((US, ARVN), (VC,), (NVA,)),
        ((US, ARVN), (ARVN, NVA, VC)),
    ],
)
def test_1_5_no_other_ways(players):
    """Only allied Factions share a player, each Faction has one. The refusal lists the open groups."""
    with refuses("1.5", because="US+ARVN NVA+VC", code="players-unknown"):
        start(Setup("full", players=players))


def test_1_5_politburo_wins_with_either():
    """Case 1.5-01: NVA alone passes the check; the player's margin is the higher one."""
    state = held(us=44, nva=19, arvn=41, vc=29).state
    assert winner_of_check(state) == NVA
    assert winner_words(state) == "nobody"


def test_1_5_sovereignty_needs_both():
    """Case 1.5-02: US passes the check and ARVN does not, so play continues."""
    assert winner_of_check(held(us=51, nva=15, arvn=48, vc=30).state) is None
    assert winner_of_check(held(us=51, nva=15, arvn=51, vc=30).state) in (US, ARVN)
    assert winner_of_check(held(SOVEREIGNTY, us=44, arvn=55, vc=30, nva=14).state) is None


def test_1_5_both_sides_pass():
    """Case 1.5-04: +2, the higher of NVA/VC, against +1, the lower of US/ARVN."""
    state = held(us=51, nva=14, arvn=53, vc=37).state
    assert ranking(state, final=False) == (VC, US)
    assert winner_of_check(state) == VC


def test_1_5_four_players_are_not_touched():
    """With four players each Faction has its own marker and condition, and US wins here."""
    state = held(FOUR_PLAYERS, us=52, nva=15, arvn=51, vc=30).state
    assert winner_of_check(state) == US


def test_1_5_politburo_uses_the_lower_margin_in_the_end():
    """With NVA at 0 and VC at -20, the higher margin ranks in a check, the lower after the final Coup."""
    state = held(POLITBURO, us=40, nva=18, arvn=47, vc=15).state
    assert ranking(state, final=False) == (NVA, ARVN, US)
    assert ranking(state, final=True) == (ARVN, US, VC)


def test_1_5_sovereignty_uses_the_lower_margin_always():
    """US -10 and ARVN -3 count as -10."""
    state = held(SOVEREIGNTY, us=40, nva=12, arvn=47, vc=30).state
    for final in (False, True):
        assert ranking(state, final) == (VC, NVA, US)


def test_7_1_ties_of_combined_players():
    """A tie is broken by the Factions whose margins count, or by the first one if both of a player count."""
    state = held(POLITBURO, us=45, nva=13, arvn=45, vc=20).state
    assert ranking(state, final=False) == (ARVN, NVA, US)
    state = held(POLITBURO, us=40, nva=13, arvn=45, vc=30).state
    assert ranking(state, final=False) == (VC, ARVN, US)


def test_6_1_the_winner_is_told_by_all_his_factions():
    """The state names the Faction whose margin won. The words name its player."""
    game = held(arvn=45, nva=19, card=17, next=128, phase="finished").play("next #43")
    assert (game.state.phase, game.state.winner, game.state.ended) == ("over", NVA, "check")
    assert effect_words(game.effects[-1]) == "the game ends: NVA+VC wins"
    assert standing(game.state) == (
        "the game is over: NVA+VC won; 1st NVA+VC +1 by NVA, 2nd US+ARVN -50 by US (7.1)"
    )
    assert view(game.state, 0).players == TWO
    with refuses("7.0", because="NVA+VC won", code="game-over"):
        game.play("VC pass")


def test_6_0_last_coup_in_a_row_counts_the_lower_margin():
    """Without a Round, the final Coup is decided by the margins of 7.3."""
    fields = {"scenario": "short", "card": 128, "next": 127, "phase": "finished", "played": (129, 17, 128)}
    game = held(POLITBURO, us=40, nva=18, arvn=47, vc=15, **fields).play("next #43")
    assert (game.state.winner, game.state.ended) == (ARVN, "final")


def test_6_4_5_final_round_counts_the_lower_margin():
    """After the final Redeploy NVA at 0 does not carry VC at -21."""
    fields = {"scenario": "short", "phase": "redeploy-nva", "card": 128, "played": (127, 129, 17, 128)}
    game = held(POLITBURO, us=40, nva=18, arvn=47, vc=14, **fields).play("NVA pass")
    assert (game.state.phase, game.state.winner) == ("over", ARVN)
    game = held(FOUR_PLAYERS, us=40, nva=18, arvn=47, vc=14, **fields).play("NVA pass")
    assert game.state.winner == NVA


def test_1_5_2_one_hand_may_transfer():
    """Reading 1.5.2-05 decides whether one player transfers between its NVA and VC."""
    spaces = "KPh: 2ng nb; Tay: 2vg vb"
    line = "NVA transfer NVA+5 | rally KPh"
    game = position(spaces, to_act="NVA", NVA=2, VC=10, players=TWO)
    other = Game(msgspec.structs.replace(game.state, readings=("1.5.2-05",)))
    assert game.play(line).resources("VC") == 5
    with refuses("1.5.2", code="no-transfer"):
        other.play(line)
