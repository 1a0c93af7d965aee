"""The complete list of legal moves, one function per phase. rules.pyx has the other half, what a
move does.

The order of the list (D4) is that of the functions below and of their loops: kinds of move as in
MOVES.md, then owners, kinds of piece, slots or cities, in the orders of D4. It depends only on the
position.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.game cimport MAX_MOVES, Move
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *


cdef int legal_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    """Writes every legal move; returns how many there are."""
    cdef int phase = state.phase
    cdef int count
    if phase == TURN:
        count = turn_moves(board, state, out)
    elif phase == DROPPING:
        count = drops(board, state, out)
    elif phase == LIFTING:
        count = lifts(board, state, out)
        if state.held_count:
            count += drops(board, state, out + count)
    elif phase == DISPLACED:
        count = displaced_moves(board, state, out)
    elif phase == BONUS:
        count = bonus_moves(board, state, out)
    elif phase == REMOVING:
        count = removals(state, out)
    elif phase == TOLL:
        out[0] = take_move()
        out[1] = done_move()
        count = 2
    elif phase == NEUTRAL_CLAIM:
        count = neutral_claims(board, state, out)
    elif phase == DRAW:
        count = draws(state, out)
    elif phase == PLATES:
        count = plates(board, state, out)
    else:
        count = 0
    require(count <= MAX_MOVES)
    return count


# --- the turn -------------------------------------------------------------------------------------

cdef int turn_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    cdef const Desk *desk = &state.desks[state.turn]
    cdef int count = 0
    cdef uint64_t permitted
    if state.modules & WITH_FAVOURS and not state.begun:
        count = favours(state, desk, out)
    if state.actions:
        count += incomes(desk, out + count)
        if desk.supply[TRADER] + desk.supply[MERCHANT]:
            permitted = permitted_slots(board, state)
            count += placements(board, state, desk, permitted, out + count)
            if desk.supply[TRADER] + desk.supply[MERCHANT] >= 2:
                count += displacements(board, state, desk, permitted, out + count)
        count += first_lifts(state, out + count)
        count += claims(board, state, desk, out + count)
    if desk.unused:
        count += uses(board, state, desk, out + count)
    out[count] = end_move()
    return count + 1


cdef inline int one_for_each(uint64_t members, int at, Move base, Move *out) noexcept nogil:
    """Writes one move for each member of a set: `base`, with the member's number in the field that
    starts at bit `at`."""
    cdef int count = 0
    while members:
        out[count] = base | (<Move>ctz(members) << at)
        members &= members - 1
        count += 1
    return count


cdef inline int spread_over(uint64_t slots, Move base, Move *out) noexcept nogil:
    """Writes one move for each slot of a set."""
    return one_for_each(slots, SLOT_AT, base, out)


cdef int favours(const State *state, const Desk *desk, Move *out) noexcept nogil:
    """T101: a tile for two unused markers, at the start of a turn."""
    cdef int count = 0, position, first, second
    for position in range(TILES):
        if state.open_tiles[position] == 0:
            break
        for first in range(MARKERS):
            if marker_count(desk.unused, first) == 0:
                continue
            for second in range(first, MARKERS):
                if marker_count(desk.unused, second) > (second == first):
                    out[count] = favour_move(state.open_tiles[position] - 1, first, second)
                    count += 1
    return count


cdef int incomes(const Desk *desk, Move *out) noexcept nogil:
    """T10: any mix of up to the bank's value."""
    cdef int bank = BANK_VALUE[desk.track[BANK]]
    cdef int merchants, traders, most, count = 0
    for merchants in range(min(<int>desk.stock[MERCHANT], bank) + 1):
        most = min(<int>desk.stock[TRADER], bank - merchants)
        for traders in range(merchants == 0, most + 1):
            out[count] = income_move(traders, merchants)
            count += 1
    return count


cdef int permit_for(const Board *board, const State *state, int country) noexcept nogil:
    """T81: the first permit for a country that the active player holds and has not used this turn,
    or NONE."""
    cdef int permit, position, city, last
    for permit in range(board.permits):
        if not (board.permit_countries[permit] >> country) & 1:
            continue
        city = board.permit_city[permit]
        last = filled(state, city)
        if last == 0:
            continue
        if (nibble(state.office, board.first_office[city] + last - 1) - 1) >> 1 != state.turn:
            continue
        for position in range(PERMITS):
            if state.permits_spent[position] == permit + 1:
                break
        else:
            return permit
    return NONE


