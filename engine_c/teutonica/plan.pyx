"""Playing by plan: look for the route whose claim brings most for the actions it still costs, and work towards it.

What "most" is, is the taste (worth.pyx). First the prospects of all routes, then the decision: one function a phase.
`plan_move` remembers nothing from decision to decision; `play_by_plan` keeps the worth of claims until something is
claimed, and works for one route until the turn is over, which is what makes playouts fast.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_c.game cimport CHANCE, MAX_MOVES, Move, NOBODY
from engine_c.random cimport Random, below, next32
from engine_c.teutonica.moves cimport displaceable, favours, legal_moves, permitted_slots, swaps
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.score cimport Score, score_state, share_state
from engine_c.teutonica.types cimport *
from engine_c.teutonica.worth cimport *

cdef enum:
    OUT_OF_REACH = 60       # actions
    MOST_LIFTED = 5         # by a move (T18)
    CANDIDATES = 24         # own pieces that are considered for it


cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, Random *random) noexcept nogil:
    cdef int later, slot
    plan.board, plan.state, plan.taste, plan.random = board, state, taste, random
    plan.target = NONE
    plan.patience[0] = 1
    for later in range(1, 8):
        plan.patience[later] = plan.patience[later - 1] * taste[W_PATIENCE]
    memset(plan.empty, 0, sizeof(plan.empty))
    plan.uneven = 0
    for slot in range(board.slots):
        if (board.house_slots >> slot) & 1:
            plan.empty[board.slot_route[slot]].houses = board.capacity[slot]
        else:
            plan.empty[board.slot_route[slot]].ships = board.capacity[slot]
        if not (board.house_slots >> slot) & 1 or board.route_country[board.slot_route[slot]] != ENGLAND:
            plan.uneven |= <uint64_t>1 << board.slot_route[slot]
    memset(plan.judged, 0, sizeof(plan.judged))
    forget_worths(plan)


cdef inline void forget_worths(Plan *plan) noexcept nogil:
    plan.score_known = plan.current = False
    memset(plan.known, 0, sizeof(plan.known))


cdef inline Worth *worth_of(Plan *plan) noexcept nogil:
    return &plan.worths[plan.me]


# --- prospects ------------------------------------------------------------------------------------------------------

cdef void survey(Plan *plan) noexcept nogil:
    """The prospects of every route for the mover."""
    if plan.current and plan.me == plan.state.to_move:
        return
    look_at_desk(plan, plan.known[plan.state.to_move])
    count_pieces(plan)
    rate_routes(plan)
    plan.current = True


cdef void survey_some(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Those of the routes that some moves lead to or from, which are few."""
    cdef uint64_t routes = 0
    cdef int number, route
    for number in range(count):
        if move_kind(moves[number]) == M_MARKER:
            routes |= <uint64_t>1 << move_a(moves[number])
        else:
            routes |= <uint64_t>1 << plan.board.slot_route[move_a(moves[number])]
        if move_kind(moves[number]) == M_ADD_FROM:
            routes |= <uint64_t>1 << plan.board.slot_route[move_b(moves[number])]
    look_at_desk(plan, plan.judged[plan.state.to_move])
    draw_lucks(plan)
    while routes:
        route = ctz(routes)
        routes &= routes - 1
        count_route(plan, route)
        begin_route(plan, worth_of(plan), route)
        rate_route(plan, worth_of(plan), route)
    plan.current = False


cdef void look_at_desk(Plan *plan, bint known) noexcept nogil:
    """What claims are worth to the mover, unless that is known well enough, and what work costs it."""
    cdef const Desk *desk
    # A neutral trader is put by the other player (T91), who thinks as himself.
    plan.me = plan.state.to_move
    desk = &plan.state.desks[plan.me]
    if not known:
        if not plan.score_known:
            score_state(plan.board, plan.state, &plan.score)
            plan.score_known = True
        judge_claims(plan.board, plan.state, &plan.score, plan.taste, plan.me, worth_of(plan))
        plan.known[plan.me] = plan.judged[plan.me] = True
    plan.actions_a_turn = ACTIONS_VALUE[desk.track[ACTIONS]] + ((desk.favours >> EXTRA_ACTION) & 1)
    plan.piece_cost = plan.taste[W_PIECE] / min(<int>BANK_VALUE[desk.track[BANK]], 8)


