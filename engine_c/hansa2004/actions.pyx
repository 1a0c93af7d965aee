"""Action numbers: a small dense number for every move (MOVES.md, section 11), for learners.

Every kind of move is a block of numbers, one for each city or kind of goods that it may name;
`move_kinds.py` says which, and the order of the blocks. A number means the same to every seat and
with any number of players.
"""

from engine_c.game cimport Move, NO_MOVE
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.types cimport *

cdef int[MOVE_KIND_COUNT] FIRST         # the first number of each kind
cdef Move[MOVE_KIND_COUNT * KINDS] MOVES        # by number
cdef int actions = 0


cdef int digit_size(int digit) noexcept:
    """How many values a digit has."""
    if digit == NO_DIGIT:
        return 1
    return CITIES if digit == DIGIT_CITY else KINDS


cdef inline int digit_of(int digit, Move move) noexcept nogil:
    if digit == NO_DIGIT:
        return 0
    return city_of(move) if digit == DIGIT_CITY else goods_of(move)


cdef Move with_digit(int digit, int value, Move move) noexcept:
    if digit == NO_DIGIT:
        return move
    return with_city(move, value) if digit == DIGIT_CITY else with_goods(move, value)


cdef void number_moves() noexcept:
    """Fills the lists, once."""
    global actions
    cdef int place, kind, value
    for place in range(MOVE_KIND_COUNT):
        kind = BLOCKS[place]
        FIRST[kind] = actions
        for value in range(digit_size(DIGITS[kind])):
            MOVES[actions] = with_digit(DIGITS[kind], value, <Move>kind)
            actions += 1


if MOST_DIGITS != 1:
    raise ImportError("a move of this game names one thing at most")
number_moves()


cdef int action_count() noexcept nogil:
    return actions


cdef int number_of_move(Move move) noexcept nogil:
    """The number of a move that there is."""
    return FIRST[move_kind(move)] + digit_of(DIGITS[move_kind(move)], move)


cdef Move move_of_number(int number) noexcept nogil:
    """The move of a number; NO_MOVE when no move has it."""
    return MOVES[number] if 0 <= number < actions else <Move>NO_MOVE
