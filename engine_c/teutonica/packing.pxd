"""How a move is packed into 32 bits: the kinds of move, and names for their fields.

Written by `python -m engine_c.move_kinds` from `move_kinds.py` beside it: change that file, not this one.
"""

from libc.stdint cimport uint8_t, uint32_t

from engine_c.game cimport Move

cdef enum:  # kinds of move
    M_FAVOUR = 0            # favour TILE pay MARKER MARKER
    M_INCOME = 1            # income AMOUNT
    M_PLACE = 2             # place K ROUTE
    M_DISPLACE = 3          # displace PIECE ROUTE with K pay KK
    M_LIFT = 4              # lift K ROUTE
    M_CLAIM = 5             # claim ROUTE
    M_CLAIM_OFFICE = 6      # claim ROUTE office CITY
    M_CLAIM_EXTRA = 7       # claim ROUTE extra CITY K
    M_CLAIM_DEVELOP = 8     # claim ROUTE develop TRACK
    M_CLAIM_SPECIAL = 9     # claim ROUTE special POINTS
    M_USE = 10              # use MARKER
    M_USE_DEVELOP = 11      # use develop TRACK
    M_USE_SWAP = 12         # use swap CITY PLACE
    M_END = 13              # end
    M_LIFT_PIECE = 14       # lift PIECE ROUTE
    M_DROP = 15             # drop K ROUTE
    M_DROP_PIECE = 16       # drop PIECE ROUTE
    M_PUT = 17              # put K ROUTE
    M_PUT_FROM = 18         # put K ROUTE from ROUTE
    M_ADD = 19              # add K ROUTE
    M_ADD_FROM = 20         # add K ROUTE from ROUTE
    M_DONE = 21             # done
    M_REMOVE = 22           # remove PIECE ROUTE
    M_DEVELOP = 23          # develop TRACK
    M_GREEN = 24            # green CITY K
    M_TAKE = 25             # take
    M_NEUTRAL = 26          # neutral ROUTE
    M_NEUTRAL_OFFICE = 27   # neutral ROUTE office CITY
    M_DRAW = 28             # draw MARKER
    M_MARKER = 29           # marker MARKER ROUTE
    MOVE_KIND_COUNT = 30

cdef enum:  # the lowest bit of each field
    CITY_AT = 5
    MARKER_AT = 5
    ROUTE_AT = 5
    SLOT_AT = 5
    TILE_AT = 5
    TRACK_AT = 5
    TRADERS_AT = 5
    USED_MARKER_AT = 5
    CLAIMED_TRACK_AT = 11
    END_CITY_AT = 11
    FIRST_MARKER_AT = 11
    LAID_MARKER_AT = 11
    LEFT_OFFICE_AT = 11
    MERCHANTS_AT = 11
    ORIGIN_AT = 11
    PUT_KIND_AT = 11
    SPACE_AT = 11
    SECOND_MARKER_AT = 14
    PIECE_AT = 17
    PIECE_KIND_AT = 17
    PAYMENT_AT = 21

cdef enum:  # what action numbers are counted by
    DIGIT_MARKER = 0
    DIGIT_AMOUNT = 1
    DIGIT_TILE = 2
    DIGIT_MARKER_PAIR = 3
    DIGIT_USED_MARKER = 4
    DIGIT_TRACK = 5
    DIGIT_SLOT = 6
    DIGIT_PIECE_KIND = 7
    DIGIT_RIVAL = 8
    DIGIT_PAYING = 9
    DIGIT_ROUTE = 10
    DIGIT_END_CITY = 11
    DIGIT_CLAIMED_TRACK = 12
    DIGIT_SPACE = 13
    DIGIT_OFFICE = 14
    DIGIT_LAID_MARKER = 15
    DIGIT_PIECE = 16
    DIGIT_ORIGIN = 17
    DIGIT_CITY = 18
    DIGIT_COUNT = 19
    MOST_DIGITS = 3
    NO_DIGIT = 255

