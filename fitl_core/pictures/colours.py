"""The colours of pictures, light and dark. Shapes and letters show everything that colours show.

Read `shapes` for the shapes.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction

Theme = Literal["light", "dark", "page"]


class Colours(msgspec.Struct, frozen=True):
    """The colour of each kind of thing."""

    sea: str
    land: str
    outer: str
    highland: str
    lowland: str
    jungle: str
    city: str
    plate: str
    border: str
    road: str
    river: str
    ink: str
    faint: str
    panel: str
    highlight: str
    support: str
    opposition: str
    neutral: str
    edge: str
    us: str
    arvn: str
    nva: str
    vc: str

    def line(self, faction: Faction) -> str:
        """Return the colour of a Faction's curve."""
        return {US: self.us, ARVN: self.arvn, NVA: self.nva, VC: self.vc}[faction]


COLOURS: dict[Theme, Colours] = {
    "light": Colours(
        sea="#dcebf2",
        land="#efe9dc",
        outer="#e4dfd4",
        highland="#dcd2b8",
        lowland="#e9eccb",
        jungle="#cfdfc0",
        city="#ffffff",
        plate="#f6f1e4",
        border="#8b8170",
        road="#a98f5e",
        river="#7fb0c9",
        ink="#1d1d1b",
        faint="#5f5a50",
        panel="#f7f4ec",
        highlight="#d1006c",
        support="#2f6f3a",
        opposition="#9b2c1f",
        neutral="#6b6b6b",
        edge="#1d1d1b",
        us="#5d6b34",
        arvn="#a87800",
        nva="#b8281e",
        vc="#2f6f97",
    ),
    "dark": Colours(
        sea="#16242c",
        land="#2b2a26",
        outer="#24231f",
        highland="#3f3a2c",
        lowland="#3b402a",
        jungle="#2c3b2a",
        city="#1f1f1e",
        plate="#33302a",
        border="#8b8170",
        road="#b39a69",
        river="#4e83a0",
        ink="#f3f0e8",
        faint="#bdb6a7",
        panel="#201f1c",
        highlight="#ff5fae",
        support="#7fc48a",
        opposition="#f08a7b",
        neutral="#b5b5b5",
        edge="#e9e3d3",
        us="#a3b562",
        arvn="#f2c230",
        nva="#ff7a6b",
        vc="#6db3dc",
    ),
}
COLOURS["page"] = Colours(**{name: f"var(--{name})" for name in Colours.__struct_fields__})
"""Pictures in a page take their colours from its stylesheet (`colour_rules`), and so follow its theme."""

FACTION: dict[Faction, tuple[str, str]] = {
    US: ("#5d6b34", "#ffffff"),
    ARVN: ("#f2c230", "#1d1d1b"),
    NVA: ("#b8281e", "#ffffff"),
    VC: ("#3d7ea6", "#ffffff"),
}
"""The colour of a Faction's pieces, and of the letters on them."""


def colour_rules() -> str:
    """Return the colours of the theme `page` as custom properties of a stylesheet, light and dark."""
    dark = f"@media (prefers-color-scheme:dark){{:root{{{_properties('dark')}}}}}"
    return f":root{{{_properties('light')}}}{dark}"


def colour_rules_within(selector: str) -> str:
    """Return the same rules for a selector, in a page whose root has `data-theme` for light or dark."""
    dark = f':root[data-theme="dark"] {selector}'
    return f"{selector}{{{_properties('light')}}}{dark}{{{_properties('dark')}}}"


def _properties(theme: Theme) -> str:
    return "".join([f"--{name}:{getattr(COLOURS[theme], name)};" for name in Colours.__struct_fields__])
