"""Positions of Hansa (2004) in rule cases (see `casefile.py`), and what must hold in every one of
them.

The position, everything optional:

    game: hansa2004  players: 2  turn: 1  turns: 3  phase: turn  ship: LUB  acted: yes
    phase: sell {"colours": ["red"], "last": "red1", "single": true}     the data of the phase, as
    in MOVES section 9 desk 0: talers 4 unsold red1 red3*2 sold blue1 blue2 city LUB: red1 green2
    booths 2 1                   goods in its warehouse, booths by seat fill: yellow1*4 yellow2
    the spaces still empty, in the order of the numbers supply: red1 2 blue3 1
    else what is nowhere else, as far as the piles hold it; or `none`

Defaults: turn of seat 0, phase `turn`, the ship in Copenhagen, 3 talers, no goods and no booths
anywhere; `turns` is the seat's own number, `acted` and `to_move` what the phase makes them. Booths
in stock and piles are worked out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from tests.caseposition import CaseError, board_data, numbers, split_on

HEADER = {"players", "turn", "turns", "phase", "ship", "acted", "to_move", "supply", "fill"}
BOOTHS = 15

Json = Any


def goods_of(words: list[str]) -> list[str]:
    """`red1 red3*2` -> red1, red3, red3"""
    found: list[str] = []
    for word in words:
        match = re.fullmatch(r"([a-z]+[123])(?:\*(\d+))?", word)
        if match is None:
            raise CaseError(f"no goods: {word!r}")
        found += [match[1]] * int(match[2] or 1)
    return found


class Position:
    """Collects the lines of a position and builds the state's JSON from them."""

    def __init__(self, header: dict[str, str]) -> None:
        if set(header) - HEADER:
            raise CaseError(f"unknown words {set(header) - HEADER}")
        self.header = header
        self.board = board_data("hansa2004")
        self.players = int(header.get("players", "2"))
        self.kinds = [
            f"{colour}{barrels}" for colour in self.board["goods"]["colors"] for barrels in self.board["goods"]["barrels"]
        ]
        self.desks: list[dict[str, list[str]]] = [{} for _ in range(self.players)]
        self.cities: dict[str, dict[str, list[Json]]] = {
            city["code"]: {"goods": [], "booths": [0] * self.players} for city in self.board["cities"]
        }

    def line(self, word: str, argument: str, text: str) -> None:
        words = text.split()
        if word == "desk":
            parts = split_on(words, "talers", "unsold", "sold")
            if parts.pop(""):
                raise CaseError("desk: begin with talers, unsold or sold")
            self.desks[int(argument)] = parts
        elif word == "city" and argument in self.cities:
            parts = split_on(words, "booths")
            booths = [int(count) for count in parts.get("booths", [])]
            self.cities[argument] = {
                "goods": self.in_order(goods_of(parts[""])), "booths": booths + [0] * (self.players - len(booths)),
            }
        else:
            raise CaseError(f"unknown line {word} {argument}")

    def in_order(self, goods: list[str]) -> list[str]:
        return sorted(goods, key=self.kinds.index)

    def state(self) -> dict[str, Json]:
        header = self.header
        phase, _, data = header.get("phase", "turn").partition(" ")
        turn = int(header.get("turn", "0"))
        self._fill(goods_of(header.get("fill", "").split()))
        desks = [
            {
                "talers": int(desk.get("talers", ["3"])[0]),
                "booths": BOOTHS - sum(city["booths"][seat] for city in self.cities.values()),
                "unsold": self.in_order(goods_of(desk.get("unsold", []))),
                "sold": self.in_order(goods_of(desk.get("sold", []))),
            }
            for seat, desk in enumerate(self.desks)
        ]
        supply = self._supply(desks)
        to_move: Json = {"reveal": "*", "over": None}.get(phase, turn)
        if "to_move" in header:
            to_move = int(header["to_move"])
        result: dict[str, Json] = {
            "game": "hansa2004", "board": "hansa2004", "players": self.players, "turn": turn, "to_move": to_move,
            "phase": phase, "ship": header.get("ship", self.board["start"]),
            "acted": header.get("acted", "yes" if phase in ("sell", "lose") else "no") == "yes", "desks": desks,
            "cities": {
                code: {part: facts for part, facts in city.items() if any(facts)}
                for code, city in self.cities.items() if any(map(any, city.values()))
            },
            "supply": supply, "piles": self._piles(sum(supply.values())), "turns": int(header.get("turns", str(turn))),
        }
        if data:
            result[phase] = json.loads(data)
        return result

    def _fill(self, goods: list[str]) -> None:
        for city in sorted(self.board["cities"], key=lambda city: int(city["number"])):
            lying = self.cities[city["code"]]["goods"]
            while goods and len(lying) < city["warehouses"]:
                lying.append(goods.pop(0))
            self.cities[city["code"]]["goods"] = self.in_order(lying)
        if goods:
            raise CaseError(f"no space is left for {goods}")

    def _all(self) -> Counter[str]:
        goods = self.board["goods"]
        colours = goods["colors"][: len(goods["colors"]) - goods["removed_colors"][str(self.players)]]
        return Counter({f"{colour}{barrels}": count for colour in colours for barrels, count in goods["barrels"].items()})

    def _supply(self, desks: list[dict[str, Json]]) -> dict[str, int]:
        text = self.header.get("supply")
        if text == "none":
            return {}
        if text is not None:
            counts = Counter(numbers(text.split()))
        else:
            counts = self._all()
            for desk in desks:
                counts.subtract(desk["unsold"] + desk["sold"])
            for city in self.cities.values():
                counts.subtract(city["goods"])
            spare = sum(counts.values()) - sum(self._piles(None))
            for kind in reversed(self.kinds):
                taken = max(0, min(spare, counts[kind]))
                counts[kind] -= taken
                spare -= taken
        return {kind: counts[kind] for kind in self.kinds if counts[kind]}

    def _piles(self, left: int | None) -> list[int]:
        """The piles at the start, or with some markers left."""
        whole = sum(self._all().values()) - sum(city["warehouses"] for city in self.board["cities"])
        piles = [whole // 5 + (number < whole % 5) for number in range(5)]
        taken = 0 if left is None else whole - left
        for number, size in enumerate(piles):
            piles[number] = size - min(size, taken)
            taken -= min(size, taken)
        return piles


def unsound(state: dict[str, Json]) -> str:
    """What is lost or wrongly counted; empty if nothing is."""
    for seat, desk in enumerate(state["desks"]):
        standing = sum(city["booths"][seat] for city in state["cities"].values() if "booths" in city)
        if desk["booths"] + standing != BOOTHS:
            return f"seat {seat} has {desk['booths']} and {standing} booths [H3]"
    found: Counter[str] = Counter(state["supply"])
    for place in (*state["desks"], *state["cities"].values()):
        found.update(place.get("unsold", []) + place.get("sold", []) + place.get("goods", []))
    most = board_data("hansa2004")["goods"]["barrels"]
    many = [kind for kind, count in found.items() if count > most[kind[-1]]]
    if many:
        return f"too many markers {many} [H1]"
    if sum(state["piles"]) != sum(state["supply"].values()):
        return f"the piles {state['piles']} do not hold the supply [H22]"
    return ""
