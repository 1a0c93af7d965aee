"""Positions of Hansa (2004) in the notation for people (MOVES.md, section 13): what its sections
say.

Booths that are not on the board follow from those that are (H3). Without a section `supply`, every
marker that is nowhere else lies face down.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hansa.hansa2004.board import board
from hansa.hansa2004.names import PHASES, REASONS
from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS
from hansa.sections import PIECE_LETTERS, Places, Problems, Section, count_of, in_english, items_of, named, reading, seat_of
from hansa.suggestions import closest

DESK_ITEMS = ("talers", "unsold", "sold")
MOST_TALERS = 200
MOST_TURNS = 2_000_000_000


class Hansa2004Text:
    """The sections of a position of Hansa (2004)."""

    def read(self, board: str, players: int, words: Sequence[str], problems: Problems,
             sections: Sequence[Section]) -> Json:
        """The JSON of the state; what is wrong is added to the problems."""
        if words:
            problems.found.append(f"the head: leave out {' '.join(words)!r}; this game has no editions and no modules")
        return _Reading(players, problems).read(sections)

    def write(self, state: Mapping[str, Any], *, roomy: bool) -> list[str]:
        """The sections of a state."""
        return list(_written(state, roomy))

    def seeded_key(self, board: str, member: str, word: str) -> str:
        """A city with a warehouse."""
        return places().city(word)

    def seeded_words(self, member: str) -> tuple[str, ...]:
        """None: what lies in a warehouse is told by colour and number."""
        return ()

    def seeded_value(self, board: str, member: str, words: Sequence[str]) -> list[str]:
        """The goods of a warehouse."""
        return [kind for word in words for kind in goods_of(word)]


def places() -> Places:
    """The cities."""
    return Places(board().name, {city.code: city.name for city in board().cities})


def goods_of(word: str) -> list[str]:
    """The goods that a word says: `red2`, `r2`, two of them `red2*2`.

    >>> goods_of("r2*3"), goods_of("bl1")
    (['red2', 'red2', 'red2'], ['blue1'])
    """
    found = re.fullmatch(r"([a-zA-Zäöüß]+)([0-9])(?:\*([1-9][0-9]?))?", word)
    if not found:
        raise ValueError(f"{word!r} should be goods such as red2, or red2*3 for three of them")
    kind = named(found[1], board().colours, "colour of goods") + found[2]
    if kind not in board().goods:
        raise ValueError(f"{kind!r} does not name goods; there are 1 to {len(board().barrels)} barrels")
    return [kind] * int(found[3] or 1)


def goods_text(goods: Sequence[str]) -> str:
    """Goods in a row: `red2*3 blue1`."""
    return " ".join(kind + (f"*{count}" if count > 1 else "") for kind, count in Counter(goods).items())


def in_order(goods: Sequence[str]) -> list[str]:
    """By colour and barrels."""
    return sorted(goods, key=board().goods.index)


class _Reading:
    """One position on its way from sections to JSON."""

    def __init__(self, players: int, problems: Problems) -> None:
        self.players, self.problems = players, problems
        self.places = places()
        self.phase = Section("turn", "", "")
        self.given: set[str] = set()
        self.desks: list[Json] = [{"talers": 0, "unsold": [], "sold": []} for _ in range(players)]
        self.json: Json = {
            "game": "hansa2004", "board": board().name, "players": players, "phase": "turn", "ship": board().start,
            "cities": {}, "desks": self.desks,
        }

    def read(self, sections: Sequence[Section]) -> Json:
        for section in sections:
            reading(self.problems, section, partial(self.section, section))
        if "turn" not in self.json:
            self.problems.found.append("whose turn is it? Add a section such as 'turn: red'")
        if not self.problems.found:
            self.derive()
        return self.json

    def section(self, section: Section) -> None:
        key, _, rest = section.key.casefold().partition(" ")
        key = in_english(key)
        what = key
        if key in ("turn", "ship", "supply") and (key == "turn" or not rest):
            getattr(self, f"read_{key}")(section, rest)
        elif key in PHASES and not rest:
            what = "phase"
            self.phase = Section(key, section.text, section.where)
        elif (seat := self.places.seat(section.key, self.players)) is not None:
            what = f"seat {seat}"
            self.read_desk(seat, section)
        else:
            what = self.places.place(section.key)
            self.read_city(what, section)
        if what in self.given:
            raise ValueError(f"{section.key!r} is there twice; leave one of them out")
        self.given.add(what)

    def read_turn(self, section: Section, number: str) -> None:
        if number:
            self.json["turns"] = count_of(number, MOST_TURNS + 1) - 1
        first, *rest = items_of(section.text) or [[""]]
        self.json["turn"] = seat_of(first[0], self.players)
        for words in [first[1:], *rest]:
            if words == ["acted"]:
                self.json["acted"] = True
            elif words:
                raise ValueError(f"{' '.join(words)!r} does not belong to 'turn'; it reads 'turn 12: red, acted'")

    def read_ship(self, section: Section, rest: str) -> None:
        self.json["ship"] = self.places.city(section.text)

    def read_supply(self, section: Section, rest: str) -> None:
        words = section.text.replace(",", " ").split()
        self.json["supply"] = dict(Counter(kind for word in words if word != "0" for kind in goods_of(word)))

    def read_desk(self, seat: int, section: Section) -> None:
        for name, *words in items_of(section.text):
            item = named(name, DESK_ITEMS, "item of a player")
            if item == "talers":
                self.desks[seat][item] = count_of("".join(words), MOST_TALERS)
            else:
                self.desks[seat][item] = in_order([kind for word in words for kind in goods_of(word)])

    def read_city(self, code: str, section: Section) -> None:
        """Goods and booths: `red2 blue1 2r3g`."""
        letters = PIECE_LETTERS[: self.players]
        goods: list[str] = []
        booths = [0] * self.players
        for word in section.text.replace(",", " ").split():
            if re.fullmatch(rf"(?:[0-9]{{0,2}}[{letters}])+", word):
                for count, letter in re.findall(r"([0-9]{0,2})([a-z])", word):
                    booths[letters.index(letter)] += int(count or 1)
            else:
                goods += goods_of(word)
        self.json["cities"][code] = {"goods": in_order(goods), "booths": booths}

    def derive(self) -> None:
        """Booths, supply, the phase and the mover."""
        state = self.json
        state["phase"], turn = self.phase.key, state["turn"]
        state["to_move"] = {"reveal": "*", "over": None}.get(self.phase.key, turn)
        state.update(reading(self.problems, self.phase, self.phase_data) or {})
        for seat, desk in enumerate(self.desks):
            desk["booths"] = board().booths - sum(city["booths"][seat] for city in state["cities"].values())
            if desk["booths"] < 0:
                self.problems.found.append(
                    f"{SEAT_COLOURS[seat]} has {-desk['booths']} booths too many on the board; there are {board().booths} [H3]")
        if "supply" not in state:
            state["supply"] = {kind: count for kind, count in markers_left(state).items() if count > 0}
            most, count = sum(board().full_piles(self.players)), sum(state["supply"].values())
            if count > most:
                self.problems.found.append(
                    f"{count} markers would lie face down, but {most} are the most [H2]; put goods into the cities, or say "
                    "with a section 'supply' which lie face down")

    def phase_data(self) -> Json:
        """As in `sell: red green, last green2, single`, `over: markers`, or
        `lose: red green, colour red, green decides`.
        """
        items, phase = items_of(self.phase.text), self.phase.key
        if phase == "over":
            return {"result": {"reason": named(self.phase.text, REASONS[1:], "reason for the end")}}
        if phase not in ("sell", "lose"):
            if items:
                raise ValueError(f"the phase {phase!r} needs nothing after it")
            return {}
        data: Json = {"colours": [named(word, board().colours, "colour") for word in items[0]] if items else []}
        found: Json = {phase: data}
        if phase == "sell":
            data["single"] = False
        for words in items[1:]:
            if words[0] == "last" and phase == "sell":
                data["last"] = goods_of("".join(words[1:]))[0]
            elif words == ["single"] and phase == "sell":
                data["single"] = True
            elif words[0] == "colour" and phase == "lose":
                data["colour"] = named("".join(words[1:]), board().colours, "colour")
            elif words[-1] == "decides" and phase == "lose":
                found["to_move"] = seat_of(words[0], self.players)
            else:
                raise ValueError(f"{' '.join(words)!r} does not belong to the phase {phase!r}" + closest(words[0], EXAMPLES))
        return found


EXAMPLES = ("last red2", "single", "colour red", "green decides")


def markers_left(state: Mapping[str, Any]) -> Counter[str]:
    """H1: the markers that lie in no city and on no desk."""
    the_board = board()
    left = Counter(dict(zip(the_board.goods, the_board.full_supply(state["players"]), strict=True)))
    left.subtract(kind for city in state["cities"].values() for kind in city.get("goods", ()))
    left.subtract(kind for desk in state["desks"] for name in ("unsold", "sold") for kind in desk[name])
    return left


def _written(state: Mapping[str, Any], roomy: bool) -> Iterator[str]:
    yield f"{state['board']}, {state['players']} players"
    acted = ", acted" if state["acted"] and state["phase"] not in ("sell", "lose") else ""
    yield f"turn {state['turns'] + 1}: {SEAT_COLOURS[state['turn']]}{acted}"
    if state["phase"] != "turn":
        yield _phase_section(state)
    yield f"ship: {state['ship']}"
    for seat, desk in enumerate(state["desks"]):
        lists = [f"{name} {goods_text(desk[name])}" for name in ("unsold", "sold") if desk[name]]
        items = [f"talers {desk['talers']}", *lists]
        yield f"{SEAT_COLOURS[seat]}: {', '.join(items)}"
    for code, city in state["cities"].items():
        booths = "".join(
            f"{count}{PIECE_LETTERS[seat]}" for seat, count in enumerate(city.get("booths", ())) if count)
        yield f"{code}: {' '.join(filter(None, [goods_text(city.get('goods', [])), booths]))}"
    left = {kind: count for kind, count in markers_left(state).items() if count > 0}
    if state["supply"] != left:
        yield f"supply: {' '.join(kind + f'*{count}' * (count > 1) for kind, count in state['supply'].items()) or '0'}"


def _phase_section(state: Mapping[str, Any]) -> str:
    phase: str = state["phase"]
    data = state.get(phase, {})
    if phase == "over":
        return f"over: {state['result']['reason']}"
    if phase == "sell":
        return f"sell: {' '.join(data['colours'])}, last {data['last']}" + (", single" if data["single"] else "")
    if phase == "lose":
        return f"lose: {' '.join(data['colours'])}, colour {data['colour']}, {SEAT_COLOURS[state['to_move']]} decides"
    return phase
