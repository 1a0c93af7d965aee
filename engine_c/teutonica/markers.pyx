"""Markers and favours by plan: when they are used, and where a marker is laid."""

from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move
from engine_c.teutonica.choice cimport *
from engine_c.teutonica.clearing cimport blocked_way
from engine_c.teutonica.memory cimport NEW
from engine_c.teutonica.moves cimport favours, swaps
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.score cimport Score, score_state
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *
from engine_c.teutonica.worth cimport *

cdef enum:
    MASTER_POINTS = 3       # T102: seven for a track at its end, not four

cdef float FEW_TURNS = 2.5      # left, from which on a swap is used for little


cdef void offer_markers(Plan *plan, Choice *choice) noexcept nogil:
    """Uses markers when they help: a step at once, actions when none are left, swaps for points."""
    cdef const State *state = plan.state
    cdef const Desk *desk = &state.desks[plan.me]
    cdef const Worth *worth = plan.worth
    cdef Move found[MAX_MOVES]
    cdef int track, count, number
    cdef float gain, least = plan.taste.swap if worth.left > FEW_TURNS else plan.taste.last_swap
    if marker_count(desk.unused, DEVELOP):
        for track in range(TRACKS):
            if desk.track[track] < TRACK_END[track] and worth.steps[track] > 0:
                offer_urgent(choice, BY_MARKER, worth.steps[track], use_develop_move(track))
    if not state.actions and plan.work.rate[plan.work.best] > 0:
        if marker_count(desk.unused, PLUS_3):
            offer(choice, 1, use_move(PLUS_3))
        elif marker_count(desk.unused, PLUS_4):
            offer(choice, 1, use_move(PLUS_4))
    if state.actions and (marker_count(desk.unused, MOVE_3) or marker_count(desk.unused, REMOVE_3)):
        if blocked_way(plan) != NONE:
            offer_urgent(choice, CLEARING, 0, use_move(MOVE_3 if marker_count(desk.unused, MOVE_3) else REMOVE_3))
    if marker_count(desk.unused, SWAP) and not state.actions:
        count = swaps(plan.board, state, found)
        for number in range(count):
            gain = gain_of_swap(plan, found[number])
            if gain >= least:
                offer_urgent(choice, BY_MARKER, gain, found[number])


cdef float gain_of_swap(const Plan *plan, Move move) noexcept nogil:
    """What a swap brings at the end as things stand, less what it brings the others."""
    cdef const Score *before = &plan.memory.holders.score
    cdef Score score
    cdef State after
    cdef float gain
    cdef int seat
    require(plan.memory.looked == NEW)
    memcpy(&after, plan.state, sizeof(State))
    apply_move(plan.board, &after, move)
    score_state(plan.board, &after, &score)
    gain = score.total[plan.me] - before.total[plan.me]
    for seat in range(plan.state.players):
        if seat != plan.me:
            gain -= plan.taste.gift * (score.total[seat] - before.total[seat])
    return gain


cdef void offer_favours(Plan *plan, Choice *choice) noexcept nogil:
    """T101: a tile costs two markers and the turn, so their use and a turn's actions are its
    price."""
    cdef Move found[MAX_MOVES]
    cdef int count = favours(plan.state, &plan.state.desks[plan.me], found), number
    cdef float price = (plan.state.actions + plan.taste.favour) * plan.taste.action, value
    for number in range(count):
        value = worth_of_tile(plan, tile_of(found[number]))
        if value > price:
            offer_urgent(choice, BY_FAVOUR, value - price, found[number])


cdef float worth_of_tile(const Plan *plan, int tile) noexcept nogil:
    """T102, in points."""
    cdef const Desk *desk = &plan.state.desks[plan.me]
    cdef float left = plan.worth.left
    cdef int track, ends = 0
    if tile == EXTRA_ACTION:
        return (left - 1) * plan.taste.action
    if tile == DOUBLE_CITIES:
        return CITY_POINTS * popcount(plan.state.control[plan.me]) + plan.taste.tile_later * left
    if tile == MASTER_ABILITIES:
        for track in range(TRACKS):
            ends += track != KEYS and desk.track[track] == TRACK_END[track]
        return MASTER_POINTS * ends + plan.taste.tile_later * left
    return plan.taste.other_tile * left


cdef Move plate_by_plan(Plan *plan, const Move *moves, int count) noexcept nogil:
    """Where a marker goes (T55): on a route about to be claimed, or where own cities earn from
    it."""
    cdef const Taste *taste = plan.taste
    cdef int number, route, end, owner, mine, theirs
    cdef float use, rate
    cdef Choice choice = choice_unless(OUT_OF_QUESTION, moves[0])
    for number in range(count):
        route = route_of(moves[number])
        use = taste.use_of[laid_marker_of(moves[number])]
        mine = theirs = 0
        for end in range(2):
            owner = controller(plan.state, plan.board.route_city[route][end])
            mine += owner == plan.me
            theirs += owner != plan.me and owner != NONE
        rate = max(rate_of(plan, plan.work.value[route] + use, plan.work.cost[route]), <float>0)
        offer(
            &choice,
            taste.soon * rate + taste.toll * mine - taste.toll_of_others * theirs
            + taste.shelter * plan.board.capacity[plan.board.route_slot[route]],
            moves[number],
        )
    return choice.move
