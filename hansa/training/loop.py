"""The loop: for each setup in turn make positions, fit, play the candidate against the best so far,
and keep the winner.

A run lives in a folder:

    ledger.jsonl            what happened (ledger.py)
    lock                    held by the process that trains in the folder
    best.bin                the weights so far (hansa/mind_file.py): each setup's winning part
    taste.json              instead of `best.bin`, if a plan bot is tuned: its taste (plans.py)
    N/BOARD-PLAYERS/        generation N of a setup: positions, and `part.bin`, the candidate

Every step is a function of the recipe, the generation and what came before, and its result is in
the ledger or on disk: a run that was killed continues where it stopped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from hansa.board_entry import BoardSetup
from hansa.games import GAMES, board_entries
from hansa.mind_file import MindPart, Minds, read_minds, write_minds
from hansa.training.fit import Net, entropy_of, fit_evaluation, fit_net, fit_points, kept, points_error
from hansa.training.fit_policy import PolicyNet, entropy_of_policy, entropy_of_visits, fit_policy
from hansa.training.ledger import Ledger
from hansa.training.match import GateResult, Player, elo_of, equal_time, gate_result, play_block
from hansa.training.plans import tune_plan
from hansa.training.pool import is_weaker, pool
from hansa.training.positions import LabelledPosition, game_samples
from hansa.training.recipe import Imitating, Recipe, TrainingError, Tuning
from hansa.training.searched import SearchedDecision, read_decisions, searched_game, write_decisions
from hansa.training.shards import LabelledPositions, read_shards, write_shard
from hansa.training.tastes import Doubles, TasteRounds, Tastes, free_weights, with_weights, worth_of
from hansa.vocabulary import Taste
from hansa.whole_file import remove_unfinished, write_whole

# What a run says while it works: the setup or plan, what it does, how far it is of how much.
Report = Callable[[BoardSetup | str, str, float, float], None]
# Where the seeds of games, of matches and of games against the pool begin.
GAME_SEEDS, BLOCK_SEEDS, POOL_SEEDS = 1_000_000, 500_000_000, 700_000_000


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
    # Of the pool, besides the player without a net: tastes by name, files of weights.
    styles: Mapping[str, Taste] = field(default_factory=dict)
    files: Sequence[Path] = ()

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        remove_unfinished(self.folder, "*")
        self.ledger = Ledger(self.folder)
        begun = self.ledger.of("begin")
        if not begun:
            self.ledger.add("begin", game=self.game, recipe=self.recipe.to_json())
        elif begun[0]["game"] != self.game or self.ledger.recipe() != self.recipe:
            raise TrainingError(f"{self.folder} was begun with another game or recipe; choose another folder")
        if self.recipe.plan is None and not self.best_path.exists():
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
        if self.recipe.points_only:
            self.make_positions(setup, generation)
            return self.fit_points_only(setup, generation)
        if self.recipe.imitating is not None:
            self.imitate(setup, generation, self.recipe.imitating)
        elif self.recipe.tuning is not None:
            self.tune(setup, generation, self.recipe.tuning)
        elif self.recipe.settings:
            self.settle(setup, generation)
        else:
            self.make_positions(setup, generation)
            self.fit(setup, generation)
        return self.gate(setup, generation)

    def part_of(self, setup: BoardSetup) -> MindPart:
        """What judges a setup in the best weights so far."""
        best = self.best()
        return best.parts.get(setup, best.usual)

    def write_candidate(self, setup: BoardSetup, generation: int, part: MindPart) -> None:
        """Keeps a part that is to be tried."""
        minds = replace(self.best(), parts={setup: part})
        write_minds(self.folder_of(setup, generation) / "part.bin", minds, GAMES[self.game].vocabulary)

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

    # --- candidates ------------------------------------------------------------------------------

    def shards(self, setup: BoardSetup, generation: int) -> tuple[LabelledPositions, LabelledPositions]:
        """The positions to learn from, and those that are held out."""
        paths = sorted(self.folder_of(setup, generation).glob("*.npz"))
        held = max(1, round(self.recipe.fitting.held_out * len(paths)))
        return read_shards(paths[held:]), read_shards(paths[:held])

    def fit(self, setup: BoardSetup, generation: int) -> None:
        """The candidate's part, fitted to all but some files of positions."""
        if self.ledger.of("fit", setup=str(setup), generation=generation):
            return
        fitting, begun = self.recipe.fitting, time.monotonic()
        samples, held = self.shards(setup, generation)
        features, width = len(GAMES[self.game].vocabulary.evaluation), input_width(setup)
        self.report(setup, "weighted sum", 0, 1)
        previous = self.part_of(setup)
        evaluation = np.asarray(previous.evaluation)
        if fitting.new_sum:
            evaluation = fit_evaluation(samples, width, features, fitting)
        sum_entropy = entropy_of(held, evaluation, None, width)
        self.report(setup, "net", 0, fitting.epochs)
        net, entropy = fit_net(
            samples, evaluation, width, fitting, self.recipe.seed,
            lambda epoch: self.report(setup, "net", epoch, fitting.epochs))
        net = net.as_kept()
        points = fit_points(samples, net, width, features, fitting)
        settings = replace(previous.settings, cut=self.recipe.making.cut)
        part = replace(
            previous, evaluation=kept(evaluation), points=kept(points), net=kept(net.flat()), settings=settings)
        self.write_candidate(setup, generation, part)
        self.ledger.add(
            "fit", setup=str(setup), generation=generation, positions=len(samples), held_out=len(held),
            sum_held_out=round(sum_entropy, 4), net_learned=round(entropy, 4),
            net_held_out=round(entropy_of(held, evaluation, net, width), 4),
            points_error=round(points_error(held, points, net, width, features), 3),
            seconds=round(time.monotonic() - begun, 1))

    def fit_points_only(self, setup: BoardSetup, generation: int) -> GateResult:
        """Fits what the best net says of points, and keeps it if it errs less. Play stays the
        same."""
        begun = time.monotonic()
        samples, held = self.shards(setup, generation)
        features, width = len(GAMES[self.game].vocabulary.evaluation), input_width(setup)
        part, best = self.part_of(setup), self.best()
        net = None if part.net is None else Net.of(np.asarray(part.net))
        points = fit_points(samples, net, width, features, self.recipe.fitting)
        errors = [round(points_error(held, each, net, width, features), 3) for each in (np.asarray(part.points), points)]
        better = errors[1] < errors[0]
        if better:
            write_minds(self.best_path, best.with_part(setup, replace(part, points=kept(points))), GAMES[self.game].vocabulary)
        key = {"setup": str(setup), "generation": generation}
        self.ledger.add("points", **key, positions=len(samples), held_out=len(held), error_before=errors[0],
                        error=errors[1], seconds=round(time.monotonic() - begun, 1))
        self.ledger.add("verdict", **key, accepted=better, blocks=0, share=None, plus_minus=None, elo=None, loses_to=None)
        return replace(gate_result((), setup.players, self.recipe.gating), accepted=better)

    def settle(self, setup: BoardSetup, generation: int) -> None:
        """The candidate's part if it is the best so far with other settings of the search."""
        if self.ledger.of("fit", setup=str(setup), generation=generation):
            return
        changes: dict[str, Any] = dict(self.recipe.settings)
        part = self.part_of(setup)
        part = replace(part, settings=replace(part.settings, **changes))
        self.write_candidate(setup, generation, part)
        self.ledger.add("fit", setup=str(setup), generation=generation, settings=asdict(part.settings), seconds=0.0)

    def tune(self, setup: BoardSetup, generation: int, tuning: Tuning) -> None:
        """The candidate's part if it is the best so far with another taste."""
        key = {"setup": str(setup), "generation": generation}
        if self.ledger.of("fit", **key):
            return
        part, best = self.part_of(setup), self.best()
        start = list(tuning.start or part.plan or best.plan)
        names = list(GAMES[self.game].vocabulary.tastes)
        free, rival = free_weights(names, start), Player(best.of(*setup), tuning.simulations)

        def part_with(logarithms: Doubles) -> MindPart:
            return replace(part, plan=tuple(with_weights(start, free, logarithms)))

        def worth(logarithms: Doubles, seed: int) -> float:
            mind = best.with_part(setup, part_with(logarithms)).of(*setup)
            return worth_of(setup, mind, rival, tuning.games, seed)

        begun = time.monotonic()
        rounds = TasteRounds(
            self.ledger, key, (self.recipe.seed, generation), BLOCK_SEEDS + self.first_seed(generation), tuning,
            lambda what, done, of: self.report(setup, what, done, of))
        found = rounds.search(Tastes.around(start, free, tuning), worth)
        self.write_candidate(setup, generation, part_with(found.mean))
        self.ledger.add("fit", **key, style=tuning.style, seconds=round(time.monotonic() - begun, 1))

    def learn_policy(self, setups: Sequence[BoardSetup], generation: int, imitating: Imitating) -> None:
        """One net that fits the policy, learned from all decisions of these setups so far."""
        if self.ledger.of("policy", generation=generation):
            return
        for setup in setups:
            self.make_decisions(setup, generation, imitating)
        begun = time.monotonic()
        samples = read_decisions([
            path for setup in setups for number in range(1, generation + 1)
            for path in self.decision_files(setup, number)[0]])
        self.report(setups[0], "net of the policy:", 0, imitating.epochs)
        net, learned = fit_policy(
            samples, self.policy(), imitating, self.recipe.seed,
            lambda epoch: self.report(setups[0], "net of the policy:", epoch, imitating.epochs))
        flat = net.flat()
        write_whole(self.policy_path(generation), lambda file: np.save(file, flat))
        self.ledger.add("policy", generation=generation, setups=list(map(str, setups)), decisions=len(samples),
                        learned=round(learned, 4), seconds=round(time.monotonic() - begun, 1))

    def policy(self) -> NDArray[np.float32]:
        """The weights of the policy of the best player, which the net changes."""
        return np.array(self.best().policy, np.float32)

    def policy_path(self, generation: int) -> Path:
        """Where the net that fits the policy is kept."""
        return self.folder / str(generation) / "policy.npy"

    def decision_files(self, setup: BoardSetup, generation: int) -> tuple[list[Path], list[Path]]:
        """Those to learn from, and those that are held out."""
        assert self.recipe.imitating is not None
        paths = sorted(self.folder_of(setup, generation).glob("*.npz"))
        held = max(1, round(self.recipe.imitating.held_out * len(paths)))
        return paths[held:], paths[:held]

    def imitate(self, setup: BoardSetup, generation: int, imitating: Imitating) -> None:
        """The candidate's part if it is the best so far with the net that fits the policy."""
        key = {"setup": str(setup), "generation": generation}
        if self.ledger.of("fit", **key):
            return
        self.make_decisions(setup, generation, imitating)
        part, policy, begun = self.part_of(setup), self.policy(), time.monotonic()
        net = PolicyNet.of(np.load(self.policy_path(generation)), len(policy)).as_kept()
        changes: dict[str, Any] = dict(self.recipe.settings)
        settings = replace(part.settings, **changes)
        self.write_candidate(setup, generation, replace(part, policy_net=kept(net.flat()), settings=settings))
        held = read_decisions(self.decision_files(setup, generation)[1])
        known = part.policy_net
        before = (PolicyNet.drawn(held.width, len(policy), np.random.default_rng(0)) if known is None
                  else PolicyNet.of(np.asarray(known), len(policy)))
        self.ledger.add(
            "fit", **key, settings=asdict(settings), decisions=self.ledger.of("policy", generation=generation)[0]["decisions"],
            held_out=len(held), visits=round(entropy_of_visits(held), 4),
            before=round(entropy_of_policy(held, before, policy), 4), after=round(entropy_of_policy(held, net, policy), 4),
            seconds=round(time.monotonic() - begun, 1))

    def make_decisions(self, setup: BoardSetup, generation: int, imitating: Imitating) -> None:
        """Files of decisions that were searched for long, until there are as many as wanted."""
        key = {"setup": str(setup), "generation": generation}
        mind, folder = self.best().of(setup.board, setup.players), self.folder_of(setup, generation)
        files = self.ledger.of("decisions", **key)
        while sum(entry["decisions"] for entry in files) < imitating.decisions or len(files) < 2:
            first = self.first_seed(generation) + len(files) * imitating.games_a_file
            begun, found = time.monotonic(), list[SearchedDecision]()
            count = sum(entry["decisions"] for entry in files)
            for seed in range(first, first + imitating.games_a_file):
                found += searched_game(mind, setup, imitating, seed)
                self.report(setup, "decisions", count + len(found), imitating.decisions)
            if not found:
                raise TrainingError(f"{setup}: games without decisions to learn from, from seed {first} on")
            write_decisions(folder / f"{first}.npz", found)
            self.ledger.add("decisions", **key, first_seed=first, decisions=len(found),
                            seconds=round(time.monotonic() - begun, 1))
            files = self.ledger.of("decisions", **key)

    # --- gate ------------------------------------------------------------------------------------

    def gate(self, setup: BoardSetup, generation: int) -> GateResult:
        """Plays the candidate against the best so far until it is clear, then against the pool;
        keeps a winner's part."""
        gating, key = self.recipe.gating, {"setup": str(setup), "generation": generation}
        path = self.folder_of(setup, generation) / "part.bin"
        vocabulary, best = GAMES[self.game].vocabulary, self.best()
        minds = best.with_part(setup, read_minds(path, vocabulary, self.game).parts[setup])
        candidate = self.candidate(setup, minds, best, key)
        rival = Player(best.of(*setup), gating.simulations)
        shares = [entry["share"] for entry in self.ledger.of("block", **key)]
        while (now := gate_result(shares, setup.players, gating)).accepted is None:
            self.report(setup, "match", len(shares), gating.blocks)
            seed = BLOCK_SEEDS + self.first_seed(generation) + len(shares)
            block = play_block(setup, candidate, rival, seed)
            shares.append(block.share)
            self.ledger.add("block", **key, seed=seed, share=block.share,
                            styles=[block.candidate.to_json(), block.rivals.to_json()])
        loses_to = self.meet_pool(setup, generation, candidate) if now.accepted and gating.pool_blocks else None
        if loses_to is not None:
            now = replace(now, accepted=False)
        if now.accepted:
            write_minds(self.best_path, minds, vocabulary)
        known = math.isfinite(now.plus_minus)
        self.ledger.add(
            "verdict", **key, accepted=now.accepted, blocks=now.blocks, share=round(now.share, 4),
            plus_minus=round(now.plus_minus, 4) if known else None, elo=round(elo_of(now.share, setup.players)),
            loses_to=loses_to)
        return now

    def candidate(self, setup: BoardSetup, minds: Minds, best: Minds, key: Mapping[str, Any]) -> Player:
        """The candidate, with as many simulations as take the time of the best player's."""
        rival = Player(best.of(*setup), self.recipe.gating.simulations)
        if not self.ledger.of("speed", **key):
            found = equal_time(setup, minds.of(*setup), rival, self.recipe.seed)
            self.ledger.add("speed", **key, candidate=found.simulations, rival=rival.simulations)
        return Player(minds.of(*setup), self.ledger.of("speed", **key)[0]["candidate"])

    def meet_pool(self, setup: BoardSetup, generation: int, candidate: Player) -> str | None:
        """Who of the pool is clearly stronger than the candidate."""
        gating, key = self.recipe.gating, {"setup": str(setup), "generation": generation}
        for rival in pool(self.best(), setup, gating, self.styles, self.files):
            shares = [entry["share"] for entry in self.ledger.of("pool", **key, rival=rival.name)]
            while (weaker := is_weaker(shares, setup.players, gating)) is None:
                self.report(setup, f"against {rival.name}:", len(shares), gating.pool_blocks)
                seed = POOL_SEEDS + self.first_seed(generation) + len(shares)
                shares.append(play_block(setup, candidate, rival.player, seed).share)
                self.ledger.add("pool", **key, rival=rival.name, seed=seed, share=shares[-1])
            if weaker:
                return rival.name
        return None


def input_width(setup: BoardSetup) -> int:
    """How many inputs a net for a setup has."""
    from hansa.state import State

    return State.new(board=setup.board, players=setup.players, seed=1).position.input_count


def train(run: TrainingRun, setups: Sequence[BoardSetup], generations: int) -> None:
    """Generation by generation, all setups in turn."""
    if run.recipe.plan is not None:
        tune_plan(run.folder, run.ledger, run.game, run.recipe.plan, run.recipe.seed, run.report)
        return
    for generation in range(1, generations + 1):
        if run.recipe.imitating is not None:
            run.learn_policy(setups, generation, run.recipe.imitating)
        for setup in setups:
            found = run.generation(setup, generation)
            if found is not None:
                run.report(setup, "accepted" if found.accepted else "refused", found.blocks, found.blocks)
