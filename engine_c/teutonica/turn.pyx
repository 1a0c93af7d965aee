"""The turn by plan: the action that brings most, and the step that it begins with."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from engine_c.game cimport Move
from engine_c.teutonica.choice cimport *
from engine_c.teutonica.march cimport offer_march
from engine_c.teutonica.markers cimport offer_favours, offer_markers
from engine_c.teutonica.moves cimport displaceable, permitted_slots
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.score cimport share_state
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *
from engine_c.teutonica.worth cimport *

cdef enum:
    # prestige from which one claim may end the game: two cities, two points of an office, seven of
    # the connection
    NEAR_THE_END = PRESTIGE_AT_THE_END - 11


cdef Move turn_by_plan(Plan *plan) noexcept nogil:
    """The action that brings most, and the step that it begins with."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef Choice choice = choice_unless(0, end_move())
    plan.memory.target = NONE
    if desk.unused:
        offer_markers(plan, &choice)
        if state.modules & WITH_FAVOURS and not state.begun:
            offer_favours(plan, &choice)
    if state.actions:
        offer_claims(plan, &choice)
    if state.actions and choice.urgency == IN_TURN:
        offer_steps(plan, &choice)
        offer_march(plan, &choice)
        offer_blocks(plan, &choice)
        if plan.memory.target != NONE and choice.rate > plan.work.rate[plan.memory.target]:
            plan.memory.target = NONE
        if choice.rate <= 0 and desk.stock[TRADER] + desk.stock[MERCHANT]:
            choice.move = income(plan, False)
    return choice.move


cdef void offer_claims(Plan *plan, Choice *choice) noexcept nogil:
    """Every full route; a claim that ends the game is a win or a loss (T70), and judged as such."""
    cdef uint64_t full = filled_by(plan.board, plan.state, plan.me)
    cdef const Worth *worth = plan.worth
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
            if not (may_end(plan, route) and offer_end(plan, choice, move)):
                offer(choice, value, move)


cdef inline bint may_end(const Plan *plan, int route) noexcept nogil:
    """Whether a claim of this route might end the game (T70)."""
    cdef int seat
    if (plan.state.marked >> route) & 1 and markers_left(plan.state) <= 0:
        return True
    if plan.state.completed + 1 >= plan.board.city_limit:
        return True
    for seat in range(plan.state.players):
        if plan.state.desks[seat].prestige >= NEAR_THE_END:
            return True
    return False


cdef bint offer_end(const Plan *plan, Choice *choice, Move claim) noexcept nogil:
    """Offers a claim that ends the game, unless that would lose it; returns whether it ends."""
    cdef State after
    cdef double shares[SEATS]
    memcpy(&after, plan.state, sizeof(State))
    apply_move(plan.board, &after, claim)
    if after.phase != OVER:
        return False
    share_state(plan.board, &after, shares)
    if shares[plan.me] > 0:
        offer_urgent(choice, WINNING, <float>shares[plan.me], claim)
    elif plan.worth.too_long:
        offer(choice, plan.taste.end_at_last, claim)
    return True


cdef void offer_steps(Plan *plan, Choice *choice) noexcept nogil:
    """The first step towards the best route for which a step is possible."""
    cdef uint64_t tried = 0
    cdef int route, best = plan.work.best
    cdef Move move
    while best != NONE and plan.work.rate[best] > choice.rate:
        tried |= <uint64_t>1 << best
        move = step(plan, best)
        if move:
            plan.memory.target = best
            offer(choice, plan.work.rate[best], move)
            return
        best = NONE
        for route in range(plan.board.routes):
            if not (tried >> route) & 1 and (best == NONE or plan.work.rate[route] > plan.work.rate[best]):
                best = route


cdef Move step(Plan *plan, int route) noexcept nogil:
    """The next action for a route with room: place, else displace, else fetch pieces; 0 for
    none."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef const Presence *stand = &plan.stand
    cdef int house = plan.board.route_slot[route], ship = house + 1, kind, abroad, wanting
    cdef bint needs_merchant = plan.work.form[route] == FOR_MERCHANT and not stand.merchants[route]
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
    """As much as the bank gives, one merchant among it; two pieces stay in stock for
    displacements."""
    cdef const Taste *taste = plan.taste
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int bank = BANK_VALUE[desk.track[BANK]], stock = desk.stock[TRADER] + desk.stock[MERCHANT]
    cdef int supply = desk.supply[TRADER] + desk.supply[MERCHANT], traders, merchants
    cdef float value
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, 0)
    for merchants in range(min(<int>desk.stock[MERCHANT], bank) + 1):
        for traders in range(min(<int>desk.stock[TRADER], bank - merchants) + 1):
            if merchants + traders == 0:
                continue
            value = merchants + traders + (taste.needed_merchant if merchant else taste.spare_merchant) * min(merchants, 1)
            if supply + merchants + traders > taste.full_supply:
                value -= taste.reserve_piece * max(<float>0, taste.reserve - (stock - merchants - traders))
            offer(&choice, value, income_move(traders, merchants))
    return choice.move


cdef void offer_blocks(Plan *plan, Choice *choice) noexcept nogil:
    """A piece where a rival is about to finish a route: a merchant costs them more (T12)."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef int route, kind, slot
    cdef float value
    cdef uint64_t open_slots = plan.state.free, routes = plan.stand.opposed
    if desk.supply[TRADER] + desk.supply[MERCHANT] == 0 or plan.taste.block <= 0:
        return
    open_slots &= permitted_slots(plan.board, plan.state)
    while routes:
        route = ctz(routes)
        routes &= routes - 1
        if blocking_so_many(plan, route, plan.stand.foes[route]) * (1 + plan.taste.block_merchant) <= choice.rate:
            continue                    # not even if they all are of one seat
        value = blocking(plan, route)
        if value <= 0:
            continue
        slot = plan.board.route_slot[route]
        for kind in range(2):
            if desk.supply[kind] and (open_slots >> slot) & 1:
                offer(choice, value * (1 + plan.taste.block_merchant * kind), place_move(slot, kind))
