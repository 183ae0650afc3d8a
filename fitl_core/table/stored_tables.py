"""Stored tables: each fact is read, compared with its link, and only then used.

Read `links` and `encoding` next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.applying import UnfitEffects
from fitl_core.state.state import State
from fitl_core.stores.port import KeptFact, NewFact, Snapshot, Store
from fitl_core.table.encoding import (
    body_of,
    encode_fact,
    has_steps,
    newer_fact,
    read_fact,
    read_snapshot,
    snapshot_form,
)
from fitl_core.table.fact_fold import absorb_into, opened
from fitl_core.table.facts import LINE_KINDS, DeckSealed, Line, Recorded, StepsKept
from fitl_core.table.kept_steps import KeptStep
from fitl_core.table.links import Chain, Damaged
from fitl_core.table.table_draft import TableDraft
from fitl_core.table.table_state import TableState, replaced


class StoredTable(msgspec.Struct, frozen=True):
    """A table in a store: its facts, the version that its stream should have, and its snapshot."""

    table: str
    facts: list[KeptFact]
    version: int
    snapshot: Snapshot | None


_KINDS_WITH_STEPS = (str(DeckSealed.__struct_config__.tag), *LINE_KINDS)
"""The kinds of facts that have a step, in the order of their steps: the sealing has that of the start."""
Steps = tuple[KeptStep, ...]
"""Steps that a later fact holds for lines without one, by line; the first is that of the start."""


def stored_table(store: Store, table: str) -> StoredTable:
    """Read all facts of a table from a store. A table that does not exist has none."""
    version = store.version(table)  # first: others may append meanwhile
    return StoredTable(table, store.read(table), version, store.snapshot(table))


def chains_of(stored: StoredTable) -> list[Chain]:
    """Return the chain of links up to each fact. Raises `Damaged` for the first fact that does not fit."""
    chain, chains = Chain(), []
    for fact in stored.facts:
        chain = chain.to(stored.table, fact)
        chains.append(chain)
    if chain.version < stored.version:
        raise Damaged(stored.table, chain.version + 1, f"it and all up to fact {stored.version} are missing")
    return chains


def fold_stored(stored: StoredTable) -> TableState | None:
    """Return the table after all facts, made from its snapshot if that fits them; None without facts.

    Raises `Damaged` before any fact is used.
    """
    chains = chains_of(stored)
    state = read_snapshot(stored.table, stored.snapshot) if stored.snapshot is not None else None
    if state is not None and (
        not 0 < state.version <= len(chains) or chain_of(state) != chains[state.version - 1]
    ):
        state = None
    steps = steps_kept_later(stored.table, stored.facts)
    witness = None if steps else _OldSnapshot.of(stored)
    draft = TableDraft(state) if state is not None else None
    for fact in stored.facts[draft.version if draft is not None else 0 :]:
        draft, _ = _taken(stored.table, draft, fact, steps)
        if witness is not None and witness.version == draft.version:
            draft = TableDraft(witness.attest(draft.freeze()))
    return with_chain(draft.freeze(), chains[-1]) if draft is not None else None


def with_chain(state: TableState, chain: Chain) -> TableState:
    """Return a table with the links up to its version."""
    return replaced(state, link=chain.link, is_linked=chain.has_begun)


class _OldSnapshot(msgspec.Struct, frozen=True):
    """A snapshot of an earlier version of the program, as far as it can be read."""

    version: int
    board: State | None = None

    @classmethod
    def of(cls, stored: StoredTable) -> _OldSnapshot | None:
        """Return the snapshot of a table, if it is one of an earlier version; None if it cannot be read."""
        snapshot = stored.snapshot
        if snapshot is None or snapshot.form == snapshot_form():
            return None
        try:
            return msgspec.msgpack.decode(body_of(snapshot), type=cls)
        except (msgspec.MsgspecError, ValueError):
            return None

    def attest(self, state: TableState) -> TableState:
        """Return a table at the version of this snapshot. Its lines are attested if the positions agree."""
        if self.board != state.board or state.unshown:
            return state
        steps = [msgspec.structs.replace(step, is_attested=True) for step in state.steps]
        return replaced(state, steps=tuple(steps))


def line_contradicted(stored: StoredTable) -> int:
    """Return the last line of an older snapshot, if it shows another position than today's rules; else 0."""
    witness = _OldSnapshot.of(stored)
    if witness is None or not 0 < witness.version <= len(stored.facts):
        return 0
    then = StoredTable(stored.table, stored.facts[: witness.version], witness.version, None)
    state = fold_stored(then)
    agrees = state is None or state.unshown or state.board == witness.board
    return 0 if state is None or agrees else len(state.lines)


