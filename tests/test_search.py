"""The tree search: its trees add up, its choices are fixed by seed and budget, its limits are kept,
it takes a win."""

from __future__ import annotations

import itertools
import math
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine_c.mind import Mind
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa import HansaError, State
from hansa.clock import Clock
from hansa.games import fitted_mind, mind_for
from hansa.notation import read_position
from hansa.record import play_random
from hansa.teutonica.mind import EVALUATION, POLICY, VOCABULARY, taste
from hansa.teutonica.names import CATEGORIES
from hansa.thinking import Budget, Thinker, ThinkingError, analyse
from tests.endings import endings
from tests.minds import minds_with
from tests.playing import setup_name, setups
from tests.scramble import scrambled
from tests.search_twin import Twin

SETUPS = list(setups())


def odd_positions(count: int) -> list[State]:
    """Positions of every sort in which a seat decides."""
    return [State.from_json(scrambled(SETUPS[seed % len(SETUPS)], seed)) for seed in range(count)]


def with_missions(cards: list[int]) -> State:
    """A position with many offices, seat 1 to move, the seats holding these cards."""
    for seed in range(1000):
        data = scrambled({"board": "hansa-45", "players": 4, "modules": ["missions"]}, seed)
        if data["turn"] == 1 and len(data["cities"]) > 15:
            for desk, card in zip(data["desks"], cards, strict=True):
                desk["mission"] = card
            return State.from_json(data)
    raise AssertionError("no such position")


def tree_of(state: State, simulations: int, seed: int = 0, **options: Any) -> Search:
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=16, **options), seed=seed)
    assert isinstance(state.to_move, int)
    search.begin(state.position, state.to_move)
    search.run(simulations)
    return search


@pytest.mark.parametrize("setup", SETUPS[::5], ids=setup_name)
@pytest.mark.parametrize("leaf", ["evaluation", "playout", "uniform"])
def test_visits_add_up_and_values_are_shares(setup: dict[str, Any], leaf: str) -> None:
    state = State.from_json(scrambled(setup, 5))
    search = tree_of(state, 120, leaf=leaf, cut=30)
    edges = search.edges()
    assert [move for move, *_ in edges] == state.legal_moves.codes
    assert sum(visits for _, visits, _, _ in edges) == search.root_visits == search.simulations == 120
    assert sum(prior for *_, prior in edges) == pytest.approx(1, abs=1e-4)
    assert sum(search.values()) == pytest.approx(1, abs=1e-4)
    assert all(-1e-6 <= value <= 1 + 1e-6 for _, _, value, _ in edges)
    assert search.nodes <= 121


def test_the_same_seed_grows_the_same_tree() -> None:
    state = with_missions([4, 0, 1, 2]).view(1)
    first, second = (tree_of(state, 500, seed=9) for _ in range(2))
    assert first.edges() == second.edges() and first.values() == second.values()
    # Other missions were imagined
    assert tree_of(state, 500, seed=10).edges() != first.edges()


def test_a_choice_cannot_depend_on_what_is_not_seen() -> None:
    """D3: the same position with other cards in the others' hands is thought about alike."""
    states = [with_missions(cards) for cards in ([4, 0, 1, 2], [8, 0, 3, 7])]
    assert states[0].to_move == 1
    mind = fitted_mind("teutonica")
    # It would matter
    assert states[0].position.evaluate(mind) != states[1].position.evaluate(mind)
    views = [tree_of(state.view(1), 400) for state in states]
    assert views[0].edges() == views[1].edges()
    # Even given the whole state, the search deals them anew
    whole = [tree_of(state, 400) for state in states]
    assert whole[0].edges() == whole[1].edges() == views[0].edges()


def test_what_is_known_is_kept_from_move_to_move() -> None:
    state = State.new(board="hansa-45", players=4, seed=2)
    search = tree_of(state, 800)
    best = max(search.edges(), key=lambda edge: edge[1])
    state.position.play(best[0])
    assert isinstance(state.to_move, int)
    search.begin(state.position, 0)
    assert search.simulations == 0 and search.root_visits >= best[1] * 0.9


def test_a_full_tree_goes_on_thinking() -> None:
    state = State.new(board="hansa-45", players=4, seed=2)
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=1, leaf="evaluation"))
    search.begin(state.position, 0)
    search.run(20_000)
    assert search.full and sum(visits for _, visits, _, _ in search.edges()) == 20_000


