"""JSON in a file, as editors may have saved it: with a mark of its encoding in front."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any

import msgspec


def decoded(raw: bytes, as_type: Any = Any) -> Any:
    """What a JSON file says. Raises what msgspec raises for one that is none."""
    return msgspec.json.decode(raw.removeprefix(BOM_UTF8), type=as_type)
