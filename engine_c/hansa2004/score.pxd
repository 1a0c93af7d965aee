"""Points at the end, ranks and shares."""

from engine_c.game cimport Score
from engine_c.hansa2004.types cimport SEATS, State

cdef enum:
    CATEGORIES = 3

cdef enum:  # Category: H52
    POINTS_UNSOLD = 0
    POINTS_SOLD = 1
    POINTS_CITIES = 2

cdef void score_state(const State *state, Score *score) noexcept nogil
cdef void share_state(const State *state, double *shares) noexcept nogil
cdef void standing_of_seats(const State *state, double *standing) noexcept nogil
