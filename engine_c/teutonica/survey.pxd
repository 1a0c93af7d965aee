"""What a position looks like to each seat: counted once, then read by the evaluation and the policy."""

from libc.stdint cimport uint8_t

from engine_c.teutonica.types cimport Board, CITIES, ROUTES, SEATS, State

cdef enum:  # Worth: why a route is worth claiming to a seat, a number each
    WORTH_ROUTE = 0         # 1: prestige of its cities, pieces freed
    WORTH_MARKER = 1        # a marker lies there, or a permanent one is printed
    WORTH_ACTIONS = 2       # it develops a track that is not at its end
    WORTH_PRIVILEGE = 3
    WORTH_BOOK = 4
    WORTH_KEYS = 5
    WORTH_BANK = 6
    WORTH_OFFICE = 7        # cities whose next printed office is within the privilege
    WORTH_POINTS = 8        # printed points of those offices
    WORTH_NEAR = 9          # of those cities, the ones next to or within the seat's network
    WORTHS = 10

cdef enum:  # Stand: how a seat stands on a route
    MISSING_0 = 0           # only own pieces, and all of them
    MISSING_1 = 1
    MISSING_2 = 2
    MISSING_3 = 3           # three or more places still to fill
    BLOCKED = 4             # somebody else stands there too
    STANDS = 5

cdef struct Survey:
    uint8_t places[ROUTES]                  # houses and ships
    uint8_t total[ROUTES]                   # pieces of anybody
    uint8_t own[SEATS][ROUTES]
    uint8_t next_colour[CITIES]             # privilege of the leftmost free printed office, NONE if there is none
    uint8_t next_points[CITIES]

cdef void survey_state(const Board *board, const State *state, Survey *survey) noexcept nogil
cdef void worth_of_route(
    const Board *board, const State *state, const Survey *survey, int seat, int route, float *worth
) noexcept nogil

cdef inline int stand_on(int places, int own, int total) noexcept nogil:
    """How somebody stands on a route with so many own pieces among so many in all."""
    if total > own:
        return BLOCKED
    return min(places - own, MISSING_3)
