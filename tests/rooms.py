"""The rooms of the code and their order, written once: `python tests/rooms.py` prints the docs' picture.

A module imports from its own room and from those below it.
"""

from __future__ import annotations

from functools import cache

ROOMS: tuple[tuple[str, str], ...] = (
    ("fitl_cli", "parses arguments and prints"),
    ("fitl_core/server", "tables over HTTP: the API, news, the page; what a client may ask"),
    ("fitl_core/testing", "random games with every law held against them; moves gone wrong"),
    ("fitl_core/pages", "a game as one page of HTML, with its style and script"),
    ("fitl_core/mail", "a game that goes round as a file: moves put at its end, turns told, mails read"),
    ("fitl_core/pictures", "positions and games as SVG text"),
    ("fitl_core/table", "games that several people write: seats, facts, commands, secrets, views"),
    ("fitl_core/stores", "where tables are kept: memory, SQLite, PostgreSQL; knows no rule"),
    ("fitl_core/prose", "sentences as moves: words, what belongs together, a search along the questions"),
    ("fitl_core/proofs", "chance that can be checked afterwards: seeds, dice, decks, the chain of a log"),
    ("fitl_core/imports", "games and positions that others keep: saves of another program, lists of pieces"),
    ("fitl_core/game", "a game as a file: text and rules together"),
    ("fitl_core/players/non_players", "section 8: Factions without a player decide, explain, are checked"),
    ("fitl_core/players", "who answers questions: random play, dice"),
    ("fitl_core/tell", "effects, refusals and positions in words; what a card would do; adjudication"),
    ("fitl_core/walks", "what a Faction is asked, step by step"),
    ("fitl_core/wording", "the normal form of an action: one way to write it"),
    ("fitl_core/engine", "the fold: start, play"),
    ("fitl_core/underway", "an action being carried out, on a draft of its own"),
    ("fitl_core/rules/agreed", "what the table agreed on: corrections, moves let stand"),
    ("fitl_core/rules/actions", "an action on an Event card: Operation, Special Activity, Event"),
    ("fitl_core/rules/events", "the cards, ten a module"),
    ("fitl_core/rules/costs", "what each verb costs, by the procedures' own figures"),
    ("fitl_core/rules/coup", "Coup Rounds, a module for each phase"),
    ("fitl_core/rules/special_activity", "a Special Activity in an action, and the transfers inside it"),
    ("fitl_core/rules/repertoire", "which verbs there are, and what goes with what"),
    ("fitl_core/rules/activities", "the eleven Special Activities"),
    ("fitl_core/rules/operations", "the eight Operations"),
    ("fitl_core/rules/shared", "what the procedures of several rules share"),
    ("fitl_core/rules", "context, progress, sequence of play, Pivotal Events, transfers, Deception"),
    ("fitl_core/rules/forms", "the forms of question of this game: spaces, names, pieces, verbs, dice"),
    ("fitl_core/state", "positions, the draft that changes them, Control, victory, laws, digest"),
    ("fitl_core/asking", "questions, written answers, and the walk through them; knows no word of the game"),
    ("notation", "text and JSON Lines to events and back; knows no rules"),
    ("fitl_core/record", "clauses, events, effects, setups, positions, claims: values only"),
    (
        "fitl_core/facts",
        "Factions, pieces, board, cards, scenarios, options, readings, codes; data files",
    ),
    ("fitl_core/errors", "one tree of errors"),
)
"""From the top down; a room inside another is named before it."""


def picture() -> str:
    """The rooms, one a line, with what they are for."""
    width = max(len(room) for room, _ in ROOMS) + 2
    return "\n".join([f"    {room:<{width}}{purpose}" for room, purpose in ROOMS])


@cache
def room_of(module: str) -> int:
    """The place of a module's room in `ROOMS`: `fitl_core.rules.coup.rounds` is in `fitl_core/rules/coup`."""
    path = module.replace(".", "/")
    found = [i for i, (room, _) in enumerate(ROOMS) if path == room or path.startswith(f"{room}/")]
    return max(found, key=lambda i: len(ROOMS[i][0]))


if __name__ == "__main__":
    print(picture())
