"""Counts a position once for everything that judges it: pieces on routes, next offices of cities, worth of routes."""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from engine_c.teutonica.types cimport *


cdef void survey_state(const Board *board, const State *state, Survey *survey) noexcept nogil:
    cdef int slot, route, city, office
    cdef uint32_t pieces
    memset(survey, 0, sizeof(Survey))
    for slot in range(board.slots):
        route = board.slot_route[slot]
        survey.places[route] += board.capacity[slot]
        pieces = state.pieces[slot]
        survey.total[route] += piece_count(<uint16_t>pieces)
        while pieces:
            survey.own[((pieces & 15) - 1) >> 1][route] += 1
            pieces >>= 4
    for city in range(board.cities):
        survey.next_colour[city] = NONE
        if has_free_office(board, state, city):
            office = board.first_office[city] + filled(state, city)
            survey.next_colour[city] = board.office_colour[office]
            survey.next_points[city] = board.office_points[office]


cdef void worth_of_route(
    const Board *board, const State *state, const Survey *survey, int seat, int route, float *worth
) noexcept nogil:
    """Why this seat would claim a route, as `Worth` counts it."""
    cdef const Desk *desk = &state.desks[seat]
    cdef int end, city, track
    cdef uint32_t near
    for track in range(WORTHS):
        worth[track] = 0
    worth[WORTH_ROUTE] = 1
    worth[WORTH_MARKER] = ((state.marked >> route) & 1) + (board.permanent[route] != 0)
    if board.route_develops[route]:
        for track in range(TRACKS):
            if (board.route_develops[route] >> track) & 1 and desk.track[track] < TRACK_END[track]:
                worth[WORTH_OF_TRACK[track]] = 1
    for end in range(2):
        city = board.route_city[route][end]
        if survey.next_colour[city] <= desk.track[PRIVILEGE]:
            worth[WORTH_OFFICE] += 1
            worth[WORTH_POINTS] += survey.next_points[city]
            near = (board.neighbours[city] | (<uint32_t>1 << city)) & state.present[seat]
            worth[WORTH_NEAR] += near != 0


cdef int *WORTH_OF_TRACK = [WORTH_KEYS, WORTH_ACTIONS, WORTH_PRIVILEGE, WORTH_BOOK, WORTH_BANK]
