"""The end solved: proven values are those of an exhaustive search by the twin, and they are marked
wherever they show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from hansa import State
from hansa.cli import main
from hansa.judging import judge, look_once
from hansa.notation import read_position
from hansa.solving import Bounds, _Solver, solve
from hansa.thinking import Budget
from tests.endings import answers, endings

ENDINGS = endings()
WINNING = "hansa-23, 3 players; turn: red, 1 action; red: prestige 19; ARN-DUI: rrr; DUI: r"


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending["position"][:30])
def test_what_is_proven_is_what_the_twin_found(ending: dict[str, Any]) -> None:
    state = read_position(ending["position"])
    solution = solve(state)
    assert solution is not None and solution.depth == ending["depth"]
    least = {text: low for text, (low, _) in ending["moves"].items()}
    most = max(low[solution.seat] for low in least.values())
    assert solution.best.low[solution.seat] == pytest.approx(most)
    assert least[str(solution.best.move)][solution.seat] == pytest.approx(most)
    assert sorted(str(solved.move) for solved in solution.moves) == sorted(state.legal_moves)
    for solved in solution.moves:
        low, high = ending["moves"][str(solved.move)]
        for least_here, most_here, least_there, most_there in zip(solved.low, solved.high, low, high, strict=True):
            assert least_here <= most_there + 1e-9 and least_there <= most_here + 1e-9, "they contradict each other"
            # After a sure win nothing else is looked at; otherwise the solver, which remembers,
            # knows no less.
            if most < 1 - 1e-9:
                assert least_there - 1e-9 <= least_here and most_here <= most_there + 1e-9


def test_what_is_known_of_a_position_is_not_looked_for_again() -> None:
    """All endings, in positions that were looked at: 22,594 if nothing were remembered."""
    found = [solve(read_position(ending["position"])) for ending in ENDINGS]
    assert sum(solution.positions for solution in found if solution is not None) == 12_903


def test_endings_of_every_sort_are_in_the_set() -> None:
    assert {ending["game"] for ending in ENDINGS} == {"teutonica", "hansa2004"}
    assert max(ending["depth"] for ending in ENDINGS) >= 5
    results = {max(low[read_position(ending["position"]).turn] for low, _ in ending["moves"].values()) for ending in ENDINGS}
    assert {0.0, 1.0} <= results, "wins and losses"


def test_the_twin_still_says_the_same() -> None:
    for ending in [ending for ending in ENDINGS if ending["depth"] < 3][::9]:
        assert answers(read_position(ending["position"]), ending["depth"]) == ending["moves"]


def test_a_start_is_not_solved_and_few_positions_prove_nothing() -> None:
    assert solve(State.new(board="hansa-45", players=4, seed=7), positions=2000) is None
    assert solve(read_position(WINNING), positions=1) is None
    assert solve(read_position(WINNING)) is not None


def test_hidden_cards_are_never_counted() -> None:
    missions = "; green: mission 2; blue: mission 3"
    text = WINNING.replace("players;", "players, missions;").replace("prestige 19", "prestige 19, mission 1") + missions
    assert solve(read_position(text)) is None


def test_a_missed_win_is_proven_to_be_a_blunder() -> None:
    state = read_position(WINNING.replace("red, 1 action", "red, 2 actions"))
    judged = judge(state, state.parse("claim ARN-DUI"), Budget(simulations=20))
    assert judged.proven and judged.verdict == "best" and judged.loss == 0
    missed = 0
    for ending in ENDINGS:
        state = read_position(ending["position"])
        seat = state.to_move
        assert isinstance(seat, int)
        shares = {text: low[seat] for text, (low, high) in ending["moves"].items() if low == high}
        lost = next((text for text, share in shares.items() if share == 0 and max(shares.values()) == 1), None)
        if lost is not None and missed < 4:
            missed += 1
            found = look_once(state, state.parse(lost), Budget(simulations=20))
            assert found.proven and found.verdict == "blunder" and found.loss == 1
            assert found.stable and found.interval == (1.0, 1.0)
    assert missed, "no ending of the set can be thrown away"


def test_of_moves_that_are_proven_equal_each_is_the_best() -> None:
    judged = []
    for ending in ENDINGS:
        state = read_position(ending["position"])
        solution = solve(state)
        assert solution is not None
        equal = [solved.move for solved in solution.moves[1:] if solved.exact and solved.low == solution.best.low]
        judged += [look_once(state, move, Budget(simulations=20)) for move in equal[:1]]
    assert judged and all(each.proven and (each.verdict, each.loss) == ("best", 0) for each in judged)
    assert all(each.best.move == each.played.move for each in judged)


def test_analysis_marks_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--simulations", "20", "--threads", "1")
    assert main(["analyse", WINNING, "--json", *few]) == 0
    proven = json.loads(capsys.readouterr().out)["proven"]
    solution = solve(read_position(WINNING))
    assert solution is not None and solution.positions > 1
    assert proven == {
        "move": "claim ARN-DUI", "low": [1.0, 0.0, 0.0], "high": [1.0, 0.0, 0.0], "positions": solution.positions}
    # Of some moves nothing is proven
    for choice in (["--without", "end"], ["--moves", "claim ARN-DUI"]):
        assert main(["analyse", WINNING, "--json", *few, *choice]) == 0
        assert json.loads(capsys.readouterr().out)["proven"] is None
    assert main(["analyse", WINNING, "--brief", "--plain", *few]) == 0
    assert "proven: claim ARN-DUI brings 100% of the win" in capsys.readouterr().out
    assert main(["analyse", "hansa-45, 4 players; turn: red", "--json", *few]) == 0
    assert json.loads(capsys.readouterr().out)["proven"] is None


class Tree:
    """A decision or chance with outcomes that are known: what the solver asks of a position."""

    def __init__(self, *outcomes: Bounds, chances: Sequence[int] = ()) -> None:
        self.outcomes, self._chances = outcomes, chances

    def moves(self) -> list[int]:
        return list(range(len(self.outcomes)))

    def chances(self) -> list[int]:
        return list(self._chances)


class Told(_Solver):
    """A solver that is told what comes after a move."""

    def after(self, position: Any, move: int, depth: int) -> Bounds:
        outcome: Bounds = position.outcomes[move]
        return outcome


def exact(*shares: float) -> Bounds:
    return shares, shares


UNKNOWN: Bounds = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))


@pytest.mark.parametrize(("outcomes", "low", "high"), [
    # What is worse is not played.
    ([exact(0.5, 0.5, 0), exact(0, 0, 1)], (0.5, 0.5, 0), (0.5, 0.5, 0)),
    # Of equals any may be
    ([exact(0, 1, 0), exact(0, 0, 1)], (0, 0, 0), (0, 1, 1)),
    # What is unknown may be better
    ([exact(0.5, 0.5, 0), UNKNOWN], (0.5, 0, 0), (1, 1, 1)),
    # Or surely is not
    ([exact(0.5, 0.5, 0), ((0, 0, 0.6), (0.4, 0.4, 1))], (0.5, 0.5, 0), (0.5, 0.5, 0)),
    # More than all there is not
    ([UNKNOWN, exact(1, 0, 0)], (1, 0, 0), (1, 0, 0)),
])
def test_whoever_decides_takes_most(outcomes: list[Bounds], low: tuple[float, ...], high: tuple[float, ...]) -> None:
    assert Told(9, 3).decision(Tree(*outcomes), 0, 1) == (low, high)  # type: ignore[arg-type]


def test_chance_is_a_mean_by_probability() -> None:
    tree = Tree(exact(1, 0, 0), UNKNOWN, chances=[3, 1])
    assert Told(9, 3).chance(tree, 1) == ((0.75, 0, 0), (1, 0.25, 0.25))  # type: ignore[arg-type]
