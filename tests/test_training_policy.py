"""The net that fits the policy to a position: the search plays by what was learned, and runs that
train it go on after a kill."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine_c.mind import Mind
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa import State
from hansa.board_entry import BoardSetup
from hansa.cli.screen import Screen
from hansa.cli.train import show
from hansa.games import GAMES
from hansa.mind_file import Minds, write_minds
from hansa.play_style import Style
from hansa.training import loop
from hansa.training.fit import kept
from hansa.training.fit_policy import PolicyNet, entropy_of_policy, entropy_of_visits, fit_policy
from hansa.training.loop import TrainingRun, train
from hansa.training.match import PlayedBlock, Player
from hansa.training.recipe import Gating, Imitating, Recipe
from hansa.training.searched import SearchedDecisions, decision_of, read_decisions, searched_game, write_decisions
from tests.ledgers import steps_of
from tests.minds import minds_with, part_of
from tests.test_training import inputs_of, silent, some_positions

FEW = Imitating(decisions=12, simulations=12, quick=3, games_a_file=1, epochs=2, batch=16)
QUICK = Recipe(3, gating=Gating(simulations=4, blocks=2, pool_blocks=0), imitating=FEW)
SETUPS = [BoardSetup("hansa2004", 2), BoardSetup("hansa2004", 3)]


def drawn_net(game: str, seed: int, size: float = 0.1) -> PolicyNet:
    """A net that changes every weight."""
    vocabulary, rng = GAMES[game].vocabulary, np.random.default_rng(seed)
    net = PolicyNet.drawn(1 + len(vocabulary.evaluation), len(vocabulary.policy), rng)
    net.weights[:] = rng.normal(0, size, net.weights.shape)
    net.bias[:] = rng.normal(0, size, net.bias.shape)
    return net


@cache
def usual_minds(game: str) -> Minds:
    """Small weights of the policy."""
    return minds_with(game, dict(zip(GAMES[game].vocabulary.policy, minds_policy(game), strict=True)))


def mind_with(game: str, net: PolicyNet | None) -> Mind:
    """A mind with a policy of small weights, and a net that fits it."""
    minds = usual_minds(game)
    flat = None if net is None else kept(net.flat())
    return replace(minds, usual=replace(minds.usual, policy_net=flat)).of()


def some_decisions(game: str, setup: BoardSetup, mind: Mind, count: int = 12) -> list[State]:
    """Positions with a choice."""
    return [state for state in some_positions(setup, count) if isinstance(state.to_move, int) and len(state.legal_moves) > 1]


@pytest.mark.parametrize("setup", [
    BoardSetup("hansa-45", 4), BoardSetup("britannia-3", 3), BoardSetup("hansa2004", 3)], ids=str)
def test_the_search_has_the_priors_that_were_learned(setup: BoardSetup) -> None:
    game = State.new(board=setup.board, players=setup.players, seed=1).game
    net = drawn_net(game, 7)
    mind, plain = mind_with(game, net), mind_with(game, None)
    policy = np.array(list(minds_policy(game)), np.float32)
    seen = set()
    for state in some_decisions(game, setup, mind):
        assert isinstance(state.to_move, int)
        found, usual = ([prior for *_, prior in edges_of(each, state)] for each in (mind, plain))
        decision = decision_of(state.position, state.to_move, mind, [1] * len(found))
        samples = SearchedDecisions(joined(decision))
        batch = samples.batch(np.array([0]))
        wanted = net.priors(batch, policy)
        # Amounts are kept in 16 bits
        assert found == pytest.approx(wanted.priors, rel=2e-2, abs=2e-4)
        assert sum(found) == pytest.approx(1) and found != pytest.approx(usual, rel=0.02)
        assert decision.advised.sum() == 1 and found[int(decision.advised.argmax())] > wanted.trust[0]
        progress, rows = state.position.features()
        assert decision.inputs[0] == pytest.approx([progress, *rows[state.to_move]], rel=1e-3)
        assert decision.inputs[0] == pytest.approx(inputs_of(state)[state.to_move][: decision.inputs.shape[1]], rel=1e-3)
        seen.add(state.phase)
    assert len(seen) > 1 or game == "hansa2004"


def minds_policy(game: str) -> list[float]:
    return [random.Random(name).uniform(-1, 1) for name in GAMES[game].vocabulary.policy]


def edges_of(mind: Mind, state: State) -> list[tuple[int, int, float, float]]:
    assert isinstance(state.to_move, int)
    search = Search(mind, SearchOptions(memory=2))
    search.begin(state.position, state.to_move)
    return search.edges()


def joined(*decisions: object) -> dict[str, np.ndarray]:
    return {name: np.concatenate([getattr(each, name) for each in decisions]) for name in vars(decisions[0])}


def test_trust_in_advice_follows_the_net_and_the_option() -> None:
    state = some_decisions("teutonica", BoardSetup("hansa-45", 4), mind_with("teutonica", None))[0]
    net = drawn_net("teutonica", 1, 0.0)
    shares = []
    for change in (-30, -1, 0, 1, 30):      # far changes are cut off
        net.bias[-1] = change
        mind = mind_with("teutonica", net)
        shares.append(next(prior for move, *_, prior in edges_of(mind, state) if move == state.position.advised(mind)))
    assert shares == sorted(shares) and shares[0] < 0.5 and shares[-1] > 0.999
    plain = {move: prior for move, *_, prior in edges_of(mind_with("teutonica", None), state)}
    net.bias[-1] = 0
    assert {move: prior for move, *_, prior in edges_of(mind_with("teutonica", net), state)} == plain
    net.bias[-1] = 5
    search = Search(mind_with("teutonica", net), SearchOptions(memory=2, advice=0.0))
    assert isinstance(state.to_move, int)
    search.begin(state.position, state.to_move)
    without = {move: prior for move, *_, prior in search.edges()}
    advised = state.position.advised(mind_with("teutonica", net))
    # No advice, so no trust in it
    assert without[advised] == pytest.approx((plain[advised] - 0.4) / 0.6, abs=1e-5)


def test_a_net_of_another_size_is_refused() -> None:
    part, policy = part_of("teutonica"), minds_policy("teutonica")
    plan = list(GAMES["teutonica"].vocabulary.taste())
    flat = drawn_net("teutonica", 1).flat()

    def mind(net: np.ndarray) -> Mind:
        return Mind(part.evaluation.tolist(), np.asarray(part.points).ravel().tolist(), policy, plan, policy_net=net)

    position = State.new(seed=1).position
    assert len(position.evaluate(mind(flat))) == 4
    for wrong in (flat[:-1], flat[:5], flat[:0]):
        with pytest.raises(ValueError, match=r"^no net for a policy of"):
            mind(wrong.copy())
    with pytest.raises(ValueError, match=r"^the policy's net of this mind is for another game"):
        position.evaluate(mind(np.concatenate([flat, flat[:32]])))
    flat[3] = np.nan
    with pytest.raises(ValueError, match=r"^nan is not a weight of a net"):
        mind(flat)


def test_advice_is_for_those_who_decide() -> None:
    state = State.new(seed=1)
    mind = mind_with("teutonica", None)
    assert state.position.advised(mind) in state.position.moves()
    rng = random.Random(2)
    while state.to_move is not None:
        state.play(rng.choice(state.legal_moves))
    with pytest.raises(ValueError, match="nothing to decide"):
        state.position.advised(mind)


def test_features_say_what_the_plan_thinks_of_a_route() -> None:
    mind, names = mind_with("teutonica", None), list(GAMES["teutonica"].vocabulary.policy)
    taste, seen = list(GAMES["teutonica"].vocabulary.taste()), set()
    for state in some_decisions("teutonica", BoardSetup("hansa-45", 4), mind, 30):
        rates = [rate for *_, rate in state.position.prospects(taste)]      # type: ignore[attr-defined]
        best = max(*rates, 0.05)
        parts = [min(max(rate / best, -1), 2) for rate in rates]
        for code in state.legal_moves.codes:
            found = {names[number]: value for number, value in state.position.move_features(code, mind).items()}
            if "place: rate" in found:
                assert any(found["place: rate"] == pytest.approx(part, abs=1e-5) for part in parts)
                assert ("place: best" in found) <= (found["place: rate"] == pytest.approx(max(parts), abs=1e-5))
                seen.add("place: best" in found)
    assert seen == {True, False}


# --- fitting ------------------------------------------------------------------------------------

def games_of(seeds: range) -> SearchedDecisions:
    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    return SearchedDecisions(joined(*(each for seed in seeds for each in searched_game(mind, SETUPS[0], FEW, seed))))


def test_gradients_are_those_of_the_cross_entropy() -> None:
    samples, net = games_of(range(3)), drawn_net("hansa2004", 4, 0.05)
    policy, batch = np.array(minds_policy("hansa2004"), np.float32), None
    batch = samples.batch(np.arange(min(len(samples), 20)))
    gradients, entropy = net.gradients(batch, policy)
    rng = np.random.default_rng(3)
    for layer, gradient in zip(net.layers(), gradients, strict=True):
        away = rng.normal(0, 1, layer.shape).astype(np.float32)
        found = []
        for step in (1e-2, -1e-2):
            layer += step * away
            found.append(net.gradients(batch, policy)[1] / batch.size)
            layer -= step * away
        assert (found[0] - found[1]) / 2e-2 == pytest.approx(float((gradient * away).sum()), rel=0.05, abs=2e-3)
    assert entropy / batch.size >= entropy_of_visits(samples) * 0.5


def test_a_net_learns_what_depends_on_the_position() -> None:
    """Searches that follow the plan early in a game and try everything later: no fixed weights
    could say so."""
    learn, held = games_of(range(10, 30)), games_of(range(40, 46))
    for samples in (learn, held):
        arrays, all_of_them = samples.arrays, samples.batch(np.arange(len(samples)))
        early = (all_of_them.inputs[:, 0] < 0.4)[all_of_them.decision]
        even = (1 / arrays["moves"].astype(np.float32))[all_of_them.decision]
        arrays["visits"] = np.where(early, 0.9 * arrays["advised"] + 0.1 * even, even)
    policy = np.array(GAMES["hansa2004"].minds().policy, np.float32)
    none = PolicyNet.drawn(learn.width, len(policy), np.random.default_rng(1))
    longer = replace(FEW, epochs=6)
    net, learned = fit_policy(learn, policy, longer, seed=1)
    before, after = (entropy_of_policy(held, each, policy) for each in (none, net.as_kept()))
    fixed = PolicyNet(net.first, net.first_bias, np.zeros_like(net.weights), net.bias)
    assert after < 0.8 * before and after < entropy_of_policy(held, fixed, policy) - 0.1
    assert learned < before and entropy_of_visits(held) < after
    again, _ = fit_policy(learn, policy, longer, seed=1)
    other, _ = fit_policy(learn, policy, longer, seed=2)
    assert np.array_equal(net.flat(), again.flat()) and not np.array_equal(net.flat(), other.flat())
    back = PolicyNet.of(net.flat(), len(policy))
    assert all(np.array_equal(one, two) for one, two in zip(net.layers(), back.layers(), strict=True))


def test_decisions_are_those_that_were_searched_for_long(tmp_path: Path) -> None:
    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    all_of_them = list(searched_game(mind, SETUPS[0], replace(FEW, learned=1.0), 5))
    some = list(searched_game(mind, SETUPS[0], replace(FEW, learned=0.3), 5))
    assert 0 < len(some) < len(all_of_them) and not list(searched_game(mind, SETUPS[0], replace(FEW, learned=0.0), 5))
    for decision in all_of_them:
        assert decision.visits.sum() == pytest.approx(1) and decision.visits.size == decision.moves[0] > 1
        assert decision.features.size == decision.moves[0] and decision.features.sum() == decision.feature.size
    write_decisions(tmp_path / "1.npz", all_of_them)
    write_decisions(tmp_path / "2.npz", some)
    both = read_decisions([tmp_path / "1.npz", tmp_path / "2.npz"])
    assert len(both) == len(all_of_them) + len(some)
    last = both.batch(np.array([len(both) - 1, 0]))
    assert last.visits == pytest.approx(np.concatenate([some[-1].visits, all_of_them[0].visits]))
    assert last.inputs[1] == pytest.approx(all_of_them[0].inputs[0])
    assert last.amount == pytest.approx(np.concatenate([some[-1].amount, all_of_them[0].amount]))
    assert last.decision.tolist() == [0] * int(some[-1].moves[0]) + [1] * int(all_of_them[0].moves[0])
    games = [[decision.visits.tolist() for decision in searched_game(mind, SETUPS[0], FEW, 6)] for _ in range(2)]
    assert games[0] == games[1]


def test_moves_that_stray_were_visited_often_enough() -> None:
    mind = GAMES["hansa2004"].minds().of("hansa2004", 2)
    always = replace(FEW, early_stray=1.0, stray=1.0, strayed_visits=0.0, learned=1.0)
    games = {}
    for name, imitating in {
        "always": always, "late": replace(always, early=5), "never": replace(always, early_stray=0.0, stray=0.0),
        "not early": replace(always, early=0, stray=0.0), "only the best": replace(always, strayed_visits=1.0),
    }.items():
        found = searched_game(mind, SETUPS[0], imitating, 3)
        games[name] = [decision.visits.tolist() for decision in found]
    assert games["not early"] == games["never"] != games["always"] == games["late"]
    # Where several moves are the best, one is drawn: it may not be the game without draws
    assert games["only the best"] != games["always"]


# --- runs ---------------------------------------------------------------------------------------

@pytest.fixture
def won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Candidates win without being played."""
    monkeypatch.setattr(loop, "play_block", lambda *_: PlayedBlock(1.0, Style(games=1), Style()))
    monkeypatch.setattr(loop, "equal_time", lambda setup, mind, rival, seed: Player(mind, 5))


