"""The policy: features of a move, weighted, give how likely a good player is to choose it.

One place says what the features of a move are (`features_of`), for playing and for fitting alike. What a route is worth
to the mover, and how anybody stands there, is looked up for each route once a position.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from engine_c.game cimport Move
from engine_c.teutonica.survey cimport (
    STANDS, Survey, WORTHS, stand_on, survey_state, worth_of_route,
)
from engine_c.teutonica.types cimport *

cdef enum:
    UNKNOWN = 0
    KNOWN = 1


cdef struct View:
    # A position as the mover sees it, filled in as far as it is asked for.
    const Board *board
    const State *state
    int mover
    Survey survey
    uint8_t known[ROUTES]
    float worth[ROUTES][WORTHS]


cdef int *STEP_PLACE = [0, 4, 9, 12, 15]        # where a track's steps begin among all steps


cdef inline void add_feature(MoveFeatures *features, int index, float value) noexcept nogil:
    require(features.count < MOST_FEATURES)
    features.index[features.count] = index
    features.value[features.count] = value
    features.count += 1


cdef inline void open_view(View *view, const Board *board, const State *state) noexcept nogil:
    view.board = board
    view.state = state
    view.mover = state.to_move if state.phase != DISPLACED else state.owner
    if view.mover >= state.players:
        view.mover = state.to_move
    survey_state(board, state, &view.survey)
    memset(view.known, UNKNOWN, sizeof(view.known))


cdef void route_features(
    View *view, int way, int route, int owner, int own_more, int total_more, MoveFeatures *features
) noexcept nogil:
    """How `owner` stands on a route once pieces have come or gone, times what the route is worth to the mover."""
    cdef int item, base, seat, others
    cdef int places = view.survey.places[route]
    cdef int stand = stand_on(
        places, view.survey.own[owner][route] + own_more, view.survey.total[route] + total_more)
    if view.known[route] == UNKNOWN:
        worth_of_route(view.board, view.state, &view.survey, view.mover, route, view.worth[route])
        view.known[route] = KNOWN
    base = P_ROUTES + (way * STANDS + stand) * WORTHS
    for item in range(WORTHS):
        if view.worth[route][item] != 0:
            add_feature(features, base + item, view.worth[route][item])
    for seat in range(view.state.players):
        others = view.survey.total[route] - view.survey.own[seat][route]
        if seat != view.mover and others == 0 and view.survey.own[seat][route] + 1 >= places:
            add_feature(features, P_RIVAL + way, 1)


cdef void office_features(View *view, int city, bint printed, MoveFeatures *features) noexcept nogil:
    """An office is established in a city."""
    cdef uint32_t own = view.state.present[view.mover], bit = <uint32_t>1 << city
    add_feature(features, P_OFFICE, 1)
    if printed:
        if view.survey.next_points[city]:
            add_feature(features, P_OFFICE + 1, view.survey.next_points[city])
        if view.survey.next_colour[city]:
            add_feature(features, P_OFFICE + 2, view.survey.next_colour[city])
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
    cdef int route = move_a(move), what = move_b(move), kind = move_kind(move), end, owner
    cdef int mine = 0, theirs = 0
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
        office_features(view, what, True, features)
    elif kind == M_CLAIM_EXTRA:
        office_features(view, what, False, features)
    elif kind == M_CLAIM_DEVELOP:
        add_feature(features, P_DEVELOP + STEP_PLACE[what] + desk.track[what], 1)
    elif kind == M_CLAIM_SPECIAL:
        add_feature(features, P_SPECIAL, view.board.space_points[what])


cdef void features_of(View *view, Move move, MoveFeatures *features) noexcept nogil:
    """All features of a move."""
    cdef const Desk *desk = &view.state.desks[view.mover]
    cdef const Board *board = view.board
    cdef int kind = move_kind(move), a = move_a(move), b = move_b(move), piece = move_piece(move), supply
    features.count = 0
    add_feature(features, P_KIND + kind, 1)
    if kind == M_PLACE:
        piece_features(view, BY_PLACE, a, view.mover, piece & 1, 1, 1, features)
    elif kind == M_DISPLACE:
        piece_features(view, BY_DISPLACE, a, view.mover, b, 1, 0, features)
        if piece & 1:
            add_feature(features, P_PAY, 1)
        if move_payment(move) in (PAY_M, PAY_TM, PAY_MM):
            add_feature(features, P_PAY + 1, 1)
    elif kind == M_DROP:
        piece_features(view, BY_DROP, a, view.mover, piece & 1, 1, 1, features)
    elif kind in (M_PUT, M_ADD, M_PUT_FROM, M_ADD_FROM):
        piece_features(view, BY_PUT, a, view.mover, piece & 1, 1, 1, features)
    elif kind == M_LIFT:
        piece_features(view, BY_LIFT, a, view.mover, piece & 1, 0, 0, features)
    elif kind == M_LIFT_PIECE or kind == M_REMOVE:
        piece_features(view, BY_REMOVE, a, piece >> 1, piece & 1, 0, 0, features)
    elif kind == M_DROP_PIECE:
        piece_features(view, BY_REMOVE, a, piece >> 1, piece & 1, 1, 1, features)
    elif kind == M_INCOME:
        supply = desk.supply[TRADER] + desk.supply[MERCHANT]
        add_feature(features, P_INCOME + min(supply, 4), 1)
        if a + b == min(<int>BANK_VALUE[desk.track[BANK]], <int>desk.stock[TRADER] + desk.stock[MERCHANT]):
            add_feature(features, P_INCOME + 5, 1)
        if b:
            add_feature(features, P_INCOME + 6, b)
    elif M_CLAIM <= kind <= M_CLAIM_SPECIAL:
        claim_features(view, move, features)
    elif kind == M_END:
        add_feature(features, P_END + min(<int>view.state.actions, 3), 1)
    elif kind == M_DONE:
        add_feature(features, P_DONE + view.state.phase, 1)
    elif kind == M_USE_DEVELOP or kind == M_DEVELOP:
        add_feature(features, P_STEP + STEP_PLACE[a] + desk.track[a], 1)
    elif kind == M_USE:
        add_feature(features, P_USE + a, 1)
    elif kind == M_GREEN:
        office_features(view, a, False, features)
    elif kind == M_FAVOUR:
        add_feature(features, P_FAVOUR + a, 1)
    elif kind == M_MARKER:
        route_features(view, BY_MARKER, a, view.mover, 0, 0, features)


cdef inline void piece_features(
    View *view, int way, int slot, int owner, int kind, int own_more, int total_more, MoveFeatures *features
) noexcept nogil:
    route_features(view, way, view.board.slot_route[slot], owner, own_more, total_more, features)
    if kind == MERCHANT:
        add_feature(features, P_MERCHANT + way, 1)


cdef void move_logits(
    const Board *board, const State *state, const float *weights, const Move *moves, int count, float *logits
) noexcept nogil:
    """The weighted sum of each move's features."""
    cdef View view
    cdef MoveFeatures features
    cdef float sum_
    cdef int number, item
    open_view(&view, board, state)
    for number in range(count):
        features_of(&view, moves[number], &features)
        sum_ = 0
        for item in range(features.count):
            sum_ += weights[features.index[item]] * features.value[item]
        logits[number] = sum_


cdef void move_features(const Board *board, const State *state, Move move, MoveFeatures *features) noexcept nogil:
    """The features of one move, for fitting."""
    cdef View view
    open_view(&view, board, state)
    features_of(&view, move, features)
