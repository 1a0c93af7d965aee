"""Estimates what claiming each route is worth to a seat, in points at the end of the game.

The formula is the same for all plans: a step on a track is worth what it brings in the remaining
turns, an office what it brings by its city, its network and the connection of east and west (T33).
How much each of these counts is a *taste*, a set of weights (taste.pxd). `judge_claims` is the
entry point.
"""

from libc.math cimport powf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_c.game cimport Move
from engine_c.teutonica.facts cimport Holders, Offices
from engine_c.teutonica.network cimport Network, measure_network
from engine_c.teutonica.packing cimport claim_develop_move, claim_extra_move, claim_move, claim_office_move, claim_special_move
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport *

cdef extern from *:
    """
    /* T73 C: the score, by the number of markers. */
    static const float hansa_marker_points[15] = {0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21};
    /* A table: the compiler does not vectorise loops with shifts. */
    #define B8(n) 1u << n, 2u << n, 4u << n, 8u << n, 16u << n, 32u << n, 64u << n, 128u << n
    static const unsigned int hansa_city_bit[32] = {B8(0), B8(8), B8(16), B8(24)};
    #undef B8
    """
    const float *MARKER_POINTS "hansa_marker_points"
    const uint32_t *CITY_BIT "hansa_city_bit"

cdef enum:
    TRACK_POINTS = 4        # T73 B: for a track at its end
    MARKERS_TAKEN = 12      # of MARKERS_DRAWN, how many are taken about before the game ends
    FAR = 3                 # missing offices from which on a connection fades with the time left
    MOST_OFFICES = 6        # a seat will still take, for judging what a step of privilege opens


cdef struct Seat:
    # Everything from which the worth of one seat's claims is computed.
    const Board *board
    const State *state
    const Offices *offices
    const Holders *holders
    const Taste *taste
    const Desk *desk
    Worth *worth
    int seat
    float keys_at_end       # what a city more in the network multiplies with
    uint32_t on_the_way     # cities that bring the connection nearer
    float way_worth         # what each of them is worth for it
    float completing        # what completing a city is worth for bringing the end nearer
    # the next printed office, where its colour is within reach of one step of privilege
    float printed[CITIES]
    # the best that a claim beside a city may be for without an office printed there
    float freely[CITIES]
    float gate[CITIES]      # what the prestige of a claim beside it brings (T21)


cdef void judge_claims(
    const Board *board, const State *state, const Offices *offices, const Holders *holders, const Taste *taste, int seat,
    Worth *worth,
) noexcept nogil:
    """Fills in all of `worth`. `worth.network` is only measured again if the seat's cities have
    changed."""
    cdef Seat own
    cdef int track
    own.board, own.state, own.offices, own.holders = board, state, offices, holders
    own.taste, own.seat, own.worth = taste, seat, worth
    own.desk = &state.desks[seat]
    look_ahead(&own)
    measure_patience(taste, worth)
    measure_network(board, state.present[seat], &worth.network)
    measure_keys(&own)
    measure_connection(&own)
    judge_offices(&own)
    for track in range(TRACKS):
        worth.steps[track] = step_worth(&own, track)
    judge_other_aims(&own)
    measure_gates(&own)
    judge_routes(&own)


# --- time -----------------------------------------------------------------------------------------

