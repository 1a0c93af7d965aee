"""Hansa Teutonica's door: positions made of, and shown as, plain numbers."""

from engine_c.game cimport Game
from engine_c.position cimport Position
from engine_c.teutonica.types cimport Board, State

cdef Game TEUTONICA


cdef class TeutonicaPosition(Position):
    cdef State *state(self) noexcept
    cdef const Board *board(self) noexcept
