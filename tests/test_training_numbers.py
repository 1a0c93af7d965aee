"""Training, number by number: how long is searched, what is drawn and held out, what a ledger says
of a fit, how fast a net learns."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.cli import main
from hansa.cli.screen import Screen
from hansa.cli.train import show, show_styles
from hansa.games import GAMES, mind_for
from hansa.play_style import Style
from hansa.training import loop, match, searched, tastes
from hansa.training.decisions import decisions as all_decisions
from hansa.training.fit import Net, fit_evaluation, fit_points, softmax, summed_features, wanted_shares
from hansa.training.fit_policy import PolicyNet, entropy_of_visits, fit_policy
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, train
from hansa.training.match import PlanPlayer, PlayedBlock, PlayedGame, Player, chosen_move, equal_time, play_game
from hansa.training.positions import drawn_setup
from hansa.training.recipe import Fitting, Imitating
from hansa.training.searched import SearchedDecision, searched_game
from hansa.training.shards import LabelledPositions
from tests.minds import minds_with
from tests.test_training import QUICK as QUICK_NET
from tests.test_training import SETUP, made_samples, silent
from tests.test_training_policy import FEW, QUICK, SETUPS, games_of, minds_policy

# --- decisions that are searched ------------------------------------------------------------------

class Noted:
    """A search that notes how it is made, begun and run."""

    made: list[tuple[SearchOptions, int]]
    begun: list[tuple[int, int, object]]
    runs: list[int]

    def __init__(self, mind: Mind, options: SearchOptions, seed: int) -> None:
        self.number, self.search = len(self.made), Search(mind, options, seed=seed)
        self.edges = self.search.edges
        self.made.append((options, seed))

    def begin(self, position: Position, seat: int) -> None:
        self.begun.append((self.number, seat, position.to_move))
        self.search.begin(position, seat)

    def run(self, simulations: int) -> None:
        self.runs.append(simulations)
        self.search.run(simulations)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> type[Noted]:
    """Searches of games to learn from are noted."""
    Noted.made, Noted.begun, Noted.runs = [], [], []
    monkeypatch.setattr(searched, "Search", Noted)
    return Noted


@pytest.mark.parametrize("modules", [[], ["missions"]])
def test_each_seat_that_has_secrets_has_a_small_tree_of_its_own(
    modules: list[str], noted: type[Noted], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = {"board": "hansa-45", "players": 4, "edition": "bigbox", "modules": modules}
    monkeypatch.setattr(searched, "drawn_setup", lambda *_: drawn)
    mind = mind_for("teutonica", State.from_setup(drawn, seed=9).position)
    assert len(list(islice(searched_game(mind, BoardSetup("hansa-45", 4), replace(FEW, learned=1.0), 9), 10))) == 10
    assert noted.made == [(SearchOptions(memory=24), 9 + seat) for seat in range(4 if modules else 1)]
    assert all((tree, seat) == ((mover, mover) if modules else (0, 0)) for tree, seat, mover in noted.begun)


def test_decisions_to_learn_from_are_searched_for_long_and_the_others_are_not(noted: type[Noted]) -> None:
    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    found = list(searched_game(mind, SETUPS[0], replace(FEW, learned=0.5), 5))
    assert set(noted.runs) == {FEW.simulations, FEW.quick} and noted.runs.count(FEW.simulations) == len(found) > 5


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_drawn_at_the_beginning_among_those_that_were_visited_enough(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moves with as many visits, of which the first is the better one: later it is always
    played."""
    played: list[int] = []

    class Even(Noted):
        """A search that likes the first two moves."""

        def begin(self, position: Position, seat: int) -> None:
            moves = position.moves()
            self.edges = lambda: [(move, 10 if place < 2 else 9, 0.9 if place == 0 else 0.1, 0.1)
                                  for place, move in enumerate(moves)]

        def run(self, simulations: int) -> None:
            """Finds nothing else."""

    def decisions(position: Position, *rest: Any) -> Iterator[int]:
        for mover in all_decisions(position, *rest):
            after = [position.after(move).key() for move in position.moves()]
            yield mover
            played.append(after.index(position.key()))

    Even.made = []
    monkeypatch.setattr(searched, "Search", Even)
    monkeypatch.setattr(searched, "decisions", decisions)
    imitating = replace(FEW, learned=0.0, early=12, early_stray=1.0, stray=0.0, strayed_visits=1.0)
    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    assert not list(islice(searched_game(mind, SETUPS[0], imitating, seed), 1))
    assert set(played[:12]) == {0, 1} and set(played[12:]) == {0} and len(played) > 20