cdef extern from *:
    """
    static const unsigned char teutonica_blocks[30] = {
        28, 13, 21, 25, 1, 0, 10, 11, 23, 2, 3, 4, 15, 17, 19, 5, 6, 7, 8, 9, 12, 29, 14, 16, 22, 20, 18, 24, 26, 27,
    };
    static const unsigned char teutonica_digits[90] = {
        2, 3, 255,      /* favour */
        1, 255, 255,      /* income */
        6, 7, 255,      /* place */
        6, 8, 9,      /* displace */
        6, 7, 255,      /* lift */
        10, 255, 255,      /* claim */
        10, 11, 255,      /* claim office */
        10, 11, 7,      /* claim extra */
        10, 12, 255,      /* claim develop */
        10, 13, 255,      /* claim special */
        4, 255, 255,      /* use */
        5, 255, 255,      /* use develop */
        14, 255, 255,      /* use swap */
        255, 255, 255,      /* end */
        6, 16, 255,      /* lift piece */
        6, 7, 255,      /* drop */
        6, 16, 255,      /* drop piece */
        6, 7, 255,      /* put */
        6, 17, 7,      /* put from */
        6, 7, 255,      /* add */
        6, 17, 7,      /* add from */
        255, 255, 255,      /* done */
        6, 16, 255,      /* remove */
        5, 255, 255,      /* develop */
        18, 7, 255,      /* green */
        255, 255, 255,      /* take */
        10, 255, 255,      /* neutral */
        10, 11, 255,      /* neutral office */
        0, 255, 255,      /* draw */
        10, 15, 255,      /* marker */
    };
    """
    const uint8_t *BLOCKS "teutonica_blocks"      # kinds of move in the order of their action numbers
    const uint8_t *DIGITS "teutonica_digits"      # MOST_DIGITS of each kind of move

cdef inline int move_kind(Move move) noexcept nogil:
    return <int>(move & 31)

cdef inline int city_of(Move move) noexcept nogil:
    return <int>((move >> CITY_AT) & 63)

cdef inline Move with_city(Move move, uint32_t city) noexcept nogil:
    return move | (city << CITY_AT)

cdef inline int marker_of(Move move) noexcept nogil:
    return <int>((move >> MARKER_AT) & 63)

cdef inline Move with_marker(Move move, uint32_t marker) noexcept nogil:
    return move | (marker << MARKER_AT)

cdef inline int route_of(Move move) noexcept nogil:
    return <int>((move >> ROUTE_AT) & 63)

cdef inline Move with_route(Move move, uint32_t route) noexcept nogil:
    return move | (route << ROUTE_AT)

cdef inline int slot_of(Move move) noexcept nogil:
    return <int>((move >> SLOT_AT) & 63)

cdef inline Move with_slot(Move move, uint32_t slot) noexcept nogil:
    return move | (slot << SLOT_AT)

cdef inline int tile_of(Move move) noexcept nogil:
    return <int>((move >> TILE_AT) & 63)

cdef inline Move with_tile(Move move, uint32_t tile) noexcept nogil:
    return move | (tile << TILE_AT)

cdef inline int track_of(Move move) noexcept nogil:
    return <int>((move >> TRACK_AT) & 63)

cdef inline Move with_track(Move move, uint32_t track) noexcept nogil:
    return move | (track << TRACK_AT)

cdef inline int traders_of(Move move) noexcept nogil:
    return <int>((move >> TRADERS_AT) & 63)

cdef inline Move with_traders(Move move, uint32_t traders) noexcept nogil:
    return move | (traders << TRADERS_AT)

cdef inline int used_marker_of(Move move) noexcept nogil:
    return <int>((move >> USED_MARKER_AT) & 63)

cdef inline Move with_used_marker(Move move, uint32_t used_marker) noexcept nogil:
    return move | (used_marker << USED_MARKER_AT)

cdef inline int claimed_track_of(Move move) noexcept nogil:
    return <int>((move >> CLAIMED_TRACK_AT) & 63)

cdef inline Move with_claimed_track(Move move, uint32_t claimed_track) noexcept nogil:
    return move | (claimed_track << CLAIMED_TRACK_AT)

cdef inline int end_city_of(Move move) noexcept nogil:
    return <int>((move >> END_CITY_AT) & 63)

cdef inline Move with_end_city(Move move, uint32_t end_city) noexcept nogil:
    return move | (end_city << END_CITY_AT)

