"""Hansa (2004)'s door: positions made of, and shown as, plain numbers."""

from engine_c.game cimport Game
from engine_c.hansa2004.types cimport Board, State
from engine_c.position cimport Position

cdef Game HANSA2004


cdef class Hansa2004Position(Position):
    cdef State *state(self) noexcept
    cdef const Board *board(self) noexcept
