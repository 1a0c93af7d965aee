"""Action numbers: a small dense number for every move (MOVES.md, section 11)."""

from engine_c.game cimport Move

cdef int action_count() noexcept nogil
cdef int number_of_move(Move move) noexcept nogil
cdef Move move_of_number(int number) noexcept nogil
