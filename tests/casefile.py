"""Rule cases as small text files: reading them, building the position, running the checks.

A file `tests/cases/*.txt` holds cases; each begins with a line `case: TITLE [T13 D4]` whose brackets name
the rules that it shows. Then come the lines of the *position* and after them the *checks*, which are done in
order. An indented line goes on with the line before it; `#` begins a comment. Several `key: value` pairs may
share a line, two spaces apart.

The position, everything optional:

    board: hansa-45  players: 4  edition: bigbox  modules: missions favours
    turn: 1  actions: 2  to_move: 1  turns: 0  begun: yes  completed: 3
    phase: displaced {"owner": 2, "piece": "t", ...}   the data of the phase, as in MOVES section 5
    desk 0: supply 3t1m stock 4t keys 1 actions 2 privilege 1 book 1 bank 1 prestige 7
        unused swap plus-3 used develop favours income mission 3 developed
    route BRE-HAM: 0t 0t*2 1m marker swap              or `MAL-STR/ship: 0m`
    fill 1t nt: * except BRE-HAM KAM-OSN               every free house: the first gets 1t, the others nt
    one nt: *                                          one piece on every route without pieces
    city BRE: 1m - extra 0t 2t                         printed offices from the left; extra from the right
    city BEL: posts 0t 1m                              a green city
    special 8: 2                                       the owner of a special space
    taverns: none                                      else extra-office, move-3 or remove-3, and swap
    supply: swap 1 plus-3 2                            else all markers that are nowhere else; or `none`
    pending: unseen 2                                  markers not yet looked at
    pending 0: swap plus-3                             markers seen, of seat 0
    connected: 2 0   open: income extra-action   permits: CRD LON
    set: desks.0.stock "9t"                            any edit of the finished JSON; `set: begun absent`
    loose: yes                                         valid JSON, but not as an implementation writes it
    setup: {...}                                       a game begun from a setup instead of a position

Defaults: turn of seat 0, phase `turn`, the actions of the desk's value (one less in the phases within an
action, none after the turn), supply 3t, empty tracks and everything else in the stock. The stock is worked
out so that T1 holds; `stock` only says what it must come to. `supply rest` puts all into the supply,
`developed` brings all tracks to their ends. `completed` and `to_move` are worked out too.

The checks; several moves are parted by semicolons:

    legal: place t BRE-HAM; end          each is a legal move, in exactly this form
    illegal: claim BRE-HAM               each is not
    legal only: put t BRE-HAM; done      exactly these, nothing twice
    legal matching displace*: none       exactly these among the moves which match (shell patterns)
    count place t *: 34                  the number of legal moves which match
    probabilities: draw swap 1/4; draw plus-3 3/4
    play: claim BRE-HAM; end             one after the other
    say: PLACE t  Bremen-Hamburg         play a text in a form which is read, but not printed (D9)
    refused: place t BRE-XXX             playing it raises an error which names it, and changes nothing
    to move: 2                           a seat, `*` for chance or `none`
    expect: desks.0.prestige 8           a path into the state's JSON and the value as JSON, or `absent`
    view 1: desks.0.mission "?"          the same in the state as a seat may see it
    score 0: prestige 20 cities 4        all parts of a seat's result, those left out being 0, and their sum
    perft 2: 17                          D30
    impossible                           reading the position (or the setup) raises an error

Besides, every position a case comes through is checked to be sound: no pieces lost (T1), the completed
cities counted (T32), legal moves in every phase and none twice (D4), probabilities that add up to 1 (D2), and
a state which, written and read again, is the same and has the same legal moves in the same order (D4).
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent
BOARDS = ROOT / "hansa" / "boards"
MARKERS = ("extra-office", "swap", "plus-3", "plus-4", "develop", "move-3", "remove-3")
ENDS = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
ACTIONS = (2, 3, 3, 4, 4, 5)
PARTS = ("prestige", "abilities", "markers", "special", "cities", "network", "missions", "countries")
CHECKS = ("legal only", "legal matching", "legal", "illegal", "count", "probabilities", "play", "say",
          "refused", "to move", "expect", "view", "score", "perft", "impossible")
HEADER = {"board", "players", "edition", "modules", "turn", "actions", "to_move", "turns", "begun",
          "completed", "phase", "taverns", "supply", "pending", "connected", "open", "permits"}
DATA = ("displaced", "lift", "drop", "remove", "bonus")
CRASHES = (KeyError, IndexError, AttributeError, TypeError, AssertionError, NotImplementedError)

Json = Any


class CaseError(Exception):
    """A case file that cannot be read: a mistake in the case, not in the game."""


class Failure(AssertionError):
    """A check that does not hold."""


class Game(Protocol):
    """What a check needs of an implementation; `test_cases.py` has an adapter for each."""

    @property
    def to_move(self) -> int | str | None: ...
    def state(self) -> dict[str, Json]: ...
    def view(self, seat: int) -> dict[str, Json]: ...
    def legal(self) -> list[str]: ...
    def probabilities(self) -> list[float]: ...
    def play(self, text: str) -> None: ...


class Implementation(Protocol):
    def from_setup(self, setup: dict[str, Json]) -> Game: ...
    def from_state(self, state: dict[str, Json]) -> Game: ...


@dataclass(frozen=True)
class Check:
    line: int
    verb: str
    argument: str
    text: str


@dataclass
class Case:
    file: str
    line: int
    title: str
    tags: tuple[str, ...]
    setup: dict[str, Json] | None = None
    state: dict[str, Json] | None = None
    loose: bool = False
    checks: list[Check] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}: {self.title}"

    @property
    def possible(self) -> bool:
        return all(check.verb != "impossible" for check in self.checks)


# --- the position ---

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
        self.edits: list[tuple[str, str]] = []
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
        elif word == "set":
            path, _, value = text.partition(" ")
            self.edits.append((path, value))
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
        for path, value in self.edits:
            edit(result, path, value)
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


def edit(state: dict[str, Json], path: str, value: str) -> None:
    *way, last = path.split(".")
    place: Json = state
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
    if value == "absent":
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = json.loads(value)
    else:
        place[last] = json.loads(value)


# --- the files ---

def logical_lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers; comments gone, indented ones joined to those before them."""
    result: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not line:
            continue
        if line[0].isspace() and result:
            result[-1] = (result[-1][0], f"{result[-1][1]} {line.strip()}")
        else:
            result.append((number, line))
    return result


