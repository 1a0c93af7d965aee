"""Networks: groups of joined cities, and the fewest offices that would connect both ends (T33)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from engine_c.teutonica.types cimport *

cdef enum:
    NOWHERE = 255           # no goal


cdef void measure_network(const Board *board, uint32_t cities, Network *network) noexcept nogil:
    """Fills in `network`; what it holds of the same cities already is right."""
    if network.cities != cities:
        network.cities = cities
        measure_groups(board, network)
        find_way_across(board, network)


cdef inline uint32_t around(const Board *board, uint32_t cities) noexcept nogil:
    cdef uint32_t near = 0
    while cities:
        near |= board.neighbours[ctz(cities)]
        cities &= cities - 1
    return near


cdef void measure_groups(const Board *board, Network *network) noexcept nogil:
    """The largest group of the network, and what groups a new city would join."""
    cdef uint32_t left = network.cities, group, near
    cdef int size
    memset(network.size, 1, sizeof(network.size))
    network.largest = 0
    while left:
        group = group_around(board, left, left & (0 - left))
        left &= ~group
        size = popcount(group)
        network.largest = max(network.largest, <float>size)
        near = around(board, group) & ~group
        while near:
            network.size[ctz(near)] += size
            near &= near - 1


cdef void find_way_across(const Board *board, Network *network) noexcept nogil:
    """The fewest new offices that make the connection, and the cities where they may stand."""
    cdef uint32_t there[FARTHEST + 1]       # cities reached from one end, by number of new offices
    cdef uint32_t back[FARTHEST + 1]        # and from the other
    cdef int count, wanting
    network.on_the_way = 0
    network.wanting = reach_by_offices(board, network.cities, board.connection[0], board.connection[1], FARTHEST, there)
    wanting = network.wanting
    if not wanting:
        return
    reach_by_offices(board, network.cities, board.connection[1], NOWHERE, wanting, back)
    for count in range(1, wanting + 1):
        network.on_the_way |= (there[count] & ~there[count - 1]) & (back[wanting + 1 - count] & ~back[wanting - count])
    network.on_the_way &= ~network.cities


cdef int reach_by_offices(
    const Board *board, uint32_t own, int start, int goal, int farthest, uint32_t reach[FARTHEST + 1]
) noexcept nogil:
    """For each number of new offices, the cities they reach from a city; how many reach the goal,
    or 0."""
    cdef uint32_t bit = <uint32_t>1 << start, near, new
    cdef int count
    reach[0] = group_around(board, own, bit)
    near = around(board, reach[0])
    for count in range(1, farthest + 1):
        new = near & ~reach[count - 1]
        if count == 1 and not own & bit:
            new = bit
        reach[count] = reach[count - 1] | new | group_around(board, own, around(board, new) & own)
        if goal != NOWHERE and (reach[count] >> goal) & 1:
            return count
        near |= around(board, reach[count] & ~reach[count - 1])
    return 0
