"""A position of Hansa Teutonica from its sections (MOVES.md, section 13) to the JSON of a state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from hansa.boards import board
from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS
from hansa.sections import Problems, Section, count_of, in_english, in_letters, items_of, named, reading, seat_of
from hansa.teutonica import phase_text
from hansa.teutonica.names import EDITIONS, MARKERS, MODULES, TILES, TRACK_VALUES, amount
from hansa.teutonica.position_rest import actions_of, completed, markers_left, mover_of, pieces_left
from hansa.teutonica.position_words import SECOND, amount_of, is_marker, marker_of, mission_of, pieces_of, places_of, step_of

KEYWORDS = ("turn", "special", "markers", "pending", "connected", "favours", "permits")
# items of a desk, members of the JSON
MARKER_LISTS = {"markers": "unused", "used": "used", "seen": "seen"}
DESK_ITEMS = (*TRACK_VALUES, "prestige", "supply", "stock", *MARKER_LISTS, "favours", "mission")
MOST_PRESTIGE = 200
MOST_TURNS = 2_000_000_000


class PositionReading:
    """One position on its way from sections to JSON."""

    def __init__(self, name: str, players: int, problems: Problems) -> None:
        self.board, self.players, self.problems = board(name), players, problems
        self.places = places_of(self.board)
        self.phase = Section("turn", "", "")
        self.turn: Section | None = None
        self.seen: list[list[str]] = [[] for _ in range(players)]
        self.desks: list[Json] = [{} for _ in range(players)]
        self.given: set[str] = set()
        self.json: Json = {
            "game": "teutonica", "board": name, "edition": EDITIONS[0], "modules": [], "players": players, "turn": 0,
            "phase": "turn", "routes": {}, "cities": {}, "special": {}, "connected": [], "favours_open": [],
            "permits_spent": [], "pending": {"unseen": 0, "seen": self.seen}, "turns": 0, "desks": self.desks,
        }

    def read(self, words: Sequence[str], sections: Sequence[Section]) -> Json:
        head = Section("", "", "the head")
        for word in words:
            known = reading(self.problems, head, partial(named, word, (*EDITIONS, *MODULES), "edition or module"))
            if known in MODULES:
                self.json["modules"].append(known)
            elif known:
                self.json["edition"] = known
        for section in sections:
            reading(self.problems, section, partial(self.section, section))
        if self.turn is None:
            self.problems.found.append("whose turn is it? Add a section such as 'turn: red'")
        if not self.problems.found:
            self.derive()
        return self.json

    def section(self, section: Section) -> None:
        """One section by its key."""
        key, _, rest = section.key.partition(" ")
        key = in_english(key.casefold())
        what: object = key
        if key in KEYWORDS and (key == "turn" or not rest):
            getattr(self, f"read_{key}")(section, rest)
        elif section.key.casefold() in phase_text.PHASES:
            if self.phase.where:
                raise ValueError(f"the phase is {self.phase.key!r} already ({self.phase.where}); leave one of them out")
            self.phase = Section(section.key.casefold(), section.text, section.where)
        elif (seat := self.places.seat(section.key, self.players)) is not None:
            what = seat
            self.read_desk(seat, section)
        else:
            what = place = self.places.place(section.key)
            if place in self.places.cities:
                self.read_city(place, section)
            else:
                self.read_route(place, section)
        if str(what) in self.given:
            raise ValueError(f"{section.key!r} is there twice; leave one of them out")
        self.given.add(str(what))

    def read_turn(self, section: Section, number: str) -> None:
        self.turn = section
        if number:
            self.json["turns"] = count_of(number, MOST_TURNS + 1) - 1
            if self.json["turns"] < 0:
                raise ValueError("turns are counted from 1")
        first, *rest = items_of(section.text) or [[""]]
        self.json["turn"] = seat_of(first[0], self.players)
        for words in [first[1:], *rest]:
            if words and words[0].isdigit():
                self.json["actions"] = count_of(words[0], 200)
            elif words == ["begun"]:
                self.json["begun"] = True
            elif words:
                raise ValueError(f"{' '.join(words)!r} does not belong to 'turn'; it reads 'turn 12: red, 3 actions'")

    def read_special(self, section: Section, rest: str) -> None:
        spaces = [str(points) for points, _ in self.board.spaces]
        for words in items_of(section.text):
            if len(words) != 2 or words[0] not in spaces:
                raise ValueError(f"{' '.join(words)!r} should be one of {', '.join(spaces)} and a player, as '{spaces[0]} red'")
            self.json["special"][words[0]] = seat_of(words[1], self.players)

    def read_markers(self, section: Section, rest: str) -> None:
        supply: Counter[str] = Counter()
        for words in items_of(section.text):
            if words != ["0"]:
                supply[marker_of(words[-1])] += count_of(words[0], 99) if len(words) > 1 else 1
        self.json["supply"] = dict(supply)

    def read_pending(self, section: Section, rest: str) -> None:
        self.json["pending"]["unseen"] = count_of(section.text.removesuffix("unseen").strip(), 99)

    def read_connected(self, section: Section, rest: str) -> None:
        self.json["connected"] = [seat_of(word, self.players) for words in items_of(section.text) for word in words]

    def read_favours(self, section: Section, rest: str) -> None:
        self.json["favours_open"] = [named(word, TILES, "favour") for words in items_of(section.text) for word in words]

    def read_permits(self, section: Section, rest: str) -> None:
        self.json["permits_spent"] = [self.places.city(word) for words in items_of(section.text) for word in words]

    def read_desk(self, seat: int, section: Section) -> None:
        desk = self.desks[seat]
        for name, *words in items_of(section.text):
            item = named(in_english(name), DESK_ITEMS, "item of a player")
            if not words and item not in MARKER_LISTS:
                raise ValueError(f"{name!r} needs a value")
            if item in TRACK_VALUES:
                desk[item] = step_of(item, "".join(words))
            elif item == "prestige":
                desk[item] = count_of(words[0], MOST_PRESTIGE)
            elif item in ("supply", "stock"):
                desk[item] = amount_of(words)
            elif item == "favours":
                desk[item] = [named(word, TILES, "favour") for word in words]
            elif item == "mission":
                desk[item] = mission_of(words, self.places)
            else:
                markers = sorted(map(marker_of, words), key=MARKERS.index)
                if item == "seen":
                    self.seen[seat] = markers
                else:
                    desk[MARKER_LISTS[item]] = markers

    def read_route(self, name: str, section: Section) -> None:
        route, _, ship = name.partition("/")
        content = self.json["routes"].setdefault(route, {})
        for word in in_letters(section.text).replace(",", " ").split():
            if is_marker(word):
                content["marker"] = marker_of(word)
            else:
                content.setdefault("ship" if ship else "house", []).extend(pieces_of(word, self.players))
        if not content:
            del self.json["routes"][route]

    def read_city(self, code: str, section: Section) -> None:
        before, bar, after = in_letters(section.text).partition("|")
        extra, offices = (before, after) if bar else ("", before)
        held = [piece for word in offices.replace(",", " ").split() for piece in pieces_of(word, self.players)]
        beside = [piece for word in extra.replace(",", " ").split() for piece in pieces_of(word, self.players)]
        if re.search(r"\.\s*[^.\s|]", offices):
            raise ValueError("a free office stands left of a taken one; offices are taken from the left [T30]")
        if self.board.city(code).green:
            self.json["cities"][code] = {"posts": beside + held}
        else:
            self.json["cities"][code] = {"offices": list(held), "extra": beside[::-1]}

    # --- what follows from the rest --------------------------------------------------------------

    def derive(self) -> None:
        """Pieces, markers, completed cities, the phase, actions and the mover."""
        state = self.json
        state["phase"] = self.phase.key
        if self.phase.key != "turn":
            read = partial(phase_text.read, self.phase, self.players, self.places)
            state.update(reading(self.problems, self.phase, read) or {})
            if self.problems.found:
                return
        for code in list(state["cities"]):
            self.fill_city(code)
        for seat, desk in enumerate(self.desks):
            self.fill_desk(seat, desk)
        if "supply" not in state:
            left = markers_left(state)
            state["supply"] = {marker: count for marker, count in left.items() if count > 0}
            for marker, count in left.items():
                if count < 0:
                    self.problems.found.append(
                        f"there are {-count} more {marker} than the edition {state['edition']} has [T3]; take some away, "
                        "or say with a section 'markers' what is left in the supply")
        state.setdefault("actions", actions_of(state))
        state["to_move"] = mover_of(state)

    def fill_city(self, code: str) -> None:
        city, printed = self.json["cities"][code], len(self.board.city(code).offices)
        if not any(city.values()):
            del self.json["cities"][code]
        elif "posts" not in city:
            city["offices"] += [None] * (printed - len(city["offices"]))
        self.json["completed"] = completed(self.json, self.board)

    def fill_desk(self, seat: int, desk: Json) -> None:
        self.json.setdefault("completed", 0)
        for name in (*TRACK_VALUES, "prestige"):
            desk.setdefault(name, 0)
        left = pieces_left(self.json, seat)
        colour = SEAT_COLOURS[seat]
        for kind, count in zip(("trader", "merchant"), left, strict=True):
            if count < 0:
                self.problems.found.append(
                    f"{colour} has {-count} {kind}{'s' * (count < -1)} too many on the board and the desk [T1]; "
                    f"take some away, or give {colour} more of its track '{'book' if kind == 'merchant' else 'actions'}'")
        if "supply" not in desk and "stock" not in desk:
            desk["supply"] = (min(5 + seat, max(0, left[0])), min(1, max(0, left[1])))         # T5
        for given, other in (("supply", "stock"), ("stock", "supply")):
            if other not in desk:
                desk[other] = (left[0] - desk[given][0], left[1] - desk[given][1])
                if min(desk[other]) < 0 <= min(left):
                    self.problems.found.append(
                        f"{colour}: {given} {amount(*desk[given])} is more than the {amount(*left) or 'nothing'} that is "
                        "left of the pieces [T1]; write less, or take pieces off the board")
        there = tuple(stock + supply for stock, supply in zip(desk["stock"], desk["supply"], strict=True))
        if min(left) >= 0 and there != left and not self.problems.found:
            self.problems.found.append(
                f"{colour}: stock and supply are {amount(*there) or 'nothing'}, but {amount(*left) or 'nothing'} is left of "
                f"the pieces [T1]; leave out one of them and it follows, or a track is on the second of two equal "
                f"values, as 'keys 2{SECOND}'")
        desk["stock"], desk["supply"] = (amount(*map(partial(max, 0), desk[name])) for name in ("stock", "supply"))
