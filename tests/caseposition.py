"""Positions of Hansa Teutonica in rule cases (see `casefile.py`), and what must hold in every one
of them.

The position, everything optional:

    board: hansa-45  players: 4  edition: bigbox  modules: missions favours
    turn: 1  actions: 2  to_move: 1  turns: 0  begun: yes  completed: 3
    phase: displaced {"owner": 2, "piece": "t", ...}   the data of the phase, as in MOVES section 5
    desk 0: supply 3t1m stock 4t keys 1 actions 2 privilege 1 book 1 bank 1 prestige 7
        unused swap plus-3 used develop favours income mission 3 developed
    route BRE-HAM: 0t 0t*2 1m marker swap              or `MAL-STR/ship: 0m`
    fill 1t nt: * except BRE-HAM KAM-OSN               every free house: the first gets 1t, the
    others nt one nt: *                                          one piece on every route without
    pieces city BRE: 1m - extra 0t 2t                         printed offices from the left; extra
    from the right city BEL: posts 0t 1m                              a green city special 8: 2
    the owner of a special space taverns: none                                      else
    extra-office, move-3 or remove-3, and swap supply: swap 1 plus-3 2
    else all markers that are nowhere else; or `none` pending: unseen 2
    markers not yet looked at pending 0: swap plus-3                             markers seen, of
    seat 0 connected: 2 0   open: income extra-action   permits: CRD LON

Defaults: turn of seat 0, phase `turn`, the actions of the desk's value (one less in the phases
within an action, none after the turn), supply 3t, empty tracks and everything else in the stock.
The stock is worked out so that T1 holds; `stock` only says what it must come to. `supply rest` puts
all into the supply, `developed` brings all tracks to their ends. `completed` and `to_move` are
worked out too.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOARDS = ROOT / "hansa" / "boards"
MARKERS = ("extra-office", "swap", "plus-3", "plus-4", "develop", "move-3", "remove-3")
ENDS = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
ACTIONS = (2, 3, 3, 4, 4, 5)
HEADER = {"board", "players", "edition", "modules", "turn", "actions", "to_move", "turns", "begun",
          "completed", "phase", "taverns", "supply", "pending", "connected", "open", "permits"}

Json = Any


class CaseError(Exception):
    """A case file that cannot be read: a mistake in the case, not in the game."""


_boards: dict[str, dict[str, Json]] = {}


def board_data(name: str) -> dict[str, Json]:
    if name not in _boards:
        path = BOARDS / f"{name}.json"
        if not path.is_file():
            raise CaseError(f"no board {name!r}")
        _boards[name] = json.loads(path.read_text(encoding="utf-8"))
    return _boards[name]


def amount(text: str) -> Counter[str]:
    match = re.fullmatch(r"(?:(\d+)t)?(?:(\d+)m)?", "" if text == "0" else text)
    if match is None:
        raise CaseError(f"no amount: {text!r}")
    return Counter({"t": int(match[1] or 0), "m": int(match[2] or 0)})


def amount_text(pieces: Counter[str]) -> str:
    return "".join(f"{pieces[kind]}{kind}" for kind in "tm" if pieces[kind])


def pieces_of(words: list[str], free: bool = False) -> list[str | None]:
    result: list[str | None] = []
    for word in words:
        match = re.fullmatch(r"([0-4n][tm]|-)(?:\*(\d+))?", word)
        if match is None or (match[1] == "-" and not free):
            raise CaseError(f"no piece: {word!r}")
        result += [None if match[1] == "-" else match[1]] * int(match[2] or 1)
    return result


def in_order(pieces: list[str]) -> list[str]:
    return sorted(pieces, key=lambda piece: (piece[0], "tm".index(piece[1])))


def numbers(words: list[str]) -> dict[str, int]:
    """`swap 1 plus-3 2` -> {"swap": 1, "plus-3": 2}"""
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}


def split_on(words: list[str], *keywords: str) -> dict[str, list[str]]:
    """`1m - extra 0t` -> {"": ["1m", "-"], "extra": ["0t"]}"""
    result: dict[str, list[str]] = {"": []}
    current = ""
    for word in words:
        if word in keywords:
            current = word
            result[current] = []
        else:
            result[current].append(word)
    return result


class Position:
    """Collects the lines of a position and builds the state's JSON from them."""

    def __init__(self, header: dict[str, str]) -> None:
        if set(header) - HEADER:
            raise CaseError(f"unknown words {set(header) - HEADER}")
        self.name = header.get("board", "hansa-45")
        self.board = board_data(self.name)
        self.players = int(header.get("players", max(4, min(self.board["players"]))
                                      if 4 in self.board["players"] else max(self.board["players"])))
        self.edition = header.get("edition", "bigbox")
        self.modules = header.get("modules", "").split()
        self.turn = int(header.get("turn", "0"))
        phase, _, data = header.get("phase", "turn").partition(" ")
        self.phase = phase
        self.data: Json = json.loads(data) if data else None
        self.header = header
        self.capacity: dict[str, dict[str, int]] = {}
        for route in self.board["routes"]:
            ships = sum(1 for house in route["houses"] if house.get("ship"))
            self.capacity["-".join(route["between"])] = {"house": len(route["houses"]) - ships, "ship": ships}
        self.cities = {city["code"]: city for city in self.board["cities"]}
        self.houses: dict[str, dict[str, list[str]]] = {}
        self.route_markers: dict[str, str] = {}
        self.offices: dict[str, dict[str, list[str | None]]] = {}
        self.special: dict[str, int | None] = {str(s["points"]): None for s in self.board["special_prestige"]}
        self.desks: list[dict[str, list[str]]] = [{} for _ in range(self.players)]
        self.seen: list[list[str]] = [[] for _ in range(self.players)]
        if header.get("taverns") != "none":
            third = "move-3" if self.edition == "bigbox" else "remove-3"
            names = ["-".join(route["between"]) for route in self.board["routes"] if route.get("tavern")]
            self.route_markers = dict(zip(names, ["extra-office", third, "swap"], strict=True))

    def line(self, word: str, argument: str, text: str) -> None:
        words = text.split()
        if word == "desk":
            self.desks[int(argument)] = self._desk(words)
        elif word == "route":
            for name in argument.split():
                self._route(name, words)
        elif word == "fill":
            for place, free in self._targets(words):
                pattern = [str(piece) for piece in pieces_of(argument.split())]
                for number in range(free):
                    self._put(place, pattern[min(number, len(pattern) - 1)])
        elif word == "one":
            for place, _ in self._targets(words):
                if not any(self.houses.get(place.partition("/")[0], {}).values()):
                    self._put(place, argument)
        elif word == "city":
            parts = split_on(words, "extra", "posts")
            if argument not in self.cities:
                raise CaseError(f"no city {argument!r}")
            if "posts" in parts:
                self.offices[argument] = {"posts": pieces_of(parts["posts"])}
            else:
                printed = pieces_of(parts[""], free=True)
                printed += [None] * (len(self.cities[argument]["offices"]) - len(printed))
                self.offices[argument] = {"offices": printed, "extra": pieces_of(parts.get("extra", []))}
        elif word == "special":
            self.special[argument] = int(text)
        elif word == "pending":
            self.seen[int(argument)] = sorted(words, key=MARKERS.index)
        else:
            raise CaseError(f"unknown line {word!r}")

    @staticmethod
    def _desk(words: list[str]) -> dict[str, list[str]]:
        known = ("supply", "stock", *ENDS, "prestige", "unused", "used", "favours", "mission", "developed")
        parts = split_on(words, *known)
        if parts.pop(""):
            raise CaseError(f"desk: begin with one of {known}")
        return parts

    def _place(self, place: str) -> tuple[str, str]:
        name, _, kind = place.partition("/")
        if name not in self.capacity or kind not in ("", "ship"):
            raise CaseError(f"no route {place!r}")
        return name, kind or "house"

    def _put(self, place: str, piece: str) -> None:
        name, kind = self._place(place)
        self.houses.setdefault(name, {}).setdefault(kind, []).append(piece)

    def _route(self, place: str, words: list[str]) -> None:
        name, _ = self._place(place)
        parts = split_on(words, "marker")
        for piece in pieces_of(parts[""]):
            self._put(place, str(piece))
        if "marker" in parts:
            if parts["marker"] == ["none"]:
                self.route_markers.pop(name, None)
            else:
                (self.route_markers[name],) = parts["marker"]

    def _targets(self, words: list[str]) -> list[tuple[str, int]]:
        parts = split_on(words, "except")
        places: list[str] = []
        for word in parts[""]:
            if word == "*":
                places += list(self.capacity)
            elif word == "*/ship":
                places += [f"{name}/ship" for name in self.capacity]
            else:
                places.append(word)
        result: list[tuple[str, int]] = []
        for place in places:
            if place not in parts.get("except", []):
                name, kind = self._place(place)
                taken = len(self.houses.get(name, {}).get(kind, []))
                result.append((place, self.capacity[name][kind] - taken))
        return result

    def state(self) -> dict[str, Json]:
        header, phase = self.header, self.phase
        desks = [self._desk_json(seat) for seat in range(self.players)]
        routes: dict[str, Json] = {}
        for name in self.capacity:
            classes = self.houses.get(name, {})
            entry: dict[str, Json] = {kind: in_order(pieces) for kind, pieces in classes.items() if pieces}
            if name in self.route_markers:
                entry["marker"] = self.route_markers[name]
            if entry:
                routes[name] = entry
        result: dict[str, Json] = {
            "game": "teutonica", "board": self.name, "edition": self.edition, "modules": self.modules,
            "players": self.players, "turn": self.turn, "to_move": self._to_move(), "phase": phase,
            "actions": int(header.get("actions", self._actions())), "desks": desks, "routes": routes,
            "cities": {code: self.offices[code] for code in self.cities if code in self.offices},
            "special": self.special, "supply": self._supply(desks),
            "pending": {"unseen": int(header.get("pending", "unseen 0").split()[1]), "seen": self.seen},
            "completed": int(header.get("completed", self._completed())),
            "connected": [int(seat) for seat in header.get("connected", "").split()],
            "favours_open": header.get("open", "").split(),
            "permits_spent": header.get("permits", "").split(), "turns": int(header.get("turns", "0")),
        }
        if "favours" in self.modules:
            result["begun"] = header.get("begun") == "yes"
        if self.data is not None:
            result[phase] = self.data
        return result

    def _to_move(self) -> int | str | None:
        text = self.header.get("to_move")
        if text is not None:
            return text if text == "*" else int(text)
        if self.phase == "displaced":
            owner = self.data["owner"]
            return 1 - self.turn if owner == "n" else int(owner)
        return {"draw": "*", "over": None}.get(self.phase, self.turn)

    def _actions(self) -> int:
        if self.phase in ("draw", "plates", "over"):
            return 0
        desk = self.desks[self.turn]
        value = ACTIONS[self._steps(desk, "actions")] + ("extra-action" in desk.get("favours", []))
        return value - (self.phase != "turn")

    @staticmethod
    def _steps(desk: dict[str, list[str]], track: str) -> int:
        return int(desk.get(track, [str(ENDS[track] if "developed" in desk else 0)])[0])

    def _on_board(self, seat: int) -> Counter[str]:
        places: list[str | None] = []
        for board in (self.houses, self.offices):
            places += [piece for entry in board.values() for part in entry.values() for piece in part]
        if self.phase in ("lift", "drop"):
            places += [piece for _, piece in self.data["held"]]
        if self.phase == "displaced" and not self.data["put"]:
            places.append(f"{self.data['owner']}{self.data['piece']}")
        found = Counter(piece[1] for piece in places if piece is not None and piece[0] == str(seat))
        found["m"] += sum(1 for owner in self.special.values() if owner == seat)
        return found

    def _desk_json(self, seat: int) -> dict[str, Json]:
        desk = self.desks[seat]
        steps = {track: self._steps(desk, track) for track in ENDS}
        traders = sum(ENDS[track] - steps[track] for track in ENDS if track != "book")
        left = Counter({"t": 26 - traders, "m": 4 - (ENDS["book"] - steps["book"])})
        left.subtract(self._on_board(seat))
        words = desk.get("supply", ["3t"])
        supply = Counter(left) if words == ["rest"] else amount(words[0])
        left.subtract(supply)
        if min(left.values()) < 0:
            raise CaseError(f"seat {seat} has too many pieces: {dict(left)} left")
        if "stock" in desk and amount(desk["stock"][0]) != left:
            raise CaseError(f"seat {seat}: the stock comes to {amount_text(left)!r}")
        return {
            "stock": amount_text(left), "supply": amount_text(supply), **steps,
            "prestige": int(desk.get("prestige", ["0"])[0]),
            "unused": sorted(desk.get("unused", []), key=MARKERS.index),
            "used": sorted(desk.get("used", []), key=MARKERS.index),
            "favours": desk.get("favours", []),
            "mission": int(desk["mission"][0]) if "mission" in desk else None,
        }

    def _supply(self, desks: list[dict[str, Json]]) -> dict[str, int]:
        text = self.header.get("supply")
        if text == "none":
            return {}
        if text is not None:
            words = text.split()
            counts = Counter(numbers(words))
        else:
            data = board_data("modules")["markers"][self.edition]
            counts = Counter(data["supply"]) + Counter(data["tavern"])
            counts.subtract(self.route_markers.values())
            for desk in desks:
                counts.subtract(desk["unused"] + desk["used"])
            for markers in self.seen:
                counts.subtract(markers)
            if min(counts.values()) < 0:
                raise CaseError(f"the edition has not so many markers: {dict(counts)}")
        return {name: counts[name] for name in MARKERS if counts[name]}

    def _completed(self) -> int:
        return sum(1 for entry in self.offices.values() if all(entry.get("offices", [])) and (
            "offices" in entry or entry["posts"]))


