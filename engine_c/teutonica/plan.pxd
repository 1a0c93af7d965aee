"""The decision by plan."""

from engine_c.game cimport Move
from engine_c.random cimport Random
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, State
from engine_c.teutonica.undertakings cimport Plan

cdef Move plan_move(Plan *plan) noexcept nogil
cdef Move advised_move(const Board *board, const State *state, const Taste *taste, Random *random) noexcept nogil
