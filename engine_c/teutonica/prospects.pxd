"""The prospects of all routes to one mover, and how plans compare what they may do."""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from engine_c.game cimport Move
from engine_c.random cimport Random
from engine_c.teutonica.score cimport Score
from engine_c.teutonica.types cimport Board, ROUTES, SEATS, State
from engine_c.teutonica.worth cimport Offices, TASTES, Worth

cdef struct Standing:
    # How the mover stands on every route.
    int8_t traders[ROUTES]      # own ones
    int8_t merchants[ROUTES]
    int8_t houses[ROUTES]       # free places
    int8_t ships[ROUTES]
    int8_t foes[ROUTES]         # pieces of others; of these
    int8_t foe_merchants[ROUTES]
    int8_t foes_on_ships[ROUTES]

cdef enum:
    OUT_OF_REACH = 60       # actions
    LATEST = 31             # turns that it takes at most, at two actions a turn

cdef struct Plan:
    const Board *board
    const State *state
    const float *taste
    Random *random
    int me
    Score score             # as the position stands
    Offices offices         # as the position stands
    Worth worths[SEATS]
    bint counted            # whether score and offices are those of this position
    bint known[SEATS]       # whether worths are those of this position
    bint judged[SEATS]      # or of one not long before, which will do for placing pieces and markers
    int actions_a_turn
    float piece_cost        # actions of income that a piece will cost
    float patience[LATEST + 1]      # what is finished so many turns later is worth, as a share
    float shares[SEATS][LATEST + 1]     # the same while the game may last so long
    Standing empty          # how anybody stands where no piece is
    Standing stand
    uint64_t opposed        # routes where a piece of another stands
    # The prospects: each route as an undertaking.
    float value[ROUTES]     # points, all that the claim brings
    float cost[ROUTES]      # actions, the claim included
    float rate[ROUTES]      # points an action
    uint8_t form[ROUTES]    # what the claim needs (worth.pxd)
    int best                # the route of the highest rate
    bint current            # whether these are those of `me` in this position
    int target              # the route that was last worked for in this turn, or NONE

cdef struct Choice:
    float rate
    Move move

cdef inline void offer(Choice *choice, float rate, Move move) noexcept nogil:
    if rate > choice.rate:
        choice.rate, choice.move = rate, move

cdef inline Worth *worth_of(Plan *plan) noexcept nogil:
    return &plan.worths[plan.me]

cdef inline void forget_worths(Plan *plan) noexcept nogil:
    plan.counted = plan.current = False
    memset(plan.known, 0, sizeof(plan.known))

cdef inline int round_up(float number) noexcept nogil:
    """To the next whole number; of a number that is not below zero."""
    cdef int whole = <int>number
    return whole + (number > whole)

cdef inline float share_of(const Plan *plan, float cost) noexcept nogil:
    """What is left of the worth of something that still costs so many actions: less if it is finished in a later turn."""
    cdef float beyond = max(<float>0, min(<float>OUT_OF_REACH, cost) - <float>0.6 - plan.state.actions)
    return plan.shares[plan.me][round_up(beyond / plan.actions_a_turn)] if cost < OUT_OF_REACH else <float>0.01

cdef inline float rate_of(const Plan *plan, float worth, float cost) noexcept nogil:
    """Points an action for something that still costs so many actions."""
    return worth * share_of(plan, cost) / cost

cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, Random *random) noexcept nogil
cdef void survey(Plan *plan) noexcept nogil
cdef void survey_roughly(Plan *plan) noexcept nogil
cdef void survey_some(Plan *plan, const Move *moves, int count) noexcept nogil
cdef void count_route(Plan *plan, int route) noexcept nogil
cdef int most_of_a_foe(const Plan *plan, int route) noexcept nogil
cdef float blocking_so_many(const Plan *plan, int route, int most) noexcept nogil
cdef float blocking(const Plan *plan, int route) noexcept nogil
cdef float spot(const Plan *plan, int route, int kind, int count) noexcept nogil
