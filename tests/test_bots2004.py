"""The players of Hansa (2004): legal anywhere, fixed by their seeds, true to their weights; and the
search beats the plans."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from engine_c.hansa2004.position import Hansa2004Position
from engine_c.mind import Mind
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa import State
from hansa.bots.bot import Bot
from hansa.bots.plans import plans
from hansa.bots.registry import bots_for, make_bot
from hansa.games import GAMES, board_entries, fitted_mind
from hansa.hansa2004.board import board, tables
from hansa.hansa2004.mind import EVALUATION, POLICY, TASTE, VOCABULARY
from hansa.hansa2004.names import CATEGORIES, PHASES
from hansa.thinking import analyse
from hansa.training.plans import random_setup, worth_among_plans
from tests.minds import minds_with
from tests.playing import by_kind
from tests.playing2004 import scrambled, setups

SETUPS = list(setups())
QUICK = {"maxn": "beam=3,depth=4", "mcts": "simulations=16", "uct": "simulations=8,cut=40"}
GAME = "hansa2004"


def quick(name: str, seed: int) -> Bot:
    """A bot as this test plays it."""
    return make_bot(f"{name}:{QUICK[name]}" if name in QUICK else name, seed=seed)


def position_of(state: State) -> Hansa2004Position:
    position = state.position
    assert isinstance(position, Hansa2004Position)
    return position


def played(names: list[str], seed: int, stray: float = 0.0, plies: int = 2000, odd: bool = False) -> tuple[State, list[str]]:
    """A game between bots, every move checked; with the chance `stray` any kind of move is played
    instead."""
    rng, table = random.Random(seed), {"game": GAME, "players": len(names)}
    state = State.from_json(scrambled({**table, "board": GAME}, seed)) if odd else State.from_setup(table, seed=seed)
    bots = [quick(name, seed + seat) for seat, name in enumerate(names)]
    said: list[str] = []
    for _ in range(plies):
        if state.over:
            break
        if not isinstance(state.to_move, int):
            state.play(rng.choices(state.legal_moves, state.probabilities)[0])
            continue
        seen = state.view(state.to_move)
        before = seen.copy()
        move = bots[state.to_move].choose(seen)
        assert seen == before and move in state.legal_moves and move.code in state.legal_moves.codes
        said.append(f"{state.phase} {move}")
        state.play(by_kind(state.legal_moves, rng, {}) if rng.random() < stray else move)
    return state, said


@pytest.mark.parametrize("name", bots_for(GAME))
def test_plays_every_number_of_players_and_every_phase(name: str) -> None:
    phases: Counter[str] = Counter()
    for seed in range(12):
        _, said = played([name] * (2 + seed % 3), seed, stray=0.4, plies=60, odd=seed > 2)
        phases.update(text.split()[0] for text in said)
    assert set(phases) == set(PHASES) - {"reveal", "over"}


def test_setups_of_games_for_practice_can_be_played() -> None:
    for game in ("teutonica", GAME):
        found = [random_setup(random.Random(seed), game) for seed in range(300)]
        usual = GAMES[game].vocabulary.usual
        assert all(State.from_setup(each, seed=1).players == each["players"] for each in found)
        assert 100 < found.count(dict(usual)) < 200 + 100 * (game == GAME)
        assert {each["players"] for each in found} == {count for entry in board_entries(game) for count in entry.players}
    setups = [random_setup(random.Random(seed), "teutonica") for seed in range(300)]
    modules = {int(str(each["players"])) for each in setups if each.get("modules")}
    assert modules == {3, 4, 5}


@pytest.mark.parametrize("name", bots_for(GAME))
def test_same_seed_same_game(name: str) -> None:
    assert played([name] * 2, 5, plies=40)[1] == played([name] * 2, 5, plies=40)[1]


@pytest.mark.parametrize("name", plans(GAME))
def test_plans_end_their_games_beat_random_and_explain_themselves(name: str) -> None:
    for seed in range(4):
        seats = [name, "random"] if seed % 2 else ["random", name]
        state, _ = played(seats, seed)
        assert state.over and state.shares[seats.index(name)] == 1.0, state.scores
    assert "points" in make_bot(name).explain(State.new(game=GAME, players=2, seed=1))


def test_games_by_plan_end_from_anywhere_and_alike() -> None:
    for seed in range(60):
        start = State.from_json(scrambled(SETUPS[seed % 3], seed))
        ends = []
        for _ in range(2):
            state = start.copy()
            state.position.play_on(fitted_mind("hansa2004"), seed, 4000)
            assert state.over and not state.problems(), start
            ends.append(state)
        assert ends[0] == ends[1]
        by_tastes = start.copy()
        by_tastes.position.play_by_tastes([VOCABULARY.taste(noise=0.2)] * start.players, seed, 50)
        assert not by_tastes.problems()


def test_the_search_beats_every_other_bot() -> None:
    for name in ("collector", "founder", "greedy", "maxn"):
        won = 0.0
        for seed in range(4):
            seats = ["mcts", name] if seed % 2 else [name, "mcts"]
            state, bots = State.new(game=GAME, players=2, seed=seed), {
                "mcts": make_bot("mcts:simulations=150", seed=1), name: make_bot(name, seed=2)}
            rng = random.Random(seed)
            while not state.over:
                if isinstance(state.to_move, int):
                    state.play(bots[seats[state.to_move]].choose(state.view(state.to_move)))
                else:
                    state.play(rng.choices(state.legal_moves, state.probabilities)[0])
            won += state.shares[seats.index("mcts")]
        assert won >= 3, name


def test_lines_say_what_is_expected() -> None:
    thought = analyse(State.new(game=GAME, players=3, seed=1), simulations=200)
    assert list(thought.points[0]) == ["total", *CATEGORIES] and sum(thought.values) == pytest.approx(1, abs=1e-4)


# --- the weights --------------------------------------------------------------------------------

def test_shares_are_the_softmax_of_the_weighted_features() -> None:
    data = {name: (0.1 * number - 1, 0.3) for number, name in enumerate(EVALUATION)}
    mind = minds_with(GAME, evaluation=data).of()
    for seed in range(30):
        state = State.from_json(scrambled(SETUPS[seed % 3], seed))
        progress, features = state.position.features()
        assert 0 <= progress <= 1 and all(len(row) == len(EVALUATION) for row in features)
        strengths = [
            sum((start + progress * (end - start)) * value for (start, end), value in zip(data.values(), row, strict=True))
            for row in features
        ]
        raised = [math.exp(strength - max(strengths)) for strength in strengths]
        assert state.position.evaluate(mind) == pytest.approx([part / sum(raised) for part in raised], abs=1e-4)


def test_features_of_a_position_counted_by_hand() -> None:
    """Seat 0 may sell red (1 + 3 barrels) in LUB, which costs seat 1 one; seat 1 has the majority
    in DAN, with two arrows."""
    state = State.from_json({
        "board": GAME, "players": 2, "turn": 0, "to_move": 0, "phase": "turn", "ship": "LUB",
        "desks": [{"talers": 4, "booths": 13, "unsold": ["red1", "red3", "green2"]},
                  {"talers": 1, "booths": 11, "unsold": ["red2", "yellow1"], "sold": ["green1", "green1"]}],
        "cities": {"LUB": {"booths": [1, 1]}, "DAN": {"goods": ["yellow3"], "booths": [1, 3]}}, "supply": {"red1": 1},
    })
    progress, features = state.position.features()
    assert progress == 1.0
    first, second = (dict(zip(EVALUATION, row, strict=True)) for row in features)
    assert {name: value for name, value in first.items() if value} == pytest.approx({
        "unsold": 3, "cities": 4, "shared": 2, "stock": 13, "talers": 4, "barrels": 6, "sale": 4, "alone": 1, "denied": 1,
        "here": 1, "turn": 1, "turn talers": 4, "turn action": 1, "turn sale": 4})
    assert {name: value for name, value in second.items() if value} == pytest.approx({
        "unsold": 2, "sold": 4, "cities": 4, "shared": 2, "majorities": 1, "offers": 1, "traffic": 2, "stock": 11, "talers": 1,
        "barrels": 3, "alone": 2, "at risk": 1, "here": 1, "wait": 0.5})


def test_priors_are_the_softmax_of_the_policy() -> None:
    shipped = fitted_mind("hansa2004")
    weights = {name: 0.2 * number - 0.5 for number, name in enumerate(POLICY)}
    mind = minds_with(GAME, policy=weights).of()
    assert isinstance(shipped, Mind) and set(TASTE) == set(VOCABULARY.tastes)
    for seed in range(20):
        state = State.from_json(scrambled(SETUPS[seed % 3], seed))
        assert isinstance(state.to_move, int)
        search = Search(mind, SearchOptions(memory=2, advice=0.0))
        search.begin(state.position, state.to_move)
        values = list(weights.values())
        logits = [
            sum(values[number] * value for number, value in state.position.move_features(code, mind).items())
            for code in state.legal_moves.codes
        ]
        raised = [math.exp(logit - max(logits)) for logit in logits]
        assert [prior for *_, prior in search.edges()] == pytest.approx([part / sum(raised) for part in raised], abs=1e-3)


def test_the_plan_takes_the_move_it_rates_highest() -> None:
    taste = VOCABULARY.taste(noise=0.0)
    for seed in range(40):
        state = State.from_json(scrambled(SETUPS[seed % 3], seed))
        rates = position_of(state).rates(taste)
        best = state.legal_moves.codes[rates.index(max(rates))]
        assert position_of(state).plan_move(taste, 1) == best


def test_the_taler_that_a_purchase_costs_pays_for_no_voyage_after_it() -> None:
    """Whoever buys for the last taler does not sail on: how soon voyages are worth less is all the
    same then."""
    usual, impatient = (VOCABULARY.taste(noise=0.0, **more) for more in ({}, {"patience": 0.0}))
    met = 0
    for seed in range(200):
        data = scrambled(SETUPS[seed % 3], seed)
        if data["phase"] == "turn":
            data["desks"][data["turn"]]["talers"] = 1
            state = State.from_json(data)
            rates, others = (position_of(state).rates(taste) for taste in (usual, impatient))
            sails = [rate for move, rate in zip(state.legal_moves, rates, strict=True) if str(move).startswith("sail")]
            for move, rate, other in zip(state.legal_moves, rates, others, strict=True):
                if str(move).startswith("buy") and not state.after(move).to_json()["desks"][data["turn"]]["talers"]:
                    assert rate == other, (seed, move)
                    met += max(sails, default=0.0) > 0      # a voyage would be worth something now
    assert met > 5


def test_weights_have_the_names_and_the_order_of_the_engine() -> None:
    path = Path(__file__).parents[1] / "engine_c" / "hansa2004" / "taste.pxd"
    struct = path.read_text(encoding="utf-8").split("cdef struct Taste:")[1].split("cdef enum:")[0]
    fields = re.findall(r"\w+", " ".join(re.findall(r"^    float (.*)$", struct, re.MULTILINE)))
    assert [field.replace("_", " ") for field in fields] == list(TASTE)


@pytest.mark.parametrize("name", [name for name in TASTE if name != "noise"])
def test_every_weight_counts(name: str) -> None:
    """A weight that changes the rate of no move is not needed, or not asked."""
    usual, changed = VOCABULARY.taste(), VOCABULARY.taste(**{name: TASTE[name][0] + 1.0})
    # Scrambled positions are past the founding
    begun = State.new(game=GAME, players=3, seed=1)
    for state in (begun, *(State.from_json(scrambled(SETUPS[seed % 3], seed)) for seed in range(200))):
        position = position_of(state)
        if isinstance(state.to_move, int) and position.rates(usual) != position.rates(changed):
            return
    raise AssertionError(f"no move depends on {name!r}")


def test_ways_of_the_ship() -> None:
    """Distances that the plan relies on, by the arrows of the board."""
    arrows = {city.code: [to for origin, to in board().arrows if origin == city.code] for city in board().cities}
    assert tables().name == GAME
    for start in arrows:
        ring, steps, distance = {start}, 0, dict[str, int]()
        while len(distance) < len(arrows) and steps < 20:
            ring, steps = {to for city in ring for to in arrows[city]}, steps + 1
            for city in ring:
                distance.setdefault(city, steps)
        assert len(distance) == len(arrows), f"the ship cannot get everywhere from {start}"


def test_its_plans_are_tuned_as_those_of_the_other_game() -> None:
    tastes = list(plans(GAME).values())
    assert set(plans(GAME)) == {"founder", "collector"} and not set(plans(GAME)) & set(plans())
    assert 0.5 < worth_among_plans(VOCABULARY.taste(), tastes, range(20), GAME) < 2
    assert {str(random_setup(random.Random(seed), GAME)) for seed in range(20)} > {str(dict(VOCABULARY.usual))}
