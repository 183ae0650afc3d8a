"""A game file that moves are put into, each at once; dice fall by the dealer's secret or by chance."""

from __future__ import annotations

import os
import secrets

import msgspec

from fitl_cli.opening import name_of
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure
from fitl_cli.secrets import dealer_in, keep_dealer, secret_beside
from fitl_cli.writing import write_file
from fitl_core.game.appending import Unfit, appended, insist_on_sound
from fitl_core.game.files import Game
from fitl_core.mail.by_itself import Answers
from fitl_core.mail.chance import DealersCup
from fitl_core.mail.moves import cast
from fitl_core.proofs.dealer import Dealer, Die, insist_on_his
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.lines import dice_of
from fitl_core.record.events import Action, Note
from fitl_core.state.state import State
from fitl_core.tell.effects import narrate
from notation import Entry, write_event


class Desk:
    """A game file that moves are put into, with the dealer's secret where it has one."""

    def __init__(self, path: str, game: Game, secret: str | None) -> None:
        self.path: str = path
        self.game: Game = game
        self.dealer: Dealer | None = None
        self._secret = secret or secret_beside(path)
        self._cup: DealersCup | None = None
        if secret is not None or os.path.exists(self._secret):
            self.dealer, self._read = dealer_in(self._secret)
            try:
                insist_on_his(self.dealer, game.log.sound.log)
            except ProofError as error:
                raise Failure(f"{name_of(self._secret)}: {error.message}", ILLEGAL) from None
            self._cup = DealersCup(self.dealer, self._keep)
            self.begin()

    def roll(self, purpose: str) -> Die:
        """A die for a purpose: with its proof by the dealer's secret, else by chance."""
        if self._cup is not None:
            return self._cup(purpose)
        return Die(secrets.randbelow(6) + 1, "")

    def cast(self, state: State, entry: Entry) -> tuple[Entry, ...]:
        """A line with the dice that are due in it and what Non-players answer in it, and their dice before.

        Raises as `moves.cast`.
        """
        if not isinstance(entry.event, Action):
            return (entry,)
        answers = Answers(state, self.roll, lambda _: None)
        dice: tuple[Die, ...] = ()
        action, answered = entry.event, None
        while action != answered:
            found = cast(state, action, self.roll)
            dice += found.dice
            action, answered = answers.take(found.action), found.action
        rolled = tuple([die.proof for die in dice if die.proof])
        proof = entry.proof or rolled or self._vouched(dice_of(entry.event))
        return answers.written(msgspec.structs.replace(entry, event=action, proof=proof))

    def _vouched(self, dice: tuple[int, ...]) -> tuple[str, ...]:
        """The proofs of dice that somebody says, where they are the next that fell by the secret."""
        return self._cup.vouch(dice) if self._cup is not None and dice else ()

    def put(self, entries: tuple[Entry, ...]) -> None:
        """Put entries into the file, dice that were spared before them.

        Raises why one is illegal, or what it claims false, and then nothing is written.
        """
        spare = tuple([die.proof for die in self._cup.spare]) if self._cup is not None else ()
        noted = (Entry(Note("dice that decided nothing"), proof=spare),) if spare else ()
        try:
            after = appended(self.game, (*noted, *entries))
        except Unfit as unfit:
            raise Failure(unfit.message, UNREADABLE) from None
        insist_on_sound(self.game, after)
        write_file(self.path, after.log.raw, self.game.log.raw)
        self.game = after
        self.begin()

    def begin(self) -> None:
        """A move begins anew: dice that fell in one that was given up fall again, or are noted."""
        if self._cup is not None:
            self._cup.begin(self.game.entries)

    def _keep(self, dealer: Dealer) -> None:
        """Keep what has fallen, before anybody sees it."""
        keep_dealer(self._secret, dealer, self._read)
        self.dealer, self._read = dealer_in(self._secret)


def put_lines(game: Game, before: int) -> list[str]:
    """The lines behind so many events of a game, and what they did."""
    assert game.replay is not None
    told = [one for step in game.replay.steps[before + 1 :] for one in narrate(step.effects)]
    lines = [write_event(entry.event) for entry in game.entries[before:] if entry.event is not None]
    return [*lines, *[f"  {one}" for one in told]]
