"""Pictures of positions and games: SVG text, and PNG with the extra `png`.

The names of `__all__` are public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.pictures.board_svg import board_picture
    from fitl_core.pictures.charts import chart
    from fitl_core.pictures.marks import Arrow
    from fitl_core.pictures.png_images import NoFont, NoPng, png
# isort: on

__all__ = [
    "Arrow", "NoFont", "NoPng", "board_picture", "chart", "png",
]
# fmt: on

_HOMES = {
    "board_svg": "board_picture",
    "charts": "chart",
    "marks": "Arrow",
    "png_images": "NoFont NoPng png",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
