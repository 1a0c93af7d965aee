"""Playing by plan: for every route what claiming it brings and costs, and the decision that follows."""

from engine_c.game cimport Move
from engine_c.random cimport Random
from engine_c.teutonica.types cimport Board, ROUTES, SEATS, State
from engine_c.teutonica.worth cimport TASTES, Worth

cdef struct Standing:
    # How the mover stands on a route.
    int traders             # own ones
    int merchants
    int houses              # free places
    int ships
    int foes                # pieces of others
    int foe_merchants       # of these
    int foes_on_ships
    int most                # of these, the most of one seat

cdef struct Prospect:
    # A route as an undertaking.
    Move claim              # what it is for
    int form
    float worth             # points, all that the claim brings
    float cost              # actions, the claim included
    float rate              # points an action

cdef struct Plan:
    const Board *board
    const State *state
    const float *taste
    Random *random
    int me
    Worth worths[SEATS]
    bint known[SEATS]       # whether `worths` is that of this position
    int actions_a_turn
    float piece_cost        # actions of income that a piece will cost
    float patience[8]       # what is finished so many turns later is worth, as a share
    Standing stand[ROUTES]
    Prospect ways[ROUTES]
    int best                # the route of the highest rate
    int target              # the route that was last worked for in this turn, or NONE

cdef void open_plan(Plan *plan, const Board *board, const State *state, const float *taste, Random *random) noexcept nogil
cdef Move plan_move(Plan *plan) noexcept nogil
cdef void survey(Plan *plan) noexcept nogil
cdef void play_by_plan(const Board *board, State *state, const float *taste, int moves, Random *random) noexcept nogil
cdef void play_by_tastes(
    const Board *board, State *state, const float tastes[SEATS][TASTES], int moves, Random *random
) noexcept nogil
