"""Playing by plan: one decision, or on and on."""

from engine_c.game cimport Move
from engine_c.random cimport Random
from engine_c.teutonica.prospects cimport Plan
from engine_c.teutonica.types cimport Board, State

cdef Move plan_move(Plan *plan) noexcept nogil
cdef void play_by_plan(const Board *board, State *state, const float *taste, int moves, Random *random) noexcept nogil
cdef void play_by_tastes(
    const Board *board, State *state, const float **tastes, int moves, Random *random
) noexcept nogil
