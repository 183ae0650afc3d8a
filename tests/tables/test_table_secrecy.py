"""Secrets stay secret: two tables that differ only in secrets look the same to each viewer.

Both are played in lockstep by the same commands, with the same dice and the same cards so far. The later deck
differs, and with it the seed, all keys and salts. The Deception markers and standing orders of the others
differ too. All that a seat or a spectator gets is compared, except hashes, and must hold no secret.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from samples import sampled

import notation
from fitl_core import Faction, FitlError, Setup
from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.facts.scenario_list import scenario
from fitl_core.players.decks import random_deck
from fitl_core.players.dice import Dice
from fitl_core.proofs.sealed_deck import SealedDeck
from fitl_core.record.clauses import At
from fitl_core.seat.briefings import briefing
from fitl_core.state.deck import come_up
from fitl_core.table import automatic_steps, facts, minutes, sealing, seating
from fitl_core.table import tables as tables_module
from fitl_core.table.commands import (
    Begin,
    ChooseMarkers,
    Command,
    End,
    GiveOrder,
    Propose,
    Say,
    Skip,
    Submit,
    SubmitComment,
    TakeBack,
    TakeBackOrder,
)
from fitl_core.table.facts import Seat
from fitl_core.table.seat_sights import sight_of_table
from fitl_core.table.table_log import log_of_table
from fitl_core.table.tables import Answer, Tables
from fitl_core.testing.table_games import TablePlayer, tables_of

THREE: Players = ((Faction.US,), (Faction.ARVN,), (Faction.VC,))
HASH = re.compile(rb"[0-9a-f]{32,}")
ALIKE: tuple[DeceptionMarker, DeceptionMarker] = ("agenda", "asset")
OTHER: tuple[DeceptionMarker, DeceptionMarker] = ("agenda", "threat")


class Diverged(Exception):
    """A secret has come out, as it may: from here on the tables differ by right."""


class Twins(TablePlayer):
    """Two tables played by the same commands, as one seat (None: a spectator) sees them."""

    def __init__(self, setup: Setup, viewer: Seat | None, dice: Dice, shown: int) -> None:
        self.viewer = viewer
        self.shown = shown
        self.compared = 0
        self.other = tables_of(2)
        first = tables_of(1)
        super().__init__(first, first.open(setup, table="twin").table, dice)
        self.other.open(setup, table="twin")

    def both(self, seat: Seat, command: Command, otherwise: Command | None = None) -> Answer:
        """A command at both tables; at the other one perhaps another, which differs in a secret."""
        seen = self.tables.version("twin")
        mine = outcome(self.tables, seat, command, seen)
        other = outcome(self.other, seat, otherwise or command, seen)
        self._insist_on_same_secrets()
        if seat == self.viewer:
            assert shown(mine) == shown(other)
        else:
            assert type(mine) is type(other), (command, mine, other)
        self.compare()
        if isinstance(mine, FitlError):
            raise mine
        return mine

    def _do(self, seat: Seat, command: Command) -> Answer:
        answer = self.both(seat, command)
        self.given += 1
        return answer

    def _insist_on_same_secrets(self) -> None:
        """Stop where cards have come up that differ, or an order that differs has been opened."""
        for tables in (self.tables, self.other):
            state = tables.state("twin")
            if state.board is not None and len(come_up(state.board)) > self.shown:
                raise Diverged
            if any(order.opened for order in state.orders if order.seat != self.viewer):
                raise Diverged

    def compare(self) -> None:
        """Everything that can be had of either table without a command."""
        mine, other = (self.known(tables) for tables in (self.tables, self.other))
        for (what, here), (_, there) in zip(mine, other, strict=True):
            assert HASH.sub(b"#", here) == HASH.sub(b"#", there), what
            for name, secret in self.secrets():
                assert secret not in here, f"{name} stands in {what}"
        self.compared += 1

    def known(self, tables: Tables) -> Iterator[tuple[str, bytes]]:
        """Return all that the viewer gets, by its name."""
        state = tables.state("twin")
        yield "the view", msgspec.json.encode(tables.view("twin", self.viewer))
        yield "the facts", msgspec.json.encode(tables.facts("twin", self.viewer))
        if self.viewer is not None and state.board is not None:
            yield "the briefing", msgspec.json.encode(briefing(sight_of_table(state, self.viewer), since=0))
        yield "the log", notation.write(log_of_table(state)).encode()
        yield "the log as JSON Lines", notation.dump(log_of_table(state)).encode()

    def secrets(self) -> Iterator[tuple[str, bytes]]:
        """Return the secrets that nothing may hold that the viewer gets of the first table."""
        state = self.tables.state("twin")
        yield "the seed", state.seed.encode()
        if state.key:
            yield "the key", state.key.encode()
            up = len(come_up(state.position)) if state.board is not None else 0
            for salt in sealing.deck_of(state).salts[max(up, 2) :]:
                yield "a card's salt", salt.encode()
        for order in state.orders:
            if order.seat != self.viewer and not order.opened:
                yield "an order's salt", order.salt.encode()
                yield "an order's text", order.text.encode()

    def probe(self) -> None:
        """Commands of the viewer by which it could try to learn something."""
        if self.viewer is None:
            return
        own = Faction(self.viewer.split("+")[0])
        tries: list[Command] = [
            *[Submit(f"{faction} reveal {kind}") for faction in FACTIONS for kind in ("agenda", "threat")],
            *[Submit(f"{faction} pass") for faction in FACTIONS if faction is not own],
            *[TakeBackOrder(number) for number in (1, 2)],
            Submit(f"{own} attack Sai {{6}}"),
            Submit("next #68"),
            GiveOrder(f"{own}: perhaps"),
            Begin(Faction.VC if own is not Faction.VC else Faction.US),
            Say(At("saigon")),
            TakeBack(1),
            Propose("void 1") if self.given % 3 else Propose("amend 1 US pass"),
        ]
        for command in tries:
            try:
                self.both(self.viewer, command)
            except FitlError:
                continue

    def others(self) -> list[Seat]:
        """The seats whose secrets differ."""
        return [seat.name for seat in self.state.seats if seat.name != self.viewer]


def outcome(tables: Tables, seat: Seat, command: Command, seen: int) -> Answer | FitlError:
    """The answer to a command, or why it is refused."""
    try:
        return tables.do("twin", seat, command, seen=seen)
    except FitlError as error:
        return error


def shown(found: Answer | FitlError) -> bytes:
    """An answer or refusal as bytes, without hashes."""
    if isinstance(found, FitlError):
        parts = {key: value for key, value in vars(found).items() if key != "position"}
        return HASH.sub(b"#", repr((type(found), str(found), sorted(parts.items()))).encode())
    return HASH.sub(b"#", msgspec.json.encode(found))


def twin_decks(setup: Setup, alike: int) -> dict[bytes, tuple[int, ...]]:
    """A deck for each of two keys, by the order in which they ask: the same cards down to a place."""
    deck = random_deck(setup, Dice(5))
    other, at = [], 0
    for events, _ in scenario(setup.scenario).piles:
        pile = deck[at : at + events + 1]
        known = min(max(alike - at, 0), len(pile))
        other += [*pile[:known], *reversed(pile[known:])]
        at += events + 1
    return {b"first": tuple(deck), b"second": tuple(other)}


@pytest.fixture
def forced(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A way to make both tables' dice the same, and their decks and markers where they may be known."""

    def force(setup: Setup, viewer: Seat | None, alike: int) -> None:
        decks = list(twin_decks(setup, alike).values())
        keys: list[bytes] = []

        def of(key: bytes) -> int:
            if key not in keys:
                keys.append(key)
            return keys.index(key)

        def deck(_: Setup, key: bytes) -> SealedDeck:
            cards = decks[of(key)]
            salts = [hashlib.sha256(key + bytes([i])).hexdigest()[:32] for i in range(len(cards))]
            return SealedDeck(cards, tuple(salts))

        def roll(_: bytes, number: int, purpose: str) -> tuple[int, str]:
            return hashlib.sha256(purpose.encode()).digest()[0] % 6 + 1, f"d6 {number} {purpose}"

        def dealt(state: Any) -> Any:
            kind = ALIKE if of(bytes.fromhex(seating.key_of(state))) == 0 else OTHER
            names = [seat.name for seat in state.seats]
            return tuple([(name, ALIKE if name == viewer else kind) for name in names])

        monkeypatch.setattr(sealing, "_deck", deck)
        monkeypatch.setattr(minutes, "roll_die", roll)
        if "deception" in setup.options:
            monkeypatch.setattr(seating, "markers_dealt", dealt)

    return force


