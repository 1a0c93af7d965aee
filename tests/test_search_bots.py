"""What bots that search are told and what they choose: budgets, levels, settings of the search, and
`greedy` and `maxn`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine_c.search.options import SearchOptions
from hansa import State
from hansa.bots.bot import BotFault
from hansa.bots.greedy import GreedyBot, MaxnBot, worth
from hansa.bots.ladder import LADDER
from hansa.bots.mcts import LEVELS, SearchBot, mind_in_style, place_of
from hansa.bots.registry import make_bot
from hansa.cli.bots import strength_of
from hansa.games import mind_for
from hansa.state import Move
from hansa.strengths import STRENGTHS, limited
from hansa.thinking import Budget, Line, Thought

START = State.new(board="hansa-45", players=4, seed=7)


def searching(spec: str) -> SearchBot:
    bot = make_bot(spec)
    assert isinstance(bot, SearchBot)
    return bot


@pytest.mark.parametrize(("options", "budget"), [
    ("", Budget(simulations=1000, decide=True)),
    ("simulations=7", Budget(simulations=7, decide=True)),
    ("strength=casual", Budget(simulations=100, decide=True)),
    ("strength=casual,simulations=7", Budget(simulations=7, decide=True)),
    ("strength=casual,simulations=700", Budget(simulations=100, decide=True)),
    ("strength=casual,seconds=2", Budget(simulations=100, seconds=2, decide=True)),
    ("seconds=2", Budget(seconds=2, decide=True)),
    ("turn_seconds=3", Budget(turn_seconds=3, decide=True)),
    ("clock=60,increment=5", Budget(clock=60, increment=5, decide=True)),
    ("simulations=7,seconds=2", Budget(simulations=7, seconds=2, decide=True)),
    ("level=4", Budget(simulations=20, decide=True)),
    ("level=10,simulations=5", Budget(simulations=1500, decide=True)),
])
def test_a_budget_is_what_the_options_say(options: str, budget: Budget) -> None:
    assert searching(f"mcts:{options}").budget == budget
    if "level" not in options:
        assert searching(f"uct:{options}").budget == budget


def test_strengths_are_simulations() -> None:
    assert dict(STRENGTHS) == {"novice": 20, "casual": 100, "club": 400, "expert": 1600, "master": 6400}
    assert limited(Budget(seconds=3), "club") == Budget(simulations=400, seconds=3)
    assert limited(Budget(simulations=401), "club").simulations == 400
    assert limited(Budget(simulations=9), "club").simulations == 9


def test_levels_are_those_that_were_measured() -> None:
    """RESULTS, "Levels", has the Elo of these."""
    assert [(level.simulations, level.oversight, level.leaf) for level in LEVELS] == [
        (10, 0.9, "evaluation"), (10, 0.8, "evaluation"), (10, 0.7, "evaluation"), (20, 0.6, "playout"), (20, 0.45, "playout"),
        (30, 0.3, "playout"), (40, 0.2, "playout"), (80, 0.1, "playout"), (200, 0.03, "playout"), (1500, 0.0, "playout")]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What thinkers are made with: options and seed."""
    found = list[tuple[object, ...]]()
    monkeypatch.setattr("hansa.bots.mcts.Thinker", lambda mind=None, options=None, seed=0: found.append((options, seed)))
    return found


def test_a_search_judges_with_the_mind_and_the_style_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    made, checked = list[object](), list[Path]()
    monkeypatch.setattr("hansa.bots.mcts.mind_in_style", lambda style, path: (style, path))
    monkeypatch.setattr("hansa.bots.mcts.check_mind", checked.append)
    monkeypatch.setattr("hansa.bots.mcts.Thinker", lambda mind, *_, **__: made.append(mind))
    for spec in ("mcts", "mcts:style=rusher", "mcts:mind=some.bin,style=blocker"):
        make_bot(spec)
    assert made == [(None, None), ("rusher", None), ("blocker", Path("some.bin"))] and checked == [Path("some.bin")]