cdef uint64_t permitted_slots(const Board *board, const State *state) noexcept nogil:
    """T81: where the active player may place and displace now."""
    cdef uint64_t slots = board.country_slots[ENGLAND]
    if board.permits:
        if permit_for(board, state, SCOTLAND) != NONE:
            slots |= board.country_slots[SCOTLAND]
        if permit_for(board, state, WALES) != NONE:
            slots |= board.country_slots[WALES]
    return slots


cdef int placements(
    const Board *board, const State *state, const Desk *desk, uint64_t permitted, Move *out
) noexcept nogil:
    """T11: places a piece on a free house that fits it."""
    cdef int count = 0, kind
    for kind in range(2):
        if desk.supply[kind]:
            count += spread_over(state.free & permitted & fitting(board, kind), place_move(0, kind), out + count)
    return count


cdef int payments(const Desk *desk, int displaced, bint ship, Move *out) noexcept nogil:
    """T12: every piece to place with every way to pay, as moves whose slot and owner are still
    0."""
    cdef int count = 0, kind, traders, merchants
    for kind in range(ship, 2):
        if desk.supply[kind] == 0:
            continue
        traders = desk.supply[TRADER] - (kind == TRADER)
        merchants = desk.supply[MERCHANT] - (kind == MERCHANT)
        if displaced == TRADER:
            if traders:
                out[count] = displace_move(0, kind, 0, PAY_T)
                count += 1
            if merchants:
                out[count] = displace_move(0, kind, 0, PAY_M)
                count += 1
        else:
            if traders >= 2:
                out[count] = displace_move(0, kind, 0, PAY_TT)
                count += 1
            if traders and merchants:
                out[count] = displace_move(0, kind, 0, PAY_TM)
                count += 1
            if merchants >= 2:
                out[count] = displace_move(0, kind, 0, PAY_MM)
                count += 1
    return count


cdef uint64_t displaceable(const Board *board, const State *state, int owner, int kind, uint64_t permitted) noexcept nogil:
    """T12, T17: the slots with pieces of this owner that may be displaced, because they have
    somewhere to go."""
    cdef uint64_t slots = state.has[2 * owner + kind] & permitted
    cdef uint64_t unsure = slots, places, other
    if state.desks[owner].favours >> DISPLACE_ANYWHERE & 1:
        return slots if state.free & fitting(board, kind) else 0
    places = state.free & fitting(board, kind) & board.country_slots[ENGLAND]
    if popcount(places) > 2:
        return slots        # no route has more than two slots: another route of England has room
    while unsure:
        other = unsure & (0 - unsure)
        unsure ^= other
        if not other_places(board, state, board.slot_route[ctz(other)], kind):
            slots ^= other
    return slots


cdef inline uint64_t other_places(const Board *board, const State *state, int route, int kind) noexcept nogil:
    """T15, T82: all free places, at any distance, to which a piece displaced from a route may
    go."""
    return (
        state.free & fitting(board, kind) & ~board.route_slots[route]
        & reachable_from(board, board.route_country[route])
    )


cdef int displacements(
    const Board *board, const State *state, const Desk *desk, uint64_t permitted, Move *out
) noexcept nogil:
    """T12: for each piece of another owner, with each own piece that fits, for each payment."""
    cdef Move on_houses[6]
    cdef Move on_ships[3]
    cdef int count = 0, owner, kind, slot, house_count, ship_count, at
    cdef uint64_t slots
    cdef Move base
    for kind in range(2):
        house_count = payments(desk, kind, False, on_houses)
        if house_count == 0:
            continue
        ship_count = payments(desk, kind, True, on_ships)
        for owner in range(owners(state)):
            if owner == state.turn:
                continue
            slots = displaceable(board, state, owner, kind, permitted)
            while slots:
                slot = ctz(slots)
                slots &= slots - 1
                base = with_piece(with_slot(0, slot), 2 * owner + kind)
                if (board.house_slots >> slot) & 1:
                    for at in range(house_count):
                        out[count] = base | on_houses[at]
                        count += 1
                else:
                    for at in range(ship_count):
                        out[count] = base | on_ships[at]
                        count += 1
    return count


cdef inline int first_lifts(const State *state, Move *out) noexcept nogil:
    """T18: the first piece of a move action."""
    cdef int count = spread_over(state.has[2 * state.turn], lift_move(0, TRADER), out)
    return count + spread_over(state.has[2 * state.turn + 1], lift_move(0, MERCHANT), out + count)