def unsound(state: dict[str, Json]) -> str:
    """What is lost or wrongly counted; empty if nothing is."""
    for seat, found in enumerate(pieces_in(state)):
        if found != Counter({"t": 26, "m": 4}):
            return (f"seat {seat} has {dict(found)} pieces in all [T1]")
    completed = sum(1 for entry in state["cities"].values() if all(entry.get("offices", entry.get("posts"))))
    if completed != state["completed"]:
        return (f"{completed} cities are completed, the counter says {state['completed']} [T32]")
    return ""


def pieces_in(state: dict[str, Json]) -> list[Counter[str]]:
    """All pieces of each seat, the score cube aside, as T1 counts them."""
    places: list[str] = []
    for entry in state["routes"].values():
        places += entry.get("house", []) + entry.get("ship", [])
    for entry in state["cities"].values():
        places += [piece for part in entry.values() for piece in part if piece is not None]
    places += [f"{owner}m" for owner in state["special"].values() if owner is not None]
    if state["phase"] in ("lift", "drop"):
        places += [piece for _, piece in state[state["phase"]]["held"]]
    if state["phase"] == "displaced" and not state["displaced"]["put"]:
        places.append(f"{state['displaced']['owner']}{state['displaced']['piece']}")
    result: list[Counter[str]] = []
    for seat, desk in enumerate(state["desks"]):
        found = amount(desk["stock"]) + amount(desk["supply"])
        found["m"] += ENDS["book"] - desk["book"]
        found["t"] += sum(end - desk[track] for track, end in ENDS.items() if track != "book")
        found.update(piece[1] for piece in places if piece[0] == str(seat))
        result.append(found)
    return result