def steps_kept_later(table: str, facts: Sequence[KeptFact]) -> Steps:
    """Return the steps that a later fact among these holds for lines without one. Raises `UnreadableFact`."""
    if not facts or has_steps(facts[0]):
        return ()
    kind = str(StepsKept.__struct_config__.tag)
    later = next((fact for fact in reversed(facts) if fact.kind == kind), None)
    fact = read_fact(table, later).fact if later is not None else None
    return fact.steps if isinstance(fact, StepsKept) else ()


def insist_on_known_release(facts: Callable[[], list[KeptFact]], state: TableState) -> None:
    """Raise `NewerFact` if a line was played by a rules release that is newer than this program's. `facts`
    reads all facts of the table.

    Such a table is shown, but only a program with those rules goes on with it.
    """
    newer = next((number for number, step in enumerate(state.steps) if step.release > RULES_RELEASE), None)
    if newer is None:
        return
    release = state.steps[newer].release
    with_steps = [fact for fact in facts() if fact.kind in _KINDS_WITH_STEPS]
    why = f"rules release {release} played event {newer}; this program has release {RULES_RELEASE}"
    raise newer_fact(state.table, with_steps[newer], why)


def chain_of(state: TableState | None) -> Chain:
    """Return the links of a table up to its version; None means before its first fact."""
    return Chain() if state is None else Chain(state.version, state.link, state.is_linked)


def absorb_stored(
    table: str, state: TableState | None, fact: KeptFact, steps: Steps = ()
) -> tuple[TableState, Recorded]:
    """Return the table after one more stored fact, and that fact. `state` is None before the first fact.

    `steps` are those of `steps_kept_later`. Raises `Damaged` if the fact does not fit its link, or its
    effects do not fit the position, and `FitlError` if it cannot be read or cannot follow.
    """
    chain = chain_of(state).to(table, fact)
    draft, recorded = _taken(table, TableDraft(state) if state is not None else None, fact, steps)
    return with_chain(draft.freeze(), chain), recorded


def absorb_all(
    table: str, state: TableState | None, facts: Iterable[KeptFact], steps: Steps = ()
) -> TableState | None:
    """Return the table after more stored facts. Each is read and compared as `absorb_stored` does."""
    chain, draft = chain_of(state), TableDraft(state) if state is not None else None
    for fact in facts:
        chain = chain.to(table, fact)
        draft, _ = _taken(table, draft, fact, steps)
    return with_chain(draft.freeze(), chain) if draft is not None else None


def _taken(table: str, draft: TableDraft | None, fact: KeptFact, steps: Steps) -> tuple[TableDraft, Recorded]:
    """Return a table after one more fact, which fits its link, and that fact. Raises as `absorb_stored`."""
    recorded = read_fact(table, fact)
    if draft is None:
        return TableDraft(opened(table, recorded)), recorded
    if steps and recorded.step is None:
        recorded = _with_step(draft, recorded, steps)
    try:
        absorb_into(draft, recorded)
    except UnfitEffects as error:
        why = f"it ({fact.kind[:40]}) does not fit: {error.message}"
        raise Damaged(table, fact.version, why) from None
    return draft, recorded


def _with_step(draft: TableDraft, recorded: Recorded, steps: Steps) -> Recorded:
    """Return a fact with its step among those that a later fact holds."""
    if not isinstance(recorded.fact, Line | DeckSealed):
        return recorded
    number = draft.number_of_steps  # the step of the start is kept with the sealing of the deck
    return msgspec.structs.replace(recorded, step=steps[number] if number < len(steps) else None)


def link_facts(
    chain: Chain, facts: Iterable[Recorded], command_hash: str = ""
) -> tuple[list[NewFact], Chain]:
    """Return new facts as a store keeps them, with links that continue a chain, and the chain up to the last.

    `command_hash` is the hash of the command that made them. It is kept with the first fact.
    """
    new_facts = []
    for recorded in facts:
        new, chain = chain.linked(encode_fact(recorded, command_hash), recorded.command)
        new_facts.append(new)
        command_hash = ""
    return new_facts, chain


def insist_on_links(table: str, facts: Sequence[KeptFact]) -> None:
    """Raise `Damaged` unless these facts, the first and all that follow, fit their links."""
    chains_of(StoredTable(table, list(facts), 0, None))
