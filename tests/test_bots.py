"""The contract of every bot: legal, deterministic under a seed, leaves the state alone, plays every
phase, is its spec.

A bot that needs a budget gets it in `QUICK`.
"""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from hansa import State
from hansa.bots.bot import Bot, BotFault, seen_setup
from hansa.bots.mcts import LEVELS, MctsBot, mind_in_style, place_of
from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, SpecError, bot_class, bots_for, check_plays, idea_of, make_bot, options_of, parameters
from hansa.bots.styles import STYLES
from hansa.bots.traces import failure_of, trace_of
from hansa.cli import main
from hansa.errors import MoveError
from hansa.games import DEFAULT_GAME, GAMES
from hansa.moves import Move
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
    """Phases and moves chosen; with the chance `stray` another kind of move is played instead, to
    see more of the game."""
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
        played = list(play_on(state, bots, 12, random.Random(number), 0.1))
        assert len(played) > 6 or state.over, setup_name(setup)


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
    for seed in range(18):
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


def test_a_search_explains_itself_by_its_three_best_lines() -> None:
    state = State.new(board="east", players=3, seed=2)
    bots = [make_bot("mcts:simulations=60,seed=5") for _ in range(2)]
    assert all(isinstance(bot, MctsBot) for bot in bots)
    thought = bots[0].thinker.think(state, bots[0].budget)      # type: ignore[attr-defined]
    for text, line in zip(bots[1].explain(state).splitlines(), thought.lines, strict=True):
        visits, *values = text.split()[:4]
        assert (int(visits), values) == (line.visits, [f"{round(100 * value)}%" for value in line.values])
        assert text.endswith("%  " + ", ".join(line.variation))


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


# --- the registry -------------------------------------------------------------------------------


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
    with pytest.raises(SpecError, match="is not a bot, did you mean 'LastBot'"):
        make_bot(f"{path}:LstBot")


def test_a_file_with_one_bot_needs_no_class(tmp_path: Path) -> None:
    path, two, none = (tmp_path / name for name in ("one.py", "two.py", "none.py"))
    path.write_text(f"{GOOD}from hansa.bots.greedy import GreedyBot\nclass O(Options):\n    depth: int = 3\n"
                    f"class A(Bot):\n    options_class = O\n{CHOOSE}")
    assert make_bot(str(path)).spec == f"{path}:A:seed=0,depth=3"
    assert make_bot(f"{path}:depth=5", seed=2).spec == f"{path}:A:seed=2,depth=5"
    two.write_text(f"{GOOD}class A(Bot):\n{CHOOSE}class B(A):\n    pass\n")
    with pytest.raises(SpecError, match=f"has 2 bots; say which: {two}:A or {two}:B"):
        make_bot(str(two))
    none.write_text("choose = len\n")
    for spec in (f"{none}", f"{none}:A"):
        with pytest.raises(SpecError, match=r"is not a bot: its file has no class derived .* 'hansa new-bot FILE' writes one"):
            make_bot(spec)


GOOD = "from hansa.bots.bot import Bot, Options\n"
CHOOSE = "    def choose(self, state):\n        return state.legal_moves[0]\n"