# --- claims ---------------------------------------------------------------------------------------

cdef int claims(const Board *board, const State *state, const Desk *desk, Move *out) noexcept nogil:
    """T20, T23: every route that the active player has filled, with each way to claim it."""
    cdef uint64_t full = filled_by(board, state, state.turn)
    cdef int count = 0
    while full:
        count += claims_of(board, state, desk, board.slot_route[ctz(full)], out + count)
        full &= full - 1
    return count


cdef int claims_of(const Board *board, const State *state, const Desk *desk, int route, Move *out) noexcept nogil:
    """The ways to claim one full route."""
    cdef int count = 0, end, city, track, space, office, kind
    cdef bint has[2]
    for kind in range(2):
        has[kind] = (state.has[2 * state.turn + kind] & board.route_slots[route]) != 0
    out[count] = claim_move(route)
    count += 1
    for end in range(2):
        city = board.route_city[route][end]
        if has_free_office(board, state, city):                         # T30
            office = board.first_office[city] + filled(state, city)
            if board.office_colour[office] <= desk.track[PRIVILEGE] and has[board.office_shape[office]]:
                out[count] = claim_office_move(route, city)
                count += 1
    if marker_count(desk.unused, EXTRA_OFFICE):     # T38: one from before this claim
        for end in range(2):
            city = board.route_city[route][end]
            if filled(state, city) == 0 and not (board.green >> city) & 1:      # T38, T65
                continue
            for kind in range(2):
                if has[kind]:
                    out[count] = claim_extra_move(route, city, kind)
                    count += 1
    for track in range(TRACKS):                                         # T35
        if (board.route_develops[route] >> track) & 1 and desk.track[track] < TRACK_END[track]:
            out[count] = claim_develop_move(route, track)
            count += 1
    if board.route_special[route] and has[MERCHANT]:                    # T37
        for space in range(SPACES):
            if state.space[space] == 0 and board.space_colour[space] <= desk.track[PRIVILEGE]:
                out[count] = claim_special_move(route, space)
                count += 1
    return count


# --- markers --------------------------------------------------------------------------------------

cdef int uses(const Board *board, const State *state, const Desk *desk, Move *out) noexcept nogil:
    """T8: unused markers, between actions and after the last one."""
    cdef int count = 0, track, marker
    for marker in range(PLUS_3, PLUS_4 + 1):                            # T47
        if marker_count(desk.unused, marker):
            out[count] = use_move(marker)
            count += 1
    if marker_count(desk.unused, DEVELOP):                              # T46
        for track in range(TRACKS):
            if desk.track[track] < TRACK_END[track]:
                out[count] = use_develop_move(track)
                count += 1
    if marker_count(desk.unused, SWAP):
        count += swaps(board, state, out + count)
    if marker_count(desk.unused, MOVE_3) and occupied(state) & ~only_of(state, state.turn):
        out[count] = use_move(MOVE_3)
        count += 1
    if marker_count(desk.unused, REMOVE_3) and occupied(state):
        out[count] = use_move(REMOVE_3)
        count += 1
    return count


cdef inline uint64_t only_of(const State *state, int owner) noexcept nogil:
    """The slots that hold no piece of another owner."""
    cdef uint64_t others = 0
    cdef int other
    for other in range(owners(state)):
        if other != owner:
            others |= occupied_by(state, other)
    return ~others


cdef int swaps(const Board *board, const State *state, Move *out) noexcept nogil:
    """T45: neighbouring printed offices of different owners, in `bigbox` with one of one's own."""
    cdef int count = 0, city, place, left, right
    for city in range(board.cities):
        for place in range(filled(state, city) - 1):
            left = (nibble(state.office, board.first_office[city] + place) - 1) >> 1
            right = (nibble(state.office, board.first_office[city] + place + 1) - 1) >> 1
            if left == right:
                continue
            if state.edition == BIGBOX and left != state.turn and right != state.turn:
                continue
            out[count] = use_swap_move(city, place)
            count += 1
    return count


# --- lifting and dropping -------------------------------------------------------------------------