def read_file(path: Path) -> list[Case]:
    cases: list[Case] = []
    blocks: list[list[tuple[int, str]]] = []
    for number, line in logical_lines(path.read_text(encoding="utf-8")):
        if line.startswith("case:"):
            blocks.append([])
        elif not blocks:
            raise CaseError(f"{path.name}:{number}: a file begins with `case:`")
        blocks[-1].append((number, line))
    for block in blocks:
        cases.append(read_case(path.name, block))
    return cases


def read_case(file: str, block: list[tuple[int, str]]) -> Case:
    number, line = block[0]
    title = line.removeprefix("case:").strip()
    match = re.search(r"\[([TD\d ]+)\]$", title)
    if match is None:
        raise CaseError(f"{file}:{number}: the title ends with the rules it shows, as [T13 D4]")
    case = Case(file, number, title[: match.start()].strip(), tuple(match[1].split()))
    header: dict[str, str] = {}
    lines: list[tuple[int, str, str, str]] = []
    for number, line in block[1:]:
        check = next((verb for verb in CHECKS if re.match(rf"{verb}\b", line)), None)
        if check is not None:
            rest = line[len(check):]
            argument, _, text = rest.partition(":")
            case.checks.append(Check(number, check, argument.strip(), text.strip()))
            continue
        if case.checks:
            raise CaseError(f"{file}:{number}: a line of the position after a check, or an unknown check")
        whole = line.startswith(("setup:", "set:", *(f"phase: {phase}" for phase in DATA)))
        for pair in [line] if whole else re.split(r"\s{2,}(?=\w+:)", line):
            key, colon, value = pair.partition(":")
            if not colon:
                raise CaseError(f"{file}:{number}: no colon")
            word, _, argument = key.strip().partition(" ")
            if argument or word == "set":
                lines.append((number, word, argument, value.strip()))
            else:
                header[word] = value.strip()
    try:
        if "setup" in header:
            case.setup = json.loads(header["setup"])
        else:
            case.loose = header.pop("loose", "no") == "yes"
            if set(header) - HEADER:
                raise CaseError(f"unknown words {set(header) - HEADER}")
            position = Position(header)
            for _, word, argument, value in lines:
                position.line(word, argument, value)
            case.state = position.state()
    except (CaseError, ValueError, KeyError, IndexError, TypeError) as error:
        raise CaseError(f"{case.name}: {error!r}") from error
    if not case.checks:
        raise CaseError(f"{file}:{case.line}: no check")
    return case