# --- the policy's net -----------------------------------------------------------------------------

def test_a_policys_net_is_fitted_by_adam_at_a_rate_that_rises_and_falls() -> None:
    samples, policy, epochs = games_of(range(3)), np.array(minds_policy("hansa2004"), np.float32), list[int]()
    count = len(samples)
    imitating = Imitating(epochs=3, batch=-(-count // 2), rate=0.01, warm=0.4, decay=2.0)
    found, learned = fit_policy(samples, policy, imitating, 7, epochs.append)
    rng, step = np.random.default_rng(7), 0
    net = PolicyNet.drawn(samples.width, len(policy), rng)
    assert net.first.std() == pytest.approx(30**-0.5 / 2, rel=0.1) and set(net.first_bias) == {np.float32(0.1)}
    assert not net.weights.any() and not net.bias.any()
    first, second = ([np.zeros_like(layer) for layer in net.layers()] for _ in range(2))
    for _ in range(3):
        order, entropies = rng.permutation(count), list[float]()
        for chosen in (order[: imitating.batch], order[imitating.batch :]):
            gradients, entropy = net.gradients(samples.batch(chosen), policy)
            entropies.append(entropy)
            step += 1
            rate = 0.01 * min(step / (0.4 * 6), 0.5 + math.cos(math.pi * step / 7) / 2)
            for place, (layer, gradient) in enumerate(zip(net.layers(), gradients, strict=True)):
                first[place] = 0.9 * first[place] + 0.1 * gradient
                second[place] = 0.999 * second[place] + 0.001 * gradient**2
                adam = first[place] / (1 - 0.9**step) / (np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8)
                # Biases do not shrink
                layer -= rate * (adam + (2.0 if layer.ndim == 2 else 0.0) * layer)
    for layer, wanted in zip(found.layers(), net.layers(), strict=True):
        assert np.abs(layer - wanted).mean() < 1e-4
    assert epochs == [1, 2, 3] and learned == pytest.approx(sum(entropies) / count, rel=1e-4)


def test_the_entropy_of_visits_is_a_mean_of_decisions() -> None:
    samples = games_of(range(1))
    batch = samples.batch(np.arange(len(samples)))
    own = [batch.visits[batch.decision == number] for number in range(len(samples))]
    assert entropy_of_visits(samples) == pytest.approx(
        sum(-float((visits * np.log(visits + 1e-9)).sum()) for visits in own) / len(samples), rel=1e-4)


def test_files_of_decisions_are_made_in_turn_and_some_are_held_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = list[int]()

    def two(mind: object, setup: BoardSetup, imitating: Imitating, seed: int) -> Sequence[SearchedDecision]:
        seeds.append(seed)
        return kept[:2]

    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    kept = list(searched_game(mind, SETUPS[0], replace(FEW, learned=1.0), 5))
    monkeypatch.setattr(loop, "searched_game", two)
    imitating = replace(FEW, decisions=13, games_a_file=2, held_out=0.5)
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK, imitating=imitating), silent)
    run.make_decisions(SETUPS[0], 4, imitating)
    assert seeds == [305_000_000 + number for number in range(8)]
    assert [entry["first_seed"] for entry in run.ledger.of("decisions")] == seeds[::2]
    learned_from, held = run.decision_files(SETUPS[0], 4)
    assert [path.stem for path in held] == [f"{seed}" for seed in seeds[:4:2]]
    assert [path.stem for path in learned_from] == [f"{seed}" for seed in seeds[4::2]]
    few = replace(imitating, decisions=1)
    run.make_decisions(SETUPS[1], 4, few)
    assert len(run.ledger.of("decisions", setup="hansa2004/3")) == 2        # one is held out


