"""What a move does: one function per kind of move, each citing its rules. moves.pyx has the other
half, when a move is legal.

`apply_move` expects a legal move; preconditions are asserts (in debug and sanitize builds).
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.game cimport CHANCE, Move, NOBODY
from engine_c.teutonica.moves cimport any_add, any_bonus, any_plate, any_remove, permit_for
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *


cdef void apply_move(const Board *board, State *state, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    if state.phase == TURN and state.modules & WITH_FAVOURS:
        state.begun = 1
    if kind == M_PLACE:
        place(board, state, slot_of(move), piece_kind_of(move))
    elif kind == M_DISPLACE:
        displace(board, state, move)
    elif kind == M_LIFT or kind == M_LIFT_PIECE:
        lift(board, state, move)
    elif kind == M_DROP or kind == M_DROP_PIECE:
        drop(board, state, slot_of(move))
    elif kind == M_END:
        end_turn(board, state)
    elif kind == M_INCOME:
        income(state, traders_of(move), merchants_of(move))
    elif kind == M_PUT:
        put(board, state, slot_of(move), piece_kind_of(move))
    elif kind == M_ADD:
        add(board, state, slot_of(move), piece_kind_of(move))
    elif kind == M_ADD_FROM:
        add_from(board, state, move)
    elif kind == M_DONE:
        done(board, state)
    elif kind == M_REMOVE:
        remove(state, slot_of(move), piece_of(move))
    elif M_CLAIM <= kind <= M_CLAIM_SPECIAL:
        claim(board, state, move)
    elif kind == M_USE:
        use(state, used_marker_of(move))
    elif kind == M_USE_DEVELOP:
        use_marker(state, DEVELOP)
        develop(state, track_of(move))
    elif kind == M_USE_SWAP:
        swap(board, state, city_of(move), left_office_of(move))
    elif kind == M_FAVOUR:
        take_favour(board, state, move)
    elif kind == M_TAKE:
        state.desks[state.to_move].stock[TRADER] -= 1
        state.desks[state.to_move].supply[TRADER] += 1
        to_turn(state)
    elif kind == M_PUT_FROM:
        take_piece(state, origin_of(move), 2 * state.turn + piece_kind_of(move))
        add_piece(board, state, slot_of(move), 2 * state.turn + piece_kind_of(move))
        count_bonus(board, state)
    elif kind == M_DEVELOP:
        develop(state, PRIVILEGE)
        finish_claim(board, state)
    elif kind == M_GREEN:
        post_in_green_city(board, state, city_of(move), piece_kind_of(move))
    elif kind == M_NEUTRAL or kind == M_NEUTRAL_OFFICE:
        neutral_claim(board, state, move)
    elif kind == M_DRAW:
        draw(board, state, marker_of(move))
    else:
        require(kind == M_MARKER)
        place_marker(board, state, route_of(move), laid_marker_of(move))


# --- phases ---------------------------------------------------------------------------------------

cdef inline void to_turn(State *state) noexcept nogil:
    """The active player decides, between two actions."""
    state.phase = TURN
    state.to_move = state.turn


cdef inline void settle(const Board *board, State *state) noexcept nogil:
    """After a displacement or a marker: routes full of neutral traders are claimed first (T92)."""
    to_turn(state)
    if state.players == 2 and filled_by(board, state, state.players):
        state.phase = NEUTRAL_CLAIM


cdef void end_turn(const Board *board, State *state) noexcept nogil:
    """T9, T54: the pending markers are turned up, then placed."""
    state.actions = 0
    if state.unseen:
        state.phase = DRAW
        state.to_move = CHANCE
    else:
        place_or_pass(board, state)


cdef inline void place_or_pass(const Board *board, State *state) noexcept nogil:
    """Asks the player to place a pending marker, if one fits somewhere (D6); otherwise the next
    turn begins."""
    if any_plate(board, state):
        state.phase = PLATES
        state.to_move = state.turn
    else:
        next_turn(state)


cdef void next_turn(State *state) noexcept nogil:
    cdef int position
    state.turns += 1
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
    state.begun = 0
    for position in range(PERMITS):
        state.permits_spent[position] = 0
    start_turn(state)


cdef inline void start_turn(State *state) noexcept nogil:
    """T6, T102: gives the active player their actions."""
    cdef const Desk *desk = &state.desks[state.turn]
    state.actions = ACTIONS_VALUE[desk.track[ACTIONS]] + ((desk.favours >> EXTRA_ACTION) & 1)
    to_turn(state)


cdef void begin_game(State *state) noexcept nogil:
    """T5: starts the first turn, once everything else is set up."""
    state.turn = 0
    start_turn(state)


cdef bint ended(const Board *board, State *state) noexcept nogil:
    """T70: whether the game is over after a claim; `reason` is the first condition that holds."""
    cdef int seat
    for seat in range(state.players):
        if state.desks[seat].prestige >= PRESTIGE_AT_THE_END:
            state.reason = BY_PRESTIGE
            break
    else:
        if state.unreplaced:
            state.reason = BY_MARKERS
        elif state.completed >= board.city_limit:
            state.reason = BY_CITIES
    state.unreplaced = 0
    if state.reason == NOT_OVER:
        return False
    state.phase = OVER
    state.to_move = NOBODY
    state.actions = 0
    return True


# --- income, place --------------------------------------------------------------------------------

cdef void income(State *state, int traders, int merchants) noexcept nogil:
    """T10; then the owner of the tile `income` is asked (T102)."""
    cdef Desk *desk = &state.desks[state.turn]
    cdef int seat
    state.actions -= 1
    desk.stock[TRADER] -= traders
    desk.stock[MERCHANT] -= merchants
    desk.supply[TRADER] += traders
    desk.supply[MERCHANT] += merchants
    if state.modules & WITH_FAVOURS:
        for seat in range(state.players):
            if seat != state.turn and (state.desks[seat].favours >> INCOME_TILE) & 1 and state.desks[seat].stock[TRADER]:
                state.phase = TOLL
                state.to_move = seat


cdef inline void spend_permit(const Board *board, State *state, int slot) noexcept nogil:
    """T81: placing or displacing in Wales or Scotland uses up a permit."""
    cdef int country = board.route_country[board.slot_route[slot]]
    cdef int position
    if country == ENGLAND:
        return
    for position in range(PERMITS):
        if state.permits_spent[position] == 0:
            state.permits_spent[position] = permit_for(board, state, country) + 1
            return


cdef inline void place(const Board *board, State *state, int slot, int kind) noexcept nogil:
    """T11: places a piece from the supply."""
    state.actions -= 1
    spend_permit(board, state, slot)
    state.desks[state.turn].supply[kind] -= 1
    add_piece(board, state, slot, 2 * state.turn + kind)


# --- displace -------------------------------------------------------------------------------------

cdef void displace(const Board *board, State *state, Move move) noexcept nogil:
    """T12: replace, pay; then the owner decides (T13)."""
    cdef Desk *desk = &state.desks[state.turn]
    cdef int slot = slot_of(move), kind = put_kind_of(move), piece = piece_of(move), payment = payment_of(move)
    cdef int traders = (payment == PAY_T) + (payment == PAY_TM) + 2 * (payment == PAY_TT)
    cdef int merchants = (payment == PAY_M) + (payment == PAY_TM) + 2 * (payment == PAY_MM)
    state.actions -= 1
    spend_permit(board, state, slot)
    desk.supply[kind] -= 1
    desk.supply[TRADER] -= traders
    desk.supply[MERCHANT] -= merchants
    desk.stock[TRADER] += traders
    desk.stock[MERCHANT] += merchants
    take_piece(state, slot, piece)
    add_piece(board, state, slot, 2 * state.turn + kind)
    state.owner = piece >> 1
    state.displaced_kind = piece & 1
    state.route = board.slot_route[slot]
    state.put = 0
    state.left = 1 + (piece & 1)
    if piece & 1 == TRADER and (state.desks[state.owner].favours >> EXTRA_DISPLACED) & 1:
        state.left = 2
    state.phase = DISPLACED
    state.to_move = state.owner
    if state.owner == state.players:  # T91: the other player puts the neutral trader
        state.to_move = 1 - state.turn


cdef inline void after_displaced(const Board *board, State *state) noexcept nogil:
    """Ends the displacement when nothing but `done` is possible (D6)."""
    if not state.put or (state.left and any_add(board, state)):
        return
    finish_displacement(board, state)


cdef inline void finish_displacement(const Board *board, State *state) noexcept nogil:
    state.owner = state.displaced_kind = state.route = state.put = state.left = 0
    settle(board, state)


cdef inline void put(const Board *board, State *state, int slot, int kind) noexcept nogil:
    """Puts the displaced piece (T13), or a piece that a permanent marker allows (T64, T87)."""
    cdef Desk *desk
    if state.phase == DISPLACED:
        add_piece(board, state, slot, 2 * state.owner + kind)
        state.put = 1
        after_displaced(board, state)
        return
    desk = &state.desks[state.turn]
    if desk.stock[TRADER] + desk.stock[MERCHANT]:
        desk.stock[kind] -= 1
    else:
        desk.supply[kind] -= 1
    add_piece(board, state, slot, 2 * state.turn + kind)
    if state.bonus == PLACE_2_FROM_ROUTE:
        state.bonus_pieces[kind] -= 1
    count_bonus(board, state)


cdef inline void add(const Board *board, State *state, int slot, int kind) noexcept nogil:
    """T14: an extra piece from the stock, or if that is empty from the supply."""
    cdef Desk *desk = &state.desks[state.owner]
    if state.owner != state.players:
        if desk.stock[TRADER] + desk.stock[MERCHANT]:
            desk.stock[kind] -= 1
        else:
            desk.supply[kind] -= 1
    add_piece(board, state, slot, 2 * state.owner + kind)
    state.left -= 1
    after_displaced(board, state)


cdef inline void add_from(const Board *board, State *state, Move move) noexcept nogil:
    """T14: an extra piece from the board."""
    cdef int piece = 2 * state.owner + piece_kind_of(move)
    take_piece(state, origin_of(move), piece)
    add_piece(board, state, slot_of(move), piece)
    state.left -= 1
    after_displaced(board, state)


# --- lift, drop, remove ---------------------------------------------------------------------------

cdef void lift(const Board *board, State *state, Move move) noexcept nogil:
    """T18, T50, T61: takes a piece into the hand. Held pieces are sorted by the order in which they
    are dropped."""
    cdef int slot = slot_of(move), place = state.held_count, group
    cdef int piece = 2 * state.turn + piece_kind_of(move) if move_kind(move) == M_LIFT else piece_of(move)
    if state.phase == TURN:
        state.actions -= 1
        state.phase = LIFTING
        state.lifting = MOVE_ACTION
        state.limit = BOOK_VALUE[state.desks[state.turn].track[BOOK]]
    elif state.phase == BONUS:
        clear_bonus(state)
        state.phase = LIFTING
        state.lifting = MOVE_2_BONUS
        state.limit = 2
    take_piece(state, slot, piece)
    group = group_of(board.route_country[board.slot_route[slot]], piece)
    while place and state.held[place - 1] > group:
        state.held[place] = state.held[place - 1]
        place -= 1
    state.held[place] = group
    state.held_count += 1
    state.after = slot + 1
    state.after_piece = piece


cdef void drop(const Board *board, State *state, int slot) noexcept nogil:
    """Drops the first held piece; after the last one, the action, marker or bonus is over."""
    cdef int group = state.held[0], position
    cdef int lifting = state.lifting
    add_piece(board, state, slot, group_piece(group))
    state.held_count -= 1
    for position in range(state.held_count):
        state.held[position] = state.held[position + 1]
    state.held[state.held_count] = 0
    if state.held_count:
        state.phase = DROPPING
        state.after = slot + 1
        state.after_piece = group
        return
    state.lifting = state.limit = state.after = state.after_piece = 0
    if lifting == MOVE_ACTION:
        to_turn(state)
    elif lifting == MOVE_3_MARKER:
        settle(board, state)
    else:
        finish_claim(board, state)


cdef inline void remove(State *state, int slot, int piece) noexcept nogil:
    """T50 `remove-3`: to its owner's supply; a neutral trader leaves the game (T90)."""
    take_piece(state, slot, piece)
    if piece >> 1 != state.players:
        state.desks[piece >> 1].supply[piece & 1] += 1
    state.left -= 1
    state.after = slot + 1
    state.after_piece = piece
    if state.left == 0 or not any_remove(state):
        finish_removal(state)


