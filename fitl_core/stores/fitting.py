"""The limits that every store has: lengths of names and bodies, numbers of versions.

Each function raises `Unfit` for a value that no store keeps. Read `port` for the limits.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.stores.port import MOST_BODY, MOST_NAME, MOST_VERSIONS, KeptFact, NewFact, Snapshot, Unfit


def fit_table(table: str) -> None:
    """Check the name of a table, which is not empty."""
    fit_name("the name of a table", table)
    if not table:
        raise Unfit("the name of a table is empty: give at least one character")


def fit_name(what: str, name: str) -> None:
    """Check a name: it has at most `MOST_NAME` characters."""
    if len(name) > MOST_NAME:
        raise Unfit(f"{what} has {len(name)} characters: at most {MOST_NAME}")
    _fit_text(what, name)


def fit_value(value: str) -> None:
    """Check a value of the side data."""
    _fit_text("the side data of a table", value)
    _fit_bytes("the side data of a table", len(value.encode()))


def fit_swap(table: str, key: str, *values: str | None) -> None:
    """Check the place of an entry in the side data of a table, and its values; None stands for no entry."""
    fit_table(table)
    fit_name("a key", key)
    for value in values:
        if value is not None:
            fit_value(value)


def numbered(version: int, facts: Sequence[NewFact], command: str) -> list[KeptFact]:
    """Return the facts of an append with their versions. Raises `Unfit` for facts that no store keeps."""
    if not 0 <= version <= MOST_VERSIONS:
        raise Unfit(f"no table is at version {version}: from 0 to {MOST_VERSIONS}")
    numbered_facts = [
        KeptFact(number, fact.kind, fact.body, command) for number, fact in enumerate(facts, version + 1)
    ]
    fit_facts(numbered_facts)
    return numbered_facts


def fit_facts(facts: Sequence[KeptFact]) -> None:
    """Check facts whose versions follow one another."""
    if not facts:
        raise Unfit("nothing to append: give at least one fact")
    if facts[-1].version > MOST_VERSIONS:
        raise Unfit(f"a table has at most {MOST_VERSIONS} facts")
    for number, fact in enumerate(facts, facts[0].version):
        if fact.version != number:
            raise Unfit(f"a stream has no gaps: here is version {fact.version}, and version {number} is due")
        fit_name("the kind of a fact", fact.kind)
        fit_name("a command", fact.command)
        _fit_bytes("a fact", len(fact.body))


def fit_stream(facts: Sequence[KeptFact]) -> None:
    """Check a whole stream: it begins at version 1, and the facts of each command are adjacent."""
    fit_facts(facts)
    if facts[0].version != 1:
        raise Unfit(f"a stream begins at version 1, not at {facts[0].version}")
    begun = [
        fact.command for fact, part in zip(facts, parts(facts), strict=True) if part == 1 and fact.command
    ]
    if len(begun) != len(set(begun)):
        raise Unfit("the facts of a command do not follow one another")


def parts(facts: Sequence[KeptFact]) -> list[int]:
    """Return the number of each fact within its command, from 1, in a stream whose commands are not split."""
    numbers: list[int] = []
    for index, fact in enumerate(facts):
        same = index > 0 and facts[index - 1].command == fact.command
        numbers.append(numbers[-1] + 1 if same else 1)
    return numbers


def fit_snapshot(snapshot: Snapshot) -> None:
    """Check a snapshot: its version, its form and its size."""
    if not 0 < snapshot.version <= MOST_VERSIONS:
        raise Unfit(f"a snapshot of version {snapshot.version}: from 1 to {MOST_VERSIONS}")
    fit_name("the form of a snapshot", snapshot.form)
    _fit_bytes("a snapshot", len(snapshot.body))


def bounded(number: int | None) -> int:
    """Return a number within the range that a driver accepts; None means no limit."""
    return MOST_VERSIONS if number is None else max(0, min(number, MOST_VERSIONS))


def _fit_text(what: str, text: str) -> None:
    if "\0" in text:
        raise Unfit(f"{what} has the character NUL in it, which no store keeps")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unfit(f"{what} has half a character in it (a lone surrogate), which no store keeps") from None


def _fit_bytes(what: str, number: int) -> None:
    if number > MOST_BODY:
        raise Unfit(f"{what} has {number} bytes: at most {MOST_BODY}")
