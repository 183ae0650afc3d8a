"""The lines of mails to be played: new lines that their sender may send, and that he means.

    sort_lines(log, letters, senders)

Lines of a mail that was played before are skipped without a word. All other lines that may not be played are
withheld, each with the reason, for the moderator to decide. A mail is taken as a whole: one doubtful line
withholds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.game.disputes import FactionsMove
from fitl_core.mail.doubts import Description, nothing_certain, weighed
from fitl_core.mail.found_lines import FoundLine, MailFindings, lines_in_mail
from fitl_core.mail.letters import Letter
from fitl_core.mail.played_mails import begins_as_played, mark_of, marks_in
from fitl_core.mail.quotes import MailLine, lines_of
from fitl_core.mail.senders import Sender, Senders, may_claim
from fitl_core.proofs.signatures import signature_of
from fitl_core.record.events import PlayCard, Reveal, Stand, bare_move
from fitl_core.tell.wrapping import printable
from notation import Entry, Log
from notation.text_warnings import warning_of_comment

WAY_OUT = "if it is meant, play it yourself: fitl play FILE LINE"
"""The way out, for the moderator."""


KNOWN_TEXT = "known-text"
"""The code of a line that was played before, but may be meant once more."""
_AGAIN = (
    "this was played before, from a text with other words above it; "
    "if it is meant once more: fitl play FILE LINE"
)
WITH_OTHERS = "with-others"
"""The code of a line that is withheld only because of another line of its mail."""


class Withheld(msgspec.Struct, frozen=True):
    """A line that is not played: a code, the reason, and its mail and line."""

    code: str
    message: str
    mail: int
    line: int
    text: str


class Brought(NamedTuple):
    """A line of the notation with its mail, the mail's number, its sender, and its mark."""

    mail: int
    letter: Letter
    line: FoundLine
    sender: Sender
    mark: str


class Mail(NamedTuple):
    """A mail with something new: its findings, its lines, and its sender."""

    number: int
    letter: Letter
    findings: MailFindings
    lines: tuple[MailLine, ...]
    sender: Sender


class SortedOut(NamedTuple):
    """Lines of mails to `play`, lines `withheld`, and `remarks`; only `mails` have something new.

    `known` are the lines of the other mails, which were played before. `after_known` has those mails, with
    the text below those lines.
    """

    play: list[Brought]
    withheld: list[Withheld]
    remarks: list[str]
    mails: list[Mail]
    known: list[Brought]
    after_known: list[Mail]


class _Terms(NamedTuple):
    """The terms on which lines are accepted.

    They are the senders, the name in `--by`, and the agreement of the table (`--stand`). `has_sealed_deck`
    and `has_seals` describe the game, and `describes` reads sentences.
    """

    senders: Senders
    by: str
    stand: bool
    has_sealed_deck: bool
    has_seals: bool
    describes: Description


def sort_lines(
    log: Log,
    letters: Sequence[Letter],
    senders: Senders,
    *,
    by: str = "",
    stand: bool = False,
    describes: Description = nothing_certain,
) -> SortedOut:
    """Return the lines of mails to be played, and the reasons why others are not.

    `describes` compares sentences with the moves beside them.
    """
    marks = marks_in(log)
    has_sealed_deck = log.tag("Deck-Root") is not None
    has_seals = has_sealed_deck or log.tag("Seed-Commitment") is not None
    terms = _Terms(senders, by, stand, has_sealed_deck, has_seals, describes)
    out = SortedOut([], [], [], [], [], [])
    for number, letter in enumerate(letters, 1):
        lines = lines_of(letter.text, letter.flowed)
        findings = lines_in_mail(lines)
        sender = senders.sender_of(letter)
        marked = [one for one in findings.lines if mark_of(letter, one) in marks]
        last_marked = max([one.number for one in marked], default=0)
        resaved = _lines_of_resaved_thread(log, letter, lines, findings.lines)
        again = [one for one in resaved if one.number > last_marked]
        last = max([one.number for one in again], default=last_marked)
        rest = [line for line in lines if line.number > last]
        new = tuple([one for one in findings.lines if one.number > last])
        mail = Mail(number, letter, msgspec.structs.replace(findings, lines=new), tuple(rest), sender)
        if marked and not new:
            out.known.extend([Brought(number, letter, one, sender, mark_of(letter, one)) for one in marked])
            out.after_known.append(mail)
            continue
        which = f"mail {number}: " if len(letters) > 1 else ""
        if again and new:
            known_part = f"up to line {last} this was played before, with other words above"
            out.remarks.append(f"{which}{known_part}: only what follows is new")
        elif again:  # none of its lines has a mark in the game
            out.withheld.extend([Withheld(KNOWN_TEXT, _AGAIN, number, one.number, one.text) for one in again])
        out.mails.append(mail)
        _sort(mail, which, terms, out)
    return out


def _lines_of_resaved_thread(
    log: Log, letter: Letter, lines: Sequence[MailLine], moves: Sequence[FoundLine]
) -> list[FoundLine]:
    """Return the played lines at the start of a thread that was saved again with other words.

    A single line is not a thread: it may be a new move in the same words.
    """
    if not letter.pasted or len(moves) < 2:
        return []
    taken_back = dict(weighed(lines, moves).taken_back)
    own = [one for one in moves if one not in taken_back]
    return own[: begins_as_played(log, own)]


