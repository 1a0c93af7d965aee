"""Markers and favours by plan."""

from engine_c.game cimport Move
from engine_c.teutonica.choice cimport Choice
from engine_c.teutonica.undertakings cimport Plan

cdef void offer_markers(Plan *plan, Choice *choice) noexcept nogil
cdef void offer_favours(Plan *plan, Choice *choice) noexcept nogil
cdef Move plate_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil
