"""The plan: every legal move rated in points, by a taste; and playing on by the best.

In a turn it looks one action ahead, here or wherever the ship can get: what a purchase, a building or a sale would bring
there, less the talers of the way. What lies ahead (a sale to come, a majority) counts less as the end draws near, and
nothing in the last round.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.chance cimport draw_by_weight
from engine_c.game cimport CHANCE, Move, NOBODY
from engine_c.hansa2004.evaluation cimport game_progress
from engine_c.hansa2004.moves cimport legal_moves
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.rules cimport apply_move
from engine_c.hansa2004.types cimport *
from engine_c.random cimport Random, next32

cdef enum:
    MOST_MOVES = 64         # of one position of this game


cdef struct Plan:
    # What is worked out once for a decision.
    const Board *board
    const State *state
    const float *taste
    int me
    float ahead             # what of the things that lie ahead still counts
    float hold[KINDS]       # an unsold marker of mine, by its kind
    float least             # the least of those I have
    int counts[COLOURS]     # mine, unsold
    int risks               # colours that another seat could sell: a set
    int holders[COLOURS]    # others who have an unsold marker
    float sale[COLOURS]     # selling all I have of a colour
    float best_sale         # and all that is worth selling


cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, int me) noexcept nogil:
    cdef int colour, kind, seat, count
    cdef uint64_t mine = state.unsold[me]
    plan.board, plan.state, plan.taste, plan.me = board, state, taste, me
    plan.ahead = 0 if is_last_round(board, state) else 1 - taste[T_DECAY] * game_progress(board, state)
    plan.risks = 0
    plan.least = 100
    plan.best_sale = 0
    for colour in range(COLOURS):
        plan.counts[colour] = total_of(mine & fields_of(colour))
        plan.holders[colour] = 0
        for seat in range(state.players):
            if seat != me and state.unsold[seat] & fields_of(colour):
                count = total_of(state.unsold[seat] & fields_of(colour))
                plan.holders[colour] += 1
                if count > 1:
                    plan.risks |= 1 << colour
        plan.sale[colour] = taste[T_DENY] * plan.holders[colour]
        for kind in range(BARRELS * colour, BARRELS * (colour + 1)):
            plan.hold[kind] = worth_of_kind(plan, kind, plan.counts[colour])
            count = count_of(mine, kind)
            if count:
                plan.least = min(plan.least, plan.hold[kind])
                plan.sale[colour] += count * (1 + barrels_of(kind) - plan.hold[kind])
        if plan.counts[colour] < 2:
            plan.sale[colour] = 0
        plan.best_sale += max(<float>0, plan.sale[colour])


cdef inline float worth_of_kind(const Plan *plan, int kind, int company) noexcept nogil:
    """An unsold marker, where there are so many of its colour, itself among them."""
    cdef float each = plan.taste[T_PAIR] if company > 1 else plan.taste[T_ALONE]
    cdef float worth = 1 + plan.ahead * each * barrels_of(kind)
    if (plan.risks >> colour_of(kind)) & 1:
        worth -= plan.ahead * plan.taste[T_RISK]
    return worth


cdef inline float cost_of_talers(const Plan *plan, int talers, int spent) noexcept nogil:
    """What talers are worth that would otherwise be kept (H41)."""
    return plan.ahead * plan.taste[T_TALER] * (min(talers, KEPT) - min(talers - spent, KEPT))


# --- actions --------------------------------------------------------------------------------------------------------

cdef float rate_buying(const Plan *plan, int kind) noexcept nogil:
    """What a marker more brings, its price aside."""
    cdef int colour = colour_of(kind), other
    cdef float worth = worth_of_kind(plan, kind, plan.counts[colour] + 1)
    if plan.counts[colour] == 1:        # the one that was alone gets company
        for other in range(BARRELS * colour, BARRELS * (colour + 1)):
            if count_of(plan.state.unsold[plan.me], other):
                worth += worth_of_kind(plan, other, 2) - plan.hold[other]
    if total_of(plan.state.unsold[plan.me]) >= KEPT:
        worth -= plan.taste[T_OVERFLOW] * min(plan.least, worth)
    return worth


cdef float price_of(const Plan *plan, int city, int talers) noexcept nogil:
    """What a purchase costs, in points."""
    cdef int owner = majority(plan.state, city)
    if owner == plan.me:
        return 0
    return cost_of_talers(plan, talers, 1) + (
        plan.ahead * plan.taste[T_TALER] * plan.taste[T_GIFT] if owner != NONE else <float>0)


cdef float worth_of_booths(const Plan *plan, int city, int count) noexcept nogil:
    """What a city is worth to me with so many booths of mine there: points, majority, booths."""
    cdef int seat, booths, most = 0, owners = 0
    cdef float worth = 0
    for seat in range(plan.state.players):
        booths = booths_of(plan.state, city, seat)
        if seat != plan.me and booths:
            owners += 1
            most = max(most, booths)
    if count:
        worth += 2 if owners else 4
        if owners == 1:
            worth += 2 * plan.taste[T_SPITE]
        worth += plan.ahead * plan.taste[T_BOOTH] * count
    if count > most:
        worth += plan.ahead * plan.taste[T_MAJORITY] * plan.board.traffic[city]
    return worth


cdef float rate_building(const Plan *plan, int city, int kind, float standing) noexcept nogil:
    """`standing` is the city's worth as it is."""
    cdef int own = booths_of(plan.state, city, plan.me)
    cdef int count = min(barrels_of(kind), <int>plan.state.stock[plan.me])
    return worth_of_booths(plan, city, own + count) - standing - plan.hold[kind]


