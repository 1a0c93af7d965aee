"""The contract of every bot: legal, deterministic under a seed, leaves the state alone, plays every phase, is its spec.

A bot that needs a budget gets it in `QUICK`.
"""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hansa import State
from hansa.bots.bot import Bot, BotFault
from hansa.bots.mcts import LEVELS
from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, SpecError, bot_class, bots_for, check_plays, make_bot, parameters
from hansa.games import DEFAULT_GAME, GAMES
from hansa.teutonica.names import PHASES
from tests.playing import by_kind, setup_name, setups
from tests.scramble import abroad, neutral, scrambled

QUICK = {"maxn": "beam=3,depth=4", "mcts": "simulations=16", "uct": "simulations=8,cut=40"}
TEUTONICA = bots_for("teutonica")
PLANS = [name for name in TEUTONICA if issubclass(bot_class(name), PlanBot)]
SETUPS = list(setups())
WITH_FAVOURS = [setup for setup in SETUPS if "favours" in setup["modules"]]
TURNS = 25                      # turns a player that a game of plans may last


def quick(name: str, seed: int) -> Bot:
    """A bot as this test plays it."""
    return make_bot(f"{name}:{QUICK[name]}" if name in QUICK else name, seed=seed)


def view(state: State) -> State:
    """What the seat to move may see."""
    assert isinstance(state.to_move, int)
    return state.view(state.to_move)


def checked(bot: Bot, state: State) -> str:
    """A bot's move, after checking that it is legal and that the state was left alone."""
    seen = view(state)
    before = seen.copy()
    move = bot.choose(seen)
    assert seen == before, f"{bot.spec} changed the state: {before!r}"
    assert move in state.legal_moves and move.code in state.legal_moves.codes, f"{bot.spec}: {move!r} in {state!r}"
    return str(move)


def play_on(state: State, bots: list[Bot], plies: int, rng: random.Random, stray: float) -> Iterator[tuple[str, str]]:
    """Phases and moves chosen; with the chance `stray` another kind of move is played instead, to see more of the game."""
    for _ in range(plies):
        if state.over:
            return
        seat = state.to_move
        if isinstance(seat, int):
            phase, move = state.phase, checked(bots[seat], state)
            yield phase, move
            state.play(by_kind(state.legal_moves, rng, {}) if rng.random() < stray else move)
        else:
            state.play(rng.choices(state.legal_moves, state.probabilities)[0])


@pytest.mark.parametrize("name", TEUTONICA)
def test_plays_every_setup(name: str) -> None:
    for number, setup in enumerate(SETUPS):
        bots = [quick(name, seat) for seat in range(setup["players"])]
        state = State.from_setup(setup, seed=number)
        for seat, bot in enumerate(bots):
            bot.new_game(seat, state.setup or {})
        played = list(play_on(state, bots, 24, random.Random(number), 0.1))
        assert len(played) > 12 or state.over, setup_name(setup)


def toll() -> dict[str, object]:
    """Seat 1 owns the tile `income`, and seat 0 has just taken pieces (T102)."""
    tiles = ["income", "extra-action", "double-cities", "master-abilities"]
    setup = {"board": "hansa-45", "players": 4, "modules": ["favours"], "favours": tiles}
    state = State.from_setup(setup, seed=1).to_json()
    state["desks"][1]["favours"] = ["income"]
    return state | {"favours_open": tiles[1:], "phase": "toll", "to_move": 1, "actions": 1, "begun": True}


@pytest.mark.parametrize("name", TEUTONICA)
def test_plays_every_phase_of_strange_positions(name: str) -> None:
    phases: Counter[str] = Counter()
    for seed in range(60):
        setup = WITH_FAVOURS[seed % len(WITH_FAVOURS)] if seed % 2 else SETUPS[seed * 7 % len(SETUPS)]
        starts = [scrambled(setup, seed, spent=seed % 3 == 0), *([] if seed else [toll()])]
        if seed % 3 == 0:
            starts += [abroad(seed), neutral(setup["edition"], seed)]
        for start in starts:
            state = State.from_json(start)
            bots = [quick(name, seat) for seat in range(state.players)]
            phases.update(phase for phase, _ in play_on(state, bots, 20, random.Random(seed), 0.5))
    assert set(phases) == set(PHASES) - {"draw", "over"}, phases


@pytest.mark.parametrize("name", TEUTONICA)
def test_same_seed_same_game(name: str) -> None:
    for setup in SETUPS[::9]:
        games = []
        for _ in range(2):
            bots = [quick(name, 7 + seat) for seat in range(setup["players"])]
            games.append(list(play_on(State.from_setup(setup, seed=3), bots, 24, random.Random(5), 0.0)))
        assert games[0] == games[1]


@pytest.mark.parametrize("name", BOTS)
def test_is_its_spec(name: str) -> None:
    bot = quick(name, 11)
    copy = pickle.loads(pickle.dumps(bot))
    assert type(copy) is type(bot) and copy.spec == bot.spec == make_bot(bot.spec).spec
    assert "seed=11" in bot.spec
    state = State.from_setup(GAMES[bot.game or DEFAULT_GAME].vocabulary.usual, seed=2)
    assert checked(bot, state) == checked(copy, state)
    for parameter in parameters(name):
        assert parameter.help and parameter.type, parameter


