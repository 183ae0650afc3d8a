"""Read mails in any state: RFC 822, a whole mailbox, a page of a forum, or pasted text.

Read `quotes` and `found_lines` next.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from datetime import UTC
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.counting import counted
from fitl_core.mail.forum_marks import without_marks
from fitl_core.mail.markup import is_html, text_of_html
from notation.decode import MAX_SIZE
from notation.quoting import is_printable

MOST_PARTS = 100
"""The most parts of a mail."""
MOST_LETTERS = 1_000
"""The most mails of a mailbox."""
LONGEST_NAME = 60
LONGEST_ADDRESS = 254
"""The most characters of a mail address. The owner of a longer one is uncertain."""
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_ADDRESS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+"
_ONE_SENDER = re.compile(rf'\s*(?:[^<>@"()]*<\s*({_ADDRESS})\s*>|({_ADDRESS}))\s*')
"""A `From` with one address. Names in quotation marks and comments are left out before the match."""
_HEADERS = re.compile(rb"(?:[!-9;-~]+[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.MULTILINE)
_TELLING = re.compile(
    rb"^(?:from|date|subject|message-id|received|mime-version|content-type|return-path|delivered-to):",
    re.IGNORECASE | re.MULTILINE,
)
_ENCODINGS = ("utf", "iso", "cp", "koi8", "mac", "gb", "big5", "shift", "euc", "ascii", "latin", "hz", "tis")
"""Prefixes of the names of accepted encodings. Other encodings are not for text, or take for ever."""
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\0"))
"""Invisible characters that occur inside words."""


class BadLetter(FitlError):
    """Bytes that are not a mail, or a mail that is not read."""

    code = "letter"


class Letter(msgspec.Struct, frozen=True):
    """A mail: its writer and date (ISO 8601), as far as it has them, and its text.

    `remarks` report skipped or mended parts. `flowed` text has soft ends of lines (RFC 3676). `address` is
    the one mail address of its writer, `id` its Message-ID. A text without header is `pasted`.
    """

    by: str
    time: str
    text: str
    remarks: tuple[str, ...] = ()
    flowed: bool = False
    address: str = ""
    id: str = ""
    pasted: bool = False


def letters_in(raw: bytes) -> tuple[Letter, ...]:
    """Return the mails in the bytes of a file, in order. Only a mailbox has several. Raises `BadLetter`."""
    if len(raw) > MAX_SIZE:
        raise BadLetter(f"this is larger than {MAX_SIZE // 1024 // 1024} MB")
    data = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not data.strip():
        raise BadLetter("this is empty")
    if data.startswith(b"From ") and _is_mail(data[data.find(b"\n") + 1 :]):
        letters = [_letter_of(one) for one in _mailbox(data)]
    elif _is_mail(data.lstrip(b"\n")):
        letters = [_letter_of(data.lstrip(b"\n"))]
    else:
        if b"\0" in data and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            raise BadLetter("this is a binary file, no mail")
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        text, remarks = _decoded(raw if encoding == "utf-16" else data, encoding)
        whole = _simple(text_of_html(text) if is_html(text) else text)
        letters = [Letter("", "", whole, remarks, pasted=True)]
    return tuple(letters)


def _is_mail(data: bytes) -> bool:
    """Check whether the text begins with the header of a mail: lines with names, one of them a usual one."""
    header = _HEADERS.match(data[:100_000])
    return header is not None and _TELLING.search(header[0]) is not None


def _mailbox(data: bytes) -> Iterator[bytes]:
    """Yield the mails of a mailbox."""
    parts = re.split(rb"(?:\A|\n)From [^\n]*\n", data)[1:]
    if len(parts) > MOST_LETTERS:
        raise BadLetter(f"this mailbox has more than {MOST_LETTERS} mails")
    for part in parts:
        yield re.sub(rb"^>(>*From )", rb"\1", part, flags=re.MULTILINE)


def _letter_of(data: bytes) -> Letter:
    """Return a mail with a header."""
    if data.lower().count(b"boundary=") > MOST_PARTS:
        raise BadLetter(f"this mail has more than {MOST_PARTS} parts inside each other")
    try:
        message = message_from_bytes(data)
        parts = list(message.walk())
    except RecursionError:
        raise BadLetter(f"this mail has more than {MOST_PARTS} parts inside each other") from None
    except (ValueError, LookupError, TypeError):
        raise BadLetter("this mail cannot be taken apart: it is not built as a mail is") from None
    texts: dict[str, list[str]] = {"plain": [], "html": []}
    remarks: list[str] = []
    flowed = False
    inside = 0  # parts of an attached mail
    for part in parts:
        if inside:
            inside -= 1
        elif part.get_content_type() == "message/rfc822":
            inside = len(list(part.walk())) - 1
            remarks.append("a mail that is attached is skipped")
        elif not part.is_multipart():
            kind = part.get_content_subtype()
            if part.get_content_maintype() != "text" or kind not in texts or _is_attached(part):
                remarks.append(f"skipped: {_name_of(part)}")
                continue
            text, mended = _text_of(part)
            remarks += mended
            texts[kind].append(text)
            flowed = flowed or (kind == "plain" and str(part.get_param("format", "")).lower() == "flowed")
    plain = "\n".join(texts["plain"])
    if not plain.strip():
        plain, flowed = "\n".join([text_of_html(html) for html in texts["html"]]), False
    if len(remarks) > 5:
        remarks[5:] = [f"and {counted(len(remarks) - 5, 'remark')} more"]
    address = _address_of(message)
    who, when, name = _sender(message), _date(message), " ".join(_header(message, "Message-ID").split())
    return Letter(who, when, _simple(plain), tuple(remarks), flowed, address, name)


def _simple(text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN)
    return without_marks(plain)


def _is_attached(part: Message) -> bool:
    return (part.get_content_disposition() or "") == "attachment"


def _name_of(part: Message) -> str:
    """Return the name of an attachment."""
    try:
        name = part.get_filename() or ""
    except (ValueError, LookupError, TypeError):
        name = ""
    return _seen(name) or f"a part of type {_seen(part.get_content_type())}"


def _text_of(part: Message) -> tuple[str, list[str]]:
    """Return the text of a part, and the list of repairs."""
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError):
        payload = None
    if not isinstance(payload, bytes):
        return "", ["a part of the text cannot be read"]
    defects = [f"the encoding of the text is broken ({type(one).__name__})" for one in part.defects[:1]]
    try:
        charset = part.get_content_charset() or ""
    except (ValueError, LookupError, TypeError):
        charset = "unknown"
    text, remarks = _decoded(payload, charset)
    return text, [*defects, *remarks]


def _decoded(data: bytes, charset: str) -> tuple[str, tuple[str, ...]]:
    """Return the text in an encoding. If the encoding is wrong or unknown, use the likeliest one."""
    named = _known(charset) if charset else "utf-8"
    wrong = f"no text in {_seen(charset)}" if named else f"no encoding is called {_seen(charset)}"
    for encoding in dict.fromkeys(filter(None, (named, "utf-8", "cp1252"))):
        try:
            text = data.decode(encoding)
        except (ValueError, LookupError):
            continue
        return text, (() if encoding == named or not charset else (f"{wrong}: read as {encoding}",))
    return data.decode("cp1252", "replace"), (f"{wrong}: read as far as it can be",)


def _known(charset: str) -> str:
    """Return an encoding by its name, or an empty text. Latin-1 is read as Windows-1252, as usually meant."""
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError):
        return ""
    if name in ("iso8859-1", "ascii"):
        return "cp1252" if name == "iso8859-1" else "utf-8"
    return name if name.startswith(_ENCODINGS) else ""


def _address_of(message: Message) -> str:
    """Return the one address in the one From. Return "" if there are several, or if it is not plain.

    The address binds a sender to a seat. So it is read before encoded words are decoded: a name in them can
    look like an address.
    """
    written = [str(one) for one in message.get_all("From") or ()]
    if len(written) != 1 or len(written[0]) > 2_000:
        return ""
    sender = _ONE_SENDER.fullmatch(_IN_QUOTES.sub(" ", written[0]))
    address = (sender[1] or sender[2]) if sender else ""
    return address if len(address) <= LONGEST_ADDRESS else ""


def _name_and_address(message: Message) -> tuple[str, str]:
    """Return the name and the address in From, as shown; empty without an address."""
    try:
        return parseaddr(_header(message, "From"))
    except (RecursionError, ValueError, IndexError):  # brackets within brackets
        return "", ""


def _sender(message: Message) -> str:
    """Return the writer: a name, or the text before the @."""
    name, address = _name_and_address(message)
    return _seen(name) or _seen(address.partition("@")[0])


def _date(message: Message) -> str:
    """Return the date in universal time."""
    try:
        when = parsedate_to_datetime(_header(message, "Date"))
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ") if when.year >= 1970 else ""
    except (ValueError, TypeError, OverflowError, IndexError, RecursionError):
        return ""


def _header(message: Message, name: str) -> str:
    """Return a header as text."""
    try:
        parts = decode_header(str(message.get(name, ""))[:2_000])
        return "".join(
            [one if isinstance(one, str) else _decoded(one, how or "utf-8")[0] for one, how in parts]
        )
    except (HeaderParseError, ValueError, LookupError, TypeError):
        return ""


def _seen(text: str) -> str:
    """Return a name that fits a line: without invisible characters and brackets, and not too long."""
    words = "".join([char if is_printable(char) and char not in '[]"\\' else " " for char in text[:500]])
    return " ".join(words.split())[:LONGEST_NAME].rstrip()