def played(setup: Setup, viewer: Seat | None, alike: int, most: int, forced: Any, ordered: bool) -> Twins:
    """Return twins after a number of commands, or when a secret comes out by right."""
    forced(setup, viewer, alike)
    twins = Twins(setup, viewer, Dice(alike), alike)
    try:
        twins.sit()
        if ordered:
            for seat in twins.others():
                faction = seat.split("+")[-1]
                twins.both(
                    seat,
                    GiveOrder(f"{faction}: pivotal if playable, else waive"),
                    GiveOrder(f"{faction}: waive"),
                )
        while twins.given < most and twins.state.status == "playing":
            twins.play(3)
            twins.probe()
            if twins.given % 2:
                twins.both(twins.others()[0], SubmitComment("so it goes"))
    except Diverged:
        pass
    return twins


VIEWERS: Sequence[Seat | None] = ("US", "ARVN", "NVA", "VC", None)


@pytest.mark.parametrize("viewer", sampled(VIEWERS, 2), ids=str)
def test_nobody_learns_the_deck_markers_or_orders_of_others(viewer: Seat | None, forced: Any) -> None:
    """Four seats with Deception; orders that never bite, for the Short scenario has no Pivotal Events.

    `.ci/run` takes a seat of each side and the spectator.
    """
    setup = Setup("short", players=FOUR_PLAYERS, options=("deception",))
    twins = played(setup, viewer, 6, 45, forced, ordered=True)
    assert twins.compared > 40


