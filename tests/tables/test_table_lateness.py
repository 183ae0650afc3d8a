"""A command is late only if a fact that it has not seen changes its conditions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from seated import HIT, Seated

from fitl_core import Faction, Setup
from fitl_core.proofs.seeds import commitment
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Void
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import (
    Agree,
    Begin,
    Decline,
    GiveOrder,
    GiveSeed,
    HandOver,
    Leave,
    PromiseSeed,
    Propose,
    Resign,
    Say,
    Sit,
    Submit,
    SubmitComment,
    TakeBack,
    TakeBackOrder,
    Unseat,
)
from fitl_core.table.exports import imported
from fitl_core.table.facts import NoteSaid
from fitl_core.table.refusals import Conflict, KeyUsed
from fitl_core.table.tables import Tables
from notation import NotationError

FORM_1 = Path(__file__).parents[2] / "fixtures/tables/form-1.jsonl"
Given = list[tuple[str, Any]]

TALK: dict[str, Given] = {
    "comment": [("US", SubmitComment("well"))],
    "comments": [(seat, SubmitComment("well")) for seat in ("US", "NVA", "US", "ARVN", "VC") * 30],
    "order": [("US", GiveOrder("US: waive"))],
    "order-back": [("US", GiveOrder("US: waive")), ("US", TakeBackOrder(1))],
    "proposal": [("NVA", Propose('correct "aid 9"'))],
    "declined": [("NVA", Propose('correct "aid 9"')), ("US", Decline(1))],
    "agreed": [("NVA", Propose('correct "aid 9"')), ("ARVN", Agree(1))],
    "left": [("ARVN", Leave())],
    "taken": [("ARVN", Leave()), ("ARVN", Sit())],
    "unseated": [("", Unseat("ARVN"))],
}
"""Commands of others that leave the game as it is."""
GAME: dict[str, Given] = {
    "begun": [("VC", Begin(Faction.VC))],
    "said": [("VC", Begin(Faction.VC)), ("VC", Say(Verb("rally")))],
    "dropped": [("VC", Begin(Faction.VC)), ("VC", TakeBack())],
    "moved": [("VC", "VC pass")],
    "undone": [("VC", "VC pass"), ("VC", TakeBack())],
    "corrected": [("NVA", Propose('correct "aid 9"')), *[(seat, Agree(1)) for seat in ("US", "ARVN", "VC")]],
    "handed-over": [("ARVN", Leave()), ("", HandOver("ARVN"))],
}
"""Commands of others that change the game."""


def after(hit: Seated, given: Given) -> int:
    """Have something done; the version before."""
    seen = hit.state.version
    for seat, command in given:
        hit.do(seat, command)
    return seen


def do(hit: Seated, seat: str, command: Any, seen: int, key: str = "") -> Any:
    """A command that saw a version."""
    given = Submit(command) if isinstance(command, str) else command
    return hit.tables.do(hit.name, seat, given, seen=seen, key=key)


@pytest.mark.parametrize("given", TALK.values(), ids=TALK)
@pytest.mark.parametrize(
    ("seat", "command"),
    [
        ("VC", "VC pass"),
        ("VC", Begin(Faction.VC)),
        ("VC", SubmitComment("so")),
        ("VC", Propose('correct "aid 12"')),
        ("VC", GiveOrder("VC: waive")),
        ("VC", Leave()),
        ("VC", Resign()),
        ("", Unseat("VC")),
    ],
    ids=str,
)
def test_what_others_say_makes_nobody_late(hit: Seated, given: Given, seat: str, command: Any) -> None:
    """Remarks, orders, proposals, arrivals and departures of others make no command late."""
    seen = after(hit, given)
    assert do(hit, seat, command, seen).version > seen


@pytest.mark.parametrize("given", GAME.values(), ids=GAME)
@pytest.mark.parametrize(
    ("seat", "command"),
    [
        ("VC", "VC rally QNa+vg"),
        ("VC", TakeBack()),
        ("US", Propose('correct "aid 12"')),
        ("US", GiveOrder("US: waive")),
        ("US", Resign()),
        ("US", Agree(1)),
    ],
    ids=str,
)
def test_what_goes_on_in_the_game_makes_late(hit: Seated, given: Given, seat: str, command: Any) -> None:
    """The conflict names the fact, and nothing has come of the command."""
    seen = after(hit, given)
    version = hit.state.version
    with pytest.raises(
        Conflict, match=rf"saw version {seen}, the table is at version {version}, and fact \d+ \("
    ):
        do(hit, seat, command, seen)
    assert hit.state.version == version


@pytest.mark.parametrize("given", [*TALK.values(), *list(GAME.values())[:-1]], ids=[*TALK, *list(GAME)[:-1]])
def test_a_comment_is_never_late_nor_the_hosts_removal_of_another(hit: Seated, given: Given) -> None:
    """Any facts may come in between, except hands that change."""
    seen = after(hit, given)
    assert do(hit, "US", SubmitComment("so"), seen).version > seen
    assert do(hit, "", Unseat("NVA"), seen).version > seen
    assert do(hit, "US", SubmitComment("so"), 0).version > seen


@pytest.mark.parametrize(
    ("given", "seat", "command"),
    [
        ([("", Unseat("VC"))], "", Unseat("VC")),
        ([("VC", Leave()), ("VC", Sit())], "", Unseat("VC")),
        ([("VC", Leave()), ("VC", Sit())], "VC", Leave()),
        ([("VC", Leave()), ("VC", Sit())], "VC", "VC pass"),
        ([("US", GiveOrder("US: waive")), ("US", TakeBackOrder(1))], "US", TakeBackOrder(1)),
        ([("NVA", Propose("ruling stand VC pass")), ("US", Decline(1))], "ARVN", Agree(1)),
        ([("US", SubmitComment("well"))], "NVA", Propose("void")),
        ([("US", SubmitComment("well"))], "NVA", Propose(Void(None))),
    ],
)
def test_what_is_about_the_same_thing_makes_late(hit: Seated, given: Given, seat: str, command: Any) -> None:
    """The seat, the order, the proposal, or the last line."""
    seen = after(hit, given)
    with pytest.raises(Conflict):
        do(hit, seat, command, seen)


def test_what_is_about_another_thing_of_the_kind_makes_nobody_late(hit: Seated) -> None:
    """Another order, and a proposal that cannot be read, which is refused for that."""
    seen = after(hit, [("US", GiveOrder("US: waive")), ("US", GiveOrder("US: waive"))]) + 6
    hit.do("US", TakeBackOrder(2))
    assert do(hit, "US", TakeBackOrder(1), seen).version > seen
    with pytest.raises(NotationError):
        do(hit, "US", Propose("moon"), after(hit, TALK["comment"]))


def test_two_agree_at_once(hit: Seated) -> None:
    """Consents that have seen only the proposal are not late, even at once."""
    seen = after(hit, [("VC", Propose('correct "aid 9"'))]) + 1
    for seat in ("US", "ARVN", "NVA"):
        do(hit, seat, Agree(1), seen)
    assert hit.lines[-1] == 'correct "aid 9"'


def test_seats_that_gather_do_not_wait_for_each_other() -> None:
    """All sit, promise and give their seeds as they saw the table at its beginning."""
    tables = Seated(Setup("short"), HIT, sit=False).tables
    opened = tables.open(Setup("short"), seats_add=True)
    seats = [seat for seat in opened.links if seat]
    for seat in seats:
        tables.do(opened.table, seat, Sit(), seen=opened.version)
    seeds = {seat: bytes([number]) * 32 for number, seat in enumerate(seats)}
    seen = tables.version(opened.table)
    for seat, seed in seeds.items():
        tables.do(opened.table, seat, PromiseSeed(commitment(seed)), seen=seen)
    with pytest.raises(Conflict):
        tables.do(opened.table, seats[0], GiveSeed(seeds[seats[0]].hex()), seen=seen)
    seen = tables.version(opened.table)
    for seat, seed in seeds.items():
        tables.do(opened.table, seat, GiveSeed(seed.hex()), seen=seen)
    assert tables.state(opened.table).status == "playing"


class Interrupted(MemoryStore):
    """A store at which somebody else appends just before an append, a number of `times`."""

    times = 0
    other: Tables

    def append(self, table: str, version: int, facts: Any, command: str = "") -> int:
        """Append after somebody else did."""
        if self.times:
            times, self.times = self.times - 1, 0
            self.other.do(table, "US", SubmitComment(f"{times} more"), seen=self.version(table))
            self.times = times
        return super().append(table, version, facts, command)


def test_a_comment_at_the_same_moment() -> None:
    """Between reading and writing: the command is carried out after it, a die falls no second time."""
    store = Interrupted()
    tables, store.other = Tables(store), Tables(store)
    opened = tables.open(Setup("short"))
    for seat in (seat for seat in opened.links if seat):
        tables.do(opened.table, seat, Sit(), seen=tables.version(opened.table))
    seen, store.times = tables.version(opened.table), 3
    acting = tables.view(opened.table).asked.factions[0]
    answer = tables.do(opened.table, str(acting), Begin(acting), seen=seen, key="k")
    assert answer.version == seen + 4 and not answer.again
    assert [type(one.fact) for one in tables.facts(opened.table, None, seen)[:3]] == [NoteSaid] * 3
    store.times = 10**6
    with pytest.raises(Conflict):
        tables.do(opened.table, "US", SubmitComment("never"), seen=seen)


# -- keys -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        Submit("VC pass "),
        Submit("VC rally QNa+vg"),
        Begin(Faction.VC),
        SubmitComment("VC pass"),
        Resign(),
        "moon",
    ],
    ids=str,
)
def test_a_used_key_is_of_one_command(hit: Seated, other: Any) -> None:
    """Another one under it is a conflict, whatever it saw; the first is answered again."""
    seen = hit.state.version
    first = do(hit, "VC", "VC pass", seen, "k")
    version = hit.state.version
    for saw in (seen, version):
        with pytest.raises(KeyUsed, match='under the key "k"') as error:
            do(hit, "VC", other, saw, "k")
        assert error.value.version == first.version
    again = do(hit, "VC", "VC pass", version, "k")
    assert again.again and again.facts == first.facts and hit.state.version == version


def test_a_key_from_before_is_answered_again() -> None:
    """Facts of form 1 do not say which command made them."""
    store = MemoryStore()
    lines = FORM_1.read_text(encoding="utf-8").split("\n")
    table, _ = imported(store, "\n".join(lines[:80]))
    first = next(fact for fact in store.read(table) if fact.command.startswith("VC key"))
    for command in (SubmitComment("other"), Leave()):
        again = Tables(store).do(table, "VC", command, seen=0, key=first.command.removeprefix("VC "))
        assert again.again and again.facts[0].version == first.version
