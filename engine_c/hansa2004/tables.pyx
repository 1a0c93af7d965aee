# cython: boundscheck=True
"""The board's JSON turned into arrays and sets, once."""

from libc.string cimport memset

from engine_c.game cimport Move, NO_MOVE
from engine_c.hansa2004.actions cimport action_count, move_of_number, number_of_move
from engine_c.hansa2004.packing cimport MOVE_KIND_COUNT, move_kind
from engine_c.hansa2004.types cimport *


cdef class BoardTables:
    """What the engine needs of the board; the numbers of cities are their places in its file."""

    def __cinit__(self, dict data not None) -> None:
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

    @property
    def action_count(self) -> int:
        """How many action numbers there are."""
        return action_count()

    def action_of(self, move: int) -> int:
        """The number of a move, legal or not; ValueError for what is none."""
        cdef int number = -1
        if 0 <= move < 1 << 32 and move_kind(<Move>move) < MOVE_KIND_COUNT:
            number = number_of_move(<Move>move)
        if move_of_number(number) != move:
            raise ValueError(f"move {move} has no number on {self.name}")
        return number

    def move_of(self, action: int) -> int:
        """The move that has a number; ValueError where none has it."""
        cdef Move move = NO_MOVE
        if 0 <= action < action_count():
            move = move_of_number(action)
        if move == NO_MOVE:
            raise ValueError(f"no move on {self.name} has the number {action}")
        return move

    cdef void _measure_ways(self) except *:
        """The shortest ways along the arrows; of equal ones, the one whose first step comes
        first."""
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
