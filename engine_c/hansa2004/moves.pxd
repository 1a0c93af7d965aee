"""The legal moves of a position."""

from engine_c.game cimport Move
from engine_c.hansa2004.types cimport Board, State

cdef int legal_moves(const Board *board, const State *state, Move *out) noexcept nogil
cdef bint may_go_on_selling(const State *state) noexcept nogil
