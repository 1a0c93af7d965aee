"""Action numbers: a small dense number for every move that a board has (MOVES.md, section 11), for learners.

Every kind of move is a block of numbers, and a move's place in it follows from what it names. Owners of pieces are
counted from the seat that decides, so that a number means the same to every seat.
"""

from engine_c.game cimport Move, NO_MOVE
from engine_c.teutonica.types cimport *

cdef enum:
    MARKER_PAIRS = 28       # of two markers, in order
    PAYING_TRADER = 4       # ways to displace a trader: two pieces to put, two payments
    PAYING = 10             # and a merchant: two pieces, three payments

# The blocks in their order: first those without places, the same on every board.
cdef int[MOVE_KIND_COUNT] BLOCKS = [
    M_DRAW, M_END, M_DONE, M_TAKE, M_INCOME, M_FAVOUR, M_USE, M_USE_DEVELOP, M_DEVELOP,
    M_PLACE, M_DISPLACE, M_LIFT, M_DROP, M_PUT, M_ADD, M_CLAIM, M_CLAIM_OFFICE, M_CLAIM_EXTRA, M_CLAIM_DEVELOP,
    M_CLAIM_SPECIAL, M_USE_SWAP, M_MARKER, M_LIFT_PIECE, M_DROP_PIECE, M_REMOVE, M_ADD_FROM, M_PUT_FROM, M_GREEN,
    M_NEUTRAL, M_NEUTRAL_OFFICE,
]


cdef void number_actions(Board *board, int most_players, bint for_two) noexcept:
    """Gives every block of a board its first number; `for_two`: two may play, with a neutral owner (T90)."""
    cdef int number = 0, place, kind, route
    cdef bint abroad = False
    for route in range(board.routes):
        abroad = abroad or board.permanent[route] == PLACE_2_ABROAD
    board.owners = max(most_players, 3 if for_two else 0)
    for place in range(MOVE_KIND_COUNT):
        kind = BLOCKS[place]
        board.first_action[kind] = number
        if kind == M_PUT_FROM and not abroad:
            continue
        if kind == M_GREEN and not board.green:
            continue
        if (kind == M_NEUTRAL or kind == M_NEUTRAL_OFFICE) and not for_two:
            continue
        number += block_size(board, kind)
    board.actions = number


cdef int block_size(const Board *board, int kind) noexcept:
    """How many numbers a kind of move takes on a board that has it."""
    if kind == M_END or kind == M_DONE or kind == M_TAKE:
        return 1
    if kind == M_DRAW:
        return MARKERS
    if kind == M_INCOME:
        return (MOST_TRADERS + 1) * (MOST_MERCHANTS + 1) - 1
    if kind == M_FAVOUR:
        return TILES * MARKER_PAIRS
    if kind == M_USE:
        return 4
    if kind == M_USE_DEVELOP or kind == M_DEVELOP:
        return TRACKS
    if kind == M_USE_SWAP:
        return board.offices
    if kind == M_GREEN:
        return 2 * board.cities
    if kind == M_CLAIM or kind == M_NEUTRAL:
        return board.routes
    if kind == M_CLAIM_OFFICE or kind == M_NEUTRAL_OFFICE:
        return 2 * board.routes
    if kind == M_CLAIM_EXTRA or kind == M_CLAIM_SPECIAL:
        return 4 * board.routes
    if kind == M_CLAIM_DEVELOP:
        return TRACKS * board.routes
    if kind == M_MARKER:
        return MARKERS * board.routes
    if kind == M_DISPLACE:
        return board.slots * (board.owners - 1) * PAYING
    if kind == M_LIFT_PIECE or kind == M_DROP_PIECE or kind == M_REMOVE:
        return board.slots * board.owners * 2
    if kind == M_PUT_FROM or kind == M_ADD_FROM:
        return board.slots * board.slots * 2
    return board.slots * 2


cdef inline int relative(int players, int mover, int owner) noexcept nogil:
    """An owner counted from the mover: 0 itself; the neutral one keeps its number, after the seats."""
    if owner >= players:
        return owner
    return owner - mover + (players if owner < mover else 0)


cdef inline int absolute(int players, int mover, int owner) noexcept nogil:
    """The inverse; NONE when there is no such owner."""
    if owner >= players:
        return owner if players == 2 and owner == 2 else NONE
    return (owner + mover) % players


cdef int number_of_move(const Board *board, int players, int mover, Move move) noexcept nogil:
    """The number of a move, as the mover counts."""
    return board.first_action[move_kind(move)] + place_in_block(board, players, mover, move)


cdef int place_in_block(const Board *board, int players, int mover, Move move) noexcept nogil:
    cdef int kind = move_kind(move), a = move_a(move), b = move_b(move), piece = move_piece(move)
    cdef int owner, first
    if kind == M_PLACE or kind == M_LIFT or kind == M_DROP or kind == M_PUT or kind == M_ADD or kind == M_GREEN:
        return 2 * a + piece
    if kind == M_DISPLACE:
        owner = relative(players, mover, piece >> 1)
        first = PAYING * (a * (board.owners - 1) + owner - 1)
        if piece & 1:
            return first + PAYING_TRADER + 3 * b + move_payment(move) - PAY_TT
        return first + 2 * b + move_payment(move)
    if kind == M_LIFT_PIECE or kind == M_DROP_PIECE or kind == M_REMOVE:
        return 2 * (a * board.owners + relative(players, mover, piece >> 1)) + (piece & 1)
    if kind == M_PUT_FROM or kind == M_ADD_FROM:
        return 2 * (a * board.slots + b) + piece
    if kind == M_CLAIM_OFFICE or kind == M_NEUTRAL_OFFICE:
        return 2 * a + (board.route_city[a][1] == b)
    if kind == M_CLAIM_EXTRA:
        return 4 * a + 2 * (board.route_city[a][1] == b) + piece
    if kind == M_CLAIM_DEVELOP:
        return TRACKS * a + b
    if kind == M_CLAIM_SPECIAL:
        return SPACES * a + b
    if kind == M_USE_SWAP:
        return board.first_office[a] + b
    if kind == M_MARKER:
        return MARKERS * a + b
    if kind == M_INCOME:
        return (MOST_TRADERS + 1) * b + a - 1
    if kind == M_FAVOUR:
        first = b & 7
        return MARKER_PAIRS * a + first * MARKERS - (first * (first - 1)) // 2 + (b >> 3) - first
    if kind == M_USE:
        return a - PLUS_3 - (a > PLUS_4)
    return a        # draw, claim, neutral, develop, use develop; end, done and take have none


cdef Move move_of_number(const Board *board, int players, int mover, int number) noexcept nogil:
    """The move of a number, as the mover counts; NO_MOVE when no move has it."""
    cdef int place = MOVE_KIND_COUNT - 1
    if number < 0 or number >= board.actions:
        return NO_MOVE
    while number < board.first_action[BLOCKS[place]]:
        place -= 1
    return move_in_block(board, players, mover, BLOCKS[place], number - board.first_action[BLOCKS[place]])


cdef Move move_in_block(const Board *board, int players, int mover, int kind, int place) noexcept nogil:
    cdef int a, owner, piece, first
    if kind == M_PLACE or kind == M_LIFT or kind == M_DROP or kind == M_PUT or kind == M_ADD or kind == M_GREEN:
        return move_of(kind, place >> 1, 0, place & 1)
    if kind == M_DISPLACE:
        a = place // PAYING
        owner = absolute(players, mover, a % (board.owners - 1) + 1)
        if owner == NONE:
            return NO_MOVE
        a //= board.owners - 1
        place %= PAYING
        if place < PAYING_TRADER:
            return displacement(place >> 1, place & 1) | move_of(0, a, 0, 2 * owner)
        if owner == players:
            return NO_MOVE      # no neutral merchants (T90)
        place -= PAYING_TRADER
        return displacement(place // 3, PAY_TT + place % 3) | move_of(0, a, 0, 2 * owner + 1)
    if kind == M_LIFT_PIECE or kind == M_DROP_PIECE or kind == M_REMOVE:
        piece = place % (2 * board.owners)
        owner = absolute(players, mover, piece >> 1)
        if owner == NONE or (owner == players and piece & 1):
            return NO_MOVE
        return move_of(kind, place // (2 * board.owners), 0, 2 * owner + (piece & 1))
    if kind == M_PUT_FROM or kind == M_ADD_FROM:
        return move_of(kind, (place >> 1) // board.slots, (place >> 1) % board.slots, place & 1)
    if kind == M_CLAIM_OFFICE or kind == M_NEUTRAL_OFFICE:
        return move_of(kind, place >> 1, board.route_city[place >> 1][place & 1], 0)
    if kind == M_CLAIM_EXTRA:
        return move_of(kind, place >> 2, board.route_city[place >> 2][(place >> 1) & 1], place & 1)
    if kind == M_CLAIM_DEVELOP:
        return move_of(kind, place // TRACKS, place % TRACKS, 0)
    if kind == M_CLAIM_SPECIAL:
        return move_of(kind, place // SPACES, place % SPACES, 0)
    if kind == M_USE_SWAP:
        a = board.cities - 1
        while place < board.first_office[a] or board.office_count[a] == 0:
            a -= 1
        return move_of(kind, a, place - board.first_office[a], 0)
    if kind == M_MARKER:
        return move_of(kind, place // MARKERS, place % MARKERS, 0)
    if kind == M_INCOME:
        return move_of(kind, (place + 1) % (MOST_TRADERS + 1), (place + 1) // (MOST_TRADERS + 1), 0)
    if kind == M_FAVOUR:
        a = place // MARKER_PAIRS
        place %= MARKER_PAIRS
        first = 0
        while place >= MARKERS - first:
            place -= MARKERS - first
            first += 1
        return move_of(kind, a, first | (first + place) << 3, 0)
    if kind == M_USE:
        return move_of(kind, place + PLUS_3 + (place > 1), 0, 0)
    return move_of(kind, place, 0, 0)
