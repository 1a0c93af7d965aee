"""What is counted of each seat: features, weighted elsewhere (engine_c/judgement.pyx)."""

from engine_c.game cimport MAX_CATEGORIES
from engine_c.hansa2004.score cimport CATEGORIES
from engine_c.hansa2004.types cimport Board, SEATS, State

cdef enum:  # Feature: what is counted for a seat
    F_UNSOLD = 0            # points: unsold, sold, cities, at this moment (H52)
    F_SOLD = 1
    F_CITIES = 2
    F_SHARED = 3            # cities shared with others
    F_MAJORITIES = 4        # cities with the majority
    F_OFFERS = 5            # goods that lie in them: free for oneself, a taler from others
    F_TRAFFIC = 6           # arrows that lead to them
    F_STOCK = 7             # booths in stock
    F_EMPTY = 8             # 1 with none left to build with
    F_TALERS = 9
    F_BARRELS = 10          # barrels of unsold markers
    F_SALE = 11             # barrels that a sale of all pairs would secure
    F_ALONE = 12            # unsold markers alone of their colour
    F_AT_RISK = 13          # unsold markers of colours that another seat could sell
    F_DENIED = 14           # the same of others: unsold markers that one's own sale would cost them
    F_HERE = 15             # 1 with a booth where the ship is
    F_TURN = 16             # 1 in one's own turn
    F_TURN_TALERS = 17      # talers in it
    F_TURN_ACTION = 18      # 1 in it while the action of this stop is unused
    F_TURN_SALE = 19        # in it, with a booth and the action here: barrels of the sale
    F_WAIT = 20             # turns until one's own, as a share of the round
    F_NEXT_SALE = 21        # the sale, if one's turn is next
    FEATURES = 22

cdef void seat_features(const Board *board, const State *state, float *out) noexcept nogil
