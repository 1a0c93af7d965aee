"""Search with your own evaluation: the same tree as a slow twin's, arrays that are checked,
noise, what can be read."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hansa.errors import HansaError
from hansa.guided import GuidedSearch, Noise, SearchOptions
from hansa.record import play_random
from hansa.state import State
from tests.batched_twin import BatchedTwin
from tests.nasty import nasty_objects

Arrays = tuple[NDArray[np.float32], NDArray[np.float32]]
DUEL = State.new(board="hansa-23", players=2, seed=1)


def judged(seats: int, features: int, actions: int) -> Callable[[NDArray[np.float32], NDArray[np.bool_]], Arrays]:
    """An evaluator that likes and dislikes at random, always the same; row by row, whatever their
    number."""
    rng = np.random.default_rng(1)
    likes, worth = rng.random(actions).astype(np.float32) + 0.1, rng.random((seats, features)).astype(np.float32)

    def evaluate(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> Arrays:
        strengths = np.stack([(observations * one).sum(axis=1) for one in worth], axis=1)
        values = strengths / strengths.sum(axis=1, keepdims=True)
        return (masks * likes).astype(np.float32), values.astype(np.float32)

    return evaluate


def even(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
    """All moves and all seats alike."""
    return masks, np.full((len(masks), 2), 0.5)


def begun(setup: dict[str, Any], plies: int) -> State:
    return play_random(setup, seed=2, limit=plies).replay()


@pytest.mark.parametrize("batch", [1, 5, 64])
@pytest.mark.parametrize(("setup", "plies"), [
    ({"board": "hansa-45", "players": 4}, 30), ({"game": "hansa2004", "players": 3}, 0),
    ({"game": "hansa2004", "players": 2}, 190),
])
def test_the_slow_twin_grows_the_same_tree(setup: dict[str, Any], plies: int, batch: int) -> None:
    state = begun(setup, plies)
    position = state.position
    evaluate = judged(state.players, position.feature_count, position.action_count)
    guided = GuidedSearch(evaluate, batch=batch, seed=3)
    tree = guided.think(state, 250)
    twin = BatchedTwin(state.game, position, evaluate, batch, 3)
    twin.run(250)
    root = twin.node(position)
    assert root.edges is not None and root.visits == 250
    found = [(branch.move.code, branch.visits) for branch in tree.children()]
    assert found == [(edge.move, edge.visits) for edge in root.edges]
    assert tree.values == pytest.approx([float(value) / 250 for value in root.value], abs=1e-5)
    assert [branch.prior for branch in tree.children()] == pytest.approx([float(edge.prior) for edge in root.edges], abs=1e-6)
    for branch, edge in zip(tree.children(), root.edges, strict=True):
        assert branch.value == pytest.approx(float(edge.value) / max(edge.visits, 1), abs=1e-5)
    assert tree.positions == len(twin.nodes)


def test_the_evaluator_sees_what_the_seat_that_decides_sees() -> None:
    kept: list[tuple[NDArray[np.float32], NDArray[np.bool_]]] = []

    def evaluate(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        kept.append((observations, masks))
        answer = masks.astype(np.float64), np.full((len(masks), 2), 0.5)
        observations[:] = 7         # they are the evaluator's own
        return answer

    seen = np.zeros(DUEL.position.feature_count, np.float32)
    mask = np.zeros(DUEL.position.action_count, np.uint8)
    DUEL.position.observe(0, seen)
    DUEL.position.mask(mask)
    first: list[NDArray[np.float32]] = []

    def look(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        first.append(observations.copy())
        return even(observations, masks)

    GuidedSearch(look).think(DUEL, 1)
    assert np.array_equal(first[0], [seen])
    GuidedSearch(evaluate, batch=16).think(DUEL, 120)
    assert np.array_equal(kept[0][1], [mask.astype(np.bool_)])
    assert {len(observations) for observations, _ in kept} <= set(range(1, 17)) and len(kept[1][0]) == 16
    assert all((observations == 7).all() and masks.any(axis=1).all() for observations, masks in kept)


WRONG: list[tuple[str, Callable[[Any, Any], Any]]] = [
    ("must return two arrays", lambda priors, values: None),
    ("must return two arrays", lambda priors, values: (priors, values, values)),
    (r"priors must be an array of 1 x \d+ \(positions x action numbers\), not of 1 x 3",
     lambda priors, values: (priors[:, :3], values)),
    (r"values must be an array of 1 x 2 \(positions x seats\), not of 1 x 1", lambda priors, values: (priors, values[:, :1])),
    (r"values must be an array of 1 x 2 \(positions x seats\), not of one number", lambda priors, values: (priors, 0.5)),
    (r"the prior of action \d+ in row 0 must be a number from 0 on, not nan", lambda priors, values: (priors * np.nan, values)),
    (r"the prior of action \d+ in row 0 must be a number from 0 on, not -1", lambda priors, values: (-1.0 * priors, values)),
    (r"the prior of action \d+ in row 0 must be a number from 0 on, not inf", lambda priors, values: (priors / 0.0, values)),
    (r"values\[0, 1\] must be a number of 1000.0 at most, not nan", lambda priors, values: (priors, [[0.5, np.nan]])),
    (r"values\[0, 1\] must be a number of 1000.0 at most, not -2000", lambda priors, values: (priors, [[0.5, -2000]])),
]


@pytest.mark.parametrize(("message", "change"), WRONG)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_wrong_answers_are_refused_and_the_search_can_begin_again(message: str, change: Callable[[Any, Any], Any]) -> None:
    wrong = True
    search = GuidedSearch(
        lambda seen, masks: change(masks * 1.0, np.full((len(masks), 2), 0.5)) if wrong else even(seen, masks))
    with pytest.raises(ValueError, match=message):
        search.think(DUEL, 50)
    wrong = False
    assert search.think(DUEL, 50).simulations == 50


def test_nothing_that_an_evaluator_answers_crashes_it() -> None:
    for priors in nasty_objects():
        for both in (priors, (priors, priors), [priors, np.zeros((1, 2), np.float32)]):
            with contextlib.suppress(Exception):
                GuidedSearch(lambda seen, masks, both=both: both).think(DUEL, 3)   # type: ignore[misc]


def test_answers_may_be_of_any_sort() -> None:
    trees = []
    for kind in (np.float64, np.float16, np.int64):
        def evaluate(seen: Any, masks: NDArray[np.bool_], kind: Any = kind) -> tuple[Any, Any]:
            priors = np.asfortranarray(masks.astype(kind))
            priors.flags.writeable = False
            return priors, [[1, 0]] * len(masks)

        trees.append([branch.visits for branch in GuidedSearch(evaluate).think(DUEL, 200).children()])
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("error", [KeyError("mine"), KeyboardInterrupt()])
def test_what_the_evaluator_raises_comes_out(error: BaseException) -> None:
    calls = 0

    def evaluate(seen: Any, masks: Any) -> tuple[Any, Any]:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise error
        return even(seen, masks)

    search = GuidedSearch(evaluate, batch=4)
    with pytest.raises(type(error)):
        search.think(DUEL, 100)
    with pytest.raises(ValueError, match=r"call begin\(position, seat\) first"):
        search.search.values()
    assert search.think(DUEL, 100).simulations == 100


def test_an_evaluator_that_asks_its_own_search_is_told() -> None:
    asked: list[object] = []

    def evaluate(seen: Any, masks: Any) -> tuple[Any, Any]:
        for ask in (search.search.values, search.search.children, lambda: search.search.run(1), lambda: search.think(DUEL, 1)):
            with pytest.raises(RuntimeError, match="this search is running already"):
                ask()
            asked.append(ask)
        return even(seen, masks)

    search = GuidedSearch(evaluate)
    search.search.begin(DUEL.position, 0)
    search.search.run(1)
    assert len(asked) == 4


def test_who_has_tried_nothing_has_an_even_policy() -> None:
    tree = GuidedSearch(even).think(DUEL, 1)
    assert not any(branch.visits for branch in tree.children())
    likely = tree.policy()
    assert likely[likely > 0] == pytest.approx([1 / len(tree.children())] * len(tree.children()))


def test_noise_of_nothing_is_even() -> None:
    """Small numbers of a gamma distribution may all be nought."""
    nought: Any = SimpleNamespace(gammavariate=lambda alpha, beta: 0.0)
    assert Noise(alpha=0.001).drawn(4, nought) == [0.25] * 4


def test_noise_is_mixed_into_the_root_alone() -> None:
    plain = GuidedSearch(even, seed=1).think(DUEL, 400).children()
    noisy_search = GuidedSearch(even, noise=Noise(alpha=0.3, part=0.25), seed=1)
    noisy = noisy_search.think(DUEL, 400)
    priors = np.array([branch.prior for branch in noisy.children()])
    least = 0.75 / len(plain)
    assert priors.sum() == pytest.approx(1, abs=1e-5) and priors.min() >= least - 1e-6 and priors.max() > 2 * least
    expected = [0.75 * branch.prior + 0.25 * part for branch, part in zip(
        plain, Noise().drawn(len(plain), random.Random("noise 1")), strict=True)]
    assert priors == pytest.approx(expected, abs=1e-6)
    best = noisy.best()
    below = [branch.prior for branch in noisy.children([best])]
    assert below == pytest.approx([1 / len(below)] * len(below), abs=1e-6)
    other = GuidedSearch(even, noise=Noise(), seed=2).think(DUEL, 400)
    assert [branch.prior for branch in other.children()] != [branch.prior for branch in noisy.children()]


def test_the_temperature_of_the_policy_sharpens_priors() -> None:
    def doubled(seen: Any, masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        first = masks.argmax(axis=1)
        priors = masks.astype(np.float32)
        priors[np.arange(len(masks)), first] *= 2
        return priors, np.full((len(masks), 2), 0.5)

    for temperature, ratio in ((1.0, 2), (0.5, 4), (2.0, 2**0.5)):
        tree = GuidedSearch(doubled, options=SearchOptions(temperature=temperature)).think(DUEL, 1)
        priors = sorted(branch.prior for branch in tree.children())
        assert priors[-1] / priors[0] == pytest.approx(ratio, rel=1e-4) and sum(priors) == pytest.approx(1, abs=1e-5)


def test_the_policy_is_how_often_moves_were_visited() -> None:
    tree = GuidedSearch(judged(2, DUEL.position.feature_count, DUEL.position.action_count), seed=1).think(DUEL, 500)
    visits = {branch.move: branch.visits for branch in tree.children()}
    numbers = {move: DUEL.position.action_of(move.code) for move in visits}
    policy, sharp, hard = tree.policy(), tree.policy(0.5), tree.policy(0)
    for move, count in visits.items():
        assert policy[numbers[move]] == pytest.approx(count / 499, abs=1e-6)
    assert sharp.sum() == pytest.approx(1, abs=1e-5) and sharp.max() > policy.max()
    assert visits[tree.best()] == max(visits.values()) and hard[numbers[tree.best()]] == hard.max() == 1 / (hard > 0).sum()
    assert visits[tree.choose(0, random.Random(1))] == max(visits.values())
    with pytest.raises(HansaError, match="temperature must be from 0 to 1000"):
        tree.policy(-1)


def test_variations_can_be_played_and_go_on_from_any_path() -> None:
    tree = GuidedSearch(judged(2, DUEL.position.feature_count, DUEL.position.action_count), seed=1).think(DUEL, 2000)
    variation = tree.variation()
    state = DUEL.copy()
    for move in variation:
        assert state.play(move)
    assert len(variation) > 2 and tree.variation(variation[:2]) == variation[2:]
    assert tree.children(variation[:1]) and tree.children(["income 1t", "end", "end"]) == []
    for path in ([], variation[:1], variation[:2]):
        branches = tree.children(path)
        assert [branch.move for branch in branches] == list(play_path(path).legal_moves)


def play_path(path: list[Any]) -> State:
    state = DUEL.copy()
    for move in path:
        state.play(move)
    return state


def test_a_tree_is_read_before_the_search_thinks_again() -> None:
    search = GuidedSearch(even)
    tree = search.think(DUEL, 50)
    search.think(DUEL.after("income 1t"), 50)
    with pytest.raises(HansaError, match="the search has turned to another position since"):
        _ = tree.values


def test_what_is_known_is_kept_from_move_to_move_and_a_full_tree_goes_on() -> None:
    search = GuidedSearch(even, batch=32, options=SearchOptions(memory=1))
    tree = search.think(DUEL, 400)
    best = max(tree.children(), key=lambda branch: branch.visits)
    search.think(DUEL.after(best.move), 10)
    assert search.search.root_visits >= best.visits
    search.think(DUEL, 6000)
    assert search.search.full and search.think(DUEL, 500).simulations == 500


def test_games_that_end_are_worth_what_they_are() -> None:
    record = play_random({"game": "hansa2004", "players": 2}, seed=3)
    state = record.replay(len(record.moves) - 8)
    while state.to_move == "*":
        state.play_chance(random.Random(1))
    search = GuidedSearch(lambda seen, masks: (masks, np.zeros((len(masks), 2))), options=SearchOptions(standing=0))
    tree = search.think(state, 3000)
    assert 0 < sum(tree.values) <= 1 + 1e-5 and not any(np.isnan(tree.values))


@pytest.mark.parametrize("thing", [0, -1, 1.5, True, None, "64", 5000])
def test_batches_and_budgets_are_whole_numbers(thing: Any) -> None:
    with pytest.raises(HansaError, match="batch must be a whole number from 1 to 4096"):
        GuidedSearch(even, batch=thing)
    if thing != 5000:
        with pytest.raises(HansaError, match="simulations must be a whole number from 1 on"):
            GuidedSearch(even).think(DUEL, thing)


def test_settings_of_the_built_in_judgement_are_refused() -> None:
    for change in ({"policy": False}, {"advice": 0.0}, {"leaf": "uniform"}, {"cut": 5}, {"points": True}, {"threads": 2}):
        with pytest.raises(HansaError, match="is a setting of the built-in judgement"):
            GuidedSearch(even, options=SearchOptions(**change))
    with pytest.raises(HansaError, match="evaluate must be a function"):
        GuidedSearch(3)     # type: ignore[arg-type]
    over = DUEL.copy()
    over.cut_off()
    with pytest.raises(HansaError, match="the game is over"):
        GuidedSearch(even).think(over, 1)
