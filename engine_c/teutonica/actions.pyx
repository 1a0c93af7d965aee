"""Action numbers: a small dense number for every move that a board has (MOVES.md, section 11), for
learners.

Every kind of move is a block of numbers. What a block is counted by, its *digits*, and the order of
the blocks are declared in `move_kinds.py`; what each digit counts is said here and, for the way
from a move to its number, in `digits.pxd`. Owners of pieces are counted from the seat that decides,
so that a number means the same to every seat.
"""

from engine_c.game cimport Move, NO_MOVE
from engine_c.teutonica.digits cimport *
from engine_c.teutonica.numbering cimport place_in_block
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *


cdef void number_actions(Board *board, int most_players, bint for_two) noexcept:
    """Gives every block of a board its first number. `for_two`: two may play, with neutrals
    (T90)."""
    cdef int number = 0, place, kind, route, digit
    cdef bint abroad = False
    for route in range(board.routes):
        abroad = abroad or board.permanent[route] == PLACE_2_ABROAD
    board.owners = max(most_players, 3 if for_two else 0)
    for digit in range(DIGIT_COUNT):
        board.digit_size[digit] = digit_size(board, digit)
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
    cdef int place, size = 1
    for place in range(MOST_DIGITS):
        if DIGITS[kind * MOST_DIGITS + place] != NO_DIGIT:
            size *= board.digit_size[DIGITS[kind * MOST_DIGITS + place]]
    return size


cdef inline int absolute(int players, int mover, int owner) noexcept nogil:
    """The inverse; NONE when there is no such owner."""
    if owner >= players:
        return owner if players == 2 and owner == 2 else NONE
    return (owner + mover) % players


# --- what is counted by ---------------------------------------------------------------------------

cdef int digit_size(const Board *board, int digit) noexcept:
    """How many values a digit has on a board."""
    if digit == DIGIT_SLOT or digit == DIGIT_ORIGIN:
        return board.slots
    if digit == DIGIT_ROUTE:
        return board.routes
    if digit == DIGIT_CITY:
        return board.cities
    if digit == DIGIT_OFFICE:
        return board.offices
    if digit == DIGIT_TRACK or digit == DIGIT_CLAIMED_TRACK:
        return TRACKS
    if digit == DIGIT_MARKER or digit == DIGIT_LAID_MARKER:
        return MARKERS
    if digit == DIGIT_USED_MARKER:
        return USABLE_MARKERS
    if digit == DIGIT_MARKER_PAIR:
        return MARKER_PAIRS
    if digit == DIGIT_SPACE:
        return SPACES
    if digit == DIGIT_TILE:
        return TILES
    if digit == DIGIT_AMOUNT:
        return AMOUNTS
    if digit == DIGIT_PIECE:
        return 2 * board.owners
    if digit == DIGIT_RIVAL:
        return board.owners - 1
    if digit == DIGIT_PAYING:
        return PAYING
    return 2        # a kind of piece, an end of a route


cdef Move with_digit(const Board *board, int players, int mover, int digit, int value, Move move) noexcept nogil:
    """The move with one more digit filled in; NO_MOVE if no such move exists."""
    cdef int owner, city, first
    if digit == DIGIT_SLOT:
        return with_slot(move, value)
    elif digit == DIGIT_PIECE_KIND:
        return with_piece_kind(move, value)
    elif digit == DIGIT_RIVAL:
        owner = absolute(players, mover, value + 1)
        return with_piece(move, 2 * owner) if owner != NONE else <Move>NO_MOVE
    elif digit == DIGIT_PAYING:
        if value < PAYING_TRADER:
            return with_payment(with_put_kind(move, value >> 1), value & 1)
        if piece_of(move) >> 1 == players:
            return NO_MOVE      # no neutral merchants (T90)
        value -= PAYING_TRADER
        return with_payment(with_put_kind(with_piece(move, MERCHANT), value // 3), PAY_TT + value % 3)
    elif digit == DIGIT_PIECE:
        owner = absolute(players, mover, value >> 1)
        if owner == NONE or (owner == players and value & 1):
            return NO_MOVE
        return with_piece(move, 2 * owner + (value & 1))
    elif digit == DIGIT_ROUTE:
        return with_route(move, value)
    elif digit == DIGIT_END_CITY:
        return with_end_city(move, board.route_city[route_of(move)][value])
    elif digit == DIGIT_ORIGIN:
        return with_origin(move, value)
    elif digit == DIGIT_CITY:
        return with_city(move, value)
    elif digit == DIGIT_OFFICE:
        city = board.cities - 1
        while value < board.first_office[city] or board.office_count[city] == 0:
            city -= 1
        return with_left_office(with_city(move, city), value - board.first_office[city])
    elif digit == DIGIT_TRACK:
        return with_track(move, value)
    elif digit == DIGIT_CLAIMED_TRACK:
        return with_claimed_track(move, value)
    elif digit == DIGIT_MARKER:
        return with_marker(move, value)
    elif digit == DIGIT_LAID_MARKER:
        return with_laid_marker(move, value)
    elif digit == DIGIT_USED_MARKER:
        return with_used_marker(move, value + PLUS_3 + (value > 1))
    elif digit == DIGIT_MARKER_PAIR:
        first = 0
        while value >= MARKERS - first:
            value -= MARKERS - first
            first += 1
        return with_second_marker(with_first_marker(move, first), first + value)
    elif digit == DIGIT_SPACE:
        return with_space(move, value)
    elif digit == DIGIT_TILE:
        return with_tile(move, value)
    return with_merchants(with_traders(move, (value + 1) % (MOST_TRADERS + 1)), (value + 1) // (MOST_TRADERS + 1))


# --- moves and their numbers ----------------------------------------------------------------------

cdef int number_of_move(const Board *board, int players, int mover, Move move) noexcept nogil:
    """The number of a move, as the mover counts."""
    return board.first_action[move_kind(move)] + place_in_block(board, players, mover, move)


cdef Move move_of_number(const Board *board, int players, int mover, int number) noexcept nogil:
    """The move of a number, as the mover counts; NO_MOVE when no move has it."""
    cdef int place = MOVE_KIND_COUNT - 1
    if number < 0 or number >= board.actions:
        return NO_MOVE
    while number < board.first_action[BLOCKS[place]]:
        place -= 1
    return move_in_block(board, players, mover, BLOCKS[place], number - board.first_action[BLOCKS[place]])


cdef Move move_in_block(const Board *board, int players, int mover, int kind, int number) noexcept nogil:
    """The digits of a number one by one, the first one counting most."""
    cdef const uint8_t *digits = DIGITS + kind * MOST_DIGITS
    cdef int values[MOST_DIGITS]
    cdef int place
    cdef Move move = <Move>kind
    for place in range(MOST_DIGITS - 1, -1, -1):
        if digits[place] != NO_DIGIT:
            values[place] = number % board.digit_size[digits[place]]
            number //= board.digit_size[digits[place]]
    for place in range(MOST_DIGITS):
        if digits[place] != NO_DIGIT and move != NO_MOVE:
            move = with_digit(board, players, mover, digits[place], values[place], move)
    return move