cdef inline uint64_t not_before(const State *state, int piece) noexcept nogil:
    """The slots from which this piece can be lifted next: lifts are ordered by slot, owner and
    kind, so that each set of pieces is listed once."""
    if state.after == 0:
        return ~<uint64_t>0
    # `after` is the slot + 1; in that slot itself a piece may follow that is not smaller.
    cdef uint64_t later = ~<uint64_t>0 << state.after
    return later | (<uint64_t>(piece >= state.after_piece) << (state.after - 1))


cdef int lifts(const Board *board, const State *state, Move *out) noexcept nogil:
    """Further pieces of a move (T18), or those of other owners (T50) or of anybody (T61)."""
    cdef int count = 0, kind, piece
    if state.held_count >= state.limit:
        return 0
    if state.lifting == MOVE_ACTION:
        for kind in range(2):
            piece = 2 * state.turn + kind
            count += spread_over(state.has[piece] & not_before(state, piece), lift_move(0, kind), out + count)
        return count
    for piece in range(2 * owners(state)):
        if piece >> 1 == state.turn and state.lifting == MOVE_3_MARKER:
            continue
        count += spread_over(state.has[piece] & not_before(state, piece), lift_piece_move(0, piece), out + count)
    return count


cdef int drops(const Board *board, const State *state, Move *out) noexcept nogil:
    """The next held piece, in the fixed order of MOVES.md, on a free place."""
    cdef int group = state.held[0]
    cdef int piece = group_piece(group), country = group_country(group)
    cdef int equal = 1, room
    cdef uint64_t slots = state.free & fitting(board, piece & 1)
    cdef uint64_t highest
    if state.lifting == MOVE_ACTION:
        slots &= reachable_from(board, country)             # T83
    else:
        slots &= board.country_slots[country]               # T86
    if state.phase == DROPPING and state.after_piece == group:
        slots &= ~<uint64_t>0 << (state.after - 1)
    while equal < state.held_count and state.held[equal] == group:
        equal += 1
    if equal > 1:
        # Equal pieces are dropped in order: leave room for them at or after this one.
        highest = slots
        room = 0
        while True:
            if highest == 0:
                return 0        # not in any real game; position.pyx refuses such a position
            room += free_places(board, state, 63 - clz(highest))
            if room >= equal:
                break
            highest ^= <uint64_t>1 << (63 - clz(highest))
        slots &= (<uint64_t>2 << (63 - clz(highest))) - 1
    if state.lifting == MOVE_ACTION:
        return spread_over(slots, drop_move(0, piece & 1), out)
    return spread_over(slots, drop_piece_move(0, piece), out)


# --- displaced ------------------------------------------------------------------------------------

cdef inline uint64_t nearest(const Board *board, int route, uint64_t places) noexcept nogil:
    """T15, T16: of these places, those at the smallest distance from a route."""
    cdef int distance
    for distance in range(1, board.ring_count):
        if board.rings[route][distance] & places:
            return board.rings[route][distance] & places
    return 0


cdef inline bint anywhere(const State *state) noexcept nogil:
    """T102: the owner of the displaced piece holds `displace-anywhere`."""
    return state.desks[state.owner].favours >> DISPLACE_ANYWHERE & 1


cdef inline uint64_t targets(
    const Board *board, const State *state, int kind, uint64_t free, uint64_t within
) noexcept nogil:
    """Where a piece of this kind may be put now (T15, T16, T102)."""
    cdef uint64_t places = free & fitting(board, kind) & within
    return places if anywhere(state) else nearest(board, state.route, places)


cdef inline uint64_t room_for_displaced(const Board *board, const State *state, uint64_t free) noexcept nogil:
    """The places, at any distance, to which the displaced piece could still go (T13, T17)."""
    cdef uint64_t places = free & fitting(board, state.displaced_kind)
    if anywhere(state):
        return places
    return places & ~board.route_slots[state.route] & reachable_from(board, board.route_country[state.route])


cdef inline uint64_t spared(const Board *board, const State *state, uint64_t free) noexcept nogil:
    """T13: the slots where an extra piece still leaves a place for the displaced one."""
    cdef uint64_t room
    if state.put:
        return ~<uint64_t>0
    room = room_for_displaced(board, state, free)
    if room & (room - 1) or free_places(board, state, ctz(room)) >= 2:
        return ~<uint64_t>0
    return ~room


cdef inline const uint8_t *first_source(const Desk *desk) noexcept nogil:
    """T14: the stock, or if it is empty the supply; NULL if both are empty."""
    if desk.stock[TRADER] + desk.stock[MERCHANT]:
        return desk.stock
    if desk.supply[TRADER] + desk.supply[MERCHANT]:
        return desk.supply
    return NULL


