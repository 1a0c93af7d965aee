"""All rule cases of `tests/cases/` on both implementations, and that every rule has a case."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from hansa import State
from tests.casefile import Case, Game, Implementation, all_cases, run, start
from tests.caseposition import ROOT
from tests.lockstep import SPORTS, Sport
from tests.lockstep import Twin as TwinState

CASES = all_cases()

PAGES = ("RULES.md", "RULES-2004.md")
EXEMPT = {
    "H51": "as T76",
    "T76": "a limit of the runner, not of a position: see the tests of the runner",
}


class EngineGame:
    """The engine, behind the small protocol of the cases."""

    def __init__(self, inner: State) -> None:
        self.inner = inner

    @property
    def to_move(self) -> int | str | None:
        return self.inner.to_move

    def state(self) -> dict[str, Any]:
        return self.inner.to_json()

    def view(self, seat: int) -> dict[str, Any]:
        return self.inner.view(seat).to_json()

    def legal(self) -> list[str]:
        return [str(move) for move in self.inner.legal_moves]

    def probabilities(self) -> list[float]:
        return list(self.inner.probabilities)

    def play(self, text: str) -> None:
        self.inner.play(text)


class Engine:
    def from_setup(self, setup: dict[str, Any]) -> Game:
        return EngineGame(State.from_setup(setup))

    def from_state(self, state: dict[str, Any]) -> Game:
        return EngineGame(State.from_json(state))


class TwinGame:
    """The plain twin. It plays by the rules, but does not read what people write: see `beyond`."""

    def __init__(self, inner: TwinState) -> None:
        self.inner = inner

    @property
    def to_move(self) -> int | str | None:
        return self.inner.to_move

    def state(self) -> dict[str, Any]:
        return self.inner.state()

    def view(self, seat: int) -> dict[str, Any]:
        return self.inner.view(seat)

    def legal(self) -> list[str]:
        return list(self.inner.legal())

    def probabilities(self) -> list[float]:
        return list(self.inner.probabilities())

    def play(self, text: str) -> None:
        self.inner.play(text)


def sport(data: dict[str, Any]) -> Sport:
    """The game of a setup or state; where it is none of ours, the twin of the first one has to
    refuse it."""
    return SPORTS.get(data.get("game", "teutonica"), SPORTS["teutonica"])


class Twin:
    def from_setup(self, setup: dict[str, Any]) -> Game:
        return TwinGame(sport(setup).twin.from_setup(setup))

    def from_state(self, state: dict[str, Any]) -> Game:
        return TwinGame(sport(state).twin.from_state(state))


IMPLEMENTATIONS: dict[str, Implementation] = {"engine": Engine(), "twin": Twin()}


def beyond(case: Case, name: str) -> str | None:
    """Why a case is none for this implementation."""
    if name == "twin" and not case.possible and case.state is not None:
        return "the twin does not refuse impossible states"
    if name == "twin" and any(check.verb == "say" for check in case.checks):
        return "the twin reads moves in their printed form only"
    return None


def ident(case: Case) -> str:
    return f"{case.file}:{case.line}"


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("case", CASES, ids=ident)
def test_case(case: Case, name: str) -> None:
    reason = beyond(case, name)
    if reason:
        pytest.skip(reason)
    run(case, IMPLEMENTATIONS[name])
    if case.possible and case.state is not None and not case.loose:
        assert start(case, IMPLEMENTATIONS[name]).state() == case.state, f"{case.name}: it is not written as it was read"


def test_every_rule_has_a_case() -> None:
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    rules = re.findall(r"\*\*([TH]\d+)", pages)
    formats = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "formats").glob("*.md"))
    decisions = re.findall(r"\*\*(D\d+)\*\*", formats)
    numbers = set(rules + decisions)
    shown = {tag for case in CASES for tag in case.tags}
    assert len(numbers) > 60
    assert sorted(numbers - shown - set(EXEMPT)) == [], "rules without a case"
    assert sorted(shown - numbers) == [], "cases of rules that do not exist"
    assert sorted(set(EXEMPT) & shown) == [], "exempt, and yet shown"


def test_titles_are_unique() -> None:
    counts = Counter(case.title for case in CASES)
    assert [title for title, number in counts.items() if number > 1] == []
