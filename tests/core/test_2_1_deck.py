"""The draw deck (2.1): piles with one Coup each, Period Events, Political Rhythm, High Winds."""

import msgspec
import pytest
from table import position, refuses

from fitl_core.engine import apply, start
from fitl_core.errors import Violation
from fitl_core.facts.card_list import cards
from fitl_core.facts.options import ALL_OPTIONS
from fitl_core.facts.scenario_list import scenario
from fitl_core.players.decks import random_deck
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal
from fitl_core.record.events import PlayCard, Reveal
from fitl_core.record.setup import Setup
from fitl_core.state.deck import check_card, check_end, come_up, next_pile, size
from notation.position_reader import read_position

EVERY = pytest.mark.parametrize("name", ["short", "medium", "full"])
RHYTHM = ("political-rhythm",)
PERIOD = ("period-events",)


def following(name, seen, options=(), **fields):
    """Return a position in which the cards `seen` have come up and the last of them shows."""
    *played, showing = seen
    fields = {"card": played[-1], "next": showing, "played": tuple(played), "phase": "finished"} | fields
    return position(scenario=name, options=options, available="0ut 0ub", **fields)


def test_2_1_any_deck():
    """With `any-deck`, cards come up in any order and from any pile, each once, and only cards of a deck."""
    start_of = scenario("short")
    for number, seen in ((127, (125, 126)), (1, events(9)[1:]), (130, (129,))):
        with refuses("2.1"):
            check_card(number, start_of, (), seen)
        check_card(number, start_of, ("any-deck",), seen)
    check_end(start_of, events(3), ("any-deck",))
    for number, rule in ((1, "2.1"), (121, "2.3.8"), (131, "2.1")):
        with refuses(rule):
            check_card(number, start_of, ("any-deck",), (1,))
    with refuses("2.1", because="piles are not kept to", code="options-together"):
        start(Setup("short", options=("political-rhythm", "any-deck")))


def test_2_1_any_deck_in_a_position():
    """With `any-deck` a Short game may have both Failed Attempts in the Leader box."""
    both = read_position("leaders 129 130; played 129 130 1; next 2")
    with refuses("2.1", because="only one Failed Attempt"):
        start(Setup("short", position=both))
    assert start(Setup("short", options=("any-deck",), position=both)).state.leader_box == (129, 130)


def events(number, start_at=1):
    """Return this number of Event cards."""
    return tuple(range(start_at, start_at + number))


@EVERY
def test_2_1_piles_of_the_scenarios(name):
    """3 piles of 8 Events, 3 of 12, 6 of 12, with a Coup each."""
    start_of = scenario(name)
    assert size(start_of) == {"short": 27, "medium": 39, "full": 78}[name]
    seen = tuple(range(size(start_of) - 1))
    last = next_pile(start_of, seen)
    assert last is not None and (last.number, last.place) == (len(start_of.piles), last.size)
    assert next_pile(start_of, (*seen, 99)) is None


@EVERY
@pytest.mark.parametrize("options", [(), PERIOD, RHYTHM, PERIOD + RHYTHM])
def test_2_1_dealt_decks_are_decks(name, options):
    """Every deck that random play prepares passes the checks, card by card."""
    setup = Setup(name, options=options)
    for seed in range(20):
        deck = random_deck(setup, Dice(seed))
        for i, number in enumerate(deck):
            check_card(number, scenario(name), options, tuple(deck[:i]))
        check_end(scenario(name), tuple(deck))
        with refuses("2.1", code="deck-not-empty"):
            check_end(scenario(name), tuple(deck[:-1]))


@EVERY
def test_2_1_other_decks_are_not(name):
    """A deck is refused if a Coup is in another pile or too far up, or a card is there twice."""
    deck = random_deck(Setup(name, options=RHYTHM), Dice(3))
    coup = next(i for i, number in enumerate(deck) if cards()[number].is_coup)
    second_pile = scenario(name).piles[0][0] + 1
    for other, code in ((second_pile, "coup-due"), (0, "coup-too-early")):
        wrong = list(deck)
        wrong[coup], wrong[other] = wrong[other], wrong[coup]
        assert refused_deck(wrong, name) == code
    assert refused_deck([*deck[:3], deck[0], *deck[4:]], name) == "card-twice"


