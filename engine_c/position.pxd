"""The door: a position of any game as a Python object, everything that comes in checked."""

from libc.stdint cimport uint64_t

from engine_c.game cimport Game, STATE_WORDS


cdef class Position:
    cdef uint64_t block[STATE_WORDS]
    cdef const Game *game
    cdef const void *rules
    cdef object keeps_rules_alive

    cdef int check_legal(self, unsigned int move) except -1