def _sort(mail: Mail, which: str, terms: _Terms, out: SortedOut) -> None:
    """Sort the lines of one mail into those to be played and those withheld."""
    meant = weighed(
        mail.lines, mail.findings.lines, has_one_writer=not mail.letter.pasted, describes=terms.describes
    )
    taken_back = dict(meant.taken_back)
    own = [line for line in mail.findings.lines if line not in taken_back]
    for line, words in meant.taken_back:
        remark = f'line {line.number} is taken back ("{words}"), and not played: {printable(line.text)[:80]}'
        out.remarks.append(f"{which}{remark}")
    why = _why_not(mail, own, terms)
    if meant.doubt is not None and own and not mail.sender.is_stranger:
        reason = f"{meant.doubt}, in line {meant.doubt.line}: not played; {WAY_OUT}"
        why = {own[0].number: ("in-doubt", reason)} | why
    for line in own:
        if why:
            with_others = f"it stands in one mail with line {next(iter(why))}: not played"
            code, message = why.get(line.number, (WITH_OTHERS, with_others))
            out.withheld.append(Withheld(code, message, mail.number, line.number, line.text))
        else:
            brought = Brought(mail.number, mail.letter, line, mail.sender, mark_of(mail.letter, line))
            out.play.append(brought)
    unchecked = mail.sender.why_unchecked([_whose(line) for line in own]) if own and not why else ""
    if unchecked:
        out.remarks.append(f"{which}{unchecked}")


def _whose(line: FoundLine) -> Faction | None:
    """Return the Faction that moves in a line, or None for other lines."""
    event = line.entry.event if line.entry is not None else None
    return event.faction if isinstance(event, FactionsMove) and not isinstance(event, Stand) else None


def _why_not(mail: Mail, own: Sequence[FoundLine], terms: _Terms) -> dict[int, tuple[str, str]]:
    """Return the lines that may not be played, by their numbers, each with a code and the reason."""
    reasons: dict[int, tuple[str, str]] = {}
    for line in own:
        reason = next(_reasons(line.entry, mail, terms), None) if line.entry is not None else None
        if reason is not None:
            reasons[line.number] = reason
    if own and mail.sender.is_stranger and not reasons:
        reasons[own[0].number] = ("not-theirs", terms.senders.why_strange(mail.sender))
    return reasons


def _reasons(entry: Entry, mail: Mail, terms: _Terms) -> Iterator[tuple[str, str]]:
    """Yield the reasons against a line: its sender, what it claims, a part of the move after a semicolon."""
    event, sender = entry.event, mail.sender
    inner = bare_move(event) if event is not None else None
    agreed = terms.stand and not sender.is_stranger
    if isinstance(event, FactionsMove) and not isinstance(event, Stand) and not agreed:
        why = terms.senders.why_not(event.faction, sender, mail.letter)
        if why:
            yield "not-theirs", why
    may_turn_up = sender.moderates or sender.turns_cards or (sender.open and entry.proof)
    if terms.has_sealed_deck and isinstance(inner, PlayCard | Reveal) and not may_turn_up:
        reason = "cards of a sealed deck are turned up by the dealer: fitl deal SECRET --next FILE"
        yield "card-unproven", reason
    if entry.by and not may_claim(entry.by, sender, mail.letter, terms.by):
        reason = f"this line says that {printable(entry.by)} wrote it, and this mail is from {sender.name}"
        yield "other-author", f"{reason}: leave [%by …] out"
    checked = not (sender.moderates or mail.letter.pasted)
    if entry.time and checked and not _is_time_of(entry.time, mail.letter.time):
        sent = mail.letter.time or "no time"
        reason = f"this line says that it was written at {entry.time}, and this mail at {sent}"
        yield "other-time", f"{reason}: leave [%time …] out"
    if signature_of(entry) is not None:
        reason = "a line of a mail cannot be signed: a signature is of the line as it stands in the file"
        yield "signed", f"{reason}: leave [%sig …] out, and sign it there (fitl sign)"
    if entry.chain:
        reason = "a line of a mail cannot have a link: a link is of the line as it stands in the file"
        yield "linked", f"{reason}: leave [%chain …] out"
    if entry.typed:
        reason = "a line of a mail is what was typed: the game keeps it beside the move if it needs to"
        yield "typed", f"{reason}: leave [%typed …] out"
    if entry.proof and not terms.has_seals:
        yield "proof-unasked", "this game seals neither dice nor cards: leave [%proof …] out"
    if entry.comment and (doubt := warning_of_comment(entry.comment, 1, 1)) is not None:
        reason = f'"{printable(entry.comment)[:60]}" after the semicolon reads as a part of the move'
        yield doubt.code, f"{reason}: {doubt.hint}"


def _is_time_of(claimed: str, sent: str) -> bool:
    """Check whether the claimed time of a line is the time of its mail: to the minute, or that day."""
    return bool(sent) and (sent[:16] == claimed[:16] if len(claimed) > 10 else sent.startswith(claimed))
