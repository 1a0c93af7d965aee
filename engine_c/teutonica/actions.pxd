"""Action numbers: a small dense number for every move that a board has (MOVES.md, section 11)."""

from engine_c.game cimport Move
from engine_c.teutonica.types cimport Board

cdef void number_actions(Board *board, int most_players, bint for_two) noexcept
cdef int number_of_move(const Board *board, int players, int mover, Move move) noexcept nogil
cdef Move move_of_number(const Board *board, int players, int mover, int number) noexcept nogil
