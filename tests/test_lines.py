"""Lines that can be relied on: enough visits for each, its standard error, chosen moves, points
that the rules allow."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine_c.search.options import SearchOptions
from engine_c.search.search import Search, needed_visits
from hansa import State
from hansa.cli import main
from hansa.cli.thoughts import proof_line, thought_lines
from hansa.errors import MoveError
from hansa.games import mind_for
from hansa.languages import ENGLISH, language
from hansa.protocol import Engine
from hansa.record import play_random
from hansa.solving import Solution, SolvedMove
from hansa.state import Move
from hansa.thinking import Line, Thinker, ThinkingError, Thought, expected, fitted_thinker

SIMULATIONS = 4000


def one_sided() -> State:
    """A position in which the search by itself tries hardly anything but one move."""
    state = State.new(board="hansa-45", players=4, seed=7)
    for text in ("place t GOT-QUE", "place m GOT-QUE", "end"):
        state.play(text)
    return state


def thought_of(lines: int, simulations: int = SIMULATIONS, *, firm: bool = True) -> Thought:
    return fitted_thinker().think(one_sided(), simulations=simulations, lines=lines, firm=firm)


def test_every_line_has_the_visits_it_needs() -> None:
    loose = thought_of(8, firm=False)
    # It takes more than luck
    assert min(line.visits for line in loose.lines) < needed_visits(loose.lines[0].visits, 8)
    thought = thought_of(8)
    assert len(thought.lines) == 8 and thought.simulations == SIMULATIONS
    assert all(line.visits >= needed_visits(thought.lines[0].visits, 8) for line in thought.lines)
    assert [line.missing for line in thought.lines] == [0] * 8


@pytest.mark.parametrize("threads", [1, 2])
def test_lines_do_not_fall_behind_a_first_line_that_grows_on(threads: int) -> None:
    for number in (2, 5, 7):
        state = play_random({"board": "hansa-45", "players": 4}, seed=number, limit=12 * number).replay()
        thinker = Thinker(options=SearchOptions(threads=threads), seed=number)
        thought = thinker.think(state, simulations=12_000, lines=5)
        assert len(thought.lines) == 5 and not any(line.missing for line in thought.lines), number


def test_one_line_costs_the_search_nothing() -> None:
    one, loose, many = thought_of(1), thought_of(1, firm=False), thought_of(8)
    assert (one.lines, one.values) == (loose.lines, loose.values)
    assert many.values == pytest.approx(one.values, abs=0.02)


def test_visits_of_lines_take_a_quarter_of_the_budget_at_most_and_leave_the_roots_value_alone() -> None:
    state = one_sided()
    search = Search(mind_for(state.game, state.position), SearchOptions(), seed=1)
    search.begin(state.position, 1, lines=1000)         # all lack visits, always
    search.run(400)
    assert sum(visits for _, visits, *_ in search.edges()) == search.simulations == 400
    assert search.root_visits == 300


def test_lines_of_many_slices_are_the_same_as_of_one() -> None:
    state, found = one_sided(), []
    for slices in ([600], [1] * 600, [7, 593]):
        search = Search(mind_for(state.game, state.position), SearchOptions(), seed=1)
        search.begin(state.position, state.to_move if isinstance(state.to_move, int) else 0, lines=5)
        for simulations in slices:
            search.run(simulations)
        found.append(search.edges())
    assert found[0] == found[1] == found[2]


def test_samples_hold_the_moments_of_the_values() -> None:
    state = one_sided()
    search = Search(mind_for(state.game, state.position), SearchOptions(), seed=1)
    search.begin(state.position, 0, lines=3)
    search.run(500)
    for (_, visits, value, _), (count, sums, squares) in zip(search.edges(), search.samples(), strict=True):
        assert count == visits and sum(sums) == pytest.approx(count, rel=1e-4)
        if count:
            assert sums[int(str(state.to_move))] / count == pytest.approx(value, abs=1e-4)
        for total, square in zip(sums, squares, strict=True):
            assert total * total <= square * count * (1 + 1e-6) and square <= total + 1e-6


def test_an_error_shrinks_with_the_root_of_the_visits() -> None:
    few, many = thought_of(1, 400).lines[0].errors[1], thought_of(1, 6400).lines[0].errors[1]
    assert 0 < many < few / 2


def test_every_line_shown_has_values() -> None:
    for simulations in (1, 2, 40):
        thought = thought_of(60, simulations)
        assert thought.lines and all(len(line.values) == len(line.errors) == 4 for line in thought.lines)
        assert all(line.visits for line in thought.lines)


def test_a_full_tree_has_values_too() -> None:
    thought = fitted_thinker(memory=1).think(one_sided(), simulations=6000, lines=200)
    assert all(len(line.values) == 4 and line.visits for line in thought.lines)


def test_lines_with_too_few_visits_are_not_explained() -> None:
    said = "\n".join(thought_lines(thought_of(5, 60), 1, 200, ENGLISH))
    assert "visits short of an explanation" in said
    assert not re.search(r"gives|gains|costs", said)
    said = "\n".join(thought_lines(thought_of(5), 1, 200, ENGLISH))
    assert "short of" not in said and re.search(r"gives|gains|costs", said)


# --- chosen moves -------------------------------------------------------------------------------

def test_only_the_moves_that_are_asked_for_are_tried() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    moves = ["end", "income 1", "PLACE t bremen-hamburg"]
    thought = fitted_thinker().think(state, simulations=500, lines=100, moves=moves)
    assert {str(line.move) for line in thought.lines} == {"end", "income 1t", "place t BRE-HAM"}
    assert sum(line.visits for line in thought.lines) == thought.simulations == 500


@pytest.mark.parametrize("formula", ["puct", "ucb1"])
def test_moves_that_are_left_out_are_not_tried_and_come_back_afterwards(formula: str) -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    thinker = Thinker(options=SearchOptions(formula=formula))
    best = thinker.think(state, simulations=800, lines=1).move
    thought = thinker.think(state, simulations=4000, lines=3, without=[best])
    assert best not in [line.move for line in thought.lines]
    again = thinker.think(state, simulations=10, lines=1000)
    tried = {line.move: line.visits for line in again.lines}
    assert tried[best] >= 1 and sum(tried.values()) == 4810


def test_choices_that_make_no_sense_are_refused() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    thinker = fitted_thinker()
    with pytest.raises(ThinkingError, match="no legal move is left"):
        thinker.think(state, simulations=10, moves=["end"], without=["end"])
    with pytest.raises(MoveError):
        thinker.think(state, simulations=10, without=[" "])
    with pytest.raises(MoveError):
        thinker.think(state, simulations=10, without=["place t HAM-ROM"])
    search = Search(mind_for(state.game, state.position))
    with pytest.raises(ValueError, match="legal moves only"):
        search.begin(state.position, 0, moves=[4_000_000])


def test_go_takes_moves() -> None:
    engine = Engine()
    engine.answer({"cmd": "new", "setup": {"board": "hansa-45", "players": 4}, "seed": 7})
    answer = engine.answer({"cmd": "go", "simulations": 300, "moves": ["end", "income 1"], "without": ["end"]})
    assert [line["move"] for line in answer["lines"]] == ["income 1t"] and answer["lines"][0]["visits"] == 300
    answer = engine.answer({"cmd": "go", "simulations": 300, "moves": ["INCOME"], "without": ["income 1"], "lines": 9})
    assert {line["move"] for line in answer["lines"]} == {"income 2t", "income 3t"}
    assert "error" in engine.answer({"cmd": "go", "simulations": 10, "moves": ["fly"]})


def test_analyse_takes_moves_and_prints_a_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps(State.new(board="hansa-45", players=4, seed=7).to_json()), encoding="utf-8")
    assert main(["analyse", str(file), "--json", "--simulations", "300", "--moves", "end", "income 1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == 1 and {line["move"] for line in found["lines"]} == {"end", "income 1t"}
    assert all(len(line["errors"]) == 4 and line["missing"] >= 0 for line in found["lines"])
    assert main(["analyse", str(file), "--json", "--simulations", "300", "--lines", "100", "--without", "end"]) == 0
    assert "end" not in {line["move"] for line in json.loads(capsys.readouterr().out)["lines"]}


# --- points -------------------------------------------------------------------------------------

def test_expected_points_are_possible_and_their_total_is_their_sum() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    names = [name for name in state.scores[0] if name != "total"]
    sums = [[-1.0 if place % 2 else 10.004 for place in range(len(names))] for _ in range(4)]
    for row in expected(state, [(3, sums)]):
        assert all(row[name] == (0 if place % 2 else 3.33) for place, name in enumerate(names))
        assert row["total"] == pytest.approx(sum(row[name] for name in names))
    for row in thought_of(1).points:
        assert min(row.values()) >= 0


def made_up() -> Thought:
    """What a search might have found, every number another one."""
    move = State.new(board="hansa-45", players=4, seed=7).legal_moves
    points = (
        {"total": 12.34, "prestige": 5.0, "network": 7.26, "missions": 0.0},
        {"total": 9.0, "prestige": 0.04, "network": -0.04, "missions": 0.0},
        {"total": 1.5, "prestige": 1.5, "network": 0.0, "missions": 0.0},
    )
    fewer = ({**points[0], "total": 10.34, "network": 5.26}, *points[1:])
    lines = (
        Line(move[0], 1200, (0.51, 0.3, 0.19), (f"0 {move[0]}", "0 end", "1 income 3t"), 0.6, points, (0.011, 0.022, 0.033), 0),
        Line(move[1], 300, (0.4, 0.35, 0.25), (f"0 {move[1]}",), 0.3, fewer, (0.044, 0.055, 0.066), 0),
        Line(move[2], 7, (0.1, 0.2, 0.7), (f"0 {move[2]}",), 0.1, points, (0.077, 0.088, 0.099), 43),
    )
    return Thought(simulations=1507, seconds=2.26, values=(0.5, 0.31, 0.19), lines=lines, positions=99, points=points)


def test_every_number_of_the_table_stands_in_its_column() -> None:
    assert thought_lines(made_up(), 0, 80, ENGLISH) == [
        "1,507 simulations in 2.3 s",
        "   visits  >Red  Green  Blue     ±  line",
        " 1   1200   51%    30%   19%  1.1%  Red: income 1t, end; Green: income 3t",
        " 2    300   40%    35%   25%  4.4%  Red: income 2t",
        "           gives up 2.0 points of network",
        " 3      7   10%    20%   70%  7.7%  Red: income 3t",
        "           43 visits short of an explanation; think longer or show fewer lines",
        "",
        "points expected at the end:",
        "player total prestige network",
        "Red     12.3      5.0     7.3",
        "Green    9.0      0.0     0.0",
        "Blue     1.5      1.5     0.0",
    ]
    watched = thought_lines(made_up(), None, 80, ENGLISH)
    assert watched[1:3] == ["   visits   Red  Green  Blue  line",
                            " 1   1200   51%    30%   19%  Red: income 1t, end; Green: income 3t"]
    assert not any("gives up" in line for line in watched)
    first, *others = made_up().lines
    bare = replace(made_up(), lines=(replace(first, points=()), *others))
    assert not any("gives up" in line or "short of" in line for line in thought_lines(bare, 0, 80, ENGLISH))
    assert thought_lines(made_up(), 2, 40, ENGLISH)[2] == " 1   1200   51%    30%   19%  3.3%  Red: income 1t, end; Green:..."
    german = thought_lines(made_up(), 1, 80, language("de"))
    assert german[1].split()[1:4] == ["Rot", ">Grün", "Blau"] and german[-3].split()[0] == "Rot"


@pytest.mark.parametrize(("low", "said"), [
    ((0.2, 0.625), "brings 62% of the win"), ((0.3, 0.0), "loses, as every move does")])
def test_what_is_proven_is_told_of_the_seat_that_decides(low: tuple[float, float], said: str) -> None:
    moves = tuple(SolvedMove(Move(name, 0), low, low) for name in ("claim ARN-DUI", "end"))
    told = ENGLISH.tell(proof_line(Solution(1, moves, positions=9, depth=2)))
    assert told == f"proven: claim ARN-DUI {said}, if everybody plays the best from here"