cdef inline int first_marker_of(Move move) noexcept nogil:
    return <int>((move >> FIRST_MARKER_AT) & 7)

cdef inline Move with_first_marker(Move move, uint32_t first_marker) noexcept nogil:
    return move | (first_marker << FIRST_MARKER_AT)

cdef inline int laid_marker_of(Move move) noexcept nogil:
    return <int>((move >> LAID_MARKER_AT) & 63)

cdef inline Move with_laid_marker(Move move, uint32_t laid_marker) noexcept nogil:
    return move | (laid_marker << LAID_MARKER_AT)

cdef inline int left_office_of(Move move) noexcept nogil:
    return <int>((move >> LEFT_OFFICE_AT) & 63)

cdef inline Move with_left_office(Move move, uint32_t left_office) noexcept nogil:
    return move | (left_office << LEFT_OFFICE_AT)

cdef inline int merchants_of(Move move) noexcept nogil:
    return <int>((move >> MERCHANTS_AT) & 63)

cdef inline Move with_merchants(Move move, uint32_t merchants) noexcept nogil:
    return move | (merchants << MERCHANTS_AT)

cdef inline int origin_of(Move move) noexcept nogil:
    return <int>((move >> ORIGIN_AT) & 63)

cdef inline Move with_origin(Move move, uint32_t origin) noexcept nogil:
    return move | (origin << ORIGIN_AT)

cdef inline int put_kind_of(Move move) noexcept nogil:
    return <int>((move >> PUT_KIND_AT) & 63)

cdef inline Move with_put_kind(Move move, uint32_t put_kind) noexcept nogil:
    return move | (put_kind << PUT_KIND_AT)

cdef inline int space_of(Move move) noexcept nogil:
    return <int>((move >> SPACE_AT) & 63)

cdef inline Move with_space(Move move, uint32_t space) noexcept nogil:
    return move | (space << SPACE_AT)

cdef inline int second_marker_of(Move move) noexcept nogil:
    return <int>((move >> SECOND_MARKER_AT) & 7)

cdef inline Move with_second_marker(Move move, uint32_t second_marker) noexcept nogil:
    return move | (second_marker << SECOND_MARKER_AT)

cdef inline int piece_of(Move move) noexcept nogil:
    return <int>((move >> PIECE_AT) & 15)

cdef inline Move with_piece(Move move, uint32_t piece) noexcept nogil:
    return move | (piece << PIECE_AT)

cdef inline int piece_kind_of(Move move) noexcept nogil:
    return <int>((move >> PIECE_KIND_AT) & 15)

cdef inline Move with_piece_kind(Move move, uint32_t piece_kind) noexcept nogil:
    return move | (piece_kind << PIECE_KIND_AT)

cdef inline int payment_of(Move move) noexcept nogil:
    return <int>((move >> PAYMENT_AT) & 7)

cdef inline Move with_payment(Move move, uint32_t payment) noexcept nogil:
    return move | (payment << PAYMENT_AT)

cdef inline Move favour_move(uint32_t tile, uint32_t first_marker, uint32_t second_marker) noexcept nogil:
    return <Move>M_FAVOUR | (tile << TILE_AT) | (first_marker << FIRST_MARKER_AT) | (second_marker << SECOND_MARKER_AT)

cdef inline Move income_move(uint32_t traders, uint32_t merchants) noexcept nogil:
    return <Move>M_INCOME | (traders << TRADERS_AT) | (merchants << MERCHANTS_AT)

