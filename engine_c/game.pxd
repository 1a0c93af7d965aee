"""The contract: what every game fills in, and what searches, playouts, batches and benches are
written against.

Three tables. `Game` holds the rules, and every game has them. `Judgement` says what positions and
moves are worth, and is what a search needs. `Learning` numbers moves and positions, and is what
learners need. A game that lacks one of the last two leaves NULL in its place. `check_game` refuses
a table with a hole in it when the game is imported.

A *state* is a flat block of `state_bytes` bytes without pointers: copying it is an assignment.
*rules* are the game's own read-only data (the board). A *move* is one 32-bit integer whose meaning
only the game knows. Chance moves like a player (D2): no function of the rules draws a random
number; chance.pxd does.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.random cimport Random

ctypedef uint32_t Move

cdef enum:
    MAX_SEATS = 5
    MAX_CATEGORIES = 8      # of points
    MAX_FEATURES = 128      # of a seat
    MAX_PLAN_WEIGHTS = 160  # of one plan
    MAX_MOVES = 2048        # no position of any game lists more; the games assert it
    STATE_WORDS = 80        # the largest state of any game, in words of 8 bytes
    CHANCE = 254            # `to_move` of a chance node
    NOBODY = 255            # `to_move` once the game is over
    NO_MOVE = 0xFFFFFFFF    # what no move of any game is

cdef struct Score:
    # What the seats have, as a position stands.
    int points[MAX_SEATS][MAX_CATEGORIES]
    int total[MAX_SEATS]
    int rank[MAX_SEATS]     # 1 is best; equal when shared (T75, H53)


cdef struct Judgement:
    # Features: what is counted for each seat, `features` numbers a seat, one seat after the other.
    # How far the game is, 0 to 1, is returned. judgement.pyx makes shares and points of them.
    int features
    float (*count_features)(const void *rules, const void *state, float *out) noexcept nogil
    # Whether a category of points can score at all in this game.
    bint (*can_score)(const void *rules, const void *state, int category) noexcept nogil

    # Policy: how likely a good player is to choose each move, as logarithms of probabilities up to
    # a constant.
    int policy_weights
    void (*logits)(
        const void *rules, const void *state, const float *weights, const Move *moves, int count, float *out
    ) noexcept nogil

    # Plan: a quick player. `play_on` plays for all seats, chance included, until the game is over
    # or so many moves are played; `play_each` lets each seat play by weights of its own. `advise`
    # is the move it would choose for the seat to move; without random numbers (NULL) its judgement
    # does not stray.
    int plan_weights
    void (*play_on)(const void *rules, void *state, const float *weights, int moves, Random *random) noexcept nogil
    void (*play_each)(
        const void *rules, void *state, const float **weights, int moves, Random *random
    ) noexcept nogil
    Move (*advise)(const void *rules, const void *state, const float *weights, Random *random) noexcept nogil


cdef struct Learning:
    # Numbers of moves are dense and fixed for given rules; the moves of chance have the first ones,
    # so many:
    int chance_count
    int (*action_count)(const void *rules) noexcept nogil
    # The number of a legal move, and back: NO_MOVE when no move has that number here. Both as the
    # mover counts.
    int (*number)(const void *rules, const void *state, Move move) noexcept nogil
    Move (*numbered)(const void *rules, const void *state, int number) noexcept nogil
    # What a seat may know (D3), itself first: `feature_count` numbers between 0 and 1.
    int (*feature_count)(const void *rules) noexcept nogil
    void (*observe)(const void *rules, const void *state, int seat, float *out) noexcept nogil


cdef struct Game:
    const char *name
    size_t state_bytes
    int categories          # of points
    # Whose decision it is: a seat, CHANCE or NOBODY.
    int (*to_move)(const void *rules, const void *state) noexcept nogil
    # Whose turn it is, and the phase of the game, by the game's own numbers.
    int (*turn)(const void *state) noexcept nogil
    int (*phase)(const void *state) noexcept nogil
    int (*seats)(const void *rules, const void *state) noexcept nogil
    # Turns completed, of all seats together.
    int (*turns)(const void *state) noexcept nogil
    # Every legal move in the game's fixed order (D4); returns how many. Zero only when the game is
    # over.
    int (*moves)(const void *rules, const void *state, Move *out) noexcept nogil
    # At a chance node: the odds of each move, in the order of `moves`; the sum is returned.
    uint32_t (*chances)(const void *rules, const void *state, const Move *moves, int count, uint32_t *out) noexcept nogil
    # Plays a move that is legal here. Nothing is checked in a release build.
    void (*apply)(const void *rules, void *state, Move move) noexcept nogil
    # Ends a game that goes on, as it stands (T76, H51).
    void (*cut_off)(const void *rules, void *state) noexcept nogil
    # Points and ranks, as the position stands.
    void (*score)(const void *rules, const void *state, Score *out) noexcept nogil
    # The value of the position to each seat, as it stands: shares (D20).
    void (*shares)(const void *rules, const void *state, double *out) noexcept nogil
    # The same, softened by how far apart the seats are: worth trying for also when a win is out of
    # reach. Sums to 1.
    void (*standing)(const void *rules, const void *state, double *out) noexcept nogil
    # A 64-bit key: equal states have equal keys.
    uint64_t (*key)(const void *state) noexcept nogil
    # The same of what everybody knows: states that differ in secrets only (D3) share it.
    uint64_t (*open_key)(const void *state) noexcept nogil
    # Deals anew, at random from what is possible, all that a seat cannot know (D3).
    void (*imagine)(const void *rules, void *state, int seat, Random *random) noexcept nogil
    const Judgement *judgement      # NULL: nothing judges this game
    const Learning *learning        # NULL: moves and positions have no numbers


# Where the functions of a table stand, by name: bytes from its start. What `check_game` goes
# through.
cdef dict RULES_PLACES, JUDGEMENT_PLACES, LEARNING_PLACES

# ImportError for a game whose tables miss an entry or contradict themselves. Every game calls it
# once its tables are filled.
cdef int check_game(const Game *game) except -1

# What a caller asks for, or ValueError if the game lacks it.
cdef const Judgement *judgement_of(const Game *game) except NULL
cdef const Learning *learning_of(const Game *game) except NULL


cdef inline uint64_t key_of_words(const uint64_t *words, size_t count) noexcept nogil:
    """A key of a state that has no padding, and only one form for each position."""
    cdef uint64_t key = 0x9E3779B97F4A7C15
    cdef size_t word
    for word in range(count):
        key = (key ^ words[word]) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
    return key
