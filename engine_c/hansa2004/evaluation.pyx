"""What is counted of each seat, for engine_c/judgement.pyx to weigh."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine_c.hansa2004.facts cimport Facts, count_facts
from engine_c.hansa2004.score cimport Score, score_state
from engine_c.hansa2004.types cimport *


cdef int barrels_in(uint64_t counts) noexcept nogil:
    return (
        total_of(counts & (7 * ONE_BARREL)) + 2 * total_of(counts & (7 * ONE_BARREL << 3))
        + 3 * total_of(counts & (7 * ONE_BARREL << 6)))


cdef void seat_features(const Board *board, const State *state, float *out) noexcept nogil:
    cdef Score score
    cdef Facts facts
    cdef int seat, other, city, colour, owners, owner
    cdef float *feature
    memset(out, 0, state.players * FEATURES * sizeof(float))
    score_state(state, &score)
    count_facts(state, &facts)
    for seat in range(state.players):
        feature = out + seat * FEATURES
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
            if facts.markers[seat][colour] == 1:
                feature[F_ALONE] += 1
            elif (facts.pairs[seat] >> colour) & 1:
                feature[F_SALE] += barrels_in(state.unsold[seat] & fields_of(colour))
    for seat in range(state.players):
        feature = out + seat * FEATURES
        for other in range(state.players):
            if other == seat:
                continue
            for colour in range(COLOURS):
                if (facts.pairs[seat] & facts.colours[other]) >> colour & 1:
                    feature[F_DENIED] += 1
                    out[other * FEATURES + F_AT_RISK] += 1
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
            out[owner * FEATURES + F_MAJORITIES] += 1
            out[owner * FEATURES + F_TRAFFIC] += board.traffic[city]
            out[owner * FEATURES + F_OFFERS] += (state.goods[city][0] > 0) + (state.goods[city][1] > 0)
        owners = 0
        for seat in range(state.players):
            owners += booths_of(state, city, seat) > 0
        if owners > 1:
            for seat in range(state.players):
                out[seat * FEATURES + F_SHARED] += booths_of(state, city, seat) > 0
