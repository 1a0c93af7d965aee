"""The complete list of legal moves, one function a phase.

The order of a list (D4) is that of the functions below: in a turn `sail`, `buy`, `build`, `sell`,
`end`; cities as in the board's file, goods by colour and barrels; `done` comes last.
"""

from libc.stdint cimport uint64_t

from engine_c.game cimport Move
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.types cimport *


cdef int legal_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    """Writes every legal move; returns how many there are."""
    cdef int phase = state.phase
    if phase == TURN:
        return turn_moves(board, state, out)
    if phase == REVEAL:
        return spread_over(present(state.supply), reveal_move(0), out)
    if phase == REFILL:
        return refills(state, out)
    if phase == SELL:
        return sales(state, out)
    if phase == LOSE:
        return spread_over(present(state.unsold[state.to_move] & fields_of(state.losing - 1)), lose_move(0), out)
    if phase == KEEP:
        return spread_over(present(state.unsold[state.turn]), drop_move(0), out)
    if phase == FOUND:
        return founding(board, state, out)
    return 0


cdef inline int spread_over(uint64_t kinds, Move base, Move *out) noexcept nogil:
    """One move for each kind of a set."""
    cdef int count = 0
    while kinds:
        out[count] = with_goods(base, ctz(kinds) // 3)
        kinds &= kinds - 1
        count += 1
    return count


cdef int founding(const Board *board, const State *state, Move *out) noexcept nogil:
    """H11: not Copenhagen, and no city where one has booths already."""
    cdef int city, count = 0
    for city in range(CITIES):
        if city != board.start and not booths_of(state, city, state.to_move):
            out[count] = found_move(city)
            count += 1
    return count


cdef int refills(const State *state, Move *out) noexcept nogil:
    """H21: with all spaces empty there is no choice."""
    out[0] = refill_move()
    if all_empty(state):
        return 1
    out[1] = skip_move()
    return 2


cdef int turn_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    cdef int seat = state.turn, ship = state.ship, count = 0
    cdef int arrows = board.arrows[ship]
    if state.talers[seat]:
        while arrows:
            out[count] = sail_move(ctz(arrows))
            arrows &= arrows - 1
            count += 1
    if not state.acted:
        if state.goods[ship][0]:
            if state.talers[seat] or majority(state, ship) == seat:
                count += buys(state, out + count)
        if state.unsold[seat]:
            if state.stock[seat]:
                count += spread_over(present(state.unsold[seat]), build_move(0), out + count)
            if booths_of(state, ship, seat):
                count += spread_over(sellable(state.unsold[seat]), sell_move(0), out + count)
    out[count] = end_move()
    return count + 1


cdef inline int buys(const State *state, Move *out) noexcept nogil:
    """H33: two equal markers are one move."""
    cdef const uint8_t *goods = state.goods[state.ship]
    out[0] = buy_move(goods[0] - 1)
    if not goods[1] or goods[1] == goods[0]:
        return 1
    out[1] = buy_move(goods[1] - 1)
    return 2


cdef inline uint64_t further_sales(const State *state) noexcept nogil:
    """What may be added to the sale (H37): more of its last colour, or colours after it."""
    cdef uint64_t unsold = state.unsold[state.turn]
    cdef int last = state.last - 1
    cdef uint64_t own = fields_of(colour_of(last))
    cdef uint64_t before = one_of(last) - 1
    cdef uint64_t same = present(unsold) & own & ~before
    return same if state.single else same | (sellable(unsold) & ~own & ~before)


cdef bint may_go_on_selling(const State *state) noexcept nogil:
    return further_sales(state) != 0


cdef int sales(const State *state, Move *out) noexcept nogil:
    cdef int count = spread_over(further_sales(state), sell_move(0), out)
    if not state.single:
        out[count] = done_move()
        count += 1
    return count
