"""The legal moves of a position, and the questions about them that the rules ask."""

from libc.stdint cimport uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.types cimport Board, Desk, State

cdef int legal_moves(const Board *board, const State *state, Move *out) noexcept nogil
cdef bint any_add(const Board *board, const State *state) noexcept nogil
cdef bint any_remove(const State *state) noexcept nogil
cdef bint any_bonus(const Board *board, const State *state) noexcept nogil
cdef bint any_plate(const Board *board, const State *state) noexcept nogil
cdef int permit_for(const Board *board, const State *state, int country) noexcept nogil
cdef uint64_t permitted_slots(const Board *board, const State *state) noexcept nogil
cdef uint64_t displaceable(const Board *board, const State *state, int owner, int kind, uint64_t permitted) noexcept nogil
cdef int favours(const State *state, const Desk *desk, Move *out) noexcept nogil
cdef int swaps(const Board *board, const State *state, Move *out) noexcept nogil
