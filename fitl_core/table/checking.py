"""The check of tables: facts against their links, effects against the positions, dice against the seed.

The first fact that does not hold is named. Today's rules judge each line from the kept position before it. A
line of another release that they refuse, or that has other effects now, stands as it was played: it is
listed. A line of today's release does not hold then. A newer release than today's cannot be judged. A
snapshot is compared with its digest. The store must count all facts, and have those of a command in order.
Read `stored_tables` next.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

import notation
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.release_notes import ReleaseNote, notes
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.rolls import die_of, read_roll
from fitl_core.record.effects import Effect
from fitl_core.record.events import Event, Note, Void
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.position_digest import digest, version_of
from fitl_core.stores.port import KeptFact, Store
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.encoding import DamagedSnapshot, NewerFact, UnreadableFact, insist_on_sound
from fitl_core.table.facts import LINE_KINDS, DieFell, Line, Recorded
from fitl_core.table.history import played_next
from fitl_core.table.kept_steps import unpacked
from fitl_core.table.links import Damaged
from fitl_core.table.refusals import no_table
from fitl_core.table.stored_tables import (
    StoredTable,
    absorb_stored,
    chains_of,
    fold_stored,
    insist_on_known_release,
    steps_kept_later,
    stored_table,
)
from fitl_core.table.table_state import TableState


class LineOtherwise(Struct, frozen=True, omit_defaults=True):
    """A line that today's rules judge otherwise than those of the `release` under which it was played.

    `release` is 0 if it is not known: the effects of the line were not kept. `verdict` is "illegal" or
    "incomplete" with code and rule, or "effects" if the line has other effects now. `rule` is then that of
    the first effect that differs and that a release note explains.
    """

    line: int
    text: str
    release: int
    verdict: str
    message: str
    code: str = ""
    rule: str = ""


class CheckedTable(Struct, frozen=True, omit_defaults=True):
    """The result of a check: the table's `version`, and the first fact that does not hold, with error and
    rule.

    `line` is the number of the log's event that the fact writes, 0 for a fact without a line. `unshown` is
    the line from which on nobody knows the position. `otherwise` are the lines that today's rules judge
    otherwise; `unattested` is the number of lines whose effects nothing of their time confirms.
    """

    table: str
    version: int
    holds: bool = True
    fact: int = 0
    line: int = 0
    error: str = ""
    rule: str = ""
    message: str = ""
    unshown: int = 0
    otherwise: tuple[LineOtherwise, ...] = ()
    unattested: int = 0


def checked(store: Store, table: str) -> CheckedTable:
    """Play a table again by the rules of today. Raises `Unknown` if there is none, or `StoreError`."""
    stored = stored_table(store, table)
    if not stored.facts and not stored.version:
        raise no_table(table)
    return with_columns(store, checked_table(stored), stored.facts)


def checked_table(stored: StoredTable) -> CheckedTable:
    """Check a stored table without a store: links, effects and dice, then its lines, then its snapshot."""
    table, version = stored.table, stored.version
    try:
        chains_of(stored)
        steps = steps_kept_later(table, stored.facts)
    except UnreadableFact as error:
        return CheckedTable(table, version, False, error.fact, 0, error.code, "", error.message)
    state: TableState | None = None
    otherwise: list[LineOtherwise] = []
    for kept in stored.facts:
        before = state
        try:
            state, recorded = absorb_stored(table, state, kept, steps)
            _insist_on_die(state, recorded)
            _insist_on_digest(state, recorded)
        except FitlError as error:
            line = 0
            if before is not None and kept.kind in LINE_KINDS:
                line = len(before.lines) + 1
            rule = error.rule if isinstance(error, Violation) else ""
            return CheckedTable(table, version, False, kept.version, line, error.code, rule, error.message)
        if before is not None and isinstance(recorded.fact, Line) and not _is_newer(state):
            otherwise += _judged_otherwise(before, state, recorded.fact.event)
        if otherwise and otherwise[-1].release == RULES_RELEASE and recorded.step is not None:
            wrong = otherwise[-1]
            why = f"the rules of its own release, {RULES_RELEASE}, judge it otherwise: {wrong.message}"
            judged = (wrong.line, wrong.code or "untrusted", wrong.rule, why)
            return CheckedTable(table, version, False, kept.version, *judged, otherwise=tuple(otherwise))
    if stored.snapshot is not None:
        try:
            insist_on_sound(table, stored.snapshot)
        except DamagedSnapshot as error:
            return CheckedTable(table, version, False, error=error.code, message=error.message)
    assert state is not None
    try:
        insist_on_known_release(lambda: stored.facts, state)
    except NewerFact as error:
        line = next(number for number, step in enumerate(state.steps) if step.release > RULES_RELEASE)
        return CheckedTable(
            table, version, False, error.fact, line, error.code, "", error.message, otherwise=tuple(otherwise)
        )
    attested = state if state.is_kept else fold_stored(stored)  # an older snapshot may confirm its steps
    unattested = sum([not step.is_attested for step in attested.steps[1:]]) if attested is not None else 0
    return CheckedTable(
        table, version, unshown=state.unshown, otherwise=tuple(otherwise), unattested=unattested
    )


def checked_at(address: str, table: str) -> CheckedTable:
    """Check a table in a separate process, which opens the store itself."""
    store = open_store(address, read_only=True)
    try:
        return checked(store, table)
    finally:
        store.close()


def with_columns(store: Store, found: CheckedTable, facts: Sequence[KeptFact] = ()) -> CheckedTable:
    """Return the result of a check together with a check of the store's own columns, which have no link."""
    if found.holds:
        try:
            _insist_on_columns(store, found.table, facts or store.read(found.table))
        except Damaged as error:
            return replace(found, holds=False, fact=error.fact, error=error.code, message=error.message)
    return found


