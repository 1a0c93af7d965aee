"""A position as numbers between 0 and 1 (MOVES.md, section 12)."""

from engine_c.hansa2004.types cimport Board, State

cdef int count_features(const Board *board) noexcept nogil
cdef void observe_state(const Board *board, const State *state, int seat, float *out) noexcept nogil
