"""Non-players in a game (8.0, 8.1): who they are, their dice, Policy and promises, full Operations."""

import msgspec
import pytest
from table import Game, position, refuses

import notation
from fitl_core.engine import start
from fitl_core.errors import NotSupported
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC
from fitl_core.facts.players import FOUR_PLAYERS, WITH_NON_PLAYERS, non_players, players_words
from fitl_core.record.play_effects import PolicySet, Promised, PromiseEnded
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.position_digest import digest, digested
from fitl_core.state.positions import position_of
from fitl_core.state.state import Done
from fitl_core.tell.adjudication import adjudicate
from fitl_core.tell.board_text import board_table
from fitl_core.tell.state_view import view
from notation.position_reader import read_position, write_position

NOBODY = ()
SOLO = ((VC,),)
US_CAPABILITY, ARVN_CAPABILITY, VC_CAPABILITY, NVA_CAPABILITY = 4, 61, 101, 31


@pytest.mark.parametrize("players", WITH_NON_PLAYERS, ids=players_words)
def test_1_5_whom_nobody_plays_is_a_non_player(players):
    """Any Factions may be left to Non-players (8.0). Header, state and JSON agree."""
    setup = Setup("full", players=players)
    left = non_players(players)
    assert set(left) == set(FACTIONS) - {faction for group in players for faction in group}
    state = start(setup).state
    assert (state.players, view(state, 0).non_players) == (players, left)
    log = notation.Log(notation.tags_of(setup), ())
    assert notation.setup_of(notation.load(notation.dump(log)).log).players == players
    assert notation.read(notation.write(log)).log == log


@pytest.mark.parametrize("players", [((US, VC),), ((US, ARVN, VC),), ((VC,), (VC,)), ((VC,), (US,))])
def test_1_5_one_hand_has_one_side(players):
    """Reading NP-Q49: a player has one Faction, or both of a side, and players keep their order."""
    with refuses("1.5", code="players-unknown"):
        start(Setup("full", players=players))


def test_8_0_is_the_second_editions():
    """Non-players exist only in the second edition. The original needs a player for each Faction."""
    with pytest.raises(NotSupported, match="second edition") as caught:
        start(Setup("full", Edition.ORIGINAL, players=SOLO))
    assert caught.value.rule == "8.0"
    assert start(Setup("full", Edition.ORIGINAL)).state.policy is None


def test_8_8_1_policy_at_the_start():
    """JFK in Full, LBJ in Short and Medium, and only where the US has no player."""
    for scenario, policy in (("full", "JFK"), ("medium", "LBJ"), ("short", "LBJ")):
        assert start(Setup(scenario, players=SOLO)).state.policy == policy
        assert start(Setup(scenario, players=((US,),))).state.policy is None
        assert start(Setup(scenario)).state.policy is None


def test_8_8_1_policy_and_promises_in_a_position():
    """Policy and promises are written, read, shown and digested. Games without Non-players omit them."""
    state = start(Setup("full", players=SOLO)).state
    other = msgspec.structs.replace(state, policy="Nixon", promises=(NVA, ARVN))
    written = write_position(position_of(other))
    assert written.endswith("policy Nixon") and "promise NVA ARVN; " in written
    there = start(Setup("full", players=SOLO, position=read_position(written))).state
    assert there == other and digest(there) != digest(state)
    lines = board_table(other)
    assert [line.split(None, 2)[-1] for line in lines if "Policy" in line] == ["Nixon"]
    assert any("promised by NVA ARVN" in line for line in lines)
    told = digested(start(Setup("full")).state)
    assert "policy" not in told and "promise" not in told


@pytest.mark.parametrize(
    ("text", "rule"),
    [("policy LBJ", "8.8.1"), ("promise VC", "8.5.2"), ("promise US", "8.8.2"), ("promise NVA NVA", "8.6.2")],
)
def test_8_8_1_no_policy_or_promise_of_a_player(text, rule):
    """Only a Non-player US has a Policy, and only Non-players have a promise, one each."""
    position = read_position(text)
    with refuses(rule, code="impossible-position"):
        start(Setup("full", players=((US,), (VC,)), position=position))


