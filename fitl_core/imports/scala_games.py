"""Import a game of the Scala program, from its saves and logs, with the result of each step.

Read `scala_steps` next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from fitl_core.engine import play, start
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import coup_cards
from fitl_core.facts.factions import FACTIONS, GIVERS
from fitl_core.game.written_logs import with_rules_release
from fitl_core.imports.faults import ImportFault, ImportRemark, Unimportable
from fitl_core.imports.scala_items import LogText
from fitl_core.imports.scala_ledgers import log_disagrees
from fitl_core.imports.scala_lines import read_log_text
from fitl_core.imports.scala_positions import Imported, position_in, remarks_on, setup_of
from fitl_core.imports.scala_saves import Save, read_save
from fitl_core.imports.scala_seats import people, untracked
from fitl_core.imports.scala_steps import (
    Saved,
    StepKind,
    TakenStep,
    actor,
    correction,
    kind_of,
    take,
    take_with_transfer,
)
from fitl_core.imports.scala_transfers import sets_givers_only
from fitl_core.record.events import Correct, Event, PlayCard
from fitl_core.record.setup import Setup
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from notation import Entry, Log, Tag, tags_of

_FILE = re.compile(r"(save|log)-(\d{3,9})(?:\.json|\.txt)?", re.IGNORECASE)
_MOST_STRANGE = 3
"""The most lines shown that are not understood."""


class ImportedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a step: the moves that were found, or only a position and `why`."""

    save: int
    kind: StepKind
    imported: Literal["moves", "position"]
    faction: str = ""
    by: Literal["", "person", "bot"] = ""
    card: int = 0
    why: str = ""


class ImportedGame(msgspec.Struct, frozen=True):
    """A log, the result of each step, remarks, and the saves that could not be imported."""

    log: Log
    saves: int
    steps: tuple[ImportedStep, ...] = ()
    remarks: tuple[ImportRemark, ...] = ()
    faults: tuple[ImportFault, ...] = ()


def is_of_game(name: str) -> bool:
    """Check whether a file has the name of a save or a log."""
    return _FILE.fullmatch(name) is not None


def import_save(raw: bytes, name: str) -> ImportedGame:
    """Return the position of one save, as the header of a log. Raises `Unimportable`."""
    save = read_save(raw, name)
    setup = setup_of(save, save)
    header = _from_save(save, setup)
    try:
        start(header)
    except FitlError as error:
        raise Unimportable((ImportFault("game-state.cardsSeen", error.message),), is_of_board=True) from None
    remarks = (*remarks_on(save), *save.remarks, *position_in(save, setup).remarks)
    return ImportedGame(with_rules_release(Log((*tags_of(header), *_tags(save)), ())), 1, (), remarks)


def import_game(files: Mapping[str, bytes]) -> ImportedGame:
    """Return the log of a game from its files, `save-000`, `log-000` and so on.

    Raises `Unimportable` if none can be read.
    """
    numbered = {
        (match[1].lower(), int(match[2])): name for name in sorted(files) if (match := _FILE.fullmatch(name))
    }
    numbers = sorted([number for kind, number in numbered if kind == "save"])
    if not numbers:
        raise Unimportable((ImportFault("", "there is no file save-000, save-001… here"),))
    saves: list[Save] = []
    faults: list[ImportFault] = []
    for number in numbers:
        name = numbered["save", number]
        try:
            saves.append(read_save(files[name], name))
        except Unimportable as error:
            faults += [_in_file(name, fault) for fault in error.faults]
    if not saves:
        raise Unimportable(tuple(faults))
    logs = {number: files[name] for (kind, number), name in numbered.items() if kind == "log"}
    return _Game(saves, logs, faults).imported()


def _in_file(name: str, fault: ImportFault) -> ImportFault:
    return ImportFault(f"{name}: {fault.field}" if fault.field else name, fault.message)


def _from_save(save: Save, setup: Setup) -> Setup:
    """Return the setup of a game that begins with a save: by two cards at the start, else by its position."""
    first_two = save.state.cards_seen[:2]
    if save.number == 0 and len(first_two) == 2 and save.state.current_card in coup_cards():
        return msgspec.structs.replace(setup, cards=(first_two[0], first_two[1]))
    imported = position_in(save, setup)
    return msgspec.structs.replace(setup, position=imported.position)


def _tags(save: Save) -> tuple[Tag, ...]:
    """Return the tags for the players, and for the program that kept the game."""
    humans = people(save)
    who = [Tag(faction.value, "a player" if faction in humans else "a Trung bot") for faction in FACTIONS]
    return (Tag("Program", f"fitl (Scala) {save.software}"), *who)


class _Since(NamedTuple):
    """A possible single move of NVA or VC with a transfer: its beginning, and the log of its action."""

    state: State
    before: Saved
    entries: int
    steps: int
    log: LogText | None = None
    has_action: bool = False