def refused_deck(deck, name):
    """Return the code of the refusal of a deck by Political Rhythm."""
    with pytest.raises(Violation) as caught:
        for i, number in enumerate(deck):
            check_card(number, scenario(name), RHYTHM, tuple(deck[:i]))
    return caught.value.code


def test_2_1_second_coup_in_a_pile():
    """The first pile has had its Coup; another one cannot come before the pile is through."""
    game = following("short", (1, 127, 2, 3))
    with refuses("2.1", because="card 5 of 9", code="second-coup"):
        game.play("next #128")
    game = following("short", (127, *events(8)))
    assert game.play("next #128").state.next == 128


def test_2_1_last_card_of_a_pile_without_coup():
    """8 Events have come up: the ninth card of the pile is its Coup."""
    game = following("short", events(8))
    with refuses("2.1", because="among those above: none", code="coup-due"):
        game.play("next #9")
    assert game.play("next #127").state.next == 127


@pytest.mark.parametrize(("name", "pile"), [("medium", 12), ("full", 12)])
def test_2_1_piles_of_thirteen(name, pile):
    """Medium and Full have 12 Events and a Coup in a pile."""
    coup = 128
    game = following(name, events(pile))
    with refuses("2.1", code="coup-due"):
        game.play("next #13")
    assert game.play(f"next #{coup}").state.next == coup
    assert following(name, (coup, *events(pile))).play("next #40").state.next == 40


def test_2_1_two_coups_in_a_row_across_piles():
    """The last card of a pile and the first of the next may both be Coups."""
    game = following("short", (*events(8), 127), card=8)
    assert game.play("next #128").state.next == 128


def test_2_1_nothing_comes_behind_the_whole_deck():
    """Nothing can be revealed after all 27 cards of the Short scenario."""
    deck = tuple(random_deck(Setup("short"), Dice(1)))
    spare = next(n for n in range(1, 121) if n not in deck)
    with refuses("2.1", because="has 27 cards", code="deck-empty"):
        check_card(spare, scenario("short"), (), deck)


def test_2_1_pivotal_events_are_none_of_the_deck():
    """A Pivotal Event among the played cards came from a hand and is not counted."""
    state = following("full", (1, 2, 3)).state
    assert come_up(state) == (1, 2, 3)
    state = msgspec.structs.replace(state, played=(1, 2, 124))
    assert come_up(state) == (1, 2, 3)


def test_2_1_checks_hold_for_the_cards_at_the_start():
    """By Political Rhythm no Coup is among the first cards."""
    with refuses("2.1", because="card 5 or a later one", code="coup-too-early"):
        start(Setup("short", cards=(1, 127), options=RHYTHM))
    with refuses("2.1", code="second-coup"):
        start(Setup("short", cards=(128, 127)))


def test_2_1_political_rhythm():
    """The Coup is shuffled into the bottom 4 Events: one of the last 5 cards of its pile."""
    with refuses("2.1", code="coup-too-early"):
        following("short", events(3), RHYTHM).play("next #127")
    assert following("short", events(4), RHYTHM).play("next #127").state.next == 127
    with refuses("2.1", because="card 9 or a later one", code="coup-too-early"):
        following("full", events(7), RHYTHM).play("next #127")
    assert following("full", events(8), RHYTHM).play("next #127").state.next == 127
    assert following("full", events(3)).play("next #127").state.next == 127


def test_2_1_the_heading_of_a_card_is_not_checked_again():
    """A Coup that came in time is not checked again when it is played."""
    seen = (18, 19, 20, 21, 22, 127)
    game = following("short", seen, RHYTHM).play("next #30")
    assert game.play("#127").state.card == 127


def test_2_1_period_events_by_pile():
    """The Full scenario begins with Events of 1964; the second pile has those of 1965."""
    of = {period: [n for n, c in cards().items() if c.period == period] for period in ("1964", "1965")}
    with refuses("2.1", because="pile has Events of 1964", code="wrong-period"):
        start(Setup("full", cards=(of["1965"][0], of["1964"][0]), options=PERIOD))
    first = (*of["1964"][:12], 127)
    game = following("full", first, PERIOD, card=of["1964"][11])
    with refuses("2.1", because="pile 2: card 1 of 13", code="wrong-period"):
        game.play(f"next #{of['1964'][13]}")
    assert game.play(f"next #{of['1965'][0]}").state.next == of["1965"][0]
    assert start(Setup("full", cards=(of["1965"][0], of["1964"][0]))).state.card


def test_2_1_period_capabilities_are_in_effect():
    """Period Capabilities: six for Medium, shaded AAA for Short, none for Full or without the option."""
    marked = {name: start(Setup(name, options=PERIOD)).state.capabilities for name in ("short", "full")}
    assert [(marker.card, marker.side) for marker in marked["short"]] == [(31, "shaded")]
    assert marked["full"] == ()
    medium = start(Setup("medium", options=PERIOD)).state.capabilities
    assert {marker.card for marker in medium} == {31, 104, 34, 28, 8, 14}
    assert start(Setup("medium")).state.capabilities == ()


def test_2_1_period_capabilities_do_not_come_up():
    """A card in effect beside the board is not in the deck."""
    with refuses("2.1", because="in effect from the start", code="period-capability"):
        start(Setup("medium", cards=(104, 1), options=PERIOD))


def test_2_1_options_that_do_not_exist_or_go_together():
    """Options are refused if unknown, written twice, exclusive of each other, or not for 2 players."""
    with refuses("2.1", because="high-winds", code="option-unknown"):
        start(Setup("full", options=("monsoon",)))
    with refuses("2.1", code="option-twice"):
        start(Setup("full", options=("high-winds", "high-winds")))
    with refuses("2.0", because="7.3-02", code="reading-unknown"):
        start(Setup("full", readings=("9.9-01",)))
    assert start(Setup("full", options=ALL_OPTIONS[:4])).state.options == ALL_OPTIONS[:4]


def test_4_2_2_high_winds():
    """In Monsoon US Troops and Irregulars are lifted, ARVN pieces not; otherwise both."""
    spaces = "Sai: 5ut ub 3at 3ap 2ar ui PS; Hue: ut"
    for piece in ("at", "ar"):
        with refuses("2.1", because="High Winds", code="high-winds"):
            position(spaces, to_act="US", next=127, options=("high-winds",)).play(
                f"US train Sai | airlift Sai>Hue:{piece}"
            )
    game = position(spaces, to_act="US", next=127, options=("high-winds",))
    assert game.play("US train Sai | airlift Sai>Hue:2ut+ui")["Hue"] == "3ut ui"
    for fields in ({"options": ("high-winds",)}, {"next": 127}):
        game = position(spaces, to_act="US", **fields).play("US train Sai | airlift Sai>Hue:at")
        assert game["Hue"] == "ut at"


def test_2_1_a_log_without_cards_is_checked_from_its_first_line():
    """Political Rhythm also holds for a deck revealed line by line, from its first line."""
    begun = start(Setup("short", options=RHYTHM)).state
    with refuses("2.1", code="coup-too-early"):
        apply(begun, PlayCard(127))
    state = apply(begun, PlayCard(1))
    with refuses("2.1", code="coup-too-early"):
        apply(state, Reveal(127))
    with refuses("2.1", code="deck-not-empty"):
        apply(state, Reveal(0))


def test_2_1_same_seed_same_deck():
    """The same seed gives the same deck."""
    decks = [deal(Setup("full", options=PERIOD), Dice(9)) for _ in range(2)]
    assert decks[0] == decks[1]
