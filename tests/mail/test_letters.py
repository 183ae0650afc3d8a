"""Mails in whatever state they arrive: encodings, parts, pages, quotes of all sorts are read."""

from __future__ import annotations

import base64

import pytest
from measured import in_time

from fitl_core.mail.forum_marks import without_marks
from fitl_core.mail.found_lines import lines_in_mail
from fitl_core.mail.letters import BadLetter, Letter, letters_in
from fitl_core.mail.markup import text_of_html
from fitl_core.mail.quotes import lines_of
from notation import write_event

MOVE = "VC rally Hue+vg"
LINE = "VC   rally Hue+vg"


def mail(body: str | bytes, *headers: str) -> bytes:
    """A mail with a body, from Ann."""
    head = "\n".join(["From: Ann <ann@example.org>", "Date: Sun, 03 May 2026 14:00:00 +0200", *headers])
    return f"{head}\n\n".encode() + (body.encode() if isinstance(body, str) else body)


def only(raw: bytes) -> Letter:
    """The one mail in some bytes."""
    (letter,) = letters_in(raw)
    return letter


def own(raw: bytes) -> list[str]:
    """The writer's own lines of the notation; behind "? " why one cannot be read."""
    letter = only(raw)
    found = lines_in_mail(lines_of(letter.text, letter.flowed)).lines
    return [
        f"? {one.why}" if one.entry is None else write_event(one.entry.event)
        for one in found
        if one.entry is None or one.entry.event is not None
    ]


def same(found: list[str], wanted: list[str]) -> bool:
    """Whether these lines were found; of a reason the beginning is enough."""
    return len(found) == len(wanted) and all(
        one.startswith(line) if line.startswith("?") else one == line
        for one, line in zip(found, wanted, strict=True)
    )


def quoted(raw: bytes) -> list[str]:
    """The lines of the notation that are quoted."""
    return [one.text for one in lines_in_mail(lines_of(only(raw).text)).quoted]


# -- who, when, and the text ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "by"),
    [
        ("From: Ann <ann@example.org>", "Ann"),
        ("From: ann@example.org", "ann"),
        ("From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>", "Jürgen"),
        ("From: =?no-such?b?SsO8cmdlbg==?= <j@example.org>", "Jürgen"),
        ("From: =?utf-8?b?broken", "=?utf-8?b?broken"),
        ('From: "]\x1b[2J [%chain x]" <a@b>', "2J %chain x"),
        (f"From: {'x' * 5000} <a@b>", "x" * 60),
        ("Subject: nobody", ""),
        ("From:", ""),
    ],
)
def test_who_wrote_it(header: str, by: str) -> None:
    """A writer's name may have any encoding, else the text before the @ is used; it ends no field or line."""
    assert only(f"{header}\n\n{MOVE}\n".encode()).by == by


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("From: Cy <cy@example.org>", "cy@example.org"),
        ("From: cy@example.org", "cy@example.org"),
        ("From: cy@example.org (Cy)", "cy@example.org"),
        ('From: "Smith, Cy" <cy@example.org>', "cy@example.org"),
        ("From: =?utf-8?q?J=C3=BCrgen?=\n <j@example.org>", "j@example.org"),
        ('From: "cy@example.org" <eve@evil.example>', "eve@evil.example"),
        ("From: (cy@example.org) eve@evil.example", "eve@evil.example"),
        ("From: =?utf-8?q?Cy_=3Ccy=40example=2Eorg=3E?= <eve@evil.example>", "eve@evil.example"),
        ("From: =?utf-8?b?PGN5QGV4YW1wbGUub3JnPg==?= <eve@evil.example>", "eve@evil.example"),
        ("From: cy@example.org, eve@evil.example", ""),
        ("From: Cy <cy@example.org> <eve@evil.example>", ""),
        ("From: cy@example.org <eve@evil.example>", ""),
        ("From: group: cy@example.org;", ""),
        ("From: Cy <@evil.example:cy@example.org>", ""),
        ("From: cy@example.org\nFrom: eve@evil.example", ""),
        ("From: eve@evil.example\nFrom: cy@example.org", ""),
        (f"From: <cy@example.org>{' ' * 3000}<eve@evil.example>", ""),
        (f"From: {'x' * 300}@example.org", ""),
        ("Sender: cy@example.org\nSubject: x", ""),
    ],
)
def test_from_which_address(header: str, address: str) -> None:
    """One plain address in one From. A name that looks like an address is none; of several none counts."""
    assert only(f"{header}\n\n{MOVE}\n".encode()).address == address


