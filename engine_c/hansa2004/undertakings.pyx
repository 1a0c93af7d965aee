"""The best action in a city, and the best voyage to one.

A plan looks one action ahead: what a purchase, a building or a sale would bring, here or wherever
the ship can get, less the talers of the way.
"""


cdef float best_action(const Worth *worth, int city, int talers) noexcept nogil:
    """The best action in a city with `talers` talers left; to do nothing is always possible."""
    cdef const State *state = worth.state
    cdef uint64_t kinds
    cdef float best = 0, cost, before
    cdef int space, kind
    if state.goods[city][0] and (talers or majority(state, city) == worth.me):
        cost = price(worth, city, talers)
        for space in range(ROOM):
            if state.goods[city][space]:
                best = max(best, purchase(worth, state.goods[city][space] - 1) - cost)
    if not worth.unsold:
        return best
    before = booths_worth(worth, city, booths_of(state, city, worth.me))
    if state.stock[worth.me]:
        kinds = present(worth.unsold)
        while kinds:
            kind = ctz(kinds) // 3
            kinds &= kinds - 1
            best = max(best, building(worth, city, kind, before))
    if worth.best_sale > 0 and booths_of(state, city, worth.me):
        best = max(best, selling(worth, city, worth.best_sale, before))
    return best


cdef void weigh_voyages(const Worth *worth, int talers, Voyages *voyages) noexcept nogil:
    cdef int city, step, steps, first, ship = worth.state.ship
    cdef float points
    voyages.best = 0
    for city in range(CITIES):
        voyages.by_first_step[city] = NO_VOYAGE
    for city in range(CITIES):
        steps = worth.board.distance[ship][city]
        if steps > talers or city == ship:
            continue
        points = best_action(worth, city, talers - steps)
        for step in range(steps):
            points *= worth.taste.patience
        points -= talers_cost(worth, talers, steps)
        first = worth.board.first_step[ship][city]
        voyages.by_first_step[first] = max(voyages.by_first_step[first], points)
        voyages.best = max(voyages.best, points)
