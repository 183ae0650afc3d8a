"""Several seats, late versions, repeated commands, crashes: a table behaves like a plain model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

import notation
from fitl_core import FitlError, Setup, play_log, read_log
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import KeptFact, NewFact, Store, StoreError
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.commands import Agree, Command, Decline, End, Propose, Sit, SubmitComment, TakeBack
from fitl_core.table.encoding import read_fact
from fitl_core.table.facts import Seat
from fitl_core.table.lateness import first_that_changes
from fitl_core.table.refusals import Conflict
from fitl_core.table.tables import Answer, Tables, known_to
from fitl_core.testing.table_games import TablePlayer, tables_of

SEEDS = st.integers(0, 10**6)
SEATS = ("US", "ARVN", "NVA", "VC")


class Crashed(StoreError):
    """A store that went away before or after an append."""


class Crashing:
    """A store that crashes on demand at an append: `before` it is stored, or after (`behind`)."""

    def __init__(self, inner: Store) -> None:
        self._inner = inner
        self.crashes: str = ""

    def append(self, table: str, version: int, facts: Sequence[NewFact], command: str = "") -> int:
        """Append, or crash; after a crash all is well again."""
        when, self.crashes = self.crashes, ""
        if when == "before":
            raise Crashed("before")
        done = self._inner.append(table, version, facts, command)
        if when == "behind":
            raise Crashed("behind")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Meant(Exception):
    """The command that a player intends."""

    def __init__(self, seat: Seat, command: Command) -> None:
        super().__init__()
        self.seat = seat
        self.command = command


class Intent(TablePlayer):
    """A random player who only states intentions."""

    def _do(self, seat: Seat, command: Command) -> Answer:
        raise Meant(seat, command)


class TableModel(RuleBasedStateMachine):
    """A table beside its accepted commands: the commands in order, and the table after each."""

    def __init__(self, opening: Callable[[], Store]) -> None:
        super().__init__()
        self.store: Any = Crashing(opening())
        self.accepted: list[tuple[Seat, Command, str, Answer]] = []
        self.behind: dict[int, bytes] = {}

    @initialize(seed=st.integers(0, 50), scenario=st.sampled_from(["short", "medium"]))
    def open(self, seed: int, scenario: str) -> None:
        """A table of four, all seated."""
        self.tables = tables_of(seed, self.store)
        self.name = self.tables.open(Setup(scenario, players=FOUR_PLAYERS, options=("deception",))).table
        for seat in SEATS:
            self.give(seat, Sit(), f"sit {seat}")

    @property
    def version(self) -> int:
        """At which version the table must be."""
        return self.accepted[-1][3].version if self.accepted else 2

    def give(self, seat: Seat, command: Command, key: str, seen: int | None = None) -> Answer:
        """A command that may be refused: then nothing has changed."""
        before = self.version
        try:
            answer = self.tables.do(self.name, seat, command, seen=before if seen is None else seen, key=key)
        except FitlError:
            assert self.tables.version(self.name) == before
            raise
        assert not answer.again and answer.version > before
        self.accepted.append((seat, command, key, answer))
        self.behind[answer.version] = msgspec.msgpack.encode(self.tables.state(self.name))
        return answer

    def intended(self, seed: int) -> tuple[Seat, Command] | None:
        """Return the command of a random player."""
        player = Intent(self.tables, self.name, Dice(seed))
        try:
            player.play(1)
        except Meant as meant:
            return meant.seat, meant.command
        return None

    def try_to(self, seat: Seat, command: Command) -> None:
        """Give a command that may well be refused."""
        try:
            self.give(seat, command, f"k{len(self.accepted)}")
        except FitlError:
            return

    @rule(seed=SEEDS)
    def move(self, seed: int) -> None:
        """Let a seat that is asked act."""
        if (meant := self.intended(seed)) is not None:
            self.try_to(*meant)

    @rule(seed=SEEDS, late=st.integers(1, 3))
    def come_late(self, seed: int, late: int) -> None:
        """A command that has not seen facts that concern it, or is of a version to come, is a conflict."""
        if (meant := self.intended(seed)) is not None:
            seat, command = meant
            missed = [read_fact(self.name, fact) for fact in self.store.read(self.name, self.version - late)]
            is_late = first_that_changes(command, seat, missed) is not None
            for seen in (self.version - late,) * is_late + (self.version + late,):
                with pytest.raises(Conflict):
                    self.tables.do(self.name, seat, command, seen=seen, key="late")
            assert self.tables.version(self.name) == self.version

    @rule(seed=SEEDS, when=st.sampled_from(["before", "behind"]))
    def crash(self, seed: int, when: str) -> None:
        """The store goes away; the client sends the same again, and it is done once."""
        meant = self.intended(seed)
        if meant is None:
            return
        seat, command = meant
        key, before = f"c{len(self.accepted)}", self.version
        self.store.crashes = when
        try:
            self.tables.do(self.name, seat, command, seen=before, key=key)
        except Crashed:
            pass
        except FitlError:
            self.store.crashes = ""
            return
        self.store.crashes = ""
        answer = self.tables.do(self.name, seat, command, seen=before, key=key)
        assert answer.again == (when == "behind")
        assert len(self.store.read(self.name)) == answer.version
        self.accepted.append((seat, command, key, answer))
        self.behind[answer.version] = msgspec.msgpack.encode(self.tables.state(self.name))

    @rule(at=st.integers(0, 10**6))
    def send_again(self, at: int) -> None:
        """A command that was carried out under a key is answered with the same facts, and not done again."""
        seat, command, key, answer = self.accepted[at % len(self.accepted)]
        again = self.tables.do(self.name, seat, command, seen=answer.version, key=key)
        assert again.again and (again.version, again.facts) == (answer.version, answer.facts)
        other = SEATS[(SEATS.index(seat) + 1) % 4]
        with pytest.raises(FitlError):
            self.tables.do(self.name, other, Agree(10**6), seen=self.version, key=key)
        assert self.tables.version(self.name) == self.version

    @rule(seat=st.sampled_from(SEATS), seed=SEEDS)
    def agree_or_not(self, seat: Seat, seed: int) -> None:
        """Proposals are made, agreed to, declined; things are taken back."""
        dice, state = Dice(seed), self.tables.state(self.name)
        number = state.proposals[-1].number if state.proposals else 1
        commands: list[Command] = [
            Propose("void"),
            Propose(f"void {dice.draw(range(1, len(state.lines) + 2))}"),
            Propose('correct "aid 9"'),
            Decline(number),
            TakeBack(),
            SubmitComment("hm"),
            End(),
        ]
        self.try_to(seat, dice.draw(commands))
        if dice.chance(0.5):
            for one in SEATS:
                self.try_to(one, Agree(number))

    @rule(at=st.integers(0, 10**6))
    def look_back(self, at: int) -> None:
        """The table at any earlier version is unchanged."""
        version = at % self.version + 1
        state = self.tables.state(self.name, version)
        assert state.version == version
        if version in self.behind:
            assert msgspec.msgpack.encode(state) == self.behind[version]

    @rule()
    def lose_snapshot(self) -> None:
        """A snapshot that is gone is missed by nobody."""
        state = self.tables.state(self.name)
        self.tables.store.keep_snapshot(self.name, None)
        assert Tables(self.store).state(self.name) == state

    def teardown(self) -> None:
        """All facts are those of the answers, and the log of the game is legal and proven."""
        if not self.accepted:
            return
        kept: list[KeptFact] = self.store.read(self.name)
        assert [fact.version for fact in kept] == list(range(1, self.version + 1))
        for seat, _, _, answer in self.accepted:
            versions = [one.version for one in answer.facts]
            own = [read_fact(self.name, fact) for fact in kept if fact.version in versions]
            assert known_to(seat, own) == answer.facts
        state = self.tables.state(self.name)
        game = play_log(read_log(notation.write(self.tables.log(self.name)).encode(), "table"))
        assert game.replay is not None and game.replay.error is None and game.replay.state == state.board
        assert verify(self.tables.log(self.name)).faults == ()


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_table_does_what_a_plain_model_does(kind: str, tmp_path: Path) -> None:
    """Every accepted command is there once, in order; nothing else is; folding again gives the same table."""
    numbers = iter(range(10**6))

    def opening() -> Store:
        if kind == "memory":
            return MemoryStore()
        return open_store(f"sqlite:///{tmp_path}/{next(numbers)}.db")

    run_state_machine_as_test(
        lambda: TableModel(opening),
        settings=settings(
            max_examples=12 if kind == "memory" else 4,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
