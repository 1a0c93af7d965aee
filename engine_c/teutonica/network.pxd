"""A seat's network, from its cities alone: groups of cities, and the way across (T33)."""

from libc.stdint cimport uint8_t, uint32_t

from engine_c.teutonica.types cimport Board, CITIES

cdef enum:
    FARTHEST = 6            # offices wanting for the connection, beyond which it is out of sight

cdef struct Network:
    uint32_t cities         # with an own office; UNMEASURED before all
    float largest           # cities in the largest group
    uint8_t size[CITIES]    # of the group that an office in a new city would be in
    uint32_t on_the_way     # cities that bring the connection nearer
    int wanting             # offices that it still takes; 0 if it is out of sight

cdef enum:
    UNMEASURED = 0xFFFFFFFF # no board has as many cities

cdef void measure_network(const Board *board, uint32_t cities, Network *network) noexcept nogil
