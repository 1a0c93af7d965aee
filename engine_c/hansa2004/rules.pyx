"""What a move does, one function for each kind of move. The caller has checked that it is legal."""

from engine_c.game cimport CHANCE, Move, NOBODY
from engine_c.hansa2004.moves cimport may_go_on_selling
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.types cimport *


cdef void apply_move(const Board *board, State *state, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == M_SAIL:
        sail(state, city_of(move))
    elif kind == M_BUY:
        buy(state, goods_of(move))
    elif kind == M_REVEAL:
        reveal(board, state, goods_of(move))
    elif kind == M_BUILD:
        build(state, goods_of(move))
    elif kind == M_SELL:
        sell(state, goods_of(move))
    elif kind == M_END:
        pay_taxes(board, state)
    elif kind == M_DONE:
        finish_sale(state)
    elif kind == M_LOSE:
        lose(state, goods_of(move))
    elif kind == M_DROP:
        drop(board, state, goods_of(move))
    elif kind == M_REFILL:
        refill(state)
    elif kind == M_SKIP:
        act(state)
    else:
        found(board, state, city_of(move))


# --- setup ----------------------------------------------------------------------------------------

cdef void found(const Board *board, State *state, int city) noexcept nogil:
    """H11: three rounds, then the first turn begins."""
    cdef int seat = state.to_move
    require(state.phase == FOUND)
    put_booths(state, city, seat, FOUND_BOOTHS)
    state.turn = next_seat(state, seat)
    state.to_move = state.turn
    if state.stock[state.turn] == board.booths - FOUND_ROUNDS * FOUND_BOOTHS:
        begin_turn(board, state, 0)


cdef inline void put_booths(State *state, int city, int seat, int count) noexcept nogil:
    require(count <= state.stock[seat])
    state.booths[city] += count << (4 * seat)
    state.stock[seat] -= count


# --- the turn -------------------------------------------------------------------------------------

cdef void begin_turn(const Board *board, State *state, int seat) noexcept nogil:
    """H20: the income; then the refill, where there is anything to refill (H21)."""
    state.turn = state.to_move = seat
    state.acted = 0
    state.talers[seat] += INCOME
    state.phase = REFILL if state.left and next_space(board, state) != NONE else TURN


cdef void refill(State *state) noexcept nogil:
    """H21."""
    require(state.talers[state.turn] > 0)
    state.talers[state.turn] -= 1
    state.phase = REVEAL
    state.to_move = CHANCE


cdef inline void act(State *state) noexcept nogil:
    """H30: on to sailing and acting."""
    state.phase = TURN
    state.to_move = state.turn


cdef void reveal(const Board *board, State *state, int kind) noexcept nogil:
    """H22."""
    state.supply -= one_of(kind)
    state.left -= 1
    put_goods(state, next_space(board, state), kind)
    if not state.left or next_space(board, state) == NONE:
        act(state)


cdef void put_goods(State *state, int city, int kind) noexcept nogil:
    """Puts goods into the first empty space. A city's goods are sorted: their order means
    nothing."""
    cdef uint8_t *goods = state.goods[city]
    require(goods[0] == 0 or goods[1] == 0)
    if goods[0] == 0:
        goods[0] = kind + 1
    elif goods[0] <= kind + 1:
        goods[1] = kind + 1
    else:
        goods[1] = goods[0]
        goods[0] = kind + 1


cdef void sail(State *state, int city) noexcept nogil:
    """H31, H32: a new stop."""
    require(state.talers[state.turn] > 0)
    state.talers[state.turn] -= 1
    state.ship = city
    state.acted = 0


cdef void buy(State *state, int kind) noexcept nogil:
    """H33: a taler to the majority, or to the bank; free with the majority oneself."""
    cdef uint8_t *goods = state.goods[state.ship]
    cdef int owner = majority(state, state.ship)
    if goods[0] == kind + 1:
        goods[0] = goods[1]
    goods[1] = 0
    state.unsold[state.turn] += one_of(kind)
    state.acted = 1
    if owner == state.turn:
        return
    require(state.talers[state.turn] > 0)
    state.talers[state.turn] -= 1
    if owner != NONE:
        state.talers[owner] += 1


cdef void build(State *state, int kind) noexcept nogil:
    """H35: the marker is out of the game."""
    cdef int seat = state.turn
    state.unsold[seat] -= one_of(kind)
    put_booths(state, state.ship, seat, min(barrels_of(kind), <int>state.stock[seat]))
    state.acted = 1


# --- selling --------------------------------------------------------------------------------------

cdef void sell(State *state, int kind) noexcept nogil:
    """H37: with the first marker of a sale the booth goes back."""
    cdef int seat = state.turn, colour = colour_of(kind)
    if state.phase == TURN:
        require(booths_of(state, state.ship, seat) > 0)
        state.booths[state.ship] -= 1 << (4 * seat)
        state.stock[seat] += 1
        state.acted = 1
        state.phase = SELL
    state.unsold[seat] -= one_of(kind)
    state.sold[seat] += one_of(kind)
    state.single = not (state.sale >> colour) & 1
    state.sale |= 1 << colour
    state.last = kind + 1
    if not state.single and not may_go_on_selling(state):
        finish_sale(state)      # `done` would be the only move (D6)


cdef void finish_sale(State *state) noexcept nogil:
    state.last = state.single = 0
    next_loss(state, next_seat(state, state.turn), 0)


cdef void next_loss(State *state, int seat, int colour) noexcept nogil:
    """H39: the next seat to lose a marker, from this seat and colour on; then the turn
    continues."""
    while seat != state.turn:
        while colour < COLOURS:
            if (state.sale >> colour) & 1 and state.unsold[seat] & fields_of(colour):
                state.phase = LOSE
                state.to_move = seat
                state.losing = colour + 1
                return
            colour += 1
        colour = 0
        seat = next_seat(state, seat)
    state.sale = state.losing = 0
    act(state)


cdef void lose(State *state, int kind) noexcept nogil:
    state.unsold[state.to_move] -= one_of(kind)
    next_loss(state, state.to_move, state.losing)


# --- the end of a turn ----------------------------------------------------------------------------

cdef void pay_taxes(const Board *board, State *state) noexcept nogil:
    """H41: talers at once, markers by choice."""
    cdef int seat = state.turn
    state.acted = 0
    if state.talers[seat] > KEPT:
        state.talers[seat] = KEPT
    if total_of(state.unsold[seat]) > KEPT:
        state.phase = KEEP
    else:
        end_turn(board, state)


cdef void drop(const Board *board, State *state, int kind) noexcept nogil:
    state.unsold[state.turn] -= one_of(kind)
    if total_of(state.unsold[state.turn]) <= KEPT:
        end_turn(board, state)


cdef void end_turn(const Board *board, State *state) noexcept nogil:
    """H50: once the last pile is begun, the round is the last one."""
    if is_last_round(board, state) and state.turn == state.players - 1:
        state.phase = OVER
        state.reason = BY_MARKERS
        state.to_move = NOBODY
        return
    state.turns += 1
    begin_turn(board, state, next_seat(state, state.turn))


cdef void cut_off_game(State *state) noexcept nogil:
    """H51: the game ends in this position; a marker alone of its colour in a sale is taken back."""
    require(state.phase != OVER)
    if state.phase == SELL and state.single:
        state.unsold[state.turn] += one_of(state.last - 1)
        state.sold[state.turn] -= one_of(state.last - 1)
    state.phase = OVER
    state.reason = CUT_OFF
    state.to_move = NOBODY
    state.acted = state.sale = state.last = state.single = state.losing = 0
