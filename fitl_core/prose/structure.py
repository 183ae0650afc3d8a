"""The structure of a sentence: its parts, the space of each unit, and sources and destinations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.facts.pieces import BASE_KINDS, KINDS, Kind
from fitl_core.prose.acting_words import governing_act
from fitl_core.prose.repeated_phrases import expand_repeats
from fitl_core.prose.unit_spaces import Homes, before_bracket, next_said
from fitl_core.prose.units import ALL, SAYING, Unit

NO_PLACE, FURTHER = 0.1, 0.4
"""The cost of a place from another phrase if the own phrase has none, and of the place after that."""
ELSEWHERE = 1.0
"""The cost of a source taken from another part of the sentence."""
MOST_ROUTES = 8
SPLITS = ("split", "divid")
"""The beginnings of words after which a number is told in parts."""
WITH = ("with", "w/", "using")


class Route(NamedTuple):
    """A possible route of pieces: source, destination, stops, and how unusual this reading is."""

    origin: Unit
    end: Unit
    stops: tuple[Unit, ...]
    cost: float


class Sentence:
    """The units of a text with their places, its parts (one for each verb), and the space of each unit."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._place(units)
        while (in_full := expand_repeats(self.units, self.heads)) is not None:
            self._place(in_full)

    def _place(self, units: Sequence[Unit]) -> None:
        """Give each unit its place, its part, and the spaces that it refers to."""
        self.units: list[Unit] = list(units)
        self.heads: list[int] = [i for i, unit in enumerate(units) if unit.tag == "head"]
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
        Homes(self.units).give()
        if self._leave_sums_out():
            Homes(self.units).give()

    def _ranks(self) -> dict[int, int]:
        """Return the order in which the parts are done: "transports after training" trains first."""
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
            elif self._comes_first(head):
                order.insert(0, order.pop(at))
        return {section: rank for rank, section in enumerate(order)}

    def _comes_first(self, head: int) -> bool:
        """Check whether a word puts a verb first in time: "Raid first: the Ranger goes to"."""
        before = self.units[head - 1].text.lower() if head else ""
        behind = next_said(self.units, head)
        if behind is None or behind.text.lower() not in ("first", "beforehand"):
            return before == "first"
        return behind.at + 1 == len(self.units) or self.units[behind.at + 1].tag == "sign"

    def saying(self) -> Iterator[Unit]:
        """Yield the units that a move must explain, in order."""
        return (unit for unit in self.units if unit.tag in SAYING)

    def of(self, tag: str) -> list[Unit]:
        """Return the units with a tag, in order."""
        return [unit for unit in self.units if unit.tag == tag]

    def kinds_of(self, unit: Unit) -> tuple[Kind, ...]:
        """Return the kinds of pieces that a unit can mean. A bare number keeps the previous kinds."""
        if unit.means.kinds:
            return unit.means.kinds
        named = [
            other
            for other in self.units
            if other.tag in ("piece", "sum") and other.means.kinds and other.section == unit.section
        ]
        act = governing_act(self.units, unit)
        if act is not None and "remove" in act.means.acts:  # "takes out two more": two of those that die
            named = [other for other in named if self._shares_act(other, act)] or named
        before = [other.means.kinds for other in named if other.at < unit.at]
        behind = [other.means.kinds for other in named if other.at > unit.at]
        movable = [kinds for kinds in (*reversed(before), *behind) if not set(kinds) <= set(BASE_KINDS)]
        if before and before[-1] not in movable:  # "two guerrillas into a base in Hue; one in Saigon"
            return tuple(dict.fromkeys([kind for kinds in (*movable[:1], before[-1]) for kind in kinds]))
        if movable:  # "3 active guerrillas from Hue and two from": two in either state
            either = [side for kind in movable[0] for side in (kind, kind.underground, kind.active)]
            return tuple(dict.fromkeys(either))
        return tuple([kind for kind in KINDS if kind not in BASE_KINDS])

    def _shares_act(self, unit: Unit, act: Unit) -> bool:
        other = governing_act(self.units, unit)
        return other is not None and bool(set(other.means.acts) & set(act.means.acts))

    def gifts(self) -> list[Unit]:
        """Return Resources transferred between NVA and VC without a verb: "gets 6 resources from NVA"."""
        if not any(unit.means.faction in GIVERS for unit in self.of("faction")):
            return []
        return [unit for unit in self.of("figure") if self.receiver(unit) is not None]

    def receiver(self, figure: Unit) -> Faction | None:
        """Return the receiver of Resources, NVA or VC, if the words near a figure name it."""
        near = [
            unit
            for unit in self.of("faction")
            if unit.means.faction in GIVERS
            and unit.section == figure.section
            and abs(unit.at - figure.at) < 6
        ]
        for unit in near:
            before = next((other for other in reversed(self.units[: unit.at]) if other.tag != "noise"), unit)
            if before.means.role in ("from", "in"):
                return GIVERS[Faction(unit.means.faction or "")]
            if before.means.role == "to" or (before.tag == "head" and "transfer" in before.means.heads):
                return unit.means.faction
            if before.tag in ("act", "unknown") and next_said(self.units, unit.at) is figure:
                return unit.means.faction  # "I slip the VC 4 Resources"
        for unit in near:
            behind = next_said(self.units, unit.at)
            if behind is not None and behind.tag == "head" and "transfer" in behind.means.heads:
                return GIVERS[Faction(unit.means.faction or "")]
        return None

    # -- what words stand for others ----------------------------------------------------------------

    def _subject_of(self, head: int) -> list[Unit]:
        """Return pieces before a verb that act or are acted on: "and a ranger raids"."""
        topic = self.units[max(head - 2, 0) : head]
        if len(topic) == 2 and topic[0].tag == "space" and topic[1].text == ":":
            return topic[:1]  # "Quang Nam: train a Base"
        is_plain = not self.units[head].text.endswith(("s", "ed"))
        before: list[Unit] = []
        for unit in reversed(self.units[:head]):
            if unit.tag in ("link", "sign"):
                break
            if unit.tag == "head":
                return []
            before.append(unit)
        who = [other for other in before if other.tag == "piece"]
        many = [other for other in who if other.text.lower().endswith("s")]
        return before if (many if is_plain else who) else []  # "4 guerrillas rally", "train 2 troops"

    def _leave_sums_out(self) -> bool:
        """Mark a number of pieces as a sum if its parts follow ("3 cubes: 2 troops, 1 police").

        A noun with its numbers after it is a sum, too: "police from Hue, one each to".
        """
        pieces, has_sum = self.of("piece"), False
        for i, total in enumerate(pieces):
            behind = self.units[total.at + 1 : total.at + 5]
            is_told = any(
                (unit.tag == "sign" and unit.text in ":(") or unit.text.lower().startswith(SPLITS)
                for unit in behind
            )
            parts = []
            for part in pieces[i + 1 :]:
                kinds = set(part.means.kinds)
                of_them = kinds < set(total.means.kinds) if kinds else is_told
                if part.section != total.section or not of_them:
                    break
                parts.append(part)
            numbers = [(part.number or 0) * (len(part.homes) if part.shared else 1) for part in parts]
            is_sum = len(parts) > 1 and total.number in (
                sum(numbers),
                sum([part.number or 0 for part in parts]),
            )
            next_one = pieces[i + 1] if i + 1 < len(pieces) else None
            is_noun = (
                total.number is None
                and next_one is not None
                and not next_one.means.kinds
                and (next_one.shared or is_told)
                and self.phrase[next_one.at] == self.phrase[total.at]
            )
            if len(parts) == 1 and not (is_sum or is_noun):
                self._take_part(total, parts[0])
            if is_sum:
                self._send_parts(total, parts)
            if is_sum or is_noun:
                total.tag, has_sum = "sum", True
        return has_sum

    def _send_parts(self, total: Unit, parts: Sequence[Unit]) -> None:
        """Make the space of a sum the source of its parts, if they go to others: "split up, two to Hue"."""
        ends = [self.units[part.homes[0]] for part in parts if part.homes]
        if total.homes and ends and all(end.role == "to" for end in ends):
            place = self.units[total.homes[0]]
            place.role = "from" if place.role in ("", "in") else place.role

    def _take_part(self, total: Unit, part: Unit) -> None:
        """Leave a part out of its sum: "six cubes, four of them police" are two other cubes, too."""
        if not any(word in part.text.lower().split() for word in ("them", "which", "these", "those")):
            return
        others = tuple([kind for kind in total.means.kinds if kind not in part.means.kinds])
        if others and total.number and part.number and part.number < total.number:
            total.number -= part.number
            total.means = msgspec.structs.replace(total.means, kinds=others)
            total.odd = (*total.odd, total.text)

    # -- whence and whither -----------------------------------------------------------------------

    def _give_roles(self) -> None:
        """Give each space and box the role of the word before it. A space before "to" is a source."""
        role = ""
        for i, unit in enumerate(self.units):
            if unit.tag in ("space", "box", "there"):
                unit.role = self._turned(i, role) if role else self._role_in_list(i)
                behind = next_said(self.units, i)
                is_plain = unit.role in ("", "in") or not role
                if behind is not None and behind.means.role == "to" and is_plain:
                    further = next_said(self.units, behind.at)
                    if further is not None and further.tag in ("space", "there", "box"):
                        self._leave_from(i)
                role = ""
            elif unit.tag == "role":
                role = unit.means.role
            elif unit.tag not in ("noise", "each", "act"):
                role = ""

    def _turned(self, at: int, role: str) -> str:
        """Return the role of a space, where "on" or "of" is a way: "marches on Hue", "all of Hue"."""
        word = next((i for i in range(at - 1, -1, -1) if self.units[i].tag == "role"), 0)
        before = self.units[word - 1] if word else None
        if role != "in" or before is None:
            return role
        if (
            before.tag == "head"
            and before.means.heads == ("march",)
            and self.units[word].text.lower() == "on"
        ):
            return "to"
        if before.tag == "each" and "all" in before.means.flags and self.units[word].text.lower() == "of":
            return "from"
        return "to" if before.tag == "space" and before.role == "from" else role

    def _leave_from(self, at: int) -> None:
        """Make a space a source, and the others in its list: "in Hue and Da Nang to Saigon"."""
        self.units[at].role = "from"
        for i in range(at - 1, -1, -1):
            unit = self.units[i]
            if unit.tag == "space" and unit.role == "in":
                unit.role = "from"
            elif not (unit.tag in ("link", "noise") or unit.text == ","):
                return

    def _senders(self) -> None:
        """Make a space directly before moving pieces their source: "Hue 2 troops to"."""
        for unit in self.of("piece"):
            before = [other for other in self.units[: unit.at] if other.tag not in ("act", "noise")][-2:]
            behind = next_said(self.units, unit.at)
            if behind is not None and behind.means.role == "to" and before and before[-1].tag == "space":
                further = next_said(self.units, behind.at)
                if before[0].tag != "role" and further is not None and further.tag == "space":
                    before[-1].role = "from"

    def _doubt_numbers(self) -> None:
        """Mark a number without a noun as doubtful if neither a space nor a joint follows."""
        for unit in self.of("piece"):
            behind = next_said(self.units, unit.at)
            if not unit.means.kinds and behind is not None and unit.number != ALL:
                further = next_said(self.units, behind.at) if behind.tag == "role" else None
                leads = behind.tag != "role" or (
                    further is not None and further.tag in ("space", "there", "box")
                )
                if not leads or behind.tag in ("unknown", "doubt"):
                    unit.tag = "doubt"

    def _role_in_list(self, at: int) -> str:
        """Return the role of the previous space in a list with nothing but joints between."""
        if self._gets(self.units[at]):
            return ""
        for between, unit in enumerate(reversed(self.units[:at])):
            if unit.tag in ("space", "box"):
                return unit.role if between else ""
            is_verb = unit.tag == "noise" and bool(unit.means.heads)  # "the Hue Ranger raids Quang Tri"
            is_joint = unit.tag in ("link", "noise") or (unit.tag == "sign" and unit.text in (",", "&"))
            if is_verb or not is_joint:
                return ""
        return ""

    def routes(self, unit: Unit) -> list[Route]:
        """Return the routes that pieces may take, the most natural first."""
        places = [
            other for other in self.units if other.tag in ("space", "there") and other.section == unit.section
        ]
        loose = [place for place in places if place.role in ("", "in")]
        if before_bracket(self.units, unit) is not None:
            loose = []  # "Hue (two)": nothing leaves Hue
        origins = self._nearest(unit, [place for place in places if place.role == "from"] or loose)
        here = [
            place for place in loose if place.role == "in" and self.phrase[place.at] == self.phrase[unit.at]
        ]
        origins += [(place, FURTHER) for place in here if (place, FURTHER) not in origins]
        if not origins:
            before = [place for place in self.of("space") if place.section < unit.section]
            origins = [(place, ELSEWHERE) for place in reversed(before)]
        ends = self._nearest(unit, [place for place in places if place.role == "to"] or loose)
        routes = []
        for origin, distance in origins:
            for end, further in ends:
                if origin is not end:
                    phrase = self.phrase[unit.at if further < NO_PLACE or end.at < unit.at else end.at]
                    ways = tuple(
                        [way for way in places if way.role == "via" and self.phrase[way.at] == phrase]
                    )
                    last, stops = self._chained(end, ways)
                    routes.append(Route(origin, last, stops, distance + further))
        return sorted(routes, key=lambda route: route.cost)[:MOST_ROUTES]

    def ways_of(self, section: int) -> list[Route]:
        """Return the ways of a part that names no pieces: "Hue to Da Nang"."""
        ways = []
        for unit in self.units:
            if unit.tag != "space" or unit.section != section or unit.role != "from":
                continue
            to = next_said(self.units, unit.at)
            end = next_said(self.units, to.at) if to is not None and to.means.role == "to" else None
            if end is not None and end.tag == "space" and not self._is_led_by_pieces(unit):
                ways.append(Route(unit, end, (), 0.0))
        return ways

    def _is_led_by_pieces(self, place: Unit) -> bool:
        """Check whether a word for pieces is before a space, with nothing but small words between."""
        for other in reversed(self.units[: place.at]):
            if other.tag == "piece":
                return True
            if other.tag not in ("noise", "role", "faction", "each"):
                return False
        return False

    def _chained(self, end: Unit, ways: tuple[Unit, ...]) -> tuple[Unit, tuple[Unit, ...]]:
        """Return the end of a path that is written step by step (`CaT>SaCT>Sai`), and its stops."""
        chain = [end]
        while (behind := next_said(self.units, chain[-1].at)) is not None and behind.means.role == "to":
            further = next_said(self.units, behind.at)
            if further is None or further.tag != "space" or behind.at - chain[-1].at > 1:
                break
            chain.append(further)
        return chain[-1], (*chain[:-1], *ways)

    def _nearest(self, unit: Unit, places: Sequence[Unit]) -> list[tuple[Unit, float]]:
        """Return places in the order in which they are likely to belong to pieces, each with its cost."""
        own = [place for place in places if self.phrase[place.at] == self.phrase[unit.at]]
        own.sort(key=lambda place: abs(place.at - unit.at))
        before = [place for place in reversed(places) if place.at < unit.at and place not in own]
        later = [place for place in places if place.at > unit.at and place not in own]
        first = NO_PLACE if not own else FURTHER
        nearest = [(place, FURTHER * i) for i, place in enumerate(own)]
        return nearest + [(place, first + FURTHER * i) for i, place in enumerate([*before, *later])]

    def _sends(self, place: Unit) -> bool:
        """Check whether pieces named after a space leave it: "Saigon sends 2 Troops to"."""
        behind = next_said(self.units, place.at)
        return behind is not None and behind.tag in ("act", "piece")

    def _gets(self, place: Unit) -> bool:
        """Check whether pieces named after a space come there: "and Ba Xuyen with two from"."""
        near = self.units[place.at + 1 : place.at + 6]
        behind = [unit for unit in near if unit.tag != "noise" and unit.text.lower() not in WITH]
        tags = [unit.tag for unit in behind[:2]]
        return place.tag == "space" and tags == ["piece", "role"] and behind[1].means.role == "from"

    def _phrases(self) -> list[int]:
        """Return the phrase of each unit. A phrase names pieces with their source and destination."""
        numbers, number, tags = [], 0, set[str]()
        for i, unit in enumerate(self.units):
            ends = unit.tag == "head" or (unit.tag == "sign" and unit.text in ".;")
            if unit.tag == "link" or (unit.tag == "sign" and unit.text in ",&+"):
                behind = next_said(self.units, i)
                counts = behind is not None and behind.tag == "piece"
                sends = behind is not None and behind.role == "from" and "to" in tags and self._sends(behind)
                goes = behind is not None and "from" in tags and self._gets(behind)
                is_complete = counts or sends or goes or {"from", "to"} <= tags
                ends = "piece" in tags and "space" in tags and is_complete
            if ends:
                number, tags = number + 1, set()
            numbers.append(number)
            tags |= {unit.tag, unit.role}
        return numbers
