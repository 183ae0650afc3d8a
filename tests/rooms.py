"""The rooms of the code, grouped into areas: `python tests/rooms.py` prints both drawings of the docs.

A module imports from its own room and from rooms below it. Read `test_architecture.py` next.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sources import imports_of, modules

ROOMS: tuple[tuple[str, str], ...] = (
    ("fitl_cli", "the command line: arguments in, text out"),
    ("fitl_core/front_door", "public functions: a failed call names the wrong argument"),
    ("fitl_core/server", "tables over HTTP: API, news, the page"),
    ("fitl_core/mcp", "tables as tools of a language model"),
    ("fitl_core/messages", "messages to players about their turns: mail, webhooks"),
    ("fitl_core/testing", "random games and wrong moves, checked against every law"),
    ("fitl_core/laboratory", "policies, moves and Factions compared over many games"),
    ("fitl_core/pages", "a game as one page of HTML"),
    ("fitl_core/mail", "a game by mail: read mails, append moves, write the next mail"),
    ("fitl_core/pictures", "positions and games as SVG text"),
    ("fitl_core/table", "games of several seats: facts, commands, secrets, views"),
    ("fitl_core/stores", "storage of tables: memory, SQLite, PostgreSQL; knows no rule"),
    ("fitl_core/prose", "sentences read as moves"),
    ("fitl_core/environments", "a game as single steps, for PettingZoo and OpenSpiel"),
    ("fitl_core/proofs", "chance that can be checked: seeds, dice, decks, the chain of a log"),
    ("fitl_core/imports", "saves of another program and lists of pieces, read as logs"),
    ("fitl_core/policies", "policies that decide for a seat, and games between them"),
    ("fitl_core/seat", "one decision of a seat: its sight, and the briefing for a program"),
    ("fitl_core/game", "a game as a file: text and rules together"),
    ("fitl_core/players/non_players", "section 8: decisions of Non-players, explained and checked"),
    ("fitl_core/players", "random play and dice"),
    ("fitl_core/tell", "effects, refusals, positions and cards in words"),
    ("fitl_core/walks", "a move in the making: its answers and its open questions"),
    ("fitl_core/wording", "the normal form of an action"),
    ("fitl_core/engine", "the fold: start, play"),
    ("fitl_core/strict_play", "canonical events, carried out without a second attempt"),
    ("fitl_core/underway", "one action, carried out on its own draft"),
    ("fitl_core/reading", "what a written move means: one search along the questions of the rules"),
    ("fitl_core/rules/corrections", "corrections, and moves that the table let stand"),
    ("fitl_core/rules/actions", "an action on an Event card: Operation, Special Activity, Event"),
    ("fitl_core/rules/events", "the cards, ten a module"),
    ("fitl_core/rules/verb_costs", "the cost of each verb, from the figures of its procedure"),
    ("fitl_core/rules/coup", "Coup Rounds, one module for each phase"),
    ("fitl_core/rules/special_activity", "a Special Activity within an action, and transfers"),
    ("fitl_core/rules/repertoire", "the verbs, and which of them go together"),
    ("fitl_core/rules/activities", "the eleven Special Activities"),
    ("fitl_core/rules/operations", "the eight Operations"),
    ("fitl_core/rules/shared", "parts that several procedures share"),
    ("fitl_core/rules", "context, progress, sequence of play, Pivotal Events, transfers, Deception"),
    ("fitl_core/rules/forms", "the forms of question: spaces, names, pieces, verbs, dice"),
    ("fitl_core/state", "positions, drafts, Control, victory, laws, digest"),
    ("fitl_core/asking", "questions, written answers, and the run through them; knows no word of the game"),
    ("notation", "text and JSON Lines to events and back; knows no rule"),
    ("fitl_core/record", "clauses, events, effects, setups, positions, claims: values only"),
    (
        "fitl_core/facts",
        "Factions, pieces, map, cards, scenarios, options, readings, codes; data files",
    ),
    ("fitl_core/arguments", "values compared with type hints"),
    ("fitl_core/errors", "one tree of errors"),
    ("fitl_core/moved_names", "old public names, with a warning"),
    ("fitl_core/lazy_names", "public names, imported when they are first asked for"),
)
"""From the top down; a room inside another is named before it."""


class Area(NamedTuple):
    """A group of rooms, in the words of one line."""

    name: str
    purpose: str
    rooms: tuple[str, ...]
    """Rooms by path; a room inside one of these belongs to the area too."""


AREAS: tuple[Area, ...] = (
    Area(
        "command line",
        "arguments in, text out; trials of the whole",
        ("fitl_cli", "fitl_core/front_door", "fitl_core/testing", "fitl_core/laboratory"),
    ),
    Area(
        "mail, prose, imports",
        "games and moves that people wrote elsewhere",
        ("fitl_core/mail", "fitl_core/prose", "fitl_core/imports"),
    ),
    Area(
        "tables",
        "games of several seats: commands, facts, stores, server",
        ("fitl_core/table", "fitl_core/stores", "fitl_core/messages", "fitl_core/server", "fitl_core/mcp"),
    ),
    Area(
        "pictures",
        "boards, charts and pages to look at",
        ("fitl_core/pictures", "fitl_core/pages"),
    ),
    Area(
        "game",
        "a game as a file: verdicts, adjudications, proofs, seats",
        (
            "fitl_core/game",
            "fitl_core/proofs",
            "fitl_core/seat",
            "fitl_core/policies",
            "fitl_core/environments",
        ),
    ),
    Area(
        "players",
        "random play, and Non-players by section 8",
        ("fitl_core/players",),
    ),
    Area(
        "engine",
        "the fold, the reader, walks, the normal form, and words for effects",
        (
            "fitl_core/engine",
            "fitl_core/strict_play",
            "fitl_core/underway",
            "fitl_core/reading",
            "fitl_core/walks",
            "fitl_core/wording",
            "fitl_core/tell",
        ),
    ),
    Area(
        "rules",
        "procedures that ask, and the questions themselves",
        ("fitl_core/rules", "fitl_core/asking"),
    ),
    Area(
        "facts",
        "data, values, positions and the notation",
        (
            "fitl_core/facts",
            "fitl_core/record",
            "fitl_core/state",
            "notation",
            "fitl_core/arguments",
            "fitl_core/errors",
            "fitl_core/moved_names",
            "fitl_core/lazy_names",
        ),
    ),
)
"""From the top down. An area uses only areas below it."""


def picture() -> str:
    """Return the rooms of each area with their purposes, one a line."""
    width = max(len(room) for room, _ in ROOMS) + 2
    lines = []
    for area in AREAS:
        lines.append(f"    {area.name}: {area.purpose}")
        lines += [f"      {room:<{width}}{purpose}" for room, purpose in ROOMS if area_of(room) is area]
    return "\n".join(lines)


def area_of(room: str) -> Area | None:
    """Return the area of a room."""
    return next(
        (area for area in AREAS if any(room == one or room.startswith(f"{one}/") for one in area.rooms)), None
    )


def arrows() -> dict[str, set[str]]:
    """Return the areas that each area imports from, by name."""
    found: dict[str, set[str]] = {area.name: set() for area in AREAS}
    for module in modules():
        source = _area_name(module)
        for name in imports_of(module):
            target = _area_name(name)
            if source and target and source != target:
                found[source].add(target)
    return found


def _area_name(module: str) -> str | None:
    if module == "fitl_core":  # the list of public names: it names any room
        return None
    area = area_of(ROOMS[room_of(module)][0])
    return area.name if area else None


HOUSE_WIDTH = 84
"""Columns inside a box in the drawing of the house."""


def house() -> str:
    """Draw the areas as boxes, from the top down, each with an arrow to the areas that it uses."""
    names = [area.name for area in AREAS]
    lines = []
    for area in AREAS:
        below = names[names.index(area.name) + 1 :]
        used = [name for name in below if name in arrows()[area.name]]
        what = "all areas below" if len(used) == len(below) > 1 else ", ".join(used)
        lines += [
            f"    ┌{'─' * HOUSE_WIDTH}┐",
            f"    │ {f'{area.name:<22}{area.purpose}':<{HOUSE_WIDTH - 2}} │",
            f"    └──{'┬' if what else '─'}{'─' * (HOUSE_WIDTH - 3)}┘",
        ]
        if what:
            lines.append(f"       └─> {what}")
    return "\n".join(lines)


@cache
def room_of(module: str) -> int:
    """Return the index of a module's room: `fitl_core.rules.coup.rounds` is in `fitl_core/rules/coup`."""
    path = module.replace(".", "/")
    found = [i for i, (room, _) in enumerate(ROOMS) if path == room or path.startswith(f"{room}/")]
    return max(found, key=lambda i: len(ROOMS[i][0]))


if __name__ == "__main__":
    print(house())
    print()
    print(picture())
