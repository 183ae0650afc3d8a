"""Public names of a package that are imported when they are first asked for.

    lazy_names(__name__, {"board": "GameBoard board"})

A public function is handed out through `fitl_core.front_door`, which names a wrong argument.
"""

from __future__ import annotations

from collections.abc import Mapping


def lazy_names(package: str, homes: Mapping[str, str]) -> None:
    """Give a package under import its `__getattr__` and `__dir__`. `homes` has the names of each module."""
    import sys

    module = sys.modules[package]

    def get(name: str) -> object:
        value = imported(package, homes, name)
        if value is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return value

    def names() -> list[str]:
        return sorted({*vars(module), *(name for line in homes.values() for name in line.split())})

    vars(module).update(__getattr__=get, __dir__=names)


def imported(package: str, homes: Mapping[str, str], name: str) -> object | None:
    """Import a public name, keep it in its package and return it; None if the package has no such name."""
    import sys
    from importlib import import_module
    from types import FunctionType

    home = next((home for home, line in homes.items() if name in line.split()), None)
    if home is None:
        return None
    value: object = getattr(import_module(f"{package}.{home}"), name)
    if isinstance(value, FunctionType):
        value = import_module("fitl_core.front_door").public(value, package)
    setattr(sys.modules[package], name, value)
    return value