cdef inline void finish_removal(State *state) noexcept nogil:
    state.left = state.after = state.after_piece = 0
    to_turn(state)


cdef inline void done(const Board *board, State *state) noexcept nogil:
    """Ends the phase, although more would be possible."""
    if state.phase == DISPLACED:
        finish_displacement(board, state)
    elif state.phase == REMOVING:
        finish_removal(state)
    elif state.phase == BONUS:
        finish_claim(board, state)
    else:
        require(state.phase == TOLL)
        to_turn(state)


# --- markers --------------------------------------------------------------------------------------

cdef inline void use_marker(State *state, int marker) noexcept nogil:
    """T51: a used marker is turned over and stays with its owner."""
    state.desks[state.turn].unused -= <uint32_t>1 << (4 * marker)
    state.desks[state.turn].used += <uint32_t>1 << (4 * marker)


cdef void use(State *state, int marker) noexcept nogil:
    use_marker(state, marker)
    if marker == PLUS_3:                                    # T47
        state.actions += 3
    elif marker == PLUS_4:
        state.actions += 4
    elif marker == MOVE_3:                                  # T50
        state.phase = LIFTING
        state.lifting = MOVE_3_MARKER
        state.limit = 3
    else:
        require(marker == REMOVE_3)
        state.phase = REMOVING
        state.left = 3


