"""Points at the end, ranks and shares."""

from engine_c.game cimport Score
from engine_c.hansa2004.types cimport SEATS, State

cdef enum:
    CATEGORIES = 3

cdef enum:  # Category: H52
    POINTS_UNSOLD = 0
    POINTS_SOLD = 1
    POINTS_CITIES = 2

cdef enum:  # points (H52)
    UNSOLD_MARKER = 1
    SOLD_MARKER = 1         # and one for each barrel
    SHARED_CITY = 2         # a city with own booths and those of others
    SOLE_CITY = 4           # a city with own booths only

cdef void score_state(const State *state, Score *score) noexcept nogil
cdef void share_state(const State *state, double *shares) noexcept nogil
cdef void standing_of_seats(const State *state, double *standing) noexcept nogil