@pytest.mark.parametrize(("spec", "options", "seed"), [
    ("mcts", SearchOptions(), 0),
    ("mcts:seed=5,threads=2,memory=8", SearchOptions(threads=2, memory=8), 5),
    ("mcts:exploration=1,first_play=0.5,temperature=2", SearchOptions(exploration=1.0, first_play=0.5, temperature=2.0), 0),
    ("mcts:advice=0.1,standing=0.2,leaf=uniform,cut=9", SearchOptions(advice=0.1, standing=0.2, leaf="uniform", cut=9), 0),
    ("mcts:level=2,leaf=playout", SearchOptions(leaf="evaluation"), 0),
    ("uct", SearchOptions(formula="ucb1", leaf="uniform", policy=False, standing=0.0, exploration=1.0, cut=2000), 0),
    ("uct:seed=4,exploration=2,cut=30,memory=9", SearchOptions(
        formula="ucb1", leaf="uniform", policy=False, standing=0.0, exploration=2.0, cut=30, memory=9), 4),
])
def test_the_search_is_told_every_option(
    spec: str, options: SearchOptions, seed: int, told: list[tuple[object, ...]]
) -> None:
    make_bot(spec)
    assert told == [(options, seed)]


def test_a_search_tells_what_it_thinks_and_every_game_has_its_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, asked = searching("mcts:clock=60"), list[dict[str, object]]()
    values = (0.4, 0.3, 0.2, 0.1)
    line = Line(START.parse("end"), 6, values, ("0 end", "1 end"), 0.5, (), (), 0)

    def think(state: State, budget: Budget, **more: object) -> Thought:
        asked.append({"state": state, "budget": budget, **more})
        return Thought(9, 0.1, values, (line, line), 3, ())

    monkeypatch.setattr(bot.thinker, "think", think)
    first = bot.clock
    assert bot.choose(START) == "end" and bot.opinion is not None
    assert (bot.opinion.values, bot.opinion.line, bot.opinion.simulations) == (values, ("0 end", "1 end"), 9)
    stop = asked[0].pop("stop")
    assert isinstance(stop, threading.Event) and not stop.is_set()
    assert asked == [{"state": START, "budget": bot.budget, "lines": 1, "clock": first, "firm": False, "moves": ()}]
    assert bot.explain(START).splitlines() == ["      6 40% 30% 20% 10%  0 end, 1 end"] * 2 and asked[1]["lines"] == 3
    bot.new_game(0, {})
    assert bot.clock is not first
    told = list[tuple[float, float]]()
    monkeypatch.setattr(bot, "clock", type("Told", (), {"tell": lambda _, *what: told.append(what)})())
    bot.time_left(7.0, 2.0)
    assert told == [(7.0, 2.0)]


def test_a_closed_bot_stops_thinking() -> None:
    """Whether it is closed in the middle of a choice, or before."""
    bot = searching("mcts:seconds=60")
    threading.Timer(0.2, bot.close).start()
    for _ in range(2):
        assert bot.choose(START) in START.legal_moves
        assert bot.thought is not None and bot.thought.seconds < 50


# --- one decision ahead, and one turn ahead -----------------------------------------------------

def values_of(state: State, moves: Sequence[Move]) -> list[float]:
    mind, seat = mind_for(state.game, state.position), state.to_move
    assert isinstance(seat, int)
    return [state.after(move).position.evaluate(mind)[seat] for move in moves]


def test_greedy_takes_the_first_of_the_moves_after_which_its_share_is_highest() -> None:
    state = State.new(board="east", players=3, seed=2)
    for _ in range(12):
        values = values_of(state, state.legal_moves)
        move = GreedyBot("greedy", GreedyBot.options_class()).choose(state)
        assert move == state.legal_moves[values.index(max(values))]
        state = state.after(move)
        while not isinstance(state.to_move, int):
            state = state.after(state.legal_moves[0])


def best_end(state: State, seat: int, left: int) -> float:
    """The highest share after the rest of a turn, all of it looked through."""
    if left == 0 or state.to_move != seat:
        return worth(state.position, seat, mind_for(state.game, state.position))
    return max(best_end(state.after(move), seat, left - 1) for move in state.legal_moves)