cdef int displaced_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    """T13: the displaced piece, extra ones, or, once it is put, no more."""
    cdef int count = 0, kind = state.displaced_kind
    cdef uint64_t within = reachable_from(board, board.route_country[state.route])      # T82
    if not state.put:
        count = spread_over(targets(board, state, kind, state.free, within), put_move(0, kind), out)
    if state.left:
        count += additions(board, state, within, out + count)
    if state.put:
        out[count] = done_move()
        count += 1
    return count


cdef int additions(const Board *board, const State *state, uint64_t within, Move *out) noexcept nogil:
    """T14: extra pieces from stock or supply, or from the board when both are empty."""
    cdef int count = 0, kind
    cdef const uint8_t *source
    cdef uint64_t allowed
    if state.owner == state.players:  # T91: the neutral owner has traders without limit
        source = NEUTRAL_STOCK
    else:
        source = first_source(&state.desks[state.owner])
    if source == NULL:
        return additions_from_board(board, state, within, out)
    allowed = within & spared(board, state, state.free)
    for kind in range(2):
        if source[kind]:
            count += spread_over(
                targets(board, state, kind, state.free, within) & allowed, add_move(0, kind), out + count
            )
    return count


cdef int additions_from_board(const Board *board, const State *state, uint64_t within, Move *out) noexcept nogil:
    """T14: a piece of the owner's from the board; it is lifted first."""
    cdef int count = 0, kind, origin
    cdef uint64_t origins, free, mine, places
    for kind in range(2):
        origins = state.has[2 * state.owner + kind]
        while origins:
            origin = ctz(origins)
            origins &= origins - 1
            free = state.free | (<uint64_t>1 << origin)
            # T83
            mine = within & reachable_from(board, board.route_country[board.slot_route[origin]])
            places = targets(board, state, kind, free, mine) & spared_after_lift(board, state, origin, free)
            count += spread_over(places, add_from_move(0, origin, kind), out + count)
    return count


cdef inline uint64_t spared_after_lift(
    const Board *board, const State *state, int origin, uint64_t free
) noexcept nogil:
    """T13 for a piece lifted from a slot: the place it leaves may serve the displaced one."""
    cdef uint64_t room
    if state.put:
        return ~<uint64_t>0
    room = room_for_displaced(board, state, free)
    if room & (room - 1):
        return ~<uint64_t>0
    if free_places(board, state, ctz(room)) + (ctz(room) == origin) >= 2:
        return ~<uint64_t>0
    return ~room


cdef bint any_add(const Board *board, const State *state) noexcept nogil:
    """Whether an extra piece can be put once the displaced one is (D6)."""
    cdef uint64_t within = reachable_from(board, board.route_country[state.route])
    cdef uint64_t barred = 0 if anywhere(state) else board.route_slots[state.route]
    cdef const uint8_t *source
    cdef uint64_t origins, mine
    cdef int kind, origin
    if state.owner == state.players:
        source = NEUTRAL_STOCK
    else:
        source = first_source(&state.desks[state.owner])
    for kind in range(2):
        if source != NULL:
            if source[kind] and state.free & fitting(board, kind) & within & ~barred:
                return True
            continue
        origins = state.has[2 * state.owner + kind]
        while origins:
            origin = ctz(origins)
            origins &= origins - 1
            mine = within & reachable_from(board, board.route_country[board.slot_route[origin]]) & ~barred
            if (state.free | (<uint64_t>1 << origin)) & fitting(board, kind) & mine:
                return True
    return False


# --- the other phases -----------------------------------------------------------------------------

cdef int removals(const State *state, Move *out) noexcept nogil:
    """T50 `remove-3`: pieces of anybody, in the order of lifts."""
    cdef int count = 0, piece
    for piece in range(2 * owners(state)):
        count += spread_over(state.has[piece] & not_before(state, piece), remove_move(0, piece), out + count)
    if state.after:
        out[count] = done_move()
        count += 1
    return count


cdef bint any_remove(const State *state) noexcept nogil:
    """Whether another piece can be removed without coming before the last one."""
    cdef int piece
    for piece in range(2 * owners(state)):
        if state.has[piece] & not_before(state, piece):
            return True
    return False


