"""The nouns of Hansa Teutonica: the board's tables and the state; and the smallest operations on
them.

Read this first. Words are those of RULES.md; a move is in `packing.pxd`. Two codes are used
everywhere:

* a *piece* is `owner * 2 + kind`, kind 0 a trader, 1 a merchant. Owners are the seats; with two
  players owner 2 is the neutral one (T90), so that in every order it comes after the seats;
* a *slot* is one class of places on one route (D5): the houses of a route, or its ships. Slots are
  numbered in the order of D4 (route, house before ship), so "may not come before" is a comparison
  of numbers. A set of slots is a 64-bit mask, a set of cities a 32-bit mask.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine_c.bits cimport clz, clz32, ctz, popcount
from engine_c.teutonica.packing cimport DIGIT_COUNT, MOVE_KIND_COUNT

cdef extern from *:
    """
    #include <assert.h>
    #define hansa_require(condition) assert(condition)
    /* The tracks of a desk (T2), in the order of Track: steps to the end, and the values of each step. */
    static const unsigned char hansa_track_end[5] = {4, 5, 3, 3, 3};
    static const unsigned char hansa_keys[5] = {1, 2, 2, 3, 4};
    static const unsigned char hansa_actions[6] = {2, 3, 3, 4, 4, 5};
    static const unsigned char hansa_book[4] = {2, 3, 4, 5};
    static const unsigned char hansa_bank[4] = {3, 5, 7, 255};
    static const unsigned char hansa_neutral_stock[2] = {1, 0};
    """
    const uint8_t *NEUTRAL_STOCK "hansa_neutral_stock"  # T90: traders without limit, no merchants
    const uint8_t *TRACK_END "hansa_track_end"
    const uint8_t *KEYS_VALUE "hansa_keys"
    const uint8_t *ACTIONS_VALUE "hansa_actions"
    const uint8_t *BOOK_VALUE "hansa_book"
    const uint8_t *BANK_VALUE "hansa_bank"      # 255: all
    # C's assert: on in the debug and sanitize builds, gone in release.
    void require "hansa_require"(bint condition) noexcept nogil

cdef enum:
    SEATS = 5
    MOST_TRADERS = 26       # of a player (T1)
    MOST_MERCHANTS = 4
    PIECES = 10             # codes of pieces
    ROUTES = 40
    SLOTS = 46              # routes and ship classes of the largest board, with one to spare
    CITIES = 32
    OFFICES = 80            # printed offices of a board
    RINGS = 16              # distances between routes (T16)
    TRACKS = 5
    MARKERS = 7
    TILES = 6
    PRESTIGE_AT_THE_END = 20        # T70
    MARKERS_DRAWN = 13      # after these, none is left to be drawn (T70)
    PERMITS = 3
    SPACES = 4              # special prestige
    UNPRINTED = 150         # extra offices and posts: at most every piece of five players (T1)
    MISSIONS = 9
    # fields of 4 bits, two a byte
    OFFICE_BYTES = 40
    CITY_BYTES = 16
    UNPRINTED_BYTES = 75
    ROUTE_BYTES = 20
    NONE = 255              # no slot, no seat

cdef enum:  # Kind
    TRADER = 0
    MERCHANT = 1

cdef enum:  # Track
    KEYS = 0
    ACTIONS = 1
    PRIVILEGE = 2
    BOOK = 3
    BANK = 4

cdef enum:  # Marker: in the order of D8
    EXTRA_OFFICE = 0
    SWAP = 1
    PLUS_3 = 2
    PLUS_4 = 3
    DEVELOP = 4
    MOVE_3 = 5
    REMOVE_3 = 6

cdef enum:  # Permanent: permanent markers of routes (T60), 0 for none
    NO_PERMANENT = 0
    MOVE_2_ANY = 1
    DEVELOP_PRIVILEGE = 2
    POST_IN_GREEN_CITY = 3
    PLACE_2_FROM_ROUTE = 4
    PLACE_2_ABROAD = 5

cdef enum:  # Tile: favours, in the order of modules.json
    DISPLACE_ANYWHERE = 0
    EXTRA_ACTION = 1
    INCOME_TILE = 2
    EXTRA_DISPLACED = 3
    DOUBLE_CITIES = 4
    MASTER_ABILITIES = 5

cdef enum:  # Edition
    BIGBOX = 0
    CLASSIC = 1
    CLASSIC_16 = 2

cdef enum:  # Module: bits
    WITH_MISSIONS = 1
    WITH_FAVOURS = 2

cdef enum:  # Country: in the order in which held pieces are dropped
    ENGLAND = 0             # and everything on the boards without countries
    SCOTLAND = 1
    WALES = 2

cdef enum:  # Phase
    TURN = 0
    LIFTING = 1
    DROPPING = 2
    DISPLACED = 3
    REMOVING = 4
    BONUS = 5
    TOLL = 6
    NEUTRAL_CLAIM = 7
    DRAW = 8
    PLATES = 9
    OVER = 10

cdef enum:  # Reason: why the game is over (T70), in the order in which reasons are named
    NOT_OVER = 0
    BY_PRESTIGE = 1
    BY_MARKERS = 2
    BY_CITIES = 3
    CUT_OFF = 4

cdef enum:  # Lifting: what a lift is part of
    MOVE_ACTION = 0         # T18
    MOVE_3_MARKER = 1       # T50
    MOVE_2_BONUS = 2        # T61

cdef enum:  # Payment: what a displacement costs besides the piece (T12)
    PAY_T = 0
    PAY_M = 1
    PAY_TT = 2
    PAY_TM = 3
    PAY_MM = 4


cdef struct Board:
    # Facts of one board, generated from its JSON file once (tables.pyx). Read-only afterwards.
    int routes
    int slots
    int cities
    int offices
    int city_limit                          # completed cities that end the game (T70)
    # routes and slots
    uint8_t capacity[SLOTS]
    uint8_t slot_route[SLOTS]
    uint8_t route_slot[ROUTES]              # its house slot; its ship slot, if any, is the next one
    uint64_t route_slots[ROUTES]            # both classes as a mask
    uint8_t route_city[ROUTES][2]
    uint8_t route_houses[ROUTES]            # places, by kind
    uint8_t route_ships[ROUTES]
    uint64_t uneven                         # routes with ships, or abroad
    uint8_t route_country[ROUTES]
    uint8_t route_develops[ROUTES]          # tracks that its end cities develop, a bit each (T35)
    bint route_special[ROUTES]              # an end city has the special prestige (T37)
    uint8_t permanent[ROUTES]
    uint64_t rings[ROUTES][RINGS]           # slots at each distance from a route (T16)
    int ring_count
    uint64_t house_slots
    uint64_t with_ships                     # house slots whose route also has ships
    uint64_t country_slots[3]
    uint64_t markable  # routes where a marker may lie at all (T55, T85), a bit each
    # cities
    uint8_t first_office[CITIES]            # into the flat list of printed offices
    uint8_t office_count[CITIES]
    uint8_t office_colour[OFFICES]
    uint8_t office_shape[OFFICES]           # a kind
    uint8_t office_points[OFFICES]
    uint32_t neighbours[CITIES]
    uint8_t city_routes[CITIES]             # how many routes end there
    uint8_t city_develops[CITIES]           # tracks, a bit each
    float traffic[CITIES]  # how often people claim beside a city, 0 to 1, as facts.pyx guesses
    uint32_t green
    uint32_t scores_for[3]                  # by country: its cities (T88)
    bint has_countries
    # special things
    uint8_t space_points[SPACES]
    uint8_t space_colour[SPACES]
    uint8_t connection[2]
    uint8_t connection_points[3]
    int permits
    uint8_t permit_city[PERMITS]            # London last (T81)
    uint8_t permit_countries[PERMITS]       # bit 1 << country
    uint32_t missions[MISSIONS]  # each card's three cities; no card on boards without missions
    # for learners (MOVES.md, sections 11 and 12)
    int owners  # most owners of pieces that a game here has, the neutral one among them
    int actions                             # how many action numbers there are
    int first_action[MOVE_KIND_COUNT]       # the first one of each kind of move
    int digit_size[DIGIT_COUNT]  # how many values each of the things has that they are counted by
    int features                            # numbers in an observation


cdef struct Desk:
    uint8_t stock[2]        # by kind
    uint8_t supply[2]
    uint8_t track[TRACKS]   # steps from 0 (T2)
    uint8_t favours         # tiles owned, a bit each
    uint8_t mission         # NONE without; MISSIONS when unknown, in a view (D3)
    uint8_t unused_bytes
    uint16_t prestige
    uint32_t unused         # markers: a 4-bit count for each kind
    uint32_t used
    uint32_t seen           # pending markers that have been looked at (T56)


cdef struct State:
    # 8-byte fields first, so that there is no padding: equal positions are equal bytes.
    uint64_t free                           # slots with a free place
    uint64_t has[PIECES]                    # slots that hold this piece at least once
    uint64_t marked                         # routes that bear a marker, a bit each
    uint32_t present[SEATS]                 # cities with an office of this owner
    uint32_t control[SEATS]                 # cities controlled by this owner (T40)
    uint32_t turns                          # turns completed
    Desk desks[SEATS]
    uint16_t pieces[SLOTS]  # a slot's pieces: 4 bits each, code + 1, ascending from the low end
    uint8_t office[OFFICE_BYTES]            # printed offices: 4 bits each, code + 1
    uint8_t filled[CITY_BYTES]             # printed offices filled in a city: 4 bits each
    # extra offices and posts of city c: those from end[c - 1] to end[c]
    uint8_t unprinted_end[CITIES]
    # 4 bits each, code + 1; extra ones from the right, posts from the left
    uint8_t unprinted[UNPRINTED_BYTES]
    uint8_t players
    uint8_t edition
    uint8_t modules
    uint8_t phase
    uint8_t turn                            # whose turn it is
    uint8_t to_move                         # a seat, CHANCE or NOBODY
    uint8_t actions                         # left in this turn
    uint8_t begun  # a move has been played in this turn (T101); only with favours
    uint8_t completed
    uint8_t reason
    uint8_t unseen                          # pending markers not looked at
    uint8_t supply[MARKERS]  # markers nobody has looked at, the unseen pending ones among them
    uint8_t route_marker[ROUTE_BYTES]       # 4 bits each, marker + 1
    uint8_t connected[SEATS]                # seats + 1, in order (T33)
    uint8_t permits_spent[PERMITS]          # permits + 1, in order (T81)
    uint8_t open_tiles[TILES]               # tiles + 1, in order
    uint8_t taken_tiles[TILES]              # tile + 1 | owner << 4; by owner, then as taken
    uint8_t space[SPACES]                   # seat + 1
    # data of the phases; zero outside them
    uint8_t owner                           # displaced: whose piece
    uint8_t displaced_kind
    uint8_t route                           # displaced: from where
    uint8_t put                             # displaced: the piece has been put
    uint8_t left                            # displaced: extras; remove, bonus: how many more
    uint8_t lifting                         # lift, drop
    uint8_t limit
    uint8_t held_count
    uint8_t held[SEATS]                     # groups (below), ascending; a book of 5 lifts at most 5
    uint8_t after  # lift, remove: slot of the last one + 1; drop: of the last drop
    uint8_t after_piece                     # lift, remove: its piece; drop: its group
    uint8_t bonus                           # a Permanent
    uint8_t bonus_pieces[2]                 # what the claim sent to the stock, by kind
    uint8_t unreplaced  # the claim took a marker for which there was no other (T22)
    uint8_t spare[5]                        # up to a multiple of eight; always zero

# Held pieces are dropped by country, then kind, then owner: one number, ascending.
cdef inline int group_of(int country, int piece) noexcept nogil:
    return (country * 2 + (piece & 1)) * SEATS + (piece >> 1)

cdef inline int group_country(int group) noexcept nogil:
    return group // (2 * SEATS)

cdef inline int group_piece(int group) noexcept nogil:
    return (group % SEATS) * 2 + (group // SEATS) % 2


# --- 4-bit fields ---------------------------------------------------------------------------------

cdef inline int nibble(const uint8_t *bytes, int index) noexcept nogil:
    return (bytes[index >> 1] >> ((index & 1) << 2)) & 15

cdef inline void set_nibble(uint8_t *bytes, int index, int value) noexcept nogil:
    cdef int shift = (index & 1) << 2
    bytes[index >> 1] = <uint8_t>((bytes[index >> 1] & (240 >> shift)) | (value << shift))

cdef inline int marker_count(uint32_t counts, int marker) noexcept nogil:
    return <int>((counts >> (4 * marker)) & 15)

cdef inline int marker_total(uint32_t counts) noexcept nogil:
    cdef uint32_t pairs = (counts & 0x0F0F0F0F) + ((counts >> 4) & 0x0F0F0F0F)
    return <int>((pairs * <uint32_t>0x01010101) >> 24)


# --- pieces on routes -----------------------------------------------------------------------------

cdef inline uint32_t spread(uint16_t pieces) noexcept nogil:
    """The four 4-bit fields as four bytes."""
    cdef uint32_t x = (pieces | (<uint32_t>pieces << 8)) & 0x00FF00FF
    return (x | (x << 4)) & 0x0F0F0F0F

cdef inline int piece_count(uint16_t pieces) noexcept nogil:
    """How many pieces are in a slot."""
    return (34 - clz32((<uint32_t>pieces << 1) | 1)) >> 2

cdef inline void add_piece(const Board *board, State *state, int slot, int piece) noexcept nogil:
    """One piece more in a slot that has a free place."""
    cdef uint16_t old = state.pieces[slot]
    cdef int count = piece_count(old)
    require(count < board.capacity[slot])
    # Bytes that are at most code + 1 keep their high bit; the empty ones, four less the count, do
    # so too.
    cdef uint32_t not_above = ((<uint32_t>0x80808080 + <uint32_t>(piece + 1) * <uint32_t>0x01010101) - spread(old))
    cdef int at = 4 * (popcount(not_above & <uint32_t>0x80808080) - (4 - count))
    cdef uint32_t low = (<uint32_t>1 << at) - 1
    state.pieces[slot] = <uint16_t>((old & low) | (<uint32_t>(piece + 1) << at) | ((<uint32_t>old & ~low) << 4))
    state.has[piece] |= <uint64_t>1 << slot
    state.free &= ~(<uint64_t>(count + 1 == board.capacity[slot]) << slot)

cdef inline void take_piece(State *state, int slot, int piece) noexcept nogil:
    """One piece less in a slot where it stands."""
    cdef uint32_t old = state.pieces[slot]
    cdef uint32_t differs = spread(<uint16_t>old) ^ (<uint32_t>(piece + 1) * <uint32_t>0x01010101)
    cdef uint32_t equal = (differs - <uint32_t>0x01010101) & ~differs & <uint32_t>0x80808080
    require(equal != 0)
    cdef int at = 4 * (ctz(equal) >> 3)
    cdef uint32_t low = (<uint32_t>1 << at) - 1
    cdef uint32_t new = (old & low) | ((old >> 4) & ~low)
    state.pieces[slot] = <uint16_t>new
    # They are sorted: another one like it would now be in the same place.
    cdef uint64_t gone = <uint64_t>(((new >> at) & 15) != <uint32_t>(piece + 1))
    state.has[piece] &= ~(gone << slot)
    state.free |= <uint64_t>1 << slot

cdef inline int free_places(const Board *board, const State *state, int slot) noexcept nogil:
    return board.capacity[slot] - piece_count(state.pieces[slot])

cdef inline uint64_t fitting(const Board *board, int kind) noexcept nogil:
    """The slots where a kind may stand: ships take merchants only (T11)."""
    return board.house_slots if kind == TRADER else ~<uint64_t>0

cdef inline int owners(const State *state) noexcept nogil:
    """The seats, and with two players the neutral owner."""
    return state.players + (state.players == 2)

cdef inline uint64_t occupied(const State *state) noexcept nogil:
    """The slots with any piece."""
    cdef uint64_t slots = 0
    cdef int piece
    for piece in range(PIECES):
        slots |= state.has[piece]
    return slots

cdef inline uint64_t occupied_by(const State *state, int owner) noexcept nogil:
    return state.has[2 * owner] | state.has[2 * owner + 1]

cdef inline uint64_t filled_by(const Board *board, const State *state, int owner) noexcept nogil:
    """The house slots of the routes all of whose places hold pieces of one owner (T20, T92)."""
    cdef uint64_t others = 0
    cdef int other
    for other in range(SEATS):
        if other != owner:
            others |= occupied_by(state, other)
    cdef uint64_t mine = occupied_by(state, owner) & ~state.free & ~others
    return mine & board.house_slots & (~board.with_ships | (mine >> 1))


# --- cities ---------------------------------------------------------------------------------------

cdef inline int filled(const State *state, int city) noexcept nogil:
    return nibble(state.filled, city)

cdef inline int unprinted_start(const State *state, int city) noexcept nogil:
    return state.unprinted_end[city - 1] if city else 0

cdef inline bint has_free_office(const Board *board, const State *state, int city) noexcept nogil:
    return filled(state, city) < board.office_count[city]

cdef inline int controller(const State *state, int city) noexcept nogil:
    """The owner who controls a city (T40), or NONE."""
    cdef int owner
    for owner in range(SEATS):
        if (state.control[owner] >> city) & 1:
            return owner
    return NONE

cdef inline uint32_t group_around(const Board *board, uint32_t own, uint32_t start) noexcept nogil:
    """The cities of `own` connected to `start` by routes between cities of `own` (T33, T73 F)."""
    cdef uint32_t group = start & own, frontier = start & own, further
    while frontier:
        further = 0
        while frontier:
            further |= board.neighbours[ctz(frontier)]
            frontier &= frontier - 1
        frontier = further & own & ~group
        group |= frontier
    return group

cdef inline int markers_left(const State *state) noexcept nogil:
    """How many more markers a claim can still draw (T22)."""
    cdef int marker, total = 0
    for marker in range(MARKERS):
        total += state.supply[marker]
    return total - state.unseen

cdef inline uint64_t reachable_from(const Board *board, int country) noexcept nogil:
    """The slots where a piece from a country may go (T82, T83): its own country and England."""
    return board.country_slots[country] | board.country_slots[ENGLAND]