@pytest.mark.parametrize(
    ("date", "time_"),
    [
        ("Sun, 03 May 2026 14:00:00 +0200", "2026-05-03T12:00Z"),
        ("3 May 2026 14:00", "2026-05-03T14:00Z"),
        ("yesterday", ""),
        ("Sun, 99 May 2026 14:00:00 +9999", ""),
        ("Mon, 01 Jan 1960 00:00:00 +0000", ""),
    ],
)
def test_when_it_was_written(date: str, time_: str) -> None:
    """The time of a mail is in universal time; an invalid date gives no time."""
    assert only(f"From: a@b\nDate: {date}\n\n{MOVE}\n".encode()).time == time_


@pytest.mark.parametrize(
    ("body", "headers", "remark"),
    [
        (f"{MOVE} ; – first\n".encode("cp1252"), (), ""),
        ("VC rally Hue\u00a0+\u200bvg\n", ("Content-Type: text/plain; charset=utf-8",), ""),
        ("VC rally Hue+vg\n".encode("utf-16"), ("Content-Type: text/plain; charset=utf-16",), ""),
        (MOVE.encode(), ("Content-Type: text/plain; charset=klingon",), "no encoding is called klingon"),
        (MOVE.encode(), ("Content-Type: text/plain; charset=punycode",), "no encoding is called punycode"),
        (MOVE.encode(), ("Content-Type: text/plain; charset=hex",), "no encoding is called hex"),
        (MOVE.encode() + b" ; \x96\n", ("Content-Type: text/plain; charset=utf-8",), "no text in utf-8"),
        ("VC rally Hue=2Bvg=\n\n", ("Content-Transfer-Encoding: quoted-printable",), ""),
        (base64.b64encode(MOVE.encode()), ("Content-Transfer-Encoding: base64",), ""),
        (base64.b64encode(f"{MOVE}\n".encode())[:-2], ("Content-Transfer-Encoding: base64",), "broken"),
        ("VC rally Hue+vg=ZZ\n\nVC rally Hue+vg", ("Content-Transfer-Encoding: quoted-printable",), ""),
    ],
)
def test_encodings(body: str | bytes, headers: tuple[str, ...], remark: str) -> None:
    """A declared, an implied or a broken encoding is read as far as possible, and a fault is reported."""
    raw = mail(body, *headers)
    assert LINE in own(raw)
    assert bool(only(raw).remarks) == bool(remark)
    assert all(remark in told for told in only(raw).remarks)


def parts(kind: str, *bodies: str, boundary: str = "B") -> str:
    """A mail of several parts."""
    inside = "".join([f"--{boundary}\n{body}\n" for body in bodies])
    return f"Content-Type: multipart/{kind}; boundary={boundary}\n\n{inside}--{boundary}--\n"


PLAIN = f"Content-Type: text/plain\n\n{MOVE}\n"
PAGE = "Content-Type: text/html\n\n<p>VC rally <b>Ple</b></p>"
FILE = 'Content-Type: application/pdf\nContent-Disposition: attachment; filename="board\x1b.pdf"\n\nVC pass'
TEXT = "Content-Type: text/plain\nContent-Disposition: attachment; filename=moves.txt\n\nVC pass"