cdef void develop(State *state, int track) noexcept nogil:
    """T35, T46, T62: one step; a merchant is freed by the book, a trader by the others (T2)."""
    cdef Desk *desk = &state.desks[state.turn]
    cdef int step = desk.track[track]
    desk.track[track] = step + 1
    desk.supply[MERCHANT if track == BOOK else TRADER] += 1
    if track == ACTIONS:                                    # T7
        state.actions += ACTIONS_VALUE[step + 1] - ACTIONS_VALUE[step]


cdef void swap(const Board *board, State *state, int city, int place) noexcept nogil:
    """T45: exchanges two neighbouring offices."""
    cdef int left = board.first_office[city] + place
    cdef int piece = nibble(state.office, left)
    use_marker(state, SWAP)
    set_nibble(state.office, left, nibble(state.office, left + 1))
    set_nibble(state.office, left + 1, piece)
    recount_control(board, state, city)


cdef void take_favour(const Board *board, State *state, Move move) noexcept nogil:
    """T101: two markers are turned over for a tile, and the turn ends."""
    cdef int tile = tile_of(move), position, last
    use_marker(state, first_marker_of(move))
    use_marker(state, second_marker_of(move))
    state.desks[state.turn].favours |= 1 << tile
    # Sorted by owner, each owner's in the order of taking, so that equal positions are equal bytes.
    position = TILES - 1
    while position > 0 and (state.taken_tiles[position - 1] == 0 or state.taken_tiles[position - 1] >> 4 > state.turn):
        state.taken_tiles[position] = state.taken_tiles[position - 1]
        position -= 1
    state.taken_tiles[position] = (tile + 1) | (state.turn << 4)
    last = 0
    for position in range(TILES):
        if state.open_tiles[position] != tile + 1:
            state.open_tiles[last] = state.open_tiles[position]
            last += 1
    state.open_tiles[last] = 0
    end_turn(board, state)


