"""Late players and players on vacation, in Chromium: votes, consent, and the way back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from looking import PHONE, barriers
from playing import Comes, Person, Served, Table
from samples import sampled

SEATS = ("US", "ARVN", "NVA", "VC")


def opened(server: Served, name: str, ago: float, deadline: int = 3600) -> Table:
    """A table of four players, whose present decision began some seconds ago."""
    return Table.begun_before(server, name, ago, deadline, named=True)


def names(table: Table) -> list[str]:
    """Return the seats of a table."""
    return [seat["name"] for seat in table.look()["seats"]]


def says(person: Person, words: str) -> None:
    """Wait until a proposal with these words is shown."""
    person.page.locator(".proposal", has_text=words).wait_for()


def test_the_table_votes_on_a_late_seat(server: Served, comes: Comes) -> None:
    """One proposes, the late player is told, the others agree by clicks, and the game goes on."""
    table = opened(server, "voting", 7300)
    late = table.asks
    first, second, third = [seat for seat in SEATS if seat != late]
    people = {seat: comes(table.address(seat)) for seat in SEATS}
    assert not people[late].is_shown('[data-key^="vote"]')
    assert "may vote on giving your seat" in people[late].page.locator(".time.over").inner_text()
    people[first].page.get_by_role("button", name=f"Propose to give {late} to a Non-player").click()
    says(people[late], "The other players vote on giving your seat")
    assert people[late].page.locator(".proposal button").count() == 0
    says(people[second], f"Player{first} ({first}) proposes to give the seat {late} to a Non-player")
    assert barriers(people[second].page) == []
    people[second].page.get_by_role("button", name="Yes").click()
    says(people[third], f"Agreed: {first}, {second}. Waiting for {third}.")
    assert late in names(table)
    people[third].page.get_by_role("button", name="Yes").click()
    people[third].page.locator(".proposal").wait_for(state="detached")
    assert late not in names(table)
    people[late].page.get_by_text(f"You no longer hold the seat {late}").wait_for()


def test_the_late_player_ends_the_vote_by_playing(server: Served, comes: Comes) -> None:
    """He plays, and the others see no vote any more."""
    table = opened(server, "playing", 7300)
    late = table.asks
    first, second = [seat for seat in SEATS if seat != late][:2]
    player, other = comes(table.address(late)), comes(table.address(second))
    table.tell(first, {"command": "propose-hand-over", "seat": late})
    says(player, "vote on giving your seat")
    says(other, "proposes to give the seat")
    player.moves()
    other.page.locator(".proposal").wait_for(state="detached")
    assert late in names(table)


@pytest.mark.parametrize(
    "size", sampled([PHONE, {"width": 1440, "height": 900}], 2), ids=lambda size: str(size["width"])
)
def test_a_player_takes_a_vacation_and_comes_back(server: Served, comes: Comes, size: dict[str, int]) -> None:
    """He asks, all others agree, everybody sees until when he is away, and one click ends it."""
    table = opened(server, f"away-{size['width']}", 60)
    seat = table.asks
    others = [one for one in SEATS if one != seat]
    person, other = (comes(table.address(one), viewport=size) for one in (seat, others[0]))
    assert "left" in person.page.locator(".time > span").first.inner_text()
    person.rest()
    person.page.get_by_role("tab", name="Seats").click()
    person.page.get_by_text("Your seat").click()
    day = datetime.now(UTC).date() + timedelta(20)
    field = person.page.get_by_label("Away until")
    field.fill("2020-01-01")
    person.page.get_by_role("button", name="Ask for a vacation").click()
    person.page.get_by_text("2020-01-01 has passed").wait_for()
    field.fill(day.isoformat())
    person.page.get_by_role("button", name="Ask for a vacation").click()
    written = f"{day:%B} {day.day}"
    says(other, f"Player{seat} ({seat}) asks to be away until {written}")
    other.page.get_by_role("button", name="Yes").click()
    for one in others[1:]:
        table.tell(one, {"command": "agree", "number": 1})
    other.page.locator(".time", has_text=f"is away until {written}").wait_for()
    assert other.page.locator(".time > span").first.inner_text()[:2] in ("20", "21")
    says(person, f"You are away until {written}")
    assert barriers(person.page) == [] and barriers(other.page) == []
    person.page.get_by_role("button", name="I am back").click()
    other.page.locator(".time", has_text="is away").wait_for(state="detached")
    assert other.page.locator(".time > span").first.inner_text() in ("59 minutes left", "1 hour left")
    assert not person.is_shown(".away")


def test_a_player_comes_back_from_section_8(server: Served, comes: Comes) -> None:
    """A seat that was voted away is made a seat again by the host, and its player plays on by a new link."""
    table = opened(server, "back", 7300)
    late = table.asks
    others = [seat for seat in SEATS if seat != late]
    player, host = comes(table.address(late)), comes(table.address(""))
    table.tell(others[0], {"command": "propose-hand-over", "seat": late})
    for seat in others[1:]:
        table.tell(seat, {"command": "agree", "number": 1})
    player.page.get_by_text(f"You no longer hold the seat {late}").wait_for()
    host.rest()
    host.page.get_by_role("tab", name="Seats").click()
    host.page.get_by_role("button", name=f"Make a seat of {late}").click()
    host.page.locator(f'[data-seat="{late}"]').get_by_role("button", name="New link").click()
    link = host.page.locator(f'[data-link="{late}"]').input_value()
    player.page.goto(link)
    player.page.get_by_role("button", name="Take this seat").click()
    player.page.get_by_role("button", name="Sit down").click()
    player.page.wait_for_selector(".sitting", state="detached")
    assert {seat["name"]: seat["taken"] for seat in table.look()["seats"]}[late]
    for _ in range(12):
        if late in table.look()["asked"]["seats"]:
            break
        asks = table.look()["asked"]
        table.tell(asks["seats"][0], {"command": "submit", "move": f"{asks['factions'][0]} pass"})
    player.page.wait_for_selector(".turn.mine")
