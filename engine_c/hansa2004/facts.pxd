"""Facts: what is counted once of a position, the same for every taste. Evaluation and plan read
them."""

from engine_c.hansa2004.types cimport Board, COLOURS, SEATS, State, count_of_colour

cdef struct Facts:
    int markers[SEATS][COLOURS]     # unsold ones
    int colours[SEATS]              # colours with any: a set
    int pairs[SEATS]  # colours with two and more, which a seat could sell (H37): a set

cdef inline void count_facts(const State *state, Facts *facts) noexcept nogil:
    cdef int seat, colour, count
    for seat in range(state.players):
        facts.colours[seat] = facts.pairs[seat] = 0
        for colour in range(COLOURS):
            count = count_of_colour(state.unsold[seat], colour)
            facts.markers[seat][colour] = count
            facts.colours[seat] |= (count > 0) << colour
            facts.pairs[seat] |= (count > 1) << colour

cdef inline float game_progress(const Board *board, const State *state) noexcept nogil:
    """How near the last round is, 0 to 1."""
    cdef int last = board.last_pile[state.players] - 1
    return min(<float>1, (board.supply[state.players] - state.left) / <float>(board.supply[state.players] - last))
