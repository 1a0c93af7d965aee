"""What claiming a route is worth to a seat by a taste: in points at the end of the game."""

from libc.stdint cimport uint8_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.score cimport Score
from engine_c.teutonica.types cimport Board, CITIES, ROUTES, State, TRACKS

cdef enum:  # Taste: the weights of a plan, in the order of `hansa.teutonica.mind.TASTE`, which says what each means
    W_ACTIONS = 0
    W_LATER
    W_PRIVILEGE
    W_BOOK
    W_BANK
    W_KEYS
    W_PRESTIGE
    W_CONTROL
    W_HOLD
    W_BUSY
    W_NETWORK
    W_REACH
    W_OFFICE
    W_CONNECTION
    W_SPECIAL
    W_MARKER
    W_USE
    W_END
    W_GIFT
    W_ACTION
    W_PIECE
    W_FIGHT
    W_PATIENCE
    W_KEEP
    W_BLOCK
    W_SOON
    W_TOLL
    W_SHELTER
    W_LENGTH
    W_NOISE
    TASTES

cdef enum:  # Form: the kind of piece that must stand on a route for what its claim is for
    FOR_ANY = 0
    FOR_TRADER = 1
    FOR_MERCHANT = 2
    FORMS = 3

cdef struct Worth:
    float left                      # turns of its own that the seat may still have, this one included
    float future                    # how much of a long-lived thing's use is still to come, 0 to 1
    float lead                      # points ahead of the best other, as it stands
    bint too_long                   # whether everybody should work for the end
    float steps[TRACKS]             # one step on each track
    float office[CITIES]            # the next printed office, where its colour is within reach of one step of privilege
    float beside[ROUTES]            # what a claim brings by the way: prestige (T21), markers (T22, T25)
    float aim[ROUTES][FORMS]        # the best of what it may be for (T23), and that claim
    Move claim[ROUTES][FORMS]
    float plain[ROUTES]             # all that a claim without a merchant brings
    uint8_t plain_form[ROUTES]      # and what it needs
    uint64_t with_merchant          # routes where a merchant brings more

cdef void judge_claims(
    const Board *board, const State *state, const Score *score, const float *taste, int seat, Worth *worth
) noexcept nogil
cdef float use_of_marker(int marker) noexcept nogil
