"""Our games written as the Scala program keeps its own: a save and a log for each step, in its words.

The form is the one that imports are written for; nothing of the program was used to make it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from scala_lines import Headings, cylinder, lines_of, part_of_round

from fitl_core.engine import play, start
from fitl_core.facts.card_list import cards, coup_cards, pivotal_cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import to_counts
from fitl_core.imports import scala_names as names
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Event, Pass, Pivotal, Reveal
from fitl_core.record.play_effects import Acted
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import COUP_TURNS
from fitl_core.state.deck import come_up
from fitl_core.state.state import State
from fitl_core.walks import ask

KIND_NAMES = {kind: name for name, kind in names.KIND_NAMES.items()}
SPACE_NAMES = {space: name for name, space in reversed(list(names.space_names().items()))}
LEADERS = {number: name for name, number in names.LEADERS.items()}
ACTIONS = {
    "event": "Event",
    "operation": "Op Only",
    "operation+activity": "Op/Special Activity",
    "limop": "Limited Op",
}
COIN = {Faction.US, Faction.ARVN}
AGITATE_TOTAL = 2
Files = dict[str, bytes]


def folder(setup: Setup, events: Iterable[Event], humans: tuple[Faction, ...] = FACTIONS) -> Files:
    """Return the saves and logs of a game, by the names of their files; a line without output makes none."""
    writer = _Writer(setup, humans)
    for event in events:
        writer.take(event)
    return writer.files


class _Writer:
    def __init__(self, setup: Setup, humans: tuple[Faction, ...]) -> None:
        self.setup = setup
        self.humans = humans
        self.state = start(setup).state
        self.files: Files = {}
        self.history: list[dict[str, object]] = []
        self.lines: list[str] = []
        self.coups = 0
        self._save(self.state.next or 0)

    def take(self, event: Event) -> None:
        """One event more; a save is written where the program would write one."""
        if not isinstance(event, Action | Pass | Pivotal | Reveal) or self.state.phase == "over":
            step = play(self.state, event)
            self.state = step.state
            self.lines += lines_of(step.effects)
            return
        before = self.state
        if isinstance(event, Reveal) and before.next in coup_cards():
            self._save(event.card)  # the Coup card is current, its Round not begun
            self.coups += 1
            self.lines.append(f"Coup! Card: #{before.next} - {cards()[before.next].title}")
        step = play(before, event)
        if before.phase in COUP_TURNS:
            self.lines.append(part_of_round(before.phase))
        if isinstance(event, Action):
            self.lines += _told(before, event, step.effects)
        else:
            self.lines += lines_of(step.effects)
        first = next((one.deed for one in before.done if one.deed != "pass"), "")
        acted = [effect for effect in step.effects if isinstance(effect, Acted)]
        self.lines += [cylinder(one.faction, one.deed, first) for one in acted]
        self.state = state = step.state
        if isinstance(event, Pivotal):
            self.lines.insert(0, f"{event.faction} elects to play their Pivotal Event")
        if isinstance(event, Pass):
            self.lines.append(f"{event.faction} faction passes")
        in_round = state.card in coup_cards() and state.phase != "finished"
        if state.phase == "over" or (not in_round and state.phase == "card"):
            self._save(state.next or 0)

    def _save(self, on_deck: int) -> None:
        """Write save and log; of a finished card whose next is a Coup card, the Coup card is current."""
        state, number = self.state, len(self.history)
        current = state.next if state.phase == "finished" else state.card
        assert current is not None
        card = cards()[current]
        title = f"Coup! {card.title}" if card.is_coup else card.title
        self.history.append({"save_number": number, "card": f"#{current} - {title}", "summary": ["…"]})
        saved = save_of(self.setup, state, current, on_deck, self.history, self.humans, self.coups)
        self.files[f"save-{number:03}"] = json.dumps(saved).replace("/", "\\/").encode()
        lines = [{"text": line, "color": None} for line in self.lines if not self._is_untracked(line)]
        log = {"file-version": 1, "software-version": "1.52", "log": lines}
        self.files[f"log-{number:03}"] = json.dumps(log).encode()
        self.lines = []

    def _is_untracked(self, line: str) -> bool:
        """Check whether a line is about Resources that the program does not keep."""
        humans = {*self.humans}
        kept = {"ARVN": bool(COIN & humans), "NVA": Faction.NVA in humans, "VC": Faction.VC in humans}
        return any(f" {name} resources by" in line and not kept[name] for name in kept)


def _told(before: State, action: Action, effects: tuple[Effect, ...]) -> Iterator[str]:
    """Return the lines of an action: each clause's heading, its effects, and the end of the action."""
    from fitl_core.record.spoken import spoken

    headings = Headings()
    walk = ask(before, action.faction, limop=action.limop)
    told = 0
    try:
        for who, clause in spoken(action.segments, action.faction):
            walk = walk.say(clause, who, unproven=True)
            yield from headings.over(action.faction, clause)
            done = walk.effects
            yield from lines_of(done[told:], before.phase == "withdrawal")
            told = len(done)
    except Exception:  # clauses of a whole action (SPEC 4) appear as their effects
        pass
    yield from lines_of(effects[told:], before.phase == "withdrawal")
    yield f"Finished with {action.faction} turn"


