"""How a thinker spends its budget and reads its tree: with searches that only count, and a clock
that only they move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from engine_c.search.search import needed_visits
from hansa import State, thinking
from hansa.clock import Clock
from hansa.errors import MoveError
from hansa.record import play_random
from hansa.thinking import (
    MOVES_SHOWN,
    Budget,
    Line,
    SearchOptions,
    Thinker,
    ThinkingError,
    Thought,
    begun_moves,
    considered,
    expected,
    fitted_thinker,
    is_decided,
)

STATE = State.new(board="hansa-23", players=2, seed=3)
FAST, SLOW = 2.0 ** -13, 2.0 ** -6      # seconds a simulation: 65 of them take 8 ms, or none does


@dataclass
class Tree:
    """A search without any thought."""

    clock: Any = None
    cost: float = 0.001         # seconds of one simulation
    ran: list[int] = field(default_factory=list)
    rows: list[tuple[int, int, float, float]] = field(default_factory=list)
    sums: list[tuple[int, list[list[float]]]] = field(default_factory=list)

    def run(self, simulations: int) -> None:
        self.ran.append(simulations)
        if self.clock is not None:
            self.clock.now += self.cost * simulations

    def edges(self) -> list[tuple[int, int, float, float]]:
        return self.rows

    def points(self) -> list[tuple[int, list[list[float]]]]:
        return self.sums


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=64.0)
    monkeypatch.setattr(thinking, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


def spent(budget: Budget, tree: Any, forced: bool = False, begun: float = 64.0, threads: int = 1) -> list[int]:
    """The sizes of all slices."""
    thinker = Thinker(options=SearchOptions(threads=threads))
    assert len([None for _ in thinker._slices(tree, budget, begun, forced)]) == len(tree.ran)
    return list(tree.ran)


# --- slices -------------------------------------------------------------------------------------

def test_slices_grow_to_eight_milliseconds(clock: Any) -> None:
    def slices(budget: Budget, cost: float) -> list[int]:
        return spent(budget, Tree(clock, cost), begun=clock.now)

    assert slices(Budget(seconds=0.1), FAST) == [8, 32, *[65] * 12]
    assert slices(Budget(seconds=0.05, simulations=290), FAST) == [8, 32, 65, 65, 65, 55]
    assert slices(Budget(seconds=0.128), SLOW) == [8], "what is left is less than half a slice"
    assert slices(Budget(seconds=0.13), SLOW) == slices(Budget(seconds=0.144), SLOW) == [8, 1]
    assert slices(Budget(seconds=0.145), SLOW) == [8, 1, 1]


def test_a_budget_of_simulations_is_looked_at_32_times(clock: Any) -> None:
    """However fast the machine is."""
    rows = [(1, 1, 0.5, 0.5), (2, 1, 0.5, 0.5)]
    for cost in (FAST, SLOW):
        assert spent(Budget(3200), Tree(clock, cost, rows=rows)) == [100] * 32
    assert spent(Budget(64_000), Tree(clock, rows=rows)) == [1024, 976] * 32
    assert spent(Budget(5), Tree(clock)) == [1] * 5 and spent(Budget(33), Tree(clock)) == [2] * 16 + [1]


def test_slices_of_several_threads_are_worth_starting(clock: Any) -> None:
    rows = [(1, 1, 0.5, 0.5), (2, 1, 0.5, 0.5)]
    assert spent(Budget(1000), Tree(clock, rows=rows), threads=2) == [256, 256, 256, 232]
    assert spent(Budget(32_000), Tree(clock, rows=rows), threads=5) == [1000] * 32


def test_a_choice_without_an_alternative_takes_one_slice(clock: Any) -> None:
    assert spent(Budget(100, decide=True), Tree(clock), forced=True) == [4]
    assert sum(spent(Budget(100), Tree(clock), forced=True)) == 100
    assert len(spent(Budget(seconds=1, decide=True), Tree(clock), forced=True, begun=clock.now)) == 1


def test_a_decided_choice_ends_the_search_at_the_next_look(clock: Any) -> None:
    rows = [(1, 60, 0.5, 0.5), (2, 1, 0.5, 0.5)]
    assert sum(spent(Budget(100, decide=True), Tree(clock, rows=rows))) == 44
    assert sum(spent(Budget(100), Tree(clock, rows=rows))) == 100


@pytest.mark.parametrize(("budget", "done", "seconds", "visits", "decided"), [
    (Budget(100), 60, 1, (50, 10), False), (Budget(100), 61, 1, (50, 10), True), (Budget(100), 60, 1, (10, 51), True),
    (Budget(100), 1, 1, (1,), True), (Budget(100), 1, 1, (), True), (Budget(seconds=4), 60, 3, (31, 10), True),
    (Budget(seconds=4), 60, 3, (30, 10), False), (Budget(seconds=4), 60, 2, (70, 10), False),
    (Budget(seconds=4), 60, 2, (71, 10), True), (Budget(70, seconds=4), 60, 2, (21, 10), True),
    (Budget(1000, seconds=4), 60, 3, (31, 10), True), (Budget(100), 60, 1, (40, 30, 20), False),
])
def test_what_is_left_must_not_lift_the_second_above_the_first(
    budget: Budget, done: int, seconds: float, visits: tuple[int, ...], decided: bool
) -> None:
    tree = Tree(rows=[(move, count, 0.5, 0.5) for move, count in enumerate(visits)])
    assert is_decided(tree, budget, done, seconds) is decided      # type: ignore[arg-type]


def test_time_is_reported_stopped_and_spent(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first report comes after `every` seconds, the next ones after as many more."""
    tree, told = Tree(clock, FAST), []
    thinker, of_game = Thinker(), Clock(left=100.0)
    monkeypatch.setattr(thinker, "_begin", lambda *_: tree)
    monkeypatch.setattr(thinking, "thought_of", lambda search, state, begun, wanted: round(clock.now - begun, 6))
    found = thinker.think(STATE, Budget(seconds=0.05), every=0.01, report=lambda thought: told.append(thought), clock=of_game)
    assert [found, told] == [0.05249, [0.012817, 0.020752, 0.036621, 0.044556, 0.05249]]
    assert of_game.left == pytest.approx(100 - 0.05249, abs=1e-5)
    stop = SimpleNamespace(is_set=lambda: len(tree.ran) > 20)
    found = thinker.think(STATE, Budget(seconds=500), stop=stop)        # type: ignore[arg-type]
    assert len(tree.ran) == 21


