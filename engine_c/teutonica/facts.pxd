"""Facts about a position that are the same for every seat: counted once, then read by evaluation,
policy and plan.

There are three parts, since they change at different times and not every reader needs all of them:
pieces change with almost every move, offices and their holders only with claims and the like.
"""

from libc.stdint cimport uint8_t, uint32_t

from engine_c.teutonica.score cimport Score
from engine_c.teutonica.types cimport Board, CITIES, ROUTES, SEATS, State

cdef enum:
    PRIVILEGES = 5          # a privilege (0 to 3), or the next one after a step

cdef struct Pieces:
    # On routes.
    uint8_t total[ROUTES]           # of anybody
    uint8_t own[SEATS][ROUTES]

cdef struct Offices:
    # The printed ones that are next in their cities; sets of cities have a bit for each.
    uint32_t free                   # cities with a free one
    uint32_t within[PRIVILEGES]     # of these, whose next one is within this privilege
    uint32_t last                   # of these, whose next one is the last
    uint32_t begun                  # cities with one that is taken
    uint8_t colour[CITIES]          # the privilege that the next one needs; NONE without one
    uint8_t points[CITIES]          # printed beside it
    uint8_t shape[CITIES]           # the kind of piece that it needs

cdef struct Holders:
    # Who holds the cities, and the score that follows from it.
    uint8_t count[SEATS][CITIES]    # offices of any sort, by owner
    uint8_t most[CITIES]            # of the owner who has the most
    uint32_t ruled                  # cities controlled by anybody
    Score score                     # if the game ended now

cdef void look_at_pieces(const Board *board, const State *state, Pieces *pieces) noexcept nogil
cdef void look_at_offices(const Board *board, const State *state, Offices *offices) noexcept nogil
cdef void look_at_holders(const Board *board, const State *state, Holders *holders) noexcept nogil
cdef float city_traffic(const Board *board, int city) noexcept nogil

cdef inline int places_on(const Board *board, int route) noexcept nogil:
    """Houses and ships."""
    return board.route_houses[route] + board.route_ships[route]
