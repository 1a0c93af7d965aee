"""The door: a position of any game as a Python object, everything that comes in checked."""

from libc.stdint cimport uint64_t

from engine_c.game cimport Game, Move, STATE_WORDS


cdef class Position:
    cdef uint64_t block[STATE_WORDS]
    cdef const Game *game
    cdef const void *rules
    cdef object tables  # whose rules these are: they live as long as a position needs them

    cdef bint lists(self, Move move) noexcept
    cdef int check_legal(self, object move) except -1

# An empty position of a class of this door: the only way in which a game's door makes one.
cdef Position new_position(type kind, const Game *game, const void *rules, object tables)

# What the games' doors read and show numbers with. A whole number from 0 to `most`, or
# OverflowError.
cdef int whole_number(object value, int most) except -1
# A taste: a finite number for each weight, or ValueError.
cdef int read_weights(list weights, float *out, int count) except -1
# A table of numbers as lists, row by row.
cdef list rows_of(const float *values, int rows, int columns)
