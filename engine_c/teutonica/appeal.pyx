"""Why a route appeals to a seat: features for evaluation and policy."""

from libc.stdint cimport uint32_t

from engine_c.teutonica.facts cimport Offices
from engine_c.teutonica.types cimport *


cdef int *APPEAL_OF_TRACK = [APPEAL_KEYS, APPEAL_ACTIONS, APPEAL_PRIVILEGE, APPEAL_BOOK, APPEAL_BANK]


cdef void appeal_of_route(
    const Board *board, const State *state, const Offices *offices, int seat, int route, float *appeal
) noexcept nogil:
    """Fills in all of `appeal`, which has `APPEALS` numbers."""
    cdef const Desk *desk = &state.desks[seat]
    cdef uint32_t own = state.present[seat], within = offices.within[desk.track[PRIVILEGE]]
    cdef int end, city, track, item
    for item in range(APPEALS):
        appeal[item] = 0
    appeal[APPEAL_ROUTE] = 1
    appeal[APPEAL_MARKER] = ((state.marked >> route) & 1) + (board.permanent[route] != 0)
    if board.route_develops[route]:
        for track in range(TRACKS):
            if (board.route_develops[route] >> track) & 1 and desk.track[track] < TRACK_END[track]:
                appeal[APPEAL_OF_TRACK[track]] = 1
    for end in range(2):
        city = board.route_city[route][end]
        if (within >> city) & 1:
            appeal[APPEAL_OFFICE] += 1
            appeal[APPEAL_POINTS] += offices.points[city]
            appeal[APPEAL_NEAR] += (board.neighbours[city] | (<uint32_t>1 << city)) & own != 0
