"""What a position is worth to each seat, and its expected points, by weighted sums and a net."""

from engine_c.game cimport Game, Judgement, MAX_CATEGORIES, MAX_SEATS
from engine_c.net cimport Net

cdef int input_count(const Game *game, const void *rules) noexcept nogil
cdef void write_inputs(
    const Game *game, const void *rules, const void *state, float progress, const float *features, int seat, float *out
) noexcept nogil
cdef void judge(
    const Game *game, const void *rules, const void *state, const float *weights, const Net *net, float *shares
) noexcept nogil
cdef int points_width(const Judgement *judgement, bint with_net) noexcept nogil
cdef void expect(
    const Game *game, const void *rules, const void *state, const float *weights, const Net *net,
    float points[MAX_SEATS][MAX_CATEGORIES]
) noexcept nogil