cdef void draw(const Board *board, State *state, int marker) noexcept nogil:
    """T54: chance turns up a pending marker."""
    state.supply[marker] -= 1
    state.unseen -= 1
    state.desks[state.turn].seen += <uint32_t>1 << (4 * marker)
    if state.unseen == 0:
        place_or_pass(board, state)


cdef void place_marker(const Board *board, State *state, int route, int marker) noexcept nogil:
    """T55, T93: places a pending marker on a route."""
    state.desks[state.turn].seen -= <uint32_t>1 << (4 * marker)
    set_nibble(state.route_marker, route, marker + 1)
    state.marked |= <uint64_t>1 << route
    if state.players == 2:
        add_piece(board, state, board.route_slot[route], 2 * state.players)
    place_or_pass(board, state)


# --- offices --------------------------------------------------------------------------------------

cdef void recount_control(const Board *board, State *state, int city) noexcept nogil:
    """T40, T65: updates who has any office in a city, and who controls it: the player with most
    offices, in a tie the one with the rightmost office."""
    cdef int count[SEATS]
    cdef int order[SEATS]
    cdef int owner, position, place = 0, best = NONE
    cdef int start = unprinted_start(state, city), end = state.unprinted_end[city]
    cdef uint32_t bit = <uint32_t>1 << city
    for owner in range(SEATS):
        count[owner] = order[owner] = 0
        state.present[owner] &= ~bit
        state.control[owner] &= ~bit
    for position in range(end - start):
        # Posts stand from the left, extra offices from the right: these are read backwards.
        owner = (nibble(state.unprinted, start + position if board.green & bit else end - 1 - position) - 1) >> 1
        place += 1
        count[owner] += 1
        order[owner] = place
    for position in range(filled(state, city)):
        owner = (nibble(state.office, board.first_office[city] + position) - 1) >> 1
        place += 1
        count[owner] += 1
        order[owner] = place
    for owner in range(SEATS):
        if count[owner]:
            state.present[owner] |= bit
            if best == NONE or count[owner] > count[best] or (
                    count[owner] == count[best] and order[owner] > order[best]):
                best = owner
    if best != NONE:
        state.control[best] |= bit


