"""For every route: what claiming it is worth to the mover, how many actions it still costs, and so what an action brings."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_c.game cimport Move
from engine_c.random cimport Random, next32
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.score cimport score_counted
from engine_c.teutonica.types cimport *
from engine_c.teutonica.worth cimport *

cdef extern from *:
    """
    /* One by what the bank gives (T2) of 65536, rounded up: dividing by it is a multiplication. */
    static const int hansa_bank_part[4] = {21846, 13108, 9363, 258};
    """
    const int *BANK_PART "hansa_bank_part"

cdef enum:
    LUCK_WORDS = 10         # a byte a route

if 4 * LUCK_WORDS < ROUTES:
    raise ImportError("there is not a luck for every route")


cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, Random *random) noexcept nogil:
    cdef int later, seat
    plan.board, plan.state, plan.taste, plan.random = board, state, taste, random
    plan.target = NONE
    plan.patience[0] = 1
    for later in range(1, 8):
        plan.patience[later] = plan.patience[later - 1] * taste[W_PATIENCE]
    for later in range(8, LATEST + 1):
        plan.patience[later] = plan.patience[7]
    memset(&plan.empty, 0, sizeof(plan.empty))
    memcpy(plan.empty.houses, board.route_houses, sizeof(board.route_houses))
    memcpy(plan.empty.ships, board.route_ships, sizeof(board.route_ships))
    for seat in range(SEATS):
        plan.judged[seat] = plan.worths[seat].network.known = False
    forget_worths(plan)


cdef void survey(Plan *plan) noexcept nogil:
    """The prospects of every route for the mover."""
    if plan.current and plan.me == plan.state.to_move:
        return
    look_at_desk(plan, plan.known[plan.state.to_move])
    count_pieces(plan)
    rate_routes(plan)
    plan.current = True


cdef void survey_roughly(Plan *plan) noexcept nogil:
    """The same by what claims were worth not long before."""
    look_at_desk(plan, plan.judged[plan.state.to_move])
    count_pieces(plan)
    rate_routes(plan)
    plan.current = False


cdef void survey_some(Plan *plan, const Move *moves, int count) noexcept nogil:
    """The same of the routes alone that pieces may be put on or taken from, which are few."""
    cdef const Worth *worth
    cdef uint64_t slots = 0
    cdef int number, route, last = NONE
    for number in range(count):
        slots |= <uint64_t>1 << slot_of(moves[number])
        if move_kind(moves[number]) == M_ADD_FROM:
            slots |= <uint64_t>1 << origin_of(moves[number])
    look_at_desk(plan, plan.judged[plan.state.to_move])
    worth = worth_of(plan)
    draw_lucks(plan)
    while slots:
        route = plan.board.slot_route[ctz(slots)]
        slots &= slots - 1
        if route == last:               # its houses came before
            continue
        last = route
        count_route(plan, route)
        plan.form[route] = worth.plain_form[route]
        plan.value[route] *= worth.plain[route]
        plan.cost[route] = cost_of(plan, route, FOR_ANY)
        rate_odd_route(plan, route)
    plan.current = False


cdef void look_at_desk(Plan *plan, bint known) noexcept nogil:
    """What claims are worth to the mover, unless that is known well enough, and what work costs it."""
    cdef const Desk *desk
    # A neutral trader is put by the other player (T91), who thinks as himself.
    plan.me = plan.state.to_move
    desk = &plan.state.desks[plan.me]
    if not known:
        if not plan.counted:
            look_at_offices(plan.board, plan.state, &plan.offices)
            score_counted(plan.board, plan.state, plan.offices.count, &plan.score)
            plan.counted = True
        judge_claims(plan.board, plan.state, &plan.score, &plan.offices, plan.taste, plan.me, worth_of(plan))
        plan.known[plan.me] = plan.judged[plan.me] = True
        measure_patience(plan)
    plan.actions_a_turn = ACTIONS_VALUE[desk.track[ACTIONS]] + ((desk.favours >> EXTRA_ACTION) & 1)
    plan.piece_cost = plan.taste[W_PIECE] / min(<int>BANK_VALUE[desk.track[BANK]], 8)


cdef void measure_patience(Plan *plan) noexcept nogil:
    """What the mover gives for something that takes so many turns."""
    cdef float *shares = plan.shares[plan.me]
    cdef float turns = worth_of(plan).left + 1
    cdef int later
    for later in range(LATEST + 1):
        shares[later] = plan.patience[later] if later < turns else <float>0.01


cdef void count_pieces(Plan *plan) noexcept nogil:
    """How the mover stands on every route."""
    cdef uint64_t stood = standing(plan.state)
    memcpy(&plan.stand, &plan.empty, sizeof(Standing))
    plan.opposed = 0
    while stood:
        count_slot(plan, ctz(stood))
        stood &= stood - 1


cdef inline void count_slot(Plan *plan, int slot) noexcept nogil:
    """Takes the pieces of a slot into the standing of its route."""
    cdef int route = plan.board.slot_route[slot]
    cdef Standing *stand = &plan.stand
    cdef uint16_t pieces = plan.state.pieces[slot]
    cdef uint32_t codes = spread(pieces)
    cdef int count = piece_count(pieces)
    cdef int traders = count_code(codes, 2 * plan.me + 1), merchants = count_code(codes, 2 * plan.me + 2)
    cdef int foes = count - traders - merchants
    stand.traders[route] += traders
    stand.merchants[route] += merchants
    stand.foes[route] += foes
    stand.foe_merchants[route] += count - popcount(pieces & 0x1111) - merchants     # the codes of traders are odd
    plan.opposed |= <uint64_t>(foes > 0) << route
    if (plan.board.house_slots >> slot) & 1:
        stand.houses[route] -= count
    else:
        stand.ships[route] -= count
        stand.foes_on_ships[route] += foes


cdef inline int count_code(uint32_t codes, int code) noexcept nogil:
    """How many of four bytes below 16 are this one."""
    cdef uint32_t differs = codes ^ (<uint32_t>code * <uint32_t>0x01010101)
    return popcount((<uint32_t>0x80808080 - differs) & <uint32_t>0x80808080)


cdef void count_route(Plan *plan, int route) noexcept nogil:
    """`count_pieces` for one route."""
    cdef uint64_t slots = plan.board.route_slots[route]
    plan.stand.traders[route] = plan.stand.merchants[route] = 0
    plan.stand.foes[route] = plan.stand.foe_merchants[route] = plan.stand.foes_on_ships[route] = 0
    plan.stand.houses[route], plan.stand.ships[route] = plan.empty.houses[route], plan.empty.ships[route]
    while slots:
        count_slot(plan, ctz(slots))
        slots &= slots - 1


cdef void rate_routes(Plan *plan) noexcept nogil:
    """The best of what a claim of each route may be for, by points an action; a little luck makes games differ."""
    cdef const Worth *worth = worth_of(plan)
    cdef int route, routes = plan.board.routes
    cdef uint64_t others = plan.board.uneven | worth.with_merchant
    cdef float best = -1000
    draw_lucks(plan)
    memcpy(plan.form, worth.plain_form, sizeof(plan.form))
    for route in range(routes):
        plan.value[route] *= worth.plain[route]
    cost_houses(plan)
    require(costs_agree(plan))
    rate_houses(plan)
    while others:
        rate_odd_route(plan, ctz(others))
        others &= others - 1
    plan.best = 0
    for route in range(routes):
        if plan.rate[route] > best:
            best, plan.best = plan.rate[route], route


cdef void cost_houses(Plan *plan) noexcept nogil:
    """`cost_of` for all routes at once as if they were all of houses in England, claimed for nothing that needs a merchant.

    No branches, so that the compiler does four routes at a time; the same for `rate_houses`.
    """
    cdef const Standing *stand = &plan.stand
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int supply = desk.supply[TRADER] + desk.supply[MERCHANT], more = desk.stock[TRADER] + desk.stock[MERCHANT]
    cdef int up = BANK_VALUE[desk.track[BANK]] - 1, part = BANK_PART[desk.track[BANK]]
    cdef float fight = plan.taste[W_FIGHT], gift = plan.taste[W_GIFT], action = plan.taste[W_ACTION]
    cdef float piece_cost = plan.piece_cost
    cdef int route, foes, merchants, wanting, pieces, short
    cdef float incomes, cost, lost
    for route in range(plan.board.routes):
        foes, merchants = stand.foes[route], stand.foe_merchants[route]
        wanting = stand.houses[route] + foes
        pieces = wanting + foes + merchants
        short = max(0, pieces - supply)
        incomes = ((short + up) * part) >> 16
        incomes += <float>1.5 * max(0, short - more)
        cost = min(<float>OUT_OF_REACH, 1 + pieces + max(incomes, pieces * piece_cost)) - foes - merchants
        cost += fight * foes
        lost = (<float>0.6 * foes + <float>0.5 * merchants) * gift / action
        cost += lost if foes else <float>0
        cost = min(<float>OUT_OF_REACH, cost)
        plan.cost[route] = cost if wanting else <float>1


cdef bint costs_agree(const Plan *plan) noexcept nogil:
    """Whether `cost_houses` says what `cost_of` says; the debug and sanitize builds ask every time."""
    cdef int route
    for route in range(plan.board.routes):
        if not (plan.board.uneven >> route) & 1 and plan.cost[route] != cost_of(plan, route, FOR_ANY):
            return False
    return True


cdef void rate_houses(Plan *plan) noexcept nogil:
    """`rate_of` for all routes at once."""
    cdef const float *shares = plan.shares[plan.me]
    cdef float share[ROUTES]
    cdef int later[ROUTES]
    cdef float actions = plan.state.actions, a_turn = plan.actions_a_turn, known
    cdef int route, routes = plan.board.routes
    for route in range(routes):
        later[route] = round_up(max(<float>0, plan.cost[route] - <float>0.6 - actions) / a_turn)
    for route in range(routes):
        share[route] = shares[later[route]]
    for route in range(routes):
        known = share[route] if plan.cost[route] < OUT_OF_REACH else <float>0.01
        if plan.stand.houses[route] == plan.empty.houses[route]:
            plan.rate[route] = known / plan.cost[route] * plan.value[route]
        else:
            plan.rate[route] = plan.value[route] * known / plan.cost[route]


cdef inline void draw_lucks(Plan *plan) noexcept nogil:
    """For each route a factor around 1, into `value`."""
    cdef uint32_t drawn[LUCK_WORDS]
    cdef const uint8_t *lucks = <const uint8_t *>drawn      # one a route, in the order of the machine's bytes
    cdef float noise = plan.taste[W_NOISE] * <float>(1.0 / 128)
    cdef int route
    if plan.random == NULL:
        for route in range(plan.board.routes):
            plan.value[route] = 1
        return
    for route in range((plan.board.routes + 3) // 4):
        drawn[route] = next32(plan.random)
    for route in range(plan.board.routes):
        plan.value[route] = <float>1 + noise * (<float>lucks[route] - <float>127.5)


cdef void rate_odd_route(Plan *plan, int route) noexcept nogil:
    """The prospect of a route where ships, borders or merchants matter."""
    cdef const Worth *worth = worth_of(plan)
    cdef bint uneven = (plan.board.uneven >> route) & 1
    cdef float value, cost, rate, luck, share
    if uneven:
        plan.cost[route] = cost_of(plan, route, FOR_ANY)
    share = share_of(plan, plan.cost[route])
    plan.rate[route] = plan.value[route] * share / plan.cost[route]
    if not (worth.with_merchant >> route) & 1:
        return
    luck = plan.value[route] / worth.plain[route] if worth.plain[route] != 0 else 1
    value = (worth.aim[FOR_MERCHANT][route] + worth.beside[route]) * luck
    if uneven or not (plan.stand.merchants[route] or plan.state.desks[plan.me].supply[MERCHANT]):
        cost = cost_of(plan, route, FOR_MERCHANT)
    elif plan.stand.merchants[route] or plan.stand.houses[route] + plan.stand.foes[route]:
        cost = plan.cost[route]         # a merchant is there, or at hand for a place
    else:
        cost = OUT_OF_REACH
    if cost != plan.cost[route]:
        share = share_of(plan, cost)
    rate = value * share / cost
    if rate > plan.rate[route]:
        plan.form[route], plan.value[route], plan.cost[route], plan.rate[route] = FOR_MERCHANT, value, cost, rate


cdef inline float plain_cost_of(const Plan *plan, int wanting) noexcept nogil:
    """Actions until a route is claimed where so many houses are free and nobody else stands, the claim included."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int bank = BANK_VALUE[desk.track[BANK]]
    cdef int short = max(0, wanting - desk.supply[TRADER] - desk.supply[MERCHANT])
    cdef int more = desk.stock[TRADER] + desk.stock[MERCHANT]
    cdef float incomes = 0
    if not wanting:
        return 1
    if short:
        incomes = (short + bank - 1) // bank
    if short > more:
        incomes += <float>1.5 * (short - more)
    return min(<float>OUT_OF_REACH, 1 + wanting + max(incomes, wanting * plan.piece_cost))


