"""Training against a pool, of tastes, points and settings: who is met, what is kept."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from engine_c.mind import Mind
from engine_c.search.options import SearchOptions, SearchSettings
from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.cli import main
from hansa.cli.screen import Screen
from hansa.cli.train import show
from hansa.games import GAMES
from hansa.mind_file import write_minds
from hansa.play_style import Style
from hansa.training import loop
from hansa.training.fit import Net, kept, rows_of_points, wanted_shares
from hansa.training.ledger import Ledger
from hansa.training.loop import TrainingRun, train
from hansa.training.match import AnyPlayer, PlanPlayer, PlayedBlock, Player, elo_of, equal_time
from hansa.training.pool import is_weaker, pool
from hansa.training.recipe import Gating, Tuning
from hansa.training.shards import LabelledPositions
from hansa.training.tastes import Tastes, free_weights, with_weights, worth_of
from tests.ledgers import cut_after, steps_of
from tests.minds import minds_with, part_of
from tests.net_twin import net_units
from tests.test_training import QUICK, SETUP, essence, inputs_of, silent, some_positions

# --- the pool -----------------------------------------------------------------------------------

def test_the_pool_has_whom_a_candidate_must_not_lose_to(tmp_path: Path) -> None:
    best, setup = GAMES["teutonica"].minds(), BoardSetup("hansa-23", 2)
    path = tmp_path / "other.bin"
    write_minds(path, minds_with("teutonica"), GAMES["teutonica"].vocabulary)
    taste = GAMES["teutonica"].vocabulary.taste(marker=3.0)
    found = {rival.name: rival.player for rival in pool(best, setup, Gating(simulations=30), {"rusher": taste}, [path])}
    assert list(found) == ["without a net", str(path), "search in the style of rusher", "rusher"]
    without, other, rusher = (player for player in found.values() if isinstance(player, Player))
    assert {player.simulations for player in (without, other, rusher)} == {30}
    assert without.mind.net_inputs == 0 and without.mind.settings == SearchSettings() and other.mind.net_inputs == 0
    assert rusher.mind.net_inputs == best.of(*setup).net_inputs > 0 and found["rusher"] == PlanPlayer(taste)
    start = State.new(board="hansa-23", players=2, seed=1).position
    assert start.evaluate(without.mind) == start.evaluate(replace(best, parts={}).of(*setup)) != start.evaluate(best.of(*setup))


def test_only_who_is_clearly_weaker_is_refused() -> None:
    gating = Gating(elo1=100, pool_blocks=10)
    assert is_weaker([0.0] * 5, 2, gating) is None and is_weaker([0.0] * 6, 2, gating) is True
    assert is_weaker([1.0] * 6, 2, gating) is False and is_weaker([0.4, 0.5] * 3, 2, gating) is None
    # The last block: not clear
    assert is_weaker([0.0, 0.9] * 5, 2, gating) is False and is_weaker([0.1, 0.6] * 5, 2, gating) is False
    assert is_weaker([], 2, replace(gating, pool_blocks=0)) is None


@pytest.mark.parametrize("stronger", [True, False])
def test_a_candidate_that_loses_to_one_of_the_pool_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stronger: bool
) -> None:
    met, taste = list[tuple[object, int]](), GAMES["hansa2004"].vocabulary.taste()

    def block(setup: BoardSetup, candidate: Player, rival: AnyPlayer, seed: int) -> PlayedBlock:
        met.append((rival, seed))
        assert candidate.simulations == 5
        return PlayedBlock(0.1 if isinstance(rival, PlanPlayer) and stronger else 0.9, Style(games=1), Style())

    monkeypatch.setattr(loop, "play_block", block)
    monkeypatch.setattr(loop, "equal_time", lambda setup, mind, rival, seed: Player(mind, 5))
    recipe = replace(QUICK, settings={"exploration": 0.7}, gating=Gating(simulations=4, pool_blocks=7))
    run = TrainingRun(tmp_path, "hansa2004", recipe, silent, {"founder": taste})
    before = run.best().parts[SETUP].settings
    train(run, [SETUP], 1)
    verdict = run.ledger.of("verdict")[0]
    assert (verdict["accepted"], verdict["loses_to"]) == (not stronger, "founder" if stronger else None)
    assert (run.best().parts[SETUP].settings == before) is stronger
    assert steps_of(run.ledger) == ["begin", "fit", "speed", "block", "pool", "verdict"]
    entries = run.ledger.of("pool")
    assert [entry["rival"] for entry in entries[::6]] == ["without a net", "search in the style of founder", "founder"]
    assert [seed for rival, seed in met if rival == PlanPlayer(taste)] == [entry["seed"] for entry in entries[12:]]
    assert entries[12]["seed"] == 700_000_000 + 1_000_000 * (1 + 300 + 1)
    show(run.ledger, Screen(plain=True))
    assert ("refused: loses to founder" if stronger else "accepted") in " ".join(capsys.readouterr().out.split())


# --- tastes -------------------------------------------------------------------------------------

def test_tastes_are_drawn_in_pairs_and_follow_the_best() -> None:
    tuning = Tuning("own", tastes=8, spread=0.2)
    names, start = ["a", "noise", "b", "unused"], [1.0, 0.03, 0.001, 0.0]
    free = free_weights(names, start)
    assert free == [0, 2]
    now = Tastes.around(start, free, tuning)
    assert now.mean == pytest.approx([0, math.log(0.02)]) and now.spread.tolist() == [0.2, 0.2]
    drawn = now.drawn(8, (1, 2, 3))
    assert drawn.shape == (8, 2) and drawn[:4] + drawn[4:] == pytest.approx(np.broadcast_to(2 * now.mean, (4, 2)))
    assert np.array_equal(drawn, now.drawn(8, (1, 2, 3))) and not np.array_equal(drawn, now.drawn(8, (1, 2, 4)))
    worths = [0.1, 0.9, 0.2, 0.3, 0.8, 0.1, 0.0, 0.4]
    after = now.after(drawn, worths)
    assert after.mean == pytest.approx((now.mean + drawn[[1, 4]].mean(axis=0)) / 2)
    assert after.spread == pytest.approx(np.maximum(0.7 * 0.2 + 0.3 * drawn[[1, 4]].std(axis=0), 0.03))
    again = Tastes.of(json.loads(json.dumps(after.to_json())))
    assert np.array_equal(again.mean, after.mean) and np.array_equal(again.spread, after.spread)
    assert with_weights(start, free, np.log([2.0, 3.0])) == [2.0, 0.03, 3.0, 0.0]


def test_a_taste_is_looked_for_round_by_round_and_tried_like_a_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuning = Tuning("founder", tuple(GAMES["hansa2004"].vocabulary.taste()), rounds=3, tastes=4, games=2, simulations=2)
    recipe, judged = replace(QUICK, tuning=tuning, gating=Gating(simulations=3, blocks=2, pool_blocks=0)), list[int]()

    def worth(setup: BoardSetup, mind: Mind, rival: Player, games: int, seed: int) -> float:
        assert (rival.simulations, games) == (2, 2)
        judged.append(seed)
        if len(judged) == 7:
            raise KeyboardInterrupt
        return round(0.1 * (seed % 7 + len(judged) % 3), 3)

    monkeypatch.setattr(loop, "worth_of", worth)
    run = TrainingRun(tmp_path, "hansa2004", recipe, silent)
    with pytest.raises(KeyboardInterrupt):
        train(run, [SETUP], 1)
    run = TrainingRun(tmp_path, "hansa2004", recipe, silent)
    assert run.ledger.recipe() == recipe
    train(run, [SETUP], 1)
    # The one that was interrupted is judged again
    assert len(judged) == 13 and len(run.ledger.of("taste")) == 12
    assert [entry["round"] for entry in run.ledger.of("round")] == [0, 1, 2]
    first = run.ledger.of("taste", round=0)
    assert run.ledger.of("round")[0]["best"] == max(entry["worth"] for entry in first)
    # All tastes of a round play the same games, those of the next round others
    assert {entry["seed"] for entry in first} == {500_000_000 + 1_000_000 * (1 + 300 + 1)}
    assert {entry["seed"] for entry in run.ledger.of("taste", round=1)} == {first[0]["seed"] + 2}
    found = GAMES["hansa2004"].minds(run.folder_of(SETUP, 1) / "part.bin").parts[SETUP].plan
    wanted = np.exp(run.ledger.of("round")[-1]["next"]["mean"])
    free = free_weights(list(GAMES["hansa2004"].vocabulary.tastes), tuning.start)
    assert found is not None and [found[place] for place in free] == pytest.approx(wanted, abs=1e-4)
    assert run.ledger.of("fit")[0]["style"] == "founder" and run.ledger.of("verdict")
    assert steps_of(run.ledger) == ["begin", "taste", "round", "fit", "speed", "block", "verdict"]
    told = essence(tmp_path)
    cut_after(run.ledger, "fit")
    train(TrainingRun(tmp_path, "hansa2004", recipe, silent), [SETUP], 1)
    assert len(judged) == 13, "what was looked for is not looked for again"
    assert essence(tmp_path) == told


def test_the_worth_of_a_taste_is_of_games_from_every_seat() -> None:
    minds = GAMES["hansa2004"].minds()
    same = Player(minds.of(*SETUP), 4)
    # Both seats play the same game: their sum is 1
    assert worth_of(SETUP, same.mind, same, 4, 9) == pytest.approx(0.5)
    blind = Player(minds_with("hansa2004").of(), 2)
    assert worth_of(SETUP, same.mind, blind, 8, 9) > 0.6 > 0.4 > worth_of(SETUP, blind.mind, same, 8, 9)


# --- numbers ------------------------------------------------------------------------------------

def test_a_net_is_kept_in_16_bits_and_taken_apart_as_it_was_put_together() -> None:
    net = Net.drawn(7, np.random.default_rng(1))
    for one, other in zip(net.layers(), Net.of(net.flat()).layers(), strict=True):
        assert one.shape == other.shape and np.array_equal(one, other)
    kept = net.as_kept()
    assert np.array_equal(kept.flat(), net.flat().astype(np.float16)) and not np.array_equal(kept.flat(), net.flat())
    assert np.array_equal(kept.as_kept().flat(), kept.flat())


def test_elo_is_finite_and_that_of_the_share() -> None:
    assert elo_of(0.25, 4) == 0 and elo_of(0.5, 4) == pytest.approx(400 * math.log10(3))
    assert elo_of(1, 2) == elo_of(0.999, 2) == pytest.approx(400 * math.log10(999))
    assert elo_of(0, 3) == elo_of(0.001, 3) == pytest.approx(400 * math.log10(2 / 999))


def test_what_is_learned_is_the_part_of_each_seat() -> None:
    samples = LabelledPositions(
        np.zeros(3, np.int64), np.zeros(0, np.uint16), np.zeros(0, np.float16), np.array([[0.25, 0.75], [1, 3]], np.float32),
        np.zeros((2, 2, 1), np.float32))
    assert wanted_shares(samples).tolist() == [[0.25, 0.75], [0.25, 0.75]]


# --- points ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("better", [True, False])
def test_points_alone_can_be_fitted_anew_and_are_kept_if_they_err_less(
    better: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = iter([2.5, 2.25] if better else [2.5, 2.5])
    monkeypatch.setattr(loop, "points_error", lambda *_: next(errors))
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK, points_only=True), silent)
    train(run, [SETUP], 1)
    before, after = (minds.parts[SETUP] for minds in (GAMES["hansa2004"].minds(), run.best()))
    assert before.net is not None and after.net is not None and np.array_equal(before.net, after.net)
    assert np.array_equal(before.evaluation, after.evaluation) and before.settings == after.settings
    assert before.points.shape == after.points.shape and np.array_equal(before.points, after.points) is not better
    fitted = run.ledger.of("points")[0]
    files = [entry["positions"] for entry in run.ledger.of("positions")]
    assert (fitted["held_out"], fitted["positions"]) == (files[0], sum(files[1:]))
    assert run.ledger.of("verdict")[0]["accepted"] is better and not run.ledger.of("block")
    assert (fitted["error_before"], fitted["error"]) == ((2.5, 2.25) if better else (2.5, 2.5))
    assert steps_of(run.ledger) == ["begin", "positions", "points", "verdict"]
    show(run.ledger, Screen(plain=True))
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[:4] == ["hansa2004/2", "1", f"{sum(files[1:]):,}", f"{fitted['error']:.3f}"]
    assert row[4] == ("kept" if better else "refused")


def test_the_engine_expects_the_points_that_are_fitted() -> None:
    setup = BoardSetup("hansa-45", 4)
    first = State.new(board=setup.board, players=setup.players, seed=1)
    rng, vocabulary = np.random.default_rng(4), GAMES["teutonica"].vocabulary
    net = Net.drawn(first.position.input_count, rng)
    part = part_of("teutonica", net=net.flat())
    points = rng.normal(0, 0.1, part.points.shape).astype(np.float32)
    mind = replace(minds_with("teutonica"), usual=replace(part, points=kept(points))).of()
    for state in some_positions(setup, 5):
        if not isinstance(state.to_move, int):
            continue
        search = Search(mind, SearchOptions(memory=4, leaf="evaluation", points=True), seed=1)
        search.begin(state.position, state.seat)
        search.run(1)
        ((move, rows),) = [
            (edge[0], rows) for edge, (count, rows) in zip(search.edges(), search.points(), strict=True) if count]
        inputs = inputs_of(leaf := state.after(state.move(move)))
        units = np.array([net_units(net.flat(), row) for row in inputs])
        assert units == pytest.approx(net.units(inputs), abs=1e-4)
        wanted = rows_of_points(inputs, net, len(vocabulary.evaluation)) @ points.T
        possible = np.array(rows) != 0           # categories that cannot score in this game are 0
        assert np.array(rows)[possible] == pytest.approx(wanted[possible], abs=1e-3) and possible.any(axis=0).sum() >= 5
        assert leaf.players == 4


# --- settings -----------------------------------------------------------------------------------

def test_settings_that_win_are_kept_for_their_setup_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = []

    def share(setup: BoardSetup, candidate: Player, rival: Player, seed: int) -> PlayedBlock:
        tried.append((candidate.mind.settings, rival.mind.settings))
        return PlayedBlock(0.9 if setup.players == 2 else 0.1, Style(), Style())

    monkeypatch.setattr("hansa.training.loop.play_block", share)
    usual = GAMES["hansa2004"].minds().of("hansa2004", 2).settings
    words = ["train", str(tmp_path / "run"), "--game", "hansa2004", "--setup", "hansa2004/2", "--setup", "hansa2004/3",
             "--settings", "exploration=0.7,temperature=2", "--simulations", "2", "--pool-blocks", "0"]
    assert main(words) == 0
    assert "hansa2004/2" in (shown := capsys.readouterr().out) and "accepted" in shown and "refused" in shown
    assert set(tried) == {(SearchSettings(usual.cut, 0.7, 2.0), usual)}
    best = GAMES["hansa2004"].minds(tmp_path / "run" / "best.bin")
    assert best.of("hansa2004", 2).settings == tried[0][0]
    assert best.of("hansa2004", 3).settings == usual
    ledger = Ledger(tmp_path / "run")
    assert steps_of(ledger) == ["begin", "asked", "fit", "speed", "block", "verdict"]
    assert [entry["settings"] for entry in ledger.of("fit")] == [asdict(tried[0][0])] * 2


@pytest.mark.parametrize(("word", "said"), [
    ("luck=1", "the settings of a search are cut, exploration, temperature, not luck"),
    ("exploration", "'exploration' is not a setting, such as exploration=0.2"),
    ("cut=0.5", "'cut=0.5' is not a setting"), ("exploration=-1", "exploration must be from 0 to 1000"),
])
def test_settings_that_a_search_does_not_have_cost_one_line(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, said: str) -> None:
    assert main(["train", str(tmp_path / "run"), "--settings", word]) == 2
    assert said in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_searches_too_short_for_the_clock_take_equally_long(monkeypatch: pytest.MonkeyPatch) -> None:
    candidate, rival = minds_with("teutonica").of(), minds_with("teutonica").of()
    monkeypatch.setattr("hansa.training.match.time.thread_time", lambda: 5.0)
    assert equal_time(BoardSetup("hansa-23", 2), candidate, Player(rival, 4), seed=1).simulations == 4
