# cython: boundscheck=True
"""Fixed loads for measuring speed: random games, copies, legal lists. They use only the
contract."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from engine_c.chance cimport draw_chance
from engine_c.game cimport CHANCE, Game, Learning, MAX_MOVES, Move, STATE_WORDS, learning_of
from engine_c.position cimport Position
from engine_c.random cimport Random, below, seed_random


cdef enum:
    BETWEEN_SIGNALS = 1 << 20       # moves or copies, between two looks for Ctrl-C


cdef inline Move random_move(
    const Game *game, const void *rules, const void *state, const Move *moves, int count, Random *random
) noexcept nogil:
    """Uniform for a seat, by its odds for chance."""
    if game.to_move(rules, state) == CHANCE:
        return moves[draw_chance(game, rules, state, moves, count, random)]
    return moves[below(random, <uint32_t>count)]


def random_games(Position start not None, seed: int, uint64_t moves) -> tuple[int, int]:
    """Plays random games from a position, each move from the complete legal list, until `moves`
    moves are made.

    Returns how many games ended, and a checksum of all positions at the ends of the loads: the same
    for the same seed.
    """
    cdef const Game *game = start.game
    cdef const void *rules = start.rules
    cdef uint64_t first[STATE_WORDS]
    cdef uint64_t state[STATE_WORDS]
    cdef Move legal[MAX_MOVES]
    cdef Random random
    cdef uint64_t played, some, games = 0
    cdef int count
    seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 1)
    memcpy(first, start.block, sizeof(first))
    memcpy(state, first, sizeof(state))
    while moves:
        some = min(moves, <uint64_t>BETWEEN_SIGNALS)
        moves -= some
        with nogil:
            for played in range(some):
                count = game.moves(rules, state, legal)
                if count == 0:
                    games += 1
                    memcpy(state, first, game.state_bytes)
                    count = game.moves(rules, state, legal)
                    if count == 0:
                        moves = 0       # the game is over where it begins
                        break
                game.apply(rules, state, random_move(game, rules, state, legal, count, &random))
        PyErr_CheckSignals()
    return games, game.key(state)


cdef list _checked(list positions):
    """A copy of the list, without None, which Cython would take for a position."""
    if any(position is None for position in positions):
        raise TypeError("None is not a position")
    return list(positions)


def legal_lists(list positions not None, int rounds) -> int:
    """Makes the legal list of every position `rounds` times; returns the total number of moves."""
    cdef Move legal[MAX_MOVES]
    cdef Position position
    cdef uint64_t total = 0
    cdef list checked = _checked(positions)
    cdef int turn
    for turn in range(rounds):
        for position in checked:
            total += position.game.moves(position.rules, position.block, legal)
        if turn % 1024 == 0:
            PyErr_CheckSignals()
    return total


def observations(list positions not None, int rounds, float[::1] out not None) -> float:
    """Observes every position `rounds` times. The returned sum keeps the compiler from removing the
    loop."""
    cdef Position position
    cdef const Learning *learning
    cdef double total = 0
    cdef list checked = _checked(positions)
    cdef int turn, seat
    for turn in range(rounds):
        for position in checked:
            learning = learning_of(position.game)
            if learning.feature_count(position.rules) != out.shape[0]:
                raise ValueError("these positions have observations of another length")
            seat = position.game.to_move(position.rules, position.block)
            learning.observe(position.rules, position.block, seat if seat < CHANCE else 0, &out[0])
            total += out[0]
        if turn % 1024 == 0:
            PyErr_CheckSignals()
    return total


def copies(Position start not None, uint64_t count) -> int:
    """Copies a state in and out of a ring of 64. Returns a checksum, so that the compiler keeps it
    all."""
    cdef uint64_t ring[64][STATE_WORDS]
    cdef uint64_t number, some, done = 0
    cdef size_t size = start.game.state_bytes
    memcpy(ring[63], start.block, size)
    while count:
        some = min(count, <uint64_t>BETWEEN_SIGNALS)
        count -= some
        with nogil:
            for number in range(done, done + some):
                memcpy(ring[number & 63], ring[(number + 63) & 63], size)
                ring[number & 63][0] ^= number
        done += some
        PyErr_CheckSignals()
    return ring[(done + 63) & 63][0]
