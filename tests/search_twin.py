"""The tree search once more in slow, plain Python on the same random numbers: four steps,
dictionaries for a tree.

Numbers are rounded to 32 bits where the engine rounds them, so that both choose alike to the last
simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search

Float = np.float32
Priors = Callable[[Position], list[float]]
MASK = (1 << 64) - 1


class Pcg:
    """engine_c/random.pxd."""

    def __init__(self, seed: int, stream: int) -> None:
        self.state, self.stream = 0, (stream << 1) | 1
        self.next32()
        self.state = (self.state + seed) & MASK
        self.next32()

    def next32(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + self.stream) & MASK
        mixed, turn = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF, old >> 59
        return ((mixed >> turn) | (mixed << ((32 - turn) & 31))) & 0xFFFFFFFF


@dataclass
class Edge:
    move: int
    prior: Float
    visits: int = 0
    value: Float = field(default_factory=lambda: Float(0))
    child: Node | None = None


@dataclass
class Node:
    mover: int | str | None
    seats: int
    visits: int = 0
    edges: list[Edge] | None = None
    value: list[Float] = field(default_factory=list)
    proven: bool = False
    winner: int | None = None       # who then wins alone

    def __post_init__(self) -> None:
        self.value = [Float(0)] * self.seats
        self.proven = self.mover is None

    @property
    def means(self) -> list[Float]:
        return [value / Float(self.visits) for value in self.value]

    def add(self, values: list[Float]) -> None:
        self.visits += 1
        self.value = [old + new for old, new in zip(self.value, values, strict=True)]


@dataclass
class Step:
    node: Node
    edge: Edge
    child: Node
    lent: Float | None = None


@dataclass
class Path:
    way: list[Step]
    end: Node
    position: Position
    values: list[Float] = field(default_factory=list)
    ended: bool = False


class Twin:
    """A tree over one position without secrets."""

    def __init__(
        self, mind: Mind, root: Position, seed: int, exploration: float, first_play: float, standing: float
    ) -> None:
        self.mind, self.root, self.random = mind, root, Pcg(seed, 3)
        self.exploration, self.first_play, self.standing = Float(exploration), Float(first_play), Float(standing)
        self.nodes: dict[int, Node] = {}
        self.node(root)

    def node(self, position: Position) -> Node:
        node = self.nodes.setdefault(position.key(), Node(position.to_move, len(position.standing())))
        if node.proven and node.mover is None:
            node.winner = next((seat for seat, share in enumerate(position.shares()) if share == 1), None)
        return node

    def simulate(self) -> None:
        path = self.start()
        while not self.select(path):
            path.end.edges = self.expand(path.position)
        self.evaluate_end(path)
        self.back_up(path)

    def simulate_together(self, simulations: int, lanes: int) -> None:
        """As several threads do, with so many simulations under way: each in turn is continued,
        until it needs edges or a value."""
        under_way: list[Path | None] = [None] * lanes
        started = ended = lane = 0
        while ended < simulations:
            path = under_way[lane]
            if path is not None and path.ended:
                self.take_back(path)
                path, ended = None, ended + 1
            elif path is not None and path.end.edges is None:
                path.end.edges = self.expand(path.position)
            if path is None and started < simulations:
                path, started = self.start(), started + 1
            if path is not None:
                path.ended = self.select(path)
                self.lend(path)
                if path.ended:
                    self.evaluate_end(path)
            under_way[lane] = path
            lane = (lane + 1) % lanes

    # 1. select
    def start(self) -> Path:
        return Path([], self.node(self.root), self.root.copy())

    def select(self, path: Path) -> bool:
        """Whether the path has come to its end, and not to a node without edges."""
        root = self.node(self.root)
        while path.end.mover is not None and (path.end is root or (path.end.visits and not path.end.proven)):
            at, edges = path.end, path.end.edges
            if edges is None:
                return False
            edge = self.drawn(edges) if at.mover == "*" else self.best(at, edges)
            path.position.play(edge.move)
            edge.child = path.end = self.node(path.position)
            path.way.append(Step(at, edge, edge.child))
        return True

    def evaluate_end(self, path: Path) -> None:
        known = path.end.proven and path.end.mover is not None and path.end is not self.node(self.root)
        path.values = path.end.means if known else self.evaluate(path.position)

    def lend(self, path: Path) -> None:
        """What the steps get that have got nothing yet."""
        for step in path.way:
            if step.lent is None:
                edge = step.edge
                step.lent = edge.value / Float(edge.visits) if edge.visits else Float(0)
                edge.visits += 1
                edge.value += step.lent

    def take_back(self, path: Path) -> None:
        """A path ends where a node on it is proven by now."""
        for number, step in enumerate(path.way[:-1], 1):
            if step.child.proven:
                path.way, path.end = path.way[:number], step.child
                break
        for step in path.way:
            assert step.lent is not None
            step.edge.visits -= 1
            step.edge.value -= step.lent
        if path.end.proven and path.end.mover is not None:
            path.values = path.end.means
        self.back_up(path)

    # 4. back up
    def back_up(self, path: Path) -> None:
        path.end.add(path.values)
        for step in path.way:
            step.edge.visits += 1
            if isinstance(step.node.mover, int):
                step.edge.value += path.values[step.node.mover]
            step.node.add(path.values)
        for step in reversed(path.way):
            if step.child.proven and isinstance(step.node.mover, int):
                step.edge.value = step.child.means[step.node.mover] * Float(step.edge.visits)
            if not step.child.proven or step is path.way[0] or not self.prove(step.node):
                break

    def prove(self, node: Node) -> bool:
        """Max^n: a certain win is taken, and where all that may follow is known, so is the node."""
        assert node.edges is not None
        known = [edge.child for edge in node.edges if edge.child and edge.child.proven and edge.child.visits]
        whole = len(known) == len(node.edges)
        if node.proven:
            return True
        if node.mover == "*":
            values = [Float(0)] * node.seats
            for edge, child in zip(node.edges if whole else [], known, strict=True):
                values = [value + edge.prior * mean for value, mean in zip(values, child.means, strict=True)]
        else:
            assert isinstance(node.mover, int)
            mover = node.mover
            best = max(known, key=lambda child: Float(child.winner == mover) + child.means[mover])
            values, whole = best.means, whole or best.winner == mover
        if whole:
            winners = {child.winner for child in known} if node.mover == "*" else {best.winner}
            node.winner = winners.pop() if len(winners) == 1 else None
            node.proven, node.value = True, [value * Float(node.visits) for value in values]
        return whole

    def expand(self, position: Position) -> list[Edge]:                                  # 2. expand
        if position.to_move == "*":
            weights = position.chances()
            chances = [Float(weight) / Float(sum(weights)) for weight in weights]
        else:
            # The priors are another test's business
            fresh = Search(self.mind, SearchOptions(memory=1))
            assert isinstance(position.to_move, int)
            fresh.begin(position, position.to_move)
            chances = [Float(prior) for *_, prior in fresh.edges()]
        return [Edge(move, chance) for move, chance in zip(position.moves(), chances, strict=True)]

    # 3. evaluate
    def evaluate(self, position: Position) -> list[Float]:
        values = position.evaluate(self.mind)
        if position.to_move is not None:
            return [Float(value) for value in values]
        rest = [Float(value) for value in position.standing()]
        return [(1 - self.standing) * Float(win) + self.standing * soft for win, soft in zip(values, rest, strict=True)]

    def drawn(self, edges: list[Edge]) -> Edge:
        left = Float(self.random.next32()) * Float(2**-32)
        for edge in edges[:-1]:
            if left < edge.prior:
                return edge
            left -= edge.prior
        return edges[-1]

    def best(self, node: Node, edges: list[Edge]) -> Edge:
        assert isinstance(node.mover, int)
        unvisited = node.value[node.mover] / Float(max(node.visits, 1)) - self.first_play
        scale = self.exploration * np.sqrt(Float(max(node.visits, 1)))

        def score(edge: Edge) -> Float:
            known = edge.value / Float(edge.visits) if edge.visits else unvisited
            return Float(scale * edge.prior / Float(1 + edge.visits) + known)

        return max(edges, key=score)