cdef float cost_of(const Plan *plan, int route, int form) noexcept nogil:
    """Actions until a route is claimed for something, the claim itself included."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int ships = plan.stand.ships[route], foes = plan.stand.foes[route], foe_merchants = plan.stand.foe_merchants[route]
    cdef int wanting = plan.stand.houses[route] + ships + foes
    cdef int merchants = ships + plan.stand.foes_on_ships[route]
    cdef float cost, fetched
    if form == FOR_MERCHANT and not merchants and not plan.stand.merchants[route]:
        if not wanting:
            return OUT_OF_REACH
        merchants = 1
    if not wanting:
        return 1
    # Displacing costs a piece more for a trader, two for a merchant (T12).
    cost = plain_cost_of(plan, wanting + foes + foe_merchants) - foes - foe_merchants
    if merchants > desk.supply[MERCHANT]:
        if merchants > desk.supply[MERCHANT] + desk.stock[MERCHANT]:
            return OUT_OF_REACH
        fetched = 2 + wanting           # one income at least
        cost = max(cost, fetched)
    if foes:
        cost += plan.taste[W_FIGHT] * foes
        # What the displaced gain (T13) is lost to oneself.
        cost += (<float>0.6 * foes + <float>0.5 * foe_merchants) * plan.taste[W_GIFT] / plan.taste[W_ACTION]
    if plan.board.route_country[route] != ENGLAND:
        cost += 2 * wanting             # T81: a permit a piece
    return min(<float>OUT_OF_REACH, cost)


cdef int most_of_a_foe(const Plan *plan, int route) noexcept nogil:
    """The most pieces of one other seat in the houses of a route, or on its ships."""
    cdef uint64_t slots = plan.board.route_slots[route]
    cdef uint32_t pieces
    cdef int owner, last, run, most = 0
    while slots:
        pieces = plan.state.pieces[ctz(slots)]
        slots &= slots - 1
        last, run = NONE, 0
        while pieces:
            owner = ((pieces & 15) - 1) >> 1
            pieces >>= 4
            run = run + 1 if owner == last else 1           # a slot's pieces are sorted by owner
            last = owner
            if owner != plan.me and owner < plan.state.players:
                most = max(most, run)
    return most


cdef float blocking(const Plan *plan, int route) noexcept nogil:
    """What a piece in somebody's way brings: displaced, it comes back with another (T13); else it holds them off."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    if not plan.stand.foes[route] or plan.stand.traders[route] or plan.stand.merchants[route] or (
            desk.stock[TRADER] + desk.stock[MERCHANT] == 0):
        return 0
    return blocking_so_many(plan, route, most_of_a_foe(plan, route))


