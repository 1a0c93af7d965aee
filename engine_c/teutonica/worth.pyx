"""What claiming a route is worth to a plan, in points at the end of the game.

A plan is a *taste*: the weights of the things a claim can bring. The shape of the value is the same for all plans: a step
on a track is worth what it brings in the turns that are left, an office its city, its network and its way across. The
constants below are guesses of a player; the tastes that multiply them are fitted (`python -m hansa.bots.tune`).
"""

from libc.math cimport powf
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.score cimport Score
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

cdef enum:
    TOO_LONG = 15           # turns a player after which everybody works for the end
    FARTHEST = 6            # offices wanting for the connection (T33), from which on it is out of sight
    MOST_OFFICES = 6        # a seat will still take, for judging what a step of privilege opens


cdef struct Seat:
    # What the worth of one seat's claims is worked out from.
    const Board *board
    const State *state
    const float *taste
    const Desk *desk
    Worth *worth
    int seat
    uint32_t own            # cities with an own office
    float keys_at_end       # what a city more in the network multiplies with
    float largest           # cities in the largest group
    uint32_t on_the_way     # cities that bring the connection nearer
    float way_worth         # what each of them is worth for it
    float gate[CITIES]      # what the prestige of a claim beside it brings (T21)
    uint8_t form[CITIES]    # what its next printed office needs, FOR_ANY if there is none within the privilege


cdef float use_of_marker(int marker) noexcept nogil:
    return MARKER_USE[marker]


cdef void judge_claims(
    const Board *board, const State *state, const Score *score, const float *taste, int seat, Worth *worth
) noexcept nogil:
    """Fills in all of `worth`."""
    cdef Seat own
    cdef int city, route, track, office
    own.board, own.state, own.taste, own.seat, own.worth = board, state, taste, seat, worth
    own.desk = &state.desks[seat]
    own.own = state.present[seat]
    look_ahead(&own, score)
    measure_network(&own)
    measure_way_across(&own)
    for city in range(board.cities):
        worth.office[city] = 0
        own.form[city] = FOR_ANY
        if has_free_office(board, state, city):
            office = board.first_office[city] + filled(state, city)
            if board.office_colour[office] <= own.desk.track[PRIVILEGE] + 1:
                worth.office[city] = office_worth(&own, city, False)
            if board.office_colour[office] <= own.desk.track[PRIVILEGE]:
                own.form[city] = FOR_TRADER + board.office_shape[office]
    for track in range(TRACKS):
        worth.steps[track] = step_worth(&own, track)
    measure_gates(&own)
    worth.with_merchant = 0
    for route in range(board.routes):
        worth.beside[route] = beside_worth(&own, route)
        find_aims(&own, route)
        worth.plain_form[route] = FOR_TRADER if worth.aim[route][FOR_TRADER] > worth.aim[route][FOR_ANY] else FOR_ANY
        worth.plain[route] = worth.aim[route][worth.plain_form[route]] + worth.beside[route]
        if worth.aim[route][FOR_MERCHANT] > worth.aim[route][worth.plain_form[route]]:
            worth.with_merchant |= <uint64_t>1 << route


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
    cdef uint32_t left = own.own, group
    cdef int keys = own.desk.track[KEYS]
    own.largest = 0
    while left:
        group = group_around(own.board, left, left & (0 - left))
        left &= ~group
        own.largest = max(own.largest, <float>popcount(group))
    own.keys_at_end = KEYS_VALUE[keys] + <float>0.8 * own.worth.future * (keys < TRACK_END[KEYS])


cdef void measure_way_across(Seat *own) noexcept nogil:
    """T33: the cities that bring the connection nearer, and what each of them is worth for it."""
    cdef const Board *board = own.board
    cdef uint32_t there[FARTHEST + 1]       # cities that so many new offices reach, from one end
    cdef uint32_t back[FARTHEST + 1]        # and from the other
    cdef int wanting, count, position, taken = 0
    cdef float points
    own.on_the_way = 0
    own.way_worth = 0
    for position in range(SEATS):
        if own.state.connected[position] == own.seat + 1:
            return
        taken += own.state.connected[position] != 0
    if taken >= 3:
        return
    reach_by_offices(own, board.connection[0], there)
    reach_by_offices(own, board.connection[1], back)
    for wanting in range(1, FARTHEST + 1):
        if (there[wanting] >> board.connection[1]) & 1:
            break
    else:
        return
    for count in range(1, wanting + 1):
        own.on_the_way |= (there[count] & ~there[count - 1]) & (back[wanting + 1 - count] & ~back[wanting - count])
    own.on_the_way &= ~own.own
    points = board.connection_points[taken]
    own.way_worth = own.taste[W_CONNECTION] * points / wanting * powf(<float>0.8, wanting - 1)
    if wanting >= 3:
        own.way_worth *= own.worth.future


