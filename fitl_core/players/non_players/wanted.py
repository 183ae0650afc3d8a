"""The inputs that a decision waits for: dice, or the choice of another Faction's player.

A node of section 8 is a generator. It yields a `Wanted` and receives the input. The driver of the generator
supplies the input from a dice cup, a log or a table.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.non_player_node_words import node_words
from fitl_core.record.spoken import Said
from fitl_core.walks import OpenedQuestion

WantedKind = Literal["decision", "space", "even", "move", "choice", "alike"]

T = TypeVar("T")


class Wanted(msgspec.Struct, frozen=True):
    """Dice to be rolled, or a choice that a player must make.

    The kinds are:

    - `decision`: dice that the node `what` compares.
    - `space`: two dice of the Random Spaces Map (8.2) for one of the `spaces` (ids).
    - `even`: dice for equal chances; `among` is the number of candidates. They are rolled `again` if they
      selected none.
    - `move`: a die of an ordinary procedure; `what` is its prompt.
    - `choice`: the answer of another Faction's player to the question `asked`, after the clauses in `said`.
      An `owed` choice must be made even if its question is optional, because the action cannot go on without
      it.
    - `alike`: whether every pick among `spaces` leads to the same decision. The input is a tuple with the
      place of the pick, or an empty tuple if dice must decide.

    `who` is the Non-player for which the dice of the first three kinds decide. `against` has the facts with
    which a node compares its dice, in words.
    """

    kind: WantedKind
    what: str
    dice: int
    among: int = 0
    spaces: tuple[str, ...] = ()
    who: Faction | None = None
    asked: OpenedQuestion | None = None
    said: Sequence[Said] = ()
    again: bool = False
    owed: bool = False
    against: str = ""

    @property
    def words(self) -> str:
        """The number of dice, and the question that they decide."""
        dice = counted(self.dice, "die", "dice")
        match self.kind:
            case "decision":
                question = node_words().get(self.what, "").partition(". ")[0]
                return f"{dice}: {question}? {self.against} ({self.what})"
            case "space":
                names = ", ".join([spaces_by_id()[name].name for name in self.spaces])
                return f"{dice}: which of {names} ({self.what}, 8.2)?"
            case "even":
                return f"{dice}: which of {self.among} equal choices ({self.what}, 8.4.7)?"
            case _:
                return f"{dice}: {self.what}"


Deciding = Generator[Wanted, Any, T]
"""A node of section 8 as a generator. It yields its wants and receives dice as a tuple, or a clause for a
choice.
"""
