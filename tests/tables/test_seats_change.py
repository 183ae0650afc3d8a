"""Seats: left, taken by others, given up, handed to Non-players and back; links and names."""

from __future__ import annotations

from pathlib import Path

import pytest
from seated import HIT, Seated

import notation
from fitl_core import Faction, FitlError, Setup, Violation, replay
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.record.clauses import Number, Verb
from fitl_core.record.events import ShareOut
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.table.commands import (
    Agree,
    Begin,
    Close,
    GiveOrder,
    HandOver,
    Leave,
    Propose,
    Resign,
    Say,
    Sit,
    TakeOver,
    Unseat,
)
from fitl_core.table.facts import TABLE, MarkersDealt, NonPlayerDecided
from fitl_core.table.refusals import Forbidden, NotNow, Unknown
from fitl_core.table.table_log import log_of_table
from fitl_core.table.tables import Tables
from fitl_core.testing import laws_of_games
from fitl_core.testing.laws_of_games import hold_laws
from fitl_core.testing.seat_change_games import SeatChanger
from fitl_core.testing.table_games import TablePlayer, play_table, tables_of
from notation.position_reader import read_position

TWO: Players = ((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))


def store_of(kind: str, where: Path) -> Store:
    """A store of a kind, in memory or in a file."""
    return MemoryStore() if kind == "memory" else SqliteStore(str(where / "tables.db"))


# -- people come and go -----------------------------------------------------------------------------


def test_who_leaves_may_come_back_or_be_replaced() -> None:
    """The seat stays asked; nobody commands for it while it is empty."""
    table = Seated()
    asked = table.do(table.state.seats[0].name, Leave()).asked
    seat = table.state.seats[0].name
    assert not table.state.seats[0].taken and asked.seats != ()
    with pytest.raises(Forbidden, match="take it first"):
        table.do(seat, "note I am back")
    table.do(seat, Sit())
    with pytest.raises(NotNow, match="taken"):
        table.do(seat, Sit())


def test_a_new_link_makes_the_old_one_void() -> None:
    """A player whom the host has removed has no link, and the next player gets a new one."""
    tables = tables_of(3)
    opened = tables.open(Setup("short"))
    tables.do(opened.table, "US", Sit(), seen=opened.version)
    old = opened.links["US"]
    assert tables.seat_of(opened.table, old) == "US"
    tables.do(opened.table, TABLE, Unseat("US"), seen=tables.version(opened.table))
    with pytest.raises(Unknown):
        tables.seat_of(opened.table, old)
    new = tables.new_link(opened.table, "US")
    newer = tables.new_link(opened.table, "US")
    assert tables.seat_of(opened.table, newer) == "US" and new != newer
    with pytest.raises(Unknown):
        tables.seat_of(opened.table, new)


def test_who_leaves_by_himself_keeps_his_link() -> None:
    """A player who leaves may come back, until the host gives the seat to another."""
    tables = tables_of(3)
    opened = tables.open(Setup("short"))
    tables.do(opened.table, "US", Sit(), seen=opened.version)
    tables.do(opened.table, "US", Leave(), seen=tables.version(opened.table))
    assert tables.seat_of(opened.table, opened.links["US"]) == "US"


def test_resigning_ends_a_game_of_two_and_leaves_a_seat_of_more() -> None:
    """With two seats the table is closed; with four the seat waits for another player."""
    two = Seated(Setup("short", players=TWO))
    two.do("NVA+VC", Resign())
    assert (two.state.status, two.state.closed) == ("closed", "resigned")
    with pytest.raises(NotNow, match="closed"):
        two.do("US+ARVN", "note wait")
    four = Seated()
    four.do("VC", Resign())
    seat = four.state.seat("VC")
    assert four.state.status == "playing" and seat is not None and seat.resigned and not seat.taken
    four.do("VC", Sit())
    again = four.state.seat("VC")
    assert again is not None and again.taken and not again.resigned


def test_the_host_abandons_a_table() -> None:
    """An abandoned table opens its seed, and nothing more is played; a seat cannot abandon it."""
    table = Seated()
    with pytest.raises(Forbidden):
        table.do("US", Close())
    for seat in table.state.seats:
        table.do(seat.name, Leave())
    table.do(TABLE, Close())
    assert table.state.closed == "abandoned"
    assert log_of_table(table.state).tag("Seed-Opened") == table.state.seed


