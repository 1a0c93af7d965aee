"""Training: positions are what they should be, fits find what is there, the net is the engine's,
runs go on after a kill."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine_c.mind import NET_HIDDEN, NET_SECOND, Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.games import GAMES, mind_for
from hansa.training import loop, positions
from hansa.training.fit import Net, entropy_of, fit_evaluation, fit_net, fit_points, points_error, softmax, strengths_by_sum
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, setups_of, train
from hansa.training.match import PlanPlayer, Player, elo_of, equal_time, even_share, gate_result, play_block, play_game
from hansa.training.positions import LabelledPosition, game_samples, go_on, valued
from hansa.training.recipe import Fitting, Gating, Making, Recipe, TrainingError
from hansa.training.shards import LabelledPositions, read_shards, write_shard
from tests.ledgers import steps_of
from tests.lockstep import SPORTS
from tests.minds import minds_with
from tests.net_twin import net_output

TINY = Making(simulations=(4, 8), playouts=2, games_a_file=1)
FEW = Fitting(positions=20, epochs=1, batch=64)
SETUP = BoardSetup("hansa2004", 2)
QUICK = Recipe(3, TINY, FEW, Gating(simulations=4, blocks=2, pool_blocks=0))


def some_positions(setup: BoardSetup, count: int) -> list[State]:
    """Positions of random games."""
    rng, found = random.Random(5), list[State]()
    state = State.new(board=setup.board, players=setup.players, seed=2)
    while len(found) < count:
        for _ in range(rng.randrange(1, 60)):
            if not state.over:
                state.play(rng.choice(state.legal_moves))
        if state.over:
            state = State.new(board=setup.board, players=setup.players, seed=len(found))
        else:
            found.append(state.copy())
    return found


def inputs_of(state: State) -> np.ndarray:
    out = np.zeros((state.players, state.position.input_count), np.float32)
    state.position.inputs(out)
    return out


@pytest.mark.parametrize("setup", [
    BoardSetup("hansa-45", 4), BoardSetup("hansa-23", 2), BoardSetup("britannia-45", 5), BoardSetup("hansa2004", 3)], ids=str)
def test_the_engine_computes_the_net_of_the_twin_bit_for_bit(setup: BoardSetup) -> None:
    """And the shares that follow are the softmax of the sums and the net's corrections."""
    game = State.new(board=setup.board, players=setup.players, seed=1).game
    first = State.new(board=setup.board, players=setup.players, seed=1)
    net = Net.drawn(first.position.input_count, np.random.default_rng(4))
    net.last[:] = np.random.default_rng(5).normal(0, 0.3, len(net.last))
    weights = net.flat()
    mind = minds_with(game, net=weights).of()
    within = 0
    for state in some_positions(setup, 25):
        inputs = inputs_of(state)
        strengths = [net_output(weights, row) for row in inputs]
        within += sum(bool(abs(one) < 4) for one in strengths)
        raised = np.exp(np.array(strengths, np.float32) - max(strengths))
        assert state.position.evaluate(mind) == pytest.approx(raised / raised.sum(), rel=2e-6)
        assert net.corrections(inputs) == pytest.approx(strengths, abs=2e-4)
    assert within > 20          # most are not at the bound


def test_a_net_moves_no_strength_farther_than_it_may() -> None:
    setup, bounds = BoardSetup("hansa-23", 2), Counter[float]()
    first = State.new(board=setup.board, players=setup.players, seed=1)
    net = Net.drawn(first.position.input_count, np.random.default_rng(4))
    net.last[:] = np.random.default_rng(5).normal(0, 30, len(net.last))
    mind = minds_with(first.game, net=net.flat()).of()
    for state in some_positions(setup, 25):
        one, other = (float(net_output(net.flat(), row)) for row in inputs_of(state))
        bounds.update(abs(value) for value in (one, other) if one != other)
        assert state.position.evaluate(mind)[0] == pytest.approx(1 / (1 + math.exp(other - one)), rel=1e-5)
    assert bounds[4.0] > 5 and max(bounds) == 4.0