@pytest.mark.parametrize("viewer", sampled(["US", "VC", None], 2), ids=str)
def test_beside_non_players_nobody_learns_anything(viewer: Seat | None, forced: Any) -> None:
    """A Non-player's choice depends only on things that all see."""
    setup = Setup("short", players=THREE, options=("deception",))
    twins = played(setup, viewer, 7, 40, forced, ordered=False)
    assert twins.compared > 20


@pytest.mark.parametrize("viewer", ["US", "NVA", None], ids=str)
def test_an_order_tells_nothing_until_it_bites(viewer: Seat | None, forced: Any) -> None:
    """A standing order is not visible to others before it applies, where Pivotal Events are in the game."""
    twins = played(Setup("medium", players=FOUR_PLAYERS), viewer, 8, 25, forced, ordered=True)
    assert twins.compared > 5


@pytest.mark.parametrize("viewer", ["US", None], ids=str)
def test_who_chooses_markers_and_which_is_nobody_elses_knowledge(viewer: Seat | None, forced: Any) -> None:
    """The number of facts does not reveal which seat chooses by Handicap and which draws."""
    setup = Setup("short", players=FOUR_PLAYERS, options=("handicap",))
    forced(setup, viewer, 6)
    twins = Twins(setup, viewer, Dice(1), 6)
    twins.sit()
    twins.both("US", ChooseMarkers(("threat", "threat")))
    twins.both("ARVN", ChooseMarkers(("threat", "threat")), ChooseMarkers(()))
    twins.both("VC", ChooseMarkers(()), ChooseMarkers(("threat", "threat")))
    twins.both("NVA", ChooseMarkers(("threat", "threat")))
    assert twins.state.status == "playing" and twins.compared >= 8
    twins.probe()


def test_a_leak_would_be_found(forced: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: with facts for everybody it fails."""
    monkeypatch.setattr(tables_module, "audience", lambda fact: None)
    setup = Setup("short", players=FOUR_PLAYERS, options=("deception",))
    with pytest.raises(AssertionError, match="the facts"):
        played(setup, "US", 6, 10, forced, ordered=True)


def test_a_view_that_knew_the_deck_would_be_found(forced: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison finds a Non-player, or anything else, that looks at the deck."""
    told = automatic_steps._turn_up

    def indiscreet(draft: Any, is_first: bool) -> None:
        told(draft, is_first)
        deck = sealing.deck_of(draft.state)
        draft.add(facts.NonPlayerDecided(Faction.VC, str(deck.cards[-1])), "")

    monkeypatch.setattr(automatic_steps, "_turn_up", indiscreet)
    with pytest.raises(AssertionError):
        played(Setup("short", players=FOUR_PLAYERS), None, 6, 10, forced, ordered=False)


def test_skips_and_ends_of_a_spectator_are_nobodys() -> None:
    """A spectator may not give commands, because he has no seat."""
    tables = tables_of(3)
    opened = tables.open(Setup("short"))
    for command in (Skip(), End()):
        with pytest.raises(FitlError):
            tables.do(opened.table, "spectator", command, seen=opened.version)
