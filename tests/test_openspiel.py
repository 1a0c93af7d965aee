"""The OpenSpiel game: OpenSpiel's own simulation test and bots, explicit chance, and what a seat
may know."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="pip install 'hansa[envs]'")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from hansa.envs import duel
from hansa.envs.openspiel import TYPES
from hansa.envs.openspiel import load as load_ours
from hansa.games import GAMES, game_of_setup
from hansa.hansa2004.board import board
from hansa.state import Move, State
from hansa.teutonica.names import MARKERS, TILES

WITH_MODULES: dict[str, Any] = {"board": "hansa-45", "players": 4, "modules": "missions+favours"}
TABLES: tuple[dict[str, Any], ...] = (
    {}, WITH_MODULES, {"board": "britannia-3", "players": 3, "edition": "classic"}, {"board": "east", "players": 5},
    {"board": "hansa2004"}, {"board": "hansa2004", "players": 4},
)


def load(limit: int = 200, **params: Any) -> Any:
    return load_ours(game_of_setup(params).name, **params, limit=limit)


def name_of(params: dict[str, Any]) -> str:
    return f"{params.get('board', 'default')}-{params.get('players', 2)}"


def dealt(game: Any, seed: int, moves: int = 0) -> Any:
    """A state after the setup and some random moves."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or (state.course.played < moves and not state.is_terminal()):
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("params", TABLES, ids=name_of)
def test_random_sim_test(params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(120, **params), 2, True, False)


@pytest.mark.parametrize("params", TABLES, ids=name_of)
def test_a_game(params: dict[str, Any]) -> None:
    """Moves are those of the engine, with their texts; the end pays the shares."""
    game = load(250, **params)
    state = game.new_initial_state()
    rng = random.Random(2)
    while not state.is_terminal():
        assert state.returns() == [0.0] * game.num_players()
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1) and max(actions) < game.max_chance_outcomes()
            state.apply_action(rng.choices(actions, weights)[0])
            continue
        position = state.course.position
        assert state.current_player() == position.to_move
        assert state.legal_actions() == sorted(position.actions())
        for action in state.legal_actions():
            assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(1) and state.course.played <= 250
    ended = state.reached.copy()
    if not ended.over:
        ended.cut_off()
    assert state.returns() == ended.shares


def test_the_setup_is_chance() -> None:
    """Taverns, missions and favours are drawn one by one, as MOVES.md, section 4, and T3, T100,
    T101 say."""
    game = load(**WITH_MODULES)
    state = game.new_initial_state()
    texts = []
    while state.course.position is None:
        outcomes = state.chance_outcomes()
        texts.append([state.action_to_string(action) for action, _ in outcomes])
        state.apply_action(outcomes[-1][0])
    assert [len(line) for line in texts] == [3, 2, 1, 9, 8, 7, 6, 6, 5, 4, 3]
    assert texts[0][0].startswith("tavern extra-office")
    assert texts[3][0] == "mission 0" and texts[7][-1] == f"favour {TILES[-1]}"
    fields = state.course.position.fields()
    assert [desk["mission"] for desk in fields["desks"]] == [8, 7, 6, 5]
    assert fields["open_tiles"] == [5, 4, 3, 2]
    assert sorted(marker for marker in fields["markers"] if marker is not None) == sorted(
        MARKERS.index(name) for name in ("extra-office", "swap", "move-3"))


def test_missions_of_others_are_secret() -> None:
    """Two games that differ in others' cards look the same to a seat, move after move; its own card
    shows."""
    game = load(**WITH_MODULES)
    one, other = game.new_initial_state(), game.new_initial_state()
    cards = {3: (0, 1), 4: (4, 4), 5: (2, 3), 6: (3, 8)}       # seat 1 has the same card in both
    for step in range(11):
        first, second = cards.get(step, (one.chance_outcomes()[0][0],) * 2)
        one.apply_action(first)
        other.apply_action(second)
    observers = [make_observation(game), make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))]
    rng = random.Random(1)
    for _ in range(60):
        action = one.chance_outcomes()[0][0] if one.is_chance_node() else rng.choice(one.legal_actions())
        for observer in observers:
            seen = []
            for state in (one, other):
                observer.set_from(state, 1)
                seen.append((observer.tensor.tobytes(), observer.string_from(state, 1)))
            assert seen[0] == seen[1]
            observer.set_from(one, 0)
            mine = observer.tensor.copy()
            observer.set_from(other, 0)
            assert not np.array_equal(mine, observer.tensor) or observer.string_from(one, 0) != observer.string_from(other, 0)
        assert one.information_state_string(1) == other.information_state_string(1)
        assert one.information_state_string(0) != other.information_state_string(0)
        one.apply_action(action)
        other.apply_action(action)