@pytest.mark.parametrize(("text", "message"), [
    ("class A(Bot)\n    pass\n", "FILE:2: SyntaxError: expected ':'"),
    ("import nmpy\nclass A(Bot): pass\n", "FILE:2: ModuleNotFoundError: No module named 'nmpy'"),
    ("def half():\n    return 1 / 0\nhalf()\n", "FILE:3: ZeroDivisionError: division by zero"),
    ("import sys\nsys.exit()\n", "FILE:3: SystemExit"),
    ("class A(Bot):\n    def chose(self, state):\n        return 1\n",
     "FILE:2: bot 'FILE:A' has no method 'choose'; it has 'chose', is that a slip?"),
    ("class A(Bot):\n    pass\n", "FILE:2: bot 'FILE:A' has no method 'choose'"),
    (f"class A(Bot):\n    options_class = dict\n{CHOOSE}",
     "FILE:2: TypeError: options_class of A must be a class derived from Options, not dict; write: class AOptions(Options)"),
    (f"class O(Options):\n    moves: list = None\nclass A(Bot):\n    options_class = O\n{CHOOSE}",
     "FILE:2: the option 'moves' is of the type list; an option is an int, float, bool or str, or None"),
    (f"class O(Options):\n    moves: Moves = None\nclass A(Bot):\n    options_class = O\n{CHOOSE}",
     "FILE:3: NameError: name 'Moves' is not defined"),
    (f"class O(Options):\n    moves: 'Moves' = None\nclass A(Bot):\n    options_class = O\n{CHOOSE}",
     "FILE:2: the types of O cannot be read: name 'Moves' is not defined"),
    (f"class A(Bot):\n    def __init__(self, name, options):\n        self.x = self.y\n{CHOOSE}",
     "bot 'FILE:A' cannot be made: AttributeError: 'A' object has no attribute 'y' (NAME:4)"),
])
def test_a_file_without_a_bot_that_works_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(GOOD + text)
    for _ in range(2):          # a file that has failed is not half imported
        with pytest.raises(SpecError) as caught:
            make_bot(f"{path}:A")
        assert str(caught.value).replace(str(path), "FILE").replace("mine.py", "NAME") == message
    assert main(["tournament", f"{path}:A", "random", "--players", "2"]) == 2


@pytest.mark.parametrize("ceremony", ["", "@dataclass(frozen=True)\n"])
def test_options_are_declared_without_ceremony(ceremony: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        f"from dataclasses import dataclass\n{GOOD}{ceremony}class O(Options):\n    depth: int = 3\n    eager: bool = False\n"
        f"class A(Bot):\n    options_class = O\n{CHOOSE}")
    bot = make_bot(f"{path}:A:depth=5")
    assert bot.spec == f"{path}:A:seed=0,depth=5,eager=false"
    assert pickle.loads(pickle.dumps(bot)).spec == bot.spec
    assert [(entry.name, entry.type, entry.default, entry.help) for entry in parameters(f"{path}:A")[1:]] == [
        ("depth", "int", 3, ""), ("eager", "bool", False, "")]
    with pytest.raises(SpecError, match=r"depth=x is not of the type int$"):
        make_bot(f"{path}:A:depth=x")


OF_ALL_KINDS = f"""{GOOD}from hansa.bots.bot import option
class O(Options):
    low: int = option(5, "at least", low=2)
    high: float = option(0.5, "at most", high=1.5)
    both: int | None = option(None, "", low=-1, high=1)
    eager: bool = True
    way: str = option("left", "where to", choices=("left", "right"))
    either: int | float | None = None
    word: str | None = option(None, "any", local=True)
class A(Bot):
    options_class = O
{CHOOSE}"""


@pytest.mark.parametrize(("given", "outcome"), [
    ("low=2", "seed=0,low=2,high=0.5,eager=true,way=left"),
    ("low=1", "low=1 is out of bounds; low is at least 2 (at least)"),
    ("low=2.0", "low=2.0 is not of the type int (at least)"),
    ("high=1.5", "seed=0,low=5,high=1.5,eager=true,way=left"),
    ("high=1.6", "high=1.6 is out of bounds; high is at most 1.5 (at most)"),
    ("high=inf", "high=inf is not of the type float (at most)"),
    ("both=-1", "seed=0,low=5,high=0.5,both=-1,eager=true,way=left"),
    ("both=1", "seed=0,low=5,high=0.5,both=1,eager=true,way=left"),
    ("both=-2", "both=-2 is out of bounds; both is from -1 to 1"),
    ("both=2", "both=2 is out of bounds; both is from -1 to 1"),
    ("both=None", "both=None is not of the type int"),
    ("eager=FALSE", "seed=0,low=5,high=0.5,eager=false,way=left"),
    ("eager=True", "seed=0,low=5,high=0.5,eager=true,way=left"),
    ("eager=1", "eager=1 is not of the type bool"),
    ("way=right", "seed=0,low=5,high=0.5,eager=true,way=right"),
    ("way=rigt", "way=rigt, did you mean 'right'? Known are left, right"),
    ("way=up", "way=up. Known are left, right"),
    ("either=3", "seed=0,low=5,high=0.5,eager=true,way=left,either=3"),
    ("either=3.5", "seed=0,low=5,high=0.5,eager=true,way=left,either=3.5"),
    ("either=x", "either=x is not of the type int or float"),
    ("word= a word ,low= 7 ", "seed=0,low=7,high=0.5,eager=true,way=left,word=a word"),
    ("word=a=b", "seed=0,low=5,high=0.5,eager=true,way=left,word=a=b"),
    ("lw=3", "unknown option 'lw', did you mean 'low'? Known are seed, low, high, both, eager, way, either, word"),
])
def test_an_option_of_every_kind_is_read_or_refused(given: str, outcome: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OF_ALL_KINDS)
    try:
        said = str(options_of(f"{path}:A:{given}"))
    except SpecError as error:
        said = str(error).removeprefix(f"bot '{path}:A': ")
    assert said == outcome


