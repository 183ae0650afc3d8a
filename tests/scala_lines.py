"""Effects and clauses in the words of the Scala program's logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.facts.pieces import TUNNELED_BY_BASE, Count, Kind
from fitl_core.imports import scala_names as names
from fitl_core.record.board_effects import (
    Activated,
    Hidden,
    LevelChanged,
    Moved,
    Placed,
    Reboxed,
    Removed,
    Replaced,
    SabotageChanged,
    TerrorChanged,
    TrackChanged,
    TunnelPlaced,
    TunnelRemoved,
)  # fmt: skip
from fitl_core.record.clauses import At, Clause, Option, Remove, Roll, Verb, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.play_effects import (
    CapabilityGone,
    CapabilityOut,
    FailedAttemptPlaced,
    LeaderInstalled,
    LeaderTurnedDown,
    MomentumGone,
    MomentumOut,
    PeaceTalksBegun,
    PolicySet,
)  # fmt: skip

_KINDS = {kind: name for name, kind in names.KIND_NAMES.items()}
_SPACES = {space: name for name, space in reversed(list(names.space_names().items()))}
_BOXES = {"available": "AVAILABLE", "casualties": "CASUALTIES", "oop": "OUT OF PLAY"}
_TRACKS = {"aid": "US Aid", "patronage": "Patronage"} | {
    name: f"{name} resources" for name in ("ARVN", "NVA", "VC")
}
PIVOTAL_OF_THE_US = 121
_SPOKEN = {"airlift": "Air Lift", "airstrike": "Air Strike"}
_BOX_OF = {
    "event": "Event",
    "operation": "Op Only",
    "operation+activity": "Op/Special Activity",
    "limop": "LimOp",
    "pass": "Pass",
}
_HEADINGS = {
    "train": "{f} selects {s} for Training", "patrol": "{f} assaults in {s}",
    "sweep": "{s} selected for Sweep",
    "assault": "{f} assaults in {s}", "rally": "{f} selects {s} for Rally",
    "march": "{f} selects {s} as a March destination", "attack": "{f} Attacks in {s}",
    "terror": "{f} selects {s} for Terror", "advise": "Advise in {s} using US Underground Irregular",
    "airstrike": "US Air Strikes {s}", "govern": "ARVN Governs in {s} (population: 1)",
    "raid": "ARVN Raids {s}", "infiltrate": "NVA Infiltrates in {s}", "bombard": "NVA Bombards in {s}",
    "ambush": "{f} Ambushes in {s}", "tax": "VC Taxes in {s}", "subvert": "VC Subverts in {s}",
    "pacify": "{f} Pacifies 1 level in {s}", "agitate": "VC Agitates 1 level in {s}",
}  # fmt: skip


class Headings:
    """The headings of one action, clause by clause: an Operation is named once, where it begins."""

    def __init__(self) -> None:
        self.verb = ""
        self.opened: set[str] = set()
        self.from_loc = ""

    def over(self, faction: Faction, clause: Clause) -> Iterator[str]:
        """The headings that a clause stands under."""
        if isinstance(clause, Verb):
            self.verb = clause.name
            name = _SPOKEN.get(clause.name, clause.name.title())
            if clause.name in OPERATIONS and clause.name not in self.opened:
                yield f"{faction} chooses {name} operation"
            elif clause.name in ACTIVITIES and clause.name not in self.opened:
                yield f"{faction} chooses {name} special activity"
            elif clause.name == "pacify":
                yield f"{faction} Pacifies 0 levels in Saigon"
            self.opened.add(clause.name)
        elif isinstance(clause, Option) and clause.name in ("shaded", "unshaded"):
            yield f"{faction} executes the {clause.name.title()} Event: …"
        elif isinstance(clause, Option) and clause.name in (*OPERATIONS, *ACTIVITIES):
            self.verb = clause.name
        elif isinstance(clause, Roll):
            yield f"Die roll is: {clause.die} [No effect]"
        elif self.verb in _HEADINGS:
            yield from self._of_space(faction, clause)

    def _of_space(self, faction: Faction, clause: Clause) -> Iterator[str]:
        space = spaces_of(clause)[-1:]
        if not space or (self.verb == "patrol" and not isinstance(clause, Remove)):
            return  # the program names no space of a Patrol but that of its Assault
        name = _SPACES[space[0]]
        if self.verb == "ambush" and spaces_by_id()[space[0]].is_loc and isinstance(clause, At):
            self.from_loc = name
            return
        if self.verb == "ambush" and self.from_loc:
            yield f"{faction} Ambushes in {self.from_loc}, targeting {name}"
            self.from_loc = ""
            return
        yield _HEADINGS[self.verb].format(f=faction, s=name)


def cylinder(faction: Faction, deed: str, first: str) -> str:
    """Return the line of a Faction that has acted; `first` is the 1st Eligible's action, if it is the 2nd."""
    box = {"operation": "LimOp", "operation+activity": "LimOp or Event"}.get(first, _BOX_OF[deed])
    if first == "event":
        box = "Op - May add Special Activity"
    return f"Move the {faction} cylinder to the {'Pass' if deed == 'pass' else box} box"


def counted(count: Count) -> str:
    """Pieces in the program's words."""
    name = _KINDS[count.kind]
    return f"{count.number} {name}{'' if count.number == 1 or count.kind is Kind.AP else 's'}"


