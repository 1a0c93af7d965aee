"""The read-only tables of the board, made from its data once."""

from engine_c.hansa2004.types cimport Board


cdef class BoardTables:
    cdef Board board
    cdef readonly str name
    cdef void _measure_ways(self) except *
