"""`Plan`: the player who decides, and every route as an undertaking.

Each route is an *undertaking*: what its claim would bring (`value`), what it still costs (`cost`),
and so what each action brings (`rate`). The plan works towards the undertaking with the highest
rate.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from engine_c.random cimport Random
from engine_c.teutonica.memory cimport Memory
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, ROUTES, SEATS, State
from engine_c.teutonica.worth cimport LATEST, Worth

cdef enum:
    OUT_OF_REACH = 60       # actions: what cannot be done

cdef struct Presence:
    # The pieces of the mover and of others on every route.
    int8_t traders[ROUTES]          # of the mover
    int8_t merchants[ROUTES]
    int8_t houses[ROUTES]           # free places
    int8_t ships[ROUTES]
    int8_t foes[ROUTES]             # pieces of others; of these
    int8_t foe_merchants[ROUTES]
    int8_t foes_on_ships[ROUTES]
    uint64_t opposed                # routes that hold a piece of another

cdef struct Means:
    # The resources of the mover, and the costs of using them.
    int actions_a_turn
    int supply                      # pieces of both kinds
    int stock
    int merchants                   # of the supply
    int all_merchants               # of supply and stock
    int bank_up, bank_part  # incomes for a number of pieces: ((pieces + bank_up) * bank_part) >> 16
    float piece                     # actions of income that a piece will cost
    # Additional actions for each missing piece, each piece abroad (T81), each piece of others, each
    # merchant of others:
    float missing, permit, foe, foe_merchant

cdef struct Undertakings:
    # One array per quantity, so that the compiler vectorises loops over routes.
    float luck[ROUTES]              # around 1: the noise of the judgement
    float value[ROUTES]             # points, all that the claim brings
    float cost[ROUTES]              # actions, the claim included
    float rate[ROUTES]              # points an action, less if it takes more than this turn
    uint8_t form[ROUTES]            # what the claim needs (worth.pxd)
    int best                        # the route of the highest rate

cdef struct Plan:
    const Board *board
    const State *state
    const Taste *tastes[SEATS]
    Random *random                  # NULL: judgement without noise
    Memory memory
    # The mover, as of the last survey:
    int me
    const Taste *taste
    const Worth *worth
    Means means
    Presence stand
    Undertakings work

cdef inline int turns_later(const Plan *plan, float cost) noexcept nogil:
    """The number of turns after this one until something of this cost is finished."""
    cdef float turns = (cost - plan.taste.margin - plan.state.actions) / plan.means.actions_a_turn
    cdef int whole
    # With absurd tastes this may be anything, even NaN.
    turns = turns if turns > 0 else <float>0
    turns = turns if turns < LATEST else <float>LATEST
    whole = <int>turns
    return whole + (turns > whole)

cdef inline float rate_of(const Plan *plan, float worth, float cost) noexcept nogil:
    """Points per action of something of this worth and cost, less if a later turn finishes it."""
    cdef float share = plan.worth.share[turns_later(plan, cost)] if cost < OUT_OF_REACH else plan.taste.hopeless
    return worth * share / cost

cdef void open_plan(Plan *plan, const Board *board, const State *state, Random *random) noexcept nogil
cdef void survey(Plan *plan) noexcept nogil
cdef void survey_roughly(Plan *plan) noexcept nogil
cdef void survey_some(Plan *plan, uint64_t slots) noexcept nogil
cdef void count_route(Plan *plan, int route) noexcept nogil
cdef int most_of_a_foe(const Plan *plan, int route) noexcept nogil
cdef float blocking_so_many(const Plan *plan, int route, int most) noexcept nogil
cdef float blocking(const Plan *plan, int route) noexcept nogil
cdef float spot(const Plan *plan, int route, int kind, int count) noexcept nogil
