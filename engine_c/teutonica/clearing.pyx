"""Moves others' pieces out of the way, with the markers for three (T50) and for two (T61)."""

from engine_c.game cimport Move
from engine_c.teutonica.choice cimport *
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *

cdef enum:
    MOST_CLEARED = 3        # pieces that a marker moves or removes (T50)


cdef int blocked_way(const Plan *plan) noexcept nogil:
    """The best route among those where two or three pieces of others stand in the way, or NONE."""
    cdef int route, best = NONE
    cdef float value, highest = 0
    for route in range(plan.board.routes):
        if 2 <= plan.stand.foes[route] <= MOST_CLEARED and plan.work.value[route] >= plan.taste.clearing:
            value = plan.work.value[route] / (1 + plan.stand.houses[route])
            if value > highest:
                highest, best = value, route
    return best


cdef Move move_others(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T50, T61: pieces of others off the route that they block, to where they help nobody."""
    cdef int goal = blocked_way(plan), number, kind, piece, route
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    cdef float harm
    for number in range(count):
        kind, piece = move_kind(moves[number]), piece_of(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[slot_of(moves[number])]
        if kind == M_LIFT_PIECE:
            if piece >> 1 != plan.me and route == goal:
                offer_urgent(&choice, CLEARING, 0, moves[number])
            continue
        if piece >> 1 == plan.me:
            harm = -spot(plan, route, piece & 1, 1)
        else:
            harm = max(plan.work.rate[route], <float>0) + plan.taste.harm_piece * plan.stand.foes[route]
            harm += plan.taste.harm_goal * (route == goal)
            harm += plan.taste.harm_company * (plan.stand.traders[route] + plan.stand.merchants[route] > 0)
        offer(&choice, -harm, moves[number])
    return choice.move


cdef Move removal_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T50 `remove-3`: pieces of others off the route that they block."""
    cdef int goal = blocked_way(plan), number, piece, route
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    cdef float value
    for number in range(count):
        if move_kind(moves[number]) == M_DONE:
            offer(&choice, plan.taste.least_cleared, moves[number])
            continue
        piece, route = piece_of(moves[number]), plan.board.slot_route[slot_of(moves[number])]
        if piece >> 1 != plan.me:
            value = max(plan.work.rate[route], <float>0) + plan.taste.clear_goal * (route == goal)
            offer(&choice, value + plan.taste.clear_merchant * (piece & 1), moves[number])
    return choice.move
