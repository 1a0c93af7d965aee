"""What is counted of each seat, for engine_c/judgement.pyx to weigh."""

from libc.string cimport memset

from engine_c.teutonica.score cimport (
    POINTS_COUNTRIES, POINTS_MARKERS, POINTS_MISSIONS, POINTS_NETWORK, POINTS_SPECIAL, Score, score_state,
)
from engine_c.teutonica.appeal cimport APPEALS, STANDS, appeal_of_route, stand_on
from engine_c.teutonica.facts cimport Offices, Pieces, look_at_offices, look_at_pieces, places_on
from engine_c.teutonica.types cimport *

if FEATURES != F_ROUTES + STANDS * APPEALS:
    raise ImportError("the features of routes do not fill their place")


cdef float game_progress(const Board *board, const State *state) noexcept nogil:
    """How near the end is, 0 to 1: the nearest of the three ways it may come (T70)."""
    cdef float nearest = <float>state.completed / board.city_limit
    cdef float markers = 1 - markers_left(state) / <float>MARKERS_DRAWN
    cdef int seat
    nearest = max(nearest, markers)
    for seat in range(state.players):
        nearest = max(nearest, state.desks[seat].prestige / <float>PRESTIGE_AT_THE_END)
    return min(nearest, <float>1)


cdef void seat_features(const Board *board, const State *state, float *out) noexcept nogil:
    cdef Pieces pieces
    cdef Offices offices
    cdef Score score
    cdef float appeal[APPEALS]
    cdef int seat, route, base, item
    memset(out, 0, state.players * FEATURES * sizeof(float))
    look_at_pieces(board, state, &pieces)
    look_at_offices(board, state, &offices)
    score_state(board, state, &score)
    for seat in range(state.players):
        desk_features(state, seat, &score, out + seat * FEATURES)
        for route in range(board.routes):
            if pieces.own[seat][route]:
                appeal_of_route(board, state, &offices, seat, route, appeal)
                base = F_ROUTES + APPEALS * stand_on(
                    places_on(board, route), pieces.own[seat][route], pieces.total[route])
                for item in range(APPEALS):
                    out[seat * FEATURES + base + item] += appeal[item]


cdef void desk_features(const State *state, int seat, const Score *score, float *feature) noexcept nogil:
    cdef const Desk *desk = &state.desks[seat]
    cdef int kind, item, track, step, place = F_STEPS
    feature[F_PRESTIGE] = desk.prestige
    feature[F_MARKER_POINTS] = score.points[seat][POINTS_MARKERS]
    feature[F_CONTROL] = popcount(state.control[seat])
    feature[F_NETWORK_POINTS] = score.points[seat][POINTS_NETWORK]
    feature[F_NETWORK] = score.points[seat][POINTS_NETWORK] / <float>KEYS_VALUE[desk.track[KEYS]]
    feature[F_OFFICES] = popcount(state.present[seat])
    feature[F_SPECIAL] = score.points[seat][POINTS_SPECIAL]
    feature[F_MISSION] = score.points[seat][POINTS_MISSIONS]
    feature[F_COUNTRY] = score.points[seat][POINTS_COUNTRIES]
    for item in range(SEATS):
        feature[F_CONNECTED] += state.connected[item] == seat + 1
    for kind in range(2):
        feature[F_SUPPLY + kind] = desk.supply[kind]
        feature[F_STOCK + kind] = desk.stock[kind]
        feature[F_ROAD + kind] = popcount(state.has[2 * seat + kind])
    if state.turn == seat:
        feature[F_TURN] = 1
        feature[F_ACTIONS] = state.actions
    feature[F_WAIT] = ((seat - state.turn + state.players) % state.players) / <float>state.players
    for item in range(MARKERS):
        feature[F_UNUSED + item] = marker_count(desk.unused, item)
    for item in range(TILES):
        feature[F_TILES + item] = (desk.favours >> item) & 1
    for track in range(TRACKS):
        for step in range(TRACK_END[track]):
            feature[place + step] = desk.track[track] > step
        place += TRACK_END[track]
