"""Tables that were played under older rules, as the server shows them: nothing past is judged again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import At, ask, drawn, served

from fitl_core import Refusal, Setup, Violation
from fitl_core.engine import play_as_asked
from fitl_core.facts.release_notes import ReleaseNote, RuledExample
from fitl_core.server import older_rules
from fitl_core.server.endpoints import ENDPOINTS
from fitl_core.state.state import State
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import Sit, Submit
from fitl_core.table.exports import exported, imported
from fitl_core.table.facts import Seat
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import tables_of

COSTS = "fitl_core.rules.operations.attack.COST"
OF_0_2 = Path(__file__).parents[2] / "fixtures/released/0.2.0/table-in-play.jsonl"
EXAMPLE = RuledExample("", "VC attack BDi", "legal", "legal")
NOTES = (ReleaseNote("3.3.3", "An Attack costs 1 Resource.", "It cost 2.", EXAMPLE, 2),)
HIT, MISS = 1, 11
"""Seeds of short games in which VC acts first: its Attack hits, or fails and has a die to wait for."""


class Opened(At):
    """A table in a store, with new links for its seats."""

    def __init__(self, port: int, store: MemoryStore, name: str) -> None:
        tables = Tables(store, random=drawn(store))
        self.port, self.name = port, name
        seats = [seat.name for seat in tables.state(name).seats]
        self.links: dict[Seat, str] = {seat: tables.new_link(name, seat) for seat in ("", *seats)}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryStore]:
    """A table `old` with an Attack that was played by the rules of release 1, and cost 2 Resources."""
    with monkeypatch.context() as before:
        before.setattr("fitl_core.table.kept_steps.RULES_RELEASE", 1)
        before.setattr(COSTS, 2)
        kept = MemoryStore()
        begun("old", HIT, kept)
    monkeypatch.setattr(older_rules, "notes", lambda release, rule: NOTES if rule == "3.3.3" else ())
    yield kept


def begun(name: str, seed: int, store: MemoryStore) -> None:
    """Play an Attack of VC at a table of four seats."""
    tables = tables_of(seed)
    opened = tables.open(Setup("short")).table
    commands = [(seat.name, Sit()) for seat in tables.state(opened).seats]
    for seat, command in (*commands, ("VC", Submit("VC attack BDi BDi-2at"))):
        tables.do(opened, seat, command, seen=tables.version(opened))
    imported(store, exported(tables.store, opened), name)


def test_lines_that_today_judges_otherwise_are_listed_with_their_release_and_its_note(
    store: MemoryStore,
) -> None:
    """Everybody may see them; an amended line no longer stands as it was played."""
    with served(store) as port:
        table = Opened(port, store, "old")
        found = table.get("/older-rules")
        assert found.status == 200 and found.json["version"] == table.version and found.json["release"] == 2
        (line,) = found.json["lines"]
        number = line["line"]
        assert (line["release"], line["verdict"], line["stands"]) == (1, "effects", True)
        assert line["text"] == "VC   attack BDi {2} BDi-2at"
        assert line["notes"] == [{"release": 2, "rule": "3.3.3", "what": "An Attack costs 1 Resource."}]
        state = Tables(store).state("old")
        secrets = (state.seed, state.key, *table.links.values())
        assert [secret for secret in secrets if secret in found.body.decode()] == []
        amend = f"amend {number} VC attack BDi {{2}} BDi-2at"
        table.tell("US", {"command": "propose", "line": amend})
        for seat in ("ARVN", "NVA", "VC"):
            table.tell(seat, {"command": "agree", "number": 1})
        assert table.get().json["lines"][-1]["text"].startswith(f"amend {number} ")
        (line,) = table.get("/older-rules").json["lines"]
        assert line["line"] == number and not line["stands"]


def test_the_lines_are_judged_once_for_each_version(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And never for a table that was played under today's release alone."""
    asked: list[str] = []
    check = older_rules.checked_table

    def counted(stored: Any) -> Any:
        asked.append(f"{stored.table} {stored.version}")
        return check(stored)

    monkeypatch.setattr(older_rules, "checked_table", counted)
    begun("new", HIT, store)
    with served(store) as port:
        table, new = Opened(port, store, "old"), Opened(port, store, "new")
        answers = [table.get("/older-rules", seat).body for seat in (None, "", "US", "VC")]
        assert len(set(answers)) == 1 and asked == [f"old {table.version}"]
        assert new.get("/older-rules").json["lines"] == []
        table.tell("US", {"command": "comment", "text": "and now?"})
        assert len(table.get("/older-rules").json["lines"]) == 1
        assert asked == [f"old {table.version - 1}", f"old {table.version}"]


