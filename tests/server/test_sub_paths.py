"""A server below a path, with a proxy that strips it or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from serving import ROOT, ask, serve

from fitl_core.server.sub_paths import sub_path_of

PAGE = ROOT / "fitl_core" / "server" / "page"


@pytest.mark.parametrize(
    ("given", "path"), [("/fitl/", "/fitl"), ("fitl", "/fitl"), ("/a/b-1", "/a/b-1"), ("/", ""), ("", "")]
)
def test_a_path_is_read(given: str, path: str) -> None:
    """Slashes at both ends may be there or not."""
    assert sub_path_of(given) == path


@pytest.mark.parametrize("given", ["/api", "/static/x", "/a//b", "/a b", "/../a", "/a/.", "/a?b", "/é"])
def test_a_path_that_cannot_be_is_refused(given: str) -> None:
    """The server's own folders, and characters that an address would write otherwise."""
    with pytest.raises(ValueError, match="/fitl/"):
        sub_path_of(given)


def test_a_request_may_have_the_path_or_not() -> None:
    """Both are answered alike; without the last slash the browser is sent to the page; headers stay."""
    with serve("--store", "memory:", "--root-path", "/games/fitl/") as (_, port):
        for path in ("/", "/static/main.js", "/api/choices", "/openapi.json", "/healthz", "/nothing"):
            plain, below = ask(port, "GET", path), ask(port, "GET", f"/games/fitl{path}")
            assert (plain.status, plain.body) == (below.status, below.body)
            assert plain.headers["cache-control"] == below.headers["cache-control"]
        moved = ask(port, "GET", "/games/fitl")
        assert (moved.status, moved.headers["location"]) == (308, "fitl/")
        assert "content-security-policy" in moved.headers
        assert ask(port, "GET", "/games/fitlx").status == 404
        assert ask(port, "GET", "/api/choices/").status == 404  # no redirect, which would name the host
        assert ask(port, "GET", "/openapi.json").json["servers"] == [{"url": "/games/fitl"}]


def test_a_wrong_path_is_told() -> None:
    """The message says what a path is; the exit code is that of usage."""
    import subprocess
    import sys

    for given in (["--root-path", "/api/"], ["--metrics", "here"]):
        command = [sys.executable, "-m", "fitl_cli", "serve", "--store", "memory:", *given]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)
        assert told.returncode == 2 and b", as " in told.stderr


@pytest.mark.parametrize("file", sorted(PAGE.glob("*.*")), ids=lambda file: file.name)
def test_no_file_of_the_page_names_an_absolute_path(file: Path) -> None:
    """Such an address would lead out of the path below which the server is shown."""
    assert not re.search(r"[\"'`(]/(static|api|openapi)\b", file.read_text(encoding="utf-8"))
