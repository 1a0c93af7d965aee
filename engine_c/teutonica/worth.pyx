"""What claiming a route is worth to a plan, in points at the end of the game.

A plan is a *taste*: the weights of the things a claim can bring. The shape of the value is the same for all plans: a step
on a track is worth what it brings in the turns that are left, an office its city, its network and its way across. The
constants below are guesses of a player; the tastes that multiply them are fitted (`python -m hansa.bots.tune`).
"""

from libc.math cimport powf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine_c.game cimport Move
from engine_c.teutonica.packing cimport claim_develop_move, claim_extra_move, claim_move, claim_office_move, claim_special_move
from engine_c.teutonica.score cimport Score, count_offices
from engine_c.teutonica.types cimport *

cdef extern from *:
    """
    /* T73 C: what so many markers score. */
    static const float hansa_marker_points[15] = {0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21};
    /* The use of a marker, in points: extra-office, swap, plus-3, plus-4, develop, move-3, remove-3. */
    static const float hansa_marker_use[7] = {2.0f, 1.2f, 3.0f, 4.0f, 4.5f, 1.5f, 1.5f};
    /* That of a permanent one, by Permanent. */
    static const float hansa_permanent_use[6] = {0, 0.8f, 2.5f, 2.5f, 1.5f, 1.5f};
    /* How much more is done with a step of the actions track: half of them show no higher number (T7). */
    static const float hansa_action_steps[5] = {1.0f, 0.4f, 0.85f, 0.35f, 0.7f};
    static const float hansa_keys_steps[4] = {1.0f, 0.4f, 0.9f, 0.9f};
    static const float hansa_book_steps[3] = {3.0f, 2.0f, 1.2f};
    static const float hansa_bank_steps[3] = {2.6f, 1.3f, 0.6f};
    /* How often people claim beside a city that develops a track: keys, actions, privilege, book, bank. */
    static const float hansa_busy[5] = {2.5f, 5.0f, 3.0f, 3.0f, 2.0f};
    /* Turns a player that a game lasts, by the number of players. */
    static const float hansa_game_length[6] = {13, 13, 19, 14, 13, 13};
    /* How much of the connection's worth is left by the offices still wanting after the next: powers of 0.8. */
    static const float hansa_way_fades[6] = {1, 0.800000012f, 0.640000045f, 0.512000024f, 0.409600019f, 0.327680022f};
    /* Loops with shifts are not done four cities at a time. */
    #define B8(n) 1u << n, 2u << n, 4u << n, 8u << n, 16u << n, 32u << n, 64u << n, 128u << n
    static const unsigned int hansa_city_bit[32] = {B8(0), B8(8), B8(16), B8(24)};
    #undef B8
    """
    const float *MARKER_POINTS "hansa_marker_points"
    const float *MARKER_USE "hansa_marker_use"
    const float *PERMANENT_USE "hansa_permanent_use"
    const float *ACTION_STEPS "hansa_action_steps"
    const float *KEYS_STEPS "hansa_keys_steps"
    const float *BOOK_STEPS "hansa_book_steps"
    const float *BANK_STEPS "hansa_bank_steps"
    const float *BUSY "hansa_busy"
    const float *GAME_LENGTH "hansa_game_length"
    const float *WAY_FADES "hansa_way_fades"
    const uint32_t *CITY_BIT "hansa_city_bit"

cdef enum:
    TOO_LONG = 15           # turns a player after which everybody works for the end
    FARTHEST = 6            # offices wanting for the connection (T33), from which on it is out of sight
    NOWHERE = 255           # no goal
    MOST_OFFICES = 6        # a seat will still take, for judging what a step of privilege opens


cdef struct Seat:
    # What the worth of one seat's claims is worked out from.
    const Board *board
    const State *state
    const Offices *offices
    const float *taste
    const Desk *desk
    Worth *worth
    int seat
    float keys_at_end       # what a city more in the network multiplies with
    uint32_t on_the_way     # cities that bring the connection nearer
    float way_worth         # what each of them is worth for it
    float completing        # what completing a city is worth for bringing the end nearer
    float printed[CITIES]   # the next printed office, where its colour is within reach of one step of privilege
    float freely[CITIES]    # the best that a claim beside a city may be for without an office printed there
    float gate[CITIES]      # what the prestige of a claim beside it brings (T21)


cdef float use_of_marker(int marker) noexcept nogil:
    return MARKER_USE[marker]


