"""Bots as Python objects: classes, bots and functions, wherever a spec is taken."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hansa
from hansa.bots.bot import Bot, BotFault, Opinion, Options
from hansa.bots.objects import spec_of_class
from hansa.bots.registry import SpecError, make_bot
from hansa.errors import HansaError
from hansa.state import Move, State
from hansa.tournaments.play import play
from hansa.tournaments.results import game_result
from hansa.tournaments.runner import Runner
from hansa.tournaments.schedule import ScheduleError, TableSetup, Tournament, games
from hansa.tournaments.standings import standings

TWO = TableSetup("hansa-23", 2)
START = State.new(board="hansa-23", players=2, seed=1)


class First(Bot):
    """The first move there is."""

    learned = 0

    def choose(self, state: State) -> Move:
        return state.legal_moves[0]


def last(state: State) -> Move:
    """The last move there is."""
    return state.legal_moves[-1]


def broken(state: State) -> Move:
    raise BotFault("crash", "on purpose")


def say_end(state: State) -> str:
    return "no such move"


# --- making -------------------------------------------------------------------------------------

def test_a_class_is_made_with_its_seed() -> None:
    assert make_bot(First, seed=5).spec == "First:seed=5"
    assert make_bot(First) is not make_bot(First)


def test_a_bot_stays_itself() -> None:
    bot = First("mine", Options(seed=2))
    assert make_bot(bot, seed=9) is bot
    assert bot.options.seed == 2


def test_an_instance_can_be_made_without_arguments() -> None:
    class Patient(Options):
        patience: float = 0.5

    class Waits(First):
        options_class = Patient

    assert Waits().spec == "Waits:seed=0,patience=0.5" and Waits("mine").name == "mine"
    assert hansa.match(First(), "random", board="hansa-23", games=2, limit=20).faults == ()


def test_a_function_chooses() -> None:
    assert make_bot(last).choose(START) == START.legal_moves[-1]
    assert make_bot(last, seed=3).spec == "last:seed=3"


@pytest.mark.parametrize("thing", [3, None, dict, ["markers"], object()])
def test_what_is_no_bot_is_refused(thing: Any) -> None:
    with pytest.raises(SpecError, match="is not a bot; a bot is a spec such as 'markers', a class") as error:
        make_bot(thing)
    assert "\n" not in str(error.value)


def test_a_class_without_choose_is_refused() -> None:
    class Chooses(Bot):
        def chose(self, state: State) -> Move:
            return state.legal_moves[0]

    with pytest.raises(SpecError, match=r"no method 'choose'; it has 'chose'"):
        make_bot(Chooses)


def test_bots_of_objects_are_copied_whole() -> None:
    bot = make_bot(First, seed=5)
    assert isinstance(bot, First)
    bot.learned = 7
    for other in (pickle.loads(pickle.dumps(bot)), copy.deepcopy(bot)):
        assert (other.learned, other.spec, other.rng.random()) == (7, bot.spec, copy.deepcopy(bot.rng).random())
    assert pickle.loads(pickle.dumps(make_bot(last, seed=3))).choose(START) == last(START)


# --- a match ------------------------------------------------------------------------------------

def test_a_match_between_all_sorts() -> None:
    found = hansa.match("markers", First, last, board="east", players=3, games=4, limit=60)
    assert found.games == 6     # two whole blocks
    assert {line.bot for line in found.lines} == {"markers", "First", "last"}
    assert found.faults == ()


def test_the_same_match_is_played_again() -> None:
    one, other = (hansa.match("random", First, board="hansa-23", games=2, limit=80, seed=4) for _ in range(2))
    assert [(line.bot, line.points) for line in one.lines] == [(line.bot, line.points) for line in other.lines]


def test_objects_with_one_name_are_numbered() -> None:
    found = hansa.match(First, First, board="hansa-23", games=2, limit=20)
    assert {line.bot for line in found.lines} == {"First", "First#2"}


@pytest.mark.parametrize(("function", "end"), [(broken, "crash"), (say_end, "illegal")])
def test_a_fault_is_told(function: Any, end: str) -> None:
    found = hansa.match("random", function, board="hansa-23", games=1, limit=20)
    assert {(fault.end, fault.bots[fault.by or 0]) for fault in found.faults} == {(end, function.__name__)}


@pytest.mark.parametrize(("bots", "more", "message"), [
    (("markers", "randm"), {}, "did you mean 'random'"),
    (("markers",), {}, "needs 2 bots or more"),
    (("markers", "markers"), {}, "named twice"),
    (("markers", 3), {}, "is not a bot"),
    (("markers", "random"), {"board": "hansa23"}, "did you mean 'hansa-23'"),
    (("markers", "random"), {"players": 5}, "hansa-23 is for 2 or 3 players, not 5; for 5 there are hansa-45"),
    (("markers", "random"), {"games": 0}, "one game or more"),
    (("markers", First("mine", Options())), {"players": 3}, "cannot sit in two of 3 seats; pass its class"),
    (("markers", "random"), {"board": "hansa2004"}, "'markers' plays teutonica"),
])
def test_a_match_that_cannot_be_is_refused(bots: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(HansaError, match=message) as error:
        hansa.match(*bots, **{"board": "hansa-23", "games": 1, **more})
    assert "\n" not in str(error.value)


# --- tournaments --------------------------------------------------------------------------------

def test_a_class_of_a_file_plays_in_other_processes() -> None:
    plan = Tournament((First, "random"), (TWO,), blocks=1, limit=40)    # type: ignore[arg-type]   # becomes a spec
    assert plan.bots == (spec_of_class(First), "random")
    assert Tournament.from_json(plan.to_json()) == plan
    with Runner(1, plan.digest) as runner:
        found = standings([finished.result for finished in runner.run(games(plan))])
    assert found.games == 2
    assert found.faults == ()


def test_objects_sit_at_a_game_by_their_names() -> None:
    plan = Tournament(("mine", "random"), (TWO,), blocks=1, limit=30, check=False)
    record = play(next(games(plan)), bots={"mine": last})
    assert record.seats == ("mine", "random")
    assert game_result(record, plan.digest).end == "moves"


class Outer:
    class Inner(First):
        pass


@pytest.mark.parametrize("bot", [last, First("mine", Options()), Outer.Inner, lambda state: state.legal_moves[0]])
def test_what_processes_cannot_make_is_refused(bot: Any) -> None:
    with pytest.raises(ScheduleError, match=r"pass a class at the top level of a file, or play it with hansa\.match"):
        Tournament(("markers", bot), (TWO,))


@pytest.mark.parametrize(("bots", "table", "message"), [
    (("markers", "randm"), TWO, "unknown bot 'randm', did you mean 'random'"),
    (("markers", "mcts:simulation=3"), TWO, "did you mean 'simulations'"),
    (("markers", "random"), TableSetup("hansa-23", 4), "hansa-23 is for 2 or 3 players, not 4; for 4 there are hansa-45"),
    (("markers", "random"), TableSetup("hansa-23", 6), "hansa-23 is for 2 or 3 players, not 6$"),
    (("markers", "random"), TableSetup("est", 3), "did you mean 'east'"),
])
def test_a_tournament_is_checked_when_it_is_made(bots: tuple[str, ...], table: TableSetup, message: str) -> None:
    with pytest.raises(HansaError, match=message) as error:
        Tournament(bots, (table,))
    assert "\n" not in str(error.value)


def test_a_log_may_name_bots_that_are_gone() -> None:
    data = Tournament(("markers", "random"), (TWO,)).to_json() | {"bots": ["gone.py:Bot", "random"]}
    assert Tournament.from_json(data).endless().bots == ("gone.py:Bot", "random")


# --- the top level ------------------------------------------------------------------------------

def test_importing_hansa_loads_neither_numpy_nor_the_search() -> None:
    code = (
        "import sys, hansa; "
        "print([name for name in sys.modules if name.startswith(('numpy', 'hansa.thinking', 'hansa.bots', "
        "'hansa.tournaments', 'engine_c.search'))]); "
        "print(hansa.analyse.__module__, hansa.make_bot.__module__, hansa.match.__module__, hansa.read_records.__module__)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    loaded, names = ran.stdout.splitlines()
    assert loaded == "[]"
    assert names == "hansa.thinking hansa.bots.registry hansa.tournaments.match hansa.record"


def test_a_wrong_name_at_the_top_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'hansa' has no attribute 'mach'"):
        _ = hansa.mach


def test_an_opinion_is_of_one_decision() -> None:
    class Once(First):
        """A bot that says only of its first decision what it thinks."""

        asked = 0

        def choose(self, state: State) -> Move:
            if not self.asked:
                self.opinion = Opinion((0.5, 0.5), ("0 end",), 7)
            self.asked += 1
            return super().choose(state)

    tournament = Tournament(("once", "random"), (TableSetup("hansa-23", 2),), blocks=1, limit=60, check=False)
    record = play(next(games(tournament)), bots={"once": Once})
    assert record.more["decisions"][0] > 1
    assert record.more["thoughts"] == [{"ply": 0, "values": [0.5, 0.5], "line": ["0 end"], "simulations": 7}]
