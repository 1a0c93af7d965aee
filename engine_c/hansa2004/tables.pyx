"""The board's JSON turned into arrays and sets, once."""

from libc.string cimport memset

from engine_c.hansa2004.types cimport *


cdef class Tables:
    """What the engine needs of the board; the numbers of cities are their places in its file."""

    def __init__(self, data: dict) -> None:
        cdef Board *board = &self.board
        cdef int number, players, left
        cities = data["cities"]
        goods = data["goods"]
        index = {city["code"]: number for number, city in enumerate(cities)}
        memset(board, 0, sizeof(Board))
        self.name = data["name"]
        if len(cities) != CITIES or len(goods["colors"]) != COLOURS or data["supply_piles"] != PILES:
            raise ValueError(f"board {self.name!r} does not fit the engine's sizes")
        if sorted(goods["barrels"]) != ["1", "2", "3"] or max(goods["barrels"].values()) > 7 or data["booths_per_player"] > 15:
            raise ValueError(f"board {self.name!r} has more markers or booths than the engine can count")
        board.start = index[data["start"]]
        board.booths = data["booths_per_player"]
        for number, city in enumerate(cities):
            if not 1 <= city["warehouses"] <= ROOM:
                raise ValueError(f"board {self.name!r}: a city has one or two warehouse spaces")
            board.spaces[number] = city["warehouses"]
        for number, city in enumerate(sorted(cities, key=lambda city: city["number"])):
            board.order[number] = index[city["code"]]
        for origin, target in data["sailing"]:
            board.arrows[<int>index[origin]] |= 1 << <int>index[target]
        for players in range(2, SEATS + 1):
            colours = len(goods["colors"]) - goods["removed_colors"][str(players)]
            left = colours * sum(goods["barrels"].values()) - sum(city["warehouses"] for city in cities)
            board.last_pile[players] = left // PILES
            board.supply[players] = left
        self._measure_ways()

    cdef void _measure_ways(self) except *:
        """Shortest ways along the arrows, ring by ring; of several the one whose first step comes first in the board's file."""
        cdef Board *board = &self.board
        cdef int start, city, steps
        cdef set ring, reached
        memset(board.distance, NONE, sizeof(board.distance))
        memset(board.first_step, NONE, sizeof(board.first_step))
        for start in range(CITIES):
            for city in range(CITIES):
                board.traffic[city] += (board.arrows[start] >> city) & 1
        for start in range(CITIES):
            ring = {(city, city) for city in range(CITIES) if (board.arrows[start] >> city) & 1}
            for steps in range(1, CITIES + 1):
                reached = set()
                for city, first in sorted(ring):
                    if board.distance[start][<int>city] == NONE:
                        board.distance[start][<int>city] = steps
                        board.first_step[start][<int>city] = first
                        reached.add((city, first))
                ring = {
                    (further, first) for city, first in reached for further in range(CITIES)
                    if (board.arrows[<int>city] >> <int>further) & 1
                }
