"""Chance: the one place where a move of chance is drawn (D2)."""

from libc.stdint cimport uint32_t

from engine_c.game cimport Game, MAX_MOVES, Move
from engine_c.random cimport Random, below


cdef inline int draw_by_odds(const uint32_t *odds, uint32_t total, Random *random) noexcept nogil:
    """A place in a list of odds that sum to `total`, each as likely as its odds say."""
    cdef uint32_t left = below(random, total)
    cdef int place = 0
    while left >= odds[place]:
        left -= odds[place]
        place += 1
    return place


cdef inline int draw_chance(
    const Game *game, const void *rules, const void *state, const Move *moves, int count, Random *random
) noexcept nogil:
    """At a chance node: the place of the move that happens, in the legal list."""
    cdef uint32_t chances[MAX_MOVES]
    return draw_by_odds(chances, game.chances(rules, state, moves, count, chances), random)
