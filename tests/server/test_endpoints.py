"""The API, endpoint by endpoint, asked over HTTP: its answers where all is well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from serving import At, ask, served

import notation
from fitl_core.game.replays import replay

FOUR = {"scenario": "full"}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served() as number:
        yield number


@pytest.fixture
def table(port: int) -> At:
    """A table whose seats are taken, and whose deck does not begin with a Coup card."""
    tables = (At(port, FOUR) for _ in range(50))
    return next(each for each in tables if each.get().json["asked"]["what"] != "phase")


def to_act(table: At) -> tuple[str, str]:
    """The seat that is to act, and its Faction."""
    asked = table.get().json["asked"]
    return asked["seats"][0], asked["factions"][0]


def test_the_page_and_its_files_are_served(port: int) -> None:
    """The page at the root, its files under /static, an icon where browsers look for it."""
    page = ask(port, "GET", "/")
    assert page.status == 200 and page.headers["content-type"].startswith("text/html")
    named = re.findall(rb'(?:src|href)="(static/[^"]+)"', page.body)
    assert named and all(ask(port, "GET", f"/{name.decode()}").status == 200 for name in named)
    assert ask(port, "GET", "/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_what_a_table_may_be_can_be_opened(port: int) -> None:
    """Each scenario, and the first ways to share Factions out, as they are offered."""
    offered = ask(port, "GET", "/api/choices").json
    for scenario in offered["scenarios"]:
        for players in offered["shares"][:3]:
            setup = {"scenario": scenario, "players": players}
            opened = ask(port, "POST", "/api/tables", {"setup": setup})
            assert opened.status == 201
            assert set(opened.json["links"]) == {"", *["+".join(group) for group in players]}
    assert "any-deck" not in [option["id"] for option in offered["options"]]  # a table deals its own
    assert {"id": "easy", "words": "A Limited Operation is one for Non-players, too (8.9)."} in offered[
        "options"
    ]


def test_a_card_in_words(port: int) -> None:
    """The description of a card has its title, its order and both sides."""
    card = ask(port, "GET", "/api/card?number=68").json
    assert card["title"] == "Green Berets" and set(card["sides"]) == {"unshaded", "shaded"}


def test_a_seat_passes_and_everybody_sees_it(table: At) -> None:
    """The command, the view, the log with its effects in words, the facts, the position."""
    seat, faction = to_act(table)
    done = table.tell(seat, f"{faction} pass").json
    assert [told["rule"] for told in done["told"]] == ["2.3.3"]
    view = table.get(seat=seat).json
    assert view["version"] == done["version"] and view["seat"] == seat
    last = table.get(f"/events?after={len(view['lines']) - 1}").json["events"]
    assert [line["text"].split() for line in last] == [[faction, "pass"]]
    assert last[0]["in_force"] and last[0]["told"] == done["told"]
    assert not last[0]["taken_back"] and last[0]["note"] == ""
    assert table.get("/facts?after=0").json["facts"][-1]["fact"]["event"]["event"] == "pass"
    assert table.get("/position").json == view["position"]


def test_only_moves_are_taken_back(table: At) -> None:
    """Remarks and `undo` lines are not taken back; a remark is shown as it was written."""
    seat, faction = to_act(table)
    before = len(table.get().json["lines"])
    table.tell(seat, {"command": "comment", "text": 'a "word" \u202e'})
    table.tell(seat, f"{faction} pass")
    assert table.tell(seat, {"command": "take-back"}).status == 200
    told = table.get(f"/events?after={before}").json["events"]
    assert [(one["text"].split()[0], one["in_force"], one["taken_back"]) for one in told] == [
        ("note", False, False),
        (faction, False, True),
        ("void", False, False),
    ]
    assert [one["note"] for one in told] == ['a "word" \u202e', "", ""]


def test_a_command_is_done_once_under_its_key(table: At) -> None:
    """Sent again it is answered again, though the table has gone on."""
    seat, faction = to_act(table)
    body = {"command": {"command": "submit", "move": f"{faction} pass"}, "seen": table.version, "key": "k"}
    first, again = (table.send("/commands", body, seat).json for _ in range(2))
    assert not first["again"] and again["again"]
    assert first["version"] == again["version"] == table.version


def test_a_move_is_drafted_click_by_click_and_played(table: At) -> None:
    """Each answer leads on; the draft's own command plays it, and before that nobody sees it."""
    seat, faction = to_act(table)
    before, lines = table.version, len(table.get().json["lines"])
    said: list[Any] = []
    while True:
        drafted = table.send("/draft", {"faction": faction, "said": said, "since": lines}, seat).json
        assert drafted["drawing"]["since"] == lines and drafted["drawing"]["changed"] == drafted["changed"]
        if drafted["leads_to"] == "whole":
            break
        question = next(one for one in drafted["questions"] if one["mine"] and one["answers"])
        said.append(question["answers"][0]["clause"])
    assert table.version == before
    typed = table.send("/draft", {"faction": faction, "move": drafted["line"]}, seat).json
    assert typed["said"] == drafted["said"] == said
    done = table.tell(seat, drafted["commit"]).json
    assert done["facts"][0]["fact"]["fact"] == "move-ended"
    assert done["told"][: len(drafted["told"])] == drafted["told"]


