"""The turn by plan: the action that brings most, and the step that it begins with; moves of pieces in all their phases."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move
from engine_c.teutonica.moves cimport displaceable, favours, permitted_slots, swaps
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.prospects cimport *
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.score cimport Score, score_state, share_state
from engine_c.teutonica.types cimport *
from engine_c.teutonica.worth cimport *

cdef enum:
    MOST_LIFTED = 5         # by a move (T18)
    CANDIDATES = 24         # own pieces that are considered for it


cdef Move turn_by_plan(Plan *plan) noexcept nogil:
    """The action that brings most, and the step that it begins with."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef Choice choice
    choice.rate, choice.move = 0, end_move()
    plan.target = NONE
    if desk.unused:
        offer_markers(plan, &choice)
        if state.modules & WITH_FAVOURS and not state.begun:
            offer_favours(plan, &choice)
    if state.actions:
        offer_claims(plan, &choice)
        offer_steps(plan, &choice)
        offer_march(plan, &choice)
        offer_blocks(plan, &choice)
        if plan.target != NONE and choice.rate > plan.rate[plan.target]:
            plan.target = NONE
        if choice.rate <= 0 and desk.stock[TRADER] + desk.stock[MERCHANT]:
            choice.move = income(plan, False)
    return choice.move


cdef void offer_claims(Plan *plan, Choice *choice) noexcept nogil:
    """Every full route; a claim that ends the game is a win or a loss (T70), and judged as such."""
    cdef uint64_t full = filled_by(plan.board, plan.state, plan.me)
    cdef Worth *worth = worth_of(plan)
    cdef int route, form
    cdef float value
    cdef Move move
    while full:
        route = plan.board.slot_route[ctz(full)]
        full &= full - 1
        for form in range(FORMS):
            if worth.aim[form][route] <= OUT_OF_AIM or (form == FOR_TRADER and not plan.stand.traders[route]) or (
                    form == FOR_MERCHANT and not plan.stand.merchants[route]):
                continue
            move = best_claim(plan.board, worth, route, form)
            if move_kind(move) == M_CLAIM_EXTRA and not plan.stand.traders[route]:
                move = with_piece_kind(move, MERCHANT)
            value = worth.aim[form][route] + worth.beside[route]
            if may_end(plan, route):
                value = value_of_end(plan, move, value)
            offer(choice, value, move)


cdef inline bint may_end(const Plan *plan, int route) noexcept nogil:
    """Whether a claim of this route might end the game (T70)."""
    cdef int seat
    if (plan.state.marked >> route) & 1 and markers_left(plan.state) <= 0:
        return True
    if plan.state.completed + 1 >= plan.board.city_limit:
        return True
    for seat in range(plan.state.players):
        if plan.state.desks[seat].prestige >= 9:        # two cities, two points of an office, seven for the connection
            return True
    return False


cdef float value_of_end(const Plan *plan, Move move, float value) noexcept nogil:
    """Of a claim that may end the game: its value, or what winning or losing is worth."""
    cdef State after
    cdef double shares[SEATS]
    memcpy(&after, plan.state, sizeof(State))
    apply_move(plan.board, &after, move)
    if after.phase != OVER:
        return value
    share_state(plan.board, &after, shares)
    if shares[plan.me] > 0:
        return 50 * <float>shares[plan.me]
    return 10 if plan.worths[plan.me].too_long else -50


cdef void offer_steps(Plan *plan, Choice *choice) noexcept nogil:
    """The first step towards the best route that one can be taken for."""
    cdef uint64_t tried = 0
    cdef int route, best = plan.best
    cdef Move move
    while best != NONE and plan.rate[best] > choice.rate:
        tried |= <uint64_t>1 << best
        move = step(plan, best)
        if move:
            plan.target = best
            offer(choice, plan.rate[best], move)
            return
        best = NONE
        for route in range(plan.board.routes):
            if not (tried >> route) & 1 and (best == NONE or plan.rate[route] > plan.rate[best]):
                best = route


cdef Move step(Plan *plan, int route) noexcept nogil:
    """The next action for a route that is not full: place, else displace, else fetch pieces; 0 for none."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef const Standing *stand = &plan.stand
    cdef int house = plan.board.route_slot[route], ship = house + 1, kind, abroad, wanting
    cdef bint needs_merchant = plan.form[route] == FOR_MERCHANT and not stand.merchants[route]
    cdef uint64_t permitted = plan.board.route_slots[route]
    cdef Move move
    wanting = stand.houses[route] + stand.ships[route] + stand.foes[route]
    if not wanting:
        return 0
    abroad = plan.board.route_country[route] != ENGLAND
    if abroad:
        permitted &= permitted_slots(plan.board, state)
    if permitted:
        if stand.ships[route] and desk.supply[MERCHANT]:
            return place_move(ship, MERCHANT)
        if stand.houses[route]:
            kind = MERCHANT if needs_merchant else TRADER
            if not desk.supply[kind]:
                kind = 1 - kind
            if desk.supply[kind]:
                return place_move(house, kind)
        if stand.foes[route]:
            move = step_by_displacing(plan, permitted, MERCHANT if needs_merchant else TRADER)
            if move:
                return move
    if desk.stock[TRADER] + desk.stock[MERCHANT] == 0 or (
            abroad and desk.supply[TRADER] + desk.supply[MERCHANT] > wanting + 3):
        return 0
    return income(plan, needs_merchant or stand.ships[route] > 0)


cdef Move step_by_displacing(const Plan *plan, uint64_t slots, int wanted) noexcept nogil:
    """T12: a trader before a merchant, paid with traders first; 0 if it cannot be done."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef int kind, owner, put, slot, payment, turn
    cdef uint64_t found
    for kind in range(2):
        for owner in range(owners(state)):
            if owner == plan.me or not state.has[2 * owner + kind] & slots:
                continue
            found = displaceable(plan.board, state, owner, kind, slots)
            while found:
                slot = ctz(found)
                found &= found - 1
                for turn in range(2):
                    put = wanted if turn == 0 else 1 - wanted
                    if put == TRADER and not (plan.board.house_slots >> slot) & 1:
                        continue
                    payment = cheapest_payment(desk, put, kind)
                    if payment != NONE:
                        return displace_move(slot, put, 2 * owner + kind, payment)
    return 0


cdef inline int cheapest_payment(const Desk *desk, int put, int displaced) noexcept nogil:
    """Traders first; NONE if there is not enough."""
    cdef int traders = desk.supply[TRADER] - (put == TRADER), merchants = desk.supply[MERCHANT] - (put == MERCHANT)
    if traders < 0 or merchants < 0:
        return NONE
    if displaced == TRADER:
        return PAY_T if traders else PAY_M if merchants else NONE
    if traders >= 2:
        return PAY_TT
    if traders and merchants:
        return PAY_TM
    return PAY_MM if merchants >= 2 else NONE


cdef Move income(const Plan *plan, bint merchant) noexcept nogil:
    """As much as the bank gives, a merchant among it; two pieces stay in the stock for displacements if nothing presses."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int bank = BANK_VALUE[desk.track[BANK]], stock = desk.stock[TRADER] + desk.stock[MERCHANT]
    cdef int supply = desk.supply[TRADER] + desk.supply[MERCHANT], traders, merchants
    cdef float value
    cdef Choice choice
    choice.rate, choice.move = -1000, 0
    for merchants in range(min(<int>desk.stock[MERCHANT], bank) + 1):
        for traders in range(min(<int>desk.stock[TRADER], bank - merchants) + 1):
            if merchants + traders == 0:
                continue
            value = merchants + traders + (<float>1.5 if merchant else <float>0.3) * min(merchants, 1)
            if supply + merchants + traders > 4:
                value -= <float>1.2 * max(0, 2 - (stock - merchants - traders))
            offer(&choice, value, income_move(traders, merchants))
    return choice.move


cdef void offer_blocks(Plan *plan, Choice *choice) noexcept nogil:
    """A piece where somebody is about to finish: a merchant costs them more (T12)."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int route, kind, slot
    cdef float value
    cdef uint64_t open_slots = plan.state.free, routes = plan.opposed
    if desk.supply[TRADER] + desk.supply[MERCHANT] == 0 or plan.taste[W_BLOCK] <= 0:
        return
    open_slots &= permitted_slots(plan.board, plan.state)
    while routes:
        route = ctz(routes)
        routes &= routes - 1
        if blocking_so_many(plan, route, plan.stand.foes[route]) * <float>1.2 <= choice.rate:
            continue                    # not even if they all are of one seat
        value = blocking(plan, route)
        if value <= 0:
            continue
        slot = plan.board.route_slot[route]
        for kind in range(2):
            if desk.supply[kind] and (open_slots >> slot) & 1:
                offer(choice, value * (1 + <float>0.15 * kind), place_move(slot, kind))


