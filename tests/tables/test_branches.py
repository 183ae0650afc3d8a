"""Tables that branch off others at any version, with a new deck after the cards that had come up (2.1)."""

from __future__ import annotations

from collections import Counter

import pytest
from seated import Seated

import notation
from fitl_core import Setup, replay
from fitl_core.facts.card_list import cards
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.facts.scenario_list import scenario
from fitl_core.players.decks import random_deck
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.record.setup import Setup as AnySetup
from fitl_core.state.deck import check_card, check_end, come_up
from fitl_core.table.commands import HandOver, Leave, Sit
from fitl_core.table.facts import TABLE, MarkersDealt, SeedKept
from fitl_core.table.refusals import TableError, Unknown
from fitl_core.table.sealing import deck_of
from fitl_core.table.table_log import log_of_table
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer, play_table, tables_of
from notation.position_reader import read_position

OPTIONS = [(), ("period-events",), ("political-rhythm",), ("period-events", "political-rhythm")]


def after(name: str, seen: list[int], options: tuple[str, ...]) -> AnySetup:
    """A setup from a position in which these cards have come up, the last of them showing."""
    *played, showing = seen
    words = f"played {' '.join(map(str, played))}; next {showing}"
    return Setup(name, options=options, position=read_position(words))


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "period", "rhythm", "both"])
@pytest.mark.parametrize("name", ["short", "medium", "full"])
def test_2_1_what_lies_behind_the_cards_that_have_come_up_is_a_deck(
    name: str, options: tuple[str, ...]
) -> None:
    """Every card passes the check of its place, down to the deck's end, wherever the deck is cut."""
    start = scenario(name)
    for seed in range(12):
        dice = Dice(seed)
        whole = random_deck(Setup(name, options=options), dice)
        seen = whole[: dice.draw(range(2, len(whole) + 1))]
        rest = random_deck(after(name, seen, options), dice)
        there = [*seen, *rest]
        for i, number in enumerate(there):
            check_card(number, start, options, tuple(there[:i]))
        check_end(start, tuple(there))


def test_2_1_every_place_that_is_left_to_a_coup_is_as_likely() -> None:
    """After 5 Events of a pile of 8, 4 places are left to the Coup card; Political Rhythm excludes none."""
    seen = [1, 2, 3, 4, 5]
    dice = Dice(1)
    for options, open_places in (((), {5, 6, 7, 8}), (("political-rhythm",), {5, 6, 7, 8})):
        setup = after("short", seen, options)
        found = Counter(_first_coup(seen + random_deck(setup, dice)) for _ in range(800))
        assert set(found) == open_places and all(150 < number < 250 for number in found.values())
    early = after("short", [1, 2], ("political-rhythm",))
    assert {_first_coup([1, 2, *random_deck(early, dice)]) for _ in range(200)} == {4, 5, 6, 7, 8}


def _first_coup(deck: list[int]) -> int:
    return next(i for i, number in enumerate(deck) if cards()[number].is_coup)


def test_2_1_the_short_scenario_has_one_failed_attempt() -> None:
    """Whichever has come up in the position, the other one does not."""
    for shown, other in ((129, 130), (130, 129)):
        setup = after("short", [1, shown], ())
        assert not any({shown, other} & set(random_deck(setup, Dice(seed))) for seed in range(40))


THREE: Players = tuple(group for group in FOUR_PLAYERS if group != FOUR_PLAYERS[1])


@pytest.mark.parametrize("seed", range(1, 7))
def test_random_games_that_branch_off_play_to_their_end(seed: int) -> None:
    """Random games branch off at random versions; their logs validate, verify, and end as the tables do."""
    dice = Dice(seed)
    tables = tables_of(seed)
    players = FOUR_PLAYERS if seed % 2 else THREE
    options = ("deception",) if seed in (1, 4) else ("political-rhythm",) if seed == 3 else ()
    parent = play_table(tables, Setup("short", players=players, options=options), dice, most=60)
    version = dice.draw(range(1, tables.version(parent) + 1))
    before = tables.state(parent, version)
    opened = tables.branch(parent, version)
    player = TablePlayer(tables, opened.table, dice)
    player.sit()
    branch = tables.state(opened.table, None)
    assert branch.opened.parent == f"{parent}@{version}"
    if before.board is not None:
        assert branch.opened.seen == len(come_up(before.board)) == branch.seen
    player.play()
    state = tables.state(opened.table)
    assert state.closed == "over"
    log = notation.read(notation.write(log_of_table(state))).log
    game = replay(notation.setup_of(log), log.events)
    assert game.error is None and game.state == state.board
    assert verify(log).faults == ()
    assert tables.view(opened.table).parent == f"{parent}@{version}"