def save_of(
    setup: Setup, state: State, current: int, on_deck: int, history: list[dict[str, object]],
    humans: tuple[Faction, ...], coups: int,
) -> dict[str, object]:  # fmt: skip
    """One save as the program writes it."""
    fresh = state.phase != "card"
    done = () if fresh else state.done
    acted = [one.faction for one in done]
    seen = list(dict.fromkeys([*come_up(state), *([on_deck] if on_deck else [])]))
    game = {
        "scenarioName": next(long for long, short in names.SCENARIOS.items() if short == setup.scenario),
        "humanFactions": [str(faction) for faction in humans],
        "humanWinInVictoryPhase": False,
        "cardsPerCampaign": 9 if setup.scenario == "short" else 13,
        "totalCoupCards": 6 if setup.scenario == "full" else 3,
        "arvnResources": state.resources[0] if COIN & {*humans} else 30,
        "nvaResources": state.resources[1] if Faction.NVA in humans else 10,
        "vcResources": state.resources[2] if Faction.VC in humans else AGITATE_TOTAL,
        "usAid": state.aid, "patronage": state.patronage,
        "econ": state.econ if COIN & {*humans} else 15, "trail": state.trail,
        "usPolicy": state.policy or "LBJ",
        "casualties": _names(state.casualties), "outOfPlay": _names(state.out_of_play),
        "pivotCardsAvailable": [
            str(faction) for faction, card in pivotal_cards().items()
            if card not in state.played and setup.scenario != "short"
        ],
        "capabilities": [
            {"name": f"#{one.card} {cards()[one.card].title}", "shaded": one.side == "shaded",
             "faction": str(cards()[one.card].capability_of)}
            for one in reversed(state.capabilities)
        ],
        "momentum": [
            f"#{one.card} {cards()[one.card].title}" + (f" ({one.side})" if one.card == 15 else "")
            for one in reversed(state.momentum)
        ],
        "ongoingEvents": [],
        "rvnLeaders": [*[LEADERS[card] for card in reversed(state.leader_box)], names.ON_THE_BOARD],
        "rvnLeaderFlipped": state.leader_face_down, "peaceTalks": state.peace_talks,
        "currentCard": current, "onDeckCard": on_deck, "cardsSeen": seen, "prevCardWasCoup": False,
        "coupCardsPlayed": coups, "gameOver": state.phase == "over",
        "sequence": {
            "eligibleThisTurn": [str(one) for one in state.eligible if one not in acted],
            "actors": [
                {"faction": str(one.faction), "action": ACTIONS[one.deed]}
                for one in done
                if one.deed != "pass"
            ],
            "passed": [str(one.faction) for one in done if one.deed == "pass"],
            "eligibleNextTurn": [] if fresh else [str(one) for one in state.stays],
            "ineligibleNextTurn": [] if fresh else [str(one) for one in state.barred],
        },
        "trungDeck": ["K"], "botDebug": False, "botTest": False, "logTrung": True,
        "botIntents": "BotIntentsVerbose", "showColor": True,
        "history": list(history),
        "spaces": [
            {"name": SPACE_NAMES[here.id], "spaceType": names.space_type(here.id),
             "population": here.econ if here.is_loc else here.population, "coastal": here.coastal,
             "support": level(space.support).words, "terror": space.terror + space.sabotage,
             "pieces": _names(space.pieces)}
            for here, space in zip(board().spaces, state.spaces, strict=True)
        ],
    }  # fmt: skip
    return {"file-version": 1, "software-version": "1.52", "game-state": game}


def _names(pieces: tuple[int, ...]) -> list[str]:
    return [KIND_NAMES[kind] for kind, number in to_counts(pieces).items() for _ in range(number)]