def test_the_ledger_says_what_became_of_the_policys_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = list[tuple[int, int]]()

    def fit(samples: Any, policy: Any, imitating: Imitating, seed: int, after: Any) -> tuple[PolicyNet, float]:
        fitted.append((len(samples), seed))
        net = PolicyNet.drawn(samples.width, len(policy), np.random.default_rng(1))
        net.weights[:] = 0.01
        return net, 1.25

    monkeypatch.setattr(loop, "fit_policy", fit)
    monkeypatch.setattr(loop, "entropy_of_policy", lambda samples, net, policy: 1.5 if np.ptp(net.weights) < 1e-4 else 2.5)
    monkeypatch.setattr(loop, "entropy_of_visits", lambda samples: 0.5)
    monkeypatch.setattr(loop, "play_block", lambda *_: PlayedBlock(0.0, Style(games=1), Style()))
    monkeypatch.setattr(loop, "equal_time", lambda setup, mind, rival, seed: Player(mind, 5))
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK, gating=replace(QUICK.gating, blocks=1)), silent)
    train(run, SETUPS[:1], 1)
    files = [entry["decisions"] for entry in run.ledger.of("decisions")]
    assert fitted == [(sum(files[1:]), QUICK.seed)] and run.ledger.of("policy")[0]["learned"] == 1.25
    fit_entry = run.ledger.of("fit")[0]
    assert [fit_entry[name] for name in ("visits", "before", "after", "held_out")] == [0.5, 2.5, 1.5, files[0]]
    assert [entry["styles"][0]["games"] for entry in run.ledger.of("block")] == [1]
    verdict = run.ledger.of("verdict")[0]
    # One block has no spread
    assert (verdict["accepted"], verdict["share"], verdict["plus_minus"]) == (False, 0, None) and not run.ledger.of("pool")
    # The best player's own net stays
    assert run.best().parts[SETUPS[0]].policy_net == GAMES["hansa2004"].minds().parts[SETUPS[0]].policy_net


def test_the_table_of_a_run_says_how_well_the_policys_net_imitates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = Ledger(tmp_path)
    of = {"setup": "hansa2004/2", "generation": 1}
    for seconds in (240.0, 360.0):
        ledger.add("decisions", **of, decisions=9, seconds=seconds)
    ledger.add("fit", **of, settings={}, decisions=1234, held_out=77, visits=0.5, before=1.23456, after=1.12345, seconds=60.0)
    ledger.add("block", **of, share=0.75, styles=[
        Style(games=2, won=1.5, length=16.0, length_won=12.0).to_json(), Style(games=2, won=0.5, length=18.0).to_json()])
    show(ledger, Screen(plain=True))
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["setup", "generation", "positions", "before", "net", "points", "blocks", "share", "Elo", "verdict", "minutes"],
        ["hansa2004/2", "1", "1,234", "1.2346", "1.1235", "1", "playing", "11"]]
    show_styles(ledger, Screen(plain=True))
    said = capsys.readouterr().out
    assert "hansa2004/2, generation 1: Games" in said
    table = [line.split() for line in said.splitlines() if line.startswith(("  ", "turns", "of games"))]
    assert table[-3:] == [["candidate", "best", "so", "far"], ["turns", "a", "player", "8.0", "9.0"],
                          ["of", "games", "it", "won", "8.0", "0.0"]]


def test_a_run_that_is_continued_is_named_by_its_flags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TrainingRun(tmp_path, "hansa2004", replace(QUICK, settings={"exploration": 0.5}), silent)
    assert main(["train", str(tmp_path), "--decisions", "13"]) == 2
    assert "--blocks 2 --pool-blocks 0 --seed 3 --settings exploration=0.5 --policy --decisions 12;" in capsys.readouterr().err
    for words in (["--policy", "--points-only"], ["--policy", "--taste", "own"], ["--points-only", "--taste", "own"]):
        assert main(["train", str(tmp_path / "new"), *words]) == 2
        assert "a run has one task" in capsys.readouterr().err
    assert main(["train", str(tmp_path / "new"), "--decisions", "13"]) == 2
    assert "--decisions goes with --policy" in capsys.readouterr().err


def test_what_a_killed_run_left_half_written_is_taken_away(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "hansa2004", QUICK, silent)
    half = run.folder_of(SETUPS[0], 1) / ".1.npz.0123abcd"
    half.write_bytes(b"half")
    os.utime(half, (0, 0))
    run.folder_of(SETUPS[0], 1)
    assert not half.exists()


# --- the net that evaluates -----------------------------------------------------------------------