def test_spec_3_an_empty_seat_has_not_consented() -> None:
    """A proposal waits for the next player of the seat; a seat handed to Non-players is asked no more."""
    table = Seated(Setup("short", players=TWO))
    table.do("US+ARVN", Propose('correct "aid 9"'))
    table.do("NVA+VC", Leave())
    assert table.state.position.aid != 9 and len(table.state.proposals) == 1
    table.do("NVA+VC", Sit())
    table.do("NVA+VC", Agree(1))
    assert table.state.proposals == () and table.state.position.aid == 9
    other = Seated(Setup("short", players=TWO))
    other.do("NVA+VC", Leave())
    other.do("US+ARVN", Propose('correct "aid 9"'))
    assert len(other.state.proposals) == 1
    other.do(TABLE, HandOver("NVA+VC"))
    if other.state.status == "playing":
        other.do("US+ARVN", Propose('correct "aid 8"'))
        assert other.state.position.aid == 8


@pytest.mark.parametrize("command", [Leave(), Resign(), None], ids=["leaves", "resigns", "unseated"])
@pytest.mark.parametrize("seat", ["US", "NVA"], ids=["proposer", "another"])
def test_spec_3_consent_goes_with_him_who_gave_it(command: Leave | Resign | None, seat: str) -> None:
    """A new player of a seat is asked again, also about the proposals that the seat itself made."""
    table = Seated(Setup("short"))
    table.do("US", Propose('correct "aid 9"'))
    table.do("NVA", Agree(1))
    if command is None:
        table.do(TABLE, Unseat(seat))
    else:
        table.do(seat, command)
    (proposal,) = table.state.proposals
    assert proposal.agreed == tuple([one for one in ("US", "NVA") if one != seat])
    table.do("ARVN", Agree(1))
    table.do("VC", Agree(1))
    assert table.state.position.aid != 9
    table.do(seat, Sit())
    assert table.state.position.aid != 9
    table.do(seat, Agree(1))
    assert table.state.proposals == () and table.state.position.aid == 9


# -- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [("Zoë Ø 中", "Zoë Ø 中"), ("a\u202eb\u2069\x00\n", "ab"), (" A ", "A"), ("\u200b", ""), ("", "")],
)
def test_a_name_is_what_can_be_seen_of_it(given: str, kept: str) -> None:
    """Hidden characters do not reorder the text around a name; a name with no other characters is dropped."""
    table = Seated(Setup("short"))
    table.tables.set_name(table.name, "US", given)
    assert table.tables.names(table.name) == ({"US": kept} if kept else {})


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_an_erased_name_is_nowhere(kind: str, tmp_path: Path) -> None:
    """A name is never in the stream; once erased, no byte of it is in the store, a view or the log."""
    name = "Wilhelmina Zörn"
    store = store_of(kind, tmp_path)
    tables = tables_of(5, store)
    opened = tables.open(Setup("short"))
    table = opened.table
    tables.set_name(table, "US", name)
    for seat in ("US", "ARVN", "NVA", "VC"):
        tables.do(table, seat, Sit(), seen=tables.version(table))
    assert name in [seat.player for seat in tables.view(table).seats]
    assert all(name.encode() not in fact.body for fact in store.read(table))
    tables.set_name(table, "US", None)
    told = [repr(tables.view(table)), repr(tables.names(table)), notation.write(tables.log(table))]
    assert not any("Wilhelmina" in text or "Zörn" in text for text in told)
    store.close()
    for path in tmp_path.iterdir():
        assert "Zörn".encode() not in path.read_bytes() and b"Wilhelmina" not in path.read_bytes()


@pytest.mark.parametrize("command", [Leave(), Resign(), Unseat("US")])
def test_who_has_left_is_not_named_any_more(command: Leave | Resign | Unseat) -> None:
    """The next player of the seat does not play under the name of the one who left."""
    table = Seated()
    table.tables.set_name(table.name, "US", "Ann")
    table.tables.set_name(table.name, "VC", "Ben")
    table.do(TABLE if isinstance(command, Unseat) else "US", command)
    assert table.tables.names(table.name) == {"VC": "Ben"}


# -- Non-players ------------------------------------------------------------------------------------