cdef void look_at_offices(const Board *board, const State *state, Offices *offices) noexcept nogil:
    """Fills in all of `offices`."""
    cdef int city, owner, privilege, place, office
    cdef uint32_t bit
    memset(offices, 0, sizeof(Offices))
    count_offices(board, state, offices.count)
    for owner in range(SEATS):
        offices.ruled |= state.control[owner]
        for city in range(CITIES):
            offices.most[city] = max(offices.most[city], offices.count[owner][city])
    for city in range(board.cities):
        bit = <uint32_t>1 << city
        place = filled(state, city)
        office = board.first_office[city] + place
        if place:
            offices.begun |= bit
        if place < board.office_count[city]:
            offices.free |= bit
            offices.within[board.office_colour[office]] |= bit
            offices.points[city] = board.office_points[office]
            offices.shape[city] = board.office_shape[office]
            if place + 1 == board.office_count[city]:
                offices.last |= bit
    for privilege in range(1, PRIVILEGES):
        offices.within[privilege] |= offices.within[privilege - 1]


cdef void judge_claims(
    const Board *board, const State *state, const Score *score, const Offices *offices, const float *taste, int seat, Worth *worth
) noexcept nogil:
    """Fills in all of `worth`, but for what is still known of the network."""
    cdef Seat own
    cdef int track
    own.board, own.state, own.offices, own.taste, own.seat, own.worth = board, state, offices, taste, seat, worth
    own.desk = &state.desks[seat]
    look_ahead(&own, score)
    measure_network(&own)
    measure_way_across(&own)
    judge_offices(&own)
    for track in range(TRACKS):
        worth.steps[track] = step_worth(&own, track)
    judge_other_aims(&own)
    measure_gates(&own)
    judge_routes(&own)


# --- time -----------------------------------------------------------------------------------------------------------

cdef void look_ahead(Seat *own, const Score *score) noexcept nogil:
    """How long the game may still last, and who is ahead."""
    cdef const State *state = own.state
    cdef Worth *worth = own.worth
    cdef float played = state.turns / <float>state.players
    cdef float length = GAME_LENGTH[state.players] * own.taste[W_LENGTH]
    cdef float progress = max(played / (length + 8), state.completed / <float>own.board.city_limit)
    cdef float pace
    cdef int seat, best = -1000
    progress = max(progress, 1 - (markers_left(state) + 1) / <float>13)
    for seat in range(state.players):
        progress = max(progress, state.desks[seat].prestige / <float>20)
        if seat != own.seat:
            best = max(best, score.total[seat])
    progress = max(<float>0, min(<float>1, progress))
    pace = min(played / progress, 2 * length) if progress > 0 else length
    # The longer it lasts, the more its own pace counts.
    worth.left = 1 + (5 * length + played * pace) / (5 + played) * powf(1 - progress, <float>1.2)
    worth.future = min(<float>1, (worth.left - 1) / 8)
    worth.lead = max(<float>-12, min(<float>12, <float>(score.total[own.seat] - best)))
    worth.too_long = state.turns >= <uint32_t>(TOO_LONG * state.players)
    own.completing = haste(own, 1 / <float>own.board.city_limit)


cdef inline float haste(const Seat *own, float share) noexcept nogil:
    """What bringing the end nearer by a share of the game is worth: good while ahead, bad while behind."""
    return own.taste[W_END] * share * own.worth.lead * (<float>1.2 - own.worth.future)


# --- cities ---------------------------------------------------------------------------------------------------------

cdef inline uint32_t around(const Board *board, uint32_t cities) noexcept nogil:
    cdef uint32_t near = 0
    while cities:
        near |= board.neighbours[ctz(cities)]
        cities &= cities - 1
    return near


cdef void measure_network(Seat *own) noexcept nogil:
    cdef Network *network = &own.worth.network
    cdef uint32_t cities = own.state.present[own.seat]
    cdef int keys = own.desk.track[KEYS]
    if not network.known or network.cities != cities:
        network.known, network.way_known, network.cities = True, False, cities
        measure_groups(own.board, network)
    own.keys_at_end = KEYS_VALUE[keys] + <float>0.8 * own.worth.future * (keys < TRACK_END[KEYS])


cdef void measure_groups(const Board *board, Network *network) noexcept nogil:
    """The largest group of the network, and what groups a new city would join."""
    cdef uint32_t left = network.cities, group, near
    cdef int size
    memset(network.size, 1, sizeof(network.size))
    network.largest = 0
    while left:
        group = group_around(board, left, left & (0 - left))
        left &= ~group
        size = popcount(group)
        network.largest = max(network.largest, <float>size)
        near = around(board, group) & ~group
        while near:
            network.size[ctz(near)] += size
            near &= near - 1


cdef void measure_way_across(Seat *own) noexcept nogil:
    """T33: the cities that bring the connection nearer, and what each of them is worth for it."""
    cdef Network *network = &own.worth.network
    cdef int position, taken = 0
    cdef float points
    own.on_the_way = 0
    own.way_worth = 0
    for position in range(SEATS):
        if own.state.connected[position] == own.seat + 1:
            return
        taken += own.state.connected[position] != 0
    if taken >= 3:
        return
    if not network.way_known:
        network.way_known = True
        find_way_across(own.board, network)
    if not network.wanting:
        return
    own.on_the_way = network.on_the_way
    points = own.board.connection_points[taken]
    own.way_worth = own.taste[W_CONNECTION] * points / network.wanting * WAY_FADES[network.wanting - 1]
    if network.wanting >= 3:
        own.way_worth *= own.worth.future


