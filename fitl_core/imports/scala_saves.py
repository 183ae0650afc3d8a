"""Read a save of the Scala program unchanged: every key by its name, without judging it.

Read `scala_positions` next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from fitl_core.facts.counting import some_of
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.imports.faults import MOST_OF_FIELD, ImportFault, ImportRemark, Unimportable, shortened
from fitl_core.imports.json_files import decoded
from fitl_core.imports.scala_names import SPACE_TYPES, space_names, space_type

VERSION = 1
"""The only `file-version`. Older files have other keys."""
OLDEST = "0.10"
"""The oldest program version whose saves can be read."""
_AT = re.compile(r" - at `\$\.?([^`]*)`$")


class SavedSpace(msgspec.Struct, frozen=True, rename="camel"):
    """A space: on a LoC `population` is its Econ, and `terror` its Sabotage."""

    name: str
    support: str
    terror: int
    pieces: tuple[str, ...]
    space_type: str = ""
    population: int | None = None
    coastal: bool | None = None


class SavedActor(msgspec.Struct, frozen=True):
    """A Faction that has acted on the current card, and its deed."""

    faction: str
    action: str


class SavedSequence(msgspec.Struct, frozen=True, rename="camel"):
    """The Factions that may act on the card, those that have, and effects of Events on the next card."""

    eligible_this_turn: tuple[str, ...]
    actors: tuple[SavedActor, ...]
    passed: tuple[str, ...]
    eligible_next_turn: tuple[str, ...]
    ineligible_next_turn: tuple[str, ...]


class SavedCapability(msgspec.Struct, frozen=True):
    """A Capability in effect, and its side."""

    name: str
    shaded: bool
    faction: str = ""


class SavedStep(msgspec.Struct, frozen=True):
    """An entry of the history: one for each save."""

    save_number: int
    card: str
    summary: tuple[str, ...]


class GameState(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """The whole state of a game, except the settings of the program."""

    scenario_name: str
    human_factions: tuple[str, ...]
    spaces: tuple[SavedSpace, ...]
    arvn_resources: int
    nva_resources: int
    vc_resources: int
    us_aid: int
    patronage: int
    econ: int
    trail: int
    casualties: tuple[str, ...]
    out_of_play: tuple[str, ...]
    pivot_cards_available: tuple[str, ...]
    capabilities: tuple[SavedCapability, ...]
    momentum: tuple[str, ...]
    rvn_leaders: tuple[str, ...]
    rvn_leader_flipped: bool
    peace_talks: bool
    current_card: int
    on_deck_card: int
    cards_seen: tuple[int, ...]
    coup_cards_played: int
    game_over: bool
    sequence: SavedSequence
    history: tuple[SavedStep, ...]
    human_win_in_victory_phase: bool = False
    total_coup_cards: int = 0
    cards_per_campaign: int = 0
    prev_card_was_coup: bool = False
    us_policy: str = ""


_IGNORED = {
    "ongoingEvents", "trungDeck", "botDebug", "botTest", "logTrung", "showColor", "botIntents",
}  # fmt: skip
"""Settings of the program, and keys that only repeat others."""


class Save(msgspec.Struct, frozen=True):
    """One save: the `name` of its file, the program's version, the state, and its oddities."""

    name: str
    software: str
    state: GameState
    remarks: tuple[ImportRemark, ...] = ()

    @property
    def number(self) -> int:
        """The number of the save in its game, by its history."""
        return self.state.history[-1].save_number


def read_save(raw: bytes, name: str) -> Save:
    """Return a save from the content of its file. Raises `Unimportable`, naming each unreadable field."""
    try:
        top = decoded(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable("", f"this is no JSON: {error}") from None
    if not isinstance(top, dict):
        raise _unreadable("", "a save is one JSON object")
    _insist_on_version(top)
    try:
        state = msgspec.convert(top["game-state"], GameState)
    except msgspec.ValidationError as error:
        raise _at(str(error)) from None
    if not state.history:
        raise _unreadable("game-state.history", "it is empty; there is one entry for each save")
    software = str(top.get("software-version", "not told"))
    unread = sorted(set(top["game-state"]) - {*_known_keys(), *_IGNORED})
    number = state.history[-1].save_number
    odd = [shortened(f"game-state.{key}: this key is not known") for key in unread]
    remarks = [ImportRemark(text, number) for text in some_of(odd, MOST_OF_FIELD)]
    remarks += [ImportRemark(shortened(text), number) for text in _odd_spaces(state)]
    return Save(name, software, state, tuple(remarks))


def _known_keys() -> tuple[str, ...]:
    return GameState.__struct_encode_fields__


def _insist_on_version(top: dict[str, Any]) -> None:
    version, state = top.get("file-version"), top.get("game-state")
    if version is None and "version" not in top:
        raise _unreadable("file-version", "it is missing: this is no save of the Scala program")
    if not isinstance(state, dict):
        raise _unreadable("game-state", "it is missing, or no object")
    if version is None or "bot-version" in top or "cardsSeen" not in state:
        field = "file-version" if version is None else "game-state.cardsSeen"
        why = f"it is missing: saves of programs before {OLDEST} are not read, neither by the program itself"
        raise _unreadable(field, why)
    if version != VERSION:
        raise _unreadable("file-version", f"{version!r} is not known; {VERSION} is")


def _odd_spaces(state: GameState) -> Iterator[str]:
    """Yield printed facts of spaces that differ from those here. The facts here are used."""
    for saved in state.spaces:
        here = spaces_by_id().get(space_names().get(saved.name, ""))
        if here is None:
            continue
        printed = here.econ if here.is_loc else here.population
        if saved.space_type and saved.space_type.lower() != space_type(here.id).lower():
            kind = saved.space_type if saved.space_type in SPACE_TYPES else f'"{saved.space_type}"'
            yield f"{saved.name}: spaceType is {kind}; on the map it is {space_type(here.id)}"
        if saved.population not in (None, printed):
            yield f"{saved.name}: population is {saved.population}; on the map it is {printed}"
        if saved.coastal not in (None, here.coastal):
            yield f"{saved.name}: coastal is {saved.coastal}; on the map it is {here.coastal}"


def _unreadable(field: str, message: str) -> Unimportable:
    return Unimportable((ImportFault(field, message),))


def _at(error: str) -> Unimportable:
    """Return a fault from a message of msgspec, with the place that the message names."""
    match = _AT.search(error)
    message = error[: match.start()] if match else error
    return _unreadable(".".join(["game-state", *([match[1]] if match and match[1] else [])]), message)