def test_8_0_an_empty_seat_goes_to_non_players_who_act_by_themselves() -> None:
    """A log line reports the hand-over; the seat, its name and its link go; its reasons are kept."""
    table = Seated()
    tables, name = table.tables, table.name
    (asked,) = tables.view(name).asked.seats
    link = tables.new_link(name, asked)
    with pytest.raises(NotNow, match="somebody sits"):
        table.do(TABLE, HandOver(asked))
    table.do(asked, Leave())
    with pytest.raises(Forbidden):
        table.do("US" if asked != "US" else "VC", HandOver(asked))
    answer = table.do(TABLE, HandOver(asked))
    state = table.state
    assert state.seat(asked) is None and state.players == tuple(
        group for group in FOUR_PLAYERS if group != (Faction(asked),)
    )
    assert ShareOut(state.players) in [entry.event for entry in state.lines]
    assert asked not in answer.asked.seats
    assert [fact.faction for fact in table.facts(NonPlayerDecided) if isinstance(fact, NonPlayerDecided)][
        :1
    ] == [asked]
    with pytest.raises(Unknown):
        tables.seat_of(name, link)
    log = log_of_table(state)
    found = judge_non_players(replay(notation.setup_of(log), log.events))
    assert found and found[0].verdict.faction == asked and found[0].verdict.verdict != "departs"


def test_8_0_a_seat_is_made_of_non_players_factions() -> None:
    """A new seat waits for a player; it needs Factions that nobody plays and that go together."""
    table = Seated(Setup("short", players=((Faction.US,),)))
    for seat in ("US", "US+ARVN", "ARVN+VC", "", "ARVN NVA", "Bob"):
        with pytest.raises((Unknown, Violation)):
            table.do(TABLE, TakeOver(seat))
    table.do(TABLE, TakeOver("NVA+VC"))
    assert [(seat.name, seat.taken) for seat in table.state.seats] == [("US", True), ("NVA+VC", False)]
    link = table.tables.new_link(table.name, "NVA+VC")
    assert table.tables.seat_of(table.name, link) == "NVA+VC"
    table.do("NVA+VC", Sit())
    table.do(TABLE, Unseat("NVA+VC"))
    table.do(TABLE, HandOver("NVA+VC"))
    assert [seat.name for seat in table.state.seats] == ["US"]


def test_8_0_a_seat_that_stays_empty_goes_to_non_players_before_play() -> None:
    """The game begins without the seat: its header, and no line, shows that; the seat can be made again."""
    table = Seated(Setup("short"), sit=False)
    for seat in ("US", "ARVN", "VC"):
        table.do(seat, Sit())
    with pytest.raises(NotNow, match="somebody sits"):
        table.do(TABLE, HandOver("VC"))
    table.do("VC", Leave())
    table.do(TABLE, HandOver("VC"))
    table.do(TABLE, TakeOver("VC"))
    table.do("VC", Sit())
    answer = table.do(TABLE, HandOver("NVA"))
    assert table.state.status == "playing" and "NVA" not in answer.asked.seats
    log = table.tables.log(table.name)
    assert log.tag("Players") == "US ARVN VC"
    assert not any(isinstance(entry.event, ShareOut) for entry in log.entries)
    assert replay(notation.setup_of(log), log.events).error is None and verify(log).faults == ()
    assert Tables(table.tables.store).state(table.name, table.state.version) == table.state


def test_8_0_before_play_as_well_options_and_editions_bind_hand_overs() -> None:
    """At least one seat stays with a player; a hand-over that is refused changes nothing."""
    drawn = Seated(
        Setup("short", options=("deception",), players=((Faction.US,), (Faction.ARVN,), (Faction.VC,))),
        sit=False,
    )
    with pytest.raises(Violation, match="3 or 4 players"):
        drawn.do(TABLE, HandOver("US"))
    original = Seated(Setup("short", Edition.ORIGINAL), sit=False)
    with pytest.raises(FitlError, match="section 8"):
        original.do(TABLE, HandOver("US"))
    lone = Seated(Setup("short", players=((Faction.US,),)), sit=False)
    with pytest.raises(NotNow, match="at least one seat"):
        lone.do(TABLE, HandOver("US"))
    assert [len(seated.state.seats) for seated in (drawn, original, lone)] == [3, 4, 1]


def test_8_0_no_seat_is_left_and_the_game_ends_by_itself() -> None:
    """Where nobody plays, Non-players play to the end."""
    table = Seated(Setup("short", players=((Faction.US,),)))
    table.do("US", Leave())
    table.do(TABLE, HandOver("US"))
    assert table.state.closed == "over"
    assert verify(log_of_table(table.state)).faults == ()