cdef void count_pieces(Plan *plan) noexcept nogil:
    """How the mover stands on every route."""
    cdef uint64_t stood = standing(plan.state)
    memcpy(plan.stand, plan.empty, plan.board.routes * sizeof(Standing))
    plan.stood = plan.opposed = 0
    while stood:
        count_slot(plan, ctz(stood))
        plan.stood |= <uint64_t>1 << plan.board.slot_route[ctz(stood)]
        stood &= stood - 1


cdef inline void count_slot(Plan *plan, int slot) noexcept nogil:
    """Takes the pieces of a slot into the standing of its route."""
    cdef Standing *stand = &plan.stand[plan.board.slot_route[slot]]
    cdef uint32_t pieces = plan.state.pieces[slot]
    cdef bint ship = not (plan.board.house_slots >> slot) & 1
    cdef int piece, owner, last = NONE, run = 0
    while pieces:
        piece = (pieces & 15) - 1
        pieces >>= 4
        owner = piece >> 1
        if ship:
            stand.ships -= 1
        else:
            stand.houses -= 1
        if owner == plan.me:
            stand.merchants += piece & 1
            stand.traders += 1 - (piece & 1)
            continue
        plan.opposed |= <uint64_t>1 << plan.board.slot_route[slot]
        stand.foes += 1
        stand.foe_merchants += piece & 1
        stand.foes_on_ships += ship
        run = run + 1 if owner == last else 1           # a slot's pieces are sorted by owner
        last = owner
        if owner < plan.state.players and run > stand.most:
            stand.most = run


cdef inline void count_route(Plan *plan, int route) noexcept nogil:
    """`count_pieces` for one route."""
    cdef uint64_t slots = plan.board.route_slots[route]
    plan.stand[route] = plan.empty[route]
    while slots:
        count_slot(plan, ctz(slots))
        slots &= slots - 1


cdef void rate_routes(Plan *plan) noexcept nogil:
    """The best of what a claim of each route may be for, by points an action; a little luck makes games differ."""
    cdef const Worth *worth = worth_of(plan)
    cdef int route, wanting, routes = plan.board.routes
    cdef uint64_t others = plan.uneven | plan.stood | worth.with_merchant
    cdef float best = -1000
    cdef float costs[5]
    cdef float rates[5]         # of one point
    draw_lucks(plan)
    for route in range(routes):
        begin_route(plan, worth, route)
    # Where nobody stands, the cost depends on the houses alone.
    for wanting in range(5):
        costs[wanting] = plain_cost_of(plan, wanting)
        rates[wanting] = rate_of(plan, 1, costs[wanting])
    for route in range(routes):
        plan.cost[route] = costs[plan.empty[route].houses]
        plan.rate[route] = rates[plan.empty[route].houses] * plan.value[route]
    while others:
        rate_route(plan, worth, ctz(others))
        others &= others - 1
    plan.best = 0
    for route in range(routes):
        if plan.rate[route] > best:
            best, plan.best = plan.rate[route], route


cdef inline void draw_lucks(Plan *plan) noexcept nogil:
    """For each route a factor around 1."""
    cdef float noise = plan.taste[W_NOISE] * <float>(1.0 / 128)
    cdef uint32_t lucks = 0
    cdef int route
    for route in range(plan.board.routes):
        if route & 3 == 0 and plan.random != NULL:
            lucks = next32(plan.random)
        plan.value[route] = 1 + noise * (<float>((lucks >> (8 * (route & 3))) & 255) - <float>127.5)
    if plan.random == NULL:
        for route in range(plan.board.routes):
            plan.value[route] = 1


cdef inline void begin_route(Plan *plan, const Worth *worth, int route) noexcept nogil:
    """Its claim without a merchant; `value` holds the luck."""
    plan.value[route] *= worth.plain[route]
    plan.form[route] = worth.plain_form[route]