def test_a_branch_of_a_branch_knows_all_cards_that_have_come_up() -> None:
    """The deck shrinks from one to the next; cards that came up in any of them do not come again."""
    tables = tables_of(9)
    name = play_table(tables, Setup("short"), Dice(9), most=12)
    sizes = []
    for seed in range(3):
        opened = tables.branch(name, tables.version(name))
        player = TablePlayer(tables, opened.table, Dice(seed))
        player.sit()
        player.play(8)
        name = opened.table
        deck = deck_of(tables.state(name))
        sizes.append(len(deck.cards))
        state = tables.state(name)
        assert len(deck.cards) + state.seen == 27
        came = come_up(state.position)
        assert len(set(came)) == len(came)
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) > 1


def test_a_branch_tells_nothing_of_its_parents_secrets() -> None:
    """Two parents that differ in seed, deck and markers alone have the same branch."""

    def branch(secret: int) -> tuple[object, ...]:
        tables = _with_other_secrets(secret)
        table = Seated(Setup("short", options=("deception",)), sit=False)
        table.tables = tables
        opened = tables.open(Setup("short", options=("deception",)), table="parent")
        table.name = opened.table
        for seat in ("US", "ARVN", "NVA", "VC"):
            table.do(seat, Sit())
        tables.random_is_shared()
        child = tables.branch("parent", tables.version("parent"), name="child")
        for seat in ("US", "ARVN", "NVA", "VC"):
            tables.do("child", seat, Sit(), seen=tables.version("child"))
        state = tables.state("child")
        shown = come_up(tables.state("parent").position)
        return (
            shown,
            child.version,
            [fact.fact for fact in tables.facts("child", "US")],
            state.seats,
            deck_of(state),
        )

    told: dict[object, object] = {}
    for secret in range(400):
        shown, *rest = branch(secret)
        if shown in told:
            assert told[shown] == rest
            return
        told[shown] = rest
    raise AssertionError("no two parents have turned up the same cards")


class _Secretive(Tables):
    """Tables whose chance is that of a secret at first, and then the same for all."""

    def random_is_shared(self) -> None:
        """From here on chance does not depend on the secret."""
        self._random = tables_of(77)._random


def _with_other_secrets(secret: int) -> _Secretive:
    plain = tables_of(1000 + secret)
    return _Secretive(plain.store, lambda: "2026-01-01T00:00:00Z", plain._random)


def test_who_plays_in_a_branch_are_the_players_of_that_version() -> None:
    """A seat that had gone to Non-players is none of the branch's; links and people are new."""
    table = Seated(Setup("short"))
    table.tables.set_name(table.name, "US", "Ann")
    table.do("VC", Leave())
    before = table.tables.version(table.name)
    table.do(TABLE, HandOver("VC"))
    opened = table.tables.branch(table.name, table.tables.version(table.name))
    assert set(opened.links) == {"", "US", "ARVN", "NVA"} and table.tables.names(opened.table) == {}
    assert not any(seat.taken for seat in table.tables.state(opened.table).seats)
    earlier = table.tables.branch(table.name, before, name="earlier")
    assert set(earlier.links) == {"", "US", "ARVN", "NVA", "VC"}
    with pytest.raises(TableError, match="already"):
        table.tables.branch(table.name, before, name="earlier")
    with pytest.raises(Unknown):
        table.tables.branch(table.name, 9999)
    with pytest.raises(Unknown):
        table.tables.branch("nowhere", 1)


def test_a_branch_before_play_is_the_game_anew() -> None:
    """A branch from the version at which a table was opened has the same setup and another seed."""
    table = Seated(Setup("short"))
    opened = table.tables.branch(table.name, 1)
    state = table.tables.state(opened.table)
    assert state.opened.setup == table.state.opened.setup and state.opened.seen == 0
    (kept,) = table.facts(SeedKept)
    assert isinstance(kept, SeedKept) and state.seed != kept.seed


def test_7_3_markers_that_were_used_stay_used_in_a_branch() -> None:
    """In a branch a seat holds its used markers, and new ones are drawn until it has two more."""
    words = "played 107 55; next 68; revealed VC:asset US:agenda US:agenda"
    setup = Setup("full", options=("deception",), position=read_position(words))
    table = Seated(setup)
    held = {fact.seat: fact.markers for fact in table.facts(MarkersDealt) if isinstance(fact, MarkersDealt)}
    assert held["US"] == ("agenda", "agenda") and held["VC"][0] == "asset"
    assert all(len(markers) == 2 for markers in held.values())
    assert sum(markers.count("agenda") for markers in held.values()) <= 4


def test_2_1_a_branch_after_the_last_card_has_an_empty_deck() -> None:
    """All cards have come up: the branch deals none, says so in its root, and can be verified."""
    tables = tables_of(5)
    name = play_table(tables, Setup("short"), Dice(5))
    branched = tables.branch(name, tables.version(name), name="branch").table
    TablePlayer(tables, branched, Dice(4)).sit()
    state = tables.state(branched)
    assert deck_of(state).cards == () and state.closed == "over"
    assert verify(tables.log(branched)).faults == ()