def test_a_public_observer_sees_no_mission() -> None:
    game = load(**WITH_MODULES)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observer = make_observation(game, public)
    state = dealt(game, 4, 10)
    observer.set_from(state, 0)
    names = observer.dict["position"]
    text = observer.string_from(state, 2)
    assert text.count('"mission": "?"') == 4 and f'"mission": {state.course.known_to(2)[0]}' not in text
    own = make_observation(game)
    own.set_from(state, 0)
    assert own.dict["position"].sum() == names.sum() + 3       # three cities of its own card


def test_resampling_keeps_what_a_seat_knows() -> None:
    game = load(**WITH_MODULES)
    state = dealt(game, 5, 40)
    drawn = set()
    for number in range(30):
        for seat in range(4):
            sample = state.resample_from_infostate(seat, lambda number=number: number / 30)
            assert sample.information_state_string(seat) == state.information_state_string(seat)
            cards = tuple(sample.course.known_to(owner)[0] for owner in range(4))
            assert sample.course.moves == state.course.moves and len(set(cards)) == 4
            drawn.add(cards)
    assert len(drawn) > 60
    plain = dealt(load(), 1, 20)
    assert plain.resample_from_infostate(0, lambda: 0.5).history() == plain.history()


def test_copies_and_pickles_are_independent() -> None:
    game = load(**WITH_MODULES)
    state = dealt(game, 6, 30)
    clone = state.clone()
    before = state.information_state_string(0)
    clone.apply_action(clone.legal_actions()[0])
    assert state.information_state_string(0) == before != clone.information_state_string(0)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.information_state_string(0) == before and again.legal_actions() == state.legal_actions()


def test_openspiel_mcts_plays() -> None:
    """The one in Python; the one in C++ crashes on games in Python, OpenSpiel's own too (2.0.2)."""
    game = load(40)
    state = dealt(game, 1)
    bots = [
        mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, luck), random_state=luck, solve=solve)
        for solve, luck in ((False, np.random.RandomState(1)), (True, np.random.RandomState(2)))
    ]
    for _ in range(20):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_openspiel_ismcts_plays() -> None:
    game = load(30, board="hansa-23", players=3, modules="missions")
    state = dealt(game, 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=np.random.RandomState(2))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(1)


def test_what_openspiel_lists_of_a_game() -> None:
    for name, players, title in (("hansa_teutonica", (2, 5), "Hansa Teutonica"), ("hansa_2004", (2, 4), "Hansa")):
        facts = pyspiel.load_game(name).get_type()
        assert (facts.min_num_players, facts.max_num_players) == players and title in facts.long_name


def test_games_are_pickled_with_their_parameters() -> None:
    game = load(**WITH_MODULES)
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(again) == str(game) and again.limit == 200 and again.setup == game.setup
    kept = pickle.dumps((game, dealt(game, 1, 5)))
    # Nothing of hansa is imported yet
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)[1].get_game().limit)"
    assert subprocess.run([sys.executable, "-c", code], input=kept, capture_output=True, check=True).stdout == b"200\n"


def test_what_is_not_possible_is_not_played() -> None:
    state = load(3).new_initial_state()
    for outcome in (6, 77):
        with pytest.raises(ValueError, match=f"outcome {outcome} is not possible here"):
            state.apply_action(outcome)
    assert state.history() == [] and state.information_state_string(0) == load().new_initial_state().information_state_string(0)
    state = dealt(load(3), 1, 3)
    for action in (7, state.get_game().num_distinct_actions()):
        with pytest.raises(ValueError, match=f"action {action} comes after the end"):
            state.apply_action(action)
    assert state.course.played == 3


