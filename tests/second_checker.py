"""A second checker of proofs, written from notation/SPEC.md alone: it imports nothing of the product.

`check` takes a game as JSON Lines, as `fitl fmt --jsonl` writes it. Open points are no faults.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import count
from typing import Any

from nacl.signing import VerifyKey

OF_GAME = ("Rules", "Scenario", "Cards", "Players", "Options", "Readings", "Position")
SEALED = ("Proofs", "Seed-Commitment", "Seeds-Added", "Deck-Root", "Seat-Keys")
HEX, ALL = "[0-9a-f]{64}", "US ARVN NVA VC"
PROOFS = {"sealed": f"sealed (sha256:{HEX})", "opened": "opened ([0-9a-f]{32}) (.{1,1000})", "none": "(.*)"}
PROOFS |= {"markers": "(markers(?: behind event [1-9][0-9]{0,6})?)", "card": "(.*)"}
DIE = "d([2-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-6]) ([1-9][0-9]{0,5}) (.{1,200})"
CARD = f"(?:card ([1-9][0-9]{{0,2}})/|none )([1-9][0-9]{{0,2}})(?: ([0-9a-f]{{32}}))?((?: {HEX})*)"
ACTS = ("action", "pass", "waive", "hold", "pivotal", "reveal-marker")
MOVES = (*ACTS, "play", "reveal", "dice", "players", "stand")
OF_1964 = "1 15 17 26 29 31 43 48 50 51 55 63 66 68 75 79 93 97 101 107 110 112 116 118"
OF_1968 = "2 3 4 9 11 12 13 16 19 20 21 27 30 32 33 35 36 37 40 41 42 45 49 52 54 57 58 60 61 62 65 71 74 77"
OF_1968 += " 80 84 88 91 92 94 96 103 111 113 115 117 119 120"
PERIODS = {1964: {*map(int, OF_1964.split())}, 1968: {*map(int, OF_1968.split())}}
PERIODS[1965] = {*range(1, 121)} - PERIODS[1964] - PERIODS[1968]
PILES = {"short": [1965] * 3, "medium": [1968] * 3, "full": [1964, 1965, 1965, 1968, 1968, 1968]}
SHADED, UNSHADED = {28, 31, 34, 104}, {8, 14}
CAPABILITIES = {"short": {31}, "medium": SHADED | UNSHADED, "full": set[int]()}
FLAT: Any = {"sort_keys": True, "separators": (",", ":")}
LEADERS = {"short": {125, 126, 130}, "medium": {125, 126, 127}, "full": set[int]()}


def sha256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def drawing(key: bytes, text: str) -> Any:
    values = (byte for block in count() for byte in hmac.digest(key, f"{text}\n{block}".encode(), "sha256"))
    return lambda number: next(value for value in values if value < 256 - 256 % number) % number


def tree(leaves: list[str]) -> str:
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256("fitl leaf 1", "")
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256("fitl node 1", tree(leaves[:left]), tree(leaves[left:]))


def climbed(size: int, place: int, leaf: str, hashes: list[str]) -> str:
    assert (size > 1) == bool(hashes), "the path has another length"
    if size == 1:
        return leaf
    left = 1 << (size - 1).bit_length() - 1
    if place < left:
        return sha256("fitl node 1", climbed(left, place, leaf, hashes[:-1]), hashes[-1])
    return sha256("fitl node 1", hashes[-1], climbed(size - left, place - left, leaf, hashes[:-1]))


def by_kind(proofs: list[str]) -> dict[str, list[Any]]:
    found = defaultdict[str, list[Any]](list)
    for proof in proofs:
        word = proof.split(" ")[0]
        if word in PROOFS or re.fullmatch("d[0-9]+", word):
            said = re.fullmatch(PROOFS.get(word, DIE), proof)
            assert said and proof.isprintable() and proof == " ".join(proof.split()), f"no proof: {proof}"
            found["card" if word == "none" else word if word in PROOFS else "die"].append(said.groups())
    return found


class Game:
    def __init__(self, data: bytes) -> None:
        rows = [json.loads(row) for row in data.decode().split("\n") if row.strip()]
        self.tags: dict[str, str] = {"Rules": "second"} | dict(rows[0]["tags"])
        for name in {*SEALED, "Seed-Opened", "Chain-Head"} & {*self.tags}:
            self.tags[name] = re.sub("[a-z+]+:", lambda seat: seat[0].upper(), self.tags[name].lower())
        depth, self.entries = 0, list[dict[str, Any]]()
        for row in rows[1:]:
            depth += 0 if "variation" not in row else 1 if row["variation"] is not None else -1
            self.entries += [row] if depth == 0 and "variation" not in row else []
        self.lines = [entry for entry in self.entries if "event" in entry]
        self.moves = [(it := line["event"].get("move", line["event"])).get("move", it) for line in self.lines]
        self.kinds = [line["event"]["event"] for line in self.lines]
        self.proofs = [by_kind(line.get("proof", [])) for line in self.lines]
        self.options = self.tags.get("Options", "").split()
        self.players = [one.split("+") for one in self.tags.get("Players", ALL).split() if one != "none"]
        self.keys = dict(word.split(":") for word in self.tags.get("Seat-Keys", "").split())
        seeds = [word.split(":")[1] for word in self.tags.get("Seeds-Added", "").split()]
        parts = [part.split() for part in self.tags.get("Position", "").split(";")]
        self.position = defaultdict[str, list[str]](list, {part[0]: part[1:] for part in parts if part})
        committed, opened = self.tags.get("Seed-Commitment"), self.tags.get("Seed-Opened")
        stray = {"Seed-Opened", "Seeds-Added", "Deck-Root"} & self.tags.keys()
        assert committed or not (stray or any(one["die"] for one in self.proofs)), "there is no commitment"
        assert not opened or committed == f"sha256:{sha256('fitl seed 1', opened)}", "another seed is opened"
        self.key = bytes.fromhex(sha256("fitl key 1", opened, *seeds)) if opened else None
        self.follow_the_log()

    def follow_the_log(self) -> None:
        self.ends, self.forces = [list[tuple[int, Any]]()], [list[int]()]  # after each line: moves, numbers
        self.groups = [self.players]
        for number, (kind, line) in enumerate(zip(self.kinds, self.lines, strict=True), 1):
            end, force, wanted = self.ends[-1], self.forces[-1], line["event"].get("number")
            if kind == "void":
                back = wanted or (force[-1] if force else 0)
                if back in force:
                    end, force = self.ends[back - 1], [one for one in force if one < back]
            elif kind == "amend":
                if wanted in force and self.kinds[wanted - 1] in MOVES:
                    end = [(one, self.moves[number - 1] if one == wanted else move) for one, move in end]
                    force = [*force, number]
            elif kind not in ("note", "digest"):
                end, force = [*end, (number, line["event"])], [*force, number]
            self.ends.append(end)
            self.forces.append(force)
            shared = [move["players"] for _, move in end if move["event"] == "players"]
            self.groups.append([self.players, *shared][-1])
        self.slots = [line["event"].get("number", 0) if "move" in line["event"] else 0 for line in self.lines]
        self.slots = [slot or number for number, slot in enumerate(self.slots, 1)]

    def check_chain(self) -> None:
        bare = [one for one in self.entries if "event" not in one]
        assert not any(one.get("proof") or one.get("chain") for one in bare), "a proof beside a comment"
        if "Chain-Head" not in self.tags and not any(line.get("chain") for line in self.lines):
            return
        names = [name for name in (*OF_GAME, *SEALED) if self.tags.get(name, ALL) != ALL]
        said = json.dumps([[name, self.tags[name]] for name in names], **FLAT)
        before, numbers = sha256("fitl chain 1", said), [0]
        for line in self.lines:
            event, chain, claims = line["event"], line.get("chain"), line.get("claims", [])
            numbers.append(numbers[-1] + (event["event"] != "digest" or bool(chain)))
            if event["event"] in ("void", "amend") and event.get("number", len(numbers)) < len(numbers):
                event = event | {"number": numbers[event["number"]]}
            entry = {name: line[name] for name in ("by", "time", "proof", "typed") if line.get(name)}
            entry["event"], links = event, list[str]()
            for covered in range(len(claims) + 1):
                some = {"claims": claims[:covered]} if covered else {}
                links.append(sha256("fitl link 1", before, json.dumps(entry | some, **FLAT)))
            if numbers[-1] > numbers[-2]:
                assert chain in links, f"event {len(numbers) - 1}: the link does not follow"
                before = chain
        assert self.tags.get("Chain-Head") == before, "the head is not the last link"

    def check_signatures(self) -> None:
        for number, (line, move) in enumerate(zip(self.lines, self.moves, strict=True), 1):
            acts = move["faction"] if move["event"] in ACTS else None
            playing = [who for group in self.groups[number - 1] for who in group]
            seat = next((seat for seat in self.keys if acts in playing and acts in seat.split("+")), "")
            seat = seat or (line["by"] if line.get("by") in self.keys else "")
            message, holds, signed = f"fitl sig 1\n{line.get('chain', '')}".encode(), False, line.get("%sig")
            for one in [seat] if seat else list(self.keys) if acts is None else []:
                with suppress(Exception):
                    VerifyKey(bytes.fromhex(self.keys[one])).verify(message, bytes.fromhex(signed))
                    holds = holds or signed == bytes.fromhex(signed).hex()
            is_free = signed is None and ("Proofs" not in self.tags and line.get("by") != seat)
            assert holds or is_free or not (seat or signed), f"event {number}: {seat} has not signed it"

    def check_dice(self) -> None:
        due, owed, fallen = 1, set[int](), dict[int, tuple[Any, int | None, int, int]]()
        numbered = {"Proofs", "Seed-Commitment"} <= self.tags.keys() or any(one["die"] for one in self.proofs)
        for number, (kind, move, slot) in enumerate(zip(self.kinds, self.moves, self.slots, strict=True), 1):
            clauses = [one for segment in move.get("segments", ()) for one in segment.get("clauses", ())]
            dice = [one["die"] for one in clauses if one["clause"] == "roll"] or move.get("dice", [])
            rolls = self.proofs[number - 1]["die"]
            assert not numbered or len(dice) == len(rolls) or kind in ("void", "note"), "dice without proofs"
            for i, (faces, digits, purpose) in enumerate(rolls):
                die, this = dice[i] if i < len(dice) else None, int(digits)
                if this in fallen:
                    proof, fell, there, place = fallen[this]
                    free = (kind == "amend" and slot == place) or place not in self.forces[number - 1]
                    assert there != number and free, f"die {this} falls twice"
                    assert proof == rolls[i] and die in (None, fell or die), f"die {this} was another"
                elif this in owed:
                    owed.remove(this)
                elif kind == "dice" and due < this <= due + 200:
                    owed |= {*range(due, this)}
                else:
                    assert this == due, f"this is die {this}, and the next one is {due}"
                due, fallen[this] = max(due, this + 1), (rolls[i], die, number, slot)
                assert die is None or faces == "6", "the dice of a log have 6 faces"
                if die is not None and self.key is not None:
                    draw = drawing(self.key, f"fitl roll 1\n{faces}\n{this}\n{purpose}")
                    assert draw(6) + 1 == die, f"die {this} fell otherwise"
            assert not owed or (kind == "dice" and number < len(self.kinds)), "a die stands in no line"

    def deck(self, key: bytes) -> list[int]:
        scenario, draw = self.tags["Scenario"], drawing(key, "fitl draw 1\ndeck")
        seen = [int(one) for name in ("played", "next") for one in self.position[name] if one.isdigit()]
        seen = [card for card in seen if not 121 <= card <= 124]
        out = CAPABILITIES[scenario] if "period-events" in self.options else set[int]()
        if "difficulty-a" in self.options:
            out = SHADED if self.players[0][0] in ("US", "ARVN") else UNSHADED
        size, piles = 9 if scenario == "short" else 13, list[tuple[int, int, bool]]()
        for i, period in enumerate(PILES[scenario]):
            above = seen[i * size : (i + 1) * size]
            piles += [(period, len(above), max(above, default=0) < 125)] if len(above) < size else []
        without = LEADERS[scenario] ^ ({129, 130} if scenario == "short" and 130 in seen else set())
        coups = [card for card in range(125, 131) if card not in without | {*seen}]
        outside = [card for card in coups if str(card) not in self.position["leaders"]]
        due, deck = sum(coup for *_, coup in piles), list[int]()
        coups = outside if len(outside) >= due else coups
        drawn = [coups.pop(draw(len(coups))) for _ in range(due)]
        for period, gone, coup in piles:
            of_pile = PERIODS[period] if "period-events" in self.options else range(1, 121)
            left = [card for card in range(1, 121) if card in of_pile and card not in {*out, *seen, *deck}]
            pile = [left.pop(draw(len(left))) for _ in range(size - gone - coup)]
            if coup:
                first = max(size - 5 - gone, 0) if "political-rhythm" in self.options else 0
                pile.insert(first + draw(len(pile) + 1 - first), drawn.pop(0))
            deck += pile
        return deck

    def check_deck(self) -> None:
        root, cards = self.tags.get("Deck-Root"), list[int]()
        shown = dict(enumerate(map(int, self.tags.get("Cards", "").split()), 1))
        if root is not None and self.key is not None:
            cards, leaves = self.deck(self.key), list[str]()
            for i, card in enumerate(cards, 1):
                salt = hmac.digest(self.key, f"fitl salt 1\n{i}".encode(), "sha256").hex()[:32]
                leaves.append(sha256("fitl leaf 1", f"{i} {card} {salt}"))
            its = sha256("fitl root 1", str(len(cards)), tree(leaves))
            assert root == f"sha256:{its}", "the opened seed has another deck"
        begins = (len(shown), bool(shown or self.position["played"]))
        for number, (move, slot) in enumerate(zip(self.moves, self.slots, strict=True), 1):
            came, due, proofs = begins, list[tuple[int, int]](), self.proofs[number - 1]["card"]
            for kind in [one.get("move", one)["event"] for place, one in self.ends[number] if place < slot]:
                up = kind == "reveal" or (kind == "play" and not came[1])
                came = came[0] + up, came[1] or kind == "play"
            if root is not None and any(place == slot for place, _ in self.ends[number]):
                if move["event"] == "reveal":
                    due = [(came[0] + 1, move["card"])]
                elif move["event"] == "play" and came == begins:
                    due = [*shown.items()][: len(proofs)] if shown else [] if came[1] else [(1, move["card"])]
            assert len(proofs) <= len(due), f"event {number}: a proof of a card that is not turned up"
            for i, (position, card) in enumerate(due):
                is_due = cards and [*cards, 0][position - 1 : position] == [card]
                holds = self.is_proven(position, card, proofs[i][0]) if i < len(proofs) else is_due
                assert holds, f"event {number}: this card is not proven"
                if move["event"] == "play":
                    shown.pop(position, None)
        assert not cards or all(cards[i - 1] == card for i, card in shown.items()), "the header's cards"

    def is_proven(self, position: int, card: int, proof: str) -> bool:
        found = re.fullmatch(CARD, proof)
        assert found and bool(card) == bool(found[1]) == bool(found[3]), "this is no proof of a card"
        size, hashes = int(found[2]), found[4].split()
        assert position == int(found[1] or size + 1) and position - 1 <= size <= 130, "it proves another card"
        leaf = sha256("fitl leaf 1", f"{position} {card} {found[3]}")
        top = climbed(size, position - 1, leaf, hashes) if card else " ".join(hashes)
        return self.tags["Deck-Root"] == f"sha256:{sha256('fitl root 1', str(size), top)}"

    def check_markers(self) -> None:
        hands = dict[str, tuple[str, list[str]]]()
        begun = [word.split(":") for word in self.position["revealed"] if ":" in word]
        for number, kind in enumerate(["players", *self.kinds]):
            moves, groups = [one.get("move", one) for _, one in self.ends[number]], self.groups[number]
            shown = begun + [[one["faction"], one["marker"]] for one in moves if one["event"] == ACTS[-1]]
            used = {"+".join(one): [marker for who, marker in shown if who in one] for one in groups}
            if kind == "players" and "deception" in self.options and self.key is not None:
                text = f"markers behind event {number}" if number else "markers"
                left, draw = Counter(agenda=4, asset=4, threat=4), drawing(self.key, f"fitl draw 1\n{text}")
                new = {seat: markers for seat, markers in used.items() if seat not in hands}
                for markers in [*new.values(), *[held for _, held in hands.values()]]:
                    left.subtract(markers)
                pile = [*left.elements()]
                for seat, markers in new.items():
                    more = [pile.pop(draw(len(pile))) for _ in range(2 - len(markers)) if pile]
                    hands[seat] = text, markers + more
            proofs = self.proofs[number - 1]["markers"] if number else []
            assert len(proofs) <= (kind == ACTS[-1]), "a stray proof of a marker"
            if proofs and self.key is not None:
                move = self.moves[number - 1]
                seat = next("+".join(one) for one in groups if move["faction"] in one)
                text, held = hands.get(seat, ("", []))
                enough = used[seat].count(move["marker"]) <= held.count(move["marker"])
                assert text == proofs[0][0] and enough, "a marker that was not drawn"

    def check_orders(self) -> None:
        sealed, opened = list[str](), list[str]()
        for proofs in self.proofs:
            opened += [f"sha256:{sha256('fitl order 1', *order)}" for order in proofs["opened"]]
            assert {*opened} <= {*sealed}, "an order is opened that was not sealed before"
            sealed += [seal for (seal,) in proofs["sealed"]]
        assert len({*sealed}) + len({*opened}) == len(sealed + opened), "an order is sealed or opened twice"


def check(data: bytes) -> str:
    """Return the first fault of a game's proofs, "" where they hold."""
    try:
        game = Game(data)
        for what in ("chain", "signatures", "dice", "deck", "markers", "orders"):
            getattr(game, f"check_{what}")()
    except Exception as error:  # whatever an altered file leads to
        return f"{type(error).__name__}: {error}"
    return ""
