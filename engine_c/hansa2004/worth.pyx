"""Worth by a taste, worked out once for a decision."""

from libc.stdint cimport uint64_t

from engine_c.hansa2004.facts cimport Facts, count_facts, game_progress
from engine_c.hansa2004.score cimport SOLD_MARKER
from engine_c.hansa2004.types cimport *

cdef enum:
    BEYOND_ANY = 100        # points: more than any marker is worth


cdef void judge(Worth *worth, const Board *board, const State *state, const Taste *taste, int me) noexcept nogil:
    cdef Facts facts
    cdef int colour, seat
    count_facts(state, &facts)
    worth.board, worth.state, worth.taste, worth.me = board, state, taste, me
    worth.unsold = state.unsold[me]
    worth.ahead = 0 if is_last_round(board, state) else 1 - taste.decay * game_progress(board, state)
    worth.at_risk = 0
    worth.least = BEYOND_ANY
    worth.best_sale = 0
    for seat in range(state.players):
        if seat != me:
            worth.at_risk |= facts.pairs[seat]
    for colour in range(COLOURS):
        worth.markers[colour] = facts.markers[me][colour]
        worth.losers[colour] = 0
        for seat in range(state.players):
            if seat != me:
                worth.losers[colour] += (facts.colours[seat] >> colour) & 1
        judge_colour(worth, colour)
        worth.best_sale += max(<float>0, worth.sale[colour])


cdef inline void judge_colour(Worth *worth, int colour) noexcept nogil:
    """The markers of a colour, and their sale (H37: from two on)."""
    cdef int kind, count
    worth.sale[colour] = worth.taste.deny * worth.losers[colour]
    for kind in range(BARRELS * colour, BARRELS * (colour + 1)):
        worth.marker[kind] = marker_worth(worth, kind, worth.markers[colour])
        count = count_of(worth.unsold, kind)
        if count:
            worth.least = min(worth.least, worth.marker[kind])
            worth.sale[colour] += count * (SOLD_MARKER + barrels_of(kind) - worth.marker[kind])
    if worth.markers[colour] < 2:
        worth.sale[colour] = 0