def test_8_8_1_correct_sets_policy_and_promises():
    """A `correct` line may set the Policy and promises, but not remove the Policy."""
    game = position(to_act="US", players=SOLO).play('correct "policy Nixon; promise ARVN"')
    assert (game.state.policy, game.state.promises) == ("Nixon", (ARVN,))
    assert game.play('correct "promise none"').state.promises == ()
    with pytest.raises(notation.NotationError, match="not known"):
        notation.read_line('correct "policy none"')


def test_8_0_dice_are_rolled_for_non_players_only():
    """Dice are refused for players' Factions and after the end. Otherwise they do not change the position."""
    game = position(to_act="NVA", players=((VC,),))
    before = game.state
    assert game.play("dice NVA 8.6.1/if-2 {4}\ndice US space {2 6}\ndice ARVN even 3 {5}").state == before
    with refuses("8.0", because="VC has a player", code="player-decides"):
        game.play("dice VC 8.5.3/if-2 {1 3 5}")
    with refuses("8.0", because="Non-players: none", code="player-decides"):
        position(to_act="NVA").play("dice NVA space {2 6}")
    over = position(players=SOLO, phase="over", winner=NVA, ended="check")
    with refuses("7.0", code="game-over"):
        over.play("dice NVA space {2 6}")


# -- Policy -----------------------------------------------------------------------------------------


def committing(score=45, leader=(125, 126), policy="LBJ", spaces="", players=SOLO, **fields):
    """Return a game in the Commitment Phase of a Non-player US with this score."""
    more = {"phase": "commitment", "card": 126, "leader": leader, "players": players, **fields}
    state = position(spaces, available=f"{score}ut 0ub", **more).state
    return Game(msgspec.structs.replace(state, policy=policy))


@pytest.mark.parametrize(("die", "policy"), [(2, "JFK"), (3, "LBJ"), (1, "Nixon")])
def test_8_8_1_the_die_sets_the_policy(die, policy):
    """Case C73: a die equal to the number of Leaders sets JFK, above it LBJ, below it Nixon."""
    game = committing()
    assert game.score("US") == 45
    game.play(f"dice US 8.8.1 {{{die}}}")
    assert game.state.policy == policy
    assert game.effects == [PolicySet("8.8.1", "LBJ", policy)]


def test_8_8_1_above_45_nothing_changes():
    """Case C73: with a score of 46, or outside the phase, no die changes the Policy."""
    assert committing(score=46).play("dice US 8.8.1 {1}").state.policy == "LBJ"
    assert committing(phase="redeploy-nva").play("dice US 8.8.1 {1}").state.policy == "LBJ"
    assert committing().play("dice NVA 8.8.1 {1}\ndice US 8.8.1 {1 1}\ndice US space {1}").effects == []


def test_8_8_1_without_a_leader_no_die_is_rolled():
    """Without a Leader no die is rolled: the Commitment sets LBJ, after the Casualties that it places."""
    for line in ("US pass", "US commit Sai+ut"):
        game = committing(leader=(), policy="JFK", card=125).play(line)
        assert game.effects[0] == PolicySet("8.8.1", "JFK", "LBJ")
    placing = committing(leader=(), policy="JFK", card=125, casualties="ut")
    placing.play("US commit Sai+ut<casualties, Sai+ut")
    kinds = [type(effect).__name__ for effect in placing.effects[:3]]
    assert kinds == ["Placed", "PolicySet", "Placed"]
    assert committing(score=46, leader=(), policy="JFK").play("US pass").state.policy == "JFK"
    assert committing(policy="JFK").play("US pass").state.policy == "JFK"
    player = position(phase="commitment", card=125, leader=())
    assert player.play("US pass").state.policy is None


# -- promises ---------------------------------------------------------------------------------------


def before_its_capability(leader=(125,), card=107, **fields):
    """Return a game in which VC is first on an Event card, and a Capability of VC comes next."""
    more = {"to_act": "VC", "card": card, "next": VC_CAPABILITY, "leader": leader, "players": ((US,),)}
    return position("Tay: 3vg vb", **(more | fields))


