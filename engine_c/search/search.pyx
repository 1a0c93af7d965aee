"""The search's door: a tree that thinks about a position for a while, says what it thinks, and keeps what it learned."""

from collections.abc import Collection

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move, NOBODY, judgement_of
from engine_c.mind cimport Mind
from engine_c.position cimport Position
from engine_c.random cimport seed_random
from engine_c.search.tree cimport (
    Choose, Edge, Expected, Judge, Node, NO_NODE, Tree, best_by_puct, best_by_ucb1, clear, expand, judge_after_playout,
    judge_after_uniform_playout, judge_at_once, set_root, simulate, visits_needed,
)

from engine_c.search.options import SearchOptions

EDGES_A_NODE = 24       # room for edges; most positions are seen once and never expanded
# Simulations between two looks for Ctrl-C: some milliseconds.
cdef enum:
    BETWEEN_SIGNALS = 256


cdef Choose chosen_by(str formula) except NULL:
    if formula == "ucb1":
        return best_by_ucb1
    return best_by_puct


cdef Judge judged_by(str leaf) except NULL:
    if leaf == "evaluation":
        return judge_at_once
    if leaf == "uniform":
        return judge_after_uniform_playout
    return judge_after_playout


def needed_visits(most: int, lines: int) -> int:
    """How many visits each of so many lines needs, where the first one has the most."""
    if not 0 <= most < 1 << 32 or not 1 <= lines <= MAX_MOVES:
        raise ValueError(f"{lines} lines of {most} visits: there must be 1 to {MAX_MOVES} lines and 0 visits or more")
    return visits_needed(<uint32_t>most, <int>lines)