# --- what was found -----------------------------------------------------------------------------

def test_expected_points_are_never_negative_and_add_up() -> None:
    names = [name for name in STATE.scores[0] if name != "total"]
    rows = [[4.0, -6.0] + [0.0] * (len(names) - 2), [1.0, 2.0] + [0.0] * (len(names) - 2)]
    found = expected(STATE, [(3, rows), None, (0, rows), (1, [[2.0] * len(names)] * 2)])
    assert len(found) == 2 and list(found[0]) == ["total", *names]
    assert [found[0][names[0]], found[0][names[1]], found[0][names[2]]] == [1.5, 0.0, 0.5]
    assert found[0]["total"] == pytest.approx(sum(found[0][name] for name in names))
    assert [found[1][names[0]], found[1][names[1]]] == [0.75, 1.0]
    assert expected(STATE, [None, (0, rows)]) == expected(STATE, []) == ()


def test_a_line_begins_with_so_many_moves() -> None:
    line = Line(STATE.legal_moves[0], 9, (0.5, 0.5), tuple(f"0 move {number}" for number in range(9)), 0.1, (), (), 0)
    assert line.beginning == ", ".join(f"0 move {number}" for number in range(MOVES_SHOWN)) != ", ".join(line.variation)


def test_moves_are_named_or_begun() -> None:
    every = list(STATE.legal_moves)
    assert considered(STATE, [], []) == () == considered(STATE, every, [])
    assert [str(STATE.move(code)) for code in considered(STATE, ["Income"], [" income 1T"])] == ["income 2t", "income 3t"]
    assert len(considered(STATE, [], ["place"])) == sum(not str(move).startswith("place") for move in every)
    with pytest.raises(ThinkingError, match=r"^no legal move is left to think about; exclude fewer$"):
        considered(STATE, ["end"], ["end"])
    for text in ("", " ", "nonsense", "claim"):
        with pytest.raises(MoveError):
            begun_moves(STATE, text)