@pytest.mark.parametrize("params", [
    {"board": "east", "players": 2}, {"board": "atlantis"}, {"modules": "missions"}, {"limit": 0}, {"edition": "pirate"},
    {"players": 0}, {"limit": (1 << 31) - 1},
])
def test_what_makes_no_sense_is_refused(params: dict[str, Any]) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game("hansa_teutonica", params)
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game("hansa_2004", {"players": 5, **params})


def test_games_are_listed() -> None:
    listed = {kind.short_name: kind for kind in pyspiel.registered_games()}
    assert [TYPES[game].short_name for game in GAMES] == ["hansa_teutonica", "hansa_2004"]
    assert listed["hansa_2004"].information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert listed["hansa_teutonica"].information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    game = pyspiel.load_game("hansa_2004(players=3,limit=50)")
    assert (game.num_players(), game.max_game_length(), game.num_distinct_actions()) == (3, 50, 130)


def test_warehouses_are_filled_by_chance() -> None:
    """H2: marker by marker, none comes back; then chance continues with the refills, under the same
    numbers."""
    state = load(board="hansa2004", players=3).new_initial_state()
    lying: list[str] = []
    while state.course.position is None:
        left = [count - lying.count(kind) for kind, count in zip(board().goods, board().full_supply(3), strict=True)]
        outcomes = state.chance_outcomes()
        assert dict(outcomes) == pytest.approx({kind: count / sum(left) for kind, count in enumerate(left) if count})
        action = outcomes[len(lying) * 5 % len(outcomes)][0]
        lying.append(board().goods[action])
        assert state.action_to_string(action).startswith(f"warehouse {lying[-1]} ")
        state.apply_action(action)
    data = state.reached.to_json()
    by_number = sorted(board().cities, key=lambda city: city.number)
    assert sorted(lying) == sorted(kind for city in by_number for kind in data["cities"][city.code]["goods"])
    assert sorted(lying[:2]) == sorted(data["cities"][by_number[0].code]["goods"]) and len(lying) == 14
    for _ in range(300):
        if state.is_chance_node():
            break
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        chosen = next(move for verb in ("refill", "buy", "found", "end") for move in legal if move.startswith(verb))
        state.apply_action(state.string_to_action(chosen))
    assert {state.action_to_string(action).split()[0] for action, _ in state.chance_outcomes()} == {"reveal"}


def test_no_game_has_more_chance_than_is_said() -> None:
    for params in ({"board": "hansa2004", "players": 4}, {**WITH_MODULES, "edition": "bigbox"}):
        game = load(30_000, **params)
        rng, state = random.Random(3), game.new_initial_state()
        met = 0
        while not state.is_terminal():
            met += state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        assert 14 <= met <= game.max_chance_nodes_in_history()


def test_observers_say_what_they_cannot_show() -> None:
    everybody, nothing = pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE
    for wrong in ({"public_info": False, "private_info": nothing}, {"private_info": everybody}):
        with pytest.raises(ValueError, match="the observer sees"):
            make_observation(load(), pyspiel.IIGObservationType(perfect_recall=False, **wrong))


def test_a_private_observer_sees_its_own_mission_alone() -> None:
    game = load(**WITH_MODULES)
    kind = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    observer, state = make_observation(game, kind), dealt(game, 4, 10)
    cards = [int(*state.course.known_to(seat)) for seat in range(4)]
    assert len(set(cards)) == 4
    for seat, card in enumerate(cards):
        observer.set_from(state, seat)
        assert np.flatnonzero(observer.dict["seat"]).tolist() == [seat]
        assert np.flatnonzero(observer.dict["secrets"]).tolist() == [card] and len(observer.tensor) == 4 + 9
        assert observer.string_from(state, seat) == f"seat {seat} knows ['{card}']"
    observer.set_from(game.new_initial_state(), 0)
    assert observer.tensor.sum() == 1


@pytest.mark.parametrize("name", ["hansa_teutonica(limit=4)", "hansa_2004(players=3,limit=4)",
                                  "hansa_teutonica(board=hansa-45,players=4,modules=missions+favours,limit=2)"])
def test_openspiel_writes_a_playthrough(name: str) -> None:
    """OpenSpiel's own record of all that a game says of itself, which its own tests are made of."""
    # It imports all of SciPy: not while tests are collected, which every worker of xdist does.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    text = playthrough(name, None, seed=3)
    actions = [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]
    assert playthrough(name, actions, seed=3) == text