def test_7_3_deception_is_for_three_players_or_more() -> None:
    """Options bind hand-overs; markers of a seat come back with it, a new seat draws its own."""
    table = Seated(Setup("short", options=("deception",)))
    before = {seat.name: seat.markers for seat in table.state.seats}
    table.do("VC", Leave())
    table.do(TABLE, HandOver("VC"))
    table.do("NVA", Leave())
    with pytest.raises(Violation, match="3 or 4 players"):
        table.do(TABLE, HandOver("NVA"))
    table.do("NVA", Sit())
    dealt = len(table.facts(MarkersDealt))
    table.do(TABLE, TakeOver("VC"))
    assert {seat.name: seat.markers for seat in table.state.seats} == before
    assert len(table.facts(MarkersDealt)) == dealt
    other = Seated(
        Setup("short", options=("deception",), players=((Faction.US,), (Faction.NVA,), (Faction.VC,)))
    )
    other.do(TABLE, TakeOver("ARVN"))
    seat = other.state.seat("ARVN")
    assert seat is not None and len(seat.markers) == 2
    held = [marker for one in other.state.seats for marker in one.markers]
    assert all(held.count(kind) <= 4 for kind in held)


def test_2_3_8_standing_orders_go_with_their_seat() -> None:
    """The next player of a seat finds its orders; a Non-player has none, nor has its follower."""
    table = Seated(Setup("full"))
    table.do("VC", GiveOrder("VC: waive"))
    table.do("VC", Leave())
    table.do("VC", Sit())
    assert [order.text for order in table.tables.view(table.name, "VC").orders] == ["VC: waive"]
    table.do("VC", Leave())
    table.do(TABLE, HandOver("VC"))
    table.do(TABLE, TakeOver("VC"))
    assert table.state.orders == ()


def test_a_move_that_has_begun_goes_on_or_is_dropped() -> None:
    """Without a die it is dropped with its seat; the line of a hand-over does not touch another's."""
    table = Seated()
    (asked,) = table.tables.view(table.name).asked.factions
    table.do(asked, Begin(asked))
    other = next(seat.name for seat in reversed(table.state.seats) if seat.name != asked)
    table.do(other, Leave())
    table.do(TABLE, HandOver(other))
    assert table.state.begun is not None and table.state.begun.faction == asked
    table.do(asked, Leave())
    table.do(TABLE, HandOver(asked))
    assert table.state.begun is None or table.state.begun.faction != asked


def test_8_1_2_a_move_that_takes_from_a_new_non_player_is_dropped() -> None:
    """VC take Resources from the NVA, and have not ended the move. Then section 8 takes the NVA over."""
    table = Seated(Setup("short"), HIT)
    for command in (Begin(Faction.VC), Say(Verb("rally")), Say(Verb("transfer")), Say(Number("VC", 1))):
        table.do("VC", command)
    table.do("NVA", Leave())
    table.do(TABLE, HandOver("NVA"))
    assert table.state.begun is None
    table.do("VC", Begin(Faction.VC))
    assert table.state.begun is not None


def test_a_move_in_which_a_die_has_fallen_is_not_dropped_by_the_host() -> None:
    """The next player continues the move, or the table takes it back by consent: dice fall once."""
    table = rolled_table()
    begun = table.state.begun
    assert begun is not None and begun.dice
    seat = table.state.seat_of(begun.faction)
    table.do(TABLE, Unseat(seat))
    with pytest.raises(NotNow, match="a die has fallen"):
        table.do(TABLE, HandOver(seat))
    table.do(seat, Sit())
    assert table.state.begun == begun


def rolled_table() -> Seated:
    """A table at which a die has fallen in a move of a player that goes on."""
    table = Seated(seed=2)
    player = TablePlayer(table.tables, table.name, Dice(2))
    for _ in range(400):
        player.play(1)
        begun = table.state.begun
        if begun is not None and begun.dice and table.state.seat_of(begun.faction) != TABLE:
            return table
    raise AssertionError("no die has fallen in a move that goes on")


def test_8_0_the_reasons_of_non_players_are_kept() -> None:
    """Each of their moves has the decision that led to it, as it is found again from the log alone."""
    tables = tables_of(11)
    table = play_table(tables, Setup("short", players=((Faction.US,),)), Dice(11), most=12)
    state, decisions = tables.state(table), tables.decisions(table)
    assert decisions and {one.faction for one in decisions} <= {Faction.ARVN, Faction.NVA, Faction.VC}
    for one in decisions:
        event = state.lines[one.line - 1].event
        assert getattr(event, "faction", None) is one.faction and state.lines[one.line - 1].by == TABLE
    log = log_of_table(state)
    game = replay(notation.setup_of(log), log.events)
    told = {
        one.number: one.verdict.trace for one in judge_non_players(game) if one.verdict.verdict == "dictated"
    }
    assert told and all(told[one.line] == one.trace for one in decisions if one.line in told)
    assert tables.decisions(table, after=decisions[0].line) == decisions[1:]
    with pytest.raises(Unknown):
        tables.decisions("nowhere")


# -- all together -----------------------------------------------------------------------------------

