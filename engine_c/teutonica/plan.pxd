"""Playing by plan: for every route what claiming it brings and costs, and the decision that follows."""

from libc.stdint cimport int8_t, uint8_t, uint64_t

from engine_c.game cimport Move
from engine_c.random cimport Random
from engine_c.teutonica.score cimport Score
from engine_c.teutonica.types cimport Board, ROUTES, SEATS, State
from engine_c.teutonica.worth cimport TASTES, Worth

cdef struct Standing:
    # How the mover stands on a route.
    int8_t traders          # own ones
    int8_t merchants
    int8_t houses           # free places
    int8_t ships
    int8_t foes             # pieces of others
    int8_t foe_merchants    # of these
    int8_t foes_on_ships
    int8_t most             # of these, the most of one seat

cdef struct Plan:
    const Board *board
    const State *state
    const float *taste
    Random *random
    int me
    Score score             # as the position stands
    Worth worths[SEATS]
    bint score_known        # whether these are those of this position
    bint known[SEATS]
    bint judged[SEATS]      # or of one not long before, which will do for placing pieces and markers
    int actions_a_turn
    float piece_cost        # actions of income that a piece will cost
    float patience[8]       # what is finished so many turns later is worth, as a share
    Standing empty[ROUTES]  # how anybody stands where no piece is
    uint64_t uneven         # routes where ships or a border (T81) make the cost a matter of its own
    Standing stand[ROUTES]
    uint64_t stood          # routes where any piece stands
    uint64_t opposed        # routes where a piece of another stands
    # The prospects: each route as an undertaking.
    float value[ROUTES]     # points, all that the claim brings
    float cost[ROUTES]      # actions, the claim included
    float rate[ROUTES]      # points an action
    uint8_t form[ROUTES]    # what the claim needs (worth.pxd)
    int best                # the route of the highest rate
    bint current            # whether these are those of `me` in this position
    int target              # the route that was last worked for in this turn, or NONE

cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, Random *random) noexcept nogil
cdef Move plan_move(Plan *plan) noexcept nogil
cdef void survey(Plan *plan) noexcept nogil
cdef void play_by_plan(const Board *board, State *state, const float *taste, int moves, Random *random) noexcept nogil
cdef void play_by_tastes(
    const Board *board, State *state, const float tastes[SEATS][TASTES], int moves, Random *random
) noexcept nogil
