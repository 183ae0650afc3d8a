"""Reply to mails in a game: add their lines to its end, or report the first reason against it.

Read `accepted_lines` next for the choice of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec

import notation
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.game.adjudications import AdjudicatedMove, adjudicate_move
from fitl_core.game.appending import FalseFigures, appended, insist_on_sound, new_entries
from fitl_core.game.disputes import FactionsMove
from fitl_core.game.files import Game, false_claims
from fitl_core.mail.accepted_lines import (
    KNOWN_TEXT,
    WITH_OTHERS,
    Brought,
    Mail,
    SortedOut,
    Withheld,
    sort_lines,
)
from fitl_core.mail.described_moves import Descriptions, is_same_move, proposed_moves
from fitl_core.mail.found_lines import MailFindings, paragraph_at, paragraphs
from fitl_core.mail.letters import Letter
from fitl_core.mail.played_mails import marked
from fitl_core.mail.senders import NotTheirs, Senders
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.new_line_proofs import insist_on_proven
from fitl_core.prose.proposals import Proposal
from fitl_core.record.claims import Claim
from fitl_core.record.events import (
    Action,
    Amend,
    Correct,
    Event,
    JudgedMove,
    Pass,
    PlayCard,
    Reveal,
    ShareOut,
    Stand,
    Void,
)
from fitl_core.rules.sequence import to_act
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from fitl_core.tell.wrapping import printable
from notation import Entry, Log

MOST_LINES = 100
"""The most lines of the notation in one mail."""
MOST_REMARKS = 10
MOST_PARAGRAPHS = 4
"""The most paragraphs that are read as sentences, in a mail without a line of the notation."""
NO_FIGURES = "it counts as a deed and changes nothing on the board; write figures after =>"
NO_LINE = "no line of the notation is found in this mail"

Caster = Callable[[State, Entry], tuple[Entry, ...]]
"""Rolls the dice due in a line, and adds the answers of Non-players. Raises as `moves.cast`."""

Prover = Callable[[Log, Sequence[Entry]], None]
"""Raises `ProofError` for new lines of a log whose dice or cards are not proven."""


OfTheTable = Void | Amend | Correct | Stand | ShareOut
"""Events that change the moves played, or the players. No single player may send them."""


class Unagreed(FitlError):
    """A line of a mail that needs the consent of the table."""

    code = "unagreed"


class Trouble(msgspec.Struct, frozen=True):
    """The reason why mails add nothing to the game: a code, words, a mail and a line (0: the whole mail).

    `corrected` are lines that may be sent instead, if any are found. `proposals` give the assumptions of
    each.
    """

    code: str
    message: str
    mail: int = 0
    line: int = 0
    text: str = ""
    corrected: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()


class MailReply(msgspec.Struct, frozen=True):
    """The reply to mails: the `entries` added to the end of the game, the game `after` them, or `trouble`.

    `remarks` report skipped parts and oddities. `ruled` is the ruling on a refused line. Lines that are
    `withheld` wait for the moderator's decision.
    """

    entries: tuple[Entry, ...]
    after: Game
    remarks: tuple[str, ...] = ()
    trouble: Trouble | None = None
    ruled: AdjudicatedMove | None = None
    withheld: tuple[Withheld, ...] = ()


def reply_to(
    game: Game,
    letters: Sequence[Letter],
    *,
    by: str = "",
    stand: bool = False,
    cast: Caster | None = None,
    prove: Prover = insist_on_proven,
    addresses_only: bool = False,
) -> MailReply:
    """Return the reply to mails after a sound game; either all new lines are legal and added, or none.

    `by` is the writer, if it differs from the sender: a name, or a seat ("US+ARVN"). With `stand` the table
    agrees to lines that change the game so far, and to lines that the rules refuse. `prove` checks the proofs
    of dice and cards. With `addresses_only` no name binds a sender. Raises nothing.
    """
    log = game.log.sound.log
    describes = Descriptions(game).compare
    out = sort_lines(log, letters, Senders(log, by, addresses_only), by=by, stand=stand, describes=describes)
    remarks: list[str] = []
    for mail in out.mails:
        which = f"mail {mail.number}: " if len(letters) > 1 else ""
        remarks += [
            f"{which}{remark}" for remark in (*mail.letter.remarks, *_remarks_on_quotes(game, mail.findings))
        ]
    remarks += out.remarks
    if out.known and not out.mails:
        return _nothing_new(game, out, _few(remarks))
    trouble = _of_another_game(game, [mail.findings for mail in out.mails], remarks)
    doubt, lines = _without_description(game, out, remarks)
    trouble = trouble or doubt or _why_unreadable(game, lines, out)
    if trouble is not None:
        return MailReply((), game, _few(remarks), trouble, withheld=tuple(out.withheld))
    reply = _Taking(game, by, stand, cast, prove).take(lines, _few(remarks))
    return msgspec.structs.replace(reply, withheld=tuple(out.withheld))


def _nothing_new(game: Game, out: SortedOut, remarks: tuple[str, ...]) -> MailReply:
    """Return the answer to mails that were all played before.

    A pasted line with nothing around it has neither sender nor date: it may be a new move in the same words.
    So it is reported as trouble, with the way out. A move described in words below the known part of a thread
    is reported, too.
    """
    described = _propose_moves(game, [mail for mail in out.after_known if mail.letter.pasted])
    if described.proposals:
        return MailReply((), game, remarks, described)
    why = "nothing is new: this was played before"
    one = out.known[0]
    if not one.letter.pasted or one.letter.text.strip() != one.line.text.strip():
        return MailReply((), game, (*remarks, why))
    why = f"{why}; if it is meant once more: fitl play FILE '{one.line.text.strip()}'"
    return MailReply((), game, remarks, Trouble(KNOWN_TEXT, why, one.mail, one.line.number, one.line.text))


def _without_description(
    game: Game, out: SortedOut, remarks: list[str]
) -> tuple[Trouble | None, list[Brought]]:
    """Return the lines to be played without a sentence, beside the first line, that describes its move.

    A sentence that describes another move is trouble.
    """
    lines = list(out.play)
    if len(lines) < 2 or lines[0].mail != lines[1].mail or game.replay is None:
        return None, lines
    worded, written = sorted(lines[:2], key=lambda one: one.line.entry is not None)
    event = written.line.entry.event if written.line.entry is not None else None
    if worded.line.entry is not None or worded.line.passes or not isinstance(event, FactionsMove):
        return None, lines
    proposals = proposed_moves(game, _paragraph(out, worded))
    if not proposals:
        return None, lines
    if any(is_same_move(game.replay.state, proposal.move, event) for proposal in proposals):
        remarks.append(f"line {worded.line.number} describes in words the move of line {written.line.number}")
        return None, [one for one in lines if one is not worded]
    why = f"this describes another move than line {written.line.number}: which is meant"
    moves = tuple([proposal.move for proposal in proposals])
    return Trouble(
        "two-moves", why, worded.mail, worded.line.number, worded.line.text, moves, proposals
    ), lines


def _paragraph(out: SortedOut, one: Brought) -> str:
    """Return the paragraph of a mail that begins with a line."""
    lines = next(mail.lines for mail in out.mails if mail.number == one.mail)
    return paragraph_at(lines, one.line.number)


def _why_unreadable(game: Game, lines: Sequence[Brought], out: SortedOut) -> Trouble | None:
    """Return the trouble that keeps the lines of mails from being taken, or None."""
    if any(mail.findings.has_log for mail in out.mails):
        return Trouble("whole-log", "a whole log is pasted in this mail: compare it with fitl diff")
    if not lines and out.withheld:
        one = next((one for one in out.withheld if one.code != WITH_OTHERS), out.withheld[0])
        return Trouble(one.code, one.message, one.mail, one.line, one.text)
    if not lines:
        return _propose_moves(game, out.mails)
    if len(lines) > MOST_LINES:
        return Trouble("too-many", f"there are more than {MOST_LINES} lines of the notation in this mail")
    bad = next((one for one in lines if one.line.entry is None and not one.line.passes), None)
    if bad is None:
        return None
    proposals = proposed_moves(game, _paragraph(out, bad)) if bad is lines[0] else ()
    moves = tuple([proposal.move for proposal in proposals])
    return Trouble("unreadable", bad.line.why, bad.mail, bad.line.number, bad.line.text, moves, proposals)


def _propose_moves(game: Game, mails: Sequence[Mail]) -> Trouble:
    """Return the trouble of mails without lines, with proposals for a move that they describe in words."""
    for mail in mails:
        for number, text in islice(paragraphs(mail.lines), MOST_PARAGRAPHS):
            if proposals := proposed_moves(game, text):
                moves = tuple([proposal.move for proposal in proposals])
                return Trouble("no-line", NO_LINE, mail.number, number, text, moves, proposals)
    return Trouble("no-line", NO_LINE)


def _of_another_game(game: Game, findings: Sequence[MailFindings], remarks: list[str]) -> Trouble | None:
    """Return the trouble of mails about a position of another game; add a remark for an earlier position."""
    replay = game.replay
    named = dict.fromkeys([one for each in findings for one in each.digests])
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
            f"it was written after event {last}, and {counted(replay.sound - last, 'event')} came since"
        )
    return None


def _remarks_on_quotes(game: Game, findings: MailFindings) -> Iterator[str]:
    """Yield remarks on quoted lines that the log lacks. They are never added to it."""
    assert game.replay is not None
    held = {notation.write_event(event) for event in game.replay.events}
    held |= {entry.typed for entry in game.entries}
    for line in findings.quoted:
        assert line.entry is not None and line.entry.event is not None
        if notation.write_event(line.entry.event) not in held:
            yield f"line {line.number} is quoted, and the log does not hold it: {printable(line.text)[:80]}"
    if findings.more_quoted:
        yield f"{counted(findings.more_quoted, 'more quoted line')} not looked at"


def _few(remarks: list[str]) -> tuple[str, ...]:
    kept = list(dict.fromkeys(remarks))
    more = len(kept) - MOST_REMARKS
    return (*kept[:MOST_REMARKS], *([f"and {counted(more, 'remark')} more"] if more > 0 else []))


class _Taking:
    """The lines of mails, taken one by one after a game."""

    def __init__(self, game: Game, by: str, stand: bool, cast: Caster | None, prove: Prover) -> None:
        self._game = game
        self._by = by
        self._stand = stand
        self._cast = cast
        self._prove = prove
        self._without_figures: list[int] = []

    def take(self, lines: Sequence[Brought], remarks: tuple[str, ...]) -> MailReply:
        """Return the reply with all lines, or with the reason against the first refused line."""
        after, entries = self._game, list[Entry]()
        for one in lines:
            assert after.replay is not None
            entry = one.line.entry or Entry(Pass(to_act(after.replay.state) or Faction.US))
            entry = self._signed(entry, one)
            try:
                if isinstance(entry.event, OfTheTable) and not self._stand:
                    raise Unagreed("this changes the game so far: the table has to agree")
                if one.line.passes:
                    _insist_on_his_pass(one, entry.event)
                after, put = self._put(after, entry)
            except FitlError as error:
                return self._refused(after, entry, one, error, remarks)
            entries += put
            if isinstance(put[-1].event, Stand) and not put[-1].event.claims:
                self._without_figures.append(one.line.number)
        notices = [f"line {number} has no figures: {NO_FIGURES}" for number in self._without_figures]
        return MailReply(tuple(entries), after, (*remarks, *notices))

    def _signed(self, entry: Entry, one: Brought) -> Entry:
        """Return a line with its writer, its time, and the mark of its mail."""
        if entry.event is None:
            return entry
        by, time = entry.by or self._by or one.letter.by, entry.time or one.letter.time
        return marked(msgspec.structs.replace(entry, by=by, time=time), one.mark)

    def _put(self, game: Game, entry: Entry) -> tuple[Game, tuple[Entry, ...]]:
        """Return the game after a line, and the lines added. A refused line stands if the table lets it."""
        try:
            assert game.replay is not None
            cast = self._cast(game.replay.state, entry) if self._cast is not None else (entry,)
            self._prove(game.log.sound.log, cast)
            after = appended(game, cast)
            insist_on_sound(game, after)
            return after, new_entries(game, after)
        except Violation:
            if not (self._stand and isinstance(entry.event, JudgedMove)):
                raise
        stood = msgspec.structs.replace(entry, event=Stand(entry.event, entry.claims), claims=())
        self._prove(game.log.sound.log, (stood,))
        after = appended(game, [stood])
        insist_on_sound(game, after)
        return after, (stood,)

    def _refused(
        self, game: Game, entry: Entry, one: Brought, error: FitlError, remarks: tuple[str, ...]
    ) -> MailReply:
        """Return the reply for a refused line, with lines that may be sent instead."""
        assert game.replay is not None
        ruled = None
        corrected: tuple[str, ...] = ()
        if isinstance(entry.event, FactionsMove | PlayCard | Reveal) and not isinstance(
            error, NotTheirs | ProofError
        ):
            ruled = adjudicate_move(game.replay.state, entry.event, claims=entry.claims)
            corrected = _suggested(ruled)
        if isinstance(error, FalseFigures):
            (text, *_) = notation.write_entry(Entry(entry.event, true_claims(game, entry)))
            corrected = (text,)
        message = f"{error.rule}: {error.message}" if isinstance(error, Violation) else str(error)
        where = self._remark_if_known(game, entry)
        trouble = Trouble(error.code, message, one.mail, one.line.number, one.line.text, corrected)
        return MailReply((), self._game, (*remarks, *where), trouble, ruled)

    def _remark_if_known(self, game: Game, entry: Entry) -> Iterator[str]:
        """Yield a remark if the log has the line already: the mail may have been taken before."""
        assert game.replay is not None and entry.event is not None
        if not isinstance(entry.event, Action):
            return
        text = notation.write_event(entry.event)
        same = [n for n, one in enumerate(game.entries, 1) if one.event == entry.event or one.typed == text]
        if same:
            yield f"event {same[-1]} says the same: has this mail been taken before?"


def _insist_on_his_pass(one: Brought, event: Event | None) -> None:
    """Raise `NotTheirs` if "we pass" comes from somebody who is not to act."""
    assert isinstance(event, Pass)
    sender = one.sender
    if not (sender.open or sender.moderates or event.faction in sender.seats):
        seats = "+".join(sender.seats)
        raise NotTheirs(f"{event.faction} is to act, and {sender.name} plays {seats}: nobody passes")


def _suggested(ruled: AdjudicatedMove) -> tuple[str, ...]:
    """Return lines to send back: the nearest move, or one that lacks only a die. No die is made up."""
    lacking = [one.action for one in ruled.found.to_roll]
    if ruled.event in lacking:
        return ()
    return tuple([notation.write_event(move) for move in (*ruled.found.nearest, *lacking)[:1]])


def true_claims(game: Game, entry: Entry) -> tuple[Claim, ...]:
    """Return the true figures for the claims of a legal line, without claims that have no figure."""
    assert game.replay is not None
    false = {
        one.claimed: one.actual for one in false_claims(appended(game, [entry])) if one.event > game.sound
    }
    claims = [false.get(claim, claim) for claim in entry.claims]
    return tuple([claim for claim in claims if claim is not None])
