"""The measures of section 8 in our own words (`facts/data/non-player-measures.json`)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.data import once, read


class Measure(msgspec.Struct, frozen=True, rename={"condition": "is"}):
    """A figure by which section 8 compares candidates, and the nodes `at` which it does so.

    `more` or `less` are the words for the better figure: "more ARVN cubes". `below` are the words that stand
    for `more` if the best figure is below 0: "less Support comes". A `condition` has no figure to show.
    """

    name: str
    at: tuple[str, ...]
    more: str = ""
    less: str = ""
    below: str = ""
    condition: str = ""

    @property
    def words(self) -> str:
        """The words for the better figure, or for the condition."""
        return self.more or self.less or self.condition


class _File(msgspec.Struct):
    measures: tuple[Measure, ...]


@once
def measures() -> dict[str, Measure]:
    """Return the measure of each node with its letter, or of a letter that many nodes share.

    >>> measures()["8.5.1/do-2 a"].more
    'higher Population'
    """
    listed = read("non-player-measures.json", _File).measures
    return {place: measure for measure in listed for place in measure.at}


def measure_at(place: str) -> Measure | None:
    """Return the measure of a narrowing step: its node and letter, such as "8.5.1/do-2 a".

    A letter in words needs no node: "8.5.4/sa-1 (2) from LoCs".
    """
    letter = place.partition(" ")[2]
    return measures().get(place) or measures().get(letter) or measures().get(letter.partition(") ")[2])