LAWS_OF_POSITIONS = (
    laws_of_games.positions_are_lawful,
    laws_of_games.a_prefix_and_the_rest_are_the_whole,
    laws_of_games.effects_are_the_whole_change,
    laws_of_games.what_is_written_is_read,
    laws_of_games.a_position_goes_on_as_its_game,
    laws_of_games.what_is_taken_back_leaves_no_trace,
)


@pytest.mark.parametrize("kind, seed", [("memory", 1), ("memory", 3), ("memory", 4), ("sqlite", 6)])
def test_random_games_whose_seats_change_validate_and_verify(kind: str, seed: int, tmp_path: Path) -> None:
    """People come and go, Factions change hands: the log is legal, ends where the table does, is proven."""
    tables = tables_of(seed, store_of(kind, tmp_path))
    players: Players = (FOUR_PLAYERS, TWO, ((Faction.VC,),))[seed % 3]
    options = ("deception",) if seed == 3 else ()
    opened = tables.open(Setup("short", players=players, options=options))
    player = SeatChanger(tables, opened.table, Dice(seed))
    player.sit()
    player.play()
    state = tables.state(opened.table)
    assert state.closed == "over" and player.changed
    log = notation.read(notation.write(log_of_table(state))).log
    game = replay(notation.setup_of(log), log.events)
    assert game.error is None and game.state == state.board
    assert verify(log).faults == ()
    assert not [one for one in judge_non_players(game) if one.verdict.verdict in ("departs", "rolls-missing")]
    hold_laws(notation.setup_of(log), game, Dice(seed), LAWS_OF_POSITIONS)
    tables.store.keep_snapshot(opened.table, None)
    assert tables.state(opened.table) == state


# -- a Non-player's move that waits for a player ----------------------------------------------------

WAITS = "Sai 2ut 2vg; Hue 2ut; played 9; next 70; eligible VC"
"""VC execute card 9, shaded: the US, if it has a player, chooses the US Troops that go."""


def waiting() -> Seated:
    """Return a table at which VC, without a player, wait for the choice of the US in their Event."""
    setup = Setup("full", players=((Faction.US,), (Faction.NVA,)), position=read_position(WAITS))
    for seed in range(1, 40):
        table = Seated(setup, seed)
        begun = table.state.begun
        if begun is not None and begun.asked is Faction.US and begun.dice:
            return table
    raise AssertionError("VC never play the Event")


@pytest.mark.parametrize("seat", ["US", "NVA"])
def test_8_4_1_a_non_player_decides_anew_when_others_decide_around_it(seat: str) -> None:
    """The log keeps its fallen dice as dice that decide nothing: none is left out, and the rest is legal."""
    table = waiting()
    assert table.tables.view(table.name).asked.seats == ("US",)
    table.do(seat, Leave())
    table.do(TABLE, HandOver(seat))
    assert any("decide nothing" in line for line in table.lines)
    if seat == "NVA":
        begun = table.state.begun
        if begun is not None and begun.asked is Faction.US:
            table.do("US", Say(table.tables.view(table.name, "US").questions[0].answers[0]))
    log = log_of_table(table.state)
    game = replay(notation.setup_of(log), log.events)
    assert game.error is None and verify(log).faults == ()
    assert not [one for one in judge_non_players(game) if one.verdict.verdict in ("departs", "rolls-missing")]


def test_8_0_a_seat_is_made_while_a_non_player_waits() -> None:
    """The waiting Faction gets a player: its dice decide nothing, and the player decides by himself."""
    table = waiting()
    table.do(TABLE, TakeOver("VC"))
    assert table.state.begun is None and table.tables.view(table.name).asked.seats == ("VC",)
    assert verify(log_of_table(table.state)).faults == ()


def test_spec_3_a_hand_over_is_taken_back_by_consent() -> None:
    """The seat is there again, with nobody on it and no link until the host makes one."""
    table = Seated()
    (asked,) = table.tables.view(table.name).asked.seats
    other = next(seat.name for seat in table.state.seats if seat.name != asked)
    table.do(other, Leave())
    table.do(TABLE, HandOver(other))
    number = next(n for n, entry in enumerate(table.state.lines, 1) if isinstance(entry.event, ShareOut))
    for seat in [one.name for one in table.state.seats]:
        if table.state.proposals:
            table.do(seat, Agree(1))
        else:
            table.do(seat, Propose(f"void {number}"))
    seat_again = table.state.seat(other)
    assert seat_again is not None and not seat_again.taken and table.state.players == FOUR_PLAYERS
    table.do(other, Sit())
    assert table.tables.seat_of(table.name, table.tables.new_link(table.name, other)) == other
