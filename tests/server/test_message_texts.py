"""Names that people choose add no header, no line, no mention and no link to a message."""

from __future__ import annotations

import email
import json
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fitl_core.facts.factions import Faction
from fitl_core.messages.turn_texts import TurnMessage, hook_body, link_to, mail_of, stop_link
from fitl_core.table.wishes import Occasion

HOSTILE = (
    "x\r\nBcc: evil@example.org",
    "x\nSubject: y\n\nbody",
    "\u202egnp.exe\u200b\ufeff\x00\x1b[2J",
    "@everyone <@&1> [a](https://evil.example) `*_~||# > -",
    "é" * 200,
    "",
)
HEADERS = {
    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe",
    "Content-Type", "Content-Transfer-Encoding", "MIME-Version",
}  # fmt: skip
PUBLIC = "https://fitl.example/games/"


def message_at(name: str, occasion: Occasion = "turn", due: str = "") -> TurnMessage:
    """A message of a table with a name."""
    links = link_to(PUBLIC, name), stop_link(PUBLIC, name, "US+ARVN", "s" * 32)
    return TurnMessage(
        "ab" * 16, occasion, name, "US+ARVN", (Faction.US, Faction.ARVN), "card 1", "2026", *links, due
    )


@given(st.sampled_from(HOSTILE) | st.text(max_size=200))
def test_a_mail_has_its_own_headers_only(name: str) -> None:
    """The mail has one receiver, its own headers and whole links, whatever the name of the table."""
    if not name.isascii() and any(0xD800 <= ord(char) < 0xE000 for char in name):
        return  # a lone surrogate is no name of a table
    message = message_at(name)
    read = email.message_from_bytes(
        mail_of("a@fitl.example", "ann@example.org", message).as_bytes(), policy=default
    )
    assert set(read.keys()) == HEADERS and len(read.keys()) == len(HEADERS)
    assert read.get_all("To") == ["ann@example.org"]
    assert read["Message-ID"] == f"<{'ab' * 16}@fitl.example>"
    assert len(read["Subject"]) < 110 and not any(char in read["Subject"] for char in "\r\n\u202e\u200b\x00")
    lines = read.get_content().splitlines()
    assert len(lines) == 8 and message.link in lines[4] and message.stop in lines[7]


@pytest.mark.parametrize("name", HOSTILE)
def test_discord_gets_no_mention_and_no_markdown(name: str) -> None:
    """Discord is told to mention nobody; signs of Markdown are escaped; each link stands in brackets."""
    for host in ("discord.com", "ptb.discord.com", "discordapp.com"):
        told = json.loads(hook_body(host, message_at(name)))
        assert told["allowed_mentions"] == {"parse": []} and set(told) == {"content", "allowed_mentions"}
        lines = told["content"].split("\n")
        assert len(lines) == 4 and lines[2] == f"<{link_to(PUBLIC, name)}>"
        for sign in "`*_~|#<>[]()@":
            assert sign not in lines[0].replace(f"\\{sign}", "")


@pytest.mark.parametrize("host", ["evil-discord.com", "discord.com.example", "xdiscord.com", "hooks.example"])
def test_others_get_plain_json(host: str) -> None:
    """Every other host gets all fields as JSON, with the name in one line of at most 60 characters."""
    for name in HOSTILE:
        told = json.loads(hook_body(host, message_at(name)))
        fields = {"what", "id", "table", "seat", "factions", "words", "since", "link", "stop", "due"}
        assert set(told) == fields
        assert len(told["table"]) <= 60 and told["table"].isprintable()


@pytest.mark.parametrize(
    ("occasion", "subject", "says"),
    [
        ("turn", "Your turn as US+ARVN", "Time until 2026-12-03 at 14:05 UTC."),
        ("reminder", "Your time as US+ARVN at table hue is nearly over", "Your time is over on 2026-12-03"),
        ("overdue", "Your time as US+ARVN at table hue is over", "Your time was over on 2026-12-03 at 14:05"),
    ],
)
def test_a_deadline_is_told(occasion: Occasion, subject: str, says: str) -> None:
    """Mails and webhooks say when the time is over, and what follows then."""
    message = message_at("hue", occasion, "2026-12-03T14:05:09.000Z")
    mail = mail_of("a@fitl.example", "ann@example.org", message)
    assert mail["Subject"].startswith(subject) and says in mail.get_content()
    assert ("the host may give your seat" in mail.get_content()) == (occasion != "turn")
    assert json.loads(hook_body("hooks.example", message))["due"] == message.due
    assert "2026\\-12\\-03" in json.loads(hook_body("discord.com", message))["content"]