def _insist_on_columns(store: Store, table: str, facts: Sequence[KeptFact]) -> None:
    """Raise `Damaged` if the store does not count all facts, or has those of a command in another order."""
    last = facts[-1].version
    counted = store.version(table)  # after the facts were read: others may append meanwhile
    if counted < last:
        raise Damaged(table, last, f"the store counts {counted} facts only")
    versions: dict[str, list[int]] = {}
    for fact in facts:
        versions.setdefault(fact.command, []).append(fact.version)
    for command, in_order in versions.items():
        if command and len(in_order) > 1:
            kept = [fact.version for fact in store.of_command(table, command)]
            if kept != in_order:
                raise Damaged(table, in_order[0], "the facts of its command are not in their order")


def _insist_on_die(state: TableState, recorded: Recorded) -> None:
    """Raise `ProofError` if a die is not the one that the table's key gives."""
    fact = recorded.fact
    if not isinstance(fact, DieFell):
        return
    proof = read_roll(fact.proof)
    due = die_of(bytes.fromhex(state.key), proof)
    if due != fact.die or proof.number != state.rolled:
        raise ProofError(f"die {proof.number} fell {fact.die}; the table's seed gives {due}")


def _insist_on_digest(state: TableState, recorded: Recorded) -> None:
    """Raise `Damaged` if the position after a line is not the one whose digest was kept."""
    step = recorded.step
    if step is None or not step.is_shown:
        return
    here = digest(state.position)
    if here != step.digest and version_of(here) == version_of(step.digest):
        why = f"its effects lead to position {here}, not to {step.digest}"
        raise Damaged(state.table, recorded.version, why)


def _is_newer(state: TableState) -> bool:
    """Check whether a newer rules release than today's played the last line."""
    return state.steps[-1].release > RULES_RELEASE


def _judged_otherwise(before: TableState, after: TableState, event: Event) -> list[LineOtherwise]:
    """Return how today's rules judge a line otherwise than it was played; nothing if they agree.

    A comment and a `void` line ask no rule.
    """
    step = after.steps[-1]
    if before.unshown or isinstance(event, Note | Void):
        return []
    line, text = len(after.lines), notation.write_event(event)
    release = step.release if step.is_shown else 0
    try:
        today = played_next(before, event)
    except Violation as error:
        judged = (error.verdict, error.message, error.code, error.refusal.rule)
        return [LineOtherwise(line, text, release, *judged)]
    except FitlError as error:
        return [LineOtherwise(line, text, release, "illegal", error.message, error.code)]
    kept = unpacked(step.effects)
    if today.step.state == after.position and today.step.effects == kept:
        return []
    effects = "the position after it is another one"
    if today.step.state == after.position:
        effects = "its effects are told otherwise; the position after it is the same"
    rule = _rule_that_differs(kept, today.step.effects, release)
    return [LineOtherwise(line, text, release, "effects", effects, rule=rule)]


def _rule_that_differs(kept: tuple[Effect, ...], today: tuple[Effect, ...], release: int) -> str:
    """Return the rule of the first effect that only one side has, if possible one that a note explains."""
    only = [effect.rule for effect in kept if effect not in today]
    only += [effect.rule for effect in today if effect not in kept]
    return next((rule for rule in only if notes(release, rule)), only[0] if only else "")


def notes_on(judged: LineOtherwise) -> tuple[ReleaseNote, ...]:
    """Return the release notes that explain why today's rules judge a line otherwise."""
    return notes(judged.release, judged.rule) if judged.rule else ()
