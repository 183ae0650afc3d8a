"""Webhooks go to public HTTPS addresses only, whatever their form."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fitl_core.messages import public_addresses
from fitl_core.messages.public_addresses import Hook, insist_on_public_literal, is_public, read_hook, resolved
from fitl_core.messages.turn_texts import TurnMessage
from fitl_core.messages.undeliverable import Undeliverable, WrongAddress
from fitl_core.messages.webhooks import WebhookCarrier

LOCAL = tuple(
    ipaddress.ip_network(one)
    for one in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
LOCAL_V6 = tuple(
    ipaddress.ip_network(one)
    for one in ("::/8", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "64:ff9b::/96", "2001:db8::/32")
)
PUBLIC = ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:830::200e")
MESSAGE = TurnMessage(
    "id", "turn", "t", "US", ("US",), "words", "", "https://f.example/#t", "https://f.example/"
)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    """Some well-known addresses are public."""
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_local_addresses_of_version_4_are_not_public(address: ipaddress.IPv4Address) -> None:
    """No address of a local or reserved network is public, neither alone nor inside one of version 6."""
    is_local = any(address in network for network in LOCAL)
    assert not (is_local and is_public(str(address)))
    number = int(address)
    inside = [
        ipaddress.IPv6Address(number),  # ::a.b.c.d
        ipaddress.IPv6Address(0xFFFF << 32 | number),  # ::ffff:a.b.c.d
        ipaddress.IPv6Address(0x64FF9B << 96 | number),  # 64:ff9b::a.b.c.d
        ipaddress.IPv6Address(0x2002 << 112 | number << 80),  # 6to4
        ipaddress.IPv6Address(0x20010000 << 96 | (number ^ 0xFFFFFFFF)),  # Teredo
    ]
    for one in inside:
        assert not (is_local and is_public(str(one))), one
        assert not is_public(str(one)) or one.ipv4_mapped == address


@pytest.mark.parametrize("network", [*LOCAL, *LOCAL_V6], ids=str)
@given(st.data())
def test_no_address_of_a_local_network_is_public(network: Any, data: st.DataObject) -> None:
    """The first, the last and any other address of each local network are refused."""
    last = network.num_addresses - 1
    place = data.draw(st.sampled_from([0, last]) | st.integers(0, last))
    assert not is_public(str(network[place]))


@given(st.text(max_size=40))
def test_any_text_is_no_public_address(text: str) -> None:
    """A text that is no address, or has a zone, is not public; nothing is raised."""
    assert not is_public(text) or ipaddress.ip_address(text)
    assert not is_public(f"fe80::1%{text}") and not is_public("2606:4700:4700::1111%")


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/x", "ftp://hooks.example/x", "hooks.example/x", "https://", "https:///x", "",
        "https://user:word@hooks.example/", "https://hooks.example:22/", "https://hooks.example:80/",
        "https://hooks.example:99999/", "https://hooks.example:x/", "https://[::1", "https://h\u00f6oks.example/",
        "https://hooks.example/a b", "https://hooks.example/\r\nHost: evil", "https://hooks.example\\@evil.example/",
        "https://hooks.example/" + "x" * 1000,
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_webhook(url: str) -> None:
    """Other schemes, credentials, ports of other services, and signs that change a request are refused."""
    with pytest.raises(WrongAddress):
        read_hook(url)


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://0.0.0.0/", "https://localhost/",
     "https://169.254.169.254/latest/", "https://db.internal/", "https://x.localhost/"],
)  # fmt: skip
def test_a_local_address_is_refused_when_it_is_entered(url: str) -> None:
    """A bare local address, or a name that is local by its form, is reported at once."""
    with pytest.raises(WrongAddress):
        insist_on_public_literal(read_hook(url))
    insist_on_public_literal(read_hook("https://hooks.example/"))
    insist_on_public_literal(read_hook("https://1.1.1.1:8443/"))


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is entered, it is an address or `WrongAddress`."""
    for url in (text, f"https://{text}", f"https://hooks.example/{text}"):
        try:
            hook = read_hook(url)
        except WrongAddress:
            continue
        assert (
            hook.host and hook.target.startswith("/") and hook.target.isascii() and hook.target.isprintable()
        )


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "localhost", "127.0.0.1"]
)
def test_other_forms_of_this_machine_are_found_out(host: str) -> None:
    """Decimal, hexadecimal, octal and short forms are resolved and then refused."""
    with pytest.raises(Undeliverable) as refused:
        asyncio.run(WebhookCarrier().carry(f"https://{host}:9999/", MESSAGE))
    assert refused.value.is_final or "was not found" in refused.value.message