def test_settings_are_listed_as_they_are_declared(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OF_ALL_KINDS)
    assert [astuple(entry) for entry in parameters(f"{path}:A")] == [
        ("seed", "int", 0, "seed of the bot's random numbers", 0, None, (), False),
        ("low", "int", 5, "at least", 2, None, (), False), ("high", "float", 0.5, "at most", None, 1.5, (), False),
        ("both", "int | None", None, "", -1, 1, (), False), ("eager", "bool", True, "", None, None, (), False),
        ("way", "str", "left", "where to", None, None, ("left", "right"), False),
        ("either", "int | float | None", None, "", None, None, (), False),
        ("word", "str | None", None, "any", None, None, (), True),
    ]
    assert idea_of(f"{path}:A") == "its class has no docstring"


def test_an_option_needs_a_default(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"from dataclasses import dataclass\n{GOOD}@dataclass(frozen=True, kw_only=True)\nclass O(Options):\n"
                    f"    depth: int\nclass A(Bot):\n    options_class = O\n{CHOOSE}")
    with pytest.raises(SpecError, match=r"mine\.py:3: the option 'depth' has no default, such as depth: int = 0"):
        make_bot(f"{path}:A")


def test_a_traceback_has_the_bots_frames_and_no_others(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{GOOD}class A(Bot):\n    def choose(self, state):\n        return self.choose(state)\n")
    with pytest.raises(RecursionError) as caught:
        make_bot(f"{path}:A").choose(State.new(board="east", players=3, seed=1))
    assert "repeated 7 more times" in trace_of(caught.value) and failure_of(caught.value).endswith(" (mine.py:4)")
    path.write_text(f"{GOOD}class B(Bot):\n    def choose(self, state):\n        return state.play('nonsense')\n")
    (tmp_path / "other.py").write_text(path.read_text())
    with pytest.raises(MoveError) as refused:
        make_bot(f"{tmp_path}/other.py:B").choose(State.new(board="east", players=3, seed=1))
    assert failure_of(refused.value).startswith("illegal move 'nonsense'")
    assert failure_of(refused.value).endswith(" (other.py:4)") and "{" not in failure_of(refused.value)
    assert trace_of(BotFault("crash", "it ended")) == "" and failure_of(BotFault("crash", "it ended")) == "it ended"


def test_what_a_bot_loads_is_missed_by_the_bot(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"import importlib\n{GOOD}class A(Bot):\n    def choose(self, state):\n"
                    "        return importlib.import_module('nowhere_at_all')\n")
    with pytest.raises(ModuleNotFoundError) as caught:
        make_bot(f"{path}:A").choose(State.new(board="east", players=3, seed=1))
    assert failure_of(caught.value) == "ModuleNotFoundError: No module named 'nowhere_at_all' (mine.py:5)"


def test_a_long_traceback_is_cut_at_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{GOOD}class A(Bot):\n    def choose(self, state):\n        raise ValueError('x' * 9000 + 'y')\n")
    with pytest.raises(ValueError, match="xy") as caught:
        make_bot(f"{path}:A").choose(State.new(board="east", players=3, seed=1))
    assert trace_of(caught.value) == "..." + "x" * 7999 + "y" and failure_of(caught.value).endswith("xy (mine.py:4)")


def test_the_registry_imports_no_bot() -> None:
    code = "import sys, hansa.bots.registry; print([name for name in sys.modules if name.startswith('hansa.bots.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "['hansa.bots.bot', 'hansa.bots.objects', 'hansa.bots.traces', 'hansa.bots.registry']"


def test_a_bot_sees_no_seed_and_no_mission_of_others() -> None:
    whole = {"board": "hansa-45", "players": 4, "seed": 7, "missions": [3, 1, 0, 2]}
    assert seen_setup(whole, 2) == {"board": "hansa-45", "players": 4, "missions": [None, None, 0, None]}
    assert seen_setup({"board": "east", "players": 3}, 0) == {"board": "east", "players": 3}


def test_bots_for_one_game_say_so() -> None:
    check_plays(make_bot("mcts"), "hansa2004")
    with pytest.raises(SpecError, match="bot 'founder' plays hansa2004, not teutonica; those that do are random, actions"):
        check_plays(make_bot("founder"), "teutonica")
    for name in BOTS:
        assert bot_class(name).game in (None, *GAMES)
    with pytest.raises(BotFault, match="the style 'rusher' is for teutonica, not for hansa2004") as refused:
        make_bot("mcts:style=rusher,simulations=5").choose(State.new(game="hansa2004", players=2, seed=1))
    assert refused.value.end == "crash"
    with pytest.raises(BotFault, match="plan for teutonica"):
        make_bot("markers").choose(State.new(game="hansa2004", players=2, seed=1))


@pytest.mark.parametrize(("move", "place"), [
    ("place t BRE-HAM", "BRE-HAM"), ("claim BRE-HAM office HAM", "BRE-HAM HAM"),
    ("displace 0t BRE-HAM with m pay t", "BRE-HAM"),
    ("income 1t", "income 1t"), ("end", "end"),
])
def test_moves_are_overlooked_by_their_places(move: str, place: str) -> None:
    assert place_of(Move(move, 0)) == place


def test_what_is_overlooked_is_overlooked_for_a_whole_turn() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    bot = make_bot("mcts:oversight=0.5,simulations=10,seed=3")
    assert isinstance(bot, MctsBot)
    seen = bot.considered(state)
    places = {place_of(move) for move in seen}
    assert 0 < len(seen) < len(state.legal_moves)
    assert list(seen) == [move for move in state.legal_moves if place_of(move) in places]
    assert bot.choose(state) in seen
    later = state.after(next(move for move in seen if move.startswith("place")))
    assert later.turns == state.turns
    common = {place_of(move) for move in state.legal_moves} & {place_of(move) for move in later.legal_moves}
    assert {place_of(move) for move in bot.considered(later)} & common == places & common
    other = make_bot("mcts:oversight=0.5,simulations=10,seed=4")
    assert isinstance(other, MctsBot) and list(other.considered(state)) != list(seen)
    careful = make_bot("mcts:simulations=10")
    assert isinstance(careful, MctsBot) and not careful.considered(state)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_on_by_the_taste_of_its_plan(style: str) -> None:
    game = STYLES[style].game
    board = {"teutonica": "hansa-45", "hansa2004": "hansa2004"}[game]
    state = State.new(board=board, players=4, seed=7)
    minds = GAMES[game].minds()
    wanted = minds.with_plan(GAMES[game].vocabulary.taste(**STYLES[style].taste)).of(board, 4)
    ends = []
    for mind in (mind_in_style(style, None)(state), wanted, minds.of(board, 4)):
        end = state.position.copy()
        end.play_on(mind, 5, 60)
        ends.append(end.key())
    assert ends[0] == ends[1] != ends[2]
    assert make_bot(f"mcts:style={style},simulations=10").choose(state) in state.legal_moves


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_levels_make_their_mistakes_by_the_seed(level: int) -> None:
    """Every level is a bot of its own; what the weak ones overlook depends on the seed."""
    state, moves = State.new(board="east", players=3, seed=1), []
    for seed in range(6):
        bot = make_bot(f"mcts:level={level}", seed=seed)
        moves.append(bot.choose(state.view(0)))
        assert moves[-1] == make_bot(f"mcts:level={level}", seed=seed).choose(state.view(0))
        assert bot.opinion is not None and 0 < (bot.opinion.simulations or 0) <= LEVELS[level - 1].simulations
    assert level > 5 or len(set(moves)) > 1
    with pytest.raises(SpecError, match="level is from 1 to 10"):
        make_bot("mcts:level=11")
