"""A position as numbers between 0 and 1 (MOVES.md, section 12)."""

from engine_c.hansa2004.types cimport Board, State

cdef enum:
    FEATURE_COUNT = 479     # 63 of the game, 41 of each seat, 28 of each city

cdef void observe_state(const Board *board, const State *state, int seat, float *out) noexcept nogil