cdef void find_way_across(const Board *board, Network *network) noexcept nogil:
    """The fewest new offices that make the connection, and the cities where they may stand."""
    cdef uint32_t there[FARTHEST + 1]       # cities that so many new offices reach, from one end
    cdef uint32_t back[FARTHEST + 1]        # and from the other
    cdef int count, wanting
    network.on_the_way = 0
    network.wanting = reach_by_offices(board, network.cities, board.connection[0], board.connection[1], FARTHEST, there)
    wanting = network.wanting
    if not wanting:
        return
    reach_by_offices(board, network.cities, board.connection[1], NOWHERE, wanting, back)
    for count in range(1, wanting + 1):
        network.on_the_way |= (there[count] & ~there[count - 1]) & (back[wanting + 1 - count] & ~back[wanting - count])
    network.on_the_way &= ~network.cities


cdef int reach_by_offices(
    const Board *board, uint32_t own, int start, int goal, int farthest, uint32_t reach[FARTHEST + 1]
) noexcept nogil:
    """For each number of new offices, the cities that they join to a city, own ones without cost; how many reach the goal, or 0."""
    cdef uint32_t bit = <uint32_t>1 << start, near, new
    cdef int count
    reach[0] = group_around(board, own, bit)
    near = around(board, reach[0])
    for count in range(1, farthest + 1):
        new = near & ~reach[count - 1]
        if count == 1 and not own & bit:
            new = bit
        reach[count] = reach[count - 1] | new | group_around(board, own, around(board, new) & own)
        if goal != NOWHERE and (reach[count] >> goal) & 1:
            return count
        near |= around(board, reach[count] & ~reach[count - 1])
    return 0


cdef void judge_offices(Seat *own) noexcept nogil:
    """The next printed office of every city, and where there may be one more beside the printed ones."""
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
    """What an office in each city is worth, printed or extra, whether it may be had or not.

    Without branches, so that the compiler does four cities at a time.
    """
    cdef const Board *board = own.board
    cdef const Offices *offices = own.offices
    cdef const Network *network = &own.worth.network
    cdef const float *taste = own.taste
    cdef const uint8_t *count = offices.count[own.seat]
    cdef float future = own.worth.future, largest = network.largest, way_worth = own.way_worth
    cdef float printed = 0 if extra else 1
    cdef float prestige = taste[W_PRESTIGE], control = taste[W_CONTROL], busy = taste[W_BUSY], reach = taste[W_REACH]
    cdef float each = taste[W_NETWORK] * own.keys_at_end, start = taste[W_OFFICE] - <float>0.6, completing = own.completing
    # Two points at the end (T73 E) and prestige from claims nearby (T21), as far as control will last.
    cdef float safe = max(<float>0.3, 1 - <float>0.5 * future)
    cdef double lasting = 2 * taste[W_HOLD], fleeting = 2 * taste[W_HOLD] * safe
    cdef uint32_t full = ~offices.free if extra else offices.last, completed = 0 if extra else offices.last & ~board.green
    cdef uint32_t mine = own.state.control[own.seat], ruled = offices.ruled, here = network.cities, way = own.on_the_way
    cdef uint32_t scotland = board.scores_for[SCOTLAND], wales = board.scores_for[WALES]
    cdef uint32_t wanted = board.missions[own.desk.mission] if own.desk.mission < MISSIONS else 0
    cdef uint32_t bit
    cdef int city, behind
    cdef float worth, growth, other, joined, size, hold, share, taken
    cdef double kept
    for city in range(board.cities):
        bit = CITY_BIT[city]
        worth = start + printed * (offices.points[city] * prestige - <float>0.4 * offices.shape[city])
        worth += completing if completed & bit else <float>0
        # What it brings by the control of the city (T40): who rules it has the most.
        share = <float>0.8 if full & bit else <float>0.55
        kept = lasting if full & bit else fleeting
        hold = kept + busy * board.traffic[city] * future * share
        behind = offices.most[city] + extra - count[city]
        taken = <float>0.1 if behind > 1 else hold + <float>0.8      # and somebody else loses it
        hold = taken if ruled & bit else hold
        hold = <float>0.3 if mine & bit else hold
        worth += control * hold
        # A new city: the network it makes (T73 F), the way across (T33), countries (T88) and missions (T100).
        size = network.size[city]
        growth = size - largest
        other = reach + <float>0.1 * size * future
        growth = growth if growth > 0 else other
        joined = each * growth + (way_worth if way & bit else <float>0)
        worth += <float>0 if here & bit else joined
        worth += (scotland & ~here & bit != 0) + (wales & ~here & bit != 0)
        worth += <float>1.8 if wanted & ~here & bit else <float>0
        found[city] = worth


