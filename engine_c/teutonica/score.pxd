"""Points at the end, ranks and shares."""

from libc.stdint cimport uint8_t

from engine_c.game cimport Score
from engine_c.teutonica.types cimport Board, CITIES, SEATS, State

cdef enum:
    CATEGORIES = 8

cdef enum:  # Category: T73, in the order of MOVES.md
    POINTS_PRESTIGE = 0     # A
    POINTS_ABILITIES = 1    # B
    POINTS_MARKERS = 2      # C
    POINTS_SPECIAL = 3      # D
    POINTS_CITIES = 4       # E
    POINTS_NETWORK = 5      # F
    POINTS_MISSIONS = 6     # G
    POINTS_COUNTRIES = 7    # G

cdef void count_offices(const Board *board, const State *state, uint8_t offices[SEATS][CITIES]) noexcept nogil
cdef void score_counted(
    const Board *board, const State *state, const uint8_t offices[SEATS][CITIES], Score *score
) noexcept nogil
cdef void score_state(const Board *board, const State *state, Score *score) noexcept nogil
cdef void share_state(const Board *board, const State *state, double *shares) noexcept nogil
cdef void standing_of_seats(const Board *board, const State *state, double *standing) noexcept nogil
