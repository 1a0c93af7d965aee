"""How likely a good player is to choose each move: features of a move, weighted."""

from engine_c.game cimport Move
from engine_c.teutonica.packing cimport MOVE_KIND_COUNT
from engine_c.teutonica.appeal cimport APPEALS, STANDS
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, MARKERS, OVER, State, TILES

cdef enum:  # what a piece comes to a route by, or leaves it by; each has weights of its own
    BY_PLACE = 0
    BY_DROP = 1
    BY_DISPLACE = 2
    BY_PUT = 3
    BY_LIFT = 4             # how one stood before
    BY_REMOVE = 5           # another player's piece is taken away: its owner's position there
    BY_MARKER = 6           # a marker is laid there
    WAYS = 7

cdef enum:  # where each family of weights begins
    P_KIND = 0                                  # a bias for each kind of move
    P_ROUTES = P_KIND + MOVE_KIND_COUNT         # by way, stand and appeal
    # by way: another player lacks at most one place there
    P_RIVAL = P_ROUTES + WAYS * STANDS * APPEALS
    P_MERCHANT = P_RIVAL + WAYS                 # by way: the piece is a merchant
    # by pieces in supply (0 to 4); then all that can be taken; then merchants among it
    P_INCOME = P_MERCHANT + WAYS
    P_PAY = P_INCOME + 7                        # a displaced merchant; a merchant paid
    P_END = P_PAY + 2                           # by actions left (0 to 3)
    P_DONE = P_END + 4                          # by phase
    # establishing: 1, points, colour, control gained, completes, near, extends the network
    P_OFFICE = P_DONE + OVER + 1
    # a claim's: prestige for oneself, for others; a marker; a permanent marker
    P_CLAIM = P_OFFICE + 7
    P_DEVELOP = P_CLAIM + 4                     # by track and step: 4 + 5 + 3 + 3 + 3, in a claim
    P_STEP = P_DEVELOP + 18                     # the same by a marker or permanent marker
    P_SPECIAL = P_STEP + 18                     # points of a special space
    P_USE = P_SPECIAL + 1                       # by marker
    P_FAVOUR = P_USE + MARKERS                  # by tile
    # by way, as the plan sees the route: its rate as a part of the best one, whether it is best,
    # whether it can be claimed in this turn, what blocking it is worth
    P_RATE = P_FAVOUR + TILES
    P_BEST = P_RATE + WAYS
    P_SOON = P_BEST + WAYS
    P_BLOCKS = P_SOON + WAYS
    # what a claim brings, as a part of the best rate; and the best claim without a merchant there
    P_GAIN = P_BLOCKS + WAYS
    P_WEIGHTS = P_GAIN + 2

cdef enum:
    MOST_FEATURES = 32      # of one move

cdef struct MoveFeatures:
    int count
    int index[MOST_FEATURES]
    float value[MOST_FEATURES]

cdef Move move_logits(
    const Board *board, const State *state, const Taste *taste, const float *weights, const Move *moves, int count,
    float *logits
) noexcept nogil
cdef void move_features(
    const Board *board, const State *state, const Taste *taste, Move move, MoveFeatures *features
) noexcept nogil
