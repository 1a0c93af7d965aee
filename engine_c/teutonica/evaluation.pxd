"""What is counted of each seat: features, weighted elsewhere (engine_c/judgement.pyx)."""

from engine_c.game cimport MAX_CATEGORIES
from engine_c.teutonica.score cimport CATEGORIES
from engine_c.teutonica.appeal cimport APPEALS, STANDS
from engine_c.teutonica.types cimport Board, SEATS, State

cdef enum:  # Feature: what is counted for a seat; units in the comments
    F_PRESTIGE = 0          # points so far
    F_MARKER_POINTS = 1     # points its markers would score (T73 C)
    F_CONTROL = 2           # cities controlled
    F_OFFICES = 3           # offices of any sort
    F_NETWORK = 4           # offices in the largest group
    F_NETWORK_POINTS = 5    # times the keys (T73 F)
    F_SPECIAL = 6           # points of special spaces held
    F_CONNECTED = 7         # 1 once the connection is made
    F_MISSION = 8           # points of the mission so far (T100)
    F_COUNTRY = 9           # points of the countries so far (T88)
    F_SUPPLY = 10           # traders, merchants in supply
    F_STOCK = 12            # traders, merchants in stock
    F_ROAD = 14             # traders, merchants on routes
    F_TURN = 16             # 1 if it is its turn
    F_ACTIONS = 17          # actions left, in its turn
    F_WAIT = 18             # turns until its own, as a share of the round
    F_UNUSED = 19           # unused markers, by kind
    F_TILES = 26            # favours, a number each
    F_STEPS = 32            # steps of tracks, each step a feature of its own: 4 + 5 + 3 + 3 + 3
    F_ROUTES = 50           # routes with its pieces: its position there, times their appeal to it
    FEATURES = 100          # F_ROUTES + STANDS * APPEALS

cdef void seat_features(const Board *board, const State *state, float *out) noexcept nogil
cdef float game_progress(const Board *board, const State *state) noexcept nogil
