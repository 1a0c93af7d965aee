"""The policy: features of a move, weighted, give how likely a good player is to choose it.

`other_features` and `route_features` say what the features of a move are, for playing and for
fitting alike. How a route appeals to the mover, and what it adds to a move, is worked out once a
position.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from engine_c.game cimport Move
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.appeal cimport APPEALS, STANDS, appeal_of_route, stand_on
from engine_c.teutonica.facts cimport Offices, Pieces, look_at_offices, look_at_pieces, places_on
from engine_c.teutonica.plan cimport plan_move
from engine_c.teutonica.taste cimport Taste, TASTE_WEIGHTS
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport *
from engine_c.teutonica.worth cimport *

cdef struct View:
    # A position as the mover sees it, filled in as far as it is asked for.
    const Board *board
    const State *state
    int mover
    Pieces pieces
    Offices offices
    Plan plan
    float best              # rate of a route
    bint appeal_known[ROUTES]
    float appeal[ROUTES][APPEALS]
    bint logit_known[WAYS][ROUTES]
    float logit[WAYS][ROUTES]


cdef extern from *:
    """
    #define LEAST_RATE 0.05f        /* points an action: what no best rate is taken to be below */
    """
    const float LEAST_RATE


cdef struct RoutePart:
    # A player's piece comes to a route or leaves it.
    int way                 # -1: the move has nothing to do with a route
    int route
    int owner
    int own_more            # how many more pieces the owner has there afterwards
    int total_more


cdef int *STEP_PLACE = [0, 4, 9, 12, 15]        # where a track's steps begin among all steps


cdef inline void add_feature(MoveFeatures *features, int index, float value) noexcept nogil:
    require(features.count < MOST_FEATURES)
    features.index[features.count] = index
    features.value[features.count] = value
    features.count += 1


cdef inline void open_view(View *view, const Board *board, const State *state, const Taste *taste) noexcept nogil:
    view.board = board
    view.state = state
    view.mover = state.to_move if state.phase != DISPLACED else state.owner
    if view.mover >= state.players:
        view.mover = state.to_move
    look_at_pieces(board, state, &view.pieces)
    look_at_offices(board, state, &view.offices)
    if state.to_move < state.players:       # chance has no plan, and no move of it is about a route
        open_plan(&view.plan, board, state, NULL)
        view.plan.tastes[state.to_move] = taste
        survey(&view.plan)
        view.best = max(view.plan.work.rate[view.plan.work.best], LEAST_RATE)
    memset(view.appeal_known, 0, sizeof(view.appeal_known))
    memset(view.logit_known, 0, sizeof(view.logit_known))


cdef void route_part(const View *view, Move move, RoutePart *part) noexcept nogil:
    """Which route a move is about, and how the pieces on it change."""
    cdef int kind = move_kind(move)
    part.owner, part.own_more, part.total_more, part.way = view.mover, 1, 1, -1
    if kind == M_MARKER:
        part.way, part.route, part.own_more, part.total_more = BY_MARKER, route_of(move), 0, 0
        return
    if kind == M_PLACE:
        part.way = BY_PLACE
    elif kind == M_DISPLACE:
        part.way, part.total_more = BY_DISPLACE, 0
    elif kind == M_DROP:
        part.way = BY_DROP
    elif kind == M_PUT or kind == M_ADD or kind == M_PUT_FROM or kind == M_ADD_FROM:
        part.way = BY_PUT
    elif kind == M_LIFT:
        part.way, part.own_more, part.total_more = BY_LIFT, 0, 0
    elif kind == M_LIFT_PIECE or kind == M_REMOVE:
        part.way, part.owner, part.own_more, part.total_more = BY_REMOVE, piece_of(move) >> 1, 0, 0
    elif kind == M_DROP_PIECE:
        part.way, part.owner = BY_REMOVE, piece_of(move) >> 1
    else:
        return
    part.route = view.board.slot_route[slot_of(move)]


cdef inline float cut(float part) noexcept nogil:
    """A part of the best rate, as a feature."""
    return min(max(part, <float>-1), <float>2)


cdef float gain_of(const View *view, Move move) noexcept nogil:
    """What a claim brings, by the plan."""
    cdef const Worth *worth = view.plan.worth
    cdef int route = route_of(move), kind = move_kind(move)
    cdef float aim = 0
    if kind == M_CLAIM_OFFICE:
        aim = max(worth.office[FOR_TRADER][end_city_of(move)], worth.office[FOR_MERCHANT][end_city_of(move)])
    elif kind == M_CLAIM_EXTRA:
        aim = worth.office[FOR_ANY][end_city_of(move)]
    elif kind == M_CLAIM_DEVELOP:
        aim = worth.steps[claimed_track_of(move)]
    elif kind == M_CLAIM_SPECIAL:
        aim = worth.special
    return worth.beside[route] + aim


cdef void route_features(View *view, const RoutePart *part, MoveFeatures *features) noexcept nogil:
    """The owner's pieces on the route times its appeal to the mover; and who else may fill it."""
    cdef int item, base, seat, route = part.route
    cdef int places = places_on(view.board, route), total = view.pieces.total[route], own
    cdef float block
    cdef int stand = stand_on(places, view.pieces.own[part.owner][route] + part.own_more, total + part.total_more)
    if not view.appeal_known[route]:
        appeal_of_route(view.board, view.state, &view.offices, view.mover, route, view.appeal[route])
        view.appeal_known[route] = True
    base = P_ROUTES + (part.way * STANDS + stand) * APPEALS
    for item in range(APPEALS):
        if view.appeal[route][item] != 0:
            add_feature(features, base + item, view.appeal[route][item])
    add_feature(features, P_RATE + part.way, cut(view.plan.work.rate[route] / view.best))
    if route == view.plan.work.best:
        add_feature(features, P_BEST + part.way, 1)
    if view.plan.work.cost[route] <= view.state.actions:
        add_feature(features, P_SOON + part.way, 1)
    block = blocking(&view.plan, route)
    if block > 0:
        add_feature(features, P_BLOCKS + part.way, cut(block / view.best))
    for seat in range(view.state.players):
        own = view.pieces.own[seat][route]
        if seat != view.mover and own == total and own + 1 >= places:
            add_feature(features, P_RIVAL + part.way, 1)


