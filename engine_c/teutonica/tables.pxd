"""The read-only tables of one board, made from its data once."""

from engine_c.teutonica.types cimport Board


cdef class BoardTables:
    cdef Board board
    cdef readonly str name
    cdef void _read_cities(self, list cities) except *
    cdef void _read_routes(self, list routes, dict index) except *
    cdef void _measure_distances(self) except *
    cdef void _read_specials(self, dict data, dict index, list missions) except *
    cdef int _check_seats(self, int players, int mover) except -1
