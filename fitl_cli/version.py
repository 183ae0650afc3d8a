"""The version of the program."""

from __future__ import annotations


def version() -> str:
    """The installed version of the package, or that of the source tree."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("fitl")
    except PackageNotFoundError:
        return "0.1.0"