def test_a_win_at_hand_is_taken() -> None:
    """Ending the game as the only winner is worth 1; nothing else is."""
    found = 0
    for state in odd_positions(400):
        seat = state.to_move
        assert isinstance(seat, int)
        wins = {
            str(move) for move in state.legal_moves
            if (after := state.after(move)).over and after.shares[seat] == 1 and after.position.standing()[seat] > 0.6
        }
        if wins:
            found += 1
            edges = tree_of(state, 2000, standing=0.0).edges()
            best = max(edges, key=lambda edge: (edge[1], edge[2]))
            assert best[2] > 0.9, (wins, state.legal_moves.text(best[0]), best, state.to_json())
    assert found >= 5


def test_budgets_are_kept() -> None:
    state = State.new(board="hansa-45", players=4, seed=2)
    thought = Thinker(fitted_mind("teutonica")).think(state, simulations=777)
    assert thought.simulations == 777
    begun, computed = time.perf_counter(), time.process_time()
    thought = Thinker(fitted_mind("teutonica")).think(state, seconds=0.3)
    # At most by the processor's time: how long a busy machine takes says nothing.
    assert time.perf_counter() - begun > 0.2 and time.process_time() - computed < 3.0 and thought.simulations > 20


def test_a_choice_that_is_decided_ends_early() -> None:
    """Early stop changes nothing but the time."""
    ended_early = 0
    for state in odd_positions(12):
        early = Thinker(fitted_mind("teutonica")).think(state, Budget(simulations=600, decide=True))
        whole = Thinker(fitted_mind("teutonica")).think(state, Budget(simulations=600))
        assert early.simulations <= 600 == whole.simulations and early.move == whole.move
        ended_early += early.simulations < 600
    assert ended_early > 2


