"""Setup of the scenarios and the two cards face up (2.1, 2.2), against the printed figures."""

import pytest
from table import Game, refuses

from fitl_core.engine import apply, start
from fitl_core.errors import UnknownName
from fitl_core.facts.card_list import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.game_map import board, neighbours, spaces_by_id
from fitl_core.facts.pieces import from_counts
from fitl_core.facts.scenario_list import scenario, scenarios
from fitl_core.record.events import PlayCard, Reveal
from fitl_core.record.setup import Setup
from fitl_core.state.control import control
from fitl_core.state.state import total_pieces
from fitl_core.state.victory import scores

EVERY = pytest.mark.parametrize("name", ["short", "medium", "full"])


def begun(name="full", cards=None):
    return start(Setup(name, cards=cards)).state


@EVERY
def test_2_1_victory_markers_are_those_printed(name):
    """The four markers, counted from the pieces, agree with the setup sheet."""
    assert scores(begun(name)) == scenario(name).printed.victory


@EVERY
def test_2_1_control_is_as_printed(name):
    """Each space has the Control that the setup states, and no other space has any."""
    state = begun(name)
    held = {where.id: control(where, state.spaces[where.index].pieces) for where in board().spaces}
    assert {place: who for place, who in held.items() if who != "none"} == scenario(name).printed.control


@EVERY
def test_2_1_available_is_what_the_force_pool_leaves(name):
    """Map, Available and Out of Play together are the whole force pool."""
    state = begun(name)
    assert state.available == from_counts(scenario(name).printed.available)
    assert total_pieces(state) == from_counts(board().force_pool)
    assert not any(state.casualties)


@EVERY
def test_2_1_support_only_where_people_live(name):
    """No level in a LoC or a Province without Population."""
    state = begun(name)
    for where in board().spaces:
        assert where.population or not state.spaces[where.index].support


@pytest.mark.parametrize(
    ("name", "tracks", "leader"),
    [
        ("short", (15, 15, 18, 2, (30, 15, 10)), "young-turks"),
        ("medium", (30, 15, 15, 3, (30, 20, 15)), "nguyen-cao-ky"),
        ("full", (15, 15, 15, 1, (30, 10, 5)), "duong-van-minh"),
    ],
)
def test_2_1_tracks_and_leader(name, tracks, leader):
    """Aid, Econ, Patronage, Trail, Resources of ARVN, NVA, VC, and who leads."""
    state = begun(name)
    assert (state.aid, state.econ, state.patronage, state.trail, state.resources) == tracks
    assert state.leader == leader
    assert state.eligible == FACTIONS


@EVERY
def test_2_1_decks_add_up(name):
    """Piles hold the scenario's Events; all Coups outside the Leader box, less one in Short."""
    start_of = scenario(name)
    assert sum(number for number, _ in start_of.piles) == start_of.events
    coups = sum(card.is_coup for card in cards().values() if card.number)
    assert start_of.coups == coups - len(start_of.leader_box) - (name == "short")


def test_2_1_tunnel_in_tay_ninh():
    """Every scenario begins with a Tunneled VC Base in Tay Ninh."""
    for name in scenarios():
        assert Game(begun(name)).count("Tay", "vb^") == 1


def test_2_1_unknown_scenario():
    """The refusal of an unknown scenario repeats its name and lists the known ones."""
    with pytest.raises(UnknownName, match="short, medium, full"):
        start(Setup("huge"))


def test_1_3_6_adjacency_is_mutual_and_to_known_spaces():
    """Adjacency is mutual, and no space is adjacent to itself."""
    for where in board().spaces:
        for name in neighbours()[where.index]:
            assert where.id in neighbours()[spaces_by_id()[name].index]
        assert where.id not in neighbours()[where.index]
        assert where.adjacent


def test_1_3_4_econ_of_all_locs_is_15():
    """The LoCs are worth 15 together, and nothing else has Econ."""
    assert sum(where.econ for where in board().spaces) == 15
    assert all(where.is_loc or not where.econ for where in board().spaces)


def test_2_2_cards_named_line_by_line():
    """Without cards in the header, the played and the next card are written as lines."""
    state = begun()
    state = apply(apply(state, PlayCard(107)), Reveal(55))
    assert (state.card, state.next, state.played) == (107, 55, (107,))
    assert Game(state).to_act == "VC"


def test_2_2_nobody_acts_before_two_cards_lie():
    """A move before both cards are face up is refused."""
    with refuses("2.2", code="no-card"):
        Game(apply(begun(), PlayCard(107))).play("VC pass")


def test_2_2_a_game_may_open_with_a_coup_card():
    """A Coup card on top of the deck is played at once, and its Leader takes office."""
    state = begun(cards=(128, 55))
    assert (state.phase, state.leader) == ("support-us", "nguyen-van-thieu")


@pytest.mark.parametrize("number", [0, 131])
def test_2_2_no_such_card(number):
    """Cards run from 1 to 130."""
    with refuses("2.1", code="no-such-card"):
        begun(cards=(number, 55))


def test_2_2_the_same_card_twice_at_the_start():
    """The two cards at the start must differ."""
    with refuses("2.1", code="card-twice"):
        begun(cards=(55, 55))


def test_2_1_a_leader_in_the_box_is_not_in_the_deck():
    """Short begins with Young Turks in office, so that card cannot come up."""
    with refuses("2.1", because="Leader box"):
        begun("short", (126, 55))


def test_2_1_short_has_a_single_failed_attempt():
    """One of the two Failed Attempts is taken out of the Short scenario's deck."""
    state = begun("short", (107, 129))
    for line in ("VC pass", "NVA pass", "ARVN pass", "US pass"):
        state = Game(state).play(line).state
    with refuses("2.1", because="only one Failed Attempt"):
        apply(state, Reveal(130))


def test_2_3_8_pivotal_events_are_not_in_the_deck():
    """A Pivotal Event is held by its Faction and never revealed."""
    for number in (121, 122, 123, 124):
        with refuses("2.3.8", code="pivotal-in-deck"):
            begun(cards=(number, 55))


def test_2_1_editions_start_alike():
    """Both editions set up the same position."""
    for name in scenarios():
        one, other = (start(Setup(name, rules)).state for rules in Edition)
        assert (one.spaces, one.available, one.resources) == (other.spaces, other.available, other.resources)
