"""Arguments of environments that are misspelt are told, and not taken for members of a setup."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from hansa import HansaError

DUEL: dict[str, Any] = {"board": "hansa-23", "players": 2}


@pytest.mark.parametrize(("module", "name", "games", "wrong", "right"), [
    ("vector", "VectorEnv", (2,), "mask", "masks"),
    ("gymnasium", "HansaEnv", (), "oponents", "opponents"),
    ("gymnasium_vector", "HansaVectorEnv", (2,), "oponents", "opponents"),
    ("gymnasium_vector", "HansaVectorEnv", (2,), "masks", "mask"),
    ("pettingzoo", "raw_env", (), "rewards", "reward"),
    ("parallel", "parallel_env", (), "rewards", "reward"),
    ("parallel_games", "parallel_games", (2,), "limits", "limit"),
])
def test_a_misspelt_argument_is_told(module: str, name: str, games: tuple[int, ...], wrong: str, right: str) -> None:
    if module != "vector":
        pytest.importorskip("gymnasium")
        pytest.importorskip("pettingzoo")
    make = getattr(importlib.import_module(f"hansa.envs.{module}"), name)
    with pytest.raises(HansaError, match=rf"^unknown argument '{wrong}'; did you mean '{right}'\?$"):
        make(*games, **DUEL, **{wrong: 1})
    with pytest.raises(HansaError, match=r"^unknown member 'weather' in the setup; known are game, board"):
        make(*games, **DUEL, weather="fine")
    with pytest.raises(HansaError, match="hansa-23"):
        make(*games, board="hansa-23", players=5)
