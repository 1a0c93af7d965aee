"""The turn by plan."""

from engine_c.game cimport Move
from engine_c.teutonica.prospects cimport Plan

cdef Move turn_by_plan(Plan *plan) noexcept nogil
cdef Move step(Plan *plan, int route) noexcept nogil
cdef Move move_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil
cdef Move move_others(Plan *plan, const Move *moves, int count) noexcept nogil
cdef int blocked_way(const Plan *plan) noexcept nogil
