"""The briefing of a seat: all that one decision needs, within its limit, the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest
from samples import WHOLE, sampled

from fitl_core import FACTIONS, Faction, FitlError, Setup, play_log, read_log, start
from fitl_core.facts.players import FOUR_PLAYERS, player_of
from fitl_core.game.replays import Fold, ReplayedGame
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game, random_options
from fitl_core.record.clauses import At, Verb
from fitl_core.rules.sequence import to_act
from fitl_core.seat import SeatBriefing, SeatSight, briefing, sight_of_game
from fitl_core.seat.answer_names import walk_after
from fitl_core.seat.briefings import MOST_BYTES
from fitl_core.seat.sights import going_on

OPENING = b'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'


def game_of(text: bytes = OPENING) -> ReplayedGame:
    """The game of a file."""
    game = play_log(read_log(text, "game.fitl")).replay
    assert game is not None and game.error is None
    return game


def sights(seed: int) -> Iterator[SeatSight]:
    """The sights of the seats to act in a random game, and some within their moves."""
    dice = Dice(seed)
    scenario = ("full", "short", "medium")[seed % 3]
    setup, deck = deal(Setup(scenario, options=random_options(FOUR_PLAYERS, dice)), dice)
    fold, events = Fold(start(setup)), []
    for played in random_game(setup, deck, dice):
        fold.take(played.event)
        events.append(played.event)
        acting = to_act(played.after)
        if acting is not None and dice.chance(0.5):
            sight = sight_of_game(fold.replay(tuple(events)), (acting,))
            yield sight
            yield from within(sight, dice)


def within(sight: SeatSight, dice: Dice) -> Iterator[SeatSight]:
    """The sights after a few random answers."""
    walk = sight.walk
    for _ in range(3):
        if walk is None or not (sight := going_on(sight, walk)).questions:
            return
        asked = dice.draw(sight.questions)
        walk = walk.say(dice.draw(asked.answers(most=20)), asked.who)
        yield going_on(sight, walk)


@cache
def told() -> SeatBriefing:
    """The briefing of the VC at the start of the full scenario."""
    return briefing(sight_of_game(game_of(), (Faction.VC,)))


@pytest.mark.parametrize("seed", sampled(range(6), 3))
def test_the_words_fit_at_any_point_of_a_game(seed: int) -> None:
    """At most 8 KB, with all the news since the beginning, too; answers are never left out entirely.

    `.ci/run` takes two games of six, and two points of four in a row.
    """
    for number, sight in enumerate(sights(seed)):
        if not WHOLE and number % 4 > 1:
            continue
        found = briefing(sight, since=0 if number % 3 else None)
        assert len(found.text.encode()) <= MOST_BYTES, found.text
        assert all(one.answers[0] in found.text for one in found.questions)
        assert all(f"or {word}: " in found.text for word in found.words)


def test_the_same_sight_gives_the_same_bytes() -> None:
    """Two replays of one game give identical briefings."""
    first, second = (
        briefing(sight_of_game(game_of(OPENING + b"VC event shaded\n"), (Faction.NVA,))) for _ in range(2)
    )
    assert msgspec.json.encode(first) == msgspec.json.encode(second)


def test_it_names_what_is_asked_and_what_it_costs() -> None:
    """The question, its answers by name, the words beside them, and the costs."""
    (asked,) = told().questions
    assert (told().what, told().asked, asked.who) == ("turn", Faction.VC, Faction.VC)
    assert asked.answers[:3] == ("rally", "march", "attack") and not asked.more
    assert told().words == ("pass", "limop")
    assert "cost of rally: 1 VC for each space" in told().text
    assert {cost.what for verb in told().verbs for cost in verb.costs} >= {"each space"}


def test_it_has_the_texts_of_the_cards_in_play() -> None:
    """The card in play and the next one, lasting Events, and the seat's own Pivotal Event."""
    played, coming = told().played, told().next
    assert played is not None and coming is not None
    assert all(text in told().text for card in (played, coming) for text in card.sides.values())
    assert [card.what for card in told().cards] == ["your Pivotal Event"]
    assert told().cards[0].text in told().text


def test_the_news_begins_after_the_last_line_of_the_seat() -> None:
    """By default; `since` sets another beginning."""
    game = game_of(OPENING + b"VC event shaded\nNVA pass\n")
    found = briefing(sight_of_game(game, (Faction.VC,)))
    assert (found.since, [one.line for one in found.happened]) == (1, ["NVA  pass"])
    assert found.what == "nothing" and found.questions == ()
    assert len(briefing(sight_of_game(game, (Faction.VC,)), since=0).happened) == 2


def test_within_a_move_it_has_the_move_so_far() -> None:
    """After an answer the next questions are asked, and the move may end where it may."""
    sight = sight_of_game(game_of(), (Faction.VC,))
    assert sight.walk is not None
    found = briefing(going_on(sight, sight.walk.say(Verb("rally"))))
    assert found.begun == "VC   rally" and "The move so far: VC   rally" in found.text
    assert found.verbs == () and "end" not in found.words
    assert "end" in briefing(going_on(sight, walk_after(going_on(sight, sight.walk), "rally Tay"))).words


def test_an_answer_is_known_by_its_name() -> None:
    """A name, with any case, or clauses of the notation; another text is refused."""
    sight = sight_of_game(game_of(), (Faction.VC,))
    assert walk_after(sight, "RALLY").said[-1][1] == Verb("rally")
    assert [str(clause) for _, clause in walk_after(sight, "rally Tay").said][1:] == [str(At("tay-ninh"))]
    with pytest.raises(FitlError):
        walk_after(sight, "; a comment")


def test_a_player_of_two_factions_has_one_sight() -> None:
    """The seat is named by its Factions, and holds both Pivotal Events."""
    game = game_of(OPENING.replace(b"\n\n", b'\n[Players "US+ARVN NVA+VC"]\n\n'))
    factions = player_of(game.state.players, FACTIONS[1])
    found = briefing(sight_of_game(game, factions))
    assert found.seat == "NVA+VC" and len(found.cards) == 2
