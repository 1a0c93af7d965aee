"""What a plan remembers: offices, who holds the cities, and what claims are worth to each seat.

None of these depends on the pieces on routes, so they outlast most moves. A single decision
begins with an empty memory; playouts keep one for all seats, which makes them fast.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp

from engine_c.game cimport Move
from engine_c.teutonica.facts cimport look_at_holders, look_at_offices
from engine_c.teutonica.network cimport UNMEASURED
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.types cimport *
from engine_c.teutonica.worth cimport judge_claims


cdef void forget_all(Memory *memory) noexcept nogil:
    """The beginning: nothing is known."""
    cdef int seat
    memory.looked = UNKNOWN
    memory.surveyed = memory.target = NONE
    for seat in range(SEATS):
        memory.age[seat] = UNKNOWN
        memory.worths[seat].network.cities = UNMEASURED


cdef void note_move(Memory *memory, const State *after, Move move) noexcept nogil:
    """Marks what a move makes out of date: the only place where anything is forgotten."""
    cdef int kind = move_kind(move), seat
    if kind == M_LIFT or kind == M_DROP:
        memory.moved |= <uint64_t>1 << slot_of(move)
        if after.to_move != memory.surveyed:
            memory.surveyed = NONE      # while a player moves pieces, their undertakings continue
        return
    memory.surveyed = NONE
    if kind == M_END or kind == M_FAVOUR or M_CLAIM <= kind <= M_USE_SWAP:
        memory.target = NONE
    if changes_cities(kind):
        memory.looked = OLD
    if changes_cities(kind) or kind == M_END or kind == M_DRAW or kind == M_MARKER:
        for seat in range(SEATS):
            memory.age[seat] = min(<int>memory.age[seat], OLD)


cdef inline bint changes_cities(int kind) noexcept nogil:
    """Whether moves of a kind change offices, tracks or what a seat has."""
    return M_CLAIM <= kind <= M_USE_SWAP or M_DEVELOP <= kind <= M_NEUTRAL_OFFICE or kind == M_FAVOUR


cdef void look_at_cities(Memory *memory, const Board *board, const State *state) noexcept nogil:
    """Brings offices and holders up to date."""
    if memory.looked != NEW:
        look_at_offices(board, state, &memory.offices)
        look_at_holders(board, state, &memory.holders)
        memory.looked = NEW


cdef const Worth *recall_worth(
    Memory *memory, const Board *board, const State *state, const Taste *taste, int seat, int age
) noexcept nogil:
    """What claims are worth to a seat; judged anew if what is known is older than this age."""
    require(is_right(memory, board, state, taste, seat))
    if memory.age[seat] < age:
        look_at_cities(memory, board, state)
        judge_claims(board, state, &memory.offices, &memory.holders, taste, seat, &memory.worths[seat])
        memory.age[seat] = NEW
    return &memory.worths[seat]


cdef bint is_right(
    const Memory *memory, const Board *board, const State *state, const Taste *taste, int seat
) noexcept nogil:
    """Whether a remembered worth is what would be judged now; debug builds check every time."""
    cdef Offices offices
    cdef Holders holders
    cdef Worth worth
    cdef const Worth *known = &memory.worths[seat]
    if memory.age[seat] != NEW:
        return True
    look_at_offices(board, state, &offices)
    look_at_holders(board, state, &holders)
    worth.network.cities = UNMEASURED
    judge_claims(board, state, &offices, &holders, taste, seat, &worth)
    return worth.left == known.left and worth.lead == known.lead and (
        memcmp(worth.steps, known.steps, sizeof(worth.steps)) == 0) and (
        memcmp(worth.plain, known.plain, board.routes * sizeof(float)) == 0)
