"""The legal moves of a position, and the questions about them that the rules ask."""

from engine_c.game cimport Move
from engine_c.teutonica.types cimport Board, State

cdef int legal_moves(const Board *board, const State *state, Move *out) noexcept nogil
cdef bint any_add(const Board *board, const State *state) noexcept nogil
cdef bint any_remove(const State *state) noexcept nogil
cdef bint any_bonus(const Board *board, const State *state) noexcept nogil
cdef bint any_plate(const Board *board, const State *state) noexcept nogil
cdef int permit_for(const Board *board, const State *state, int country) noexcept nogil
