"""What every game fills in: the table of functions that searches, playouts and benches are written against.

A *state* is a flat block of `state_bytes` bytes without pointers: copying it is an assignment. *rules* are the game's
own read-only tables (the board). A *move* is one 32-bit integer whose meaning only the game knows. Chance is a mover
like any other (D2): no function here draws a random number.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine_c.random cimport Random

ctypedef uint32_t Move

cdef enum:
    MAX_SEATS = 5
    MAX_CATEGORIES = 8      # of points
    MAX_MOVES = 2048        # no position of any game lists more; the games assert it
    STATE_WORDS = 80        # the largest state of any game, in words of 8 bytes
    CHANCE = 254            # `to_move` of a chance node
    NOBODY = 255            # `to_move` once the game is over
    NO_MOVE = 0xFFFFFFFF    # what no move of any game is

cdef struct Game:
    const char *name
    size_t state_bytes
    # Whose decision it is: a seat, CHANCE or NOBODY.
    int (*to_move)(const void *rules, const void *state) noexcept nogil
    int (*seats)(const void *rules, const void *state) noexcept nogil
    # Turns completed, of all seats together.
    int (*turns)(const void *state) noexcept nogil
    # Every legal move in the game's fixed order (D4); returns how many. Zero only when the game is over.
    int (*moves)(const void *rules, const void *state, Move *out) noexcept nogil
    # At a chance node: the weight of each move, in the order of `moves`; the sum is returned.
    uint32_t (*weights)(const void *rules, const void *state, const Move *moves, int count, uint32_t *out) noexcept nogil
    # Plays a move that is legal here. Nothing is checked in a release build.
    void (*apply)(const void *rules, void *state, Move move) noexcept nogil
    # Ends a game that goes on, as it stands (T76, H51).
    void (*cut_off)(const void *rules, void *state) noexcept nogil
    # The value of a position that is over to each seat: shares (D20).
    void (*shares)(const void *rules, const void *state, double *out) noexcept nogil
    # The same, softened by how far apart the seats are: worth trying for also when a win is out of reach. Sums to 1.
    void (*standing)(const void *rules, const void *state, double *out) noexcept nogil
    # A 64-bit key: equal states have equal keys.
    uint64_t (*key)(const void *state) noexcept nogil
    # The same of what everybody knows: states that differ in secrets only (D3) share it.
    uint64_t (*open_key)(const void *state) noexcept nogil
    # Deals anew, at random from what is possible, all that a seat cannot know (D3).
    void (*imagine)(const void *rules, void *state, int seat, Random *random) noexcept nogil
    # What a position that goes on is worth to each seat, judged by weights: expected shares.
    void (*evaluate)(const void *rules, const void *state, const float *weights, float *shares) noexcept nogil
    # The points that each seat may expect at the end, by category; those it has, once the game is over.
    void (*expect)(
        const void *rules, const void *state, const float *weights, float points[MAX_SEATS][MAX_CATEGORIES]
    ) noexcept nogil
    # How likely a good player is to choose each move: the logarithms, up to a constant, of their probabilities.
    void (*logits)(
        const void *rules, const void *state, const float *weights, const Move *moves, int count, float *out
    ) noexcept nogil
    # Plays on by a quick judgement of one's own, chance included, until the game is over or so many moves are played.
    void (*play_on)(const void *rules, void *state, const float *weights, int moves, Random *random) noexcept nogil
    # The move that it would begin with, luck aside.
    Move (*advise)(const void *rules, const void *state, const float *weights) noexcept nogil
    int evaluation_weights                  # how many weights `evaluate` reads
    int points_weights                      # those of `expect`
    int policy_weights                      # those of `logits`
    int plan_weights                        # those of `play_on` and `advise`
    int categories
    # What learners need: numbers of moves that are dense and fixed for given rules, and positions as numbers.
    int chance_count                        # the moves of chance have the first numbers, so many
    int (*action_count)(const void *rules) noexcept nogil
    # The number of a legal move, and back: NO_MOVE when no move has that number here. Both as the mover counts.
    int (*number)(const void *rules, const void *state, Move move) noexcept nogil
    Move (*numbered)(const void *rules, const void *state, int number) noexcept nogil
    int (*feature_count)(const void *rules) noexcept nogil
    # What a seat may know (D3), itself first: `feature_count` numbers between 0 and 1.
    void (*observe)(const void *rules, const void *state, int seat, float *out) noexcept nogil


cdef inline uint64_t key_of_words(const uint64_t *words, size_t count) noexcept nogil:
    """A key of a state that has no padding and one form for a position: every word multiplied into it."""
    cdef uint64_t key = 0x9E3779B97F4A7C15
    cdef size_t word
    for word in range(count):
        key = (key ^ words[word]) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
    return key
