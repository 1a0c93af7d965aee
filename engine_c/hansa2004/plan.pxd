"""A quick judgement of moves by a taste, and playing on by it."""

from engine_c.game cimport Move
from engine_c.hansa2004.packing cimport MOVE_KIND_COUNT
from engine_c.hansa2004.types cimport Board, SEATS, State
from engine_c.random cimport Random

cdef enum:  # Weight of a taste; in points if nothing else is said
    T_ALONE = 0             # a barrel of an unsold marker that is alone of its colour
    T_PAIR = 1              # of one that has company
    T_RISK = 2              # lost with an unsold marker of a colour that another seat could sell
    T_OVERFLOW = 3          # of the least marker's worth, lost with a fourth one (H41)
    T_TALER = 4             # a taler that one would keep
    T_GIFT = 5              # of that, what a taler for another seat costs beside
    T_PATIENCE = 6          # what is a step further is worth so much of itself
    T_MAJORITY = 7          # a majority, for each arrow that leads there
    T_BOOTH = 8             # a booth on the board
    T_SPITE = 9             # a point less for another seat
    T_DENY = 10             # a marker that another seat loses by a sale
    T_DECAY = 11            # what of all that lies ahead is gone at the end of the game
    T_REFILL = 12           # a space that is filled
    T_REFILL_NEAR = 13      # and within reach this turn
    T_FOUND_SPACE = 14      # founding: a warehouse space, a city without others, an arrow that leads there
    T_FOUND_ALONE = 15
    T_FOUND_TRAFFIC = 16
    T_NOISE = 17            # how far its judgement strays
    TASTES = 18

cdef enum:  # weights of the policy: a taste, how sure it is, and a preference for each kind of move
    P_RATE = TASTES
    P_KINDS = P_RATE + 1
    P_WEIGHTS = P_KINDS + MOVE_KIND_COUNT

cdef void rate_moves(
    const Board *board, const State *state, const float *taste, const Move *moves, int count, float *rates
) noexcept nogil
cdef Move plan_move(const Board *board, const State *state, const float *taste, Random *random) noexcept nogil
cdef void play_by_tastes(
    const Board *board, State *state, const float **tastes, int moves, Random *random
) noexcept nogil
