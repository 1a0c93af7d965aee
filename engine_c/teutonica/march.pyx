"""Moving own pieces by plan (T18): which ones, and to which route."""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.choice cimport *
from engine_c.teutonica.clearing cimport move_others
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *
from engine_c.teutonica.worth cimport *

cdef enum:
    MOST_LIFTED = 5         # by a move (T18)
    CANDIDATES = 24         # own pieces that are considered for it

cdef float LEAST_RATE = 0.1     # points an action: what the best route is taken to bring at least


cdef struct March:
    # A move (T18): where to, what is lifted beside what is held, and what it brings.
    int route
    float rate
    int count
    int slots[MOST_LIFTED]
    int kinds[MOST_LIFTED]


cdef inline float keeping(const Plan *plan, int route) noexcept nogil:
    """What an own piece is worth where it stands, as a share of placing one anew."""
    cdef float share = plan.work.rate[route] / max(plan.work.rate[plan.work.best], LEAST_RATE)
    return max(plan.taste.least_kept, min(<float>1, share)) * plan.taste.keep


cdef void best_march(const Plan *plan, const uint64_t *liftable, const int *held, int limit, March *march) noexcept nogil:
    """The best use of a move, if better than `march.rate`; `liftable` and `held` are by kind."""
    cdef int slots[CANDIDATES]
    cdef int kinds[CANDIDATES]
    cdef float values[CANDIDATES]
    cdef float saved[5]         # actions saved, by the number of free houses
    cdef float least[ROUTES]    # actions that the move and what is left to do cost at best
    cdef int count = -1, route, room, in_hand = held[TRADER] + held[MERCHANT]
    march.route, march.count = NONE, 0
    # At best as many pieces as there is room for cost nothing but the action.
    for room in range(5):
        saved[room] = min(room, limit) * (1 + plan.means.piece)
    for route in range(plan.board.routes):
        least[route] = saved[plan.stand.houses[route]]
    for route in range(plan.board.routes):
        least[route] = max(<float>1, plan.work.cost[route] - least[route]) + (in_hand == 0)
    for route in range(plan.board.routes):
        if plan.work.value[route] > march.rate * least[route] and plan.work.rate[route] > 0 and (
                plan.stand.houses[route] and plan.board.route_country[route] == ENGLAND):
            if count < 0:
                count = own_pieces(plan, liftable, slots, kinds, values)
            try_march(plan, route, slots, kinds, count, held, limit, march)


cdef int own_pieces(const Plan *plan, const uint64_t *liftable, int *slots, int *kinds, float *values) noexcept nogil:
    """Own pieces that may be lifted, the least useful where they stand first."""
    cdef int kind, slot, piece, count = 0, place
    cdef uint64_t left
    cdef uint32_t pieces
    cdef float value
    for kind in range(2):
        left = liftable[kind]
        while left:
            slot = ctz(left)
            left &= left - 1
            value = keeping(plan, plan.board.slot_route[slot]) + plan.taste.kept_merchant * kind
            pieces = plan.state.pieces[slot]
            while pieces:
                piece = (pieces & 15) - 1
                pieces >>= 4
                if piece != 2 * plan.me + kind or count == CANDIDATES:
                    continue
                place = count
                while place and values[place - 1] > value:
                    values[place], slots[place], kinds[place] = values[place - 1], slots[place - 1], kinds[place - 1]
                    place -= 1
                values[place], slots[place], kinds[place] = value, slot, kind
                count += 1
    return count


cdef void try_march(
    const Plan *plan, int route, const int *slots, const int *kinds, int count, const int *held, int limit, March *march,
) noexcept nogil:
    """Takes the move to this route into `march` if it is better."""
    cdef int room = plan.stand.houses[route], in_hand = held[TRADER] + held[MERCHANT], number, from_route, taken = 0, first
    cdef int picked[MOST_LIFTED]
    cdef bint merchant = plan.work.form[route] == FOR_MERCHANT and not plan.stand.merchants[route] and not held[MERCHANT]
    cdef float spent = 0 if in_hand else 1, cost, rate
    first = NONE
    if merchant:                        # without one its house stays free
        for number in range(count):
            if kinds[number] == MERCHANT and goes_to(plan, plan.board.slot_route[slots[number]], route):
                first = number
                break
        if first == NONE:
            room -= 1
    for number in range(-1, count):
        if taken >= min(limit, room) - in_hand or taken == MOST_LIFTED:
            break
        if number < 0:
            if first == NONE:
                continue
            picked[taken] = first
        elif number == first:
            continue
        else:
            picked[taken] = number
        from_route = plan.board.slot_route[slots[picked[taken]]]
        if not goes_to(plan, from_route, route):
            continue
        spent += keeping(plan, from_route)
        taken += 1
    if taken + in_hand == 0:
        return
    cost = max(<float>1, plan.work.cost[route] - min(room, in_hand + taken) * (1 + plan.means.piece)) + spent
    rate = rate_of(plan, plan.work.value[route], cost)
    if rate <= march.rate:
        return
    march.route, march.rate, march.count = route, rate, taken
    for number in range(taken):
        march.slots[number] = slots[picked[number]]
        march.kinds[number] = kinds[picked[number]]


cdef inline bint goes_to(const Plan *plan, int from_route, int route) noexcept nogil:
    """Whether a piece is better used for another route than where it stands."""
    return from_route != route and plan.work.rate[from_route] < plan.work.rate[route]


cdef inline Move first_lift(const March *march) noexcept nogil:
    """The piece to lift first: the order of lifts is fixed (D5)."""
    cdef int number, best = 0
    for number in range(1, march.count):
        if march.slots[number] < march.slots[best] or (
                march.slots[number] == march.slots[best] and march.kinds[number] < march.kinds[best]):
            best = number
    return lift_move(march.slots[best], march.kinds[best])


cdef void offer_march(Plan *plan, Choice *choice) noexcept nogil:
    cdef const State *state = plan.state
    cdef March march
    cdef int held[2]
    held[TRADER] = held[MERCHANT] = 0
    if not occupied_by(state, plan.me):
        return
    march.rate = choice.rate
    best_march(plan, &state.has[2 * plan.me], held, BOOK_VALUE[state.desks[plan.me].track[BOOK]], &march)
    if march.count:
        offer(choice, march.rate, first_lift(&march))


cdef Move move_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """The phases `lift` and `drop`: own pieces to the best route, others out of the way."""
    cdef const State *state = plan.state
    cdef uint64_t liftable[2]
    cdef int held[2]
    cdef int number, route, goal
    cdef float value
    cdef March march
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    if state.lifting != MOVE_ACTION:
        return move_others(plan, moves, count)
    liftable[TRADER] = liftable[MERCHANT] = 0
    held[TRADER] = held[MERCHANT] = 0
    for number in range(count):
        if move_kind(moves[number]) == M_LIFT:
            liftable[piece_kind_of(moves[number])] |= <uint64_t>1 << slot_of(moves[number])
    for number in range(state.held_count):
        held[group_piece(state.held[number]) & 1] += 1
    march.rate = OUT_OF_QUESTION
    best_march(plan, liftable, held, state.limit, &march)
    if march.count:
        return first_lift(&march)
    goal = march.route
    for number in range(count):
        if move_kind(moves[number]) == M_DROP:
            route = plan.board.slot_route[slot_of(moves[number])]
            value = spot(plan, route, piece_kind_of(moves[number]), 1) + plan.taste.goal * (route == goal)
            offer(&choice, value, moves[number])
    return choice.move
