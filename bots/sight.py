"""A position as one seat looks at it: what stands where, whose, how long the game may still last."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from engine_c.teutonica.position import TeutonicaPosition
from hansa.bots.ground import Ground, ground
from hansa.teutonica.names import LAST_PRESTIGE, TILES

KEYS_VALUES = (1, 2, 2, 3, 4)
ACTIONS_VALUES = (2, 3, 3, 4, 4, 5)
BOOK_VALUES = (2, 3, 4, 5)
BANK_VALUES = (3, 5, 7, 30)
KEYS, ACTIONS, PRIVILEGE, BOOK, BANK = range(5)
TRACK_ENDS = (4, 5, 3, 3, 3)
TOO_LONG = 15           # turns a player
LONG_GAME = (0, 0, 19.0, 14.0, 13.0, 13.0)       # turns a player by their number, as the games of these bots last


class Sight:
    """The numbers that plans are made of. `stand[way]` counts own (traders, merchants), free (houses, ships)."""

    def __init__(self, position: TeutonicaPosition, me: int) -> None:
        self.position = position
        self.me = me
        self.ground: Ground = ground(position.board_name)
        self.fields: dict[str, Any] = position.fields()
        self.players: int = self.fields["players"]
        self.desk: dict[str, Any] = self.fields["desks"][me]
        self.control = position.control()
        self.totals = [sum(points) for points in position.scores()]
        self.supply: list[int] = self.desk["supply"]
        self.stock: list[int] = self.desk["stock"]
        track: list[int] = self.desk["track"]
        self.track = track
        self.privilege = track[PRIVILEGE]
        self.book = BOOK_VALUES[track[BOOK]]
        self.bank = BANK_VALUES[track[BANK]]
        self.actions_a_turn = ACTIONS_VALUES[track[ACTIONS]] + self.has_tile("extra-action")
        self.actions_left: int = self.fields["actions"]
        self._look_at_routes()

    def has_tile(self, name: str) -> bool:
        """Whether a favour is one's own (T102)."""
        return (TILES.index(name), self.me) in self.fields["taken_tiles"]

    def _look_at_routes(self) -> None:
        slots, me = self.fields["slots"], self.me
        self.mine: list[tuple[int, int]] = []           # traders, merchants, on houses and ships
        self.free_houses: list[int] = []
        self.free_ships: list[int] = []
        self.foes: list[list[tuple[int, int]]] = []     # (slot, piece)
        for way in self.ground.ways:
            own = [0, 0]
            foes = []
            free = [way.houses, way.ships]
            for ship, slot in enumerate((way.house, way.ship) if way.ships else (way.house,)):
                pieces = slots[slot]
                free[ship] -= len(pieces)
                for piece in pieces:
                    if piece >> 1 == me:
                        own[piece & 1] += 1
                    else:
                        foes.append((slot, piece))
            self.mine.append((own[0], own[1]))
            self.free_houses.append(free[0])
            self.free_ships.append(free[1])
            self.foes.append(foes)

    # --- time -------------------------------------------------------------------------------------------------------

    @cached_property
    def progress(self) -> float:
        """How far the game has come towards the nearest of its ends (T70), from 0 to 1."""
        fields = self.fields
        prestige: float = max(desk["prestige"] for desk in fields["desks"]) / LAST_PRESTIGE
        cities: float = fields["completed"] / self.ground.city_limit
        markers = 1 - (sum(fields["supply"]) - fields["unseen"] + 1) / 13
        played: float = fields["turns"] / self.players / (LONG_GAME[self.players] + 8)
        return float(min(1.0, max(prestige, cities, markers, played, 0.0)))

    @cached_property
    def turns_left(self) -> float:
        """About how many more turns of one's own there will be, this one included."""
        played: float = self.fields["turns"] / self.players
        length = LONG_GAME[self.players]
        pace = min(played / self.progress, 2 * length) if self.progress else length
        expected = (5 * length + played * pace) / (5 + played)      # the longer it lasts, the more its own pace counts
        return 1.0 + float(expected * (1.0 - self.progress) ** 1.2)

    @property
    def too_long(self) -> bool:
        """Whether the game has lasted so long that everybody works for its end."""
        over: bool = self.fields["turns"] >= TOO_LONG * self.players
        return over

    @cached_property
    def lead(self) -> int:
        """Points ahead of the best other, as it stands."""
        return self.totals[self.me] - max(total for seat, total in enumerate(self.totals) if seat != self.me)

    # --- cities -----------------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> list[dict[int, int]]:
        """For each city: how many offices each owner has."""
        found = []
        for printed, beside in self.fields["cities"]:
            count: dict[int, int] = {}
            for piece in (*printed, *beside):
                count[piece >> 1] = count.get(piece >> 1, 0) + 1
            found.append(count)
        return found

    @cached_property
    def group_size(self) -> list[int]:
        """For each city with an own office: how many cities its group has (T73 F); 0 elsewhere."""
        size = [0] * len(self.held)
        for city, count in enumerate(self.held):
            if self.me in count and not size[city]:
                group = self._group(city)
                for member in group:
                    size[member] = len(group)
        return size

    def _group(self, city: int) -> set[int]:
        group, rest = {city}, [city]
        while rest:
            for near in self.ground.towns[rest.pop()].neighbours:
                if near not in group and self.me in self.held[near]:
                    group.add(near)
                    rest.append(near)
        return group

    def joined(self, city: int) -> int:
        """The size of the group that an office in this city would make."""
        if self.me in self.held[city]:
            return self.group_size[city]
        group: set[int] = set()
        for near in self.ground.towns[city].neighbours:
            if near not in group and self.group_size[near]:
                group |= self._group(near)
        return len(group) + 1

    @cached_property
    def way_across(self) -> tuple[int, frozenset[int]]:
        """How many offices are wanting for the connection (T33), and cities that would bring it nearer."""
        first, last = self.ground.connection
        there, back = self._distances(first), self._distances(last)
        wanting = there[last]
        on_it = frozenset(
            city for city in range(len(there)) if self.me not in self.held[city] and there[city] + back[city] - 1 == wanting
        )
        return wanting, on_it

    def _distances(self, start: int) -> list[int]:
        """Offices wanting on the best way from a city to every other, both ends included."""
        held, towns, me = self.held, self.ground.towns, self.me
        far = [99] * len(towns)
        far[start] = int(me not in held[start])
        rest = [start]
        while rest:
            city = rest.pop(0)
            for near in towns[city].neighbours:
                length = far[city] + (me not in held[near])
                if length < far[near]:
                    far[near] = length
                    rest.append(near)
        return far