# --- what is refused ----------------------------------------------------------------------------

@pytest.mark.parametrize(("named", "message"), [
    ({}, "a budget needs 'simulations', 'seconds', 'turn_seconds' or 'clock'"),
    ({"simulations": 1.5}, "simulations must be a whole number, not 1.5"),
    ({"simulations": True}, "simulations must be a whole number, not True"),
    ({"simulations": 0}, "simulations must be 1 or more, not 0"),
    ({"seconds": 0}, "seconds must be more than 0 and less than 1e+07, not 0"),
    ({"turn_seconds": 1e7}, "turn_seconds must be more than 0 and less than 1e+07, not 10000000.0"),
    ({"clock": "1"}, "clock must be more than 0 and less than 1e+07, not '1'"),
    ({"clock": False}, "clock must be more than 0 and less than 1e+07, not False"),
    ({"clock": 1, "increment": -0.5}, "increment must be 0 or more and less than 1e+07, not -0.5"),
    ({"clock": 1, "increment": 1e7}, "increment must be 0 or more and less than 1e+07, not 10000000.0"),
])
def test_budgets_say_what_is_wrong(named: dict[str, Any], message: str) -> None:
    with pytest.raises(ThinkingError) as error:
        Budget(**named)
    assert str(error.value) == message and error.value.code == "bad-request"


def test_the_smallest_and_largest_budgets_are_taken() -> None:
    assert Budget(simulations=1).simulations == 1
    found = Budget(seconds=1e-9, turn_seconds=9_999_999, clock=1, increment=0)
    assert (found.seconds, found.turn_seconds, found.clock, found.increment) == (1e-9, 9_999_999, 1, 0)


def test_a_thinker_says_what_is_wrong() -> None:
    with pytest.raises(ThinkingError, match=r"^the options of a Thinker are SearchOptions, not 3$"):
        Thinker(options=3)          # type: ignore[arg-type]
    with pytest.raises(ThinkingError, match=r"^a mind is a Mind, or a function that gives one for a state, not 3$"):
        Thinker(3)                  # type: ignore[arg-type]
    with pytest.raises(ThinkingError, match=r"^threads must be .* 256"):
        fitted_thinker(threads=257)
    for more in ({"simulations": 1}, {"seconds": 1}):
        with pytest.raises(ThinkingError, match=r"^a budget says it all: give either a Budget or 'simulations' and 'seconds'$"):
            Thinker().think(STATE, Budget(1), **more)       # type: ignore[arg-type]


def test_there_must_be_something_to_decide() -> None:
    over = play_random({"board": "hansa2004", "players": 2}, seed=3, limit=5000)
    states = [step.state for step in over.steps()]
    with pytest.raises(ThinkingError, match=r"^nobody is to move$"):
        Thinker().think(states[-1], simulations=1, seat=1)
    chance = next(state for state in states if state.to_move == "*")
    with pytest.raises(ThinkingError, match=r"^chance is to move: there is nothing to decide$"):
        Thinker().think(chance, simulations=1)
    found = Thinker().think(chance, simulations=30, seat=1)
    assert {str(line.move) for line in found.lines} <= set(map(str, chance.legal_moves))


# --- the whole ----------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def position() -> State:
    return play_random({"board": "hansa-23", "players": 3}, seed=6, limit=60, kind_first=True).replay(40)


def moves(thought: Thought) -> list[str]:
    return [str(line.move) for line in thought.lines]


def test_seeds_threads_and_options_are_those_that_were_asked_for(position: State) -> None:
    def thought(**named: Any) -> dict[str, Any]:
        options = SearchOptions(threads=named.pop("threads", 1), points=named.pop("points", False))
        found = Thinker(options=options, seed=named.pop("seed", 0)).think(position, simulations=120, **named)
        return {**found.to_json(), "seconds": 0}

    plain = thought()
    assert plain == thought() and plain != thought(seed=1) and plain != thought(threads=2)
    assert plain["points"] == [] and len(thought(points=True)["points"]) == position.players
    assert len(plain["lines"]) == 3 and len(thought(lines=5)["lines"]) == 5
    assert thought(threads=2)["simulations"] == 120


