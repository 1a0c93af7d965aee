"""Playing by plan: look for the route whose claim brings most for the actions it still costs, and work towards it.

What "most" is, is the taste (worth.pyx). First the prospects of all routes, then the decision: one function a phase.
`plan_move` remembers nothing from decision to decision; `play_by_plan` keeps the worth of claims until something is
claimed, and works for one route until the turn is over, which is what makes playouts fast.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from engine_c.chance cimport draw_by_weight
from engine_c.game cimport CHANCE, MAX_MOVES, Move, NOBODY
from engine_c.random cimport Random
from engine_c.teutonica.moves cimport legal_moves
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.prospects cimport *
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.score cimport Score, score_state, share_state
from engine_c.teutonica.turn cimport blocked_way, move_by_plan, move_others, step, turn_by_plan
from engine_c.teutonica.types cimport *
from engine_c.teutonica.worth cimport *


cdef Move displaced_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Where a displaced piece and its extras go: to the route that they further most, or into somebody's way (T13)."""
    cdef const State *state = plan.state
    cdef int number, kind, piece, route, origin, pieces = state.left + (not state.put)
    cdef bint neutral = state.owner != plan.me
    cdef float value
    cdef Choice choice
    choice.rate, choice.move = -1000, moves[0]
    for number in range(count):
        kind, piece = move_kind(moves[number]), piece_kind_of(moves[number])
        if kind == M_DONE:
            offer(&choice, 0, moves[number])
            continue
        route = plan.board.slot_route[slot_of(moves[number])]
        if neutral:                     # T91: where neutral traders are in the other player's way
            value = most_of_a_foe(plan, route) - plan.stand.traders[route] - plan.stand.merchants[route]
            value -= <float>0.3 * max(plan.rate[route], <float>0)
        elif kind == M_ADD_FROM:
            origin = plan.board.slot_route[origin_of(moves[number])]
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
        route = plan.board.slot_route[slot_of(moves[number])]
        value = 1 + 5 * (route == goal) + max(plan.rate[route], <float>0) + (piece_of(moves[number]) & 1)
        if piece_of(moves[number]) >> 1 == plan.me:
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
            offer(&choice, 2 - <float>0.3 * piece_kind_of(moves[number]) + worth_of_post(plan, city_of(moves[number])), moves[number])
        else:
            route = plan.board.slot_route[slot_of(moves[number])]
            offer(&choice, 1 + spot(plan, route, piece_kind_of(moves[number]), 1) - (kind == M_PUT_FROM), moves[number])
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
        route = route_of(moves[number])
        use = use_of_marker(laid_marker_of(moves[number]))
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


cdef inline bint has_use_after_the_last_action(uint32_t unused) noexcept nogil:
    """Whether any of these markers may still be played: more actions, a step, a swap."""
    return (unused & ((<uint32_t>15 << (4 * SWAP)) | (<uint32_t>15 << (4 * PLUS_3)) | (<uint32_t>15 << (4 * PLUS_4))
                      | (<uint32_t>15 << (4 * DEVELOP)))) != 0


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
        survey_some(plan, moves, count)
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


# --- playouts -------------------------------------------------------------------------------------------------------

cdef Move drawn(const State *state, Random *random) noexcept nogil:
    """T54: a marker turns up, by the counts of the supply."""
    cdef uint32_t weights[MARKERS]
    cdef uint32_t total = 0
    cdef int marker
    for marker in range(MARKERS):
        weights[marker] = state.supply[marker]
        total += weights[marker]
    marker = draw_by_weight(weights, total, random)
    return draw_move(marker)


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
            count_route(plan, plan.board.slot_route[slot_of(move)])
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
    const Board *board, State *state, const float **tastes, int moves, Random *random
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