@pytest.mark.parametrize("name", PLANS)
def test_explains_itself(name: str) -> None:
    assert "points for" in make_bot(name).explain(State.new(board="east", players=3, seed=2))


def whole_game(setup: dict[str, object], bots: list[Bot], seed: int, limit: int) -> State:
    """A game to its end, without the checks."""
    state, rng = State.from_setup(setup, seed=seed), random.Random(seed)
    for _ in range(limit):
        if state.over:
            break
        if isinstance(state.to_move, int):
            state.play(bots[state.to_move].choose(view(state)))
        else:
            state.play(rng.choices(state.legal_moves, state.probabilities)[0])
    return state


def test_games_of_plans_end_like_those_of_people() -> None:
    for number, setup in enumerate(setup for setup in SETUPS if setup["edition"] == "bigbox" and not setup["modules"]):
        players = setup["players"]
        bots = [quick(PLANS[(number + seat) % len(PLANS)], seat) for seat in range(players)]
        state = whole_game(setup, bots, number, 3000)
        turns = state.to_json()["turns"] / players
        assert state.over and turns <= TURNS, f"{setup_name(setup)}: {turns:.0f} turns a player, {state.scores}"


@pytest.mark.parametrize("name", PLANS)
def test_plans_beat_random(name: str) -> None:
    for seed in range(2):
        bots = [quick(name if seat == seed else "random", seat) for seat in range(3)]
        state = whole_game({"board": "hansa-23", "players": 3}, bots, seed, 20_000)
        assert state.over and state.shares[seed] == 1.0, state.scores


# --- the registry ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rndom", "unknown bot 'rndom', did you mean 'random'? Known are random, "),
        ("random:sed=1", "bot 'random': unknown option 'sed', did you mean 'seed'? Known are seed"),
        ("random:seed=x", "bot 'random': seed=x is not of the type int"),
        ("random:seed=-1", "bot 'random': seed=-1 is out of bounds; seed is at least 0"),
        ("random:seed", "bot 'random': 'seed' should read key=value"),
        ("random:seed=1,seed=2", "bot 'random': option 'seed' is given twice"),
        ("prestige:noise=2", "bot 'prestige': noise=2 is out of bounds; noise is from 0.0 to 1.0"),
        ("prestige:noise=nan", "bot 'prestige': noise=nan is not of the type float"),
        ("nowhere.py:Bot", "there is no file 'nowhere.py' to take a bot from"),
    ],
)
def test_wrong_specs_say_what_there_is(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_bot(spec)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


def test_a_seed_in_the_spec_counts() -> None:
    assert make_bot("random:seed=3", seed=5).spec == "random:seed=3"
    assert make_bot("random", seed=5).spec == "random:seed=5"


def test_bots_of_files(tmp_path: Path) -> None:
    path = tmp_path / "last.py"
    path.write_text(
        "from hansa.bots.bot import Bot\n"
        "class LastBot(Bot):\n"
        "    def choose(self, state):\n"
        "        return state.legal_moves[-1]\n"
    )
    bot = make_bot(f"{path}:LastBot:seed=4")
    assert bot.spec == f"{path}:LastBot:seed=4" and pickle.loads(pickle.dumps(bot)).spec == bot.spec
    assert checked(bot, State.new(board="east", players=3, seed=1)) == "end"
    with pytest.raises(SpecError, match="is no bot, did you mean 'LastBot'"):
        make_bot(f"{path}:LstBot")


def test_the_registry_imports_no_bot() -> None:
    code = "import sys, hansa.bots.registry; print([name for name in sys.modules if name.startswith('hansa.bots.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "['hansa.bots.bot', 'hansa.bots.registry']"


def test_bots_for_one_game_say_so() -> None:
    check_plays(make_bot("mcts"), "hansa2004")
    with pytest.raises(SpecError, match="bot 'founder' plays hansa2004, not teutonica; those that do are random, actions"):
        check_plays(make_bot("founder"), "teutonica")
    for name in BOTS:
        assert bot_class(name).game in (None, *GAMES)
    with pytest.raises(BotFault, match="plan for teutonica"):
        make_bot("markers").choose(State.new(game="hansa2004", players=2, seed=1))


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_levels_make_their_mistakes_by_the_seed(level: int) -> None:
    """Every level is a bot of its own; the weak ones do not always play what they think best."""
    state, moves = State.new(board="east", players=3, seed=1), []
    for seed in range(6):
        bot = make_bot(f"mcts:level={level}", seed=seed)
        moves.append(bot.choose(state.view(0)))
        assert moves[-1] == make_bot(f"mcts:level={level}", seed=seed).choose(state.view(0))
        assert bot.opinion is not None and 0 < (bot.opinion.simulations or 0) <= LEVELS[level - 1].simulations
    assert level > 5 or len(set(moves)) > 2
    with pytest.raises(SpecError, match="level is from 1 to 10"):
        make_bot("mcts:level=11")
