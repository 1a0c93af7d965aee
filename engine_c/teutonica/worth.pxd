"""What claiming a route is worth to a seat by a taste: in points at the end of the game."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.game cimport Move
from engine_c.teutonica.score cimport Score
from engine_c.teutonica.types cimport Board, CITIES, ROUTES, SEATS, State, TRACKS

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

cdef enum:
    PRIVILEGES = 5          # a privilege (0 to 3), or one that a step more would give

cdef struct Offices:
    # What there is to see of the offices, the same for every seat until one is established; cities a bit each.
    uint32_t free                   # with a free printed office
    uint32_t within[PRIVILEGES]     # of these, whose next one is within this privilege
    uint32_t last                   # whose next one is the last
    uint32_t begun                  # with a printed office that is taken
    uint32_t ruled                  # controlled by anybody
    uint8_t points[CITIES]          # printed beside the next one
    uint8_t shape[CITIES]           # the kind that it needs
    uint8_t count[SEATS][CITIES]    # offices of any sort, by owner
    uint8_t most[CITIES]            # of the owner who has the most

cdef struct Network:
    # A seat's cities and how they hang together; the same until there is one more.
    bint known
    uint32_t cities                 # with an own office
    float largest                   # cities in the largest group
    uint8_t size[CITIES]            # of the group that an office in a new city would be in
    bint way_known                  # only asked for while the connection can still be made
    uint32_t on_the_way             # cities that bring the connection nearer
    int wanting                     # offices that it still takes, 0 if it is out of sight

cdef struct Worth:
    float left                      # turns of its own that the seat may still have, this one included
    float future                    # how much of a long-lived thing's use is still to come, 0 to 1
    float lead                      # points ahead of the best other, as it stands
    bint too_long                   # whether everybody should work for the end
    Network network
    float steps[TRACKS]             # one step on each track
    # What a claim beside a city may be for (T23): out of reach is OUT_OF_AIM.
    float office[FORMS][CITIES]     # the next printed office, by what it needs; FOR_ANY: one more beside the printed ones
    float special                   # the best special prestige,
    int special_space               # and where
    # What a claim of a route brings:
    float beside[ROUTES]            # by the way: prestige (T21), markers (T22, T25)
    float aim[FORMS][ROUTES]        # and the best of what it may be for
    float plain[ROUTES]             # all that a claim without a merchant brings
    uint8_t plain_form[ROUTES]      # and what it needs
    uint64_t with_merchant          # routes where a merchant brings more

cdef enum:
    OUT_OF_AIM = -1000              # points

cdef void look_at_offices(const Board *board, const State *state, Offices *offices) noexcept nogil
cdef void judge_claims(
    const Board *board, const State *state, const Score *score, const Offices *offices, const float *taste, int seat, Worth *worth
) noexcept nogil
cdef Move best_claim(const Board *board, const Worth *worth, int route, int form) noexcept nogil
cdef float use_of_marker(int marker) noexcept nogil
cdef float city_traffic(const Board *board, int city) noexcept nogil