@pytest.mark.usefixtures("won")
def test_one_net_is_learned_for_all_setups_and_kept_where_it_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = replace(QUICK, settings={"exploration": 0.3}, gating=replace(QUICK.gating, blocks=9))
    run = TrainingRun(tmp_path, "hansa2004", recipe, silent)
    before = run.best()
    train(run, SETUPS, 1)
    net = PolicyNet.of(np.load(tmp_path / "1" / "policy.npy"), len(before.policy)).as_kept().flat()
    for setup in SETUPS:
        part = run.best().parts[setup]
        assert part.policy_net is not None and np.array_equal(part.policy_net, net)
        assert part.settings.exploration == 0.3 and part.settings.cut == before.parts[setup].settings.cut
        assert np.array_equal(part.evaluation, before.parts[setup].evaluation)
    assert steps_of(run.ledger) == ["begin", "decisions", "policy", "fit", "speed", "block", "verdict"]
    learned = run.ledger.of("policy")
    assert len(learned) == 1 and learned[0]["setups"] == ["hansa2004/2", "hansa2004/3"]
    made = sum(entry["decisions"] for entry in run.ledger.of("decisions"))
    held = sum(entry["held_out"] for entry in run.ledger.of("fit"))
    assert made == learned[0]["decisions"] + held and made >= 24
    show(run.ledger, Screen(plain=True))
    shown = capsys.readouterr().out
    assert "before" in shown and shown.count("accepted") == 2 and f"{run.ledger.of('fit')[0]['after']:.4f}" in shown
    # A net that evaluates, trained afterwards, leaves the policy's alone
    assert Recipe.of(recipe.to_json()) == recipe