# --- markers and favours --------------------------------------------------------------------------------------------

cdef void offer_markers(Plan *plan, Choice *choice) noexcept nogil:
    """Markers when they help: a step at once, actions when this turn's are spent, swaps for points."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef Worth *worth = worth_of(plan)
    cdef Move found[MAX_MOVES]
    cdef int track, count, number
    cdef float gain
    if marker_count(desk.unused, DEVELOP):
        for track in range(TRACKS):
            if desk.track[track] < TRACK_END[track]:
                offer(choice, worth.steps[track] + 20 * (worth.steps[track] > 0), use_develop_move(track))
    if not state.actions and plan.rate[plan.best] > 0:
        if marker_count(desk.unused, PLUS_3):
            offer(choice, 1, use_move(PLUS_3))
        elif marker_count(desk.unused, PLUS_4):
            offer(choice, 1, use_move(PLUS_4))
    if state.actions and (marker_count(desk.unused, MOVE_3) or marker_count(desk.unused, REMOVE_3)):
        if blocked_way(plan) != NONE:
            offer(choice, 30, use_move(MOVE_3 if marker_count(desk.unused, MOVE_3) else REMOVE_3))
    if marker_count(desk.unused, SWAP) and not state.actions:
        count = swaps(plan.board, state, found)
        for number in range(count):
            gain = gain_of_swap(plan, found[number])
            if gain >= (<float>2 if worth.left > <float>2.5 else <float>0.5):
                offer(choice, 20 + gain, found[number])


cdef int blocked_way(const Plan *plan) noexcept nogil:
    """The best route among those where two or three pieces of others stand in the way, or NONE."""
    cdef int route, best = NONE
    cdef float value, highest = 0
    for route in range(plan.board.routes):
        if 2 <= plan.stand.foes[route] <= 3 and plan.value[route] >= 4:
            value = plan.value[route] / (1 + plan.stand.houses[route])
            if value > highest:
                highest, best = value, route
    return best


cdef float gain_of_swap(const Plan *plan, Move move) noexcept nogil:
    """What a swap brings at the end as things stand, less what it brings the others."""
    cdef const Score *before = &plan.score
    cdef Score score
    cdef State after
    cdef float gain
    cdef int seat
    require(plan.counted)           # the survey has looked
    memcpy(&after, plan.state, sizeof(State))
    apply_move(plan.board, &after, move)
    score_state(plan.board, &after, &score)
    gain = score.total[plan.me] - before.total[plan.me]
    for seat in range(plan.state.players):
        if seat != plan.me:
            gain -= plan.taste[W_GIFT] * (score.total[seat] - before.total[seat])
    return gain


cdef void offer_favours(Plan *plan, Choice *choice) noexcept nogil:
    """T101: a tile costs two markers and the turn; the use of the markers and a turn's actions are its price."""
    cdef Move found[MAX_MOVES]
    cdef int count = favours(plan.state, &plan.state.desks[plan.me], found), number
    cdef float price = (plan.state.actions + 2) * plan.taste[W_ACTION], value
    for number in range(count):
        value = worth_of_tile(plan, tile_of(found[number]))
        if value > price:
            offer(choice, 40 + value - price, found[number])