class _Game:
    """A game during import, save by save."""

    def __init__(self, saves: list[Save], logs: Mapping[int, bytes], faults: list[ImportFault]) -> None:
        self.saves = saves
        self.logs = logs
        self.faults = faults
        self.setup = setup_of(saves[0], saves[-1])
        self.remarks: list[ImportRemark] = [
            *remarks_on(saves[-1]),
            *[one for save in saves for one in save.remarks],
        ]
        self.steps: list[ImportedStep] = []
        self.entries: list[Entry] = []
        self._since: _Since | None = None

    def imported(self) -> ImportedGame:
        """Return the whole game. Raises `Unimportable` if not even the first save can be imported."""
        header, before, state = self._begin()
        for save in self.saves[self.saves.index(before.save) + 1 :]:
            try:
                after = Saved(save, position_in(save, self.setup), self._log(save))
                state = self._take(state, before, after)
                self.remarks += after.imported.remarks
            except Unimportable as error:
                self.faults += [_in_file(save.name, fault) for fault in error.faults]
            except FitlError as error:
                self.faults.append(ImportFault(save.name, f"its position cannot be set: {error.message}"))
                break
            else:
                before = after
        log = with_rules_release(Log((*tags_of(header), *_tags(self.saves[-1])), tuple(self.entries)))
        return ImportedGame(log, len(self.saves), tuple(self.steps), tuple(self.remarks), tuple(self.faults))

    def _begin(self) -> tuple[Setup, Saved, State]:
        """Return the header, the first possible save, and its state."""
        for save in self.saves:
            try:
                return self._begin_with(save)
            except Unimportable as error:
                self.faults += [_in_file(save.name, fault) for fault in error.faults]
            except FitlError as error:
                self.faults.append(ImportFault(save.name, f"no game begins so: {error.message}"))
        raise Unimportable(tuple(self.faults))

    def _begin_with(self, save: Save) -> tuple[Setup, Saved, State]:
        first_two = save.state.cards_seen[:2]
        if save.number or len(first_two) < 2:
            self.remarks.append(
                ImportRemark("the saves before it are not here: the log begins here", save.number)
            )
            header = _from_save(save, self.setup)
            imported = position_in(save, self.setup)
            return header, Saved(save, imported), start(header).state
        header = msgspec.structs.replace(self.setup, cards=(first_two[0], first_two[1]))
        state = start(header).state
        self.entries.append(Entry(PlayCard(first_two[0])))
        if save.state.current_card in coup_cards():  # the Coup Round has begun here, but not in the save
            imported = Imported(self.setup, position_of(set_up(header)), untracked(save))
            return header, Saved(save, imported), state
        imported = position_in(save, self.setup)
        line = correction(state, imported.position, imported.unknown)
        if line is not None:
            self.entries.append(Entry(line, comment=f"{save.name}: not set up as the scenario is"))
            state = play(state, line).state
        return header, Saved(save, imported), state

    def _take(self, state: State, before: Saved, after: Saved) -> State:
        """Take one step: add its entries and remarks, and return the state after it."""
        kind, number = kind_of(before, after), after.save.number
        self.remarks += self._remarks_on_log(before, after, kind)
        begun = _Since(state, before, len(self.entries), len(self.steps))
        taken = take(state, before, after)
        faction = actor(before.save) if kind in ("action", "pass") else None
        by: Literal["", "person", "bot"] = ""
        if faction is not None:
            by = "person" if faction in people(before.save) else "bot"
        who = faction.value if faction is not None else ""
        card = before.save.state.current_card
        how: Literal["moves", "position"] = "position" if taken.why else "moves"
        self.steps.append(ImportedStep(number, kind, how, who, by, card, taken.why))
        self.entries += [
            Entry(event, comment=comment) for event, comment in self._lines(taken.events, after, taken.why)
        ]
        return self._with_transfer(begun, after, kind, taken)

    def _with_transfer(self, begun: _Since, after: Saved, kind: StepKind, taken: TakenStep) -> State:
        """Return the state after a step.

        A step that ends a move with tracks set by hand is joined with the move.
        """
        since = self._since
        if kind == "adjustment" and sets_givers_only(taken.events):
            since = since or begun
        elif kind == "action" and actor(begun.before.save) in GIVERS:
            since = begun if since is None or since.has_action else since
            since = since._replace(log=after.log, has_action=True)
        else:
            since = None
        self._since = since
        if since is None or not since.has_action or len(self.steps) - since.steps < 2:
            return taken.state
        whole = msgspec.structs.replace(after, log=since.log)
        joined_step = take_with_transfer(since.state, since.before, whole)
        if joined_step is None:
            return taken.state
        self.entries[since.entries :] = [Entry(event) for event in joined_step.events]
        for i, step in enumerate(self.steps[since.steps :], since.steps):
            self.steps[i] = msgspec.structs.replace(step, imported="moves", why="")
        remark = "Resources that were set by hand are taken for a transfer (1.5.2)"
        self.remarks.append(ImportRemark(remark, after.save.number))
        return joined_step.state

    def _lines(self, events: tuple[Event, ...], after: Saved, why: str) -> Iterator[tuple[Event, str | None]]:
        for i, event in enumerate(events):
            if not isinstance(event, Correct):
                yield event, None
            elif i == 0 and set(event.named) <= set(after.imported.unknown):
                yield event, "not kept by the program, and assumed"
            elif not why:
                yield event, "as the program's bot has it"
            else:
                yield event, f"{after.save.name}: {why}"

    def _log(self, save: Save) -> LogText | None:
        raw = self.logs.get(save.number)
        return read_log_text(raw) if raw is not None else None

    def _remarks_on_log(self, before: Saved, after: Saved, kind: StepKind) -> Iterator[ImportRemark]:
        """Yield remarks if a step's log is missing, not understood, or does not lead to the next."""
        number, log = after.save.number, after.log
        if log is None:
            yield ImportRemark("its log is not here", number)
            return
        if log.is_text:
            yield ImportRemark("its log is plain text, as before program 1.14", number)
        if log.strange:
            strange = "; ".join([repr(line) for line in log.strange[:_MOST_STRANGE]])
            yield ImportRemark(f"{len(log.strange)} lines of its log are not understood: {strange}", number)
        if kind in ("adjustment", "gap"):
            return
        unknown = after.imported.unknown
        wrong = log_disagrees(before.imported.position, log.items, after.imported.position, unknown)
        if wrong:
            yield ImportRemark(f"its log and the saves disagree: {'; '.join(wrong)}", number)