def test_no_complaint_at_the_end_of_the_program() -> None:
    """OpenSpiel lets its games go after Python has ended."""
    code = "import hansa.envs.openspiel, pyspiel; pyspiel.load_game('hansa_2004').new_initial_state()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_duel_tells_the_times_of_each_side_and_the_simulations_of_the_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house takes three seconds a decision, the guest half a second."""
    now = 0.0

    class Clocked:
        max_simulations = 4

        def __init__(self, *_: object, **__: object) -> None:
            """As both sides are made."""

        def choose(self, state: State) -> Move:
            nonlocal now
            now += 3.00006
            return state.legal_moves[0]

        def step(self, state: Any) -> int:
            nonlocal now
            now += 0.50006
            return int(state.legal_actions()[0])

        def close(self) -> None:
            """Nothing was begun."""

    monkeypatch.setattr(duel, "make_bot", Clocked)
    monkeypatch.setattr(mcts, "MCTSBot", Clocked)
    monkeypatch.setattr(duel, "time", SimpleNamespace(perf_counter=lambda: now))
    for number in (0, 1):
        found = duel.play(duel.Duel(seconds=1.00012, limit=12), number)
        assert found.mean_seconds == (3.0001, 0.5001) and found.moves == 12 and not found.over
        once = duel.play(duel.Duel(limit=1), number)
        assert once.mean_seconds in ((3.0001, 0.0), (0.0, 0.5001)) and once.mean_simulations in (0.0, 4.0)
        # Of one that has time for twice as many each time
        assert found.mean_simulations in [round(sum(4 * 2**each for each in range(count)) / count, 1) for count in range(2, 12)]


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_the_duel(game: str) -> None:
    command = [sys.executable, "-m", "hansa.envs.duel", "--games", "1", "--seconds", "0.002", "--limit", "30", "--game", game]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    assert "game 0: share" in ran.stdout and "of the win in 1 games against OpenSpiel's MCTS" in ran.stdout
    chosen = subprocess.run([*command, "--bot", "mcts:level=1"], capture_output=True, text=True, timeout=600, check=True)
    assert "mcts:level=1 has" in chosen.stdout
    wrong = subprocess.run([*command, "--bot", "nobody"], capture_output=True, text=True, timeout=600)
    assert wrong.returncode == 2 and len(wrong.stderr.splitlines()) == 1 and "nobody" in wrong.stderr


def test_searches_in_c_plus_plus_refuse_instead_of_crashing() -> None:
    """In a process of its own, which a crash would end."""
    script = (
        "import pyspiel\n"
        "from hansa.envs.openspiel import load\n"
        "game = load('hansa2004', players=2, limit=20)\n"
        "state = game.new_initial_state()\n"
        "while state.is_chance_node():\n"
        "    state.apply_action(state.legal_actions()[0])\n"
        "judge = pyspiel.RandomRolloutEvaluator(1, 1)\n"
        "for bot in (pyspiel.MCTSBot(game, judge, 2.0, 10, 100, True, 42, False), pyspiel.ISMCTSBot(1, judge, 2.0, 10)):\n"
        "    for look in (bot.step, bot.step_with_policy, bot.get_policy, bot.step_verbose):\n"
        "        try:\n"
        "            look(state)\n"
        "        except Exception as error:\n"
        "            print(error)\n"
        "other = pyspiel.load_game('tic_tac_toe')\n"
        "bot = pyspiel.MCTSBot(other, judge, 2.0, 10, 100, True, 42, False)\n"
        "print(bot.step(other.new_initial_state()) in range(9), isinstance(bot, pyspiel.Bot))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    lines = ran.stdout.splitlines()
    assert len(lines) == 9 and lines[-1] == "True True", ran
    assert lines[0] == (
        "pyspiel.MCTSBot crashes on games written in Python, as this one is; "
        "use open_spiel.python.algorithms.mcts.MCTSBot")
    assert [line.split()[0] for line in lines[:8]] == ["pyspiel.MCTSBot"] * 4 + ["pyspiel.ISMCTSBot"] * 4
