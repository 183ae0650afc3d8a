"""Play a game at a prompt: people are asked, Non-players act, cards come up, until somebody stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import msgspec

import notation
from fitl_cli.adjudicate import ruling_lines
from fitl_cli.desk import GameDesk, put_lines
from fitl_cli.file_policies import FilePolicies
from fitl_cli.output import ILLEGAL, Failure, paint, say
from fitl_cli.prompts import Ended, Prompt
from fitl_cli.step_by_step import MoveAsker, offers_of, picked, question_lines, say_help
from fitl_cli.symbol_asking import say_unknown, symbol_asker
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.game.adjudications import adjudicate_move
from fitl_core.game.replays import ReplayedGame
from fitl_core.mail.automatic_lines import Answers, headed, non_players_move
from fitl_core.mail.rolled_moves import Cast, cast, entry_typed
from fitl_core.mail.symbol_questions import SymbolQuestions
from fitl_core.players.non_players.decide import next_non_player
from fitl_core.players.non_players.decision_reasons import reasons
from fitl_core.players.non_players.events.pivotal_events import places_pivotal
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.trace_words import trace_lines
from fitl_core.players.non_players.wanted import Wanted
from fitl_core.policies.seat_policy import Policy
from fitl_core.proofs.dealer import RolledDie, next_card
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass, Pivotal, PlayCard, Reveal, Void, Waive
from fitl_core.record.spoken import spoken, written
from fitl_core.rules.pivotal import may_place
from fitl_core.rules.sequence import open_deeds
from fitl_core.rules.waiting import WaitsFor, next_step
from fitl_core.seat.sights import SeatSight
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.tell.board_text import board_table
from fitl_core.tell.words import card_words, scores_words, standing
from fitl_core.walks import ask
from fitl_core.wording.canonical_form import typed_beside
from notation import Entry

HELP = """\
  pass       Pass (in a Coup Round: do nothing more in this phase)
  limop      begin a Limited Operation
  pivotal    place your Pivotal Event, if you may; waive: not on this card
  show       the board
  undo       take back the last move of a player, and all after it
  why        each step of the last Non-player's decision
  a line     a whole move, or any other line of a log
  stop       stop here: the file has all moves"""


def _as_typed(typed: Event | None, begun: Action, whole: Action) -> str:
    """Return the text of a move whose beginning was typed otherwise than the rules ask for it."""
    if not isinstance(typed, Action):
        return ""
    rest = spoken(whole.segments, whole.faction)[len(spoken(begun.segments, begun.faction)) :]
    said = [*spoken(typed.segments, typed.faction), *rest]
    return typed_beside(Action(typed.faction, written(said, typed.faction), typed.limop), whole)


@contextmanager
def _refusing() -> Iterator[None]:
    """Report refused input, and ask again."""
    try:
        yield
    except FitlError as error:
        say(f"{paint().red('no')}: {error}")


class _Prompted:
    """People at the prompt, as a policy that answers in the move of another policy."""

    name = "people"

    def __init__(self, asker: MoveAsker) -> None:
        self._asker = asker

    def act(self, sight: SeatSight) -> Event | None:
        raise AssertionError("people act by themselves")

    def answer(self, sight: SeatSight) -> Clause | None:
        return self._asker.choose(sight.questions[0]) if sight.questions else None


class Sitting:
    """A game at a prompt. `policies` play their Factions."""

    def __init__(
        self, desk: GameDesk, typed_dice: bool, policies: Mapping[Faction, Policy] | None = None
    ) -> None:
        self._desk = desk
        self._prompt = Prompt()
        self._typed_dice = typed_dice
        self._cup = self._typed_die if typed_dice else desk.roll
        self._asker = MoveAsker(self._prompt, self._cup)
        self._policies = FilePolicies(desk, policies or {}, _Prompted(self._asker))
        self._asker.policies = self._policies if policies else None
        self._decided: Decision | None = None  # the last decision of a Non-player
        self._asked: set[tuple[object, ...]] = set()  # about a Pivotal Event, without an answer
        self._symbols = SymbolQuestions(symbol_asker(desk, self._prompt))

    def play(self) -> None:
        """Play on until the game is over, the input ends or somebody stops."""
        while True:
            state = self._replay.state
            waits = next_step(state)
            say()
            say(paint().bold(standing(state)))
            if waits.what in ("over", "nothing"):
                return
            try:
                if not self._goes_on(state, waits):
                    return
            except Ended:
                say(f"stopped; {self._desk.game.log.name} has all that was played")
                return
            except FitlError as error:  # the fault is not in typed input
                raise Failure(str(error), ILLEGAL) from None

    @property
    def _replay(self) -> ReplayedGame:
        replay = self._desk.game.replay
        assert replay is not None
        return replay

    def _goes_on(self, state: State, waits: WaitsFor) -> bool:
        """Take the next step; return whether the game goes on."""
        if waits.what in ("card", "reveal"):
            return self._turn_up(state, is_first=waits.what == "card")
        self._desk.begin()
        is_placing = places_pivotal(state) is not None  # others may trump it then
        if not is_placing and (waiting := self._may_place_first(state, waits)) is not None:
            self._put(*waiting)
            return True
        if next_non_player(state) is not None:
            self._act_for_non_player()
            return True
        assert waits.faction is not None
        if waits.faction in self._policies.held:
            self._put(*self._policies.move(waits.faction))
            return True
        return self._ask_player(state, waits.faction)

    # -- cards --------------------------------------------------------------------------------------

    def _turn_up(self, state: State, is_first: bool) -> bool:
        """Return the next card of the sealed deck, or the one that somebody names."""
        dealer = self._desk.dealer
        if dealer is not None:
            self._put(*headed(state, next_card(dealer, self._desk.game.log.sound.log)))
            return True
        typed = self._prompt.ask("the card that is played" if is_first else "the next card (or none)")
        if typed == "stop":
            return False
        with _refusing():
            event = notation.read_line(f"next {typed.removeprefix('next ')}").event
            assert isinstance(event, Reveal)
            self._put(*headed(state, Entry(PlayCard(event.card) if is_first else event)))
        return True

    # -- Pivotal Events -----------------------------------------------------------------------------

    def _may_place_first(self, state: State, waits: WaitsFor) -> tuple[Entry, ...] | None:
        """Ask the players who may place a Pivotal Event before another acts; None if there are none."""
        for faction in may_place(state):
            if faction is waits.faction or faction in non_players(state.players):
                continue
            must = faction in waits.holding
            if (faction, state.card, state.done) in self._asked and not must:
                continue
            self._asked.add((faction, state.card, state.done))
            if faction in self._policies.held:
                event = self._policies.pivotal(state, faction) or (Waive(faction) if must else None)
            else:
                event = self._pivotal_said(faction, must)
            if event is not None:
                return (Entry(event),)
        return None

    def _pivotal_said(self, faction: Faction, must: bool) -> Pivotal | Waive | None:
        card = pivotal_cards()[faction]
        say(f"{faction} may place {card_words(card)} before anybody acts (2.3.8)")
        words = ["pivotal", "waive"]
        while True:
            match self._prompt.ask(f"{faction}: pivotal, waive{'' if must else ', or nothing'}", words):
                case "pivotal":
                    return Pivotal(faction, card)
                case "waive":
                    return Waive(faction)
                case "" if not must:
                    return None
                case "stop":
                    raise Ended

    # -- Non-players --------------------------------------------------------------------------------

    def _act_for_non_player(self) -> None:
        faction = next_non_player(self._replay.state)
        assert faction is not None
        choose = partial(self._asker.choose_for, faction)
        done = self._symbols.decided(
            lambda needed, cup: non_players_move(self._replay, cup, choose, self._announce, needed),
            self._cup,
        )
        if not done.entries:
            raise Failure(
                f"{faction} cannot decide: the dice lines before are not the ones asked for", ILLEGAL
            )
        self._put(*done.entries)
        self._decided = decision = done.decided.decision
        say("\n".join([f"  {reason}" for reason in reasons(decision.node, decision.trace)]))
        say_unknown(decision.symbols)

    def _explain(self) -> None:
        if self._decided is None:
            say("no Non-player has decided yet")
        else:
            say("\n".join([f"  {step}" for step in trace_lines(self._decided.trace)]))

    # -- players ------------------------------------------------------------------------------------

    def _ask_player(self, state: State, faction: Faction) -> bool:
        """Ask the player whose turn it is; return whether he goes on."""
        walk = ask(state, faction)
        offers = list(offers_of(walk))
        words = [word for word, is_open in self._words(state, faction).items() if is_open]
        say(scores_words(state))
        say("\n".join([*question_lines(walk.questions, offers), f"   {', '.join(words)}, or a whole line"]))
        typed = self._prompt.ask(str(faction), [*words, *[offer.text for offer in offers]])
        if (offer := picked(typed, offers)) is not None:
            with _refusing():
                self._move(state, Cast(walk.say(offer.clause).action))
        elif typed == "stop":
            return False
        else:
            with _refusing():
                self._obey(state, faction, typed)
        return True

    def _obey(self, state: State, faction: Faction, typed: str) -> None:
        """Carry out a command that is typed in place of an answer."""
        match typed.lower():
            case "" | "?":
                say_help(HELP)
            case "show":
                say("\n".join(board_table(state)))
            case "undo":
                self._undo()
            case "why":
                self._explain()
            case "pass":
                self._put(Entry(Pass(faction)))
            case "pivotal":
                self._put(Entry(Pivotal(faction, pivotal_cards()[faction])))
            case "waive":
                self._put(Entry(Waive(faction)))
            case "limop":
                self._move(state, Cast(Action(faction, (), limop=True)))
            case _:
                self._line(state, typed)

    def _undo(self) -> None:
        number = self._last_of_player()
        if number is None:
            say("there is nothing to take back")
        else:
            self._put(Entry(Void(number)))

    def _words(self, state: State, faction: Faction) -> dict[str, bool]:
        """Return the words that are possible in place of a move, and whether each is possible now."""
        places = faction in may_place(state)
        return {
            "pass": passing_is_open(state),
            "limop": state.phase == "card" and "limop" in open_deeds(state),
            "pivotal": places,
            "waive": places,
            "show": True,
            "undo": self._last_of_player() is not None,
            "why": self._decided is not None,
            "stop": True,
            "?": True,
        }

    def _last_of_player(self) -> int | None:
        """Return the number of the last event in force by a person."""
        without = {*non_players(self._replay.state.players), *self._policies.held}
        for link in reversed(self._replay.links):
            if isinstance(link.event, Action | Pass | Pivotal | Waive) and link.event.faction not in without:
                return link.number
        return None

    def _line(self, state: State, typed: str) -> None:
        """Read a whole line, or the beginning of a move."""
        entry = entry_typed(typed, state)
        if not isinstance(entry.event, Action):
            self._put(entry)
            return
        try:
            begun = cast(state, entry.event, self._cup)
        except Violation:
            say("\n".join(ruling_lines(adjudicate_move(state, entry.event))))
            return
        self._move(state, begun, entry)

    def _move(self, state: State, begun: Cast, entry: Entry | None = None) -> None:
        """Ask for the rest of a move, and add it to the file."""
        is_whole = begun.owed is None and entry is not None
        answers = Answers(state, self._cup, self._asker.choose, self._announce, self._symbols)
        if is_whole:
            move: Cast | None = Cast(answers.take(begun.action), begun.dice)
        else:
            move = self._asker.ask(state, begun, answers)
        if move is None:
            say("the move is dropped")
            return
        entry = entry or Entry()
        proof = tuple([die.proof for die in move.dice if die.proof])
        typed = _as_typed(entry.event, begun.action, move.action) if begun.reworded else ""
        entry = msgspec.structs.replace(entry, event=move.action, proof=entry.proof or proof, typed=typed)
        self._put(*answers.written(entry))
        say_unknown(answers.unknown)

    def _put(self, *entries: Entry) -> None:
        """Add entries to the file, and print their effects."""
        before = self._replay.sound
        self._desk.put(entries)
        say()
        say("\n".join(put_lines(self._desk.game, before)))

    def _announce(self, wanted: Wanted) -> None:
        """Say what typed dice decide for a Non-player."""
        if self._typed_dice and wanted.asked is None:
            say(wanted.words)

    def _typed_die(self, purpose: str) -> RolledDie:
        """Ask for a die that somebody has rolled."""
        while True:
            typed = self._prompt.ask(f"a die, 1 to 6, for {purpose}")
            if typed in ("1", "2", "3", "4", "5", "6"):
                return RolledDie(int(typed), "")
            if typed == "stop":
                raise Ended