cdef float rate_sale(const Plan *plan, int city, float gain, float standing) noexcept nogil:
    """A sale that gains so much, for a booth."""
    cdef int own = booths_of(plan.state, city, plan.me)
    return gain + worth_of_booths(plan, city, own - 1) - standing


cdef float best_action(const Plan *plan, int city, int talers) noexcept nogil:
    """The best action in a city with so many talers left; nothing is always possible."""
    cdef const State *state = plan.state
    cdef uint64_t kinds
    cdef float best = 0, price, standing
    cdef int space, kind
    if state.goods[city][0] and (talers or majority(state, city) == plan.me):
        price = price_of(plan, city, talers)
        for space in range(ROOM):
            if state.goods[city][space]:
                best = max(best, rate_buying(plan, state.goods[city][space] - 1) - price)
    if not state.unsold[plan.me]:
        return best
    standing = worth_of_booths(plan, city, booths_of(state, city, plan.me))
    if state.stock[plan.me]:
        kinds = present(state.unsold[plan.me])
        while kinds:
            kind = ctz(kinds) // 3
            kinds &= kinds - 1
            best = max(best, rate_building(plan, city, kind, standing))
    if plan.best_sale > 0 and booths_of(state, city, plan.me):
        best = max(best, rate_sale(plan, city, plan.best_sale, standing))
    return best


# --- the turn -------------------------------------------------------------------------------------------------------

cdef float rate_voyages(const Plan *plan, int talers, float *by_step) noexcept nogil:
    """The best that the ship can be sailed to with so many talers, in all and by the first step."""
    cdef int city, step, steps, first, ship = plan.state.ship
    cdef float worth, best = 0
    for city in range(CITIES):
        by_step[city] = -1
    for city in range(CITIES):
        steps = plan.board.distance[ship][city]
        if steps > talers or city == ship:
            continue
        worth = best_action(plan, city, talers - steps)
        for step in range(steps):
            worth *= plan.taste[T_PATIENCE]
        worth -= cost_of_talers(plan, talers, steps)
        first = plan.board.first_step[ship][city]
        by_step[first] = max(by_step[first], worth)
        best = max(best, worth)
    return best


cdef float sale_from(const Plan *plan, int kind) noexcept nogil:
    """What a sale brings that goes on from this kind: the rest of its colour, then all further colours worth it."""
    cdef uint64_t rest = plan.state.unsold[plan.me] & fields_of(colour_of(kind)) & ~(one_of(kind) - 1)
    cdef float gain = plan.taste[T_DENY] * plan.holders[colour_of(kind)]
    cdef int other, colour
    for other in range(kind, BARRELS * (colour_of(kind) + 1)):
        gain += count_of(rest, other) * (1 + barrels_of(other) - plan.hold[other])
    for colour in range(colour_of(kind) + 1, COLOURS):
        gain += max(<float>0, plan.sale[colour])
    return gain


