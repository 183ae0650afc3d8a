"""Players are told of their turns by mail and webhooks: once for each turn, and plainly if it fails."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from finished_tables import over_by_passing
from private_postgres import private_postgres
from receiving import HookBox, Mailbox, comes_true, here, hook_box, mailbox
from serving import UNLIMITED, At, Listener, ask, served

from fitl_core.messages import postman, webhooks
from fitl_core.messages.address_limits import MOST_CONFIRMATIONS
from fitl_core.messages.mail_carrier import MailCarrier, read_smtp
from fitl_core.messages.outbox import Pace
from fitl_core.messages.postman import Posting
from fitl_core.messages.webhooks import WebhookCarrier
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import Store
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.exports import exported, imported
from fitl_core.table.rematches import rematch
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import Wishes, keep_wishes, wishes_in

STORES: dict[str, Store] = {}
"""The stores of the tables by name."""
QUICK = Pace(settle=0.05, at_table=0.8, waits=(0.1, 0.1), lease=5, test_again=0)
PUBLIC = "https://fitl.example/"
MAIL = "ann@example.org"


def posting(mails: Mailbox | None, hooks: HookBox | None, pace: Pace = QUICK, user: str = "") -> Posting:
    """Return settings with carriers to these receivers."""
    carriers: dict[Any, Any] = {}
    if mails is not None:
        smtp = read_smtp(f"smtp://{user}127.0.0.1:{mails.port}", "table@fitl.example")
        carriers["mail"] = MailCarrier(smtp)
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
    mails.refusal, hooks.status, hooks.headers, hooks.first = "", 204, {}, []
    mails.before_answer = hooks.before_answer = lambda: None


@contextmanager
def telling(sends: Posting | None, store: Store | None = None) -> Iterator[At]:
    """A table of four on a server that sends messages."""
    store = store or MemoryStore()
    with served(store, UNLIMITED, posting=sends) as port:
        at = At(port)
        STORES[at.name] = store
        yield at


def asked(at: At) -> str:
    """Return the seat that is asked."""
    return str(at.get().json["asked"]["seats"][0])


def other(at: At) -> str:
    """Return a seat that is not asked."""
    return str(next(one for one in at.links if one not in ("", asked(at))))


def wants(at: At, seat: str, mail: str | None = None, webhook: str | None = None) -> Any:
    """Choose the ways of a seat, which has confirmed the mail address before."""
    if mail:
        store, version = STORES[at.name], at.version
        keep_wishes(store, at.name, seat, Wishes(f"stop{seat}", version, mail, webhook or ""))
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
    with telling(posting(mails, hooks)) as at:
        seat = other(at)
        wants(at, seat, MAIL, hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat) == state_of(at, seat, "webhook") == "sent")
        assert at.tell(seat, {"command": "comment", "text": "hello"}).status == 200
        told = hooks.heard[0]
        assert (told["what"], told["seat"], told["factions"]) == ("turn", seat, [seat])
        assert told["link"] == f"{PUBLIC}#{at.name}" and hooks.paths == ["/hook?a=b"]
        mail = mails.heard[0]
        assert mail["To"] == MAIL and mail["From"] == "table@fitl.example"
        assert f"Your turn as {seat}" in mail["Subject"] and told["words"] in str(
            mail.get_payload(decode=True), "utf-8"
        )
        turns_to(at, seat)
        comes_true(lambda: len(hooks.heard) == 2 and len(mails.heard) == 2)
        assert hooks.heard[0]["id"] != hooks.heard[1]["id"]
        assert mails.heard[0]["Message-ID"] != mails.heard[1]["Message-ID"]


def test_a_failure_is_tried_again_with_the_same_id(mails: Mailbox, hooks: HookBox) -> None:
    """A webhook that fails twice comes at the third try; meanwhile its seat sees the error."""
    hooks.first = [503, 429]
    seen: list[str] = []
    with telling(posting(None, hooks, Pace(0.05, 1, (0.3, 0.3), 5))) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        turns_to(at, seat)

        def is_sent() -> bool:
            last = way(at, seat, "webhook")["turn"]
            seen.append(last["error"] if last else "")
            return bool(last) and last["state"] == "sent"

        comes_true(is_sent)
        assert way(at, seat, "webhook")["turn"]["tries"] == 3
    assert "hooks.example answered with status 503" in seen and seen[-1] == ""
    assert len(hooks.heard) == 3 and len({told["id"] for told in hooks.heard}) == 1


def test_it_is_given_up_at_the_end_with_the_last_error(hooks: HookBox) -> None:
    """After the last try the seat sees the error, play goes on, and the next turn is told."""
    hooks.status = 500
    with telling(posting(None, hooks)) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "failed")
        assert way(at, seat, "webhook")["turn"]["error"] == "hooks.example answered with status 500"
        hooks.status = 200
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "sent")
    assert len(hooks.heard) == 1 + len(QUICK.waits) + 1


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (404, "status 404: it may have been deleted"),
        (410, "deleted"),
        (302, "another address"),
        (401, "status 401"),
    ],
)
def test_a_dead_webhook_is_not_tried_again(hooks: HookBox, status: int, why: str) -> None:
    """A deleted or redirected webhook is reported after one try. Nobody follows the redirect."""
    hooks.status, hooks.headers = status, {"Location": hooks.url}
    with telling(posting(None, hooks)) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "failed")
        assert why in way(at, seat, "webhook")["turn"]["error"]
    assert len(hooks.heard) == 1


@pytest.mark.parametrize(("refusal", "tries"), [("550 5.1.1 no such user", 1), ("451 try later", 3)])
def test_a_refused_mail_is_reported(mails: Mailbox, refusal: str, tries: int) -> None:
    """A mail that the SMTP server refuses for good is tried once, another one again."""
    mails.refusal = refusal
    with telling(posting(mails, None)) as at:
        seat = other(at)
        wants(at, seat, MAIL)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat) == "failed")
        last = way(at, seat)["turn"]
        assert (last["error"], last["tries"]) == (f"the mail was refused ({refusal})", tries)


def test_wrong_smtp_settings_are_told_to_both(mails: Mailbox, capfd: pytest.CaptureFixture[str]) -> None:
    """An SMTP server that is away, or refuses the login, stops no play; player and operator see why."""
    postman._tell_operator.cache_clear()
    with mailbox() as gone:
        pass
    for box, user, why in ((gone, "", "cannot be reached"), (mails, "ann:wrong@", "does not accept mail")):
        with telling(posting(box, None, user=user)) as at:
            seat = other(at)
            wants(at, seat, MAIL)
            turns_to(at, seat)
            comes_true(lambda at=at, seat=seat: state_of(at, seat) == "failed")  # type: ignore[misc]
            error = way(at, seat)["turn"]["error"]
            assert why in error and error.endswith("tell its operator") and "wrong" not in error
            turns_to(at, seat)
        told = capfd.readouterr().err
        assert told.count("\n") == 1 and why in told and MAIL not in told


def test_the_message_waits_while_the_player_is_at_the_table(hooks: HookBox) -> None:
    """A player with the table open is told later, and not at all if he has played by then."""
    with telling(posting(None, hooks)) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        listener = Listener(at.port, at.name, at.version, at.links[seat])
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "waiting")
        turns_to(at, other(at))  # he plays
        comes_true(lambda: state_of(at, seat, "webhook") == "over")
        begun = time.monotonic()
        turns_to(at, seat)
        comes_true(lambda: hooks.heard)
        assert time.monotonic() - begun > QUICK.at_table - 0.1
        listener.close()
    assert len(hooks.heard) == 1


def test_one_link_stops_all_messages(mails: Mailbox, hooks: HookBox) -> None:
    """The link of a mail needs no seat. A wrong one stops nothing; after the right one nothing comes."""
    with telling(posting(mails, hooks)) as at:
        seat = other(at)
        wants(at, seat, MAIL, hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat) == state_of(at, seat, "webhook") == "sent")
        stop = hooks.heard[0]["stop"]
        assert stop in str(mails.heard[0].get_payload(decode=True), "utf-8")
        assert mails.heard[0]["List-Unsubscribe"] == f"<{stop}>"
        table, found, secret = stop.removeprefix(f"{PUBLIC}stop#").split("/")
        assert (table, found) == (at.name, seat)
        assert ask(at.port, "GET", "/stop").status == 200
        assert at.send("/messages/stop", {"seat": seat, "secret": "x"}).status == 401
        assert at.send("/messages/stop", {"seat": other(at), "secret": secret}).status == 401
        assert way(at, seat)["address"] == MAIL
        assert at.send("/messages/stop", {"seat": seat, "secret": secret}).status == 200
        nothing = dict.fromkeys(("turn", "reminder", "overdue", "test", "confirm"))
        known = {"way": "mail", "is_offered": True, "address": "", "is_confirmed": True}
        assert way(at, seat) == {**known, **nothing}
        assert at.send("/messages/stop", {"seat": seat, "secret": secret}).status == 401
        wants(at, other(at), webhook=hooks.url)
        turns_to(at, seat)
        turns_to(at, other(at))
        comes_true(lambda: len(hooks.heard) == 2)
    assert len(mails.heard) == 1 and hooks.heard[1]["seat"] != seat


def test_a_test_message_is_sent_at_once(mails: Mailbox, hooks: HookBox) -> None:
    """A test goes to the saved address, is tried once, and not twice in half a minute."""
    with telling(posting(mails, hooks, Pace(0.05, 1, (0.1,), 5, test_again=60))) as at:
        seat = other(at)
        assert at.send("/messages/test", {"way": "mail"}, seat).status == 422
        wants(at, seat, MAIL, hooks.url)
        hooks.status = 500
        for name in ("mail", "webhook"):
            got = at.send("/messages/test", {"way": name}, seat)
            assert got.status == 202
        comes_true(lambda: state_of(at, seat, "mail", "test") == "sent")
        comes_true(lambda: state_of(at, seat, "webhook", "test") == "failed")
        again = at.send("/messages/test", {"way": "mail"}, seat)
        assert again.status == 429 and 0 < int(again.headers["retry-after"]) <= 60
    assert [told["what"] for told in hooks.heard] == ["test"]
    assert mails.heard[0]["Subject"] == f"A test message for {seat} at table {at.name}"


def test_only_what_the_operator_switched_on(hooks: HookBox) -> None:
    """A server without SMTP or webhooks says so, and keeps no address."""
    with telling(None) as at:
        seat = other(at)
        assert [one["is_offered"] for one in at.get("/messages", seat).json["ways"]] == [False, False]
        for body in ({"mail": MAIL}, {"webhook": hooks.url}):
            got = at.send("/messages/ways", body, seat, "PUT")
            assert got.status == 403 and "its operator has not switched it on" in got.json["message"]
        assert wants(at, seat)["ways"][0]["address"] == ""


@pytest.mark.parametrize(
    "address",
    ["ann", "ann@x", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "a@example.org, b@example.org",
     "<a@example.org>", "é@example.org", "a" * 65 + "@example.org", "a@" + "b" * 260 + ".org"],
)  # fmt: skip
def test_a_wrong_mail_address_is_refused(mails: Mailbox, address: str) -> None:
    """A text that is no single plain address is refused at once, and nothing is kept."""
    with telling(posting(mails, None)) as at:
        got = at.send("/messages/ways", {"mail": address}, other(at), "PUT")
        assert got.status == 422 and "name@example.org" in got.json["message"]
        assert way(at, other(at))["address"] == ""


def test_a_spectator_and_the_host_have_no_messages(mails: Mailbox) -> None:
    """Only a player chooses; the ways of a seat are shown to nobody else."""
    with telling(posting(mails, None)) as at:
        wants(at, other(at), MAIL)
        for seat in (None, ""):
            assert at.get("/messages", seat).status == 403
            assert at.send("/messages/ways", {"mail": MAIL}, seat, "PUT").status == 403
            assert at.send("/messages/test", {"way": "mail"}, seat).status == 403
        assert way(at, asked(at))["address"] == ""


def test_addresses_end_with_the_player(mails: Mailbox) -> None:
    """Leaving, or being removed, erases the address. No export has it, and no import brings one."""
    store = MemoryStore()
    with telling(posting(mails, None), store) as at:
        first, second = asked(at), other(at)
        for seat in (first, second):
            wants(at, seat, MAIL)
        text = exported(store, at.name)
        assert MAIL not in text
        head, _, rest = text.partition("\n")
        copied, _ = imported(
            store, head.replace('"aside":{', '"aside":{"wishes US":"x",') + "\n" + rest, "copy"
        )
        assert wishes_in(store.aside(copied)) == {} and "wishes US" not in store.aside(copied)
        assert at.tell(first, {"command": "leave"}).status == 200
        assert at.tell("", {"command": "unseat", "seat": second}).status == 200
        assert [key for key in store.aside(at.name) if key.startswith(("wishes", "message"))] == []


@contextmanager
def opened_twice(kind: str, folder: Path) -> Iterator[tuple[Store, Store]]:
    """A store that is opened twice, as by two processes."""
    if kind == "memory":
        store = MemoryStore()
        yield store, store
        return
    if kind == "postgres":
        pytest.importorskip("psycopg", reason="the extra postgres is not installed")
    place = private_postgres() if kind == "postgres" else nullcontext()
    with place as postgres:
        address = postgres.address if postgres is not None else f"{folder}/tables.db"
        stores = open_store(address), open_store(address)
        yield stores
        for one in stores:
            one.close()


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_two_servers_of_one_store_tell_once(
    hooks: HookBox, mails: Mailbox, kind: str, tmp_path: Path
) -> None:
    """Both servers see each turn, and one of them sends the message."""
    with (
        opened_twice(kind, tmp_path) as (store, same),
        telling(posting(mails, hooks), store) as at,
        served(same, posting=posting(mails, hooks)),
    ):
        seat = other(at)
        wants(at, seat, MAIL, hooks.url)
        for number in range(1, 5):
            turns_to(at, seat)
            comes_true(lambda number=number: len(hooks.heard) == len(mails.heard) == number)  # type: ignore[misc]
            comes_true(lambda: state_of(at, seat) == state_of(at, seat, "webhook") == "sent")
    assert len({told["id"] for told in hooks.heard}) == len(hooks.heard) == 4
    assert len({mail["Message-ID"] for mail in mails.heard}) == len(mails.heard) == 4


def test_a_host_that_never_answers_keeps_nobody_waiting(
    hooks: HookBox, mails: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A receiver that holds its answer costs its own time only: play and the mail go on."""
    monkeypatch.setattr(webhooks, "TIME", 0.5)
    hooks.before_answer = lambda: time.sleep(2)
    with telling(posting(mails, hooks)) as at:
        seat = other(at)
        wants(at, seat, MAIL, hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat) == "sent")
        comes_true(lambda: state_of(at, seat, "webhook") == "failed")
        assert way(at, seat, "webhook")["turn"]["error"].startswith("hooks.example did not answer within")