def test_8_5_2_a_pass_for_its_own_capability():
    """If the die exceeds the Coup cards in the Leader box, VC has a promise. Its Pass keeps the promise."""
    game = before_its_capability().play("dice VC 8.5.2/if-1 {2}")
    assert game.state.promises == (VC,) and game.effects == [Promised("8.5.2", VC)]
    assert game.play("VC pass").state.promises == (VC,)
    assert before_its_capability().play("dice VC 8.5.2/if-1 {1}\nVC pass").state.promises == ()
    assert before_its_capability().play("VC pass").state.promises == ()


def test_8_5_2_only_a_pass_keeps_it():
    """A Non-player that does anything but Pass loses its promise."""
    game = before_its_capability().play("dice VC 8.5.2/if-1 {2}\nVC rally Tay")
    assert game.state.promises == () and PromiseEnded("8.5.2", VC) in game.effects


def test_8_5_2_without_a_leader_the_pass_promises():
    """Without a Leader every face exceeds 0, so a Pass promises without a die."""
    assert before_its_capability(leader=()).play("VC pass").state.promises == (VC,)
    assert before_its_capability(leader=()).play("VC rally Tay").state.promises == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"next": NVA_CAPABILITY},
        {"next": 2},
        {"card": VC_CAPABILITY, "next": 104},
        {"players": ((VC,),), "leader": ()},
    ],
)
def test_8_5_2_nothing_to_promise(fields):
    """No promise is made if the next card is not VC's Capability, this one is, or a player Passes."""
    game = before_its_capability(**fields)
    if VC in non_players(game.state.players):
        game.play("dice VC 8.5.2/if-1 {6}")
    assert game.play("VC pass").state.promises == ()


def test_8_5_2_this_capability_played_already():
    """A present Capability of VC bars a promise until the 1st Eligible plays it. NP-Q07: any one bars it."""
    fields = {"card": 104, "players": ((NVA,),), "done": (Done(NVA, "event"),)}
    game = before_its_capability(**fields)
    assert game.play("dice VC 8.5.2/if-1 {6}\nVC pass").state.promises == (VC,)
    fields["done"] = (Done(NVA, "operation"),)
    assert before_its_capability(**fields).play("dice VC 8.5.2/if-1 {6}").state.promises == ()
    other = {"card": NVA_CAPABILITY, "eligible": "VC"}
    assert before_its_capability(**other).play("dice VC 8.5.2/if-1 {6}").state.promises == (VC,)
    read_so = before_its_capability(**other, readings=("NP-Q07",))
    assert read_so.play("dice VC 8.5.2/if-1 {6}").state.promises == ()


def test_8_5_2_a_second_die_ends_an_old_promise():
    """On its card, a promise is renewed only by a new die, if a Capability of the Faction is next again."""
    fields = {"card": 104, "players": ((NVA,),), "done": (Done(NVA, "event"),), "promises": (VC,)}
    assert before_its_capability(**fields).play("dice VC 8.5.2/if-1 {1}\nVC pass").state.promises == ()
    assert before_its_capability(**fields).play("dice VC 8.5.2/if-1 {2}\nVC pass").state.promises == (VC,)


def test_8_5_2_it_ends_with_the_next_card():
    """A promise ends with the next card, whether its Faction acts on it or not."""
    for line in ("VC event shaded", "VC rally Tay", "VC pass"):
        state = before_its_capability(card=VC_CAPABILITY, next=2, eligible="VC").state
        game = Game(msgspec.structs.replace(state, promises=(VC,)))
        assert game.play(line).state.promises == (), line
    state = before_its_capability(card=VC_CAPABILITY, next=2, eligible="NVA").state
    game = Game(msgspec.structs.replace(state, promises=(VC,), players=((NVA,),)))
    assert game.play("NVA pass").state.promises == ()


# -- the sequence of play ---------------------------------------------------------------------------


def second_eligible(deed, **fields):
    """Return a game in which VC is 2nd Eligible after NVA, which did this deed."""
    more = {"card": 55, "eligible": "NVA VC", "done": (Done(NVA, deed),), "players": ((NVA,),)}
    return position("Tay: 3vg* vb; KPh: 2vg; Ple: 2vg", **(more | fields))


