"""The same search with an evaluation in Python, which is called with a batch of positions.

A *round* takes the four steps of tree.pyx for a batch of simulations:

1. *Select.* Paths are selected down the tree one after another. Each path counts as a visit with
   the value 0 before its value is known ("virtual loss"), so that the next one goes elsewhere.
2. *Evaluate.* Finished games have exact values. The other positions become rows of two arrays, the
   observation of the seat that decides and the mask of legal action numbers, and the evaluator
   returns priors and values.
3. *Expand.* Every evaluated position gets its edges with these priors.
4. *Back up.* The values are added along the paths.

Chance nodes are never evaluated: a path passes through them to the next decision. If several paths
of a round end in one position, it is evaluated once.
"""

from collections.abc import Callable, Sequence

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport isfinite, powf
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from engine_c.chance cimport draw_chance
from engine_c.game cimport CHANCE, Learning, MAX_MOVES, MAX_SEATS, Move, NOBODY, STATE_WORDS, learning_of
from engine_c.position cimport Position
from engine_c.search.door cimport TreeDoor
from engine_c.search.tree cimport (
    DEEPEST, Edge, Expected, NO_NODE, Node, Tree, Way, add_edges, as_it_stands, bring_likeliest, chance_edge, expand,
    find_or_add,
)

from engine_c.search.options import SearchOptions, SearchSettings

LARGEST_BATCH = 4096

cdef enum:
    WAYS_A_ROW = 2      # ways of a round for each row, when many of them end in the same positions


cdef struct Row:
    # A position that is judged.
    uint32_t node           # NO_NODE where the tree had no room
    int mover
    int count               # its legal moves
    uint64_t state[STATE_WORDS]
    Move moves[MAX_MOVES]
    int32_t numbers[MAX_MOVES]