def test_the_lines_are_judged_in_the_pool_of_rulings() -> None:
    """Its threads are few, and links take turns in it."""
    (endpoint,) = [one for one in ENDPOINTS if one.path.endswith("/older-rules")]
    assert endpoint.is_costly and endpoint.weight == 5


def test_reading_asks_no_rule_about_the_past(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is read comes from kept steps, while no event can be played by the rules."""

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("a rule was asked about the past")

    rules = ("engine._drafted", "engine.start", "table.history.play_as_asked", "table.older_lines.start")
    for one in rules:
        monkeypatch.setattr(f"fitl_core.{one}", broken)
    with served(store) as port:
        table = Opened(port, store, "old")
        last = len(table.get().json["lines"])
        reads = ["", "/scene", "/events", "/board?changes=true", "/charts", "/log", "/facts"]
        for path in (*reads, "/decisions", "/verify"):
            for seat in (None, "US"):
                assert table.get(path, seat).status == 200, path
        for path in ("position", "board", "drawing"):
            for line in range(last + 1):
                assert table.get(f"/{path}?line={line}").status == 200
        told = table.news("US", 0, table.version, "&scene=true")
        assert told[-1]["scene"]["events"][-1]["text"] == "VC   attack BDi {2} BDi-2at"


def test_a_move_that_no_longer_fits_is_shown_and_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view says what the next command does; its answer is a refusal, and the news have the fact."""
    store = MemoryStore()
    begun("miss", MISS, store)
    monkeypatch.setattr(COSTS, 76)
    with served(store) as port:
        table = Opened(port, store, "miss")
        seen = table.get("/scene", "VC").json["view"]
        assert seen["trouble"].startswith("the next command sets the move of VC aside") and seen["begun"]
        before = table.version
        refused = table.send("/draft", {"faction": "VC"}, "VC")
        assert refused.status == 422 and refused.json["rule"] == "3.1" and table.version == before
        answer = table.tell("VC", {"command": "end"}).json
        assert "verdict" not in answer["refused"] and "it is set aside" in answer["refused"]["message"]
        assert table.get().json["trouble"] == "" and table.get().json["begun"] is None
        (news,) = table.news("US", before, table.version)
        assert [one["fact"]["fact"] for one in news["facts"]] == ["said", "move-set-aside"]


def test_a_position_that_nobody_knows_is_agreed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view names the first event, the log marks it and those after it, and nothing is judged there."""
    store = MemoryStore()
    name, _ = imported(store, OF_0_2.read_text(encoding="utf-8"))
    wrong = 6

    def refuses(state: State, event: Any) -> Any:
        if len(played) == wrong - 1:
            raise Violation(Refusal("deck-empty", "2.4.2", "no card may be turned up"))
        played.append(event)
        return play_as_asked(state, event)

    played: list[Any] = []
    monkeypatch.setattr("fitl_core.table.history.play_as_asked", refuses)
    Tables(store).state(name)  # keeps the steps
    monkeypatch.undo()
    with served(store) as port:
        table = Opened(port, store, name)
        scene = table.get("/scene", "US").json
        seen = scene["view"]
        assert seen["unshown"] == wrong and seen["asked"]["what"] == "position"
        assert seen["standing"] == f"the position after event {wrong} is not known: agree on one"
        shown = [one["number"] for one in scene["events"] if one["is_shown"]]
        assert shown == [*range(1, wrong)] and len(scene["events"]) > wrong
        refused = table.send("/adjudicate", {"move": "VC pass"}, "US")
        assert refused.status == 422 and f"void {wrong}" in refused.json["message"]
        assert table.tell("US", "US pass").status == 422
        assert [one["line"] for one in table.get("/older-rules").json["lines"]] == [wrong]
        line = f'correct "{seen["cards_up"]}; aid 9"'
        assert table.tell("US", {"command": "propose", "line": line}).status == 200
        *_, proposal = table.get().json["proposals"]
        for seat in table.links:
            if seat not in ("", "US"):
                table.tell(seat, {"command": "agree", "number": proposal["number"]})
        seen = table.get().json
        assert seen["unshown"] == 0 and seen["asked"]["what"] != "position"
        assert seen["position"]["tracks"]["aid"] == 9
        assert ask(port, "GET", f"/api/tables/{name}/events").json["events"][wrong - 1]["is_shown"] is False