def test_a_certificate_that_nobody_signed_is_refused(
    hooks: HookBox, capfd: pytest.CaptureFixture[str]
) -> None:
    """A server of HTTPS must prove its name; nothing is sent to another one."""
    sends = Posting(PUBLIC, {"webhook": WebhookCarrier(lambda _: True, None, here)}, QUICK)
    with telling(sends) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "failed")
        assert "the certificate of hooks.example is not valid" in way(at, seat, "webhook")["turn"]["error"]
    assert hooks.heard == [] and capfd.readouterr().err == ""


def test_a_private_address_gets_nothing(hooks: HookBox) -> None:
    """The real check refuses this machine, although the name is public in form."""
    sends = Posting(PUBLIC, {"webhook": WebhookCarrier(trust=hooks.trust, resolve=here)}, QUICK)
    with telling(sends) as at:
        seat = other(at)
        wants(at, seat, webhook=hooks.url)
        turns_to(at, seat)
        comes_true(lambda: state_of(at, seat, "webhook") == "failed")
        error = way(at, seat, "webhook")["turn"]["error"]
        assert error == "hooks.example does not lead to a public address"
    assert hooks.heard == []


def unconfirmed(at: At, seat: str, mails: Mailbox, address: str = MAIL) -> str:
    """Enter a new mail address. Return the secret of the link that it gets."""
    number = len(mails.heard)
    got = at.send("/messages/ways", {"mail": address}, seat, "PUT")
    assert got.status == 200 and not got.json["ways"][0]["is_confirmed"]
    comes_true(lambda: len(mails.heard) > number)
    mail = mails.heard[-1]
    assert mail["To"] == address and mail["Subject"].startswith("Confirm this address for messages to")
    link = re.search(rf"{PUBLIC}confirm#{at.name}/{seat}/(\S+)", str(mail.get_payload(decode=True), "utf-8"))
    assert link is not None
    return link[1]