cdef void office_features(View *view, int city, bint printed, MoveFeatures *features) noexcept nogil:
    """An office is established in a city."""
    cdef uint32_t own = view.state.present[view.mover], bit = <uint32_t>1 << city
    add_feature(features, P_OFFICE, 1)
    if printed:
        if view.offices.points[city]:
            add_feature(features, P_OFFICE + 1, view.offices.points[city])
        if view.offices.colour[city]:
            add_feature(features, P_OFFICE + 2, view.offices.colour[city])
        if filled(view.state, city) + 1 == view.board.office_count[city]:
            add_feature(features, P_OFFICE + 4, 1)
    if controller(view.state, city) != view.mover:
        add_feature(features, P_OFFICE + 3, 1)
    if own & bit:
        add_feature(features, P_OFFICE + 5, 1)
    elif own & view.board.neighbours[city]:
        add_feature(features, P_OFFICE + 6, 1)


cdef void claim_features(View *view, Move move, MoveFeatures *features) noexcept nogil:
    cdef const Desk *desk = &view.state.desks[view.mover]
    cdef int route = route_of(move), kind = move_kind(move), track, end, owner
    cdef int mine = 0, theirs = 0
    add_feature(features, P_GAIN, cut(gain_of(view, move) / view.best))
    add_feature(features, P_GAIN + 1, cut(view.plan.worth.plain[route] / view.best))
    for end in range(2):
        owner = controller(view.state, view.board.route_city[route][end])
        mine += owner == view.mover
        theirs += owner != view.mover and owner < view.state.players
    if mine:
        add_feature(features, P_CLAIM, mine)
    if theirs:
        add_feature(features, P_CLAIM + 1, theirs)
    if (view.state.marked >> route) & 1:
        add_feature(features, P_CLAIM + 2, 1)
    if view.board.permanent[route]:
        add_feature(features, P_CLAIM + 3, 1)
    if kind == M_CLAIM_OFFICE:
        office_features(view, end_city_of(move), True, features)
    elif kind == M_CLAIM_EXTRA:
        office_features(view, end_city_of(move), False, features)
    elif kind == M_CLAIM_DEVELOP:
        track = claimed_track_of(move)
        add_feature(features, P_DEVELOP + STEP_PLACE[track] + desk.track[track], 1)
    elif kind == M_CLAIM_SPECIAL:
        add_feature(features, P_SPECIAL, view.board.space_points[space_of(move)])