@pytest.mark.parametrize(
    ("whole", "lines", "remarks"),
    [
        (parts("alternative", PLAIN, PAGE), [LINE], 0),
        (parts("alternative", "Content-Type: text/plain\n\n\n", PAGE), ["VC   rally Ple"], 0),
        (parts("mixed", FILE, PLAIN, TEXT), [LINE], 2),
        (parts("mixed", parts("alternative", PLAIN, PAGE, boundary="C"), FILE), [LINE], 1),
        (parts("mixed", PLAIN, f"Content-Type: message/rfc822\n\nFrom: b@c\n\n{MOVE}\n"), [LINE], 1),
        (parts("mixed", PLAIN).replace("--B--", ""), [LINE], 0),
        (parts("mixed", FILE), [], 1),
    ],
)
def test_parts(whole: str, lines: list[str], remarks: int) -> None:
    """The plain text is read, or else the page; an attachment is skipped, and reported."""
    raw = f"From: a@b\n{whole}".encode()
    assert own(raw) == lines
    assert len(only(raw).remarks) == remarks
    assert all(told.isprintable() for told in only(raw).remarks)


def test_too_many_parts() -> None:
    """Parts inside each other by the thousand are refused before they are taken apart."""
    whole = PLAIN
    for i in range(1000):
        whole = f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n{whole}\n--b{i}--"
    with pytest.raises(BadLetter, match="more than 100 parts"):
        in_time(2, lambda: letters_in(f"From: a@b\n{whole}".encode()))
    flat = parts("mixed", *[TEXT] * 3_000)
    assert in_time(5, lambda: own(f"From: a@b\n{flat}".encode())) == []


@pytest.mark.parametrize("raw", [b"", b" \n\n", b"\0\1\2" * 100, b"x" * (64 * 1024 * 1024 + 1)])
def test_what_is_no_mail(raw: bytes) -> None:
    """An empty, a binary and a too large file are no mail."""
    with pytest.raises(BadLetter):
        letters_in(raw)


def test_a_mailbox() -> None:
    """Each mail of it, in order; `>From` is a line that begins so."""
    raw = (
        b"From a@b Sun May  3\n"
        + mail(f"{MOVE}\n>From here on\n")
        + b"\nFrom c@d Sun May  3\n"
        + mail("VC pass\n")
    )
    first, second = letters_in(raw)
    assert "\nFrom here on" in first.text
    assert second.text.strip() == "VC pass"


@pytest.mark.parametrize("text", [MOVE, f"Hi\n\n{MOVE}\n\nBye", f"US: my thoughts\n{MOVE}", "\ufeff" + MOVE])
def test_pasted_text(text: str) -> None:
    """A paste without the headers of a mail is text; `US: …` is no header."""
    for encoded in (text.encode(), text.encode("utf-16"), text.replace("\n", "\r\n").encode()):
        assert own(encoded) == [LINE]


# -- pages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>VC&nbsp;rally<br>Hue</p>", "VC\u00a0rally\nHue"),
        ("<div>a</div><div>b<span>c</span></div>", "a\nbc"),
        ("<table><tr><td>VC</td><td>pass</td></tr><tr><td>x</table>", "VC pass\nx"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n> > b\nc"),
        ("<pre>VC rally\n   Hue</pre>", "VC rally\n   Hue"),
        ("<style>VC pass</style><script>VC pass</script><!-- VC pass --><p>x", "x"),
        ("a &lt; b &amp;&#39; &broken; &#x110000;", "a < b &' &broken; \ufffd"),
        ("a<b", "a<b"),
        ("<!-- never closed VC pass", ""),
        ("</blockquote></blockquote>x", "x"),
    ],
)
def test_a_page_as_text(html: str, text: str) -> None:
    """The lines of a page are those shown; hidden text is not read."""
    assert text_of_html(html) == text