@pytest.mark.parametrize("threads", [1, 2])
def test_how_fast_the_machine_is_changes_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget of simulations alone the trees are the same however time goes by, decision
    after decision."""
    found = []
    for pace in (1e-6, 0.002, 10.0):
        ticks = itertools.count()
        monkeypatch.setattr(
            "hansa.thinking.time", SimpleNamespace(perf_counter=lambda pace=pace, ticks=ticks: pace * next(ticks)))
        thinker = Thinker(fitted_mind("teutonica"), SearchOptions(memory=8, threads=threads), seed=3)
        state = State.new(seed=5)
        thoughts: list[tuple[object, ...]] = []
        while len(thoughts) < 12:
            if state.to_move == "*":
                state.play(state.legal_moves[0])
                continue
            thought = thinker.think(state, Budget(simulations=400, decide=True), lines=2)
            thoughts.append((thought.simulations, thought.values, [(line.move, line.visits) for line in thought.lines]))
            state.play(thought.move)
        found.append(thoughts)
    assert found[0] == found[1] == found[2]


def test_stop_ends_thinking_at_once() -> None:
    stop = threading.Event()
    stopped: list[float] = []

    def press() -> None:
        stopped.append(time.process_time())
        stop.set()

    threading.Timer(0.2, press).start()
    thought = Thinker(fitted_mind("teutonica")).think(State.new(board="east", players=3, seed=2), seconds=600, stop=stop)
    # Of 600; the goal on an idle machine is 20 ms
    assert time.process_time() - stopped[0] < 3.0
    assert thought.lines


@pytest.mark.parametrize("leaf", ["evaluation", "playout", "uniform"])
def test_threads_grow_one_tree_which_does_not_depend_on_their_speed(leaf: str) -> None:
    """Each tree is grown four times, twice beside others that want the same cores."""
    for state in odd_positions(6):
        def tree(threads: int, state: State = state) -> tuple[object, ...]:
            search = tree_of(state, 700, seed=4, leaf=leaf, cut=20, threads=threads, points=True)
            edges, mover = search.edges(), state.to_move
            assert isinstance(mover, int)
            assert sum(visits for _, visits, *_ in edges) == search.root_visits == search.simulations == 700
            for (_, visits, value, _), (count, sums, _) in zip(edges, search.samples(), strict=True):
                assert visits == count and (not count or value == pytest.approx(sums[mover] / count, abs=0.02))
            assert sum(search.values()) == pytest.approx(1, abs=1e-4)
            return edges, search.values(), search.points(), search.nodes

        for threads in (2, 5):
            alone = [tree(threads) for _ in range(2)]
            with ThreadPoolExecutor(2) as pool:
                assert alone + list(pool.map(tree, [threads] * 2)) == alone[:1] * 4


def test_searches_side_by_side_do_not_disturb_each_other() -> None:
    """Eight threads at once grow the trees that they grow one after the other: nothing is shared
    but what is only read."""
    states = odd_positions(16)

    def trees(state: State) -> list[list[tuple[int, int, float, float]]]:
        assert isinstance(state.to_move, int)
        searches = [Search(fitted_mind("teutonica"), SearchOptions(memory=4, cut=40), seed=seed) for seed in range(2)]
        for search in searches:
            search.begin(state.position, state.to_move)
            for _ in range(10):
                search.run(30)
        return [search.edges() for search in searches]

    alone = [trees(state) for state in states]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(trees, states)) == alone


def test_reports_come_while_thinking() -> None:
    seen: list[int] = []
    analysed = Thinker(fitted_mind("teutonica")).think(
        State.new(seed=1), seconds=0.4, every=0.05, report=lambda thought: seen.append(thought.simulations)
    )
    assert len(seen) >= 3 and seen == sorted(seen) and seen[-1] <= analysed.simulations


def test_analysis_shows_lines_that_can_be_played() -> None:
    state = State.from_json(scrambled({"board": "east", "players": 4}, 3))
    thought = analyse(state, simulations=2000, lines=4)
    assert [line.visits for line in thought.lines] == sorted((line.visits for line in thought.lines), reverse=True)
    for line in thought.lines:
        after = state.copy()
        for text in line.variation:
            mover, _, move = text.partition(" ")
            assert str(after.to_move) == mover
            after.play(move)


def test_points_are_expected_by_category_for_every_seat() -> None:
    """T73: sensible sums in the opening; the points themselves when only the end can follow."""
    thought = analyse(State.new(board="hansa-45", players=4, seed=1), simulations=300, threads=2)
    for points in (thought.points, *(line.points for line in thought.lines)):
        assert len(points) == 4
        for seat in points:
            assert list(seat) == ["total", *CATEGORIES]
            assert seat["total"] == pytest.approx(sum(seat[name] for name in CATEGORIES), abs=0.05)
            assert 8 < seat["total"] < 60 and seat["missions"] == seat["countries"] == 0
    bot = Thinker(fitted_mind("teutonica")).think(State.new(seed=1), simulations=20)
    assert bot.points == () == bot.lines[0].points          # nobody asked


def test_seconds_of_a_turn_and_a_clock_are_kept() -> None:
    state = State.new(board="hansa-45", players=4, seed=2)
    budget = Budget(turn_seconds=0.5)
    clock, began, computed, turns = budget.new_clock(), time.perf_counter(), time.process_time(), state.turns
    thinker = Thinker(fitted_mind("teutonica"))
    while state.turns == turns and state.to_move == 0:
        state.play(thinker.think(state, budget, clock=clock).move)
    assert time.perf_counter() - began > 0.2 and time.process_time() - computed < 2.5
    clock = Clock(left=10.0, increment=1.0)
    first = clock.allotted(0)
    clock.spend(4.0)
    # So much more than was allotted
    assert first is not None and clock.left == 6.0 and clock.allotted(0) == 0.001
    clock.allotted(4)
    assert clock.left == 7.0                # the next turn's increment
    clock.spend(100.0)
    assert clock.left == 0.0 and clock.allotted(4) == 0.001
    assert Clock().allotted(3) is None


@pytest.mark.parametrize("told", [False, True])
def test_what_decisions_cost_beyond_their_thinking_is_kept_back(told: bool) -> None:
    """On a busy machine, 30 ms each: a clock of 3 seconds, of which 65 decisions would take nearly
    two so, is not overrun."""
    left, clock = 3.0, Clock(left=3.0)
    for number in range(65):
        if told:
            clock.tell(left, 0.0)
        seconds = (clock.allotted(number // 5) or 0.0) + 0.02
        # What comes after the thought only the game knows
        clock.spend(seconds if told else seconds + 0.01)
        left -= seconds + 0.01
    assert 0.4 < left < 0.9


def test_a_clock_that_is_told_adds_no_increment() -> None:
    clock = Clock()
    clock.tell(5.0, 2.0)
    clock.begin(0)
    clock.begin(1)
    assert clock.left == 5.0


def test_a_clock_is_added_to_once_a_round() -> None:
    """A seat that answers in other seats' turns is not given their increments."""
    state = State.new(board="hansa-45", players=4, seed=2)
    budget = Budget(clock=10.0, increment=1.0)
    clock = budget.new_clock()
    while state.turns < 8:
        budget.at(state, clock)
        state.play("end")
    assert clock.left == 11.0