_ROUND = {
    "2.4": "ARVN must remove 1 in 3 of its Cubes per space",
    "6.2.1": "Sabotage LoCs", "6.2": "Resources Phase",
    "6.4.1": "Redeploy Phase", "6.5": "Commitment Phase", "6.6": "Reset Phase",
}  # fmt: skip
_PHASES = {
    "desert": "ARVN must remove 1 in 3 of its Cubes per space", "sabotage": "Sabotage LoCs",
    "support-us": "Pacification", "support-arvn": "Pacification", "support-vc": "Agitation",
    "redeploy-arvn": "ARVN Redeploy", "redeploy-nva": "NVA Redeploy", "commitment": "Commitment Phase",
    "withdrawal": "WITHDRAWAL: …",
}  # fmt: skip


def part_of_round(phase: str) -> str:
    """Return the heading for a phase of a Coup Round that waits for an answer."""
    return _PHASES[phase]


def lines_of(effects: Iterable[Effect], in_withdrawal: bool = False) -> Iterator[str]:
    """Return a line for each effect, and the headings of a Coup Round's parts."""
    for effect in effects:
        heading = next((words for rule, words in _ROUND.items() if effect.rule.startswith(rule)), "")
        heading = "" if in_withdrawal and effect.rule.startswith("6.5") else heading
        lines = list(_lines(effect))
        if heading and lines:
            yield heading
        yield from lines


def _remove(space: str, pieces: Iterable[Count], to: str) -> Iterator[str]:
    for count in pieces:
        yield f"Remove {counted(count)} from {_SPACES[space]} to {_BOXES[to]}"


def _lines(effect: Effect) -> Iterator[str]:
    match effect:
        case Placed(_, space, pieces, source) if source in spaces_by_id():
            yield from _remove(source, pieces, "available")
            yield from (f"Place {counted(one)} from AVAILABLE into {_SPACES[space]}" for one in pieces)
        case Placed(_, space, pieces, source):
            yield from (f"Place {counted(one)} from {_BOXES[source]} into {_SPACES[space]}" for one in pieces)
        case Removed(_, space, pieces, to):
            yield from _remove(space, pieces, to)
        case Moved(rule, path, pieces):
            hops = pairwise(path) if rule.startswith("3.3.2") else [(path[0], path[-1])]
            for source, to in hops:
                for one in pieces:
                    yield f"Move {counted(one)} from {_SPACES[source]} to {_SPACES[to]}"
        case Reboxed(_, source, to, pieces):
            yield from (f"Move {counted(one)} from {_BOXES[source]} to {_BOXES[to]}" for one in pieces)
        case Replaced(_, space, pieces, by):
            yield from _remove(space, pieces, "available")
            yield from (f"Place {counted(one)} from AVAILABLE into {_SPACES[space]}" for one in by)
        case Activated(_, space, pieces):
            yield from (f"Flip {counted(one)} in {_SPACES[space]} to ACTIVE" for one in pieces)
        case Hidden(_, space, pieces):
            active = [Count(one.number, one.kind.active) for one in pieces]
            yield from (f"Flip {counted(one)} in {_SPACES[space]} to UNDERGROUND" for one in active)
        case TunnelPlaced(_, space, base):
            yield f"Add a tunnel marker to 1 {_KINDS[base]} in {_SPACES[space]}"
        case TunnelRemoved(_, space, base):
            yield f"Remove a tunnel marker from 1 {_KINDS[TUNNELED_BY_BASE[base]]} in {_SPACES[space]}"
        case LevelChanged(_, space, old, new):
            name, was, now = _SPACES[space], old.words, new.words
            if not old.value_:
                yield f"Place {now} marker in {name}"
            elif not new.value_:
                yield f"Remove {was} marker from {name}"
            elif old.value_ * new.value_ > 0:
                yield f"Flip {was} marker in {name} to {now}"
            else:
                yield f"Replace {was} marker in {name} with {now} marker"
        case TerrorChanged(_, space, old, new):
            verb, way = ("Add", "to") if new > old else ("Remove", "from")
            yield f"{verb} {abs(new - old)} terror marker{'s' * (abs(new - old) > 1)} {way} {_SPACES[space]}"
        case SabotageChanged(_, space, new):
            yield f"{'Add 1 sabotage marker to' if new else 'Remove 1 sabotage marker from'} {_SPACES[space]}"
        case TrackChanged(_, "econ", _, new):
            yield f"Set Econ marker to {new}"
        case TrackChanged(_, "trail", old, new):
            yield f"{'Improve' if new > old else 'Degrade'} the trail by {abs(new - old)} boxes to {new}"
        case TrackChanged(_, track, old, new):
            yield f"{'Increase' if new > old else 'Decrease'} {_TRACKS[track]} by {new - old:+d} to {new}"
        case CapabilityOut(_, card, side):
            yield f"Capability: '#{card} {cards()[card].title} ({side})' is now in effect"
        case CapabilityGone(_, card):
            yield f"Remove capability: '#{card} {cards()[card].title} (shaded)' from play"
        case MomentumOut(_, card, side):
            named = f"#{card} {cards()[card].title}" + (f" ({side})" if card == 15 else "")
            yield f"Momentum: '{named}' is now in play"
        case MomentumGone(_, card):
            yield f"Remove Momentum: '#{card} {cards()[card].title}' from play"
        case LeaderInstalled(_, card):
            yield f"Place #{card} - Coup! {cards()[card].title} on top of the stack"
        case FailedAttemptPlaced(_, card):
            yield f"Place #{card} - Coup! {cards()[card].title} beneath the other cards in the RVN Leader Box"
        case LeaderTurnedDown():
            yield "Flip RVN Leader face down [Name]"
        case PolicySet(_, _, new):
            yield f"Set US Policy to {new}"
        case PeaceTalksBegun():
            pivotal = cards()[PIVOTAL_OF_THE_US].title
            yield f'Place the "Peace Talks" marker on the {pivotal} pivotal event card'
        case _:
            pass
