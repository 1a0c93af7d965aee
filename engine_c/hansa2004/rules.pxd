"""What moves do."""

from engine_c.game cimport Move
from engine_c.hansa2004.types cimport Board, State

cdef void apply_move(const Board *board, State *state, Move move) noexcept nogil
cdef void cut_off_game(State *state) noexcept nogil
cdef void put_goods(State *state, int city, int kind) noexcept nogil
