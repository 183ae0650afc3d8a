"""Tables as tools of a language model: `fitl mcp`, by the client of the official SDK."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from fitl_core.facts.factions import VC
from fitl_core.mcp.seat_tools import SeatTools
from fitl_core.mcp.serving import mcp_server
from fitl_core.record.setup import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import tables_of

MOST_CALLS = 120
"""The most calls of one seat in a short game."""
Seated = dict[str, str]


def with_client(test: Callable[[Client, Tables], Awaitable[None]], tables: Tables | None = None) -> None:
    """Run a test with a client of a server in this process."""
    tables = tables or tables_of(5)

    async def connected() -> None:
        async with Client(mcp_server(SeatTools(tables))) as client:
            await test(client, tables)

    asyncio.run(connected())


async def call(client: Client, tool: str, **given: Any) -> str:
    """Return the text of a tool's result."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    return str(result.content[0].text)


async def refused(client: Client, tool: str, **given: Any) -> str:
    """Return the refusal of a tool."""
    result = await client.call_tool(tool, given)
    assert result.is_error, result.content
    return str(result.content[0].text)


async def seated(client: Client, players: str = "VC", seat: str = "VC") -> Seated:
    """Open a table, take all its seats, and return its name with the link of one."""
    told = await call(client, "open_table", scenario="short", players=players)
    lines = told.splitlines()
    table, links = lines[0].split()[1], dict([line.split(": ") for line in lines[1:-1]])
    for name, link in links.items():
        if name != "host":
            await call(client, "sit", table=table, link=link)
    return {"table": table, "link": links[seat]}


def answers_in(told: str) -> list[str]:
    """Return the answers that a briefing names, as a model without the notation reads them."""
    lines = told.split("Answer with")[0].splitlines()
    names = [one for line in lines if line.startswith("  ") for one in line.strip().split(", ")]
    words = [line.split()[1].rstrip(":") for line in lines if line.startswith("or ")]
    return [one for one in [*names, *words] if one and "(" not in one and not one.startswith(("cost", "..."))]


def test_2_0_a_seat_plays_a_short_game_in_120_calls() -> None:
    """An agent that knows only the briefings takes VC through a short game against Non-players."""
    dice = random.Random(4)

    async def play(client: Client, tables: Tables) -> None:
        seat, calls, told = await seated(client), 1, ""
        told = await call(client, "briefing", **seat)
        while "You are asked" in told and "asked nothing" not in told:
            wanted = answers_in(told)
            begun = "The move so far" in told
            answer = "end" if begun and "end" in wanted and dice.random() < 0.7 else dice.choice(wanted)
            result = await client.call_tool("say", {**seat, "answer": answer})
            calls += 1
            if result.is_error:
                told = await call(client, "briefing", **seat)
                calls += 1
            else:
                told = str(result.content[0].text)
            assert calls <= MOST_CALLS, told
        assert tables.state(seat["table"]).status == "closed", told
        assert calls > 20
        assert told.endswith("The table is closed: over.")

    with_client(play, tables_of(4))


def test_2_3_4_an_illegal_answer_gets_its_ruling_and_changes_nothing() -> None:
    """The refusal names the rule and the legal answers."""

    async def play(client: Client, tables: Tables) -> None:
        seat = await seated(client)
        before = tables.version(seat["table"])
        told = await refused(client, "say", answer="VC raid Sai", **seat)
        assert "VC has no Raid" in told and "4.1" in told and "Legal here: rally" in told
        assert "no verb is called" in await refused(client, "say", answer="nonsense", **seat)
        assert "at most" in await refused(client, "say", answer="x" * 20_000, **seat)
        assert "dice" in await refused(client, "say", answer="attack BTu {4}", **seat)
        late = await refused(client, "say", answer="pass", version=before - 3, **seat)
        assert "has changed" in late or "version" in late
        assert tables.version(seat["table"]) == before
        assert "verdict: illegal (3.3.1)" in await call(
            client, "ruling", move="VC rally Sai", table=seat["table"]
        )
        assert tables.version(seat["table"]) == before

    with_client(play)