def test_no_net_can_make_a_share_that_is_no_number() -> None:
    state = State.new(board="hansa-23", players=2, seed=1)
    width = state.position.input_count
    for value in (1000.0, -1000.0):
        net = np.full_like(Net.drawn(width, np.random.default_rng(1)).flat(), value)
        shares = state.position.evaluate(minds_with("teutonica", net=net).of())
        assert sum(shares) == pytest.approx(1) and min(shares) > 0
    for value in (float("nan"), float("inf"), 1001.0):
        net[7] = value
        with pytest.raises(ValueError, match="not a weight of a net"):
            minds_with("teutonica", net=net).of()
    with pytest.raises(ValueError, match="no net has"):
        minds_with("teutonica", net=np.zeros(100, np.float32)).of()


def test_inputs_are_progress_features_and_what_the_seat_sees() -> None:
    for setup in (BoardSetup("east", 3), SETUP):
        for state in some_positions(setup, 10):
            progress, features = state.position.features()
            observed = np.zeros(state.position.feature_count, np.float32)
            for seat, row in enumerate(inputs_of(state)):
                state.position.observe(seat, observed)
                assert row[0] == np.float32(progress)
                assert row[1 : 1 + len(features[seat])] == pytest.approx(features[seat])
                assert np.array_equal(row[1 + len(features[seat]) :], observed)


# --- positions ----------------------------------------------------------------------------------

@pytest.mark.parametrize("setup", [BoardSetup("hansa-45", 4), SETUP], ids=str)
def test_positions_are_decided_by_their_seed(setup: BoardSetup) -> None:
    game = State.new(board=setup.board, players=setup.players, seed=1).game
    mind = mind_for(game, State.new(board=setup.board, players=setup.players, seed=1).position)
    first, again, other = (list(game_samples(mind, setup, TINY, seed)) for seed in (1, 1, 2))
    assert len(first) > 5
    for one, two in zip(first, again, strict=True):
        assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in vars(one))
    assert not np.array_equal(first[0].value, other[0].value)
    for sample in first:
        assert sample.worth.sum() == pytest.approx(1, abs=1e-4) and len(sample.counts) == setup.players
        assert sample.counts.sum() == len(sample.index) == len(sample.value) and (sample.value != 0).all()
        assert sample.points.shape == (setup.players, len(GAMES[game].vocabulary.categories))


@pytest.mark.parametrize(("setup", "making", "seed", "numbers"), [
    (SETUP, Making(), 5, (89, 40.189197, 8245.2, 15381.35)),
    (BoardSetup("hansa2004", 3), Making(cut=0), 6, (95, 39.294676, 10761.4, 24055.544)),
    (BoardSetup("hansa-23", 2), Making(simulations=(4, 8), playouts=1, branches=0.1), 7, (21, 8.436385, 1595.0, 3933.9992)),
])
def test_positions_of_a_seed_are_those_that_were_reviewed(
    setup: BoardSetup, making: Making, seed: int, numbers: tuple[float, ...]
) -> None:
    """How many there are, and what they add up to: a change in how games are played or valued shows
    here."""
    state = State.new(board=setup.board, players=setup.players, seed=1)
    found = list(game_samples(mind_for(state.game, state.position), setup, making, seed))
    assert (len(found), sum(float(one.worth[0]) for one in found), sum(float(one.points.sum()) for one in found),
            sum(float(one.value.sum(dtype=np.float64)) for one in found)) == pytest.approx(numbers, rel=1e-5)