cdef void reach_by_offices(const Seat *own, int start, uint32_t reach[FARTHEST + 1]) noexcept nogil:
    """For each number of new offices, the cities that they join to a city, own ones without cost."""
    cdef uint32_t bit = <uint32_t>1 << start, new
    cdef int count
    reach[0] = group_around(own.board, own.own, bit)
    for count in range(1, FARTHEST + 1):
        new = around(own.board, reach[count - 1]) & ~reach[count - 1]
        if count == 1 and not own.own & bit:
            new = bit
        reach[count] = reach[count - 1] | new | group_around(own.board, own.own, around(own.board, new) & own.own)


cdef float office_worth(const Seat *own, int city, bint extra) noexcept nogil:
    """An office in a city, printed or extra."""
    cdef const Board *board = own.board
    cdef const float *taste = own.taste
    cdef int place = filled(own.state, city), office = board.first_office[city] + place
    cdef uint32_t bit = <uint32_t>1 << city
    cdef float worth = taste[W_OFFICE] - <float>0.6
    if not extra and not board.green & bit:
        worth += board.office_points[office] * taste[W_PRESTIGE] - <float>0.4 * board.office_shape[office]
        if place + 1 == board.office_count[city]:
            worth += haste(own, 1 / <float>board.city_limit)
    worth += taste[W_CONTROL] * control_worth(own, city, extra)
    if not own.own & bit:
        worth += reach_worth(own, city)
        worth += ((board.scores_for[SCOTLAND] >> city) & 1) + ((board.scores_for[WALES] >> city) & 1)
        if own.desk.mission < MISSIONS and board.missions[own.desk.mission] & bit:
            worth += <float>1.8
    return worth


cdef float control_worth(const Seat *own, int city, bint extra) noexcept nogil:
    """What an office brings by the control of its city (T40)."""
    cdef const State *state = own.state
    cdef int count[SEATS]
    cdef int owner, position, most = 0, ruler = controller(state, city)
    if ruler == own.seat:
        return <float>0.3
    if ruler == NONE:
        return lasting_control(own, city, extra)
    for owner in range(SEATS):
        count[owner] = 0
    for position in range(filled(state, city)):
        count[(nibble(state.office, own.board.first_office[city] + position) - 1) >> 1] += 1
    for position in range(unprinted_start(state, city), state.unprinted_end[city]):
        count[(nibble(state.unprinted, position) - 1) >> 1] += 1
    for owner in range(SEATS):
        if owner != own.seat:
            most = max(most, count[owner])
    if count[own.seat] + 1 < most or (count[own.seat] + 1 == most and extra):
        return <float>0.1
    return lasting_control(own, city, extra) + <float>0.8       # and somebody else loses it


cdef float lasting_control(const Seat *own, int city, bint extra) noexcept nogil:
    """Two points at the end (T73 E) and prestige from claims nearby (T21), as far as control will last."""
    cdef int free = own.board.office_count[city] - filled(own.state, city) - (not extra)
    cdef float future = own.worth.future, safe = 1, busy = <float>0.8
    if free > 0:
        safe, busy = max(<float>0.3, 1 - <float>0.5 * future), <float>0.55
    return 2 * own.taste[W_HOLD] * safe + own.taste[W_BUSY] * city_traffic(own.board, city) * future * busy


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
    cdef float size = popcount(group_around(own.board, own.own | bit, bit))
    cdef float growth = size - own.largest
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
        return taste[W_KEYS] * KEYS_STEPS[step] * (max(own.largest, <float>1) + <float>3.5 * future) + <float>0.4
    if track == PRIVILEGE:
        return taste[W_PRIVILEGE] * privilege_worth(own) + last + <float>0.4
    if track == BOOK:
        return taste[W_BOOK] * BOOK_STEPS[step] * future + last + 1
    return taste[W_BANK] * BANK_STEPS[step] * future + last + <float>0.4


