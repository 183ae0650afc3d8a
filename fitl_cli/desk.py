"""A game file to which moves are added one by one. Dice come from the dealer's secret or from chance."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

import msgspec

from fitl_cli.log_text import log_text
from fitl_cli.opened_files import name_of
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure
from fitl_cli.pen import Pen, pen
from fitl_cli.secrets import dealer_in, keep_dealer, secret_beside
from fitl_cli.writing import write_file
from fitl_core.errors import FitlError
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.game.appending import UnfitFile, appended, insist_on_sound
from fitl_core.game.files import Game, play_log, read_log
from fitl_core.game.symbol_statements import symbol_stated
from fitl_core.mail.automatic_lines import Answers
from fitl_core.mail.chance import DealersCup
from fitl_core.mail.rolled_moves import cast
from fitl_core.proofs.dealer import Dealer, RolledDie, insist_on_his, next_card
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.new_line_proofs import Unproven, insist_on_proven
from fitl_core.proofs.proof_lines import dice_of
from fitl_core.proofs.verification import has_sealed_dice
from fitl_core.record.events import Action, Note, PlayCard, Reveal
from fitl_core.state.state import State
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.wrapping import printable
from fitl_core.wording.canonical_form import typed_beside
from notation import Entry, Log, write_event


class GameDesk:
    """A game file to which moves are added, with the dealer's secret if there is one."""

    def __init__(
        self, path: str, game: Game, secret: str | None, by: str = "", key: str | None = None
    ) -> None:
        self.path: str = path
        self.game: Game = game
        self.dealer: Dealer | None = None
        self._secret = secret or secret_beside(path)
        self._cup: DealersCup | None = None
        self._pen: Pen = pen(game.log.sound.log, by, key)
        if secret is not None or os.path.exists(self._secret):
            self.dealer, self._read = dealer_in(self._secret)
            try:
                insist_on_his(self.dealer, game.log.sound.log)
            except ProofError as error:
                raise Failure(f"{name_of(self._secret)}: {error.message}", ILLEGAL) from None
            self._cup = DealersCup(self.dealer, self._keep)
            self.begin()

    def roll(self, purpose: str) -> RolledDie:
        """Roll a die for a purpose: by the dealer's secret, with a proof, else by chance."""
        if self._cup is not None:
            return self._cup(purpose)
        if has_sealed_dice(self.game.log.sound.log):
            raise Unproven(
                f'the dice of this game are sealed: let the dealer roll "{purpose}", or use --secret'
            )
        return RolledDie(secrets.randbelow(6) + 1, "")

    def cast(self, state: State, entry: Entry) -> tuple[Entry, ...]:
        """Return a line with its dice and the answers of Non-players, with their dice lines before it.

        Raises as `rolled_moves.cast` does, and `NotTheirs` for a line of another's Faction.
        """
        (entry,) = self._pen.write((entry,), state.players)
        if isinstance(entry.event, PlayCard | Reveal):
            return (self._from_the_deck(entry),)
        if not isinstance(entry.event, Action):
            return (entry,)
        answers = Answers(state, self.roll, lambda _: None)
        dice: tuple[RolledDie, ...] = ()
        action, answered, reworded = entry.event, None, False
        while action != answered:
            rolled_cast = cast(state, action, self.roll)
            dice += rolled_cast.dice
            reworded = reworded or rolled_cast.reworded
            action, answered = answers.take(rolled_cast.action), rolled_cast.action
        rolled = tuple([die.proof for die in dice if die.proof])
        proof = entry.proof or rolled or self._vouched(dice_of(entry.event))
        typed = typed_beside(entry.event, action) if reworded else entry.typed
        lines = answers.written(msgspec.structs.replace(entry, event=action, proof=proof, typed=typed))
        return (*self._spared(), *lines)

    def _spared(self) -> tuple[Entry, ...]:
        """Return a note with the proofs of dice not used since the last note, if there are any."""
        if self._cup is None or not self._cup.spare:
            return ()
        spare = tuple([die.proof for die in self._cup.spare])
        self._cup.spare = []
        return (Entry(Note("dice that decided nothing"), proof=spare),)

    def _from_the_deck(self, entry: Entry) -> Entry:
        """Return a line that turns up a card, with its proof if the dealer's deck has it next."""
        if self.dealer is None or entry.proof:
            return entry
        try:
            due = next_card(self.dealer, self.game.log.sound.log)
        except FitlError:
            return entry
        return msgspec.structs.replace(entry, proof=due.proof) if due.event == entry.event else entry

    def _vouched(self, dice: tuple[int, ...]) -> tuple[str, ...]:
        """Return the proofs of given dice, if they are the next dice of the secret."""
        return self._cup.vouch(dice) if self._cup is not None and dice else ()

    def prove(self, log: Log, new: Sequence[Entry]) -> None:
        """Raise `Unproven` for new lines with unproven dice or cards, checked with the secret, too."""
        insist_on_proven(log, new, self.dealer)

    def put(self, entries: tuple[Entry, ...]) -> None:
        """Add entries to the file, after a note of unused dice.

        If an entry is illegal or has a false claim, raises that error and writes nothing.
        """
        assert self.game.replay is not None
        entries = self._pen.write((*self._spared(), *entries), self.game.replay.state.players)
        self.prove(self.game.log.sound.log, entries)
        try:
            after = appended(self.game, entries)
        except UnfitFile as unfit:
            raise Failure(unfit.message, UNREADABLE) from None
        insist_on_sound(self.game, after)
        after = self._signed(after)
        write_file(self.path, after.log.raw, self.game.log.raw)
        self.game = after
        self.begin()

    def state_symbol(self, stated: CardSymbol) -> None:
        """Write the symbol of a card into the header of the file. Raises `Violation` if it cannot be."""
        after = symbol_stated(self.game, stated)
        write_file(self.path, after.log.raw, self.game.log.raw)
        self.game = after

    def _signed(self, after: Game) -> Game:
        """Return the game with links and signatures, if its writer has a key: his new lines are signed."""
        if not self._pen.key:
            return after
        log = after.log.sound.log
        whole = self._pen.signed(log, len(self.game.log.sound.log.entries))
        text = log_text(after.log.name, whole, after.log.jsonl)
        return play_log(read_log(text.encode(), after.log.name))

    def begin(self) -> None:
        """Begin a move again: dice of the abandoned move are used again, or noted."""
        if self._cup is not None:
            self._cup.begin(self.game.entries)

    def _keep(self, dealer: Dealer) -> None:
        """Save the dealer's dice before anybody sees them."""
        keep_dealer(self._secret, dealer, self._read)
        self.dealer, self._read = dealer_in(self._secret)


def put_lines(game: Game, before: int) -> list[str]:
    """Return the lines after this number of events, with their typed texts and effects."""
    assert game.replay is not None
    effects = [one for step in game.replay.steps[before + 1 :] for one in narrate(step.effects)]
    lines: list[str] = []
    for entry in game.entries[before:]:
        assert entry.event is not None
        lines += [write_event(entry.event), *([f"  typed: {printable(entry.typed)}"] if entry.typed else [])]
    return [*lines, *[f"  {one}" for one in effects]]