cdef void look_ahead(Seat *own) noexcept nogil:
    """Estimates how many turns are left, and who is ahead."""
    cdef const State *state = own.state
    cdef const Taste *taste = own.taste
    cdef const int *total = &own.holders.score.total[0]
    cdef Worth *worth = own.worth
    cdef float played = state.turns / <float>state.players
    cdef float length = taste.turns_of[state.players - 2] * taste.length
    cdef float progress = max(played / (length + taste.overtime), state.completed / <float>own.board.city_limit)
    cdef float pace
    cdef int seat, best = OUT_OF_AIM
    progress = max(progress, 1 - (markers_left(state) + 1) / <float>MARKERS_DRAWN)
    for seat in range(state.players):
        progress = max(progress, state.desks[seat].prestige / <float>PRESTIGE_AT_THE_END)
        if seat != own.seat:
            best = max(best, total[seat])
    progress = max(<float>0, min(<float>1, progress))
    pace = min(played / progress, taste.slowest * length) if progress > 0 else length
    # The longer the game has lasted, the more its own pace counts against the usual length.
    pace = (taste.trust * length + played * pace) / (taste.trust + played)
    worth.left = 1 + pace * powf(1 - progress, taste.slowing)
    worth.future = min(<float>1, (worth.left - 1) / taste.horizon)
    worth.lead = max(-taste.lead, min(taste.lead, <float>(total[own.seat] - best)))
    worth.too_long = state.turns >= taste.too_long * state.players
    own.completing = haste(own, 1 / <float>own.board.city_limit)


cdef inline float haste(const Seat *own, float share) noexcept nogil:
    """The worth of bringing the end of the game nearer: positive while ahead, negative while
    behind."""
    return own.taste.end * share * own.worth.lead * (own.taste.haste - own.worth.future)


cdef void measure_patience(const Taste *taste, Worth *worth) noexcept nogil:
    """Discounts for things that are finished in later turns: others may interfere, or the game may
    end."""
    cdef float turns = worth.left + 1, share = 1
    cdef int later
    for later in range(LATEST + 1):
        worth.share[later] = share if later < turns else taste.hopeless
        if later < PATIENT:
            share *= taste.patience


# --- cities ---------------------------------------------------------------------------------------

cdef void measure_keys(Seat *own) noexcept nogil:
    """The multiplier of the network at the end of the game, as far as it can be foreseen."""
    cdef int keys = own.desk.track[KEYS]
    own.keys_at_end = KEYS_VALUE[keys] + own.taste.keys_ahead * own.worth.future * (keys < TRACK_END[KEYS])


cdef void measure_connection(Seat *own) noexcept nogil:
    """T33: finds the cities that bring the connection nearer, and what each of them is worth for
    it."""
    cdef const Network *network = &own.worth.network
    cdef int position, office, taken = 0
    cdef float points
    own.on_the_way = 0
    own.way_worth = 0
    for position in range(SEATS):
        if own.state.connected[position] == own.seat + 1:
            return
        taken += own.state.connected[position] != 0
    if taken >= 3 or not network.wanting:
        return
    own.on_the_way = network.on_the_way
    points = own.board.connection_points[taken]
    own.way_worth = own.taste.connection * points / network.wanting * fading(own.taste.distance, network.wanting - 1)
    if network.wanting >= FAR:
        own.way_worth *= own.worth.future


cdef inline float fading(float share, int times) noexcept nogil:
    """`share` to the power of `times`."""
    cdef float left = 1
    while times:
        left *= share
        times -= 1
    return left


cdef void judge_offices(Seat *own) noexcept nogil:
    """The worth of the next printed office of every city, and of an extra office where a marker
    allows one."""
    cdef const Offices *offices = own.offices
    cdef Worth *worth = own.worth
    cdef int city, privilege = own.desk.track[PRIVILEGE]
    cdef uint32_t within = offices.within[privilege], soon = offices.within[privilege + 1]
    cdef uint32_t more = offices.begun | own.board.green if marker_count(own.desk.unused, EXTRA_OFFICE) else 0
    cdef float found[CITIES]
    judge_each(own, False, found)
    for city in range(own.board.cities):
        own.printed[city] = found[city] if soon & CITY_BIT[city] else <float>0
        worth.office[FOR_TRADER][city] = found[city] if within & CITY_BIT[city] and not offices.shape[city] else <float>OUT_OF_AIM
        worth.office[FOR_MERCHANT][city] = found[city] if within & CITY_BIT[city] and offices.shape[city] else <float>OUT_OF_AIM
        worth.office[FOR_ANY][city] = OUT_OF_AIM
    if more:
        judge_each(own, True, found)
        for city in range(own.board.cities):
            worth.office[FOR_ANY][city] = found[city] if more & CITY_BIT[city] else <float>OUT_OF_AIM


