"""What a mail comes to in a game: lines to be put at its end, or the first reason why nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

import notation
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.counting import counted
from fitl_core.game.adjudications import Adjudicated, adjudicated
from fitl_core.game.appending import FalseFigures, appended, insist_on_sound
from fitl_core.game.disputes import FactionsMove
from fitl_core.game.files import Game, false_claims
from fitl_core.mail.found import Findings, FoundLine, findings
from fitl_core.mail.letters import Letter
from fitl_core.mail.quoting import lines_of
from fitl_core.mail.senders import NotTheirs, Senders
from fitl_core.prose.reading import read_prose
from fitl_core.record.claims import Claim
from fitl_core.record.events import (
    Action,
    Amend,
    Correct,
    JudgedMove,
    Play,
    Reveal,
    ShareOut,
    Stand,
    Void,
)
from fitl_core.state.digest import digest
from fitl_core.state.state import State
from fitl_core.tell.lines import printable
from notation import Entry

MOST_LINES = 100
"""The most lines of the notation that one mail may bring."""
MOST_REMARKS = 10

Caster = Callable[[State, Entry], tuple[Entry, ...]]
"""Rolls the dice that are due in a line, and lets Non-players answer in it; raises as `moves.cast`."""


OfTheTable = Void | Amend | Correct | Stand | ShareOut
"""What changes what has been played, or who plays: no single player's to say."""


class Unagreed(FitlError):
    """A line of a mail that takes the consent of the table."""

    code = "unagreed"


class Trouble(msgspec.Struct, frozen=True):
    """Why nothing of mails is put into the game: a code, words, which mail and line of it (0: the whole).

    `corrected` is what may be sent back in place of the line, as far as something is found.
    """

    code: str
    message: str
    mail: int = 0
    line: int = 0
    text: str = ""
    corrected: tuple[str, ...] = ()


class Brought(NamedTuple):
    """A line of the notation with the mail that brings it, and the number of that."""

    mail: int
    letter: Letter
    line: FoundLine


class Answered(msgspec.Struct, frozen=True):
    """What mails come to: the `entries` put at the end of the game, which is then `after`, or `trouble`.

    `remarks` tell what was skipped and what is odd; `ruled` is the ruling on a line that is refused.
    """

    entries: tuple[Entry, ...]
    after: Game
    remarks: tuple[str, ...] = ()
    trouble: Trouble | None = None
    ruled: Adjudicated | None = None


def answered(
    game: Game, letters: Sequence[Letter], *, by: str = "", stand: bool = False, cast: Caster | None = None
) -> Answered:
    """What mails come to behind a sound game; nothing is put into it unless all of it is legal.

    `by` is who wrote them, if not whom they say: a name, or a seat ("US+ARVN"). With `stand` the table
    agrees: to lines that change what has been played, and to let stand what the rules refuse. Raises nothing.
    """
    found = [(letter, findings(lines_of(letter.text, letter.flowed))) for letter in letters]
    remarks: list[str] = []
    senders = Senders(game.log.sound.log, by)
    for mail, (letter, one) in enumerate(found, 1):
        which = f"mail {mail}: " if len(found) > 1 else ""
        strange = senders.strange(letter)
        odd = (*letter.remarks, *([strange] if strange and one.lines else []), *_told_of_quotes(game, one))
        remarks += [f"{which}{told}" for told in odd]
    lines = [Brought(mail, letter, line) for mail, (letter, one) in enumerate(found, 1) for line in one.lines]
    trouble = _of_another_game(game, [one for _, one in found], remarks)
    trouble = trouble or _not_to_be_read(game, lines, found)
    remarks = _few(remarks)
    if trouble is not None:
        return Answered((), game, tuple(remarks), trouble)
    return _Taking(game, by, stand, cast).take(lines, tuple(remarks))


def _not_to_be_read(
    game: Game, lines: Sequence[Brought], found: Sequence[tuple[Letter, Findings]]
) -> Trouble | None:
    """Why the lines of mails cannot be taken as they are."""
    if any(one.has_log for _, one in found):
        return Trouble("whole-log", "a whole log is pasted in this mail: compare it with fitl diff")
    if not lines:
        return Trouble("no-line", "no line of the notation is found in this mail")
    if len(lines) > MOST_LINES:
        return Trouble("too-many", f"there are more than {MOST_LINES} lines of the notation in this mail")
    bad = next((one for one in lines if one.line.entry is None), None)
    if bad is None:
        return None
    told = _as_sentence(game, bad.line.text) if bad is lines[0] else ()
    return Trouble("unreadable", bad.line.why, bad.mail, bad.line.number, bad.line.text, told)


def _as_sentence(game: Game, text: str) -> tuple[str, ...]:
    """The move that a line tells of in words, if it is one: to send back, never played unasked."""
    try:
        proposals = read_prose(game.replay.state, text) if game.replay is not None else ()
    except FitlError:
        return ()
    return tuple([proposal.move for proposal in proposals[:1]])


