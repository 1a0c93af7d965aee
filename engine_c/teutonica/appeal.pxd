"""Features of routes for evaluation and policy: why a route appeals to a seat, and how much of it
the seat has filled.

These are features that weights have been learned for. What a claim is worth in points, to a plan,
is in worth.pyx.
"""

from engine_c.teutonica.facts cimport Offices
from engine_c.teutonica.types cimport Board, State

cdef enum:  # Appeal: a number each
    APPEAL_ROUTE = 0        # 1: prestige of its cities, pieces freed
    APPEAL_MARKER = 1       # a marker lies there, or a permanent one is printed
    APPEAL_ACTIONS = 2      # it develops a track that is not at its end
    APPEAL_PRIVILEGE = 3
    APPEAL_BOOK = 4
    APPEAL_KEYS = 5
    APPEAL_BANK = 6
    APPEAL_OFFICE = 7       # cities whose next printed office is within the privilege
    APPEAL_POINTS = 8       # printed points of those offices
    APPEAL_NEAR = 9         # of those cities, the ones next to or within the seat's network
    APPEALS = 10

cdef enum:  # Stand: what a seat has on a route
    MISSING_0 = 0           # only own pieces, and all of them
    MISSING_1 = 1
    MISSING_2 = 2
    MISSING_3 = 3           # three or more places still to fill
    BLOCKED = 4             # another player has a piece there
    STANDS = 5

cdef void appeal_of_route(
    const Board *board, const State *state, const Offices *offices, int seat, int route, float *appeal
) noexcept nogil

cdef inline int stand_on(int places, int own, int total) noexcept nogil:
    """The stand of a seat with `own` of the `total` pieces on a route."""
    if total > own:
        return BLOCKED
    return min(places - own, MISSING_3)