cdef void judge_each(const Seat *own, bint extra, float *found) noexcept nogil:
    """What an office in each city is worth, whether the seat may take it or not: a sum of three
    parts."""
    judge_piece(own, extra, found)
    add_control(own, extra, found)
    add_place(own, found)


# These three have no branches, so that the compiler vectorises their loops over cities.

cdef void judge_piece(const Seat *own, bint extra, float *found) noexcept nogil:
    """The worth of the office itself: its points, less the piece that it costs, and completing the
    city."""
    cdef const Offices *offices = own.offices
    cdef float prestige = 0 if extra else own.taste.prestige, merchant = 0 if extra else own.taste.office_merchant
    cdef float start = own.taste.office - own.taste.office_piece, completing = own.completing
    cdef uint32_t completed = 0 if extra else offices.last & ~own.board.green
    cdef int city
    for city in range(own.board.cities):
        found[city] = start + (offices.points[city] * prestige - merchant * offices.shape[city])
        found[city] += completing if completed & CITY_BIT[city] else <float>0


cdef void add_control(const Seat *own, bint extra, float *found) noexcept nogil:
    """Adds what it brings through control of the city (T40): points at the end, and prestige from
    claims nearby (T21).

    The player with the most offices in a city controls it. While offices are free, control may be
    lost again.
    """
    cdef const Offices *offices = own.offices
    cdef const Holders *holders = own.holders
    cdef const Taste *taste = own.taste
    cdef const uint8_t *count = holders.count[own.seat]
    cdef float safe = max(taste.least_safe, 1 - taste.loss * own.worth.future)
    cdef float lasting = CITY_POINTS * taste.hold, fleeting = CITY_POINTS * taste.hold * safe
    cdef float busy = taste.busy, future = own.worth.future, full_city = taste.full_city, open_city = taste.open_city
    cdef float outvoted = taste.outvoted, wrest = taste.wrest, reinforce = taste.reinforce, control = taste.control
    cdef uint32_t full = ~offices.free if extra else offices.last
    cdef uint32_t mine = own.state.control[own.seat], ruled = holders.ruled, bit
    cdef int city, behind
    cdef float hold, taken, share, kept
    for city in range(own.board.cities):
        bit = CITY_BIT[city]
        share = full_city if full & bit else open_city
        kept = lasting if full & bit else fleeting
        hold = kept + busy * own.board.traffic[city] * future * share
        behind = holders.most[city] + extra - count[city]
        taken = outvoted if behind > 1 else hold + wrest
        hold = taken if ruled & bit else hold
        hold = reinforce if mine & bit else hold
        found[city] += control * hold


cdef void add_place(const Seat *own, float *found) noexcept nogil:
    """Adds what a new city brings: network (T73 F), connection (T33), countries (T88), missions
    (T100)."""
    cdef const Network *network = &own.worth.network
    cdef const Taste *taste = own.taste
    cdef float each = taste.network * own.keys_at_end, reach = taste.reach, joined = taste.joined
    cdef float future = own.worth.future, largest = network.largest, way_worth = own.way_worth
    cdef float country = taste.country, mission = taste.mission
    cdef uint32_t new = ~network.cities, way = own.on_the_way
    cdef uint32_t scotland = own.board.scores_for[SCOTLAND] & new, wales = own.board.scores_for[WALES] & new
    cdef uint32_t wanted = (own.board.missions[own.desk.mission] if own.desk.mission < MISSIONS else 0) & new, bit
    cdef int city
    cdef float size, growth, other, worth
    for city in range(own.board.cities):
        bit = CITY_BIT[city]
        size = network.size[city]
        growth = size - largest
        other = reach + joined * size * future
        growth = growth if growth > 0 else other
        worth = each * growth + (way_worth if way & bit else <float>0)
        found[city] += worth if new & bit else <float>0
        found[city] += country * ((scotland & bit != 0) + (wales & bit != 0))
        found[city] += mission if wanted & bit else <float>0


