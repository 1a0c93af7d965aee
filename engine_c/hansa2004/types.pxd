"""The nouns of Hansa (2004): the board's tables and the state; and the smallest operations on them.

Read this first. Words are those of RULES-2004.md; a move is in `packing.pxd`. A *kind* of goods is
`colour * 3 + barrels - 1`, so that "may not come before" (colour, then barrels) is a comparison of
numbers. Counts of all kinds, none above 5 (H1), are one 64-bit word of 3-bit fields: `present`
turns it into a set with a bit for each kind, at three times its number.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine_c.bits cimport ctz, popcount

cdef extern from *:
    """
    #include <assert.h>
    #define hansa2004_require(condition) assert(condition)
    """
    # C's assert: on in the debug and sanitize builds, gone in release.
    void require "hansa2004_require"(bint condition) noexcept nogil

cdef enum:
    SEATS = 4
    CITIES = 9
    COLOURS = 6
    BARRELS = 3             # kinds of a colour: one, two, three barrels
    KINDS = 18
    ROOM = 2                # warehouse spaces of a city, at most
    PILES = 5
    FOUND_BOOTHS = 2        # H11, and
    FOUND_ROUNDS = 3
    INCOME = 3              # H20
    KEPT = 3                # H41: talers and unsold markers at the end of a turn
    NONE = 255              # no seat, no kind

cdef enum:  # Phase
    FOUND = 0
    REFILL = 1
    REVEAL = 2
    TURN = 3
    SELL = 4
    LOSE = 5
    KEEP = 6
    OVER = 7

cdef enum:  # Reason: why the game is over
    NOT_OVER = 0
    BY_MARKERS = 1          # H50
    CUT_OFF = 2             # H51

cdef extern from *:
    """
    #define HANSA2004_LOW 0x0009249249249249ULL     /* the lowest bit of each of the 18 fields */
    #define HANSA2004_ONE 0x0000201008040201ULL     /* of those with one barrel */
    #define HANSA2004_COLOUR 0x1FFULL               /* the fields of the first colour */
    """
    const uint64_t LOWEST "HANSA2004_LOW"
    const uint64_t ONE_BARREL "HANSA2004_ONE"
    const uint64_t FIRST_COLOUR "HANSA2004_COLOUR"

cdef struct Board:
    int start                           # where the ship begins (H3)
    int booths                          # of each player
    uint8_t spaces[CITIES]              # warehouse spaces of a city
    uint8_t order[CITIES]               # cities in the order of their numbers (H22)
    uint16_t arrows[CITIES]             # where the ship may sail from a city: a set (H31)
    int last_pile[SEATS + 1]  # markers in the last pile at the start, by the number of players (H2)
    int supply[SEATS + 1]               # markers in all piles at the start
    # steps the ship needs, at least one; NONE if it never gets there
    uint8_t distance[CITIES][CITIES]
    uint8_t first_step[CITIES][CITIES]  # the city that a shortest way begins with
    uint8_t traffic[CITIES]             # arrows that lead to a city

cdef struct State:
    uint64_t unsold[SEATS]              # counts of kinds
    uint64_t sold[SEATS]
    uint64_t supply
    uint16_t booths[CITIES]             # 4 bits a seat
    # kind + 1 in each warehouse space, sorted, 0 for empty ones at the end
    uint8_t goods[CITIES][ROOM]
    uint8_t players
    uint8_t phase
    uint8_t turn                        # whose turn it is
    uint8_t to_move                     # a seat, CHANCE or NOBODY
    uint8_t ship                        # the city it lies in
    uint8_t acted                       # 1 once the action of this stop is used (H32)
    uint8_t sale                        # SELL, LOSE: the colours of the sale, a set
    uint8_t last                        # SELL: the kind sold last, + 1
    uint8_t single                      # SELL: 1 while its colour has only one in the sale
    uint8_t losing                      # LOSE: the colour to lose one of, + 1
    uint8_t reason
    uint8_t left                        # markers in the supply, the sum of its counts
    uint8_t stock[SEATS]                # booths not on the board
    uint8_t talers[SEATS]
    uint32_t turns                      # completed
    uint8_t unused[4]                   # always 0: equal positions are equal bytes


# --- goods ----------------------------------------------------------------------------------------

cdef inline int colour_of(int kind) noexcept nogil:
    return kind // BARRELS

cdef inline int barrels_of(int kind) noexcept nogil:
    return kind % BARRELS + 1

cdef inline uint64_t one_of(int kind) noexcept nogil:
    """A single marker as counts: to be added and taken away."""
    return <uint64_t>1 << (3 * kind)

cdef inline int count_of(uint64_t counts, int kind) noexcept nogil:
    return (counts >> (3 * kind)) & 7

cdef inline uint64_t present(uint64_t counts) noexcept nogil:
    """The kinds there are any of."""
    return (counts | counts >> 1 | counts >> 2) & LOWEST

cdef inline uint64_t fields_of(int colour) noexcept nogil:
    """All bits of a colour's fields."""
    return FIRST_COLOUR << (9 * colour)

cdef inline int total_of(uint64_t counts) noexcept nogil:
    """How many markers there are in all."""
    return popcount(counts & LOWEST) + 2 * popcount(counts & LOWEST << 1) + 4 * popcount(counts & LOWEST << 2)

cdef inline int count_of_colour(uint64_t counts, int colour) noexcept nogil:
    """How many markers there are of a colour."""
    cdef int fields = (counts >> (9 * colour)) & 0x1FF
    return (fields & 7) + (fields >> 3 & 7) + (fields >> 6)

cdef inline uint64_t sellable(uint64_t counts) noexcept nogil:
    """The kinds with which a colour may begin in a sale: two markers from this kind on (H37)."""
    cdef uint64_t there = present(counts)
    cdef uint64_t pairs = (counts >> 1 | counts >> 2) & LOWEST
    cdef uint64_t further = there >> 3 & (ONE_BARREL | ONE_BARREL << 3) | there >> 6 & ONE_BARREL
    return there & (pairs | further)


# --- turns ----------------------------------------------------------------------------------------

cdef inline int next_seat(const State *state, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < state.players else 0

cdef inline bint is_last_round(const Board *board, const State *state) noexcept nogil:
    """H50: whether a marker of the last pile is taken."""
    return state.left < board.last_pile[state.players]


# --- cities ---------------------------------------------------------------------------------------

cdef inline int booths_of(const State *state, int city, int seat) noexcept nogil:
    return (state.booths[city] >> (4 * seat)) & 15

cdef inline int majority(const State *state, int city) noexcept nogil:
    """The seat with the most booths in a city; NONE if nobody has any, or at a tie (H33)."""
    cdef int seat, booths, most = 0, found = NONE
    cdef int left = state.booths[city]
    for seat in range(SEATS):
        booths = left & 15
        left >>= 4
        if booths > most:
            most = booths
            found = seat
        elif booths == most:
            found = NONE
    return found

cdef inline bint has_room(const Board *board, const State *state, int city) noexcept nogil:
    """Whether a warehouse space of a city is empty."""
    return state.goods[city][board.spaces[city] - 1] == 0

cdef inline int next_space(const Board *board, const State *state) noexcept nogil:
    """The city of the first empty warehouse space (H22), or NONE."""
    cdef int place
    for place in range(CITIES):
        if has_room(board, state, board.order[place]):
            return board.order[place]
    return NONE

cdef inline bint all_empty(const State *state) noexcept nogil:
    cdef int city
    for city in range(CITIES):
        if state.goods[city][0]:
            return False
    return True