def _of_another_game(game: Game, found: Sequence[Findings], remarks: list[str]) -> Trouble | None:
    """Whether mails are about a position that is none of this game's; a remark where it is an earlier one."""
    replay = game.replay
    named = dict.fromkeys([one for each in found for one in each.digests])
    if not named or replay is None:
        return None
    places = {digest(step.state): number for number, step in enumerate(replay.steps)}
    strange = [one for one in named if one not in places]
    if strange and len(strange) < len(named):
        return Trouble("two-games", f"this mail is about two games: digest {strange[0]} is none of this one")
    if strange:
        return Trouble(
            "another-game", f"this mail is for another game: digest {strange[0]} is none of this one"
        )
    if (last := max([places[one] for one in named])) < replay.sound:
        remarks.append(
            f"it was written behind event {last}, and {counted(replay.sound - last, 'event')} came since"
        )
    return None


def _told_of_quotes(game: Game, found: Findings) -> Iterator[str]:
    """The lines that are quoted and that the log does not hold: they are never put into it."""
    assert game.replay is not None
    held = {notation.write_event(event) for event in game.replay.events}
    for line in found.quoted:
        assert line.entry is not None and line.entry.event is not None
        if notation.write_event(line.entry.event) not in held:
            yield f"line {line.number} is quoted, and the log does not hold it: {printable(line.text)[:80]}"
    if found.more_quoted:
        yield f"{counted(found.more_quoted, 'more quoted line')} not looked at"


def _few(remarks: list[str]) -> list[str]:
    kept = list(dict.fromkeys(remarks))
    more = len(kept) - MOST_REMARKS
    return [*kept[:MOST_REMARKS], f"and {counted(more, 'remark')} more"] if more > 0 else kept


class _Taking:
    """The lines of mails, taken one by one behind a game."""

    def __init__(self, game: Game, by: str, stand: bool, cast: Caster | None) -> None:
        self._game = game
        self._by = by
        self._senders = Senders(game.log.sound.log, by)
        self._stand = stand
        self._cast = cast

    def take(self, lines: Sequence[Brought], remarks: tuple[str, ...]) -> Answered:
        """All lines, or why the first is refused that is."""
        after, entries = self._game, list[Entry]()
        for one in lines:
            assert one.line.entry is not None
            entry = self._signed(one.line.entry, one.letter)
            try:
                if isinstance(entry.event, OfTheTable) and not self._stand:
                    raise Unagreed("this changes what has been played: it takes a word that the table agrees")
                if isinstance(entry.event, FactionsMove) and not (
                    self._stand or isinstance(entry.event, Stand)
                ):
                    self._senders.insist_on(entry.event.faction, one.letter)
                after, put = self._put(after, entry)
            except FitlError as error:
                return self._refused(after, entry, one, error, remarks)
            entries += put
        return Answered(tuple(entries), after, remarks)

    def _signed(self, entry: Entry, letter: Letter) -> Entry:
        """A line with who wrote it and when."""
        if entry.event is None:
            return entry
        by, time = entry.by or self._by or letter.by, entry.time or letter.time
        return msgspec.structs.replace(entry, by=by, time=time)

    def _put(self, game: Game, entry: Entry) -> tuple[Game, tuple[Entry, ...]]:
        """The game behind a line, and its lines; what the rules refuse stands where the table lets it."""
        try:
            assert game.replay is not None
            cast = self._cast(game.replay.state, entry) if self._cast is not None else (entry,)
            after = appended(game, cast)
            insist_on_sound(game, after)
            return after, cast
        except Violation:
            if not (self._stand and isinstance(entry.event, JudgedMove)):
                raise
        stood = msgspec.structs.replace(entry, event=Stand(entry.event, entry.claims), claims=())
        after = appended(game, [stood])
        insist_on_sound(game, after)
        return after, (stood,)

    def _refused(
        self, game: Game, entry: Entry, one: Brought, error: FitlError, remarks: tuple[str, ...]
    ) -> Answered:
        """Why a line is refused, with what may be sent back in its place."""
        assert game.replay is not None
        ruled = None
        corrected: tuple[str, ...] = ()
        if isinstance(entry.event, FactionsMove | Play | Reveal) and not isinstance(error, NotTheirs):
            ruled = adjudicated(game.replay.state, entry.event, claims=entry.claims)
            corrected = tuple([notation.write_event(move) for move in ruled.found.nearest[:1]])
        if isinstance(error, FalseFigures):
            (text, *_) = notation.write_entry(Entry(entry.event, true_claims(game, entry)))
            corrected = (text,)
        message = f"{error.rule}: {error.message}" if isinstance(error, Violation) else str(error)
        where = self._told_before(game, entry)
        trouble = Trouble(error.code, message, one.mail, one.line.number, one.line.text, corrected)
        return Answered((), self._game, (*remarks, *where), trouble, ruled)

    def _told_before(self, game: Game, entry: Entry) -> Iterator[str]:
        """Whether the log holds the line already: the mail may have been taken before."""
        assert game.replay is not None and entry.event is not None
        if isinstance(entry.event, Action) and entry.event in game.replay.events:
            number = len(game.replay.events) - game.replay.events[::-1].index(entry.event)
            yield f"event {number} says the same: has this mail been taken before?"


def true_claims(game: Game, entry: Entry) -> tuple[Claim, ...]:
    """What is claimed behind a legal line as it is in truth; what there is not is left out."""
    assert game.replay is not None
    false = {
        one.claimed: one.actual for one in false_claims(appended(game, [entry])) if one.event > game.sound
    }
    claims = [false.get(claim, claim) for claim in entry.claims]
    return tuple([claim for claim in claims if claim is not None])
