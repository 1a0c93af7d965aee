"""The plan: every legal move rated in points by a taste, and playing on by the best."""

from engine_c.game cimport Move
from engine_c.hansa2004.taste cimport Taste
from engine_c.hansa2004.types cimport Board, State
from engine_c.random cimport Random

# The points that each legal move of a seat is thought to bring, up to a constant.
cdef void rate_moves(
    const Board *board, const State *state, const Taste *taste, const Move *moves, int count, float *rates
) noexcept nogil
# The best move by a taste; of moves alike the first. Without random numbers the judgement does not
# stray.
cdef Move plan_move(const Board *board, const State *state, const Taste *taste, Random *random) noexcept nogil
# Plays on to the end, or a number of moves, each seat by its own taste.
cdef void play_by_tastes(
    const Board *board, State *state, const Taste **tastes, int moves, Random *random
) noexcept nogil
