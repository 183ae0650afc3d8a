"""A page gets the changes of a table; put together, they are the whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from serving import At, Listener, ask, drawn, served

from fitl_core.pictures.board_svg import drawn_parts
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.tables import Tables

STORE = MemoryStore()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served(STORE) as number:
        yield number


class Page:
    """One that puts scenes upon each other, as the page does."""

    def __init__(self) -> None:
        self.view: Any = None
        self.lines: list[Any] = []
        self.parts: dict[str, str] = {}

    def show(self, scene: Any) -> None:
        """Add the new lines and drawings to the earlier ones."""
        self.view, drawing = scene["view"], scene["drawing"]
        if drawing["since"] is None:
            self.lines, self.parts = [], {}
        assert drawing["since"] in (None, len(self.lines))
        self.lines += scene["events"]
        self.parts |= drawing["parts"]


def played(table: At) -> None:
    """A few lines: Passes, one of them taken back, a comment."""
    for _ in range(3):
        asked = table.get().json["asked"]
        table.tell(asked["seats"][0], f"{asked['factions'][0]} pass")
    seat = table.get().json["lines"][-1]["by"] or asked["seats"][0]
    table.tell(seat, {"command": "take-back"})
    table.tell("US", {"command": "comment", "text": "<b>well</b>"})


def test_scenes_put_together_are_the_whole(port: int) -> None:
    """Scenes asked for line by line, or read from a stream, give the same whole as one request for all."""
    table = At(port)
    asked, told = Page(), Page()
    first = table.get("/scene", "US").json
    for page in (asked, told):
        page.show(first)
    behind = f"{table.version}&scene=true&lines={len(told.lines)}"
    listener = Listener(port, table.name, behind, table.links["US"])
    for _ in range(4):
        waits = table.get().json["asked"]
        table.tell(waits["seats"][0], f"{waits['factions'][0]} pass")
        asked.show(table.get(f"/scene?lines={len(asked.lines)}", "US").json)
        while told.view["version"] < table.version:
            listener.next()
            told.show(listener.told[-1]["scene"])
    listener.close()
    state = Tables(STORE, random=drawn()).state(table.name)
    for page in (asked, told):
        assert page.lines == table.get("/events").json["events"]
        assert page.view == {**table.get(seat="US").json, "lines": []}
        assert {name: part for name, part in page.parts.items() if name != "arrows"} == {
            name: part for name, part in drawn_parts(state.position).items() if name != "arrows"
        }


def test_only_what_differs_is_drawn(port: int) -> None:
    """A comment changes no part of the board; only the parts that changed between two lines are sent."""
    table = At(port)
    played(table)
    last = len(table.get().json["lines"])
    assert set(table.get(f"/drawing?line={last}&since={last - 1}").json["parts"]) <= {"arrows"}
    early, late = (table.get(f"/drawing?line={line}").json["parts"] for line in (1, last))
    between = table.get(f"/drawing?line={last}&since=1").json
    assert {**early, **between["parts"]} == late
    assert 0 < len(between["parts"]) < len(late)


def test_a_drawing_fits_into_its_frame(port: int) -> None:
    """Each element of `changing` replaces the element with its id; all of it is without style."""
    table = At(port)
    frame = ElementTree.fromstring(ask(port, "GET", "/static/board.svg").body)
    ids = {one.get("id") for one in frame.iter()}
    changing = frame.find(f"{SVG}g[@id='changing']")
    assert changing is not None and len(changing) == 0
    whole = ElementTree.fromstring(table.get("/board?theme=page").body)
    inside = whole.find(f"{SVG}g[@id='changing']")
    assert inside is not None
    parts = table.get("/drawing?line=0").json["parts"]
    assert set(parts) - ids == {one.get("id") for one in inside}
    assert all("style" not in one.attrib for one in frame.iter())
    for name, part in parts.items():
        assert ElementTree.fromstring(part).get("id") == name
    colours = ask(port, "GET", "/static/colours.css")
    assert colours.headers["content-type"].startswith("text/css")
    assert b"--highland" in colours.body


def test_before_play_a_scene_has_no_drawing(port: int) -> None:
    """The first scene of play has the whole drawing, also for a client that reports no line."""
    table = At(port, sit=False)
    scene = table.get("/scene").json
    assert scene["drawing"] is None and scene["events"] == []
    listener = Listener(port, table.name, f"{table.version}&scene=true&lines=0")
    for seat in table.links:
        if seat:
            table.tell(seat, {"command": "sit"})
    while (told := listener.next()[1])["version"] < table.version:
        pass
    listener.close()
    assert told["scene"]["drawing"]["since"] is None
    assert told["scene"]["drawing"] == table.get("/scene").json["drawing"]


def test_each_seat_has_its_own_view_and_all_the_same_board(port: int) -> None:
    """The answers open to a seat stand in its scene alone."""
    table = At(port, {"scenario": "full", "options": ["deception"]})
    scenes = {seat: table.get("/scene", seat).json for seat in ("US", "VC")}
    assert scenes["US"]["view"]["markers"] and scenes["VC"]["view"]["markers"]
    assert scenes["US"]["drawing"] == scenes["VC"]["drawing"]
    nobody = table.get("/scene").json["view"]
    assert nobody["markers"] == [] and nobody["questions"] == []
