"""What claiming a route is worth to a plan, in points at the end of the game.

A plan is a *taste*: the weights of the things a claim can bring. The shape of the value is the same for all plans: a step
on a track is worth what it brings in the turns that are left, an office its city, its network and its way across. The
constants below are guesses of a player; the tastes that multiply them are fitted (`python -m hansa.bots.tune`).
"""

from libc.math cimport powf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from engine_c.game cimport Move
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
    double lasting[2]       # what controlling a city brings at the end: while it has free offices, and for good
    float traffic[2]        # and how much of its traffic it earns from
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
        offices.next[city] = office
        if place:
            offices.begun |= bit
        if place < board.office_count[city]:
            offices.free |= bit
            offices.within[board.office_colour[office]] |= bit
            if board.office_shape[office] == MERCHANT:
                offices.for_merchant |= bit
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
    cdef int city, form, privilege = own.desk.track[PRIVILEGE]
    cdef float safe = max(<float>0.3, 1 - <float>0.5 * worth.future)
    cdef uint32_t left
    own.lasting[0] = 2 * own.taste[W_HOLD] * safe
    own.lasting[1] = 2 * own.taste[W_HOLD]
    own.traffic[0], own.traffic[1] = <float>0.55, <float>0.8
    for city in range(own.board.cities):
        own.printed[city] = 0
        for form in range(FORMS):
            worth.office[form][city] = OUT_OF_AIM
    left = offices.within[privilege + 1]
    while left:
        city = ctz(left)
        left &= left - 1
        own.printed[city] = office_worth(own, city, False)
    left = offices.within[privilege]
    while left:
        city = ctz(left)
        left &= left - 1
        worth.office[FOR_TRADER + ((offices.for_merchant >> city) & 1)][city] = own.printed[city]
    if marker_count(own.desk.unused, EXTRA_OFFICE):
        left = offices.begun | own.board.green
        while left:
            city = ctz(left)
            left &= left - 1
            worth.office[FOR_ANY][city] = office_worth(own, city, True)


cdef float office_worth(const Seat *own, int city, bint extra) noexcept nogil:
    """An office in a city, printed or extra."""
    cdef const Board *board = own.board
    cdef const float *taste = own.taste
    cdef int office = own.offices.next[city]
    cdef uint32_t bit = <uint32_t>1 << city
    cdef float worth = taste[W_OFFICE] - <float>0.6
    if not extra and not board.green & bit:
        worth += board.office_points[office] * taste[W_PRESTIGE] - <float>0.4 * board.office_shape[office]
        if own.offices.last & bit:
            worth += own.completing
    worth += taste[W_CONTROL] * control_worth(own, city, extra)
    if not own.worth.network.cities & bit:
        worth += reach_worth(own, city)
        worth += ((board.scores_for[SCOTLAND] >> city) & 1) + ((board.scores_for[WALES] >> city) & 1)
        if own.desk.mission < MISSIONS and board.missions[own.desk.mission] & bit:
            worth += <float>1.8
    return worth


cdef float control_worth(const Seat *own, int city, bint extra) noexcept nogil:
    """What an office brings by the control of its city (T40)."""
    cdef int mine, most
    if (own.state.control[own.seat] >> city) & 1:
        return <float>0.3
    if not (own.offices.ruled >> city) & 1:
        return lasting_control(own, city, extra)
    # Who rules it has the most (T40).
    mine, most = own.offices.count[own.seat][city], own.offices.most[city]
    if mine + 1 < most or (mine + 1 == most and extra):
        return <float>0.1
    return lasting_control(own, city, extra) + <float>0.8       # and somebody else loses it


cdef inline float lasting_control(const Seat *own, int city, bint extra) noexcept nogil:
    """Two points at the end (T73 E) and prestige from claims nearby (T21), as far as control will last."""
    cdef uint32_t full = own.offices.last if not extra else ~own.offices.free
    cdef int safe = (full >> city) & 1
    return own.lasting[safe] + own.taste[W_BUSY] * own.board.traffic[city] * own.worth.future * own.traffic[safe]


cdef float city_traffic(const Board *board, int city) noexcept nogil:
    """How often people claim beside a city, 0 to 1."""
    cdef float traffic = <float>0.5 * board.city_routes[city]
    cdef uint32_t tracks = board.city_develops[city]
    while tracks:
        traffic += BUSY[ctz(tracks)]
        tracks &= tracks - 1
    return min(<float>1, traffic / 7)


cdef float reach_worth(const Seat *own, int city) noexcept nogil:
    """A new city: the network it makes (T73 F), the way across (T33)."""
    cdef uint32_t bit = <uint32_t>1 << city
    cdef const Network *network = &own.worth.network
    cdef float size = network.size[city]
    cdef float growth = size - network.largest
    if growth <= 0:
        growth = own.taste[W_REACH] + <float>0.1 * size * own.worth.future
    return own.taste[W_NETWORK] * own.keys_at_end * growth + (own.way_worth if own.on_the_way & bit else <float>0)


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
    cdef int count = max(1, min(MOST_OFFICES, <int>(<float>0.6 * own.worth.left + <float>0.5))), place, city
    cdef uint32_t reached = own.offices.within[own.desk.track[PRIVILEGE]]
    cdef uint32_t left = own.offices.within[own.desk.track[PRIVILEGE] + 1]
    cdef float gain = 0
    for place in range(count):
        now[place] = then[place] = 0
    while left:
        city = ctz(left)
        left &= left - 1
        if own.printed[city] > now[count - 1]:
            keep_best(then, count, own.printed[city])
            if (reached >> city) & 1:
                keep_best(now, count, own.printed[city])
    for place in range(count):
        gain += then[place] - now[place]
    return <float>0.6 * gain + 2 * own.worth.future


cdef inline void keep_best(float *best, int count, float value) noexcept nogil:
    """Puts a value among the best ones, which are in order."""
    cdef int place = count - 1
    if value <= best[place]:
        return
    while place and best[place - 1] < value:
        best[place] = best[place - 1]
        place -= 1
    best[place] = value


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
        best, claim = 0, move_of(M_CLAIM, route, 0, 0)
        for track in range(TRACKS):
            if (board.route_develops[route] >> track) & 1 and worth.steps[track] > best:
                best, claim = worth.steps[track], move_of(M_CLAIM_DEVELOP, route, track, 0)
    for end in range(2):
        city = board.route_city[route][end]
        if worth.office[form][city] > best:
            best = worth.office[form][city]
            claim = move_of(M_CLAIM_EXTRA if form == FOR_ANY else M_CLAIM_OFFICE, route, city, 0)
    if form == FOR_MERCHANT and board.route_special[route] and worth.special > best:
        claim = move_of(M_CLAIM_SPECIAL, route, worth.special_space, 0)
    return claim
