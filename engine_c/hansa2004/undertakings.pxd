"""Undertakings: what a seat can do in a city, here or wherever the ship can get, and what that
brings in points."""

from libc.stdint cimport uint64_t

from engine_c.hansa2004.types cimport *
from engine_c.hansa2004.worth cimport Worth, booths_worth, marker_worth, talers_cost

cdef enum:
    NO_VOYAGE = -1          # points of a step that begins no voyage; no voyage is rated lower

cdef struct Voyages:
    float by_first_step[CITIES]     # points: the best voyage that begins with a step to this city
    float best                      # and of all, staying included

# The best voyage that these talers pay for.
cdef void weigh_voyages(const Worth *worth, int talers, Voyages *voyages) noexcept nogil

cdef inline float purchase(const Worth *worth, int kind) noexcept nogil:
    """What a marker more brings (H33), its price aside."""
    cdef int colour = colour_of(kind), other
    cdef float points = marker_worth(worth, kind, worth.markers[colour] + 1)
    if worth.markers[colour] == 1:      # the one that was alone gets company
        for other in range(BARRELS * colour, BARRELS * (colour + 1)):
            if count_of(worth.unsold, other):
                points += marker_worth(worth, other, 2) - worth.marker[other]
    if total_of(worth.unsold) >= KEPT:
        points -= worth.taste.overflow * min(worth.least, points)
    return points

cdef inline float price(const Worth *worth, int city, int talers) noexcept nogil:
    """What a purchase costs in points: nothing with the majority; a taler else, which another seat
    may get (H33)."""
    cdef int owner = majority(worth.state, city)
    if owner == worth.me:
        return 0
    return talers_cost(worth, talers, 1) + (
        worth.ahead * worth.taste.taler * worth.taste.gift if owner != NONE else <float>0)

cdef inline float building(const Worth *worth, int city, int kind, float before) noexcept nogil:
    """What booths bring for a marker of this kind (H35); `before` is what the city is worth without
    them."""
    cdef int own = booths_of(worth.state, city, worth.me)
    cdef int count = min(barrels_of(kind), <int>worth.state.stock[worth.me])
    return booths_worth(worth, city, own + count) - before - worth.marker[kind]

cdef inline float selling(const Worth *worth, int city, float gain, float before) noexcept nogil:
    """A sale that gains so much, for a booth of this city (H37); `before` is what the city is worth
    with it."""
    cdef int own = booths_of(worth.state, city, worth.me)
    return gain + booths_worth(worth, city, own - 1) - before
