"""Chance: the one place where a move of chance is drawn (D2)."""

from libc.stdint cimport uint32_t

from engine_c.game cimport Game, MAX_MOVES, Move
from engine_c.random cimport Random, below


cdef inline int draw_by_weight(const uint32_t *weights, uint32_t total, Random *random) noexcept nogil:
    """A place in a list of weights that sum to `total`, as likely as its weight says."""
    cdef uint32_t left = below(random, total)
    cdef int place = 0
    while left >= weights[place]:
        left -= weights[place]
        place += 1
    return place


cdef inline int draw_chance(
    const Game *game, const void *rules, const void *state, const Move *moves, int count, Random *random
) noexcept nogil:
    """At a chance node: the place of the move that happens, in the legal list."""
    cdef uint32_t chances[MAX_MOVES]
    return draw_by_weight(chances, game.chances(rules, state, moves, count, chances), random)
