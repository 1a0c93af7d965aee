"""All rule cases of `tests/cases/` on both implementations, and that every rule has a case."""

from __future__ import annotations

import copy
import importlib
import re
import sys
from collections import Counter
from typing import Any

import pytest

sys.path.insert(0, __file__.rpartition("/")[0])

from casefile import ROOT, Case, Game, Implementation, all_cases, run, start  # noqa: E402

CASES = all_cases()

EXEMPT = {
    "T76": "a limit of the runner, not of a position: tests of the runner",
    "D3": "the view of a seat is not part of the small protocol of these cases",
}


class EngineGame:
    def __init__(self, state: Any) -> None:
        self.inner = state

    @property
    def to_move(self) -> int | str | None:
        mover: int | str | None = self.inner.to_move
        return mover

    def state(self) -> dict[str, Any]:
        data: dict[str, Any] = self.inner.to_json()
        return data

    def legal(self) -> list[str]:
        return [str(move) for move in self.inner.legal_moves]

    def probabilities(self) -> list[float]:
        return [float(value) for value in self.inner.probabilities]

    def play(self, text: str) -> None:
        after = self.inner.play(text)
        if after is not None and hasattr(after, "legal_moves"):
            self.inner = after


class Engine:
    """`hansa.State`, the engine."""

    def __init__(self) -> None:
        self.states: Any = importlib.import_module("hansa").State

    def from_setup(self, setup: dict[str, Any]) -> Game:
        return EngineGame(self.states.from_setup(setup))

    def from_state(self, state: dict[str, Any]) -> Game:
        return EngineGame(self.states.from_json(state))


class TwinGame:
    def __init__(self, game: Any) -> None:
        self.inner = game

    @property
    def to_move(self) -> int | str | None:
        mover: int | str | None = self.inner.to_move
        return mover

    def state(self) -> dict[str, Any]:
        data: dict[str, Any] = self.inner.state()
        return copy.deepcopy(data)

    def legal(self) -> list[str]:
        return [str(move) for move in self.inner.legal()]

    def probabilities(self) -> list[float]:
        return [float(value) for value in self.inner.probabilities()]

    def play(self, text: str) -> None:
        self.inner.play(text)


class Twin:
    """`hansa.rulebook.teutonica.Game`, the plain twin."""

    def __init__(self) -> None:
        self.games: Any = importlib.import_module("hansa.rulebook.teutonica").Game

    def from_setup(self, setup: dict[str, Any]) -> Game:
        return TwinGame(self.games.from_setup(setup))

    def from_state(self, state: dict[str, Any]) -> Game:
        return TwinGame(self.games.from_state(state))


@pytest.fixture(scope="session", params=["engine", "twin"])
def implementation(request: pytest.FixtureRequest) -> Implementation:
    try:
        return Engine() if request.param == "engine" else Twin()
    except (ImportError, AttributeError) as error:
        pytest.skip(f"no {request.param}: {error}")


def ident(case: Case) -> str:
    return f"{case.file}:{case.line}"


def beyond(case: Case, implementation: Implementation) -> str | None:
    """Why a case is none for this implementation: the twin plays by the rules, it does not read what people write."""
    if isinstance(implementation, Twin):
        if not case.possible and case.state is not None:
            return "the twin does not refuse impossible states"
        if any(check.verb == "say" for check in case.checks):
            return "the twin reads moves in their printed form only"
    return None


@pytest.mark.parametrize("case", CASES, ids=ident)
def test_case(case: Case, implementation: Implementation) -> None:
    reason = beyond(case, implementation)
    if reason:
        pytest.skip(reason)
    run(case, implementation)


WRITTEN = [case for case in CASES if case.possible and case.state is not None and not case.loose]


@pytest.mark.parametrize("case", WRITTEN, ids=ident)
def test_position_is_written_as_it_was_read(case: Case, implementation: Implementation) -> None:
    assert start(case, implementation).state() == case.state, case.name


def rule_numbers() -> list[str]:
    rules = re.findall(r"\*\*(T\d+)", (ROOT / "RULES.md").read_text(encoding="utf-8"))
    decisions = re.findall(r"\*\*(D\d+)\*\*", (ROOT / "MOVES.md").read_text(encoding="utf-8"))
    return rules + decisions


def test_every_rule_has_a_case() -> None:
    shown = {tag for case in CASES for tag in case.tags}
    numbers = rule_numbers()
    assert sorted(set(numbers) - shown - set(EXEMPT)) == [], "rules without a case"
    assert sorted(shown - set(numbers)) == [], "cases of rules that do not exist"
    assert sorted(set(EXEMPT) & shown) == [], "exempt, and yet shown"


def test_titles_are_unique() -> None:
    counts = Counter(case.title for case in CASES)
    assert [title for title, number in counts.items() if number > 1] == []