def test_a_forums_page() -> None:
    """A whole page of a post: the move is found, the quoted block is quoted."""
    page = f"<!DOCTYPE html><html><body><blockquote>VC pass</blockquote><p>Mine:<br>{MOVE}</p></body></html>"
    assert (own(page.encode()), quoted(page.encode())) == ([LINE], ["VC pass"])


@pytest.mark.parametrize(
    "piece", ["<", "<!--", "<a ", "<![", "&", "<blockquote>", "</p", "<p>", "\n", "<pre>", "&#"]
)
def test_pages_take_time_by_their_length(piece: str) -> None:
    """The time to read a page grows with its length, whatever it repeats."""
    in_time(3, lambda: text_of_html(piece * (200_000 // len(piece))))


# -- quotes, signatures, wrapping -------------------------------------------------------------------


@pytest.mark.parametrize(
    "above",
    [
        "-----Original Message-----",
        "----- Ursprüngliche Nachricht -----",
        "-------- Message d'origine --------",
        "________________________________\nFrom: Bob\nSent: Sunday\nTo: all",
        "Von: Bob\nGesendet: Sonntag\nAn: alle",
        "On Sun, May 3, 2026 at 2:00 PM Bob <b@example.org> wrote:",
        "On Sun, May 3, 2026 at 2:00 PM Bob\n<b@example.org> wrote:",
        "Am 03.05.26 um 14:00 schrieb Bob:",
        "Le dim. 3 mai 2026 à 14:00, Bob a écrit :",
        "El dom, 3 may 2026 a las 14:00, Bob escribió:",
        "Il giorno dom 3 mag 2026 Bob ha scritto:",
        "Op zo 3 mei 2026 om 14:00 schreef Bob:",
        "Em dom., 3 de mai. de 2026 Bob escreveu:",
        "3 мая 2026 г. Bob пишет:",
    ],
)
def test_what_is_quoted_without_marks(above: str) -> None:
    """All below the line that announces a quote is quoted; the text above it is the writer's."""
    raw = f"{MOVE}\n\n{above}\n\nNVA pass\nUS pass\n".encode()
    assert (own(raw), quoted(raw)) == ([LINE], ["NVA pass", "US pass"])


def test_answers_between_quotes() -> None:
    """Quotes may be marked at any depth; the lines between them are the writer's."""
    raw = f"Am 03.05.26 schrieb Bob:\n> > US pass\n>> ARVN pass\n> NVA pass\n\n{MOVE}\n\n> VC pass\n".encode()
    assert (own(raw), quoted(raw)) == ([LINE], ["US pass", "ARVN pass", "NVA pass", "VC pass"])


def test_signatures() -> None:
    """Text below two dashes is a signature and does not count, except quotes."""
    assert own(f"{MOVE}\n-- \nAnn\nVC pass\n> NVA pass\n".encode()) == [LINE]
    assert own(f"{MOVE}\n--- see below ---\nNVA pass\n".encode()) == [LINE, "NVA  pass"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- VC rally Hue\n* NVA pass\n1. US pass", ["VC   rally Hue", "NVA  pass", "US   pass"]),
        ("**VC rally Hue**\n`NVA pass`", ["VC   rally Hue", "NVA  pass"]),
        (
            "\u2013 VC rally Hue\n\u27a4 NVA pass\nMy move: US pass",
            ["VC   rally Hue", "NVA  pass", "US   pass"],
        ),
        ("For example: US pass\nBo's move: NVA pass\nVC's turn: VC pass", []),
        ("```\nVC rally Hue\n```\nNVA pass would be odd", ["VC   rally Hue"]),
        ("```\nVC rally Hue", ["VC   rally Hue"]),
        ("VC rallies Hue → one\nVC: passes", ["? ", "VC   pass"]),
        ("VC – well, VC is ahead.\nVC have 5.\nUS 38, VC 5\nNVA can do it", []),
        ("VC raly Hue", ['? no verb is called "raly" (perhaps: rally)']),
        ("next week I am away\nnext #68\n#1 reason\nnote that I am away\nvoid of sense", ["next #68"]),
        ("```\nnote away until Monday\nnext wek\n```", ["note away until Monday", "? "]),
        ("VC event shaded #68 Hue-ut", ["VC   event shaded #68 Hue-ut"]),
    ],
)
def test_lines_among_prose(text: str, lines: list[str]) -> None:
    """Lists and bold type do no harm; prose is skipped; a line that only begins as a move is reported."""
    assert same(own(text.encode()), lines)


LONG = "ARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid => ARVN 24,"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{LONG}\nAid 14\n\nBye", ["ARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid"]),
        ("VC rally Hue+vg,\nPle+vg\n", ["VC   rally Hue+vg, Ple+vg"]),
        ("VC rally Hue+vg\n   Ple+vg\n", ["VC   rally Hue+vg, Ple+vg"]),
        (
            "VC rally Hue+vg, Ple+vg, QTr+vg, QNa+vg, QTi+vg, BDi+vg, Kon+vg\nDaN+vg\nBye",
            ["VC   rally Hue+vg, Ple+vg, QTr+vg, QNa+vg, QTi+vg, BDi+vg, Kon+vg, DaN+vg"],
        ),
        ("VC rally Hue+vg\nPle+vg\n", ["? it is not clear whether the next line belongs to it"]),
        ("VC rally Hue+vg\nHue is lost, I fear.\n", [LINE]),
        ("VC rally Hue+vg\nThanks\n", [LINE]),
        ("VC attack Hue {3} ; [%proof d6 1\nVC: Attack in Hue]\n", ["VC   attack Hue {3}"]),
    ],
)
def test_a_line_that_was_wrapped(text: str, lines: list[str]) -> None:
    """A line is joined again if it ends amid a move, or was as long as lines of mails."""
    assert same(own(text.encode()), lines)


