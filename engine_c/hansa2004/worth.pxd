"""Worth: what a seat's markers, talers and booths are worth to it by a taste, in points at the end
of the game.

What lies ahead (a sale to come, a majority) counts less as the end draws near, and nothing in the
last round.
"""

from libc.stdint cimport uint64_t

from engine_c.hansa2004.score cimport SHARED_CITY, SOLE_CITY, UNSOLD_MARKER
from engine_c.hansa2004.taste cimport Taste
from engine_c.hansa2004.types cimport BARRELS, Board, COLOURS, KEPT, KINDS, State, barrels_of, booths_of, colour_of

cdef struct Worth:
    const Board *board
    const State *state
    const Taste *taste
    int me
    uint64_t unsold             # my markers, as counts of kinds
    int markers[COLOURS]        # how many of each colour
    int losers[COLOURS]         # other seats that lose a marker when I sell the colour (H39)
    int at_risk                 # colours that another seat could sell: a set
    float ahead                 # share: what of the things that lie ahead still counts
    float marker[KINDS]         # an unsold marker of mine
    float least                 # the one of mine that is worth least
    float sale[COLOURS]  # a sale of all I have of a colour, less what the markers are worth unsold
    float best_sale             # all sales together that are worth it

# Fills in the worth of everything to a seat.
cdef void judge(Worth *worth, const Board *board, const State *state, const Taste *taste, int me) noexcept nogil

cdef inline float marker_worth(const Worth *worth, int kind, int company) noexcept nogil:
    """An unsold marker, by how many of its colour there are, including itself."""
    cdef float each = worth.taste.pair if company > 1 else worth.taste.alone
    cdef float points = UNSOLD_MARKER + worth.ahead * each * barrels_of(kind)
    if (worth.at_risk >> colour_of(kind)) & 1:
        points -= worth.ahead * worth.taste.risk
    return points

cdef inline float talers_cost(const Worth *worth, int talers, int spent) noexcept nogil:
    """What it costs to spend some of my talers: those that would be kept after the turn are lost
    (H41)."""
    return worth.ahead * worth.taste.taler * (min(talers, KEPT) - min(talers - spent, KEPT))

cdef inline float booths_worth(const Worth *worth, int city, int count) noexcept nogil:
    """What a city is worth to me, by how many booths I have there: points, majority, booths."""
    cdef int seat, booths, most = 0, owners = 0
    cdef float points = 0
    for seat in range(worth.state.players):
        booths = booths_of(worth.state, city, seat)
        if seat != worth.me and booths:
            owners += 1
            most = max(most, booths)
    if count:
        points += SHARED_CITY if owners else SOLE_CITY
        if owners == 1:         # its only owner has to share it with me
            points += (SOLE_CITY - SHARED_CITY) * worth.taste.spite
        points += worth.ahead * worth.taste.booth * count
    if count > most:
        points += worth.ahead * worth.taste.majority * worth.board.traffic[city]
    return points