# --- tracks ---------------------------------------------------------------------------------------

cdef float step_worth(const Seat *own, int track) noexcept nogil:
    """The worth of one step of a track: its use in the remaining turns, points for its end (T73 B),
    the freed piece."""
    cdef const Taste *taste = own.taste
    cdef float left = own.worth.left, future = own.worth.future, worth, end
    cdef int step = own.desk.track[track]
    if step >= TRACK_END[track]:
        return 0
    end = TRACK_POINTS if step == TRACK_END[track] - 1 else future
    if track == ACTIONS:
        worth = taste.actions_step[step] * taste.action * (left - 1) * (taste.later if step else <float>1)
        if step % 2 == 0:               # the higher number counts in this turn already (T7)
            worth += taste.action
        return taste.actions * worth + end + taste.freed_trader
    if track == KEYS:
        worth = max(own.worth.network.largest, <float>1) + taste.growth * future
        return taste.keys * taste.keys_step[step] * worth + taste.freed_trader
    if track == PRIVILEGE:
        return taste.privilege * privilege_worth(own) + end + taste.freed_trader
    if track == BOOK:
        return taste.book * taste.book_step[step] * future + end + taste.freed_merchant
    return taste.bank * taste.bank_step[step] * future + end + taste.freed_trader


cdef float privilege_worth(const Seat *own) noexcept nogil:
    """What the next privilege colour opens: the best offices with it, compared with those
    without."""
    cdef const Taste *taste = own.taste
    cdef float now[MOST_OFFICES]
    cdef float then[MOST_OFFICES]
    cdef int wanted = <int>(taste.offices_a_turn * own.worth.left + <float>0.5), place
    cdef uint32_t reached = own.offices.within[own.desk.track[PRIVILEGE]]
    cdef uint32_t opened = own.offices.within[own.desk.track[PRIVILEGE] + 1] & ~reached
    cdef float gain = 0
    memset(now, 0, sizeof(now))
    while reached:
        keep_best(now, own.printed[ctz(reached)])
        reached &= reached - 1
    memcpy(then, now, sizeof(now))
    while opened:
        keep_best(then, own.printed[ctz(opened)])
        opened &= opened - 1
    for place in range(max(1, min(MOST_OFFICES, wanted))):
        gain += then[place] - now[place]
    return taste.opened * gain + taste.colours_ahead * own.worth.future


cdef inline void keep_best(float best[MOST_OFFICES], float value) noexcept nogil:
    """Inserts a value into the sorted list of the best ones."""
    cdef int place
    cdef float better
    for place in range(MOST_OFFICES):
        better = max(best[place], value)
        value = min(best[place], value)
        best[place] = better


# --- routes ---------------------------------------------------------------------------------------

cdef void measure_gates(Seat *own) noexcept nogil:
    """The worth of the prestige that a claim gives to those who control its cities (T21)."""
    cdef uint32_t mine = own.state.control[own.seat], others = 0
    cdef int seat
    memset(own.gate, 0, sizeof(own.gate))
    for seat in range(own.state.players):
        others |= own.state.control[seat]
    others &= ~mine
    while mine:
        own.gate[ctz(mine)] = own.taste.prestige
        mine &= mine - 1
    while others:
        own.gate[ctz(others)] = -own.taste.gift
        others &= others - 1


