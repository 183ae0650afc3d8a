"""Import games and positions of other programs as logs.

The names of `__all__` are public. Each is imported at its first use. Read `file_kinds` next, then
`scala_games`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.imports.faults import ImportFault, Unimportable
    from fitl_core.imports.scala_games import ImportedGame, ImportedStep, import_game, import_save
# isort: on

__all__ = [
    "ImportFault", "ImportedGame", "ImportedStep", "Unimportable", "import_game", "import_save",
]
# fmt: on

_HOMES = {
    "faults": "ImportFault Unimportable",
    "scala_games": "ImportedGame ImportedStep import_game import_save",
}
"""The module of this package that defines each name. It repeats the list above for the running program."""

lazy_names(__name__, _HOMES)
