"""Pieces of others out of the way by plan."""

from engine_c.game cimport Move
from engine_c.teutonica.undertakings cimport Plan

cdef int blocked_way(const Plan *plan) noexcept nogil
cdef Move move_others(Plan *plan, const Move *moves, int count) noexcept nogil
cdef Move removal_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil
