"""Final scoring (T73, T88), ranks (T75) and shares (D20) of a position, as if the game ended
now."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from engine_c.shares cimport shares_of_ranks, standing_of_points
from engine_c.teutonica.types cimport *


cdef void score_state(const Board *board, const State *state, Score *score) noexcept nogil:
    cdef uint8_t offices[SEATS][CITIES]
    count_offices(board, state, offices)
    score_counted(board, state, offices, score)


cdef void score_counted(
    const Board *board, const State *state, const uint8_t offices[SEATS][CITIES], Score *score
) noexcept nogil:
    """The same with the offices counted before."""
    cdef int seat, category
    memset(score, 0, sizeof(Score))
    for seat in range(state.players):
        score.points[seat][POINTS_PRESTIGE] = state.desks[seat].prestige
        score.points[seat][POINTS_ABILITIES] = ability_points(&state.desks[seat])
        score.points[seat][POINTS_MARKERS] = marker_points(&state.desks[seat])
        score.points[seat][POINTS_SPECIAL] = special_points(board, state, seat)
        score.points[seat][POINTS_CITIES] = city_points(state, seat)
        score.points[seat][POINTS_NETWORK] = network_points(board, state, seat, offices[seat])
        score.points[seat][POINTS_MISSIONS] = mission_points(board, state, seat)
    if board.has_countries:
        country_points(board, state, SCOTLAND, offices, score)
        country_points(board, state, WALES, offices, score)
    for seat in range(state.players):
        for category in range(CATEGORIES):
            score.total[seat] += score.points[seat][category]
    rank_seats(state, score)


cdef void count_offices(const Board *board, const State *state, uint8_t offices[SEATS][CITIES]) noexcept nogil:
    """Every owner's offices, printed and extra ones, in every city."""
    cdef int city, position
    memset(offices, 0, SEATS * CITIES)
    for city in range(board.cities):
        for position in range(filled(state, city)):
            offices[(nibble(state.office, board.first_office[city] + position) - 1) >> 1][city] += 1
        for position in range(unprinted_start(state, city), state.unprinted_end[city]):
            offices[(nibble(state.unprinted, position) - 1) >> 1][city] += 1


cdef int ability_points(const Desk *desk) noexcept nogil:
    """T73 B: tracks at their ends, keys excepted."""
    cdef int track, complete = 0
    for track in range(TRACKS):
        complete += track != KEYS and desk.track[track] == TRACK_END[track]
    return complete * (7 if (desk.favours >> MASTER_ABILITIES) & 1 else 4)


cdef int marker_points(const Desk *desk) noexcept nogil:
    """T73 C."""
    cdef int count = marker_total(desk.unused) + marker_total(desk.used)
    if count >= 10:
        return 21
    if count >= 8:
        return 15
    if count >= 6:
        return 10
    if count >= 4:
        return 6
    if count >= 2:
        return 3
    return count


cdef int special_points(const Board *board, const State *state, int seat) noexcept nogil:
    """T73 D."""
    cdef int space, points = 0
    for space in range(SPACES):
        if state.space[space] == seat + 1:
            points += board.space_points[space]
    return points


cdef int city_points(const State *state, int seat) noexcept nogil:
    """T73 E."""
    return popcount(state.control[seat]) * (4 if (state.desks[seat].favours >> DOUBLE_CITIES) & 1 else 2)


cdef int network_points(const Board *board, const State *state, int seat, const uint8_t *offices) noexcept nogil:
    """T73 F: the most offices in one group of cities joined by routes, times the keys."""
    cdef uint32_t left = state.present[seat], group
    cdef int best = 0, count
    while left:
        group = group_around(board, left, left & (0 - left))
        left &= ~group
        count = 0
        while group:
            count += offices[ctz(group)]
            group &= group - 1
        best = max(best, count)
    return best * KEYS_VALUE[state.desks[seat].track[KEYS]]


cdef int mission_points(const Board *board, const State *state, int seat) noexcept nogil:
    """T100: an unknown card (D3) counts nothing."""
    cdef uint32_t cities
    if state.desks[seat].mission >= MISSIONS:
        return 0
    cities = board.missions[state.desks[seat].mission]
    return popcount(cities & state.present[seat]) + (5 if cities & ~state.control[seat] == 0 else 0)


cdef void country_points(
    const Board *board, const State *state, int country, const uint8_t offices[SEATS][CITIES], Score *score
) noexcept nogil:
    """T88: 7, 4, 2 by cities controlled, then by offices; players tied in both share, rounded
    down."""
    cdef int order[SEATS]       # cities, then offices, as one number
    cdef int prize[SEATS]
    cdef int seat, other, ahead, tied, sum_, place
    cdef uint32_t cities = board.scores_for[country], left
    prize[0], prize[1], prize[2], prize[3], prize[4] = 7, 4, 2, 0, 0
    if cities == 0:
        return
    for seat in range(state.players):
        order[seat] = 0
        left = cities
        while left:
            order[seat] += offices[seat][ctz(left)]
            left &= left - 1
        if order[seat]:
            order[seat] += popcount(cities & state.control[seat]) * 1024
    for seat in range(state.players):
        if order[seat] == 0:
            continue
        ahead = tied = sum_ = 0
        for other in range(state.players):
            ahead += order[other] > order[seat]
            tied += order[other] == order[seat]
        for place in range(ahead, ahead + tied):
            sum_ += prize[place]
        score.points[seat][POINTS_COUNTRIES] += sum_ // tied


cdef bint is_ahead(const State *state, const Score *score, int seat, int other) noexcept nogil:
    """T75: whether a seat is ranked before another."""
    if score.total[seat] != score.total[other]:
        return score.total[seat] > score.total[other]
    if state.edition != BIGBOX:
        return False
    if state.desks[seat].track[ACTIONS] != state.desks[other].track[ACTIONS]:
        return state.desks[seat].track[ACTIONS] < state.desks[other].track[ACTIONS]
    return score.points[seat][POINTS_NETWORK] > score.points[other][POINTS_NETWORK]


cdef void rank_seats(const State *state, Score *score) noexcept nogil:
    cdef int seat, other
    for seat in range(state.players):
        score.rank[seat] = 1
        for other in range(state.players):
            score.rank[seat] += is_ahead(state, score, other, seat)


cdef void share_state(const Board *board, const State *state, double *shares) noexcept nogil:
    cdef Score score
    score_state(board, state, &score)
    shares_of_ranks(score.rank, state.players, shares)


cdef void standing_of_seats(const Board *board, const State *state, double *standing) noexcept nogil:
    cdef Score score
    score_state(board, state, &score)
    standing_of_points(score.total, state.players, standing)
