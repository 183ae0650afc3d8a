"""Sort the lines of a mail: its writer's own lines, quoted lines, and the signature."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

FENCES = ("```", "~~~")
_QUOTE = re.compile(r"[ \t]?(?:>[ \t\u00a0]?)+")
_BOUNDARY = re.compile(
    r"\s*[-_]{2,}\s*(?:Original Message|Original-Nachricht|Urspr.ngliche Nachricht|Weitergeleitete Nachricht"
    r"|Forwarded [Mm]essage|Message d.origine|Message transf.r.|Mensaje original|Mensaje reenviado"
    r"|Messaggio originale|Oorspronkelijk bericht|Mensagem [Oo]riginal|Ursprungligt meddelande"
    r"|Oprindelig meddelelse|Wiadomo.. oryginalna|Исходное сообщение)\s*[-_]{2,}\s*",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    r"\s*(?:On .{4,300} wrote|Am .{4,300} schrieb(?: .{1,200})?|Le .{4,300} a .crit|El .{4,300} escribi."
    r"|Il .{4,300} ha scritto|Op .{4,300} schreef(?: .{1,200})?|Em .{4,300} escreveu"
    r"|Den .{4,300} skrev(?: .{1,200})?"
    r"|W dniu .{4,300} napisa.(?:.a)?|.{4,300} (?:пишет|писал|написал))\s*:\s*"
)
_FROM = re.compile(r"\s*\*?(?:From|Von|De|Da|Van|Fr.n|Fra|Od|От)\*?\s?:\*?\s+\S")
_SENT = re.compile(
    r"\s*\*?(?:Sent|Date|Gesendet|Datum|Envoy.|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden|Skickat|Sendt"
    r"|Wys.ano|Дата)"
    r"\*?\s?:\*?\s+\S"
)


class MailLine(msgspec.Struct, frozen=True, gc=False):
    """A line of a mail: its number from 1, its depth of quoting, its text, and whether it is in a fence."""

    number: int
    depth: int
    text: str
    fenced: bool = False


def lines_of(text: str, flowed: bool = False) -> list[MailLine]:
    """Return the lines of a mail except the signature. Lines below a mark of quoting are quoted, too."""
    mail_lines: list[MailLine] = []
    below = signed = False
    fence = ""
    lines = list(_unflowed(text) if flowed else _split(text))
    for i, (number, depth, line) in enumerate(lines):
        if depth == 0 and not below and _opens_quote(lines, i):
            below = True
        signed = signed or (depth == 0 and not below and line.rstrip(" ") == "--" and not fence)
        if signed and depth == 0 and not below:
            continue
        bare = line.strip()
        fence = fence if mail_lines and mail_lines[-1].depth == depth + below else ""  # a quote may cut it
        if bare.startswith(FENCES) and (not fence or bare.startswith(fence)):
            fence = "" if fence else bare[:3]
            line = ""
        mail_lines.append(MailLine(number, depth + below, line, bool(fence) and line != ""))
    return mail_lines


def _split(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield each line with its number, its depth of quoting, and its text without the marks of quoting."""
    for number, line in enumerate(text.split("\n"), 1):
        marks = _QUOTE.match(line) if line[:2].lstrip().startswith(">") else None
        if marks is None:
            yield number, 0, line
        else:
            yield number, marks[0].count(">"), line[marks.end() :]


def _unflowed(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines of a text with soft ends of lines, which are joined (RFC 3676)."""
    held: tuple[int, int, list[str]] | None = None
    for number, depth, line in _split(text):
        stuffed = line.removeprefix(" ") if depth == 0 else line
        is_soft = stuffed.endswith(" ") and stuffed != "-- "
        if held is not None and (held[1] != depth or stuffed == "-- "):
            yield held[0], held[1], "".join(held[2])
            held = None
        held = held or (number, depth, [])
        held[2].append(stuffed)
        if not is_soft:
            yield held[0], held[1], "".join(held[2])
            held = None
    if held is not None:
        yield held[0], held[1], "".join(held[2])


def _opens_quote(lines: list[tuple[int, int, str]], i: int) -> bool:
    """Check whether a line begins a quoted mail that has no marks of its own."""
    line = lines[i][2][:700]
    if _BOUNDARY.fullmatch(line):
        return True
    if _FROM.match(line):
        return any(_SENT.match(other[:200]) for _, depth, other in lines[i + 1 : i + 4] if depth == 0)
    if not line.rstrip().endswith(":"):
        return False
    before = lines[i - 1][2][:700] if i else ""
    if not (_ATTRIBUTION.fullmatch(line) or _ATTRIBUTION.fullmatch(f"{before} {line}")):
        return False
    return all(depth == 0 for _, depth, other in lines[i + 1 : i + 4] if other.strip() or depth)