cdef inline Move place_move(uint32_t slot, uint32_t piece_kind) noexcept nogil:
    return <Move>M_PLACE | (slot << SLOT_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move displace_move(uint32_t slot, uint32_t put_kind, uint32_t piece, uint32_t payment) noexcept nogil:
    return <Move>M_DISPLACE | (slot << SLOT_AT) | (put_kind << PUT_KIND_AT) | (piece << PIECE_AT) | (payment << PAYMENT_AT)

cdef inline Move lift_move(uint32_t slot, uint32_t piece_kind) noexcept nogil:
    return <Move>M_LIFT | (slot << SLOT_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move claim_move(uint32_t route) noexcept nogil:
    return <Move>M_CLAIM | (route << ROUTE_AT)

cdef inline Move claim_office_move(uint32_t route, uint32_t end_city) noexcept nogil:
    return <Move>M_CLAIM_OFFICE | (route << ROUTE_AT) | (end_city << END_CITY_AT)

cdef inline Move claim_extra_move(uint32_t route, uint32_t end_city, uint32_t piece_kind) noexcept nogil:
    return <Move>M_CLAIM_EXTRA | (route << ROUTE_AT) | (end_city << END_CITY_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move claim_develop_move(uint32_t route, uint32_t claimed_track) noexcept nogil:
    return <Move>M_CLAIM_DEVELOP | (route << ROUTE_AT) | (claimed_track << CLAIMED_TRACK_AT)

cdef inline Move claim_special_move(uint32_t route, uint32_t space) noexcept nogil:
    return <Move>M_CLAIM_SPECIAL | (route << ROUTE_AT) | (space << SPACE_AT)

cdef inline Move use_move(uint32_t used_marker) noexcept nogil:
    return <Move>M_USE | (used_marker << USED_MARKER_AT)

cdef inline Move use_develop_move(uint32_t track) noexcept nogil:
    return <Move>M_USE_DEVELOP | (track << TRACK_AT)

cdef inline Move use_swap_move(uint32_t city, uint32_t left_office) noexcept nogil:
    return <Move>M_USE_SWAP | (city << CITY_AT) | (left_office << LEFT_OFFICE_AT)

cdef inline Move end_move() noexcept nogil:
    return <Move>M_END

cdef inline Move lift_piece_move(uint32_t slot, uint32_t piece) noexcept nogil:
    return <Move>M_LIFT_PIECE | (slot << SLOT_AT) | (piece << PIECE_AT)

cdef inline Move drop_move(uint32_t slot, uint32_t piece_kind) noexcept nogil:
    return <Move>M_DROP | (slot << SLOT_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move drop_piece_move(uint32_t slot, uint32_t piece) noexcept nogil:
    return <Move>M_DROP_PIECE | (slot << SLOT_AT) | (piece << PIECE_AT)

cdef inline Move put_move(uint32_t slot, uint32_t piece_kind) noexcept nogil:
    return <Move>M_PUT | (slot << SLOT_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move put_from_move(uint32_t slot, uint32_t origin, uint32_t piece_kind) noexcept nogil:
    return <Move>M_PUT_FROM | (slot << SLOT_AT) | (origin << ORIGIN_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move add_move(uint32_t slot, uint32_t piece_kind) noexcept nogil:
    return <Move>M_ADD | (slot << SLOT_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move add_from_move(uint32_t slot, uint32_t origin, uint32_t piece_kind) noexcept nogil:
    return <Move>M_ADD_FROM | (slot << SLOT_AT) | (origin << ORIGIN_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move done_move() noexcept nogil:
    return <Move>M_DONE

cdef inline Move remove_move(uint32_t slot, uint32_t piece) noexcept nogil:
    return <Move>M_REMOVE | (slot << SLOT_AT) | (piece << PIECE_AT)

cdef inline Move develop_move(uint32_t track) noexcept nogil:
    return <Move>M_DEVELOP | (track << TRACK_AT)

cdef inline Move green_move(uint32_t city, uint32_t piece_kind) noexcept nogil:
    return <Move>M_GREEN | (city << CITY_AT) | (piece_kind << PIECE_KIND_AT)

cdef inline Move take_move() noexcept nogil:
    return <Move>M_TAKE

cdef inline Move neutral_move(uint32_t route) noexcept nogil:
    return <Move>M_NEUTRAL | (route << ROUTE_AT)

cdef inline Move neutral_office_move(uint32_t route, uint32_t end_city) noexcept nogil:
    return <Move>M_NEUTRAL_OFFICE | (route << ROUTE_AT) | (end_city << END_CITY_AT)

cdef inline Move draw_move(uint32_t marker) noexcept nogil:
    return <Move>M_DRAW | (marker << MARKER_AT)

cdef inline Move marker_move(uint32_t route, uint32_t laid_marker) noexcept nogil:
    return <Move>M_MARKER | (route << ROUTE_AT) | (laid_marker << LAID_MARKER_AT)
