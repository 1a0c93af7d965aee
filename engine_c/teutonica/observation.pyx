"""A position as numbers between 0 and 1, as a seat may see it (MOVES.md, section 12), for learners.

Seats are counted from the one that looks. The numbers have six parts: the game, the owners of
pieces, the places on routes, the routes, the printed offices, the cities; their names are in
`hansa/teutonica/observation.py`, in the same order. Nothing here reads another seat's mission (D3).
"""

from libc.string cimport memset

from engine_c.teutonica.types cimport *

cdef enum:  # The game
    G_PHASE = 0
    G_PLAYERS = 11          # 2 to 5
    G_EDITION = 15
    G_MODULES = 18
    G_ACTIONS = 20
    G_BEGUN = 21
    G_COMPLETED = 22
    G_SUPPLY = 23           # markers by kind
    G_UNSEEN = 30
    G_PERMITS = 31          # spent
    G_TILES = 34            # still open
    G_MERCHANT = 40         # the displaced piece is one
    G_PUT = 41
    G_LEFT = 42
    G_LIFTING = 43
    G_LIMIT = 46
    G_AFTER_MERCHANT = 47   # kind and country of the last lift or drop
    G_AFTER_COUNTRY = 48
    G_BONUS = 51            # permanent markers from 1
    G_BONUS_PIECES = 56
    G_UNREPLACED = 58
    GAME_PART = 59

cdef enum:  # An owner of pieces
    O_MOVES = 0
    O_TURN = 1
    O_STOCK = 2
    O_SUPPLY = 4
    O_STEPS = 6             # a number for each step taken: 4 + 5 + 3 + 3 + 3
    O_PRESTIGE = 24
    O_UNUSED = 25           # markers by kind
    O_USED = 32
    O_SEEN = 39
    O_TILES = 46
    O_CONNECTED = 52
    O_SPACES = 53           # special prestige
    O_DISPLACED = 57        # its piece has been displaced
    O_AFTER = 58            # its piece was lifted or dropped last
    O_HELD = 59             # lifted pieces: country, then kind
    OWNER_PART = 65

cdef enum:
    MOST_ACTIONS = 10
    MOST_PRESTIGE = 40
    MOST_MARKERS = 8        # of a kind in the supply
    MOST_HELD = 4           # of a kind on a desk, and of pieces in a class of places
    MOST_EXTRA = 5          # extra offices or posts of an owner in a city


cdef int count_features(const Board *board) noexcept:
    cdef int owners = board.owners
    return (
        GAME_PART + OWNER_PART * owners + (2 * owners + 2) * board.slots + (MARKERS + 1) * board.routes
        + (owners + 1) * board.offices + (2 * owners + 1) * board.cities
    )


cdef inline float part(int value, int whole) noexcept nogil:
    """What part of a whole it is, at most all of it."""
    return 1.0 if value >= whole else <float>value / <float>whole


cdef void observe_state(const Board *board, const State *state, int seat, float *out) noexcept nogil:
    cdef uint8_t from_seat[SEATS]           # owners counted from the one that looks
    cdef int owner
    for owner in range(SEATS):
        from_seat[owner] = owner if owner >= state.players else (owner + state.players - seat) % state.players
    memset(out, 0, board.features * sizeof(float))
    observe_game(board, state, out)
    out += GAME_PART
    observe_owners(board, state, from_seat, out)
    out += OWNER_PART * board.owners
    observe_slots(board, state, from_seat, out)
    out += (2 * board.owners + 2) * board.slots
    observe_routes(board, state, out)
    out += (MARKERS + 1) * board.routes
    observe_offices(board, state, from_seat, out)
    out += (board.owners + 1) * board.offices
    observe_cities(board, state, from_seat, seat, out)


cdef void observe_game(const Board *board, const State *state, float *out) noexcept nogil:
    cdef int marker, place
    out[G_PHASE + state.phase] = 1
    out[G_PLAYERS + state.players - 2] = 1
    out[G_EDITION + state.edition] = 1
    for place in range(2):
        out[G_MODULES + place] = (state.modules >> place) & 1
    out[G_ACTIONS] = part(state.actions, MOST_ACTIONS)
    out[G_BEGUN] = state.begun
    out[G_COMPLETED] = part(state.completed, board.city_limit)
    for marker in range(MARKERS):
        out[G_SUPPLY + marker] = part(state.supply[marker], MOST_MARKERS)
    out[G_UNSEEN] = part(state.unseen, MOST_MARKERS)
    for place in range(PERMITS):
        if state.permits_spent[place]:
            out[G_PERMITS + state.permits_spent[place] - 1] = 1
    for place in range(TILES):
        if state.open_tiles[place]:
            out[G_TILES + state.open_tiles[place] - 1] = 1
    if state.phase == DISPLACED:
        out[G_MERCHANT] = state.displaced_kind
        out[G_PUT] = state.put
    out[G_LEFT] = part(state.left, MOST_HELD)
    if state.phase == LIFTING or state.phase == DROPPING:
        out[G_LIFTING + state.lifting] = 1
        out[G_LIMIT] = part(state.limit, SEATS)
    if state.after:
        if state.phase == DROPPING:
            out[G_AFTER_MERCHANT] = group_piece(state.after_piece) & 1
            out[G_AFTER_COUNTRY + group_country(state.after_piece)] = 1
        else:
            out[G_AFTER_MERCHANT] = state.after_piece & 1
    if state.bonus:
        out[G_BONUS + state.bonus - 1] = 1
    for place in range(2):
        out[G_BONUS_PIECES + place] = part(state.bonus_pieces[place], MOST_HELD)
    out[G_UNREPLACED] = state.unreplaced