@pytest.mark.parametrize("modules", [[], ["missions"]])
def test_trees_are_small_and_each_seat_that_has_secrets_has_its_own(
    modules: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, begun = list[tuple[SearchOptions, int]](), list[tuple[int, int, object]]()

    class Noted:
        """A search that notes how it is made and begun."""

        def __init__(self, mind: Mind, options: SearchOptions, seed: int) -> None:
            self.number, self.search = len(made), Search(mind, options, seed=seed)
            self.run, self.edges = self.search.run, self.search.edges
            made.append((options, seed))

        def begin(self, position: Position, seat: int) -> None:
            begun.append((self.number, seat, position.to_move))
            self.search.begin(position, seat)

    drawn = {"board": "hansa-45", "players": 4, "edition": "bigbox", "modules": modules}
    monkeypatch.setattr(positions, "drawn_setup", lambda *_: drawn)
    monkeypatch.setattr(positions, "Search", Noted)
    state = State.from_setup(drawn, seed=9)
    assert len(list(islice(game_samples(mind_for("teutonica", state.position), BoardSetup("hansa-45", 4), TINY, 9), 6))) == 6
    assert made == [(SearchOptions(memory=24, cut=TINY.cut), 9 + seat) for seat in range(4 if modules else 1)]
    assert all((tree, seat) == ((mover, mover) if modules else (0, 0)) for tree, seat, mover in begun)


def sample_of(rows: list[list[float]], worth: list[float], points: list[list[float]]) -> LabelledPosition:
    array = np.array(rows, np.float32)
    row, column = np.nonzero(array)
    return LabelledPosition(
        np.bincount(row, minlength=len(rows)).astype(np.uint16), column.astype(np.uint16),
        array[row, column].astype(np.float16), np.array(worth, np.float32), np.array(points, np.float32))


def test_a_playout_that_takes_too_long_counts_as_it_stands() -> None:
    """A sale that has just begun is turned back [H51]."""
    state = State.new(game="hansa2004", players=2, seed=1)
    mind, making = mind_for("hansa2004", state.position), replace(Making(), playouts=60, longest=25)
    found, rng = valued(state.position, mind, making, random.Random(5)), random.Random(5)
    worth, points, turned_back = np.zeros(2), np.zeros(found.points.shape), 0
    for _ in range(60):
        end = state.position.copy()
        end.play_on(mind, rng.getrandbits(60), 25)
        before = end.scores()
        end.cut_off()
        turned_back += before != end.scores()
        worth += (np.array(end.shares()) + np.array(end.standing())) / 120
        points += np.array(end.scores()) / 60
    assert found.worth == pytest.approx(worth, abs=1e-5) and found.points == pytest.approx(points, abs=1e-4)
    assert turned_back, "choose playouts that end within a sale"


def test_files_of_positions_hold_what_was_written(tmp_path: Path) -> None:
    samples = [
        sample_of([[0.5, 0, 2, 0], [0, 0, 0, 0]], [0.25, 0.75], [[1], [2]]),
        sample_of([[0, 0, 0, 1], [0, 3, 0, 0]], [1, 0], [[3], [4]]),
        sample_of([[0, 0, 4, 0], [5, 0, 0, 6]], [0.5, 0.5], [[5], [6]]),
    ]
    for number, part in enumerate((samples[:2], samples[2:])):
        write_shard(tmp_path / f"{number}.npz", part)
    found = read_shards(sorted(tmp_path.glob("*.npz")))
    assert len(found) == 3 and found.seats == 2 and len([*tmp_path.iterdir()]) == 2
    assert found.inputs(np.array([2, 0]), 4).tolist() == [[0, 0, 4, 0], [5, 0, 0, 6], [0.5, 0, 2, 0], [0, 0, 0, 0]]
    assert found.worth.tolist() == [[0.25, 0.75], [1, 0], [0.5, 0.5]] and found.points[1, 1, 0] == 4


# --- fits ---------------------------------------------------------------------------------------

def made_samples(count: int, seed: int, bend: float) -> LabelledPositions:
    """Positions whose worth is known: strengths are 2 x the first feature, 1 x progress x the
    second, and a bend."""
    rng = np.random.default_rng(seed)
    samples = []
    for _ in range(count):
        progress, rows = rng.random(), rng.integers(0, 3, (3, 5)).astype(float)
        inputs = np.concatenate([np.full((3, 1), progress), rows], axis=1)
        strengths = 2 * rows[:, 0] + progress * rows[:, 1] + bend * np.abs(rows[:, 3] - rows[:, 4])
        shares = softmax(strengths[None].astype(np.float32))[0]
        samples.append(sample_of(inputs.tolist(), shares.tolist(), (3 * rows[:, :2] + 1).tolist()))
    return samples_of(samples)


def samples_of(samples: list[LabelledPosition]) -> LabelledPositions:
    counts = np.concatenate([sample.counts for sample in samples]).astype(np.int64)
    return LabelledPositions(
        np.concatenate([[0], np.cumsum(counts)]), np.concatenate([sample.index for sample in samples]),
        np.concatenate([sample.value for sample in samples]), np.array([sample.worth for sample in samples]),
        np.array([sample.points for sample in samples]))


def test_the_weighted_sum_is_found_again() -> None:
    samples = made_samples(3000, 1, bend=0)
    weights = fit_evaluation(samples, 6, 2, Fitting(ridge=0.01))
    assert weights == pytest.approx([2, 0, 0, 1], abs=0.05)
    inputs = samples.inputs(np.arange(2), 6)
    expected = 2 * inputs[:, 1] + inputs[:, 0] * inputs[:, 2]
    assert strengths_by_sum(inputs, np.array([2, 0, 0, 1], np.float32), 3).ravel() == pytest.approx(expected, rel=1e-3)


def test_the_points_are_found_again() -> None:
    points = fit_points(made_samples(2000, 1, bend=0), None, 6, 2, Fitting(ridge=0.01))
    assert points == pytest.approx(np.array([[3, 0, 0, 0, 1, 0], [0, 3, 0, 0, 1, 0]]), abs=0.05)


def test_points_that_the_units_of_a_net_know_are_found_by_them() -> None:
    net = Net.drawn(6, np.random.default_rng(1))
    samples, held = (points_of_units(made_samples(2000, seed, bend=0), net) for seed in (1, 2))
    with_net, without = (fit_points(samples, each, 6, 2, Fitting(ridge=0.01)) for each in (net, None))
    assert with_net.shape == (2, 6 + NET_SECOND) and without.shape == (2, 6)
    assert points_error(held, with_net, net, 6, 2) < 0.05 < points_error(held, without, None, 6, 2) / 5
    with_net[0, 4] += 2             # the constants of both categories
    with_net[1, 4] -= 1
    # Of a seat's total
    assert points_error(held, with_net, net, 6, 2) == pytest.approx(1, abs=0.05)


def points_of_units(samples: LabelledPositions, net: Net) -> LabelledPositions:
    """The same, but the first category is five times the sum of the units."""
    points = samples.points.copy()
    for chosen in samples.blocks():
        points[chosen, :, 0] = 5 * net.units(samples.inputs(chosen, 6)).sum(axis=1).reshape(len(chosen), -1)
    return replace(samples, points=points)


def test_the_net_learns_what_the_sum_cannot() -> None:
    samples, fresh = made_samples(6000, 1, bend=1.5), made_samples(1000, 2, bend=1.5)
    weights = fit_evaluation(samples, 6, 2, Fitting())
    without = entropy_of(fresh, weights, None, 6)
    net, learned = fit_net(samples, weights, 6, Fitting(epochs=6, batch=64, rate=5e-3, decay=0.0), seed=1)
    true = entropy_of(fresh, np.array([2, 0, 0, 1], np.float32), None, 6)
    assert entropy_of(fresh, weights, net, 6) < without - 0.1 and learned < without and true > 0
    first, second = (
        fit_net(samples, weights, 6, Fitting(batch=64), seed)[0].flat() for seed in (1, 1))
    assert np.array_equal(first, second) and first.dtype == np.float32 and len(first) > 6 * NET_HIDDEN


def test_a_net_is_fitted_by_adam_with_decay_at_a_rate_that_falls_as_half_a_wave() -> None:
    samples, evaluation, epochs = made_samples(30, 3, bend=1), np.array([2, 0, 0, 1], np.float32), list[int]()
    fitting = Fitting(epochs=3, batch=20, rate=0.01, decay=2.0)
    found, learned = fit_net(samples, evaluation, 6, fitting, 7, epochs.append)
    rng = np.random.default_rng(7)
    net, step = Net.drawn(6, rng), 0
    assert not net.corrections(samples.inputs(np.arange(30), 6)).any()
    assert {*net.first_bias, *net.second_bias} == {np.float32(0.1)} and not net.last_bias.any()
    first, second = ([np.zeros_like(layer) for layer in net.layers()] for _ in range(2))
    for _ in range(3):
        order, entropies = rng.permutation(30), list[float]()
        for chosen in (order[:20], order[20:]):
            inputs, step = samples.inputs(chosen, 6), step + 1
            gradients, entropy = net.gradients(inputs, strengths_by_sum(inputs, evaluation, 3), samples.worth[chosen])
            entropies.append(entropy)
            for place, (layer, gradient) in enumerate(zip(net.layers(), gradients, strict=True)):
                first[place] = 0.9 * first[place] + 0.1 * gradient
                second[place] = 0.995 * second[place] + 0.005 * gradient**2
                adam = first[place] / (1 - 0.9**step) / (np.sqrt(second[place] / (1 - 0.995**step)) + 1e-8)
                layer -= 0.01 * (0.5 + math.cos(math.pi * step / 7) / 2) * (adam + 2.0 * layer)
    # The last bias changes no share: its gradient is what rounding leaves, and so is the sign of
    # its change.
    assert np.abs(found.flat() - net.flat())[:-1].mean() < 1e-5 and epochs == [1, 2, 3]
    assert learned == pytest.approx(sum(entropies) / 30, rel=1e-4)


def test_gradients_are_slopes() -> None:
    samples = made_samples(40, 3, bend=1)
    chosen, rng = np.arange(40), np.random.default_rng(1)
    inputs, wanted = samples.inputs(chosen, 6), samples.worth
    net = Net.drawn(6, rng)
    net.last[:] = rng.normal(0, 0.3, len(net.last))
    for layer in net.layers():
        layer += rng.normal(0, 0.05, layer.shape).astype(np.float32)
    sums = np.zeros((40, 3), np.float32)
    gradients, _ = net.gradients(inputs, sums, wanted)
    for layer, gradient in zip(net.layers(), gradients, strict=True):
        place = np.unravel_index(np.argmax(np.abs(gradient)), gradient.shape)
        before, losses = layer[place], []
        for step in (1e-2, -1e-2):
            layer[place] = before + step
            losses.append(net.gradients(inputs, sums, wanted)[1] / 40)
        layer[place] = before
        assert (losses[0] - losses[1]) / 2e-2 == pytest.approx(gradient[place], rel=0.1, abs=1e-4)


# --- matches ------------------------------------------------------------------------------------

def test_a_better_player_passes_the_gate_and_a_worse_one_does_not() -> None:
    setup = BoardSetup("hansa-23", 2)
    state = State.new(board="hansa-23", players=2, seed=1)
    good, blind = mind_for("teutonica", state.position), minds_with("teutonica").of()
    gating = Gating(blocks=8)
    strong = [play_block(setup, Player(good, 40), Player(blind, 2), seed).share for seed in range(6)]
    weak = [play_block(setup, Player(blind, 2), Player(good, 40), seed).share for seed in range(6)]
    assert gate_result(strong, 2, gating).accepted and gate_result(weak, 2, gating).accepted is False
    assert play_block(setup, Player(good, 40), Player(blind, 2), 1).share == strong[1]
    plan = PlanPlayer(GAMES["teutonica"].vocabulary.taste())
    blocks = [play_block(setup, Player(good, 40), plan, seed) for seed in range(4)]
    assert statistics.fmean(block.share for block in blocks) > 0.7 and play_block(setup, Player(good, 40), plan, 3) == blocks[3]


def test_a_block_tells_how_both_sides_played() -> None:
    setup = BoardSetup("hansa-23", 3)
    rival, candidate = (
        PlanPlayer(GAMES["teutonica"].vocabulary.taste(**taste)) for taste in ({"marker": 3.0, "use": 4.0}, {"marker": 0.0}))
    block = play_block(setup, candidate, rival, 5)
    assert (block.candidate.games, block.rivals.games) == (3, 6)
    assert block.candidate.won == pytest.approx(3 * block.share) and block.rivals.won == pytest.approx(3 - 3 * block.share)
    game = play_game(setup, [candidate, rival, rival], 5)
    steps = list(game.steps())
    assert len(steps) == len(game.moves) + 1 and steps[-1][0].over and steps[-1][1] is None
    assert steps[-1][0].shares == game.shares and sum(game.standing) == pytest.approx(1)


def test_the_sequential_test() -> None:
    gating = Gating(elo0=0, elo1=40, blocks=30)
    assert even_share(0, 4) == 0.25 and even_share(400, 2) == pytest.approx(10 / 11)
    assert elo_of(even_share(123, 5), 5) == pytest.approx(123)
    assert gate_result([], 4, gating).accepted is None and gate_result([1.0] * 5, 4, gating).accepted is None
    assert gate_result([1.0] * 6, 4, gating).accepted is True and gate_result([0.0] * 6, 4, gating).accepted is False
    assert gate_result([0.25] * 29, 4, Gating(elo1=1, blocks=30)).accepted is None
    # Not shown to be stronger
    assert gate_result([0.25] * 30, 4, Gating(elo1=1, blocks=30)).accepted is False
    rng = np.random.default_rng(1)
    for elo, wanted in ((0.0, False), (80.0, True)):
        right = 0
        for _ in range(60):
            shares = list[float]()
            while (now := gate_result(shares, 4, replace(gating, blocks=400))).accepted is None:
                shares.append(float(np.mean(rng.random(4) < even_share(elo, 4))))
            right += now.accepted is wanted
        assert right >= 54


def test_the_numbers_of_a_gate() -> None:
    gating, shares = Gating(elo0=0, elo1=40, error=0.05, blocks=30), [0.1, 0.4, 0.5, 0.8]
    found = gate_result(shares, 2, gating)
    assert found.share == pytest.approx(0.45) and (found.blocks, found.accepted) == (4, None)
    assert found.plus_minus == pytest.approx(1.96 * statistics.stdev(shares) / 2)
    spread, below = statistics.pvariance(shares), 1 / (1 + 10**-0.1) - 0.45
    assert found.ratio == pytest.approx(2 * math.log(spread / (spread + below**2)))
    assert gate_result(shares[3:], 2, gating).plus_minus == math.inf
    just_enough = gate_result([0.9, 0.6, 0.3] * 3 + [0.3], 2, replace(gating, error=0.45))
    assert 0 < just_enough.ratio < 1 and just_enough.accepted is True


@pytest.mark.parametrize("slowness", [0.5, 1.0, 4.0])
def test_who_thinks_more_slowly_gets_fewer_simulations(slowness: float, monkeypatch: pytest.MonkeyPatch) -> None:
    state = State.new(board="hansa-23", players=2, seed=1)
    candidate, rival = minds_with("teutonica").of(), mind_for("teutonica", state.position)
    now = 0.0

    class Timed:
        """A search that takes its time by a clock of its own."""

        def __init__(self, mind: object, *_: object, **__: object) -> None:
            self.cost = slowness if mind is candidate else 1.0

        def begin(self, position: Position, seat: int) -> None:
            """Takes no time."""
            assert position.feature_count == state.position.feature_count   # the match's board

        def run(self, simulations: int) -> None:
            nonlocal now
            now += simulations * self.cost

    monkeypatch.setattr("hansa.training.match.Search", Timed)
    monkeypatch.setattr("hansa.training.match.time.thread_time", lambda: now)
    found = equal_time(BoardSetup("hansa-23", 2), candidate, Player(rival, 40), seed=1)
    assert found.simulations == 40 / slowness and found.mind is candidate


# --- runs ---------------------------------------------------------------------------------------

def silent(*_: object) -> None:
    pass


def essence(folder: Path) -> list[dict[str, object]]:
    """What a ledger says, but for what depends on the machine."""
    return [
        {name: value for name, value in entry.items() if name != "seconds"}
        for entry in Ledger(folder).entries if entry["step"] != "speed"]


def test_a_run_makes_fits_and_judges(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "hansa2004", QUICK, silent)
    train(run, [SETUP], 1)
    steps = [entry["step"] for entry in run.ledger.entries]
    assert steps_of(run.ledger) == ["begin", "positions", "fit", "speed", "block", "verdict"]
    fit, files = run.ledger.of("fit")[0], [entry["positions"] for entry in run.ledger.of("positions")]
    assert (fit["held_out"], fit["positions"]) == (files[0], sum(files[1:])) and 0 < fit["net_held_out"] < 2
    verdict, blocks = run.ledger.of("verdict")[0], run.ledger.of("block")
    assert verdict["blocks"] == len(blocks) and run.ledger.of("speed")[0]["rival"] == QUICK.gating.simulations
    assert verdict["share"] == pytest.approx(statistics.fmean(block["share"] for block in blocks), abs=1e-4)
    assert verdict["elo"] == round(elo_of(statistics.fmean(block["share"] for block in blocks), 2))
    assert [block["seed"] for block in blocks] == [
        500_000_000 + 1_000_000 * (1 + 300 + 1) + number for number in range(len(blocks))]
    shipped, best = (minds.parts[SETUP] for minds in (GAMES["hansa2004"].minds(), run.best()))
    candidate = GAMES["hansa2004"].minds(run.folder_of(SETUP, 1) / "part.bin").parts[SETUP]
    now, wanted = best.net, candidate.net if verdict["accepted"] else shipped.net
    assert now is not None and wanted is not None and np.array_equal(now, wanted)
    # The net corrects the sum that is there
    assert np.array_equal(candidate.evaluation, shipped.evaluation)
    train(run, [SETUP], 1)
    assert [entry["step"] for entry in run.ledger.entries] == steps      # nothing is done twice


@pytest.mark.parametrize(("wanted", "files"), [(5, 2), (20, 2), (21, 3)])
def test_files_are_made_until_there_are_positions_enough_and_one_to_hold_out(
    wanted: int, files: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds, said = list[int](), list[tuple[object, ...]]()

    def five(mind: object, setup: BoardSetup, making: Making, seed: int) -> list[LabelledPosition]:
        seeds.append(seed)
        return [sample_of([[1.0, 2.0]] * 2, [0.5, 0.5], [[1.0], [2.0]])] * 5

    monkeypatch.setattr(loop, "game_samples", five)
    setup, recipe = SETUP, replace(QUICK, making=replace(TINY, games_a_file=2))
    recipe = replace(recipe, fitting=replace(FEW, positions=wanted))
    run = TrainingRun(tmp_path, "hansa2004", recipe, lambda *what: said.append(what))
    for _ in range(2):          # the second time nothing is left to do
        run.make_positions(setup, 4)
        assert seeds == [305_000_000 + number for number in range(2 * files)]
    assert said == [(setup, "positions", 5 * number, wanted) for number in range(1, 2 * files + 1)]
    assert [(entry["first_seed"], entry["positions"]) for entry in run.ledger.of("positions")] == [
        (seed, 10) for seed in seeds[::2]]
    assert len(read_shards(sorted(run.folder_of(setup, 4).glob("*.npz")))) == 10 * files
    monkeypatch.setattr(loop, "game_samples", lambda *_: [])
    with pytest.raises(TrainingError, match="hansa2004/2: games without positions to learn from, from seed 306000000 on"):
        run.make_positions(setup, 5)


def test_a_recipe_may_fit_the_sum_anew(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK, fitting=replace(FEW, new_sum=True)), silent)
    run.make_positions(SETUP, 1)
    run.fit(SETUP, 1)
    candidate = GAMES["hansa2004"].minds(run.folder_of(SETUP, 1) / "part.bin").parts[SETUP]
    assert not np.array_equal(candidate.evaluation, run.best().parts[SETUP].evaluation)


@pytest.mark.long
def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """`kill -9` at moments spread over the run; then the same ledger as without."""
    code = (
        "import sys; from pathlib import Path\n"
        "from tests.test_training import QUICK, silent\n"
        "from hansa.board_entry import BoardSetup\n"
        "from hansa.training.loop import TrainingRun, train\n"
        "train(TrainingRun(Path(sys.argv[1]), 'hansa2004', QUICK, silent), [BoardSetup('hansa2004', 2)], 1)\n"
    )
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    command = [sys.executable, "-c", code]
    root = Path(__file__).parents[1]
    subprocess.run([*command, str(whole)], check=True, cwd=root)
    done = False
    for entries in range(1, 50):
        with subprocess.Popen([*command, str(killed)], cwd=root) as running:
            while running.poll() is None and len(lines(killed)) <= entries:
                time.sleep(0.002)
            done = running.poll() is not None
            if not done:
                os.kill(running.pid, signal.SIGKILL)
        if done:
            break
        with (killed / "ledger.jsonl").open("ab") as file:
            file.write(b'{"step": "blo')         # as if it was writing
    assert done and entries > 3
    speed = Ledger(whole).of("speed") == Ledger(killed).of("speed")
    assert essence(whole)[: 4 if not speed else None] == essence(killed)[: 4 if not speed else None]
    assert [entry["step"] for entry in Ledger(whole).entries if entry["step"] != "block"] == [
        entry["step"] for entry in Ledger(killed).entries if entry["step"] != "block"]


def lines(folder: Path) -> list[bytes]:
    path = folder / "ledger.jsonl"
    return path.read_bytes().splitlines() if path.exists() else []


def test_a_folder_belongs_to_one_recipe(tmp_path: Path) -> None:
    TrainingRun(tmp_path, "hansa2004", QUICK, silent)
    TrainingRun(tmp_path, "hansa2004", QUICK, silent)
    with pytest.raises(TrainingError, match="another game or recipe"):
        TrainingRun(tmp_path, "hansa2004", replace(QUICK, seed=4), silent)
    with pytest.raises(TrainingError, match="another game or recipe"):
        TrainingRun(tmp_path, "teutonica", QUICK, silent)
    assert Ledger(tmp_path).recipe() == QUICK


def test_a_ledger_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_text('{"a": 1}\n', encoding="utf-8")
    with pytest.raises(TrainingError, match="line 1: this is not a step"):
        Ledger(tmp_path)
    begun = {"step": "begin", "game": "hansa2004", "recipe": {}}
    (tmp_path / "ledger.jsonl").write_text(json.dumps(begun) + "\n", encoding="utf-8")
    said = (r"^a recipe has seed, making, fitting, gating, settings, tuning, plan, imitating, points_only; "
            r"this one cannot be read: 'making'$")
    with pytest.raises(TrainingError, match=said):
        TrainingRun(tmp_path, "hansa2004", QUICK, silent)


def test_every_setup_can_be_trained() -> None:
    assert len(setups_of("teutonica")) == 10 and set(SPORTS) == set(GAMES)
    assert [str(setup) for setup in setups_of("hansa2004")] == ["hansa2004/2", "hansa2004/3", "hansa2004/4"]


def test_a_run_makes_its_folders(tmp_path: Path) -> None:
    folder = tmp_path / "of" / "mine"
    for _ in range(2):
        assert TrainingRun(folder, "hansa2004", QUICK, silent).folder_of(SETUP, 3) == folder / "3" / SETUP.folder


# --- where positions lie ------------------------------------------------------------------------

class Played:
    """A position that notes how it is played on."""

    to_move = 0

    def __init__(self) -> None:
        self.any: list[int] = []            # legal moves
        self.plan: list[int] = []           # how many moves by plan, each time

    def moves(self) -> list[int]:
        return [7, 8, 9]

    def play(self, move: int) -> None:
        self.any.append(move)

    def play_on(self, mind: object, seed: int, moves: int) -> None:
        self.plan.append(moves)


def gone_on(making: Making) -> list[Played]:
    found = [Played() for _ in range(200)]
    for seed, position in enumerate(found):
        go_on(position, None, making, random.Random(seed))          # type: ignore[arg-type]
    return found


def test_positions_lie_where_the_search_judges() -> None:
    """At the end of a playout of about the usual length; without playouts some moves down the tree,
    by plan or astray."""
    lengths = {length for position in gone_on(Making(cut=20)) for length in position.plan}
    assert lengths == set(range(10, 31)) and not any(position.any for position in gone_on(Making(cut=20)))
    by_plan, astray = gone_on(Making(cut=0, beyond=3, wander=0)), gone_on(Making(cut=0, beyond=3, wander=1))
    assert {len(position.plan) for position in by_plan} == {len(position.any) for position in astray} == {0, 1, 2, 3}
    assert all(set(position.plan) <= {1} and not position.any for position in by_plan)
    assert {move for position in astray for move in position.any} == {7, 8, 9} and not any(position.plan for position in astray)
    mixed = gone_on(Making(cut=0, beyond=8, wander=0.2))
    share = sum(len(position.any) for position in mixed) / sum(len(position.any) + len(position.plan) for position in mixed)
    assert 0.15 < share < 0.25