def test_what_can_be_done_in_a_space(table: At) -> None:
    """The answer lists the verbs that have an open answer in the space, then answers that name it."""
    seat, faction = to_act(table)
    verbs = table.send("/draft", {"faction": faction, "space": "hue"}, seat).json["questions"][0]["answers"]
    assert 0 < len(verbs) < 8
    for verb in verbs:
        body = {"faction": faction, "said": [verb["clause"]], "space": "hue"}
        there = table.send("/draft", body, seat).json["questions"]
        answers = [answer for question in there for answer in question["answers"] if answer["spaces"]]
        assert answers and all("hue" in answer["spaces"] for answer in answers)


def test_a_typed_move_may_state_what_follows_by_itself(table: At) -> None:
    """A typed move may state its cost: the draft is the move as clicks would build it."""
    while (asked := to_act(table))[1] not in ("NVA", "VC"):
        table.tell(asked[0], f"{asked[1]} pass")
    seat, faction = asked
    rally = f"{faction} rally Tay+{faction[0].lower()}g"
    drafted = table.send("/draft", {"faction": faction, "move": f"{rally} {faction}-1"}, seat)
    assert drafted.json["line"].split() == rally.split()
    wrong = table.send("/draft", {"faction": faction, "move": f"{rally} {faction}-2"}, seat)
    assert wrong.status == 422


def test_the_spaces_of_a_question_are_of_all_its_answers(table: At) -> None:
    """The spaces of a question are those of all its answers, also of answers not shown."""
    seat, faction = to_act(table)
    said = (
        [{"clause": "verb", "name": "patrol"}]
        if faction in ("US", "ARVN")
        else [{"clause": "verb", "name": "rally"}]
    )
    few, many = (
        table.send("/draft", {"faction": faction, "said": said, "most": most}, seat).json["questions"][0]
        for most in (1, 1000)
    )
    assert few["more"] and not many["more"] and few["spaces"] == many["spaces"]
    assert few["spaces"] == list(dict.fromkeys([answer["spaces"][0] for answer in many["answers"]]))


def test_pictures_of_the_board(table: At) -> None:
    """Each picture is SVG with the spaces' ids: current, after a line, cropped, dark, with changes."""
    for query in ("", "?line=0", "?theme=dark&changes=true", "?labels=false&highlight=hue,saigon&crop=hue"):
        got = table.get(f"/board{query}")
        assert got.headers["content-type"] == "image/svg+xml"
        ids = {element.get("id") for element in ElementTree.fromstring(got.body).iter()}
        assert {"space-hue", "ground-hue"} <= ids
        assert b"style=" not in got.body
    for which in ("margins", "tracks", "support", "control"):
        assert ElementTree.fromstring(table.get(f"/charts?of={which}").body) is not None


def test_the_log_is_a_game_as_any_other(table: At) -> None:
    """The log is saved under the table's name, is legal, and proves all that it can."""
    seat, faction = to_act(table)
    table.tell(seat, f"{faction} pass")
    got = table.get("/log")
    assert got.headers["content-disposition"] == f'attachment; filename="{table.name}.fitl"'
    log = notation.read(got.body.decode()).log
    assert replay(notation.setup_of(log), log.events).error is None
    proven = table.get("/verify").json
    assert not proven["faults"] and proven["links"] == len(log.events) and proven["unchecked"]


def test_a_ruling_on_a_line_without_playing_it(table: At) -> None:
    """The verdict with its rule, and legal moves near it."""
    seat, faction = to_act(table)
    before = table.version
    ruling = table.send("/adjudicate", {"move": f"{faction} train Hue+9ut"}, seat).json
    assert not ruling["legal"] and ruling["refusal"]["rule"] and table.version == before


def test_names_of_people(table: At) -> None:
    """A player sets the name of his own seat, and can have it forgotten."""
    assert table.send("/name", {"name": "Anna"}, "US", "PUT").json == {"seat": "US", "name": "Anna"}
    players = {seat["name"]: seat["player"] for seat in table.get().json["seats"]}
    assert players["US"] == "Anna"
    table.send("/name", {"name": None}, "US", "PUT")
    assert {seat["player"] for seat in table.get().json["seats"]} == {""}


def test_a_new_link_makes_the_old_one_void(table: At) -> None:
    """A seat for itself; the host for a seat that is free, and for no other."""
    new = table.send("/links", {"seat": "US"}, "US").json["link"]
    assert table.get(seat="US").status == 401
    table.links["US"] = new
    assert table.get(seat="US").status == 200
    assert table.send("/links", {"seat": "US"}, "VC").status == 403
    assert table.send("/links", {"seat": "US"}, "").status == 403
    assert table.tell("", {"command": "unseat", "seat": "US"}).status == 200
    assert table.get(seat="US").status == 401
    table.links["US"] = table.send("/links", {"seat": "US"}, "").json["link"]
    assert table.tell("US", {"command": "sit"}).status == 200