cdef void insert_unprinted(const Board *board, State *state, int city, int piece) noexcept nogil:
    """Appends a piece to the city's list of extra offices or posts."""
    insert_at(board, state, city, state.unprinted_end[city], piece)


cdef void insert_at(const Board *board, State *state, int city, int at, int piece) noexcept nogil:
    cdef int position = state.unprinted_end[CITIES - 1]
    require(position < UNPRINTED)
    while position > at:
        set_nibble(state.unprinted, position, nibble(state.unprinted, position - 1))
        position -= 1
    set_nibble(state.unprinted, at, piece + 1)
    for position in range(city, CITIES):
        state.unprinted_end[position] += 1


cdef void fill_office(const Board *board, State *state, int city, int piece) noexcept nogil:
    """T30, T31, T32: the leftmost free printed office."""
    cdef int place = filled(state, city), office = board.first_office[city] + place
    set_nibble(state.office, office, piece + 1)
    set_nibble(state.filled, city, place + 1)
    if piece >> 1 != state.players:
        state.desks[piece >> 1].prestige += board.office_points[office]
    if place + 1 == board.office_count[city]:
        state.completed += 1
    recount_control(board, state, city)


cdef void fill_unprinted(const Board *board, State *state, int city, int piece, bint left) noexcept nogil:
    """T38, T63, T65: an extra office at the far left, or a post at the right of a green city."""
    cdef int start = unprinted_start(state, city), end = state.unprinted_end[city]
    cdef bint green = (board.green >> city) & 1
    insert_at(board, state, city, start if left and green else end, piece)
    if green and start == end:
        state.completed += 1
    recount_control(board, state, city)


cdef bint is_connected(const Board *board, const State *state, int seat) noexcept nogil:
    """T33: whether some path between the connection cities has an own office in every city."""
    cdef uint32_t start = <uint32_t>1 << board.connection[0]
    return (group_around(board, state.present[seat], start) >> board.connection[1]) & 1


cdef void connect(const Board *board, State *state) noexcept nogil:
    """T33, after the active player has established an office: 7, 4, 2 points, once a player."""
    cdef int position
    for position in range(SEATS):
        if state.connected[position] == state.turn + 1:
            return
        if state.connected[position] == 0:
            break
    if is_connected(board, state, state.turn):
        state.connected[position] = state.turn + 1
        if position < 3:
            state.desks[state.turn].prestige += board.connection_points[position]


# --- claims ---------------------------------------------------------------------------------------

cdef inline void reward_controllers(const Board *board, State *state, int route) noexcept nogil:
    """T21, T94: a point for those who control the cities at the ends of a claimed route."""
    cdef int end, owner
    for end in range(2):
        owner = controller(state, board.route_city[route][end])
        if owner < state.players:
            state.desks[owner].prestige += 1


cdef inline int take_marker(State *state, int route) noexcept nogil:
    """T22: takes the marker from a route and makes its replacement pending. Returns its kind + 1,
    or 0 if there is none."""
    cdef int marker = nibble(state.route_marker, route)
    if marker:
        set_nibble(state.route_marker, route, 0)
        state.marked &= ~(<uint64_t>1 << route)
        if markers_left(state) > 0:
            state.unseen += 1
        else:
            state.unreplaced = 1
    return marker


cdef void clear_route(const Board *board, State *state, int route, int *pieces) noexcept nogil:
    """Empties a full route, and counts its pieces by kind."""
    cdef uint64_t slots = board.route_slots[route]
    cdef uint32_t left
    cdef int slot, piece
    pieces[TRADER] = pieces[MERCHANT] = 0
    while slots:
        slot = ctz(slots)
        slots &= slots - 1
        left = state.pieces[slot]
        while left:
            pieces[((left & 15) - 1) & 1] += 1
            left >>= 4
        state.pieces[slot] = 0
    for piece in range(PIECES):
        state.has[piece] &= ~board.route_slots[route]
    state.free |= board.route_slots[route]


