"""HTML elements, which are always closed and escaped, and the data and hashes for the script of a page.

Read `fitl_core.pictures.svg` for the elements.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import msgspec

from fitl_core.pictures.svg import Element, Value

Inside = Element | str


def tag(name: str, *inside: Inside, **attributes: Value | None) -> Element:
    """Return an element of HTML. It has an end tag even if it is empty, as every element except the void ones
    must.
    """
    return Element(name, inside or [""], **attributes)


def data(value: object) -> str:
    """Return a value as JSON that is safe in a `script` element: it neither ends the element nor opens a
    comment.

    >>> data("</script>") == '"<' + chr(92) + '/script>"'
    True
    """
    return msgspec.json.encode(value).decode().replace("</", "<\\/").replace("<!", "\\u003c!")


def allowed(source: str) -> str:
    """Return the hash by which a Content-Security-Policy allows a script or style of the page itself."""
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
