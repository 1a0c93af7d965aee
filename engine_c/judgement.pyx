"""The evaluation of any game.

The game counts *features* of each seat (`count_features`). A seat's strength is their weighted sum,
each weight in two parts: one for the beginning of the game and one for its end, mixed by how far
the game is. A net (net.pxd) corrects that sum: its inputs are how far the game is, the seat's
features, and the position as the seat sees it (`observe`). Shares are the softmax of the strengths,
so that all of it can be fitted to who won. Points by category are sums of the same features and of
the units of the net's second layer: one net says both what a position is worth and why. The weights
are data, learned by `hansa train`.
"""

from libc.string cimport memcpy

from engine_c.game cimport MAX_FEATURES, NOBODY, Score
from engine_c.net cimport MOST_INPUTS, SECOND, net_output, net_units
from engine_c.shares cimport shares_of_strengths

cdef enum:
    LANES = 8               # sums side by side


cdef int input_count(const Game *game, const void *rules) noexcept nogil:
    """How many inputs a net for these rules has; 0 if positions of this game have no numbers."""
    if game.learning == NULL:
        return 0
    return 1 + game.judgement.features + game.learning.feature_count(rules)


cdef void write_inputs(
    const Game *game, const void *rules, const void *state, float progress, const float *features, int seat, float *out
) noexcept nogil:
    """What a net is told about a seat: progress, its features, the position as it sees it."""
    cdef int count = game.judgement.features
    out[0] = progress
    memcpy(out + 1, features + seat * count, count * sizeof(float))
    game.learning.observe(rules, state, seat, out + 1 + count)


cdef inline void units_of_seat(
    const Game *game, const void *rules, const void *state, const Net *net, float progress, const float *features, int seat,
    float *units
) noexcept nogil:
    """The net's second layer for a seat."""
    cdef float inputs[MOST_INPUTS]
    write_inputs(game, rules, state, progress, features, seat, inputs)
    net_units(net, inputs, units)


cdef inline void mix(const float *weights, int count, float progress, float *mixed) noexcept nogil:
    """The weights now: `weights` has those at the beginning, then how they change until the end."""
    cdef int item
    for item in range(count):
        mixed[item] = weights[item] + progress * weights[count + item]


cdef inline float weighted_sum(const float *mixed, const float *features, int count) noexcept nogil:
    """The sum of the products, added up in LANES sums side by side.

    Each product always goes into the same sum, so the compiler may use vectors of any width.
    """
    cdef float sums[LANES]
    cdef float total = 0
    cdef int block, lane, blocks = count // LANES, item = 0
    for lane in range(LANES):
        sums[lane] = 0
    for block in range(blocks):
        for lane in range(LANES):
            sums[lane] += mixed[item + lane] * features[item + lane]
        item += LANES
    for lane in range(count - item):
        sums[lane] += mixed[item + lane] * features[item + lane]
    for lane in range(LANES):
        total += sums[lane]
    return total


cdef void judge(
    const Game *game, const void *rules, const void *state, const float *weights, const Net *net, float *shares
) noexcept nogil:
    """The shares that the seats may expect before the end. Without a net (NULL), by the sum
    alone."""
    cdef float features[MAX_SEATS * MAX_FEATURES]
    cdef float mixed[MAX_FEATURES]
    cdef float units[SECOND]
    cdef float strength[MAX_SEATS]
    cdef float progress = game.judgement.count_features(rules, state, features)
    cdef int count = game.judgement.features, seats = game.seats(rules, state), seat
    mix(weights, count, progress, mixed)
    for seat in range(seats):
        strength[seat] = weighted_sum(mixed, features + seat * count, count)
        if net != NULL:
            units_of_seat(game, rules, state, net, progress, features, seat, units)
            strength[seat] += net_output(net, units)
    shares_of_strengths(strength, seats, shares)


cdef int points_width(const Judgement *judgement, bint with_net) noexcept nogil:
    """The weights of a category: of the features and their change, the constant and its change, and
    of the net's units."""
    return 2 * judgement.features + 2 + (SECOND if with_net else 0)


cdef void expect(
    const Game *game, const void *rules, const void *state, const float *weights, const Net *net,
    float points[MAX_SEATS][MAX_CATEGORIES]
) noexcept nogil:
    """The points of each seat at the end, by category: those it has, once the game is over."""
    cdef float units[MAX_SEATS][SECOND]
    cdef float features[MAX_SEATS * MAX_FEATURES]
    cdef float mixed[MAX_FEATURES]
    cdef const float *own
    cdef Score score
    cdef float progress
    cdef int count = game.judgement.features, seats = game.seats(rules, state), seat, category
    game.score(rules, state, &score)
    if game.to_move(rules, state) == NOBODY:
        for seat in range(seats):
            for category in range(game.categories):
                points[seat][category] = score.points[seat][category]
        return
    progress = game.judgement.count_features(rules, state, features)
    if net != NULL:
        for seat in range(seats):
            units_of_seat(game, rules, state, net, progress, features, seat, units[seat])
    for category in range(game.categories):
        if not game.judgement.can_score(rules, state, category):
            for seat in range(seats):
                points[seat][category] = 0
            continue
        own = weights + category * points_width(game.judgement, net != NULL)
        mix(own, count, progress, mixed)
        for seat in range(seats):
            points[seat][category] = own[2 * count] + progress * own[2 * count + 1]
            points[seat][category] += weighted_sum(mixed, features + seat * count, count)
            if net != NULL:
                points[seat][category] += weighted_sum(own + 2 * count + 2, units[seat], SECOND)
