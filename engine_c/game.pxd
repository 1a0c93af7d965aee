"""The contract between a game and everything else: each game fills in these tables of functions;
searches, playouts, batches and benchmarks call nothing else of a game.

There are three tables. `Game` holds the rules; every game has it. `Judgement` evaluates positions
and moves, for searches and plans. `Learning` turns moves and positions into numbers, for
reinforcement learning. A game without one of the last two has NULL in its place. `check_game`
refuses a table with a missing entry when the game is imported.

A *state* is a flat block of `state_bytes` bytes without pointers, so it can be copied with memcpy.
*rules* is the game's own read-only data (the board). A *move* is one 32-bit integer whose meaning
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
    NO_MOVE = 0xFFFFFFFF    # not a move of any game

cdef struct Score:
    # The points and ranks of all seats, if the game ended now.
    int points[MAX_SEATS][MAX_CATEGORIES]
    int total[MAX_SEATS]
    int rank[MAX_SEATS]     # 1 is best; equal when shared (T75, H53)


cdef struct Judgement:
    # Writes `features` numbers for each seat, one seat after the other. Returns the progress of the
    # game, 0 to 1. judgement.pyx computes shares and points from them.
    int features
    float (*count_features)(const void *rules, const void *state, float *out) noexcept nogil
    # Whether a category of points can score at all in this game.
    bint (*can_score)(const void *rules, const void *state, int category) noexcept nogil

    # Policy: how likely a good player is to choose each move, as logarithms of probabilities up to
    # a constant. `plan` has the weights of the plan, whose view of the position the policy shares;
    # returns the move that it advises, which is not noisy.
    int policy_weights
    Move (*logits)(
        const void *rules, const void *state, const float *plan, const float *weights, const Move *moves, int count, float *out
    ) noexcept nogil

    # Plan: a fast player. `play_on` plays for all seats, chance included, until the game is over or
    # `moves` moves are played; `play_each` does so with separate weights for each seat. `advise`
    # returns the move it would choose for the seat to move; without a random generator (NULL) its
    # evaluation has no noise.
    int plan_weights
    void (*play_on)(const void *rules, void *state, const float *weights, int moves, Random *random) noexcept nogil
    void (*play_each)(
        const void *rules, void *state, const float **weights, int moves, Random *random
    ) noexcept nogil
    Move (*advise)(const void *rules, const void *state, const float *weights, Random *random) noexcept nogil


cdef struct Learning:
    # Action numbers are dense, and fixed for given rules. Moves of chance have the numbers below
    # this one:
    int chance_count
    int (*action_count)(const void *rules) noexcept nogil
    # The number of a legal move, and the move with a number, or NO_MOVE if there is none here.
    # Numbers count seats from the one that moves.
    int (*number)(const void *rules, const void *state, Move move) noexcept nogil
    Move (*numbered)(const void *rules, const void *state, int number) noexcept nogil
    # What a seat may know (D3), as `feature_count` numbers between 0 and 1; seats are counted from
    # the one that looks.
    int (*feature_count)(const void *rules) noexcept nogil
    void (*observe)(const void *rules, const void *state, int seat, float *out) noexcept nogil


cdef struct Game:
    const char *name
    size_t state_bytes
    int categories          # of points
    # Who decides next: a seat, CHANCE or NOBODY.
    int (*to_move)(const void *rules, const void *state) noexcept nogil
    # Whose turn it is, and the phase of the game, by the game's own numbers.
    int (*turn)(const void *state) noexcept nogil
    int (*phase)(const void *state) noexcept nogil
    int (*seats)(const void *rules, const void *state) noexcept nogil
    # Turns completed, of all seats together.
    int (*turns)(const void *state) noexcept nogil
    # Writes every legal move in the game's fixed order (D4), and returns how many there are: zero
    # only when the game is over.
    int (*moves)(const void *rules, const void *state, Move *out) noexcept nogil
    # At a chance node: writes the odds of each move, in the order of `moves`, and returns their
    # sum.
    uint32_t (*chances)(const void *rules, const void *state, const Move *moves, int count, uint32_t *out) noexcept nogil
    # Plays a legal move. A release build checks nothing.
    void (*apply)(const void *rules, void *state, Move move) noexcept nogil
    # Ends a game that is in progress, as it is (T76, H51).
    void (*cut_off)(const void *rules, void *state) noexcept nogil
    # Points and ranks, if the game ended now.
    void (*score)(const void *rules, const void *state, Score *out) noexcept nogil
    # Each seat's share of the win, if the game ended now (D20).
    void (*shares)(const void *rules, const void *state, double *out) noexcept nogil
    # The same, softened by how many points the seats are apart, so that points are worth something
    # even when a win is out of reach. Sums to 1.
    void (*standing)(const void *rules, const void *state, double *out) noexcept nogil
    # A 64-bit key: equal states have equal keys.
    uint64_t (*key)(const void *state) noexcept nogil
    # A key of the public part of a state: states that differ only in secrets (D3) share it.
    uint64_t (*open_key)(const void *state) noexcept nogil
    # Replaces everything that a seat cannot know (D3) by a random possibility.
    void (*imagine)(const void *rules, void *state, int seat, Random *random) noexcept nogil
    const Judgement *judgement      # NULL: this game cannot be searched
    const Learning *learning        # NULL: moves and positions have no numbers


# The offset in bytes of every function of a table, by name: what `check_game` goes through.
cdef dict RULES_PLACES, JUDGEMENT_PLACES, LEARNING_PLACES

# Raises ImportError for a game whose tables lack an entry or contradict themselves. Every game
# calls it once its tables are filled.
cdef int check_game(const Game *game) except -1

# The table that a caller needs, or ValueError if the game lacks it.
cdef const Judgement *judgement_of(const Game *game) except NULL
cdef const Learning *learning_of(const Game *game) except NULL


cdef inline uint64_t key_of_words(const uint64_t *words, size_t count) noexcept nogil:
    """Hashes a state that has no padding and only one representation for each position."""
    cdef uint64_t key = 0x9E3779B97F4A7C15
    cdef size_t word
    for word in range(count):
        key = (key ^ words[word]) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
    return key
