"""The packages of environments: the error if they are not installed, and a stand-in for their types."""

from __future__ import annotations

from typing import Any

from fitl_core.errors import FitlError


class NoExtra(FitlError, ImportError):
    """An environment cannot be used here: its extra is not installed."""

    code = "no-extra"

    def __init__(self, extra: str) -> None:
        super().__init__(f'this environment needs the extra {extra}: pip install "fitl[{extra}]"')
        self.extra: str = extra


class Untyped:
    """Stands for a class of a package without types, for type checkers alone."""

    def __init__(self, *given: Any, **named: Any) -> None: ...

    def __getattr__(self, name: str) -> Any: ...
