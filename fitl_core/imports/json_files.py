"""Read JSON files, also with the mark of encoding that some editors put in front."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any

import msgspec


def decoded(raw: bytes, as_type: Any = Any) -> Any:
    """Return the content of a JSON file. Raises the errors of msgspec for invalid JSON."""
    return msgspec.json.decode(raw.removeprefix(BOM_UTF8), type=as_type)
