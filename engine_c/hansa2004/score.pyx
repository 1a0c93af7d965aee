"""Final scoring (H52), ranks (H53) and shares (D20) of any position, over or not."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine_c.hansa2004.types cimport *
from engine_c.shares cimport shares_of_ranks, standing_of_points


cdef void score_state(const State *state, Score *score) noexcept nogil:
    cdef int seat, other, city, owners
    memset(score, 0, sizeof(Score))
    for seat in range(state.players):
        score.points[seat][POINTS_UNSOLD] = total_of(state.unsold[seat])
        score.points[seat][POINTS_SOLD] = worth_of_sold(state.sold[seat])
    for city in range(CITIES):
        owners = 0
        for seat in range(state.players):
            owners += booths_of(state, city, seat) > 0
        for seat in range(state.players):
            if booths_of(state, city, seat):
                score.points[seat][POINTS_CITIES] += SOLE_CITY if owners == 1 else SHARED_CITY
    for seat in range(state.players):
        score.total[seat] = (
            score.points[seat][POINTS_UNSOLD] + score.points[seat][POINTS_SOLD] + score.points[seat][POINTS_CITIES])
    for seat in range(state.players):
        score.rank[seat] = 1
        for other in range(state.players):
            # H53: booths on the board are those not in stock.
            score.rank[seat] += score.total[other] > score.total[seat] or (
                score.total[other] == score.total[seat] and state.stock[other] < state.stock[seat])


cdef int worth_of_sold(uint64_t counts) noexcept nogil:
    """H52: one point a marker, and one a barrel."""
    return (
        2 * total_of(counts & (7 * ONE_BARREL)) + 3 * total_of(counts & (7 * ONE_BARREL << 3))
        + 4 * total_of(counts & (7 * ONE_BARREL << 6)))


cdef void share_state(const State *state, double *shares) noexcept nogil:
    cdef Score score
    score_state(state, &score)
    shares_of_ranks(score.rank, state.players, shares)


cdef void standing_of_seats(const State *state, double *standing) noexcept nogil:
    cdef Score score
    score_state(state, &score)
    standing_of_points(score.total, state.players, standing)
