"""Counts everything about a position that evaluation, policy and plan have in common: pieces on
routes, next offices, who holds cities. Each fact is counted once."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from engine_c.teutonica.score cimport count_offices, score_counted
from engine_c.teutonica.types cimport *

cdef extern from *:
    """
    /* Claims per game of a route of a city for a step of a track that is developed there, in the order of Track. */
    static const float hansa_claims_for_track[5] = {2.5f, 5.0f, 3.0f, 3.0f, 2.0f};
    """
    const float *CLAIMS_FOR_TRACK "hansa_claims_for_track"

cdef float CLAIMS_OF_A_ROUTE = 0.5      # claims per game of a route for anything else
cdef float CLAIMS_OF_THE_BUSIEST = 7    # claims per game that count as the most traffic, 1


cdef void look_at_pieces(const Board *board, const State *state, Pieces *pieces) noexcept nogil:
    """Fills in all of `pieces`."""
    cdef int slot, route
    cdef uint32_t left
    memset(pieces, 0, sizeof(Pieces))
    for slot in range(board.slots):
        route = board.slot_route[slot]
        left = state.pieces[slot]
        pieces.total[route] += piece_count(<uint16_t>left)
        while left:
            pieces.own[((left & 15) - 1) >> 1][route] += 1
            left >>= 4


cdef void look_at_offices(const Board *board, const State *state, Offices *offices) noexcept nogil:
    """Fills in all of `offices`."""
    cdef int city, privilege, place, office
    cdef uint32_t bit
    memset(offices, 0, sizeof(Offices))
    for city in range(board.cities):
        bit = <uint32_t>1 << city
        place = filled(state, city)
        office = board.first_office[city] + place
        offices.colour[city] = NONE
        if place:
            offices.begun |= bit
        if place < board.office_count[city]:
            offices.free |= bit
            offices.within[board.office_colour[office]] |= bit
            offices.colour[city] = board.office_colour[office]
            offices.points[city] = board.office_points[office]
            offices.shape[city] = board.office_shape[office]
            if place + 1 == board.office_count[city]:
                offices.last |= bit
    for privilege in range(1, PRIVILEGES):
        offices.within[privilege] |= offices.within[privilege - 1]


cdef void look_at_holders(const Board *board, const State *state, Holders *holders) noexcept nogil:
    """Fills in all of `holders`."""
    cdef int owner, city
    memset(holders.most, 0, sizeof(holders.most))
    holders.ruled = 0
    count_offices(board, state, holders.count)
    for owner in range(SEATS):
        holders.ruled |= state.control[owner]
        for city in range(CITIES):
            holders.most[city] = max(holders.most[city], holders.count[owner][city])
    score_counted(board, state, holders.count, &holders.score)


cdef float city_traffic(const Board *board, int city) noexcept nogil:
    """An estimate of how often routes beside a city are claimed, 0 to 1, from what they are claimed
    for."""
    cdef float claims = CLAIMS_OF_A_ROUTE * board.city_routes[city]
    cdef uint32_t tracks = board.city_develops[city]
    while tracks:
        claims += CLAIMS_FOR_TRACK[ctz(tracks)]
        tracks &= tracks - 1
    return min(<float>1, claims / CLAIMS_OF_THE_BUSIEST)