@pytest.mark.usefixtures("won")
def test_a_second_generation_learns_from_the_decisions_of_both(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "hansa2004", replace(QUICK, gating=replace(QUICK.gating, blocks=9)), silent)
    setups = SETUPS[:1]
    train(run, setups, 2)
    first, second = run.ledger.of("policy")
    made = [sum(entry["decisions"] for entry in run.ledger.of("decisions", generation=number)) for number in (1, 2)]
    held = [entry["held_out"] for entry in run.ledger.of("fit")]
    assert min(made) >= 12 and first["decisions"] == made[0] - held[0]
    assert second["decisions"] == sum(made) - sum(held)
    # It is compared with the net of the first
    held_out = read_decisions(run.decision_files(setups[0], 2)[1])
    policy = run.policy()
    net = PolicyNet.of(np.load(run.policy_path(1)), len(policy)).as_kept()
    assert run.ledger.of("fit")[1]["before"] == round(entropy_of_policy(held_out, net, policy), 4)


@pytest.mark.usefixtures("won")
def test_a_run_that_was_killed_learns_the_same(tmp_path: Path) -> None:
    whole = TrainingRun(tmp_path / "whole", "hansa2004", QUICK, silent)
    train(whole, SETUPS, 1)
    lines = whole.ledger.path.read_bytes().splitlines(keepends=True)
    for left in (2, 4, len(lines) - 4):
        folder = tmp_path / str(left)
        killed = TrainingRun(folder, "hansa2004", QUICK, silent)
        train(killed, SETUPS, 1)
        killed.ledger.path.write_bytes(b"".join(killed.ledger.path.read_bytes().splitlines(keepends=True)[:left]))
        write_minds(killed.best_path, GAMES["hansa2004"].minds(), GAMES["hansa2004"].vocabulary)
        again = TrainingRun(folder, "hansa2004", QUICK, silent)
        train(again, SETUPS, 1)
        assert np.array_equal(np.load(folder / "1" / "policy.npy"), np.load(tmp_path / "whole" / "1" / "policy.npy"))
        assert len(again.ledger.of("decisions")) == len(whole.ledger.of("decisions"))
        assert len(again.ledger.of("verdict")) == 2 and len(again.ledger.of("policy")) == 1