@pytest.mark.parametrize(
    "budget",
    [{}, {"simulations": 0}, {"seconds": 0.0}, {"seconds": float("nan")}, {"clock": -1.0}, {"clock": 5.0, "increment": -1.0}],
)
def test_budgets_that_make_no_sense(budget: dict[str, Any]) -> None:
    with pytest.raises(ThinkingError):
        Budget(**budget)


def test_there_is_nothing_to_think_about_at_the_end() -> None:
    state = State.new(seed=1)
    state.cut_off()
    with pytest.raises(HansaError, match="nobody"):
        analyse(state, simulations=10)


def test_the_weights_have_names_and_the_engine_wants_as_many() -> None:
    mind = fitted_mind("teutonica")
    assert mind.evaluation_weights == 2 * len(EVALUATION) and mind.policy_weights == len(POLICY)
    assert mind.points_weights == len(CATEGORIES) * (2 * len(EVALUATION) + 2) and mind.plan_weights == len(VOCABULARY.tastes)
    with pytest.raises(ValueError, match="another game"):
        State.new(seed=1).position.evaluate(Mind([1.0], [1.0], [1.0], [1.0]))
    _, features = State.new(seed=1).position.features()
    assert len(features[0]) == len(EVALUATION)


def test_the_evaluation_is_of_the_seats_not_of_their_numbers() -> None:
    """Shares sum to one and follow the points: a seat given ten points more expects more."""
    rng = random.Random(1)
    for state in odd_positions(60):
        values = state.position.evaluate(fitted_mind("teutonica"))
        assert sum(values) == pytest.approx(1, abs=1e-4)
        seat = rng.randrange(state.players)
        data = state.to_json()
        data["special"] = dict.fromkeys(data["special"])
        held = [points for points, owner in state.to_json()["special"].items() if owner is not None]
        if not held:
            data["desks"][seat]["prestige"] += 6
            assert State.from_json(data).position.evaluate(fitted_mind("teutonica"))[seat] > values[seat]


def test_priors_are_the_softmax_of_the_features_that_are_fitted() -> None:
    """What the search plays by and what the fit learns from are the same."""
    mind = {name: random.Random(name).uniform(-1, 1) for name in POLICY}
    weights = list(mind.values())
    for state in odd_positions(40):
        for _ in range(6):
            if state.over or len(state.legal_moves) < 2 or not isinstance(state.to_move, int):
                break
            position = state.position
            shipped = fitted_mind("teutonica")
            blank = Mind([0.0] * shipped.evaluation_weights, [0.0] * shipped.points_weights, weights, taste())
            search = Search(blank, SearchOptions(memory=2, advice=0.0))
            search.begin(position, state.to_move)
            logits = [
                sum(weights[number] * value for number, value in position.move_features(code, blank).items())
                for code in state.legal_moves.codes
            ]
            total = sum(math.exp(logit) for logit in logits)
            for (_, _, _, prior), logit in zip(search.edges(), logits, strict=True):
                assert prior == pytest.approx(math.exp(logit) / total, rel=1e-3)
            state.play(random.Random(1).choice(state.legal_moves))


def grown_alike(twin: Twin, state: State, simulations: int, first_play: float, threads: int = 1) -> Search:
    """A search of so many simulations, whose root has the twin's visits after as many."""
    if threads > 1:
        twin.simulate_together(simulations, lanes=2 * threads)
    for _ in range(simulations if threads == 1 else 0):
        twin.simulate()
    search = tree_of(state, simulations, seed=11, leaf="evaluation", first_play=first_play, threads=threads)
    grown = twin.node(state.position).edges
    assert grown is not None
    assert [(edge.move, edge.visits) for edge in grown] == [(move, visits) for move, visits, *_ in search.edges()]
    assert search.values() == pytest.approx([float(mean) for mean in twin.node(state.position).means], abs=1e-6)
    assert search.nodes == len(twin.nodes)
    return search


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("seed", range(6))
def test_the_slow_twin_grows_the_same_tree(seed: int, threads: int) -> None:
    board, players = [("hansa-45", 4), ("east", 3), ("hansa-23", 2)][seed % 3]
    setup = {"board": board, "players": players}
    state = State.from_json(scrambled(setup, seed)) if seed > 2 else State.from_setup(setup, seed=seed)
    twin = Twin(fitted_mind("teutonica"), state.position, seed=11, exploration=0.4, first_play=0.1, standing=0.5)
    grown_alike(twin, state, 250, 0.1, threads)


