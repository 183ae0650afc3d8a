"""Factions that change hands in the midst of a game (1.5, 8.0): the line `players`."""

import msgspec
import pytest
from table import Game, position, refuses

import notation
from fitl_core.engine import play, start
from fitl_core.errors import NotSupported
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.game.replays import replay
from fitl_core.game.written_logs import going_on_from
from fitl_core.record.play_effects import PlayersChanged, PolicySet, PromiseEnded
from fitl_core.record.setup import Setup
from fitl_core.rules.pivotal import holding
from fitl_core.state.position_digest import digest
from fitl_core.state.state import Revealed
from fitl_core.tell.adjudication import adjudicate
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.state_view import view


def promising(**fields):
    """Return a position in which VC, a Non-player, has promised to play the next Event."""
    state = position(to_act="NVA", players=((US,), (ARVN,), (NVA,)), **fields).state
    return Game(msgspec.structs.replace(state, promises=(VC,)))


def test_8_0_a_seat_goes_to_non_players_and_back():
    """A `players` line changes the players and the Non-players' data only, in view and digest."""
    game = position("Sai: 2ut", to_act="VC")
    before = game.state
    game.play("players ARVN NVA")
    assert [type(effect) for effect in game.effects] == [PlayersChanged, PolicySet]
    assert game.state == msgspec.structs.replace(before, players=((ARVN,), (NVA,)), policy="JFK")
    assert view(game.state, 0).non_players == (US, VC) and digest(game.state) != digest(before)
    assert game.play("players US ARVN NVA VC").state == before


def test_8_8_1_a_us_that_is_left_has_the_policy_of_the_scenario():
    """A US Non-player gets the scenario's Policy, unless it already has one."""
    for scenario, policy in (("full", "JFK"), ("medium", "LBJ"), ("short", "LBJ")):
        state = play(start(Setup(scenario)).state, notation.read_line("players NVA").event).state
        assert state.policy == policy
    nixon = Game(msgspec.structs.replace(state, policy="Nixon"))
    assert nixon.play("players VC").state.policy == "Nixon"
    assert nixon.play("players US VC").state.policy is None


def test_8_5_2_who_gets_a_player_has_promised_nothing():
    """A Faction that gets a player loses its promise. A Faction that stays a Non-player keeps it."""
    game = promising()
    assert game.play("players US ARVN").state.promises == (VC,)
    assert game.play("players US ARVN VC").state.promises == ()
    assert PromiseEnded in [type(effect) for effect in game.effects]


def test_8_4_6_play_does_not_wait_for_a_non_player():
    """A Hold ends if its Faction becomes a Non-player, and must be announced again later. A waiver stays."""
    more = {"leader": (125, 126), "spaces": "Tay: 12vg; Ple: 9vg"}
    game = position(to_act="NVA", **more).play("VC hold")
    assert holding(game.state) == (VC,)
    assert game.play("players US ARVN NVA").state.holds == ()
    assert game.play("players US ARVN NVA VC").state.holds == ()
    waived = position(to_act="NVA", **more).play("VC waive\nplayers US ARVN NVA")
    assert waived.state.waived == (VC,)


def test_1_5_the_factions_are_shared_out_as_in_a_header():
    """A new sharing must be one that a header allows. Reading NP-Q49 allows any, a finished game none."""
    game = position(to_act="VC")
    event = msgspec.structs.replace(notation.read_line("players none").event, players=((US, NVA),))
    with refuses("1.5", code="players-unknown"):
        play(game.state, event)
    by_reading = position(to_act="VC", readings=("NP-Q49",)).play("players US+VC NVA")
    assert by_reading.state.players == ((US, VC), (NVA,))
    with refuses("1.5", code="players-unknown"):
        game.play("players US+VC NVA")
    with refuses("7.0", code="game-over"):
        position(phase="over", winner=NVA, ended="check").play("players none")
    with pytest.raises(NotSupported, match="second edition"):
        position(to_act="VC", rules="original").play("players US ARVN NVA")
    assert position(to_act="VC", rules="original").play("players US+ARVN NVA VC").state.players[0] == (
        US,
        ARVN,
    )