@pytest.mark.parametrize("depth", [1, 2])
def test_maxn_takes_the_first_step_towards_the_best_end_of_its_turn(depth: int) -> None:
    """As a search through all of it finds, where the beam holds everything; `depth` decisions
    follow the first one."""
    state = State.new(game="hansa2004", players=2, seed=4)
    chosen = MaxnBot("maxn", replace(MaxnBot.options_class(), beam=10**6, depth=depth))
    decisions = 0
    for _ in range(14):
        seat = state.to_move
        assert isinstance(seat, int)
        move = chosen.choose(state)
        ends = [best_end(state.after(each), seat, depth) for each in state.legal_moves]
        assert ends[list(state.legal_moves).index(move)] == max(ends)
        # The first of those that are as good.
        assert depth > 1 or state.legal_moves[ends.index(max(ends))] == move
        decisions += len(set(ends)) > 1
        state = state.after(move)
        while not isinstance(state.to_move, int):
            state = state.after(state.legal_moves[0])
    assert decisions > 3


def test_of_lines_to_the_same_end_maxn_takes_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two placings end alike in either order; what is first in the list is played first."""
    state = State.new(board="hansa-23", players=2, seed=1)
    goal = state.after("place t HAM-LUB").after("place t BRE-HAM").position.key()
    monkeypatch.setattr("hansa.bots.greedy.worth", lambda position, seat, mind: float(position.key() == goal))
    options = replace(MaxnBot.options_class(), beam=10**6, depth=1)
    assert str(MaxnBot("maxn", options).choose(state)) == "place t BRE-HAM"


def test_a_narrow_beam_follows_what_looks_best() -> None:
    """With one position a step `maxn` goes on from the best move that does not end its turn."""
    state = START.after("place t BRE-HAM")
    values = values_of(state, state.legal_moves)
    stays = [value if state.after(move).to_move == 0 else -1 for move, value in zip(state.legal_moves, values, strict=True)]
    first = list(state.legal_moves)[stays.index(max(stays))]
    ends = {str(move): value for move, value in zip(state.legal_moves, values, strict=True)
            if state.after(move).to_move != 0}
    after = state.after(first)
    for move in after.legal_moves:
        ends[str(first)] = max(ends.get(str(first), -1), values_of(after, [move])[0])
    chosen = MaxnBot("maxn", replace(MaxnBot.options_class(), beam=1, depth=1)).choose(state)
    assert ends[str(chosen)] == max(ends.values())


def test_what_is_overlooked_is_overlooked_for_a_turn_and_not_for_ever() -> None:
    bot, start = searching("mcts:oversight=0.5,seed=3"), START.to_json()
    seen = [bot.considered(State.from_json(start | {"turns": turns})) for turns in (0, 0, 4, 8)]
    assert seen[0] == seen[1] and len({frozenset(map(str, moves)) for moves in seen}) == 3
    assert all(0 < len(moves) < 72 for moves in seen)
    placed = {move.route for move in seen[0] if move.route is not None}
    # A route is overlooked whatever goes there
    assert all({f"place t {route}", f"place m {route}"} <= set(map(str, seen[0])) for route in placed)


@pytest.mark.parametrize("setup", [{"game": "hansa2004", "players": 3}, {"board": "hansa-23", "players": 2}])
def test_who_overlooks_nearly_everything_still_sees_one_place(setup: dict[str, object]) -> None:
    """With few moves, a weak level must not see them all because nothing would be left."""
    for seed in range(20):
        bot, state = searching(f"mcts:oversight=0.99,seed={seed}"), State.from_setup(setup, seed=seed)
        while not isinstance(state.to_move, int) or len(state.legal_moves) == 1:
            state.play(state.legal_moves[0])
        seen, places = bot.considered(state), {place_of(move) for move in state.legal_moves}
        assert len(places) > 1 and len({place_of(move) for move in seen}) == 1
        (place,) = {place_of(move) for move in seen}
        assert seen == [move for move in state.legal_moves if place_of(move) == place]


def test_a_style_is_for_one_game_also_after_it_has_played_another() -> None:
    mind = mind_in_style("rusher", None)
    assert mind(START) is not None and mind(START) is mind(START)
    with pytest.raises(BotFault, match="the style 'rusher' is for teutonica, not for hansa2004"):
        mind(State.new(game="hansa2004", players=2, seed=1))


def test_a_bot_with_settings_is_as_strong_as_the_best_of_them() -> None:
    measured = [rung.elo for rung in LADDER if rung.spec.startswith("mcts:")]
    assert strength_of("mcts") == f"up to +{max(measured)}" and min(measured) < 0
    assert strength_of("greedy") == "-732" and strength_of("uct") == "-"