def test_several_threads_have_one_tree_and_find_the_same_every_time(position: State) -> None:
    def lines() -> list[dict[str, Any]]:
        thinker = Thinker(options=SearchOptions(threads=3, points=True), seed=3)
        thought = thinker.think(position, simulations=2000, lines=4)
        assert thinker.search is not None and thinker.search.simulations == 2000
        assert sum(visits for _, visits, *_ in thinker.search.edges()) == 2000
        return [line.to_json() for line in thought.lines]

    assert lines() == lines() == lines()


def test_moves_that_are_asked_for_have_lines(position: State) -> None:
    thinker = fitted_thinker(seed=2)
    best = moves(thinker.think(position, Budget(200), lines=2))
    (other,) = [move for move in position.legal_moves if str(move) not in best][-1:]
    found = fitted_thinker(seed=2).think(position, Budget(400), lines=2, also=other)
    assert moves(found)[-1] == str(other) or not any(str(other) == move for move in moves(found))
    assert moves(fitted_thinker().think(position, Budget(50), lines=9, moves=[best[0], str(other)])) in (
        [best[0], str(other)], [str(other), best[0]])
    assert best[0] not in moves(fitted_thinker().think(position, Budget(100), lines=9, without=[best[0]]))


def test_lines_are_firm_unless_the_best_move_is_all_that_matters(position: State) -> None:
    firm = fitted_thinker(seed=1).think(position, Budget(1500), lines=3)
    loose = fitted_thinker(seed=1).think(position, Budget(1500), lines=3, firm=False)
    assert [line.missing for line in firm.lines] == [0, 0, 0]
    assert firm.lines[2].visits > loose.lines[2].visits
    shown = loose.lines[2]
    assert shown.missing == max(0, needed_visits(loose.lines[0].visits, 3) - shown.visits)


def test_what_was_learned_is_kept_for_the_next_position_of_the_same_mind(position: State) -> None:
    made: list[State] = []

    def mind(state: State) -> Any:
        made.append(state)
        return thinking.shipped_mind(state)

    thinker = Thinker(mind)
    thinker.think(position, simulations=50)
    first = thinker.search
    thinker.think(position, simulations=50)
    assert thinker.search is first and len(made) == 2
    thinker.think(STATE, simulations=10)
    assert thinker.search is not first


def lines_of(thought: Thought) -> Iterator[str]:
    yield from str(thought).splitlines()


def test_a_thought_is_printed(position: State) -> None:
    thought = fitted_thinker(seed=1).think(position, Budget(1500), lines=2)
    head, first, second = lines_of(thought)
    assert head == f"1,500 simulations in {thought.seconds:.1f} s"
    line = thought.lines[0]
    assert first == (f"{line.visits:>8} {line.values[0]:>5.0%}{line.values[1]:>5.0%}{line.values[2]:>5.0%}  "
                     f"{', '.join(line.variation[:6])}")
    assert second.split()[0] == str(thought.lines[1].visits)
    values = " ".join(f"{value:.2f}" for value in thought.values)
    assert repr(thought) == f"<Thought: {str(thought.move)!r} after 1,500 simulations, values {values}, 2 lines>"
    assert repr(line) == (f"<Line {str(line.move)!r}: {line.visits:,} visits, values "
                          f"{' '.join(f'{value:.2f}' for value in line.values)}>")
    html = thought._repr_html_()
    for told in (f">{line.visits:,}<", f">{line.values[1]:.1%}<", ">seat 2<", f">{line.beginning}<", "&lt;Thought: "):
        assert told in html, html
    data = thought.to_json()
    assert list(data) == ["move", "values", "points", "lines", "simulations", "seconds", "positions"]
    assert data["values"] == [round(value, 4) for value in thought.values] and data["seconds"] == round(thought.seconds, 3)
    assert (data["move"], data["simulations"], data["positions"]) == (str(thought.move), 1500, thought.positions)
    shown = data["lines"][0]
    assert (shown["move"], shown["visits"], shown["missing"]) == (str(line.move), line.visits, line.missing)
    assert shown["values"] == [round(value, 4) for value in line.values] and shown["prior"] == round(line.prior, 4)
    assert shown["errors"] == [round(error, 4) for error in line.errors] and shown["variation"] == list(line.variation)
    assert shown["points"] == list(line.points)