def test_a_new_address_gets_nothing_before_it_is_confirmed(mails: Mailbox) -> None:
    """One mail with a link; turns are told only after the link was used. The link opens no seat."""
    with telling(posting(mails, None)) as at:
        seat = other(at)
        secret = unconfirmed(at, seat, mails)
        turns_to(at, seat)
        turns_to(at, seat)
        time.sleep(0.4)
        assert len(mails.heard) == 1 and way(at, seat)["confirm"]["state"] == "sent"
        assert secret not in at.get("/messages", seat).body.decode()
        assert ask(at.port, "GET", f"/api/tables/{at.name}", link=secret).status == 401
        assert ask(at.port, "GET", "/confirm").status == 200  # a program that looks at links
        for body in ({"seat": seat, "secret": "x"}, {"seat": other(at), "secret": secret}):
            refused = at.send("/messages/confirm", body)
            assert refused.status == 401 and "confirms nothing" in refused.json["message"]
        assert not way(at, seat)["is_confirmed"]
        for _ in range(2):
            assert at.send("/messages/confirm", {"seat": seat, "secret": secret}).json == {"seat": seat}
        assert way(at, seat)["is_confirmed"]
        comes_true(lambda: len(mails.heard) == 2)
        turns_to(at, seat)
        comes_true(lambda: len(mails.heard) == 3)
        assert all("Your turn" in mail["Subject"] for mail in mails.heard[1:])


def test_another_address_is_confirmed_anew(mails: Mailbox) -> None:
    """The link of the old address confirms nothing; the same address saved again stays confirmed."""
    with telling(posting(mails, None)) as at:
        seat = other(at)
        first = unconfirmed(at, seat, mails)
        second = unconfirmed(at, seat, mails, "ben@example.org")
        assert at.send("/messages/confirm", {"seat": seat, "secret": first}).status == 401
        assert at.send("/messages/confirm", {"seat": seat, "secret": second}).status == 200
        again = at.send("/messages/ways", {"mail": "ben@example.org"}, seat, "PUT")
        assert again.json["ways"][0]["is_confirmed"]
        time.sleep(0.2)
        assert len(mails.heard) == 2


def test_the_link_is_sent_again_and_not_often(mails: Mailbox) -> None:
    """The button for a test sends the link again. A seat gets a few links in an hour, and then a reason."""
    with telling(posting(mails, None)) as at:
        seat = other(at)
        secret = unconfirmed(at, seat, mails)
        assert at.send("/messages/test", {"way": "mail"}, seat).status == 202
        comes_true(lambda: len(mails.heard) == 2)
        assert secret in str(mails.heard[1].get_payload(decode=True), "utf-8")
        for number in range(MOST_CONFIRMATIONS - 2):
            unconfirmed(at, seat, mails, f"ann{number}@example.org")
        refused = at.send("/messages/ways", {"mail": "eve@example.org"}, seat, "PUT")
        assert refused.status == 429 and "links for confirmation" in refused.json["message"]
        assert way(at, seat)["address"] == f"ann{MOST_CONFIRMATIONS - 3}@example.org"


