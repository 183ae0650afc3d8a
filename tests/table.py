"""Positions for tests, set up and played in the words of the notation.

    game = position("Ple: 3ut vb ng", to_act="US")
    with refuses("3.2.4", because="Underground Guerrillas"):
        game.play("US assault Ple-vb")
    assert game["Ple"] == "3ut ng vb"

Spaces that are not named are empty and Neutral, other pieces Available; the tracks are at 20, the Trail at 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import BY_CODE, KINDS, NO_PIECES, Pieces, changed, from_counts
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Segment
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import to_act as who_is_to_act
from fitl_core.state.applying import apply_effects
from fitl_core.state.control import control
from fitl_core.state.position_digest import digest
from fitl_core.state.start import set_up
from fitl_core.state.state import BOXES, InEffect, Space, State, resources
from fitl_core.state.victory import scores
from fitl_core.walks import Walk, ask
from notation.reader import read_line
from notation.writer import write_clause

FIRST_CARD = {"US": 1, "ARVN": 68, "NVA": 55, "VC": 107}
"""A card on which the Faction comes first."""


class Game:
    """A position that can be played on and asked about."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.effects: list[Effect] = []

    def play(self, text: str) -> Game:
        """Carry out one or more lines of the notation."""
        for line in text.strip().splitlines():
            event = read_line(line).event
            assert event is not None
            step = play(self.state, event)
            assert apply_effects(self.state, step.effects) == step.state, "effects are not the whole change"
            self.state = step.state
            self.effects += step.effects
        return self

    def refused(self, text: str) -> Violation:
        """The refusal of a line, which must be illegal and leave the position as it was."""
        before = digest(self.state)
        try:
            self.play(text)
        except Violation as violation:
            assert digest(self.state) == before, "a refused move changed the position"
            return violation
        raise AssertionError(f"this should be refused: {text}")

    def open(self, text: str) -> list[str]:
        """The legal alternatives to a refused line, as notation."""
        return [write_clause(clause) for clause in self.refused(text).legal]

    def __getitem__(self, code: str) -> str:
        """The pieces of a space or box (available, casualties, oop): "3ut ng vb^"."""
        return pieces_text(self._pieces(code))

    def count(self, code: str, kind: str) -> int:
        """How many pieces of a kind are in a space or box."""
        return self._pieces(code)[BY_CODE[kind].slot]

    def _pieces(self, code: str) -> Pieces:
        if code in BOXES:
            pieces: Pieces = getattr(self.state, BOXES[code])
            return pieces
        return self.space(code).pieces

    def space(self, code: str) -> Space:
        """A space of the state by its code."""
        return self.state.spaces[_where(code).index]

    def level(self, code: str) -> str:
        """The level of a space: AS PS N PO AO."""
        return str(level(self.space(code).support))

    def control(self, code: str) -> str:
        """Who Controls a space: coin, nva, none."""
        return control(_where(code), self.space(code).pieces)

    def resources(self, faction: str) -> int:
        """A Faction's Resources."""
        return resources(self.state, Faction(faction))

    def score(self, faction: str) -> int:
        """A Faction's victory marker."""
        return scores(self.state)[Faction(faction)]

    @property
    def to_act(self) -> str | None:
        """Who decides next."""
        return who_is_to_act(self.state)

    def asked(self, text: str = "", faction: str | None = None) -> Walk:
        """Return the question after a partial action: `US assault Ple`."""
        segments: tuple[Segment, ...] = ()
        limop = False
        if text:
            event = read_line(text).event
            assert isinstance(event, Action)
            segments, limop, faction = event.segments, event.limop, event.faction
        who = faction or self.to_act
        assert who is not None
        return ask(self.state, Faction(who), segments, limop)

    def answers(self, text: str = "") -> list[str]:
        """Return every answer open after a partial action, as notation."""
        return [write_clause(clause) for q in self.asked(text).questions for clause in q.answers()]


def _where(code: str) -> Any:
    return next(space for space in spaces_by_id().values() if space.code == code)


def pieces_text(pieces: Pieces) -> str:
    """Pieces in the codes of the notation, in the order of the kinds; 1 is not written."""
    return " ".join(f"{n if n > 1 else ''}{kind.code}" for kind, n in zip(KINDS, pieces, strict=True) if n)