def test_a_quote_cut_in_a_fence() -> None:
    """The text after a quote is not fenced; a line that was folded is quoted as a whole."""
    long = "> ARVN train Sai+6at pacify Sai=PS |\n>     govern AnL aid, CaT aid\n"
    raw = f"> ```\n> VC pass\n\n{MOVE}\n\n{long}".encode()
    assert own(raw) == [LINE]
    assert quoted(raw)[1] == "ARVN train Sai+6at pacify Sai=PS |\n    govern AnL aid, CaT aid"


def test_soft_ends_of_lines() -> None:
    """A flowed mail is put together as its writer wrote it (RFC 3676)."""
    raw = mail(
        "VC rally Hue+vg, \nPle+vg\n> NVA \n> pass\n-- \nAnn\n", "Content-Type: text/plain; format=flowed"
    )
    assert own(raw) == ["VC   rally Hue+vg, Ple+vg"]
    assert [one.text for one in lines_in_mail(lines_of(only(raw).text, True)).quoted] == ["NVA pass"]


def test_a_megabyte_of_quotes() -> None:
    """A megabyte takes about a second: only some of the differing lines are compared, the rest counted."""
    alike = ">> > VC rally Hue+vg and so on\n" * 35_000
    others = "".join([f"> VC rally Hue+vg ; {i}\n" for i in range(5_000)])
    raw = f"{MOVE}\n{alike}{others}".encode()
    found = in_time(5, lambda: lines_in_mail(lines_of(only(raw).text)))
    assert (len(found.lines), found.more_quoted > 2_900) == (1, True)


def test_a_whole_log_and_digests() -> None:
    """The header of a log and the digests of positions are found, in quotes, too."""
    found = lines_in_mail(lines_of('> digest 2:0123456789abcdef\n[FITL "2"]\n'))
    assert (found.digests, found.has_log) == (("2:0123456789abcdef",), True)


