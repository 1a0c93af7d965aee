# cython: boundscheck=True
"""Generates the tables of a board (adjacency, rings of distance, masks) from its JSON data: facts
are written once.

Runs once for each board, under the GIL, and checks that the data fit the fixed sizes of
`types.pxd`.
"""

from libc.string cimport memset

from engine_c.game cimport Move, NO_MOVE
from engine_c.teutonica.actions cimport move_of_number, number_actions, number_of_move
from engine_c.teutonica.observation cimport count_features
from engine_c.teutonica.packing cimport MOVE_KIND_COUNT, move_kind
from engine_c.teutonica.types cimport (
    CITIES, ENGLAND, MISSIONS, NONE, OFFICES, PERMITS, RINGS, ROUTES, SCOTLAND, SEATS, SLOTS, SPACES, WALES,
)
from engine_c.teutonica.facts cimport city_traffic

COLOURS = ("white", "orange", "pink", "black")
TRACK_NAMES = ("keys", "actions", "privilege", "book", "bank")
KIND_NAMES = ("trader", "merchant")
COUNTRY_NAMES = ("", "scotland", "wales")
PERMANENT_NAMES = (
    "", "move-2-any", "develop-privilege", "post-in-green-city", "place-2-from-route", "place-2-abroad",
)


cdef class BoardTables:
    """One board as the engine sees it: `BoardTables(data, missions)`, from
    `hansa/boards/*.json`."""

    def __cinit__(self, dict data not None, list missions not None) -> None:
        memset(&self.board, 0, sizeof(self.board))
        self.name = data["name"]
        cdef list cities = data["cities"]
        cdef list routes = data["routes"]
        if len(cities) > CITIES or len(routes) > ROUTES:
            raise ValueError(f"board {self.name!r} has more cities or routes than the engine holds")
        index = {city["code"]: number for number, city in enumerate(cities)}
        self._read_cities(cities)
        self._read_routes(routes, index)
        self._measure_distances()
        self._read_specials(data, index, missions)
        number_actions(&self.board, max(data["players"]), 2 in data["players"])
        self.board.features = count_features(&self.board)

    @property
    def action_count(self) -> int:
        """How many action numbers the board has."""
        return self.board.actions

    def action_of(self, move: int, players: int, mover: int) -> int:
        """The number of a move of the mover, legal or not; ValueError if the board has no such
        move."""
        cdef int number = -1
        self._check_seats(players, mover)
        if 0 <= move < 1 << 32 and move_kind(<Move>move) < MOVE_KIND_COUNT:
            number = number_of_move(&self.board, players, mover, <Move>move)
        if move_of_number(&self.board, players, mover, number) != move:
            raise ValueError(f"move {move} has no number on {self.name}")
        return number

    def move_of(self, action: int, players: int, mover: int) -> int:
        """The move that has a number, as the mover counts; ValueError where none has it."""
        cdef Move move = NO_MOVE
        self._check_seats(players, mover)
        if 0 <= action < self.board.actions:
            move = move_of_number(&self.board, players, mover, action)
        if move == NO_MOVE:
            raise ValueError(f"no move of {players} players on {self.name} has the number {action}")
        return move

    cdef int _check_seats(self, int players, int mover) except -1:
        if not 2 <= players <= SEATS or not 0 <= mover < players:
            raise ValueError(f"there is no seat {mover} of {players}")
        return 0

    cdef void _read_cities(self, list cities) except *:
        cdef Board *board = &self.board
        cdef int number, office = 0
        board.cities = len(cities)
        for number, city in enumerate(cities):
            board.first_office[number] = office
            board.office_count[number] = len(city["offices"])
            if office + len(city["offices"]) > OFFICES:
                raise ValueError(f"board {self.name!r} has more offices than the engine holds")
            for printed in city["offices"]:
                board.office_colour[office] = COLOURS.index(printed["privilege"])
                board.office_shape[office] = KIND_NAMES.index(printed["shape"])
                board.office_points[office] = printed.get("points", 0)
                office += 1
            if city.get("green"):
                board.green |= <unsigned int>1 << number
            for country in city.get("scores_for", ()):
                board.scores_for[COUNTRY_NAMES.index(country)] |= <unsigned int>1 << number
                board.has_countries = True
        board.offices = office

    cdef void _read_routes(self, list routes, dict index) except *:
        cdef Board *board = &self.board
        cdef int route, end, slot = 0
        board.routes = len(routes)
        for route, data in enumerate(routes):
            ends = sorted(index[code] for code in data["between"])
            ships = sum(1 for house in data["houses"] if house.get("ship"))
            houses = len(data["houses"]) - ships
            if not 1 <= houses <= 4 or ships > 4 or slot + 1 + (ships > 0) > SLOTS:
                raise ValueError(f"route {'-'.join(data['between'])} of board {self.name!r} does not fit the engine")
            for end in range(2):
                board.route_city[route][end] = ends[end]
                board.neighbours[ends[end]] |= <unsigned int>1 << <int>ends[1 - end]
                board.city_routes[ends[end]] += 1
            board.route_country[route] = COUNTRY_NAMES.index(data.get("region", ""))
            board.route_houses[route], board.route_ships[route] = houses, ships
            if ships or board.route_country[route] != ENGLAND:
                board.uneven |= <unsigned long long>1 << route
            board.permanent[route] = PERMANENT_NAMES.index(data.get("permanent_marker", ""))
            if board.permanent[route] == 0 and board.route_country[route] == ENGLAND:
                board.markable |= <unsigned long long>1 << route
            board.route_slot[route] = slot
            for capacity, ship in ((houses, False), (ships, True)):
                if capacity == 0:
                    continue
                board.capacity[slot] = capacity
                board.slot_route[slot] = route
                board.route_slots[route] |= <unsigned long long>1 << slot
                board.country_slots[board.route_country[route]] |= <unsigned long long>1 << slot
                if not ship:
                    board.house_slots |= <unsigned long long>1 << slot
                else:
                    board.with_ships |= <unsigned long long>1 << (slot - 1)
                slot += 1
        board.slots = slot

    cdef void _measure_distances(self) except *:
        """`rings[r][d]`: the slots of the routes d steps from route r; neighbours share a city."""
        cdef Board *board = &self.board
        cdef int start, route, other, distance
        cdef unsigned long long reached, frontier, further
        for start in range(board.routes):
            reached = frontier = <unsigned long long>1 << start
            for distance in range(1, RINGS):
                further = 0
                for route in range(board.routes):
                    if not (frontier >> route) & 1:
                        continue
                    for other in range(board.routes):
                        if {board.route_city[route][0], board.route_city[route][1]} & {
                                board.route_city[other][0], board.route_city[other][1]}:
                            further |= <unsigned long long>1 << other
                frontier = further & ~reached
                if frontier == 0:
                    break
                reached |= frontier
                board.ring_count = max(board.ring_count, distance + 1)
                for route in range(board.routes):
                    if (frontier >> route) & 1:
                        board.rings[start][distance] |= board.route_slots[route]
            if reached != (<unsigned long long>1 << board.routes) - 1:
                raise ValueError(f"board {self.name!r} is not connected within {RINGS - 1} steps")

    cdef void _read_specials(self, dict data, dict index, list missions) except *:
        cdef Board *board = &self.board
        cdef int number, route, city, permit = 0
        board.city_limit = data["end_at_completed_cities"]
        if len(data["special_prestige"]) != SPACES:
            raise ValueError(f"board {self.name!r} needs {SPACES} special prestige spaces")
        for number, space in enumerate(data["special_prestige"]):
            board.space_points[number] = space["points"]
            board.space_colour[number] = COLOURS.index(space["privilege"])
        for number, code in enumerate(data["connection"]["between"]):
            board.connection[number] = index[code]
        for number, points in enumerate(data["connection"]["points"]):
            board.connection_points[number] = points
        for city, facts in enumerate(data["cities"]):
            for track in facts.get("develops", ()):
                board.city_develops[city] |= 1 << <int>TRACK_NAMES.index(track)
            for route in range(board.routes):
                if city in (board.route_city[route][0], board.route_city[route][1]):
                    board.route_develops[route] |= board.city_develops[city]
                    if facts.get("special_prestige"):
                        board.route_special[route] = True
            if "permits" in facts:
                if permit == PERMITS:
                    raise ValueError(f"board {self.name!r} has more permits than the engine holds")
                board.permit_city[permit] = city
                for country in facts["permits"]:
                    board.permit_countries[permit] |= 1 << <int>COUNTRY_NAMES.index(country)
                permit += 1
        for number in range(board.cities):
            board.traffic[number] = city_traffic(board, number)
        board.permits = permit
        for number, card in enumerate(missions[:MISSIONS]):
            if all(code in index for code in card):
                for code in card:
                    board.missions[number] |= <unsigned int>1 << <int>index[code]
