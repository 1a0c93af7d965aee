"""The batched search once more in slow, plain Python: rounds of ways that are counted before
anybody knows what they bring."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine_c.position import Position
from hansa.games import fitted_mind
from tests.search_twin import Edge, Float, Node, Twin

Evaluate = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[NDArray[np.float32], NDArray[np.float32]]]


class BatchedTwin(Twin):
    """A tree over one position without secrets, judged by a function."""

    def __init__(self, game: str, root: Position, evaluate: Evaluate, batch: int, seed: int = 0) -> None:
        super().__init__(fitted_mind(game), root, seed, exploration=0.4, first_play=0.02, standing=0.5)
        self.evaluate_rows, self.batch = evaluate, batch

    def run(self, simulations: int) -> None:
        while simulations:
            unjudged = self.node(self.root).edges is None and isinstance(self.root.to_move, int)
            simulations -= self.round(1 if unjudged else min(simulations, 2 * self.batch))

    def round(self, most: int) -> int:
        done = 0
        ways: list[tuple[list[tuple[Node, Edge]], Node]] = []
        rows: dict[int, tuple[Node, Position]] = {}
        while done < most and len(rows) < self.batch:
            way, leaf, position = self.descend()
            done += 1
            if position.to_move is None:
                self.add_answers(way, leaf, self.evaluate(position))
            else:
                rows.setdefault(id(leaf), (leaf, position))
                ways.append((way, leaf))
        if rows:
            answers = self.judge(rows)
            for way, leaf in ways:
                self.add_answers(way, leaf, answers[id(leaf)])
        return done

    def descend(self) -> tuple[list[tuple[Node, Edge]], Node, Position]:
        position, way = self.root.copy(), []
        at = self.node(position)
        while at.mover is not None:
            if at.edges is None and at.mover == "*":
                at.edges = self.expand(position)
            if at.edges is None:
                break
            edge = self.drawn(at.edges) if at.mover == "*" else self.best(at, at.edges)
            position.play(edge.move)
            way.append((at, edge))
            at.visits += 1
            edge.visits += 1
            at = self.node(position)
        return way, at, position

    def judge(self, rows: dict[int, tuple[Node, Position]]) -> dict[int, list[Float]]:
        first = next(iter(rows.values()))[1]
        observations = np.zeros((len(rows), first.feature_count), np.float32)
        masks = np.zeros((len(rows), first.action_count), np.uint8)
        for row, (_, position) in enumerate(rows.values()):
            assert isinstance(position.to_move, int)
            position.observe(position.to_move, observations[row])
            position.mask(masks[row])
        priors, values = self.evaluate_rows(observations, masks.view(np.bool_))
        answers = {}
        for row, (key, (node, position)) in enumerate(rows.items()):
            assert isinstance(position.to_move, int)
            answers[key] = [Float(values[row, (seat - position.to_move) % node.seats]) for seat in range(node.seats)]
            if node.edges is None:
                likely = [Float(priors[row, position.action_of(move)]) for move in position.moves()]
                likely = [one / max(likely) for one in likely]
                total = Float(0)
                for one in likely:
                    total += one
                node.edges = [Edge(move, one / total) for move, one in zip(position.moves(), likely, strict=True)]
        return answers

    @staticmethod
    def add_answers(way: list[tuple[Node, Edge]], leaf: Node, values: list[Float]) -> None:
        leaf.add(values)
        for node, edge in way:
            if isinstance(node.mover, int):
                edge.value += values[node.mover]
            node.value = [old + new for old, new in zip(node.value, values, strict=True)]