def all_cases(folder: Path | None = None) -> list[Case]:
    paths = sorted((folder or ROOT / "tests" / "cases").glob("*.txt"))
    return [case for path in paths for case in read_file(path)]


# --- the checks ---

def start(case: Case, implementation: Implementation) -> Game:
    if case.setup is not None:
        return implementation.from_setup(copy.deepcopy(case.setup))
    assert case.state is not None
    return implementation.from_state(copy.deepcopy(case.state))


def run(case: Case, implementation: Implementation) -> None:
    """Raises `Failure`, with the place in the file and what differed."""
    if not case.possible:
        try:
            start(case, implementation)
        except Exception as error:
            if isinstance(error, CRASHES):
                raise Failure(f"{case.name}\nshould be refused, but crashes: {error!r}") from error
            return
        raise Failure(f"{case.name}\nis impossible, but is not refused")
    try:
        game = start(case, implementation)
    except Exception as error:
        raise Failure(f"{case.name}\nis possible, but is refused: {error!r}") from error
    for number, check in enumerate(case.checks):
        place = f"{case.file}:{check.line}: {case.title} [{' '.join(case.tags)}]"
        try:
            if number == 0:
                sound(game, implementation)
            run_check(check, game, implementation)
        except Failure as failure:
            raise Failure(f"{place}\n{failure}") from failure
        except Exception as error:
            raise Failure(f"{place}\n{check.verb} {check.argument}: {error!r}") from error


def sound(game: Game, implementation: Implementation) -> None:
    """What holds in every position (see the docstring of the module)."""
    state, moves = game.state(), game.legal()
    if game.to_move != state["to_move"]:
        raise Failure(f"to_move is {game.to_move!r}, in the state {state['to_move']!r} [D1]")
    if (game.to_move is None) != (state["phase"] == "over") or bool(moves) == (game.to_move is None):
        raise Failure(f"phase {state['phase']!r}, to move {game.to_move!r}, {len(moves)} legal moves [D4]")
    twice = [move for move, number in Counter(moves).items() if number > 1]
    if twice:
        raise Failure(f"legal moves given twice: {twice} [D4]")
    if game.to_move == "*" and abs(sum(game.probabilities()) - 1) > 1e-9:
        raise Failure(f"the probabilities are {game.probabilities()} [D2]")
    for seat, found in enumerate(pieces_in(state)):
        if found != Counter({"t": 26, "m": 4}):
            raise Failure(f"seat {seat} has {dict(found)} pieces in all [T1]")
    completed = sum(1 for entry in state["cities"].values() if all(entry.get("offices", entry.get("posts"))))
    if completed != state["completed"]:
        raise Failure(f"{completed} cities are completed, the counter says {state['completed']} [T32]")
    again = implementation.from_state(copy.deepcopy(state))
    other = again.state()
    if other != state:
        differ = {key: (state.get(key), value) for key, value in other.items() if state.get(key) != value}
        raise Failure(f"written and read again, the state differs (before, after): {differ}")
    if again.legal() != moves:
        raise Failure(f"written and read again, the moves differ: {moves[:40]} and {again.legal()[:40]} [D4]")


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


def moves_of(text: str) -> list[str]:
    return [] if text == "none" else [move.strip() for move in text.split(";") if move.strip()]


def same_moves(wanted: list[str], found: list[str]) -> None:
    missing, extra = Counter(wanted) - Counter(found), Counter(found) - Counter(wanted)
    if missing or extra:
        raise Failure(f"missing: {sorted(missing.elements())}\nnot expected: {sorted(extra.elements())}")


