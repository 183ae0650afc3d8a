"""Writing HTML: elements that are always closed, everything escaped; what a page's own script may be told."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import msgspec

from fitl_core.pictures.svg import Element, Value

Inside = Element | str


def tag(name: str, *inside: Inside, **attributes: Value | None) -> Element:
    """An element of HTML: it has an end tag even where nothing is in it, as all but void ones must."""
    return Element(name, inside or [""], **attributes)


def data(value: object) -> str:
    """A value as JSON that can stand in a `script` element: it neither ends it nor opens a comment in it.

    >>> data("</script>") == '"<' + chr(92) + '/script>"'
    True
    """
    return msgspec.json.encode(value).decode().replace("</", "<\\/").replace("<!", "\\u003c!")


def allowed(source: str) -> str:
    """The hash by which a Content-Security-Policy allows a script or style of the page itself."""
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
