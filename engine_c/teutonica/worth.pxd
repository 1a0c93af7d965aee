"""`Worth`: what claiming each route is worth to a seat by a taste, in points at the end of the
game."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.facts cimport Holders, Offices
from engine_c.teutonica.network cimport Network
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, CITIES, ROUTES, State, TRACKS

cdef enum:
    OUT_OF_AIM = -1000      # points of something that the seat cannot get
    CITY_POINTS = 2         # T73 E: for a city controlled
    LATEST = 31             # turns that anything takes at most, at two actions a turn
    PATIENT = 7             # turns after which waiting longer is not discounted further

cdef enum:  # Form: the kind of piece that the claim of a route needs
    FOR_ANY = 0
    FOR_TRADER = 1
    FOR_MERCHANT = 2
    FORMS = 3

cdef struct Worth:
    float left  # turns of its own that the seat may still have, this one included
    # those turns as a part of the horizon, 0 to 1: a discount for everything of lasting use
    float future
    float lead                      # points ahead of the best other seat
    bint too_long                   # whether plans should work towards the end of the game
    # discount of something that is finished this many turns later
    float share[LATEST + 1]
    Network network
    float steps[TRACKS]             # one step on each track
    # The worth of an office in each city (T23), or OUT_OF_AIM: the next printed one, by the piece
    # that it needs; FOR_ANY: an extra one.
    float office[FORMS][CITIES]
    float special                   # the best special prestige,
    int special_space               # and where
    # What a claim of a route brings:
    float beside[ROUTES]            # by the way: prestige (T21), markers (T22, T25)
    float aim[FORMS][ROUTES]        # and the best of what it may be for
    float plain[ROUTES]             # all that a claim without a merchant brings
    uint8_t plain_form[ROUTES]      # and what it needs
    uint64_t with_merchant          # routes where a merchant brings more

cdef void judge_claims(
    const Board *board, const State *state, const Offices *offices, const Holders *holders, const Taste *taste, int seat,
    Worth *worth,
) noexcept nogil
cdef Move best_claim(const Board *board, const Worth *worth, int route, int form) noexcept nogil