cdef void rate_route(Plan *plan, const Worth *worth, int route) noexcept nogil:
    """The prospect of a route where something stands, or where ships, borders or merchants matter."""
    cdef float value, cost, rate, luck
    plan.cost[route] = cost_of(plan, route, FOR_ANY)
    plan.rate[route] = rate_of(plan, plan.value[route], plan.cost[route])
    if not (worth.with_merchant >> route) & 1:
        return
    luck = plan.value[route] / worth.plain[route] if worth.plain[route] != 0 else 1
    value = (worth.aim[route][FOR_MERCHANT] + worth.beside[route]) * luck
    cost = cost_of(plan, route, FOR_MERCHANT)
    rate = rate_of(plan, value, cost)
    if rate > plan.rate[route]:
        plan.form[route], plan.value[route], plan.cost[route], plan.rate[route] = FOR_MERCHANT, value, cost, rate


cdef inline int round_up(float number) noexcept nogil:
    """To the next whole number; of a number that is not below zero."""
    cdef int whole = <int>number
    return whole + (number > whole)


cdef inline float rate_of(const Plan *plan, float worth, float cost) noexcept nogil:
    """Points an action for something that still costs so many actions: less if it is finished in a later turn."""
    cdef float beyond = cost - <float>0.6 - plan.state.actions
    cdef float turns = plan.worths[plan.me].left + 1
    cdef int later = 0
    if beyond > 0:
        later = round_up(beyond / plan.actions_a_turn)
    if later >= turns or cost >= OUT_OF_REACH:
        return worth * <float>0.01 / cost
    return worth * plan.patience[min(later, 7)] / cost


cdef inline float plain_cost_of(const Plan *plan, int wanting) noexcept nogil:
    """Actions until a route is claimed where so many houses are free and nobody else stands, the claim included."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int bank = BANK_VALUE[desk.track[BANK]]
    cdef int short = max(0, wanting - desk.supply[TRADER] - desk.supply[MERCHANT])
    cdef int more = desk.stock[TRADER] + desk.stock[MERCHANT]
    cdef float incomes = (short + bank - 1) // bank
    if not wanting:
        return 1
    if short > more:
        incomes += <float>1.5 * (short - more)
    return min(<float>OUT_OF_REACH, 1 + wanting + max(incomes, wanting * plan.piece_cost))


cdef float cost_of(const Plan *plan, int route, int form) noexcept nogil:
    """Actions until a route is claimed for something, the claim itself included."""
    cdef const Standing *stand = &plan.stand[route]
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int wanting = stand.houses + stand.ships + stand.foes
    cdef int merchants = stand.ships + stand.foes_on_ships
    cdef float cost, fetched
    if form == FOR_MERCHANT and not merchants and not stand.merchants:
        if not wanting:
            return OUT_OF_REACH
        merchants = 1
    if not wanting:
        return 1
    # Displacing costs a piece more for a trader, two for a merchant (T12).
    cost = plain_cost_of(plan, wanting + stand.foes + stand.foe_merchants) - stand.foes - stand.foe_merchants
    if merchants > desk.supply[MERCHANT]:
        if merchants > desk.supply[MERCHANT] + desk.stock[MERCHANT]:
            return OUT_OF_REACH
        fetched = 2 + wanting           # one income at least
        cost = max(cost, fetched)
    cost += plan.taste[W_FIGHT] * stand.foes
    # What the displaced gain (T13) is lost to oneself.
    cost += (<float>0.6 * stand.foes + <float>0.5 * stand.foe_merchants) * plan.taste[W_GIFT] / plan.taste[W_ACTION]
    if plan.board.route_country[route] != ENGLAND:
        cost += 2 * wanting             # T81: a permit a piece
    return min(<float>OUT_OF_REACH, cost)


cdef float blocking(const Plan *plan, int route) noexcept nogil:
    """What a piece in somebody's way brings: displaced, it comes back with another (T13); else it holds them off."""
    cdef const Standing *stand = &plan.stand[route]
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef float heat, share
    cdef int places
    if not stand.most or stand.traders or stand.merchants or desk.stock[TRADER] + desk.stock[MERCHANT] == 0:
        return 0
    places = stand.houses + stand.ships + stand.foes
    heat = <float>0.5 + <float>0.25 * ((plan.state.marked >> route) & 1)
    if plan.board.route_develops[route]:
        heat += <float>0.5 * plan.worths[plan.me].future
    share = stand.most / <float>max(places - 1, 1)
    return plan.taste[W_BLOCK] * heat * share * share