cdef int bonus_moves(const Board *board, const State *state, Move *out) noexcept nogil:
    """T61 to T64, T87: what the permanent marker allows, or nothing."""
    cdef const Desk *desk = &state.desks[state.turn]
    cdef int count = 0, piece, kind
    cdef uint32_t cities
    if state.bonus == MOVE_2_ANY:
        for piece in range(2 * owners(state)):
            count += spread_over(state.has[piece], lift_piece_move(0, piece), out + count)
    elif state.bonus == DEVELOP_PRIVILEGE:
        if desk.track[PRIVILEGE] < TRACK_END[PRIVILEGE]:
            out[0] = develop_move(PRIVILEGE)
            count = 1
    elif state.bonus == POST_IN_GREEN_CITY:
        for kind in range(2):
            if desk.supply[kind]:
                count += one_for_each(board.green, CITY_AT, green_move(0, kind), out + count)
    elif state.bonus == PLACE_2_FROM_ROUTE:
        for kind in range(2):
            if state.bonus_pieces[kind]:
                count += spread_over(state.free & fitting(board, kind), put_move(0, kind), out + count)
    else:
        count = puts_abroad(board, state, desk, out)
    out[count] = done_move()
    return count + 1


cdef int puts_abroad(const Board *board, const State *state, const Desk *desk, Move *out) noexcept nogil:
    """T87: an own piece, from where T14 says, to Wales or Scotland."""
    cdef uint64_t abroad = board.country_slots[WALES] | board.country_slots[SCOTLAND]
    cdef const uint8_t *source = first_source(desk)
    cdef int count = 0, kind, origin
    cdef uint64_t origins, free
    for kind in range(2):
        if source != NULL:
            if source[kind]:
                count += spread_over(state.free & fitting(board, kind) & abroad, put_move(0, kind), out + count)
            continue
        origins = state.has[2 * state.turn + kind]
        while origins:
            origin = ctz(origins)
            origins &= origins - 1
            free = (state.free | (<uint64_t>1 << origin)) & fitting(board, kind) & abroad
            count += spread_over(free, put_from_move(0, origin, kind), out + count)
    return count


cdef bint any_bonus(const Board *board, const State *state) noexcept nogil:
    """Whether the permanent marker can be used at all (D6)."""
    cdef Move scratch[MAX_MOVES]
    return bonus_moves(board, state, scratch) > 1


cdef int neutral_claims(const Board *board, const State *state, Move *out) noexcept nogil:
    """T92: the routes full of neutral traders, each with the cities that have a free printed
    office."""
    cdef uint64_t full = filled_by(board, state, state.players)
    cdef int count = 0, before, end, route, city
    while full:
        route = board.slot_route[ctz(full)]
        full &= full - 1
        before = count
        for end in range(2):
            city = board.route_city[route][end]
            if has_free_office(board, state, city):
                out[count] = neutral_office_move(route, city)
                count += 1
        if count == before:
            out[count] = neutral_move(route)
            count += 1
    return count


cdef int draws(const State *state, Move *out) noexcept nogil:
    """T54: the markers that may turn up; their odds are the counts of the supply."""
    cdef int count = 0, marker
    for marker in range(MARKERS):
        if state.supply[marker]:
            out[count] = draw_move(marker)
            count += 1
    return count


cdef uint64_t plate_routes(const Board *board, const State *state) noexcept nogil:
    """T55, T85: the routes where a marker may be placed, a bit each."""
    cdef uint64_t stood = occupied(state)
    cdef uint64_t routes = board.markable & ~state.marked
    cdef uint64_t candidates = routes
    cdef int route
    while candidates:
        route = ctz(candidates)
        candidates &= candidates - 1
        if stood & board.route_slots[route] or not (
            has_free_office(board, state, board.route_city[route][0])
            or has_free_office(board, state, board.route_city[route][1])
        ):
            routes ^= <uint64_t>1 << route
    return routes


cdef int plates(const Board *board, const State *state, Move *out) noexcept nogil:
    """T54: each pending marker on each such route."""
    cdef uint32_t seen = state.desks[state.turn].seen
    cdef uint64_t routes = plate_routes(board, state)
    cdef int count = 0, marker
    for marker in range(MARKERS):
        if marker_count(seen, marker):
            count += one_for_each(routes, ROUTE_AT, marker_move(0, marker), out + count)
    return count


cdef bint any_plate(const Board *board, const State *state) noexcept nogil:
    """Whether a pending marker fits anywhere (D6)."""
    return state.desks[state.turn].seen != 0 and plate_routes(board, state) != 0
