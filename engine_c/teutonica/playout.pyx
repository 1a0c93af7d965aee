"""Playing on by plan: what playouts do.

One plan plays all seats, so that what is known of the position is worked out once. It keeps what
claims are worth as long as `memory.pyx` says, and works for one route until the turn is over.
"""

from libc.stdint cimport uint32_t

from engine_c.chance cimport draw_by_odds
from engine_c.game cimport CHANCE, MAX_MOVES, Move, NOBODY
from engine_c.random cimport Random
from engine_c.teutonica.memory cimport note_move
from engine_c.teutonica.moves cimport legal_moves
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.plan cimport plan_move
from engine_c.teutonica.rules cimport apply_move
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.turn cimport step
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport Plan, count_route, open_plan


cdef void play_by_taste(const Board *board, State *state, const Taste *taste, int moves, Random *random) noexcept nogil:
    """Plays on to the end, or `moves` moves; every seat by the same taste."""
    cdef const Taste *tastes[SEATS]
    cdef int seat
    for seat in range(SEATS):
        tastes[seat] = taste
    play_by_tastes(board, state, tastes, moves, random)


cdef void play_by_tastes(
    const Board *board, State *state, const Taste **tastes, int moves, Random *random
) noexcept nogil:
    """The same, each seat by its own taste."""
    cdef Plan plan
    cdef Move move
    cdef int played, seat
    open_plan(&plan, board, state, random)
    for seat in range(state.players):
        plan.tastes[seat] = tastes[seat]
    for played in range(moves):
        if state.to_move == NOBODY:
            return
        move = drawn(state, random) if state.to_move == CHANCE else next_move(&plan)
        require(is_listed(board, state, move))
        apply_move(board, state, move)
        note_move(&plan.memory, state, move)


cdef inline Move next_move(Plan *plan) noexcept nogil:
    cdef Move move = go_on(plan)
    return move if move else plan_move(plan)


cdef inline Move go_on(Plan *plan) noexcept nogil:
    """The next step towards the last route, or its claim; 0 if nothing of that is left to do."""
    cdef const State *state = plan.state
    cdef int route = plan.memory.target
    if route == NONE or state.phase != TURN or not state.actions or plan.me != state.to_move:
        return 0
    count_route(plan, route)
    return step(plan, route)


cdef Move drawn(const State *state, Random *random) noexcept nogil:
    """T54: a marker turns up, by the counts of the supply."""
    cdef uint32_t odds[MARKERS]
    cdef uint32_t total = 0
    cdef int marker
    for marker in range(MARKERS):
        odds[marker] = state.supply[marker]
        total += odds[marker]
    marker = draw_by_odds(odds, total, random)
    return draw_move(marker)


cdef bint is_listed(const Board *board, const State *state, Move move) noexcept nogil:
    """Whether a move is legal; debug builds check, since `step` makes moves without the list."""
    cdef Move moves[MAX_MOVES]
    cdef int count = legal_moves(board, state, moves), number
    for number in range(count):
        if moves[number] == move:
            return True
    return False
