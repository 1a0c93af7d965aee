"""The evaluation: what each seat has is counted (features), weighted, and turned into expected shares.

As for Hansa Teutonica: a seat's strength is a sum of features times weights, each weight mixed of one for the beginning and
one for the end; shares are the softmax of the strengths. The weights are data (`hansa/hansa2004/mind.json`), fitted by
`python -m hansa.bots.fit --game hansa2004`.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine_c.hansa2004.score cimport Score, score_state
from engine_c.hansa2004.types cimport *
from engine_c.shares cimport shares_of_strengths

if POINTS_WEIGHTS != CATEGORIES * (2 * FEATURES + 2):
    raise ImportError("the weights of the points do not fit the features")


cdef float game_progress(const Board *board, const State *state) noexcept nogil:
    """How near the last round is, 0 to 1."""
    cdef int last = board.last_pile[state.players] - 1
    return min(<float>1, (board.supply[state.players] - state.left) / <float>(board.supply[state.players] - last))


cdef int barrels_in(uint64_t counts) noexcept nogil:
    return (
        total_of(counts & (7 * ONE_BARREL)) + 2 * total_of(counts & (7 * ONE_BARREL << 3))
        + 3 * total_of(counts & (7 * ONE_BARREL << 6)))


cdef void seat_features(const Board *board, const State *state, float features[SEATS][FEATURES]) noexcept nogil:
    cdef Score score
    cdef int pairs[SEATS]           # colours of which a seat could sell: a set
    cdef int seat, other, city, colour, count, owner
    cdef float *feature
    memset(features, 0, SEATS * FEATURES * sizeof(float))
    score_state(state, &score)
    for seat in range(state.players):
        feature = features[seat]
        pairs[seat] = 0
        feature[F_UNSOLD] = score.points[seat][0]
        feature[F_SOLD] = score.points[seat][1]
        feature[F_CITIES] = score.points[seat][2]
        feature[F_STOCK] = state.stock[seat]
        feature[F_EMPTY] = state.stock[seat] == 0
        feature[F_TALERS] = state.talers[seat]
        feature[F_BARRELS] = barrels_in(state.unsold[seat])
        feature[F_HERE] = booths_of(state, state.ship, seat) > 0
        feature[F_WAIT] = ((seat - state.turn + state.players) % state.players) / <float>state.players
        for colour in range(COLOURS):
            count = total_of(state.unsold[seat] & fields_of(colour))
            if count == 1:
                feature[F_ALONE] += 1
            elif count:
                pairs[seat] |= 1 << colour
                feature[F_SALE] += barrels_in(state.unsold[seat] & fields_of(colour))
    for seat in range(state.players):
        feature = features[seat]
        for other in range(state.players):
            if other == seat:
                continue
            for colour in range(COLOURS):
                count = total_of(state.unsold[other] & fields_of(colour))
                if (pairs[seat] >> colour) & 1 and count:
                    feature[F_DENIED] += 1
                    features[other][F_AT_RISK] += 1
        if seat == state.turn and state.phase != OVER:
            feature[F_TURN] = 1
            feature[F_TURN_TALERS] = state.talers[seat]
            if not state.acted:
                feature[F_TURN_ACTION] = 1
                feature[F_TURN_SALE] = feature[F_SALE] * feature[F_HERE]
        elif seat == (state.turn + 1) % state.players:
            feature[F_NEXT_SALE] = feature[F_SALE]
    for city in range(CITIES):
        owner = majority(state, city)
        if owner != NONE:
            features[owner][F_MAJORITIES] += 1
            features[owner][F_TRAFFIC] += board.traffic[city]
            features[owner][F_OFFERS] += (state.goods[city][0] > 0) + (state.goods[city][1] > 0)
        count = 0
        for seat in range(state.players):
            count += booths_of(state, city, seat) > 0
        if count > 1:
            for seat in range(state.players):
                features[seat][F_SHARED] += booths_of(state, city, seat) > 0


cdef void evaluate_state(const Board *board, const State *state, const float *weights, float *shares) noexcept nogil:
    """Expected shares; `weights` has for each feature its weight at the beginning, then its change to the end."""
    cdef float features[SEATS][FEATURES]
    cdef float progress = game_progress(board, state)
    cdef float strength[SEATS]
    cdef int seat, item
    seat_features(board, state, features)
    for seat in range(state.players):
        strength[seat] = 0
        for item in range(FEATURES):
            strength[seat] += (weights[item] + progress * weights[FEATURES + item]) * features[seat][item]
    shares_of_strengths(strength, state.players, shares)


cdef void expect_points(
    const Board *board, const State *state, const float *weights, float points[][MAX_CATEGORIES]
) noexcept nogil:
    """The points of each seat at the end, by category: regressions on the same features; counted once the game is over."""
    cdef float features[SEATS][FEATURES]
    cdef float progress = game_progress(board, state)
    cdef const float *own
    cdef Score score
    cdef int seat, item, category
    score_state(state, &score)
    seat_features(board, state, features)
    for seat in range(state.players):
        for category in range(CATEGORIES):
            if state.phase == OVER:
                points[seat][category] = score.points[seat][category]
                continue
            own = weights + category * (2 * FEATURES + 2)
            points[seat][category] = own[2 * FEATURES] + progress * own[2 * FEATURES + 1]
            for item in range(FEATURES):
                points[seat][category] += (own[item] + progress * own[FEATURES + item]) * features[seat][item]
