"""The plan: every legal move rated in points by a taste; and playing on by the best.

    State -> Facts          markers and colours of every seat          facts.pxd
          -> Worth          of a seat by a taste (taste.pxd)           worth.pyx
          -> Undertakings   actions here, and voyages to others        undertakings.pyx
          -> rates          one for each legal move, a function a phase
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.chance cimport draw_by_odds
from engine_c.game cimport CHANCE, Move, NOBODY
from engine_c.hansa2004.moves cimport legal_moves
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.rules cimport apply_move
from engine_c.hansa2004.score cimport SOLD_MARKER
from engine_c.hansa2004.types cimport *
from engine_c.hansa2004.undertakings cimport (
    NO_VOYAGE, Voyages, building, price, purchase, selling, weigh_voyages)
from engine_c.hansa2004.worth cimport Worth, booths_worth, judge, talers_cost
from engine_c.random cimport Random, next32

cdef enum:
    MOST_MOVES = 64         # of one position of this game


cdef void rate_moves(
    const Board *board, const State *state, const Taste *taste, const Move *moves, int count, float *rates
) noexcept nogil:
    cdef Worth worth
    cdef int number
    judge(&worth, board, state, taste, state.to_move)
    if state.phase == TURN:
        rate_turn(&worth, moves, count, rates)
        return
    for number in range(count):
        rates[number] = rate_apart(&worth, moves[number])


# --- the turn -------------------------------------------------------------------------------------

cdef void rate_turn(const Worth *worth, const Move *moves, int count, float *rates) noexcept nogil:
    """An action is worth itself and the best voyage after it; ending the turn is worth nothing."""
    cdef const State *state = worth.state
    cdef Voyages voyages
    cdef int number, kind, goods, talers = state.talers[worth.me]
    cdef float after_paying = NO_VOYAGE          # the best voyage with a taler less; not known yet
    cdef float before = booths_worth(worth, state.ship, booths_of(state, state.ship, worth.me))
    weigh_voyages(worth, talers, &voyages)
    for number in range(count):
        kind, goods = move_kind(moves[number]), goods_of(moves[number])
        if kind == M_SAIL:
            rates[number] = voyages.by_first_step[city_of(moves[number])]
        elif kind == M_BUY:
            if after_paying == NO_VOYAGE:
                after_paying = best_after_purchase(worth, talers, voyages.best)
            rates[number] = purchase(worth, goods) - price(worth, state.ship, talers) + after_paying
        elif kind == M_BUILD:
            rates[number] = building(worth, state.ship, goods, before) + voyages.best
        elif kind == M_SELL:
            rates[number] = selling(worth, state.ship, sale_from(worth, goods), before) + voyages.best
        else:
            rates[number] = 0


cdef float best_after_purchase(const Worth *worth, int talers, float unpaid) noexcept nogil:
    """The best voyage after a purchase here, which costs a taler unless I have the majority
    (H33)."""
    cdef Voyages voyages
    if majority(worth.state, worth.state.ship) == worth.me:
        return unpaid
    weigh_voyages(worth, talers - 1, &voyages)
    return voyages.best


cdef float sale_from(const Worth *worth, int kind) noexcept nogil:
    """What a sale brings from this kind on: the rest of its colour, then all later colours worth
    it."""
    cdef uint64_t rest = worth.unsold & fields_of(colour_of(kind)) & ~(one_of(kind) - 1)
    cdef float gain = worth.taste.deny * worth.losers[colour_of(kind)]
    cdef int other, colour
    for other in range(kind, BARRELS * (colour_of(kind) + 1)):
        gain += count_of(rest, other) * (SOLD_MARKER + barrels_of(other) - worth.marker[other])
    for colour in range(colour_of(kind) + 1, COLOURS):
        gain += max(<float>0, worth.sale[colour])
    return gain


# --- the other phases -----------------------------------------------------------------------------

cdef float rate_apart(const Worth *worth, Move move) noexcept nogil:
    """A move outside the turn: selling on, losing, giving up, filling warehouses, founding."""
    cdef int kind = move_kind(move)
    if kind == M_SELL:
        return sale_from(worth, goods_of(move))
    if kind == M_LOSE or kind == M_DROP:
        return -worth.marker[goods_of(move)]
    if kind == M_REFILL:
        return rate_refill(worth)
    if kind == M_FOUND:
        return rate_founding(worth, city_of(move))
    return 0        # skip, done


cdef float rate_founding(const Worth *worth, int city) noexcept nogil:
    """A booth of the beginning (H11)."""
    cdef const Taste *taste = worth.taste
    return (
        taste.found_space * worth.board.spaces[city] + taste.found_traffic * worth.board.traffic[city]
        + (taste.found_alone if worth.state.booths[city] == 0 else <float>0))


cdef float rate_refill(const Worth *worth) noexcept nogil:
    """Filling the warehouses (H21) for a taler: best where many spaces are empty and near."""
    cdef const State *state = worth.state
    cdef int place, city, empty, left = state.left, talers = state.talers[worth.me] - 1
    cdef float points = -talers_cost(worth, talers + 1, 1)
    for place in range(CITIES):
        city = worth.board.order[place]
        empty = min(left, worth.board.spaces[city] - (state.goods[city][0] > 0) - (state.goods[city][1] > 0))
        left -= empty
        points += empty * worth.taste.refill
        if city == state.ship or worth.board.distance[state.ship][city] < talers:
            points += empty * worth.taste.near
    return points


# --- playing --------------------------------------------------------------------------------------

cdef inline float strayed(const Taste *taste, Random *random) noexcept nogil:
    """Points by which a judgement strays: uniform, as far as the taste's noise to each side."""
    return taste.noise * (next32(random) * <float>(2.0 / 4294967296.0) - 1)


cdef Move plan_move(const Board *board, const State *state, const Taste *taste, Random *random) noexcept nogil:
    cdef Move moves[MOST_MOVES]
    cdef float rates[MOST_MOVES]
    cdef int number, best = 0, count = legal_moves(board, state, moves)
    require(0 < count <= MOST_MOVES)
    if count == 1:
        return moves[0]
    rate_moves(board, state, taste, moves, count, rates)
    for number in range(count):
        if random != NULL:
            rates[number] += strayed(taste, random)
        if rates[number] > rates[best]:
            best = number
    return moves[best]


cdef Move drawn(const State *state, Random *random) noexcept nogil:
    """H22: a marker turns up, by the counts of the supply."""
    cdef uint32_t odds[KINDS]
    cdef int kind
    for kind in range(KINDS):
        odds[kind] = count_of(state.supply, kind)
    return reveal_move(draw_by_odds(odds, state.left, random))


cdef void play_by_tastes(
    const Board *board, State *state, const Taste **tastes, int moves, Random *random
) noexcept nogil:
    cdef int played
    for played in range(moves):
        if state.to_move == NOBODY:
            return
        if state.to_move == CHANCE:
            apply_move(board, state, drawn(state, random))
        else:
            apply_move(board, state, plan_move(board, state, tastes[state.to_move], random))
