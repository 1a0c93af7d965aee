"""How one decision is judged: which searches are asked for, and what is made of what they find."""

from __future__ import annotations

import importlib
import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from hansa import State
from hansa import judging as module
from hansa.judgement import Judgement, Look, Way
from hansa.judging import look_again, look_once, tried
from hansa.record import play_random
from hansa.review import Decision
from hansa.solving import Solution, SolvedMove
from hansa.state import Move
from hansa.strengths import STRENGTHS, limited
from hansa.thinking import Budget, Line, Thought

reviewing = importlib.import_module("hansa.review")
START = State.new(board="hansa-45", players=4, seed=7)
BEST, OTHER, THIRD = map(START.parse, ("place t BRE-HAM", "end", "income 1t"))


def line(move: Move, visits: int, value: float, error: float = 0.01, prior: float = 0.25) -> Line:
    """A line of seat 0 of four."""
    rest = (1 - value) / 3
    return Line(move, visits, (value, rest, rest, rest), (f"0 {move}", "1 end"), prior, ({"total": 100 * value},) * 4,
                (error, 0.9, 0.9, 0.9), 0)


def thought(*lines: Line) -> Thought:
    return Thought(sum(each.visits for each in lines), 0.1, lines[0].values, lines, 10, lines[0].points)


@dataclass
class Searches:
    """Gives prepared thoughts in turn, and notes what was asked."""

    thoughts: Iterator[Thought]
    asked: list[tuple[object, ...]] = field(default_factory=list)

    def __call__(
        self, state: State, budget: Budget, seat: int, stop: threading.Event | None, also: Move | None = None, *,
        lines: int = 1, seed: int = 0,
    ) -> Thought:
        self.asked.append((state.to_json(), budget, seat, also, lines, seed))
        return next(self.thoughts)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    found = Searches(iter(()))
    monkeypatch.setattr(module, "_think", found)
    monkeypatch.setattr(module, "solve", lambda *_: None)
    return found


def after(move: Move) -> object:
    return START.after(move).to_json()


def test_a_move_that_was_tried_a_quarter_as_often_as_the_best_needs_no_search_of_its_own(searches: Searches) -> None:
    searches.thoughts = iter([thought(line(BEST, 100, 0.4, 0.03), line(OTHER, 25, 0.3, 0.04))])
    judged = look_once(START, OTHER, Budget(simulations=9), ply=5)
    assert searches.asked == [(START.to_json(), Budget(simulations=9), 0, OTHER, 24, 0)]
    assert (judged.ply, judged.seat, judged.choices) == (5, 0, len(START.legal_moves))
    assert (judged.best.move, judged.best.values[0], judged.played.move, judged.played.values[0]) == (BEST, 0.4, OTHER, 0.3)
    assert judged.played.points[0] == {"total": 30.0} and judged.played.variation == ("0 end", "1 end")
    assert judged.looks == (Look(125, 0.1, 0.05),)


@pytest.mark.parametrize("there", [True, False])
def test_a_move_that_was_hardly_tried_is_judged_by_the_position_after_it(there: bool, searches: Searches) -> None:
    lines = [line(BEST, 100, 0.4, 0.03), line(OTHER, 24, 0.3, 0.2) if there else line(THIRD, 24, 0.2)]
    reply = replace(line(THIRD, 50, 0.25, 0.04), variation=("1 income 1t",))
    searches.thoughts = iter([thought(*lines), thought(reply)])
    judged = look_once(START, OTHER, Budget(simulations=9))
    assert searches.asked[1] == (after(OTHER), Budget(simulations=9), 0, None, 1, 0)
    assert judged.played == Way("end", (0.25,) * 4, reply.points, ("0 end", "1 income 1t"))
    assert judged.looks == (Look(124, 0.15, 0.05),)
    searches.thoughts = iter([thought(*lines), thought(replace(reply, errors=()))])
    assert look_once(START, OTHER, Budget(simulations=9)).looks[0].error == pytest.approx(math.hypot(0.03, 0.01), abs=1e-4)


