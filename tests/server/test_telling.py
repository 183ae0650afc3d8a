"""Players are told of their turns by mail and webhooks: once for each turn, and plainly if it fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from receiving import HookBox, Mailbox, comes, here, hook_box, mailbox
from serving import UNLIMITED, At, served

from fitl_core.messages.mail_carrier import MailCarrier, read_smtp
from fitl_core.messages.outbox import Pace
from fitl_core.messages.postman import Posting
from fitl_core.messages.webhooks import WebhookCarrier
from fitl_core.stores.port import Store

QUICK = Pace(settle=0.05, at_table=0.6, waits=(0.1, 0.1), lease=5, test_again=0)
PUBLIC = "https://fitl.example/"


def posting(mails: Mailbox | None, hooks: HookBox | None, pace: Pace = QUICK) -> Posting:
    """Return settings with carriers to these receivers."""
    carriers: dict[Any, Any] = {}
    if mails is not None:
        carriers["mail"] = MailCarrier(read_smtp(f"smtp://127.0.0.1:{mails.port}", "table@fitl.example"))
    if hooks is not None:
        carriers["webhook"] = WebhookCarrier(lambda _: True, hooks.trust, here)
    return Posting(PUBLIC, carriers, pace)


@pytest.fixture(scope="module")
def mails() -> Iterator[Mailbox]:
    """An SMTP server for all tests of this module."""
    with mailbox() as box:
        yield box


@pytest.fixture(scope="module")
def hooks() -> Iterator[HookBox]:
    """An HTTPS server for all tests of this module."""
    with hook_box() as box:
        yield box


@pytest.fixture(autouse=True)
def empty(mails: Mailbox, hooks: HookBox) -> None:
    """Forget all messages before a test."""
    mails.heard.clear()
    mails.raw.clear()
    hooks.heard.clear()
    hooks.paths.clear()
    mails.refusal, hooks.status, hooks.headers = "", 204, {}
    mails.before_answer = hooks.before_answer = lambda: None


@contextmanager
def telling(
    mails: Mailbox | None, hooks: HookBox | None, pace: Pace = QUICK, store: Store | None = None
) -> Iterator[At]:
    """A table of four on a server that sends messages. The seat `other(at)` is not asked now."""
    with served(store, UNLIMITED, posting=posting(mails, hooks, pace)) as port:
        yield At(port)


def asked(at: At) -> str:
    """Return the seat that is asked."""
    return str(at.get().json["asked"]["seats"][0])


def other(at: At) -> str:
    """Return a seat that is not asked."""
    return str(next(one for one in at.links if one not in ("", asked(at))))


def wants(at: At, seat: str, mail: str | None = None, webhook: str | None = None) -> Any:
    """Choose the ways of a seat."""
    got = at.send("/messages/ways", {"mail": mail, "webhook": webhook}, seat, "PUT")
    assert got.status == 200, got
    return got.json


def way(at: At, seat: str, name: str = "mail") -> Any:
    """Return what a seat is shown of a way."""
    return next(one for one in at.get("/messages", seat).json["ways"] if one["way"] == name)


def turns_to(at: At, seat: str) -> None:
    """All that are asked pass, at least one, until a seat is asked."""
    while True:
        faction = at.get().json["asked"]["factions"][0]
        assert at.tell(asked(at), f"{faction} pass").status == 200
        if asked(at) == seat:
            return


def state_of(at: At, seat: str, name: str = "mail", occasion: str = "turn") -> str:
    """Return the state of the last message of a seat."""
    last = way(at, seat, name)[occasion]
    return last["state"] if last else ""


def test_a_turn_is_told_once_by_each_way(mails: Mailbox, hooks: HookBox) -> None:
    """Mail and webhook come once when the seat is asked, and again only for its next turn."""
    with telling(mails, hooks) as at:
        seat = other(at)
        wants(at, seat, "ann@example.org", hooks.url)
        turns_to(at, seat)
        comes(lambda: state_of(at, seat) == state_of(at, seat, "webhook") == "sent")
        assert at.tell(seat, {"command": "comment", "text": "hello"}).status == 200
        told = hooks.heard[0]
        assert (told["what"], told["seat"], told["factions"]) == ("turn", seat, [seat])
        assert told["link"] == f"{PUBLIC}#{at.name}" and hooks.paths == ["/hook?a=b"]
        mail = mails.heard[0]
        assert mail["To"] == "ann@example.org" and mail["From"] == "table@fitl.example"
        assert f"Your turn as {seat}" in mail["Subject"] and told["words"] in str(
            mail.get_payload(decode=True), "utf-8"
        )
        turns_to(at, seat)
        comes(lambda: len(hooks.heard) == 2 and len(mails.heard) == 2)
        assert hooks.heard[0]["id"] != hooks.heard[1]["id"]
        assert mails.heard[0]["Message-ID"] != mails.heard[1]["Message-ID"]