cdef void other_features(View *view, Move move, MoveFeatures *features) noexcept nogil:
    """All features of a move but those of its route."""
    cdef const Desk *desk = &view.state.desks[view.mover]
    cdef int kind = move_kind(move), supply, track
    add_feature(features, P_KIND + kind, 1)
    if kind == M_DISPLACE:
        merchant(features, BY_DISPLACE, put_kind_of(move))
        if piece_of(move) & 1:
            add_feature(features, P_PAY, 1)
        if payment_of(move) == PAY_M or payment_of(move) == PAY_TM or payment_of(move) == PAY_MM:
            add_feature(features, P_PAY + 1, 1)
    elif kind == M_PLACE:
        merchant(features, BY_PLACE, piece_kind_of(move))
    elif kind == M_DROP:
        merchant(features, BY_DROP, piece_kind_of(move))
    elif kind == M_PUT or kind == M_ADD or kind == M_PUT_FROM or kind == M_ADD_FROM:
        merchant(features, BY_PUT, piece_kind_of(move))
    elif kind == M_LIFT:
        merchant(features, BY_LIFT, piece_kind_of(move))
    elif kind == M_LIFT_PIECE or kind == M_REMOVE or kind == M_DROP_PIECE:
        merchant(features, BY_REMOVE, piece_of(move) & 1)
    elif kind == M_INCOME:
        supply = desk.supply[TRADER] + desk.supply[MERCHANT]
        add_feature(features, P_INCOME + min(supply, 4), 1)
        if traders_of(move) + merchants_of(move) == min(
                <int>BANK_VALUE[desk.track[BANK]], <int>desk.stock[TRADER] + desk.stock[MERCHANT]):
            add_feature(features, P_INCOME + 5, 1)
        if merchants_of(move):
            add_feature(features, P_INCOME + 6, merchants_of(move))
    elif M_CLAIM <= kind <= M_CLAIM_SPECIAL:
        claim_features(view, move, features)
    elif kind == M_END:
        add_feature(features, P_END + min(<int>view.state.actions, 3), 1)
    elif kind == M_DONE:
        add_feature(features, P_DONE + view.state.phase, 1)
    elif kind == M_USE_DEVELOP or kind == M_DEVELOP:
        track = track_of(move)
        add_feature(features, P_STEP + STEP_PLACE[track] + desk.track[track], 1)
    elif kind == M_USE:
        add_feature(features, P_USE + used_marker_of(move), 1)
    elif kind == M_GREEN:
        office_features(view, city_of(move), False, features)
    elif kind == M_FAVOUR:
        add_feature(features, P_FAVOUR + tile_of(move), 1)


cdef inline void merchant(MoveFeatures *features, int way, int kind) noexcept nogil:
    if kind == MERCHANT:
        add_feature(features, P_MERCHANT + way, 1)


cdef inline float weighted(const MoveFeatures *features, const float *weights) noexcept nogil:
    cdef float sum_ = 0
    cdef int item
    for item in range(features.count):
        sum_ += weights[features.index[item]] * features.value[item]
    return sum_


cdef Move move_logits(
    const Board *board, const State *state, const Taste *taste, const float *weights, const Move *moves, int count,
    float *logits
) noexcept nogil:
    """The weighted sum of each move's features; a route's part is summed once for equal moves.
    Returns the move that the plan advises."""
    cdef View view
    cdef MoveFeatures features
    cdef RoutePart part
    cdef int number
    open_view(&view, board, state, taste)
    for number in range(count):
        features.count = 0
        other_features(&view, moves[number], &features)
        logits[number] = weighted(&features, weights)
        route_part(&view, moves[number], &part)
        if part.way < 0:
            continue
        if part.way == BY_REMOVE:       # depends on whose piece it is, too
            features.count = 0
            route_features(&view, &part, &features)
            logits[number] += weighted(&features, weights)
            continue
        if not view.logit_known[part.way][part.route]:
            features.count = 0
            route_features(&view, &part, &features)
            view.logit[part.way][part.route] = weighted(&features, weights)
            view.logit_known[part.way][part.route] = True
        logits[number] += view.logit[part.way][part.route]
    return plan_move(&view.plan)


cdef void move_features(
    const Board *board, const State *state, const Taste *taste, Move move, MoveFeatures *features
) noexcept nogil:
    """The features of one move, for fitting."""
    cdef View view
    cdef RoutePart part
    open_view(&view, board, state, taste)
    features.count = 0
    other_features(&view, move, features)
    route_part(&view, move, &part)
    if part.way >= 0:
        route_features(&view, &part, features)