def test_8_1_a_full_operation_in_place_of_a_limited_one():
    """After an Operation alone a Non-player operates in full, with an Activity. Its box is the LimOp's."""
    game = second_eligible("operation")
    assert open_deeds(game.state) == {"pass", "operation", "operation+activity"}
    game.play("VC rally Tay+vg, KPh+vg | tax Ple")
    assert game.state.done[-1] == Done(VC, "limop")
    with refuses("2.3.5", code="limop-special-activity"):
        second_eligible("operation", players=FOUR_PLAYERS).play("VC rally Tay+vg | tax Ple")
    with refuses("2.3.5"):
        second_eligible("operation", players=FOUR_PLAYERS).play("VC rally Tay+vg, KPh+vg")


def test_8_1_beside_the_event():
    """After an Operation with a Special Activity the Non-player has the Event or a full Operation."""
    game = second_eligible("operation+activity")
    assert open_deeds(game.state) == {"pass", "operation", "operation+activity", "event"}
    assert game.play("VC rally Tay+vg, KPh+vg").state.done[-1] == Done(VC, "limop")
    assert second_eligible("event").play("VC rally Tay+vg, KPh+vg").state.done[-1] == Done(VC, "operation")


def test_8_1_the_box_of_what_was_done():
    """NP-Q46: by the other reading an Operation with a Special Activity is marked."""
    game = second_eligible("operation", readings=("NP-Q46",)).play("VC rally Tay+vg, KPh+vg")
    assert game.state.done[-1] == Done(VC, "operation+activity")


def test_8_1_behind_a_non_player():
    """The Non-player's real deed sets the options of the next: after an Operation alone, a LimOp."""
    game = position("Tay: 3vg vb; Hue: 2ng nb", card=107, eligible="NVA VC", players=((NVA,),))
    assert game.play("VC rally Tay").to_act == "NVA"
    assert open_deeds(game.state) == {"pass", "limop"}


def test_8_1_a_limited_operation_of_an_event_stays_limited():
    """The free Limited Operation of card 103 has 1 space, whoever decides for the US (5.5)."""
    fields = {"card": 103, "casualties": "2ut", "players": ((VC,),), "eligible": "US"}
    game = position("Sai: 2ut vg*; Hue: 2ut vg*", **fields)
    assert game.refused("US event unshaded assault Sai, Hue").code == "limop-one-space"


def test_8_0_each_faction_of_its_own_where_nobody_plays():
    """A Coup Round asks each Faction for its part, whoever decides for it."""
    game = position("Hue: 2at ap", card=125, next=2, phase="support-us", players=NOBODY)
    game.play("US pass\nARVN pass\nVC pass\nARVN pass\nNVA pass\nUS pass")
    assert game.state.phase == "finished"


def test_8_2_an_adjudication_of_dice_names_their_rule():
    """A ruling on dice names their rule: 8.2 for spaces, 8.4.7 for equal chances, or that of the node."""
    state = position(to_act="VC", players=NOBODY).state
    for line, rule in (("VC space {2 6}", "8.2"), ("VC even 2 {1}", "8.4.7"), ("VC 8.5.3/if-2 {1}", "8.5.3")):
        event = notation.read_line(f"dice {line}").event
        assert adjudicate(state, event).rules == (rule,)


def test_7_3_non_players_have_no_markers():
    """Non-players have no Deception markers."""
    players = ((US,), (ARVN,), (NVA,))
    game = position(to_act="VC", players=players, options=("deception",))
    with refuses("7.3", because="VC has no player", code="no-markers"):
        game.play("VC reveal agenda")


def test_8_1_2_a_non_player_never_gives_resources():
    """A Non-player never gives Resources, in any Faction's action. A player may give it any amount."""
    here = "KPh: 2ng nb; Tay: 2vg vb"
    with refuses("8.1.2", because="Non-players, never give", code="no-transfer"):
        position(here, to_act="NVA", NVA=2, VC=10, players=((US,),)).play("NVA transfer NVA+5 | rally KPh")
    game = position(here, to_act="VC", NVA=8, VC=10, players=((US,), (VC,)))
    with refuses("8.1.2", because="NVA, a Non-player, never gives", code="no-transfer"):
        game.play("VC transfer VC+4 | rally Tay")
    assert game.play("VC transfer NVA+5 | rally Tay").resources("NVA") == 13
