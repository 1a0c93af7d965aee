"""The turn by plan."""

from engine_c.game cimport Move
from engine_c.teutonica.undertakings cimport Plan

cdef Move turn_by_plan(Plan *plan) noexcept nogil
cdef Move step(Plan *plan, int route) noexcept nogil