def test_a_dead_new_address_is_reported(mails: Mailbox) -> None:
    """The seat sees why the link did not arrive, and play goes on."""
    mails.refusal = "550 5.1.1 no such user"
    with telling(posting(mails, None)) as at:
        seat = other(at)
        assert at.send("/messages/ways", {"mail": MAIL}, seat, "PUT").status == 200
        comes_true(lambda: way(at, seat)["confirm"] and way(at, seat)["confirm"]["state"] == "failed")
        assert "no such user" in way(at, seat)["confirm"]["error"]
        turns_to(at, seat)


def test_the_other_seats_are_told_of_a_rematch(mails: Mailbox, hooks: HookBox) -> None:
    """Each seat that wants messages gets one; the seat that began it gets none, nor does one that came."""
    store = MemoryStore()
    with telling(posting(mails, hooks), store) as at:
        over_by_passing(Tables(store), at.name)
        begins, told, came, quiet = (seat for seat in at.links if seat)
        for seat in (begins, told, came):
            wants(at, seat, webhook=f"{hooks.url}&{seat}")
        assert quiet not in wishes_in(store.aside(at.name))
        hooks.heard.clear()
        made = rematch(Tables(store), at.name, came)
        assert made.table and hooks.heard == []  # another process has opened it, and nobody looks yet
        sit = {"command": {"command": "sit"}, "seen": Tables(store).version(made.table)}
        assert ask(at.port, "POST", f"/api/tables/{made.table}/commands", sit, made.link).status == 200
        own = at.send("/rematch", None, begins).json
        comes_true(lambda: hooks.heard)
        for _ in range(2):
            at.send("/rematch", None, begins)
        time.sleep(0.5)
        (message,) = hooks.heard
        assert (message["what"], message["seat"], message["due"]) == ("rematch", told, "")
        assert message["link"] == f"{PUBLIC}#{at.name}"
        links = [own["link"], made.link, *at.links.values()]
        assert not any(link in str(message) for link in links)
        wants(at, told, MAIL)
        comes_true(lambda: mails.heard)
        assert mails.heard[0]["Subject"] == f"A rematch of table {at.name} was begun: take your seat {told}"