# -- forums -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[quote=Bob]\nNVA pass\n[/quote]\n" + MOVE, [LINE]),
        ("[quote]NVA pass[/quote]\n" + MOVE, [LINE]),
        ("[quote]NVA pass\nUS pass[/quote]" + MOVE, [LINE]),
        ('[q="bo"]NVA pass\n[b]US pass[/b]\n[q]ARVN pass[/q]\nUS pass[/q]\n[b]' + MOVE + "[/b]", [LINE]),
        ("[QUOTE]\nNVA pass\n" + MOVE, []),
        ("[/quote]\n" + MOVE, [LINE]),
        ("[code]\n" + MOVE + "\n[/code]\nNVA pass", [LINE]),
        ("[c]" + MOVE + "[/c]", [LINE]),
        ("[size=5][color=#ff0000]" + MOVE + "[/color][/size]", [LINE]),
        ("[bold]" + MOVE, []),
    ],
)
def test_marks_of_forums(text: str, lines: list[str]) -> None:
    """Text quoted by a forum's marks is a quote; all other marks are removed."""
    assert same(own(text.encode()), lines)
    assert same(own(mail(text)), lines)


@pytest.mark.parametrize(
    "page",
    [
        f"<p><s>NVA pass</s></p><p>{MOVE}</p>",
        f"<div><del>NVA pass<br>US pass</del></div><div>{MOVE}</div>",
        "<p>VC rally <strike>Sai+vg</strike> Hue+vg</p>",
        f'<p>{MOVE}</p><div class="gmail_signature"><div>--</div><div>NVA pass</div></div><p>bye</p>',
        f'<div id="Signature"><div>NVA pass</div>US pass</div><p>{MOVE}</p>',
        f"[s]NVA pass[/s]\n{MOVE}",
        f"[S]NVA pass\nUS pass[/S]\n{MOVE}",
        "VC rally [s]Sai+vg[/s]Hue+vg",
    ],
)
def test_what_is_struck_out_or_signed_is_not_said(page: str) -> None:
    """Text struck out or in a signature is dropped, in a page or a forum's post; other text stays."""
    assert own(mail(page, f"Content-Type: text/{'html' if page[0] == '<' else 'plain'}")) == [LINE]


def test_what_is_never_ended_is_not_struck_out() -> None:
    """A lone mark, a page that breaks off, and very many marks."""
    assert own(mail(f"[s]\n{MOVE}")) == [LINE]
    assert own(mail("[/s]" * 50_000 + "[s]" * 50_000 + f"\n{MOVE}")) == [LINE]


def test_marks_of_forums_are_none_of_the_notation() -> None:
    """The brackets of a log are not removed as marks of a forum."""
    text = 'VC pass ; [%by Bo] said so\n[FITL "2"]'
    assert without_marks(text) is text


def test_many_marks_take_time_by_their_length() -> None:
    """Half a megabyte of nested quotes takes time in proportion to its length."""
    marked = "[quote]" * 40_000 + MOVE + "[/quote]" * 30_000
    assert in_time(5, lambda: without_marks(marked)).endswith(MOVE)


@pytest.mark.parametrize("sign", ["(", "<", '"', "=?", "a@b, ", "\\\\"])
def test_senders_without_end(sign: str) -> None:
    """A From or Date of brackets within brackets is ignored, and does no harm."""
    text = f"From: {sign * 20_000}\nDate: {sign * 20_000}\nSubject: x\n\nVC pass\n"
    (letter,) = letters_in(text.encode())
    assert letter.time == "" and len(letter.by) < 200


@pytest.mark.parametrize(
    "part", ["Content-Type: message/rfc822\n\n", "Content-Type: multipart/mixed; boundary=b\n\n--b\n"]
)
def test_mails_within_mails(part: str) -> None:
    """Thousands of them inside each other are refused in words that say why."""
    with pytest.raises(BadLetter, match="this mail has more than 100 parts inside each other"):
        letters_in(("From: a@b\n" + part * 3000 + "VC pass\n").encode())