def test_1_5_shared_out_so_already():
    """A sharing line equal to the present sharing is legal and changes nothing."""
    game = position(to_act="VC")
    before = game.state
    assert game.play("players US ARVN NVA VC").state == before
    assert "already" in narrate(game.effects)[0].text


@pytest.mark.parametrize(
    ("options", "players", "line", "rule"),
    [
        (("deception",), FOUR_PLAYERS, "players US ARVN", "7.3"),
        (("easy",), ((US,),), "players US VC", "8.9"),
        (("difficulty-b",), ((US,),), "players none", "8.9"),
        (("difficulty-a",), ((US,),), "players NVA", "8.9"),
    ],
)
def test_8_9_options_bind_the_number_of_players(options, players, line, rule):
    """A `players` line obeys the options, and under difficulty-a the one player keeps the side."""
    with refuses(rule, code="options-together"):
        position(to_act="VC", options=options, players=players).play(line)


def test_8_9_the_one_player_may_take_the_other_faction_of_his_side():
    """The one player may take the other Faction of the side, since the set-out Capabilities stay the same."""
    game = position(to_act="VC", options=("difficulty-a",), players=((US,),))
    assert game.play("players US+ARVN").state.players == ((US, ARVN),)


def test_7_3_a_player_has_used_at_most_two_markers():
    """Two players with three used markers between them cannot become one player."""
    state = position(to_act="VC", options=("deception",)).state
    used = (Revealed(NVA, "asset"), Revealed(VC, "asset"), Revealed(VC, "agenda"))
    with refuses("7.3", because="3 Deception markers", code="no-markers"):
        Game(msgspec.structs.replace(state, revealed=used)).play("players US ARVN NVA+VC")


def _game(*lines):
    text = f'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n{chr(10).join(lines)}\n'
    log = notation.read(text).log
    assert notation.write(log) == notation.write(notation.load(notation.dump(log)).log)
    return replay(notation.setup_of(log), log.events)


def test_8_0_moves_are_judged_by_who_plays_then():
    """A Pass of VC before the line is a player's. The same Pass after the line is a Non-player's."""
    assert judge_non_players(_game("VC pass", "players US ARVN NVA")) == ()
    (found,) = judge_non_players(_game("players US ARVN NVA", "VC pass"))
    assert (found.number, found.verdict.faction, found.verdict.verdict) == (2, VC, "departs")
    assert judge_non_players(_game("players US ARVN NVA", "players US ARVN NVA VC", "VC pass")) == ()
    (left,) = judge_non_players(
        _game("players US ARVN NVA", "dice VC space {2 2}", "players US ARVN NVA VC", "VC pass")
    )
    assert (left.number, left.verdict.verdict) == (2, "rolls-missing")


def test_8_0_the_line_is_taken_back_and_amended_as_any_move():
    """A `players` line can be taken back and amended like a move (SPEC 3)."""
    assert _game("players US NVA VC", "void").state.players == FOUR_PLAYERS
    game = _game("VC pass", "players US NVA VC", "void 1")
    assert game.state.players == FOUR_PLAYERS and game.state.done == ()
    amended = _game("players US NVA VC", "VC pass", "amend 1 players US ARVN NVA")
    assert amended.state.players == ((US,), (ARVN,), (NVA,)) and amended.error is None
    assert _game("dice VC space {2 2}").error is not None


def test_1_5_a_game_that_goes_on_elsewhere_has_the_players_of_the_position():
    """`fitl position` writes the players of the position, not those of the header."""
    game = _game("players NVA+VC")
    setup = going_on_from(Setup("full", cards=(107, 55)), game.state)
    assert setup.players == ((NVA, VC),) and digest(start(setup).state) == digest(game.state)


def test_1_5_the_line_is_explained():
    """The verdict on a `players` line names its rule."""
    state = start(Setup("full", Edition.SECOND, (107, 55))).state
    told = adjudicate(state, notation.read_line("players US ARVN NVA").event)
    assert "1.5" in told.rules and told.legal