def run_check(check: Check, game: Game, implementation: Implementation) -> None:
    verb, argument, text = check.verb, check.argument, check.text
    if verb in ("legal", "illegal"):
        found = game.legal()
        for move in moves_of(text):
            if (move in found) != (verb == "legal"):
                near = [other for other in found if other.split()[0] == move.split()[0]]
                raise Failure(f"{move!r} should be {verb}; legal are {near[:30] or found[:30]}")
    elif verb in ("legal only", "legal matching"):
        pattern = "*" if verb == "legal only" else argument
        same_moves(moves_of(text), [move for move in game.legal() if fnmatchcase(move, pattern)])
    elif verb == "count":
        found = [move for move in game.legal() if fnmatchcase(move, argument)]
        if len(found) != int(text):
            raise Failure(f"{len(found)} moves match {argument!r}, not {text}: {found[:60]}")
    elif verb == "probabilities":
        pairs = dict(zip(game.legal(), game.probabilities(), strict=True))
        wanted = {move.rpartition(" ")[0]: Fraction(move.rpartition(" ")[2]) for move in moves_of(text)}
        same_moves(list(wanted), game.legal())
        for move, value in wanted.items():
            if abs(pairs[move] - float(value)) > 1e-9:
                raise Failure(f"{move!r} has the probability {pairs[move]}, not {value}")
    elif verb == "play":
        for move in moves_of(text):
            if move not in game.legal():
                legal = game.legal()[:40]
                raise Failure(f"cannot play {move!r} (to move {game.to_move!r}); legal are {legal}")
            game.play(move)
            try:
                sound(game, implementation)
            except Failure as failure:
                raise Failure(f"after {move!r}: {failure}") from failure
    elif verb == "say":
        game.play(text)
    elif verb == "refused":
        before = game.state()
        for move in moves_of(text):
            try:
                game.play(move)
            except Exception as error:
                if isinstance(error, CRASHES):
                    raise
                if move not in str(error):
                    raise Failure(f"the error does not name {move!r}: {error} [D9]") from error
            else:
                raise Failure(f"{move!r} is played, but should be refused")
            if game.state() != before:
                raise Failure(f"refusing {move!r} changes the state")
    elif verb == "to move":
        mover = None if text == "none" else "*" if text == "*" else int(text)
        if game.to_move != mover:
            raise Failure(f"to move is {game.to_move!r}, not {mover!r} (phase {game.state()['phase']!r})")
    elif verb == "expect":
        expect(game.state(), text)
    elif verb == "view":
        expect(game.view(int(argument)), text)
    elif verb == "score":
        words = text.split()
        parts = dict.fromkeys(PARTS, 0) | numbers(words)
        parts["total"] = sum(parts.values())
        scores = game.state()["result"]["scores"][int(argument)]
        if scores != parts:
            differ = {part: (scores.get(part), value) for part, value in parts.items()
                      if scores.get(part) != value}
            raise Failure(f"seat {argument} (found, expected): {differ or scores}")
    elif verb == "perft":
        nodes = perft(game, implementation, int(argument))
        if nodes != int(text):
            raise Failure(f"perft({argument}) is {nodes}, not {text}")
    else:
        raise CaseError(f"unknown check {verb!r}")


def expect(state: dict[str, Json], text: str) -> None:
    path, _, value = text.partition(" ")
    place: Json = state
    steps = path.split(".")
    for number, step in enumerate(steps):
        if isinstance(place, list) and step.isdigit() and int(step) < len(place):
            place = place[int(step)]
        elif isinstance(place, dict) and step in place:
            place = place[step]
        elif value == "absent" and isinstance(place, dict) and number == len(steps) - 1:
            return
        else:
            raise Failure(f"{'.'.join(steps[: number + 1])} is absent, not {value}")
    wanted = None if value == "absent" else json.loads(value)
    if value == "absent" or place != wanted or isinstance(place, bool) != isinstance(wanted, bool):
        raise Failure(f"{path} is {json.dumps(place, ensure_ascii=False)}, not {value}")


def perft(game: Game, implementation: Implementation, depth: int) -> int:
    if depth == 0:
        return 1
    if game.to_move is None:
        return 0
    moves = game.legal()
    if depth == 1:
        return len(moves)
    state = game.state()
    total = 0
    for move in moves:
        child = implementation.from_state(copy.deepcopy(state))
        child.play(move)
        total += perft(child, implementation, depth - 1)
    return total
