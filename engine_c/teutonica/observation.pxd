"""A position as numbers between 0 and 1, as a seat may see it (MOVES.md, section 12)."""

from engine_c.teutonica.types cimport Board, State

cdef int count_features(const Board *board) noexcept
cdef void observe_state(const Board *board, const State *state, int seat, float *out) noexcept nogil