def test_endings_become_certain_in_the_tree() -> None:
    """Max^n backups: once all that may follow is known, a move is worth what exhaustive search
    says, not a mean."""
    seen = 0
    for ending in endings():
        state = read_position(ending["position"])
        if not isinstance(state.to_move, int) or not 2 <= ending["depth"] <= 5:
            continue
        bounds = [(low[state.to_move], high[state.to_move]) for low, high in ending["moves"].values()]
        most = max(low for low, _ in bounds)
        if max(high for _, high in bounds) > most + 1e-9:
            continue            # depends on how others break ties
        search = Search(
            mind_for(state.game, state.position), SearchOptions(standing=0.0, leaf="evaluation", memory=16), seed=1)
        search.begin(state.position, state.to_move)
        search.run(20_000)
        best = max(search.edges(), key=lambda edge: edge[1])
        assert best[2] == pytest.approx(most, abs=1e-5), ending["position"]
        seen += 1
    assert seen >= 8


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("actions", [2, 3, 5])
def test_the_twin_proves_the_same(actions: int, threads: int) -> None:
    state = read_position(
        f"hansa-23, 3 players; turn: red, {actions} actions; red: prestige 19; ARN-DUI: rr; DUI: r; blue: prestige 12")
    twin = Twin(fitted_mind("teutonica"), state.position, seed=11, exploration=0.4, first_play=0.02, standing=0.5)
    grown_alike(twin, state, 300, 0.02, threads)
    assert any(node.proven for node in twin.nodes.values() if node.mover is not None)


def test_chance_is_drawn_by_its_probabilities() -> None:
    record = play_random({"game": "hansa2004", "players": 3}, seed=2)
    draws = [step.state for step in record.steps() if step.state.to_move == "*"]
    state = max(draws, key=lambda state: len(set(state.probabilities)))
    assert len(set(state.probabilities)) > 1
    search = Search(fitted_mind("hansa2004"), SearchOptions(memory=4), seed=1)
    search.begin(state.position, 0)
    search.run(4000)
    for (_, visits, *_), chance in zip(search.edges(), state.probabilities, strict=True):
        assert visits == pytest.approx(4000 * chance, abs=4 * math.sqrt(4000 * chance * (1 - chance)))


def test_expected_points_change_in_the_course_of_a_game() -> None:
    start = State.new(board="hansa-45", players=4, seed=7)
    mind = minds_with("teutonica", points={"network": (1.0, 5.0)}).of()
    network, progress = CATEGORIES.index("network"), set[float]()
    for turns in (0, 60):
        state = start.copy()
        state.position.play_on(mind, 1, turns)
        search = Search(mind, SearchOptions(memory=4, leaf="evaluation", points=True), seed=1)
        search.begin(state.position, state.seat)
        search.run(1)
        tried = zip(search.edges(), search.points(), strict=True)
        ((move, rows),) = [(edge[0], rows) for edge, (count, rows) in tried if count]
        leaf = state.position.after(move)
        inputs = np.zeros((4, leaf.input_count), np.float32)
        leaf.inputs(inputs)
        progress.add(float(inputs[0, 0]))
        assert [row[network] for row in rows] == pytest.approx([1 + 4 * inputs[0, 0]] * 4, abs=1e-5)
    assert len(progress) == 2 and max(progress) > 0.05


def test_samples_are_sums_of_values_and_of_their_squares() -> None:
    """Simulation by simulation; standard errors follow from these sums."""
    search = tree_of(State.new(board="hansa-23", players=3, seed=1), 1)
    before, seen = search.samples(), 0
    for _ in range(80):
        search.run(1)
        after = search.samples()
        for (count, values, squares), (count_now, values_now, squares_now) in zip(before, after, strict=True):
            if count_now > count:
                seen += 1
                worth = [now - then for now, then in zip(values_now, values, strict=True)]
                assert count_now == count + 1 and sum(worth) == pytest.approx(1, abs=1e-4)
                assert [now - then for now, then in zip(squares_now, squares, strict=True)] == pytest.approx(
                    [value * value for value in worth], abs=1e-5)
        before = after
    assert seen == 80