def test_a_decision_is_as_hard_as_what_first_impressions_give_up(searches: Searches) -> None:
    lines = line(BEST, 100, 0.4, prior=0.5), line(OTHER, 50, 0.1, prior=0.2), line(THIRD, 1, 0.6, prior=0.1)
    searches.thoughts = iter([thought(*lines)])
    assert look_once(START, OTHER, Budget(simulations=9)).difficulty == pytest.approx(0.2 * 0.3 / 0.8)
    searches.thoughts = iter([thought(*(replace(each, prior=0.0) for each in lines))])
    assert look_once(START, OTHER, Budget(simulations=9)).difficulty == 0


def first_look(best: Move, looks: int = 1) -> Judgement:
    played, other = (Way(str(move), (0.5, 0.2, 0.2, 0.1), (), ()) for move in (OTHER, best))
    return Judgement(5, 0, 72, played, other, looks=(Look(100, 0.1, 0.02),) * looks)


def test_a_proven_decision_is_as_hard_as_its_proven_moves_lose_on_the_average(
    searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = (0.0,) * 4
    best, other, unknown = SolvedMove(BEST, (1.0, 0, 0, 0), (1.0, 0, 0, 0)), SolvedMove(OTHER, (0.25, 0, 0, 0.75), (
        0.25, 0, 0, 0.75)), SolvedMove(THIRD, nothing, (1.0,) * 4)
    solved = SolvedMove(THIRD, (0.4, 0.6, 0, 0), (0.4, 0.6, 0, 0))
    monkeypatch.setattr(module, "solve", lambda *_: Solution(0, (best, other, unknown), positions=99, depth=1))
    monkeypatch.setattr(module, "solve_move", lambda *_: solved)
    found = look_once(START, THIRD, Budget(simulations=9), ply=5)
    assert (found.played.move, found.played.values) == (str(THIRD), solved.low)
    assert (found.best.move, found.best.values) == (str(BEST), best.low)
    assert found.proven and found.difficulty == pytest.approx((0 + 0.75 + 0.6) / 3) and found.choices == 3
    assert found.looks == (Look(99, 0.6, 0.0),) and found.ply == 5 and not searches.asked
    # A move that was proven already counts once
    assert look_once(START, OTHER, Budget(simulations=9)).difficulty == pytest.approx(0.75 / 2)


def test_a_closer_look_gives_both_moves_the_same_search(searches: Searches) -> None:
    searches.thoughts = iter([
        thought(line(BEST, 70, 0.9)), thought(line(THIRD, 4, 0.3, 0.04)), thought(line(THIRD, 4, 0.45, 0.03))])
    judged = look_again(START, OTHER, first_look(THIRD, looks=2), Budget(simulations=7, seconds=3))
    half = Budget(simulations=4, seconds=1.5)
    assert searches.asked == [
        (START.to_json(), Budget(simulations=7, seconds=3), 0, OTHER, 12, 2),
        (after(OTHER), half, 0, None, 1, 2), (after(BEST), half, 0, None, 1, 2)]
    assert (judged.best.move, judged.best.values[0], judged.played.move, judged.played.values[0]) == (BEST, 0.45, OTHER, 0.3)
    assert judged.looks[2:] == (Look(70, 0.15, 0.05),) and judged.looks[:2] == first_look(THIRD, looks=2).looks


def test_a_move_that_is_the_best_in_a_closer_look_needs_no_other_search(searches: Searches) -> None:
    searches.thoughts = iter([thought(line(OTHER, 70, 0.45, 0.03))])
    judged = look_again(START, OTHER, first_look(BEST), Budget(seconds=3))
    assert judged.played == judged.best and judged.best.values[0] == 0.45 and judged.verdict == "best"
    assert judged.looks[1] == Look(70, 0.0, round(math.hypot(0.03, 0.03), 4))
    searches.thoughts = iter([thought(line(BEST, 70, 0.9)), *[thought(line(THIRD, 4, 0.4))] * 2])
    look_again(START, OTHER, first_look(BEST), Budget(seconds=3))
    assert searches.asked[2][1] == Budget(seconds=1.5)


def test_a_move_that_ends_the_game_is_worth_its_result(searches: Searches) -> None:
    """After one visit as by itself: no other search is asked."""
    record = play_random({"game": "hansa2004", "players": 2}, seed=3)
    state = record.replay(len(record.moves) - 1)
    move = next(each for each in state.legal_moves if state.after(each).over)
    values = state.after(move).shares
    seat = state.to_move
    assert isinstance(seat, int)

    def of(move: Move, visits: int, value: float) -> Line:
        return Line(move, visits, (value, 1 - value), (f"{seat} {move}",), 0.5, ({}, {}), (0.1, 0.1), 0)

    best = next((each for each in state.legal_moves if each != move), move)
    searches.thoughts = iter([thought(of(best, 100, 0.5), of(move, 1, 0.25)), thought(of(best, 100, 0.5))])
    assert look_once(state, move, Budget(simulations=9)).played.values == (0.25, 0.75)
    judged = look_once(state, move, Budget(simulations=9))
    assert judged.played.values == tuple(values) and judged.looks[0].error == 0.1 and len(searches.asked) == 2
    assert judged.played.points == tuple(state.after(move).scores)


def test_a_judgement_can_be_stopped_and_its_searches_have_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    made, asked, stop = list[dict[str, object]](), list[object](), threading.Event()

    class Thinking:
        """In place of a thinker."""

        def __init__(self, **settings: object) -> None:
            made.append(settings)

        def think(self, state: State, budget: Budget, *, stop: object, **_: object) -> Thought:
            asked.append(stop)
            return thought(line(BEST, 100, 0.4))

    monkeypatch.setattr(module, "fitted_thinker", Thinking)
    monkeypatch.setattr(module, "solve", lambda *_: None)
    assert module.judge(START, OTHER, Budget(simulations=9), ply=3, stop=stop).ply == 3
    look_again(START, OTHER, first_look(BEST), Budget(simulations=9), stop)
    assert asked == [stop] * 5 and made == [{"memory": 64, "seed": seed} for seed in (0, 0, 1, 1, 1)]


@pytest.mark.parametrize(("losses", "budgets"), [
    ([0.10, 0.10], [(40, 2.0)]),                        # the second look agrees
    ([0.02, 0.10], [(40, 2.0), (160, 8.0)]),            # it does not; the third one ends it
    ([0.05, 0.05], [(40, 2.0), (160, 8.0)]),            # an inaccuracy takes three
    ([0.014], [(40, 2.0)]),                             # it finds next to nothing
    ([0.015, 0.0], [(40, 2.0), (160, 8.0)]),
])
def test_closer_looks_go_on_until_two_agree(
    losses: Sequence[float], budgets: list[tuple[int, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, given = list[Budget](), iter(losses)

    def look(state: State, move: Move, before: Judgement, budget: Budget, stop: threading.Event) -> Judgement:
        loss = next(given)
        asked.append(budget)
        return replace(before, played=replace(before.played, values=(0.5 - loss, 0.5)),
                       looks=(*before.looks, Look(1, loss, 0.001)))

    monkeypatch.setattr(reviewing, "look_again", look)
    ways = Way("end", (0.4, 0.6), (), ()), Way("pass", (0.5, 0.5), (), ())
    judged = Judgement(0, 0, 9, *ways, looks=(Look(1, 0.1, 0.001),))
    decision = Decision(0, START, OTHER)
    reviewing._closer(decision, judged, Budget(simulations=10, seconds=0.5), threading.Event())()
    assert [(budget.simulations, budget.seconds) for budget in asked] == budgets
    given, stop = iter([0.04, 0.04]), threading.Event()
    stop.set()
    before = len(asked)
    reviewing._closer(decision, judged, Budget(seconds=1.0), stop)()
    assert [(budget.simulations, budget.seconds) for budget in asked[before:]] == [(None, 4.0)]


@pytest.mark.parametrize(("visits", "left"), [
    ((600, 10, 9, 6), 3), ((370, 20, 5, 4), 4), ((40, 4, 3, 0), 2), ((3, 2, 1, 0), 1), ((900, 0, 0, 0), 1),
])
def test_moves_that_were_hardly_tried_are_left_out_but_never_the_first(visits: tuple[int, ...], left: int) -> None:
    """Four visits, and one in a hundred, are few enough to mean nothing."""
    lines = [line(START.legal_moves[number], count, 0.25) for number, count in enumerate(visits)]
    assert tried(replace(thought(*lines), simulations=sum(visits))) == lines[:left]


def test_a_strength_limits_simulations_and_adds_none() -> None:
    assert limited(Budget(seconds=1.0), "club").simulations == STRENGTHS["club"] == 400
    assert limited(Budget(simulations=300, seconds=2.0), "club") == Budget(simulations=300, seconds=2.0)
    assert limited(Budget(simulations=500), "club").simulations == 400