cdef class BatchedSearch(TreeDoor):
    """A tree whose positions Python judges: `BatchedSearch(evaluate, batch, options)`."""

    cdef object evaluate
    cdef const Learning *learning
    cdef readonly int batch
    cdef readonly int rows          # of the last round
    cdef Row *judged
    cdef Way *ways
    cdef int *row_of                # the row in which each way ends
    cdef int under_way              # ways that wait for an answer

    def __cinit__(
        self, evaluate: Callable, int batch = 64, options: SearchOptions | None = None, *, seed: int = 0
    ) -> None:
        settings = SearchOptions() if options is None else options
        if not isinstance(settings, SearchOptions):
            raise TypeError(f"the options of a search are SearchOptions, not {type(settings).__name__}")
        if not callable(evaluate):
            raise TypeError("the evaluator must be a function of observations and masks")
        if not 1 <= batch <= LARGEST_BATCH:
            raise ValueError(f"batch must be from 1 to {LARGEST_BATCH}, not {batch}")
        self.evaluate, self.batch = evaluate, batch
        self._prepare(settings, settings.settled(SearchSettings()), seed)
        self.judged = <Row *>malloc(<size_t>batch * sizeof(Row))
        self.ways = <Way *>malloc(<size_t>batch * WAYS_A_ROW * sizeof(Way))
        self.row_of = <int *>malloc(<size_t>batch * WAYS_A_ROW * sizeof(int))
        if self.judged == NULL or self.ways == NULL or self.row_of == NULL:
            raise MemoryError(f"no memory for batches of {batch}")

    def __dealloc__(self) -> None:
        free(self.judged)
        free(self.ways)
        free(self.row_of)

    def begin(self, Position position not None, seat: int) -> None:
        """Thinks about this position from now on, for a seat. What is known of it is kept."""
        self._check_idle()
        self.learning = learning_of(position.game)
        self._set_position(position, seat)
        self._count_anew(MAX_MOVES)

    def run(self, simulations: int) -> None:
        """Runs this many more simulations. If the evaluator raises, call `begin` again."""
        cdef uint64_t left = simulations
        self._check_begun()
        self.running = True
        try:
            while left:
                left -= self._round(left)
                PyErr_CheckSignals()
        except BaseException:
            self.tree.game = NULL       # visits were counted that brought nothing: begin again
            raise
        finally:
            self.running = False

    cdef uint64_t _round(self, uint64_t most) except 0:
        """One batch of simulations, `most` at most; how many they were."""
        cdef const Node *root = &self.tree.nodes[self.tree.root]
        cdef float[:, ::1] observations = np.empty((self.batch, self.learning.feature_count(self.tree.rules)), np.float32)
        cdef uint8_t[:, ::1] masks = np.zeros((self.batch, self.learning.action_count(self.tree.rules)), np.uint8)
        cdef const float[:, ::1] priors, values
        cdef uint64_t done
        if root.edges == 0 and root.mover != CHANCE:
            most = 1        # before it is judged all ways end in the root
        with nogil:
            done = self._select_all(most, observations, masks)
        if self.rows:
            priors, values = self._ask(np.asarray(observations), np.asarray(masks))
            self._check_answer(priors, values)
            with nogil:
                self._expand_all(priors)
                self._back_up_all(values)
        self.tree.simulations += done
        return done

    # --- 1. select --------------------------------------------------------------------------------

    cdef uint64_t _select_all(self, uint64_t most, float[:, ::1] observations, uint8_t[:, ::1] masks) noexcept nogil:
        """Walks down the tree until there are enough rows or paths; ended games are backed up at
        once."""
        cdef uint64_t state[STATE_WORDS]
        cdef float values[MAX_SEATS]
        cdef uint64_t done = 0
        cdef uint32_t leaf
        cdef Way *way
        self.rows = self.under_way = 0
        most = min(most, <uint64_t>(self.batch * WAYS_A_ROW))
        while done < most and self.rows < self.batch:
            way = &self.ways[self.under_way]
            memcpy(state, self.tree.root_state, self.tree.game.state_bytes)
            self.tree.game.imagine(self.tree.rules, state, self.tree.seat, &self.tree.random)
            leaf = descend(&self.tree, state, way)
            done += 1
            if self.tree.game.to_move(self.tree.rules, state) == NOBODY:
                as_it_stands(&self.tree, state, values)
                back_up(&self.tree, way, leaf, values)
            else:
                self.row_of[self.under_way] = self._row(leaf, state, observations, masks)
                self.under_way += 1
        return done

    cdef int _row(
        self, uint32_t leaf, const uint64_t *state, float[:, ::1] observations, uint8_t[:, ::1] masks
    ) noexcept nogil:
        """The row of a position, a new one unless it has one already."""
        cdef Row *row
        cdef int number
        for number in range(self.rows):
            if leaf != NO_NODE and self.judged[number].node == leaf:
                return number
        row = &self.judged[self.rows]
        row.node = leaf
        row.mover = self.tree.game.to_move(self.tree.rules, state)
        memcpy(row.state, state, self.tree.game.state_bytes)
        row.count = self.tree.game.moves(self.tree.rules, state, row.moves)
        for number in range(row.count):
            row.numbers[number] = self.learning.number(self.tree.rules, state, row.moves[number])
            masks[self.rows, row.numbers[number]] = 1
        self.learning.observe(self.tree.rules, state, row.mover, &observations[self.rows, 0])
        self.rows += 1
        return self.rows - 1

    # --- 2. evaluate ------------------------------------------------------------------------------

    cdef tuple _ask(self, object observations, object masks):
        """What the evaluator says of all rows, as two arrays of 32-bit floats."""
        answer = self.evaluate(observations[:self.rows], masks[:self.rows].view(np.bool_))
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            raise ValueError("the evaluator must return two arrays, priors and values")
        return (
            self._array("priors", answer[0], masks.shape[1], "action numbers"),
            self._array("values", answer[1], self.tree.seats, "seats"),
        )

    cdef object _array(self, str what, object given, int columns, str meaning):
        array = np.ascontiguousarray(given, dtype=np.float32)
        if array.shape != (self.rows, columns):
            raise ValueError(
                f"{what} must be an array of {self.rows} x {columns} (positions x {meaning}), not of "
                f"{' x '.join(map(str, np.shape(given))) or 'one number'}")
        return array

    cdef int _check_answer(self, const float[:, ::1] priors, const float[:, ::1] values) except -1:
        """Checks the answer: priors of legal moves are finite and not negative, values are
        finite."""
        cdef int row, number
        cdef float prior
        for row in range(self.rows):
            for number in range(self.judged[row].count):
                prior = priors[row, self.judged[row].numbers[number]]
                if not (isfinite(prior) and prior >= 0):
                    raise ValueError(
                        f"the prior of action {self.judged[row].numbers[number]} in row {row} must be a number from 0 on, "
                        f"not {prior}")
            for number in range(self.tree.seats):
                if not (isfinite(values[row, number]) and -LARGEST_VALUE <= values[row, number] <= LARGEST_VALUE):
                    raise ValueError(
                        f"values[{row}, {number}] must be a number of {LARGEST_VALUE} at most, not {values[row, number]}")
        return 0

    # --- 3. expand --------------------------------------------------------------------------------

    cdef void _expand_all(self, const float[:, ::1] priors) noexcept nogil:
        """Gives every position that was judged its edges, where there is room."""
        cdef float likely[MAX_MOVES]
        cdef const Row *row
        cdef int number
        for number in range(self.rows):
            row = &self.judged[number]
            if row.node == NO_NODE or self.tree.nodes[row.node].edges:
                continue
            likelihoods(row, &priors[number, 0], self.tree.options.temperature, likely)
            add_edges(&self.tree, row.node, row.moves, row.count, likely)

    # --- 4. back up -------------------------------------------------------------------------------

    cdef void _back_up_all(self, const float[:, ::1] values) noexcept nogil:
        """Adds what each path has brought. Values arrive as the mover sees them, and leave by
        seat."""
        cdef float shares[MAX_SEATS]
        cdef const Row *row
        cdef int number, seat
        for number in range(self.under_way):
            row = &self.judged[self.row_of[number]]
            for seat in range(self.tree.seats):
                shares[(row.mover + seat) % self.tree.seats] = values[self.row_of[number], seat]
            back_up(&self.tree, &self.ways[number], row.node, shares)

    # --- the root ---------------------------------------------------------------------------------

    def mix_priors(self, others: Sequence[float], part: float) -> None:
        """Mixes noise into the root's priors, in the order of the legal list; it should sum to
        1."""
        cdef const Node *root = &self.tree.nodes[self.tree.root]
        cdef float share = part, other
        cdef Edge *edge
        self._check_begun()
        order = self._legal_order()
        mixed = [float(one) for one in others]
        if not order or root.mover == CHANCE:
            raise ValueError("the root has no priors; run(1) first, at a position where a seat decides")
        if len(mixed) != len(order):
            raise ValueError(f"{len(mixed)} priors for {len(order)} legal moves")
        if not 0 <= share <= 1 or not all(0 <= one <= 1 for one in mixed):
            raise ValueError("priors, and the part that they make up, must be from 0 to 1")
        for number, one in zip(order, mixed):
            other = one
            edge = &self.tree.edges[root.first_edge + <uint32_t>number]
            edge.prior = (1 - share) * edge.prior + share * other
        if root.tried < root.edges:
            bring_likeliest(&self.tree, root)


