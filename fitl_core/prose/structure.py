"""How the units of a sentence belong together: its parts, what is said of which space, whence and whither."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.facts.pieces import BASE_KINDS, KINDS, Kind
from fitl_core.prose.units import SAYING, Unit

JOINTS = frozenset({",", "&", "+", "(", ":", "-", "=", "*", "~"})
"""Signs that may stand between what belongs together."""
BREAKS = frozenset({".", ";", ")", "|", "!", "?"})
NO_PLACE, FURTHER = 0.1, 0.4
"""What it costs to take a place from another phrase, where its own has none; and to take the next one on."""
ELSEWHERE = 1.0
"""What it costs to have pieces go from where another part of the sentence was."""
MOST_ROUTES = 8
_ABOUT_SPACES = ("piece", "level", "shift", "option", "track", "die", "box", "nothing")
_LISTED = ("link", "each", "noise", "role")
_WAYS = ("from", "to", "via")


class Route(NamedTuple):
    """From where to where pieces may go, by which stops, and how far that is from what is plain."""

    origin: Unit
    end: Unit
    stops: tuple[Unit, ...]
    cost: float


class Sentence:
    """The units of a text with their places, its parts (one for each verb), what belongs to which space."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = list(units)
        self.heads = [i for i, unit in enumerate(units) if unit.tag == "head"]
        for i, unit in enumerate(self.units):
            unit.at = i
            unit.section = max(sum(head <= i for head in self.heads) - 1, 0)
        for head in self.heads:
            for unit in self._subject_of(head):
                unit.section = self.units[head].section
        self.rank: dict[int, int] = self._ranks()
        self._give_roles()
        self._senders()
        self._doubt_numbers()
        self.phrase: list[int] = self._phrases()
        self._leave_sums_out()
        for unit in self.units:
            if unit.tag in _ABOUT_SPACES:
                unit.homes = self._homes(unit)
                unit.shared = self._is_shared(unit)
                if unit.shared and len(unit.homes) == 1:
                    unit.homes = self._all_before(unit)

    def _ranks(self) -> dict[int, int]:
        """In which order the parts are done: "transports after training" trains first."""
        order = [self.units[head].section for head in self.heads]
        for head in self.heads:
            words = [unit for unit in self.units[max(head - 2, 0) : head] if unit.tag != "noise"]
            flags = words[-1].means.flags if words and words[-1].tag == "order" else frozenset()
            section = self.units[head].section
            at = order.index(section)
            if "after" in flags and head != self.heads[0]:
                order.insert(max(at - 1, 0), order.pop(at))
            elif "before" in flags and head == self.heads[0]:
                order.insert(at + 1, order.pop(at))
        return {section: rank for rank, section in enumerate(order)}

    def saying(self) -> Iterator[Unit]:
        """The units that a move must bear out, in order."""
        return (unit for unit in self.units if unit.tag in SAYING)

    def of(self, tag: str) -> list[Unit]:
        """The units of a tag, in order."""
        return [unit for unit in self.units if unit.tag == tag]

    def kinds_of(self, unit: Unit) -> tuple[Kind, ...]:
        """The kinds of pieces that a unit can mean; a bare number counts on."""
        if unit.means.kinds:
            return unit.means.kinds
        named = [
            other
            for other in self.units
            if other.tag in ("piece", "sum") and other.means.kinds and other.section == unit.section
        ]
        before = [other.means.kinds for other in named if other.at < unit.at]
        behind = [other.means.kinds for other in named if other.at > unit.at]
        likely = [*before[-1:], *[kinds for kinds in behind if not set(kinds) <= set(BASE_KINDS)]]
        return likely[0] if likely else tuple([kind for kind in KINDS if kind not in BASE_KINDS])

    def gifts(self) -> list[Unit]:
        """Resources that go from NVA to VC or back, where no verb says so: "gets 6 resources from NVA"."""
        if not any(unit.means.faction in GIVERS for unit in self.of("faction")):
            return []
        return [unit for unit in self.of("figure") if self.receiver(unit) is not None]

    def receiver(self, figure: Unit) -> Faction | None:
        """Who of NVA and VC gets Resources, where the words near a figure tell."""
        near = [
            unit
            for unit in self.of("faction")
            if unit.means.faction in GIVERS
            and unit.section == figure.section
            and abs(unit.at - figure.at) < 6
        ]
        for unit in near:
            before = self.units[unit.at - 1] if unit.at else unit
            if before.means.role in ("from", "in"):
                return GIVERS[Faction(unit.means.faction or "")]
            if before.means.role == "to" or (before.tag == "head" and "transfer" in before.means.heads):
                return unit.means.faction
        for unit in near:
            behind = self._next(unit.at)
            if behind is not None and behind.tag == "head" and "transfer" in behind.means.heads:
                return GIVERS[Faction(unit.means.faction or "")]
        return None

    # -- what words stand for others ----------------------------------------------------------------

    def _subject_of(self, head: int) -> list[Unit]:
        """Pieces before a verb that do what it says, or to which it is done: "and a ranger raids"."""
        if not self.units[head].text.endswith(("s", "ed")):
            return []
        found: list[Unit] = []
        for unit in reversed(self.units[:head]):
            if unit.tag in ("link", "sign"):
                return found if any(other.tag == "piece" for other in found) else []
            if unit.tag == "head":
                return []
            found.append(unit)
        return found

    def _leave_sums_out(self) -> None:
        """A number of pieces that is told in parts behind ("3 cubes: 2 troops, 1 police") is a sum."""
        pieces = self.of("piece")
        for i, whole in enumerate(pieces):
            behind = self.units[whole.at + 1 : whole.at + 5]
            is_told = any(unit.tag == "sign" and unit.text in ":(" for unit in behind)
            parts = []
            for part in pieces[i + 1 :]:
                kinds = set(part.means.kinds)
                of_them = kinds < set(whole.means.kinds) if kinds else is_told
                if part.section != whole.section or not of_them:
                    break
                parts.append(part)
            if len(parts) > 1 and whole.number == sum([part.number or 0 for part in parts]):
                whole.tag = "sum"

    # -- whence and whither -----------------------------------------------------------------------

    def _give_roles(self) -> None:
        """Each space and box has the role of the word before it; what stands before "to" is left."""
        role = ""
        for i, unit in enumerate(self.units):
            if unit.tag in ("space", "box", "there"):
                unit.role = role or self._role_in_list(i)
                behind = self._next(i)
                if behind is not None and behind.means.role == "to" and unit.role in ("", "in"):
                    further = self._next(behind.at)
                    if further is not None and further.tag in ("space", "there", "box"):
                        unit.role = "from"
                role = ""
            elif unit.tag == "role":
                role = unit.means.role
            elif unit.tag not in ("noise", "each", "act"):
                role = ""

    def _senders(self) -> None:
        """A space right before pieces that go elsewhere is where they come from: "Hue 2 troops to"."""
        for unit in self.of("piece"):
            before = [other for other in self.units[: unit.at] if other.tag not in ("act", "noise")][-2:]
            behind = self._next(unit.at)
            if behind is not None and behind.means.role == "to" and before and before[-1].tag == "space":
                further = self._next(behind.at)
                if before[0].tag != "role" and further is not None and further.tag == "space":
                    before[-1].role = "from"

    def _doubt_numbers(self) -> None:
        """A bare number that stands before neither a space nor a joint counts no pieces for certain."""
        for unit in self.of("piece"):
            behind = self._next(unit.at)
            if not unit.means.kinds and behind is not None:
                further = self._next(behind.at) if behind.tag == "role" else None
                leads = behind.tag != "role" or (
                    further is not None and further.tag in ("space", "there", "box")
                )
                if not leads or behind.tag in ("unknown", "doubt"):
                    unit.tag = "doubt"

    def _role_in_list(self, at: int) -> str:
        """The role of the space before, where only a joint of a list stands between."""
        for between, unit in enumerate(reversed(self.units[:at])):
            if unit.tag in ("space", "box"):
                return unit.role if between else ""
            if not (unit.tag in ("link", "noise") or (unit.tag == "sign" and unit.text in (",", "&"))):
                return ""
        return ""

    def _next(self, at: int) -> Unit | None:
        """The next unit that is no noise."""
        return next((unit for unit in self.units[at + 1 :] if unit.tag != "noise"), None)

    def routes(self, unit: Unit) -> list[Route]:
        """The routes that pieces may take, the plainest first."""
        places = [
            other for other in self.units if other.tag in ("space", "there") and other.section == unit.section
        ]
        loose = [place for place in places if place.role in ("", "in")]
        origins = self._nearest(unit, [place for place in places if place.role == "from"] or loose)
        if not origins:
            before = [place for place in self.of("space") if place.section < unit.section]
            origins = [(place, ELSEWHERE) for place in reversed(before)]
        ends = self._nearest(unit, [place for place in places if place.role == "to"] or loose)
        found = []
        for origin, far in origins:
            for end, further in ends:
                if origin is not end:
                    phrase = self.phrase[unit.at if further < NO_PLACE or end.at < unit.at else end.at]
                    ways = tuple(
                        [way for way in places if way.role == "via" and self.phrase[way.at] == phrase]
                    )
                    last, stops = self._chained(end, ways)
                    found.append(Route(origin, last, stops, far + further))
        return sorted(found, key=lambda route: route.cost)[:MOST_ROUTES]

    def ways_of(self, section: int) -> list[Route]:
        """From where to where something goes in a part of the sentence that names no pieces."""
        if any(unit.section == section for unit in self.of("piece")):
            return []
        places = [unit for unit in self.of("space") if unit.section == section]
        origins, ends = ([place for place in places if place.role == role] for role in ("from", "to"))
        return [Route(origin, end, (), 0.0) for origin in origins for end in ends]

    def _chained(self, end: Unit, ways: tuple[Unit, ...]) -> tuple[Unit, tuple[Unit, ...]]:
        """Where a path ends that is written step by step (`CaT>SaCT>Sai`), and its stops."""
        chain = [end]
        while (behind := self._next(chain[-1].at)) is not None and behind.means.role == "to":
            further = self._next(behind.at)
            if further is None or further.tag != "space" or behind.at - chain[-1].at > 1:
                break
            chain.append(further)
        return chain[-1], (*chain[:-1], *ways)

    def _nearest(self, unit: Unit, places: Sequence[Unit]) -> list[tuple[Unit, float]]:
        """Places in the order in which they are likely to belong to pieces, each with what that costs."""
        own = [place for place in places if self.phrase[place.at] == self.phrase[unit.at]]
        own.sort(key=lambda place: abs(place.at - unit.at))
        before = [place for place in reversed(places) if place.at < unit.at and place not in own]
        later = [place for place in places if place.at > unit.at and place not in own]
        first = NO_PLACE if not own else FURTHER
        found = [(place, FURTHER * i) for i, place in enumerate(own)]
        return found + [(place, first + FURTHER * i) for i, place in enumerate([*before, *later])]

    def _phrases(self) -> list[int]:
        """To which phrase each unit belongs: one says of some pieces whence and whither they go."""
        found, number, tags = [], 0, set[str]()
        for i, unit in enumerate(self.units):
            ends = unit.tag == "head" or (unit.tag == "sign" and unit.text in ".;")
            if unit.tag == "link" or (unit.tag == "sign" and unit.text in ",&+"):
                behind = self._next(i)
                counts = behind is not None and behind.tag == "piece"
                ends = "piece" in tags and "space" in tags and (counts or {"from", "to"} <= tags)
            if ends:
                number, tags = number + 1, set()
            found.append(number)
            tags |= {unit.tag, unit.role}
        return found

    # -- what is said of which space --------------------------------------------------------------

    def _homes(self, unit: Unit) -> tuple[int, ...]:
        """The spaces that something is said of: the one beside it first, then those in a list with that."""
        behind, is_tight, has_role = self._forward(unit)
        before, crosses = self._backward(unit)
        if behind is not None and (has_role or (is_tight and (before is None or crosses))):
            return self._list_from(behind, +1)
        if before is not None:
            return self._list_from(before, -1)
        if behind is not None:
            return self._list_from(behind, +1)
        spaces = [other.at for other in self.of("space") if other.section == unit.section]
        earlier = [at for at in spaces if at < unit.at]
        return self._list_from(earlier[-1], -1) if earlier else ()

    def _forward(self, unit: Unit) -> tuple[int | None, bool, bool]:
        """The space behind, whether it stands right there, and whether a word like "in" leads to it."""
        has_role, joined = False, False
        for other in self.units[unit.at + 1 :]:
            if other.tag in ("space", "there"):
                ok = not joined
                return (other.at, other.at == unit.at + 1, has_role) if ok else (None, False, False)
            if other.tag == "role":
                if joined:
                    return None, False, False
                has_role = True
            elif other.tag == "link" or (other.tag == "sign" and other.text in JOINTS):
                joined = True
            elif other.tag == unit.tag:
                joined = False
            elif unit.is_aside and other.text == ")":
                continue
            elif other.tag not in ("noise", "each", "act", "unknown", "box"):
                return None, False, False
        return None, False, False

    def _backward(self, unit: Unit) -> tuple[int | None, bool]:
        """The space before, and whether a comma or another joint stands between."""
        crosses = False
        for other in reversed(self.units[: unit.at]):
            if other.tag in ("space", "there"):
                return other.at, crosses
            if other.tag == "link" or (other.tag == "sign" and other.text in JOINTS):
                crosses = crosses or other.text not in ("(", ":", "with", "+", "-", "=")
            elif other.tag == "sign" and other.text == ")" and not unit.is_aside:
                crosses = True
            elif other.tag in ("head", "unknown") or other.tag == "sign":
                return None, False
        return None, False

    def _list_from(self, at: int, step: int) -> tuple[int, ...]:
        """A space and those in a list with it, on one side."""
        found = [at]
        here = at + step
        while 0 <= here < len(self.units):
            other = self.units[here]
            if other.tag == "space":
                if (other.role in _WAYS or self.units[at].role in _WAYS) and other.role != self.units[
                    at
                ].role:
                    break
                found.append(here)
            elif not (other.tag in _LISTED or (other.tag == "sign" and other.text in (",", "&", "+"))):
                break
            here += step
        return tuple(found)

    def _all_before(self, unit: Unit) -> tuple[int, ...]:
        """Where "each" stands beside one space alone: the spaces of the part before it, the nearest first."""
        found = list(unit.homes)
        for other in reversed(self.units[: unit.homes[0]]):
            if other.tag == "head" or (other.tag == "sign" and other.text in ".;"):
                break
            if other.tag == "space" and other.role not in _WAYS:
                found.append(other.at)
        return tuple(found)

    def _is_shared(self, unit: Unit) -> bool:
        """Whether "each" or the like stands beside it, or beside its list."""
        if unit.tag != "piece":
            return len(unit.homes) > 1
        low, high = min((unit.at, *unit.homes)), max((unit.at, *unit.homes))
        near = [*self.units[max(low - 2, 0) : high + 1], *self.units[high + 1 : high + 3]]
        return any(other.tag == "each" for other in near)
