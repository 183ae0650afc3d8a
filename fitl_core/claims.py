"""The place of `holds` in version 0.1.0. `fitl_core.moved_names` has the new one."""

from __future__ import annotations

from typing import Any

from fitl_core.moved_names import former_name


def __getattr__(name: str) -> Any:
    return former_name(__name__, name)