cdef float LARGEST_VALUE = 1000


cdef uint32_t descend(Tree *tree, uint64_t *state, Way *way) noexcept nogil:
    """Walks down to a position that is new or over; `state` becomes it, visits are counted."""
    cdef Move moves[MAX_MOVES]
    cdef uint32_t at = tree.root, chosen
    cdef Node *node
    cdef Edge *edge
    cdef int count
    way.length = 0
    way.granted = False
    while way.length < DEEPEST and at != NO_NODE:
        node = &tree.nodes[at]
        if node.mover == NOBODY or (node.edges == 0 and (node.mover != CHANCE or not expand(tree, at, state))):
            break
        chosen = chance_edge(tree, node) if node.mover == CHANCE else tree.options.choose(tree, node)
        edge = &tree.edges[chosen]
        tree.game.apply(tree.rules, state, edge.move)
        way.nodes[way.length] = at
        way.edges[way.length] = chosen
        way.length += 1
        node.visits += 1
        edge.visits += 1
        if edge.child == NO_NODE:
            edge.child = find_or_add(tree, state)
        at = edge.child
    while tree.game.to_move(tree.rules, state) == CHANCE:       # no room in the tree
        count = tree.game.moves(tree.rules, state, moves)
        tree.game.apply(
            tree.rules, state, moves[draw_chance(tree.game, tree.rules, state, moves, count, &tree.random)])
        at = NO_NODE
    return at


cdef void back_up(Tree *tree, const Way *way, uint32_t leaf, const float *values) noexcept nogil:
    """Adds values along a path whose visits are counted; the position at its end is counted
    here."""
    cdef Expected *expected
    cdef Node *node
    cdef int step, seat
    if leaf != NO_NODE:
        tree.nodes[leaf].visits += 1
        for seat in range(tree.seats):
            tree.nodes[leaf].value[seat] += values[seat]
    for step in range(way.length):
        node = &tree.nodes[way.nodes[step]]
        for seat in range(tree.seats):
            node.value[seat] += values[seat]
        if node.mover != CHANCE:
            tree.edges[way.edges[step]].value += values[node.mover]
    if way.length:
        expected = &tree.expected[way.edges[0] - tree.nodes[tree.root].first_edge]
        expected.count += 1
        for seat in range(tree.seats):
            expected.values[seat] += values[seat]
            expected.squares[seat] += <double>values[seat] * values[seat]


cdef void likelihoods(const Row *row, const float *priors, float temperature, float *out) noexcept nogil:
    """The priors of the legal moves, by the temperature, summing to 1; equal if all are 0."""
    cdef float most = 0, total = 0
    cdef int number
    for number in range(row.count):
        most = max(most, priors[row.numbers[number]])
    for number in range(row.count):
        out[number] = priors[row.numbers[number]] / most if most > 0 else 1
        if temperature != 1:
            out[number] = powf(out[number], 1 / temperature)
        total += out[number]
    for number in range(row.count):
        out[number] /= total
