"""The library's public names: each has an example, each of their members is in one, and all
examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# What README calls the library.
PUBLIC = (
    "hansa", "hansa.boards", "hansa.clock", "hansa.contents", "hansa.guided", "hansa.live_game", "hansa.moves", "hansa.record",
    "hansa.views.svg", "hansa.review", "hansa.rules_page",
    "hansa.thinking", "hansa.bots.bot", "hansa.bots.entries", "hansa.bots.objects", "hansa.bots.registry",
    "hansa.teutonica.actions", "hansa.hansa2004.actions",
    "hansa.envs.vector", "hansa.envs.gymnasium", "hansa.envs.gymnasium_vector", "hansa.envs.parallel",
    "hansa.envs.parallel_games", "hansa.envs.pettingzoo", "hansa.envs.openspiel",
    *(f"hansa.tournaments.{name}" for name in (
        "adaptive", "columns", "compare", "formats", "log", "match", "openings", "page", "play", "ratings", "results", "rounds",
        "runner", "schedule", "sheets", "sprt", "standings",
    )),
)
# Rooms installed below `hansa`: by the names of their folders pytest would import them a second
# time.
BELOW = [
    f"hansa.{path.relative_to(ROOT).with_suffix('').as_posix().replace('/', '.')}"
    for room in ("bots", "tournaments") for path in sorted((ROOT / room).glob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


def named(module: ModuleType) -> list[str]:
    return [name for name in module.__all__ if not name.startswith("__") and not name.isupper()]


def members(found: object) -> list[str]:
    """Public methods and properties that a class defines itself."""
    # Its members are OpenSpiel's words
    if not inspect.isclass(found) or found.__module__ == "hansa.envs.openspiel":
        return []
    return [
        name for name, value in vars(found).items()
        if not name.startswith("_") and (inspect.isroutine(value) or isinstance(value, property))
    ]


def examples(*documented: object) -> str:
    """The sources of all examples in docstrings."""
    parser = doctest.DocTestParser()
    return "".join(
        example.source for found in documented for example in parser.get_examples(inspect.getdoc(found) or ""))


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name: str) -> None:
    module = importlib.import_module(name)
    for public in named(module):
        found = getattr(module, public)
        assert examples(found), f"{name}.{public} has no example"
        own = [getattr(found, member) for member in members(found)]
        shown = examples(module, found, *own)
        for member in members(found):
            assert re.search(rf"\.{member}\b|def {member}\b", shown), f"{name}.{public}.{member} is in no example"


@pytest.mark.parametrize("name", BELOW)
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0
