"""Fixed loads for measuring, written against the contract only: random games, copies, legal lists."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from engine_c.game cimport CHANCE, Game, MAX_MOVES, Move, NOBODY, STATE_WORDS
from engine_c.position cimport Position
from engine_c.random cimport Random, below, seed_random


cdef inline Move random_move(
    const Game *game, const void *rules, const void *state, const Move *moves, int count, Random *random
) noexcept nogil:
    """Uniform for a seat, by its weights for chance."""
    cdef uint32_t weights[MAX_MOVES]
    cdef uint32_t left
    cdef int number = 0
    if game.to_move(rules, state) != CHANCE:
        return moves[below(random, <uint32_t>count)]
    left = below(random, game.weights(rules, state, moves, count, weights))
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return moves[number]


def random_games(Position start not None, seed: int, uint64_t moves) -> tuple[int, int]:
    """Plays random games from a position, each move from the complete legal list, until so many moves are made.

    Returns how many games ended, and a checksum of all positions at the ends of the loads: the same for the same seed.
    """
    cdef const Game *game = start.game
    cdef const void *rules = start.rules
    cdef uint64_t state[STATE_WORDS]
    cdef Move legal[MAX_MOVES]
    cdef Random random
    cdef uint64_t played, games = 0
    cdef int count
    seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 1)
    memcpy(state, start.block, game.state_bytes)
    with nogil:
        for played in range(moves):
            count = game.moves(rules, state, legal)
            if count == 0:
                games += 1
                memcpy(state, start.block, game.state_bytes)
                count = game.moves(rules, state, legal)
                if count == 0:
                    break
            game.apply(rules, state, random_move(game, rules, state, legal, count, &random))
    return games, game.key(state)


def legal_lists(list positions not None, int rounds) -> int:
    """Makes the legal list of every position so many times; returns how many moves they held."""
    cdef Move legal[MAX_MOVES]
    cdef Position position
    cdef uint64_t total = 0
    cdef int turn
    for turn in range(rounds):
        for position in positions:
            total += position.game.moves(position.rules, position.block, legal)
    return total


def observations(list positions not None, int rounds, float[::1] out not None) -> float:
    """Observes every position so many times, as the seat that decides or seat 0; returns the sum of the first numbers."""
    cdef Position position
    cdef double total = 0
    cdef int turn, seat
    for turn in range(rounds):
        for position in positions:
            if position.game.feature_count(position.rules) != out.shape[0]:
                raise ValueError("these positions have observations of another length")
            seat = position.game.to_move(position.rules, position.block)
            position.game.observe(position.rules, position.block, seat if seat < CHANCE else 0, &out[0])
            total += out[0]
    return total


def copies(Position start not None, uint64_t count) -> int:
    """Copies a state so many times, in and out of a ring of 64; returns a checksum, so that nothing is left out."""
    cdef uint64_t ring[64][STATE_WORDS]
    cdef uint64_t number
    cdef size_t size = start.game.state_bytes
    memcpy(ring[63], start.block, size)
    with nogil:
        for number in range(count):
            memcpy(ring[number & 63], ring[(number + 63) & 63], size)
            ring[number & 63][0] ^= number
    return ring[(count + 63) & 63][0]
