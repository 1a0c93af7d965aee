"""Positions of Hansa Teutonica in the notation for people (MOVES.md, section 13): what its sections say.

Tracks stand at the values printed on the desk. What follows from the rest need not be written: pieces
in stock and supply (T1), markers in the supply (T3), completed cities, whose decision it is (D1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hansa.boards import Board, board, modules
from hansa.catalogue import SEAT_COLOURS
from hansa.sections import PIECE_LETTERS, Places, Problems, Section, count_of, items_of, named, reading, seat_of
from hansa.teutonica import phase_text
from hansa.teutonica.names import EDITIONS, MARKERS, MERCHANTS, MODULES, TILES, TRACK_VALUES, TRADERS, amount
from hansa.teutonica.possible import desk_pieces

Json = dict[str, Any]
KEYWORDS = ("turn", "special", "markers", "pending", "connected", "favours", "permits")
MARKER_LISTS = {"markers": "unused", "used": "used", "seen": "seen"}      # items of a desk, members of the JSON
DESK_ITEMS = (*TRACK_VALUES, "prestige", "supply", "stock", *MARKER_LISTS, "favours", "mission")
SECOND = "+"            # after a value that is printed twice in a row: the second one is meant
MOST_PRESTIGE = 200
MOST_TURNS = 2_000_000_000


class TeutonicaText:
    """The sections of a position of Hansa Teutonica."""

    def read(self, board: str, players: int, words: Sequence[str], problems: Problems,
             sections: Sequence[Section]) -> Json:
        """The JSON of the state; what is wrong is added to the problems."""
        return _Reading(board, players, problems).read(words, sections)

    def write(self, state: Mapping[str, Any], *, roomy: bool) -> list[str]:
        """The sections of a state; `roomy`: with a dot for each free house and office."""
        return list(_written(state, roomy))


def places_of(the_board: Board) -> Places:
    """The cities and routes of a board."""
    return Places(
        the_board.name, {city.code: city.name for city in the_board.cities}, [route.name for route in the_board.routes])


# --- words ------------------------------------------------------------------------------------------

def pieces_of(word: str, players: int) -> list[str]:
    """The pieces that a word says: `rrG` are two red traders and a green merchant; `3r`, `0t`, `nt` too.

    >>> pieces_of("rrG.", 4), pieces_of("3b", 4), pieces_of("2m", 4)
    (['0t', '0t', '1m'], ['2t', '2t', '2t'], ['2m'])
    """
    letters = PIECE_LETTERS[:players] + "n" * (players == 2)
    if re.fullmatch(r"[0-4n][tm]", word):
        return [word]
    if not re.fullmatch(rf"(?:[0-9]?[{letters}{letters.upper()}]|\.)+", word):
        raise ValueError(
            f"{word!r} is neither pieces nor a marker; pieces are the letters {letters}, capitals for merchants, "
            f"markers are {', '.join(MARKERS)}")
    found: list[str] = []
    for count, letter in re.findall(r"([0-9]?)([a-zA-Z])", word):
        owner = "n" if letter.casefold() == "n" else str(letters.index(letter.casefold()))
        found += [f"{owner}{'m' if letter.isupper() else 't'}"] * int(count or 1)
    return found


def piece_letter(piece: str) -> str:
    """A piece of the JSON, `1m`, as its letter: `G`."""
    letter = "n" if piece[0] == "n" else PIECE_LETTERS[int(piece[0])]
    return letter.upper() if piece[1] == "m" else letter


def marker_of(word: str) -> str:
    """A marker; `+3` and `+4` too."""
    return named(re.sub(r"^\+", "plus-", word), MARKERS, "marker")


def is_marker(word: str) -> bool:
    """Whether a word is meant as a marker, not as pieces."""
    return word[0] == "+" or (len(word) > 2 and any(marker.startswith(word.casefold()) for marker in MARKERS))


def step_of(track: str, word: str) -> int:
    """The step of a track by its printed value: `keys 2` is the first 2, `keys 2+` the second."""
    values = TRACK_VALUES[track]
    plain = word.removesuffix(SECOND)
    value = plain if plain in values else named(plain, dict.fromkeys(values), f"value of {track}")
    steps = [step for step, printed in enumerate(values) if printed == value]
    if word.endswith(SECOND) and len(steps) < 2:
        raise ValueError(f"there is only one {value} on the track {track}; leave out the '{SECOND}'")
    return steps[-1] if word.endswith(SECOND) else steps[0]


def step_text(track: str, step: int) -> str:
    """The printed value of a step, as `step_of` reads it.

    >>> [step_text("actions", step) for step in range(6)]
    ['2', '3', '3+', '4', '4+', '5']
    """
    values = TRACK_VALUES[track]
    return values[step] + SECOND * (step > 0 and values[step - 1] == values[step])


def amount_of(words: Sequence[str]) -> tuple[int, int]:
    """Traders and merchants: `5t1m`, `5t 1m`, `0`."""
    text = "".join(words)
    found = re.fullmatch(r"(?:([0-9]{1,2})t)?(?:([0-9])m)?", "" if text in ("0", "-") else text)
    if not found or not words:
        raise ValueError(f"{text!r} should be an amount such as 5t1m, or 0")
    return int(found[1] or 0), int(found[2] or 0)


def mission_of(words: Sequence[str], places: Places) -> int | str:
    """A mission card by its cities or its number."""
    cards: list[list[str]] = modules()["missions"]
    if list(words) == ["?"]:
        return "?"
    if len(words) == 1 and words[0].isdigit():
        return count_of(words[0], len(cards) - 1)
    cities = sorted(places.city(word) for word in words)
    for number, card in enumerate(cards):
        if sorted(card) == cities:
            return number
    raise ValueError(f"no mission is {' '.join(words)}; missions are {', '.join(' '.join(card) for card in cards)}")


# --- reading ----------------------------------------------------------------------------------------

class _Reading:
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
        key = key.casefold()
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
            self.json["turns"] = count_of(number, MOST_TURNS) - 1
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
            item = named(name, DESK_ITEMS, "item of a player")
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
        for word in section.text.replace(",", " ").split():
            if is_marker(word):
                content["marker"] = marker_of(word)
            else:
                content.setdefault("ship" if ship else "house", []).extend(pieces_of(word, self.players))
        for pieces in (content.get("house", []), content.get("ship", [])):
            pieces.sort(key=lambda piece: (piece[0], piece[1] == "m"))
        if not content:
            del self.json["routes"][route]

    def read_city(self, code: str, section: Section) -> None:
        before, bar, after = section.text.partition("|")
        extra, offices = (before, after) if bar else ("", before)
        held = [piece for word in offices.split() for piece in pieces_of(word, self.players)]
        beside = [piece for word in extra.split() for piece in pieces_of(word, self.players)]
        if re.search(r"\.\s*[^.\s|]", offices):
            raise ValueError("a free office stands left of a taken one; offices are taken from the left [T30]")
        if self.board.city(code).green:
            self.json["cities"][code] = {"posts": beside + held}
        else:
            self.json["cities"][code] = {"offices": list(held), "extra": beside[::-1]}

    # --- what follows from the rest -----------------------------------------------------------------

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
                f"the pieces [T1]; leave out one of them and it follows, or a track stands on the second of two equal "
                f"values, as 'keys 2{SECOND}'")
        desk["stock"], desk["supply"] = (amount(*map(partial(max, 0), desk[name])) for name in ("stock", "supply"))


def pieces_left(state: Mapping[str, Any], seat: int) -> tuple[int, int]:
    """T1: how many traders and merchants of a seat are neither on the board nor on the tracks of its desk."""
    there: Counter[str] = Counter()
    for route in state["routes"].values():
        there.update([*route.get("house", ()), *route.get("ship", ())])
    for city in state["cities"].values():
        there.update(piece for pieces in city.values() for piece in pieces if piece)
    there.update(f"{owner}m" for owner in state["special"].values() if owner is not None)
    there.update(phase_text.pieces_in_hand(state))
    desk = state["desks"][seat]
    traders, merchants = desk_pieces([desk[track] for track in TRACK_VALUES])
    return TRADERS - traders - there[f"{seat}t"], MERCHANTS - merchants - there[f"{seat}m"]


def markers_left(state: Mapping[str, Any]) -> Mapping[str, int]:
    """T3: the markers of the edition that lie neither on the board nor on a desk."""
    facts = modules()["markers"][state["edition"]]
    left = Counter(facts["supply"])
    left.update(facts["tavern"])
    out = [route["marker"] for route in state["routes"].values() if route.get("marker")]
    out += [marker for desk in state["desks"] for name in ("unused", "used") for marker in desk.get(name, ())]
    out += [marker for markers in state["pending"]["seen"] for marker in markers]
    left.subtract(out)
    return left


def completed(state: Mapping[str, Any], the_board: Board) -> int:
    """T32: how many cities are completed."""
    return sum(
        len(city["posts"]) > 0 if "posts" in city else None not in city["offices"]
        and len(city["offices"]) == len(the_board.city(code).offices)
        for code, city in state["cities"].items())


def actions_of(state: Mapping[str, Any]) -> int:
    """The actions of a turn that has just begun; none once it has ended."""
    if state["phase"] in ("draw", "plates", "over"):
        return 0
    desk = state["desks"][state["turn"]]
    return int(TRACK_VALUES["actions"][desk["actions"]]) + ("extra-action" in desk.get("favours", ()))


def mover_of(state: Mapping[str, Any]) -> int | str | None:
    """D1: whose decision it is, by the phase."""
    turn: int = state["turn"]
    if state["phase"] in ("draw", "over"):
        return "*" if state["phase"] == "draw" else None
    if state["phase"] == "displaced":
        owner = state["displaced"]["owner"]
        return 1 - turn if owner == "n" else int(owner)
    if state["phase"] == "toll":
        takers = [seat for seat, desk in enumerate(state["desks"]) if "income" in desk.get("favours", ()) and seat != turn]
        return takers[0] if takers else turn
    return turn


# --- writing ----------------------------------------------------------------------------------------

def _written(state: Mapping[str, Any], roomy: bool) -> Iterator[str]:
    """The sections; what a reader derives is left out."""
    the_board = board(state["board"])
    beside = [state["edition"]] * (state["edition"] != EDITIONS[0]) + list(state["modules"])
    yield ", ".join([state["board"], f"{state['players']} players", *beside])
    left = state["actions"]
    actions = f", {left} action{'s' * (left != 1)}" * (roomy or left != actions_of(state))
    yield f"turn {state['turns'] + 1}: {SEAT_COLOURS[state['turn']]}{actions}" + ", begun" * bool(state.get("begun"))
    if state["phase"] != "turn":
        yield phase_text.write(state)
    for seat in range(state["players"]):
        yield f"{SEAT_COLOURS[seat]}: {', '.join(_desk_items(state, seat, roomy))}"
    for route in the_board.routes:
        yield from _route_sections(state["routes"].get(route.name, {}), the_board, route.name, roomy)
    for code, city in state["cities"].items():
        yield f"{code}: {_city_text(city, roomy)}"
    special = [f"{points} {SEAT_COLOURS[owner]}" for points, owner in state["special"].items() if owner is not None]
    left = {marker: count for marker, count in markers_left(state).items() if count}
    supply = [f"{count} {marker}" for marker, count in state["supply"].items()]
    for key, content in (
        ("special", ", ".join(special)),
        ("markers", "" if state["supply"] == left else ", ".join(supply) or "0"),
        ("pending", f"{state['pending']['unseen']} unseen" if state["pending"]["unseen"] else ""),
        ("connected", " ".join(SEAT_COLOURS[seat] for seat in state["connected"])),
        ("favours", " ".join(state["favours_open"])),
        ("permits", " ".join(state["permits_spent"])),
    ):
        if content:
            yield f"{key}: {content}"


def _desk_items(state: Mapping[str, Any], seat: int, roomy: bool) -> Iterator[str]:
    desk = state["desks"][seat]
    for track in TRACK_VALUES:
        if roomy or desk[track]:
            yield f"{track} {step_text(track, desk[track])}"
    if roomy or desk["prestige"]:
        yield f"prestige {desk['prestige']}"
    yield f"supply {desk['supply'] or '0'}"
    lists = (("markers", desk["unused"]), ("used", desk["used"]), ("seen", state["pending"]["seen"][seat]),
             ("favours", desk["favours"]))
    for name, words in lists:
        if words:
            yield f"{name} {' '.join(words)}"
    if desk["mission"] is not None:
        card = desk["mission"]
        yield f"mission {card if card == '?' else ' '.join(modules()['missions'][card])}"


def _route_sections(content: Mapping[str, Any], the_board: Board, name: str, roomy: bool) -> Iterator[str]:
    """One for the houses and the marker, one for the ships."""
    places = the_board.route(name).houses
    for key, shape in ((name, "house"), (f"{name}/ship", "ship")):
        letters = "".join(map(piece_letter, content.get(shape, ())))
        room = sum(house.ship == (shape == "ship") for house in places)
        words = [letters + "." * (room - len(letters)) * roomy, content.get("marker") or "" if shape == "house" else ""]
        if letters or words[1]:
            yield f"{key}: {' '.join(filter(None, words))}"


def _city_text(city: Mapping[str, Any], roomy: bool) -> str:
    if "posts" in city:
        return "".join(map(piece_letter, city["posts"]))
    extra = "".join(map(piece_letter, reversed(city["extra"])))
    offices = "".join(piece_letter(piece) if piece else "." * roomy for piece in city["offices"])
    return f"{extra}|{offices}" if extra else offices