cdef void claim(const Board *board, State *state, Move move) noexcept nogil:
    """T20 to T26: claims a route, for an office (T30), an extra office (T38), a step on a track
    (T35), special prestige (T37) or nothing."""
    cdef int route = route_of(move), own = 2 * state.turn, city, kind
    cdef int pieces[2]
    cdef int marker
    cdef Desk *desk = &state.desks[state.turn]
    state.actions -= 1
    reward_controllers(board, state, route)
    marker = take_marker(state, route)
    clear_route(board, state, route, pieces)
    if move_kind(move) == M_CLAIM_OFFICE:                   # T30
        city = end_city_of(move)
        kind = board.office_shape[board.first_office[city] + filled(state, city)]
        pieces[kind] -= 1
        fill_office(board, state, city, own + kind)
        connect(board, state)
    elif move_kind(move) == M_CLAIM_EXTRA:                  # T38
        kind = piece_kind_of(move)
        pieces[kind] -= 1
        use_marker(state, EXTRA_OFFICE)
        fill_unprinted(board, state, end_city_of(move), own + kind, True)
        connect(board, state)
    elif move_kind(move) == M_CLAIM_DEVELOP:                # T35
        develop(state, claimed_track_of(move))
    elif move_kind(move) == M_CLAIM_SPECIAL:                # T37
        pieces[MERCHANT] -= 1
        state.space[space_of(move)] = state.turn + 1
    if marker:                                              # T22; too late for this claim (T38)
        desk.unused += <uint32_t>1 << (4 * (marker - 1))
    desk.stock[TRADER] += pieces[TRADER]                    # T24
    desk.stock[MERCHANT] += pieces[MERCHANT]
    if board.permanent[route]:                              # T25
        state.bonus = board.permanent[route]
        state.left = 1 + (state.bonus != DEVELOP_PRIVILEGE and state.bonus != POST_IN_GREEN_CITY)
        state.bonus_pieces[TRADER] = pieces[TRADER]
        state.bonus_pieces[MERCHANT] = pieces[MERCHANT]
        if any_bonus(board, state):
            state.phase = BONUS
            return
    finish_claim(board, state)


cdef inline void clear_bonus(State *state) noexcept nogil:
    state.bonus = state.left = state.bonus_pieces[TRADER] = state.bonus_pieces[MERCHANT] = 0


cdef inline void finish_claim(const Board *board, State *state) noexcept nogil:
    """T26: after the permanent marker the end is checked, once."""
    clear_bonus(state)
    if not ended(board, state):
        to_turn(state)


cdef inline void count_bonus(const Board *board, State *state) noexcept nogil:
    """After a piece of a permanent marker is put: ends the claim when no other piece can be put
    (D6)."""
    state.left -= 1
    if state.left == 0 or not any_bonus(board, state):
        finish_claim(board, state)


cdef inline void post_in_green_city(const Board *board, State *state, int city, int kind) noexcept nogil:
    """T63, T65: places a post in a green city."""
    state.desks[state.turn].supply[kind] -= 1
    fill_unprinted(board, state, city, 2 * state.turn + kind, False)
    connect(board, state)
    finish_claim(board, state)


cdef void neutral_claim(const Board *board, State *state, Move move) noexcept nogil:
    """T92: a claim of the neutral owner; the end of the game is checked after each."""
    cdef int route = route_of(move)
    cdef int pieces[2]
    reward_controllers(board, state, route)
    take_marker(state, route)
    clear_route(board, state, route, pieces)
    if move_kind(move) == M_NEUTRAL_OFFICE:
        fill_office(board, state, end_city_of(move), 2 * state.players)
    if not ended(board, state):
        settle(board, state)


# --- a game that is cut off -----------------------------------------------------------------------

cdef void cut_off_game(State *state) noexcept nogil:
    """T76: the game ends in this position; lifted and displaced pieces return to their owners'
    stocks."""
    cdef int place
    require(state.phase != OVER)
    if state.phase == DISPLACED and not state.put:
        to_stock(state, 2 * state.owner + state.displaced_kind)
    for place in range(state.held_count):
        to_stock(state, group_piece(state.held[place]))
        state.held[place] = 0
    state.phase = OVER
    state.reason = CUT_OFF
    state.to_move = NOBODY
    state.actions = state.held_count = state.lifting = state.limit = state.after = state.after_piece = 0
    state.owner = state.displaced_kind = state.route = state.put = state.left = 0
    state.bonus = state.bonus_pieces[0] = state.bonus_pieces[1] = state.unreplaced = 0


cdef void to_stock(State *state, int piece) noexcept nogil:
    """A piece leaves the board; a neutral one the game (T90)."""
    if piece >> 1 < state.players:
        state.desks[piece >> 1].stock[piece & 1] += 1
