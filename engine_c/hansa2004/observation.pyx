"""A position as numbers between 0 and 1 (MOVES.md, section 12), for learners.

Seats are counted from the one that looks. The numbers have three parts: the game, the seats, the
cities; their names are in `hansa/hansa2004/observation.py`, in the same order. There are no
secrets.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine_c.hansa2004.types cimport *

cdef enum:  # The game
    G_PHASE = 0
    G_PLAYERS = 8           # 2 to 4
    G_ACTED = 11
    G_LEFT = 12             # markers in the supply
    G_LAST_ROUND = 13       # H50
    G_SUPPLY = 14           # by kind
    G_SALE = 32             # colours
    G_LAST = 38             # the kind sold last
    G_SINGLE = 56
    G_LOSING = 57           # a colour
    GAME_PART = 63

cdef enum:  # A seat
    S_MOVES = 0
    S_TURN = 1
    S_LAST = 2              # it has the last turn of every round
    S_TALERS = 3
    S_STOCK = 4
    S_UNSOLD = 5            # by kind
    S_SOLD = 23
    SEAT_PART = 41

cdef enum:  # A city
    C_SHIP = 0
    C_BOOTHS = 1            # by seat
    C_MAJORITY = 5          # whose it is
    C_EMPTY = 9             # warehouse spaces
    C_GOODS = 10            # by kind
    CITY_PART = 28

if GAME_PART + SEAT_PART * SEATS + CITY_PART * CITIES != FEATURE_COUNT:
    raise ImportError("the parts of an observation do not add up")

cdef enum:
    MOST_TALERS = 15
    MOST_MARKERS = 5        # of a kind (H1)


cdef inline float part(int value, int whole) noexcept nogil:
    """What part of a whole it is, at most all of it."""
    return 1.0 if value >= whole else <float>value / <float>whole


cdef void observe_state(const Board *board, const State *state, int seat, float *out) noexcept nogil:
    cdef int from_seat[SEATS]               # seats counted from the one that looks
    cdef int owner
    for owner in range(state.players):
        from_seat[owner] = (owner + state.players - seat) % state.players
    memset(out, 0, FEATURE_COUNT * sizeof(float))
    observe_game(board, state, out)
    out += GAME_PART
    for owner in range(state.players):
        observe_seat(board, state, owner, out + SEAT_PART * from_seat[owner])
    observe_cities(board, state, from_seat, out + SEAT_PART * SEATS)


cdef void observe_game(const Board *board, const State *state, float *out) noexcept nogil:
    cdef int colour
    out[G_PHASE + state.phase] = 1
    out[G_PLAYERS + state.players - 2] = 1
    out[G_ACTED] = state.acted
    out[G_LEFT] = part(state.left, board.supply[state.players])
    out[G_LAST_ROUND] = is_last_round(board, state)
    observe_counts(state.supply, out + G_SUPPLY)
    for colour in range(COLOURS):
        out[G_SALE + colour] = (state.sale >> colour) & 1
    if state.last:
        out[G_LAST + state.last - 1] = 1
    out[G_SINGLE] = state.single
    if state.losing:
        out[G_LOSING + state.losing - 1] = 1


cdef inline void observe_counts(uint64_t counts, float *out) noexcept nogil:
    """Markers by kind."""
    cdef int kind
    while counts:
        kind = ctz(counts) // 3
        out[kind] = part(count_of(counts, kind), MOST_MARKERS)
        counts &= ~(<uint64_t>7 << (3 * kind))


cdef void observe_seat(const Board *board, const State *state, int seat, float *out) noexcept nogil:
    out[S_MOVES] = state.to_move == seat
    out[S_TURN] = state.turn == seat
    out[S_LAST] = seat == state.players - 1
    out[S_TALERS] = part(state.talers[seat], MOST_TALERS)
    out[S_STOCK] = part(state.stock[seat], board.booths)
    observe_counts(state.unsold[seat], out + S_UNSOLD)
    observe_counts(state.sold[seat], out + S_SOLD)


cdef void observe_cities(const Board *board, const State *state, const int *from_seat, float *out) noexcept nogil:
    """For each city: the ship, every seat's booths, the majority (H33), empty spaces and goods."""
    cdef int city, seat, space, goods
    out[CITY_PART * state.ship + C_SHIP] = 1
    for city in range(CITIES):
        for seat in range(state.players):
            out[C_BOOTHS + from_seat[seat]] = part(booths_of(state, city, seat), board.booths)
        seat = majority(state, city)
        if seat != NONE:
            out[C_MAJORITY + from_seat[seat]] = 1
        for space in range(board.spaces[city]):
            goods = state.goods[city][space]
            if goods:
                out[C_GOODS + goods - 1] += <float>1 / <float>ROOM
            else:
                out[C_EMPTY] += <float>1 / <float>ROOM
        out += CITY_PART
