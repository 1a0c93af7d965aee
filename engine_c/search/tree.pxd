"""The tree: nodes and edges in two pools, found again by the keys of their positions.

A *node* is a position as everybody knows it. Its *edges* are its legal moves. Visits and values are
kept on edges for the seat that decides, and on nodes for every seat, so that two ways to one
position (the order of two placings) can share a node without confusing what each way is worth.

Untried moves differ in their priors alone, so PUCT looks at one of them: a node's tried edges stand
first, in the order in which they were tried, then the untried edge of the highest prior, then the
rest in the order of the legal list.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine_c.game cimport Game, Judgement, MAX_CATEGORIES, MAX_MOVES, MAX_SEATS, Move, STATE_WORDS
from engine_c.net cimport Net, PolicyNet
from engine_c.random cimport Random

cdef enum:
    NO_NODE = 0             # node 0 is never used
    DEEPEST = 512           # moves from the root; nothing sensible is deeper
    BETWEEN_LINES = 4       # one of this many simulations may go to a line that lacks visits
    LEAST_VISITS = 100      # a line with fewer has no meaningful value
    HEADROOM = 4            # lines get what they would need if the first had 1/HEADROOM more visits

cdef struct Edge:
    Move move
    uint32_t child          # NO_NODE until it is visited
    uint32_t visits
    float prior             # probability by the policy; at chance, by the rules
    float value             # sum of what the deciding seat got

cdef struct Node:
    uint64_t key
    uint32_t first_edge
    uint32_t edges          # 0 until it is expanded
    uint32_t visits
    uint16_t tried          # edges that have been selected; with PUCT they stand first
    uint8_t mover
    uint8_t proven  # whether its values are certain: over, or best play leads to a known end
    uint8_t winner          # who then wins alone, or NOBODY
    float value[MAX_SEATS]  # sums

cdef struct Tree            # below
cdef struct Simulation      # below

# Which move of an expanded node a simulation takes: the number of its edge.
ctypedef uint32_t (*Choose)(Tree *tree, Node *node) noexcept nogil
# Finds the values of a simulation's state, which it may change. It only reads what nobody changes,
# so that several threads can call it at the same time.
ctypedef void (*Judge)(const Tree *tree, Simulation *simulation) noexcept nogil

cdef struct Options:
    # engine_c/search/options.py says what each means; names have become functions.
    Choose choose
    Judge judge
    int cut                 # moves of a playout
    float exploration       # c of PUCT or UCB1
    float first_play        # how much worse than its parent an unvisited move is taken to be
    float temperature       # of the policy, for priors
    float advice            # part of the prior that goes to the move the game advises
    float standing          # part of a game's value that is the standing, the rest being the share

cdef struct Expected:
    # What the simulations through a move have found since the root was set: how many, and sums.
    # Points only if asked for.
    uint32_t count
    double values[MAX_SEATS]
    double squares[MAX_SEATS]       # of the values
    float points[MAX_SEATS][MAX_CATEGORIES]

cdef struct Way:
    # The path of one simulation.
    int length
    bint granted                    # whether it begins with a line that lacks visits
    uint32_t nodes[DEEPEST]
    uint32_t edges[DEEPEST]

cdef struct WeighedMoves:
    # The legal moves of a position, with their priors: edges to be.
    int count
    Move moves[MAX_MOVES]
    float priors[MAX_MOVES]

cdef struct Simulation:
    # Everything that belongs to one simulation.
    uint64_t state[STATE_WORDS]     # the position where it is: on its path, then of its playout
    Random *random                  # of its playout
    uint32_t at                     # the node of that position; NO_NODE if the tree is full
    bint exact                      # whether the values are those of a proven node
    float values[MAX_SEATS]
    float points[MAX_SEATS][MAX_CATEGORIES]     # if they are collected
    Way way

cdef struct RootChoice:
    # Which moves of the root are considered. Numbers are those of its edges.
    int lines                       # this many of the best moves get enough visits; 1: no effect
    bint restricted                 # whether any move is barred
    uint8_t barred[MAX_MOVES]
    uint32_t granted[MAX_MOVES]     # visits that a move got as a line, not because it was the best

cdef struct Tree:
    # Everything that is known of a position and of those that may follow.
    const Game *game
    const Judgement *judgement      # the game's
    const void *rules
    const float *evaluation
    const Net *net          # NULL without one
    const float *points     # NULL if expected points are not collected
    const float *policy
    const PolicyNet *policy_net     # NULL without one
    const float *plan
    Options options
    Random random
    int seat                # who searches; the secrets of others are dealt at random
    bint secrets            # whether there are any: then nothing can be proven
    int seats
    uint64_t root_state[STATE_WORDS]
    uint32_t root
    Node *nodes
    Edge *edges
    uint32_t *table         # open addressing: key -> node
    uint32_t node_count
    uint32_t node_room
    uint32_t edge_count
    uint32_t edge_room
    uint32_t table_mask
    Expected *expected      # of each move at the root, since the root was set
    RootChoice choice
    uint64_t simulations    # since the root was set

# One simulation, and its steps.
cdef void simulate(Tree *tree) noexcept nogil
cdef void start(Tree *tree, Simulation *simulation) noexcept nogil
cdef bint select(Tree *tree, Simulation *simulation) noexcept nogil
cdef void weigh_moves(const Tree *tree, const uint64_t *state, WeighedMoves *weighed) noexcept nogil
cdef void evaluate(const Tree *tree, Simulation *simulation) noexcept nogil
cdef void back_up(Tree *tree, const Simulation *simulation) noexcept nogil
cdef void take_exact_values(const Tree *tree, Simulation *simulation) noexcept nogil

cdef void set_root(Tree *tree) noexcept nogil
cdef bint expand(Tree *tree, uint32_t node, const uint64_t *state) noexcept nogil
cdef void clear(Tree *tree) noexcept nogil
cdef uint32_t visits_needed(uint32_t most, int lines) noexcept nogil

# Parts of the steps, for the search in batches (batched.pyx).
cdef uint32_t find_or_add(Tree *tree, const uint64_t *state) noexcept nogil
cdef uint32_t chance_edge(Tree *tree, const Node *node) noexcept nogil
cdef bint has_room(const Tree *tree) noexcept nogil
cdef void add_edges(Tree *tree, uint32_t at, const Move *moves, int count, const float *priors) noexcept nogil
cdef void bring_likeliest(Tree *tree, const Node *node) noexcept nogil
cdef void as_it_stands(const Tree *tree, const uint64_t *state, float *values) noexcept nogil

# The functions that select moves and evaluate new positions, among which the options choose.
cdef uint32_t best_by_puct(Tree *tree, Node *node) noexcept nogil
cdef uint32_t best_by_ucb1(Tree *tree, Node *node) noexcept nogil
cdef void judge_at_once(const Tree *tree, Simulation *simulation) noexcept nogil
cdef void judge_after_playout(const Tree *tree, Simulation *simulation) noexcept nogil
cdef void judge_after_uniform_playout(const Tree *tree, Simulation *simulation) noexcept nogil
