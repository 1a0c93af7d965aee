"""Where in its block of action numbers a move is: its digits, put together.

Written by `python -m engine_c.move_kinds` from `move_kinds.py` beside it: change that file, not this one.
"""

from engine_c.game cimport Move
from engine_c.teutonica.digits cimport digit_of
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport Board

cdef inline int place_in_block(const Board *board, int players, int mover, Move move) noexcept nogil:
    cdef int kind = move_kind(move), number = 0
    if kind == M_DISPLACE:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_RIVAL] + digit_of(board, players, mover, DIGIT_RIVAL, move)
        number = number * board.digit_size[DIGIT_PAYING] + digit_of(board, players, mover, DIGIT_PAYING, move)
    elif kind == M_CLAIM_EXTRA:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_END_CITY] + digit_of(board, players, mover, DIGIT_END_CITY, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_ADD_FROM:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_ORIGIN] + digit_of(board, players, mover, DIGIT_ORIGIN, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_PUT_FROM:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_ORIGIN] + digit_of(board, players, mover, DIGIT_ORIGIN, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_FAVOUR:
        number = digit_of(board, players, mover, DIGIT_TILE, move)
        number = number * board.digit_size[DIGIT_MARKER_PAIR] + digit_of(board, players, mover, DIGIT_MARKER_PAIR, move)
    elif kind == M_PLACE:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_LIFT:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_DROP:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_PUT:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_ADD:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_CLAIM_OFFICE:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_END_CITY] + digit_of(board, players, mover, DIGIT_END_CITY, move)
    elif kind == M_CLAIM_DEVELOP:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_CLAIMED_TRACK] + digit_of(board, players, mover, DIGIT_CLAIMED_TRACK, move)
    elif kind == M_CLAIM_SPECIAL:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_SPACE] + digit_of(board, players, mover, DIGIT_SPACE, move)
    elif kind == M_MARKER:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_LAID_MARKER] + digit_of(board, players, mover, DIGIT_LAID_MARKER, move)
    elif kind == M_LIFT_PIECE:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE] + digit_of(board, players, mover, DIGIT_PIECE, move)
    elif kind == M_DROP_PIECE:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE] + digit_of(board, players, mover, DIGIT_PIECE, move)
    elif kind == M_REMOVE:
        number = digit_of(board, players, mover, DIGIT_SLOT, move)
        number = number * board.digit_size[DIGIT_PIECE] + digit_of(board, players, mover, DIGIT_PIECE, move)
    elif kind == M_GREEN:
        number = digit_of(board, players, mover, DIGIT_CITY, move)
        number = number * board.digit_size[DIGIT_PIECE_KIND] + digit_of(board, players, mover, DIGIT_PIECE_KIND, move)
    elif kind == M_NEUTRAL_OFFICE:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
        number = number * board.digit_size[DIGIT_END_CITY] + digit_of(board, players, mover, DIGIT_END_CITY, move)
    elif kind == M_DRAW:
        number = digit_of(board, players, mover, DIGIT_MARKER, move)
    elif kind == M_INCOME:
        number = digit_of(board, players, mover, DIGIT_AMOUNT, move)
    elif kind == M_USE:
        number = digit_of(board, players, mover, DIGIT_USED_MARKER, move)
    elif kind == M_USE_DEVELOP:
        number = digit_of(board, players, mover, DIGIT_TRACK, move)
    elif kind == M_DEVELOP:
        number = digit_of(board, players, mover, DIGIT_TRACK, move)
    elif kind == M_CLAIM:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
    elif kind == M_USE_SWAP:
        number = digit_of(board, players, mover, DIGIT_OFFICE, move)
    elif kind == M_NEUTRAL:
        number = digit_of(board, players, mover, DIGIT_ROUTE, move)
    return number