def test_the_ledger_measures_a_fit_by_what_was_held_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points_fitted_with = list[Net]()

    def fitted(samples: LabelledPositions, evaluation: Any, width: int, *rest: Any) -> tuple[Net, float]:
        return Net.drawn(width, np.random.default_rng(1)), 7.123456

    def points(samples: LabelledPositions, net: Net, *rest: Any) -> Any:
        points_fitted_with.append(net)
        return fit_points(samples, net, *rest)

    monkeypatch.setattr(loop, "fit_net", fitted)
    monkeypatch.setattr(loop, "fit_points", points)
    monkeypatch.setattr(
        loop, "entropy_of", lambda samples, evaluation, net, width: len(samples) + (0.123456 if net else 0.056789))
    monkeypatch.setattr(loop, "points_error", lambda samples, *_: len(samples) + 0.012345)
    told = list[tuple[object, ...]]()
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK_NET, making=replace(QUICK_NET.making, cut=15)),
                      lambda *what: told.append(what))
    run.make_positions(SETUP, 1)
    run.fit(SETUP, 1)
    entry, files = run.ledger.of("fit")[0], [made["positions"] for made in run.ledger.of("positions")]
    assert [entry[name] for name in ("held_out", "sum_held_out", "net_held_out", "points_error", "net_learned")] == [
        files[0], files[0] + 0.0568, files[0] + 0.1235, files[0] + 0.012, 7.1235]
    assert told[-2:] == [(SETUP, "weighted sum", 0, 1), (SETUP, "net", 0, QUICK_NET.fitting.epochs)]
    candidate = GAMES["hansa2004"].minds(run.folder_of(SETUP, 1) / "part.bin").parts[SETUP]
    assert candidate.settings.cut == 15
    # As the file keeps it
    assert np.array_equal(points_fitted_with[0].flat(), points_fitted_with[0].as_kept().flat())


def test_the_weighted_sum_is_the_most_likely_one_with_its_ridge() -> None:
    samples, ridge = made_samples(200, 1, bend=0), 30.0
    found = fit_evaluation(samples, 6, 2, Fitting(ridge=ridge, rounds=8))
    rows = summed_features(samples.inputs(np.arange(200), 6), 2)
    scale = np.sqrt((rows**2).sum(axis=0) / 200) + 1e-3
    shares = softmax((rows @ found).reshape(-1, 3))
    slope = (rows / scale).T @ (wanted_shares(samples) - shares).ravel()
    assert slope == pytest.approx(ridge * found * scale, abs=1e-2) and np.abs(slope).max() > 5


# --- setups, players, time ------------------------------------------------------------------------

def test_setups_are_mostly_the_usual_ones() -> None:
    found = [drawn_setup(BoardSetup("hansa-45", 4), random.Random(seed)) for seed in range(400)]
    usual = sum(setup["edition"] == "bigbox" for setup in found) / 400
    editions = len({setup["edition"] for setup in found})
    assert usual == pytest.approx(0.6 + 0.4 / editions, abs=0.06) and editions > 1
    for module in {module for setup in found for module in setup["modules"]}:
        assert sum(module in setup["modules"] for setup in found) / 400 == pytest.approx(0.2, abs=0.06)
    assert not any(drawn_setup(BoardSetup("hansa-23", 2), random.Random(seed))["modules"] for seed in range(50))
    assert any(drawn_setup(BoardSetup("hansa-23", 3), random.Random(seed))["modules"] for seed in range(50))


def test_a_choice_ends_as_soon_as_nothing_can_change_it() -> None:
    class Leading:
        """The first move has all visits but four."""

        done = 0

        def run(self, simulations: int) -> None:
            self.done += simulations

        def edges(self) -> list[tuple[int, int, float, float]]:
            return [(7, self.done - 4, 0.5, 0.5), (8, 4, 0.9, 0.5), (9, 0, 0.9, 0.0)]

    search = Leading()
    # Four of 20 cannot be caught up with in 12 more, but evened; of 22 they cannot
    assert chosen_move(search, 32) == 7 and search.done == 22       # type: ignore[arg-type]


def test_a_plan_draws_its_moves_from_its_seed() -> None:
    drawn = list[int]()
    position: Any = SimpleNamespace(plan_move=lambda taste, number: drawn.append(number))
    choose = PlanPlayer(GAMES["teutonica"].vocabulary.taste()).chooser(5)
    for seat in (0, 1):
        choose(position, seat)
    assert drawn == [294508053350743109, 413363302318850201]


