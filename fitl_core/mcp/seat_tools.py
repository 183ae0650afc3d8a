"""The tools of the MCP server as functions from text to text. Read `serving` for the protocol.

Each tool of a seat takes the secret link of that seat, which opens nothing else. A tool shows what the seat
may know. Look-ups and `look` need no link.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.options import HANDICAP, DeceptionMarker
from fitl_core.game.adjudications import adjudicate_move, adjudication_lines, heading_lines
from fitl_core.pictures.board_svg import board_picture
from fitl_core.record.clauses import spaces_of
from fitl_core.record.setup import Setup
from fitl_core.seat.answer_names import NoAnswer, name_of_answer
from fitl_core.seat.briefings import BriefingLimits, briefing
from fitl_core.state.state import State
from fitl_core.table.commands import ChooseMarkers, Command, Sit
from fitl_core.table.facts import Seat
from fitl_core.table.history import insist_on_shown
from fitl_core.table.moving import read_event
from fitl_core.table.refusals import NotNow, Unknown, describe_refusal
from fitl_core.table.seat_answers import answer_at
from fitl_core.table.seat_sights import sight_of_table
from fitl_core.table.seating import known_seat
from fitl_core.table.seats_asked import SeatsAsked, asked_at, waited_for
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables
from fitl_core.table.views import TableView
from fitl_core.tell.board_text import board_table
from fitl_core.tell.card_previews import card_lines, view_card
from fitl_core.tell.rulings import Rulings, rulings_lines, rulings_on
from fitl_core.walks import OpenedQuestion
from notation.header import flaws_of, tags_with
from notation.log import Log
from notation.space_names import space_named
from notation.titles import cards_called

LIMITS = BriefingLimits(tries=None)
"""The limits of one answer."""
MOST_LINES = 12
"""The most lines of the log that `look` shows."""
MOST_OF_SPACE = 60
"""The most answers of a question that `questions` shows."""
MOST_MADE = 5_000
"""The most answers that are made to find those with a space."""
MOST_LETTERS = 2_000
"""The most characters of a text that is looked up."""


class SeatTools:
    """The tools for the tables of a store. With a `table` and a `link`, calls need not name them.

    A refused call raises the `FitlError` of the table; `words_of` says it to a model.
    """

    def __init__(self, tables: Tables, table: str = "", link: str = "") -> None:
        self.tables = tables
        self._table = table
        self._link = link

    # -- tables -----------------------------------------------------------------------------------

    def open_table(self, scenario: str = "short", players: str = "VC", rules: str = "second") -> str:
        """Open a new table. Return its name and the secret link of each seat, which are shown only once.

        scenario: full, medium or short. rules: second or original. players: the seats, as "US ARVN NVA VC",
        "US+ARVN NVA+VC" or "VC"; the Factions that it leaves out are Non-players (section 8).
        """
        opened = self.tables.open(_setup(scenario, rules, players))
        links = [f"{seat or 'host'}: {link}" for seat, link in opened.links.items()]
        return "\n".join([f"table {opened.table}", *links, "Take a seat with `sit`."])

    def sit(self, table: str = "", link: str = "", markers: str = "") -> str:
        """Take the seat of a link. Return what the table waits for.

        markers: under the Handicap option, two Deception markers ("asset threat"); without them they are
        drawn (7.3).
        """
        name, seat = self._seat(table, link)
        state = self.tables.state(name)
        place = known_seat(state, seat)
        chosen = ChooseMarkers(cast("tuple[DeceptionMarker, ...]", tuple(markers.replace(",", " ").split())))
        if not place.taken:
            self._do(name, seat, Sit())
        if HANDICAP in state.opened.setup.options and not place.chose and state.status == "gathering":
            self._do(name, seat, chosen)
        return f"You sit at {name} as {seat}. {_waits(asked_at(self.tables.state(name)))}"

    def look(self, table: str = "") -> str:
        """Return what everybody sees: the seats, whom the table waits for, and the last lines of the log."""
        name = self._name(table)
        return "\n".join(_table_lines(self.tables.view(name)))

    # -- decisions --------------------------------------------------------------------------------

    def briefing(self, table: str = "", link: str = "", since: int | None = None) -> str:
        """Return the briefing of your seat: position, news, the question, its answers by name, cards, limits.

        since: the number of the last event that you know; without it, your own last line. At most 8 KB.
        """
        return self._briefing(*self._seat(table, link), since)

    def questions(self, table: str = "", link: str = "", space: str = "") -> str:
        """Return your open questions with their answers; with a space, only the answers that name it.

        space: a code or name on the map, such as "Hue".
        """
        name, seat = self._seat(table, link)
        where = space_named(space) if space else ""
        sight = sight_of_table(self.tables.state(name), seat)
        if sight.what == "nothing":
            return "You are asked nothing now."
        lines = [line for asked in sight.questions for line in _question(asked, where)]
        if where and not lines:
            return f"No open answer names {spaces_by_id()[where].name}."
        return "\n".join([*lines, *([f"Or: {', '.join(sight.words)}"] if sight.words else [])])

    def say(self, answer: str, table: str = "", link: str = "", version: int | None = None) -> str:
        """Answer: a name that the briefing lists, several clauses, or a whole line ("VC rally Sai, Hue").

        A line that begins with your Faction is a whole move. Dice fall by themselves. Return what is asked
        next: your next briefing, or whom the table waits for. A refusal names the rule and the legal answers,
        and changes nothing. version: the version of the table that you saw; a later change then refuses.
        """
        name, seat = self._seat(table, link)
        if len(answer) > LIMITS.bytes:
            raise NoAnswer(f"an answer has at most {LIMITS.bytes:,} characters, not {len(answer):,}")
        done = answer_at(self.tables, name, seat, answer, version)
        state = self.tables.state(name)
        if seat not in asked_at(state).seats:
            return f"Done, version {done.version}. {_waits(asked_at(state))}"
        return f"Done, version {done.version}.\n{self._briefing(name, seat, None)}"

    def ruling(self, move: str, table: str = "") -> str:
        """Return the ruling on a whole move in the table's present position: verdict, rules, legal moves near
        it.

        Nothing is played. With dice, as {4}, the ruling goes on after them.
        """
        board = self._state(table).board
        if board is None:
            raise NotNow("play has not begun: there is no position yet")
        insist_on_shown(self._state(table))
        ruled = adjudicate_move(board, read_event(move))
        rules = f" ({', '.join(ruled.found.rules)})" if ruled.found.rules else ""
        return "\n".join(
            [*heading_lines(ruled), f"verdict: {ruled.found.verdict}{rules}", *adjudication_lines(ruled)]
        )

    # -- look-ups ---------------------------------------------------------------------------------

    def rules(self, wanted: str) -> str:
        """Return our rulings for a rule ("3.2.4"), a section ("3.2"), a card ("card 75"), an id or words."""
        found = rulings_on(wanted[:MOST_LETTERS])
        if found == Rulings():
            raise Unknown(f'nothing is known about "{wanted[:60]}": name a rule, a card, an id or words')
        return "\n".join(rulings_lines(found))

    def card(self, card: str) -> str:
        """Return a card by its number or title: its order, each side in our words, and clarifications."""
        numbers = cards_called(card[:MOST_LETTERS].strip().removeprefix("#"))
        if len(numbers) != 1:
            raise Unknown(f'no one card is called "{card[:60]}": it has a number from 1 to 130, or a title')
        return "\n".join(card_lines(view_card(numbers[0])))

    # -- resources --------------------------------------------------------------------------------

    def log(self, table: str = "") -> str:
        """Return the log of a table, as everybody may have it."""
        return notation.write(self.tables.log(self._name(table)))

    def board(self, table: str = "") -> str:
        """Return the board of a table in words."""
        return "\n".join(board_table(self._position(table)))

    def board_picture(self, table: str = "") -> str:
        """Return the board of a table as SVG."""
        return board_picture(self._position(table))

    # -- shared -----------------------------------------------------------------------------------

    def _name(self, table: str) -> str:
        """Return the table that is meant. Raises `Unknown` without one."""
        if not (table or self._table):
            raise Unknown("name a table")
        return table or self._table

    def _state(self, table: str) -> TableState:
        return self.tables.state(self._name(table))

    def _position(self, table: str) -> State:
        board = self._state(table).board
        if board is None:
            raise NotNow("play has not begun: there is no board yet")
        return board

    def _seat(self, table: str, link: str) -> tuple[str, Seat]:
        """Return the table and the seat that a link opens. Raises `Unknown`."""
        name = self._name(table)
        own = self._link if name == self._table or not self._table else ""
        if not (link or own):
            raise Unknown("give the secret link of your seat")
        seat = self.tables.seat_of(name, link or own)
        if not seat:
            raise Unknown("this is the link of the host, who has no seat in the game")
        return name, seat

    def _do(self, table: str, seat: Seat, command: Command) -> None:
        self.tables.do(table, seat, command, seen=self.tables.version(table))

    def _briefing(self, table: str, seat: Seat, since: int | None) -> str:
        state = self.tables.state(table)
        if state.status != "playing":
            return _waits(asked_at(state))
        return briefing(sight_of_table(state, seat), since, LIMITS).text


def _setup(scenario: str, rules: str, players: str) -> Setup:
    """Return the setup of a new table. Raises `Unknown` for a wrong value, as a header has it."""
    header = tags_with(Setup("short"), {"Scenario": scenario, "Rules": rules, "Players": players})
    for _, message, known, _ in flaws_of(header):
        raise Unknown(f"{message}; there are: {', '.join(known)}" if known else message)
    return notation.setup_of(Log(header, ()))


def words_of(error: FitlError) -> str:
    """Return a refusal in words for a model: what, by which rule, and what would be legal."""
    told = describe_refusal(error)
    rule = f" ({told.rule})" if told.rule else ""
    legal = f"\nLegal here: {', '.join(told.legal[:MOST_OF_SPACE])}" if told.legal else ""
    facts = "".join([f"\n  {fact}" for fact in told.facts])
    advice = f"\n{told.advice}" if told.advice else ""
    return f"{told.message}{rule}{facts}{legal}{advice}"


def _waits(asked: SeatsAsked) -> str:
    """Return a sentence about whom a table waits for."""
    if not asked.seats:
        words = asked.words or "the table waits for nobody"
        return f"{words[:1].upper()}{words[1:]}."
    due = f", until {asked.due}" if asked.due else ""
    return f"The table waits for {waited_for(asked)}{due}."


def _table_lines(seen: TableView) -> Iterator[str]:
    yield f"table {seen.table}, version {seen.version}, {seen.status}"
    for seat in seen.seats:
        yield f"  {seat.name}: {seat.player or ('taken' if seat.taken else 'free')}"
    yield _waits(seen.asked)
    if seen.standing:
        yield seen.standing
    for line in seen.lines[-MOST_LINES:]:
        yield f"  {line.number} {line.text}"


def _question(asked: OpenedQuestion, where: str) -> list[str]:
    """Return the lines of a question with its answers; with the id of a space, only those that name it."""
    names: list[str] = []
    for made, clause in enumerate(asked.answers(most=MOST_MADE)):
        if len(names) >= MOST_OF_SPACE or made >= MOST_MADE:
            names.append("...")
            break
        if not where or where in spaces_of(clause):
            names.append(name_of_answer(clause))
    head = f"{asked.who}: {asked.prompt} ({asked.rule})"
    return [head, f"  {', '.join(names)}"] if names else ([] if where else [head])
