"""The search's door: a tree that thinks about a position for a while, says what it thinks, and keeps what it learned."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from engine_c.game cimport MAX_MOVES, Move, NOBODY
from engine_c.mind cimport Mind
from engine_c.position cimport Position
from engine_c.random cimport seed_random
from engine_c.search.tree cimport (
    BY_EVALUATION, BY_GUIDED_PLAYOUT, BY_UNIFORM_PLAYOUT, Edge, Expected, Node, NO_NODE, PUCT, Tree, UCB1, clear, expand, set_root,
    simulate,
)

LEAVES = {"evaluation": BY_EVALUATION, "playout": BY_GUIDED_PLAYOUT, "uniform": BY_UNIFORM_PLAYOUT}
FORMULAS = {"puct": PUCT, "ucb1": UCB1}
EDGES_A_NODE = 24       # room for edges; most positions are seen once and never expanded


cdef class Search:
    """One searching thread's tree. `Search(mind, seed=…, memory=…)`, `begin(position, seat)`, `run(n)`, `edges()`."""

    cdef Tree tree
    cdef Mind mind
    cdef object keeps_rules_alive

    def __cinit__(
        self, Mind mind, *, seed: int = 0, memory: int = 64, exploration: float = 0.4, first_play: float = 0.02,
        temperature: float = 1.0, leaf: str = "playout", cut: int = 80, formula: str = "puct", policy: bool = True,
        standing: float = 0.5, advice: float = 0.4, points: bool = False,
    ) -> None:
        cdef size_t room = <size_t>memory * 1024 * 1024
        cdef uint32_t slots = 1024
        self.mind = mind
        self.tree.node_room = <uint32_t>(room // (sizeof(Node) + EDGES_A_NODE * sizeof(Edge) + 2 * sizeof(uint32_t)))
        self.tree.edge_room = self.tree.node_room * EDGES_A_NODE
        while slots < self.tree.node_room + self.tree.node_room // 2:
            slots *= 2
        self.tree.table_mask = slots - 1
        self.tree.nodes = <Node *>malloc(self.tree.node_room * sizeof(Node))
        self.tree.edges = <Edge *>malloc(<size_t>self.tree.edge_room * sizeof(Edge))
        self.tree.table = <uint32_t *>malloc(<size_t>slots * sizeof(uint32_t))
        if self.tree.nodes == NULL or self.tree.edges == NULL or self.tree.table == NULL:
            raise MemoryError(f"no memory for a tree of {memory} MB")
        self.tree.evaluation = mind.evaluation
        self.tree.policy = mind.policy if policy else NULL
        self.tree.points = mind.points if points else NULL
        self.tree.plan = mind.plan
        self.tree.options.formula = FORMULAS[formula]
        self.tree.options.leaf = LEAVES[leaf]
        self.tree.options.cut = cut
        self.tree.options.exploration = exploration
        self.tree.options.first_play = first_play
        self.tree.options.temperature = temperature
        self.tree.options.standing = standing
        self.tree.options.advice = advice
        seed_random(&self.tree.random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 3)
        clear(&self.tree)

    def __dealloc__(self) -> None:
        free(self.tree.nodes)
        free(self.tree.edges)
        free(self.tree.table)
        free(self.tree.expected)

    def begin(self, Position position not None, seat: int) -> None:
        """Thinks about this position from now on, for a seat; what is known of it from before is kept."""
        self.mind.check_for(position.game)
        if not 0 <= seat < position.game.seats(position.rules, position.block):
            raise ValueError(f"there is no seat {seat}")
        if position.game.to_move(position.rules, position.block) == NOBODY:
            raise ValueError("the game is over")
        if self.tree.game != position.game or self.tree.rules != position.rules or self.tree.seat != seat:
            clear(&self.tree)
        self.keeps_rules_alive = position.keeps_rules_alive
        self.tree.game = position.game
        self.tree.rules = position.rules
        self.tree.seat = seat
        memcpy(self.tree.root_state, position.block, position.game.state_bytes)
        set_root(&self.tree)
        if self.tree.nodes[self.tree.root].edges == 0:
            expand(&self.tree, self.tree.root, self.tree.root_state)
        if self.tree.points != NULL:
            free(self.tree.expected)
            self.tree.expected = <Expected *>calloc(self.tree.nodes[self.tree.root].edges + 1, sizeof(Expected))
            if self.tree.expected == NULL:
                raise MemoryError("no memory for the points of moves")

    def run(self, simulations: int) -> None:
        """So many simulations more; other Python threads go on meanwhile."""
        cdef uint64_t left = simulations
        if self.tree.game == NULL:
            raise ValueError("begin with a position")
        with nogil:
            while left:
                simulate(&self.tree)
                left -= 1

    @property
    def simulations(self) -> int:
        """Since the position was set."""
        return self.tree.simulations

    @property
    def root_visits(self) -> int:
        """Simulations through the position, those of earlier searches included."""
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
        return self._node_values(self.tree.root)

    def edges(self) -> list[tuple[int, int, float, float]]:
        """Of each move at the root: its code, visits, mean value to the seat that decides, and prior."""
        cdef const Node *node = &self.tree.nodes[self.tree.root]
        cdef const Edge *edge
        found = []
        for number in self._legal_order():
            edge = &self.tree.edges[node.first_edge + <uint32_t>number]
            found.append((edge.move, edge.visits, edge.value / edge.visits if edge.visits else 0.0, edge.prior))
        return found

    def points(self) -> list[tuple[int, list[list[float]]]]:
        """For each move at the root: after how many simulations points were expected, and their sums by seat and category."""
        cdef const Expected *expected
        found = []
        if self.tree.expected != NULL:
            for number in self._legal_order():
                expected = &self.tree.expected[<uint32_t>number]
                found.append((expected.count, [
                    [expected.points[seat][category] for category in range(self.tree.game.categories)]
                    for seat in range(self.tree.seats)
                ]))
        return found

    def line(self, move: int, longest: int = 40) -> tuple[list[int], list[float]]:
        """The main variation that begins with a move, and the values of all seats after that move."""
        cdef uint32_t at = self.tree.root, chosen
        cdef const Node *node = &self.tree.nodes[at]
        cdef uint32_t number, best
        codes, values = [], []
        for number in range(node.edges):
            if self.tree.edges[node.first_edge + number].move == <uint32_t>move:
                at = self.tree.edges[node.first_edge + number].child
                codes.append(move)
                break
        if at == NO_NODE or not codes:
            return codes, values
        values = self._node_values(at)
        while len(codes) < longest:
            node = &self.tree.nodes[at]
            if node.edges == 0:
                break
            best = 0
            for number in range(node.edges):
                if self.tree.edges[node.first_edge + number].visits > self.tree.edges[node.first_edge + best].visits:
                    best = number
            if self.tree.edges[node.first_edge + best].visits == 0:
                break
            codes.append(self.tree.edges[node.first_edge + best].move)
            at = self.tree.edges[node.first_edge + best].child
            if at == NO_NODE:
                break
        return codes, values

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