cdef void observe_owners(const Board *board, const State *state, const uint8_t *from_seat, float *out) noexcept nogil:
    cdef int owner, place, group, at
    for owner in range(state.players):
        observe_desk(&state.desks[owner], out + OWNER_PART * from_seat[owner])
    if state.to_move < state.players:
        out[OWNER_PART * from_seat[state.to_move] + O_MOVES] = 1
    out[OWNER_PART * from_seat[state.turn] + O_TURN] = 1
    for place in range(SEATS):
        if state.connected[place]:
            out[OWNER_PART * from_seat[state.connected[place] - 1] + O_CONNECTED] = part(SEATS - place, SEATS)
    for place in range(SPACES):
        if state.space[place]:
            out[OWNER_PART * from_seat[state.space[place] - 1] + O_SPACES + place] = 1
    if state.phase == DISPLACED:
        out[OWNER_PART * from_seat[state.owner] + O_DISPLACED] = 1
    if state.after:
        owner = (group_piece(state.after_piece) if state.phase == DROPPING else state.after_piece) >> 1
        out[OWNER_PART * from_seat[owner] + O_AFTER] = 1
    for place in range(state.held_count):
        group = state.held[place]
        at = OWNER_PART * from_seat[group_piece(group) >> 1] + O_HELD + 2 * group_country(group) + (group_piece(group) & 1)
        out[at] += <float>1 / <float>SEATS


cdef void observe_desk(const Desk *desk, float *out) noexcept nogil:
    cdef int track, step, marker, tile, first = O_STEPS
    out[O_STOCK] = part(desk.stock[TRADER], MOST_TRADERS)
    out[O_STOCK + 1] = part(desk.stock[MERCHANT], MOST_HELD)
    out[O_SUPPLY] = part(desk.supply[TRADER], MOST_TRADERS)
    out[O_SUPPLY + 1] = part(desk.supply[MERCHANT], MOST_HELD)
    for track in range(TRACKS):
        for step in range(desk.track[track]):
            out[first + step] = 1
        first += TRACK_END[track]
    out[O_PRESTIGE] = part(desk.prestige, MOST_PRESTIGE)
    if desk.unused | desk.used | desk.seen:
        for marker in range(MARKERS):
            out[O_UNUSED + marker] = part(marker_count(desk.unused, marker), MOST_HELD)
            out[O_USED + marker] = part(marker_count(desk.used, marker), MOST_HELD)
            out[O_SEEN + marker] = part(marker_count(desk.seen, marker), MOST_HELD)
    for tile in range(TILES):
        out[O_TILES + tile] = (desk.favours >> tile) & 1


cdef void observe_slots(const Board *board, const State *state, const uint8_t *from_seat, float *out) noexcept nogil:
    """For each slot: free places, pieces of each owner, and whether the last lift was here."""
    cdef int slot, piece, width = 2 * board.owners + 2
    cdef uint32_t pieces
    for slot in range(board.slots):
        out[width * slot] = <float>0.25 * free_places(board, state, slot)
        pieces = state.pieces[slot]
        while pieces:
            piece = (pieces & 15) - 1
            out[width * slot + 1 + 2 * from_seat[piece >> 1] + (piece & 1)] += 0.25
            pieces >>= 4
    if state.after:
        out[width * state.after - 1] = 1


cdef void observe_routes(const Board *board, const State *state, float *out) noexcept nogil:
    """For each route: its marker, and whether the displaced piece stood there."""
    cdef uint64_t routes = state.marked
    cdef int route
    while routes:
        route = ctz(routes)
        routes &= routes - 1
        out[(MARKERS + 1) * route + nibble(state.route_marker, route) - 1] = 1
    if state.phase == DISPLACED:
        out[(MARKERS + 1) * state.route + MARKERS] = 1


cdef void observe_offices(const Board *board, const State *state, const uint8_t *from_seat, float *out) noexcept nogil:
    """For each printed office: its owner, and whether the piece is a merchant."""
    cdef int city, office, piece, width = board.owners + 1
    for city in range(board.cities):
        for office in range(board.first_office[city], board.first_office[city] + filled(state, city)):
            piece = nibble(state.office, office) - 1
            out[width * office + from_seat[piece >> 1]] = 1
            out[width * office + board.owners] = piece & 1


cdef void observe_cities(
    const Board *board, const State *state, const uint8_t *from_seat, int seat, float *out
) noexcept nogil:
    """For each city: who controls it, extra offices and posts, and whether it is on my mission."""
    cdef int city, owner, place, at, width = 2 * board.owners + 1
    cdef uint32_t cities
    for owner in range(SEATS):
        cities = state.control[owner]
        while cities:
            out[width * ctz(cities) + from_seat[owner]] = 1
            cities &= cities - 1
    if state.unprinted_end[CITIES - 1]:
        for city in range(board.cities):
            for place in range(unprinted_start(state, city), state.unprinted_end[city]):
                at = width * city + board.owners + from_seat[(nibble(state.unprinted, place) - 1) >> 1]
                out[at] = min(<float>1, out[at] + <float>1 / <float>MOST_EXTRA)
    if state.desks[seat].mission < MISSIONS:
        cities = board.missions[state.desks[seat].mission]
        while cities:
            out[width * ctz(cities) + 2 * board.owners] = 1
            cities &= cities - 1
