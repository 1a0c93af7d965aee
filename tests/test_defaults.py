"""Numbers that hold where nobody says otherwise: whoever changes one changes results, so it is said
here too."""

from __future__ import annotations

from dataclasses import asdict
from inspect import signature

import pytest

from engine_c.search.options import SearchOptions, SearchSettings
from hansa import match
from hansa.review import DEFAULT_SIMULATIONS, review
from hansa.thinking import Thinker
from hansa.tournaments.adjudication import Adjudication
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.sprt import Hypotheses, HypothesesError
from hansa.training.recipe import Imitating, PlanTuning, Recipe, Tuning
from tests.golden_constants import PACKAGES, kept, text


def test_a_search_that_is_told_nothing() -> None:
    assert asdict(SearchOptions()) == {
        "memory": 256, "threads": 1, "formula": "puct", "exploration": None, "first_play": 0.02, "policy": True,
        "temperature": None, "advice": 0.4, "leaf": "playout", "cut": None, "standing": 0.5, "points": False,
    }
    assert asdict(SearchSettings()) == {"cut": 80, "exploration": 0.4, "temperature": 1.0}


def test_a_training_run_that_is_told_nothing() -> None:
    assert Recipe().to_json() == {
        "seed": 1,
        "making": {"cut": 20, "beyond": 8, "wander": 0.2, "simulations": (40, 100), "branches": 0.6, "playouts": 5,
                   "longest": 2000, "stray": 0.1, "games_a_file": 20},
        "fitting": {"positions": 150_000, "held_out": 0.06, "new_sum": False, "rounds": 5, "ridge": 30.0, "epochs": 3,
                    "batch": 512, "rate": 1.5e-3, "decay": 2.0},
        "gating": {"simulations": 1000, "elo0": 0.0, "elo1": 40.0, "error": 0.05, "blocks": 48, "pool_blocks": 12},
        "settings": {}, "tuning": None, "plan": None, "imitating": None, "points_only": False,
    }
    assert asdict(Imitating()) == {
        "decisions": 100_000, "simulations": 1000, "learned": 0.5, "quick": 200, "early": 40, "early_stray": 0.4, "stray": 0.06,
        "strayed_visits": 0.08, "games_a_file": 10, "held_out": 0.1, "epochs": 12, "batch": 256, "rate": 5e-3, "warm": 0.1,
        "decay": 0.1,
    }
    assert asdict(Tuning("own")) == {
        "style": "own", "start": (), "rounds": 8, "tastes": 20, "games": 24, "simulations": 100, "spread": 0.15}
    assert asdict(PlanTuning("markers", (), (), ())) == {
        "name": "markers", "start": (), "free": (), "pool": (), "rounds": 24, "tastes": 40, "games": 600, "spread": 0.35,
        "joining": 6}


def defaults(function: object) -> dict[str, object]:
    parameters = signature(function).parameters.values()        # type: ignore[arg-type]
    return {parameter.name: parameter.default for parameter in parameters if parameter.default is not parameter.empty}


def test_a_tournament_that_is_told_nothing() -> None:
    assert defaults(Tournament) == {
        "blocks": 50, "seed": 1, "format": "round-robin", "balanced": False, "limit": 4000, "clock": None, "increment": 0.0,
        "test": None, "openings": (), "adjudication": None, "named": (), "check": True,
    }
    assert defaults(match) == {
        "players": None, "games": 100, "seed": 1, "edition": None, "modules": (), "limit": 4000, "anchor": None}
    assert asdict(Adjudication()) == {"agree": None, "turns": 2, "proven": False}


def test_a_question_that_is_told_nothing_and_what_a_question_may_be() -> None:
    assert asdict(Hypotheses()) == {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05}
    assert Hypotheses(-2000, 2000, 0.499, 0.001).lower == pytest.approx(-6.217, abs=1e-3)
    assert Hypotheses(0, 10, 0.01, 0.2).upper == pytest.approx(4.382, abs=1e-3)
    for numbers in ((-2000.5, 0), (0, 2000.5), (5, 5), (0, 10, 0.5), (0, 10, 0), (0, 10, 0.05, 0.5), (0, 10, 0.05, 0)):
        with pytest.raises(HypothesesError):
            Hypotheses(*numbers)


def test_a_review_and_a_thought_that_are_told_nothing() -> None:
    assert DEFAULT_SIMULATIONS == 1000 and defaults(review) == {
        "budget": None, "threads": 1, "known": None, "report": None, "stop": None}
    told = defaults(Thinker.think)
    assert (told["lines"], told["firm"], told["seat"], told["also"]) == (3, True, None, None)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_sources_declare_is_what_was_reviewed(package: str) -> None:
    """If a change is meant: `python -m tests.golden_constants`, and read the diff."""
    for needed in {"hansa.web": ("starlette",), "hansa.envs": ("gymnasium", "pettingzoo", "pyspiel")}.get(package, ()):
        pytest.importorskip(needed)
    assert text(package).splitlines() == kept(package).splitlines()