def position(
    spaces: str = "",
    *,
    to_act: str | None = None,
    rules: str = "second",
    card: int | None = None,
    next: int = 2,
    eligible: str = "US NVA ARVN VC",
    phase: str = "card",
    casualties: str = "",
    oop: str = "",
    available: str | None = None,
    leader: tuple[int, ...] = (125,),
    capabilities: tuple[tuple[int, str], ...] = (),
    momentum: tuple[tuple[int, str], ...] = (),
    scenario: str = "full",
    **fields: Any,
) -> Game:
    """A position. `spaces` is "Ple: 3ut vb ng AO terror 1; Hue: 2at"; pieces come from the pool.

    `available` sets the Available pieces of the kinds it names ("0ng"), the rest goes out of the
    game. ARVN, NVA and VC set Resources; aid, patronage, econ, trail the tracks; other keywords are
    fields of `State`. The leader is Nguyen Khanh, who does not touch most rules.
    """
    players, readings = fields.pop("players", FOUR_PLAYERS), fields.get("readings", ())
    state = set_up(Setup(scenario, Edition(rules), players=players, readings=readings))
    pool = dict(board().force_pool)
    on_map = [Space() for _ in state.spaces]
    for part in filter(None, (part.strip() for part in spaces.split(";"))):
        code, _, words = part.partition(":")
        words = words.replace("terror ", "terror")
        on_map[_where(code.strip()).index] = _read_space(words.split(), pool)
    boxes = {name: _read_pieces(text.split(), pool) for name, text in (("c", casualties), ("o", oop))}
    for word in (available or "").split():
        number, kind = _piece(word)
        pool[kind] = number
    tracks = {name: fields.pop(name, 20) for name in ("aid", "patronage")}
    money = tuple(fields.pop(name, 20) for name in ("ARVN", "NVA", "VC"))
    number = card or FIRST_CARD[to_act or "US"]
    return Game(
        msgspec.structs.replace(
            state,
            spaces=tuple(on_map),
            available=from_counts(pool),
            casualties=boxes["c"],
            out_of_play=boxes["o"],
            **tracks,
            econ=fields.pop("econ", 15),
            trail=fields.pop("trail", 1),
            resources=money,
            leader_box=leader,
            capabilities=tuple(InEffect(n, side) for n, side in capabilities),  # type: ignore[arg-type]
            momentum=tuple(InEffect(n, side) for n, side in momentum),  # type: ignore[arg-type]
            eligible=tuple(f for f in FACTIONS if f in eligible.split()),
            card=number,
            next=next,
            played=fields.pop("played", (number,)),
            phase=phase,
            **fields,
        )
    )


def _piece(word: str) -> tuple[int, Any]:
    digits = len(word) - len(word.lstrip("0123456789"))
    return int(word[:digits] or 1), BY_CODE[word[digits:]]


def _read_pieces(words: list[str], pool: dict[Any, int]) -> Pieces:
    pieces = NO_PIECES
    for word in words:
        number, kind = _piece(word)
        pieces = changed(pieces, kind, number)
        pool[kind.off_map] -= number
        assert pool[kind.off_map] >= 0, f"there are not so many: {word}"
    return pieces


def _read_space(words: list[str], pool: dict[Any, int]) -> Space:
    support, terror, sabotage, pieces = 0, 0, False, []
    for word in words:
        if word in set(Level):
            support = Level(word).value_
        elif word.startswith("terror"):
            terror = int(word.removeprefix("terror") or 1)
        elif word == "sabotage":
            sabotage = True
        else:
            pieces.append(word)
    return Space(_read_pieces(pieces, pool), support, terror, sabotage)


@contextmanager
def refuses(rule: str, because: str = "", code: str = "") -> Iterator[None]:
    """The block must be refused under this rule, for a reason with these words, and this code."""
    try:
        yield
    except Violation as violation:
        assert violation.rule == rule, f"refused under {violation}"
        assert because in str(violation), f"refused because {violation}"
        assert not code or violation.code == code, f"refused with code {violation.code}"
        return
    raise AssertionError(f"nothing was refused; {rule} should have")
