"""What fits into a store, the same for all of them: lengths of names and bodies, heights of versions."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.stores.port import MOST_BODY, MOST_NAME, MOST_VERSIONS, KeptFact, NewFact, Snapshot, Unfit


def fit_table(table: str) -> None:
    """The name of a table: not empty."""
    fit_name("the name of a table", table)
    if not table:
        raise Unfit("a table has a name: it is empty")


def fit_name(what: str, name: str) -> None:
    """A name that is kept: at most `MOST_NAME` characters."""
    if len(name) > MOST_NAME:
        raise Unfit(f"{what} has {len(name)} characters: at most {MOST_NAME}")
    _fit_text(what, name)


def fit_value(value: str) -> None:
    """What stands beside a stream."""
    _fit_text("what stands beside a table", value)
    _fit_bytes("what stands beside a table", len(value.encode()))


def numbered(version: int, facts: Sequence[NewFact], command: str) -> list[KeptFact]:
    """The facts of an append as they will be kept."""
    if not 0 <= version <= MOST_VERSIONS:
        raise Unfit(f"no table is at version {version}: from 0 to {MOST_VERSIONS}")
    kept = [KeptFact(number, fact.kind, fact.body, command) for number, fact in enumerate(facts, version + 1)]
    fit_facts(kept)
    return kept


def fit_facts(facts: Sequence[KeptFact]) -> None:
    """Facts that follow one another."""
    if not facts:
        raise Unfit("nothing to append: at least one fact")
    if facts[-1].version > MOST_VERSIONS:
        raise Unfit(f"a table has at most {MOST_VERSIONS} facts")
    for number, fact in enumerate(facts, facts[0].version):
        if fact.version != number:
            raise Unfit(f"a stream has no gaps: {fact.version} stands where {number} is due")
        fit_name("the kind of a fact", fact.kind)
        fit_name("a command", fact.command)
        _fit_bytes("a fact", len(fact.body))


def fit_stream(facts: Sequence[KeptFact]) -> None:
    """A whole stream: from version 1, the facts of each command behind one another."""
    fit_facts(facts)
    if facts[0].version != 1:
        raise Unfit(f"a stream begins at version 1, not at {facts[0].version}")
    begun = [
        fact.command for fact, part in zip(facts, parts(facts), strict=True) if part == 1 and fact.command
    ]
    if len(begun) != len(set(begun)):
        raise Unfit("the facts of a command do not follow one another")


def parts(facts: Sequence[KeptFact]) -> list[int]:
    """Which fact of its command each is, from 1, where the facts of a command follow one another."""
    found: list[int] = []
    for number, fact in enumerate(facts):
        same = number > 0 and facts[number - 1].command == fact.command
        found.append(found[-1] + 1 if same else 1)
    return found


def fit_snapshot(snapshot: Snapshot) -> None:
    """A snapshot of some version."""
    if not 0 < snapshot.version <= MOST_VERSIONS:
        raise Unfit(f"a snapshot of version {snapshot.version}: from 1 to {MOST_VERSIONS}")
    fit_name("the form of a snapshot", snapshot.form)
    _fit_bytes("a snapshot", len(snapshot.body))


def bounded(number: int | None) -> int:
    """A number by which a driver is asked; None: as many as there are."""
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
