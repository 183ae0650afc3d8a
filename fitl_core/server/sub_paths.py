"""A server below a path: `/fitl/` in front of every address of the server.

The page uses relative addresses only, so it works below any path. Read `site` for the app inside.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

OWN = ("api", "static")
"""Folders of the server itself. Below one of these, an address would have two meanings."""


def sub_path_of(given: str) -> str:
    """Return a path with a slash at its beginning and none at its end; "" for `/`. Raises `ValueError`."""
    if not (bare := given.strip("/")):
        return ""
    parts = bare.split("/")
    if not all(_is_plain(part) for part in parts):
        raise ValueError("a path has letters, digits and -._~ between its slashes, as /fitl/")
    if parts[0] in OWN:
        raise ValueError(f"the server itself has the path /{parts[0]}/: choose another one, as /fitl/")
    return f"/{bare}"


def _is_plain(part: str) -> bool:
    return part.strip(".") != "" and all(
        char.isascii() and (char.isalnum() or char in "-._~") for char in part
    )


class SubPath:
    """An app below a path. A proxy may strip the path from the address of a request, or leave it there.

    The app inside gets requests without the path.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._path:
            if scope["path"] == self._path:  # relative addresses need the slash
                redirect = RedirectResponse(self._path.rpartition("/")[2] + "/", 308)
                await redirect(scope, receive, send)
                return
            if scope["path"].startswith(f"{self._path}/"):
                scope["path"] = scope["path"][len(self._path) :]  # in place: the guard looks at it too
        await self._app(scope, receive, send)