cdef void judge_other_aims(Seat *own) noexcept nogil:
    """The other aims of a claim: a step of a track or an extra office in each city, and special
    prestige."""
    cdef const Board *board = own.board
    cdef Worth *worth = own.worth
    cdef int city, space
    cdef uint32_t tracks
    cdef float value
    for city in range(board.cities):
        own.freely[city] = max(<float>0, worth.office[FOR_ANY][city])
        tracks = board.city_develops[city]
        while tracks:
            own.freely[city] = max(own.freely[city], worth.steps[ctz(tracks)])
            tracks &= tracks - 1
    worth.special, worth.special_space = OUT_OF_AIM, 0
    for space in range(SPACES):
        if own.state.space[space] == 0 and board.space_colour[space] <= own.desk.track[PRIVILEGE]:
            value = board.space_points[space] * own.taste.special - own.taste.special_merchant
            if value > worth.special:
                worth.special, worth.special_space = value, space


cdef void judge_routes(Seat *own) noexcept nogil:
    """The worth of claiming each route, for the best aim with and without a merchant."""
    cdef const Board *board = own.board
    cdef Worth *worth = own.worth
    cdef uint64_t left
    cdef int route, one, other
    cdef float freely, trader, merchant
    cdef float lasting = own.taste.permanent_at_the_end + own.taste.permanent_ahead * worth.future
    for route in range(board.routes):
        worth.beside[route] = own.gate[board.route_city[route][0]] + own.gate[board.route_city[route][1]]
    left = own.state.marked
    while left:
        route = ctz(left)
        left &= left - 1
        worth.beside[route] = with_marker(own, route)
    worth.with_merchant = 0
    for route in range(board.routes):
        if board.permanent[route]:
            worth.beside[route] += own.taste.permanent[board.permanent[route] - 1] * lasting
        one, other = board.route_city[route][0], board.route_city[route][1]
        freely = max(own.freely[one], own.freely[other])
        trader = max(worth.office[FOR_TRADER][one], worth.office[FOR_TRADER][other])
        merchant = max(worth.office[FOR_MERCHANT][one], worth.office[FOR_MERCHANT][other])
        if board.route_special[route]:
            merchant = max(merchant, worth.special)
        worth.aim[FOR_ANY][route], worth.aim[FOR_TRADER][route], worth.aim[FOR_MERCHANT][route] = freely, trader, merchant
        worth.plain_form[route] = FOR_TRADER if trader > freely else FOR_ANY
        freely = max(freely, trader)
        worth.plain[route] = freely + worth.beside[route]
        worth.with_merchant |= <uint64_t>(merchant > freely) << route


cdef float with_marker(const Seat *own, int route) noexcept nogil:
    """`worth.beside` of a route plus the worth of its marker (T22): half of what two more markers
    would score, and its use."""
    cdef const Taste *taste = own.taste
    cdef int marker = nibble(own.state.route_marker, route) - 1
    cdef int have = min(12, marker_total(own.desk.unused) + marker_total(own.desk.used))
    cdef float curve = (MARKER_POINTS[have + 2] - MARKER_POINTS[have]) / 2
    cdef float worth = own.worth.beside[route]
    worth += taste.marker * curve + haste(own, 1 / <float>MARKERS_TAKEN) + (taste.rush if own.worth.too_long else <float>0)
    worth += taste.use * taste.use_of[marker] * min(<float>1, taste.use_at_the_end + own.worth.future)
    return worth


cdef Move best_claim(const Board *board, const Worth *worth, int route, int form) noexcept nogil:
    """The best move that claims a route for an aim of this form."""
    cdef float best = OUT_OF_AIM
    cdef Move claim = 0
    cdef int track, end, city
    if form == FOR_ANY:
        best, claim = 0, claim_move(route)
        for track in range(TRACKS):
            if (board.route_develops[route] >> track) & 1 and worth.steps[track] > best:
                best, claim = worth.steps[track], claim_develop_move(route, track)
    for end in range(2):
        city = board.route_city[route][end]
        if worth.office[form][city] > best:
            best = worth.office[form][city]
            claim = claim_extra_move(route, city, TRADER) if form == FOR_ANY else claim_office_move(route, city)
    if form == FOR_MERCHANT and board.route_special[route] and worth.special > best:
        claim = claim_special_move(route, worth.special_space)
    return claim
