"""The weights of the evaluation and of the policy by name, and how they are kept in a file.

The names follow the numbers of `engine_c/teutonica/evaluation.pxd` and `policy.pxd`. The file `mind.json` is written by
`python -m hansa.bots.fit`; weights that are 0 are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine_c.mind import Mind
from engine_c.teutonica.position import MOVE_KINDS
from hansa.teutonica.names import MARKERS, PHASES, TILES, TRACK_VALUES

WORTHS = ("route", "marker", "actions", "privilege", "book", "keys", "bank", "office", "points", "near")
STANDS = ("missing 0", "missing 1", "missing 2", "missing 3", "blocked")
STEPS = tuple(f"{track} {step}" for track, values in TRACK_VALUES.items() for step in range(1, len(values)))
WAYS = ("place", "drop", "displace", "put", "lift", "remove", "marker")

EVALUATION = (
    "prestige", "marker points", "control", "offices", "network", "network points", "special", "connected", "mission",
    "country", "supply t", "supply m", "stock t", "stock m", "road t", "road m", "turn", "actions", "wait",
    *(f"unused {marker}" for marker in MARKERS), *(f"tile {tile}" for tile in TILES), *STEPS,
    *(f"{stand}: {worth}" for stand in STANDS for worth in WORTHS),
)
POLICY = (
    *(f"kind {kind}" for kind in MOVE_KINDS),
    *(f"{way}, {stand}: {worth}" for way in WAYS for stand in STANDS for worth in WORTHS),
    *(f"{way}: rival" for way in WAYS), *(f"{way}: merchant" for way in WAYS),
    *(f"income with {count}" for count in range(5)), "income full", "income merchant",
    "displaced merchant", "pay merchant", *(f"end with {count}" for count in range(4)),
    *(f"done in {phase}" for phase in PHASES),
    "office", "office points", "office colour", "office control", "office completes", "office within", "office near",
    "claim own prestige", "claim other prestige", "claim marker", "claim permanent",
    *(f"claim {step}" for step in STEPS), *(f"develop {step}" for step in STEPS), "special points",
    *(f"use {marker}" for marker in MARKERS), *(f"favour {tile}" for tile in TILES),
)


def mind_of(data: Mapping[str, Any]) -> Mind:
    """A mind from the content of a file; unknown names are errors."""
    evaluation = [0.0] * (2 * len(EVALUATION))
    for name, (start, end) in data["evaluation"].items():
        number = EVALUATION.index(name)
        evaluation[number], evaluation[len(EVALUATION) + number] = start, end - start
    policy = [0.0] * len(POLICY)
    for name, weight in data["policy"].items():
        policy[POLICY.index(name)] = weight
    return Mind(evaluation, policy)


def read_mind(path: Path) -> Mind:
    """A mind from a file."""
    return mind_of(json.loads(path.read_text(encoding="utf-8")))


@cache
def fitted_mind() -> Mind:
    """The mind that comes with the package."""
    return mind_of(json.loads(resources.files(__package__).joinpath("mind.json").read_text(encoding="utf-8")))