cdef float with_pieces(const Plan *plan, int route, int count) noexcept nogil:
    """The rate of a route that gets so many more own pieces for nothing, as far as they have room."""
    count = min(count, max(1, plan.stand[route].houses + plan.stand[route].ships))
    return rate_of(plan, plan.value[route], max(<float>1, plan.cost[route] - count * (1 + plan.piece_cost)))


cdef float spot(const Plan *plan, int route, int kind, int count) noexcept nogil:
    """What a piece is worth on a free place of a route, if it is one of so many to be put now."""
    cdef float needed = 0
    if kind == MERCHANT and plan.form[route] == FOR_MERCHANT and not plan.stand[route].merchants:
        needed = <float>0.2
    return max(with_pieces(plan, route, count), <float>0) + needed + <float>0.5 * blocking(plan, route)


# --- the turn -------------------------------------------------------------------------------------------------------

cdef struct Choice:
    float rate
    Move move


cdef inline void offer(Choice *choice, float rate, Move move) noexcept nogil:
    if rate > choice.rate:
        choice.rate, choice.move = rate, move


cdef Move turn_by_plan(Plan *plan) noexcept nogil:
    """The action that brings most, and the step that it begins with."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef Choice choice
    choice.rate, choice.move = 0, move_of(M_END, 0, 0, 0)
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
            if worth.aim[route][form] <= -1000 or (form == FOR_TRADER and not plan.stand[route].traders) or (
                    form == FOR_MERCHANT and not plan.stand[route].merchants):
                continue
            move = worth.claim[route][form]
            if move_kind(move) == M_CLAIM_EXTRA and not plan.stand[route].traders:
                move |= <Move>MERCHANT << SHIFT_PIECE
            value = worth.aim[route][form] + worth.beside[route]
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
    cdef const Standing *stand = &plan.stand[route]
    cdef int house = plan.board.route_slot[route], ship = house + 1, kind, abroad, wanting
    cdef bint needs_merchant = plan.form[route] == FOR_MERCHANT and not stand.merchants
    cdef uint64_t permitted = plan.board.route_slots[route]
    cdef Move move
    wanting = stand.houses + stand.ships + stand.foes
    if not wanting:
        return 0
    abroad = plan.board.route_country[route] != ENGLAND
    if abroad:
        permitted &= permitted_slots(plan.board, state)
    if permitted:
        if stand.ships and desk.supply[MERCHANT]:
            return move_of(M_PLACE, ship, 0, MERCHANT)
        if stand.houses:
            kind = MERCHANT if needs_merchant else TRADER
            if not desk.supply[kind]:
                kind = 1 - kind
            if desk.supply[kind]:
                return move_of(M_PLACE, house, 0, kind)
        if stand.foes:
            move = step_by_displacing(plan, permitted, MERCHANT if needs_merchant else TRADER)
            if move:
                return move
    if desk.stock[TRADER] + desk.stock[MERCHANT] == 0 or (
            abroad and desk.supply[TRADER] + desk.supply[MERCHANT] > wanting + 3):
        return 0
    return income(plan, needs_merchant or stand.ships > 0)


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
                        return displacement(put, payment) | (<Move>slot << SHIFT_A) | (<Move>(2 * owner + kind) << SHIFT_PIECE)
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
            offer(&choice, value, move_of(M_INCOME, traders, merchants, 0))
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
        value = blocking(plan, route)
        if value <= 0:
            continue
        slot = plan.board.route_slot[route]
        for kind in range(2):
            if desk.supply[kind] and (open_slots >> slot) & 1:
                offer(choice, value * (1 + <float>0.15 * kind), move_of(M_PLACE, slot, 0, kind))


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
                offer(choice, worth.steps[track] + 20 * (worth.steps[track] > 0), move_of(M_USE_DEVELOP, track, 0, 0))
    if not state.actions and plan.rate[plan.best] > 0:
        if marker_count(desk.unused, PLUS_3):
            offer(choice, 1, move_of(M_USE, PLUS_3, 0, 0))
        elif marker_count(desk.unused, PLUS_4):
            offer(choice, 1, move_of(M_USE, PLUS_4, 0, 0))
    if state.actions and (marker_count(desk.unused, MOVE_3) or marker_count(desk.unused, REMOVE_3)):
        if blocked_way(plan) != NONE:
            offer(choice, 30, move_of(M_USE, MOVE_3 if marker_count(desk.unused, MOVE_3) else REMOVE_3, 0, 0))
    if marker_count(desk.unused, SWAP):
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
        if 2 <= plan.stand[route].foes <= 3 and plan.value[route] >= 4:
            value = plan.value[route] / (1 + plan.stand[route].houses)
            if value > highest:
                highest, best = value, route
    return best


cdef float gain_of_swap(const Plan *plan, Move move) noexcept nogil:
    """What a swap brings at the end as things stand, less what it brings the others."""
    cdef Score before, score
    cdef State after
    cdef float gain
    cdef int seat
    score_state(plan.board, plan.state, &before)
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
        value = worth_of_tile(plan, move_a(found[number]))
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
    cdef int count = -1, route, in_hand = held[TRADER] + held[MERCHANT]
    cdef float saved, least
    march.route, march.count = NONE, 0
    for route in range(plan.board.routes):
        if plan.value[route] <= march.rate * (1 + (in_hand == 0)) or plan.rate[route] <= 0 or (
                not plan.stand[route].houses or plan.board.route_country[route] != ENGLAND):
            continue
        # At best as many pieces as there is room for cost nothing but the action.
        saved = min(<int>plan.stand[route].houses, limit) * (1 + plan.piece_cost)
        least = max(<float>1, plan.cost[route] - saved) + (in_hand == 0)
        if plan.value[route] <= march.rate * least:
            continue
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
    cdef int room = plan.stand[route].houses, in_hand = held[TRADER] + held[MERCHANT], number, from_route, taken = 0, first
    cdef int picked[MOST_LIFTED]
    cdef bint merchant = plan.form[route] == FOR_MERCHANT and not plan.stand[route].merchants and not held[MERCHANT]
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
    return move_of(M_LIFT, march.slots[best], 0, march.kinds[best])


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
            liftable[move_piece(moves[number])] |= <uint64_t>1 << move_a(moves[number])
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
            route = plan.board.slot_route[move_a(moves[number])]
            value = spot(plan, route, move_piece(moves[number]), 1) + 5 * (route == goal)
            offer(&choice, value, moves[number])
    return choice.move


cdef Move move_others(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T50, T61: pieces of others off the route that they block, to where they help nobody."""
    cdef int goal = blocked_way(plan), number, kind, piece, route
    cdef Choice choice
    cdef float harm
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        kind, piece = move_kind(moves[number]), move_piece(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[move_a(moves[number])]
        if kind == M_LIFT_PIECE:
            offer(&choice, 1000 if piece >> 1 != plan.me and route == goal else -500, moves[number])
            continue
        if piece >> 1 == plan.me:
            harm = -spot(plan, route, piece & 1, 1)
        else:
            harm = max(plan.rate[route], <float>0) + <float>0.5 * plan.stand[route].foes + 3 * (route == goal)
            harm += 2 * (plan.stand[route].traders + plan.stand[route].merchants > 0)
        offer(&choice, -harm - 100, moves[number])
    return choice.move


# --- the other phases -----------------------------------------------------------------------------------------------

cdef Move displaced_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Where a displaced piece and its extras go: to the route that they further most, or into somebody's way (T13)."""
    cdef const State *state = plan.state
    cdef int number, kind, piece, route, origin, pieces = state.left + (not state.put)
    cdef bint neutral = state.owner != plan.me
    cdef float value, best = -1000
    cdef Choice choice
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        kind, piece = move_kind(moves[number]), move_piece(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[move_a(moves[number])]
        if neutral:                     # T91: where neutral traders are in the other player's way
            value = plan.stand[route].most - plan.stand[route].traders - plan.stand[route].merchants
            value -= <float>0.3 * max(plan.rate[route], <float>0)
        elif kind == M_ADD_FROM:
            origin = plan.board.slot_route[move_b(moves[number])]
            value = spot(plan, route, piece, 1) - spot(plan, origin, piece, 1) - <float>0.3
            if origin == route:
                value = -1
        else:
            value = 1 + spot(plan, route, piece, pieces)
        offer(&choice, value, moves[number])
    return choice.move


cdef Move removal_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T50 `remove-3`: pieces of others off the route that they block."""
    cdef int goal = blocked_way(plan), number, route
    cdef Choice choice
    cdef float value
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        if move_kind(moves[number]) == M_DONE:
            offer(&choice, 2, moves[number])
            continue
        route = plan.board.slot_route[move_a(moves[number])]
        value = 1 + 5 * (route == goal) + max(plan.rate[route], <float>0) + (move_piece(moves[number]) & 1)
        if move_piece(moves[number]) >> 1 == plan.me:
            value = -5
        offer(&choice, value, moves[number])
    return choice.move


cdef Move bonus_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T60 to T64, T87: permanent markers."""
    cdef int number, kind, route
    cdef Choice choice
    if plan.state.bonus == MOVE_2_ANY:
        return move_others(plan, moves, count)
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        kind = move_kind(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
        elif kind == M_DEVELOP:
            offer(&choice, worth_of(plan).steps[PRIVILEGE], moves[number])
        elif kind == M_GREEN:
            offer(&choice, 2 - <float>0.3 * move_piece(moves[number]) + worth_of_post(plan, move_a(moves[number])), moves[number])
        else:
            route = plan.board.slot_route[move_a(moves[number])]
            offer(&choice, 1 + spot(plan, route, move_piece(moves[number]), 1) - (kind == M_PUT_FROM), moves[number])
    return choice.move


cdef float worth_of_post(const Plan *plan, int city) noexcept nogil:
    """T63: growing what is near counts most."""
    cdef uint32_t own = plan.state.present[plan.me], bit = <uint32_t>1 << city
    return 2 * (own & plan.board.neighbours[city] != 0) - 2 * (own & bit != 0) + (controller(plan.state, city) != plan.me)


cdef Move neutral_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T92: the city where the neutral office costs least, by the points as they stand."""
    cdef State after
    cdef Score score
    cdef double shares[SEATS]
    cdef int number
    cdef Choice choice
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        memcpy(&after, plan.state, sizeof(State))
        apply_move(plan.board, &after, moves[number])
        if after.phase == OVER:
            share_state(plan.board, &after, shares)
            offer(&choice, 100 * <float>shares[plan.me] - 50, moves[number])
        else:
            score_state(plan.board, &after, &score)
            offer(&choice, score.total[plan.me] - score.total[1 - plan.me], moves[number])
    return choice.move


cdef Move plate_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Where a marker goes (T55): on a route one is about to claim, or where one's own cities earn from who comes."""
    cdef const float *taste = plan.taste
    cdef int number, route, end, owner, mine, theirs
    cdef float use, rate
    cdef Choice choice
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        route = move_a(moves[number])
        use = use_of_marker(move_b(moves[number]))
        mine = theirs = 0
        for end in range(2):
            owner = controller(plan.state, plan.board.route_city[route][end])
            mine += owner == plan.me
            theirs += owner != plan.me and owner != NONE
        rate = max(rate_of(plan, plan.value[route] + use, plan.cost[route]), <float>0)
        offer(
            &choice,
            taste[W_SOON] * rate + taste[W_TOLL] * mine - <float>0.3 * theirs
            + taste[W_SHELTER] * plan.board.capacity[plan.board.route_slot[route]],
            moves[number],
        )
    return choice.move


cdef Move plan_move(Plan *plan) noexcept nogil:
    """The decision of the mover."""
    cdef Move moves[MAX_MOVES]
    cdef int phase = plan.state.phase, count
    if phase == TOLL:
        return move_of(M_TAKE, 0, 0, 0)         # a trader for nothing (T102)
    if phase == TURN:
        if not plan.state.actions and not plan.state.desks[plan.state.turn].unused:
            return move_of(M_END, 0, 0, 0)
        survey(plan)
        return turn_by_plan(plan)
    count = legal_moves(plan.board, plan.state, moves)
    if count == 1:
        return moves[0]
    if phase == DISPLACED or phase == PLATES:
        survey_some(plan, moves, count)
        return displaced_by_plan(plan, moves, count) if phase == DISPLACED else plate_by_plan(plan, moves, count)
    survey(plan)
    if phase == LIFTING or phase == DROPPING:
        return move_by_plan(plan, moves, count)
    if phase == BONUS:
        return bonus_by_plan(plan, moves, count)
    if phase == REMOVING:
        return removal_by_plan(plan, moves, count)
    require(phase == NEUTRAL_CLAIM)
    return neutral_by_plan(plan, moves, count)


# --- playouts -------------------------------------------------------------------------------------------------------

cdef Move drawn(const State *state, Random *random) noexcept nogil:
    """T54: a marker turns up, by the counts of the supply."""
    cdef int marker, total = 0
    cdef uint32_t left
    for marker in range(MARKERS):
        total += state.supply[marker]
    left = below(random, total)
    for marker in range(MARKERS):
        if left < state.supply[marker]:
            break
        left -= state.supply[marker]
    return move_of(M_DRAW, marker, 0, 0)


cdef inline Move go_on(Plan *plan) noexcept nogil:
    """The next step towards the route that the last one was for, or its claim; 0 if there is nothing left of that."""
    cdef const State *state = plan.state
    cdef int route = plan.target
    if route == NONE or state.phase != TURN or not state.actions or plan.me != state.to_move:
        return 0
    count_route(plan, route)
    return step(plan, route)


cdef bint is_listed(const Board *board, const State *state, Move move) noexcept nogil:
    """Whether a move is legal; the debug and sanitize builds ask for each, since `step` makes moves without the list."""
    cdef Move moves[MAX_MOVES]
    cdef int count = legal_moves(board, state, moves), number
    for number in range(count):
        if moves[number] == move:
            return True
    return False


cdef bint play_a_move(Plan *plan, State *state) noexcept nogil:
    """The next move of a game, chance included; returns whether it changed what claims are worth."""
    cdef Move move
    cdef int kind, mover = state.to_move
    if mover == CHANCE:
        apply_move(plan.board, state, drawn(state, plan.random))
        return False
    move = go_on(plan)
    if not move:
        move = plan_move(plan)
    require(is_listed(plan.board, state, move))
    apply_move(plan.board, state, move)
    kind = move_kind(move)
    if kind == M_LIFT or kind == M_DROP:
        plan.current = plan.current and state.to_move == plan.me
        if plan.current:
            count_route(plan, plan.board.slot_route[move_a(move)])
        return False
    plan.current = False
    if kind == M_END:
        plan.known[mover] = False           # time passes, even where nobody claims
    if kind == M_END or M_CLAIM <= kind <= M_USE_SWAP or kind == M_FAVOUR:
        plan.target = NONE
    return M_CLAIM <= kind <= M_USE_SWAP or M_DEVELOP <= kind <= M_NEUTRAL_OFFICE or kind == M_FAVOUR


cdef void play_by_plan(const Board *board, State *state, const float *taste, int moves, Random *random) noexcept nogil:
    """Plays on to the end, or so many moves; everybody by the same taste."""
    cdef Plan plan
    cdef int played
    open_plan(&plan, board, state, taste, random)
    for played in range(moves):
        if state.to_move == NOBODY:
            return
        if play_a_move(&plan, state):
            forget_worths(&plan)


cdef void play_by_tastes(
    const Board *board, State *state, const float tastes[SEATS][TASTES], int moves, Random *random
) noexcept nogil:
    """The same, each seat by its own taste."""
    cdef Plan plans[SEATS]
    cdef int played, seat, mover
    for seat in range(state.players):
        open_plan(&plans[seat], board, state, tastes[seat], random)
    for played in range(moves):
        if state.to_move == NOBODY:
            return
        mover = state.to_move if state.to_move < state.players else state.turn
        if play_a_move(&plans[mover], state):
            for seat in range(state.players):
                forget_worths(&plans[seat])
