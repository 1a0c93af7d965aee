"""A state from its JSON object: every problem is found and named; only a possible position gets through."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine_c.hansa2004.position import Hansa2004Position
from hansa.catalogue import closest, shown
from hansa.errors import StateError
from hansa.hansa2004.board import NAME, board, tables
from hansa.hansa2004.names import PHASES, REASONS
from hansa.hansa2004.possible import impossibilities
from hansa.hansa2004.setup import NO_PHASE_FIELDS
from hansa.hansa2004.state_writing import result_json
from hansa.reading import Reader, check_made

MEMBERS = (
    "game", "board", "players", "turn", "to_move", "phase", "ship", "acted", "desks", "cities", "supply", "piles", "turns",
    "sell", "lose", "result",
)
OPTIONAL = ("game", "board", "acted", "piles", "turns", "sell", "lose", "result")
MOST_TURNS = 2_000_000_000


def read_state(data: object) -> Hansa2004Position:
    """The position that a state describes; `StateError` lists everything that is wrong with it."""
    if not isinstance(data, Mapping):
        raise StateError(["a state is a JSON object (MOVES.md, section 9)"])
    reader = _Reader(data)
    fields = reader.fields()
    problems = reader.problems or impossibilities(fields, board())
    if problems:
        raise StateError(problems)
    try:
        position = Hansa2004Position.from_fields(tables(), fields)
    except ValueError as error:
        raise StateError([str(error)]) from error
    check_made(position, PHASES[fields["phase"]], data.get("result"), partial(result_json, position), "H52")
    return position


class _Reader(Reader):
    """Reads one state of this game."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__()
        self.data = data
        self.board = board()
        self.players = 0

    def fields(self) -> dict[str, Any]:
        data = self.members(self.data, MEMBERS, "the state", OPTIONAL)
        self.name(data.get("board", NAME), (NAME,), "board")
        players = data.get("players")
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.board.players:
            fit = ", ".join(map(str, self.board.players))
            self.problem(f"Hansa (2004) is for {fit} players, not {shown(players)}")
            return {}       # without their number nothing else can be read
        self.players = players
        codes = [city.code for city in self.board.cities]
        turn = self.number(data.get("turn"), "turn", players - 1)
        fields: dict[str, Any] = {
            "players": players, **NO_PHASE_FIELDS, "reason": 0, "turn": turn,
            "to_move": self.mover(data.get("to_move"), players),
            "phase": self.name(data.get("phase"), PHASES, "phase"),
            "ship": self.name(data.get("ship"), codes, "ship"),
            "acted": self.truth(data.get("acted", data.get("phase") in ("sell", "lose")), "acted"),
            "turns": self.number(data.get("turns", turn), "turns", MOST_TURNS),
            "supply": self.supply(data.get("supply")),
        }
        self.desks(data.get("desks"), fields)
        self.cities(data.get("cities"), fields)
        self.phase_data(data, fields)
        if "piles" in data and not self.problems:
            self.piles(data["piles"], sum(fields["supply"]))
        return fields

    def kind(self, value: object, where: str) -> int | None:
        """A kind of goods by its number."""
        if not isinstance(value, str) or value not in self.board.goods:
            self.problem(f"{where}: unknown goods {shown(value)}" + closest(value, self.board.goods))
            return None
        return self.board.goods.index(value)

    def kinds(self, value: object, where: str) -> list[int]:
        found = [self.kind(item, where) for item in self.items(value, where)]
        return sorted(kind for kind in found if kind is not None)

    def counts(self, value: object, where: str) -> list[int]:
        """A list of goods as counts by kind."""
        counts = [0] * len(self.board.goods)
        for kind in self.kinds(value, where):
            counts[kind] += 1
        return counts

    def supply(self, value: object) -> list[int]:
        content = self.members(value, self.board.goods, "supply", self.board.goods)
        return [self.number(content.get(kind, 0), f"supply.{kind}", 7) for kind in self.board.goods]

    def piles(self, value: object, left: int) -> None:
        """H22: how many each pile has follows from how many are left."""
        wanted = self.board.piles_of(left, self.players)
        if value != wanted:
            self.problem(f"piles must be {wanted} with {left} markers in the supply, not {shown(value)} [H22]")

    def desks(self, value: object, fields: dict[str, Any]) -> None:
        desks = self.items(value, "desks")
        if len(desks) != self.players:
            self.problem(f"desks must have an entry for each of the {self.players} players, not {len(desks)}")
            desks = []
        for member in ("talers", "stock", "unsold", "sold"):
            fields[member] = []
        for seat, desk in enumerate(desks):
            where = f"desks[{seat}]"
            facts = self.members(desk, ("talers", "booths", "unsold", "sold"), where, ("unsold", "sold"))
            fields["talers"].append(self.number(facts.get("talers", 0), f"{where}.talers"))
            fields["stock"].append(self.number(facts.get("booths", 0), f"{where}.booths", self.board.booths))
            for member in ("unsold", "sold"):
                fields[member].append(self.counts(facts.get(member, []), f"{where}.{member}"))

    def cities(self, value: object, fields: dict[str, Any]) -> None:
        codes = [city.code for city in self.board.cities]
        content = self.members(value, codes, "cities", codes)
        fields["goods"], fields["booths"] = [], []
        for city in self.board.cities:
            where = f"cities.{city.code}"
            facts = self.members(content.get(city.code, {}), ("goods", "booths"), where, ("goods", "booths"))
            goods = self.kinds(facts.get("goods", []), f"{where}.goods")
            if len(goods) > city.warehouses:
                self.problem(f"{where}.goods has {len(goods)} markers in {city.warehouses} spaces [H2]")
            fields["goods"].append(goods)
            booths = self.items(facts.get("booths", [0] * self.players), f"{where}.booths")
            if len(booths) != self.players:
                self.problem(f"{where}.booths must have a number for each of the {self.players} players, not {shown(booths)}")
                booths = [0] * self.players
            fields["booths"].append([self.number(count, f"{where}.booths", self.board.booths) for count in booths])

    def sale(self, value: object, where: str) -> int:
        """The colours of a sale as a set."""
        colours = [self.name(item, self.board.colours, where) for item in self.items(value, where)]
        if len(set(colours)) < len(colours):
            self.problem(f"{where} names a colour twice")
        return sum({1 << colour for colour in colours})

    def phase_data(self, data: Mapping[str, Any], fields: dict[str, Any]) -> None:
        """What a phase needs, and only that phase has."""
        phase = PHASES[fields["phase"]]
        for other, member in (("sell", "sell"), ("lose", "lose"), ("over", "result")):
            if phase == other and member not in data:
                self.problem(f"the phase {phase!r} needs {member!r}")
            if phase != other and member in data:
                self.problem(f"{member!r} is there, but the phase is {phase!r}")
        if phase == "sell":
            sell = self.members(data.get("sell", {}), ("colours", "last", "single"), "sell")
            fields["sale"] = self.sale(sell.get("colours"), "sell.colours")
            fields["last"] = self.kind(sell.get("last"), "sell.last")
            fields["single"] = self.truth(sell.get("single"), "sell.single")
        elif phase == "lose":
            lose = self.members(data.get("lose", {}), ("colours", "colour"), "lose")
            fields["sale"] = self.sale(lose.get("colours"), "lose.colours")
            fields["losing"] = self.name(lose.get("colour"), self.board.colours, "lose.colour")
        elif phase == "over":
            result = self.members(data.get("result", {}), ("reason", "scores", "ranks", "shares"), "result",
                                  ("scores", "ranks", "shares"))
            fields["reason"] = self.name(result.get("reason"), REASONS, "result.reason")
            if not fields["reason"]:
                self.problem("result.reason must say why the game is over [H50]")