cdef float privilege_worth(const Seat *own) noexcept nogil:
    """What the next colour opens: the offices that would be taken with it, against those that would be without."""
    cdef float now[MOST_OFFICES]
    cdef float then[MOST_OFFICES]
    cdef int count = max(1, min(MOST_OFFICES, <int>(<float>0.6 * own.worth.left + <float>0.5))), place, city, colour
    cdef float gain = 0
    for place in range(count):
        now[place] = then[place] = 0
    for city in range(own.board.cities):
        if own.worth.office[city] > now[count - 1]:
            colour = own.board.office_colour[own.board.first_office[city] + filled(own.state, city)]
            keep_best(then, count, own.worth.office[city])
            if colour <= own.desk.track[PRIVILEGE]:
                keep_best(now, count, own.worth.office[city])
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
    cdef int city, seat
    for seat in range(own.state.players):
        others |= own.state.control[seat]
    for city in range(own.board.cities):
        own.gate[city] = 0
        if (mine >> city) & 1:
            own.gate[city] = own.taste[W_PRESTIGE]
        elif (others >> city) & 1:
            own.gate[city] = -own.taste[W_GIFT]


cdef inline float beside_worth(const Seat *own, int route) noexcept nogil:
    """Prestige for control (T21) and the marker of the route (T22, T25)."""
    cdef float worth = own.gate[own.board.route_city[route][0]] + own.gate[own.board.route_city[route][1]], curve
    cdef int have, marker
    if (own.state.marked >> route) & 1:
        # Half of what two more would score, and its use.
        marker = nibble(own.state.route_marker, route) - 1
        have = min(12, marker_total(own.desk.unused) + marker_total(own.desk.used))
        curve = (MARKER_POINTS[have + 2] - MARKER_POINTS[have]) / 2
        worth += own.taste[W_MARKER] * curve + haste(own, 1 / <float>12) + (6 if own.worth.too_long else 0)
        worth += own.taste[W_USE] * MARKER_USE[marker] * min(<float>1, <float>0.3 + own.worth.future)
    if own.board.permanent[route]:
        worth += PERMANENT_USE[own.board.permanent[route]] * (<float>0.4 + <float>0.6 * own.worth.future)
    return worth


cdef inline void consider(Worth *worth, int route, int form, float value, Move claim) noexcept nogil:
    if value > worth.aim[route][form]:
        worth.aim[route][form] = value
        worth.claim[route][form] = claim


cdef inline void find_aims(const Seat *own, int route) noexcept nogil:
    """What may be done in step 3 of a claim (T23)."""
    cdef const Board *board = own.board
    cdef Worth *worth = own.worth
    cdef int track, end, city, space
    worth.aim[route][FOR_ANY] = 0
    worth.claim[route][FOR_ANY] = move_of(M_CLAIM, route, 0, 0)
    worth.aim[route][FOR_TRADER] = worth.aim[route][FOR_MERCHANT] = -1000
    if board.route_develops[route]:
        for track in range(TRACKS):
            if (board.route_develops[route] >> track) & 1 and own.desk.track[track] < TRACK_END[track]:
                consider(worth, route, FOR_ANY, worth.steps[track], move_of(M_CLAIM_DEVELOP, route, track, 0))
    for end in range(2):
        city = board.route_city[route][end]
        if own.form[city] != FOR_ANY:
            consider(worth, route, own.form[city], worth.office[city], move_of(M_CLAIM_OFFICE, route, city, 0))
        if marker_count(own.desk.unused, EXTRA_OFFICE) and (filled(own.state, city) or (board.green >> city) & 1):
            consider(worth, route, FOR_ANY, office_worth(own, city, True), move_of(M_CLAIM_EXTRA, route, city, 0))
    if board.route_special[route]:
        for space in range(SPACES):
            if own.state.space[space] == 0 and board.space_colour[space] <= own.desk.track[PRIVILEGE]:
                consider(worth, route, FOR_MERCHANT, board.space_points[space] * own.taste[W_SPECIAL] - 1,
                         move_of(M_CLAIM_SPECIAL, route, space, 0))
