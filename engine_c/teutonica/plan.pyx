"""The decision by plan: look for the route whose claim brings most for the actions it still costs,
and work towards it.

What "most" is, is the taste. First the undertakings of the mover, then the decision: one function a
phase. Nothing is remembered from decision to decision but what the caller keeps in `Plan.memory`.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move
from engine_c.teutonica.choice cimport *
from engine_c.teutonica.clearing cimport move_others, removal_by_plan
from engine_c.teutonica.march cimport move_by_plan
from engine_c.teutonica.markers cimport plate_by_plan
from engine_c.teutonica.moves cimport legal_moves
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.rules cimport apply_move
from engine_c.random cimport Random
from engine_c.teutonica.score cimport Score, score_state, share_state
from engine_c.teutonica.turn cimport turn_by_plan
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *


cdef enum:
    DECIDED = 50            # points: a won game, as a lead


cdef Move displaced_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Where a displaced piece and its extras go (T13): to further a route, or to block a rival."""
    cdef const State *state = plan.state
    cdef int number, kind, piece, route, origin, pieces = state.left + (not state.put)
    cdef bint neutral = state.owner != plan.me
    cdef float value
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    for number in range(count):
        kind, piece = move_kind(moves[number]), piece_kind_of(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[slot_of(moves[number])]
        if neutral:                     # T91: where neutral traders are in the other player's way
            value = most_of_a_foe(plan, route) - plan.stand.traders[route] - plan.stand.merchants[route]
            value -= plan.taste.neutral_harm * max(plan.work.rate[route], <float>0)
        elif kind == M_ADD_FROM:
            origin = plan.board.slot_route[origin_of(moves[number])]
            if origin == route:
                continue
            value = spot(plan, route, piece, 1) - spot(plan, origin, piece, 1) - plan.taste.moved_extra
        else:
            value = plan.taste.extra + spot(plan, route, piece, pieces)
        offer(&choice, value, moves[number])
    return choice.move


cdef Move bonus_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T60 to T64, T87: permanent markers."""
    cdef int number, kind, route
    cdef float value
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    if plan.state.bonus == MOVE_2_ANY:
        return move_others(plan, moves, count)
    for number in range(count):
        kind = move_kind(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
        elif kind == M_DEVELOP:
            offer(&choice, plan.worth.steps[PRIVILEGE], moves[number])
        elif kind == M_GREEN:
            offer(&choice, worth_of_post(plan, city_of(moves[number])), moves[number])
        else:
            route = plan.board.slot_route[slot_of(moves[number])]
            value = plan.taste.extra if kind == M_PUT else <float>0
            offer(&choice, value + spot(plan, route, piece_kind_of(moves[number]), 1), moves[number])
    return choice.move


cdef float worth_of_post(const Plan *plan, int city) noexcept nogil:
    """T63: growing what is near counts most."""
    cdef uint32_t own = plan.state.present[plan.me], bit = <uint32_t>1 << city
    return plan.taste.post + plan.taste.post_near * ((own & plan.board.neighbours[city] != 0) - (own & bit != 0))


cdef Move neutral_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """T92: the city where the neutral office costs least, by the current points."""
    cdef State after
    cdef Score score
    cdef double shares[SEATS]
    cdef int number
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    for number in range(count):
        memcpy(&after, plan.state, sizeof(State))
        apply_move(plan.board, &after, moves[number])
        if after.phase == OVER:
            share_state(plan.board, &after, shares)
            offer(&choice, DECIDED * (2 * <float>shares[plan.me] - 1), moves[number])
        else:
            score_state(plan.board, &after, &score)
            offer(&choice, score.total[plan.me] - score.total[1 - plan.me], moves[number])
    return choice.move


cdef inline bint has_use_after_the_last_action(uint32_t unused) noexcept nogil:
    """Whether any of these markers may still be played: more actions, a step, a swap."""
    return (unused & ((<uint32_t>15 << (4 * SWAP)) | (<uint32_t>15 << (4 * PLUS_3)) | (<uint32_t>15 << (4 * PLUS_4))
                      | (<uint32_t>15 << (4 * DEVELOP)))) != 0


cdef uint64_t slots_of(const Move *moves, int count) noexcept nogil:
    """Where pieces may be put, or taken from."""
    cdef uint64_t slots = 0
    cdef int number
    for number in range(count):
        slots |= <uint64_t>1 << slot_of(moves[number])
        if move_kind(moves[number]) == M_ADD_FROM:
            slots |= <uint64_t>1 << origin_of(moves[number])
    return slots


cdef Move plan_move(Plan *plan) noexcept nogil:
    """The decision of the mover."""
    cdef Move moves[MAX_MOVES]
    cdef int phase = plan.state.phase, count
    if phase == TOLL:
        return take_move()         # a trader for nothing (T102)
    if phase == TURN:
        if not plan.state.actions and not has_use_after_the_last_action(plan.state.desks[plan.state.turn].unused):
            return end_move()
        survey(plan)
        return turn_by_plan(plan)
    count = legal_moves(plan.board, plan.state, moves)
    if count == 1:
        return moves[0]
    if phase == DISPLACED:
        survey_some(plan, slots_of(moves, count))
        return displaced_by_plan(plan, moves, count)
    if phase == PLATES:
        survey_roughly(plan)
        return plate_by_plan(plan, moves, count)
    survey(plan)
    if phase == LIFTING or phase == DROPPING:
        return move_by_plan(plan, moves, count)
    if phase == BONUS:
        return bonus_by_plan(plan, moves, count)
    if phase == REMOVING:
        return removal_by_plan(plan, moves, count)
    require(phase == NEUTRAL_CLAIM)
    return neutral_by_plan(plan, moves, count)


cdef Move advised_move(const Board *board, const State *state, const Taste *taste, Random *random) noexcept nogil:
    """A single decision, from nothing but the position."""
    cdef Plan plan
    open_plan(&plan, board, state, random)
    plan.tastes[state.to_move] = taste
    return plan_move(&plan)
