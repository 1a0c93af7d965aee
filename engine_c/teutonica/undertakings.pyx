"""For every route: what claiming it is worth to the mover, the actions it costs, and their ratio,
the rate. `survey` is the entry point."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_c.random cimport Random, next32
from engine_c.teutonica.choice cimport OUT_OF_QUESTION
from engine_c.teutonica.memory cimport NEW, OLD, forget_all, recall_worth
from engine_c.teutonica.taste cimport Taste
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
    raise ImportError("the noise of judgements has too few values: one a route")


cdef void open_plan(Plan *plan, const Board *board, const State *state, Random *random) noexcept nogil:
    """Initialises a plan with an empty memory; the caller sets the tastes."""
    plan.board, plan.state, plan.random = board, state, random
    plan.me = NONE
    forget_all(&plan.memory)


# --- surveys --------------------------------------------------------------------------------------

cdef void survey(Plan *plan) noexcept nogil:
    """Computes the undertakings of the mover on every route."""
    cdef uint64_t moved = plan.memory.moved
    plan.memory.moved = 0
    if plan.memory.surveyed == plan.state.to_move:
        while moved:
            count_route(plan, plan.board.slot_route[ctz(moved)])
            moved &= moved - 1
        return
    look_at_mover(plan, NEW)
    survey_all(plan)
    plan.memory.surveyed = plan.me


cdef void survey_roughly(Plan *plan) noexcept nogil:
    """The same, with worths that may be slightly outdated."""
    look_at_mover(plan, OLD)
    survey_all(plan)


cdef void survey_some(Plan *plan, uint64_t slots) noexcept nogil:
    """The same, for the routes of these slots only."""
    cdef int route, last = NONE
    look_at_mover(plan, OLD)
    draw_lucks(plan)
    while slots:
        route = plan.board.slot_route[ctz(slots)]
        slots &= slots - 1
        if route != last:               # its ships come after its houses
            last = route
            count_route(plan, route)
            undertake(plan, route, route + 1)


cdef void survey_all(Plan *plan) noexcept nogil:
    cdef Undertakings *work = &plan.work
    cdef float best = OUT_OF_QUESTION
    cdef int route
    count_pieces(plan)
    draw_lucks(plan)
    undertake(plan, 0, plan.board.routes)
    work.best = 0
    for route in range(plan.board.routes):
        if work.rate[route] > best:
            best, work.best = work.rate[route], route


cdef void look_at_mover(Plan *plan, int age) noexcept nogil:
    """Sets the mover, with its taste, worth and means. `age` says how outdated the worth may be."""
    cdef const Desk *desk
    cdef const Taste *taste
    cdef Means *means = &plan.means
    # A neutral trader is put by the other player (T91), by their own taste.
    plan.me = plan.state.to_move
    taste = plan.taste = plan.tastes[plan.me]
    plan.worth = recall_worth(&plan.memory, plan.board, plan.state, taste, plan.me, age)
    desk = &plan.state.desks[plan.me]
    means.actions_a_turn = ACTIONS_VALUE[desk.track[ACTIONS]] + ((desk.favours >> EXTRA_ACTION) & 1)
    means.supply = desk.supply[TRADER] + desk.supply[MERCHANT]
    means.stock = desk.stock[TRADER] + desk.stock[MERCHANT]
    means.merchants = desk.supply[MERCHANT]
    means.all_merchants = desk.supply[MERCHANT] + desk.stock[MERCHANT]
    means.bank_up = BANK_VALUE[desk.track[BANK]] - 1
    means.bank_part = BANK_PART[desk.track[BANK]]
    means.piece = taste.piece / min(<float>BANK_VALUE[desk.track[BANK]], taste.bank_at_most)
    means.missing, means.permit = taste.missing_piece, taste.permit
    # What a displaced player gains (T13) counts as the mover's own loss.
    means.foe = taste.fight + taste.given_trader * taste.gift / taste.action
    means.foe_merchant = taste.given_merchant * taste.gift / taste.action


cdef inline void draw_lucks(Plan *plan) noexcept nogil:
    """Draws a random factor around 1 for each route: the noise of the plan's judgement."""
    cdef uint32_t drawn[LUCK_WORDS]
    # one a route, in the order of the machine's bytes
    cdef const uint8_t *lucks = <const uint8_t *>drawn
    cdef float noise = plan.taste.noise * <float>(1.0 / 128)
    cdef int route
    if plan.random == NULL:
        for route in range(plan.board.routes):
            plan.work.luck[route] = 1
        return
    for route in range((plan.board.routes + 3) // 4):
        drawn[route] = next32(plan.random)
    for route in range(plan.board.routes):
        plan.work.luck[route] = <float>1 + noise * (<float>lucks[route] - <float>127.5)


# --- pieces ---------------------------------------------------------------------------------------

cdef void count_pieces(Plan *plan) noexcept nogil:
    """Counts the mover's pieces, those of others and the free places on every route."""
    cdef uint64_t stood = occupied(plan.state)
    memset(&plan.stand, 0, sizeof(Presence))
    memcpy(plan.stand.houses, plan.board.route_houses, sizeof(plan.stand.houses))
    memcpy(plan.stand.ships, plan.board.route_ships, sizeof(plan.stand.ships))
    while stood:
        count_slot(plan, ctz(stood))
        stood &= stood - 1


cdef void count_route(Plan *plan, int route) noexcept nogil:
    """The same for one route."""
    cdef uint64_t slots = plan.board.route_slots[route]
    plan.stand.traders[route] = plan.stand.merchants[route] = 0
    plan.stand.foes[route] = plan.stand.foe_merchants[route] = plan.stand.foes_on_ships[route] = 0
    plan.stand.houses[route], plan.stand.ships[route] = plan.board.route_houses[route], plan.board.route_ships[route]
    while slots:
        count_slot(plan, ctz(slots))
        slots &= slots - 1


cdef inline void count_slot(Plan *plan, int slot) noexcept nogil:
    """Adds the pieces of a slot to the counts of its route."""
    cdef int route = plan.board.slot_route[slot]
    cdef Presence *stand = &plan.stand
    cdef uint16_t pieces = plan.state.pieces[slot]
    cdef uint32_t codes = spread(pieces)
    cdef int count = piece_count(pieces)
    cdef int traders = count_code(codes, 2 * plan.me + 1), merchants = count_code(codes, 2 * plan.me + 2)
    cdef int foes = count - traders - merchants
    stand.traders[route] += traders
    stand.merchants[route] += merchants
    stand.foes[route] += foes
    # the codes of traders are odd
    stand.foe_merchants[route] += count - popcount(pieces & 0x1111) - merchants
    stand.opposed |= <uint64_t>(foes > 0) << route
    if (plan.board.house_slots >> slot) & 1:
        stand.houses[route] -= count
    else:
        stand.ships[route] -= count
        stand.foes_on_ships[route] += foes


cdef inline int count_code(uint32_t codes, int code) noexcept nogil:
    """How many of four bytes, each below 16, are equal to this code."""
    cdef uint32_t differs = codes ^ (<uint32_t>code * <uint32_t>0x01010101)
    return popcount((<uint32_t>0x80808080 - differs) & <uint32_t>0x80808080)


# --- undertakings ---------------------------------------------------------------------------------

cdef void undertake(Plan *plan, int first, int end) noexcept nogil:
    """Fills in the undertakings of the routes from `first` to `end`, each with the best way to
    claim it."""
    cdef Undertakings *work = &plan.work
    cdef const Worth *worth = plan.worth
    cdef uint64_t others = worth.with_merchant & ((<uint64_t>2 << (end - 1)) - (<uint64_t>1 << first))
    cdef int later[ROUTES]
    cdef float share
    cdef int route
    cost_routes(plan, first, end)
    for route in range(first, end):
        later[route] = turns_later(plan, work.cost[route])
    for route in range(first, end):
        work.form[route] = worth.plain_form[route]
        work.value[route] = work.luck[route] * worth.plain[route]
        share = worth.share[later[route]] if work.cost[route] < OUT_OF_REACH else plan.taste.hopeless
        work.rate[route] = work.value[route] * share / work.cost[route]
    while others:
        route = ctz(others)
        others &= others - 1
        prefer_merchant(plan, route)


cdef void prefer_merchant(Plan *plan, int route) noexcept nogil:
    """Prefers the claim that needs a merchant, if its rate is higher."""
    cdef Undertakings *work = &plan.work
    cdef float value = (plan.worth.aim[FOR_MERCHANT][route] + plan.worth.beside[route]) * work.luck[route]
    cdef float cost = cost_with_merchant(plan, route)
    cdef float rate = rate_of(plan, value, cost)
    if rate > work.rate[route]:
        work.form[route], work.value[route], work.cost[route], work.rate[route] = FOR_MERCHANT, value, cost, rate


cdef void cost_routes(Plan *plan, int first, int end) noexcept nogil:
    """The cost of claiming these routes, for anything that needs no merchant."""
    cdef const Presence *stand = &plan.stand
    cdef const uint8_t *country = &plan.board.route_country[0]
    cdef Means means = plan.means       # a copy, which the costs that are written cannot overlap
    cdef int route
    for route in range(first, end):
        plan.work.cost[route] = actions_for(
            &means, stand.houses[route] + stand.ships[route], stand.foes[route], stand.foe_merchants[route],
            stand.ships[route] + stand.foes_on_ships[route], country[route] != ENGLAND)


cdef float cost_with_merchant(const Plan *plan, int route) noexcept nogil:
    """The cost of claiming a route if one of the pieces must be a merchant."""
    cdef const Presence *stand = &plan.stand
    cdef int free = stand.houses[route] + stand.ships[route], merchants = stand.ships[route] + stand.foes_on_ships[route]
    if merchants or stand.merchants[route]:
        return plan.work.cost[route]    # a merchant is there, or comes anyway
    if not free + stand.foes[route]:
        return OUT_OF_REACH
    return actions_for(
        &plan.means, free, stand.foes[route], stand.foe_merchants[route], 1,
        plan.board.route_country[route] != ENGLAND)


cdef inline float actions_for(
    const Means *means, int free, int foes, int foe_merchants, int merchants, bint abroad
) noexcept nogil:
    """The number of actions until a route is claimed, the claim included. It needs a piece on each
    of `free` places, and instead of each of `foes` pieces of others, `foe_merchants` of them
    merchants.

    `merchants` of the own pieces must be merchants. There are no branches, so that the compiler
    vectorises the loop over routes.
    """
    cdef int wanting = free + foes
    # displacing costs a piece more for a trader, two for a merchant (T12)
    cdef int pieces = wanting + foes + foe_merchants
    cdef int short = max(0, pieces - means.supply)
    cdef float incomes = ((short + means.bank_up) * means.bank_part) >> 16
    cdef float fetched = 2 + wanting                        # one income at least, and the claim
    cdef float cost
    incomes += means.missing * max(0, short - means.stock)
    cost = min(<float>OUT_OF_REACH, 1 + pieces + max(incomes, pieces * means.piece)) - foes - foe_merchants
    fetched = fetched if merchants > means.merchants else <float>0
    cost = max(cost, fetched)
    cost += means.foe * foes + means.foe_merchant * foe_merchants
    cost += means.permit * (wanting if abroad else 0)       # T81
    cost = cost if merchants <= means.all_merchants else <float>OUT_OF_REACH
    return min(<float>OUT_OF_REACH, cost) if wanting else <float>1


# --- single pieces --------------------------------------------------------------------------------

cdef float spot(const Plan *plan, int route, int kind, int count) noexcept nogil:
    """The worth of a piece on a free place of a route, if it is one of `count` pieces to be put
    now."""
    cdef float needed = 0
    if kind == MERCHANT and plan.work.form[route] == FOR_MERCHANT and not plan.stand.merchants[route]:
        needed = plan.taste.merchant_place
    return max(with_pieces(plan, route, count), <float>0) + needed + plan.taste.block_aside * blocking(plan, route)


cdef float with_pieces(const Plan *plan, int route, int count) noexcept nogil:
    """The rate of a route that gets `count` own pieces for free, as far as there is room."""
    count = min(count, max(1, plan.stand.houses[route] + plan.stand.ships[route]))
    return rate_of(plan, plan.work.value[route], max(<float>1, plan.work.cost[route] - count * (1 + plan.means.piece)))


cdef float blocking(const Plan *plan, int route) noexcept nogil:
    """The worth of a piece that is in another player's way: it blocks them, or is displaced and
    comes back with an extra piece (T13)."""
    if not plan.stand.foes[route] or plan.stand.traders[route] or plan.stand.merchants[route] or not plan.means.stock:
        return 0
    return blocking_so_many(plan, route, most_of_a_foe(plan, route))


cdef float blocking_so_many(const Plan *plan, int route, int most) noexcept nogil:
    """The same, if one other player has `most` pieces there."""
    cdef const Taste *taste = plan.taste
    cdef int places = plan.stand.houses[route] + plan.stand.ships[route] + plan.stand.foes[route]
    cdef float heat = taste.block_anywhere + taste.block_marker * ((plan.state.marked >> route) & 1), share
    if plan.board.route_develops[route]:
        heat += taste.block_track * plan.worth.future
    share = most / <float>max(places - 1, 1)
    return taste.block * heat * share * share


cdef int most_of_a_foe(const Plan *plan, int route) noexcept nogil:
    """The largest number of pieces that one other seat has on the houses of a route, or on its
    ships."""
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