@pytest.mark.parametrize(
    "found", [["1.1.1.1", "10.0.0.1"], ["::1", "2606:4700:4700::1111"], ["1.1.1.1", "::ffff:127.0.0.1"], []]
)
def test_one_private_address_of_several_is_enough(found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """If any address of a host is not public, nothing is connected to."""

    async def answers(_hook: Hook) -> list[str]:
        return found

    async def connected(*_: Any, **__: Any) -> None:
        raise AssertionError("it was connected to")

    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(Undeliverable, match="does not lead to a public address") as refused:
        asyncio.run(WebhookCarrier(resolve=answers).carry("https://hooks.example/", MESSAGE))
    assert refused.value.is_final


def test_a_host_is_resolved_once_and_its_address_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second answer of the resolver leads nowhere: the connection goes to the address that was checked."""
    asked: list[str] = []
    connected: list[str] = []

    def answers(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        address = "1.1.1.1" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async def connects(host: str, port: int, **more: Any) -> None:
        connected.append(host)
        assert more["server_hostname"] == "hooks.example" and port == 443
        raise ConnectionRefusedError

    monkeypatch.setattr(public_addresses.socket, "getaddrinfo", answers)
    monkeypatch.setattr(asyncio, "open_connection", connects)
    with pytest.raises(Undeliverable, match="cannot be reached"):
        asyncio.run(WebhookCarrier().carry("https://hooks.example/", MESSAGE))
    assert (asked, connected) == (["hooks.example"], ["1.1.1.1"])


def test_the_next_address_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """If one of several addresses does not answer, the next one is used. A wrong certificate ends it."""
    errors: dict[str, Exception] = {}
    forged = ssl.SSLCertVerificationError()
    forged.verify_message = "self-signed"
    connected: list[str] = []

    async def answers(_hook: Hook) -> list[str]:
        return ["2606:4700:4700::1111", "1.1.1.1", "1.0.0.1"]

    async def connects(host: str, *_: Any, **__: Any) -> None:
        connected.append(host)
        raise errors.get(host, ConnectionRefusedError())

    monkeypatch.setattr(asyncio, "open_connection", connects)
    for error, tried in ((OSError("no route"), 3), (forged, 2)):
        connected.clear()
        errors["1.1.1.1"] = error
        with pytest.raises(Undeliverable, match=r"hooks\.example"):
            asyncio.run(WebhookCarrier(resolve=answers).carry("https://hooks.example/", MESSAGE))
        assert len(connected) == tried


def test_a_host_that_does_not_exist_is_reported() -> None:
    """A name without an address may be entered wrongly or be away: it is tried again."""

    async def ask() -> list[str]:
        return await resolved(Hook("nowhere.invalid", 443, "/"))

    with pytest.raises(Undeliverable, match=r"the host nowhere\.invalid was not found") as refused:
        asyncio.run(ask())
    assert not refused.value.is_final


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000,
        b"x" * 100_000,
        b"",
        b"HTTP/1.1 abc\r\n\r\n",
        b"\x00\xff" * 10,
    ],
)
def test_an_answer_that_is_none_is_reported(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer without an end, without sense, or cut off is read up to a bound, and reported."""

    async def run() -> None:
        async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(100)
            writer.write(answer)
            writer.close()

        server = await asyncio.start_server(served, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        real = asyncio.open_connection

        async def plain(host: str, _port: int, **_: Any) -> Any:
            return await real(host, port)

        async def here(_hook: Hook) -> list[str]:
            return ["127.0.0.1"]

        monkeypatch.setattr(asyncio, "open_connection", plain)
        async with server:
            await WebhookCarrier(lambda _: True, resolve=here).carry("https://hooks.example/", MESSAGE)

    with pytest.raises(Undeliverable, match="cannot be reached"):
        asyncio.run(run())
