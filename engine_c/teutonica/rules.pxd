"""What a move does."""

from engine_c.game cimport Move
from engine_c.teutonica.types cimport Board, State

cdef void apply_move(const Board *board, State *state, Move move) noexcept nogil
cdef void cut_off_game(State *state) noexcept nogil
cdef void begin_game(State *state) noexcept nogil
cdef void recount_control(const Board *board, State *state, int city) noexcept nogil
cdef void insert_unprinted(const Board *board, State *state, int city, int piece) noexcept nogil
