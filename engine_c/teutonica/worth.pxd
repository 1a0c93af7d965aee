"""What claiming each route is worth to a seat by a taste: in points at the end of the game."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.facts cimport Holders, Offices
from engine_c.teutonica.network cimport Network
from engine_c.teutonica.taste cimport Taste
from engine_c.teutonica.types cimport Board, CITIES, ROUTES, State, TRACKS

cdef enum:
    OUT_OF_AIM = -1000      # points: what cannot be had
    CITY_POINTS = 2         # T73 E: for a city controlled
    LATEST = 31             # turns that anything takes at most, at two actions a turn
    PATIENT = 7             # turns after which a wait for more costs nothing more

cdef enum:  # Form: the kind of piece that must stand on a route for what its claim is for
    FOR_ANY = 0
    FOR_TRADER = 1
    FOR_MERCHANT = 2
    FORMS = 3

cdef struct Worth:
    float left  # turns of its own that the seat may still have, this one included
    # how much of the horizon those are, 0 to 1: what brings lasting use brings so much of it
    float future
    float lead                      # points ahead of the best other, as it stands
    bint too_long                   # whether everybody should work for the end
    # what is left of the worth of something that is finished so many turns later
    float share[LATEST + 1]
    Network network
    float steps[TRACKS]             # one step on each track
    # What a claim beside a city may be for (T23): out of reach is OUT_OF_AIM.
    # the next printed office, by what it needs; FOR_ANY: one more beside the printed ones
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
