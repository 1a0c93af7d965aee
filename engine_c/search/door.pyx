"""What every search shares: memory for a tree, its position, and reading what was found."""

from collections.abc import Sequence

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move, NOBODY, STATE_WORDS
from engine_c.position cimport Position
from engine_c.random cimport seed_random
from engine_c.search.tree cimport (
    Choose, Edge, Expected, Node, NO_NODE, Tree, best_by_puct, best_by_ucb1, clear, has_room, set_root,
)

EDGES_A_NODE = 24       # room for edges; most positions are seen once and never expanded


cdef Choose chosen_by(str formula) except NULL:
    if formula == "ucb1":
        return best_by_ucb1
    return best_by_puct


cdef class TreeDoor:
    """A tree; `Search` and `BatchedSearch` are its kinds."""

    def __cinit__(self, *args: object, **named: object) -> None:
        if type(self) is TreeDoor:
            raise TypeError("a search is a Search or a BatchedSearch")

    cdef int _prepare(self, options: object, settled: object, seed: object) except -1:
        """Room and settings, as far as they are the same for all searches."""
        self._make_room(options.memory)
        self.tree.options.choose = chosen_by(options.formula)
        self.tree.options.exploration = settled.exploration
        self.tree.options.first_play = options.first_play
        self.tree.options.temperature = settled.temperature
        self.tree.options.standing = options.standing
        seed_random(&self.tree.random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 3)
        return 0

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

    cdef int _set_position(self, Position position, int seat) except -1:
        """Turns to a position, for a seat, and keeps what is known of it. The root may have no
        edges yet."""
        self._check_idle()
        if not 0 <= seat < position.players:
            raise ValueError(f"there is no seat {seat}")
        if position.game.to_move(position.rules, position.block) == NOBODY:
            raise ValueError("the game is over")
        if self.tree.game != position.game or self.tree.rules != position.rules or self.tree.seat != seat:
            clear(&self.tree)
        self.tables = position.tables
        self.tree.game = position.game
        self.tree.rules = position.rules
        self.tree.seat = seat
        memcpy(self.tree.root_state, position.block, position.game.state_bytes)
        set_root(&self.tree)
        return 0

    cdef int _count_anew(self, size_t moves) except -1:
        """Clears the counts of the root's moves, of which there are at most `moves`."""
        free(self.tree.expected)
        self.tree.expected = <Expected *>calloc(moves + 1, sizeof(Expected))
        if self.tree.expected == NULL:
            self.tree.game = NULL       # begin again
            raise MemoryError("no memory for what is found about moves")
        return 0

    cdef int _check_idle(self) except -1:
        if self.running:
            raise RuntimeError("this search is running already; give every thread a search of its own")
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
        return self.tree.node_count == self.tree.node_room or not has_room(&self.tree)

    def values(self) -> list[float]:
        """The expected share of each seat at the root."""
        self._check_begun()
        return self._node_values(self.tree.root)

    def edges(self) -> list[tuple[int, int, float, float]]:
        """For each move at the root: its code, visits, mean value to the mover, and prior."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef const Edge *edge
        self._check_begun()
        found = []
        for number in self._legal_order():
            edge = &self.tree.edges[node.first_edge + <uint32_t>number]
            found.append((edge.move, edge.visits, edge.value / edge.visits if edge.visits else 0.0, edge.prior))
        return found

    def points(self) -> list[tuple[int, list[list[float]]]]:
        """For each move at the root: how often points were expected, and their sums by seat and
        category."""
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
        """For each move at the root: simulations since the position was set, sums of values, of
        squares."""
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
        """The main variation that begins with a move, and the values of all seats after that
        move."""
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
        """The root's edges in the order of the legal list; the tree keeps them in another order."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef Move moves[MAX_MOVES]
        cdef int number, count
        if node.edges == 0:
            return []
        count = self.tree.game.moves(self.tree.rules, self.tree.root_state, moves)
        place = {self.tree.edges[node.first_edge + <uint32_t>number].move: number for number in range(count)}
        return [place[moves[number]] for number in range(count)]

    def children(self, path: Sequence[int] = ()) -> list[tuple[int, int, float, float, list[float]]]:
        """Of each move of a position below the root, in the order of the legal list: its code,
        visits, mean value to the seat that decides, prior, and the mean value of the position
        behind it to each seat, over all ways to it.

        The moves of `path` lead there. Nothing is known of a position that was never expanded: an
        empty list.
        """
        cdef uint64_t state[STATE_WORDS]
        cdef Move moves[MAX_MOVES]
        cdef const Node *node
        cdef const Edge *edge
        cdef uint32_t at = self.tree.root, number
        cdef int count
        self._check_begun()
        memcpy(state, self.tree.root_state, self.tree.game.state_bytes)
        for move in path:
            edge = self._edge(at, move)
            if edge == NULL:
                raise ValueError(f"{move!r} is not a move that is known here")
            if edge.child == NO_NODE:
                return []
            self.tree.game.apply(self.tree.rules, state, edge.move)
            at = edge.child
        node = &self.tree.nodes[at]
        if node.edges == 0:
            return []
        count = self.tree.game.moves(self.tree.rules, state, moves)
        place = {self.tree.edges[node.first_edge + number].move: number for number in range(node.edges)}
        found = []
        for number in range(<uint32_t>count):
            edge = &self.tree.edges[node.first_edge + <uint32_t>place[moves[number]]]
            found.append((
                edge.move, edge.visits, edge.value / edge.visits if edge.visits else 0.0, edge.prior,
                self._node_values(edge.child) if edge.child != NO_NODE else []))
        return found

    cdef const Edge *_edge(self, uint32_t at, object move) except? NULL:
        """The edge of a move at a node; NULL if it has none."""
        cdef const Node *node = &self.tree.nodes[at]
        cdef uint32_t number
        for number in range(node.first_edge, node.first_edge + node.edges):
            if self.tree.edges[number].move == move:
                return &self.tree.edges[number]
        return NULL

    cdef list _node_values(self, uint32_t at):
        cdef const Node *node = &self.tree.nodes[at]
        if node.visits == 0:
            return []
        return [node.value[seat] / node.visits for seat in range(self.tree.seats)]