cdef float blocking_so_many(const Plan *plan, int route, int most) noexcept nogil:
    """What it brings if somebody has so many pieces there."""
    cdef int places = plan.stand.houses[route] + plan.stand.ships[route] + plan.stand.foes[route]
    cdef float heat = <float>0.5 + <float>0.25 * ((plan.state.marked >> route) & 1), share
    if plan.board.route_develops[route]:
        heat += <float>0.5 * plan.worths[plan.me].future
    share = most / <float>max(places - 1, 1)
    return plan.taste[W_BLOCK] * heat * share * share


cdef float with_pieces(const Plan *plan, int route, int count) noexcept nogil:
    """The rate of a route that gets so many more own pieces for nothing, as far as they have room."""
    count = min(count, max(1, plan.stand.houses[route] + plan.stand.ships[route]))
    return rate_of(plan, plan.value[route], max(<float>1, plan.cost[route] - count * (1 + plan.piece_cost)))


cdef float spot(const Plan *plan, int route, int kind, int count) noexcept nogil:
    """What a piece is worth on a free place of a route, if it is one of so many to be put now."""
    cdef float needed = 0
    if kind == MERCHANT and plan.form[route] == FOR_MERCHANT and not plan.stand.merchants[route]:
        needed = <float>0.2
    return max(with_pieces(plan, route, count), <float>0) + needed + <float>0.5 * blocking(plan, route)
