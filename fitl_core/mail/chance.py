"""Where the dice of a game file come from, and its cards: a dealer's secret, or a cup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fitl_core.proofs.dealer import Dealer, Die, rolled, rolls_of
from fitl_core.proofs.rolls import LONGEST_PURPOSE, read_roll
from notation import Entry

Cup = Callable[[str], Die]
"""Rolls a die for a purpose; its proof is empty where nothing vouches for it."""


class DealersCup:
    """Rolls by a dealer's secret. What has fallen and stands nowhere in the log falls again for its purpose.

    `keep` is called with the dealer as soon as a die has fallen, before anybody learns how. `spare` are dice
    that have fallen for something else: they have to stand in the log before those that fall now.
    """

    def __init__(self, dealer: Dealer, keep: Callable[[Dealer], None]) -> None:
        self.dealer: Dealer = dealer
        self.spare: list[Die] = []
        self._left: list[Die] = []
        self._keep = keep

    def begin(self, entries: Iterable[Entry]) -> None:
        """A move begins behind a log: what has fallen and does not stand there can fall again."""
        proofs = {proof for entry in entries for proof in entry.proof}
        fallen = rolls_of(self.dealer) if self.dealer.rolled_for else ()
        self._left = [die for die in fallen if die.proof not in proofs]
        self.spare = []

    def __call__(self, purpose: str) -> Die:
        purpose = " ".join(purpose.split())[:LONGEST_PURPOSE].rstrip()
        place = next((i for i, die in enumerate(self._left) if read_roll(die.proof).purpose == purpose), None)
        if place is not None:
            self.spare += self._left[:place]
            die, self._left = self._left[place], self._left[place + 1 :]
            return die
        self.spare += self._left
        self._left = []
        self.dealer, (die,) = rolled(self.dealer, [purpose])
        self._keep(self.dealer)
        return die

    def vouch(self, dice: Sequence[int]) -> tuple[str, ...]:
        """The proofs of dice that somebody says, where they are the next ones that fell; else none."""
        found, rest = self._left[: len(dice)], self._left[len(dice) :]
        if [die.die for die in found] != list(dice):
            return ()
        self._left = rest
        return tuple([die.proof for die in found])
