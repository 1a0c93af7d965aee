"""Action numbers: a small dense number for every move (MOVES.md, section 11), for learners.

Every kind of move is a block of numbers, one for each city or kind of goods that it may name. A number means the same to
every seat and with any number of players.
"""

from engine_c.game cimport Move, NO_MOVE
from engine_c.hansa2004.types cimport *

# The blocks in their order: chance first, as the contract asks; then what names nothing, a city, goods.
cdef int[MOVE_KIND_COUNT] BLOCKS = [
    M_REVEAL, M_REFILL, M_SKIP, M_END, M_DONE, M_FOUND, M_SAIL, M_BUY, M_BUILD, M_SELL, M_LOSE, M_DROP,
]
cdef int[MOVE_KIND_COUNT] FIRST         # the first number of each kind
cdef Move[MOVE_KIND_COUNT * KINDS] MOVES        # by number
cdef int actions = 0


cdef int block_size(int kind) noexcept:
    """How many numbers a kind of move takes."""
    if kind == M_REFILL or kind == M_SKIP or kind == M_END or kind == M_DONE:
        return 1
    return CITIES if kind == M_FOUND or kind == M_SAIL else KINDS


cdef void number_moves() noexcept:
    """Fills the lists, once."""
    global actions
    cdef int place, named
    for place in range(MOVE_KIND_COUNT):
        FIRST[BLOCKS[place]] = actions
        for named in range(block_size(BLOCKS[place])):
            MOVES[actions] = move_of(BLOCKS[place], named)
            actions += 1


number_moves()


cdef int action_count() noexcept nogil:
    return actions


cdef int number_of_move(Move move) noexcept nogil:
    """The number of a move that there is."""
    return FIRST[move_kind(move)] + move_a(move)


cdef Move move_of_number(int number) noexcept nogil:
    """The move of a number; NO_MOVE when no move has it."""
    return MOVES[number] if 0 <= number < actions else <Move>NO_MOVE
