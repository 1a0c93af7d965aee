"""Moving own pieces by plan."""

from engine_c.game cimport Move
from engine_c.teutonica.choice cimport Choice
from engine_c.teutonica.undertakings cimport Plan

cdef void offer_march(Plan *plan, Choice *choice) noexcept nogil
cdef Move move_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil
