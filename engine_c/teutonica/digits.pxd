"""What action numbers count by: each digit's value in a move (`numbering.pxd` combines them)."""

from engine_c.game cimport Move
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *

cdef enum:
    AMOUNTS = (MOST_TRADERS + 1) * (MOST_MERCHANTS + 1) - 1     # of pieces, without none at all
    MARKER_PAIRS = 28       # of two markers, in order
    USABLE_MARKERS = 4      # with `use MARKER`: plus-3, plus-4, move-3, remove-3
    PAYING_TRADER = 4       # ways to displace a trader: two pieces to put, two payments
    PAYING = 10             # and a merchant: two pieces, three payments


cdef inline int relative(int players, int mover, int owner) noexcept nogil:
    """An owner as seen by the mover: 0 is itself; the neutral owner keeps its number, the last."""
    if owner >= players:
        return owner
    return owner - mover + (players if owner < mover else 0)


cdef inline int digit_of(const Board *board, int players, int mover, int digit, Move move) noexcept nogil:
    """The value of a digit in a move that is counted by it."""
    cdef int first
    if digit == DIGIT_SLOT:
        return slot_of(move)
    elif digit == DIGIT_PIECE_KIND:
        return piece_kind_of(move)
    elif digit == DIGIT_RIVAL:            # an owner who is not the mover
        return relative(players, mover, piece_of(move) >> 1) - 1
    elif digit == DIGIT_PAYING:           # what is displaced, put and paid
        if piece_of(move) & 1:
            return PAYING_TRADER + 3 * put_kind_of(move) + payment_of(move) - PAY_TT
        return 2 * put_kind_of(move) + payment_of(move)
    elif digit == DIGIT_PIECE:
        return 2 * relative(players, mover, piece_of(move) >> 1) + (piece_of(move) & 1)
    elif digit == DIGIT_ROUTE:
        return route_of(move)
    elif digit == DIGIT_END_CITY:
        return board.route_city[route_of(move)][1] == end_city_of(move)
    elif digit == DIGIT_ORIGIN:
        return origin_of(move)
    elif digit == DIGIT_CITY:
        return city_of(move)
    elif digit == DIGIT_OFFICE:
        return board.first_office[city_of(move)] + left_office_of(move)
    elif digit == DIGIT_TRACK:
        return track_of(move)
    elif digit == DIGIT_CLAIMED_TRACK:
        return claimed_track_of(move)
    elif digit == DIGIT_MARKER:
        return marker_of(move)
    elif digit == DIGIT_LAID_MARKER:
        return laid_marker_of(move)
    elif digit == DIGIT_USED_MARKER:      # `develop` lies between them
        return used_marker_of(move) - PLUS_3 - (used_marker_of(move) > PLUS_4)
    elif digit == DIGIT_MARKER_PAIR:      # the first is not after the second
        first = first_marker_of(move)
        return first * MARKERS - (first * (first - 1)) // 2 + second_marker_of(move) - first
    elif digit == DIGIT_SPACE:
        return space_of(move)
    elif digit == DIGIT_TILE:
        return tile_of(move)
    return (MOST_TRADERS + 1) * merchants_of(move) + traders_of(move) - 1       # an amount