cdef float worth_of_tile(const Plan *plan, int tile) noexcept nogil:
    """T102, in points."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef float left = plan.worths[plan.me].left
    cdef int track, ends = 0
    if tile == EXTRA_ACTION:
        return (left - 1) * plan.taste[W_ACTION]
    if tile == DOUBLE_CITIES:
        return 2 * popcount(plan.state.control[plan.me]) + <float>0.3 * left
    if tile == MASTER_ABILITIES:
        for track in range(TRACKS):
            ends += track != KEYS and desk.track[track] == TRACK_END[track]
        return 3 * ends + <float>0.3 * left
    return <float>0.4 * left


# --- moving pieces --------------------------------------------------------------------------------------------------

cdef struct March:
    # A move (T18): where to, what is lifted beside what is held, and what it brings.
    int route
    float rate
    int count
    int slots[MOST_LIFTED]
    int kinds[MOST_LIFTED]


cdef inline float keeping(const Plan *plan, int route) noexcept nogil:
    """What an own piece is worth where it stands, as a share of placing one anew."""
    cdef float share = plan.rate[route] / max(plan.rate[plan.best], <float>0.1)
    return max(<float>0.05, min(<float>1, share)) * plan.taste[W_KEEP]


cdef void best_march(const Plan *plan, const uint64_t *liftable, const int *held, int limit, March *march) noexcept nogil:
    """The best use of a move, if it brings more than `march.rate`; `liftable` are slots by kind, `held` pieces by kind."""
    cdef int slots[CANDIDATES]
    cdef int kinds[CANDIDATES]
    cdef float values[CANDIDATES]
    cdef float saved[5]         # actions that are saved by so many free houses
    cdef float least[ROUTES]    # actions that the move and what is left to do cost at best
    cdef int count = -1, route, room, in_hand = held[TRADER] + held[MERCHANT]
    march.route, march.count = NONE, 0
    # At best as many pieces as there is room for cost nothing but the action.
    for room in range(5):
        saved[room] = min(room, limit) * (1 + plan.piece_cost)
    for route in range(plan.board.routes):
        least[route] = saved[plan.stand.houses[route]]
    for route in range(plan.board.routes):
        least[route] = max(<float>1, plan.cost[route] - least[route]) + (in_hand == 0)
    for route in range(plan.board.routes):
        if plan.value[route] > march.rate * least[route] and plan.rate[route] > 0 and (
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
            value = keeping(plan, plan.board.slot_route[slot]) + <float>0.1 * kind
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
    cdef bint merchant = plan.form[route] == FOR_MERCHANT and not plan.stand.merchants[route] and not held[MERCHANT]
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
    cost = max(<float>1, plan.cost[route] - min(room, in_hand + taken) * (1 + plan.piece_cost)) + spent
    rate = rate_of(plan, plan.value[route], cost)
    if rate <= march.rate:
        return
    march.route, march.rate, march.count = route, rate, taken
    for number in range(taken):
        march.slots[number] = slots[picked[number]]
        march.kinds[number] = kinds[picked[number]]


cdef inline bint goes_to(const Plan *plan, int from_route, int route) noexcept nogil:
    """Whether a piece is better used for another route than where it stands."""
    return from_route != route and plan.rate[from_route] < plan.rate[route]


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
    if not standing_of(state, plan.me):
        return
    march.rate = choice.rate
    best_march(plan, &state.has[2 * plan.me], held, BOOK_VALUE[state.desks[plan.me].track[BOOK]], &march)
    if march.count:
        offer(choice, march.rate, first_lift(&march))


cdef Move move_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """The phases `lift` and `drop`: own pieces where they make the best route, others out of the way."""
    cdef const State *state = plan.state
    cdef uint64_t liftable[2]
    cdef int held[2]
    cdef int number, route, goal
    cdef float value
    cdef March march
    cdef Choice choice
    if state.lifting != MOVE_ACTION:
        return move_others(plan, moves, count)
    liftable[TRADER] = liftable[MERCHANT] = 0
    held[TRADER] = held[MERCHANT] = 0
    for number in range(count):
        if move_kind(moves[number]) == M_LIFT:
            liftable[piece_kind_of(moves[number])] |= <uint64_t>1 << slot_of(moves[number])
    for number in range(state.held_count):
        held[group_piece(state.held[number]) & 1] += 1
    march.rate = -1000
    best_march(plan, liftable, held, state.limit, &march)
    if march.count:
        return first_lift(&march)
    goal = march.route
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        if move_kind(moves[number]) == M_DROP:
            route = plan.board.slot_route[slot_of(moves[number])]
            value = spot(plan, route, piece_kind_of(moves[number]), 1) + 5 * (route == goal)
            offer(&choice, value, moves[number])
    return choice.move


cdef Move move_others(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T50, T61: pieces of others off the route that they block, to where they help nobody."""
    cdef int goal = blocked_way(plan), number, kind, piece, route
    cdef Choice choice
    cdef float harm
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        kind, piece = move_kind(moves[number]), piece_of(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[slot_of(moves[number])]
        if kind == M_LIFT_PIECE:
            offer(&choice, 1000 if piece >> 1 != plan.me and route == goal else -500, moves[number])
            continue
        if piece >> 1 == plan.me:
            harm = -spot(plan, route, piece & 1, 1)
        else:
            harm = max(plan.rate[route], <float>0) + <float>0.5 * plan.stand.foes[route] + 3 * (route == goal)
            harm += 2 * (plan.stand.traders[route] + plan.stand.merchants[route] > 0)
        offer(&choice, -harm - 100, moves[number])
    return choice.move
