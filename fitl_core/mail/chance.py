"""The source of the dice and cards of a game file: a dealer's secret, or a cup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fitl_core.proofs.dealer import Dealer, RolledDie, rolled, rolls_of
from fitl_core.proofs.rolls import LONGEST_PURPOSE, read_roll
from notation import Entry

Cup = Callable[[str], RolledDie]
"""A function that rolls a die for a purpose. Its proof is empty without a sealed source."""


class DealersCup:
    """Dice of a dealer's secret. A rolled die that the log lacks is given again for its purpose.

    `keep` is called with the dealer as soon as a die is rolled, before anybody sees it. `spare` are dice
    rolled for something else: they have to be in the log before the next dice.
    """

    def __init__(self, dealer: Dealer, keep: Callable[[Dealer], None]) -> None:
        self.dealer: Dealer = dealer
        self.spare: list[RolledDie] = []
        self._unused: list[RolledDie] = []
        self._keep = keep

    def begin(self, entries: Iterable[Entry]) -> None:
        """Begin a move after the entries of a log. Dice that the log lacks can then be rolled again."""
        proofs = {proof for entry in entries for proof in entry.proof}
        fallen = rolls_of(self.dealer) if self.dealer.rolled_for else ()
        self._unused = [die for die in fallen if die.proof not in proofs]
        self.spare = []

    def __call__(self, purpose: str) -> RolledDie:
        purpose = " ".join(purpose.split())[:LONGEST_PURPOSE].rstrip()
        place = next(
            (i for i, die in enumerate(self._unused) if read_roll(die.proof).purpose == purpose), None
        )
        if place is not None:
            self.spare += self._unused[:place]
            die, self._unused = self._unused[place], self._unused[place + 1 :]
            return die
        self.spare += self._unused
        self._unused = []
        self.dealer, (die,) = rolled(self.dealer, [purpose])
        self._keep(self.dealer)
        return die

    def vouch(self, dice: Sequence[int]) -> tuple[str, ...]:
        """Return the proofs of written dice if they are the next dice rolled; else nothing."""
        next_dice, rest = self._unused[: len(dice)], self._unused[len(dice) :]
        if [die.die for die in next_dice] != list(dice):
            return ()
        self._unused = rest
        return tuple([die.proof for die in next_dice])