cdef class Search:
    """One searching thread's tree. `Search(mind, options, seed=…)`, `begin(position, seat)`, `run(n)`, `edges()`."""

    cdef Tree tree
    cdef Mind mind
    cdef object tables              # whose rules the tree's positions follow
    cdef bint running               # a thread is in `run`, without the lock of Python

    def __cinit__(self, Mind mind not None, options: SearchOptions | None = None, *, seed: int = 0) -> None:
        settings = SearchOptions() if options is None else options
        if not isinstance(settings, SearchOptions):
            raise TypeError(f"the options of a search are SearchOptions, not {type(settings).__name__}")
        self.mind = mind
        self._make_room(settings.tree_memory)
        self.tree.evaluation = mind.evaluation
        self.tree.net = mind.net
        self.tree.policy = mind.policy if settings.policy else NULL
        self.tree.points = mind.points if settings.points else NULL
        self.tree.plan = mind.plan
        self.tree.options.choose = chosen_by(settings.formula)
        self.tree.options.judge = judged_by(settings.leaf)
        self.tree.options.cut = mind.cut if settings.cut is None else settings.cut
        self.tree.options.exploration = settings.exploration
        self.tree.options.first_play = settings.first_play
        self.tree.options.temperature = settings.temperature
        self.tree.options.standing = settings.standing
        self.tree.options.advice = settings.advice
        seed_random(&self.tree.random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 3)

    cdef int _make_room(self, size_t megabytes) except -1:
        """An empty tree of this size, with about a place and a half in its table for each node."""
        cdef size_t a_node = sizeof(Node) + <size_t>EDGES_A_NODE * sizeof(Edge) + 2 * sizeof(uint32_t)
        cdef size_t slots = 1024
        self.tree.node_room = <uint32_t>(megabytes * 1024 * 1024 // a_node)
        self.tree.edge_room = self.tree.node_room * <uint32_t>EDGES_A_NODE
        while slots < self.tree.node_room + self.tree.node_room // 2:
            slots *= 2
        self.tree.table_mask = <uint32_t>(slots - 1)
        self.tree.nodes = <Node *>malloc(<size_t>self.tree.node_room * sizeof(Node))
        self.tree.edges = <Edge *>malloc(<size_t>self.tree.edge_room * sizeof(Edge))
        self.tree.table = <uint32_t *>calloc(slots, sizeof(uint32_t))
        if self.tree.nodes == NULL or self.tree.edges == NULL or self.tree.table == NULL:
            raise MemoryError(f"no memory for a tree of {megabytes} MB")
        clear(&self.tree)
        return 0

    def __dealloc__(self) -> None:
        free(self.tree.nodes)
        free(self.tree.edges)
        free(self.tree.table)
        free(self.tree.expected)

    def begin(self, Position position not None, seat: int, *, lines: int = 1, moves: Collection[int] = ()) -> None:
        """Thinks about this position from now on, for a seat; what is known of it from before is kept.

        With several `lines` the best so many moves get enough visits to be compared (`needed_visits`), for which up to a
        quarter of the simulations are spent. With `moves` only these are considered.
        """
        cdef int thinker
        self._check_idle()
        self.mind.check_for(position.game, position.rules)
        if not 0 <= seat < position.players:
            raise ValueError(f"there is no seat {seat}")
        if position.game.to_move(position.rules, position.block) == NOBODY:
            raise ValueError("the game is over")
        thinker = seat
        if self.tree.game != position.game or self.tree.rules != position.rules or self.tree.seat != thinker:
            clear(&self.tree)
        self.tables = position.tables
        self.tree.game = position.game
        self.tree.judgement = judgement_of(position.game)
        self.tree.rules = position.rules
        self.tree.seat = thinker
        memcpy(self.tree.root_state, position.block, position.game.state_bytes)
        set_root(&self.tree)
        if self.tree.nodes[self.tree.root].edges == 0:
            expand(&self.tree, self.tree.root, self.tree.root_state)
        free(self.tree.expected)
        self.tree.expected = <Expected *>calloc(self.tree.nodes[self.tree.root].edges + 1, sizeof(Expected))
        if self.tree.expected == NULL:
            self.tree.game = NULL       # begin again
            raise MemoryError("no memory for what is found about moves")
        self.tree.choice.lines = lines
        if moves:
            self._restrict(set(moves))

    cdef int _restrict(self, set moves) except -1:
        """Bars the root's other moves."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef uint32_t number, allowed = 0
        for number in range(node.edges):
            self.tree.choice.barred[number] = self.tree.edges[node.first_edge + number].move not in moves
            allowed += not self.tree.choice.barred[number]
        if allowed != <uint32_t>len(moves):
            self.tree.game = NULL           # begin again
            raise ValueError("a search can be restricted to legal moves only")
        self.tree.choice.restricted = True
        return 0

    def run(self, simulations: int) -> None:
        """So many simulations more; other Python threads go on meanwhile."""
        cdef uint64_t left = simulations, some
        self._check_begun()
        self.running = True
        try:
            while left:
                some = min(left, <uint64_t>BETWEEN_SIGNALS)
                left -= some
                with nogil:
                    while some:
                        simulate(&self.tree)
                        some -= 1
                PyErr_CheckSignals()
        finally:
            self.running = False

    cdef int _check_idle(self) except -1:
        if self.running:
            raise RuntimeError("this search is running in another thread; give every thread a search of its own")
        return 0

    cdef int _check_begun(self) except -1:
        self._check_idle()
        if self.tree.game == NULL:
            raise ValueError("this search has no position yet: call begin(position, seat) first")
        return 0

    @property
    def simulations(self) -> int:
        """Since the position was set."""
        return self.tree.simulations

    @property
    def root_visits(self) -> int:
        """Simulations through the position, those of earlier searches included."""
        self._check_begun()
        return self.tree.nodes[self.tree.root].visits

    @property
    def nodes(self) -> int:
        """How many positions the tree holds."""
        return self.tree.node_count - 1

    @property
    def full(self) -> bool:
        """Whether the tree has no more room: then it only deepens what it knows."""
        return self.tree.node_count == self.tree.node_room or self.tree.edge_count + 200 > self.tree.edge_room

    def values(self) -> list[float]:
        """The expected share of each seat at the root."""
        self._check_begun()
        return self._node_values(self.tree.root)

    def edges(self) -> list[tuple[int, int, float, float]]:
        """Of each move at the root: its code, visits, mean value to the seat that decides, and prior."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef const Edge *edge
        self._check_begun()
        found = []
        for number in self._legal_order():
            edge = &self.tree.edges[node.first_edge + <uint32_t>number]
            found.append((edge.move, edge.visits, edge.value / edge.visits if edge.visits else 0.0, edge.prior))
        return found

    def points(self) -> list[tuple[int, list[list[float]]]]:
        """For each move at the root: after how many simulations points were expected, and their sums by seat and category."""
        cdef const Expected *expected
        self._check_begun()
        found = []
        if self.tree.points != NULL:
            for number in self._legal_order():
                expected = &self.tree.expected[<uint32_t>number]
                found.append((expected.count, [
                    [expected.points[seat][category] for category in range(self.tree.game.categories)]
                    for seat in range(self.tree.seats)
                ]))
        return found

    def samples(self) -> list[tuple[int, list[float], list[float]]]:
        """For each move at the root: how many simulations since the position was set, sums of values and of their squares."""
        cdef const Expected *expected
        self._check_begun()
        found = []
        for number in self._legal_order():
            expected = &self.tree.expected[<uint32_t>number]
            seats = range(self.tree.seats)
            found.append((expected.count, [expected.values[seat] for seat in seats],
                          [expected.squares[seat] for seat in seats]))
        return found

    def line(self, move: int, longest: int = 40) -> tuple[list[int], list[float]]:
        """The main variation that begins with a move, and the values of all seats after that move."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef const Edge *edge = NULL
        cdef uint32_t number
        self._check_begun()
        for number in range(node.edges):
            if self.tree.edges[node.first_edge + number].move == move:
                edge = &self.tree.edges[node.first_edge + number]
        if edge == NULL or edge.child == NO_NODE:
            return [] if edge == NULL else [move], []
        codes, values = [move], self._node_values(edge.child)
        while edge.child != NO_NODE and len(codes) < longest:
            edge = self._most_visited(&self.tree.nodes[edge.child])
            if edge == NULL or edge.visits == 0:
                break
            codes.append(edge.move)
        return codes, values

    cdef const Edge *_most_visited(self, const Node *node) noexcept:
        """The edge that was taken most often, the first of several; NULL where there is none."""
        cdef const Edge *best = NULL
        cdef uint32_t number
        for number in range(node.first_edge, node.first_edge + node.edges):
            if best == NULL or self.tree.edges[number].visits > best.visits:
                best = &self.tree.edges[number]
        return best

    cdef list _legal_order(self):
        """The numbers of the root's edges in the order of the legal list; the tree has them in an order of its own."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef Move moves[MAX_MOVES]
        cdef int number, count
        if node.edges == 0:
            return []
        count = self.tree.game.moves(self.tree.rules, self.tree.root_state, moves)
        place = {self.tree.edges[node.first_edge + <uint32_t>number].move: number for number in range(count)}
        return [place[moves[number]] for number in range(count)]

    cdef list _node_values(self, uint32_t at):
        cdef const Node *node = &self.tree.nodes[at]
        if node.visits == 0:
            return []
        return [node.value[seat] / node.visits for seat in range(self.tree.seats)]