cdef void rate_turn(const Plan *plan, const Move *moves, int count, float *rates) noexcept nogil:
    """An action is worth itself and the voyage after it, a step the best voyage it begins; the end is worth nothing."""
    cdef float by_step[CITIES]
    cdef float poorer[CITIES]
    cdef const State *state = plan.state
    cdef int number, kind, goods, talers = state.talers[plan.me]
    cdef float voyage = rate_voyages(plan, talers, by_step), after_paying = -1
    cdef float standing = worth_of_booths(plan, state.ship, booths_of(state, state.ship, plan.me))
    for number in range(count):
        kind, goods = move_kind(moves[number]), goods_of(moves[number])
        if kind == M_SAIL:
            rates[number] = by_step[city_of(moves[number])]
        elif kind == M_BUY:
            if after_paying < 0:
                after_paying = voyage
                if majority(state, state.ship) != plan.me:
                    after_paying = rate_voyages(plan, talers - 1, poorer)
            rates[number] = rate_buying(plan, goods) - price_of(plan, state.ship, talers) + after_paying
        elif kind == M_BUILD:
            rates[number] = rate_building(plan, state.ship, goods, standing) + voyage
        elif kind == M_SELL:
            rates[number] = rate_sale(plan, state.ship, sale_from(plan, goods), standing) + voyage
        else:
            rates[number] = 0


cdef void rate_moves(
    const Board *board, const State *state, const float *taste, const Move *moves, int count, float *rates
) noexcept nogil:
    """The points that each legal move of a seat is thought to bring, up to a constant."""
    cdef Plan plan
    cdef int number, kind, city
    open_plan(&plan, board, state, taste, state.to_move)
    if state.phase == TURN:
        rate_turn(&plan, moves, count, rates)
        return
    for number in range(count):
        kind = move_kind(moves[number])
        if kind == M_SELL:
            rates[number] = sale_from(&plan, goods_of(moves[number]))
        elif kind == M_LOSE or kind == M_DROP:
            rates[number] = -plan.hold[goods_of(moves[number])]
        elif kind == M_REFILL:
            rates[number] = rate_refill(&plan)
        elif kind == M_FOUND:
            city = city_of(moves[number])
            rates[number] = (
                taste[T_FOUND_SPACE] * board.spaces[city] + taste[T_FOUND_TRAFFIC] * board.traffic[city]
                + (taste[T_FOUND_ALONE] if state.booths[city] == 0 else <float>0))
        else:
            rates[number] = 0       # skip, done


cdef float rate_refill(const Plan *plan) noexcept nogil:
    cdef const State *state = plan.state
    cdef int place, city, empty, left = state.left, talers = state.talers[plan.me] - 1
    cdef float worth = -cost_of_talers(plan, talers + 1, 1)
    for place in range(CITIES):
        city = plan.board.order[place]
        empty = min(left, plan.board.spaces[city] - (state.goods[city][0] > 0) - (state.goods[city][1] > 0))
        left -= empty
        worth += empty * plan.taste[T_REFILL]
        if city == state.ship or plan.board.distance[state.ship][city] < talers:
            worth += empty * plan.taste[T_REFILL_NEAR]
    return worth


# --- playing --------------------------------------------------------------------------------------------------------

cdef Move plan_move(const Board *board, const State *state, const float *taste, Random *random) noexcept nogil:
    """The best move by a taste; of moves alike the first. Without random numbers nothing strays."""
    cdef Move moves[MOST_MOVES]
    cdef float rates[MOST_MOVES]
    cdef int number, best = 0, count = legal_moves(board, state, moves)
    require(0 < count <= MOST_MOVES)
    if count == 1:
        return moves[0]
    rate_moves(board, state, taste, moves, count, rates)
    for number in range(count):
        if random != NULL:
            rates[number] += taste[T_NOISE] * (next32(random) * <float>(2.0 / 4294967296.0) - 1)
        if rates[number] > rates[best]:
            best = number
    return moves[best]


cdef Move drawn(const State *state, Random *random) noexcept nogil:
    """H22: a marker turns up, by the counts of the supply."""
    cdef uint32_t weights[KINDS]
    cdef int kind
    for kind in range(KINDS):
        weights[kind] = count_of(state.supply, kind)
    return reveal_move(draw_by_weight(weights, state.left, random))


cdef void play_by_tastes(
    const Board *board, State *state, const float **tastes, int moves, Random *random
) noexcept nogil:
    """Plays on to the end, or so many moves, each seat by its own taste."""
    cdef int played
    for played in range(moves):
        if state.to_move == NOBODY:
            return
        if state.to_move == CHANCE:
            apply_move(board, state, drawn(state, random))
        else:
            apply_move(board, state, plan_move(board, state, tastes[state.to_move], random))
