"""Positions with what they turned out to be worth.

What is learned from must look like what the search judges. At many decisions of a game of the
player against itself a move is drawn, and the position that is kept lies some moves further: after
a playout of about the usual length, or, if the search judges without playouts (`cut` 0), up to
`beyond` moves down the tree. It is valued by several playouts to the end of the game, so that the
value of one position is independent of that of the next, unlike the outcome of the game itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.board_entry import BoardSetup
from hansa.games import board_entries
from hansa.json_lines import Json
from hansa.state import State
from hansa.training.decisions import decisions
from hansa.training.recipe import Making

MOST_MOVES = 4000       # of a game; one that takes longer is left there
TREE_MEMORY = 24        # megabytes: searches are short
USUAL_EDITION, MODULE = 0.6, 0.2        # how often


@dataclass(frozen=True)
class LabelledPosition:
    """One position. Its inputs, a row for each seat, are mostly 0: kept are those that are not."""

    counts: NDArray[np.uint16]      # how many inputs of each seat are kept
    index: NDArray[np.uint16]
    value: NDArray[np.float16]
    worth: NDArray[np.float32]  # to each seat: half the win, half the standing, a mean of playouts
    points: NDArray[np.float32]     # seat x category, a mean of playouts


def drawn_setup(setup: BoardSetup, rng: random.Random) -> Json:
    """Mostly the usual game of a board, now and then its editions and modules."""
    entry = next(entry for entry in board_entries() if entry.name == setup.board)
    found: Json = {"board": entry.name, "players": setup.players}
    if entry.editions:
        usual = rng.random() < USUAL_EDITION
        found["edition"] = entry.editions[0] if usual else rng.choice(entry.editions)
        found["modules"] = [
            module for module in entry.modules if setup.players > 2 and rng.random() < MODULE]
    return found


def game_samples(mind: Mind, setup: BoardSetup, making: Making, seed: int) -> Iterator[LabelledPosition]:
    """The positions of one game of a player against itself; the seed decides everything."""
    rng = random.Random(seed)
    state = State.from_setup(drawn_setup(setup, rng), seed=seed)
    position = state.position
    assert state.setup is not None
    secrets = "missions" in state.setup.get("modules", ())
    options = SearchOptions(memory=TREE_MEMORY, cut=making.cut)
    # Without secrets all seats think alike and share a tree.
    searches = [
        Search(mind, options, seed=seed + seat) for seat in range(setup.players if secrets else 1)]
    for mover in decisions(position, rng, MOST_MOVES):
        search = searches[mover if secrets else 0]
        search.begin(position, mover if secrets else 0)
        search.run(rng.randint(*making.simulations))
        edges = search.edges()
        drawn = rng.choices(position.moves(), [visits + 1 for _, visits, *_ in edges])[0]
        if rng.random() < making.branches:
            leaf = position.after(drawn)
            go_on(leaf, mind, making, rng)
            if leaf.to_move is not None:
                yield valued(leaf, mind, making, rng)
        best = max(edges, key=lambda edge: (edge[1], edge[2]))[0]
        position.play(drawn if rng.random() < making.stray else best)


def go_on(position: Position, mind: Mind, making: Making, rng: random.Random) -> None:
    """Plays on to where the search judges: the end of a playout, or a node of the tree."""
    if making.cut:
        position.play_on(mind, rng.getrandbits(60), rng.randint(making.cut // 2, making.cut * 3 // 2))
        return
    for _ in range(rng.randint(0, making.beyond)):
        if position.to_move is None:
            return
        if position.to_move != "*" and rng.random() < making.wander:
            position.play(rng.choice(position.moves()))
        else:
            position.play_on(mind, rng.getrandbits(60), 1)


def valued(position: Position, mind: Mind, making: Making, rng: random.Random) -> LabelledPosition:
    """A position that goes on, with its value."""
    worth = np.zeros(position.players, np.float32)
    points = np.zeros(np.shape(position.scores()), np.float32)
    for _ in range(making.playouts):
        end = position.copy()
        end.play_on(mind, rng.getrandbits(60), making.longest)
        if end.to_move is not None:
            end.cut_off()
        worth += np.array(end.shares(), np.float32) / 2 + np.array(end.standing(), np.float32) / 2
        points += np.array(end.scores(), np.float32)
    inputs = np.zeros((position.players, position.input_count), np.float32)
    position.inputs(inputs)
    row, column = np.nonzero(inputs)
    return LabelledPosition(
        np.bincount(row, minlength=position.players).astype(np.uint16),
        column.astype(np.uint16), inputs[row, column].astype(np.float16),
        worth / np.float32(making.playouts), points / np.float32(making.playouts))
