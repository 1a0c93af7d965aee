"""Playing on by plan."""

from engine_c.random cimport Random
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, State

cdef void play_by_tastes(
    const Board *board, State *state, const Taste **tastes, int moves, Random *random
) noexcept nogil
cdef void play_by_taste(const Board *board, State *state, const Taste *taste, int moves, Random *random) noexcept nogil
