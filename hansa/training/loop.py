"""The loop: for each setup in turn make positions, fit, play the candidate against the best so far,
and keep the winner.

A run lives in a folder:

    ledger.jsonl            what happened (ledger.py)
    lock                    held by the process that trains in the folder
    best.bin                the weights so far (hansa/mind_file.py): each setup's winning part
    N/BOARD-PLAYERS/        generation N of a setup: positions, and `part.bin`, the candidate

Every step is a function of the recipe, the generation and what came before, and its result is in
the ledger or on disk: a run that was killed continues where it stopped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from hansa.board_entry import BoardSetup
from hansa.games import GAMES, board_entries
from hansa.mind_file import MindPart, Minds, read_minds, write_minds
from hansa.training.fit import entropy_of, fit_evaluation, fit_net, fit_points
from hansa.training.ledger import Ledger
from hansa.training.match import GateResult, Player, elo_of, equal_time, gate_result, play_block
from hansa.training.positions import LabelledPosition, game_samples
from hansa.training.recipe import Recipe, TrainingError
from hansa.training.shards import read_shards, write_shard
from hansa.whole_file import remove_unfinished

# What a run says while it works: the setup, what it does, how far it is of how much.
Report = Callable[[BoardSetup, str, float, float], None]
GAME_SEEDS, BLOCK_SEEDS = 1_000_000, 500_000_000  # where the seeds of games and of matches begin


def setups_of(game: str) -> list[BoardSetup]:
    """Every board and number of players of a game."""
    return [BoardSetup(entry.name, players) for entry in board_entries(game) for players in entry.players]


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Locks a folder for training; `TrainingError` if another process already trains in it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "lock", timeout=0):
            yield
    except Timeout as error:
        raise TrainingError(f"another process trains in {folder}; wait for it, end it, or choose another folder") from error


@dataclass
class TrainingRun:
    """A training run in a folder."""

    folder: Path
    game: str
    recipe: Recipe
    report: Report

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        remove_unfinished(self.folder, "*")
        self.ledger = Ledger(self.folder)
        begun = self.ledger.of("begin")
        if not begun:
            self.ledger.add("begin", game=self.game, recipe=self.recipe.to_json())
        elif begun[0]["game"] != self.game or self.ledger.recipe() != self.recipe:
            raise TrainingError(f"{self.folder} was begun with another game or recipe; choose another folder")
        if not self.best_path.exists():
            write_minds(self.best_path, GAMES[self.game].minds(), GAMES[self.game].vocabulary)

    @property
    def best_path(self) -> Path:
        """The best weights so far."""
        return self.folder / "best.bin"

    def best(self) -> Minds:
        """The best weights so far, all setups."""
        return GAMES[self.game].minds(self.best_path)

    def folder_of(self, setup: BoardSetup, generation: int) -> Path:
        """Where a generation of a setup is kept."""
        found = self.folder / str(generation) / setup.folder
        found.mkdir(parents=True, exist_ok=True)
        remove_unfinished(found, "*")
        return found

    def generation(self, setup: BoardSetup, generation: int) -> GateResult | None:
        """One generation of one setup, from positions to the gate; None if it is finished
        already."""
        if self.ledger.of("verdict", setup=str(setup), generation=generation):
            return None
        if self.recipe.settings:
            self.settle(setup, generation)
        else:
            self.make_positions(setup, generation)
            self.fit(setup, generation)
        return self.gate(setup, generation)

    # --- positions -------------------------------------------------------------------------------

    def make_positions(self, setup: BoardSetup, generation: int) -> None:
        """Files of positions until there are as many as the recipe wants."""
        making, wanted = self.recipe.making, self.recipe.fitting.positions
        mind, folder = self.best().of(setup.board, setup.players), self.folder_of(setup, generation)
        count = sum(entry["positions"] for entry in self.ledger.of(
            "positions", setup=str(setup), generation=generation))
        files = len(self.ledger.of("positions", setup=str(setup), generation=generation))
        while count < wanted or files < 2:      # one file is held out
            first = self.first_seed(generation) + files * making.games_a_file
            begun, samples = time.monotonic(), list[LabelledPosition]()
            for seed in range(first, first + making.games_a_file):
                samples += game_samples(mind, setup, making, seed)
                self.report(setup, "positions", count + len(samples), wanted)
            if not samples:
                raise TrainingError(f"{setup}: games without positions to learn from, from seed {first} on")
            write_shard(folder / f"{first}.npz", samples)
            self.ledger.add(
                "positions", setup=str(setup), generation=generation, first_seed=first,
                positions=len(samples), seconds=round(time.monotonic() - begun, 1))
            count, files = count + len(samples), files + 1

    def first_seed(self, generation: int) -> int:
        """Of the games of a generation."""
        return GAME_SEEDS * (1 + self.recipe.seed * 100 + generation)

    # --- fit -------------------------------------------------------------------------------------

    def fit(self, setup: BoardSetup, generation: int) -> None:
        """The candidate's part, fitted to all but some files of positions."""
        if self.ledger.of("fit", setup=str(setup), generation=generation):
            return
        fitting, begun = self.recipe.fitting, time.monotonic()
        folder = self.folder_of(setup, generation)
        paths = sorted(folder.glob("*.npz"))
        held_files = max(1, round(fitting.held_out * len(paths)))
        held, samples = read_shards(paths[:held_files]), read_shards(paths[held_files:])
        vocabulary = GAMES[self.game].vocabulary
        features = len(vocabulary.evaluation)
        width = input_width(setup)
        self.report(setup, "weighted sum", 0, 1)
        best = self.best()
        previous = best.parts.get(setup, best.usual)
        evaluation = previous.evaluation
        if fitting.new_sum:
            evaluation = fit_evaluation(samples, width, features, fitting)
        points = fit_points(samples, width, features, fitting)
        sum_entropy = entropy_of(held, evaluation, None, width)
        self.report(setup, "net", 0, fitting.epochs)
        net, entropy = fit_net(
            samples, evaluation, width, fitting, self.recipe.seed,
            lambda epoch: self.report(setup, "net", epoch, fitting.epochs))
        part = MindPart(evaluation, points, net.flat(), replace(previous.settings, cut=self.recipe.making.cut))
        minds = replace(best, parts={setup: part})
        write_minds(folder / "part.bin", minds, vocabulary)
        self.ledger.add(
            "fit", setup=str(setup), generation=generation, positions=len(samples), held_out=len(held),
            sum_held_out=round(sum_entropy, 4), net_learned=round(entropy, 4),
            net_held_out=round(entropy_of(held, evaluation, net, width), 4),
            seconds=round(time.monotonic() - begun, 1))

    def settle(self, setup: BoardSetup, generation: int) -> None:
        """The candidate's part if it is the best so far with other settings of the search."""
        if self.ledger.of("fit", setup=str(setup), generation=generation):
            return
        best = self.best()
        previous = best.parts.get(setup, best.usual)
        changes: dict[str, Any] = dict(self.recipe.settings)
        part = replace(previous, settings=replace(previous.settings, **changes))
        path = self.folder_of(setup, generation) / "part.bin"
        write_minds(path, replace(best, parts={setup: part}), GAMES[self.game].vocabulary)
        self.ledger.add("fit", setup=str(setup), generation=generation, settings=asdict(part.settings), seconds=0.0)

    # --- gate ------------------------------------------------------------------------------------

    def gate(self, setup: BoardSetup, generation: int) -> GateResult:
        """Plays the candidate against the best so far until it is clear; keeps a winner's part."""
        gating, key = self.recipe.gating, {"setup": str(setup), "generation": generation}
        path = self.folder_of(setup, generation) / "part.bin"
        vocabulary = GAMES[self.game].vocabulary
        part = read_minds(path, vocabulary, self.game).parts[setup]
        best = self.best()
        mind = best.with_part(setup, part).of(setup.board, setup.players)
        rival = Player(best.of(setup.board, setup.players), gating.simulations)
        speeds = self.ledger.of("speed", **key)
        if not speeds:
            found = equal_time(setup, mind, rival, self.recipe.seed)
            self.ledger.add("speed", **key, candidate=found.simulations, rival=rival.simulations)
            speeds = self.ledger.of("speed", **key)
        candidate = Player(mind, speeds[0]["candidate"])
        shares = [entry["share"] for entry in self.ledger.of("block", **key)]
        while (now := gate_result(shares, setup.players, gating)).accepted is None:
            self.report(setup, "match", len(shares), gating.blocks)
            seed = BLOCK_SEEDS + self.first_seed(generation) + len(shares)
            shares.append(play_block(setup, candidate, rival, seed))
            self.ledger.add("block", **key, seed=seed, share=shares[-1])
        if now.accepted:
            write_minds(self.best_path, best.with_part(setup, part), vocabulary)
        known = math.isfinite(now.plus_minus)
        self.ledger.add(
            "verdict", **key, accepted=now.accepted, blocks=now.blocks, share=round(now.share, 4),
            plus_minus=round(now.plus_minus, 4) if known else None, elo=round(elo_of(now.share, setup.players)))
        return now


def input_width(setup: BoardSetup) -> int:
    """How many inputs a net for a setup has."""
    from hansa.state import State

    return State.new(board=setup.board, players=setup.players, seed=1).position.input_count


def train(run: TrainingRun, setups: Sequence[BoardSetup], generations: int) -> None:
    """Generation by generation, all setups in turn."""
    for generation in range(1, generations + 1):
        for setup in setups:
            found = run.generation(setup, generation)
            if found is not None:
                run.report(setup, "accepted" if found.accepted else "refused", found.blocks, found.blocks)
