"""How a move is packed into 32 bits: the kinds of move, and names for their fields.

Written by `python -m engine_c.move_kinds` from `move_kinds.py` beside it: change that file, not this one.
"""

from libc.stdint cimport uint8_t, uint32_t

from engine_c.game cimport Move

cdef enum:  # kinds of move
    M_FOUND = 0             # found CITY
    M_REFILL = 1            # refill
    M_SKIP = 2              # skip
    M_REVEAL = 3            # reveal GOODS
    M_SAIL = 4              # sail CITY
    M_BUY = 5               # buy GOODS
    M_BUILD = 6             # build GOODS
    M_SELL = 7              # sell GOODS
    M_END = 8               # end
    M_DONE = 9              # done
    M_LOSE = 10             # lose GOODS
    M_DROP = 11             # drop GOODS
    MOVE_KIND_COUNT = 12

cdef enum:  # the lowest bit of each field
    CITY_AT = 4
    GOODS_AT = 4

cdef enum:  # what action numbers are counted by
    DIGIT_GOODS = 0
    DIGIT_CITY = 1
    DIGIT_COUNT = 2
    MOST_DIGITS = 1
    NO_DIGIT = 255

cdef extern from *:
    """
    static const unsigned char hansa2004_blocks[12] = {
        3, 1, 2, 8, 9, 0, 4, 5, 6, 7, 10, 11,
    };
    static const unsigned char hansa2004_digits[12] = {
        1,      /* found */
        255,      /* refill */
        255,      /* skip */
        0,      /* reveal */
        1,      /* sail */
        0,      /* buy */
        0,      /* build */
        0,      /* sell */
        255,      /* end */
        255,      /* done */
        0,      /* lose */
        0,      /* drop */
    };
    """
    const uint8_t *BLOCKS "hansa2004_blocks"      # kinds of move in the order of their action numbers
    const uint8_t *DIGITS "hansa2004_digits"      # MOST_DIGITS of each kind of move

cdef inline int move_kind(Move move) noexcept nogil:
    return <int>(move & 15)

cdef inline int city_of(Move move) noexcept nogil:
    return <int>((move >> CITY_AT) & 31)

cdef inline Move with_city(Move move, uint32_t city) noexcept nogil:
    return move | (city << CITY_AT)

cdef inline int goods_of(Move move) noexcept nogil:
    return <int>((move >> GOODS_AT) & 31)

cdef inline Move with_goods(Move move, uint32_t goods) noexcept nogil:
    return move | (goods << GOODS_AT)

cdef inline Move found_move(uint32_t city) noexcept nogil:
    return <Move>M_FOUND | (city << CITY_AT)

cdef inline Move refill_move() noexcept nogil:
    return <Move>M_REFILL

cdef inline Move skip_move() noexcept nogil:
    return <Move>M_SKIP

cdef inline Move reveal_move(uint32_t goods) noexcept nogil:
    return <Move>M_REVEAL | (goods << GOODS_AT)

cdef inline Move sail_move(uint32_t city) noexcept nogil:
    return <Move>M_SAIL | (city << CITY_AT)

cdef inline Move buy_move(uint32_t goods) noexcept nogil:
    return <Move>M_BUY | (goods << GOODS_AT)

cdef inline Move build_move(uint32_t goods) noexcept nogil:
    return <Move>M_BUILD | (goods << GOODS_AT)

cdef inline Move sell_move(uint32_t goods) noexcept nogil:
    return <Move>M_SELL | (goods << GOODS_AT)

cdef inline Move end_move() noexcept nogil:
    return <Move>M_END

cdef inline Move done_move() noexcept nogil:
    return <Move>M_DONE

cdef inline Move lose_move(uint32_t goods) noexcept nogil:
    return <Move>M_LOSE | (goods << GOODS_AT)

cdef inline Move drop_move(uint32_t goods) noexcept nogil:
    return <Move>M_DROP | (goods << GOODS_AT)
