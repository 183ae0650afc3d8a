"""Compressed answers: all that is large and public, and no secret of a seat."""

from __future__ import annotations

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serving import UNLIMITED, At, Got, ask, served

from fitl_core.server.compression import gzip_apart
from fitl_core.server.endpoints import ENDPOINTS

GZIP = {"Accept-Encoding": "gzip, br"}


def got(table: At, path: str, seat: str | None) -> Got:
    """An answer about a table to a client that accepts gzip."""
    link = {} if seat is None else {"Authorization": f"Bearer {table.links[seat]}"}
    return ask(table.port, "GET", f"/api/tables/{table.name}{path}", headers={**GZIP, **link})


def encoding(answer: Got) -> str:
    """Return the encoding of an answer, which says on which header it depends."""
    found = answer.headers.get("content-encoding", "")
    assert answer.status == 200 and (not found or "Accept-Encoding" in answer.headers["vary"])
    return found


@given(st.binary(max_size=200_000), st.binary(max_size=2_000))
def test_two_texts_in_a_stream(secret: bytes, public: bytes) -> None:
    """They come back whole, one after the other, and the secret one stands in the stream as it is."""
    stream = gzip_apart(secret, public)
    assert gzip.decompress(stream) == secret + public
    assert len(stream) == len(gzip_apart(b"", public)) + len(secret) + 5 * -(-len(secret) // 65_535)


def test_the_length_tells_nothing_of_a_secret() -> None:
    """A guess in the public text that is right makes the stream as long as a wrong one."""
    lengths = {
        len(gzip_apart(b"VC: Tet if playable", b'"guess":"%s"' % guess)) for guess in (b"VC: Tet", b"xqzwvkj")
    }
    public = {len(gzip_apart(b"?" * 19, b'"guess":"%s"' % guess)) for guess in (b"VC: Tet", b"xqzwvkj")}
    assert lengths == public


def test_answers_with_secrets_are_not_compressed() -> None:
    """A seat's view and facts come as they are; what everybody may have is compressed for a seat too."""
    with served(limits=UNLIMITED) as port:
        table = At(port)
        for path in ("/position", "/events", "/board", "/log", "/charts", "/drawing?line=0"):
            assert {encoding(got(table, path, seat)) for seat in ("US", None)} == {"gzip"}, path
        for path in ("", "/facts"):
            assert (encoding(got(table, path, "US")), encoding(got(table, path, None))) == ("", "gzip"), path
        opened = ask(port, "POST", "/api/tables", {"setup": {"scenario": "short"}}, headers=GZIP)
        assert opened.status == 201 and "content-encoding" not in opened.headers
        told = table.send("/links", {"seat": "US"}, "US")
        assert told.status == 201 and "content-encoding" not in told.headers
        assert {one.same_for_all for one in ENDPOINTS if one.method != "GET" or one.handler is None} == {
            False
        }


@pytest.mark.parametrize("seat", ["US", None])
def test_a_scene_is_compressed_but_for_its_view(seat: str | None) -> None:
    """The same JSON with and without compression; the view can be read in the stream itself."""
    with served() as port:
        table = At(port)
        answer = got(table, "/scene", seat)
        plain = table.get("/scene", seat)
        assert encoding(answer) == "gzip" and gzip.decompress(answer.body) == plain.body
        view = plain.body[: plain.body.index(b',"events":')]
        assert view in answer.body and len(answer.body) < len(view) + 10_000 < len(plain.body)


@pytest.mark.parametrize(
    "path", ["/", "/static/table.js", "/static/board.svg", "/static/colours.css", "/openapi.json"]
)
def test_files_are_compressed_on_request(path: str) -> None:
    """With `Accept-Encoding: gzip` and not without, and the same bytes."""
    with served() as port:
        plain, pressed = ask(port, "GET", path), ask(port, "GET", path, headers=GZIP)
        assert (encoding(plain), encoding(pressed)) == ("", "gzip")
        assert zlib.decompress(pressed.body, 16 + zlib.MAX_WBITS) == plain.body


def test_a_known_file_is_not_sent_again() -> None:
    """A browser that has the file gets its tag back, without a body."""
    with served() as port:
        pressed = ask(port, "GET", "/static/table.js", headers=GZIP)
        known = {**GZIP, "If-None-Match": pressed.headers["etag"]}
        again = ask(port, "GET", "/static/table.js", headers=known)
        assert (again.status, again.body) == (304, b"")