cdef float city_traffic(const Board *board, int city) noexcept nogil:
    """How often people claim beside a city, 0 to 1."""
    cdef float traffic = <float>0.5 * board.city_routes[city]
    cdef uint32_t tracks = board.city_develops[city]
    while tracks:
        traffic += BUSY[ctz(tracks)]
        tracks &= tracks - 1
    return min(<float>1, traffic / 7)


# --- tracks ---------------------------------------------------------------------------------------------------------

cdef float step_worth(const Seat *own, int track) noexcept nogil:
    """One step of a track: its use in the turns left, 4 points for its end (T73 B), the piece it frees."""
    cdef const float *taste = own.taste
    cdef float left = own.worth.left, future = own.worth.future, worth
    cdef int step = own.desk.track[track]
    cdef float last
    if step >= TRACK_END[track]:
        return 0
    last = 4 if step == TRACK_END[track] - 1 else future
    if track == ACTIONS:
        worth = ACTION_STEPS[step] * taste[W_ACTION] * (left - 1) * (taste[W_LATER] if step else <float>1)
        return taste[W_ACTIONS] * (worth + (taste[W_ACTION] if step % 2 == 0 else <float>0)) + last + <float>0.4
    if track == KEYS:
        return taste[W_KEYS] * KEYS_STEPS[step] * (max(own.worth.network.largest, <float>1) + <float>3.5 * future) + <float>0.4
    if track == PRIVILEGE:
        return taste[W_PRIVILEGE] * privilege_worth(own) + last + <float>0.4
    if track == BOOK:
        return taste[W_BOOK] * BOOK_STEPS[step] * future + last + 1
    return taste[W_BANK] * BANK_STEPS[step] * future + last + <float>0.4


cdef float privilege_worth(const Seat *own) noexcept nogil:
    """What the next colour opens: the offices that would be taken with it, against those that would be without."""
    cdef float now[MOST_OFFICES]
    cdef float then[MOST_OFFICES]
    cdef int count = max(1, min(MOST_OFFICES, <int>(<float>0.6 * own.worth.left + <float>0.5))), place
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
    for place in range(count):
        gain += then[place] - now[place]
    return <float>0.6 * gain + 2 * own.worth.future


cdef inline void keep_best(float best[MOST_OFFICES], float value) noexcept nogil:
    """Puts a value among the best ones, which are in order."""
    cdef int place
    cdef float better
    for place in range(MOST_OFFICES):
        better = max(best[place], value)
        value = min(best[place], value)
        best[place] = better


# --- routes ---------------------------------------------------------------------------------------------------------

cdef void measure_gates(Seat *own) noexcept nogil:
    cdef uint32_t mine = own.state.control[own.seat], others = 0
    cdef int seat
    memset(own.gate, 0, sizeof(own.gate))
    for seat in range(own.state.players):
        others |= own.state.control[seat]
    others &= ~mine
    while mine:
        own.gate[ctz(mine)] = own.taste[W_PRESTIGE]
        mine &= mine - 1
    while others:
        own.gate[ctz(others)] = -own.taste[W_GIFT]
        others &= others - 1


cdef void judge_other_aims(Seat *own) noexcept nogil:
    """Claims beside each city for a step of a track or an extra office, and the special prestige."""
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
            value = board.space_points[space] * own.taste[W_SPECIAL] - 1
            if value > worth.special:
                worth.special, worth.special_space = value, space


cdef void judge_routes(Seat *own) noexcept nogil:
    cdef const Board *board = own.board
    cdef Worth *worth = own.worth
    cdef uint64_t left
    cdef int route, one, other
    cdef float freely, trader, merchant
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
            worth.beside[route] += PERMANENT_USE[board.permanent[route]] * (<float>0.4 + <float>0.6 * worth.future)
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
    """What a claim brings by the way where a marker lies (T22, T25): half of what two more would score, and its use."""
    cdef int marker = nibble(own.state.route_marker, route) - 1
    cdef int have = min(12, marker_total(own.desk.unused) + marker_total(own.desk.used))
    cdef float curve = (MARKER_POINTS[have + 2] - MARKER_POINTS[have]) / 2
    cdef float worth = own.worth.beside[route]
    worth += own.taste[W_MARKER] * curve + haste(own, 1 / <float>12) + (6 if own.worth.too_long else 0)
    worth += own.taste[W_USE] * MARKER_USE[marker] * min(<float>1, <float>0.3 + own.worth.future)
    return worth


cdef Move best_claim(const Board *board, const Worth *worth, int route, int form) noexcept nogil:
    """The claim of a route that its aim stands for."""
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