def test_3_3_1_a_move_is_answered_by_name_and_by_space() -> None:
    """A verb, then the answers in one space, then the end; the table has the move."""

    async def play(client: Client, tables: Tables) -> None:
        seat = await seated(client)
        assert "The move so far: VC   rally" in await call(client, "say", answer="rally", **seat)
        found = await call(client, "questions", space="Kien Hoa", **seat)
        assert found.splitlines()[:2] == ["VC: a space to Rally in (3.3.1)", "  KHo"]
        await call(client, "say", answer="KHo, KPh+vg", **seat)
        await call(client, "say", answer="end", **seat)
        log = await client.read_resource(f"fitl://tables/{seat['table']}/log")
        assert "VC   rally KHo, KPh+vg" in log.contents[0].text  # type: ignore[union-attr]

    with_client(play)


def test_1_5_a_link_opens_its_own_seat_only() -> None:
    """Without a link nothing is told; a wrong one, the host's, or one of another table opens none."""

    async def play(client: Client, _: Tables) -> None:
        mine, other = await seated(client, "US VC"), await seated(client)
        for tool in ("briefing", "questions", "sit"):
            assert "give the secret link" in await refused(client, tool, table=mine["table"])
            wrong = {"table": mine["table"], "link": other["link"]}
            assert "opens no seat" in await refused(client, tool, **wrong)
        assert "name a table" in await refused(client, "briefing")
        assert 'there is no table "elsewhere"' in await refused(client, "look", table="elsewhere")
        told = await call(client, "open_table")
        host = told.splitlines()[1].split()[1]
        assert "who has no seat" in await refused(client, "briefing", table=told.split()[1], link=host)
        assert "is not known; there are" in await refused(client, "open_table", scenario="endless")

    with_client(play)


def test_7_3_markers_are_chosen_as_the_seat_sits() -> None:
    """Under the Handicap option the briefing shows the own markers; others see only their number."""
    tables = tables_of(4)
    opened = tables.open(Setup("short", options=("handicap",)))

    async def play(client: Client, _: Tables) -> None:
        links = {seat: {"table": opened.table, "link": link} for seat, link in opened.links.items()}
        for seat in links:
            if seat:
                await call(client, "sit", markers="asset threat" if seat == "VC" else "", **links[seat])
        told = {seat: await call(client, "briefing", **links[seat]) for seat in links if seat}
        assert "Your Deception markers (7.3)" in told["VC"]
        assert "Your Deception markers (7.3): Asset" not in told["US"]

    with_client(play, tables)


def test_5_1_look_ups_need_no_link() -> None:
    """Rules, cards, the log and the board are for everybody; an unknown address is refused."""

    async def play(client: Client, _: Tables) -> None:
        seat = await seated(client)
        assert "Sihanouk" in await call(client, "card", card="75")
        assert "3.2.4" in await call(client, "rules", wanted="3.2.4")
        assert "nothing is known" in await refused(client, "rules", wanted="xyzzy")
        assert "no one card" in await refused(client, "card", card="the")
        kinds = {"log": '[Scenario "short"]', "board": "Saigon", "board.svg": "<svg"}
        for kind, part in kinds.items():
            read = await client.read_resource(f"fitl://tables/{seat['table']}/{kind}")
            assert part in read.contents[0].text  # type: ignore[union-attr]
        assert "Sihanouk" in (await client.read_resource("fitl://cards/75")).contents[0].text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="there is no table"):
            await client.read_resource("fitl://tables/elsewhere/log")

    with_client(play)


def test_2_1_the_command_serves_one_seat_on_standard_input(tmp_path: Any) -> None:
    """`fitl mcp --table --link` holds the seat: calls name neither."""
    store = f"sqlite:{tmp_path}/tables.db"
    kept = open_store(store, create=True)
    opened = Tables(kept).open(Setup("short", players=((VC,),)))
    kept.close()
    command = [
        "-m",
        "fitl_cli",
        "mcp",
        "--store",
        store,
        "--table",
        opened.table,
        "--seat-link",
        opened.links["VC"],
    ]

    async def play() -> None:
        async with Client(
            stdio_client(StdioServerParameters(command=sys.executable, args=command))
        ) as client:
            assert "as VC" in await call(client, "sit")
            assert "You play VC" in await call(client, "briefing")

    asyncio.run(play())