def test_each_seat_of_a_game_draws_numbers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = list[int]()

    class Seated(PlanPlayer):
        def chooser(self, seed: int) -> match.Chooser:
            seeds.append(seed)
            return super().chooser(seed)

    plan = Seated(GAMES["teutonica"].vocabulary.taste())
    monkeypatch.setattr(match, "MOST_MOVES", 30)
    game = play_game(BoardSetup("hansa-23", 3), [plan] * 3, 5)
    assert seeds == [40, 41, 42] and len(game.moves) == 30 and game.shares == pytest.approx([1 / 3] * 3)
    made = list[int]()

    def search(mind: Mind, options: SearchOptions, seed: int) -> None:
        made.append(seed)

    monkeypatch.setattr(match, "Search", search)
    Player(minds_with("teutonica").of(), 4).chooser(43)
    assert made == [43]


def test_time_is_the_shortest_of_some_rounds_and_the_median_of_some_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    candidate, rival = minds_with("teutonica").of(), minds_with("teutonica").of()
    now, rounds = 0.0, dict[tuple[bool, int], int]()

    class Timed:
        """A search that takes its time by a clock of its own: mostly 6 seconds of the candidate, 3
        of the rival, and more in some rounds."""

        def __init__(self, mind: object, options: object, seed: int) -> None:
            self.candidate, self.seed = mind is candidate, seed

        def begin(self, position: Position, seat: int) -> None:
            """Takes no time."""

        def run(self, simulations: int) -> None:
            nonlocal now
            place = rounds.get((self.candidate, self.seed), 0)
            rounds[self.candidate, self.seed] = place + 1
            now += needed.get(self.seed, 6) + (0, 2, 6)[place] if self.candidate else 3 + (10, 4, 0)[place]

    # At two positions it needs eight times as long as the rival, at one as long
    needed = {0: 24, 1: 24, 2: 3}
    monkeypatch.setattr(match, "Search", Timed)
    monkeypatch.setattr("hansa.training.match.time.thread_time", lambda: now)
    assert equal_time(BoardSetup("hansa-23", 2), candidate, Player(rival, 40), seed=1).simulations == 20


def test_time_is_measured_in_positions_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[dict[str, object]]()

    def new(**facts: Any) -> State:
        asked.append(facts)
        return State.new(**facts)

    minds = GAMES["teutonica"].minds()
    monkeypatch.setattr(match, "SPEED_POSITIONS", 3)
    monkeypatch.setattr(match, "SPEED_ROUNDS", 1)
    monkeypatch.setattr(match, "State", SimpleNamespace(new=new))
    equal_time(BoardSetup("hansa-23", 2), minds.of("hansa-23", 2), Player(minds.of(), 2), seed=5)
    assert asked == [{"board": "hansa-23", "players": 2, "seed": seed} for seed in (5, 6, 7)]


def test_a_player_searches_with_the_seed_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[tuple[object, object, int]]()

    def search(mind: Mind, options: SearchOptions, *, seed: int = 0) -> Search:
        made.append((mind, options, seed))
        return Search(mind, options, seed=seed)

    monkeypatch.setattr(match, "Search", search)
    player = Player(GAMES["teutonica"].minds().of(), 2)
    player.chooser(17)
    assert made == [(player.mind, player.options, 17)]


def test_the_worth_of_a_taste_is_half_win_half_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[tuple[list[bool], int]]()
    minds = GAMES["hansa2004"].minds()
    rival = Player(minds.of("hansa2004", 3), 4, SearchOptions(memory=5))
    mind = minds_with("hansa2004").of()

    def game(setup: BoardSetup, players: Sequence[Player], seed: int) -> PlayedGame:
        played.append(([player.mind is mind for player in players], seed))
        assert all((player.simulations, player.options) == (4, rival.options) for player in players)
        return PlayedGame(State.new(game="hansa2004", players=3, seed=1), (), [1.0, 0.0, 0.0], [0.5, 0.25, 0.25])

    monkeypatch.setattr(tastes, "play_game", game)
    assert tastes.worth_of(BoardSetup("hansa2004", 3), mind, rival, 4, 9) == pytest.approx((0.75 + 0.125 + 0.125 + 0.75) / 4)
    assert played == [([True, False, False], 9), ([False, True, False], 9), ([False, False, True], 9),
                      ([True, False, False], 10)]
